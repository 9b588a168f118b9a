"""Corners of the rules: what two sentences of them say of one case, worked by hand."""

from typing import Any

import pytest

from tests.rules.warcry.battle.field import (
    BOW,
    RULES,
    SWORD,
    Playing,
    box,
    fighting,
    leg,
    profile,
    set_up,
    walk,
    weapon,
)
from tests.rules.warcry.battle.field import R as RADIUS
from tests.rules.warcry.battle.powers import ability, powered, use
from warcry3d.game.actions import Decline, Pick, PlaceAt, React
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, Move, SplitGroups, UseWild, Wait
from warcry3d.rules.warcry.battle.combat.reaction_checks import COUNTER
from warcry3d.rules.warcry.battle.fighters import weapon_of
from warcry3d.rules.warcry.battle.rounds.phases import NextRound
from warcry3d.rules.warcry.battle.state import Effect, FighterStatus, Until
from warcry3d.units import MM

DECK = box("deck", (8, 3, 0), (14, 9, 2), "platform")
WALL = box("wall", (8, 3, 0), (8.5, 7, 6))
GIANT = profile("a", "gargantuan", base={"round": 60}, wounds=30)


def effect(fighter: str, what: str, **more: Any) -> Effect:
    return Effect(fighter=fighter, source="tide", what=what, until=Until.BATTLE, **more)


def test_a_monster_that_disengages_may_hang_over_a_rim_but_not_one_that_moves() -> None:
    """rule: WC-MON-2, WC-DISENGAGE-4.  WC-MON-2 speaks of the end of move actions, and WC-DISENGAGE-1 says that
    disengaging is none.
    """
    rim = walk((11.0, 3.5, 2.0))
    engaged = {"red-a": (11, 6, 2), "blue-b": (11, 6 + 30 * MM + RADIUS + 0.5, 2)}
    playing = fighting(engaged, parts=[DECK], profiles={"red-a": GIANT}).do(
        Activate("red-a"), Disengage(rim), Decline()
    )
    assert playing.fighter("red-a").at == (11.0, 3.5, 2.0) and playing.choice.kind == "activate"
    free = {"red-a": (11, 6, 2), "blue-b": (25, 20)}
    playing = fighting(free, parts=[DECK], profiles={"red-a": GIANT}).do(Activate("red-a"), Move(rim))
    assert playing.choice.kind == "fall"


def test_a_friend_that_climbs_by_a_bonus_move_falls_when_that_activation_ends() -> None:
    """rule: WC-FALL-4.  The activation in which it climbs need not be its own."""
    lift = ability(
        {"do": "pick", "whom": {"side": "friend", "other": True, "within": 6}},
        {"do": "bonus", "who": "picked", "actions": ["move"]},
        id="lift",
    )
    places: dict[str, tuple[float, ...]] = {"red-a": (5, 10), "red-c": (8 - RADIUS, 5), "blue-b": (25, 15)}
    playing = powered(places, (3, 2), own=[lift], parts=[WALL]).do(use("lift", 3, 2))
    playing.do(Move(leg("climb", (8 - RADIUS, 5, 3.0))), Wait())
    assert playing.choice.kind == "fall" and playing.choice.player == "blue"
    playing.do(PlaceAt((8 - RADIUS, 5, 0.0))).dice(6)
    assert playing.fighter("red-c").at[2] == 0.0 and not playing.fighter("red-c").holds
    assert playing.fighter("red-c").damage == 0 and playing.choice.about == ("blue-b",)


def test_two_that_fall_at_once_fall_in_the_order_of_the_player_whose_turn_it_is() -> None:
    """WC-ORDER-1: both climb when the activation of one ends."""
    lift = ability(
        {"do": "pick", "whom": {"side": "friend", "other": True, "within": 6}},
        {"do": "bonus", "who": "picked", "actions": ["move"]},
        id="lift",
    )
    places: dict[str, tuple[float, ...]] = {"red-a": (8 - RADIUS, 6.2), "red-c": (8 - RADIUS, 4), "blue-b": (25, 15)}
    playing = powered(places, (3, 2), own=[lift], parts=[WALL]).do(use("lift", 3, 2))
    playing.do(Move(leg("climb", (8 - RADIUS, 4, 3.0))), Move(leg("climb", (8 - RADIUS, 6.2, 1.0))), Wait())
    assert playing.choice.kind == "order" and playing.choice.player == "red"
    playing.do(Pick(("red-c",)), PlaceAt((8 - RADIUS, 4, 0.0))).dice(6).do(PlaceAt((8 - RADIUS, 6.2, 0.0)))
    assert [playing.fighter(id).holds for id in ("red-a", "red-c")] == [(), ()]


def test_a_climb_goes_on_in_the_second_action_where_the_first_left_it() -> None:
    """rule: WC-DEADLY-1, WC-CLIMB-1, WC-CLIMB-2.  Nothing need be touched again, and what is deadly was paid for when
    the climb began.
    """
    thorn = box("thorn", (8, 3, 0), (8.5, 7, 6), "deadly")
    places = {"red-a": (8 - RADIUS, 5), "blue-b": (25, 15)}
    up = Path((Leg(LegKind.CLIMB, ((8 - RADIUS, 5, 2.0), (7.6 - RADIUS, 5, 2.0))),))
    playing = fighting(places, parts=[thorn]).do(Activate("red-a"), Move(up)).dice(2)
    playing.do(Move(leg("climb", (7.6 - RADIUS, 5, 4.0))))
    assert playing.fighter("red-a").damage == 2 and playing.choice.kind == "fall"


