"""Abilities, reactions and monsters in a battle, the finer clauses of the rules, each worked out by hand."""

from typing import Any

import pytest

from tests.rules.warcry.battle.field import BOW, Playing, R, box, fighting, profile, walk, weapon
from tests.rules.warcry.battle.powers import let_wait, powered, use
from warcry3d.rules.warcry.battle.abilities.ability_use import abilities_open_to, usable
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Decline, Disengage, Move, Pick, PlaceAt, React, Wait
from warcry3d.rules.warcry.battle.fighters import weapon_of

TOUCH = 2 * R
MONSTER = profile("m", "gargantuan", wounds=40, toughness=4, weapons=[weapon(3)])
UNIVERSAL = ("rush", "onslaught", "respite", "inspire", "rampage")
HUNTING = ("tether", "hit-the-weak-spot", "taunt")
OF_MONSTERS = ("vast-reach", "drag", "devastating-rampage")
CLOSE = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5)}


# Who has which abilities


@pytest.mark.parametrize(
    ("marks", "has"),
    [
        ((), ("rush", "onslaught", "respite", "rampage", *HUNTING)),
        (("hero",), (*UNIVERSAL, *HUNTING)),
        (("thrall", "beast"), ("rush", "onslaught", "respite", "rampage")),
        (("gargantuan",), OF_MONSTERS),
    ],
)
def test_everybody_has_the_universal_ones_hunters_theirs_and_monsters_their_own(
    marks: tuple[str, ...], has: tuple[str, ...]
) -> None:
    """rule: WC-ABIL-8, WC-HUNT-2, WC-HUNT-3, WC-MON-13, WC-MON-14."""
    playing = powered(
        {"red-a": (5, 5), "blue-m": (20, 15)}, profiles={"red-a": profile("a", *marks), "blue-m": MONSTER}
    )
    assert {ability.id for ability in abilities_open_to(playing.state, "red-a")} == set(has)


def test_hunting_is_for_battles_with_a_monster() -> None:
    """rule: WC-HUNT-1.  With a quad for anything: none of the three is usable."""
    playing = powered({"red-a": (5, 5), "blue-b": (20, 15)}, (4, 4))
    assert not {action.ability for action in usable(playing.state, "red-a")} & set(HUNTING)


def test_two_sets_do_not_pay_together() -> None:
    """rule: WC-ABIL-6.  Two doubles of threes are no quad."""
    playing = powered(CLOSE, (3, 2), (3, 2))
    assert playing.faults(use("rampage", 3, 4)) == ["WC-ABIL-1"]


# Inspire


def inspired(**friend: Any) -> list[str]:
    """Return the faults of Inspire with red-c near by in some state."""
    places = {"red-a": (5, 5), "red-c": (9, 5), "blue-b": (20, 15)}
    playing = powered(places, (4, 3), profiles={"red-a": profile("a", "hero")})
    fighters = tuple(f.changed(**friend) if f.id == "red-c" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=fighters)
    return playing.faults(use("inspire", 4, 3))


def test_inspire_is_about_a_friend_that_was_not_activated_and_does_not_count_so() -> None:
    """rule: WC-INSPIRE-2.  One reaction is no activation, two count as one; one that waits was activated."""
    assert inspired() == inspired(reactions=1) == []
    assert inspired(reactions=2) == inspired(activations=1, is_waiting=True) == ["WC-INSPIRE-1"]


# Reactions


def test_after_a_reaction_the_one_action_left_comes_with_an_ability() -> None:
    """rule: WC-REACT-13, WC-REACT-9."""
    playing = powered(CLOSE, (3, 2), activated="", initiative="blue")
    playing.do(Activate("blue-b"), Attack(0, "red-a"), React("red-a", "counter")).dice(4, 4, 4).do(Wait())
    playing.do(Activate("red-a"))
    assert playing.choice.about.left == 1  # type: ignore[attr-defined]
    assert not playing.faults(use("onslaught", 3, 2))


def test_who_is_not_seen_does_not_strike_at_the_one_that_leaves() -> None:
    """rule: WC-STRIKE-1.  0.5 in away behind a wall: nobody is asked."""
    fence = box("fence", (5 + R + 0.2, 0, 0), (5 + R + 0.3, 10, 6))
    playing = fighting(CLOSE, parts=[fence]).do(Activate("red-a"), Disengage(walk((3, 5))))
    assert (playing.fighter("red-a").at[0], playing.choice.player) == (3, "red")


def test_take_cover_is_for_the_target_alone() -> None:
    """rule: WC-HIDE-2, WC-HIDE-1.  blue-c stands in cover as well; only the one that is shot at is asked."""
    low_wall = box("wall", (11, 0, 0), (11.3, 12, 1.1))
    places = {"red-a": (5, 5), "blue-b": (13, 5), "blue-c": (13, 8)}
    playing = fighting(places, parts=[low_wall], profiles={"red-a": profile("a", weapons=[BOW])})
    playing.do(Activate("red-a"), Attack(0, "blue-b"))
    assert playing.choice.about.offered == (("blue-b", ("take-cover",)),)  # type: ignore[attr-defined]
    playing.do(React("blue-b", "take-cover")).dice(6, 5)
    assert playing.roll.count == 1


def test_a_miss_costs_what_the_table_of_hits_calls_a_miss() -> None:
    """rule: WC-COUNTER-1, WC-REACT-2, WC-HIT-1.  Strength 3 against 4: a 4 is a miss too; 1, 4 and 5 cost 2 + 1."""
    weak = {"red-a": profile("a", weapons=[weapon(strength=3)])}
    playing = fighting(CLOSE, profiles=weak).do(Activate("red-a"), Attack(0, "blue-b"), React("blue-b", "counter"))
    assert playing.dice(1, 4, 5).fighter("red-a").damage == 3


