"""Snapping: features that are moved by hand come to walls, the board's edges and inch lines near to them. Pure.

A *pull* says: moved by so much along a direction, this comes to that. Of all pulls within reach the strongest is
followed, then the strongest across it. What is pulled never overlaps anything more than it did before.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from warcry3d.table.table import Board
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.feature_edits import moved
from warcry3d.terrain.layouts.piece_plans import PlanEdge, placed_edges, placed_plan, plan_bounds, plan_of
from warcry3d.units import LEVEL_TOLERANCE

__all__ = ["Guide", "SnapRules", "Snapped", "overlap_area", "snapped"]

PARALLEL = math.cos(math.radians(2.0))
"""Edges within two degrees of each other are parallel."""
ACROSS = 0.1
"""Two pulls are across each other where the cosine between them is at most this."""
TRIED = 4
"""So many of the strongest pulls are tried before what is moved stays where it is."""
MORE = 1e-6
"""An overlap of this much more (square inches) is rounding."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SnapRules:
    """What pulls: other pieces' straight edges (``walls``), the board's ``edges``, lines every so many inches
    (``grid``; 0: none). ``reach``: from how far walls and edges pull (in).
    """

    walls: bool = True
    edges: bool = True
    grid: float = 0.0
    reach: float = 0.3


@dataclass(frozen=True, slots=True)
class Guide:
    """A line that shows to what something was pulled, from ``start`` to ``end`` (in)."""

    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Snapped:
    """Features after snapping, in their order, and what they came to."""

    features: tuple[Feature, ...]
    guides: tuple[Guide, ...] = ()


@dataclass(frozen=True, slots=True)
class _Pull:
    """Moved by ``amount`` along ``way`` (unit vector), something meets ``guide``; the lowest ``rank`` is strongest."""

    rank: int
    amount: float
    way: Point
    guide: Guide


def snapped(moving: Sequence[Feature], others: Sequence[Feature], board: Board, rules: SnapRules) -> Snapped:
    """Return features pulled to what is near to them; they overlap ``others`` nowhere more than before."""
    if not moving:
        return Snapped(())
    near = _near(moving, others, rules.reach)
    pulls = sorted(_pulls(moving, near, board, rules), key=lambda pull: (pull.rank, abs(pull.amount)))
    before = overlap_area(moving, near)
    for first in pulls[:TRIED]:
        across = [pull for pull in pulls if abs(pull.way[0] * first.way[0] + pull.way[1] * first.way[1]) <= ACROSS]
        for second in (*across[:TRIED], None):
            both = (first,) if second is None else (first, second)
            made = moved(
                moving,
                sum(pull.amount * pull.way[0] for pull in both),
                sum(pull.amount * pull.way[1] for pull in both),
            )
            if overlap_area(made, near) <= before + MORE and _beyond(made, board) <= _beyond(moving, board) + MORE:
                return Snapped(made, tuple(pull.guide for pull in both))
    return Snapped(tuple(moving))


def overlap_area(moving: Sequence[Feature], others: Sequence[Feature]) -> float:
    """Return how much of the plans of features lies over those of others at the same height (square inches)."""
    total = 0.0
    for one in moving:
        plan, (west, south, east, north) = placed_plan(one), plan_bounds((one,))
        for other in others:
            w, s, e, n = plan_bounds((other,))
            if w < east and west < e and s < north and south < n and _meets_in_height(one, other):
                total += plan.intersection(placed_plan(other)).area
    return total


def _meets_in_height(one: Feature, other: Feature) -> bool:
    """Return whether two features share some height: what stands on another's top does not."""
    (low, high), (foot, top) = _heights(one), _heights(other)
    return low < top - LEVEL_TOLERANCE and foot < high - LEVEL_TOLERANCE


def _heights(feature: Feature) -> tuple[float, float]:
    plan, z = plan_of(feature.piece), feature.placement.at[2]
    return z + plan.foot, z + plan.top


