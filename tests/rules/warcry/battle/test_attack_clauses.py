"""Attacks, damage and cover in a battle, the finer clauses of the rules, each worked out by hand."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.warcry.battle.field import BOW, SWORD, Playing, R, box, fighting, leg, profile, walk, weapon
from tests.rules.warcry.battle.powers import powered, use
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Decline, Move, PlaceAt, React, Wait
from warcry3d.rules.warcry.cover import cover

TOUCH = 2 * R
FENCE = box("fence", (5 + R + 0.3, 0, 0), (5 + R + 0.5, 10, 1.1))
"""A fence over which fighters see each other, 0.3 in before the base of a fighter at (5, 5)."""


def armed(*weapons: dict[str, Any], **more: Any) -> dict[str, dict[str, Any]]:
    """Return the profile of red-a with these weapons."""
    return {"red-a": profile("a", weapons=list(weapons), **more)}


def acting(places: Mapping[str, tuple[float, ...]], **more: Any) -> Playing:
    """Return a battle in which red-a is activated."""
    return fighting(places, **more).do(Activate("red-a"))


# Weapons and targets


def test_all_numbers_of_an_attack_are_those_of_the_weapon_that_was_picked() -> None:
    """rule: WC-ATT-5, WC-HIT-3.  The second weapon: five dice at once, Strength 9, 2 a hit and 5 a critical one."""
    maul = weapon(2, attacks=5, strength=9, hit=2, crit=5)
    playing = acting({"red-a": (5, 5), "blue-b": (5 + TOUCH + 1.5, 5)}, profiles=armed(SWORD, maul))
    assert playing.faults(Attack(0, "blue-b")) == ["WC-RANGE-1"]
    playing.do(Attack(1, "blue-b"), Decline())
    assert playing.roll.count == 5
    assert playing.dice(1, 2, 3, 2, 6).fighter("blue-b").damage == 2 + 5


def test_two_attacks_may_be_made_with_different_weapons_at_different_targets() -> None:
    """rule: WC-ATT-7, WC-TARGET-2."""
    places = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 1.5, 5), "blue-c": (5, 5 + TOUCH + 7)}
    playing = acting(places, profiles=armed(weapon(2), BOW))
    playing.do(Attack(0, "blue-b"), Decline()).dice(6, 1, 1)
    playing.do(Attack(1, "blue-c")).dice(6, 1)
    assert [playing.fighter(id).damage for id in ("blue-b", "blue-c")] == [4, 4]


def test_of_several_enemies_within_an_inch_any_may_be_picked() -> None:
    """rule: WC-TARGET-1."""
    playing = acting({"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5), "blue-c": (5, 5 + TOUCH + 0.9)})
    assert not playing.faults(Attack(0, "blue-b")) + playing.faults(Attack(0, "blue-c"))


def test_who_is_engaged_inside_its_least_range_attacks_nobody_with_that_weapon() -> None:
    """rule: WC-TARGET-1, WC-RANGE-2.  The near one is too near, the far one is not among those within 1 in."""
    places = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5), "blue-c": (5, 5 + TOUCH + 8)}
    playing = acting(places, profiles=armed(weapon(20, least=6)))
    assert "WC-RANGE-2" in playing.faults(Attack(0, "blue-b"))
    assert playing.faults(Attack(0, "blue-c")) == ["WC-TARGET-1"]


@pytest.mark.parametrize(("reach", "apart", "is_melee"), [(3, 2.5, True), (4, 2.5, False)])
def test_of_two_ranges_the_larger_tells_melee_from_missile(reach: float, apart: float, is_melee: bool) -> None:
    """rule: WC-RANGE-3, WC-ATT-2.  1-3 is melee and may be countered; 1-4 is not."""
    playing = acting({"red-a": (5, 5), "blue-b": (5 + TOUCH + apart, 5)}, profiles=armed(weapon(reach, least=1)))
    playing.do(Attack(0, "blue-b"))
    assert (playing.due.__class__.__name__ == "Choice") is is_melee


def test_height_counts_in_the_range() -> None:
    """rule: WC-RANGE-4.  3 in up, right above the rim of its base: 3 in less the base's own height apart."""
    deck = box("deck", (5 + R, 3, 2.8), (9, 7, 3), "platform")
    places = {"red-a": (5, 5), "blue-b": (5 + TOUCH, 5, 3)}
    playing = acting(places, parts=[deck], profiles=armed(weapon(2), weapon(3)))
    assert playing.faults(Attack(0, "blue-b")) == ["WC-RANGE-1"]
    assert not playing.faults(Attack(1, "blue-b"))


