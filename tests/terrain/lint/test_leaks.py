"""Cracks a line of sight gets through: found and placed with their width; windows, joints and planks are no cracks."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import zoo
from tests.soak import examples
from tests.terrain.lint.pieces import found, subject
from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement, Solid
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.sight.visible import sight
from warcry3d.table.terrain import Part
from warcry3d.units import MM


def two_walls(gap_mm: float, *, turn: float = 0.0, at: tuple[float, float, float] = (0, 0, 0)) -> tuple[Part, Part]:
    """Return two walls in a row, 2 x 0.4 x 2 in each, with a gap between them."""
    placed = Placement(at, turn)
    left = shapes.box((0, 0, 0), (2, 0.4, 2))
    right = shapes.box((2 + gap_mm * MM, 0, 0), (4 + gap_mm * MM, 0.4, 2))
    return zoo.part("left", left.placed(placed)), zoo.part("right", right.placed(placed))


def wall_with_hole(radius_mm: float, *, sides: int = 12) -> Solid:
    """Return a wall 4 x 0.4 x 2 in with a round hole through it at (2, ., 1)."""
    import manifold3d

    hole = manifold3d.Manifold.cylinder(1.0, radius_mm * MM, circular_segments=sides).rotate((90, 0, 0))
    wall = manifold3d.Manifold.cube((4, 0.4, 2)) - hole.translate((2, 0.7, 1))
    mesh = wall.to_mesh64()
    return Solid(np.array(mesh.vert_properties)[:, :3], np.array(mesh.tri_verts).astype(np.int32))


@pytest.mark.parametrize("gap_mm", [0.02, 0.05, 0.3, 0.99])
def test_slit_between_two_walls_pushed_together_is_a_leak_of_its_width(gap_mm: float) -> None:
    (leak,) = found("T-LEAK", *two_walls(gap_mm))
    assert leak.message.values["width_mm"] == pytest.approx(gap_mm, abs=1e-6)
    assert {leak.message.values["part"], leak.message.values["other"]} == {"left", "right"}
    x, y, z = leak.places[0]
    assert x == pytest.approx(2 + gap_mm * MM / 2, abs=1e-4)
    assert 0 <= y <= 0.4
    assert 0 < z < 2


def test_line_told_with_a_leak_runs_from_one_side_of_the_wall_to_the_other() -> None:
    (leak,) = found("T-LEAK", *two_walls(0.3))
    (x0, y0, z0), (x1, y1, z1) = leak.lines[0]
    assert min(y0, y1) < -1
    assert max(y0, y1) > 1.4
    assert x0 == x1 == pytest.approx(2 + 0.15 * MM, abs=1e-4)
    assert z0 == pytest.approx(z1, abs=1e-3)


@pytest.mark.parametrize("gap_mm", [0.0, 0.0005])
def test_walls_that_touch_do_not_leak(gap_mm: float) -> None:
    assert found("T-LEAK", *two_walls(gap_mm)) == []


@pytest.mark.parametrize("gap_mm", [1.2, 2.0, 2.9])
def test_gap_that_is_seen_is_only_a_note(gap_mm: float) -> None:
    assert found("T-LEAK", *two_walls(gap_mm)) == []
    (chink,) = found("T-CHINK", *two_walls(gap_mm))
    assert chink.severity == "note"
    assert chink.message.values["width_mm"] == pytest.approx(gap_mm, abs=1e-6)


def test_wide_gap_is_no_finding_at_all() -> None:
    assert found("T-LEAK", *two_walls(4)) == found("T-CHINK", *two_walls(4)) == []


def test_planks_of_a_deck_two_millimetres_apart_are_no_leak() -> None:
    step = 0.5 + 2 * MM
    planks = [zoo.box_part(f"plank-{i}", (i * step, 0, 2), (i * step + 0.5, 4, 2.2), "platform") for i in range(6)]
    legs = zoo.box_part("leg", (0, 0, 0), (0.3, 0.3, 2)), zoo.box_part("leg-2", (2.6, 3, 0), (2.9, 3.3, 2))
    assert found("T-LEAK", *planks, *legs) == []
    assert found("T-CHINK", *planks, *legs)


def test_hole_of_a_hairs_breadth_is_found_whichever_way_the_eye_would_have_to_look() -> None:
    (leak,) = found("T-LEAK", zoo.part("wall", wall_with_hole(0.15)))
    assert 0.25 < leak.message.values["width_mm"] <= 0.3
    assert leak.places[0][0] == pytest.approx(2, abs=0.01)
    assert leak.places[0][2] == pytest.approx(1, abs=0.01)


def test_window_is_no_leak() -> None:
    wall = zoo.part("wall", wall_with_hole(10, sides=40))
    assert found("T-LEAK", wall) == found("T-CHINK", wall) == []


def test_joint_between_stones_that_does_not_go_through_is_no_leak() -> None:
    stones = [zoo.box_part(f"stone-{i}", (i * 1.01, -0.1, 0), (i * 1.01 + 1.0, 0.2, 1.5)) for i in range(4)]
    core = zoo.box_part("core", (0, 0, 0), (4, 0.1, 1.5))
    assert found("T-LEAK", *stones, core) == []


def test_groove_along_a_wall_is_no_leak_since_lines_beside_it_are_free() -> None:
    low = zoo.box_part("low", (0, 0, 0), (4, 0.4, 1))
    core = zoo.box_part("core", (0, 0.05, 0.9), (4, 0.35, 1.2))
    high = zoo.box_part("high", (0, 0, 1 + 0.5 * MM), (4, 0.4, 2))
    assert found("T-LEAK", low, core, high) == []


def test_crack_under_what_hangs_lower_than_figures_begin_is_no_leak() -> None:
    plate = zoo.box_part("plate", (0, 0, 0), (4, 4, 0.05))
    slab = zoo.box_part("slab", (0, 0, 0.05 + 0.4 * MM), (4, 4, 0.1))
    post = zoo.box_part("post", (1.9, 1.9, 0), (2.1, 2.1, 0.08))
    assert found("T-LEAK", plate, slab, post) == []


def test_scenery_neither_leaks_nor_stops_a_leak() -> None:
    left, right = two_walls(0.3)
    bush = zoo.box_part("bush", (1.5, -0.5, 0), (2.5, 1, 2.5), "scenery")
    assert len(found("T-LEAK", left, right, bush)) == 1
    assert found("T-LEAK", left, Part("ivy", frozenset({zoo.PartKind.SCENERY}), right.solid)) == []


@given(
    gap=st.integers(5, 95).map(lambda n: n / 100),
    turn=st.integers(0, 359).map(math.radians),
    x=st.integers(-50, 50).map(lambda n: n / 7),
)
@examples(15)
def test_leak_turns_and_moves_with_its_piece(gap: float, turn: float, x: float) -> None:
    (leak,) = found("T-LEAK", *two_walls(gap, turn=turn, at=(x, 1.0, 0.0)))
    assert leak.message.values["width_mm"] == pytest.approx(gap, abs=1e-5)


def test_every_line_told_is_free_by_another_reckoning() -> None:
    """Moeller and Trumbore's test against every triangle, without any tree."""
    parts = two_walls(0.4)
    (leak,) = found("T-LEAK", *parts)
    start, end = (np.array(point) for point in leak.lines[0])
    whole = subject(*parts).blockers
    assert whole is not None
    a, b, c = np.moveaxis(whole.solid.triangles, 1, 0)
    across = np.cross(end - start, c - a)
    determinant = ((b - a) * across).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = ((start - a) * across).sum(axis=1) / determinant
        turned = np.cross(start - a, b - a)
        v = turned @ (end - start) / determinant
        t = ((c - a) * turned).sum(axis=1) / determinant
        crossed = (u >= 0) & (v >= 0) & (u + v <= 1) & (t >= 0) & (t <= 1)
    assert not crossed.any()


