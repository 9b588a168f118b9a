"""Walls: straight and round a corner, whole or broken, with windows and a way through."""

from dataclasses import dataclass, replace

import numpy as np

from warcry3d.message import message
from warcry3d.table.derive import OBSTACLE_RISE
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part
from warcry3d.terrain.making.broken_edges import broken_edge, wall_outline
from warcry3d.terrain.making.fields import FieldHandle, choice, count, inches, seed
from warcry3d.terrain.making.openings import LINTEL, OPENINGS, Doorway, WallPlan, WayKind, wall_parts, window_row
from warcry3d.terrain.making.solids import joined, made_part, upright_plate

__all__ = ["CornerWall", "StraightWall", "corner_handles", "corner_parts", "straight_handles", "straight_parts"]

LEAST_DOOR, LEAST_WINDOW = 1.4, 0.4
"""Least height (in) of a door for figures of 32 mm, and of a window."""

_LOWEST = 1.15
"""A broken wall that is an obstacle stays this high (in) everywhere: what is lower is low terrain of its own."""

_LEAST_WAY = 1.3
"""Least width (in) of a way through: a 32 mm base passes."""

_MARGIN = 0.5
"""Least length of wall (in) beside a door."""


@dataclass(frozen=True, slots=True)
class StraightWall:
    """A straight wall along x, its middle at the origin."""

    length: float = inches(message("length"), message("from end to end"), 5.0, 1.0, 14.0)
    height: float = inches(message("height"), message("below 1 in it is low terrain, else an obstacle"), 3.0, 0.5, 7.0)
    thickness: float = inches(message("thickness"), message("from face to face"), 0.35, 0.15, 0.8, 0.05)
    broken: float = inches(
        message("break"), message("how far the upper edge is broken down at its far end; 0: straight"), 0.0, 0.0, 5.0
    )
    windows: int = count(message("windows"), message("spread evenly; where one has no room it is left out"), 1, 0, 4)
    window_width: float = inches(message("window width"), message("clear width"), 1.0, 0.4, 2.0)
    window_height: float = inches(message("window height"), message("clear height"), 1.0, 0.4, 2.5)
    sill: float = inches(message("sill"), message("height of the windows' lower edge"), 1.0, 0.75, 3.0)
    way: str = choice(message("way through"), message("an open way or a door in the middle"), OPENINGS)
    way_width: float = inches(message("way's width"), message("clear width of the way through"), 1.5, 1.3, 2.5, 0.1)
    way_height: float = inches(message("way's height"), message("clear height of the way through"), 2.0, 1.5, 2.75)
    seed: int = seed()

    def fitted(self) -> "StraightWall":
        """Return the wall with all that is cut out of it made to fit."""
        if self.height < OBSTACLE_RISE:
            return replace(self, windows=0, way=WayKind.NONE, broken=min(self.broken, self.height - 0.4))
        one = replace(self, broken=max(0.0, min(self.broken, self.height - _LOWEST)))
        whole = one.height - one.broken
        if one.way != WayKind.NONE:
            room = (one.length - 2 * _MARGIN, whole - LINTEL)
            if room[0] < _LEAST_WAY or room[1] < 1.5 or (one.way == WayKind.DOOR and one.thickness < 0.3):
                one = replace(one, way=WayKind.NONE)
            else:
                one = replace(one, way_width=min(one.way_width, room[0]), way_height=min(one.way_height, room[1]))
        return _with_windows(one, whole)


def _with_windows(one: "StraightWall", whole: float) -> "StraightWall":
    room = whole - LINTEL - one.sill
    if one.windows == 0 or room < LEAST_WINDOW:
        return replace(one, windows=0)
    return replace(one, window_height=min(one.window_height, room))


def straight_parts(one: StraightWall) -> tuple[Part, ...]:
    """Return the parts of a straight wall."""
    half = one.length / 2
    is_low = one.height < OBSTACLE_RISE
    rng = np.random.default_rng(one.seed)
    edge = broken_edge(one.length, (one.height, one.height - one.broken), one.height - one.broken, rng)
    way = Doorway(0.0, one.way_width, one.way_height, WayKind(one.way))
    taken = None if way.kind is WayKind.NONE else (-way.width / 2, way.width / 2)
    plan = WallPlan(
        "wall",
        tuple((x - half, z) for x, z in edge),
        (-one.thickness / 2, one.thickness / 2),
        windows=window_row(-half, half, one.windows, (one.window_width, one.window_height), one.sill, taken),
        doorway=way,
    )
    return tuple(wall_parts(plan, PartKind.LOW if is_low else PartKind.OBSTACLE))


