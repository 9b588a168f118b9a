"""Searches in several facings, joined where a base that is not round turns on the spot.

Each facing has a search and a plan of its own. A model turns from one facing to the next where it stands on a level and
the area that its base sweeps is clear; there a place costs no more in one facing than in the other. Turns are tried at
the start and at lattice points until nothing gets cheaper in any facing.
"""

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.shared_shapes import intersects
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.free_space import Room
from warcry3d.motion.levels import Level
from warcry3d.motion.minkowski import union
from warcry3d.motion.reaching.barriers import Barrier
from warcry3d.motion.reaching.facing import Facing
from warcry3d.motion.reaching.height_layers import WARY
from warcry3d.motion.reaching.plan import Mask
from warcry3d.motion.reaching.search import Lattice, Transfer
from warcry3d.motion.standing_models import StandingModel
from warcry3d.motion.turning import SAG
from warcry3d.motion.volume import Volume
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["FACINGS", "Turns", "turned_by", "turns_of"]

FACINGS = 6
"""The facings over half a turn in which a base that is not round is searched, besides its own."""

SAME = 1e-6
"""Facings closer than this (radians) are the same."""

GAIN = 0.01
"""A model turns at a place only if that saves more than this (in)."""

FRESH = 1e-5
"""A turn is made again when its place got cheaper by more than this (in), which is the error of way costs."""

BEHIND = 0.005
"""A place need not be tried when the model turns as well at another on the way there, within this (in)."""

AROUND = [(y, x) for y in range(-2, 3) for x in range(-2, 3) if math.gcd(y, x) == 1]
"""The lattice points around another, by rows and columns, in sixteen directions."""

DIRECTIONS = 360
"""In how many directions the reach of a turning base is measured: between them its rim is nearer by at most 0.0001 in.
"""

Points = NDArray[np.int64]
Flags = NDArray[np.bool_]


def _period(volume: Volume) -> float:
    """Return the turn after which an outline looks the same."""
    return math.pi / 2 if volume.is_square and volume.half[0] == volume.half[1] else math.pi


def turned_by(volume: Volume, before: float, after: float) -> float:
    """Return the shortest turn of an outline from one facing to one that looks like another."""
    return math.remainder(after - before, _period(volume))


def turns_of(volume: Volume, facings: int) -> tuple[float, ...]:
    """Return the facings to search over a whole period, the volume's own first; only that one for a circle."""
    if volume.is_round or facings < 2:
        return (volume.turn,)
    period = _period(volume)
    count = max(3, round(facings * period / math.pi))  # so that there is one shortest way from each to the next
    grid = [k * period / count for k in range(count)]
    others = [turn for turn in grid if abs(turned_by(volume, volume.turn, turn)) > SAME]
    return volume.turn, *sorted(others, key=lambda turn: (turn - volume.turn) % period)


@dataclass(eq=False)
class _Sweep:
    """What a base sweeps when it turns from one facing to another: ``area`` about its centre, and its reach along x and
    y.
    """

    area: Any
    extents: tuple[float, float]

    @classmethod
    def between(cls, one: Volume, other: Volume) -> "_Sweep":
        """Return the sweep of the shortest turn between two facings.

        Its rim is the farthest that the outline reaches in each of many directions; corners are tried in each facing on
        the way.
        """
        import shapely

        delta = turned_by(one, one.turn, other.turn)
        count = max(1, math.ceil(abs(delta) / (2 * math.acos(1 - SAG / one.reach))))
        facings = [one.facing(one.turn + delta * i / count) for i in range(count + 1)]
        corner = math.atan2(one.half[1], one.half[0])
        corners = [f.turn + side for f in facings for side in (corner, math.pi - corner)]
        corners = [turn % math.tau for side in corners for turn in (side, side + math.pi)]
        ways = np.unique(np.concatenate([np.linspace(0, math.tau, DIRECTIONS, endpoint=False), corners]))
        far = np.max([_radius(facing, ways) for facing in facings], axis=0) / math.cos(math.pi / DIRECTIONS)
        area = shapely.Polygon(np.column_stack([far * np.cos(ways), far * np.sin(ways)]))
        x, y = (max(facing.extents[axis] for facing in facings) + SAG for axis in range(2))
        return cls(area, (x, y))

    def at(self, places: FloatArray) -> Any:
        """Return what is swept at places (n, 2), as shapely polygons (n,)."""
        import shapely

        ring = shapely.get_coordinates(self.area.exterior)
        return shapely.polygons(places[:, None] + ring)