@pytest.mark.parametrize(("gap_mm", "verdict"), [(0.0, Hidden), (0.1, TooClose), (0.6, Seen)])
def test_judge_of_sight_is_in_doubt_or_sees_where_a_leak_is_told_and_only_there(gap_mm: float, verdict: type) -> None:
    left = zoo.box_part("left", (-9, 0, 0), (0, 0.4, 4))
    right = zoo.box_part("right", (gap_mm * MM, 0, 0), (9, 0.4, 4))
    wall = zoo.feature("wall", left, right, at=(15, 11, 0))
    table = zoo.table(wall, zoo.fighter("a", (15, 9)), zoo.fighter("b", (15, 13.4), side="blue"))
    assert isinstance(sight(table, "a", "b"), verdict)
    assert bool(found("T-LEAK", left, right)) == (verdict is not Hidden)


@pytest.mark.parametrize("z", [0.513, 1.127, 2.271])
def test_no_crack_is_too_small_to_be_found(z: float) -> None:
    """By hand: two walls, one behind the other by 0.3 mm, that overlap by 0.05 in; mortar fills all but 0.04 in.
    Both walls are of large triangles, on which points stand a tenth of an inch apart.
    """
    gap = 0.3 * MM
    parts = [
        zoo.box_part("front", (0, 0, 0), (2, 0.4, 3)),
        zoo.box_part("rear", (1.95, 0.4 + gap, 0), (4, 0.8 + gap, 3)),
        zoo.box_part("mortar", (1.9, 0.35, 0), (2.05, 0.45 + gap, z)),
        zoo.box_part("plaster", (1.9, 0.35, z + 0.04), (2.05, 0.45 + gap, 3)),
    ]
    (finding,) = found("T-LEAK", *parts)
    assert finding.places[0] == pytest.approx((1.975, 0.4 + gap / 2, z + 0.02), abs=0.03)
    assert finding.message.values["width_mm"] == pytest.approx(0.3, abs=0.01)


def test_faces_that_look_at_each_other_are_found_where_they_do() -> None:
    """By hand: two boards that cross 0.01 in apart share a square of 0.04 in around (2, 2), less than points find."""
    below = zoo.box_part("below", (0, 1.98, 0), (4, 2.02, 1))
    above = zoo.box_part("above", (1.98, 0, 1.01), (2.02, 4, 2))
    whole = subject(below, above).blockers
    assert whole is not None
    points, faces = whole.facing(0.05, -0.7, 1000)
    assert len(points) > 0
    assert np.abs(points[:, :2] - 2).max() <= 0.02 + 1e-9
    assert set(np.round(points[:, 2], 6).tolist()) == {1.0, 1.01}
    corners = whole.solid.triangles[faces]
    assert np.abs(np.einsum("ij,ij->i", points - corners[:, 0], whole.solid.normals[faces])).max() < 1e-9
    assert len(whole.facing(0.005, -0.7, 1000)[0]) == 0
