"""Ways that take two moves: the first part of them, and the second."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from warcry3d.game.actions import Action
from warcry3d.game.ruleset import Ruleset
from warcry3d.geom.planar import Point2
from warcry3d.geom.solid import Placement
from warcry3d.motion.ground import Stopper, ground_of
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path, Point, along
from warcry3d.motion.reach import Route
from warcry3d.motion.volume import volume_of
from warcry3d.rules.moves import judge_move
from warcry3d.rules.reach_result import EDGE, FALLS, ReachResult
from warcry3d.rules.reaches import reach_of
from warcry3d.rules.warcry.battle.actions import Move
from warcry3d.rules.warcry.battle.movement.move_actions import allowed, judged_way
from warcry3d.rules.warcry.battle.movement.reached import reached_by
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.players.moves import (
    DEADLY,
    EDGE_COSTS,
    FALL_COSTS,
    IMPACT,
    LEVELS_LOOKED_AT,
    PlannedMove,
    best_of_field,
    worth_here,
    wound_worth,
)
from warcry3d.rules.warcry.players.worth import FEAR, leads_on, place_worth
from warcry3d.units import LENGTH_EPSILON

__all__ = ["HEADWAY", "climb_on", "fall_off", "move_toward", "two_moves"]

GOALS = 3
"""So many places beyond a move are looked at."""

LATER = 0.8
"""What is reached with the next action is worth so much of what is reached with this one."""

HEADWAY = 0.5
"""A first part that leads no farther (in) leads nowhere: what follows is no easier from there."""

FARTHEST = 9.0
"""Of two moves no more inches are looked at, unless one has more: fast fighters get there in good time."""

TOUCH = 0.005
"""A base that is to touch a wall is put so far (in) from it."""

FALLS_TRIED = 14
WALLS_TRIED = 4
"""So many ways to fall are tried, among them over so many walls and up them."""

SHORT_OF = 0.02
"""The first part of a way ends so far (in) before the inches do."""


def move_toward(
    ruleset: Ruleset[State, Action], state: State, id: str, *, left: int, fear: float = FEAR
) -> PlannedMove | None:
    """Return the first part of a way to a place that takes two moves: up a deck, round a wall; None where none is
    worth it. ``left``: actions, this one counted: a climb that goes on with the next one may be begun.
    """
    has = allowed(state, id)
    reached = reached_by(state, id, two_moves(state, id))
    if reached.bars or reached.engaged:
        return None
    best = None
    for route, at, gain in _routes(state, id, reached, fear, beyond=has + LENGTH_EPSILON):
        if best is None or LATER * gain > best.worth:
            part = _first_part(ruleset, state, id, route.path, has, left=left)
            if part is not None:
                best = PlannedMove(part, part.legs[-1].to[-1], LATER * gain, goal=at)
    return best


def two_moves(state: State, id: str) -> float:
    """Return how many inches of two moves are looked at."""
    has = allowed(state, id)
    return min(2 * has, max(FARTHEST, has))


def _routes(
    state: State, id: str, reached: ReachResult, fear: float, *, beyond: float = -math.inf
) -> Iterator[tuple[Route, Point, float]]:
    """Yield ways to the best places of a field that cost more inches than ``beyond``, where each ends, and what being
    there is worth beside staying.
    """
    here = worth_here(state, id, fear)
    for level, at in islice(best_of_field(state, id, reached, fear, beyond=beyond), GOALS + LEVELS_LOOKED_AT):
        route = reached.reach.route(level, at[:2])
        if route is None or not route.path.legs:
            continue
        there = float(place_worth(state, id, np.array([at]), fear=fear)[0])
        hurts = IMPACT * route.rolls + DEADLY * route.deadly
        risks = EDGE_COSTS * (EDGE in route.marks) + FALL_COSTS * (FALLS in route.marks)
        yield route, at, there - here - hurts * wound_worth(state, id, fear) - risks


def climb_on(ruleset: Ruleset[State, Action], state: State, id: str, *, fear: float = FEAR) -> PlannedMove | None:
    """Return the best way on for one that hangs on a wall: up it, as from the foot of the wall; None: there is none.

    Reach begins where a fighter stands; from the foot it finds the ways up, of which the first inches are behind it.
    """
    fighter = state.fighter(id)
    below = levels_of(state.table).nearest_below(fighter.at)
    if below is None:
        return None
    x, y, z = fighter.at
    foot = state.table.placing(id, Placement((x, y, below.height), fighter.turn))
    inches = allowed(state, id) + z - below.height
    reached = reach_of(foot, id, inches=inches, is_carrying=bool(fighter.treasure), keeps_facing=True)
    found = sorted(_routes(state, id, reached, fear), key=lambda one: -one[2])
    for route, at, gain in found:
        first = route.path.legs[0]
        is_here = math.dist(first.to[0][:2], (x, y)) <= LENGTH_EPSILON and first.to[0][2] > z
        if first.kind is LegKind.CLIMB and is_here and not ruleset.faults(state, Move(route.path)):
            return PlannedMove(route.path, at, gain)
    return None


def fall_off(ruleset: Ruleset[State, Action], state: State, id: str) -> PlannedMove | None:
    """Return a move that ends in a fall which leads on: to somewhere lower, for one that every move makes fall, a giant
    on a deck with no room for it; to where a way leads from, for a monster in a pocket between walls. From up a wall it
    may fall where it cannot from the deck. None where there is none, or no need of it.
    """
    reached = reached_by(state, id, allowed(state, id))
    marks = [level.marks.get(FALLS, np.zeros_like(level.cost, dtype=np.bool_)) for level in reached.reach.levels]
    ends = [np.isfinite(level.cost) & (level.cost <= allowed(state, id)) for level in reached.reach.levels]
    may_stand = any((end & ~falls).any() for end, falls in zip(ends, marks, strict=True))
    is_caught = state.profile(id).is_monster and not leads_on(state, id, np.array([state.fighter(id).at]))[0]
    if reached.bars or (may_stand and not is_caught):
        return None
    best, most = None, 0.0
    for path in islice(_ways_off(state, id, reached), FALLS_TRIED):
        if ruleset.faults(state, Move(path)):
            continue
        leads = _falls_well(state, id, path, is_caught=is_caught)
        if leads > most:
            best, most = PlannedMove(path, path.legs[-1].to[-1], 0.0), leads
        if most == 1.0:
            break
    return best


def _falls_well(state: State, id: str, path: Path, *, is_caught: bool) -> float:
    """Return which share of the places to which a fighter may fall after a way lead on: an opponent picks one."""
    landings = judge_move(state.table, id, path, ends_activation=True).ends.landings
    if landings is None or not landings.places:
        return 0.0
    places = np.array([place.nearest for place in landings.places])
    leads = places[:, 2] <= state.fighter(id).at[2] - HEADWAY
    if is_caught:
        leads |= leads_on(state, id, places)
    return float(leads.mean())


def _ways_off(state: State, id: str, reached: ReachResult) -> Iterator[Path]:
    """Yield moves that may end in a fall, those first that are likely to lead on: over walls and up them, the nearest
    first, straight up what it stands beside, and to the best places that are reached.
    """
    walls = [(near, stopper) for stopper in ground_of(state.table).stoppers if (near := _gap_to(state, id, stopper))]
    for (to, gap), stopper in sorted(walls, key=lambda wall: wall[0][1])[:WALLS_TRIED]:
        yield from _up_a_wall(state, id, stopper, to, gap)
    (x, y, z), has = state.fighter(id).at, allowed(state, id) - SHORT_OF
    for rise in (has / 4, has / 2):
        yield Path((Leg(LegKind.CLIMB, ((x, y, z + rise),)),))
    for level, at in best_of_field(state, id, reached, FEAR, within=allowed(state, id)):
        route = reached.reach.route(level, at[:2])
        if route is not None and route.path.legs:
            yield route.path


def _gap_to(state: State, id: str, stopper: Stopper) -> tuple[Point2, float] | None:
    """Return the nearest place of a wall that rises beside a fighter, and how far (in) it is from its centre; None
    where the wall is out of reach, or none.
    """
    import shapely

    volume, has, (x, y, z) = volume_of(state.table.model(id)), allowed(state, id), state.fighter(id).at
    (west, south, _), (east, north, high) = stopper.solid.bounds.tolist()
    wide = min(volume.half)
    aside = math.hypot(max(west - x, x - east, 0.0), max(south - y, y - north, 0.0))
    if high <= z + HEADWAY or aside > has + wide:
        return None
    wall = stopper.projection(z + HEADWAY, z + volume.height)
    gap = float(wall.distance(shapely.Point(x, y))) if not wall.is_empty else math.inf
    if not TOUCH < gap < has + wide:
        return None
    (_, _), (wall_x, wall_y) = shapely.get_coordinates(shapely.shortest_line(shapely.Point(x, y), wall)).tolist()
    return (wall_x, wall_y), gap


def _up_a_wall(state: State, id: str, stopper: Stopper, wall: Point2, gap: float) -> Iterator[Path]:
    """Yield the straight way to a wall and over it, if a move goes up to its top; and up it as far as a move goes."""
    volume, has, (x, y, z) = volume_of(state.table.model(id)), allowed(state, id), state.fighter(id).at
    high = float(stopper.solid.bounds[1][2])
    near = max(gap - min(volume.half) - TOUCH, 0.0)
    to = (wall[0] - x) / gap, (wall[1] - y) / gap
    foot = (x + to[0] * near, y + to[1] * near)
    walk = (Leg(LegKind.WALK, ((*foot, z),)),) if near else ()
    left = has - near - (high - z) - SHORT_OF
    if left > HEADWAY:
        beyond = (foot[0] + to[0] * left, foot[1] + to[1] * left, high)
        yield Path((*walk, Leg(LegKind.CLIMB, ((*foot, high), beyond))))
    rise = min(has - near, high - z) - SHORT_OF
    if rise > HEADWAY:
        yield Path((*walk, Leg(LegKind.CLIMB, ((*foot, z + rise),))))


def _first_part(
    ruleset: Ruleset[State, Action], state: State, id: str, path: Path, has: float, *, left: int
) -> Path | None:
    """Return as much of a path as one move goes, and may; None where that is nothing."""
    judged = judged_way(state, id, path)
    spent, start = 0.0, state.fighter(id).at
    whole: list[Leg] = []
    tries: list[tuple[Leg, ...]] = []
    for leg, priced in zip(path.legs, judged.legs, strict=False):
        if spent + priced.cost > has:
            cut = _cut(leg, start, has - spent - SHORT_OF)
            may_cut = leg.kind is LegKind.WALK or (leg.kind is LegKind.CLIMB and left > 1)
            tries = [(*whole, cut)] if cut is not None and may_cut else []
            break
        whole.append(leg)
        spent, start = spent + priced.cost, leg.to[-1]
    for legs in (*tries, tuple(whole), tuple(whole[:-1])):
        leads = bool(legs) and math.dist(state.fighter(id).at, legs[-1].to[-1]) > HEADWAY
        if leads and not ruleset.faults(state, Move(Path(legs))) and _may_end(state, id, Path(legs), left):
            return Path(legs)
    return None


def _may_end(state: State, id: str, path: Path, left: int) -> bool:
    """Return whether a way may end where it does: who hangs on a wall needs another action to get on. A monster that
    hangs over a rim stays there or gets down.
    """
    if left > 1:
        return True
    ends = judged_way(state, id, path).ends
    return not ends.falls_later and (not ends.falls or state.profile(id).is_monster)


def _cut(leg: Leg, start: Point, inches: float) -> Leg | None:
    """Return the first inches of a leg that walks or climbs; None where that is none at all."""
    points: list[Point] = []
    for to in leg.to:
        length = math.dist(start, to)
        if length > inches:
            if inches > 0:
                points.append(along(start, to, inches / length))
            break
        points.append(to)
        inches, start = inches - length, to
    return replace(leg, to=tuple(points)) if points else None