def _radius(volume: Volume, ways: FloatArray) -> FloatArray:
    """Return the distances from an outline's centre to its rim, drawn in by `WARY`, in some directions (radians)."""
    a, b = (max(half - WARY, 1e-6) for half in volume.half)
    c, s = np.abs(np.cos(ways - volume.turn)), np.abs(np.sin(ways - volume.turn))
    if volume.is_square:
        return np.asarray(1 / np.maximum(c / a, s / b))
    return np.asarray(1 / np.hypot(c / a, s / b))


@dataclass(eq=False)
class _Sweeps:
    """Where on levels a base has room to turn among the terrain, kept with it.

    Answers at lattice points: 0 unknown, 1 clear, 2 blocked; by level, pair of facings, and spacing.
    """

    room: Room
    board: Board
    _sweeps: dict[tuple[float, float], _Sweep] = field(default_factory=dict)
    _standing: dict[int, Any] = field(default_factory=dict)
    _known: dict[tuple[object, ...], NDArray[np.int8]] = field(default_factory=dict)

    def sweep(self, one: Volume, other: Volume) -> _Sweep:
        """Return what is swept from one facing to the other."""
        key = one.turn, other.turn
        if key not in self._sweeps:
            self._sweeps[key] = self._sweeps[key[::-1]] = _Sweep.between(one, other)
        return self._sweeps[key]

    def clear(self, level: Level, one: Volume, other: Volume, places: FloatArray) -> Flags:
        """Return at which places (n, 2) of a level a base can turn from one facing to the other."""
        import shapely

        sweep = self.sweep(one, other)
        x, y = sweep.extents
        low, high = (
            np.array((x, y)) - LENGTH_EPSILON,
            np.array((self.board.width - x, self.board.depth - y)) + LENGTH_EPSILON,
        )
        clear: Flags = np.asarray(((places >= low) & (places <= high)).all(axis=1))
        solid = self._solid(level)
        near = clear.copy()
        near[clear] = shapely.dwithin(solid, shapely.points(places[clear]), one.reach)
        clear[near] = ~intersects(solid, sweep.at(places[near]))
        return clear

    def clear_lattice(self, level: Level, pair: tuple[Volume, Volume], spacing: float, points: Points) -> Flags:
        """Return at which lattice points (n, 2), given by row and column from the origin, it can turn."""
        key = level.number, *sorted((pair[0].turn, pair[1].turn)), spacing
        if key not in self._known:
            rows, columns = (math.floor(side / spacing) + 2 for side in (self.board.depth, self.board.width))
            self._known[key] = np.zeros((rows, columns), dtype=np.int8)
        known = self._known[key]
        row, column = points.T
        asked = np.flatnonzero(known[row, column] == 0)
        if len(asked):
            clear = self.clear(level, *pair, _places(points[asked], spacing))
            known[row[asked], column[asked]] = np.where(clear, 1, 2)
        return np.asarray(known[row, column] == 1)

    def _solid(self, level: Level) -> Any:
        """Return what stops a walker on a level, not enlarged by the base; prepared."""
        import shapely

        if level.number not in self._standing:
            solid = union([projection for _, projection in self.room.closed(level).projections])
            shapely.prepare(solid)
            self._standing[level.number] = solid
        return self._standing[level.number]


def _sweeps_of(terrain: Terrain, board: Board, room: Room) -> _Sweeps:
    volume = room.volume
    key = f"motion.sweeps {board.width} {board.depth} {volume.is_square} {volume.half} {volume.height}"
    if key not in terrain.derived:
        terrain.derived[key] = _Sweeps(room, board)
    return cast(_Sweeps, terrain.derived[key])


