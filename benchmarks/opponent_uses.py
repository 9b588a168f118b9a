"""What activations of a battle were of use for, and what abilities changed: read off its states, step by step.

An activation is of use if its fighter attacked; used an ability that changed something; ended it within reach of an
objective that can be won, or carrying a treasure that counts; ended it nearer (by `NEARER`) to an enemy, to such an
objective or treasure; or where fewer enemies can strike at it. A fighter that waited is of use if its second activation
of the round is, or if it reacted in between. What could do nothing at all counts as without use: it should not have got
there.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from warcry3d.game.actions import React, Rolled
from warcry3d.rules.warcry.battle.abilities.selectors import fits
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, Move, UseAbility, Wait
from warcry3d.rules.warcry.battle.fighters import apart, move_of, weapon_of
from warcry3d.rules.warcry.battle.movement.move_actions import allowed, judged_way
from warcry3d.rules.warcry.battle.rounds.activation import Follow
from warcry3d.rules.warcry.battle.rounds.objectives import holders
from warcry3d.rules.warcry.battle.state import Effect, FighterStatus, State

__all__ = ["Uses"]

NEARER = 0.5
"""Who comes less than this (in) nearer to something got no nearer."""

OF_WEAPONS = frozenset({"attacks", "strength", "hit", "crit", "range", "flat-range", "crit-on", "re-roll-hits"})


@dataclass
class Activated:
    """An activation, or a fighter's two of a round where it waited."""

    player: str
    fighter: str
    before: State
    uses: set[str] = field(default_factory=set)
    waited: bool = False


@dataclass
class Spent:
    """An ability that was used: its dice, and what came of it."""

    player: str
    ability: str
    dice: int
    fighter: str
    changed: set[str] = field(default_factory=set)
    effects: list[Effect] = field(default_factory=list)


class Uses:
    """Follows a battle: `after` each step; ``activations`` and ``abilities`` are those that are over, and under way."""

    def __init__(self) -> None:
        self.activations: list[Activated] = []
        self.abilities: list[Spent] = []
        self.legs: Counter[tuple[str, str]] = Counter()
        self._now: Activated | None = None

    def after(self, before: State, action: Any, state: State) -> None:
        """Take one more action."""
        self._effects(before, action)
        if isinstance(action, Activate) and state.activation is not None:
            self._end(before)
            self._now = Activated(state.fighter(action.fighter).player, action.fighter, before)
            self.activations.append(self._now)
        self._acted(before, action, state)
        self._reacted(action)
        if self._now is not None and state.activation is None:
            self._end(state)

    def _acted(self, before: State, action: Any, state: State) -> None:
        now = self._now
        if now is None:
            return
        if isinstance(action, Attack):
            self._credit(_actor(before), "attack")
        if isinstance(action, Wait):
            now.waited = True
        if isinstance(action, Move | Disengage):
            kinds = [leg.kind.value for leg in action.path.legs]
            self.legs.update((now.player, kind) for kind in dict.fromkeys(kinds))
        if isinstance(action, UseAbility):
            self.abilities.append(Spent(now.player, action.ability, action.count, now.fighter))
        if self.abilities:
            self._at_once(self.abilities[-1], before, action, state)

    def _at_once(self, spent: Spent, before: State, action: Any, state: State) -> None:
        """Note what an ability does while its words are done: to fighters and terrain, the actions and effects that it
        gives.
        """
        use = getattr(before.agenda[-1], "use", None) if before.agenda else None
        is_its = use is not None and use.ability == spent.ability and use.fighter == spent.fighter
        if not is_its and not isinstance(action, UseAbility):
            return
        if isinstance(action, Rolled):
            spent.changed.add("rolled")
        if isinstance(action, Attack | Move | Disengage):
            spent.changed.add("bonus")
        if (before.fighters, before.gone) != (state.fighters, state.gone):
            spent.changed.add("fighters")
        spent.effects += [effect for effect in state.effects if effect not in before.effects]
        if spent.changed and self._now is not None:
            self._now.uses.add("ability")

    def _effects(self, before: State, action: Any) -> None:
        """Note which effects of abilities came to bear in this action."""
        asks = before.agenda[-1] if before.agenda else None
        if isinstance(asks, Follow) and isinstance(action, Activate) and self.abilities:
            self.abilities[-1].changed.add("follow")
        for spent in self.abilities:
            for effect in spent.effects:
                if effect in before.effects and _bears(before, effect, action):
                    spent.changed.add(effect.what)
                    if self._now is not None and self._now.fighter == spent.fighter:
                        self._now.uses.add("ability")

    def _reacted(self, action: Any) -> None:
        if isinstance(action, React):
            for one in self.activations:
                if one.fighter == action.fighter and one.waited:
                    one.uses.add("reaction")

    def _credit(self, fighter: str, use: str) -> None:
        """Note a use of the activation under way, and of the one before in which its fighter waited."""
        now = self._now
        assert now is not None, "somebody is activated"
        if now.player == now.before.fighter(fighter).player:
            now.uses.add(use)
            for one in self.activations:
                if one.fighter == fighter and one.waited and one.before.round == now.before.round:
                    one.uses.add(use)

    def _end(self, state: State) -> None:
        """Judge the activation that is over by where its fighter is."""
        if self._now is not None:
            for use in _place_uses(self._now.before, state, self._now.fighter):
                self._credit(self._now.fighter, use)
        self._now = None


