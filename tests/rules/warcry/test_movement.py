"""Moving in Warcry, row by row, in inches worked out by hand. The base is round, 32 mm: its radius R is 0.630 in."""

import math

import pytest

from tests import zoo
from tests.motion.moves import R, judged, leg, mover, rules
from warcry3d.errors import QuestionError
from warcry3d.motion.path import Leg
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature


def block(id: str = "block", height: float = 3.0, *kinds: str) -> Feature:
    """Return a block over x 10 to 14, y 4 to 8; its top is a platform."""
    return zoo.feature(id, zoo.box_part("stone", (10, 4, 0), (14, 8, height), *kinds))


def wall(height: float, *kinds: str, thick: float = 0.4) -> Feature:
    """Return a wall along y 0 to 10 whose near face is at x = 10, too thin to stand on."""
    return zoo.feature("wall", zoo.box_part("stone", (10, 0, 0), (10 + thick, 10, height), *kinds))


def board(*things: object, **how: object) -> Table:
    """Return a table with the fighter "a" at (5, 5) and these things."""
    return zoo.table(mover(**how), *things)  # type: ignore[arg-type]


class TestMoveAction:
    def test_all_four_ways_add_up(self) -> None:
        """rule: WC-MOVE-1, WC-WALK-1, WC-CLIMB-3, WC-JUMP-1, WC-CLIMB-6.

        Walk 4.37, climb 3 up and 0.7 over the edge, walk 1.93, jump 2.5 across (3 down, free).
        """
        table = board(block())
        moved = judged(
            table,
            leg("walk", (10 - R, 5)),
            leg("climb", (10 - R, 5, 3), (10 + 0.07, 5, 3)),
            leg("walk", (12, 5, 3)),
            leg("jump", (12, 2.5, 0)),
        )
        assert moved.is_legal
        assert [round(priced.cost, 3) for priced in moved.legs] == [4.370, 3.700, 1.930, 2.500]
        assert moved.cost == pytest.approx(12.5)

    def test_too_far_says_both_numbers_and_where_the_inches_run_out(self) -> None:
        """rule: WC-MOVE-1."""
        moved = judged(board(move=4), leg("walk", (8, 5), (8, 7.24)))
        assert rules(moved) == ["WC-MOVE-1"]
        assert str(moved.faults[0]) == "1.24 in too far: needs 5.24 in, has 4 in"
        assert moved.faults[0].at == pytest.approx((8, 6, 0))

    def test_exactly_as_far_as_allowed_is_allowed(self) -> None:
        """rule: WC-MOVE-1, WC-MOVE-7."""
        assert judged(board(move=4), leg("walk", (8, 5), (8, 6))).is_legal

    def test_turning_is_free(self) -> None:
        """rule: WC-MOVE-1.  An oval base may turn on the spot before each leg."""
        table = board(base=zoo.oval_base(60, 35))
        moved = judged(table, leg("walk", (7, 5), facing=1.0), leg("walk", (7, 6), facing=math.pi))
        assert moved.is_legal
        assert moved.cost == pytest.approx(3)

    def test_a_fighter_without_a_move_is_a_question_without_an_answer(self) -> None:
        with pytest.raises(QuestionError, match="'a' has no Move in its profile"):
            judged(zoo.table(zoo.fighter("a", (5, 5))), leg("walk", (6, 5)))

    def test_two_faults_are_both_told(self) -> None:
        """rule: WC-MOVE-1, WC-MOVE-3.  Through the wall, and an inch too far."""
        moved = judged(board(wall(2), move=9), leg("walk", (15, 5)))
        assert sorted(rules(moved)) == ["WC-MOVE-1", "WC-MOVE-3"]
        assert [fault.at[0] for fault in moved.faults] == pytest.approx([10 - R, 14], abs=0.003)


