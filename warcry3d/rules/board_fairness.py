"""How fair a board is to both sides: what each sees of the other's zone, the ways to the objectives, cover by quarter.

All of it is asked of the engine itself: exposure's lines of sight, `motion.reach` for ways, the rule system's judge for
cover. Deployment zones are the places around the points of the first round where a base has room.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import QuestionError
from warcry3d.geom.shapes import cylinder
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.reach import CostModel, reach
from warcry3d.rules.systems import system
from warcry3d.sight.exposure import StandInBody, seen_from, terrain_solids
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.table.table import Board, DeploymentPoint, Table
from warcry3d.terrain.layouts.ground import StandingGround, StandingPlaces
from warcry3d.units import BASE_HEIGHT, MM

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from warcry3d.motion.reach import Reach, Route

__all__ = [
    "FIGHTER",
    "MOVES",
    "QUARTERS",
    "BoardFairness",
    "ObjectiveWay",
    "SideFairness",
    "board_fairness",
    "fairness_figures",
    "zone_places",
]

FIGHTER = StandInBody(16 * MM, 1.3)
"""The fighter of all figures: 1.3 in tall on a base of 32 mm."""

MOVES = (4.0, 6.0)
"""Moves (in) for which the ends of actions on a way are looked at."""

QUARTERS = ("south-west", "south-east", "north-west", "north-east")

_STEP = 0.75
"""Distance (in) of the places of a zone that are looked at and from."""

_BOARD_STEP = 1.5
"""Distance (in) of the places of the whole board that look at a zone."""

_LINES = 16
_FARTHEST = 45.0
"""A way of more inches is none."""

_ON_FOOT = CostModel(is_walking=True)
"""Ways lead over the ground, stairs and through doors: with every climb and jump the search of a whole board takes a
minute and more."""

_SHOTS, _RANGE = 40, (3.0, 15.0)
"""Pairs that see each other for each quarter, and how far apart they stand (in)."""

_LOOKED = 32
"""So many attackers are paired with as many targets to find them."""

_ALONG = 0.5
"""Distance (in) of the places on a way that are looked at."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class ObjectiveWay:
    """A side's cheapest way from its zone to an objective: its ``inches`` (None: there is none), the share of it that
    nobody in the other zone sees, and ``watched``, the share of the other zone's places that see it, on average.

    ``actions`` and ``hidden_ends``, a value for each of `MOVES`: how many moves it takes, and the share of their ends
    that nobody in the other zone sees.
    """

    objective: Point
    inches: float | None
    hidden: float
    watched: float
    actions: tuple[int, ...]
    hidden_ends: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SideFairness:
    """A side: how many places its zone has, which share of them is ``seen`` from anywhere in the other zone, the share
    of pairs of places of both zones that see each other (``pairs``), from which share of the board's places one of the
    zone is seen on average (``exposed``), and its ways to the objectives.
    """

    side: str
    places: int
    seen: float
    pairs: float
    exposed: float
    ways: tuple[ObjectiveWay, ...]


@dataclass(frozen=True, slots=True)
class BoardFairness:
    """The figures of a board: of two sides, and for each of `QUARTERS` the share of shots into it that meet cover."""

    sides: tuple[SideFairness, SideFairness]
    cover: tuple[float, float, float, float]


def board_fairness(
    table: Table,
    objectives: Sequence[Point] = (),
    *,
    progress: Callable[[float], None] = lambda share: None,
) -> BoardFairness:
    """Return the figures of a table with deployment points of two sides.

    objectives: middles of markers (in); without any, the middle of the board and those of its quarters. ``progress`` is
    called with the share done; what it raises ends the work. Fighters on the table are ignored. Raises `QuestionError`
    where there are no two sides, or one has no room in its zone.
    """
    table = replace(table, models=())
    board = table.board
    places = tuple(objectives) or _middles(board)
    ground = StandingGround(table)
    spots = ground.spots(_STEP, radius=FIGHTER.radius, height=FIGHTER.height)
    zones = _zones(table, spots.at)
    solids = terrain_solids(table)
    first, second = zones.values()
    seen = seen_from(solids, first, second, FIGHTER, lines=_LINES)
    board_places = ground.spots(_BOARD_STEP, radius=FIGHTER.radius, height=FIGHTER.height).at
    progress(0.1)
    free = ground.free(ground.levels[0], radius=FIGHTER.radius, height=FIGHTER.height)
    made = []
    for number, (side, own) in enumerate(zones.items()):
        other = second if number == 0 else first
        mine = seen if number == 0 else seen.T
        ways = []
        finder = _WayFinder(table, side, free)
        for k, objective in enumerate(places):
            ways.append(_way(finder, objective, solids, other))
            progress(0.1 + 0.35 * (number + (k + 1) / len(places)))
        exposed = float(seen_from(solids, board_places, own, FIGHTER, lines=_LINES).mean())
        shares = (float(mine.any(axis=1).mean()), float(mine.mean()), exposed)
        made.append(SideFairness(side, len(own), *shares, tuple(ways)))
    cover = _cover(table, spots, solids)
    progress(1.0)
    return BoardFairness((made[0], made[1]), cover)


