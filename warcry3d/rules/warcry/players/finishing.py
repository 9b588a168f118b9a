"""Whether an enemy can be brought to its end in what is left of a battle: what fighters may still do to it."""

from dataclasses import dataclass, field
from typing import Any, cast

from warcry3d.rules.warcry.bands.profile import Weapon
from warcry3d.rules.warcry.battle.combat.hit_table import CRIT, HitTable, hits_on
from warcry3d.rules.warcry.battle.combat.odds import DamageOdds, damage_odds
from warcry3d.rules.warcry.battle.fighters import toughness_of, weapon_of, wounds_left
from warcry3d.rules.warcry.battle.rounds.activation_checks import can_activate
from warcry3d.rules.warcry.battle.state import State

__all__ = ["actions_left", "chance_to_finish", "likely_odds"]

EACH = 0.2
"""Of all that friends could still do to an enemy they do about so much: they walk, attack others, are lost."""

KEY = "warcry.players.finishing"


@dataclass(frozen=True, eq=False, slots=True)
class _Strength:
    """What fighters do to enemies with an action on average, while fighters and effects are as they were."""

    fighters: Any
    effects: Any
    means: dict[tuple[str, str], float] = field(default_factory=dict)


def likely_odds(weapon: Weapon, toughness: int, wounds: int) -> DamageOdds:
    """Return the odds of an attack in the open, by what weapon and target are alone."""
    least = hits_on(weapon.strength, toughness)
    table = HitTable(dice=weapon.attacks, least=least, crit_from=CRIT, hit=weapon.hit, crit=weapon.crit)
    return damage_odds(table, max(wounds, 1), 1)


def actions_left(state: State, id: str) -> int:
    """Return how many actions a fighter has left in the battle, bonus actions aside."""
    acting = state.activation
    now = acting.left if acting is not None and acting.fighter == id else 2 * can_activate(state, state.fighter(id))
    return now + 2 * (state.rounds - state.round)


def chance_to_finish(state: State, id: str, target: str) -> float:
    """Return about how likely wounds of an enemy lead to its end by a fighter and its friends, from 0 to 1."""
    possible = 0.0
    for friend in state.on_board(state.fighter(id).player):
        share = 1.0 if friend.id == id else EACH
        possible += share * _mean(state, friend.id, target) * actions_left(state, friend.id)
    return min(possible / max(wounds_left(state, target), 1), 1.0) ** 2


def _mean(state: State, id: str, target: str) -> float:
    """Return how many wounds an action of a fighter costs an enemy on average, by its best weapon."""
    derived = state.table.terrain.derived
    kept = cast(_Strength | None, derived.get(KEY))
    if kept is None or kept.fighters is not state.fighters or kept.effects is not state.effects:
        kept = _Strength(state.fighters, state.effects)
        derived[KEY] = kept
    if (id, target) not in kept.means:
        toughness, left = toughness_of(state, target), wounds_left(state, target)
        weapons = [weapon_of(state, id, n) for n in range(len(state.profile(id).weapons))]
        kept.means[id, target] = max((likely_odds(one, toughness, left).lost.mean for one in weapons), default=0.0)
    return kept.means[id, target]