def _near(moving: Sequence[Feature], others: Sequence[Feature], reach: float) -> tuple[Feature, ...]:
    west, south, east, north = plan_bounds(moving)
    found = []
    for other in others:
        w, s, e, n = plan_bounds((other,))
        if w - reach < east and west < e + reach and s - reach < north and south < n + reach:
            found.append(other)
    return tuple(found)


def _beyond(features: Sequence[Feature], board: Board) -> float:
    """Return how far features reach beyond a board (in), all sides together."""
    west, south, east, north = plan_bounds(features)
    return max(-west, 0.0) + max(-south, 0.0) + max(east - board.width, 0.0) + max(north - board.depth, 0.0)


def _pulls(moving: Sequence[Feature], near: Sequence[Feature], board: Board, rules: SnapRules) -> Iterator[_Pull]:
    if rules.walls:
        theirs = [edge for other in near for edge in placed_edges(other)]
        for one in moving:
            for edge in placed_edges(one):
                for other in theirs:
                    yield from _to_wall(edge, other, rules.reach)
    if rules.edges:
        yield from _to_edges(moving, board, rules.reach)
    if rules.grid > 0:
        yield from _to_grid(moving, board, rules.grid)


def _to_wall(edge: PlanEdge, other: PlanEdge, reach: float) -> Iterator[_Pull]:
    """Yield what brings two edges that face each other together, then their ends; or two that face the same way into
    one line.
    """
    cosine = edge.normal[0] * other.normal[0] + edge.normal[1] * other.normal[1]
    if abs(cosine) < PARALLEL:
        return
    way, along = other.normal, other.along
    gap = _dot(other.start, way) - _dot(_middle(edge), way)
    ends = sorted((_dot(edge.start, along), _dot(edge.end, along)))
    theirs = sorted((_dot(other.start, along), _dot(other.end, along)))
    apart = max(ends[0] - theirs[1], theirs[0] - ends[1])
    if abs(gap) > reach or apart > reach:
        return
    guide = Guide(other.start, other.end)
    is_facing = cosine < 0
    yield _Pull(0 if is_facing else 1, gap, way, guide)
    if is_facing:
        for mine in ends:
            for end in theirs:
                if abs(end - mine) <= reach:
                    at = other.start if abs(_dot(other.start, along) - end) < 1e-9 else other.end
                    far = (at[0] + way[0], at[1] + way[1])
                    yield _Pull(1, end - mine, along, Guide(at, far))


def _to_edges(moving: Sequence[Feature], board: Board, reach: float) -> Iterator[_Pull]:
    west, south, east, north = plan_bounds(moving)
    width, depth = board.width, board.depth
    sides = (
        (-west, (1.0, 0.0), Guide((0.0, 0.0), (0.0, depth))),
        (width - east, (1.0, 0.0), Guide((width, 0.0), (width, depth))),
        (-south, (0.0, 1.0), Guide((0.0, 0.0), (width, 0.0))),
        (depth - north, (0.0, 1.0), Guide((0.0, depth), (width, depth))),
    )
    for amount, way, guide in sides:
        if abs(amount) <= reach:
            yield _Pull(2, amount, way, guide)


def _to_grid(moving: Sequence[Feature], board: Board, grid: float) -> Iterator[_Pull]:
    """Yield what brings the nearer of two opposite sides to a line of the grid."""
    west, south, east, north = plan_bounds(moving)
    for low, high, way in ((west, east, (1.0, 0.0)), (south, north, (0.0, 1.0))):
        amounts = [round(side / grid) * grid - side for side in (low, high)]
        amount = min(amounts, key=abs)
        line = (low if amount == amounts[0] else high) + amount
        guide = Guide((line, 0.0), (line, board.depth)) if way[0] else Guide((0.0, line), (board.width, line))
        yield _Pull(3, amount, way, guide)


def _middle(edge: PlanEdge) -> Point:
    return (edge.start[0] + edge.end[0]) / 2, (edge.start[1] + edge.end[1]) / 2


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1]
