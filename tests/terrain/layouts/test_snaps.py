"""Snapping: walls, edges and inch lines pull; nothing overlaps more than it did."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import zoo
from warcry3d.geom.solid import Placement
from warcry3d.table.table import Board
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.piece_plans import plan_bounds
from warcry3d.terrain.layouts.snaps import SnapRules, overlap_area, snapped

WALL = zoo.piece("wall", zoo.box_part("w", (0, 0, 0), (4, 0.5, 3)))
BLOCK = zoo.piece("block", zoo.box_part("b", (0, 0, 0), (3, 2, 2)))
BOARD = Board(30, 22)
NONE = SnapRules(walls=False, edges=False)


def wall(x: float, y: float, z: float = 0.0, degrees: float = 0.0, id: str = "wall") -> Feature:
    return Feature(id, WALL, Placement((x, y, z), math.radians(degrees)))


def test_wall_comes_end_to_end_with_another_and_into_one_line_with_it() -> None:
    fixed = wall(10, 10, id="fixed")
    made = snapped([wall(14.2, 10.1)], [fixed], BOARD, SnapRules())
    assert made.features[0].placement.at == pytest.approx((14, 10, 0), abs=1e-5)
    assert len(made.guides) == 2


def test_wall_comes_to_a_wall_that_stands_askew() -> None:
    fixed, askew = wall(10, 10, degrees=30, id="fixed"), wall(10, 10, degrees=30)
    c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
    off = Feature("off", WALL, Placement((10 + 4.15 * c, 10 + 4.15 * s, 0), askew.placement.turn))
    made = snapped([off], [fixed], BOARD, SnapRules())
    assert made.features[0].placement.at == pytest.approx((10 + 4 * c, 10 + 4 * s, 0), abs=1e-5)


def test_piece_comes_to_the_corner_of_the_board() -> None:
    made = snapped([wall(25.8, 21.3)], [], BOARD, SnapRules())
    assert plan_bounds(made.features)[2:] == pytest.approx((30, 22), abs=1e-5)


def test_side_that_is_nearer_to_a_line_comes_to_it() -> None:
    made = snapped([Feature("block", BLOCK, Placement((5.3, 7.4, 0)))], [], BOARD, SnapRules(grid=1.0))
    assert plan_bounds(made.features) == pytest.approx((5, 7, 8, 9), abs=1e-5)
    tilted = snapped([wall(5.3, 7.4)], [], BOARD, SnapRules(grid=1.0))
    west, south, east, north = plan_bounds(tilted.features)
    assert west == pytest.approx(5, abs=1e-5) and east == pytest.approx(9, abs=1e-5)
    assert min(abs(south - round(south)), abs(north - round(north))) < 1e-5


def test_nothing_pulls_from_beyond_its_reach_or_where_it_is_switched_off() -> None:
    fixed = wall(10, 10, id="fixed")
    assert snapped([wall(14.4, 10.45)], [fixed], BOARD, SnapRules()).features[0].placement.at[:2] == (14.4, 10.45)
    assert snapped([wall(14.1, 10.1)], [fixed], BOARD, NONE).features[0].placement.at[:2] == (14.1, 10.1)


def test_pull_into_another_piece_is_not_followed() -> None:
    fixed, blocking = wall(10, 10, id="fixed"), Feature("block", BLOCK, Placement((10, 10.72, 0)))
    made = snapped([wall(10.0, 10.6, id="moved")], [fixed, blocking], BOARD, SnapRules())
    assert overlap_area(made.features, [fixed, blocking]) <= overlap_area([wall(10, 10.6)], [fixed, blocking]) + 1e-6


def test_what_stands_on_another_overlaps_nothing() -> None:
    block = Feature("block", BLOCK, Placement((10, 10, 0)))
    assert overlap_area([wall(10, 11, z=2.0)], [block]) == 0
    assert overlap_area([wall(10, 11, z=1.5)], [block]) == pytest.approx(3 * 0.5)


def _walls(most: int) -> st.SearchStrategy[list[Feature]]:
    one = st.tuples(
        st.sampled_from((WALL, BLOCK)),
        st.integers(0, 300),
        st.integers(0, 220),
        st.integers(0, 11),
        st.sampled_from((0, 2)),
    )
    return st.lists(one, min_size=1, max_size=most).map(
        lambda some: [
            Feature(f"f{k}", piece, Placement((x / 10, y / 10, z), math.radians(30 * turn)))
            for k, (piece, x, y, turn, z) in enumerate(some)
        ]
    )


@settings(max_examples=60)
@given(_walls(2), _walls(4), st.sampled_from((0.0, 0.5, 1.0)), st.booleans(), st.booleans())
def test_snapped_pieces_never_overlap_more_than_before(
    moving: list[Feature], others: list[Feature], grid: float, walls: bool, edges: bool
) -> None:
    others = [Feature(f"o{k}", one.piece, one.placement) for k, one in enumerate(others)]
    made = snapped(moving, others, BOARD, SnapRules(walls=walls, edges=edges, grid=grid))
    assert overlap_area(made.features, others) <= overlap_area(moving, others) + 1e-5
    shifts = [
        (b.placement.at[0] - a.placement.at[0], b.placement.at[1] - a.placement.at[1])
        for a, b in zip(moving, made.features, strict=True)
    ]
    assert all(shift == pytest.approx(shifts[0], abs=1e-5) for shift in shifts)  # together
    assert math.hypot(*shifts[0]) <= math.hypot(max(0.3, grid / 2), max(0.3, grid / 2)) + 1e-5
