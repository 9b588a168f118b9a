"""Whom fighters can attack after at most one move, by real ways and real sight: worked out while people think."""

import math
from collections.abc import Iterator

import numpy as np

from warcry3d.game.reasons import RuleReason
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.path import Point
from warcry3d.motion.reach import LevelReach
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.reach_result import ReachResult
from warcry3d.rules.reaches import nearest_to
from warcry3d.rules.warcry.battle.actions import Attack
from warcry3d.rules.warcry.battle.combat.attack import attack_faults
from warcry3d.rules.warcry.battle.fighters import weapon_of
from warcry3d.rules.warcry.battle.movement.reached import reached_by
from warcry3d.rules.warcry.battle.previews.threats import may_come_to, straight_inches, threat_of
from warcry3d.rules.warcry.battle.prompt_parts import fact
from warcry3d.rules.warcry.battle.state import State
from warcry3d.units import LENGTH_EPSILON

__all__ = ["approach_to", "note_targets", "place_to_attack"]

PLACES = 24
"""So many places are looked at for a line of sight to an enemy, the nearest to it first."""

SPREAD = 1.0
"""They are at least so far (in) from each other."""

Stand = tuple[Point, float]
"""Where a base stands, and its facing (degrees)."""


def note_targets(state: State, id: str) -> None:
    """Note in the state whom a fighter on the battlefield can attack from where it is, or after one move."""
    threat = threat_of(state, id)
    assert threat is not None, "it is on the battlefield"
    inches = threat.inches if threat.action is MoveAction.MOVE else 0.0
    enemies = state.enemies(state.fighter(id).player)
    state.targets[id] = tuple(enemy.id for enemy in enemies if place_to_attack(state, id, enemy.id, inches) is not None)


def place_to_attack(state: State, id: str, enemy: str, inches: float) -> Point | None:
    """Return where a fighter on the battlefield can attack an enemy from, that it gets to with so many inches; where it
    stands comes first. None: there is no such place among those that are looked at.
    """
    if not may_come_to(state, id, enemy):
        return None
    if _can_attack(state, id, enemy):
        return state.fighter(id).at
    if inches <= LENGTH_EPSILON:
        return None
    reached = reached_by(state, id, inches)
    if reached.bars:
        return None
    places = _places(state, id, enemy, reached, inches + LENGTH_EPSILON)
    return next((at for at, turn in places if _can_attack(state.standing(id, at, turn), id, enemy)), None)


def approach_to(state: State, id: str, enemy: str, inches: float) -> Point | RuleReason | None:
    """Return where a fighter on the battlefield can attack an enemy from, as `place_to_attack`, else why it cannot in
    a line; or where it gets to that is near enough to a treasure which lies there. None for anything else.
    """
    for treasure in state.treasures:
        if treasure.id == enemy and not treasure.carrier:
            return _place_at(state, id, treasure.at, inches)
    if enemy not in {one.id for one in state.enemies(state.fighter(id).player)}:
        return None
    place = place_to_attack(state, id, enemy, inches)
    return _out_of_reach(state, id, enemy, inches) if place is None else place


def _place_at(state: State, id: str, at: Point, inches: float) -> Point | None:
    """Return the cheapest place that a fighter gets to from which it reaches a marker; None where there is none."""
    reached = reached_by(state, id, inches)
    found = None if reached.bars else nearest_to(state.table, reached, at)
    return None if found is None or found.cost > inches + LENGTH_EPSILON else found.at


def _out_of_reach(state: State, id: str, enemy: str, inches: float) -> RuleReason:
    weapons = [weapon_of(state, id, n, enemy) for n in range(len(state.profile(id).weapons))]
    weapon = max(weapons, key=lambda one: one.max_range, default=None)
    away = straight_inches(state, id, enemy)
    if weapon is None or may_come_to(state, id, enemy):
        return fact("WC-ATT-1", "out of reach: no place within {inches:g} in to attack it from", inches=inches)
    return fact(
        "WC-RANGE-1",
        "out of reach: {away:.2f} in away; it moves {inches:g} in, and reaches {reach:g} in with its {weapon}",
        away=away,
        inches=inches,
        weapon=weapon.runemark,
        reach=weapon.max_range,
    )


def _can_attack(state: State, id: str, enemy: str) -> bool:
    """Return whether a fighter may attack an enemy from where a state has it."""
    weapons = range(len(state.profile(id).weapons))
    return any(not attack_faults(state, id, Attack(n, enemy), is_quick=True) for n in weapons)


def _places(state: State, id: str, enemy: str, reached: ReachResult, inches: float) -> Iterator[Stand]:
    """Yield where a fighter may stand after a move of so many inches, such as may be within its range of an enemy: the
    cheapest place beside it, then places apart from each other.
    """
    threat = threat_of(state, id, enemy)
    within = max(threat.melee, threat.missile) if threat is not None else 0.0
    turn = state.fighter(id).turn
    for charge in reached.charges:
        if charge.subject == enemy and charge.cost <= inches:
            turns = [leg.facing for leg in charge.path.legs if leg.facing is not None]
            yield charge.at, turns[-1] if turns else turn
    at = state.table.model(enemy).placement.at
    size = sum(math.hypot(one.base.length, one.base.width) / 2 for one in map(state.table.model, (id, enemy)))
    rows = [_near(level, at, inches, within + size) for level in reached.reach.levels]
    places = np.concatenate(rows) if rows else np.empty((0, 3))
    chosen: list[Point] = []
    for x, y, z in places[np.argsort(np.linalg.norm(places - at, axis=1), kind="stable")].tolist():
        if len(chosen) == PLACES:
            return
        if all(math.dist((x, y, z), other) >= SPREAD for other in chosen):
            chosen.append((x, y, z))
            yield (x, y, z), turn


def _near(level: LevelReach, at: Point, inches: float, most: float) -> FloatArray:
    """Return the places of a level that are reached with so many inches, at most so far level from a place, (n, 3)."""
    far = np.hypot(level.x[None, :] - at[0], level.y[:, None] - at[1])
    rows, columns = np.nonzero((level.cost <= inches) & (far <= most))  # what is not reached costs nan
    return np.column_stack([level.x[columns], level.y[rows], np.full(len(rows), level.level.height)])