# Damage


def test_who_was_taken_down_is_neither_activated_nor_attacked_nor_does_it_react() -> None:
    """rule: WC-DAMAGE-2, WC-DAMAGE-3."""
    places = {"red-a": (5, 5), "red-d": (5, 8), "blue-b": (5 + TOUCH + 0.5, 5), "blue-c": (25, 15)}
    playing = acting(places, profiles={"blue-b": profile("b", wounds=2)})
    playing.do(Attack(0, "blue-b"), Decline()).dice(6, 1, 1)
    assert playing.faults(Attack(0, "blue-b")) == ["WC-TARGET-4"]
    playing.do(Wait())
    assert playing.choice.about == ("blue-c",)
    assert playing.faults(Activate("blue-b")) == ["WC-COMBAT-1"]


def test_damage_is_allocated_up_to_the_wounds_whatever_it_comes_from() -> None:
    """rule: WC-DAMAGE-1, WC-DAMAGE-4, WC-DAMAGE-5.  A fall does 3; the one Wound that is left takes one of them."""
    tower = box("tower", (0, 0, 0), (6, 10, 3), "platform")
    frail = {"red-a": profile("a", wounds=1), "red-d": profile("d")}
    playing = acting({"red-a": (5.5, 5, 3), "red-d": (20, 5), "blue-b": (25, 15)}, parts=[tower], profiles=frail)
    playing.do(Move(leg("jump", (7, 5, 0)))).dice(1)
    assert (playing.fighter("red-a").damage, playing.fighter("red-a").place) == (1, "down")
    assert playing.fighter("red-d").damage == 0


# Cover


