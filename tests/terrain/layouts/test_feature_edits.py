"""Changes of how features stand: laws that hold for any of them."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import zoo
from warcry3d.geom.solid import Placement
from warcry3d.table.table import Board
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.feature_edits import (
    Alignment,
    Mirroring,
    aligned,
    beside,
    copied,
    grouped,
    half_turned,
    kept_on_board,
    middle_of_all,
    mirrored,
    moved,
    spread_out,
    turned,
    ungrouped,
    with_groups,
)
from warcry3d.terrain.layouts.piece_plans import middle_of, plan_bounds, plan_of, rectangle_of

WALL = zoo.piece("wall", zoo.box_part("w", (0, 0, 0), (4, 0.5, 3)))
STAIRS = zoo.piece("stairs", zoo.box_part("low", (0, 0, 0), (2, 1, 1)), zoo.box_part("high", (2, 0, 0), (3, 1, 3)))
CORNER = zoo.piece("corner", zoo.box_part("a", (0, 0, 0), (4, 0.5, 3)), zoo.box_part("b", (0, 0.5, 0), (0.5, 4, 3)))
PIECES = (WALL, STAIRS, CORNER)
ROUNDING = 2e-5
"""Places are rounded to a millionth of an inch and turns to a thousandth of a degree, at arms of some inches."""


def _places() -> st.SearchStrategy[Placement]:
    steps = st.integers(0, 2400).map(lambda n: n / 100)
    turns = st.integers(-35, 36).map(lambda n: math.radians(5 * n))
    return st.builds(lambda x, y, turn: Placement((x, y, 0.0), turn), steps, steps, turns)


def _features(least: int = 1, most: int = 4) -> st.SearchStrategy[tuple[Feature, ...]]:
    one = st.tuples(st.sampled_from(PIECES), _places())
    return st.lists(one, min_size=least, max_size=most).map(
        lambda made: tuple(Feature(f"f{k}", piece, at) for k, (piece, at) in enumerate(made))
    )


def assert_same_places(one: tuple[Feature, ...], other: tuple[Feature, ...], abs: float = ROUNDING) -> None:
    for a, b in zip(one, other, strict=True):
        assert a.id == b.id and a.piece is b.piece
        for p, q in zip(rectangle_of(a), rectangle_of(b), strict=True):
            assert p == pytest.approx(q, abs=abs)
        assert a.placement.at[2] == b.placement.at[2]


@settings(max_examples=40)
@given(_features(), st.sampled_from(Mirroring), st.booleans())
def test_mirrored_twice_is_as_before(some: tuple[Feature, ...], way: Mirroring, in_place: bool) -> None:
    about = None if in_place else (15.0, 11.0)
    once = mirrored(some, way, about=about)
    assert_same_places(mirrored(once, way, about=about), some)
    assert all(-180 <= math.degrees(one.placement.turn) <= 180 for one in once)


@settings(max_examples=30)
@given(_features(), st.sampled_from(Mirroring))
def test_mirrored_middles_are_where_they_are_in_the_mirror(some: tuple[Feature, ...], way: Mirroring) -> None:
    for one, other in zip(some, mirrored(some, way, about=(15.0, 11.0)), strict=True):
        x, y = middle_of(one)
        there = (30 - x, y) if way is Mirroring.LEFT_RIGHT else (x, 22 - y)
        assert middle_of(other) == pytest.approx(there, abs=ROUNDING)


def test_stairs_lead_the_other_way_in_the_mirror_but_a_corner_turns_by_a_quarter() -> None:
    stairs, corner = Feature("s", STAIRS, Placement((5, 5, 0))), Feature("c", CORNER, Placement((15, 5, 0)))
    assert (
        plan_of(STAIRS).axis_degrees == 0 and plan_of(CORNER).axis_degrees == -135 and plan_of(WALL).axis_degrees == 90
    )
    across = mirrored((stairs, corner), Mirroring.LEFT_RIGHT)
    assert [math.degrees(one.placement.turn) for one in across] == pytest.approx([180, 90])
    along = mirrored((stairs, corner), Mirroring.FRONT_BACK)
    assert [math.degrees(one.placement.turn) for one in along] == pytest.approx([0, -90])


def test_long_piece_lies_as_long_in_the_mirror() -> None:
    """A heap that is heavier at one corner was turned by a quarter: it lay across, over what stood beside it."""
    low, high = zoo.box_part("low", (0, 0, 0), (4, 2.4, 1)), zoo.box_part("high", (2.4, 1, 1), (4, 2.4, 6))
    heap = Feature("h", zoo.piece("heap", low, high), Placement((5, 5, 0)))
    across, along = (mirrored((heap,), way)[0] for way in Mirroring)
    assert [abs(math.degrees(one.placement.turn)) for one in (across, along)] == pytest.approx([180, 0])


@settings(max_examples=30)
@given(_features(), st.integers(-720, 720))
def test_turned_there_and_back_is_as_before_and_the_middle_stays(some: tuple[Feature, ...], degrees: int) -> None:
    there = turned(some, degrees)
    assert middle_of_all(there) == pytest.approx(middle_of_all(some), abs=ROUNDING)
    assert_same_places(turned(there, -degrees), some, abs=5e-4)  # a thousandth of a degree at arms of some feet
    assert_same_places(half_turned(half_turned(some, (15, 11)), (15, 11)), some)


@settings(max_examples=30)
@given(_features(2), st.sampled_from(Alignment))
def test_aligned_keeps_the_order_across_and_comes_to_one_line(some: tuple[Feature, ...], how: Alignment) -> None:
    made = aligned(some, how)
    bounds = [plan_bounds((one,)) for one in made]
    lines = {
        Alignment.WEST: [b[0] for b in bounds],
        Alignment.MIDDLE_X: [b[0] + b[2] for b in bounds],
        Alignment.EAST: [b[2] for b in bounds],
        Alignment.SOUTH: [b[1] for b in bounds],
        Alignment.MIDDLE_Y: [b[1] + b[3] for b in bounds],
        Alignment.NORTH: [b[3] for b in bounds],
    }[how]
    assert lines == pytest.approx([lines[0]] * len(lines), abs=ROUNDING)
    across = 1 if how in (Alignment.WEST, Alignment.MIDDLE_X, Alignment.EAST) else 0
    for one, other in zip(some, made, strict=True):
        assert one.placement.at[across] == other.placement.at[across]
        assert one.placement.turn == pytest.approx(other.placement.turn, abs=1e-4)
    assert_same_places(aligned(made, how), made)


@settings(max_examples=30)
@given(_features(3), st.booleans())
def test_spread_out_has_equal_gaps_and_the_outermost_stay(some: tuple[Feature, ...], along_x: bool) -> None:
    made = spread_out(some, along_x=along_x)
    low, high = (0, 2) if along_x else (1, 3)
    row = sorted(some, key=lambda one: (plan_bounds((one,))[low] + plan_bounds((one,))[high], one.id))
    bounds = {one.id: plan_bounds((one,)) for one in made}
    gaps = [bounds[b.id][low] - bounds[a.id][high] for a, b in pairwise(row)]
    assert gaps == pytest.approx([gaps[0]] * len(gaps), abs=1e-4)
    ends = [one for one in some if one.id in (row[0].id, row[-1].id)]
    assert_same_places(tuple(one for one in made if one.id in (row[0].id, row[-1].id)), tuple(ends))


def test_copies_have_names_and_groups_of_their_own() -> None:
    walls = grouped((zoo.feature("wall", *WALL.parts), zoo.feature("wall-2", *WALL.parts)), ())
    hut = zoo.feature("hut", *WALL.parts)
    copies = copied((*walls, hut), {"wall", "wall-2", "hut"})
    assert [one.id for one in copies] == ["wall-3", "wall-4", "hut-2"]
    assert copies[0].group == copies[1].group != walls[0].group and copies[2].group == ""


def test_groups_are_picked_together_and_taken_apart() -> None:
    walls = grouped((zoo.feature("a", *WALL.parts), zoo.feature("b", *WALL.parts)), {"group"})
    alone = zoo.feature("c", *WALL.parts)
    assert walls[0].group == walls[1].group == "group-2"
    assert with_groups((*walls, alone), ["b"]) == ("a", "b")
    assert with_groups((*walls, alone), ["c", "nobody"]) == ("c",)
    assert [one.group for one in ungrouped(walls)] == ["", ""]


@settings(max_examples=30)
@given(_features(), st.floats(-40, 40), st.floats(-40, 40))
def test_what_fits_is_kept_on_the_board_as_one(some: tuple[Feature, ...], dx: float, dy: float) -> None:
    board = Board(60, 60)
    made = kept_on_board(moved(some, dx, dy), board)
    west, south, east, north = plan_bounds(made)
    assert west >= -1e-5 and south >= -1e-5 and east <= 60 + 1e-5 and north <= 60 + 1e-5
    shifts = {
        tuple(round(q - p, 4) for p, q in zip(a.placement.at, b.placement.at, strict=True))
        for a, b in zip(some, made, strict=True)
    }
    assert len({(round(x, 3), round(y, 3)) for x, y, _ in shifts}) <= 2  # rounding may part one from the next


@pytest.mark.parametrize(
    ("others", "place"),
    [
        ((), (11, 6)),
        (((11.5, 6),), (1, 6)),  # the east is taken
        (((11.5, 6), (0, 6)), (6, 4.5)),  # and the west
        (((11.5, 6), (0, 6), (6, 4)), (6, 7.5)),  # and the south
        (((11.5, 6), (0, 6), (6, 4), (6, 8)), (7, 5)),  # no side is free
    ],
)
def test_a_copy_comes_beside_what_is_copied_where_there_is_room(
    others: tuple[tuple[float, float], ...], place: tuple[float, float]
) -> None:
    wall = Feature("wall", WALL, Placement((6.0, 6.0, 0.0)))
    stand = [Feature(f"f{k}", WALL, Placement((float(x), float(y), 0.0))) for k, (x, y) in enumerate(others)]
    (made,) = beside((wall,), (wall, *stand), Board(30, 22))
    assert made.placement.at[:2] == pytest.approx(place)


def test_a_copy_stays_on_the_board() -> None:
    wall = Feature("wall", WALL, Placement((25.5, 0.5, 0.0)))
    (made,) = beside((wall,), (wall,), Board(30, 22))
    assert made.placement.at[:2] == pytest.approx((20.5, 0.5))
    assert beside((), (wall,), Board(30, 22)) == ()
