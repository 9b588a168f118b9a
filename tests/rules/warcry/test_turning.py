"""Turning on the spot in Warcry. The base is an oval of 60 x 35 mm: 1.181 in from centre to tip, 0.689 to its side; or
a square of 1 in: 0.5 to its side, 0.707 to a corner.
"""

import math

import pytest

from tests import zoo
from tests.motion.moves import judged, leg, mover, rules
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import MM

LONG, WIDE = 30 * MM, 17.5 * MM


def table(gap: float, base: object = None, *others: Model) -> Table:
    """Return a table with a wall along x whose face is ``gap`` north of the fighter at (5, 5)."""
    wall = zoo.feature("wall", zoo.box_part("stone", (0, 5 + gap, 0), (12, 5.4 + gap, 2)))
    return zoo.table(mover(base=base or zoo.oval_base(60, 35)), wall, *others)


@pytest.mark.parametrize(("gap", "found"), [(LONG, []), (LONG - 0.003, ["WC-MOVE-2"]), (WIDE + 0.01, ["WC-MOVE-2"])])
def test_an_oval_turns_half_round_where_its_tip_clears_the_wall(gap: float, found: list[str]) -> None:
    """rule: WC-MOVE-1, WC-MOVE-2.  Beside the wall before and after: its tip passes the wall in between."""
    moved = judged(table(gap), leg("walk", (7, 5), facing=math.pi))
    assert rules(moved) == found
    assert moved.cost == pytest.approx(2)


def test_the_fault_says_what_is_in_the_way_of_turning() -> None:
    """rule: WC-MOVE-2."""
    (fault,) = judged(table(0.8), leg("walk", (7, 5), facing=math.pi)).faults
    assert (str(fault), fault.leg) == ("wall/stone is in the way of turning on the spot", 0)
    assert fault.at == pytest.approx((5, 5, 0))


def test_a_turn_as_far_as_the_wall_lets_it_is_allowed() -> None:
    """rule: WC-MOVE-2.  Turned by t an oval reaches the root of (1.181 sin t)^2 + (0.689 cos t)^2 aside."""
    for turn, slack, found in ((0.5, 0.001, []), (0.5, -0.004, ["WC-MOVE-2"]), (-0.5, 0.001, [])):
        reach = math.hypot(LONG * math.sin(turn), WIDE * math.cos(turn))
        assert sorted(set(rules(judged(table(reach + slack), leg("walk", (5, 4), facing=turn))))) == found


def test_a_square_turns_a_quarter_past_its_corner() -> None:
    """rule: WC-MOVE-2.  It looks the same before and after; its corner needs 0.707 in."""
    for gap, found in ((math.sqrt(0.5), []), (0.69, ["WC-MOVE-2"])):
        assert rules(judged(table(gap, zoo.square_base(1)), leg("walk", (6, 5), facing=math.pi / 2))) == found


def test_others_and_the_edge_are_in_the_way_too() -> None:
    """rule: WC-MOVE-2.  A friend 1 in south of the centre; or the edge as near."""
    friend = zoo.fighter("b", (5, 5 - 1 - 16 * MM))
    (fault,) = judged(table(9, None, friend), leg("walk", (7, 5), facing=math.pi)).faults
    assert (fault.rule, fault.values["subject"]) == ("WC-MOVE-2", "b")
    edged = zoo.table(mover((5, 1), base=zoo.oval_base(60, 35)))
    (fault,) = judged(edged, leg("walk", (7, 1), facing=math.pi)).faults
    assert str(fault) == "turning on the spot, the base passes the battlefield's edge"


def test_circles_flights_and_being_placed_sweep_nothing() -> None:
    """rule: WC-MOVE-1."""
    assert judged(table(0.64, zoo.round_base(32)), leg("walk", (7, 5), facing=math.pi)).is_legal
    assert judged(table(0.8), leg("place", (5, 3), facing=math.pi)).is_legal
    flyer = zoo.table(mover(base=zoo.oval_base(60, 35), runemarks=("fly",)), *table(0.8).terrain.features)
    assert judged(flyer, leg("fly", (5, 3), facing=math.pi)).is_legal


def test_a_climber_turns_away_from_what_it_hangs_beside_only_where_there_is_room() -> None:
    """rule: WC-MOVE-2, WC-CLIMB-1.  1 in up a wall that its side touches, the tip has no room; a tenth of a turn away
    from the wall and back along it neither.
    """
    up = leg("climb", (5, 5, 1))
    assert judged(table(WIDE), up, leg("climb", (5, 5, 1.5))).is_legal
    assert "WC-MOVE-2" in rules(judged(table(WIDE), up, leg("climb", (5, 5, 1.5), facing=math.pi)))
