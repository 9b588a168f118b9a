"""Moving in Warcry, the finer clauses of the rules, in inches worked out by hand. The base is round, 32 mm: its radius
R is 0.630 in; the body is 1.4 in tall.
"""

import pytest

from tests import zoo
from tests.motion.moves import R, judged, leg, mover, rules
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature


def block(height: float = 3.0, id: str = "block", south: float = 4.0, north: float = 8.0) -> Feature:
    """Return a block over x 10 to 14; its top is a platform."""
    return zoo.feature(id, zoo.box_part("stone", (10, south, 0), (14, north, height)))


def wall(height: float, *kinds: str, x: float = 10.0, id: str = "wall") -> Feature:
    """Return a wall along y whose near face is at x, too thin to stand on."""
    return zoo.feature(id, zoo.box_part("stone", (x, 0, 0), (x + 0.4, 10, height), *kinds))


def board(*things: object, **how: object) -> Table:
    return zoo.table(mover(**how), *things)  # type: ignore[arg-type]


class TestMixing:
    def test_walking_climbing_and_flying_add_up_in_one_move(self) -> None:
        """rule: WC-MOVE-1, WC-CLIMB-3, WC-CLIMB-6, WC-FLY-1.

        2 walked, 1.5 climbed, 4 flown (1.5 down, free), 1 walked: 8.5.
        """
        table = board(wall(4), at=(8 - R, 5), runemarks=("fly",), move=8.5)
        legs = [
            leg("walk", (10 - R, 5)),
            leg("climb", (10 - R, 5, 1.5)),
            leg("fly", (6 - R, 5)),
            leg("walk", (6 - R, 6)),
        ]
        moved = judged(table, *legs)
        assert moved.is_legal
        assert [round(one.cost, 3) for one in moved.legs] == [2, 1.5, 4, 1]

    def test_a_move_that_breaks_one_limit_is_not_allowed_whatever_else_is_right(self) -> None:
        """rule: WC-MOVE-1, WC-MOVE-2.  Back to where it started, 2 in of 4, but through a fighter on the way."""
        moved = judged(board(zoo.fighter("b", (5.9, 5)), move=4), leg("walk", (6, 5), (5, 5)))
        assert (set(rules(moved)), moved.is_legal) == ({"WC-MOVE-2"}, False)
        assert moved.cost == pytest.approx(2)


class TestHeadroom:
    def test_a_jump_needs_room_for_the_whole_body(self) -> None:
        """rule: WC-JUMP-6, WC-MOVE-3.  From a block of 2 in under a beam that begins 3.4 in up; 3.3 is too low."""
        for low, found in ((3.4, []), (3.3, ["WC-MOVE-3"])):
            beam = zoo.feature("beam", zoo.box_part("wood", (10, 1, low), (14, 2, low + 0.3)))
            up = board(block(2), beam, at=(12, 5, 2))
            assert rules(judged(up, leg("jump", (12, 0.7, 0)))) == found

    def test_nothing_may_be_in_the_way_down_of_a_jump(self) -> None:
        """rule: WC-JUMP-6, WC-MOVE-3.  A beam 1 in up under the place it jumps to: refused; beside it: not."""
        beam = zoo.feature("beam", zoo.box_part("wood", (10, 2.2, 1), (14, 2.6, 1.2)))
        up = board(block(2), beam, at=(12, 5, 2))
        (fault,) = judged(up, leg("jump", (12, 2.4, 0))).faults
        assert (fault.rule, fault.message.values["subject"]) == ("WC-MOVE-3", "beam/wood")
        assert fault.at[2] == pytest.approx(1.2 - 0.02, abs=0.005)
        assert judged(up, leg("jump", (12, 2.2 - R, 0))).is_legal

    def test_a_fighter_on_a_platform_above_is_in_nobodys_way(self) -> None:
        """rule: WC-MOVE-2.  It walks under a deck 1.5 in up on which an enemy's friend stands."""
        deck = zoo.feature("deck", zoo.box_part("planks", (8, 0, 1.5), (12, 10, 1.7), "platform"))
        assert judged(board(deck, zoo.fighter("b", (10, 5, 1.7))), leg("walk", (13, 5))).is_legal

    def test_a_climber_passes_beside_and_over_a_fighter_only_where_it_is_clear_of_it(self) -> None:
        """rule: WC-CLIMB-1, WC-MOVE-2.  A friend 1.4 in tall by the wall: over its head, not through it."""
        table = board(wall(4), zoo.fighter("b", (10 - R, 7)), at=(10 - R, 5))
        at = 10 - R
        for height, found in ((1.4, []), (1.3, ["WC-MOVE-2"])):
            assert rules(judged(table, leg("climb", (at, 5, height), (at, 7, height)))) == found


