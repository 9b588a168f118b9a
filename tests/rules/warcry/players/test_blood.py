"""The plain player in battles that go to who takes down more: what it finishes, what it leaves, whom it spares."""

from typing import Any

import pytest

from tests.rules.warcry.battle.field import Playing, R, box, fighting, profile, weapon
from tests.rules.warcry.players.asking import answer
from warcry3d.game.agenda import run
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Deploy
from warcry3d.rules.warcry.battle.setup.deployment import BeginGroup
from warcry3d.rules.warcry.battle.state import FighterStatus, Side
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.players.attacks import might_strike
from warcry3d.rules.warcry.players.worth import strike_worth

TOUCH = 2 * R


def hurt(playing: Playing, **damage: int) -> Playing:
    """Return the battle with fighters that have taken so much damage."""
    fighters = tuple(
        f.changed(damage=damage.get(f.id.replace("-", "_"), f.damage), activations=f.activations)
        for f in playing.state.fighters
    )
    return Playing(playing.state.changed(fighters=fighters))


def between_two(lead: int = 0, **changes: Any) -> Playing:
    """Return a battle where red, so many points ahead, stands between a dear enemy and a cheap one, nearly down."""
    dear = profile("b", points=260, wounds=12, toughness=3)
    cheap = profile("c", points=60)
    places = {"red-a": (5.0, 5.0), "blue-b": (5 - TOUCH - 0.3, 5.0), "blue-c": (5 + TOUCH + 0.3, 5.0)}
    playing = fighting(places, profiles={"blue-b": dear, "blue-c": cheap}, **changes)
    sides = (Side(id="red", colour="red", blood=lead), Side(id="blue", colour="blue"))
    done = tuple(f.changed(activations=1) if f.player == "blue" else f for f in playing.state.fighters)
    return hurt(Playing(playing.state.changed(fighters=done, sides=sides)), blue_c=9).do(Activate("red-a"))


def test_where_the_round_is_open_it_finishes_who_is_nearly_down() -> None:
    assert answer(between_two()) == Attack(0, "blue-c")


def test_far_ahead_in_a_round_it_goes_for_the_dear_one() -> None:
    """One more taken down wins it nothing this round; the wounds of the other are worth more."""
    assert answer(between_two(lead=400)) == Attack(0, "blue-b")


@pytest.mark.parametrize(("lead", "counts"), [(0, True), (-50, True), (400, False), (-400, False)])
def test_a_fighter_taken_down_is_worth_what_it_changes_in_the_round(lead: int, *, counts: bool) -> None:
    """It changes the round where it takes the lead or catches up, not where that is out of reach."""
    playing = fighting({"red-a": (5.0, 5.0), "blue-b": (20.0, 5.0)})
    red, blue = playing.state.sides
    sides = (red.changed(blood=max(lead, 0)), blue.changed(blood=max(-lead, 0)))
    worth = strike_worth(playing.state.changed(sides=sides), "blue-b", 10, 1.0)
    assert (worth > 130.0) == counts
    assert worth >= 100.0


@pytest.mark.parametrize(("left", "attacks"), [(2, False), (10, True)])
def test_it_does_not_die_by_a_counter(left: int, *, attacks: bool) -> None:
    """Each of four dice hits a tough enemy on fives: its misses would take it down if it has few wounds left."""
    weak = profile("a", weapons=[weapon(attacks=4, strength=3, hit=1, crit=4)])
    tough = profile("b", toughness=5, wounds=12)
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 0.3, 5.0)}
    playing = hurt(fighting(places, profiles={"red-a": weak, "blue-b": tough}), red_a=10 - left).do(Activate("red-a"))
    assert isinstance(answer(playing), Attack) == attacks


def test_who_has_acted_cannot_counter_and_is_attacked_by_the_weakest() -> None:
    weak = profile("a", weapons=[weapon(attacks=4, strength=3, hit=1, crit=4)])
    tough = profile("b", toughness=5, wounds=25)
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 0.3, 5.0)}
    playing = hurt(fighting(places, profiles={"red-a": weak, "blue-b": tough}), red_a=8)
    done = tuple(f.changed(activations=1) if f.player == "blue" else f for f in playing.state.fighters)
    assert answer(Playing(playing.state.changed(fighters=done)).do(Activate("red-a"))) == Attack(0, "blue-b")


def test_an_archer_held_in_a_fight_counts_only_who_holds_it() -> None:
    """One with a wound left stands 8 in away; engaged with another, it must attack that one (WC-ATT-1)."""
    archer = profile("a", weapons=[weapon(15, attacks=3, strength=4, hit=3, crit=6)])
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 0.3, 5.0), "blue-c": (5.0, 13.0)}
    tough = profile("b", toughness=9, wounds=40)
    held = hurt(fighting(places, profiles={"red-a": archer, "blue-b": tough}), blue_c=9)
    free = hurt(fighting({**places, "blue-b": (25.0, 18.0)}, profiles={"red-a": archer, "blue-b": tough}), blue_c=9)
    assert might_strike(held.state, "red-a", 0.0) < 20.0 < might_strike(free.state, "red-a", 0.0)


def test_nobody_is_set_up_in_a_gap_on_top_of_something() -> None:
    """A post at its point whose rim nobody climbs over: there is room for a base up there, and no way on."""
    post = box("post", (14, 3.4, 0), (16, 5.4, 3), "platform")
    rim = [
        box(name, low, high, "unclimbable")
        for name, low, high in (
            ("north", (13.8, 5.4, 3), (16.2, 5.6, 12)),
            ("south", (13.8, 3.2, 3), (16.2, 3.4, 12)),
            ("west", (13.8, 3.2, 3), (14, 5.6, 12)),
            ("east", (16, 3.2, 3), (16.2, 5.6, 12)),
        )
    ]
    archer = profile("a", weapons=[weapon(15)])
    places = {"red-a": (5, 5), "blue-b": (28, 20)}
    sides = (Side(id="red", colour="red"), Side(id="blue", colour="blue"))
    playing = fighting(places, profiles={"red-a": archer}, parts=[post, *rim], sides=sides)
    aside = tuple(f.changed(place=FighterStatus.ASIDE) if f.id == "red-a" else f for f in playing.state.fighters)
    do = Transition(playing.state.changed(fighters=aside, agenda=(BeginGroup("red", "dagger", FighterStatus.ASIDE),)))
    run(do)
    for seed in range(4):
        action = answer(Playing(do.state), seed=seed)
        assert isinstance(action, Deploy)
        assert action.at[2] == 0.0


def test_a_dear_one_with_few_wounds_left_leaves_it_to_others() -> None:
    """It may take the enemy down, but is as likely to die by its own misses, and worth two of it."""
    weak = profile("a", points=200, wounds=20, weapons=[weapon(attacks=4, strength=4, hit=2, crit=4)])
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 0.3, 5.0)}
    profiles = {"red-a": weak, "blue-b": profile("b", toughness=5, wounds=12)}
    playing = hurt(fighting(places, profiles=profiles), red_a=17, blue_b=9).do(Activate("red-a"))
    assert not isinstance(answer(playing), Attack)
