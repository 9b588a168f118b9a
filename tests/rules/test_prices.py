"""What the same measured legs cost in Warcry, and by prices that other games have."""

import math

import pytest

from tests import zoo
from tests.motion.moves import R, leg, mover, path
from tests.motion.other_prices import path_squares, rise_price, squares_price, tape_price
from warcry3d.motion.path import LegKind
from warcry3d.motion.record import MeasuredLeg, Stride, Trace
from warcry3d.motion.trace import trace
from warcry3d.rules.warcry.pricing import price as warcry


def over(height: float) -> Trace:
    """Return a path up a block of this height, 1 in along its top, and down 2 in away from it."""
    table = zoo.table(mover((10 - R, 5)), zoo.feature("block", zoo.box_part("stone", (10, 4, 0), (14, 8, height))))
    found = trace(
        table,
        "a",
        path(
            leg("climb", (10 - R, 5, height), (11, 5, height)),
            leg("walk", (12, 5, height)),
            leg("jump", (12, 3, 0)),
        ),
    )
    assert found.faults == ()
    return found


@pytest.mark.parametrize(
    ("price", "low", "high"),
    [
        (warcry, [2 + 1 + R, 1, 2], [3 + 1 + R, 1, 2]),
        (rise_price, [1 + R, 1, 2], [3 + 1 + R, 1, 2 + 3]),
        (tape_price, [2 + 1 + R, 1, 2 + 2], [3 + 1 + R, 1, 2 + 3]),
    ],
)
def test_two_inches_up_are_free_by_one_price_and_three_by_none(
    price: object, low: list[float], high: list[float]
) -> None:
    """rule: WC-CLIMB-1, WC-JUMP-1."""
    assert callable(price)
    assert [price(measured) for measured in over(2).legs] == pytest.approx(low)
    assert [price(measured) for measured in over(3).legs] == pytest.approx(high)


def measured(kind: str, *strides: Stride) -> MeasuredLeg:
    return MeasuredLeg(0, LegKind(kind), strides, ((0.0, 0.0, 0.0),))


def test_a_flight_up_3_and_along_4_costs_4_or_5() -> None:
    """rule: WC-FLY-1."""
    flight = measured("fly", Stride(4, up=3))
    assert (warcry(flight), rise_price(flight), tape_price(flight)) == (4, 5, 5)


def test_a_slanted_climb_is_so_much_up_and_so_much_aside_or_as_the_tape_lies() -> None:
    slanted = measured("climb", Stride(4, up=3))
    assert (warcry(slanted), rise_price(slanted), tape_price(slanted)) == (7, 7, 5)


def test_a_rise_that_goes_on_over_a_ledge_is_one_rise() -> None:
    steps = measured("climb", Stride(0, up=1.5), Stride(0.5), Stride(0, up=1.0), Stride(1, down=1.0))
    assert rise_price(steps) == pytest.approx(0.5 + 1 + 2.5)


def test_being_placed_is_free() -> None:
    for price in (warcry, rise_price, tape_price):
        assert price(measured("place", Stride(0))) == 0


@pytest.mark.parametrize(
    ("steps", "cost"),
    [([(1, 1)], 1), ([(1, 1)] * 2, 3), ([(2, 2)], 3), ([(3, 3)], 4), ([(4, 1)], 4), ([(1, 1), (5, 0), (-1, 1)], 8)],
)
def test_diagonals_cost_one_and_two_by_turns(steps: list[tuple[int, int]], cost: int) -> None:
    assert squares_price(steps) == cost


def test_a_path_over_squares() -> None:
    """From the middle of a square two diagonally, then three along: 1 + 2 + 3."""
    base = zoo.square_base(0.9)
    found = trace(zoo.table(mover((5.5, 5.5), base=base)), "a", path(leg("walk", (7.5, 7.5), (10.5, 7.5))))
    assert path_squares(found.legs) == 6
    assert found.legs[0].horizontal == pytest.approx(3 + 2 * math.sqrt(2))