def test_whether_an_attack_is_a_missile_goes_by_the_range_that_the_weapon_has_now() -> None:
    """rule: WC-ATT-2, WC-RANGE-3.

    A spear of 3 in that reaches 4 throws, and gains nothing from what is about melee.
    """
    spear = profile("a", weapons=[weapon(3)])
    places = {"red-a": (5, 5), "red-c": (9, 6), "blue-b": (9, 5)}
    effects = (effect("red-a", "range", amount=1), effect("red-a", "attacks", amount=2, when="melee"))
    playing = fighting(places, profiles={"red-a": spear}, effects=effects).do(Activate("red-a"))
    thrown = weapon_of(playing.state, "red-a", 0)
    assert (thrown.max_range, thrown.is_melee, thrown.attacks) == (4, False, 3)
    assert playing.faults(Attack(0, "blue-b")) == ["WC-TARGET-3"]
    short = fighting(places, profiles={"red-a": spear}, effects=effects[1:]).do(Activate("red-a"))
    assert weapon_of(short.state, "red-a", 0).attacks == 5 and short.faults(Attack(0, "blue-b")) == []


@pytest.mark.parametrize(("effects", "tested"), [((), True), ((effect("blue-b", "fly"),), False)])
def test_who_flies_for_a_while_takes_no_falling_test_meanwhile(effects: tuple[Effect, ...], tested: bool) -> None:
    """rule: WC-EDGE-4.  WC-EDGE-1 spares those with the runemark, and an ability lends it."""
    places = {"red-a": (9.5, 3.5, 2), "blue-b": (11, 3.5, 2)}
    playing = fighting(places, parts=[DECK], effects=effects).do(Activate("red-a"), Attack(0, "blue-b"), Decline())
    playing.dice(1, 1, 1)
    assert (playing.due.__class__.__name__ == "Roll") is tested


def test_groups_are_split_by_what_the_battle_calls_the_fighters() -> None:
    """WC-BAND-6: both warbands may have an 'a'; the battle's 'red-a' is meant."""
    setup = set_up([profile("a"), profile("b"), profile("c")], [profile("a"), profile("b"), profile("c")])
    playing = Playing(RULES.start(setup)).dice(6).dice(1).do(Pick(("red",)))
    assert playing.faults(SplitGroups(("a",), ("b",), ("c",))) == ["WC-BAND-6"]
    playing.do(SplitGroups(("blue-a",), ("blue-b",), ("blue-c",)))


def test_who_is_engaged_with_one_it_does_not_see_attacks_nobody() -> None:
    """rule: WC-TARGET-1, WC-ATT-1.

    The target is one within 1 in, and it is visible: with a wall between there is none.
    """
    fence = box("fence", (7, 0, 0), (7.2, 22, 5))
    places = {"red-a": (7 - RADIUS, 5), "blue-b": (7.2 + RADIUS, 5), "blue-c": (3.5, 5)}
    armed = profile("a", weapons=[SWORD, BOW])
    playing = fighting(places, parts=[fence], profiles={"red-a": armed}).do(Activate("red-a"))
    assert "WC-SIGHT-1" in playing.faults(Attack(0, "blue-b"))
    assert "WC-TARGET-1" in playing.faults(Attack(1, "blue-c"))


def test_a_waiting_fighter_that_a_counter_takes_down_ends_its_second_activation() -> None:
    """rule: WC-DAMAGE-3, WC-REACT-2.  The turn goes on with the other player, nobody is asked about the fallen."""
    places = {"red-a": (5, 5), "red-c": (5, 15), "blue-b": (6.5, 5), "blue-d": (20, 15)}
    frail = profile("a", wounds=2)
    playing = fighting(places, profiles={"red-a": frail})
    playing.do(Activate("red-a"), Wait(), Activate("blue-d"), Wait(), Activate("red-a"), Attack(0, "blue-b"))
    playing.do(React("blue-b", COUNTER)).dice(1, 2, 6)
    assert playing.fighter("red-a").place == "down" and playing.fighter("blue-b").damage == 4
    assert playing.choice.player == "blue" and playing.state.activation is None


def test_a_battle_without_anybody_left_goes_on_to_its_last_round() -> None:
    """rule: WC-WIN-3.  WC-VICT-1, WC-COMBAT-1: both pass in each round; the points that were won decide."""
    playing = fighting({"red-a": (5, 5), "blue-b": (20, 5)}, agenda=(NextRound(),), round=2)
    assert playing.roll.why.rule == "WC-INIT-1"
    gone = tuple(f.changed(place=FighterStatus.DOWN) for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=gone)
    for _ in range(2):
        playing.dice(1, 2, 3, 4, 5, 6).dice(1, 1, 2, 2, 3, 3).do(UseWild(), UseWild())
    assert playing.state.is_over and len(playing.told("pass")) == 4
