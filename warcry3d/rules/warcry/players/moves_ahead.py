"""Ways that take two moves: the first part of them, and the second."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from warcry3d.game.actions import Action
from warcry3d.game.ruleset import Ruleset
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
from warcry3d.rules.warcry.players.reached import reached_by
from warcry3d.rules.warcry.players.worth import FEAR, place_worth
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

FALLS_TRIED = 12
"""So many ways to fall are tried."""

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
    """Return a move that ends in a fall to somewhere lower, for one that every move makes fall: a giant on a deck with
    no room for it. From up a wall it may fall where it cannot from the deck. None where another move is possible, or
    where no fall leads down.
    """
    reached = reached_by(state, id, allowed(state, id))
    marks = [level.marks.get(FALLS, np.zeros_like(level.cost, dtype=np.bool_)) for level in reached.reach.levels]
    ends = [np.isfinite(level.cost) & (level.cost <= allowed(state, id)) for level in reached.reach.levels]
    if reached.bars or any((end & ~falls).any() for end, falls in zip(ends, marks, strict=True)):
        return None
    best, most = None, 0.0
    for path in islice(
        (path for path in _ways_off(state, id, reached) if not ruleset.faults(state, Move(path))), FALLS_TRIED
    ):
        down = _falls_lower(state, id, path)
        if down > most:
            best, most = PlannedMove(path, path.legs[-1].to[-1], 0.0), down
        if most == 1.0:
            break
    return best


def _falls_lower(state: State, id: str, path: Path) -> float:
    """Return which share of the places to which a fighter may fall after a way are lower than where it stands: an
    opponent picks one.
    """
    landings = judge_move(state.table, id, path, ends_activation=True).ends.landings
    heights = [place.nearest[2] for place in landings.places] if landings is not None else []
    lower = [height for height in heights if height <= state.fighter(id).at[2] - HEADWAY]
    return len(lower) / len(heights) if heights else 0.0


def _ways_off(state: State, id: str, reached: ReachResult) -> Iterator[Path]:
    """Yield moves that may end in a fall: to the best places that are reached, part of the way up walls, and straight
    up what it stands beside.
    """
    for level, at in best_of_field(state, id, reached, FEAR, within=allowed(state, id)):
        route = reached.reach.route(level, at[:2])
        if route is not None and route.path.legs:
            yield route.path
    for stopper in ground_of(state.table).stoppers:
        path = _up_a_wall(state, id, stopper)
        if path is not None:
            yield path
    (x, y, z), has = state.fighter(id).at, allowed(state, id) - SHORT_OF
    for rise in np.arange(HEADWAY, has, HEADWAY).tolist():
        yield Path((Leg(LegKind.CLIMB, ((x, y, z + rise),)),))


def _up_a_wall(state: State, id: str, stopper: Stopper) -> Path | None:
    """Return the straight way to a wall and up it as far as a move goes; None where that is nowhere."""
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
    near = max(gap - wide - TOUCH, 0.0)
    foot = (x + (wall_x - x) * near / gap, y + (wall_y - y) * near / gap)
    rise = min(has - near, high - z) - SHORT_OF
    up = Leg(LegKind.CLIMB, ((*foot, z + rise),))
    return Path((Leg(LegKind.WALK, ((*foot, z),)), up) if near else (up,)) if rise > HEADWAY else None


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