def test_cover_holds_in_melee_as_well() -> None:
    """rule: WC-COVER-9, WC-COVER-1, WC-COVER-6, WC-HIT-2.  0.8 in apart, a fence between: 4 against 5, a 4 misses."""
    playing = acting({"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.8, 5)}, parts=[FENCE])
    playing.do(Attack(0, "blue-b"), Decline()).dice(4, 4, 5)
    assert playing.fighter("blue-b").damage == 1


def test_cover_is_settled_anew_for_each_attack() -> None:
    """rule: WC-COVER-11, WC-ATT-6.  Behind the fence a 4 misses; a bonus move of 3 in on, past its end, it hits."""
    fence = box("fence", (7, 0, 0), (7.2, 6, 1.1))
    bow = armed(weapon(15, attacks=1))
    playing = powered({"red-a": (5, 5), "blue-b": (9, 5)}, (2, 4), parts=[fence], profiles=bow)
    playing.do(Attack(0, "blue-b"), Decline()).dice(4)
    assert playing.fighter("blue-b").damage == 0
    playing.do(use("rampage", 2, 4), Move(walk((5, 8))), Attack(0, "blue-b")).dice(4)
    assert playing.fighter("blue-b").damage == 1


def test_two_reasons_for_cover_add_one_to_toughness_and_no_more() -> None:
    """rule: WC-COVER-8.  On a platform 3 in up, behind a parapet: Strength 5 against 4 + 1, a 4 hits."""
    parts = [box("deck", (10, 0, 2.8), (16, 10, 3), "platform"), box("parapet", (9.5, 0, 0), (10, 10, 3.2))]
    places = {"red-a": (5, 5), "blue-b": (12, 5, 3)}
    playing = acting(places, parts=parts, profiles=armed(weapon(15, attacks=2, strength=5)))
    verdict = cover(playing.state.table, "red-a", "blue-b")
    assert [reason.rule for reason in verdict.reasons] == ["WC-COVER-3", "WC-COVER-2"]
    playing.do(Attack(0, "blue-b"), Decline()).dice(3, 4)
    assert playing.fighter("blue-b").damage == 1


# Falling tests

DECK = box("deck", (0, 0, 0), (12, 10, 3), "platform")
NEAR_EDGE = (12 - R - 0.3, 5.0, 3.0)


def test_a_missile_calls_for_one_falling_test_as_well() -> None:
    """rule: WC-EDGE-5, WC-EDGE-3.  Both dice miss: the test comes all the same, once."""
    playing = acting({"red-a": (5, 5, 3), "blue-b": NEAR_EDGE}, parts=[DECK], profiles=armed(BOW))
    playing.do(Attack(0, "blue-b")).dice(1, 1)
    assert (playing.roll.count, playing.roll.why.rule) == (1, "WC-EDGE-1")
    assert playing.dice(2).choice.kind == "act"


def test_who_was_taken_down_at_an_edge_takes_no_test() -> None:
    """rule: WC-EDGE-3."""
    frail = {**armed(BOW), "blue-b": profile("b", wounds=1)}
    playing = acting({"red-a": (5, 5, 3), "blue-b": NEAR_EDGE}, parts=[DECK], profiles=frail)
    assert playing.do(Attack(0, "blue-b")).dice(6, 6).choice.kind == "act"


def test_an_edge_with_a_wall_along_it_is_none() -> None:
    """rule: WC-EDGE-2."""
    parts = [DECK, box("parapet", (11.8, 0, 3), (12, 10, 4.1))]
    places = {"red-a": (5, 5, 3), "blue-b": (11.8 - R - 0.1, 5, 3)}
    playing = acting(places, parts=parts, profiles=armed(BOW))
    assert playing.do(Attack(0, "blue-b")).dice(1, 1).choice.kind == "act"


LADDER = [box("wall", (10, 0, 0), (10.5, 10, 6)), box("rungs", (9.9, 4, 0), (10, 6, 5), "ladder")]
ON_LADDER = (9.9 - R, 5.0)


def on_a_ladder(*marks: str) -> Playing:
    """Return red-a attacking blue-b, which ended its activation 2 in up a ladder."""
    places = {"red-a": (9.9 - R - TOUCH - 1.5, 5), "blue-b": ON_LADDER}
    long = {"red-a": profile("a", weapons=[weapon(3)]), "blue-b": profile("b", *marks)}
    playing = fighting(places, parts=LADDER, initiative="blue", profiles=long)
    playing.do(Activate("blue-b"), Move(leg("climb", (*ON_LADDER, 2.0))), Wait())
    assert playing.fighter("blue-b").at[2] == 2.0
    return playing.do(Activate("red-a"), Attack(0, "blue-b"))


@pytest.mark.parametrize(("face", "height"), [(1, 0.0), (2, 2.0)])
def test_who_is_attacked_on_a_ladder_takes_a_falling_test(face: int, height: float) -> None:
    """rule: WC-LADDER-2, WC-LADDER-3, WC-FALL-5.  It stays there when its activation ends; a 1 and it falls."""
    playing = on_a_ladder().dice(1, 1, 1)
    assert playing.roll.why.rule == "WC-LADDER-3"
    playing.dice(face)
    if height == 0.0:
        assert (playing.choice.kind, playing.choice.player) == ("fall", "red")
        playing.do(PlaceAt((ON_LADDER[0], 5, 0))).dice(4)
    assert playing.fighter("blue-b").at[2] == height


def test_flyers_take_the_falling_test_on_ladders_too() -> None:
    """rule: WC-LADDER-3, WC-EDGE-4.  The open edge alone spares them; on a 1 they fall like anybody (WC-FALL-10)."""
    playing = on_a_ladder("fly").dice(1, 1, 1)
    assert playing.roll.why.rule == "WC-LADDER-3"
    assert playing.dice(1).choice.kind == "fall"


# Reactions


def test_only_the_target_counters_though_a_friend_of_it_is_nearer() -> None:
    """rule: WC-COUNTER-2, WC-REACT-6."""
    places = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.9, 5), "blue-c": (5, 5 + TOUCH + 0.2)}
    playing = acting(places).do(Attack(0, "blue-b"))
    assert playing.choice.about.offered == (("blue-b", ("counter",)),)  # type: ignore[attr-defined]
    assert playing.faults(React("blue-c", "counter")) == ["WC-REACT-1"]


def test_a_third_reaction_is_not_offered() -> None:
    """rule: WC-REACT-8, WC-REACT-10.  Twice it countered; the third attack finds it as if activated."""
    places = {"red-a": (5, 5), "red-d": (5, 8), "blue-b": (5 + TOUCH + 0.5, 5), "blue-c": (25, 15)}
    playing = fighting({**places, "red-d": (5 + TOUCH + 0.5, 5 + TOUCH + 0.5)})
    playing.do(Activate("red-a"))
    for _ in range(2):
        playing.do(Attack(0, "blue-b"), React("blue-b", "counter")).dice(4, 4, 4)
    playing.do(Activate("blue-c"), Wait(), Activate("red-d"), Attack(0, "blue-b"))
    assert playing.roll.player == "red"
