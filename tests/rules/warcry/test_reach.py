"""Where fighters get to by Warcry's rules: WC-MOVE-1, WC-FLY-1, WC-CLIMB-2, WC-TERR-5, WC-DISENGAGE-1, WC-DIST-1."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests import zoo
from tests.motion.moves import mover
from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.geom.solid import Placement
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.moves import judge_move
from warcry3d.rules.reach_result import EDGE, FALLS
from warcry3d.rules.reaches import nearest_to, reach_of, surfaces_at, way_to
from warcry3d.rules.warcry.falls import overhangs
from warcry3d.rules.warcry.move_limits import engaged_with
from warcry3d.table.terrain import Feature


def block(high: float = 3.0) -> Feature:
    return zoo.feature("block", zoo.box_part("stone", (0, 0, 0), (4, 4, high)), at=(8.0, 4.0))


def test_its_move_is_what_it_has_wc_move_1() -> None:
    """rule: WC-MOVE-1."""
    found = reach_of(zoo.table(mover((15.0, 11.0), move=3)), "a")
    assert found.inches == 3
    assert np.nanmax(found.reach.levels[0].cost) == pytest.approx(3.0)


def test_without_a_move_the_inches_must_be_said() -> None:
    table = zoo.table(zoo.fighter("a", (5, 5)))
    with pytest.raises(QuestionError, match="--inches"):
        reach_of(table, "a")
    assert reach_of(table, "a", inches=2).inches == 2


def test_mounts_do_not_climb_blocks_wc_climb_2() -> None:
    """rule: WC-CLIMB-7."""
    levels = {
        marks: [
            one.level.number
            for one in reach_of(zoo.table(mover((5.0, 6.0), move=9, runemarks=marks), block()), "a").reach.levels
        ]
        for marks in ((), ("mount",))
    }
    assert levels == {(): [0, 1], ("mount",): [0]}


def test_flyers_reach_platforms_for_their_level_distance_wc_fly_1() -> None:
    """rule: WC-FLY-1."""
    table = zoo.table(mover((5.0, 6.0), move=5, runemarks=("fly",)), block())
    found = reach_of(table, "a")
    path = way_to(table, found, 10.0, 6.0, None)
    assert path is not None
    moved = judge_move(table, "a", path)
    assert moved.is_legal
    assert moved.cost == pytest.approx(5.0)
    assert moved.ends.on == "block/stone"


def test_beasts_do_not_pass_closed_doors_wc_terr_5() -> None:
    """rule: WC-DOOR-6.

    A wall across the board with a door in it: behind it (15, 13) lies 4 in away through the door.
    """
    wall = [
        zoo.box_part("west", (0, 0, 0), (14, 0.3, 6), "unclimbable"),
        zoo.box_part("east", (16, 0, 0), (30, 0.3, 6), "unclimbable"),
        zoo.box_part("lintel", (14, 0, 2.5), (16, 0.3, 6), "unclimbable"),
        zoo.box_part("door", (14, 0, 0), (16, 0.3, 2.5), "door"),
    ]
    feature = zoo.feature("wall", *wall, at=(0, 11, 0))
    for marks, passes in (((), True), (("beast",), False)):
        table = zoo.table(mover((15.0, 9.0), move=5, runemarks=marks), feature)
        path = way_to(table, reach_of(table, "a"), 15.0, 13.0, None)
        assert (path is not None) is passes
        if path is not None:
            moved = judge_move(table, "a", path)
            assert moved.is_legal
            assert moved.cost == pytest.approx(4.0, abs=0.01)


def test_charging_ends_within_1_in_of_the_enemy_for_the_least_wc_dist_1() -> None:
    """rule: WC-DIST-1, WC-MOVE-6.

    From (5, 5) to an enemy at (10, 5), both 32 mm: 5 - 1.26 - 1 = 2.74 in.
    """
    table = zoo.table(mover((5.0, 5.0), move=4), zoo.fighter("b", (10.0, 5.0), side="blue"))
    (charge,) = reach_of(table, "a").charges
    assert charge.subject == "b"
    assert charge.cost == pytest.approx(5 - 32 / 25.4 - 1, abs=0.002)
    moved = judge_move(table, "a", charge.path)
    assert moved.is_legal
    assert moved.ends.engaged == ("b",)
    assert reach_of(table, "a", inches=2.7).charges == ()


def test_a_marker_is_reached_within_1_in_of_its_centre_wc_dist_3() -> None:
    """rule: WC-DIST-3.

    From (5, 5) to a marker at (10, 5), base 32 mm: 5 - 0.63 - 1 = 3.37 in.
    """
    table = zoo.table(mover((5.0, 5.0), move=4))
    found = reach_of(table, "a")
    charge = nearest_to(table, found, (10.0, 5.0, 0.0))
    assert charge is not None
    assert charge.cost == pytest.approx(5 - 16 / 25.4 - 1, abs=0.002)
    assert nearest_to(table, found, (10.8, 5.0, 0.0)) is None


def test_a_charge_turns_to_come_nearer_wc_dist_1() -> None:
    """rule: WC-DIST-1.

    An oval of 60 x 35 mm faces across; an enemy on 32 mm 7 in away. As it faces it must come within 1 in with its flat
    side: 7 - 0.63 - 0.69 - 1 = 4.68 in; nose ahead: 7 - 0.63 - 1.18 - 1 = 4.19 in.
    """
    oval = zoo.oval_base(60, 35)
    table = zoo.table(mover((8.0, 10.0), move=6, base=oval, facing=90), zoo.fighter("b", (15.0, 10.0), side="blue"))
    for keeps_facing, half in ((True, 17.5), (False, 30.0)):
        (charge,) = reach_of(table, "a", keeps_facing=keeps_facing).charges
        assert charge.cost == pytest.approx(7 - (16 + half) / 25.4 - 1, abs=0.003)
        moved = judge_move(table, "a", charge.path)
        assert moved.is_legal
        assert moved.ends.engaged == ("b",)
    assert reach_of(table, "a", inches=4.5, keeps_facing=True).charges == ()


def test_a_marker_is_reached_turned_wc_dist_3() -> None:
    """rule: WC-DIST-3.

    The same base, a marker 7 in away: 7 - 1.18 - 1 = 4.82 in.
    """
    table = zoo.table(mover((8.0, 10.0), move=6, base=zoo.oval_base(60, 35), facing=90))
    charge = nearest_to(table, reach_of(table, "a"), (15.0, 10.0, 0.0))
    assert charge is not None
    assert charge.cost == pytest.approx(7 - 30 / 25.4 - 1, abs=0.003)
    assert judge_move(table, "a", charge.path).is_legal


def test_who_disengages_turns_out_of_1_in_wc_disengage_1() -> None:
    """rule: WC-DISENGAGE-2.

    An oval faces an enemy on 32 mm whose centre is 2.6 in away: 0.79 in apart. Turned across it is 1.28 in away, where
    it stands: that is an end for no inches. All ends are more than 1 in from it, as the base is turned there.
    """
    oval = mover((5.0, 5.0), move=6, base=zoo.oval_base(60, 35))
    table = zoo.table(oval, zoo.fighter("b", (7.6, 5.0), side="blue"))
    found = reach_of(table, "a", action=MoveAction.DISENGAGE)
    assert found.engaged == ("b",)
    (floor,) = found.reach.levels
    assert np.nanmin(floor.cost) == 0
    assert np.nanmin(reach_of(table, "a", action=MoveAction.DISENGAGE, keeps_facing=True).reach.levels[0].cost) > 0.1
    for j, i in np.argwhere(np.isfinite(floor.cost))[::29].tolist():
        place = (float(floor.x[i]), float(floor.y[j]), 0.0)
        there = table.placing("a", Placement(place, float(floor.turn[j, i])))
        assert engaged_with(there, there.model("a")) == ()
        path = way_to(table, found, *place)
        assert path is not None
        assert judge_move(table, "a", path, action=MoveAction.DISENGAGE).is_legal


def test_mounts_go_around_an_arch_that_they_would_fit_wc_door_5() -> None:
    """rule: WC-DOOR-5.

    A wall from the west edge with an arch 3 in wide, its end 6 in beside: 4 in for one on foot, around it for a mount.
    """
    opening = zoo.part("way", zoo.box_part("x", (14, 11, 0), (17, 11.3, 3)).solid, "arch", is_opening=True)
    wall = [
        zoo.box_part("west", (0, 11, 0), (14, 11.3, 6), "unclimbable"),
        zoo.box_part("east", (17, 11, 0), (21, 11.3, 6), "unclimbable"),
        zoo.box_part("lintel", (14, 11, 3), (17, 11.3, 6), "unclimbable"),
    ]
    costs = []
    for marks in ((), ("mount",)):
        table = zoo.table(mover((15.5, 9.0), move=20, runemarks=marks), zoo.feature("gate", *wall, opening))
        path = way_to(table, reach_of(table, "a"), 15.5, 13.0, None)
        assert path is not None
        moved = judge_move(table, "a", path)
        assert moved.is_legal
        costs.append(moved.cost)
    assert costs[0] == pytest.approx(4.0, abs=0.01)
    assert costs[1] > 2 * math.hypot(5.5, 1.5)


def test_disengaging_leads_through_no_door_wc_door_1() -> None:
    """rule: WC-DOOR-1.

    From 0.7 in before a closed door, an enemy behind it: 2.9 in on, beyond the door, is an end for a move alone.
    """
    gate = zoo.feature(
        "gate",
        zoo.box_part("west", (0, 11, 0), (14, 11.3, 6), "unclimbable"),
        zoo.box_part("east", (16, 11, 0), (30, 11.3, 6), "unclimbable"),
        zoo.box_part("door", (14, 11, 0), (16, 11.3, 6), "door"),
    )
    enemy = zoo.fighter("b", (15.0, 8.2), side="blue")
    table = zoo.table(mover((15.0, 10.3), move=4), gate, enemy)
    disengaging = reach_of(table, "a", action=MoveAction.DISENGAGE)
    assert way_to(table, disengaging, 15.0, 12.5, None) is None
    assert way_to(table, disengaging, 12.6, 10.3, None) is not None
    free = zoo.table(mover((15.0, 10.3), move=4), gate)
    assert way_to(free, reach_of(free, "a"), 15.0, 12.5, None) is not None


def test_disengaging_walks_up_to_3_in_and_ends_away_from_all_enemies_wc_disengage_1() -> None:
    """rule: WC-DISENGAGE-1, WC-DISENGAGE-2, WC-DISENGAGE-7."""
    enemy = zoo.fighter("b", (7.0, 5.0), side="blue")
    table = zoo.table(mover((5.0, 5.0), move=6), enemy, block())
    found = reach_of(table, "a", action=MoveAction.DISENGAGE)
    assert found.inches == 3
    assert found.engaged == ("b",)
    (floor,) = found.reach.levels
    for j, i in np.argwhere(np.isfinite(floor.cost))[::7].tolist():
        place = (float(floor.x[i]), float(floor.y[j]), 0.0)
        there = table.placing("a", Placement(place, 0.0))
        assert engaged_with(there, there.model("a")) == ()
        path = way_to(table, found, *place)
        assert path is not None
        assert judge_move(table, "a", path, action=MoveAction.DISENGAGE).is_legal
    assert np.nanmin(floor.cost) > 0


def test_avoiding_damage_nothing_deadly_is_climbed() -> None:
    spikes = zoo.feature("fence", zoo.box_part("spikes", (0, 0, 0), (30, 0.3, 1.5), "obstacle", "deadly"), at=(0, 8, 0))
    table = zoo.table(mover((15.0, 5.0), move=9), spikes)
    path = way_to(table, reach_of(table, "a"), 15.0, 11.0, None)
    assert path is not None
    assert judge_move(table, "a", path).ends.deadly_rolls == 1
    assert way_to(table, reach_of(table, "a", is_careful=True), 15.0, 11.0, None) is None


def test_a_place_names_the_highest_surface_unless_its_height_is_given() -> None:
    table = zoo.table(mover((5.0, 6.0)), block())
    assert [level.height for level in surfaces_at(table, 10.0, 6.0, None)] == [3.0, 0.0]
    assert [level.height for level in surfaces_at(table, 10.0, 6.0, 3.0)] == [3.0]
    assert surfaces_at(table, 10.0, 6.0, 1.5) == ()


def test_a_rule_system_without_an_answer_is_named() -> None:
    with pytest.raises(UnknownNameError, match="chess"):
        reach_of(replace(zoo.table(mover()), ruleset="chess"), "a")


def test_who_carries_a_treasure_has_less_and_does_not_fly_wc_obj_2() -> None:
    """rule: WC-OBJ-2.

    A flyer of Move 6 has 4 in, and has to climb: a block of 3 in, 1.37 in away, is out of its reach.
    """
    table = zoo.table(mover((6.0, 6.0), move=6, runemarks=("fly",)), block())
    free, laden = reach_of(table, "a"), reach_of(table, "a", is_carrying=True)
    assert (free.inches, laden.inches) == (6, 4)
    assert [one.name for one in free.reach.levels] == ["floor", "block/stone"]
    assert [one.name for one in laden.reach.levels] == ["floor"]
    path = way_to(table, laden, 4.0, 8.0, None)
    assert path is not None
    assert judge_move(table, "a", path, is_carrying=True).is_legal
    assert reach_of(table, "a", inches=5, is_carrying=True).inches == 5


def test_a_carrier_does_not_disengage_and_beasts_carry_nothing() -> None:
    """rule: WC-CARRY-4, WC-TREASURE-3."""
    enemy = zoo.fighter("b", (7.0, 5.0), side="blue")
    caught = reach_of(zoo.table(mover((5.0, 5.0)), enemy), "a", action=MoveAction.DISENGAGE, is_carrying=True)
    beast = reach_of(zoo.table(mover((5.0, 5.0), runemarks=("beast",))), "a", is_carrying=True)
    for found, rule in ((caught, "WC-CARRY-4"), (beast, "WC-TREASURE-3")):
        assert found.reach.levels == ()
        assert [bar.rule for bar in found.bars] == [rule]


def test_monsters_fall_where_their_base_hangs_over_wc_mon_2() -> None:
    """rule: WC-MON-2.

    On a block of 4 x 4 in from (8, 4) on a base of 32 mm stands wholly where its centre is 0.63 in from each side.
    """
    table = zoo.table(mover((10.0, 6.0, 3.0), move=6, runemarks=("gargantuan",)), block())
    deck = next(one for one in reach_of(table, "a").reach.levels if not one.level.is_floor)
    x, y = np.meshgrid(deck.x, deck.y)
    inside = np.minimum(np.minimum(x - 8, 12 - x), np.minimum(y - 4, 8 - y))
    there = np.isfinite(deck.cost)
    assert np.array_equal(deck.marks[FALLS][there], (inside < 16 / 25.4)[there])
    for k in np.flatnonzero(there.ravel())[::37].tolist():
        place = (float(x.ravel()[k]), float(y.ravel()[k]), 3.0)
        moved = table.placing("a", Placement(place, 0.0))
        assert overhangs(moved, "a", deck.level) == bool(deck.marks[FALLS].ravel()[k])
    plain = zoo.table(mover((10.0, 6.0, 3.0), move=6), block())
    assert FALLS not in reach_of(plain, "a").reach.levels[0].marks


def test_avoiding_damage_a_monster_ends_nowhere_it_would_fall_wc_mon_2() -> None:
    """rule: WC-MON-2."""
    table = zoo.table(mover((10.0, 6.0, 3.0), move=6, runemarks=("gargantuan",)), block())
    deck = next(one for one in reach_of(table, "a", is_careful=True).reach.levels if not one.level.is_floor)
    assert not deck.marks[FALLS][np.isfinite(deck.cost)].any()
    assert way_to(table, reach_of(table, "a", is_careful=True), 8.2, 6.0, 3.0) is None


def test_ends_near_an_open_edge_are_marked_but_not_for_flyers_wc_edge_1() -> None:
    """rule: WC-EDGE-1, WC-EDGE-4.

    A base of 32 mm is within half an inch of the rim where its centre is within 1.13 in of a side.
    """
    for marks in ((), ("fly",)):
        table = zoo.table(mover((10.0, 6.0, 3.0), move=6, runemarks=marks), block())
        deck = next(one for one in reach_of(table, "a").reach.levels if not one.level.is_floor)
        assert (EDGE in deck.marks) is not bool(marks)
        if marks:
            continue
        x, y = np.meshgrid(deck.x, deck.y)
        inside = np.minimum(np.minimum(x - 8, 12 - x), np.minimum(y - 4, 8 - y))
        there = np.isfinite(deck.cost)
        assert np.array_equal(deck.marks[EDGE][there], (inside < 16 / 25.4 + 0.5)[there])


def test_a_charge_tells_how_far_it_drops_and_what_threatens_at_its_end() -> None:
    """Off a block of 3 in, over its rim, at an enemy on the floor: one drop of 3 in. At one on the block: an edge."""
    low, high = zoo.fighter("b", (14.0, 6.0), side="blue"), zoo.fighter("c", (11.0, 7.3, 3.0), side="blue")
    table = zoo.table(mover((11.0, 4.8, 3.0), move=6), low, high, block())
    charges = {charge.subject: charge for charge in reach_of(table, "a").charges}
    assert list(charges["b"].drops) == [pytest.approx(3.0)]
    assert charges["b"].risks == frozenset()
    assert charges["c"].drops == ()
    assert charges["c"].risks == {EDGE}
