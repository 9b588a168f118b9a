"""The worth of attacks: targets, weapons, and targets from another place, by exact odds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from warcry3d.game.actions import Action
from warcry3d.game.ruleset import Ruleset
from warcry3d.rules.warcry.bands.profile import Weapon
from warcry3d.rules.warcry.battle.actions import Attack
from warcry3d.rules.warcry.battle.combat.hit_table import CRIT, HitTable, hits_on
from warcry3d.rules.warcry.battle.combat.odds import DamageOdds, attack_odds, damage_odds
from warcry3d.rules.warcry.battle.combat.reaction_checks import can_react
from warcry3d.rules.warcry.battle.combat.visibility import sees_on
from warcry3d.rules.warcry.battle.fighters import (
    apart,
    effects_on,
    enemies_within,
    toughness_of,
    weapon_of,
    wounds_left,
)
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.cover import cover as cover_of
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.rules.warcry.players.finishing import likely_odds
from warcry3d.rules.warcry.players.together import struck_worth
from warcry3d.rules.warcry.players.worth import strike_worth
from warcry3d.sight.distance import is_within, measure
from warcry3d.table.table import Table

__all__ = [
    "PlannedAttack",
    "best_strike",
    "enemies_of",
    "likeliest_target",
    "might_strike",
    "strike_from",
    "strikes",
]

TARGETS = 2
"""From another place so many attacks are looked at closely, the likeliest to hurt."""

COUNTERED = 0.5
"""An enemy that can counter does so about this often: it costs an action. It does so where that takes the attacker
down.
"""


@dataclass(frozen=True, slots=True)
class PlannedAttack:
    """An attack, what it is worth on average, and its odds."""

    attack: Attack
    worth: float
    odds: DamageOdds


def enemies_of(state: State, id: str) -> tuple[str, ...]:
    """Return a fighter's enemies on the battlefield."""
    return tuple(f.id for f in state.enemies(state.fighter(id).player))


def strikes(ruleset: Ruleset[State, Action], state: State, id: str) -> tuple[PlannedAttack, ...]:
    """Return the attacks that a fighter may make from where it is, the best first."""
    found = []
    for enemy in enemies_of(state, id):
        inches = apart(state, id, enemy)
        for n in range(len(state.profile(id).weapons)):
            attack = Attack(n, enemy)
            is_near = inches <= weapon_of(state, id, n).max_range + 1.0
            if is_near and not ruleset.faults(state, attack):
                odds = attack_odds(state, id, attack)
                worth = struck_worth(state, id, enemy, odds) - _counter_costs(state, id, n, enemy)
                found.append(PlannedAttack(attack, worth, odds))
    return tuple(sorted(found, key=lambda strike: -strike.worth))


def best_strike(ruleset: Ruleset[State, Action], state: State, id: str, kind: str = "") -> PlannedAttack | None:
    """Return the best attack from where a fighter is, of melee or missiles where ``kind`` says so; None: none."""
    for strike in strikes(ruleset, state, id):
        if kind in ("", "melee" if weapon_of(state, id, strike.attack.weapon).is_melee else "missile"):
            return strike
    return None


def strike_from(state: State, table: Table, id: str, kind: str = "") -> PlannedAttack | None:
    """Return the best attack from where a fighter stands on another table, of melee or missiles where ``kind`` says so.

    By the rules of who must be attacked, distance, friends in the way and sight (WC-ATT-1 and 2).
    """
    model = table.model(id)
    inches = {enemy: measure(model, table.model(enemy)).direct for enemy in enemies_of(state, id)}
    near = [enemy for enemy in inches if is_within(inches[enemy], ENGAGED)]
    options = []
    for enemy in near or inches:
        for n in range(len(state.profile(id).weapons)):
            weapon = weapon_of(state, id, n, enemy)
            is_far = not is_within(inches[enemy], weapon.max_range)
            if is_far or (weapon.min_range > 0 and is_within(inches[enemy], weapon.min_range)):
                continue
            if kind not in ("", "melee" if weapon.is_melee else "missile"):
                continue
            if weapon.is_melee or not _is_beside_friend(state, table, id, enemy):
                cost = _counter_costs(state, id, n, enemy)
                options.append((struck_worth(state, id, enemy, _odds_at(state, id, n, enemy)) - cost, n, enemy, cost))
    for _, n, enemy, cost in sorted(options, reverse=True)[:TARGETS]:
        if sees_on(table, id, enemy, state):
            odds = _odds_at(state, id, n, enemy, cover=int(cover_of(table, id, enemy).verdict))
            return PlannedAttack(Attack(n, enemy), struck_worth(state, id, enemy, odds) - cost, odds)
    return None


def _counter_costs(state: State, id: str, number: int, enemy: str) -> float:
    """Return what an attack may cost the attacker: its misses hurt it if the enemy counters (WC-REACT-2)."""
    if not weapon_of(state, id, number, enemy).is_melee or not can_react(state, enemy):
        return 0.0
    table = replace(_table_at(state, id, number, enemy, 0), is_countered=True)
    odds = damage_odds(table, max(wounds_left(state, enemy), 1), max(wounds_left(state, id), 1))
    wounds = strike_worth(state, id, odds.own_lost.mean, 0.0)
    return COUNTERED * wounds + strike_worth(state, id, 0.0, odds.own_down)


def _odds_at(state: State, id: str, number: int, enemy: str, cover: int = 0) -> DamageOdds:
    """Return the odds of an attack as the fighters are, wherever they would stand."""
    return damage_odds(_table_at(state, id, number, enemy, cover), max(wounds_left(state, enemy), 1), 1)


def _table_at(state: State, id: str, number: int, enemy: str, cover: int) -> HitTable:
    """Return the hit dice of that attack."""
    weapon: Weapon = weapon_of(state, id, number, enemy)
    when = "melee" if weapon.is_melee else "missile"
    return HitTable(
        dice=weapon.attacks,
        least=hits_on(weapon.strength, toughness_of(state, enemy) + cover),
        crit_from=min([CRIT, *(effect.amount for effect in effects_on(state, id, "crit-on", when, enemy))]),
        hit=weapon.hit,
        crit=weapon.crit,
    )


def _is_beside_friend(state: State, table: Table, id: str, enemy: str) -> bool:
    friends = [f.id for f in state.on_board(state.fighter(id).player)]
    return any(is_within(measure(table.model(friend), table.model(enemy)).direct, ENGAGED) for friend in friends)


def might_strike(state: State, id: str, inches: float) -> float:
    """Return what an attack might be worth after going ``inches``, sight and terrain left aside."""
    return max((worth for worth, _ in _likely_strikes(state, id, inches)), default=0.0)


def likeliest_target(state: State, id: str, inches: float) -> str:
    """Return whom that attack would be on; empty: on nobody."""
    return max(_likely_strikes(state, id, inches), key=lambda one: one[0], default=(0.0, ""))[1]


def _likely_strikes(state: State, id: str, inches: float) -> Iterator[tuple[float, str]]:
    """Yield what attacks are worth, and on whom: who is engaged attacks one that it is engaged with (WC-ATT-1)."""
    for enemy in enemies_within(state, id, ENGAGED) or enemies_of(state, id):
        near = apart(state, id, enemy)
        for n in range(len(state.profile(id).weapons)):
            weapon = weapon_of(state, id, n)
            if near <= weapon.max_range + inches:
                odds = likely_odds(weapon, toughness_of(state, enemy), wounds_left(state, enemy))
                yield struck_worth(state, id, enemy, odds), enemy
