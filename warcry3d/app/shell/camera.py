"""Where the eye is: orbiting the table, gliding to a place, stepping behind a model's eyes. No graphics in here."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self, TypeAlias

import numpy as np

from warcry3d.app.scene.camera import CORNER_AZIMUTH, Shot, from_corner
from warcry3d.geom.solid import FloatArray
from warcry3d.table.table import Table

__all__ = ["PRESETS", "Camera", "Orbit", "blended", "overlooking", "ray"]

Vector: TypeAlias = tuple[float, float, float]

FIELD_OF_VIEW = math.radians(30)
"""Vertical angle of view: a long lens, so that miniatures look as they do from a chair at the table."""
WAIST = 0.7
"""The height (in) about which the camera turns and to which it nears."""
LOWEST, HIGHEST = math.radians(2), math.radians(89.5)
NEAREST, FARTHEST = 1.5, 140.0
TURN_PER_PIXEL = math.radians(0.3)
ZOOM_PER_STEP = 0.88
GLIDE_SECONDS = 0.12
"""The time in which a glide covers 63 % of what is left."""

PRESETS: Mapping[str, float] = MappingProxyType(
    {
        "corner": CORNER_AZIMUTH,
        "above": math.radians(-90),
        "front": math.radians(-90),
        "right": 0.0,
        "back": math.radians(90),
        "left": math.radians(180),
    }
)
"""Where each named view looks from: the azimuth of the eye seen from the table's middle (radians)."""


def ray(shot: Shot, x: float, y: float, aspect: float) -> tuple[FloatArray, FloatArray]:
    """Return start and unit direction of the line of sight through a point of the picture.

    ``x`` and ``y`` run from -1 (left, bottom) to 1; ``aspect`` is the picture's width over its height.
    """
    right, up, forward = shot.frame()
    high = math.tan(shot.field / 2)
    direction = forward + right * (x * high * aspect) + up * (y * high)
    return np.array(shot.eye, dtype=np.float64), direction / np.linalg.norm(direction)


@dataclass(frozen=True, slots=True)
class Orbit:
    """An eye on a sphere around ``centre``; angles in radians, ``distance`` in inches."""

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

    def zoomed(self, steps: float, towards: Vector | None = None) -> Self:
        """Return the orbit nearer by ``steps`` notches of the wheel (negative: farther), to a point if it is given:
        what is seen there stays where it is in the picture.
        """
        distance = min(FARTHEST, max(NEAREST, self.distance * ZOOM_PER_STEP**steps))
        if towards is None:
            return replace(self, distance=distance)
        share = 1 - distance / self.distance
        x, y = (a + share * (b - a) for a, b in zip(self.centre[:2], towards[:2], strict=True))
        return replace(self, distance=distance, centre=(x, y, self.centre[2]))

    def under(self, x: float, y: float, aspect: float) -> Vector | None:
        """Return the point at the centre's height that is seen at a point of the picture; None above the horizon."""
        start, direction = ray(self.shot(), x, y, aspect)
        if direction[2] > -1e-3:
            return None
        along = (self.centre[2] - start[2]) / direction[2]
        return float(start[0] + along * direction[0]), float(start[1] + along * direction[1]), self.centre[2]


def overlooking(table: Table, preset: str, aspect: float) -> Orbit:
    """Return the orbit from which the whole table is seen from a preset's direction."""
    azimuth = PRESETS[preset]
    orbit = _orbit_of(from_corner(table, aspect, azimuth))
    if preset != "above":
        return orbit
    high = math.tan(FIELD_OF_VIEW / 2)
    middle = (table.board.width / 2, table.board.depth / 2, WAIST)
    distance = max(table.board.width / aspect, table.board.depth) / 2 / high
    return Orbit(middle, min(FARTHEST, distance * 1.1), azimuth, HIGHEST)


def _orbit_of(shot: Shot) -> Orbit:
    """Return the orbit whose shot is ``shot``, but for its field: about what it shows at the height of a waist."""
    forward = shot.frame()[2]
    distance = (WAIST - shot.eye[2]) / float(forward[2])
    x, y, _ = np.array(shot.eye) + distance * forward
    azimuth = math.atan2(-float(forward[1]), -float(forward[0]))
    return Orbit((float(x), float(y), WAIST), min(FARTHEST, distance), azimuth, math.asin(-float(forward[2])))


def blended(start: Shot, end: Shot, share: float) -> Shot:
    """Return the shot ``share`` (0 to 1) of the way from one to the other."""

    def between(a: Vector, b: Vector) -> Vector:
        x, y, z = ((1 - share) * p + share * q for p, q in zip(a, b, strict=True))
        return (x, y, z)

    field = (1 - share) * start.field + share * end.field
    return Shot(between(start.eye, end.eye), between(start.target, end.target), field, between(start.up, end.up))


class Camera:
    """The moving eye: an orbit to return to, a model's eye it may have stepped into, and the glide between places."""

    def __init__(self, orbit: Orbit) -> None:
        self.orbit = orbit
        self.through_eye: Shot | None = None
        self.shot = orbit.shot()

    @property
    def goal(self) -> Shot:
        """Return the shot the camera is at or gliding to."""
        return self.through_eye or self.orbit.shot()

    def orbit_to(self, orbit: Orbit, *, at_once: bool = False) -> None:
        """Look from ``orbit``, out of any model's eye; glide there unless ``at_once`` (while dragging)."""
        self.orbit = orbit
        self.through_eye = None
        if at_once:
            self.shot = self.goal

    def step_into(self, eye: Shot) -> None:
        """Glide into a model's eye."""
        self.through_eye = eye

    def step_out(self) -> None:
        """Glide back to the orbit."""
        self.through_eye = None

    def glide(self, seconds: float) -> bool:
        """Move on towards the goal; return whether the shot changed."""
        goal, shot = self.goal, self.shot
        if shot == goal:
            return False
        self.shot = blended(shot, goal, 1 - math.exp(-seconds / GLIDE_SECONDS))
        far = np.abs(np.subtract((*self.shot.eye, *self.shot.target), (*goal.eye, *goal.target))).max()
        if far < 1e-3 and abs(self.shot.field - goal.field) < 1e-4:
            self.shot = goal
        return True
