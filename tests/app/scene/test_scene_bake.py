import builtins

import numpy as np
import pytest

from warcry3d.app.scene.bake import BOARD_MARGIN, bake_group, board_light, openness, ray_distances
from warcry3d.app.scene.piece import figure_surfaces, piece_surfaces
from warcry3d.app.scene.store import kept, key_of
from warcry3d.app.scene.surface import surface
from warcry3d.app.scene.tree import tree_distances
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement
from warcry3d.table.models import Base, BaseShape, Figure
from warcry3d.table.skin import Material, Skin
from warcry3d.table.terrain import Part, PartKind, Piece

UP = np.array([[0, 0, 1]], np.float32)


def stone(solid):
    count = len(solid.faces)
    return surface(solid, Skin(np.full((count, 3), 120, np.uint8), np.full(count, Material.STONE, np.uint8)), longest=1)


def rays(seed, count):
    random = np.random.default_rng(seed)
    ways = random.normal(size=(count, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    return random.uniform(-3, 3, (count, 3)).astype(np.float32), ways.astype(np.float32)


def test_ray_stops_at_the_first_of_two_walls():
    a, b = box((1, -1, -1), (1.5, 1, 1)), box((3, -1, -1), (4, 1, 1))
    points = np.concatenate([b.vertices, a.vertices])
    shoot = ray_distances(points, np.concatenate([b.faces, a.faces + len(b.vertices)]))
    origins, ways = np.zeros((2, 3), np.float32), np.array([[1, 0, 0], [-1, 0, 0]], np.float32)
    assert shoot(origins, ways, 9.0) == pytest.approx([1.0, 9.0])


@pytest.mark.parametrize("count", [1, 3, 700])
def test_the_tree_agrees_with_the_ray_engine(count):
    pytest.importorskip("embreex")
    random = np.random.default_rng(count)
    corners = random.uniform(-3, 3, (count, 1, 3)) + random.normal(0, 0.4, (count, 3, 3))
    points, faces = corners.reshape(-1, 3).astype(np.float32), np.arange(3 * count, dtype=np.int32).reshape(-1, 3)
    origins, ways = rays(count, 4000)
    engine = ray_distances(points, faces)(origins, ways, 5.0)
    tree = tree_distances(points, faces)(origins, ways, 5.0)
    # Rays within rounding of an edge may go either way.
    assert np.mean(np.abs(engine - tree) > 1e-3) < 0.002


def test_without_the_ray_engine_the_tree_stands_in(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("embreex"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    wall = box((1, -1, -1), (2, 1, 1))
    shoot = ray_distances(wall.vertices, wall.faces)
    assert shoot(np.zeros((1, 3), np.float32), np.array([[1, 0, 0]], np.float32), 9.0) == pytest.approx([1.0])


def test_open_ground_is_open_and_a_roof_closes_it():
    roof = box((-9, -9, 1), (9, 9, 1.2))
    shoot = ray_distances(roof.vertices, roof.faces)
    under = openness(shoot, np.array([[0, 0, 0]], np.float32), UP)[0]
    far = openness(shoot, np.array([[60, 0, 0]], np.float32), UP)[0]
    assert far == 1.0
    assert under < 0.35


def test_nearer_roof_closes_more():
    roof = box((-9, -9, 2), (9, 9, 2.2))
    shoot = ray_distances(roof.vertices, roof.faces)
    high, low = openness(shoot, np.array([[0, 0, 1.5], [0, 0, 0]], np.float32), np.repeat(UP, 2, axis=0))
    assert high < low


def test_baked_wall_is_darker_at_its_foot_than_at_its_top():
    made = bake_group([stone(box((0, 0, 0), (4, 0.5, 3)))], floor=0.0)[0]
    sides = made.vertices[np.abs(made.vertices["normal"][:, 2]) < 0.1]
    light, z = sides["extra"][:, 0].astype(int), sides["position"][:, 2]
    assert light[z < 0.01].mean() + 40 < light[z > 2.99].mean()


def test_part_that_does_not_block_leaves_no_shade():
    wall, roof = box((0, 0, 0), (1, 1, 1)), box((-3, -3, 1.1), (4, 4, 1.3))
    shaded = bake_group([stone(wall), stone(roof)], floor=0.0)[0]
    free = bake_group([stone(wall), stone(roof)], floor=0.0, blocks=[True, False])[0]
    top = free.vertices["normal"][:, 2] > 0.9
    assert shaded.vertices["extra"][top, 0].mean() + 60 < free.vertices["extra"][top, 0].mean()


def test_board_without_terrain_is_all_light():
    light = board_light(12, 8, np.zeros((0, 3), np.float32), np.zeros((0, 3), np.int64))
    assert (light == 255).all()


def test_board_is_dark_beside_a_wall_and_light_away_from_it():
    wall = box((5, 1, 0), (5.5, 7, 3))
    light = board_light(12, 8, wall.vertices.astype(np.float32), wall.faces).astype(int)
    scale = light.shape[1] / (12 + 2 * BOARD_MARGIN)
    at = lambda x, y: light[round((y + BOARD_MARGIN) * scale), round((x + BOARD_MARGIN) * scale)]
    assert light.shape == (round((8 + 2 * BOARD_MARGIN) * scale), round((12 + 2 * BOARD_MARGIN) * scale))
    assert at(5.7, 4) + 60 < at(11, 4)


def test_openings_are_air_and_have_no_surface():
    arch = Part("way", frozenset({PartKind.ARCH}), box((0, 0, 0), (1, 1, 2)), is_opening=True)
    wall = Part("wall", frozenset({PartKind.OBSTACLE}), box((2, 0, 0), (3, 1, 2)))
    assert set(piece_surfaces(Piece("gate", (arch, wall)))) == {"wall"}


def test_model_without_a_figure_has_none_to_draw():
    assert figure_surfaces(Figure("nothing", ()), Base(BaseShape.ROUND, 1, 1)) == {}


def test_prepared_piece_comes_back_the_same_from_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path))
    piece = Piece("p", (Part("wall", frozenset({PartKind.OBSTACLE}), box((0, 0, 0), (3, 1, 2))),))
    first = piece_surfaces(piece)["wall"]
    assert any(tmp_path.iterdir())
    monkeypatch.setattr("warcry3d.app.scene.piece.bake_group", None)  # must not be asked again
    again = piece_surfaces(piece)["wall"]
    assert (again.vertices == first.vertices).all()
    assert (again.triangles == first.triangles).all()


def test_spoiled_cache_is_made_again(monkeypatch, tmp_path):
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path))
    key = key_of("test", 1.0)
    kept(key, lambda: {"a": np.arange(3)})
    for file in tmp_path.rglob("*.npz"):
        file.write_bytes(b"PK\x03\x04 spoiled")
    assert (kept(key, lambda: {"a": np.arange(4)})["a"] == np.arange(4)).all()


def test_keys_tell_kinds_types_and_shapes_apart():
    a = np.arange(6, dtype=np.int32)
    keys = {key_of("k", a), key_of("k", a.reshape(2, 3)), key_of("k", a.astype(np.int64)), key_of("other", a)}
    assert len(keys) == 4
    assert key_of("k", a) == key_of("k", a.copy())


def test_light_does_not_depend_on_where_the_piece_stands():
    solid = box((0, 0, 0), (2, 1, 1))
    here = bake_group([stone(solid)], floor=0.0)[0]
    there = bake_group([stone(solid.placed(Placement((5, 3, 0))))], floor=0.0)[0]
    apart = here.vertices["extra"][:, 0].astype(int) - there.vertices["extra"][:, 0].astype(int)
    assert np.abs(apart).max() <= 6
