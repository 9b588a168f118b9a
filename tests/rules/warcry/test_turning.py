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


@pytest.mark.parametrize(("gap", "found"), [(LONG, []), (LONG - 0.003, ["WC-MOVE-3"]), (WIDE + 0.01, ["WC-MOVE-3"])])
def test_an_oval_turns_half_round_where_its_tip_clears_the_wall(gap: float, found: list[str]) -> None:
    """rule: WC-MOVE-1, WC-MOVE-3.  Beside the wall before and after: its tip passes the wall in between."""
    moved = judged(table(gap), leg("walk", (7, 5), facing=math.pi))
    assert rules(moved) == found
    assert moved.cost == pytest.approx(2)


def test_the_fault_says_what_is_in_the_way_of_turning() -> None:
    """rule: WC-MOVE-3."""
    (fault,) = judged(table(0.8), leg("walk", (7, 5), facing=math.pi)).faults
    assert (str(fault), fault.leg) == ("wall/stone blocks the turn on the spot", 0)
    assert fault.at == pytest.approx((5, 5, 0))


def test_a_turn_as_far_as_the_wall_lets_it_is_allowed() -> None:
    """rule: WC-MOVE-3.  Turned by t an oval reaches the root of (1.181 sin t)^2 + (0.689 cos t)^2 aside."""
    for turn, slack, found in ((0.5, 0.001, []), (0.5, -0.004, ["WC-MOVE-3"]), (-0.5, 0.001, [])):
        reach = math.hypot(LONG * math.sin(turn), WIDE * math.cos(turn))
        assert sorted(set(rules(judged(table(reach + slack), leg("walk", (5, 4), facing=turn))))) == found


def test_a_square_turns_a_quarter_past_its_corner() -> None:
    """rule: WC-MOVE-3.  It looks the same before and after; its corner needs 0.707 in."""
    for gap, found in ((math.sqrt(0.5), []), (0.69, ["WC-MOVE-3"])):
        assert rules(judged(table(gap, zoo.square_base(1)), leg("walk", (6, 5), facing=math.pi / 2))) == found


def test_others_and_the_edge_are_in_the_way_too() -> None:
    """rule: WC-MOVE-2, WC-MOVE-4.  A friend 1 in south of the centre; or the edge as near."""
    friend = zoo.fighter("b", (5, 5 - 1 - 16 * MM))
    (fault,) = judged(table(9, None, friend), leg("walk", (7, 5), facing=math.pi)).faults
    assert (fault.rule, fault.message.values["subject"]) == ("WC-MOVE-2", "b")
    edged = zoo.table(mover((5, 1), base=zoo.oval_base(60, 35)))
    (fault,) = judged(edged, leg("walk", (7, 1), facing=math.pi)).faults
    assert str(fault) == "the base crosses the battlefield's edge while it turns on the spot"


def test_circles_flights_and_being_placed_sweep_nothing() -> None:
    """rule: WC-MOVE-1."""
    assert judged(table(0.64, zoo.round_base(32)), leg("walk", (7, 5), facing=math.pi)).is_legal
    assert judged(table(0.8), leg("place", (5, 3), facing=math.pi)).is_legal
    flyer = zoo.table(mover(base=zoo.oval_base(60, 35), runemarks=("fly",)), *table(0.8).terrain.features)
    assert judged(flyer, leg("fly", (5, 3), facing=math.pi)).is_legal


