"""A camera that orbits the table: how it turns, pans and zooms, and the named views. No graphics in here."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self, TypeAlias

import numpy as np

from warcry3d.app.scene.camera import CORNER_AZIMUTH, Focus, Shot, from_corner
from warcry3d.geom.solid import FloatArray
from warcry3d.table.table import Table

__all__ = ["ABOVE", "HIGHEST", "PRESETS", "Orbit", "Vector", "near_orbit", "overlooking", "ray", "wide_orbit"]

Vector: TypeAlias = tuple[float, float, float]

FIELD_OF_VIEW = math.radians(30)
"""Vertical angle of view: a long lens, so that miniatures look as they do from a chair at the table."""
WAIST = 0.7
"""The height (in) about which the camera turns and to which it zooms."""
LOWEST, HIGHEST = math.radians(2), math.radians(89.5)
NEAREST, FARTHEST = 1.5, 300.0
STEEPER = tuple(math.radians(degrees) for degrees in (37, 41, 45, 49, 53))
"""Elevations that are tried one after the other: higher than these walls are no longer seen as such."""
STEP_BACK = 1.06
"""The table's width decides the distance while from higher up it is no more than so many times as great."""
NEAR_ELEVATION = math.radians(24)
UPHILL = 1.0
"""From this difference in height on (in) the higher of two places seen from near is at the right of the picture."""
MODEL_ROOM = 1.3
"""How much further than the places themselves is seen from near (in): a model and its name stand there."""
TURN_PER_PIXEL = math.radians(0.3)
ZOOM_PER_STEP = 0.88

ABOVE = "above"
PRESETS: Mapping[str, float] = MappingProxyType(
    {
        "corner": CORNER_AZIMUTH,
        ABOVE: math.radians(-90),
        "front": math.radians(-90),
        "right": 0.0,
        "back": math.radians(90),
        "left": math.radians(180),
    }
)
"""The azimuth of the camera in each named view, seen from the table's middle (radians)."""


def ray(shot: Shot, x: float, y: float, aspect: float) -> tuple[FloatArray, FloatArray]:
    """Return start and unit direction of the line of sight through a point of the picture.

    ``x`` and ``y`` run from -1 (left, bottom) to 1; ``aspect`` is the picture's width over its height.
    """
    right, up, forward = shot.frame()
    high = math.tan(shot.field / 2)
    direction = forward + right * ((x * aspect - 2 * shot.shift) * high) + up * (y * high)
    return np.array(shot.eye, dtype=np.float64), direction / np.linalg.norm(direction)


@dataclass(frozen=True, slots=True)
class Orbit:
    """A camera on a sphere around ``centre``; angles in radians, ``distance`` in inches."""

    centre: Vector
    distance: float
    azimuth: float
    elevation: float

    def shot(self) -> Shot:
        """Return the shot from there."""
        flat = self.distance * math.cos(self.elevation)
        x, y, z = self.centre
        eye = (
            x + flat * math.cos(self.azimuth),
            y + flat * math.sin(self.azimuth),
            z + self.distance * math.sin(self.elevation),
        )
        return Shot(eye, self.centre, FIELD_OF_VIEW)

    def turned(self, dx: float, dy: float) -> Self:
        """Return the orbit after a drag of ``dx`` pixels to the right and ``dy`` down."""
        elevation = min(HIGHEST, max(LOWEST, self.elevation + dy * TURN_PER_PIXEL))
        return replace(self, azimuth=self.azimuth - dx * TURN_PER_PIXEL, elevation=elevation)

    def panned(self, dx: float, dy: float, height: float, board: tuple[float, float]) -> Self:
        """Return the orbit after its centre was dragged by pixels of a picture ``height`` pixels high.

        The centre stays over a board of the given width and depth, and at its height.
        """
        inches = 2 * self.distance * math.tan(FIELD_OF_VIEW / 2) / height
        right = np.array([-math.sin(self.azimuth), math.cos(self.azimuth)])
        away = np.array([-math.cos(self.azimuth), -math.sin(self.azimuth)])
        steep = max(math.sin(self.elevation), 0.25)
        x, y = np.array(self.centre[:2]) + (away * dy / steep - right * dx) * inches
        inside = (min(board[0], max(0.0, float(x))), min(board[1], max(0.0, float(y))))
        return replace(self, centre=(*inside, self.centre[2]))

    def moved(self, by: Vector) -> Self:
        """Return the orbit around a centre moved by so much (in)."""
        x, y, z = (a + b for a, b in zip(self.centre, by, strict=True))
        return replace(self, centre=(x, y, z))

    def zoomed(self, steps: float, towards: Vector | None = None) -> Self:
        """Return the orbit zoomed by ``steps`` notches of the wheel (negative: out), to a point if it is given.

        What is visible at that point stays at its place in the picture.
        """
        distance = min(FARTHEST, max(NEAREST, self.distance * ZOOM_PER_STEP**steps))
        if towards is None:
            return replace(self, distance=distance)
        share = 1 - distance / self.distance
        x, y = (a + share * (b - a) for a, b in zip(self.centre[:2], towards[:2], strict=True))
        return replace(self, distance=distance, centre=(x, y, self.centre[2]))

    def refitted(self, before: float, aspect: float) -> Self:
        """Return the orbit for a picture of another ``aspect`` (width over height) with the same width in view."""
        return replace(self, distance=min(FARTHEST, max(NEAREST, self.distance * before / aspect)))

    def under(self, x: float, y: float, aspect: float) -> Vector | None:
        """Return the point at the centre's height that is seen at a point of the picture; None above the horizon."""
        start, direction = ray(self.shot(), x, y, aspect)
        if direction[2] > -1e-3:
            return None
        along = (self.centre[2] - start[2]) / direction[2]
        return float(start[0] + along * direction[0]), float(start[1] + along * direction[1]), self.centre[2]


