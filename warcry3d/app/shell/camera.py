"""The moving eye: it orbits the table, glides to a place, looks out of a model's eye. No graphics in here."""

import math
from dataclasses import replace

import numpy as np

from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.orbit import Orbit, Vector

__all__ = ["Camera", "blended", "turned_head"]

GLIDE_SECONDS = 0.12
"""The time in which a glide covers 63 % of what is left."""
TURN_PER_PIXEL = math.radians(0.12)
"""How far a head turns by a drag of a pixel: less than an orbit does, for an eye is near to what it sees."""
STEEPEST = math.radians(85)
NARROWEST, WIDEST = math.radians(4), math.radians(80)
ZOOM_PER_STEP = 0.88


def blended(start: Shot, end: Shot, share: float) -> Shot:
    """Return the shot ``share`` (0 to 1) of the way from one to the other."""

    def between(a: Vector, b: Vector) -> Vector:
        x, y, z = ((1 - share) * p + share * q for p, q in zip(a, b, strict=True))
        return (x, y, z)

    field = (1 - share) * start.field + share * end.field
    eye, target, up = between(start.eye, end.eye), between(start.target, end.target), between(start.up, end.up)
    return Shot(eye, target, field, up, (1 - share) * start.shift + share * end.shift)


def turned_head(eye: Shot, dx: float, dy: float) -> Shot:
    """Return an eye that looks about: the head turns by a drag of ``dx`` pixels to the right and ``dy`` down."""
    forward = np.subtract(eye.target, eye.eye)
    distance = float(np.linalg.norm(forward))
    azimuth = math.atan2(forward[1], forward[0]) + dx * TURN_PER_PIXEL
    elevation = math.asin(max(-1.0, min(1.0, forward[2] / distance))) + dy * TURN_PER_PIXEL
    elevation = min(STEEPEST, max(-STEEPEST, elevation))
    x, y, z = (
        eye.eye[0] + distance * math.cos(elevation) * math.cos(azimuth),
        eye.eye[1] + distance * math.cos(elevation) * math.sin(azimuth),
        eye.eye[2] + distance * math.sin(elevation),
    )
    return replace(eye, target=(x, y, z), up=(0.0, 0.0, 1.0))


class Camera:
    """The moving eye: an orbit to return to, a model's eye it may have stepped into, and the glide between places."""

    def __init__(self, orbit: Orbit) -> None:
        self.orbit = orbit
        self.through_eye: Shot | None = None
        self.shift = 0.0
        self.shot = orbit.shot()

    @property
    def goal(self) -> Shot:
        """Return the shot the camera is at or gliding to."""
        return self.through_eye or replace(self.orbit.shot(), shift=self.shift)

    def orbit_to(self, orbit: Orbit, *, at_once: bool = False) -> None:
        """Look from ``orbit``, out of any model's eye; glide there unless ``at_once`` (while dragging)."""
        self.orbit = orbit
        self.through_eye = None
        if at_once:
            self.shot = self.goal

    def step_into(self, eye: Shot) -> None:
        """Glide into a model's eye."""
        self.through_eye = eye

    def turn_head(self, dx: float, dy: float) -> None:
        """Look about from within a model's eye: what is seen follows a drag of so many pixels."""
        if self.through_eye is not None:
            self.shot = self.through_eye = turned_head(self.through_eye, dx, dy)

    def narrow(self, notches: float) -> None:
        """See less, and larger, from within a model's eye (negative: more)."""
        if self.through_eye is not None:
            field = min(WIDEST, max(NARROWEST, self.through_eye.field * ZOOM_PER_STEP**notches))
            self.through_eye = replace(self.through_eye, field=field)

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
