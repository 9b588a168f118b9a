"""A reduced mesh stays within the one it was made from: by hand, at random, and in what sight makes of it."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmarks.boards import make_board
from benchmarks.reduction import _roughened
from tests import zoo
from tests.soak import examples, mostly_soak
from tests.terrain.meshes import MM, rough
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.sight.blockers import blockers_of
from warcry3d.sight.proof import Refuted, Verified, proof_of, verify
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.sight.visible import Sightlines
from warcry3d.table.files import load_table, save_table
from warcry3d.table.models import Tag
from warcry3d.table.piece_notes import Source
from warcry3d.table.pieces import load_piece, save_piece
from warcry3d.table.table import Terrain
from warcry3d.table.terrain import Feature, Part, PartKind, Piece
from warcry3d.terrain.reducing.boxes import boxed
from warcry3d.terrain.reducing.deviation import LEAST, bound, deviation, distances, heights, samples, spread
from warcry3d.terrain.reducing.reduce import CREEP, _nearest, reduced
from warcry3d.units import SIGHT_TOLERANCE_MM

LIMIT = 0.1 / MM


def winding(solid: Solid, points: FloatArray) -> FloatArray:
    """Return how often the solid winds around each point, by the solid angles of its triangles: nothing shared with
    what is tested.
    """
    out = np.empty(len(points))
    for i, point in enumerate(points):
        a, b, c = (solid.vertices[solid.faces[:, k]] - point for k in range(3))
        la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
        top = np.einsum("ij,ij->i", a, np.cross(b, c))
        under = (
            la * lb * lc
            + np.einsum("ij,ij->i", a, b) * lc
            + np.einsum("ij,ij->i", b, c) * la
            + np.einsum("ij,ij->i", c, a) * lb
        )
        out[i] = 2 * np.arctan2(top, under).sum() / (4 * np.pi)
    return out


def bumpy(seed: int, cells: int = 14, *, depth: float = 0.06) -> Solid:
    """Return a ball or brick of about an inch with random bumps and pits, some of its sides flat, in inches."""
    rng = np.random.default_rng(seed)
    n = cells
    u, v = np.meshgrid(np.arange(2 * n) * (np.pi / n), (np.arange(n) + 0.5) * (np.pi / n), indexing="ij")
    ball = np.stack([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)], axis=-1).reshape(-1, 3)
    points = np.concatenate([ball, [[0, 0, 1.0], [0, 0, -1.0]]])
    shape = np.sign(points) * np.abs(points) ** rng.uniform(0.3, 1.0) * rng.uniform(0.3, 0.8, 3)
    shape += points * (rng.normal(size=len(points)) * depth / MM)[:, None]
    shape[:, 2] = np.clip(shape[:, 2], -0.9 * np.abs(shape[:, 2]).max(), 0.8 * np.abs(shape[:, 2]).max())
    i, j = np.meshgrid(np.arange(2 * n), np.arange(n - 1), indexing="ij")
    a, b = (i * n + j).ravel(), (((i + 1) % (2 * n)) * n + j).ravel()
    k = np.arange(2 * n)
    after = (k + 1) % (2 * n)
    top, bottom = len(ball), len(ball) + 1
    faces = [np.stack([a, a + 1, b], 1), np.stack([b, a + 1, b + 1], 1)]
    faces += [np.stack([np.full(2 * n, top), k * n, after * n], 1)]
    faces += [np.stack([k * n + n - 1, np.full(2 * n, bottom), after * n + n - 1], 1)]
    return Solid(shape, np.concatenate(faces).astype(np.int32))


# how it is measured


def test_bound_of_a_box_within_a_box_is_the_distance_of_their_corners() -> None:
    one, other = boxed(box((0, 0, 0), (2, 2, 2))), boxed(box((0.1, 0.1, 0.1), (1.9, 1.9, 1.9)))
    most, places = bound(one, other, 1.0, 1e-3)
    assert most == pytest.approx(0.1 * 3**0.5, abs=1e-3)
    assert len(places) == 0


def test_bound_finds_the_middle_of_a_face_that_no_corner_tells_of() -> None:
    """A square a of 2 in, all corners at home; in the other surface its middle is drawn in by 0.5 in."""
    flat = box((0, 0, 0), (2, 2, 1))
    top = np.flatnonzero(flat.normals[:, 2] > 0.9)
    rim = [[a, b] for f in top for a, b in zip(flat.faces[f], np.roll(flat.faces[f], -1), strict=True)]
    outer = [[a, b] for a, b in rim if [b, a] not in rim]
    faces = [f for i, f in enumerate(flat.faces.tolist()) if i not in top] + [[a, b, 8] for a, b in outer]
    dented = Solid(np.concatenate([flat.vertices, [[1.0, 1.0, 0.5]]]), np.array(faces, np.int32))
    most, places = bound(boxed(flat), boxed(dented), 0.3, 0.01)
    # straight to a side of the pit: it is 0.5 deep on a foot of 1
    assert most == pytest.approx(0.5 * 1 / 1.25**0.5, abs=0.01)
    assert len(places)
    assert np.abs(places[:, :2] - 1).max() < 0.5


@given(st.integers(0, 10**6), st.sampled_from([0.1, 1.0]))
@examples(6)
@example(83674, 1.0)
def test_no_point_of_a_surface_is_farther_than_its_bound(seed: int, allowed: float) -> None:
    """Seed 83674 with 1 in allowed: the bound is 0.1 in, a sample 0.039. Below a tenth of that no bound is refined."""
    one, other = boxed(bumpy(seed)), boxed(bumpy(seed + 1))
    most, _ = bound(one, other, allowed, 1e-3)
    points = np.concatenate([one.vertices, spread(one.vertices, one.faces, 20_000, seed=seed)[0]])
    sampled = float(distances(other, points)[0].max())
    assert sampled <= most + 1e-12
    assert most <= max(sampled + 0.01, LEAST * allowed)  # samples are up to 0.01 in from the farthest place


@given(st.integers(0, 10**6))
@examples(10)
def test_height_is_negative_inside_and_positive_outside(seed: int) -> None:
    solid = bumpy(seed)
    points = np.random.default_rng(seed).uniform(-1, 1, (60, 3))
    inside = winding(solid, points) > 0.5
    assert ((heights(boxed(solid), points) < 0) == inside).all()


# what is left lies within what there was


@given(st.integers(0, 10**6), st.sampled_from([0.02, 0.06, 0.15]))
@examples(6)
def test_reduced_mesh_lies_within_the_first_and_no_further_off_than_said(seed: int, depth: float) -> None:
    before = bumpy(seed, 24, depth=depth)
    light = reduced(before, LIMIT, heavy=100)
    assert len(light.solid.faces) < len(before.faces)
    assert 0 < light.deviation <= LIMIT
    points = np.concatenate([light.solid.vertices, spread(light.solid.vertices, light.solid.faces, 300, seed=seed)[0]])
    out = winding(before, points) < 0.5  # on flat surface it is a half, and rounding tells
    gap, _ = distances(boxed(before), points)
    assert (gap[out] <= 2 * CREEP).all()
    there, _ = distances(boxed(light.solid), spread(before.vertices, before.faces, 20_000, seed=seed)[0])
    back, _ = distances(boxed(before), spread(light.solid.vertices, light.solid.faces, 200_000, seed=seed)[0])
    assert max(there.max(), back.max()) <= light.deviation + 1e-9


def test_no_sample_of_either_surface_is_further_off_than_said() -> None:
    """A ruin with edges as thin as a hair: its own samples told of 0.090 mm, others found 0.106."""
    ruin = _roughened(make_board(2, triangles=300_000).terrain[7])
    light = reduced(ruin, LIMIT, heavy=2_000)
    assert len(light.solid.faces) < len(ruin.faces) / 3
    assert deviation(ruin, light.solid).largest <= light.deviation + 1e-9 <= LIMIT


def test_of_the_heaviest_meshes_the_lighter_surface_is_measured_and_not_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is said is then no less than any sample of its own found, nor than the bound the other way."""
    before = bumpy(3, 24, depth=0.06)
    monkeypatch.setattr("warcry3d.terrain.reducing.reduce._BOUNDED", 100)
    light = reduced(before, LIMIT, heavy=100)
    assert len(light.solid.faces) < len(before.faces)
    one, other = boxed(before), boxed(light.solid)
    sampled = float(np.abs(heights(one, samples(other, seed=12))).max())
    assert max(sampled, bound(one, other, LIMIT, 0.02 * LIMIT)[0] - 0.02 * LIMIT) <= light.deviation <= LIMIT