class TestInTheWay:
    def test_not_through_terrain(self) -> None:
        """rule: WC-MOVE-3.  The base meets the wall when its centre is R short of it."""
        (fault,) = judged(board(wall(2)), leg("walk", (15, 5))).faults
        assert (fault.rule, str(fault)) == ("WC-MOVE-3", "wall/stone is in the way")
        assert fault.at == pytest.approx((10 - R, 5, 0), abs=0.003)

    def test_up_to_the_wall_is_allowed_and_a_hair_further_is_not(self) -> None:
        """rule: WC-MOVE-3."""
        assert judged(board(wall(2)), leg("walk", (10 - R, 5))).is_legal
        assert rules(judged(board(wall(2)), leg("walk", (10 - R + 0.003, 5)))) == ["WC-MOVE-3"]

    def test_not_through_fighters_friend_or_foe(self) -> None:
        """rule: WC-MOVE-2.  Two bases of radius R meet when their centres are 2 R apart."""
        for side in ("red", "blue"):
            (fault,) = judged(board(zoo.fighter("b", (9, 5), side=side)), leg("walk", (13, 5))).faults
            assert (fault.rule, fault.message.values["subject"]) == ("WC-MOVE-2", "b")
            assert fault.at == pytest.approx((9 - 2 * R, 5, 0), abs=0.003)

    def test_past_a_fighter_base_to_base_is_allowed(self) -> None:
        """rule: WC-MOVE-2."""
        assert judged(board(zoo.fighter("b", (9, 5 + 2 * R))), leg("walk", (13, 5))).is_legal

    def test_no_part_past_the_edge_of_the_battlefield(self) -> None:
        """rule: WC-MOVE-4."""
        assert judged(board(), leg("walk", (R, 5))).is_legal
        (fault,) = judged(board(), leg("walk", (R - 0.1, 5))).faults
        assert (fault.rule, str(fault)) == ("WC-MOVE-4", "the base crosses the battlefield's edge by 0.10 in")

    def test_not_with_an_enemy_within_an_inch(self) -> None:
        """rule: WC-MOVE-5.  Centres 2 R + 1 apart: within 1 in; a hair more: not."""
        near = board(zoo.fighter("b", (5 + 2 * R + 1, 5), side="blue"))
        assert rules(judged(near, leg("walk", (3, 5)))) == ["WC-MOVE-5"]
        assert judged(board(zoo.fighter("b", (5 + 2 * R + 1.001, 5), side="blue")), leg("walk", (3, 5))).is_legal
        assert judged(board(zoo.fighter("b", (5 + 2 * R + 1, 5))), leg("walk", (3, 5))).is_legal

    def test_an_oval_base_fits_a_gap_lengthwise_only(self) -> None:
        """rule: WC-MOVE-3.  35 mm is 1.378 in: through a gap of 1.5 in along it, not across."""
        gap = zoo.feature(
            "gap", zoo.box_part("left", (9, 0, 0), (9.5, 4.25, 2)), zoo.box_part("right", (9, 5.75, 0), (9.5, 10, 2))
        )
        table = board(gap, base=zoo.oval_base(60, 35))
        assert judged(table, leg("walk", (14, 5))).is_legal
        assert set(rules(judged(table, leg("walk", (14, 5), facing=math.pi / 2)))) == {"WC-MOVE-3"}

    def test_a_square_base_meets_a_wall_with_its_side_and_turned_with_its_corner(self) -> None:
        """rule: WC-MOVE-3.  Side 1 in: 0.5 in from centre to side, 0.707 to a corner."""
        table = board(wall(2), base=zoo.square_base(1))
        assert judged(table, leg("walk", (9.5, 5))).is_legal
        (fault,) = judged(table, leg("walk", (9.5, 5), facing=math.pi / 4)).faults
        assert fault.at[0] == pytest.approx(10 - math.sqrt(0.5), abs=0.003)

    def test_headroom_is_the_height_of_the_body(self) -> None:
        """rule: WC-MOVE-3.  Under a deck at 1.4 in a body of 1.4 in passes, one of 1.5 in does not."""
        deck = zoo.feature("deck", zoo.box_part("planks", (8, 0, 1.4), (12, 10, 1.6), "platform"))
        assert judged(board(deck, tall=1.4), leg("walk", (15, 5))).is_legal
        (fault,) = judged(board(deck, tall=1.5), leg("walk", (15, 5))).faults
        assert fault.at[0] == pytest.approx(8 - R, abs=0.003)