class TestHanging:
    """A wall 4 in high along x; the fighter climbs its south face. What it holds on to stays within half an inch."""

    def test_a_climber_has_no_room_to_turn_towards_the_wall_that_its_side_touches(self) -> None:
        """rule: WC-MOVE-3, WC-CLIMB-4.  An inch up, the tip would pass through the wall."""
        up = leg("climb", (5, 5, 1))
        assert judged(table(WIDE), up, leg("climb", (5, 5, 1.5))).is_legal
        assert "WC-MOVE-3" in rules(judged(table(WIDE), up, leg("climb", (5, 5, 1.5), facing=math.pi)))

    @pytest.mark.parametrize(("length", "found"), [(60, []), (62, ["WC-CLIMB-4"])])
    def test_turning_its_side_to_the_wall_leaves_half_of_what_it_is_longer(
        self, length: float, found: list[str]
    ) -> None:
        """rule: WC-CLIMB-4.

        Its tip touches; a quarter turn later its side is (60 - 35) / 2 mm = 0.492 in away. With 62 mm: 0.531, although
        it turns on, half round, and touches again.
        """
        oval = zoo.oval_base(length, 35)
        north = zoo.table(mover(base=oval, facing=90), *table(length / 2 * MM).terrain.features)
        moved = judged(north, leg("climb", (5, 5, 1)), leg("climb", (5, 5, 1.5), facing=-math.pi / 2))
        assert rules(moved) == found
        if found:
            (fault,) = moved.faults
            assert str(fault) == "it climbs 0.53 in away from wall/stone; at most 0.5 in is allowed"
            assert fault.leg == 1
            assert fault.at == pytest.approx((5, 5, 1))

    def test_a_square_that_hangs_on_by_a_corner_turns_its_side_to_the_wall(self) -> None:
        """rule: WC-CLIMB-4.  2.5 in wide: 1.768 in to a corner, 1.25 to a side: 0.518 in away. 2.4 in wide: 0.497."""
        for side, found in ((2.4, []), (2.5, ["WC-CLIMB-4"])):
            cornered = mover(base=zoo.square_base(side), facing=45)
            hung = zoo.table(cornered, *table(side / math.sqrt(2)).terrain.features)
            moved = judged(hung, leg("climb", (5, 5, 1)), leg("climb", (5, 5, 1.5), facing=math.pi / 2))
            assert rules(moved) == found

    def test_a_fighter_below_is_in_the_way_up_to_its_head_only(self) -> None:
        """rule: WC-MOVE-2.  A friend 1.4 in tall, 1 in to the east: in the way of the tip an inch up, not at 1.5."""
        friend = zoo.fighter("b", (5 + 1 + 16 * MM, 5))
        thin = zoo.table(mover(base=zoo.oval_base(60, 35), facing=90), friend, *table(LONG).terrain.features)
        for height, found in ((1.0, ["WC-MOVE-2"]), (1.5, [])):
            up = leg("climb", (5, 5, height))
            assert rules(judged(thin, up, leg("climb", (5, 5, height + 0.1), facing=-math.pi / 2))) == found

    def test_a_leap_off_the_wall_may_be_begun_with_a_turn_that_leaves_it(self) -> None:
        """rule: WC-JUMP-7, WC-CLIMB-4.  62 mm long, tip to the wall: letting go is no climbing any more."""
        north = zoo.table(mover(base=zoo.oval_base(62, 35), facing=90), *table(31 * MM).terrain.features)
        moved = judged(north, leg("climb", (5, 5, 1)), leg("jump", (5, 4, 0), facing=0.0))
        assert moved.is_legal
        assert moved.cost == pytest.approx(2)


