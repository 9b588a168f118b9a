"""The worth of attacks: targets, weapons, and targets from another place."""

from dataclasses import dataclass

from warcry3d.game.actions import Action
from warcry3d.game.ruleset import Ruleset
from warcry3d.rules.warcry.battle.actions import Attack
from warcry3d.rules.warcry.battle.combat.visibility import sees_on
from warcry3d.rules.warcry.battle.fighters import apart, toughness_of, weapon_of, wounds_left
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.cover import cover as cover_of
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.rules.warcry.players.odds import Odds, odds_of
from warcry3d.rules.warcry.players.worth import strike_worth
from warcry3d.sight.distance import is_within, measure
from warcry3d.table.table import Table

__all__ = ["PlannedAttack", "best_strike", "enemies_of", "might_strike", "strike_from", "strikes"]


@dataclass(frozen=True, slots=True)
class PlannedAttack:
    """An attack and what it is worth on average."""

    attack: Attack
    worth: float


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
                found.append(PlannedAttack(attack, _worth(state, state.table, id, n, enemy)))
    return tuple(sorted(found, key=lambda strike: -strike.worth))


def best_strike(ruleset: Ruleset[State, Action], state: State, id: str, kind: str = "") -> PlannedAttack | None:
    """Return the best attack from where a fighter is, of melee or missiles where ``kind`` says so; None: none."""
    for strike in strikes(ruleset, state, id):
        if kind in ("", "melee" if weapon_of(state, id, strike.attack.weapon).is_melee else "missile"):
            return strike
    return None


def _worth(state: State, table: Table, id: str, weapon: int, enemy: str, more: int = 0) -> float:
    cover = cover_of(table, id, enemy)
    likely = _likely(state, id, weapon, enemy, int(cover.verdict), more)
    return strike_worth(state, enemy, likely.damage, likely.kill)


def _likely(state: State, id: str, weapon: int, enemy: str, cover: int = 0, more: int = 0) -> Odds:
    toughness = toughness_of(state, enemy) + cover
    return odds_of(weapon_of(state, id, weapon), toughness, max(wounds_left(state, enemy), 1), more=more)


def strike_from(state: State, table: Table, id: str) -> float:
    """Return what the best attack would be worth from where a fighter stands on another table.

    By the rules of who must be attacked, distance, friends in the way and sight (WC-ATT-1 and 2).
    """
    model = table.model(id)
    inches = {enemy: measure(model, table.model(enemy)).direct for enemy in enemies_of(state, id)}
    near = [enemy for enemy in inches if is_within(inches[enemy], ENGAGED)]
    options = []
    for enemy in near or inches:
        for n in range(len(state.profile(id).weapons)):
            weapon = weapon_of(state, id, n)
            is_far = not is_within(inches[enemy], weapon.max_range)
            if is_far or (weapon.min_range > 0 and is_within(inches[enemy], weapon.min_range)):
                continue
            if weapon.is_melee or not _is_beside_friend(state, table, id, enemy):
                likely = _likely(state, id, n, enemy)
                options.append((strike_worth(state, enemy, likely.damage, likely.kill), n, enemy))
    for _, n, enemy in sorted(options, reverse=True)[:2]:
        if sees_on(table, id, enemy, state):
            return _worth(state, table, id, n, enemy)
    return 0.0


def _is_beside_friend(state: State, table: Table, id: str, enemy: str) -> bool:
    friends = [f.id for f in state.on_board(state.fighter(id).player)]
    return any(is_within(measure(table.model(friend), table.model(enemy)).direct, ENGAGED) for friend in friends)


def might_strike(state: State, id: str, inches: float) -> float:
    """Return what an attack might be worth after going ``inches``, sight and terrain left aside."""
    best = 0.0
    for enemy in enemies_of(state, id):
        near = apart(state, id, enemy)
        for n in range(len(state.profile(id).weapons)):
            if near <= weapon_of(state, id, n).max_range + inches:
                likely = _likely(state, id, n, enemy)
                best = max(best, strike_worth(state, enemy, likely.damage, likely.kill))
    return best
