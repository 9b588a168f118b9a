"""Where the eye is: orbiting the table, gliding to a place, stepping behind a model's eyes. No graphics in here."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self, TypeAlias

import numpy as np

from warcry3d.geom.solid import FloatArray

__all__ = ["PRESETS", "Camera", "Orbit", "View", "blended", "fitting"]

Vector: TypeAlias = tuple[float, float, float]

FIELD_OF_VIEW = math.radians(32)
"""Vertical angle of view: a long lens, so that miniatures look as they do from a chair at the table."""
LOWEST, HIGHEST = math.radians(2), math.radians(89.5)
NEAREST, FARTHEST = 1.5, 140.0
TURN_PER_PIXEL = math.radians(0.3)
ZOOM_PER_STEP = 0.88
GLIDE_SECONDS = 0.12
"""The time in which a glide covers 63 % of what is left."""

PRESETS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "corner": (math.radians(-62), math.radians(38)),
        "above": (math.radians(-90), HIGHEST),
        "front": (math.radians(-90), math.radians(20)),
        "right": (0.0, math.radians(20)),
        "back": (math.radians(90), math.radians(20)),
        "left": (math.radians(180), math.radians(20)),
    }
)
"""Where each named view looks from: azimuth of the eye seen from the table's middle, and elevation (radians)."""


@dataclass(frozen=True, slots=True)
class View:
    """An eye at ``eye`` looking at ``at`` (in), z up, ``fov`` high (radians)."""

    eye: Vector
    at: Vector
    fov: float = FIELD_OF_VIEW

    def axes(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the unit vectors to the right, up and forward."""
        forward = np.subtract(self.at, self.eye)
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, (0.0, 0.0, 1.0))
        length = float(np.linalg.norm(right))
        right = right / length if length > 1e-9 else np.array([1.0, 0.0, 0.0])
        return right, np.cross(right, forward), forward

    def ray(self, x: float, y: float, aspect: float) -> tuple[FloatArray, FloatArray]:
        """Return start and unit direction of the line of sight through a point of the picture.

        ``x`` and ``y`` run from -1 (left, bottom) to 1; ``aspect`` is the picture's width over its height.
        """
        right, up, forward = self.axes()
        high = math.tan(self.fov / 2)
        direction = forward + right * (x * high * aspect) + up * (y * high)
        return np.array(self.eye, dtype=np.float64), direction / np.linalg.norm(direction)

    def seen_at(self, point: FloatArray | Vector, aspect: float) -> tuple[float, float] | None:
        """Return where a point of the table is in the picture (as in `ray`); None behind the eye."""
        right, up, forward = self.axes()
        offset = np.subtract(point, self.eye)
        depth = float(offset @ forward)
        if depth <= 1e-6:
            return None
        high = depth * math.tan(self.fov / 2)
        return float(offset @ right) / (high * aspect), float(offset @ up) / high


@dataclass(frozen=True, slots=True)
class Orbit:
    """An eye on a sphere around ``centre``; angles in radians, ``distance`` in inches."""

    centre: Vector
    distance: float
    azimuth: float
    elevation: float

    def view(self) -> View:
        """Return the view from there."""
        flat = self.distance * math.cos(self.elevation)
        x, y, z = self.centre
        eye = (
            x + flat * math.cos(self.azimuth),
            y + flat * math.sin(self.azimuth),
            z + self.distance * math.sin(self.elevation),
        )
        return View(eye, self.centre)

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

    def zoomed(self, steps: float) -> Self:
        """Return the orbit nearer by ``steps`` notches of the wheel (negative: farther)."""
        return replace(self, distance=min(FARTHEST, max(NEAREST, self.distance * ZOOM_PER_STEP**steps)))


def fitting(low: Vector, high: Vector, preset: str, aspect: float) -> Orbit:
    """Return the orbit from a preset's direction in which the box from ``low`` to ``high`` just fits the picture."""
    azimuth, elevation = PRESETS[preset]
    centre = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    orbit = Orbit((centre[0], centre[1], centre[2]), 1.0, azimuth, elevation)
    right, up, forward = orbit.view().axes()
    offset = corners - np.array(centre)
    tall = math.tan(FIELD_OF_VIEW / 2)
    needed = np.maximum(np.abs(offset @ right) / (tall * aspect), np.abs(offset @ up) / tall) - offset @ forward
    return replace(orbit, distance=min(FARTHEST, max(NEAREST, 1.04 * float(needed.max()))))


def blended(start: View, end: View, share: float) -> View:
    """Return the view ``share`` (0 to 1) of the way from one to the other."""

    def between(a: Vector, b: Vector) -> Vector:
        x, y, z = ((1 - share) * p + share * q for p, q in zip(a, b, strict=True))
        return (x, y, z)

    fov = (1 - share) * start.fov + share * end.fov
    return View(between(start.eye, end.eye), between(start.at, end.at), fov)


class Camera:
    """The moving eye: an orbit to return to, a model's eye it may have stepped into, and the glide between places."""

    def __init__(self, orbit: Orbit) -> None:
        self.orbit = orbit
        self.through_eye: View | None = None
        self.view = orbit.view()

    @property
    def goal(self) -> View:
        """Return the view the camera is at or gliding to."""
        return self.through_eye or self.orbit.view()

    def orbit_to(self, orbit: Orbit, *, at_once: bool = False) -> None:
        """Look from ``orbit``, out of any model's eye; glide there unless ``at_once`` (while dragging)."""
        self.orbit = orbit
        self.through_eye = None
        if at_once:
            self.view = self.goal

    def step_into(self, view: View) -> None:
        """Glide into a model's eye."""
        self.through_eye = view

    def step_out(self) -> None:
        """Glide back to the orbit."""
        self.through_eye = None

    def glide(self, seconds: float) -> bool:
        """Move on towards the goal; return whether the view changed."""
        goal = self.goal
        if self.view == goal:
            return False
        self.view = blended(self.view, goal, 1 - math.exp(-seconds / GLIDE_SECONDS))
        far = np.abs(np.subtract((*self.view.eye, *self.view.at), (*goal.eye, *goal.at))).max()
        if far < 1e-3 and abs(self.view.fov - goal.fov) < 1e-4:
            self.view = goal
        return True
