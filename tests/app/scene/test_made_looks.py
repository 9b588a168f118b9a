from dataclasses import replace

import numpy as np
import pytest

from warcry3d.app.scene.camera import above
from warcry3d.app.scene.made_looks import look_of
from warcry3d.app.scene.piece import piece_source
from warcry3d.app.scene.shoot import shoot
from warcry3d.app.scene.surface import Finish
from warcry3d.app.scene.world import Quality, World
from warcry3d.geom.solid import Placement
from warcry3d.rules.systems import DEFAULT
from warcry3d.table.kinds import PartKind
from warcry3d.table.skin import Material, Skin
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature
from warcry3d.terrain.making.simple_pieces import simple_piece

QUICK = Quality(shadow_size=512, shadow_taps=4, oversampling=1)


def finishes(piece):
    return {part.id: Finish(look_of(piece, part).materials[0]) for part in piece.parts if not part.is_opening}


def test_ruin_has_walls_of_masonry_and_a_floor_of_planks():
    found = finishes(simple_piece("ruin"))
    walls = {finish for id, finish in found.items() if id.startswith("wall")}
    assert walls == {Finish.MASONRY}
    assert found["floor"] is Finish.PLANKS
    assert found["ladder"] is Finish.WOOD


def test_platform_is_carpentry_down_to_its_posts():
    assert finishes(simple_piece("platform")) == {
        "deck": Finish.PLANKS,
        "posts": Finish.WOOD,
        "railing": Finish.WOOD,
        "ladder": Finish.WOOD,
    }


@pytest.mark.parametrize("kind", ["box", "cylinder"])
def test_block_that_one_stands_on_is_of_stone(kind):
    assert finishes(simple_piece(kind)) == {"block": Finish.MASONRY}


def test_same_shape_from_a_mesh_file_gets_no_joints():
    wall = replace(simple_piece("wall"), made=None)
    assert finishes(wall) == {"wall": Finish.STONE}
    assert not piece_source(wall).quick().parts["wall"].is_made


def test_part_keeps_the_skin_that_it_brings():
    wall = simple_piece("wall")
    count = len(wall.parts[0].solid.faces)
    own = Skin(np.full((count, 3), 90, np.uint8), np.full(count, Material.METAL, np.uint8))
    assert look_of(wall, replace(wall.parts[0], skin=own)) is own


def test_what_a_part_is_changes_how_it_looks():
    wall = simple_piece("wall")
    deadly = replace(wall.parts[0], kinds=frozenset({PartKind.DEADLY}))
    assert Finish(look_of(wall, deadly).materials[0]) is Finish.METAL


def test_joints_are_seen_and_the_surface_keeps_the_shape(graphics):
    block = simple_piece("box", {"length": 5.0, "width": 5.0, "height": 0.5})
    shape = piece_source(block).quick().parts["block"]
    assert shape.is_made
    low, high = block.parts[0].solid.bounds
    assert np.allclose(shape.vertices["position"].min(axis=0), low)
    assert np.allclose(shape.vertices["position"].max(axis=0), high)
    assert joint_share(graphics, block) > 2 * joint_share(graphics, replace(block, made=None, parts=stone_of(block)))


def stone_of(piece):
    (part,) = piece.parts
    count = len(part.solid.faces)
    skin = Skin(np.tile(look_of(piece, part).colours[:1], (count, 1)), np.full(count, Material.STONE, np.uint8))
    return (replace(part, skin=skin),)


def joint_share(graphics, piece):
    """Return how far the darkest rows and columns of the top's picture lie below the rest, as a share."""
    table = Table(DEFAULT, Board(6.0, 6.0), Terrain((Feature("block", piece, Placement((3.0, 3.0, 0.0))),)), ())
    world = World(graphics, quality=QUICK)
    try:
        world.show(table)
        image = shoot(graphics, world.root, above(table, 1.0), (300, 300)).astype(float).mean(axis=2)
    finally:
        world.close()
    top = image[60:240, 60:240]
    lines = np.concatenate([top.mean(axis=0), top.mean(axis=1)])
    return float((np.median(lines) - lines.min()) / np.median(lines))
