"""Moving on oval and square bases, in inches worked out by hand.

The oval is 60 x 35 mm: 1.181 in from centre to tip, 0.689 to its side. The square is 1 in wide: 0.5 to its side, 0.707
to a corner. Each faces east unless it says otherwise: the oval's tips lie east and west.
"""

import math

import pytest

from tests import zoo
from tests.motion.moves import judged, leg, mover, rules
from warcry3d.rules.warcry.falls import fall_from
from warcry3d.table.models import Base
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import MM

LONG, WIDE = 30 * MM, 17.5 * MM
HALF, CORNER = 0.5, math.sqrt(0.5)
OVAL, SQUARE = zoo.oval_base(60, 35), zoo.square_base(1)


def wall(x: float, height: float = 3.0, *kinds: str) -> Feature:
    """Return a wall along y whose near face is at x, too thin to stand on."""
    return zoo.feature("wall", zoo.box_part("stone", (x, 0, 0), (x + 0.4, 10, height), *kinds))


def deck(low: tuple[float, float], high: tuple[float, float], height: float = 3.0, id: str = "deck") -> Feature:
    """Return a platform over x and y from ``low`` to ``high``."""
    return zoo.feature(id, zoo.box_part("wood", (*low, height - 0.2), (*high, height), "platform"))


def board(base: Base, *things: object, at: tuple[float, ...] = (5, 5), **how: object) -> Table:
    return zoo.table(mover(at, base=base, **how), *things)  # type: ignore[arg-type]


class TestInTheWay:
    @pytest.mark.parametrize(
        ("base", "turn", "reach"),
        [(OVAL, 0.0, LONG), (OVAL, math.pi / 2, WIDE), (SQUARE, 0.0, HALF), (SQUARE, math.pi / 4, CORNER)],
    )
    def test_a_wall_is_met_by_what_points_at_it(self, base: Base, turn: float, reach: float) -> None:
        """rule: WC-MOVE-3."""
        up = board(base, wall(10))
        assert judged(up, leg("walk", (10 - reach, 5), facing=turn)).is_legal
        (fault,) = judged(up, leg("walk", (10 - reach + 0.1, 5), facing=turn)).faults
        assert fault.rule == "WC-MOVE-3"
        assert fault.at == pytest.approx((10 - reach, 5, 0), abs=0.003)

    @pytest.mark.parametrize(
        ("base", "turn", "reach"),
        [(OVAL, 0.0, LONG), (OVAL, math.pi / 2, WIDE), (SQUARE, 0.0, HALF), (SQUARE, math.pi / 4, CORNER)],
    )
    def test_no_tip_and_no_corner_passes_the_edge_of_the_board(self, base: Base, turn: float, reach: float) -> None:
        """rule: WC-MOVE-4."""
        assert judged(board(base), leg("walk", (reach, 5), facing=turn)).is_legal
        (fault,) = judged(board(base), leg("walk", (reach - 0.1, 5), facing=turn)).faults
        assert str(fault) == "the base crosses the battlefield's edge by 0.10 in"

    @pytest.mark.parametrize("kind", ["jump", "fly", "place"])
    def test_nor_through_the_air_nor_put_there(self, kind: str) -> None:
        """rule: WC-MOVE-4."""
        found = judged(board(OVAL, runemarks=("fly",)), leg(kind, (LONG - 0.1, 5)))
        assert rules(found) == ["WC-MOVE-4"]
        assert judged(board(OVAL, runemarks=("fly",)), leg(kind, (LONG, 5))).is_legal

    def test_two_ovals_meet_tip_to_tip_and_pass_side_by_side(self) -> None:
        """rule: WC-MOVE-2.  Tips 2.362 in between the centres; sides 1.378."""
        ahead = board(OVAL, zoo.fighter("b", (9, 5), base=OVAL))
        (fault,) = judged(ahead, leg("walk", (8, 5))).faults
        assert fault.at[0] == pytest.approx(9 - 2 * LONG, abs=0.003)
        assert judged(board(OVAL, zoo.fighter("b", (9, 5 + 2 * WIDE), base=OVAL)), leg("walk", (13, 5))).is_legal
        beside = board(OVAL, zoo.fighter("b", (9, 5 + 2 * WIDE - 0.01), base=OVAL))
        assert rules(judged(beside, leg("walk", (13, 5)))) == ["WC-MOVE-2"]

    def test_a_square_passes_the_corner_of_a_turned_square(self) -> None:
        """rule: WC-MOVE-2.  0.5 in to its own side and 0.707 to the other's corner: 1.207 between the centres."""
        for gap, found in ((0.0, []), (-0.01, ["WC-MOVE-2"])):
            other = zoo.fighter("b", (9, 5 + HALF + CORNER + gap), base=SQUARE, facing=45)
            assert rules(judged(board(SQUARE, other), leg("walk", (13, 5)))) == found

    def test_an_enemy_an_inch_from_the_tip_keeps_it_from_moving(self) -> None:
        """rule: WC-MOVE-5.  An inch from the tip is within 1 in; an inch and a hair is not."""
        for more, found in ((0.0, ["WC-MOVE-5"]), (0.001, [])):
            enemy = zoo.fighter("b", (5 + LONG + 1 + HALF + more, 5), base=SQUARE, side="blue")
            assert rules(judged(board(OVAL, enemy), leg("walk", (4, 5)))) == found


