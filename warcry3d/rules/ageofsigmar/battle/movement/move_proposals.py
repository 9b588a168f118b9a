"""Ways that are proposed for units: up to an enemy in a charge, closer to the nearest in a pile-in."""

import math
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from warcry3d.game.prompts import ModelPath
from warcry3d.geom.solid import Placement
from warcry3d.motion.levels import Level
from warcry3d.motion.path import Point
from warcry3d.motion.reach import Reach
from warcry3d.motion.standing_models import StandingModel
from warcry3d.motion.volume import volume_of
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.movement.formation_moves import as_ways, followed, model_reach, unit_ways
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import (
    CHARGE_REACH,
    MoveKind,
    MoveTerms,
    inches_of,
    move_faults,
    nearest_enemy,
)
from warcry3d.rules.ageofsigmar.battle.sensing import once_in
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.units.unit_ways import free_spots, surface_at
from warcry3d.table.models import Model

__all__ = ["proposed_ways", "spots_beside", "ways_charging", "ways_piling_in"]

ANGLES = (0.0, 0.35, -0.35, 0.7, -0.7, 1.1, -1.1, 1.6, -1.6, 2.1, -2.1, 2.6, -2.6, math.pi)
"""Directions from an enemy in which a place beside it is looked for, from the straight one (radians)."""

TOUCH = 0.03
"""Bases beside each other keep so far apart (in)."""

MOST_PAIRS = 24
MOST_LEADERS = 4
MOST_CHARGES = 6
PLACES = 2
"""A charge tries so many pairs of models, models that go first, moves of the whole unit, and places beside an enemy."""

SHORT = 5
"""So many places beside an enemy are looked at half an inch away from it, where none of them is reached."""

SHORT_SLACK = 0.01
"""They are so much nearer than they must be (in): bodies do not stand along the line of centres."""

STEPS = 5
SHARES = (1.0, 0.5, 0.25)
"""Shares of the inches that a unit piles in by, where more would split it."""

LEAST = 0.05
"""A way shorter than this (in) is not worth going."""


def proposed_ways(state: SigmarState, unit: str, terms: MoveTerms) -> tuple[ModelPath, ...]:
    """Return ways that are allowed, if one is found at once."""

    def ask() -> tuple[ModelPath, ...]:
        match terms.kind:
            case MoveKind.CHARGE:
                return ways_charging(state, unit, terms)
            case MoveKind.PILE_IN:
                return ways_piling_in(state, unit, terms)
        return ()

    return once_in(state, ("proposed", unit, terms), ask)


def spots_beside(mover: Model, other: Model) -> Iterator[Point]:
    """Yield places where a model that faces another all but touches its base, the nearest first, then all around."""
    import shapely

    (x, y, _), (u, v, w) = mover.placement.at, other.placement.at
    straight = math.atan2(y - v, x - u)
    for turn in ANGLES:
        facing = volume_of(mover).facing(straight + turn + math.pi)
        closed = StandingModel(other, volume_of(other), facing).closed
        far, toward = closed.length, (math.cos(straight + turn), math.sin(straight + turn))
        ray = shapely.LineString([(u, v), (u + far * toward[0], v + far * toward[1])])
        reach = shapely.intersection(ray, closed).length + TOUCH
        yield u + reach * toward[0], v + reach * toward[1], w


def ways_charging(state: SigmarState, unit: str, terms: MoveTerms, target: str = "") -> tuple[ModelPath, ...]:
    """Return ways of a charge: the model nearest to an enemy gets beside it, the others follow; empty: none is found.

    ``target``: a unit that is charged; empty: the nearest.
    """
    for leader, spot in islice(_charge_ends(state, unit, terms, target), MOST_CHARGES):
        ways = followed(state, unit, leader, spot, terms)
        if ways and not move_faults(state, unit, as_ways(ways), terms):
            return ways
    return ()


