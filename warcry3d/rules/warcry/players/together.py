"""What friends do to the same enemy this round: who is brought near its end is taken down by those who act later."""

import math
from dataclasses import dataclass, field
from typing import Any, cast

from warcry3d.game.odds import NOTHING, Distribution, mixture
from warcry3d.rules.warcry.battle.combat.odds import DamageOdds
from warcry3d.rules.warcry.battle.fighters import (
    apart,
    enemies_within,
    move_of,
    toughness_of,
    weapon_of,
    wounds_left,
)
from warcry3d.rules.warcry.battle.rounds.activation_checks import can_activate
from warcry3d.rules.warcry.battle.state import FighterState, State
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.rules.warcry.players.finishing import likely_odds
from warcry3d.rules.warcry.players.worth import down_worth, struck

__all__ = ["struck_worth"]

JOINS = 0.6
"""A friend that can attack one enemy this round does so about this often; of several it may pick another."""

KEY = "warcry.players.together"


@dataclass(frozen=True, eq=False, slots=True)
class _Joining:
    """What each fighter that has yet to act may do to whom, while all of this is as it was."""

    of: tuple[Any, ...]
    by: dict[str, dict[str, Distribution]]
    summed: dict[tuple[str, str], Distribution] = field(default_factory=dict)


def struck_worth(state: State, id: str, target: str, odds: DamageOdds) -> float:
    """Return what an attack with these odds is worth: the wounds, and how much likelier the target is taken down this
    round, by this attack or by a friend after it.
    """
    alone = struck(state, id, target, odds.lost.mean, odds.down)
    stake = down_worth(state, target)
    if not stake:
        return alone
    left = wounds_left(state, target)
    later = _later(state, id, target)
    whole = sum(chance * later.at_least(left - lost) for lost, chance in enumerate(odds.lost.chances))
    return alone + stake * (whole - later.at_least(left) - odds.down)


def _later(state: State, id: str, target: str) -> Distribution:
    """Return the odds of the wounds that the friends of a fighter may do to an enemy after it."""
    joining = _joining(state)
    key = id, target
    if key not in joining.summed:
        total, player = NOTHING, state.fighter(id).player
        for friend, does in joining.by.items():
            if friend != id and target in does and state.fighter(friend).player == player:
                total = total.plus(does[target]).capped(wounds_left(state, target))
        joining.summed[key] = total
    return joining.summed[key]


def _joining(state: State) -> _Joining:
    derived = state.table.terrain.derived
    kept = cast(_Joining | None, derived.get(KEY))
    of = state.fighters, state.effects, state.activation
    if kept is None or any(one is not other for one, other in zip(kept.of, of, strict=True)):
        able = (fighter for fighter in state.on_board() if can_activate(state, fighter))
        kept = _Joining(of, {fighter.id: _does(state, fighter) for fighter in able})
        derived[KEY] = kept
    return kept


def _does(state: State, fighter: FighterState) -> dict[str, Distribution]:
    """Return the odds of the wounds that a fighter may do to each enemy, by weapons, distance and targets alone."""
    held = enemies_within(state, fighter.id, ENGAGED)
    far = 0.0 if held else move_of(state, fighter.id)
    enemies = held or tuple(enemy.id for enemy in state.enemies(fighter.player))
    best = {enemy: _best_odds(state, fighter.id, enemy, apart(state, fighter.id, enemy) - far) for enemy in enemies}
    reached = {enemy: lost for enemy, lost in best.items() if lost is not None}
    share = JOINS / math.sqrt(max(len(reached), 1))
    return {enemy: mixture(((share, lost), (1 - share, NOTHING))) for enemy, lost in reached.items()}


def _best_odds(state: State, id: str, enemy: str, inches: float) -> Distribution | None:
    """Return the odds of the wounds that the weapon does that reaches so far and hurts most; None where none does."""
    weapons = [weapon_of(state, id, n) for n in range(len(state.profile(id).weapons))]
    toughness, left = toughness_of(state, enemy), wounds_left(state, enemy)
    reaching = [likely_odds(weapon, toughness, left).lost for weapon in weapons if inches <= weapon.max_range]
    return max(reaching, key=lambda lost: lost.mean, default=None)