def _actor(state: State) -> str:
    """Return who acts: the one that is given a bonus action, or the activated one."""
    step = state.agenda[-1] if state.agenda else None
    id = getattr(step, "fighter", "")
    if id:
        return str(id)
    return state.activation.fighter if state.activation is not None else ""


def _per(state: State) -> set[str]:
    return {score.per for score in state.context.victory(state).scores}


def _place_uses(before: State, state: State, id: str) -> set[str]:
    """Return what being where it is now is of use for."""
    fighter, was = state.fighter(id), before.fighter(id)
    if fighter.place is not FighterStatus.BOARD:
        return set()
    found: set[str] = set()
    per = _per(state)
    objectives = state.objectives if per & {"controlled-objective", "more-objectives"} else ()
    if fighter.treasure and "carried-treasure" in per:
        found.add("treasure")
    if any(o.is_awake and id in holders(state, o, fighter.player) for o in objectives):
        found.add("objective")
    aims = [f.at for f in state.enemies(fighter.player)] if not fighter.treasure else []
    aims += [o.at for o in objectives]
    aims += [t.at for t in state.treasures if not t.carrier and "carried-treasure" in per]
    if any(math.dist(was.at, aim) - math.dist(fighter.at, aim) >= NEARER for aim in aims):
        found.add("nearer")
    if was.at != fighter.at and _strikers(state, id) < _strikers(before, id):
        found.add("safer")
    return found


def _strikers(state: State, id: str) -> int:
    """Return how many enemies could strike at it after a move, by the distance alone."""
    count = 0
    for enemy in state.enemies(state.fighter(id).player):
        reach = max(weapon_of(state, enemy.id, n).max_range for n in range(len(state.profile(enemy.id).weapons)))
        count += apart(state, id, enemy.id) <= reach + move_of(state, enemy.id)
    return count


def _bears(before: State, effect: Effect, action: Any) -> bool:
    """Return whether an effect has anything to do with what happens."""
    actor = _actor(before)
    mine = effect.fighter == actor if effect.whom is None else True
    what = effect.what
    if isinstance(action, Attack):
        weapon = weapon_of(before, actor, action.weapon, action.target)
        fits = effect.when in ("", "melee" if weapon.is_melee else "missile")
        if what in OF_WEAPONS or (effect.trigger is not None and effect.trigger.event == "attack"):
            return mine and fits and _is_aimed(before, effect, action.target)
        is_target = effect.fighter == action.target or effect.whom is not None
        return is_target and what in ("toughness", "cannot-react")
    if isinstance(action, Move):
        if effect.trigger is not None:
            return mine and effect.trigger.event == "move"
        if what == "move":
            return mine and _cost(before, actor, action) > _inches_without(before, actor, effect) + 0.01
        return what == "fly" and mine and any(leg.kind.value == "fly" for leg in action.path.legs)
    if isinstance(action, Activate):
        is_bound = what in ("cannot-move", "cannot-disengage", "must-attack", "cannot-use-abilities")
        return effect.fighter == action.fighter and (is_bound or (what == "move" and effect.amount < 0))
    return False


def _inches_without(before: State, id: str, effect: Effect) -> float:
    """Return what a move action could cost (in) without an effect: one that carries treasure has less."""
    others = list(before.effects)
    others.remove(effect)
    return allowed(before.changed(effects=tuple(others)), id)


def _is_aimed(state: State, effect: Effect, target: str) -> bool:
    """Return whether an attack on a target is what a trigger or a change against somebody waits for."""
    aimed = effect.trigger.target if effect.trigger is not None else effect.against
    return aimed is None or fits(state, aimed, target, effect.fighter)


def _cost(before: State, id: str, action: Move) -> float:
    """Return what a move costs (in)."""
    return judged_way(before, id, action.path).cost