def _charge_ends(state: SigmarState, unit: str, terms: MoveTerms, target: str) -> Iterator[tuple[str, Point]]:
    """Yield models with places beside enemies to which they get, over and around things too; the nearest pair first."""
    enemies = [one for enemy in state.enemies(unit) if target in ("", enemy.id) for one in state.figures(enemy.id)]
    pairs = sorted(
        (judging.gap(one, other), one.id, other.id)
        for one in state.figures(unit)
        for other in enemies
        if math.dist(one.placement.at, other.placement.at) < terms.inches + 8.0
    )
    reaches: dict[str, Reach] = {}
    for gap, one, other in pairs[:MOST_PAIRS]:
        if gap > terms.inches + CHARGE_REACH:
            break
        mover = state.table.model(one)
        enemy = state.table.model(other)
        beside = [spot for spot in spots_beside(mover, enemy) if _is_charged(mover, enemy, spot)]
        if not beside:
            continue
        x, y, z = enemy.placement.at
        level = surface_at(state.table, one, (x, y), z)
        if level is None:
            continue
        if one not in reaches and len(reaches) < MOST_LEADERS:
            reaches[one] = model_reach(state, state.table, one, terms)
        if one not in reaches:
            continue
        places, reached = beside, _reached(reaches[one], level, beside, is_sorted=True)
        if not reached:
            places = _short_of(mover, enemy, beside[:SHORT])
            reached = _reached(reaches[one], level, places)
        for n in reached:
            x, y, _ = places[n]
            yield one, (x, y, level.height)


def _reached(reach: Reach, level: Level, places: Sequence[Point], *, is_sorted: bool = False) -> list[int]:
    """Return which places on a level a model reaches, the first few; ``is_sorted``: those that cost least."""
    costs = reach.costs_at(level, np.array([place[:2] for place in places]))
    order = np.argsort(costs, kind="stable") if is_sorted else np.arange(len(costs))
    return [int(n) for n in order if np.isfinite(costs[n])][:PLACES]


def _short_of(mover: Model, enemy: Model, beside: Sequence[Point]) -> list[Point]:
    """Return the places as far from an enemy as a charge may end, in the directions of those beside it."""
    u, v, _ = enemy.placement.at
    found = []
    for x, y, z in beside:
        turn = math.atan2(v - y, u - x)
        slack = CHARGE_REACH - judging.gap(mover.moved(Placement((x, y, z), turn)), enemy) - SHORT_SLACK
        found.append((x - slack * math.cos(turn), y - slack * math.sin(turn), z))
    return found


def _is_charged(mover: Model, enemy: Model, spot: Point) -> bool:
    """Return whether a model at a place, facing an enemy, is near enough to it for a charge: bodies are narrower than
    bases.
    """
    x, y, _ = enemy.placement.at
    facing = math.atan2(y - spot[1], x - spot[0])
    return judging.are_near(mover.moved(Placement(spot, facing)), enemy, CHARGE_REACH)


def ways_piling_in(state: SigmarState, unit: str, terms: MoveTerms) -> tuple[ModelPath, ...]:
    """Return ways of a pile-in: each model goes as near to its nearest enemy as it can; those ahead go first.

    Where that splits the unit, all go a shorter way, or fewer go.
    """
    for share in SHARES:
        ways = _piled(state, unit, terms, share)
        if not ways or not move_faults(state, unit, as_ways(ways), terms):
            return ways
    while ways and move_faults(state, unit, as_ways(ways), terms):
        ways = ways[:-1]
    return ways


def _piled(state: SigmarState, unit: str, terms: MoveTerms, share: float) -> tuple[ModelPath, ...]:
    """Return ways toward the nearest enemies, of a share of the inches."""
    finder, table = unit_ways(state, unit, terms, is_straight=True), state.table
    ways: list[ModelPath] = []
    order = sorted(
        (found[1], figure.id)
        for figure in state.figures(unit)
        if (found := nearest_enemy(state, unit, figure)) is not None
    )
    for gap, id in order:
        found = nearest_enemy(state, unit, table.model(id))
        if found is None or gap <= 2 * TOUCH:
            continue
        mover = table.model(id)
        nearer = [spot[:2] for spot in _nearer_spots(mover, found[0], share * inches_of(state, id, terms))]
        spots = np.array([spot for spot in nearer if math.dist(spot, mover.placement.at[:2]) > LEAST]).reshape(-1, 2)
        for x, y in spots[free_spots(finder.after(ways), id, spots)].tolist():
            path = finder.way(id, (x, y), ways)
            if path is not None:
                ways.append(ModelPath(id, path))
                break
    return tuple(ways)


def _nearer_spots(mover: Model, enemy: Model, inches: float) -> Iterator[Point]:
    """Yield places nearer to an enemy: beside it, else on the way there."""
    here = mover.placement.at
    beside = [spot for spot in spots_beside(mover, enemy) if math.dist(spot[:2], here[:2]) <= inches][:3]
    yield from beside
    x, y, z = here
    (u, v, _) = enemy.placement.at
    far = math.dist((x, y), (u, v))
    for n in range(STEPS, 0, -1):
        step = min(inches, far) * n / STEPS
        yield x + (u - x) * step / far, y + (v - y) * step / far, z