class TestSurfaces:
    @pytest.mark.parametrize("base", [OVAL, SQUARE])
    def test_it_overhangs_a_plank_that_its_centre_stays_on(self, base: Base) -> None:
        """rule: WC-WALK-1, WC-WALK-3.

        A plank 0.6 in wide carries either; a centre 0.31 in beside its middle is off it.
        """
        plank = deck((8, 4.7), (14, 5.3))
        up = board(base, plank, at=(9, 5, 3))
        assert judged(up, leg("walk", (13, 5, 3), facing=math.pi / 2)).is_legal
        assert judged(up, leg("walk", (13, 5.3, 3))).is_legal
        assert rules(judged(up, leg("walk", (13, 5.35, 3)))) == ["WC-WALK-1"]

    @pytest.mark.parametrize("base", [OVAL, SQUARE])
    def test_low_terrain_under_half_a_base_costs_nothing(self, base: Base) -> None:
        """rule: WC-LOW-2.  Along a wall 0.9 in high, which it covers with half of its base."""
        moved = judged(board(base, wall(5.1, 0.9), at=(5, 2)), leg("walk", (5, 7)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(5)

    @pytest.mark.parametrize(("base", "turn", "reach"), [(OVAL, 0.0, LONG), (OVAL, 90.0, WIDE), (SQUARE, 45.0, CORNER)])
    def test_an_open_edge_is_half_an_inch_from_what_is_nearest_to_it(
        self, base: Base, turn: float, reach: float
    ) -> None:
        """rule: WC-EDGE-1.  East of it the platform ends."""
        for gap, count in ((0.49, 1), (0.52, 0)):
            at = (14 - reach - gap, 8.0, 3.0)
            up = board(base, deck((4, 2), (14, 14)), at=at, facing=turn)
            ends = judged(up, leg("walk", (at[0], 8.2, 3.0))).ends
            assert len(ends.edges) == count
            assert [edge.distance for edge in ends.edges] == [pytest.approx(gap, abs=1e-3)] * count


class TestClimbing:
    @pytest.mark.parametrize(("base", "turn", "reach"), [(OVAL, 0.0, LONG), (OVAL, 90.0, WIDE), (SQUARE, 45.0, CORNER)])
    def test_it_begins_touching_with_what_points_at_the_wall_and_hangs_half_an_inch_off_it(
        self, base: Base, turn: float, reach: float
    ) -> None:
        """rule: WC-CLIMB-1, WC-CLIMB-4."""
        at = 10 - reach
        up = board(base, wall(10, 4), at=(at, 5), facing=turn)
        moved = judged(up, leg("climb", (at, 5, 2), (at - 0.5, 5, 2)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(2.5)
        (fault,) = judged(up, leg("climb", (at, 5, 2), (at - 0.6, 5, 2))).faults
        assert fault.at == pytest.approx((at - 0.5, 5, 2), abs=0.004)
        away = board(base, wall(10, 4), at=(at - 0.1, 5), facing=turn)
        assert rules(judged(away, leg("climb", (at - 0.1, 5, 2)))) == ["WC-CLIMB-1"]

    def test_an_oval_climbs_until_its_centre_is_over_the_platform(self) -> None:
        """rule: WC-CLIMB-6.  Tip to the wall: 3 in up, 1.181 over the rim, 1 in on."""
        at = 10 - LONG
        block = zoo.feature("block", zoo.box_part("stone", (10, 2, 0), (14, 8, 3)))
        moved = judged(board(OVAL, block, at=(at, 5)), leg("climb", (at, 5, 3)), leg("walk", (11, 5, 3)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(3 + LONG + 1)
        assert moved.ends.on == "block/stone"


class TestJumping:
    @pytest.mark.parametrize(("base", "turn", "reach"), [(OVAL, 0.0, LONG), (OVAL, 90.0, WIDE), (SQUARE, 0.0, HALF)])
    def test_it_comes_down_where_all_of_its_base_clears_the_platform(
        self, base: Base, turn: float, reach: float
    ) -> None:
        """rule: WC-JUMP-6, WC-MOVE-3.  The block ends at x = 14."""
        block = zoo.feature("block", zoo.box_part("stone", (10, 2, 0), (14, 8, 1.5)))
        up = board(base, block, at=(13, 5, 1.5), facing=turn)
        moved = judged(up, leg("jump", (14 + reach, 5, 0)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(1 + reach)
        assert rules(judged(up, leg("jump", (14 + reach - 0.01, 5, 0)))) == ["WC-MOVE-3"]

    @pytest.mark.parametrize(("turn", "rest", "on", "rolls"), [(0.0, 1.4, "ledge/stone", 0), (90.0, 0.0, "floor", 1)])
    def test_an_oval_that_ends_in_the_air_sinks_until_its_tip_catches_a_ledge(
        self, turn: float, rest: float, on: str, rolls: int
    ) -> None:
        """rule: WC-JUMP-2, WC-FALL-1.  Between a block 3 in high and a ledge of 1.4 in, 1.9 in apart, neither of which
        its side touches: with its tip to the ledge it sinks 1.6 in and falls, its centre over nothing; else 3.
        """
        block = zoo.feature("block", zoo.box_part("stone", (10, 2, 0), (14, 8, 3)))
        ledge = zoo.feature("ledge", zoo.box_part("stone", (15.9, 2, 0), (18, 8, 1.4)))
        up = board(OVAL, block, ledge, at=(13, 5, 3), facing=turn)
        ends = judged(up, leg("jump", (15.19, 5, 3))).ends
        assert (ends.on, ends.falls, ends.impact_rolls) == (on, on != "floor", rolls)
        assert ends.at == pytest.approx((15.19, 5, rest), abs=1e-3)


class TestFalling:
    @pytest.mark.parametrize(("base", "turn", "reach"), [(OVAL, 0.0, LONG), (OVAL, 90.0, WIDE), (SQUARE, 45.0, CORNER)])
    def test_places_lie_within_two_inches_of_the_base_as_it_is_turned(
        self, base: Base, turn: float, reach: float
    ) -> None:
        """rule: WC-FALL-2.  In the open 1.5 in up beside a pole: as far west as 2 in from what points there."""
        pole = zoo.feature("pole", zoo.box_part("iron", (10, 10, 0), (10.02, 10.02, 4)))
        (place,) = fall_from(board(base, pole, at=(10 - reach, 10.01, 1.5), facing=turn), "a").places
        assert place.area.bounds[0] == pytest.approx(10 - reach - reach - 2, abs=0.003)


class TestDoors:
    @pytest.mark.parametrize(
        ("base", "turn", "reach"), [(zoo.oval_base(90, 52), 0.0, 45 * MM), (SQUARE, 0.0, HALF), (SQUARE, 45.0, CORNER)]
    )
    def test_through_the_middle_costs_the_depth_of_the_way_and_all_of_the_base(
        self, base: Base, turn: float, reach: float
    ) -> None:
        """rule: WC-DOOR-3, WC-TERR-5.  An arch 0.8 in wide in a wall 0.5 in thick: from touching it to clear of it."""
        opening = zoo.part("way", zoo.box_part("x", (10, 4.6, 0), (10.5, 5.4, 2)).solid, "arch", is_opening=True)
        walls = [zoo.box_part("left", (10, 0, 0), (10.5, 4.6, 3)), zoo.box_part("right", (10, 5.4, 0), (10.5, 10, 3))]
        up = board(base, zoo.feature("gate", *walls, opening), at=(10 - reach, 5), facing=turn)
        moved = judged(up, leg("door", (10.5 + reach, 5), through="gate/way"))
        assert moved.is_legal
        assert moved.cost == pytest.approx(0.5 + 2 * reach)
        assert rules(judged(up, leg("door", (10.4 + reach, 5), through="gate/way")))[0] == "WC-DOOR-3"
        assert "WC-MOVE-3" in rules(judged(up, leg("walk", (10.5 + reach, 5))))
