"""Which abilities a fighter could use, and what each gains: by the rules themselves where nobody is asked."""

from collections.abc import Iterator

from warcry3d.game.actions import Action
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.geom.solid import Placement
from warcry3d.rules.warcry.abilities.resolve_values import resolve_values
from warcry3d.rules.warcry.abilities.vocabulary import Change, Grant, Heal
from warcry3d.rules.warcry.battle.abilities.ability_use import usable
from warcry3d.rules.warcry.battle.actions import UseAbility
from warcry3d.rules.warcry.battle.fighters import is_unactivated
from warcry3d.rules.warcry.battle.movement.move_actions import allowed, judged_way
from warcry3d.rules.warcry.battle.state import State, Until, Use
from warcry3d.rules.warcry.players.ability_value import AGAIN, Prospect, worth_of_words
from warcry3d.rules.warcry.players.attacks import strike_from, strikes
from warcry3d.rules.warcry.players.next_moves import next_moves

__all__ = ["abilities_worth"]

PRICES = {2: 3.0, 3: 6.0, 4: 9.0}
"""What a set of so many dice is worth to keep: somebody else could use it this round."""

LAST = 0.4
"""Where nobody else is to be activated this round, a set is worth so much of it; with each other one more."""


def abilities_worth(
    ruleset: Ruleset[State, Action], state: State, id: str, prospect: Prospect
) -> Iterator[tuple[UseAbility, float]]:
    """Yield the abilities that are worth more than the price of their dice, with what they are worth beyond it.

    No more dice are paid than an ability costs; where the value is nothing to it, the lowest.
    """
    for action in _cheapest(state, id):
        words = resolve_values(state.context.abilities[action.ability].do, action.value)
        if all(isinstance(word, Change | Grant) and word.who == "self" for word in words):
            worth = _gained(ruleset, state, action, prospect)
        else:
            use = Use(fighter=id, ability=action.ability, value=action.value)
            worth = worth_of_words(state, use, words, prospect)
        gain = worth - PRICES[action.count] * _wanted_by_others(state, id)
        if gain > 0:
            yield action, gain


def _cheapest(state: State, id: str) -> Iterator[UseAbility]:
    """Yield the ways to use abilities that pay no more dice than they cost; of those that do the same, the lowest."""
    seen: set[tuple[str, object]] = set()
    for action in sorted(usable(state, id), key=lambda action: action.value):
        ability = state.context.abilities[action.ability]
        key = action.ability, str(_effect(state, id, action))
        if action.count == ability.dice and key not in seen:
            seen.add(key)
            yield action


def _effect(state: State, id: str, action: UseAbility) -> object:
    """Return what an ability does with a value: what heals more than there is does the same as what heals that."""
    words = resolve_values(state.context.abilities[action.ability].do, action.value)
    hurt = state.fighter(id).damage
    return [min(action.value, hurt) if isinstance(word, Heal) else word for word in words]


def _wanted_by_others(state: State, id: str) -> float:
    """Return how much of its price a set is worth: who is to be activated after this one could use it."""
    player = state.fighter(id).player
    others = sum(f.id != id and (is_unactivated(f) or f.is_waiting) for f in state.on_board(player))
    return min(1.0, LAST + 0.2 * others)


def _gained(ruleset: Ruleset[State, Action], state: State, action: UseAbility, prospect: Prospect) -> float:
    """Return what changes of the user itself are worth: what it is about to do, done with them, less without.

    The ability is used, by the rules, on a state that is then forgotten.
    """
    id = _user(state)
    after, _ = ruleset.apply(state, action)
    due = ruleset.pending(after)
    if not isinstance(due, Choice) or due.kind != "act" or after.activation is None or after.activation.fighter != id:
        return 0.0
    goes = [effect for effect in after.effects if effect.what in ("move", "fly") and effect not in state.effects]
    if goes:
        return _farther(ruleset, state, after, id, prospect)
    return _harder(ruleset, state, after, id, prospect)


def _user(state: State) -> str:
    """Return who is activated, and so uses an ability."""
    assert state.activation is not None, "abilities are used in activations"
    return state.activation.fighter


def _farther(ruleset: Ruleset[State, Action], state: State, after: State, id: str, prospect: Prospect) -> float:
    """Return what going farther is worth: the best move there is then, where it goes farther than could be gone."""
    if prospect.strike is not None or not prospect.left:
        return 0.0
    assert after.activation is not None, "it goes on after the ability"
    way = max(next_moves(ruleset, after, after.activation), key=lambda way: way.worth, default=None)
    if way is None or judged_way(after, id, way.path).cost <= allowed(state, id) + 0.01:
        return 0.0
    return way.worth - (prospect.way.worth if prospect.way is not None else 0.0)


def _harder(ruleset: Ruleset[State, Action], state: State, after: State, id: str, prospect: Prospect) -> float:
    """Return what attacking with other characteristics is worth, in the attacks that it means to make."""
    planned = prospect.planned
    if planned is None or not prospect.attacks_worth:
        return 0.0
    if prospect.strike is not None:
        found = next(iter(strikes(ruleset, after, id)), None)
        count = prospect.left
    else:
        assert prospect.way is not None, "it is planned after a move"
        placement = Placement(prospect.way.at, after.fighter(id).turn)
        found = strike_from(after, after.table.placing(id, placement), id)
        count = prospect.left - 1
    new = [effect for effect in after.effects if effect not in state.effects]
    if all(effect.until is Until.ATTACK for effect in new):
        count = 1
    more = 0.0 if found is None else found.worth - planned.worth
    return more * (1.0 + AGAIN * (count - 1))
