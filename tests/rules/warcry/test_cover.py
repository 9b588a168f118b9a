"""Cover in Warcry: hand-worked tables in inches. How the rules are read is told in docs/cover.md."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies, zoo
from tests.strategies import Motion
from warcry3d.geom import shapes
from warcry3d.geom.solid import Solid
from warcry3d.rules.results import CoverVerdict
from warcry3d.rules.warcry.cover import NearObstacle, cover, is_obstacle
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, PartKind
from warcry3d.units import MM

INCH = Base(BaseShape.ROUND, 1.0, 1.0, 0.1)
"""A round base 1 in across, 0.1 in high: easy to reckon with."""


def fighter(id: str, x: float, y: float = 0.0, z: float = 0.0, base: Base = INCH) -> Model:
    return zoo.fighter(id, (x, y, z), base=base, side=id)


def wall(
    x: float,
    id: str = "wall",
    *kinds: str,
    y: tuple[float, float] = (-3, 3),
    z: tuple[float, float] = (0, 2),
    thick: float = 0.4,
    state: dict[str, str] | None = None,
) -> Feature:
    part = zoo.box_part("stones", (x, y[0], z[0]), (x + thick, y[1], z[1]), *kinds)
    return zoo.feature(id, part, state=state)


def judged(*things: Feature | Model, near: NearObstacle = NearObstacle.OBSTACLE) -> CoverVerdict:
    return cover(zoo.table(*things), "red", "blue", near=near)


RED, BLUE = fighter("red", 0), fighter("blue", 8)


def test_wall_between_the_bases_gives_cover_both_ways() -> None:
    """rule: WC-COVER-3."""
    table = zoo.table(RED, BLUE, wall(4))
    (reason,) = cover(table, "red", "blue").reasons
    assert (reason.rule, reason.part) == ("WC-COVER-3", "wall/stones")
    assert reason.line == (pytest.approx((0.5, 0, 0.05)), pytest.approx((7.5, 0, 0.05)))
    assert reason.at == pytest.approx((4, 0, 0.05))
    (back,) = cover(table, "blue", "red").reasons
    assert back.at == pytest.approx((4.4, 0, 0.05))


def test_open_ground_gives_no_cover() -> None:
    """rule: WC-COVER-3."""
    verdict = judged(RED, BLUE, wall(4, y=(1, 5)))
    assert not verdict.verdict
    assert verdict == CoverVerdict(())


def test_line_a_millimetre_wide_that_brushes_a_wall_is_cover() -> None:
    """rule: WC-COVER-3."""
    assert judged(RED, BLUE, wall(4, y=(0.4 * MM, 3))).verdict
    assert not judged(RED, BLUE, wall(4, y=(0.6 * MM, 3))).verdict


def test_line_between_platforms_over_a_wall_is_no_cover_either_way() -> None:
    """rule: WC-COVER-4.

    Both stand 3 in up, the wall between is 2 in high: the line runs over it, not through it.
    """
    decks = [
        zoo.feature(id, zoo.box_part("deck", (x, -1, 2.8), (x + 2, 1, 3), "platform"))
        for id, x in (("a", -1), ("b", 7))
    ]
    verdict = judged(fighter("red", 0, z=3), fighter("blue", 8, z=3), *decks, wall(4))
    assert not verdict.verdict
    assert verdict.passed_over == ("wall/stones",)


def test_line_up_to_a_platform_that_meets_a_wall_below_its_top_is_cover() -> None:
    """rule: WC-COVER-3, WC-COVER-4.

    From (0.5, 0.1) up to (7.5, 1.5): at x = 4 the line is 0.8 in high; a wall 1 in high is in its way, and one 0.7 in
    high is not.
    """
    up = fighter("blue", 8, z=1.5)
    (reason,) = judged(RED, up, wall(4, z=(0, 1))).reasons
    assert reason.at == pytest.approx((4, 0, 0.8))
    assert judged(RED, up, wall(4, z=(0, 0.7))).passed_over == ("wall/stones",)


def test_line_under_a_walkway_of_stone_is_no_cover() -> None:
    """rule: WC-COVER-3."""
    verdict = judged(RED, BLUE, wall(4, z=(2, 3)))
    assert not verdict.verdict
    assert verdict.passed_over == ()


def test_every_obstacle_on_the_line_is_named_from_the_attacker_on() -> None:
    """rule: WC-COVER-3."""
    verdict = judged(RED, BLUE, wall(6, "far"), wall(2, "near"))
    assert [reason.part for reason in verdict.reasons] == ["near/stones", "far/stones"]


def test_obstacle_within_half_an_inch_of_the_attacker_is_left_out() -> None:
    """rule: WC-COVER-5."""
    verdict = judged(RED, BLUE, wall(0.9))
    assert not verdict.verdict
    (left,) = verdict.left_out
    assert (left.rule, left.part, left.distance) == ("WC-COVER-5", "wall/stones", pytest.approx(0.4))
    assert left.at == pytest.approx((0.9, 0, 0.05))


@pytest.mark.parametrize(("x", "in_cover"), [(1.0, False), (1.001, True)])
def test_exactly_half_an_inch_is_within_it(x: float, in_cover: bool) -> None:
    """rule: WC-COVER-5.  within is at most."""
    assert judged(RED, BLUE, wall(x)).verdict is in_cover


def test_obstacle_within_half_an_inch_of_the_target_counts() -> None:
    """rule: WC-COVER-7."""
    table = zoo.table(RED, BLUE, wall(7.0))
    assert cover(table, "red", "blue").verdict
    assert not cover(table, "blue", "red").verdict


@pytest.mark.parametrize(("x", "in_cover"), [(2.0, True), (2.001, False)])
def test_fighters_an_inch_apart_or_less_count_every_obstacle(x: float, in_cover: bool) -> None:
    """rule: WC-COVER-6, WC-COVER-5.

    The wall is 0.3 in from the attacker: left out only when the two are more than 1 in apart.
    """
    assert judged(RED, fighter("blue", x), wall(0.8, thick=0.1)).verdict is in_cover


def test_apart_means_in_three_dimensions() -> None:
    """rule: WC-COVER-6.

    0.8 in level and 0.9 in up make 1.2 in: more than 1.
    """
    high = fighter("blue", 1.8, z=1.0)
    verdict = judged(RED, high, wall(0.8, thick=0.1))
    assert [left.part for left in verdict.left_out] == ["wall/stones"]


def test_near_the_attacker_is_measured_in_three_dimensions_from_its_base() -> None:
    """rule: WC-COVER-5.

    The attacker stands 1.2 in up; the wall's top, 1 in high, begins 0.3 in beside its base: 0.36 in away, left out.
    Stood 2 in up it is 1.04 in away and counts; in both the line down to the target meets it.
    """
    beam = wall(0.8, z=(0, 1.0), thick=3.0)
    assert [left.part for left in judged(fighter("red", 0, z=1.2), fighter("blue", 5), beam).left_out] == [
        "wall/stones"
    ]
    assert [r.part for r in judged(fighter("red", 0, z=2.0), fighter("blue", 5), beam).reasons] == ["wall/stones"]


def test_long_wall_near_the_attacker_is_left_out_whole_unless_agreed_otherwise() -> None:
    """rule: WC-COVER-5.

    An L: one wing 0.3 in beside the attacker, the other across the line 6 in on.
    """
    outline = [(-1, 0.8), (6.4, 0.8), (6.4, -3), (6.8, -3), (6.8, 1.2), (-1, 1.2)]
    corner = zoo.feature("ruin", zoo.part("walls", shapes.prism(outline, (0, 3))))
    as_written = judged(RED, BLUE, corner)
    assert [(left.part, left.distance) for left in as_written.left_out] == [("ruin/walls", pytest.approx(0.3))]
    assert not as_written.verdict
    (reason,) = judged(RED, BLUE, corner, near=NearObstacle.STRETCH).reasons
    assert reason.at == pytest.approx((6.4, 0, 0.05))


def test_stretch_near_the_attacker_is_left_out_under_the_stricter_reading_too() -> None:
    """rule: WC-COVER-5."""
    assert not judged(RED, BLUE, wall(0.6, thick=0.3), near=NearObstacle.STRETCH).verdict
    (reason,) = judged(RED, BLUE, wall(0.6, thick=0.6), near=NearObstacle.STRETCH).reasons
    assert reason.at == pytest.approx((1.0, 0, 0.05))


def test_walls_that_stand_apart_in_one_part_are_left_out_each_for_itself() -> None:
    """rule: WC-COVER-5."""
    near, far = wall(0.9).solids["stones"], wall(6).solids["stones"]
    both = Solid(np.concatenate([near.vertices, far.vertices]), np.concatenate([near.faces, far.faces + 8]))
    verdict = judged(RED, BLUE, zoo.feature("ruin", zoo.part("walls", both)))
    assert [reason.at[0] for reason in verdict.reasons] == [pytest.approx(6)]
    assert [left.at[0] for left in verdict.left_out] == [pytest.approx(0.9)]


def test_bases_that_touch_across_nothing_have_no_line_and_no_cover() -> None:
    """rule: WC-COVER-3."""
    assert not judged(RED, fighter("blue", 1), wall(0, y=(0.6, 3))).verdict


def test_thin_wall_between_bases_that_both_touch_it_is_cover() -> None:
    """rule: WC-COVER-6."""
    assert judged(RED, fighter("blue", 1.1), wall(0.5, thick=0.1)).verdict


@pytest.mark.parametrize("kind", ["obstacle", "deadly", "unclimbable", "ladder", "stairs", "door", "arch"])
def test_kinds_that_are_obstacles_give_cover(kind: str) -> None:
    """rule: WC-COVER-10, WC-TERR-2, WC-TERR-3, WC-TERR-4."""
    assert judged(RED, BLUE, wall(4, "wall", kind)).verdict


@pytest.mark.parametrize("kind", ["low", "scenery"])
def test_kinds_that_are_no_obstacles_give_none(kind: str) -> None:
    """rule: WC-COVER-10. And WC-TERR-1."""
    verdict = judged(RED, BLUE, wall(4, "wall", kind))
    assert verdict == CoverVerdict(())


@pytest.mark.parametrize("z", [(0, 2), (0, 1)])
def test_a_solid_platform_covers_who_stands_behind_it_like_the_same_box_as_an_obstacle(z: tuple[float, float]) -> None:
    """rule: WC-TERR-1, WC-COVER-3.  Both stand on the floor; what the file calls the box changes nothing."""
    for red, blue in (("red", "blue"), ("blue", "red")):
        as_platform, as_obstacle = (
            cover(zoo.table(RED, BLUE, wall(4, "block", *kinds, z=z, thick=2)), red, blue)
            for kinds in (
                ("platform",),
                ("obstacle",),
            )
        )
        assert [reason.part for reason in as_platform.reasons] == ["block/stones"]
        assert as_platform.reasons == as_obstacle.reasons


@pytest.mark.parametrize("z", [(0, 0.99), (1, 1.4)])
def test_a_platform_lower_than_an_inch_or_hung_an_inch_up_stops_nobody_and_covers_nobody(
    z: tuple[float, float],
) -> None:
    """rule: WC-TERR-1, WC-COVER-10.  The line up to one 1.6 in high passes through either."""
    up = fighter("blue", 8, z=1.6)
    shelf = zoo.feature("shelf", zoo.box_part("board", (7.4, -2, 1.5), (9, 2, 1.6), "platform"))
    assert not judged(RED, up, shelf, wall(0.9 if z[0] == 0 else 6, "slab", "platform", z=z, thick=0.8)).reasons


def test_a_solid_platform_covers_nobody_on_it_that_stands_less_than_two_inches_up() -> None:
    """rule: WC-COVER-2, WC-COVER-10.  1.9 in up, set back from the rim: no cover; 2 in up: cover, by the platform."""
    for height, rules in ((1.9, []), (2.0, ["WC-COVER-2"])):
        block = wall(6.5, "block", "platform", z=(0, height), thick=4)
        verdict = judged(RED, fighter("blue", 8, z=height), block)
        assert [reason.rule for reason in verdict.reasons] == rules


def test_a_platform_of_several_parts_is_one_to_who_stands_on_it() -> None:
    """rule: WC-COVER-2, WC-COVER-10.  On the far one of two blocks side by side the near one is no cover."""
    blocks = [wall(x, f"block-{x}", "platform", z=(0, 1.5), thick=2) for x in (5.0, 7.0)]
    assert not judged(RED, fighter("blue", 8, z=1.5), *blocks).verdict
    behind = judged(RED, fighter("blue", 12, z=0), *blocks)
    assert [reason.part for reason in behind.reasons] == ["block-5.0/stones", "block-7.0/stones"]


def test_kinds_decide_and_not_size() -> None:
    """rule: WC-COVER-10, WC-TERR-6.  what a part is, the players agreed on."""
    assert judged(RED, BLUE, wall(4, z=(0, 0.5))).verdict


def test_deadly_platform_is_an_obstacle() -> None:
    """rule: WC-COVER-10, WC-TERR-2."""
    assert judged(RED, BLUE, wall(4, "spikes", "deadly", "platform")).verdict


def test_scenery_never_gives_cover_whatever_else_it_is() -> None:
    """rule: WC-COVER-10."""
    assert not judged(RED, BLUE, wall(4, "banner", "scenery", "obstacle")).verdict


def test_door_gives_cover_closed_and_none_open() -> None:
    """rule: WC-COVER-10."""
    assert judged(RED, BLUE, wall(4, "gate", "door", state={"stones": "closed"})).verdict
    assert not judged(RED, BLUE, wall(4, "gate", "door", state={"stones": "open"})).verdict


def test_way_through_an_arch_is_air_and_its_masonry_an_obstacle() -> None:
    """rule: WC-COVER-10."""
    opening = replace(zoo.box_part("way", (4, -0.5, 0), (4.4, 0.5, 2), "arch"), is_opening=True)
    jamb = zoo.box_part("jamb", (4, 0.5, 0), (4.4, 1.5, 2), "arch")
    gate = zoo.feature("gate", opening, jamb)
    assert not is_obstacle(gate, opening)
    assert not judged(RED, BLUE, gate).verdict
    assert judged(fighter("red", 0, 1), fighter("blue", 8, 1), gate).verdict


def test_other_fighters_give_no_cover() -> None:
    """rule: WC-COVER-3."""
    assert not judged(RED, BLUE, zoo.fighter("green", (4, 0))).verdict


def test_line_along_the_platform_that_both_stand_on_does_not_pass_through_it() -> None:
    """rule: WC-COVER-3.

    The block they stand on is an obstacle with a level top: the line runs at the mid-height of their bases, over it.
    """
    block = wall(-2, z=(0, 3), thick=12)
    verdict = judged(fighter("red", 0, z=3), fighter("blue", 8, z=3), block)
    assert not verdict.verdict


def test_fighter_on_a_block_shoots_down_past_its_edge_and_is_covered_by_it() -> None:
    """rule: WC-COVER-3, WC-COVER-5.

    The block is 1.5 in high; its edge is 1 in before the base on it. Down: the block is under the attacker, left out.
    Up: the line meets its edge.
    """
    table = zoo.table(RED, fighter("blue", 8, z=1.5), wall(6.5, "block", z=(0, 1.5), thick=4))
    (reason,) = cover(table, "red", "blue").reasons
    assert reason.at == pytest.approx((6.5, 0, 1.3))
    down = cover(table, "blue", "red")
    assert not down.verdict
    assert [(left.part, left.distance) for left in down.left_out] == [("block/stones", 0)]


def test_base_flush_with_the_edge_of_its_block_is_not_behind_it() -> None:
    """rule: WC-COVER-3."""
    assert not judged(RED, fighter("blue", 8, z=1.5), wall(7.5, "block", z=(0, 1.5), thick=4)).verdict


def _tower(height: float, *kinds: str) -> Feature:
    """Return a thin deck of 4 x 4 in whose top is ``height`` up, over x = 6 to 10."""
    return zoo.feature("tower", zoo.box_part("deck", (6, -2, height - 0.1), (10, 2, height), *(kinds or ("platform",))))


def test_target_on_a_platform_two_inches_up_or_more_is_in_cover_from_below() -> None:
    """rule: WC-COVER-2."""
    verdict = judged(RED, fighter("blue", 8, z=3), _tower(3))
    (reason,) = verdict.reasons
    assert (reason.rule, reason.part) == ("WC-COVER-2", "tower/deck")
    assert reason.line == (pytest.approx((0.5, 0, 0.1)), pytest.approx((7.5, 0, 3)))
    assert reason.at == pytest.approx((7.5, 0, 3))


def test_target_below_is_not_in_cover_from_the_platform() -> None:
    """rule: WC-COVER-2."""
    assert not cover(zoo.table(RED, fighter("blue", 8, z=3), _tower(3)), "blue", "red").verdict


@pytest.mark.parametrize(("height", "in_cover"), [(2.0, True), (1.999, False)])
def test_two_inches_are_measured_between_the_levels_they_stand_on(height: float, in_cover: bool) -> None:
    """rule: WC-COVER-2."""
    assert judged(RED, fighter("blue", 8, z=height), _tower(height)).verdict is in_cover


def test_two_inches_between_platforms_survive_rounding() -> None:
    """rule: WC-COVER-2. 3.3 - 1.3 is less than 2 in binary numbers."""
    assert 3.3 - 1.3 < 2
    assert judged(fighter("red", 0, z=1.3), fighter("blue", 8, z=3.3), _tower(3.3)).verdict


def test_height_without_a_platform_is_no_cover() -> None:
    """rule: WC-COVER-2. A fighter climbing, 3 in up a wall behind it, stands on nothing."""
    assert not judged(RED, fighter("blue", 8, z=3), wall(8.5, z=(0, 6))).verdict


def test_target_on_a_platform_behind_its_parapet_has_both_reasons() -> None:
    """rule: WC-COVER-2, WC-COVER-8."""
    parapet = wall(6, "parapet", z=(2.9, 4), thick=0.2, y=(-2, 2))
    verdict = judged(fighter("red", 0, z=1), fighter("blue", 8, z=3), _tower(3), parapet)
    assert [reason.rule for reason in verdict.reasons] == ["WC-COVER-2"]
    low = wall(6, "parapet", z=(0, 4), thick=0.2, y=(-2, 2))
    verdict = judged(fighter("red", 0, z=1), fighter("blue", 8, z=3), _tower(3), low)
    assert [reason.rule for reason in verdict.reasons] == ["WC-COVER-3", "WC-COVER-2"]


def test_obstacle_below_the_platform_that_is_left_out_does_not_undo_the_platform() -> None:
    """rule: WC-COVER-2, WC-COVER-5. The half inch is about obstacles only."""
    verdict = judged(RED, fighter("blue", 8, z=3), _tower(3), wall(0.8, thick=0.1))
    assert [reason.rule for reason in verdict.reasons] == ["WC-COVER-2"]
    assert [left.part for left in verdict.left_out] == ["wall/stones"]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Return tables of two fighters and up to four walls."""
    kinds = st.sampled_from([kind.value for kind in PartKind if kind is not PartKind.DOOR])
    count = draw(st.integers(0, 4))
    terrain = [draw(strategies.walls(f"wall-{i}", draw(kinds))) for i in range(count)]
    return zoo.table(draw(strategies.models("red", "red")), draw(strategies.models("blue", "blue")), *terrain)


