"""Ways that a plain player lets units go: to objectives that it does not hold, or at the enemy."""

import math
from collections.abc import Iterator
from itertools import islice

from warcry3d.rules.units.unit_actions import MoveUnit
from warcry3d.rules.warhammer40k.battle.movement.move_proposals import as_ways, followed, proposed_ways
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k, inches_of, move_faults
from warcry3d.rules.warhammer40k.battle.sensing import nearest_enemy, unit_gap
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.players.shelter import shelter_of
from warcry3d.rules.warhammer40k.players.worth import is_fighter, reach_of, unit_worth
from warcry3d.table.models import Model

__all__ = ["goal_of", "way_of"]

Spot = tuple[float, float]

HOLDS = 2.0
"""A unit so near to the centre of an objective holds it (in)."""

STAND_OFF = 2.0
"""Fighters stop so far from the enemy, to charge later (in)."""

CHOICES = 3
"""So many moves are compared by the shelter at their ends."""

ANGLES = (0.0, 0.5, -0.5, 1.0, -1.0)
SHARES = (1.0, 0.65, 0.3)
"""Directions beside the straight one (radians), and shares of the inches, that are tried."""


def goal_of(state: State40k, unit: str) -> tuple[Spot, float]:
    """Return where a unit goes, and how near it gets: an objective that needs it, else an enemy unit."""
    player, at = state.unit(unit).player, _middle(state, unit)
    open_ = [
        (math.dist(at, one.at[:2]) + 6.0 * _taken(state, unit, one.at) + 4.0 * (one.holder == player), one.at)
        for one in state.objectives
    ]
    enemies = [enemy.id for enemy in state.enemies(unit)]
    if enemies and (is_fighter(state, unit) or not open_):
        target = max(enemies, key=lambda one: unit_worth(state, one) / (8.0 + unit_gap(state, unit, one)))
        figure = min(state.figures(target), key=lambda one: math.dist(at, one.placement.at[:2]))
        near = STAND_OFF if is_fighter(state, unit) else max(reach_of(state, unit) - 2.0, STAND_OFF)
        return (figure.placement.at[0], figure.placement.at[1]), near + figure.base.length / 2
    if open_:
        x, y, _ = min(open_)[1]
        return (x, y), HOLDS
    return at, HOLDS


def _middle(state: State40k, unit: str) -> Spot:
    troops = state.troops(unit)
    return sum(one.at[0] for one in troops) / len(troops), sum(one.at[1] for one in troops) / len(troops)


def _taken(state: State40k, unit: str, at: tuple[float, float, float]) -> int:
    """Return how many other friendly units are nearer to a place than a unit."""
    own = math.dist(_middle(state, unit), at[:2])
    others = (one.id for one in state.here(state.unit(unit).player) if one.id != unit)
    return sum(math.dist(_middle(state, one), at[:2]) < min(own, 8.0) for one in others)


def way_of(state: State40k, step: MovesUnit40k) -> MoveUnit | None:
    """Return how a unit moves; None: it stays."""
    if step.kind in (MoveKind40k.CHARGE, MoveKind40k.PILE_IN, MoveKind40k.CONSOLIDATE):
        ways = proposed_ways(state, step.unit, step.terms)
        return MoveUnit(as_ways(ways)) if ways else None
    if step.kind in (MoveKind40k.FALL_BACK, MoveKind40k.EVADE):
        return _away(state, step)
    goal, near = goal_of(state, step.unit)
    leader = min(state.figures(step.unit), key=lambda one: math.dist(one.placement.at[:2], goal))
    far = math.dist(leader.placement.at[:2], goal) - near
    inches = min(inches_of(state, leader.id, step.terms), far)
    return _first(state, step, leader, _spots(leader, goal, inches)) if inches >= 0.5 else None


def _away(state: State40k, step: MovesUnit40k) -> MoveUnit | None:
    """Return a way straight away from the nearest enemy, or beside that."""
    leader = state.figures(step.unit)[0]
    enemy = nearest_enemy(state, leader, step.unit)
    if enemy is None:
        return None
    (x, y, _), (u, v, _) = leader.placement.at, enemy.placement.at
    goal = (x + 3 * (x - u), y + 3 * (y - v))
    return _first(state, step, leader, _spots(leader, goal, inches_of(state, leader.id, step.terms)))


def _first(state: State40k, step: MovesUnit40k, leader: Model, spots: Iterator[Spot]) -> MoveUnit | None:
    """Return the move in formation of the first few that are allowed after which the unit is sheltered best."""
    return _best_sheltered(state, step, list(islice(_allowed(state, step, leader, spots), CHOICES)))


def _allowed(state: State40k, step: MovesUnit40k, leader: Model, spots: Iterator[Spot]) -> Iterator[MoveUnit]:
    """Yield moves in formation that are allowed, those that get farthest first."""
    for x, y in spots:
        ways = followed(state, step.unit, leader.id, (x, y, leader.placement.at[2]), step.terms)
        if ways:
            action = MoveUnit(as_ways(ways))
            if not move_faults(state, step.unit, action.ways, step.terms):
                yield action


def _best_sheltered(state: State40k, step: MovesUnit40k, moves: list[MoveUnit]) -> MoveUnit | None:
    """Return the move after which most of a unit is sheltered from the enemy nearest to it; of equal ones the first."""
    if not moves:
        return None
    enemy = nearest_enemy(state, state.figures(step.unit)[0], step.unit)
    if enemy is None:
        return moves[0]
    at = (enemy.placement.at[0], enemy.placement.at[1])

    def shelter(move: MoveUnit) -> float:
        ends = [way.path.legs[-1].to[-1] for way in move.ways if way.path.legs and way.path.legs[-1].to]
        return shelter_of(state, [(x, y) for x, y, _ in ends], at)

    return max(moves, key=shelter)


def _spots(leader: Model, goal: Spot, inches: float) -> Iterator[Spot]:
    (x, y, _), (u, v) = leader.placement.at, goal
    straight = math.atan2(v - y, u - x)
    for share in SHARES:
        for turn in ANGLES:
            far = share * inches * 0.98
            yield x + far * math.cos(straight + turn), y + far * math.sin(straight + turn)
