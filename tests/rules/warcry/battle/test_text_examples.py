"""The examples and captions of the rules text on moving, fighting and terrain, each as a small battle or table.

The numbers are ours where the text has none; its examples are counted in docs/rules-coverage.md (EX-12 and up).
"""

import pytest

from tests import zoo
from tests.motion.moves import judged, mover
from tests.motion.moves import leg as leg_of
from tests.rules.warcry.battle.field import Playing, R, fighting, leg, profile, walk, weapon
from tests.rules.warcry.battle.powers import powered, use
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Decline, Move, PlaceAt
from warcry3d.rules.warcry.cover import cover

TOUCH = 2 * R
BLOCK = {"id": "block", "kind": "platform", "box": {"min": [0, 0, 0], "max": [6, 10, 3]}}


def ways(*legs: tuple[str, tuple[float, ...]]) -> Path:
    """Return a path of legs of one point each."""
    return Path(tuple(Leg(LegKind(kind), ((*to, 0.0)[:3],)) for kind, to in legs))  # type: ignore[misc]


def test_a_jump_that_would_drop_through_a_fighter_is_taken_back_and_another_move_made() -> None:
    """rule: WC-ILLEGAL-1, WC-ILLEGAL-2, WC-JUMP-6, EX-12.  The action is still there afterwards."""
    playing = fighting({"red-a": (5.5, 5, 3), "blue-b": (7.2, 5)}, parts=[BLOCK]).do(Activate("red-a"))
    assert "WC-MOVE-2" in playing.faults(Move(leg("jump", (7, 5, 0))))
    assert playing.fighter("red-a").at == (5.5, 5, 3)
    playing.do(Move(leg("jump", (7, 8, 0)))).dice(6)
    assert playing.fighter("red-a").at == (7, 8, 0)
    assert playing.choice.about.left == 1  # type: ignore[attr-defined]


def test_a_fighter_leaps_over_an_enemy_is_hurt_and_strikes_it_from_behind() -> None:
    """rule: WC-JUMP-1, WC-JUMP-3, WC-JUMP-6, EX-13.  4 in level, 3 down; the impact is rolled before it attacks."""
    playing = fighting({"red-a": (5.5, 5, 3), "blue-b": (7.4, 5)}, parts=[BLOCK])
    playing.do(Activate("red-a"), Move(leg("jump", (9.5, 5, 0))))
    assert playing.roll.why.rule == "WC-IMPACT-1"
    playing.dice(2).do(Attack(0, "blue-b"), Decline()).dice(4, 4, 1)
    assert (playing.fighter("red-a").damage, playing.fighter("blue-b").damage) == (1, 2)


def test_a_base_whose_rim_hangs_over_an_edge_walks_on_as_long_as_its_centre_is_on() -> None:
    """rule: WC-WALK-1, WC-WALK-3, EX-14.  A walkway 0.8 in wide under a base of 1.26 in."""
    way = {"id": "way", "kind": "platform", "box": {"min": [2, 4.6, 2.8], "max": [12, 5.4, 3]}}
    playing = fighting({"red-a": (4, 5, 3), "blue-b": (25, 15)}, parts=[way]).do(Activate("red-a"))
    playing.do(Move(walk((8, 5, 3))))
    assert playing.fighter("red-a").at == (8, 5, 3)


def test_up_a_trunk_and_from_there_to_the_platform_beside_it_in_one_move() -> None:
    """rule: WC-MOVE-1, WC-CLIMB-6, WC-JUMP-7, EX-15.  3 in up and 2 across the gap: 5 in."""
    trunk = {"id": "trunk", "kind": "obstacle", "box": {"min": [5 + R, 4.8, 0], "max": [5.4 + R, 5.2, 5]}}
    deck = {"id": "deck", "kind": "platform", "box": {"min": [2, 6.5, 2.8], "max": [8, 10, 3]}}
    climber = profile("a", move=5)
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, profiles={"red-a": climber}, parts=[trunk, deck])
    up = ("climb", (5, 5, 3))
    assert playing.do(Activate("red-a")).faults(Move(ways(up, ("jump", (5, 7.1, 3))))) == ["WC-MOVE-1"]
    playing.do(Move(ways(up, ("jump", (5, 7.0, 3)))))
    assert playing.fighter("red-a").at == (5, 7, 3)