def straight_handles(one: StraightWall) -> tuple[FieldHandle, ...]:
    """Return the handles of a straight wall."""
    half, front = one.length / 2, -one.thickness / 2
    found = [
        FieldHandle("length", (half, 0.0, one.height / 2), (1.0, 0.0, 0.0), 2.0),
        FieldHandle("height", (-half, 0.0, one.height), (0.0, 0.0, 1.0)),
        FieldHandle("thickness", (-half / 2, -front, 0.1), (0.0, 1.0, 0.0), 2.0),
        FieldHandle("broken", (half, 0.0, one.height - one.broken), (0.0, 0.0, 1.0), -1.0),
    ]
    if one.way != WayKind.NONE:
        found += [
            FieldHandle("way_width", (one.way_width / 2, front, one.way_height / 2), (1.0, 0.0, 0.0), 2.0),
            FieldHandle("way_height", (0.0, front, one.way_height), (0.0, 0.0, 1.0)),
        ]
    if one.windows:
        middle = half * (1 / one.windows - 1)
        found += [
            FieldHandle("sill", (middle, front, one.sill), (0.0, 0.0, 1.0)),
            FieldHandle("window_width", (middle + one.window_width / 2, front, one.sill + 0.2), (1.0, 0.0, 0.0), 2.0),
            FieldHandle("window_height", (middle, front, one.sill + one.window_height), (0.0, 0.0, 1.0)),
        ]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class CornerWall:
    """Two walls that meet at right angles: the outer corner at the origin, one along +x, one along +y."""

    length: float = inches(message("length"), message("along the first wall"), 4.0, 1.0, 12.0)
    width: float = inches(message("width"), message("along the second wall"), 3.0, 1.0, 12.0)
    height: float = inches(message("height"), message("below 1 in it is low terrain, else an obstacle"), 3.0, 0.5, 7.0)
    thickness: float = inches(message("thickness"), message("from face to face"), 0.35, 0.15, 0.8, 0.05)
    broken: float = inches(
        message("break"), message("how far the upper edge is broken down at its far end; 0: straight"), 0.75, 0.0, 5.0
    )
    windows: int = count(message("windows"), message("in each of the walls, spread evenly"), 1, 0, 3)
    window_width: float = inches(message("window width"), message("clear width"), 1.0, 0.4, 2.0)
    window_height: float = inches(message("window height"), message("clear height"), 1.0, 0.4, 2.5)
    sill: float = inches(message("sill"), message("height of the windows' lower edge"), 1.0, 0.75, 3.0)
    seed: int = seed()

    def fitted(self) -> "CornerWall":
        """Return the walls with all that is cut out of them made to fit."""
        if self.height < OBSTACLE_RISE:
            return replace(self, windows=0, broken=min(self.broken, self.height - 0.4))
        one = replace(self, broken=max(0.0, min(self.broken, self.height - _LOWEST)))
        room = one.height - one.broken - LINTEL - one.sill
        if one.windows == 0 or room < LEAST_WINDOW:
            return replace(one, windows=0)
        return replace(one, window_height=min(one.window_height, room))


def corner_parts(one: CornerWall) -> tuple[Part, ...]:
    """Return the one part of a corner: high where the walls meet, broken down towards both ends."""
    rng = np.random.default_rng(one.seed)
    size = (one.window_width, one.window_height)
    bodies = []
    for length in (one.length, one.width):
        edge = broken_edge(length, (one.height, one.height - one.broken), one.height - one.broken, rng)
        row = window_row(one.thickness, length, one.windows, size, one.sill)
        bodies.append(upright_plate(wall_outline(edge, row, 0.0), (0.0, one.thickness)))
    # A quarter turn lays the second wall along +y; mirrored, its outer face is at x = 0.
    second = bodies[1].mirror([0.0, 1.0, 0.0]).rotate([0.0, 0.0, 90.0])
    kind = PartKind.LOW if one.height < OBSTACLE_RISE else PartKind.OBSTACLE
    return (made_part("wall", (kind,), joined([bodies[0], second])),)


def corner_handles(one: CornerWall) -> tuple[FieldHandle, ...]:
    """Return the handles of a corner."""
    return (
        FieldHandle("length", (one.length, 0.0, 0.5), (1.0, 0.0, 0.0)),
        FieldHandle("width", (0.0, one.width, 0.5), (0.0, 1.0, 0.0)),
        FieldHandle("height", (0.0, 0.0, one.height), (0.0, 0.0, 1.0)),
        FieldHandle("thickness", (one.length / 2, one.thickness, 0.1), (0.0, 1.0, 0.0)),
        FieldHandle("broken", (one.length, 0.0, one.height - one.broken), (0.0, 0.0, 1.0), -1.0),
        *(
            (FieldHandle("sill", ((one.length + one.thickness) / 2, 0.0, one.sill), (0.0, 0.0, 1.0)),)
            if one.windows == 1
            else ()
        ),
    )