class TestInTheAir:
    """It climbs 1.5 in up a wall west of it, leaps 3 in east at that height, turns there a quarter round, and drops."""

    def leap(self, base: object, gap: float, low: float = 0.0, high: float = 4.0) -> Table:
        """Return a table with a wall to climb, and one whose south face is ``gap`` north of the place of the turn."""
        wall = zoo.feature("wall", zoo.box_part("stone", (0, 0, 0), (5 - LONG, 10, 4)))
        beside = zoo.feature("beside", zoo.box_part("beam", (6, 5 + gap, low), (10, 6 + gap, high)))
        return zoo.table(mover((5, 5), base=base), wall, beside)

    def turned(self, table: Table, turn: float = math.pi / 2) -> list[str]:
        first, across = leg("climb", (5, 5, 1.5)), leg("jump", (8, 5, 1.5))
        return rules(judged(table, first, across, leg("drop", (8, 5, 0), facing=turn)))

    @pytest.mark.parametrize(("gap", "found"), [(LONG, []), (LONG - 0.004, ["WC-MOVE-3"])])
    def test_an_oval_needs_room_for_its_tip(self, gap: float, found: list[str]) -> None:
        """rule: WC-JUMP-6, WC-MOVE-3.  Half round, so that it drops as it came: only the turn is in the way."""
        assert self.turned(self.leap(zoo.oval_base(60, 35), gap), math.pi) == found

    @pytest.mark.parametrize(("gap", "found"), [(math.sqrt(0.5), []), (0.70, ["WC-MOVE-3"])])
    def test_a_square_needs_room_for_its_corner(self, gap: float, found: list[str]) -> None:
        """rule: WC-JUMP-6, WC-MOVE-3.  A side of 1 in; it starts with its side 0.68 in off the wall it climbs."""
        table = self.leap(zoo.square_base(1), gap)
        first = leg("climb", (5, 5, 1.5))
        assert judged(table, leg("walk", (5 - LONG + 0.5, 5)), first).legs[1].cost > 0
        start, up = leg("walk", (5 - LONG + 0.5, 5)), leg("climb", (5 - LONG + 0.5, 5, 1.5))
        moved = judged(table, start, up, leg("jump", (8, 5, 1.5)), leg("drop", (8, 5, 0), facing=math.pi / 2))
        assert rules(moved) == found

    @pytest.mark.parametrize(("low", "high", "found"), [(0, 1.49, []), (0, 1.6, ["WC-MOVE-3"]), (2.9, 4, [])])
    def test_what_ends_below_it_or_begins_above_it_is_in_nobodys_way(
        self, low: float, high: float, found: list[str]
    ) -> None:
        """rule: WC-MOVE-3.  Its body is from 1.5 to 2.9 in up. It turns half round over or under the beam."""
        first, across = leg("climb", (5, 5, 1.5)), leg("jump", (8, 5, 1.5))
        table = self.leap(zoo.oval_base(60, 35), WIDE + 0.01, low, high)
        assert rules(judged(table, first, across, leg("jump", (8, 3, 1.5), facing=math.pi))) == found

    def test_the_turn_is_told_where_it_is_and_costs_nothing(self) -> None:
        """rule: WC-MOVE-1, WC-MOVE-3.  1.5 up and 3 across."""
        table = self.leap(zoo.oval_base(60, 35), 1.0)
        first, across = leg("climb", (5, 5, 1.5)), leg("jump", (8, 5, 1.5))
        moved = judged(table, first, across, leg("drop", (8, 5, 0), facing=math.pi))
        (fault,) = moved.faults
        assert (str(fault), fault.leg) == ("beside/beam blocks the turn on the spot", 2)
        assert fault.at == pytest.approx((8, 5, 1.5))
        assert moved.cost == pytest.approx(4.5)

    def test_the_edge_of_the_board_is_in_the_way_in_the_air_too(self) -> None:
        """rule: WC-MOVE-4.  Its centre an inch from the edge, 0.689 to its side: its tip, 1.181, would pass it."""
        wall = zoo.feature("wall", zoo.box_part("stone", (0, 0, 0), (5 - LONG, 4, 4)))
        table = zoo.table(mover((5, 1), base=zoo.oval_base(60, 35)), wall)
        legs = [leg("climb", (5, 1, 1.5)), leg("jump", (8, 1, 1.5)), leg("drop", (8, 1, 0), facing=math.pi)]
        (fault,) = judged(table, *legs).faults
        assert (fault.rule, fault.leg) == ("WC-MOVE-4", 2)


class TestOnLadders:
    """A ladder 4 in high whose rungs stand out 0.2 in from its wall, every half inch; climbed from the south."""

    def ladder(self, gap: float, base: object, facing: float = 0.0) -> Table:
        wall = zoo.box_part("stone", (0, 6, 0), (12, 6.4, 4))
        rungs = [zoo.box_part(f"rung-{i}", (4, 5.8, i / 2 + 0.3), (6, 6, i / 2 + 0.4), "ladder") for i in range(7)]
        return zoo.table(mover((5, 5.8 - gap), base=base, facing=facing), zoo.feature("way", wall, *rungs))

    def test_rungs_are_trodden_on_while_it_turns_and_the_wall_behind_them_is_in_the_way(self) -> None:
        """rule: WC-LADDER-1, WC-MOVE-3.

        Half round, side to side: its tip needs 1.181 in. The rungs are 1.0 in from its centre, the wall 1.2: it turns
        among the rungs. At 0.9 and 1.1 the wall is in the way.
        """
        oval = zoo.oval_base(60, 35)
        for near, found in ((1.0, []), (0.9, ["WC-MOVE-3"])):
            table = self.ladder(near, oval)
            y = 5.8 - near
            start = leg("walk", (5, 5.8 - WIDE))
            up = [leg("climb", (5, 5.8 - WIDE, 1.2)), leg("climb", (5, y, 1.2))]
            moved = judged(table, start, *up, leg("climb", (5, y, 1.3), facing=math.pi))
            assert rules(moved) == found
            if found:
                assert moved.faults[0].message.values["subject"] == "way/stone"

    def test_it_ends_its_activation_there_however_it_is_turned(self) -> None:
        """rule: WC-LADDER-2.  Along the ladder's wall or across: it stays."""
        table = self.ladder(LONG, zoo.oval_base(60, 35), facing=90)
        y = 5.8 - LONG
        for facing in (None, 0.0, -math.pi / 2):
            up = [leg("climb", (5, y, 1.2)), leg("climb", (5, y, 1.4), facing=facing)]
            ends = judged(table, *up, ends=True).ends
            assert (ends.climbing, ends.falls, ends.falls_later) == (True, False, False)