def test_a_flyer_crosses_terrain_and_fighters_for_the_level_inches_alone() -> None:
    """rule: WC-FLY-1, WC-FLY-2, EX-16.  4 in level, over a wall 5 in high and an enemy, and 3 in up."""
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [8, 0, 0], "max": [8.2, 10, 5]}}
    places = {"red-a": (9.5, 5), "blue-b": (7, 7.5), "blue-c": (6.9, 5)}
    flyer = {"red-a": profile("a", "fly")}
    playing = fighting(places, profiles=flyer, parts=[BLOCK, wall]).do(Activate("red-a"))
    playing.do(Move(leg("fly", (5.5, 5, 3))))
    assert playing.fighter("red-a").at == (5.5, 5, 3)


def test_from_a_tree_it_attacks_the_enemy_at_the_rim_and_falls_when_its_activation_ends() -> None:
    """rule: WC-CLIMB-2, WC-FALL-4, EX-17.  The rim is taken: it climbs 3 in, ends climbing, strikes, then falls."""
    deck = {"id": "deck", "kind": "platform", "box": {"min": [0, 0, 0], "max": [6, 10, 3]}}
    tree = {"id": "tree", "kind": "obstacle", "box": {"min": [6.7, 5 + R, 0], "max": [7.2, 6.4, 6]}}
    places = {"red-a": (6.7, 5), "blue-b": (5, 5, 3)}
    playing = fighting(places, parts=[deck, tree]).do(Activate("red-a"), Move(leg("climb", (6.7, 5, 3))))
    playing.do(Attack(0, "blue-b"), Decline()).dice(1, 1, 6)
    playing.dice(6)  # the falling test of blue-b, near the rim
    assert playing.fighter("blue-b").damage == 4
    assert (playing.choice.kind, playing.choice.player) == ("fall", "blue")
    playing.do(PlaceAt((6.7 + R, 5, 0))).dice(4)
    assert playing.fighter("red-a").at[2] == 0


def test_a_tree_of_complicated_shape_is_measured_by_the_half_inch_alone() -> None:
    """rule: WC-CLIMB-4, WC-CLIMB-5, EX-18.  Past boughs and hollows it goes straight up: 4 in, no more."""
    boughs = [zoo.box_part(f"bough-{i}", (10, 5.0, i + 0.4), (11 + 0.3 * (i % 2), 5.3, i + 0.6)) for i in range(5)]
    trunk = zoo.box_part("trunk", (10, 5.2, 0), (11, 6, 6))
    start = (10.5, 5.0 - R)
    moved = judged(zoo.table(mover(start), zoo.feature("tree", trunk, *boughs)), leg_of("climb", (*start, 4)))
    assert moved.is_legal
    assert moved.cost == pytest.approx(4)


def archers(reach: float, least: float, apart: float) -> Playing:
    """Return red-a, activated, with such a weapon, and blue-b so far off."""
    long = profile("a", weapons=[weapon(reach, least=least)])
    return fighting({"red-a": (2, 5), "blue-b": (2 + TOUCH + apart, 5)}, profiles={"red-a": long}).do(Activate("red-a"))


def test_a_weapon_of_three_inches_reaches_an_enemy_within_three_in_melee() -> None:
    """rule: WC-ATT-2, WC-RANGE-1, EX-19.  Counter is what melee is answered by."""
    playing = archers(3, 0, 3.0).do(Attack(0, "blue-b"))
    assert playing.choice.about.offered == (("blue-b", ("counter",)),)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("apart", "found"), [(5.0, ["WC-RANGE-2"]), (6.0, ["WC-RANGE-2"]), (6.01, []), (20.0, [])])
def test_a_weapon_of_six_to_twenty_reaches_beyond_six_as_far_as_twenty(apart: float, found: list[str]) -> None:
    """rule: WC-RANGE-1, WC-RANGE-2, WC-ATT-2, EX-20.  It is a missile weapon: nobody counters."""
    playing = archers(20, 6, apart)
    assert playing.faults(Attack(0, "blue-b")) == found
    if not found:
        assert playing.do(Attack(0, "blue-b")).roll.count == 3