def test_around_a_place_that_went_wrong_all_that_the_lighter_triangles_reach_stays() -> None:
    along = np.linspace(0, 1, 101)
    line = np.column_stack([along, np.zeros(101), np.zeros(101)])
    assert _nearest(line, np.array([[0.5, 0.01, 0.0]]), 0.1001).tolist() == list(range(41, 60))
    assert len(_nearest(line, np.array([[0.5, 9.0, 0.0]]), 0.1)) == 12


def test_pits_are_not_bridged_even_where_they_are_shallow() -> None:
    """Of a plate with bumps and pits of 0.04 mm, far below the limit, only the bumps may go."""
    before = Solid(rough(70).vertices / MM, rough(70).faces)
    light = reduced(before, LIMIT, heavy=1_000)
    assert len(light.solid.faces) < len(before.faces) / 2
    assert light.solid.volume < before.volume
    points = spread(light.solid.vertices, light.solid.faces, 100_000, seed=5)[0]
    assert heights(boxed(before), points).max() <= 2 * CREEP


def test_a_plate_thinner_than_the_limit_is_not_turned_inside_out() -> None:
    """A bent leaf, 0.05 mm thin: its bows may not go through its other side."""
    n = 70
    x = np.linspace(0, 2, n)
    z = 0.4 + 0.05 * np.sin(6 * x) + 0.01 * np.sin(37 * x)
    grid = np.stack(np.meshgrid(x, np.linspace(0, 1, n), indexing="ij"), axis=-1).reshape(-1, 2)
    upper = np.column_stack([grid, np.repeat(z, n)])
    lower = upper - [0, 0, 0.05 / MM]
    i, j = (k.ravel() for k in np.meshgrid(np.arange(n - 1), np.arange(n - 1), indexing="ij"))
    a, b = i * n + j, (i + 1) * n + j
    top = np.concatenate([np.stack([a, b, b + 1], 1), np.stack([a, b + 1, a + 1], 1)])
    rim = np.concatenate([np.arange(n) * n, n * (n - 1) + np.arange(1, n), (np.arange(n - 2, -1, -1)) * n + n - 1,
                          np.arange(n - 2, 0, -1)])  # fmt: skip
    after, under = np.roll(rim, -1), n * n
    sides = np.concatenate([np.stack([rim, rim + under, after + under], 1), np.stack([rim, after + under, after], 1)])
    faces = np.concatenate([top, top[:, ::-1] + under, sides])
    leaf = Solid(np.concatenate([upper, lower]), faces.astype(np.int32))
    light = reduced(leaf, LIMIT, heavy=1_000).solid
    points = spread(light.vertices, light.faces, 50_000, seed=2)[0]
    assert heights(boxed(leaf), points).max() <= 2 * CREEP


