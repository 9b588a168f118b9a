"""The plain player takes enemies down together, and gets to them while there is time."""

import math
from typing import Any

import pytest

from tests.rules.warcry.battle.field import BOW, Playing, R, fighting, profile, weapon
from tests.rules.warcry.players.asking import LEY_LINES, answer
from tests.rules.warcry.players.test_blood import hurt
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Move
from warcry3d.rules.warcry.battle.combat.odds import attack_odds
from warcry3d.rules.warcry.battle.fighters import apart
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.players.together import struck_worth
from warcry3d.rules.warcry.players.worth import strike_worth

TOUCH = 2 * R
AXE = weapon(attacks=4, strength=5, hit=2, crit=4)


def between_two(friend_y: float, **more: object) -> Playing:
    """Return a battle where red-a stands between two equal enemies, as the blues have acted; red-d may join it."""
    places = {
        "red-a": (10.0, 10.0),
        "red-d": (10.0, friend_y),
        "blue-b": (10.0, 10 + TOUCH + 0.3),
        "blue-c": (10.0, 10 - TOUCH - 0.3),
    }
    profiles = {id: profile(id[-1], weapons=[AXE]) for id in ("red-a", "red-d")}
    playing = hurt(fighting(places, profiles=profiles, **more), blue_b=3, blue_c=3)  # type: ignore[arg-type]
    done = tuple(f.changed(activations=1) if f.player == "blue" else f for f in playing.state.fighters)
    return Playing(playing.state.changed(fighters=done)).do(Activate("red-a"))


@pytest.mark.parametrize(("friend_y", "target"), [(15.5, "blue-b"), (4.5, "blue-c")])
def test_of_equal_enemies_it_attacks_the_one_a_friend_can_finish(friend_y: float, target: str) -> None:
    """Neither is likely to go down by one attack; with the friend's after it, one of them may."""
    assert answer(between_two(friend_y)) == Attack(0, target)


def after(state: State, id: str) -> State:
    """Return a state in which a fighter has acted."""
    return state.changed(fighters=tuple(f.changed(activations=1) if f.id == id else f for f in state.fighters))


def test_what_friends_may_do_counts_only_before_they_act_and_where_blood_counts() -> None:
    state = between_two(15.5).state
    odds = attack_odds(state, "red-a", Attack(0, "blue-b"))
    alone = strike_worth(state, "blue-b", odds.lost.mean, odds.down)
    assert struck_worth(state, "red-a", "blue-b", odds) > alone + 1.0
    assert struck_worth(after(state, "red-d"), "red-a", "blue-b", odds) == pytest.approx(
        strike_worth(after(state, "red-d"), "blue-b", odds.lost.mean, odds.down)
    )
    lines = between_two(15.5, details=LEY_LINES).state
    assert struck_worth(lines, "red-a", "blue-b", odds) == strike_worth(lines, "blue-b", odds.lost.mean, odds.down)


@pytest.mark.parametrize("round", [1, 4])
def test_where_blood_counts_it_gets_near_while_there_is_time(round: int) -> None:
    """Twenty inches away from an enemy that shoots at all who come near; in the last round it would not get there."""
    archer = profile("b", weapons=[BOW])
    places = {"red-a": (4.0, 11.0), "blue-b": (24.0, 11.0)}
    playing = fighting(places, profiles={"blue-b": archer}, round=round).do(Activate("red-a"))
    action = answer(playing)
    gets_near = isinstance(action, Move) and math.dist(action.path.legs[-1].to[-1], (24, 11, 0)) < 16.5
    assert gets_near == (round == 1)


def against_a_giant(**more: object) -> Playing:
    """Return a battle where red-a stands between a giant and one like itself; nobody else is there to help."""
    giant = profile("g", "gargantuan", wounds=48, points=960, base={"round": 100})
    places = {"red-a": (10.0, 10.0), "blue-g": (10.0, 10 + R + 50 / 25.4 + 0.3), "blue-c": (10.0, 10 - TOUCH - 0.3)}
    playing = fighting(places, profiles={"blue-g": giant}, **more)  # type: ignore[arg-type]
    done = tuple(f.changed(activations=1) if f.player == "blue" else f for f in playing.state.fighters)
    return Playing(playing.state.changed(fighters=done)).do(Activate("red-a"))


@pytest.mark.parametrize(("details", "target"), [({}, "blue-c"), (LEY_LINES, "blue-g")])
def test_where_blood_counts_it_leaves_a_giant_that_it_never_brings_down(details: Any, target: str) -> None:
    """A wound of the giant is the dearer one, but in a round only who is taken down counts."""
    more = {"details": details} if details else {}
    assert answer(against_a_giant(**more)) == Attack(0, target)


@pytest.mark.parametrize(("strong", "near"), [(True, False), (False, True)])
def test_where_blood_counts_it_keeps_away_from_who_takes_it_down_with_one_attack(*, strong: bool, near: bool) -> None:
    """Both hit as often, with a move of 4 in and a reach of 3 in, and draw it as much; one does not leave it alive."""
    blow = weapon(3, attacks=4, strength=8, hit=12 if strong else 1, crit=12 if strong else 1)
    brute = profile("b", wounds=12, weapons=[blow])
    playing = fighting({"red-a": (5.0, 11.0), "blue-b": (19.0, 11.0)}, profiles={"blue-b": brute}).do(Activate("red-a"))
    while playing.state.activation is not None:
        playing.do(answer(playing))
    assert (apart(playing.state, "red-a", "blue-b") <= 4.0 + 3.0) == near
