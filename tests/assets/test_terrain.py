"""The pieces and tables that ship: closed, exact in the file, without cracks; tables of fighters that fit, quarrels
that are decided.
"""

import json
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import manifold3d as m3
import numpy as np
import pytest
from numpy.typing import NDArray

from assets.source import tables, terrain
from assets.source.terrain.piece import Made, save
from tests.soak import mostly_soak
from warcry3d.geom.solid import Solid
from warcry3d.rules.judgement import judge
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.files import load_table
from warcry3d.table.glb import RawPart, read_glb
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Tag
from warcry3d.table.pieces import load_piece
from warcry3d.table.shipped import shipped_figure
from warcry3d.table.terrain import PartKind
from warcry3d.units import MM

FOLDER = Path(terrain.__file__).resolve().parents[3] / "terrain"

PIECES = sorted(terrain.PIECES)

SCULPTING = {"sculpted", "skull"}

SCULPTED = {name for name, make in terrain.PIECES.items() if SCULPTING & vars(sys.modules[make.__module__]).keys()}
"""Pieces whose meshes are decimated when they are made: compiling what does that takes 18 s on a fresh machine."""

BUILT_FIRST = sorted(PIECES, key=SCULPTED.__contains__)
BUILT = len(PIECES) - len(SCULPTED)

TABLES = sorted(tables.TABLES)

STANDING = {
    ("ruin", "floor"): (3.0, 14.0),
    ("watchtower", "top"): (4.5, 7.0),
    ("walkway", "deck"): (3.0, 12.0),
    ("gate", "walk"): (3.5, 8.0),
    ("walkway-straight", "deck"): (3.0, 11.0),
    ("walkway-corner", "deck"): (3.0, 7.0),
    ("walkway-crossing", "deck"): (3.0, 7.0),
    ("walkway-ramp", "deck"): (3.0, 2.5),
    ("rope-bridge", "planks"): (3.0, 7.5),
    ("stone-bridge", "pavement"): (3.0, 14.0),
    ("lookout", "deck"): (3.0, 14.0),
    ("lookout", "top"): (6.0, 7.0),
    ("stilt-hut", "floor"): (3.0, 28.0),
    ("house", "floor"): (3.0, 13.0),
    ("palisade", "step"): (1.25, 5.0),
    ("wreck", "boards"): (0.5, 5.0),
    ("wreck", "foredeck"): (1.5, 2.0),
}
"""Platforms: their height (in) and at least how much of it is level (square in)."""

HOLES = {"low-wall": 0, "loophole-wall": 1, "high-wall": 1}
"""How many holes a wall has, seen straight on: its window or slit."""


@cache
def made(name: str) -> tuple[Made, ...]:
    return tuple(terrain.make(name))


loaded = cache(lambda name: load_piece(FOLDER / f"{name}.glb"))
loaded_table = cache(lambda name: load_table(FOLDER / f"{name}.table.json"))


@cache
def nodes(name: str) -> tuple[RawPart, ...]:
    path = FOLDER / f"{name}.glb"
    return read_glb(path.read_bytes(), JsonPath(path.name)).nodes