class TestWalking:
    def test_low_terrain_is_ridden_over_at_no_cost(self) -> None:
        """rule: WC-LOW-2, WC-LOW-1, WC-WALK-1.  Over a wall 0.9 in high: 10 in and not a hair more."""
        moved = judged(board(wall(0.9)), leg("walk", (15, 5)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(10)

    def test_an_inch_is_an_obstacle(self) -> None:
        """rule: WC-TERR-1, WC-LOW-1."""
        assert rules(judged(board(wall(1.0)), leg("walk", (15, 5)))) == ["WC-MOVE-3"]
        assert judged(board(wall(0.999)), leg("walk", (15, 5))).is_legal

    def test_ending_on_low_terrain_stands_on_top_of_it(self) -> None:
        """rule: WC-LOW-3.  The point may be given on the floor or on top; it ends on top."""
        slab = zoo.feature("slab", zoo.box_part("stone", (8, 3, 0), (12, 7, 0.5)))
        for z in (0, 0.5):
            ends = judged(board(slab), leg("walk", (10, 5, z))).ends
            assert (ends.at, ends.on, ends.falls) == ((10, 5, 0.5), "floor", False)

    def test_the_base_may_overhang_as_long_as_the_centre_stays_on(self) -> None:
        """rule: WC-WALK-1, WC-WALK-3.  A walkway 0.8 in wide carries a base of 1.26 in; off its end the centre may not
        go.
        """
        plank = zoo.feature("plank", zoo.box_part("wood", (8, 4.6, 2.8), (14, 5.4, 3), "platform"))
        table = board(plank, at=(9, 5, 3))
        assert judged(table, leg("walk", (14, 5, 3))).is_legal
        (fault,) = judged(table, leg("walk", (15, 5, 3))).faults
        assert (fault.rule, fault.at) == ("WC-WALK-1", pytest.approx((14, 5, 3), abs=1e-4))
        assert str(fault) == "the centre of the base leaves plank/wood"

    def test_a_wall_is_low_as_seen_from_a_platform_beside_it(self) -> None:
        """rule: WC-LOW-1, WC-TERR-1.  A platform 2.5 in up, a 3 in wall between it and another: half an inch."""
        decks = zoo.feature(
            "decks", zoo.box_part("left", (8, 3, 0), (11, 7, 2.5)), zoo.box_part("right", (11, 3, 0), (14, 7, 2.5))
        )
        table = board(decks, wall_between(3.0), at=(9.5, 5, 2.5))
        assert judged(table, leg("walk", (13, 5, 2.5))).is_legal
        assert rules(judged(board(decks, wall_between(3.5), at=(9.5, 5, 2.5)), leg("walk", (13, 5, 2.5)))) == [
            "WC-MOVE-3"
        ]

    def test_a_step_between_platforms_of_less_than_an_inch_is_walked(self) -> None:
        """rule: WC-LOW-1, WC-WALK-1."""
        for rise, found in ((0.9, []), (1.0, ["WC-WALK-1"])):
            decks = zoo.feature(
                "decks",
                zoo.box_part("low", (8, 3, 0), (11, 7, 2)),
                zoo.box_part("high", (11, 3, 0), (14, 7, 2 + rise)),
            )
            up = judged(board(decks, at=(9, 5, 2)), leg("walk", (13, 5, 2 + rise)))
            down = judged(board(decks, at=(13, 5, 2 + rise)), leg("walk", (9, 5, 2)))
            assert rules(up) == rules(down) == found
            assert up.cost == down.cost == pytest.approx(4)

    def test_a_point_in_the_air_is_no_walk(self) -> None:
        """rule: WC-WALK-1."""
        (fault,) = judged(board(), leg("walk", (8, 5, 0.7))).faults
        assert (fault.rule, str(fault)) == ("WC-WALK-1", "this point of the walk is 0.70 in above floor")

    def test_nobody_walks_on_what_cannot_be_climbed(self) -> None:
        """rule: WC-NOCLIMB-1, WC-TERR-3.

        The rim of a fountain half an inch high is no ground, though the base may hang over it.
        """
        rim = zoo.feature("rim", zoo.box_part("stone", (9, 0, 0), (10, 10, 0.5), "unclimbable"))
        (fault,) = judged(board(rim), leg("walk", (9.5, 5))).faults
        assert (fault.rule, fault.at[0]) == ("WC-WALK-1", pytest.approx(9, abs=1e-4))
        assert judged(board(rim), leg("walk", (8.9, 5))).is_legal


def wall_between(height: float) -> Feature:
    """Return a thin wall over x = 11, as long as the decks are deep."""
    return zoo.feature("between", zoo.box_part("stone", (10.9, 3, 0), (11.1, 7, height)))


class TestJumping:
    def test_only_the_level_part_counts_and_two_inches_do_not_hurt(self) -> None:
        """rule: WC-JUMP-1, WC-JUMP-3.  Exactly 2 in down: no roll; 2.1 in: one."""
        for height, rolls in ((2.0, 0), (2.1, 1)):
            moved = judged(board(block(height=height), at=(12, 5, height)), leg("jump", (12, 3, 0)))
            assert moved.is_legal
            assert (moved.cost, moved.ends.impact_rolls) == (pytest.approx(2), rolls)
            assert (moved.ends.on, moved.ends.falls) == ("floor", False)

    def test_a_jump_does_not_rise(self) -> None:
        """rule: WC-JUMP-5."""
        (fault,) = judged(board(block()), leg("jump", (12, 6, 3))).faults[:1]
        assert (fault.rule, str(fault)) == ("WC-JUMP-5", "a jump goes level, then down; this one rises 3.00 in")

    def test_through_the_air_means_through_nothing(self) -> None:
        """rule: WC-JUMP-6, WC-MOVE-3.  A pole as thin as a needle, half way, is in the way."""
        pole = zoo.feature("pole", zoo.box_part("needle", (12, 2, 0), (12.01, 2.01, 6)))
        table = board(block(), pole, at=(12, 5, 3))
        (fault,) = judged(table, leg("jump", (12, 0.7, 3))).faults
        assert fault.at == pytest.approx((12, 2.01 + R, 3), abs=0.005)

    def test_straight_down_means_through_nothing(self) -> None:
        """rule: WC-JUMP-6, WC-MOVE-3.  The base catches the block's edge on its way down: 0.5 in beside it."""
        moved = judged(board(block(), at=(12, 5, 3)), leg("jump", (12, 3.5, 0)))
        assert rules(moved) == ["WC-MOVE-3"]
        assert str(moved.faults[0]) == "block/stone is in the way"

    def test_onto_another_fighter_is_no_landing(self) -> None:
        """rule: WC-JUMP-6, WC-MOVE-2."""
        table = board(block(), zoo.fighter("b", (12, 2.5)), at=(12, 5, 3))
        moved = judged(table, leg("jump", (12, 2.5, 0)))
        assert rules(moved) == ["WC-MOVE-2"]
        assert str(moved.faults[0]) == "b is in the way"

    def test_over_a_fighter_it_jumps(self) -> None:
        """rule: WC-JUMP-6.  The block is 3 in high, the fighter beside it 1.4 in."""
        table = board(block(), zoo.fighter("b", (12, 3)), at=(12, 5, 3))
        assert judged(table, leg("jump", (12, 1, 0))).is_legal

    def test_low_terrain_on_the_floor_does_not_stop_a_jump_from_it(self) -> None:
        """rule: WC-JUMP-6, WC-LOW-2."""
        assert judged(board(wall(0.9)), leg("jump", (15, 5, 0))).is_legal

    @pytest.mark.parametrize(("height", "rolls"), [(1.9, 0), (2.0, 1), (3.0, 1)])
    def test_an_end_in_the_air_drops_and_from_two_inches_on_it_hurts(self, height: float, rolls: int) -> None:
        """rule: WC-JUMP-2, WC-JUMP-4."""
        moved = judged(board(block(height=height), at=(12, 5, height)), leg("jump", (12, 2, height)))
        assert moved.is_legal
        assert (moved.ends.at, moved.ends.on) == (pytest.approx((12, 2, 0), abs=1e-4), "floor")
        assert moved.ends.impact_rolls == rolls

    def test_a_drop_goes_straight_down(self) -> None:
        """rule: WC-JUMP-1.  A climber lets go: no inch is counted."""
        table = board(wall(4))
        begin = [leg("walk", (10 - R, 5)), leg("climb", (10 - R, 5, 2.5))]
        moved = judged(table, *begin, leg("drop", (10 - R, 5, 0)))
        assert moved.is_legal
        assert (moved.legs[2].cost, moved.ends.impact_rolls, moved.ends.climbing) == (0, 1, False)
        assert rules(judged(table, *begin, leg("drop", (9, 5, 0)))) == ["WC-JUMP-1"]


class TestClimbing:
    def test_a_climber_may_jump_from_where_it_hangs(self) -> None:
        """rule: WC-JUMP-7, WC-CLIMB-6, WC-JUMP-3.  3 in up the wall, then 2 in away from it and 3 down: 5 in, and a
        roll.
        """
        at = 10 - R
        moved = judged(board(wall(4), at=(at, 5)), leg("climb", (at, 5, 3)), leg("jump", (at - 2, 5, 0)))
        assert moved.is_legal
        assert (moved.cost, moved.ends.impact_rolls) == (pytest.approx(5), 1)

    def test_a_climb_begins_touching(self) -> None:
        """rule: WC-CLIMB-1.  A tenth of an inch away is away."""
        moved = judged(board(wall(4)), leg("walk", (9.9 - R, 5)), leg("climb", (9.9 - R, 5, 2)))
        assert rules(moved) == ["WC-CLIMB-1"]
        assert "the nearest, wall/stone, is 0.10 in away" in str(moved.faults[0])

    def test_up_down_and_sideways_all_count(self) -> None:
        """rule: WC-CLIMB-3.  2 up, 1.5 along the wall, 0.5 down."""
        at = 10 - R
        moved = judged(board(wall(4), at=(at, 5)), leg("climb", (at, 5, 2), (at, 6.5, 2), (at, 6.5, 1.5)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(4)
        assert (moved.ends.climbing, moved.ends.on, moved.ends.falls) == (True, "wall/stone", False)

    def test_half_an_inch_is_the_limit_above_and_beside(self) -> None:
        """rule: WC-CLIMB-4.  0.5 in off the wall is near enough, 0.6 in is not: the place is where 0.5 in is passed."""
        at = 10 - R
        table = board(wall(4), at=(at, 5))
        assert judged(table, leg("climb", (at, 5, 2), (at - 0.5, 5, 2))).is_legal
        (fault,) = judged(table, leg("climb", (at, 5, 2), (at - 0.6, 5, 2))).faults
        assert (fault.rule, fault.at) == ("WC-CLIMB-4", pytest.approx((at - 0.5, 5, 2), abs=0.004))
        assert str(fault) == "it climbs 0.60 in away from wall/stone; at most 0.5 in is allowed"
        assert judged(table, leg("climb", (at, 5, 4.5))).is_legal
        assert rules(judged(table, leg("climb", (at, 5, 4.6)))) == ["WC-CLIMB-4"]

    def test_a_climb_passes_through_nothing(self) -> None:
        """rule: WC-CLIMB-1, WC-MOVE-3.  A beam sticks out of the wall 2 in up: the body of 1.4 in meets it at 0.6."""
        beam = zoo.feature("beam", zoo.box_part("wood", (9, 4, 2), (10, 6, 2.2)))
        at = 10 - R
        moved = judged(board(wall(4), beam, at=(at, 5)), leg("climb", (at, 5, 3)))
        assert rules(moved) == ["WC-MOVE-3"]
        assert moved.faults[0].at[2] == pytest.approx(0.6, abs=0.004)

    def test_it_climbs_until_its_centre_is_over_the_platform(self) -> None:
        """rule: WC-CLIMB-6.  A walk laid from beside the platform is climbed as far as its edge: it costs the same."""
        at = 10 - R
        moved = judged(board(block(), at=(at, 5)), leg("climb", (at, 5, 3)), leg("walk", (12, 5, 3)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(3 + 2 + R)
        assert judged(board(block(), at=(at, 5)), leg("climb", (at, 5, 2.5)), leg("walk", (12, 5, 3))).faults

    def test_it_may_end_its_action_climbing_but_not_its_activation(self) -> None:
        """rule: WC-CLIMB-2, WC-FALL-4."""
        at = 10 - R
        climb = leg("climb", (at, 5, 2))
        ends = judged(board(wall(4), at=(at, 5)), climb).ends
        assert (ends.climbing, ends.falls, ends.falls_later) == (True, False, True)
        ends = judged(board(wall(4), at=(at, 5)), climb, ends=True).ends
        assert (ends.climbing, ends.falls) == (False, True)

    def test_the_next_action_goes_on_from_where_it_hangs(self) -> None:
        """rule: WC-CLIMB-2."""
        moved = judged(board(wall(4), at=(10 - R, 5, 2)), leg("climb", (10 - R, 5, 3)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(1)

    def test_of_two_things_it_hangs_between_it_climbs_on_by_either(self) -> None:
        """rule: WC-CLIMB-1, WC-CLIMB-2.  A post of 2.2 in at 0.1 in, a wall of 5 in at 0.3 in: up from 2 by the wall,
        which it does not touch; a post further off than half an inch does not hold it.
        """
        at = 10 - R - 0.3
        post = zoo.feature("post", zoo.box_part("wood", (at - 0.4, 5 + R + 0.1, 0), (at + 0.4, 5 + R + 0.5, 2.2)))
        moved = judged(board(post, wall(5), at=(at, 5, 2)), leg("climb", (at, 5, 4)))
        assert moved.is_legal
        assert moved.ends.on == "wall/stone"
        assert rules(judged(board(post, at=(at, 5, 2)), leg("climb", (at, 5, 4)))) == ["WC-CLIMB-4"]

    def test_mounts_climb_only_ladders_and_stairs(self) -> None:
        """rule: WC-CLIMB-7, WC-LADDER-4."""
        at = 10 - R
        climb = leg("climb", (at, 5, 2))
        assert rules(judged(board(wall(4), at=(at, 5), runemarks=("mount",)), climb)) == ["WC-CLIMB-7"]
        for steps in ("ladder", "stairs"):
            assert judged(board(wall(4, steps), at=(at, 5), runemarks=("mount",)), climb).is_legal

    def test_on_a_ladder_nobody_falls_when_the_activation_ends(self) -> None:
        """rule: WC-LADDER-2, WC-CLIMB-2."""
        at = 10 - R
        ends = judged(board(wall(4, "ladder"), at=(at, 5)), leg("climb", (at, 5, 2)), ends=True).ends
        assert (ends.climbing, ends.falls, ends.falls_later) == (True, False, False)

    def test_stairs_are_climbed_along_their_slope(self) -> None:
        """rule: WC-LADDER-1, WC-TERR-4, WC-CLIMB-3.  Six steps of half an inch: 3 up and 3.5 along."""
        steps = [zoo.box_part(f"step-{i}", (10 + 0.5 * i, 4, 0), (13, 6, 0.5 * (i + 1)), "stairs") for i in range(6)]
        deck = zoo.box_part("deck", (13, 4, 0), (16, 6, 3), "platform")
        start = 10 - R
        table = board(zoo.feature("way", *steps, deck), at=(start, 5))
        moved = judged(table, leg("climb", (13.1, 5, 3)), leg("walk", (14, 5, 3)))
        assert rules(moved) == []
        assert moved.legs[0].cost == pytest.approx(3 + 3.1 + R)
        assert moved.ends.on == "way/deck"

    def test_deadly_terrain_hurts_who_begins_to_climb_it(self) -> None:
        """rule: WC-DEADLY-1, WC-TERR-2."""
        at = 10 - R
        moved = judged(board(wall(4, "deadly"), at=(at, 5)), leg("climb", (at, 5, 1), (at, 5, 2)))
        assert moved.is_legal
        assert moved.ends.deadly_rolls == 1

    def test_a_statue_is_not_climbed(self) -> None:
        """rule: WC-TERR-3."""
        at = 10 - R
        moved = judged(board(wall(4, "unclimbable"), at=(at, 5)), leg("climb", (at, 5, 1)))
        assert rules(moved) == ["WC-TERR-3"]

    def test_ending_on_a_statue_hurts_and_it_falls(self) -> None:
        """rule: WC-NOCLIMB-2.  A jump from the block onto a plinth nobody may stand on, at its own height."""
        plinth = zoo.feature("statue", zoo.box_part("saint", (12, 1, 0), (14, 3, 3), "unclimbable"))
        moved = judged(board(block(), plinth, at=(13, 5, 3)), leg("jump", (13, 2, 3)))
        assert moved.is_legal
        assert (moved.ends.on, moved.ends.falls, moved.ends.impact_rolls) == ("statue/saint", True, 1)

    def test_on_a_surface_as_ragged_as_a_tree_the_nearest_part_counts(self) -> None:
        """rule: WC-CLIMB-4, WC-CLIMB-5.  A trunk 1 in wide, branches 1 in long every inch: ½ in from any."""
        trunk = zoo.box_part("trunk", (10, 4.5, 0), (11, 5.5, 6))
        branches = [zoo.box_part(f"branch-{i}", (9, 5.3, i + 0.4), (10, 5.5, i + 0.6)) for i in range(6)]
        table = board(zoo.feature("tree", trunk, *branches), at=(10.5, 4.5 - R))
        up = judged(table, leg("climb", (10.5, 4.5 - R, 4), (9.2, 4.5 - R, 4), (9.2, 4.6, 4), (9.2, 4.6, 5)))
        assert up.is_legal
        far = judged(table, leg("climb", (10.5, 4.5 - R, 4), (7.5, 4.5 - R, 4)))
        assert rules(far) == ["WC-CLIMB-4"]


class TestFlying:
    def test_height_is_free_and_nothing_is_in_the_way(self) -> None:
        """rule: WC-FLY-1, WC-FLY-2.  Over a wall, through a fighter, onto the block: 8 in aside, 3 in up."""
        table = board(block(), zoo.fighter("b", (8, 5)), runemarks=("fly",))
        moved = judged(table, leg("fly", (13, 5, 3)))
        assert moved.is_legal
        assert moved.cost == pytest.approx(8)
        assert moved.ends.on == "block/stone"

    def test_only_with_the_runemark(self) -> None:
        """rule: WC-FLY-1."""
        assert rules(judged(board(), leg("fly", (8, 5)))) == ["WC-FLY-1"]

    def test_it_cannot_end_flying(self) -> None:
        """rule: WC-FLY-3."""
        moved = judged(board(runemarks=("fly",)), leg("fly", (8, 5, 2)))
        assert rules(moved) == ["WC-FLY-3"]
        assert str(moved.faults[0]) == "a flight ends on a surface, and this one 2.00 in above floor"

    def test_it_cannot_end_in_something_or_someone(self) -> None:
        """rule: WC-FLY-3, WC-MOVE-2, WC-MOVE-3."""
        assert rules(judged(board(wall(2), runemarks=("fly",)), leg("fly", (10, 5)))) == ["WC-MOVE-3"]
        table = board(zoo.fighter("b", (8, 5)), runemarks=("fly",))
        assert rules(judged(table, leg("fly", (8, 5.5)))) == ["WC-MOVE-2"]

    def test_once_begun_it_flies_until_over_floor_or_platform(self) -> None:
        """rule: WC-FLY-4, WC-WALK-2.  Walking on from the air is no move; from the platform it is."""
        table = board(block(), runemarks=("fly",))
        assert judged(table, leg("fly", (12, 5, 3)), leg("walk", (13, 5, 3))).is_legal
        assert "WC-FLY-4" in rules(judged(table, leg("fly", (8, 5, 1)), leg("climb", (8, 5, 2))))


class TestDisengaging:
    def table(self, *runemarks: str) -> Table:
        return zoo.table(
            mover((5, 5), move=5, runemarks=runemarks), zoo.fighter("b", (5 + 2 * R + 0.5, 5), side="blue")
        )

    def test_up_to_three_inches_and_more_than_one_from_all(self) -> None:
        """rule: WC-DISENGAGE-1, WC-DISENGAGE-2, WC-DISENGAGE-7."""
        assert judged(self.table(), leg("walk", (2, 5)), action="disengage").is_legal
        assert rules(judged(self.table(), leg("walk", (1.9, 5)), action="disengage")) == ["WC-DISENGAGE-1"]
        near = judged(self.table(), leg("walk", (4.6, 5)), action="disengage")
        assert rules(near) == ["WC-DISENGAGE-2"]
        assert near.ends.engaged == ("b",)

    def test_it_is_walking_only(self) -> None:
        """rule: WC-DISENGAGE-5."""
        for kind in ("jump", "fly"):
            moved = judged(self.table("fly"), leg(kind, (3, 5)), action="disengage")
            assert rules(moved) == ["WC-DISENGAGE-5"]

    def test_an_inch_away_is_not_away(self) -> None:
        """rule: WC-DISENGAGE-2.  Half an inch apart at first: half an inch more is within 1 in still."""
        assert rules(judged(self.table(), leg("walk", (4.5, 5)), action="disengage")) == ["WC-DISENGAGE-2"]
        assert judged(self.table(), leg("walk", (4.499, 5)), action="disengage").is_legal

    def test_nobody_climbs_to_disengage(self) -> None:
        """rule: WC-DISENGAGE-5.  Up a wall that its base touches, 1.2 in: more than 1 in from its enemy, no walk."""
        side = zoo.feature("side", zoo.box_part("stone", (0, 5 + R, 0), (10, 5.4 + R, 4)))
        table = zoo.table(*self.table().models, side)
        moved = judged(table, leg("climb", (5, 5, 1.2)), action="disengage")
        assert (rules(moved), moved.ends.engaged) == (["WC-DISENGAGE-5"], ())

    def test_it_needs_somebody_to_leave(self) -> None:
        """rule: WC-DISENGAGE-6."""
        assert rules(judged(board(), leg("walk", (3, 5)), action="disengage")) == ["WC-DISENGAGE-6"]


class TestDoorsAndArches:
    def gate(self, state: str = "closed", width: float = 1.0) -> Feature:
        """Return a wall along x = 10 to 10.5 with a door of ``width`` around y = 5."""
        low, high = 5 - width / 2, 5 + width / 2
        return zoo.feature(
            "gate",
            zoo.box_part("left", (10, 0, 0), (10.5, low, 3)),
            zoo.box_part("right", (10, high, 0), (10.5, 10, 3)),
            zoo.box_part("lintel", (10, low, 2), (10.5, high, 3)),
            zoo.box_part("leaf", (10.15, low, 0), (10.35, high, 2), "door"),
            state={"leaf": state},
        )

    def arch(self) -> Feature:
        opening = zoo.part("way", zoo.box_part("x", (10, 4.5, 0), (10.5, 5.5, 2)).solid, "arch", is_opening=True)
        walls = [zoo.box_part("left", (10, 0, 0), (10.5, 4.5, 3)), zoo.box_part("right", (10, 5.5, 0), (10.5, 10, 3))]
        return zoo.feature("gate", *walls, opening)

    def through(self, part: str = "gate/leaf", to: float = 10.35 + R) -> list[Leg]:
        """Return the way up to the leaf, or the arch, which the base's front touches, and through."""
        front = 10.15 if part == "gate/leaf" else 10
        return [leg("walk", (front - R, 5)), leg("door", (to if front == 10.15 else 10.5 + R, 5), through=part)]

    def test_through_the_middle_whatever_the_size(self) -> None:
        """rule: WC-TERR-5, WC-DOOR-2, WC-DOOR-3.

        A base of 1.26 in through a door of 1 in, straight: 0.2 in of door and its own breadth.
        """
        for state in ("open", "closed"):
            moved = judged(board(self.gate(state)), *self.through())
            assert moved.is_legal
            assert moved.legs[1].cost == pytest.approx(0.2 + 2 * R)

    def test_walking_does_not_fit_but_through_an_open_door_wide_enough_it_does(self) -> None:
        """rule: WC-DOOR-2, WC-DOOR-7, WC-MOVE-3."""
        assert "WC-MOVE-3" in rules(judged(board(self.gate("open")), leg("walk", (13, 5))))
        assert judged(board(self.gate("open", width=1.3)), leg("walk", (13, 5))).is_legal
        assert "WC-MOVE-3" in rules(judged(board(self.gate("closed", width=1.3)), leg("walk", (13, 5))))

    def test_it_needs_the_inches_to_stand_beyond(self) -> None:
        """rule: WC-DOOR-3, WC-MOVE-1.  4.52 in to the leaf, 1.46 in through it: 5.98 in."""
        assert rules(judged(board(self.gate(), move=5.9), *self.through())) == ["WC-MOVE-1"]
        assert set(rules(judged(board(self.gate()), *self.through(to=10.6)))) == {"WC-DOOR-3"}

    def test_it_touches_the_door_first(self) -> None:
        """rule: WC-DOOR-1."""
        (fault,) = judged(board(self.gate()), leg("walk", (9, 5)), leg("door", (11.2, 5), through="gate/leaf")).faults
        assert (fault.rule, str(fault)[:23]) == ("WC-DOOR-1", "it does not touch gate/")

    def test_it_goes_straight_through_the_middle(self) -> None:
        """rule: WC-DOOR-3."""
        start, end = leg("walk", (10 - R, 5.4)), leg("door", (10.5 + R, 5.4), through="gate/leaf")
        (fault,) = judged(board(self.gate()), start, end).faults
        assert fault.rule == "WC-DOOR-3"
        assert "passes 0.40 in beside it" in str(fault)

    def test_a_fighter_beyond_leaves_no_room(self) -> None:
        """rule: WC-DOOR-4, WC-MOVE-2."""
        moved = judged(board(self.gate(), zoo.fighter("b", (12, 5))), *self.through())
        assert rules(moved) == ["WC-MOVE-2"]

    @pytest.mark.parametrize(
        ("mark", "closed", "opened", "arched"),
        [("gargantuan", 1, 0, 1), ("mount", 1, 0, 1), ("beast", 1, 0, 0), ("hero", 0, 0, 0)],
    )
    def test_runemarks_bar_the_way(self, mark: str, closed: int, opened: int, arched: int) -> None:
        """rule: WC-DOOR-5, WC-DOOR-6, WC-DOOR-7, WC-MON-17."""
        for feature, part, rule, count in (
            (self.gate("closed"), "gate/leaf", "WC-DOOR-6", closed),
            (self.gate("open"), "gate/leaf", "WC-DOOR-7", opened),
            (self.arch(), "gate/way", "WC-DOOR-5", arched),
        ):
            moved = judged(board(feature, runemarks=(mark,)), *self.through(part))
            assert rules(moved) == [rule] * count

    def test_a_mount_does_not_walk_through_an_arch_that_it_fits(self) -> None:
        """rule: WC-DOOR-5.  Nor does it jump through; around it goes."""
        opening = zoo.part("way", zoo.box_part("x", (10, 4, 0), (10.5, 6, 2)).solid, "arch", is_opening=True)
        table = board(zoo.feature("gate", opening), runemarks=("mount",))
        assert rules(judged(table, leg("walk", (13, 5)))) == ["WC-DOOR-5"]
        assert rules(judged(table, leg("jump", (13, 5)))) == ["WC-DOOR-5"]
        assert judged(table, leg("walk", (9, 8), (13, 8))).is_legal


class TestEdges:
    def test_an_open_edge_within_half_an_inch_is_told(self) -> None:
        """rule: WC-EDGE-1.  The base's rim 0.5 in from the edge: told; 0.51 in: not."""
        for gap, count in ((0.5, 1), (0.51, 0)):
            ends = judged(board(block(), at=(12, 6, 3)), leg("walk", (12, 4 + R + gap, 3))).ends
            assert len(ends.edges) == count
        assert judged(board(block(), at=(12, 6, 3)), leg("walk", (12, 5, 3))).ends.edges[0].distance == pytest.approx(
            1 - R, abs=1e-3
        )

    def test_a_wall_along_the_edge_makes_it_safe(self) -> None:
        """rule: WC-EDGE-2.  An inch high it does, lower it does not."""
        for rise, count in ((1.0, 0), (0.9, 1)):
            parapet = zoo.feature("parapet", zoo.box_part("stone", (10, 3.8, 3), (14, 4, 3 + rise)))
            ends = judged(board(block(), parapet, at=(12, 6, 3)), leg("walk", (12, 5, 3))).ends
            assert len(ends.edges) == count

    def test_flyers_do_not_mind(self) -> None:
        """rule: WC-EDGE-4."""
        assert judged(board(block(), at=(12, 6, 3), runemarks=("fly",)), leg("walk", (12, 5, 3))).ends.edges == ()

    def test_the_floor_has_no_edges(self) -> None:
        """rule: WC-EDGE-1."""
        assert judged(board(), leg("walk", (R, 5))).ends.edges == ()


class TestCustom:
    def test_what_players_call_low_is_ridden_over_as_it_is(self) -> None:
        """rule: WC-TERR-6."""
        assert judged(board(wall(1.2, "low")), leg("walk", (15, 5))).is_legal

    def test_scenery_stops_nobody(self) -> None:
        """rule: WC-TERR-6."""
        assert judged(board(wall(3, "scenery")), leg("walk", (15, 5))).is_legal