def overlooking(table: Table, preset: str, aspect: float, *, fills: bool = False, focus: Focus | None = None) -> Orbit:
    """Return the orbit from which the whole table is seen from a preset's direction.

    ``fills``: from higher up where a picture is narrow, so that the table fills its height too. ``focus``: only what is
    in a box of it.
    """
    azimuth = PRESETS[preset]
    if preset != ABOVE:
        orbit = first = _orbit_of(from_corner(table, aspect, azimuth, focus=focus))
        for elevation in STEEPER if fills and focus is None else ():
            higher = _orbit_of(from_corner(table, aspect, azimuth, elevation=elevation, focus=focus))
            if higher.distance > STEP_BACK * first.distance:
                break
            orbit = higher
        return orbit
    high = math.tan(FIELD_OF_VIEW / 2)
    (x0, y0, _), (x1, y1, top) = focus or ((0.0, 0.0, 0.0), (table.board.width, table.board.depth, 0.0))
    middle = ((x0 + x1) / 2, (y0 + y1) / 2, WAIST)
    distance = max((x1 - x0) / aspect, y1 - y0) / 2 / high + top
    return Orbit(middle, min(FARTHEST, distance * 1.1), azimuth, HIGHEST)


def near_orbit(orbit: Orbit, places: Sequence[Vector], aspect: float) -> Orbit:
    """Return an orbit near to places, with the line from the first to the last across the picture.

    It is on the side of that line on which ``orbit`` is, but where one of both is higher by `UPHILL`, on that on which
    this one is at the right: at the upper left lie panels. ``aspect``: the picture's width over its height.
    """
    points = np.array(places, dtype=np.float64)
    middle, way = points.mean(axis=0), points[-1] - points[0]
    azimuth = orbit.azimuth
    if math.hypot(way[0], way[1]) > 1e-6:
        square = math.atan2(way[0], -way[1])
        has_first_right = math.cos(square - orbit.azimuth) >= 0.0 if abs(way[2]) < UPHILL else bool(way[2] < 0.0)
        azimuth = square if has_first_right else square + math.pi
    reach = float(np.linalg.norm(points - middle, axis=1).max()) + MODEL_ROOM
    distance = reach / math.tan(FIELD_OF_VIEW / 2) / min(aspect, 1.2)
    centre = (float(middle[0]), float(middle[1]), float(middle[2]) + WAIST)
    return Orbit(centre, min(FARTHEST, max(NEAREST, distance)), azimuth, NEAR_ELEVATION)


def wide_orbit(orbit: Orbit, table: Table, places: Sequence[Vector], aspect: float) -> Orbit:
    """Return an orbit from which all places are seen, from the side that ``orbit`` looks from, no lower than at
    `STEEPER`'s first. ``aspect``: the picture's width over its height.
    """
    points = np.array(places, dtype=np.float64)
    (x0, y0, z0), (x1, y1, z1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    focus = (x0 - MODEL_ROOM, y0 - MODEL_ROOM, z0), (x1 + MODEL_ROOM, y1 + MODEL_ROOM, z1 + MODEL_ROOM)
    elevation = min(max(orbit.elevation, STEEPER[0]), HIGHEST)
    return _orbit_of(from_corner(table, aspect, orbit.azimuth, elevation=elevation, focus=focus))


def _orbit_of(shot: Shot) -> Orbit:
    """Return the orbit whose shot is ``shot`` apart from its field: about what it shows at the height of a waist."""
    forward = shot.frame()[2]
    distance = (WAIST - shot.eye[2]) / float(forward[2])
    x, y, _ = np.array(shot.eye) + distance * forward
    azimuth = math.atan2(-float(forward[1]), -float(forward[0]))
    return Orbit((float(x), float(y), WAIST), min(FARTHEST, distance), azimuth, math.asin(-float(forward[2])))
