"""Random paths of every kind of leg: walks with turns, half climbs, leaps, flights, doors.

A way is a proposal: whether it may be gone is for the rules to say. Most are near enough to what is possible that one
of a few may be.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from types import MappingProxyType
from typing import Final

from warcry3d.game.random_places import random_facing
from warcry3d.game.random_stream import Stream
from warcry3d.motion.ground import Stopper, ground_of
from warcry3d.motion.levels import Level, Levels, levels_of
from warcry3d.motion.passages import passages_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.volume import volume_of
from warcry3d.table.table import Table

__all__ = ["random_way"]

STEP = 1.0
"""A walk goes from one surface to another that is less than this higher or lower (in)."""

TOUCH = 0.005
"""A base that is to touch a wall is put so far (in) from it."""

MOST = 3
"""So many things are done in a row at most."""


class _Manner(Enum):
    """What a way is made of."""

    WALK = auto()
    FLY = auto()
    LEAP = auto()
    SINK = auto()
    CLIMB_ONTO = auto()
    CLIMB_HALF = auto()
    CLIMB_DOWN = auto()
    CLIMB_ON = auto()
    DOOR = auto()


LEGS: Final[Mapping[_Manner, LegKind]] = MappingProxyType(
    {
        _Manner.WALK: LegKind.WALK,
        _Manner.LEAP: LegKind.JUMP,
        _Manner.SINK: LegKind.DROP,
        _Manner.CLIMB_ONTO: LegKind.CLIMB,
        _Manner.CLIMB_HALF: LegKind.CLIMB,
        _Manner.CLIMB_DOWN: LegKind.CLIMB,
        _Manner.CLIMB_ON: LegKind.CLIMB,
        _Manner.DOOR: LegKind.DOOR,
    }
)
"""The kind of leg that each takes; flights are asked for apart."""

HANGING: Final = (_Manner.CLIMB_ON, _Manner.CLIMB_ON, _Manner.LEAP, _Manner.SINK)
STANDING: Final = (*4 * (_Manner.WALK,), _Manner.CLIMB_ONTO, _Manner.CLIMB_ONTO, _Manner.CLIMB_HALF, _Manner.DOOR)
HIGH_UP: Final = (_Manner.LEAP, _Manner.LEAP, _Manner.CLIMB_DOWN)
"""What is tried, as likely as it is listed often: hanging on a wall, standing on a surface, on one high up."""


def random_way(
    table: Table, model: str, inches: float, ways: frozenset[LegKind], random: Stream, aims: Sequence[Point] = ()
) -> Path:
    """Return a way for a model with legs of some kinds, about ``inches`` long at most; half of the time toward one of
    ``aims``. Without legs: nothing of what was tried can be done where it stands.
    """
    way = _Way(table, model, random, tuple(aims), inches, table.model(model).placement.at)
    for _ in range(1 + random.below(MOST)):
        way.add(_manner(way, ways))
    if way.legs and random.below(6) == 0:
        first = way.legs[0]
        way.legs[0] = Leg(first.kind, first.to, first.through, random_facing(random))
    return Path(tuple(way.legs))


def _manner(way: "_Way", ways: frozenset[LegKind]) -> _Manner | None:
    """Return what is done next, by chance, of what its kinds of legs allow; None where there is nothing."""
    if LegKind.FLY in ways and way.random.below(2):
        return _Manner.FLY
    if way.levels.under(way.at) is None:
        manners: tuple[_Manner, ...] = HANGING
    elif way.at[2] > STEP:
        manners = (*STANDING, *HIGH_UP)
    else:
        manners = STANDING
    open_ = [manner for manner in manners if LEGS[manner] in ways]
    return way.random.pick(open_) if open_ else None


@dataclass
class _Way:
    """A way while it is made: where it is by now, what it may still cost, roughly."""

    table: Table
    model: str
    random: Stream
    aims: tuple[Point, ...]
    left: float
    at: Point
    legs: list[Leg] = field(default_factory=list)

    @property
    def levels(self) -> Levels:
        return levels_of(self.table)

    @property
    def wide(self) -> float:
        """Return half the width of the base, about."""
        volume = volume_of(self.table.model(self.model))
        return min(volume.half) + (volume.reach - min(volume.half)) * self.random.below(2)

    def add(self, manner: _Manner | None) -> None:
        """Let something come next, where it can be done at all."""
        if self.left < 0.1:
            return
        match manner:
            case _Manner.WALK:
                self._walk()
            case _Manner.FLY:
                self._fly()
            case _Manner.LEAP:
                self._leap()
            case _Manner.SINK:
                self._sink()
            case _Manner.CLIMB_ONTO:
                self._climb_onto()
            case _Manner.CLIMB_HALF:
                self._climb_half()
            case _Manner.CLIMB_DOWN:
                self._climb_down()
            case _Manner.CLIMB_ON:
                self._climb_along()
            case _Manner.DOOR:
                self._door()

    def _go(self, kind: LegKind, *to: Point, through: str = "") -> None:
        start = self.at
        for x, y, z in to:
            flat = math.hypot(x - start[0], y - start[1])
            self.left -= flat + (abs(z - start[2]) if kind is LegKind.CLIMB else 0.0)
            start = (x, y, z)
        self.at = start
        self.legs.append(Leg(kind, tuple(to), through))

    def _ahead(self, most: float) -> tuple[float, float]:
        """Return a place up to so far off: in any direction, or toward something aimed at."""
        x, y, _ = self.at
        heading, far = self.random.between(0.0, math.tau), most * self.random.unit()
        if self.aims and self.random.below(2):
            aim = self.random.pick(self.aims)
            heading = math.atan2(aim[1] - y, aim[0] - x) + self.random.between(-0.4, 0.4)
            far = min(most, max(math.hypot(aim[0] - x, aim[1] - y) - 2 * self.wide, 0.0)) * (
                1.0 if self.random.below(2) else self.random.unit()
            )
        return x + far * math.cos(heading), y + far * math.sin(heading)

    def _walk(self) -> None:
        for _ in range(1 + self.random.below(2)):
            x, y = self._ahead(max(self.left, 0.0))
            near = [level.height for level in self.levels.levels if abs(level.height - self.at[2]) < STEP]
            here = [h for h, level in zip(near, self._close(), strict=True) if level.holds(x, y)]
            z = min(here or near or [self.at[2]], key=lambda height: abs(height - self.at[2]))
            self._go(LegKind.WALK, (x, y, z))

    def _close(self) -> list[Level]:
        return [level for level in self.levels.levels if abs(level.height - self.at[2]) < STEP]

    def _fly(self) -> None:
        x, y = self._ahead(self.left)
        below = [level for level in self.levels.levels if level.holds(x, y)]
        if below:
            level = self.random.pick(below)
            self._go(LegKind.FLY, (x, y, self.levels.resting_height(level, x, y)))

    def _leap(self) -> None:
        x, y = self._ahead(min(self.left, 4.0))
        level = self.levels.nearest_below((x, y, self.at[2]))
        if level is not None:
            low = max(level.height, min(self.levels.resting_height(level, x, y), self.at[2]))
            self._go(LegKind.JUMP, (x, y, self.at[2] if self.random.below(12) == 0 else low))

    def _sink(self) -> None:
        """Let go, and drop onto what is below."""
        x, y, _ = self.at
        level = self.levels.nearest_below(self.at)
        if level is not None:
            self._go(LegKind.DROP, (x, y, min(self.levels.resting_height(level, x, y), self.at[2])))

    def _stoppers(self, low: float) -> list[Stopper]:
        """Return what may be climbed nearby that rises higher than ``low``."""
        x, y, _ = self.at
        reach = self.left + 1.0

        def is_near(stopper: Stopper) -> bool:
            (west, south, _), (east, north, high) = stopper.solid.bounds.tolist()
            return bool(high > low and west - reach < x < east + reach and south - reach < y < north + reach)

        return [stopper for stopper in ground_of(self.table).stoppers if is_near(stopper)]

    def _to_wall(self, stopper: Stopper) -> tuple[float, float] | None:
        """Walk up to a wall; return the direction of it."""
        import shapely

        volume = volume_of(self.table.model(self.model))
        projection = stopper.projection(self.at[2] + STEP / 2, self.at[2] + max(volume.height, STEP))
        if projection.is_empty:
            return None
        line = shapely.get_coordinates(shapely.shortest_line(shapely.Point(self.at[:2]), projection))
        (x, y), (wall_x, wall_y) = line.tolist()
        apart = math.hypot(wall_x - x, wall_y - y)
        if apart < 1e-6:
            return None
        u, v = (wall_x - x) / apart, (wall_y - y) / apart
        near = apart - self.wide - TOUCH
        if near > 0.01:
            self._go(LegKind.WALK, (x + u * near, y + v * near, self.at[2]))
        return u, v

    def _climb_onto(self) -> None:
        """Climb something, and on to the surface above that is nearest."""
        import shapely

        walls = self._stoppers(self.at[2] + STEP)
        if not walls:
            return
        way = self._to_wall(self.random.pick(walls))
        over = [level for level in self.levels.levels if STEP <= level.height - self.at[2] <= self.left]
        if way is None or not over:
            return
        here = shapely.Point(self.at[:2])
        near = [level for level in over if level.area.distance(here) < 2 * self.wide + STEP]
        if not near:
            return
        level = self.random.pick(near)
        x, y, _ = self.at
        to = shapely.get_coordinates(shapely.shortest_line(here, level.area))[1].tolist()
        u, v = (to[0] - x, to[1] - y) if (to[0], to[1]) != (x, y) else way
        size = math.hypot(u, v) or 1.0
        more = self.random.between(0.01, 0.6)
        end = (to[0] + more * u / size, to[1] + more * v / size, level.height)
        self._go(LegKind.CLIMB, (x, y, level.height), end)

    def _climb_half(self) -> None:
        """Climb something, and stay there."""
        walls = self._stoppers(self.at[2] + STEP)
        if walls and self._to_wall(self.random.pick(walls)) is not None and self.left > 0:
            x, y, z = self.at
            self._go(LegKind.CLIMB, (x, y, z + self.random.between(0.2, max(self.left, 0.3))))

    def _climb_along(self) -> None:
        """Climb on from where it hangs: up, down, along."""
        x, y, z = self.at
        rise = self.random.between(-min(self.left, z), self.left)
        aside, heading = self.random.pick((0.0, 0.0, 0.4)), self.random.between(0.0, math.tau)
        self._go(LegKind.CLIMB, (x + aside * math.cos(heading), y + aside * math.sin(heading), max(z + rise, 0.0)))

    def _climb_down(self) -> None:
        """Climb over the nearest rim, and down."""
        import shapely

        level = self.levels.under(self.at)
        if level is None:
            return
        here = shapely.Point(self.at[:2])
        (x, y), (rim_x, rim_y) = shapely.get_coordinates(
            shapely.shortest_line(here, shapely.boundary(level.area))
        ).tolist()
        apart = math.hypot(rim_x - x, rim_y - y)
        if apart < 1e-6:
            return
        out = self.wide + self.random.between(TOUCH, 0.3)
        over = (rim_x + out * (rim_x - x) / apart, rim_y + out * (rim_y - y) / apart, self.at[2])
        below = self.levels.nearest_below((over[0], over[1], self.at[2] - STEP / 2))
        if below is None:
            return
        low = self.random.pick((below.height, self.random.between(below.height, self.at[2])))
        self._go(LegKind.CLIMB, over, (over[0], over[1], low))

    def _door(self) -> None:
        """Walk up to a door or an arch, and through."""
        x, y, z = self.at
        near = [p for p in passages_of(self.table.terrain) if math.dist(p.middle, (x, y)) < self.left + 1.0]
        if not near:
            return
        passage = self.random.pick(near)
        side = 1.0 if passage.side(x, y) < 0 else -1.0
        out = passage.depth / 2 + self.wide + 0.01

        def beside(way: float) -> Point:
            return (passage.middle[0] + way * passage.along[0], passage.middle[1] + way * passage.along[1], z)

        self._go(LegKind.WALK, beside(-side * out))
        self._go(LegKind.DOOR, beside(side * (out + self.random.between(0.01, 0.5))), through=passage.name)