def test_two_hits_a_critical_and_a_miss_of_one_and_three_are_five() -> None:
    """rule: WC-ATT-4, EX-21.  1 + 1 + 3 + 0."""
    four = profile("a", weapons=[weapon(attacks=4, hit=1, crit=3)])
    playing = fighting({"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5)}, profiles={"red-a": four})
    playing.do(Activate("red-a"), Attack(0, "blue-b"), Decline()).dice(4, 5, 6, 1)
    assert playing.fighter("blue-b").damage == 5


def test_an_ability_paid_with_a_double_of_fives_has_the_value_five() -> None:
    """rule: WC-ABIL-3, EX-22.  Seen by what it heals: paid with more than a double, a triple of fives heals 5."""
    hurt = powered({"red-a": (5, 5), "blue-b": (20, 15)}, (5, 3))
    hurt.state = hurt.state.changed(
        fighters=tuple(f.changed(damage=8) if f.id == "red-a" else f for f in hurt.state.fighters)
    )
    assert hurt.do(use("respite", 5, 3)).fighter("red-a").damage == 3


def test_a_skull_on_the_line_covers_both_from_each_other() -> None:
    """rule: WC-COVER-3, EX-23."""
    skull = zoo.feature("skull", zoo.box_part("bone", (8, 4.5, 0), (9, 5.5, 1.2)))
    table = zoo.table(zoo.fighter("red", (5, 5)), zoo.fighter("blue", (12, 5), side="blue"), skull)
    assert cover(table, "red", "blue").verdict
    assert cover(table, "blue", "red").verdict


def test_a_line_that_passes_over_an_obstacle_covers_neither() -> None:
    """rule: WC-COVER-4, EX-24.  Both stand 1.5 in up, the obstacle between them is 1.2 in high."""
    decks = [
        zoo.feature(id, zoo.box_part("deck", (x, 3, 1.3), (x + 3, 7, 1.5), "platform"))
        for id, x in (("a", 3.5), ("b", 10.5))
    ]
    skull = zoo.feature("skull", zoo.box_part("bone", (8, 4.5, 0), (9, 5.5, 1.2)))
    fighters = zoo.fighter("red", (5, 5, 1.5)), zoo.fighter("blue", (12, 5, 1.5), side="blue")
    table = zoo.table(*fighters, skull, *decks)
    for one, other in (("red", "blue"), ("blue", "red")):
        verdict = cover(table, one, other)
        assert not verdict.verdict
        assert verdict.passed_over == ("skull/bone",)


def test_of_two_more_than_two_inches_apart_in_height_only_the_upper_is_in_cover() -> None:
    """rule: WC-COVER-2, EX-25."""
    deck = zoo.feature("tower", zoo.box_part("deck", (10, 3, 2.9), (14, 7, 3.1), "platform"))
    table = zoo.table(zoo.fighter("red", (5, 5)), zoo.fighter("blue", (11, 5, 3.1), side="blue"), deck)
    assert cover(table, "red", "blue").verdict
    assert not cover(table, "blue", "red").verdict


def test_a_ruined_building_holds_obstacles_a_platform_a_door_and_low_rubble() -> None:
    """rule: WC-TERR-7, WC-TERR-1, WC-LOW-1, WC-PLATFORM-1, WC-TERR-5, EX-28.

    One feature: over its rubble one walks, into its wall one does not, through its door one does, and on its upper
    floor one stands.
    """
    ruin = zoo.feature(
        "ruin",
        zoo.box_part("rubble", (8, 0, 0), (10, 10, 0.6)),
        zoo.box_part("left", (10, 0, 0), (10.3, 4.4, 3)),
        zoo.box_part("right", (10, 5.6, 0), (10.3, 10, 3)),
        zoo.box_part("leaf", (10, 4.4, 0), (10.3, 5.6, 2), "door"),
        zoo.box_part("upper", (10, 0, 3), (14, 10, 3.2), "platform"),
        state={"leaf": "closed"},
    )
    walker = zoo.table(mover((5, 5)), ruin)
    assert judged(walker, leg_of("walk", (9, 5))).is_legal
    assert {fault.rule for fault in judged(walker, leg_of("walk", (12, 5))).faults} == {"WC-MOVE-3"}
    through = Leg(LegKind.DOOR, ((10.3 + R, 5, 0),), "ruin/leaf")
    assert judged(walker, leg_of("walk", (10 - R, 5)), through).is_legal
    upstairs = judged(zoo.table(mover((12, 5, 3.2)), ruin), leg_of("walk", (12, 3, 3.2)))
    assert upstairs.is_legal
    assert upstairs.ends.on == "ruin/upper"


def test_inspire_is_not_for_a_fighter_that_is_no_hero() -> None:
    """rule: WC-INSPIRE-1, WC-ABIL-4, EX-29."""
    places = {"red-a": (5, 5), "red-c": (7, 5), "blue-b": (20, 15)}
    assert powered(places, (3, 3)).faults(use("inspire", 3, 3)) == ["WC-ABIL-4"]
    hero = {"red-a": profile("a", "hero")}
    assert not powered(places, (3, 3), profiles=hero).faults(use("inspire", 3, 3))
