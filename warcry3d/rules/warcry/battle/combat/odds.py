"""Exact odds of an attack: its damage, with what reactions do to it (docs/odds.md)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from warcry3d.game.actions import React, Rolled
from warcry3d.game.agenda import advance, asked, run
from warcry3d.game.odds import NOTHING, DicePool, DieResult, Distribution, certain, mixture, pool_odds
from warcry3d.game.ruleset import Roll
from warcry3d.rules.warcry.battle.actions import Attack
from warcry3d.rules.warcry.battle.combat.attack import attack_context
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext
from warcry3d.rules.warcry.battle.combat.hit_rolls import HitRoll, TargetReacts
from warcry3d.rules.warcry.battle.combat.hit_table import HitTable, hit_table
from warcry3d.rules.warcry.battle.combat.reaction_checks import ReactionOptions
from warcry3d.rules.warcry.battle.fighters import wounds_left
from warcry3d.rules.warcry.battle.state import FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.cover import cover as cover_of

__all__ = ["DamageOdds", "ReactionOdds", "attack_odds", "damage_odds", "hit_pool", "reaction_odds"]

FACES = range(1, 7)

MOST_BRANCHES = 1296
"""Cases of the dice that a reaction rolls before the hit rolls (four D6); with more its odds are not worked out."""


@dataclass(frozen=True, slots=True)
class DamageOdds:
    """The odds of an attack from its hit rolls on.

    ``damage``: all points of its hits and critical hits, also those beyond the target's wounds (WC-DAMAGE-4).
    ``lost``: the wounds that the target loses, ``down``: the chance that it is taken down. ``own_lost``, ``own_down``:
    the same for the attacker, by the reaction of the target.
    """

    damage: Distribution
    lost: Distribution
    down: float
    own_lost: Distribution = NOTHING
    own_down: float = 0.0


@dataclass(frozen=True, slots=True)
class ReactionOdds:
    """The odds where the target reacts: ``reaction`` is how. ``odds``: None where a choice comes in between."""

    reaction: str
    odds: DamageOdds | None


def attack_odds(state: State, fighter: str, action: Attack, *, is_in_cover: bool | None = None) -> DamageOdds:
    """Return the odds of an attack from where the fighters are, if the target does not react.

    ``is_in_cover``: where the caller knows it already; None: it is judged. Whether the attack is allowed is not asked.
    Hit dice that may be rolled again are rolled so that the target loses as many wounds as can be on average.
    """
    if is_in_cover is None:
        is_in_cover = cover_of(state.table, fighter, action.target).verdict
    return _odds_of(state, attack_context(state, fighter, action, is_in_cover=is_in_cover))


def _odds_of(state: State, attack: AttackContext) -> DamageOdds:
    table = hit_table(state, attack)
    return damage_odds(table, wounds_left(state, attack.target), wounds_left(state, attack.attacker))


@lru_cache(maxsize=20_000)
def damage_odds(table: HitTable, wounds: int, own_wounds: int) -> DamageOdds:
    """Return the odds of hit rolls against a target with so many wounds left, by an attacker with ``own_wounds``.

    >>> from warcry3d.rules.warcry.battle.combat.hit_table import HitTable
    >>> odds = damage_odds(HitTable(dice=3, least=4, crit_from=6, hit=1, crit=4), 10, 10)
    >>> round(odds.lost.mean, 3), round(odds.down * 216)
    (2.991, 1)
    """
    found = pool_odds(hit_pool(table, wounds))
    lost, own_lost = found.gain.capped(wounds), found.cost.capped(own_wounds)
    return DamageOdds(found.gain, lost, lost.at_least(wounds), own_lost, own_lost.at_least(own_wounds))


def hit_pool(table: HitTable, wounds: int) -> DicePool:
    """Return the hit dice as a pool: a result for each group of faces that gain and cost the same, the lowest first."""
    results: dict[tuple[Distribution, Distribution], int] = {}
    for face in FACES:
        key = (_gain(table, face), certain(table.counter_cost(face) + table.riposte_cost(face)))
        results[key] = results.get(key, 0) + 1
    found = tuple(DieResult(count / 6, gain, cost) for (gain, cost), count in results.items())
    return DicePool(found, table.dice, table.rerolls, enough=wounds)


def _gain(table: HitTable, face: int) -> Distribution:
    """Return the damage of a face; a critical hit on a target that took cover is a hit by a die of its own."""
    match table.result(face):
        case "crit" if table.shelters:
            turned = sum(other >= table.shelters for other in FACES) / 6
            return mixture(((turned, certain(table.hit)), (1 - turned, certain(table.crit))))
        case "crit":
            return certain(table.crit)
        case "hit":
            return certain(table.hit)
    return NOTHING


def reaction_odds(state: State, attack: AttackContext) -> tuple[ReactionOdds, ...]:
    """Return each way in which the target may react to an attack, with the odds then (WC-REACT-1).

    A reaction is done by the rules, up to the hit rolls; dice that it rolls before them are counted out.
    """
    step = TargetReacts(attack)
    choice = step.choice(state)
    if choice is None:
        return ()
    assert isinstance(choice.about, ReactionOptions), "that is what it asks"
    return tuple(ReactionOdds(way, _odds_after(state, step, way)) for _, ways in choice.about.offered for way in ways)


def _odds_after(state: State, step: TargetReacts, reaction: str) -> DamageOdds | None:
    """Return the odds after a reaction; None where somebody has to choose first, or too many dice are rolled."""
    do = Transition(state.changed(agenda=()))
    step.resolve(do, React(step.attack.target, reaction))
    run(do)
    parts: list[tuple[float, DamageOdds]] = []
    for chance, after in _hit_rolls(do.state, 1.0, MOST_BRANCHES):
        if after is None:
            return None
        parts.append((chance, _since(state, after, step.attack)))
    return _mixed(parts)


def _hit_rolls(state: State, chance: float, most: int) -> Iterator[tuple[float, State | None]]:
    """Yield the states in which the hit dice are due or the attack is over, each with its chance; None: it is not known
    how it goes on.
    """
    due = asked(state)
    if due is None or isinstance(state.agenda[-1], HitRoll):
        yield chance, state
    elif isinstance(due, Roll) and (cases := due.sides**due.count) <= most:
        for faces in product(range(1, due.sides + 1), repeat=due.count):
            do = Transition(state)
            advance(do, Rolled(faces))
            yield from _hit_rolls(do.state, chance / cases, most // cases)
    else:
        yield chance, None


def _since(before: State, state: State, attack: AttackContext) -> DamageOdds:
    """Return the odds from a state on, with what the reaction itself did to the attacker."""
    step = state.agenda[-1] if state.agenda else None
    own = state.fighter(attack.attacker)
    hurt = own.damage - before.fighter(attack.attacker).damage
    if not isinstance(step, HitRoll):
        is_down = state.fighter(attack.target).place is FighterStatus.DOWN
        return DamageOdds(
            NOTHING, NOTHING, float(is_down), certain(max(hurt, 0)), float(own.place is FighterStatus.DOWN)
        )
    odds = _odds_of(state, step.attack)
    own_lost = odds.own_lost.plus(certain(hurt)) if hurt > 0 else odds.own_lost
    return DamageOdds(odds.damage, odds.lost, odds.down, own_lost, odds.own_down)


def _mixed(parts: list[tuple[float, DamageOdds]]) -> DamageOdds:
    if len(parts) == 1:
        return parts[0][1]
    return DamageOdds(
        mixture((chance, odds.damage) for chance, odds in parts),
        mixture((chance, odds.lost) for chance, odds in parts),
        sum(chance * odds.down for chance, odds in parts),
        mixture((chance, odds.own_lost) for chance, odds in parts),
        sum(chance * odds.own_down for chance, odds in parts),
    )
