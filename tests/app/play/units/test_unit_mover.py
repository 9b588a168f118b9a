"""A unit in hand and its judge in the background: what it is asked no longer is stopped."""

import threading
import time
from dataclasses import replace
from typing import Any

from tests.app.play.units.test_unit_in_hand import GO, GROUP
from warcry3d.app.play.units.unit_in_hand import HoldUnit
from warcry3d.app.play.units.unit_mover import LET_GO, UnitMover
from warcry3d.game.group_moves import GroupOrder

PATIENCE = 30.0


class Judge:
    """Judges a unit at places beyond x = 100 at once; at all others it works until nobody wants to know."""

    def __init__(self) -> None:
        self.begun, self.stopped = list[float](), list[float]()
        self.has_begun = threading.Event()
        self.gate = threading.Event()

    def follow(self, order: GroupOrder) -> tuple[Any, ...]:
        x = order.to[0]
        self.begun.append(x)
        self.has_begun.set()
        limit = time.monotonic() + PATIENCE
        while x < 100 and not self.gate.is_set() and time.monotonic() < limit:
            try:
                order.check()
            except BaseException:
                self.stopped.append(x)
                raise
        return GROUP.follow(order)


def mover(judge: Judge) -> UnitMover:
    nowhere: Any = None
    return UnitMover(nowhere, nowhere, replace(GO, group=replace(GROUP, follow=judge.follow)))


def hold(unit: UnitMover, judge: Judge, x: float) -> None:
    """Hold the unit at a place that is asked about at once."""
    judge.has_begun.clear()
    unit.do(HoldUnit((x, 0.0, 0.0)))
    assert judge.has_begun.wait(PATIENCE)


def rest(unit: UnitMover) -> None:
    """Let the unit rest until it is judged."""
    limit = time.monotonic() + PATIENCE
    while not unit.held.is_current:
        unit.poll()
        assert time.monotonic() < limit, "it was never judged"


def test_a_place_that_the_unit_has_left_is_judged_no_longer() -> None:
    judge = Judge()
    unit = mover(judge)
    hold(unit, judge, 1.0)
    hold(unit, judge, 200.0)
    rest(unit)
    assert judge.stopped == [1.0] and unit.held.is_current and unit.failure is None
    unit.close()


def test_while_a_unit_is_dragged_on_one_of_some_places_is_judged_to_its_end() -> None:
    """Nothing would be shown of a long drag else; once it rests that is stopped too."""
    judge = Judge()
    unit = mover(judge)
    for n in range(1, LET_GO):
        hold(unit, judge, float(n))
    assert judge.stopped == [float(n) for n in range(1, LET_GO - 1)]
    unit.do(HoldUnit((200.0, 0.0, 0.0)))
    unit.poll()
    assert judge.begun[-1] == LET_GO - 1, "it goes on"
    unit.poll()
    rest(unit)
    assert judge.stopped[-1] == LET_GO - 1 and unit.held.judged is not None
    unit.close()


def test_a_place_that_the_unit_comes_back_to_is_judged_anew() -> None:
    judge = Judge()
    unit = mover(judge)
    hold(unit, judge, 1.0)
    hold(unit, judge, 2.0)
    judge.gate.set()
    unit.do(HoldUnit((1.0, 0.0, 0.0)))
    rest(unit)
    assert unit.held.at == (1.0, 0.0, 0.0)
    unit.close()
