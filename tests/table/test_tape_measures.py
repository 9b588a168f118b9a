"""Places from two distances that were measured on a table."""

import math
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests import strategies, zoo
from warcry3d.errors import UnknownNameError
from warcry3d.geom.solid import Placement
from warcry3d.sight.distance import measure
from warcry3d.table.models import Base
from warcry3d.table.tape_measures import (
    BoardEdge,
    FromBase,
    FromCorner,
    FromEdge,
    FromPoint,
    Measured,
    MeasuredDistance,
    OwnPoint,
    TapeError,
    nearest_edges,
    places_by_tape,
    shape_of_base,
    shape_of_piece,
    tape_line,
)
from warcry3d.units import MM

LEFT, NEAR = FromEdge(BoardEdge.LEFT), FromEdge(BoardEdge.NEAR)
BASE = shape_of_base(zoo.round_base(32))
R = 16 * MM
TABLE = zoo.table(zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (11, 5)), zoo.fighter("cat", (12, 12, 3)))


def test_an_edge_of_the_board_is_measured_to_the_nearest_edge_of_the_base() -> None:
    found = places_by_tape(TABLE, BASE, (MeasuredDistance(LEFT, 3.2), MeasuredDistance(NEAR, 11.4)))
    assert found.points == (pytest.approx((3.2 + R, 11.4 + R)),)
    far = (MeasuredDistance(FromEdge(BoardEdge.RIGHT), 3.2), MeasuredDistance(FromEdge(BoardEdge.FAR), 11.4))
    assert places_by_tape(TABLE, BASE, far).points == (pytest.approx((26.8 - R, 10.6 - R)),)


def test_centres_are_measured_where_people_say_so() -> None:
    tapes = (MeasuredDistance(LEFT, 3.2, Measured.CENTRE), MeasuredDistance(NEAR, 11.4, Measured.CENTRE))
    assert places_by_tape(TABLE, BASE, tapes).points == (pytest.approx((3.2, 11.4)),)
    tapes = (
        MeasuredDistance(FromBase("ann"), 5, Measured.CENTRE),
        MeasuredDistance(FromBase("bob"), 5, Measured.CENTRE),
    )
    assert sorted(places_by_tape(TABLE, BASE, tapes).points) == [pytest.approx((8, 1)), pytest.approx((8, 9))]


def test_of_two_places_one_off_the_board_is_left_out() -> None:
    tapes = (MeasuredDistance(NEAR, 2), MeasuredDistance(FromCorner(BoardEdge.LEFT, BoardEdge.NEAR), 6))
    (place,) = places_by_tape(TABLE, BASE, tapes).points
    assert place == pytest.approx((math.sqrt((6 + R) ** 2 - (2 + R) ** 2), 2 + R))


def test_distances_that_cannot_be_say_how_much_is_missing() -> None:
    tapes = (
        MeasuredDistance(FromBase("ann"), 2, Measured.CENTRE),
        MeasuredDistance(FromBase("bob"), 3, Measured.CENTRE),
    )
    with pytest.raises(TapeError, match=r"2 in from the one and 3 in from the other: 1\.00 in are missing"):
        places_by_tape(TABLE, BASE, tapes)


def test_tapes_that_miss_by_as_little_as_hands_do_give_the_place_between() -> None:
    tapes = (
        MeasuredDistance(FromBase("ann"), 2.9, Measured.CENTRE),
        MeasuredDistance(FromBase("bob"), 3, Measured.CENTRE),
    )
    found = places_by_tape(TABLE, BASE, tapes, within=0.125)
    assert found.misses == pytest.approx(0.05)
    assert found.points == (pytest.approx((7.95, 5), abs=1e-4),)
    with pytest.raises(TapeError):
        places_by_tape(TABLE, BASE, tapes, within=0.04)


def test_a_tape_through_the_air_is_shorter_across() -> None:
    """From a point 3 in up to the top of a base on the floor: 3 in less the height of the base."""
    up = 3 - BASE.height
    air = MeasuredDistance(FromPoint((12.0, 12.0, 3.0)), 5, is_across=False)
    found = places_by_tape(TABLE, BASE, (air, MeasuredDistance(NEAR, 12 - R)))
    assert sorted(found.points) == [
        pytest.approx((12 - s, 12)) for s in (math.sqrt(25 - up**2) + R, -math.sqrt(25 - up**2) - R)
    ]
    with pytest.raises(TapeError, match=r"a tape of 2 in does not reach: it is 2\.86 in up or down from cat alone"):
        short = MeasuredDistance(FromBase("cat"), 2, is_across=False)
        places_by_tape(TABLE, BASE, (short, MeasuredDistance(NEAR, 4)))