def welded(node: RawPart) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return points and faces of a node, corners joined only where they are the same to the last bit."""
    points, index = np.unique(node.vertices.astype(np.float32), axis=0, return_inverse=True)
    return points.astype(np.float64), index.reshape(-1)[node.faces].astype(np.int32)


def body(node: RawPart) -> m3.Manifold:
    points, faces = welded(node)
    return m3.Manifold(m3.Mesh64(np.ascontiguousarray(points), np.ascontiguousarray(faces.astype(np.uint64))))


def test_every_piece_the_script_makes_ships_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.glb")) == PIECES
    assert len(PIECES) >= 16


def test_a_piece_takes_less_than_a_megabyte_and_all_together_less_than_20() -> None:
    sizes = {path.stem: path.stat().st_size for path in FOLDER.glob("*.glb")}
    assert [name for name, size in sizes.items() if size > 1e6] == []
    assert sum(sizes.values()) < 20e6


@pytest.mark.parametrize("name", PIECES)
def test_every_part_is_a_closed_oriented_solid_as_the_file_has_it(name: str) -> None:
    for node in nodes(name):
        solid = Solid(*welded(node))
        area = np.linalg.norm(np.cross(*(np.diff(solid.triangles, axis=1).transpose(1, 0, 2))), axis=1) / 2
        assert area.min() > 0, node.name


@pytest.mark.parametrize("name", mostly_soak(BUILT_FIRST, quick=BUILT))
def test_reading_the_file_gives_the_solids_and_colours_that_were_made(name: str, tmp_path: Path) -> None:
    save(tmp_path, name, made(name))
    read = read_glb((tmp_path / f"{name}.glb").read_bytes(), JsonPath(name)).nodes
    assert [node.name for node in read] == [part.id for part in made(name)]
    for node, part in zip(read, made(name), strict=True):
        assert np.array_equal(node.vertices[node.faces], part.built.solid.triangles)
        assert node.colours is not None and np.array_equal(node.colours, part.built.colours)
        assert node.materials is not None and np.array_equal(node.materials, part.built.materials)


@pytest.mark.parametrize("name", PIECES)
def test_the_loader_takes_every_part_with_the_kinds_it_was_given(name: str) -> None:
    piece = loaded(name)
    ids = [part.id for part in piece.parts]
    assert len(set(ids)) == len(ids)
    given = {node.name: node.extras["warcry3d"]["kind"] for node in nodes(name)}
    for part in piece.parts:
        kinds = [given[part.id]] if isinstance(given[part.id], str) else given[part.id]
        assert part.kinds == {PartKind(kind) for kind in kinds}
        assert part.skin is not None and len(part.skin.colours) == len(part.solid.faces)


def test_the_pieces_have_parts_of_every_kind() -> None:
    kinds = {kind for name in PIECES for part in loaded(name).parts for kind in part.kinds}
    assert kinds == set(PartKind)


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_stands_on_the_floor(name: str) -> None:
    lowest = [node.vertices[:, 2].min() for node in nodes(name)]
    assert min(lowest) == 0.0
    assert all(z == 0.0 or z > 0.3 for z in lowest)


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_keeps_to_its_budget_of_triangles_and_few_are_slivers(name: str) -> None:
    assert 1_000 <= sum(len(node.faces) for node in nodes(name)) <= 9_000
    triangles = np.concatenate([node.vertices[node.faces] for node in nodes(name)])
    sides = triangles - np.roll(triangles, 1, axis=1)
    height = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1) / np.linalg.norm(sides, axis=2).max(axis=1)
    assert (height < 0.002).mean() < 0.07


@pytest.mark.parametrize("name", mostly_soak(BUILT_FIRST, quick=4))
def test_making_a_piece_twice_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    files = []
    for parts in (made(name), terrain.make(name)):
        save(tmp_path, name, parts)
        files.append((tmp_path / f"{name}.glb").read_bytes())
    assert files[0] == files[1]


@pytest.mark.parametrize(("name", "part"), STANDING)
def test_a_platform_is_level_at_its_height_and_none_of_its_grooves_lets_light_through(name: str, part: str) -> None:
    height, least = STANDING[name, part]
    node = next(node for node in nodes(name) if node.name == part)
    solid = Solid(*welded(node))
    area = np.linalg.norm(np.cross(*np.diff(solid.triangles, axis=1).transpose(1, 0, 2)), axis=1) / 2
    assert solid.bounds[1, 2] == height
    assert area[(solid.triangles[:, :, 2] == height).all(axis=1)].sum() > least
    assert _holes(body(node)) == 0


@pytest.mark.parametrize("turn", [-25, -10, 0, 10, 25])
@pytest.mark.parametrize("name", HOLES)
def test_a_wall_shows_no_light_but_through_its_window(name: str, turn: float) -> None:
    stones = next(node for node in nodes(name) if node.name == "stones")
    assert _holes(body(stones).rotate((0, 0, turn)).rotate((90, 0, 0))) <= HOLES[name]
    if turn == 0:
        assert _holes(body(stones).rotate((90, 0, 0))) == HOLES[name]


def _holes(solid: m3.Manifold) -> int:
    """Return how many holes the body has, seen along z; less than a fiftieth of a square millimetre is none."""
    rings = solid.project().to_polygons()
    return sum(_area(np.asarray(ring)) < -0.02 * MM**2 for ring in rings)


def _area(ring: NDArray[np.float64]) -> float:
    (x, y), (u, v) = ring.T, np.roll(ring, -1, axis=0).T
    return float((x * v - u * y).sum()) / 2


def test_a_closed_door_leaves_no_chink_in_its_frame() -> None:
    for name, wall in (
        ("ruin", "wall-front"),
        ("gate", "walls"),
        ("house", "wall-front"),
        ("palisade-gate", "frame"),
    ):
        shut = {node.name: body(node) for node in nodes(name)}
        points = next(node for node in nodes(name) if node.name == "door-1").vertices
        low, high = points.min(axis=0) - 0.1, points.max(axis=0) + 0.1
        around = m3.Manifold.cube((high[0] - low[0], 9.0, high[2])).translate((low[0], -4.5, 0.0))
        assert _holes(((shut[wall] + shut["door-1"]) ^ around).rotate((90, 0, 0))) == 0


@pytest.mark.parametrize("name", TABLES)
def test_a_shipped_table_is_what_the_script_writes(name: str) -> None:
    assert (FOLDER / f"{name}.table.json").read_text(encoding="utf-8") == tables.text(name)


@pytest.mark.parametrize("name", TABLES)
def test_a_shipped_table_loads_without_warnings(name: str) -> None:
    table = loaded_table(name)
    assert [str(warning) for warning in table.warnings] == []
    assert (table.board.width, table.board.depth) == (30, 22)


@pytest.mark.parametrize("name", TABLES)
def test_fighters_stand_on_the_bases_their_figures_were_made_for(name: str) -> None:
    for model in json.loads(tables.text(name))["models"]:
        path = shipped_figure(model["figure"])
        note = read_glb(path.read_bytes(), JsonPath(path.name)).root
        assert note is not None and note["base"] == model["base"], model["id"]


@pytest.mark.parametrize("name", TABLES)
def test_no_base_of_a_shipped_table_stands_in_another_or_in_terrain(name: str) -> None:
    table = loaded_table(name)
    bases = {}
    for model in table.models:
        (x, y, z), base = model.placement.at, model.base
        plate = m3.Manifold.cylinder(base.height - 1 * MM, 0.5, 0.5, 64).scale((base.length, base.width, 1.0))
        bases[model.id] = plate.rotate((0, 0, float(np.degrees(model.placement.turn)))).translate((x, y, z + 1 * MM))
    ids = list(bases)
    for i, id in enumerate(ids):
        for other in ids[:i]:
            assert (bases[id] ^ bases[other]).is_empty(), f"{id} in {other}"
        for feature in table.terrain.features:
            for part in feature.piece.parts:
                solid = feature.solids[part.id]
                if PartKind.SCENERY not in part.kinds:
                    whole = m3.Manifold(m3.Mesh64(np.array(solid.vertices), np.array(solid.faces, dtype=np.uint64)))
                    assert (bases[id] ^ whole).volume() < 1e-9, f"{id} in {feature.id}/{part.id}"


def test_the_sample_battle_has_eight_a_side_and_two_features_in_each_quarter() -> None:
    table = loaded_table("sample-battle")
    sides = [model.side for model in table.models]
    assert {side: sides.count(side) for side in sides} == {"red": 8, "blue": 8}
    quarters = [(f.placement.at[0] > 15, f.placement.at[1] > 11) for f in table.terrain.features]
    assert all(quarters.count((east, north)) >= 2 for east in (False, True) for north in (False, True))
    assert len({model.placement.at[2] for model in table.models}) >= 3


class Quarrel(NamedTuple):
    """Who looks at whom on a dispute table; whether it is seen."""

    table: str
    viewer: str
    target: str
    is_seen: bool
    tags: frozenset[Tag] = frozenset(Tag)


QUARRELS = (
    Quarrel("dispute-1-window", "archer", "axeman", True),
    Quarrel("dispute-2-gap", "swordsman", "spearman", True),
    Quarrel("dispute-2-gap", "swordsman", "stalker", False),
    Quarrel("dispute-3-parapet", "archer", "axeman", True),
    Quarrel("dispute-3-parapet", "lookout", "axeman", False),
    Quarrel("dispute-4-spear", "bowman", "spearman", True),
    Quarrel("dispute-4-spear", "bowman", "spearman", False, frozenset({Tag.BODY})),
    Quarrel("dispute-5-walkway", "swordsman", "axeman", True),
    Quarrel("dispute-6-cloak", "archer", "axeman", True),
)


@pytest.mark.parametrize("quarrel", QUARRELS, ids=lambda q: f"{q.table}-{q.target}-{'seen' if q.is_seen else 'hidden'}")
def test_a_quarrel_is_decided_as_it_is_told(quarrel: Quarrel) -> None:
    table = loaded_table(quarrel.table)
    for a, b in ((quarrel.viewer, quarrel.target), (quarrel.target, quarrel.viewer)):
        verdict = judge(table, a, b, tags=quarrel.tags).sight
        assert isinstance(verdict, Seen if quarrel.is_seen else Hidden), (a, b, verdict)


@pytest.mark.parametrize("quarrel", [q for q in QUARRELS if q.is_seen], ids=lambda q: q.table)
def test_what_is_seen_in_a_quarrel_is_seen_by_a_hair(quarrel: Quarrel) -> None:
    """The widest gap found is 5 mm at most: no line of sight could shift by more than half of it."""
    table = loaded_table(quarrel.table)
    verdict = judge(table, quarrel.viewer, quarrel.target).sight
    assert isinstance(verdict, Seen) and verdict.clearance_mm < 2.5
