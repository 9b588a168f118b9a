"""The plain player pays dice only for what it then does."""

import numpy as np
import pytest

from tests.rules.warcry.battle.field import RULES, R, fighting, profile, weapon
from tests.rules.warcry.players.asking import LEY_LINES, answer
from tests.rules.warcry.players.test_lookahead import activation, hand
from warcry3d.rules.warcry.abilities.vocabulary import Bonus, FighterFilter
from warcry3d.rules.warcry.battle.actions import Activate, Disengage, UseAbility
from warcry3d.rules.warcry.battle.state import Effect, Objective, Until, Use
from warcry3d.rules.warcry.players import next_moves
from warcry3d.rules.warcry.players.ability_choice import abilities_worth
from warcry3d.rules.warcry.players.ability_value import Prospect, worth_of_words
from warcry3d.rules.warcry.players.worth import place_worth

TOUCH = 2 * R


def test_no_onslaught_for_one_that_then_leaves_the_fight() -> None:
    """It is hurt, and whom it is engaged with is strong: it gets out, and more attacks are no use to it."""
    able = profile("a", weapons=[weapon(attacks=4, strength=4, hit=2, crit=4)], points=150)
    fierce = profile("b", weapons=[weapon(attacks=4, strength=8, hit=3, crit=6)], wounds=12, move=3)
    places = {"red-a": (12.0, 11.0), "blue-b": (12 + TOUCH + 0.3, 11.0)}
    playing = fighting(places, profiles={"red-a": able, "blue-b": fierce}, sides=hand((3, 2)))
    hurt = [one.changed(damage=9) if one.id == "red-a" else one for one in playing.state.fighters]
    playing.state = playing.state.changed(fighters=tuple(hurt))
    playing.do(Activate("red-a"))
    done = activation(playing, 1)
    assert [type(action) for action in done] == [Disengage]


@pytest.mark.parametrize("until", [Until.ATTACK, Until.ACTIVATION])
def test_attacks_that_end_with_the_activation_make_no_place_worth_more(until: Until) -> None:
    """Whom it comes near it attacks in a later activation."""
    playing = fighting({"red-a": (5.0, 5.0), "blue-b": (15.0, 11.0)}).do(Activate("red-a"))
    passing = Effect(fighter="red-a", source="test", what="attacks", until=until, amount=3)
    after = playing.state.changed(effects=(*playing.state.effects, passing))
    places = np.array([[5.0, 5.0, 0.0], [9.0, 8.0, 0.0], [12.0, 10.0, 0.0]])
    before = place_worth(playing.state, "red-a", places)
    assert place_worth(after, "red-a", places).tolist() == before.tolist()
    lasting = passing.changed(until=Until.BATTLE)
    stronger = playing.state.changed(effects=(*playing.state.effects, lasting))
    assert (place_worth(stronger, "red-a", places)[1:] > before[1:]).all()


def test_no_rush_for_a_move_that_it_then_would_not_make(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes back its last move is not done with a rush either."""
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + TOUCH + 5.6, 5.0)}
    playing = fighting(places, sides=hand((3, 2))).do(Activate("red-a"))
    used = {action.ability for action, _ in abilities_worth(RULES, playing.state, "red-a", Prospect(left=2))}
    assert used == {"rush"}
    monkeypatch.setattr(next_moves, "turns_back", lambda *_: True)
    assert not list(abilities_worth(RULES, playing.state, "red-a", Prospect(left=2)))
    assert not isinstance(answer(playing), UseAbility)


@pytest.mark.parametrize(("at", "moves"), [((9.0, 5.0), True), ((15.0, 7.4), False)])
def test_a_bonus_move_of_a_friend_counts_where_it_leads_to_something(at: tuple[float, float], moves: bool) -> None:
    """A friend who stands at the objective has nowhere better to go; one far from it has."""
    friends = {"red-a": (12.0, 5.0), "red-c": at, "blue-b": (28.0, 20.0)}
    playing = fighting(friends, details=LEY_LINES).do(Activate("red-a"))
    awake = (Objective(id="objective-1", at=(15.0, 7.0, 0.0)),)
    state = playing.state.changed(objectives=awake)
    word = Bonus(who=FighterFilter(side="friend", within=6), actions=("move",), inches=4)
    use = Use(fighter="red-a", ability="rush", value=4)
    assert (worth_of_words(state, use, [word], Prospect()) > 0) is moves