def test_nobody_reacts_to_an_enemy_that_comes_or_is_set_up_beside_it() -> None:
    """rule: WC-REACT-5.  Engaged by a walk, and by being dragged: neither is a moment that a reaction names."""
    walked = fighting({"red-a": (5, 5), "blue-b": (9, 5)}).do(Activate("red-a"), Move(walk((7.5, 5))))
    assert (walked.choice.kind, walked.choice.player) == ("act", "red")
    places = {"red-m": (5, 5), "blue-b": (9, 5)}
    dragged = powered(places, (1, 3), activated="red-m", profiles={"red-m": MONSTER}).do(use("drag", 1, 3))
    assert isinstance(dragged.choice.about.places[0].nearest, tuple)  # type: ignore[attr-defined]
    dragged.do(PlaceAt(dragged.choice.about.places[0].nearest)).dice(1)  # type: ignore[attr-defined]
    assert (dragged.choice.kind, dragged.choice.player) == ("act", "red")


# Hunting


def test_two_critical_hits_on_the_weak_spot_cost_one_attack() -> None:
    """rule: WC-WEAK-2."""
    places = {"red-a": (5, 5), "blue-m": (5 + TOUCH + 0.5, 5)}
    playing = powered(places, (4, 3), profiles={"blue-m": MONSTER}).do(use("hit-the-weak-spot", 4, 3))
    playing.do(Attack(0, "blue-m")).dice(6, 6, 6)
    assert weapon_of(playing.state, "blue-m", 0).attacks == 2


def taunted(places: dict[str, tuple[float, ...]], *by: str) -> Playing:
    """Return the monster activated after these taunted it, each in an activation of its own."""
    playing = powered(places, (2, 4), (3, 4), activated="", profiles={"blue-m": MONSTER})
    for number, fighter in enumerate(by, start=2):
        playing.do(Activate(fighter), use("taunt", number, 4)).dice(*[4] * number).do(Wait())
        if number <= len(by):
            playing.do(Activate("blue-m"), Wait())
    return playing.do(Activate("blue-m"))


def test_of_two_that_taunt_a_monster_it_attacks_either() -> None:
    """rule: WC-TAUNT-2, WC-TAUNT-1."""
    places = {"red-a": (5, 5), "red-c": (5, 10), "red-d": (11, 8), "blue-m": (7, 7.5)}
    playing = taunted(places, "red-a", "red-c")
    assert [playing.faults(Attack(0, red)) for red in ("red-a", "red-c")] == [[], []]
    assert "WC-TAUNT-2" in playing.faults(Attack(0, "red-d"))


def test_taunted_by_one_and_engaged_with_another_a_monster_attacks_nobody() -> None:
    """rule: WC-TAUNT-2, WC-TARGET-1."""
    places = {"red-a": (6.5, 5), "red-c": (10 + TOUCH + 0.5, 5), "blue-m": (10, 5)}
    playing = taunted(places, "red-a")
    assert playing.faults(Attack(0, "red-a")) == ["WC-TARGET-1"]
    assert playing.faults(Attack(0, "red-c")) == ["WC-TAUNT-2"]


def test_a_taunter_out_of_range_keeps_a_monster_from_attacking_anyone() -> None:
    """rule: WC-TAUNT-2, WC-RANGE-1."""
    places = {"red-a": (5, 5), "red-c": (13, 5), "blue-m": (10, 5)}
    short = {**MONSTER, "weapons": [weapon(2)]}
    playing = powered(places, (2, 4), profiles={"blue-m": short}).do(use("taunt", 2, 4)).dice(4, 4).do(Wait())
    playing.do(Activate("blue-m"))
    assert playing.faults(Attack(0, "red-a")) == ["WC-RANGE-1"]
    assert playing.faults(Attack(0, "red-c")) == ["WC-TAUNT-2"]


def test_a_monster_acts_in_turn_with_the_other_player() -> None:
    """rule: WC-MON-15, WC-MON-6, WC-MON-7.  Three activations, an enemy's between each two."""
    places = {"red-m": (5, 5), "blue-b": (20, 15), "blue-c": (23, 15), "blue-d": (26, 15)}
    playing = powered(places, activated="", profiles={"red-m": MONSTER})
    who = []
    for _ in range(5):
        who.append(playing.choice.player)
        playing.do(Activate(str(playing.choice.about[0])))  # type: ignore[index]
        playing.do(Wait())
    assert who == ["red", "blue", "red", "blue", "red"]
    assert let_wait(playing, "blue").state.round == 2


def test_pick_of_a_target_names_one_of_those_offered() -> None:
    """rule: WC-TETHER-1.  Two monsters within 1 in: one of them is picked; it need not be seen."""
    places = {"red-a": (5, 5), "blue-m": (5 + TOUCH + 0.9, 5), "blue-n": (5 - TOUCH - 0.9, 5)}
    fence = box("fence", (5 + R + 0.4, 0, 0), (5 + R + 0.5, 10, 6))
    beasts = {"blue-m": MONSTER, "blue-n": {**MONSTER, "id": "n"}}
    playing = powered(places, (1, 2), profiles=beasts, parts=[fence]).do(use("tether", 1, 2))
    assert playing.choice.about.offered == ("blue-m", "blue-n")  # type: ignore[attr-defined]
    assert playing.do(Pick(("blue-m",))).roll.count == 1
    assert playing.faults(Decline())