def fairness_figures(side: SideFairness) -> dict[str, float]:
    """Return a side's figures by name: shares from 0 to 1, and ``inches``, the mean of its ways that there are."""
    ways = [way for way in side.ways if way.inches is not None]

    def mean(of: Callable[[ObjectiveWay], float | None], none: float = 0.0) -> float:
        return float(np.mean([of(way) for way in ways])) if ways else none

    return {
        "zone_seen": side.seen,
        "zone_pairs": side.pairs,
        "zone_exposed": side.exposed,
        "inches": mean(lambda way: way.inches, math.nan),
        "way_hidden": mean(lambda way: way.hidden),
        "way_watched": mean(lambda way: way.watched, math.nan),
        **{f"ends_hidden_{move:g}": mean(lambda way, k=k: way.hidden_ends[k]) for k, move in enumerate(MOVES)},  # type: ignore[misc]
    }


def _middles(board: Board) -> tuple[Point, ...]:
    w, d = board.width, board.depth
    return ((w / 2, d / 2), *((w * x, d * y) for y in (0.25, 0.75) for x in (0.25, 0.75)))


def zone_places(table: Table, step: float = _STEP) -> dict[str, FloatArray]:
    """Return the places (n, 3), ``step`` apart (in), of each side's zone where a base has room: around the points of
    the first round.

    Fighters on the table are ignored. Raises `QuestionError` where there are no two sides, or one has no room.
    """
    ground = StandingGround(replace(table, models=()))
    return _zones(table, ground.spots(step, radius=FIGHTER.radius, height=FIGHTER.height).at)


def _zones(table: Table, at: FloatArray) -> dict[str, FloatArray]:
    sides = list(dict.fromkeys(point.side for point in table.deployment))
    if len(sides) != 2:
        raise QuestionError("fairness compares two sides; the deployment points name {count}", count=len(sides))
    found = {}
    for side in sides:
        points = [point for point in table.deployment if point.side == side and point.round == 1]
        inside = np.zeros(len(at), dtype=bool)
        for point in points:
            inside |= _within(point, at)
        if not inside.any():
            raise QuestionError("no fighter of {side} has room in the zone of the first round", side=side)
        found[side] = at[inside]
    return found


def _within(point: DeploymentPoint, at: FloatArray) -> NDArray[np.bool_]:
    import shapely

    shape = shapely.LineString(point.line) if point.line is not None else shapely.Point(point.at)
    away = np.asarray(shapely.distance(shape, shapely.points(at[:, :2])))
    return np.asarray(away <= point.radius - FIGHTER.radius)


class _WayFinder:
    """The cheapest ways of a side from the points of its first round; what a point reaches is searched once."""

    def __init__(self, table: Table, side: str, free: "BaseGeometry") -> None:
        self._table = table
        self._free = free
        points = [point for point in table.deployment if point.side == side and point.round == 1]
        self._starts = [_nearest(free, point.at) for point in points]
        self._reached: dict[Point, Reach] = {}

    def way_to(self, objective: Point) -> "tuple[Route, Point] | None":
        """Return the way to the place nearest to an objective, from the start that is nearest to it, and that start."""
        end = _nearest(self._free, objective)
        for start in sorted(self._starts, key=lambda at: math.dist(at, end)):
            found = self._from(start)
            floor = next((one.level for one in found.levels if one.level.is_floor), None)
            route = None if floor is None else found.route(floor, end)
            if route is not None:
                return route, start
        return None

    def _from(self, start: Point) -> "Reach":
        if start not in self._reached:
            model = _fighter("fighter", start)
            table = replace(self._table, models=(model,))
            self._reached[start] = reach(table, "fighter", _FARTHEST, cost_model=_ON_FOOT, spacing=0.5)
        return self._reached[start]


