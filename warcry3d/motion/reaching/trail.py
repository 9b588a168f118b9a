"""The way to a place that a search found, as the legs of a path for the judge."""

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from warcry3d.geom.planar import Point2
from warcry3d.geom.shared_shapes import covers
from warcry3d.motion.climbing import Obstacle, strays
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.reaching.height_layers import HeightLayer
from warcry3d.motion.reaching.search import Search, Transfer, TransferKind
from warcry3d.motion.reaching.turns import turned_by
from warcry3d.motion.volume import Volume
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["path_to"]

MOST_TURN = 3.0
"""Successive turns on one spot are merged up to this (radians): less than half a turn, so the judge turns the same way.
"""

INWARD = 5
"""How far past the rim of a surface, in `LENGTH_EPSILON`, a walk on it begins."""


@dataclass(frozen=True, slots=True)
class _Run:
    """A run: the places passed in one layer, as a search found them, and the transfer that led there.

    ``which``: the number of the arrival among those of the transfer.
    """

    search: Search
    layer: HeightLayer
    points: tuple[Point2, ...]
    transfer: Transfer | None
    which: int
    drop: float = 0.0


def path_to(search: Search, number: int, place: Point2, start: Point, turn: float) -> Path:
    """Return the path of the cheapest way to a place on a layer's level.

    It begins where the model stands; ``turn`` is its facing there (radians).
    """
    runs = _runs(search, number, place)
    return Path(tuple(_LegBuilder(start, turn).legs(runs)))


def _runs(search: Search, number: int, place: Point2) -> list[_Run]:
    """Return the runs of the cheapest way, in order."""
    runs: list[_Run] = []
    while True:
        number, place, last = _dropped(search, number, place, runs)
        found = search.found[number]
        assert found.ways is not None, "a place that was reached has ways to it"
        way = found.ways.way_to(place)
        assert way is not None, "a place that was reached has a way to it"
        transfer, which = _source(found.transfers, way.source)
        runs.append(_Run(search, search.layers[number], way.points, transfer, which, last))
        if transfer.kind(which) is TransferKind.START:
            return runs[::-1]
        search = search if transfer.turned_from is None else transfer.turned_from
        number, place = transfer.before, (float(transfer.spot[which, 0]), float(transfer.spot[which, 1]))


def _dropped(search: Search, number: int, place: Point2, runs: list[_Run]) -> tuple[int, Point2, float]:
    """Return the layer from which the cheapest way to a place drops, and how far; else the place's own."""
    drop_column = search.cheapest(number, np.array([place]))[1][0]
    return (number, place, 0.0) if drop_column is None else (drop_column.high.number, place, drop_column.tall)


def _source(transfers: list[Transfer], source: int) -> tuple[Transfer, int]:
    for transfer in transfers:
        if source < len(transfer.place):
            return transfer, source
        source -= len(transfer.place)
    raise AssertionError("every way starts at an arrival")


