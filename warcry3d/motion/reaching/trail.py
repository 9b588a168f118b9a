"""The way to a place that a search found, told as legs that the judge reads."""

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from warcry3d.geom.planar import Point2
from warcry3d.motion.climbing import Obstacle, strays
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.reaching.height_layers import HeightLayer
from warcry3d.motion.reaching.search import Search, Transfer, TransferKind
from warcry3d.motion.reaching.turns import turned_by
from warcry3d.motion.volume import Volume
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["path_to"]

MOST_TURN = 3.0
"""Turns that follow each other on one spot are one up to this (radians): less than half a turn, so that the judge turns
the same way.
"""

INWARD = 5
"""How far past the rim of a surface, in hairs, a walk on it begins."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Places gone through in one slice, as found by a search, after the hop that led there (and its number among that
    hop's arrivals).
    """

    search: Search
    slice_: HeightLayer
    points: tuple[Point2, ...]
    hop: Transfer | None
    which: int
    drop: float = 0.0


def path_to(search: Search, number: int, place: Point2, start: Point, turn: float) -> Path:
    """Return the path that the cheapest way to a place of a slice's level takes, from where the model stands and what
    it faces there (radians).
    """
    runs = _runs(search, number, place)
    return Path(tuple(_Telling(start, turn).legs(runs)))


def _runs(search: Search, number: int, place: Point2) -> list[_Run]:
    """Return the runs of the cheapest way, in order."""
    runs: list[_Run] = []
    while True:
        number, place, last = _dropped(search, number, place, runs)
        found = search.found[number]
        assert found.ways is not None, "a place that was reached has ways to it"
        way = found.ways.way_to(place)
        assert way is not None, "a place that was reached has a way to it"
        hop, which = _source(found.hops, way.source)
        runs.append(_Run(search, search.slices[number], way.points, hop, which, last))
        if hop.kind(which) is TransferKind.START:
            return runs[::-1]
        search = search if hop.whence is None else hop.whence
        number, place = hop.before, (float(hop.spot[which, 0]), float(hop.spot[which, 1]))


def _dropped(search: Search, number: int, place: Point2, runs: list[_Run]) -> tuple[int, Point2, float]:
    """Return where the cheapest way to a place comes from above: the slice, and how far it drops; itself if nowhere."""
    shaft = search.cheapest(number, np.array([place]))[1][0]
    return (number, place, 0.0) if shaft is None else (shaft.high.number, place, shaft.tall)


def _source(hops: list[Transfer], source: int) -> tuple[Transfer, int]:
    for hop in hops:
        if source < len(hop.place):
            return hop, source
        source -= len(hop.place)
    raise AssertionError("every way starts at an arrival")


