"""How a ribbon passes a solid: through, over, under, or by."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.strategies import Motion
from warcry3d.geom import shapes
from warcry3d.geom.nearest import Point
from warcry3d.geom.solid import Placement, Solid
from warcry3d.geom.swept_line import Passing, SweptLine

WIDTH = 0.04


def ribbon(start: Point, end: Point, width: float = WIDTH) -> SweptLine:
    along = math.dist(start[:2], end[:2])
    return SweptLine(start, end, ((start[1] - end[1]) / along, (end[0] - start[0]) / along), width)


LEVEL = ribbon((0, 0, 1), (10, 0, 1))


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Solid:
    return shapes.box(low, high)


def test_ribbon_enters_a_wall_where_it_meets_its_face() -> None:
    assert LEVEL.passing(box((4, -3, 0), (5, 3, 2))) == Passing(pytest.approx((4, 0, 1)))


def test_ribbon_rising_enters_where_it_meets_the_face_at_that_height() -> None:
    rising = ribbon((0, 0, 0), (8, 0, 4))
    assert rising.passing(box((4, -3, 0), (5, 3, 3))).enters == pytest.approx((4, 0, 2))


def test_ribbon_rising_out_of_reach_of_a_wall_passes_over() -> None:
    rising = ribbon((0, 0, 0), (8, 0, 4))
    assert rising.passing(box((4, -3, 0), (5, 3, 1.9))) == Passing(over=True)


def test_ribbon_falling_onto_a_block_enters_through_its_top() -> None:
    falling = ribbon((0, 0, 4), (8, 0, 0))
    assert falling.passing(box((3, -3, 0), (7, 3, 1))).enters == pytest.approx((6, 0, 1))


def test_ribbon_passes_under_a_lintel() -> None:
    assert LEVEL.passing(box((4, -3, 1.5), (5, 3, 2))) == Passing(under=True)


def test_ribbon_through_the_gap_of_an_arch_has_it_below_and_above() -> None:
    sill_and_lintel = [box((4, -3, 0), (5, 3, 0.5)), box((4, -3, 1.5), (5, 3, 2))]
    both = Solid(
        np.concatenate([s.vertices for s in sill_and_lintel]),
        np.concatenate([s.faces + 8 * i for i, s in enumerate(sill_and_lintel)]),
    )
    assert LEVEL.passing(both) == Passing(over=True, under=True)


def test_ribbon_within_its_half_width_of_a_wall_beside_it_enters_at_its_edge() -> None:
    assert LEVEL.passing(box((4, 0.019, 0), (5, 3, 2))).enters == pytest.approx((4, 0.019, 1))


def test_ribbon_just_beyond_its_half_width_of_a_wall_passes_by() -> None:
    assert LEVEL.passing(box((4, 0.021, 0), (5, 3, 2))) == Passing()


def test_ribbon_meets_a_pin_thinner_than_itself_beside_its_middle() -> None:
    assert LEVEL.passing(box((4, 0.005, 0), (4.001, 0.006, 2))).enters == pytest.approx((4, 0.005, 1))


def test_ribbon_over_a_pin_beside_its_middle_passes_over() -> None:
    assert LEVEL.passing(box((4, 0.005, 0), (4.001, 0.006, 0.9))) == Passing(over=True)


def test_ribbon_that_starts_inside_enters_at_its_start() -> None:
    assert LEVEL.passing(box((-1, -3, 0), (2, 3, 2))).enters == pytest.approx((0, 0, 1))


def test_ribbon_wholly_inside_enters_at_its_start() -> None:
    assert LEVEL.passing(box((-1, -3, 0), (12, 3, 2))).enters == pytest.approx((0, 0, 1))


def test_ribbon_wholly_in_a_cavity_meets_nothing() -> None:
    outer, inner = box((-2, -3, 0), (12, 3, 3)), box((-1, -2, 0.5), (11, 2, 1.5))
    hollow = Solid(
        np.concatenate([outer.vertices, inner.vertices]), np.concatenate([outer.faces, inner.faces[:, ::-1] + 8])
    )
    assert not LEVEL.passing(hollow).through


def test_ribbon_meets_nothing_beyond_its_ends() -> None:
    assert LEVEL.passing(box((10.001, -3, 0), (12, 3, 2))) == Passing()
    assert LEVEL.passing(box((-2, -3, 0), (-0.001, 3, 2))) == Passing()


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ((4, -3, 0), (5, 3, 1), Passing(over=True)),  # along its top
        ((4, -3, 1), (5, 3, 2), Passing(under=True)),  # along its bottom
        ((4, WIDTH / 2, 0), (5, 3, 2), Passing()),  # along its side
        ((10, -3, 0), (12, 3, 2), Passing()),  # up to its face
        ((-2, -3, 0), (0, 3, 2), Passing()),  # from its face
    ],
)
@pytest.mark.parametrize("turn", [0.0, 0.3, 1.0, 2.5])
def test_ribbon_that_only_touches_does_not_enter(
    low: tuple[float, float, float], high: tuple[float, float, float], expected: Passing, turn: float
) -> None:
    motion = Motion(turn, (11.1, -7.3, 0.7))
    moved = ribbon(_moved(motion, LEVEL.start), _moved(motion, LEVEL.end))
    assert moved.passing(box(low, high).placed(Placement(motion.shift, turn))) == expected


def _moved(motion: Motion, point: Point) -> Point:
    x, y, z = motion.point(point)
    return x, y, z


def test_ribbon_up_to_the_edge_of_a_block_does_not_enter_it() -> None:
    """A base that stands flush with the edge of a block: the line from below ends on that edge."""
    assert not ribbon((0, 0, 0), (5, 0, 2)).passing(box((5, -2, 0), (9, 2, 2))).through


def test_ribbon_at_the_height_of_a_row_of_vertices_enters_all_the_same() -> None:
    lower, upper = box((4, -3, 0), (5, 3, 1)), box((4, -3, 1), (5, 3, 2))
    # One wall with a ring of vertices at the ribbon's height: the shared face is left out.
    vertices = np.concatenate([lower.vertices, upper.vertices[4:]])
    faces = [f for f in lower.faces.tolist() if not set(f) <= {4, 5, 6, 7}]
    faces += [[i + 4 for i in f] for f in upper.faces.tolist() if not set(f) <= {0, 1, 2, 3}]
    assert LEVEL.passing(Solid(vertices, np.array(faces, dtype=np.int32))).enters == pytest.approx((4, 0, 1))


def test_ribbon_along_a_step_enters_at_its_riser() -> None:
    steps = shapes.prism([(3, 0), (8, 0), (8, 2), (6, 2), (6, 1), (3, 1)], (-3, 3))
    upright = Solid(steps.vertices[:, [0, 2, 1]], steps.faces[:, ::-1])
    assert LEVEL.passing(upright).enters == pytest.approx((6, 0, 1), abs=1e-6)


def test_ribbon_along_a_step_enters_a_riser_askew_at_its_own_edge() -> None:
    outline = [(3, -3), (9, -3), (9, 3), (3, 3)]
    riser = [(5, -3), (9, -3), (9, 3), (6.2, 3)]
    low, high = shapes.prism(outline, (0, 1)), shapes.prism(riser, (0.5, 2))
    both = Solid(np.concatenate([low.vertices, high.vertices]), np.concatenate([low.faces, high.faces + 8]))
    # The riser runs 1.2 along for 6 across: the ribbon's edge at y = -0.02 meets it 0.004 before its middle.
    assert LEVEL.passing(both).enters == pytest.approx((5.596, -0.02, 1), abs=1e-5)


def test_ribbon_touching_a_ridge_below_and_a_ridge_above_enters_neither() -> None:
    below = shapes.prism([(0, 0), (2, 0), (1, 1)], (0, 4))
    # Two roofs: ridges along y at height 1, one standing at x = 3, one hanging at x = 7.
    corners = below.vertices[:, [0, 2, 1]]
    standing = Solid(corners + np.array([2, -2, 0]), below.faces[:, ::-1])
    hanging = Solid(corners * np.array([1, 1, -1]) + np.array([6, -2, 2]), below.faces)
    both = Solid(
        np.concatenate([standing.vertices, hanging.vertices]),
        np.concatenate([standing.faces, hanging.faces + len(standing.vertices)]),
    )
    assert not LEVEL.passing(both).through


def test_ribbon_straight_up_enters_the_slab_above() -> None:
    upright = SweptLine((0, 0, 0), (0, 0, 3), (1, 0), WIDTH)
    assert upright.passing(box((-1, -1, 2), (1, 1, 2.5))).enters == pytest.approx((0, 0, 2))


def test_rest_of_a_ribbon_starts_farther_on() -> None:
    rest = LEVEL.from_on(4.5)
    assert rest is not None
    assert rest.passing(box((4, -3, 0), (5, 3, 2))).enters == pytest.approx((4.5, 0, 1))
    assert LEVEL.from_on(10) is None


def test_ribbon_of_no_length_passes_nothing() -> None:
    assert SweptLine((0, 0, 1), (0, 0, 1), (1, 0), WIDTH).passing(box((-1, -1, 0), (1, 1, 2))) == Passing()


points = st.tuples(*[strategies.lengths(-4, 4)] * 3)


@given(points, points, strategies.tetrahedra(), strategies.motions())
def test_ribbon_and_solid_moved_together_pass_alike(start: Point, end: Point, solid: Solid, motion: Motion) -> None:
    if math.dist(start[:2], end[:2]) < 0.01:
        return
    here = ribbon(start, end).passing(solid)
    there = ribbon(_moved(motion, start), _moved(motion, end)).passing(
        solid.placed(Placement(motion.shift, motion.turn))
    )
    assert (here.over, here.under) == (there.over, there.under)
    assert here.through == there.through
    if here.enters is not None and there.enters is not None:
        assert math.dist(motion.point(here.enters), there.enters) < 1e-4


@given(points, points, strategies.tetrahedra())
def test_ribbon_passes_through_exactly_where_sampled_points_of_it_lie_inside(
    start: Point, end: Point, solid: Solid
) -> None:
    """A tetrahedron is where four planes are; a ribbon 0.5 in wide is sampled densely."""
    if math.dist(start[:2], end[:2]) < 0.01:
        return
    wide = ribbon(start, end, 0.5)
    along, across = np.meshgrid(np.linspace(0, wide.length, 120), np.linspace(-0.25, 0.25, 41), indexing="ij")
    direction = (np.array(end) - start) / wide.length
    sideways = np.array((*wide.across, 0))
    samples = np.array(start) + along[..., None] * direction + across[..., None] * sideways
    depth = ((samples[..., None, :] - solid.triangles[:, 0]) * solid.normals).sum(axis=-1).max(axis=-1)
    enters = wide.passing(solid).enters
    if (depth < -1e-5).any():
        assert enters is not None
        first = along[(depth < 0)].min()
        assert math.dist(start, enters) <= math.hypot(first, 0.25) + 1e-6
    if enters is not None:
        at = ((np.array(enters) - solid.triangles[:, 0]) * solid.normals).sum(axis=-1).max()
        assert at < 1e-4