def _nearest(free: "BaseGeometry", at: Point) -> Point:
    import shapely

    x, y = shapely.get_coordinates(shapely.shortest_line(shapely.Point(at), free))[1].tolist()
    return x, y


def _fighter(id: str, at: Sequence[float] | FloatArray, side: str = "") -> Model:
    radius = FIGHTER.radius
    body = cylinder((0.0, 0.0), radius / 2, (BASE_HEIGHT, FIGHTER.height))
    figure = Figure(id, (FigurePart("body", Tag.BODY, body),))
    place = (float(at[0]), float(at[1]), float(at[2]) if len(at) > 2 else 0.0)
    return Model(id, side, Base(BaseShape.ROUND, 2 * radius, 2 * radius), figure, Placement(place))


def _way(finder: _WayFinder, objective: Point, solids: Sequence[Any], other: FloatArray) -> ObjectiveWay:
    found = finder.way_to(objective)
    if found is None:
        return ObjectiveWay(objective, None, 0.0, math.nan, tuple(0 for _ in MOVES), tuple(0.0 for _ in MOVES))
    route, start = found
    line = _line(route, start)
    length = float(line[-1, 3])
    count = max(2, math.ceil(length / _ALONG) + 1)
    marks = np.linspace(0.0, length, count)
    ends = [np.append(np.arange(move, length - 1e-6, move), length) for move in MOVES]
    asked = np.concatenate([marks, *ends])
    at = np.stack([np.interp(asked, line[:, 3], line[:, axis]) for axis in range(3)], axis=1)
    seen = seen_from(solids, other, at, FIGHTER, lines=_LINES)
    cuts = np.cumsum([count, *(len(one) for one in ends)])[:-1]
    hidden = [float(one.mean()) for one in np.split(~seen.any(axis=0), cuts)]
    watched = float(seen[:, :count].mean())
    # A climb up costs inches that its length has, a fall has none: actions are counted by the cost.
    actions = tuple(max(1, math.ceil(route.cost / move - 1e-6)) for move in MOVES)
    return ObjectiveWay(objective, route.cost, hidden[0], watched, actions, tuple(hidden[1:]))


def _line(route: "Route", start: Point) -> FloatArray:
    """Return the corners of a way with the length up to each, (n, 4)."""
    corners = [(*start, 0.0), *(point for leg in route.path.legs for point in leg.to)]
    points = np.array([(one[0], one[1], one[2]) for one in corners])
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return np.column_stack([points, np.concatenate([[0.0], np.cumsum(steps)])])


def _cover(table: Table, spots: StandingPlaces, solids: Sequence[Any]) -> tuple[float, float, float, float]:
    """Return the share of shots into each quarter whose target is in cover, of pairs of places that see each other."""
    judge = system(table.ruleset).sight()
    rng = np.random.default_rng(1)  # the same places for every board: a comparison, not a game
    found = []
    for quarter in range(4):
        pairs = _shots(table.board, spots, solids, quarter, rng)
        covered = [
            judge.cover(replace(table, models=(_fighter("a", a, "a"), _fighter("b", b, "b"))), "a", "b").verdict
            for a, b in pairs
        ]
        found.append(float(np.mean(covered)) if covered else 0.0)
    return (found[0], found[1], found[2], found[3])


def _shots(
    board: Board, spots: StandingPlaces, solids: Sequence[Any], quarter: int, rng: np.random.Generator
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Return up to `_SHOTS` pairs of attacker and target in a quarter that see each other."""
    at = spots.at
    east, north = quarter % 2 == 1, quarter >= 2
    inside = ((at[:, 0] >= board.width / 2) == east) & ((at[:, 1] >= board.depth / 2) == north)
    targets = np.flatnonzero(inside)
    if not len(targets):
        return
    a, b = rng.integers(0, len(at), _LOOKED), targets[rng.integers(0, len(targets), _LOOKED)]
    seen = seen_from(solids, at[a], at[b], FIGHTER, lines=_LINES)
    away = np.hypot(*(at[a][:, None, :2] - at[b][None, :, :2]).transpose(2, 0, 1))
    pairs = np.argwhere(seen & (away >= _RANGE[0]) & (away <= _RANGE[1]))
    for i, j in pairs[rng.permutation(len(pairs))[:_SHOTS]].tolist():
        yield at[a[i]], at[b[j]]