# what sight makes of it


def board(walls: tuple[Solid, ...], deviations: tuple[float, ...]) -> Sightlines:
    """Return what is seen on a small board: three walls in a row, of which what they stand for may deviate (mm), and
    three fighters on each side, each right before or behind a wall.
    """
    features = tuple(
        Feature(
            f"wall-{i}",
            Piece("wall", (Part("all", frozenset({PartKind.OBSTACLE}), solid, deviation_mm=off),)),
            Placement((3.0, 1.25 * (i - 1), 1.0), 0.1 * i),
        )
        for i, (solid, off) in enumerate(zip(walls, deviations, strict=True))
    )
    models = [zoo.fighter(f"{side}-{i}", (x, 1.25 * (i - 1)), side=side) for side, x in SIDES for i in range(3)]
    return Sightlines(replace(zoo.table(*models), terrain=Terrain(features)), budget=50_000)


SIDES = (("red", 0.0), ("blue", 6.0))


@pytest.mark.parametrize("seed", mostly_soak(range(4), quick=1))
def test_no_verdict_flips_when_terrain_is_reduced(seed: int) -> None:
    shapes = [bumpy(10 * seed + i, 24, depth=0.08) for i in range(3)]
    size = np.array([0.3, 0.55, 1.6])
    walls = tuple(Solid(one.vertices / np.abs(one.vertices).max(axis=0) * size, one.faces) for one in shapes)
    light = tuple(reduced(wall, LIMIT, heavy=100) for wall in walls)
    assert all(one.deviation > 0 for one in light)
    before = board(walls, (0.0,) * 3)
    after = board(tuple(one.solid for one in light), tuple(one.deviation * MM for one in light))
    kinds = []
    for i, j in product(range(3), range(3)):
        one, other = (lines.between(f"red-{i}", f"blue-{j}") for lines in (before, after))
        assert type(other) in (type(one), TooClose), (i, j, one, other)
        kinds.append(type(one))
    assert {Seen, Hidden} <= set(kinds)  # a board of one answer would say nothing


# what is said of a part counts