@pytest.mark.parametrize(
    ("tapes", "reason"),
    [
        ((MeasuredDistance(LEFT, 3), MeasuredDistance(FromEdge(BoardEdge.RIGHT), 4)), "same or opposite edges"),
        ((MeasuredDistance(FromBase("ann"), 3), MeasuredDistance(FromBase("ann"), 4)), "from the same place"),
        ((MeasuredDistance(LEFT, -1), MeasuredDistance(NEAR, 4)), "cannot be negative"),
    ],
)
def test_distances_that_tell_nothing_are_refused(tapes: tuple[MeasuredDistance, MeasuredDistance], reason: str) -> None:
    with pytest.raises(TapeError, match=reason):
        places_by_tape(TABLE, BASE, tapes)
    with pytest.raises(UnknownNameError, match="no model 'zoe'"):
        places_by_tape(TABLE, BASE, (MeasuredDistance(FromBase("zoe"), 3), MeasuredDistance(NEAR, 4)))


def test_a_piece_is_measured_to_the_side_nearest_to_the_edge() -> None:
    wall = zoo.piece("wall", zoo.box_part("stones", (-3, -0.25, 0), (3, 0.25, 2)))
    tapes = (MeasuredDistance(LEFT, 4), MeasuredDistance(NEAR, 6))
    assert places_by_tape(TABLE, shape_of_piece(wall), tapes).points == (pytest.approx((7, 6.25)),)
    turned = places_by_tape(TABLE, shape_of_piece(wall, math.pi / 2), tapes)
    assert turned.points == (pytest.approx((4.25, 9)),)


@settings(max_examples=12, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(strategies.bases(), strategies.angles(), st.data())
def test_a_model_put_down_by_tape_measures_as_was_typed(base: Base, turn: float, data: st.DataObject) -> None:
    """The judge's own distance between bases is what the tape said, in 3D where the tape was held so."""
    inches = [data.draw(strategies.lengths(1.5, 7)), data.draw(strategies.lengths(4, 9))]
    height, is_across = data.draw(st.sampled_from([0.0, 1.2])), data.draw(st.booleans())
    tapes = [
        MeasuredDistance(FromBase(id), d, is_across=is_across) for id, d in zip(("ann", "bob"), inches, strict=True)
    ]
    try:
        found = places_by_tape(TABLE, shape_of_base(base, turn), (tapes[0], tapes[1]), height=height)
    except TapeError:
        return
    for x, y in found.points:
        here = replace(zoo.fighter("new", (0, 0)), base=base, placement=Placement((x, y, height), turn))
        for id, said in zip(("ann", "bob"), inches, strict=True):
            apart = measure(TABLE.model(id), here)
            assert (apart.horizontal if is_across else apart.direct) == pytest.approx(said, abs=2e-6)


@pytest.mark.parametrize(("at", "edges"), [((4, 5), (BoardEdge.LEFT, BoardEdge.NEAR)), ((27, 20), ("right", "far"))])
def test_model_is_set_up_again_by_its_distances_from_the_nearest_edges(
    at: tuple[float, float], edges: tuple[BoardEdge, BoardEdge]
) -> None:
    model = zoo.fighter("ann", (*at, 0.0), base=zoo.oval_base(), facing=30)
    table = zoo.table(model)
    found = nearest_edges(table, model)
    assert tuple(one.origin.edge for one in found if isinstance(one.origin, FromEdge)) == edges
    shape = shape_of_base(model.base, model.placement.turn)
    assert places_by_tape(table, shape, found).points[0] == pytest.approx(at)


def test_a_wall_is_measured_to_its_corners() -> None:
    wall = zoo.feature("wall", zoo.box_part("stones", (-3, -0.25, 0), (3, 0.25, 4))).piece
    corner, other = OwnPoint((-3.0, -0.25)), OwnPoint((3.0, -0.25))
    shape = shape_of_piece(wall, math.pi / 6)
    c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
    (place,) = places_by_tape(
        TABLE, shape, (MeasuredDistance(LEFT, 4, corner), MeasuredDistance(NEAR, 6, corner))
    ).points
    assert place == pytest.approx((4 + 3 * c - 0.25 * s, 6 + 3 * s + 0.25 * c))
    # From a corner of the board to one end, from a base to the other: both tapes are found again.
    origins = (FromCorner(BoardEdge.LEFT, BoardEdge.NEAR), FromBase("bob"))
    tapes = (MeasuredDistance(origins[0], 8, corner), MeasuredDistance(origins[1], 5, other))
    for x, y in places_by_tape(TABLE, shape, tapes).points:
        first, second = (shape.offset(one) for one in (corner, other))
        assert math.hypot(x + first[0], y + first[1]) == pytest.approx(8)
        assert math.dist((x + second[0], y + second[1]), (11, 5)) == pytest.approx(5 + R)
        start, end = tape_line(TABLE, shape, tapes[0], (x, y, 0.0))
        assert (start[:2], end[:2]) == ((0, 0), pytest.approx((x + first[0], y + first[1])))