class _LegBuilder:
    """Turns runs into legs, one after another.

    ``turn``: the facing at the end of the last leg; ``pending``: the turn due before the next leg.
    """

    def __init__(self, start: Point, turn: float) -> None:
        self.at = start
        self.turn = turn
        self.pending = 0.0
        self.held: Obstacle | None = None
        self.done: list[Leg] = []

    def legs(self, runs: list[_Run]) -> list[Leg]:
        """Return the legs of all runs."""
        for number, run in enumerate(runs):
            following = runs[number + 1] if number + 1 < len(runs) else None
            if run.transfer is not None:
                self._arrive(run, runs[number - 1] if number else None)
            held = self._wanted(following)
            self._run(run, held)
            if run.drop > 0:
                self._let_go((*self.at[:2], self.at[2] - run.drop))
        if not self.done or self.pending:
            self._begin(Leg(LegKind.WALK, (self.at,)))
        return self.done

    def _begin(self, leg: Leg) -> None:
        """Begin a new leg, with the turn due before it."""
        if self.pending:
            self.turn = (self.turn + self.pending) % math.tau
            leg, self.pending = replace(leg, facing=self.turn), 0.0
        self.done.append(leg)

    def _face(self, run: _Run) -> None:
        """Turn on the spot to the facing in which a run was found, in the direction that was searched."""
        volume = run.search.graph.plan.room.volume
        more = turned_by(volume, self.turn + self.pending, volume.turn)
        if abs(self.pending + more) > MOST_TURN:
            self._begin(Leg(LegKind.WALK, (self.at,)))
        self.pending += more

    def _wanted(self, following: _Run | None) -> Obstacle | None:
        """Return the obstacle that is climbed down next."""
        if (
            following is None
            or following.transfer is None
            or following.transfer.kind(following.which) is not TransferKind.DOWN
        ):
            return None
        return self._obstacle(following)

    def _obstacle(self, run: _Run) -> Obstacle:
        assert run.transfer is not None, "every run begins with an arrival"
        return run.search.graph.plan.obstacles[run.transfer.whose(run.which)]

    def _arrive(self, run: _Run, before: _Run | None) -> None:
        """Add the legs that lead from the run before into this one."""
        transfer = run.transfer
        assert transfer is not None
        x, y = (float(v) for v in transfer.place[run.which])
        z = run.layer.height
        plan = run.search.graph.plan
        match transfer.kind(run.which):
            case TransferKind.TURN:
                self._face(run)
            case TransferKind.START:
                if abs(z - self.at[2]) > RESTING_GAP and run.layer.level is None:
                    self._add(LegKind.CLIMB, (x, y, z))
                elif (x, y) != self.at[:2]:
                    self._add(LegKind.WALK, (x, y, z))
            case TransferKind.UP:
                self.held = self._obstacle(run)
                low = self.at[2] if before is None else before.layer.height
                if (x, y) != self.at[:2]:
                    self._add(LegKind.CLIMB, (x, y, low), anew=True)
                self._add(LegKind.CLIMB, (x, y, z), anew=(x, y) == self.at[:2] and self.done[-1:] == [])
            case TransferKind.DOWN:
                self._take_hold(self._obstacle(run))
                drop = float(transfer.drop[run.which])
                if self.at[2] - z > drop:
                    self._add(LegKind.CLIMB, (x, y, z + drop))
                if drop > 0:
                    self._let_go((x, y, z))
            case TransferKind.DROP:
                self._let_go((x, y, z))
            case TransferKind.PASSAGE:
                way = plan.passage_links[transfer.whose(run.which)]
                self._begin(Leg(LegKind.DOOR, ((x, y, z),), way.passage.name))
                self.at = (x, y, z)
            case TransferKind.RUNGS:
                climb = plan.rungs[transfer.whose(run.which)]
                self.held = None
                self._begin(Leg(LegKind.CLIMB, climb.points[1:]))
                self.at = climb.points[-1]
            case TransferKind.STEP:
                self._add(LegKind.WALK, (x, y, z))

    def _take_hold(self, obstacle: Obstacle) -> None:
        """Begin a new climb if another obstacle is climbed, or none was climbed so far."""
        if self.held is not obstacle:
            self._begin(Leg(LegKind.CLIMB, ()))
        self.held = obstacle

    def _let_go(self, to: Point) -> None:
        """Add a drop, to the end of a jump if there is one."""
        self.held = None
        if self.done and self.done[-1].kind is LegKind.JUMP and not self.pending:
            last = self.done[-1]
            self.done[-1] = replace(last, to=(*last.to[:-1], to))
            self.at = to
        else:
            self._add(LegKind.DROP, to)

    def _add(self, kind: LegKind, to: Point, *, anew: bool = False) -> None:
        if self.done and self.done[-1].kind is kind and not anew and not self.pending:
            self.done[-1] = replace(self.done[-1], to=(*self.done[-1].to, to))
        else:
            self._begin(Leg(kind, (to,)))
        self.at = to

    def _run(self, run: _Run, wanted: Obstacle | None) -> None:
        """Add a run: walking on its level, climbing where an obstacle is held or climbed next, else jumping."""
        z = run.layer.height
        points = [(float(x), float(y)) for x, y in run.points]
        for is_on, part in _parts(run.layer, points):
            if is_on:
                self.held = None
                for x, y in part[1:]:
                    self._add(LegKind.WALK, (x, y, z))
            else:
                self._beyond(run, [(x, y, z) for x, y in part], wanted if part[-1] == points[-1] else None)

    def _beyond(self, run: _Run, part: list[Point], wanted: Obstacle | None) -> None:
        plan = run.search.graph.plan
        volume, climb_reach = plan.room.volume, plan.terms.climb_reach
        if wanted is not None and self.held is not wanted and _is_near(wanted, volume, part, climb_reach):
            touched = wanted.is_touched(volume, part[0])
            if touched:
                self._take_hold(wanted)
        if self.held is not None and _is_near(self.held, volume, part, climb_reach):
            for point in part[1:]:
                self._add(LegKind.CLIMB, point)
            return
        self.held = None
        for point in part[1:]:
            self._add(LegKind.JUMP, point)


def _is_near(obstacle: Obstacle, volume: Volume, part: list[Point], climb_reach: float) -> bool:
    return all(strays(obstacle, volume, a, b, climb_reach) is None for a, b in pairwise(part))


def _parts(layer: HeightLayer, points: list[Point2]) -> list[tuple[bool, list[Point2]]]:
    """Return a polyline cut where it crosses the rim of the layer's level: for each piece whether it is on the level,
    and its points.
    """
    if layer.level is None:
        return [(False, points)] if len(points) > 1 else []
    parts: list[tuple[bool, list[Point2]]] = []
    for a, b in pairwise(points):
        for is_on, ends in _cut(layer.level.area, a, b):
            if parts and parts[-1][0] == is_on:
                parts[-1][1].append(ends[1])
            else:
                parts.append((is_on, list(ends)))
    return parts


def _cut(area: Any, a: Point2, b: Point2) -> list[tuple[bool, tuple[Point2, Point2]]]:
    """Return a straight stretch as pieces inside and outside an area, in order."""
    import shapely

    way = shapely.LineString([a, b])
    if covers(area, way):
        return [(True, (a, b))]
    inside = shapely.intersection(way, area)
    shares = sorted(
        tuple(sorted(way.project(shapely.Point(c), normalized=True) for c in piece.coords))[:: len(piece.coords) - 1]
        for piece in shapely.get_parts(inside).tolist()
        if piece.geom_type == "LineString" and piece.length > LENGTH_EPSILON
    )

    def spot(share: float) -> Point2:
        return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])

    pieces: list[tuple[bool, tuple[Point2, Point2]]] = []
    reached = 0.0
    short = LENGTH_EPSILON / max(way.length, LENGTH_EPSILON)
    for first, last in shares:
        if first > 0:
            first += min(INWARD * short, (last - first) / 2)  # rounding leaves no place on the rim outside
        if first - reached > short:
            pieces.append((False, (spot(reached), spot(first))))
        else:
            first = reached
        pieces.append((True, (spot(first), spot(last))))
        reached = last
    if 1.0 - reached > short:
        pieces.append((False, (spot(reached), b)))
    elif pieces:
        is_on, (start, _) = pieces[-1]
        pieces[-1] = (is_on, (start, b))
    return pieces