class _Telling:
    """Runs made into legs, one after another. ``turn``: what it faces at the end of the last leg, ``pending`` how far
    it turns before the next one.
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
            if run.hop is not None:
                self._arrive(run, runs[number - 1] if number else None)
            held = self._wanted(following)
            self._run(run, held)
            if run.drop > 0:
                self._let_go((*self.at[:2], self.at[2] - run.drop))
        if not self.done or self.pending:
            self._begin(Leg(LegKind.WALK, (self.at,)))
        return self.done

    def _begin(self, leg: Leg) -> None:
        """Begin a new leg: turned first, if it turned since the last."""
        if self.pending:
            self.turn = (self.turn + self.pending) % math.tau
            leg, self.pending = replace(leg, facing=self.turn), 0.0
        self.done.append(leg)

    def _face(self, run: _Run) -> None:
        """Turn on the spot to the facing in which a run was found, the way that was looked at."""
        volume = run.search.stage.plan.room.volume
        more = turned_by(volume, self.turn + self.pending, volume.turn)
        if abs(self.pending + more) > MOST_TURN:
            self._begin(Leg(LegKind.WALK, (self.at,)))
        self.pending += more

    def _wanted(self, following: _Run | None) -> Obstacle | None:
        """Return the obstacle that is climbed down next."""
        if following is None or following.hop is None or following.hop.kind(following.which) is not TransferKind.DOWN:
            return None
        return self._obstacle(following)

    def _obstacle(self, run: _Run) -> Obstacle:
        assert run.hop is not None, "every run begins with an arrival"
        return run.search.stage.plan.obstacles[run.hop.whose(run.which)]

    def _arrive(self, run: _Run, before: _Run | None) -> None:
        """Tell how one gets from the run before into this one."""
        hop = run.hop
        assert hop is not None
        x, y = (float(v) for v in hop.place[run.which])
        z = run.slice_.height
        plan = run.search.stage.plan
        match hop.kind(run.which):
            case TransferKind.TURN:
                self._face(run)
            case TransferKind.START:
                if abs(z - self.at[2]) > RESTING_GAP and run.slice_.level is None:
                    self._add(LegKind.CLIMB, (x, y, z))
                elif (x, y) != self.at[:2]:
                    self._add(LegKind.WALK, (x, y, z))
            case TransferKind.UP:
                self.held = self._obstacle(run)
                low = self.at[2] if before is None else before.slice_.height
                if (x, y) != self.at[:2]:
                    self._add(LegKind.CLIMB, (x, y, low), anew=True)
                self._add(LegKind.CLIMB, (x, y, z), anew=(x, y) == self.at[:2] and self.done[-1:] == [])
            case TransferKind.DOWN:
                self._take_hold(self._obstacle(run))
                drop = float(hop.drop[run.which])
                if self.at[2] - z > drop:
                    self._add(LegKind.CLIMB, (x, y, z + drop))
                if drop > 0:
                    self._let_go((x, y, z))
            case TransferKind.DROP:
                self._let_go((x, y, z))
            case TransferKind.THROUGH:
                way = plan.through[hop.whose(run.which)]
                self._begin(Leg(LegKind.DOOR, ((x, y, z),), way.passage.name))
                self.at = (x, y, z)
            case TransferKind.RUNGS:
                climb = plan.rungs[hop.whose(run.which)]
                self.held = None
                self._begin(Leg(LegKind.CLIMB, climb.points[1:]))
                self.at = climb.points[-1]
            case TransferKind.STEP:
                self._add(LegKind.WALK, (x, y, z))

    def _take_hold(self, obstacle: Obstacle) -> None:
        """Begin a new climb where another obstacle is climbed, or none as yet."""
        if self.held is not obstacle:
            self._begin(Leg(LegKind.CLIMB, ()))
        self.held = obstacle

    def _let_go(self, to: Point) -> None:
        """Drop: at the end of a jump if there is one."""
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
        """Tell a run: walking on its level, else climbing where an obstacle is held or wanted next, or jumping."""
        z = run.slice_.height
        points = [(float(x), float(y)) for x, y in run.points]
        for is_on, part in _parts(run.slice_, points):
            if is_on:
                self.held = None
                for x, y in part[1:]:
                    self._add(LegKind.WALK, (x, y, z))
            else:
                self._beyond(run, [(x, y, z) for x, y in part], wanted if part[-1] == points[-1] else None)

    def _beyond(self, run: _Run, part: list[Point], wanted: Obstacle | None) -> None:
        plan = run.search.stage.plan
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


def _parts(slice_: HeightLayer, points: list[Point2]) -> list[tuple[bool, list[Point2]]]:
    """Return a polyline cut where it passes the rim of the slice's level: whether on it, and the points."""
    if slice_.level is None:
        return [(False, points)] if len(points) > 1 else []
    parts: list[tuple[bool, list[Point2]]] = []
    for a, b in pairwise(points):
        for is_on, ends in _cut(slice_.level.area, a, b):
            if parts and parts[-1][0] == is_on:
                parts[-1][1].append(ends[1])
            else:
                parts.append((is_on, list(ends)))
    return parts


def _cut(area: Any, a: Point2, b: Point2) -> list[tuple[bool, tuple[Point2, Point2]]]:
    """Return a straight stretch in pieces inside and outside of an area, in order."""
    import shapely

    way = shapely.LineString([a, b])
    if area.covers(way):
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