class TestJumps:
    def test_a_jump_that_goes_on_in_the_air_is_one_jump(self) -> None:
        """rule: WC-JUMP-3, WC-JUMP-1.  1.5 in down, on, 1.5 down: 3 in, one roll, 3 in counted (2 and 1 aside)."""
        up = board(block(3), at=(12, 5, 3))
        moved = judged(up, leg("jump", (12, 3, 1.5)), leg("jump", (12, 2, 0)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(3)
        assert moved.ends.impact_rolls == 1

    def test_two_jumps_with_a_landing_between_are_two(self) -> None:
        """rule: WC-JUMP-3.  From 3 in to a ledge of 1.5 and on to the floor: no roll; from 4.5 to 2.1 and on: two."""
        for first, second, rolls in ((3.0, 1.5, 0), (4.5, 2.1, 2), (4.5, 2.0, 1)):
            ledge = block(second, "ledge", south=0.5, north=4)
            up = board(block(first), ledge, at=(12, 6, first), tall=1.2)
            down = leg("jump", (12, 4 - R, second)), leg("walk", (12, 1.5, second)), leg("jump", (15, 1.5, 0))
            moved = judged(up, *down)
            assert moved.is_legal
            assert moved.ends.impact_rolls == rolls

    def test_who_ends_in_the_air_over_a_fighter_may_not(self) -> None:
        """rule: WC-JUMP-6, WC-JUMP-2, WC-MOVE-2.  Sinking straight down it would go through it."""
        up = board(block(3), zoo.fighter("b", (12, 2)), at=(12, 5, 3))
        assert rules(judged(up, leg("jump", (12, 2, 3)))) == ["WC-MOVE-2"]
        assert judged(up, leg("jump", (12 + 2 * R, 2, 3))).is_legal

    def test_a_jump_of_more_than_two_that_then_sinks_two_more_hurts_twice(self) -> None:
        """rule: WC-JUMP-3, WC-JUMP-4.  From 5 in, 2.5 down in its jump and 2.5 when it ends in the air."""
        ends = judged(board(block(5), at=(12, 5, 5)), leg("jump", (12, 2, 2.5))).ends
        assert ends.at[2] == pytest.approx(0, abs=1e-4)
        assert ends.impact_rolls == 2


class TestClimbs:
    def test_the_body_may_touch_what_the_base_does_not(self) -> None:
        """rule: WC-CLIMB-1, WC-CLIMB-4.

        A wall that leans out 0.3 in from an inch up: the shoulder touches, the base is near.
        """
        lean = zoo.feature(
            "wall", zoo.box_part("foot", (10.3, 0, 0), (10.7, 10, 1)), zoo.box_part("top", (10, 0, 1), (10.7, 10, 4))
        )
        at = 10 - R
        moved = judged(board(lean, at=(at, 5)), leg("climb", (at, 5, 2)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(2)

    def test_a_slanted_stretch_counts_aside_and_up(self) -> None:
        """rule: WC-CLIMB-3.  3 in along the wall and 4 up at once: 7 in."""
        at = 10 - R
        moved = judged(board(wall(5), at=(at, 3)), leg("climb", (at, 6, 4)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(7)

    def test_it_climbs_down_from_a_platform_over_its_edge(self) -> None:
        """rule: WC-CLIMB-3, WC-CLIMB-1.  From 1 in inside the edge: 1 + R over it, 3 down: 4.63; a jump costs 1.63 and
        hurts.
        """
        up = board(block(3), at=(11, 6, 3))
        moved = judged(up, leg("climb", (10 - R, 6, 3), (10 - R, 6, 0)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(4 + R)
        assert (moved.ends.on, moved.ends.impact_rolls, moved.ends.climbing) == ("floor", 0, False)
        jumped = judged(up, leg("jump", (10 - R, 6, 0)))
        assert jumped.cost == pytest.approx(1 + R)
        assert jumped.ends.impact_rolls == 1

    def test_low_terrain_is_no_obstacle_to_climb(self) -> None:
        """rule: WC-CLIMB-1, WC-LOW-1.  A wall of 0.9 in carries nobody up; one of 1 in does."""
        at = 10 - R
        for height, found in ((0.9, ["WC-CLIMB-1"]), (1.0, [])):
            assert rules(judged(board(wall(height), at=(at, 5)), leg("climb", (at, 5, 0.8)))) == found

    def test_it_goes_over_from_one_obstacle_to_another_that_it_touches(self) -> None:
        """rule: WC-CLIMB-1.  Between two walls as far apart as its base is wide: up one, on up the other, 3 in."""
        low, high = wall(1.5, x=10), wall(4, x=10 - 2 * R - 0.4, id="other")
        at = 10 - R
        moved = judged(board(low, high, at=(at, 5)), leg("climb", (at, 5, 1.5)), leg("climb", (at, 5, 3)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(3)

    def test_deadly_terrain_hurts_once_for_each_time_it_is_begun_and_not_in_passing(self) -> None:
        """rule: WC-DEADLY-1.  Up in two legs: once. Down and up again: twice. Walking along it: never."""
        at = 10 - R
        spikes = board(wall(4, "deadly"), at=(at, 5))
        one, more = leg("climb", (at, 5, 1)), leg("climb", (at, 5, 2))
        assert judged(spikes, one, more).ends.deadly_rolls == 1
        down = leg("climb", (at, 5, 1), (at, 5, 0))
        assert judged(spikes, down, leg("climb", (at, 5, 1))).ends.deadly_rolls == 2
        assert judged(spikes, leg("walk", (at, 8))).ends.deadly_rolls == 0

    def test_a_mount_climbs_a_ladder_as_far_as_its_base_is_near_it_and_not_the_wall_beside(self) -> None:
        """rule: WC-CLIMB-7, WC-LADDER-4, WC-CLIMB-4.

        The ladder is 1 in wide: half an inch and R beyond its side is the limit.
        """
        at = 10 - R
        rungs = [zoo.box_part(f"rung-{i}", (9.9, 4.5, i / 2 + 0.3), (10, 5.5, i / 2 + 0.4), "ladder") for i in range(7)]
        way = zoo.feature("way", zoo.box_part("stone", (10, 0, 0), (10.4, 10, 4)), *rungs)
        mount = board(way, at=(at - 0.1, 5), runemarks=("mount",))
        up = leg("climb", (at - 0.1, 5, 2))
        assert judged(mount, up).is_legal
        assert rules(judged(mount, up, leg("climb", (at - 0.1, 7.5, 2)))) == ["WC-CLIMB-4"]
        assert judged(board(way, at=(at - 0.1, 5)), up, leg("climb", (at - 0.1, 7.5, 2))).is_legal

    def test_at_the_top_of_a_ladder_it_walks_on_and_on_the_ladder_it_stays(self) -> None:
        """rule: WC-LADDER-1, WC-LADDER-2, WC-CLIMB-6.  A block 3 in high with a ladder: 3 up, R and 0.1 over, 1 on; or
        stays at 2.
        """
        rungs = [zoo.box_part(f"rung-{i}", (9.9, 5.5, i / 2 + 0.3), (10, 6.5, i / 2 + 0.4), "ladder") for i in range(5)]
        way = zoo.feature("way", zoo.box_part("stone", (10, 4, 0), (14, 8, 3)), *rungs)
        at = 9.9 - R
        moved = judged(board(way, at=(at, 6)), leg("climb", (at, 6, 3)), leg("walk", (11, 6, 3)), ends=True)
        assert moved.is_legal
        assert moved.cost == pytest.approx(3 + 11 - at)
        assert (moved.ends.on, moved.ends.falls) == ("way/stone", False)
        ends = judged(board(way, at=(at, 6)), leg("climb", (at, 6, 2)), ends=True).ends
        assert (ends.climbing, ends.falls) == (True, False)

    def test_who_climbs_down_a_ladder_ends_clear_of_its_rungs(self) -> None:
        """rule: WC-LADDER-1, WC-LADDER-2, WC-MOVE-3.  Rungs from half an inch up, 0.4 in before the wall: at the floor
        it stands no more in them than who walks up to them; on them, an inch and a half up, it stays.
        """
        rungs = [zoo.box_part(f"rung-{i}", (9.6, 4.5, i / 2 + 0.5), (10, 5.5, i / 2 + 0.6), "ladder") for i in range(5)]
        table = board(zoo.feature("way", zoo.box_part("stone", (10, 4, 0), (14, 6, 3)), *rungs), at=(12, 5, 3))
        head = leg("climb", (10 - R, 5, 3))
        assert rules(judged(table, head, leg("climb", (10 - R, 5, 0)))) == ["WC-MOVE-3"]
        assert judged(table, head, leg("climb", (10 - R, 5, 1.5))).is_legal
        assert judged(table, head, leg("climb", (9.6 - R, 5, 3), (9.6 - R, 5, 0))).is_legal

    def test_who_climbs_stairs_goes_over_a_rail_beside_them_but_not_into_a_wall(self) -> None:
        """rule: WC-LADDER-1, WC-MOVE-3.  Six steps of half an inch, 2 in wide, a wall of 2.4 in along one side: 1.5 in
        up it ends 0.9 in above the feet. The base may overhang it, the centre may not come into it.
        """
        steps = [zoo.box_part(f"step-{i}", (10 + 0.5 * i, 4, 0), (13, 6, 0.5 * (i + 1)), "stairs") for i in range(6)]
        deck = zoo.box_part("deck", (13, 4, 0), (16, 6, 3), "platform")
        table = board(zoo.feature("way", *steps, deck, zoo.box_part("rail", (10, 6, 0), (13, 7, 2.4))), at=(10 - R, 5))
        up = leg("climb", (11.4, 5, 1.5))
        assert judged(table, up, leg("climb", (11.4, 5.9, 1.5))).is_legal
        assert rules(judged(table, up, leg("climb", (11.4, 6.3, 1.5)))) == ["WC-MOVE-3"]


class TestFlights:
    def test_the_base_may_overhang_where_it_lands_and_the_centre_may_not(self) -> None:
        """rule: WC-FLY-4, WC-FLY-3, WC-WALK-1."""
        table = board(block(), runemarks=("fly",))
        assert judged(table, leg("fly", (10.05, 5, 3))).is_legal
        assert rules(judged(table, leg("fly", (9.95, 5, 3)))) == ["WC-FLY-3"]

    def test_it_lands_on_no_wall_and_no_statue(self) -> None:
        """rule: WC-FLY-4, WC-TERR-3.  Neither is floor nor platform."""
        assert rules(judged(board(wall(2), runemarks=("fly",)), leg("fly", (10.2, 5, 2)))) == ["WC-FLY-4"]
        saint = zoo.feature("statue", zoo.box_part("saint", (9, 4, 0), (12, 7, 2), "unclimbable"))
        assert "WC-FLY-4" in rules(judged(board(saint, runemarks=("fly",)), leg("fly", (10.5, 5.5, 2))))

    def test_who_is_near_an_enemy_may_not_fly_off_either(self) -> None:
        """rule: WC-MOVE-5, WC-FLY-1."""
        table = board(zoo.fighter("b", (5 + 2 * R + 0.9, 5), side="blue"), runemarks=("fly",))
        assert rules(judged(table, leg("fly", (3, 5)))) == ["WC-MOVE-5"]

    def test_a_flyer_may_walk_and_jump_and_then_it_pays_and_is_hurt_as_others(self) -> None:
        """rule: WC-FLY-1, WC-JUMP-3.  A jump of 3 in down is a jump."""
        moved = judged(board(block(), at=(12, 5, 3), runemarks=("fly",)), leg("jump", (12, 2, 0)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(3)
        assert moved.ends.impact_rolls == 1
        flown = judged(board(block(), at=(12, 5, 3), runemarks=("fly",)), leg("fly", (12, 2, 0)))
        assert (flown.is_legal, flown.ends.impact_rolls) == (True, 0)


class TestSurfaces:
    @pytest.mark.parametrize(("side", "on"), [(1.2, "block/stone"), (1.01, "block/stone"), (1.0, None), (0.9, None)])
    def test_a_top_is_a_platform_where_it_is_larger_than_an_inch_square(self, side: float, on: str | None) -> None:
        """rule: WC-PLATFORM-1.  A pillar 3 in high: on the one it stands, on the other it does not."""
        half = side / 2
        pillar = zoo.feature("block", zoo.box_part("stone", (10 - half, 5 - half, 0), (10 + half, 5 + half, 3)))
        table = board(pillar, runemarks=("fly",))
        moved = judged(table, leg("fly", (10, 5, 3)))
        assert (moved.is_legal, moved.ends.on if moved.is_legal else None) == (on is not None, on)

    def test_where_one_platform_meets_another_there_is_no_edge(self) -> None:
        """rule: WC-EDGE-1, WC-EDGE-2.  Flush, or 0.9 in lower, it goes on; an inch lower it is an edge."""
        for height, count in ((3.0, 0), (2.1, 0), (2.0, 1)):
            beside = zoo.feature("beside", zoo.box_part("stone", (10, 0, 0), (14, 4, height)))
            ends = judged(board(block(), beside, at=(12, 6, 3)), leg("walk", (12, 5, 3))).ends
            assert len(ends.edges) == count


class TestDisengaging:
    @pytest.mark.parametrize("state", ["closed", "open"])
    def test_it_does_not_go_through_a_door_that_a_move_action_leads_through(self, state: str) -> None:
        """rule: WC-DOOR-1.  The door is 0.2 in deep: 1.46 in to be beyond it, for a base that does not fit."""
        gate = self.gate(1.0, state)
        enemy = zoo.fighter("b", (10 - 3 * R - 0.5, 5), side="blue")
        through = leg("door", (10.2 + R, 5), through="gate/leaf")
        moved = judged(board(gate, enemy, at=(10 - R, 5)), through, action="disengage")
        assert rules(moved) == ["WC-DOOR-1"]
        assert judged(board(gate, at=(10 - R, 5)), through).is_legal

    def test_it_walks_through_an_open_door_that_it_fits(self) -> None:
        """rule: WC-DISENGAGE-1, WC-DOOR-1.  That is a way like any other; shut, the leaf is in the way."""
        enemy = zoo.fighter("b", (10 - 3 * R - 0.5, 5), side="blue")
        for state, found in (("open", []), ("closed", ["WC-MOVE-3"])):
            table = board(self.gate(1.3, state), enemy, at=(10 - R, 5))
            assert rules(judged(table, leg("walk", (10.2 + R, 5)), action="disengage")) == found

    def gate(self, width: float, state: str) -> Feature:
        """Return a wall along x = 10 to 10.2 with a door of ``width`` around y = 5."""
        low, high = 5 - width / 2, 5 + width / 2
        return zoo.feature(
            "gate",
            zoo.box_part("left", (10, 0, 0), (10.2, low, 3)),
            zoo.box_part("right", (10, high, 0), (10.2, 10, 3)),
            zoo.box_part("leaf", (10, low, 0), (10.2, high, 2), "door"),
            state={"leaf": state},
        )

    def test_it_does_not_walk_over_the_edge_of_a_platform(self) -> None:
        """rule: WC-WALK-1, WC-DISENGAGE-5."""
        near = zoo.fighter("b", (12, 6 + 2 * R + 0.5, 3), side="blue")
        over = judged(board(block(), near, at=(12, 6, 3)), leg("walk", (12, 3.5, 3)), action="disengage")
        assert set(rules(over)) == {"WC-WALK-1"}

    def test_more_than_one_enemy_must_be_left(self) -> None:
        """rule: WC-DISENGAGE-2.  3 in away from the one it comes to the other."""
        enemies = [zoo.fighter("b", (5 + 2 * R + 0.5, 5), side="blue"), zoo.fighter("c", (1, 5), side="blue")]
        moved = judged(board(*enemies), leg("walk", (2.5 + R, 5)), action="disengage")
        assert (rules(moved), moved.ends.engaged) == (["WC-DISENGAGE-2"], ("c",))