def _clear_of(other: StandingModel, sweep: _Sweep, places: FloatArray) -> Flags:
    """Return at which places what is swept overlaps no other model."""
    import shapely

    out = other.mover.reach + other.volume.reach
    near = np.hypot(*(places - np.array(other.model.placement.at[:2])).T) <= out
    clear: Flags = np.asarray(~near)
    clear[near] = ~shapely.intersects(other.volume.polygon(other.model.placement.at), sweep.at(places[near]))
    return clear


class Turns:
    """The facings of a model, each searched, joined by turns on the spot; complete when made."""

    def __init__(
        self, table: Table, own: Facing, turns: Sequence[float], maker: Callable[[float], Facing], spacing: float
    ) -> None:
        """``turns``: the facings in order round a period, the model's ``own`` first; ``maker`` makes the others.

        ``spacing``: of the lattice of all searches.
        """
        self._volumes = [own.volume.facing(turn) for turn in turns]
        self._maker = maker
        self._made = {0: own}
        self._spacing = spacing
        self._costs: dict[tuple[int, int], tuple[object, Mask, Lattice]] = {}
        self._turned: dict[tuple[int, int, int], FloatArray] = {}
        self._sweeps = _sweeps_of(table.terrain, table.board, own.graph.plan.room)
        self._begin(own)
        self._settle()

    @property
    def facings(self) -> tuple[Facing, ...]:
        """Return the facings in which the model gets anywhere, its own first."""
        return tuple(self._made[k] for k in sorted(self._made))

    def _facing(self, k: int) -> Facing:
        if k not in self._made:
            self._made[k] = self._maker(self._volumes[k].turn)
        return self._made[k]

    def _beside(self, k: int) -> tuple[int, ...]:
        """Return the numbers of the facings next to one."""
        count = len(self._volumes)
        return tuple(sorted({(k + 1) % count, (k - 1) % count} - {k}))

    def _begin(self, own: Facing) -> None:
        """Turn where the model stands, in both directions, as far as there is room."""
        level = own.graph.plan.room.levels.under(own.start)
        place = np.array([own.start[:2]])
        if level is None or not own.search.costs(level.number, place)[0][0] <= LENGTH_EPSILON:
            return
        todo = deque((0, j) for j in self._beside(0))
        while todo:
            i, j = todo.popleft()
            if j in self._made or not self._is_clear(i, j, level, place)[0]:
                continue
            facing = self._facing(j)
            if facing.holds(level, place)[0]:
                none = np.zeros(1, dtype=np.int64)
                transfer = Transfer.turned(level.number, place, np.zeros(1), none, none, self._made[i].search)
                facing.search.arrive(level.number, transfer)
                facing.search.run()
                todo.extend((j, k) for k in self._beside(j))

    def _settle(self) -> None:
        """Pass lower costs from facing to facing until there are none."""
        waiting = {j for i in self._made for j in self._beside(i)}
        while waiting:
            j = min(waiting, key=lambda j: (j in self._made, j))
            waiting.remove(j)
            if self._take_in(j):
                waiting |= {j, *self._beside(j)}

    def _take_in(self, j: int) -> bool:
        """Continue the search of one facing from places that are cheaper in its neighbours; return whether there are
        any.
        """
        transfers = []
        for i in self._beside(j):
            if i not in self._made:
                continue
            for level in (layer.level for layer in self._made[i].graph.layers):
                if level is not None and self._made[i].is_reached(level):
                    transfer = self._transfer(i, j, level)
                    if transfer is not None:
                        transfers.append((level.number, transfer))
        if transfers:
            search = self._facing(j).search
            for number, transfer in transfers:
                search.arrive(number, transfer)
            search.run()
        return bool(transfers)

    def _transfer(self, i: int, j: int, level: Level) -> Transfer | None:
        """Return the turns from one facing to another on a level that save inches."""
        window, (cost, rolls, deadly) = self._lattice(i, level)
        reached = window.inside & np.isfinite(cost)
        if j not in self._made and not len(self._first(i, j, level, window, reached, cost)):
            return None
        other = self._facing(j)
        beyond, (costs, _, _) = self._lattice(j, level)
        known = np.full(cost.shape, math.nan)
        _put(costs, beyond, known, window)
        known[np.isnan(known)] = math.inf
        both = reached & beyond.cut(window)
        key = i, j, level.number
        done = self._turned.setdefault(key, np.full(cost.shape, math.inf))
        is_new = np.isinf(done)
        renewed = both & (cost < done - FRESH) & ~is_new & (cost < known - LENGTH_EPSILON)
        pays = both & (cost < known - GAIN) & is_new
        chosen = np.argwhere(renewed)
        found = self._first(i, j, level, window, pays, cost)
        points = np.concatenate([chosen, found])
        if not len(points):
            return None
        places = _places(points + window.corner, self._spacing)
        held = other.holds(level, places)
        points, places = points[held], places[held]
        if not len(points):
            return None
        at = tuple(points.T)
        done[at] = cost[at]
        return Transfer.turned(level.number, places, cost[at], rolls[at], deadly[at], self._made[i].search)

    def _first(self, i: int, j: int, level: Level, window: Mask, pays: Flags, cost: FloatArray) -> Points:
        """Return the lattice points (row, column of the window) at which a turn saves inches and has room.

        Points that are reached as well from another of them, after turning there, are left out.
        """
        points = np.argwhere(pays)
        if not len(points):
            return points
        points = points[self._is_clear_lattice(i, j, level, points + window.corner)]
        turning = np.full((cost.shape[0] + 4, cost.shape[1] + 4), np.inf)
        row, column = points.T + 2
        turning[row, column] = here = cost[tuple(points.T)]
        first = np.ones(len(points), dtype=np.bool_)
        for down, right in AROUND:
            before = turning[row + down, column + right] + self._spacing * math.hypot(down, right)
            first &= before > here + BEHIND
        return points[first]

    def _is_clear_lattice(self, i: int, j: int, level: Level, points: Points) -> Flags:
        pair = self._volumes[i], self._volumes[j]
        clear = self._sweeps.clear_lattice(level, pair, self._spacing, points)
        clear[clear] = self._is_clear_of_others(i, j, level, _places(points[clear], self._spacing))
        return clear

    def _is_clear(self, i: int, j: int, level: Level, places: FloatArray) -> Flags:
        """Return at which places of a level it can turn from one facing to another."""
        clear = self._sweeps.clear(level, self._volumes[i], self._volumes[j], places)
        clear[clear] = self._is_clear_of_others(i, j, level, places[clear])
        return clear

    def _is_clear_of_others(self, i: int, j: int, level: Level, places: FloatArray) -> Flags:
        one, low = self._volumes[i], level.height
        sweep = self._sweeps.sweep(one, self._volumes[j])
        clear = np.ones(len(places), dtype=np.bool_)
        for standing in self._made[i].graph.others:
            if isinstance(standing, Barrier):
                continue  # its centre stays where it is
            if standing.low + RESTING_GAP < low + one.height and low + RESTING_GAP < standing.high:
                clear &= _clear_of(standing, sweep, places)
        return clear

    def _lattice(self, k: int, level: Level) -> tuple[Mask, Lattice]:
        """Return the costs of a level's lattice points in a facing, where the model can stand; derived anew when they
        change.
        """
        facing, key = self._facing(k), (k, level.number)
        state = facing.search.state(level.number)
        kept = self._costs.get(key)
        if kept is None or kept[0] != state:
            window = facing.graph.standing(facing.slice(level), self._spacing)
            kept = self._costs[key] = (state, window, facing.search.landed(level.number, window, self._spacing))
        return kept[1], kept[2]


def _places(points: Points, spacing: float) -> FloatArray:
    """Return the places (n, 2) of lattice points given by row and column from the origin."""
    places: FloatArray = points[:, ::-1].astype(np.float64) * spacing
    return places


def _put(values: FloatArray, window: Mask, into: FloatArray, other: Mask) -> None:
    """Copy the values of one window into another where they overlap."""
    row, column = window.row - other.row, window.column - other.column
    (rows, columns), (height, width) = values.shape, into.shape
    top, right, bottom, left = min(row + rows, height), min(column + columns, width), max(row, 0), max(column, 0)
    if bottom < top and left < right:
        into[bottom:top, left:right] = values[bottom - row : top - row, left - column : right - column]