def slit(width_mm: float, deviation_mm: float) -> tuple[Feature, Feature]:
    """Return two walls with a slit between them, of which one may lie elsewhere."""
    stones = [box((-0.2, -4, 0), (0.2, 0, 3)), box((-0.2, width_mm / MM, 0), (0.2, 4, 3))]
    return tuple(  # type: ignore[return-value]
        Feature(f"wall-{i}", Piece("wall", (part,)), Placement((3.0, 0.0, 0.0), 0.0))
        for i, part in enumerate(
            Part("all", frozenset({PartKind.OBSTACLE}), solid, deviation_mm=off)
            for solid, off in zip(stones, (deviation_mm, 0.0), strict=True)
        )
    )


@pytest.mark.parametrize(
    ("width_mm", "deviation_mm", "kind"),
    [(0.35, 0.0, Seen), (0.35, 0.1, TooClose), (0.44, 0.1, TooClose), (0.48, 0.1, Seen), (0.2, 0.0, TooClose)],
)
def test_slit_beside_a_reduced_wall_must_be_wider(width_mm: float, deviation_mm: float, kind: type) -> None:
    """Clear by half the tolerance, 0.125 mm, and the deviation of what stands nearest, on each side."""
    table = zoo.table(*(zoo.fighter(side, (x, 0), side=side) for side, x in SIDES), *slit(width_mm, deviation_mm))
    verdict = Sightlines(table).between("red", "blue")
    assert isinstance(verdict, kind)
    proof = proof_of(table, "red", "blue", verdict, frozenset(Tag), (), SIGHT_TOLERANCE_MM)
    assert isinstance(verify(proof, table), Verified)


def test_reduced_wall_far_from_the_line_asks_for_no_more_room() -> None:
    far = Feature(
        "far",
        Piece("wall", (Part("all", frozenset({PartKind.OBSTACLE}), box((0, 0, 0), (0.3, 0.3, 3)), deviation_mm=0.1),)),
        Placement((3.0, 0.9, 3.5), 0.0),
    )
    models = [zoo.fighter(side, (x, 0), side=side) for side, x in SIDES]
    assert isinstance(Sightlines(zoo.table(*models, *slit(0.35, 0.0), far)).between("red", "blue"), Seen)


def test_checker_refuses_what_is_seen_only_past_the_reduced_mesh() -> None:
    models = [zoo.fighter(side, (x, 0), side=side) for side, x in SIDES]
    plain, off = (zoo.table(*models, *slit(0.35, deviation)) for deviation in (0.0, 0.1))
    verdict = Sightlines(plain).between("red", "blue")
    proof = proof_of(plain, "red", "blue", verdict, frozenset(Tag), (), SIGHT_TOLERANCE_MM)
    assert isinstance(verify(proof, plain), Verified)
    refused = verify(proof, off)
    assert isinstance(refused, Refuted)
    assert "clear by only" in refused.reason


def test_parts_keep_their_deviation_in_pieces_and_tables(tmp_path: Path) -> None:
    part = Part("stones", frozenset({PartKind.OBSTACLE}), box((0, 0, 0), (2, 1, 1)), deviation_mm=0.07)
    save_piece(Piece("hut", (part,)), tmp_path / "hut.glb")
    assert [one.deviation_mm for one in load_piece(tmp_path / "hut.glb").parts] == [0.07]
    inline = zoo.table(zoo.fighter("red", (9, 9)), Feature("hut", Piece("hut", (part,)), Placement()))
    save_table(inline, tmp_path / "a.table.json")
    again = load_table(tmp_path / "a.table.json")
    assert [one.deviation_mm for one in again.terrain.features[0].piece.parts] == [0.07]


@pytest.mark.parametrize("mesh", ["stones", {"file": "hut.glb"}, {"file": "hut.glb", "node": "stones"}])
def test_deviation_of_an_imported_mesh_comes_along_where_a_table_names_it(tmp_path: Path, mesh: object) -> None:
    source = Source("hut.stl", "0" * 64, 1, "mm", "z", deviation_mm=0.08)
    part = Part("stones", frozenset({PartKind.OBSTACLE}), box((0, 0, 0), (2, 1, 1)))
    save_piece(Piece("hut", (part,), source=source), tmp_path / "hut.glb")
    wire = {
        "format": "warcry3d.table/1",
        "board": {"width": 30, "depth": 22},
        "pieces": {"hut": {"file": "hut.glb", "parts": [{"id": "a", "kind": "obstacle", "mesh": mesh}]}},
        "features": [{"id": "one", "piece": "hut", "at": [5, 5]}],
    }
    (tmp_path / "b.table.json").write_text(json.dumps(wire))
    table = load_table(tmp_path / "b.table.json")
    assert [one.deviation_mm for one in table.terrain.features[0].piece.parts] == [0.08]
    assert max(blockers_of(table, frozenset(Tag)).deviations) == pytest.approx(0.08 / MM)