@given(tables(), strategies.walls("added"))
def test_one_more_obstacle_never_takes_cover_away(table: Table, added: Feature) -> None:
    """rule: WC-COVER-3."""
    more = replace(table, terrain=replace(table.terrain, features=(*table.terrain.features, added)))
    before, after = cover(table, "red", "blue"), cover(more, "red", "blue")
    assert set(before.reasons) <= set(after.reasons)


@given(tables())
def test_obstacles_met_are_the_same_both_ways_round(table: Table) -> None:
    """rule: WC-COVER-3. Only the half inch round the attacker tells the two ways apart."""

    def met(attacker: str, target: str) -> tuple[set[str], set[str]]:
        verdict = cover(table, attacker, target)
        lines = {reason.part for reason in verdict.reasons if reason.rule == "WC-COVER-3"}
        return lines | {left.part for left in verdict.left_out}, set(verdict.passed_over)

    assert met("red", "blue") == met("blue", "red")


@given(tables())
def test_stricter_reading_never_takes_cover_away(table: Table) -> None:
    """rule: WC-COVER-5."""
    strict = {reason.part for reason in cover(table, "red", "blue", near=NearObstacle.STRETCH).reasons}
    assert {reason.part for reason in cover(table, "red", "blue").reasons} <= strict


@given(tables(), strategies.motions(level=True))
def test_cover_is_the_same_wherever_the_table_stands(table: Table, motion: Motion) -> None:
    """rule: WC-COVER-3."""
    here, there = cover(table, "red", "blue"), cover(motion.table(table), "red", "blue")
    assert [(r.rule, r.part) for r in here.reasons] == [(r.rule, r.part) for r in there.reasons]
    assert [left.part for left in here.left_out] == [left.part for left in there.left_out]
    assert here.passed_over == there.passed_over
    for one, other in zip(here.reasons, there.reasons, strict=True):
        assert math.dist(motion.point(one.at), other.at) < 1e-4
