"""A human body's joints from a pose: where pelvis, feet and hands are decides the rest.

Sizes are those of a heroic 28-32 mm figure of 1.3 in: head a sixth of the height, big hands. ``Build`` scales them.
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Body", "Build", "Pose", "Side", "turned"]

Vector = NDArray[np.float64]
Side = Literal["left", "right"]
SIGN = {"left": 1.0, "right": -1.0}


def turned(yaw: float = 0.0, lean: float = 0.0, roll: float = 0.0) -> NDArray[np.float64]:
    """Return axes (3, 3; columns forward, left, up) turned left by ``yaw``, then leaning forward and rolling right.

    Degrees; the lean is about the axis already turned by the yaw.
    """
    a, b, c = np.radians([yaw, lean, roll])
    z = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    y = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    x = np.array([[1, 0, 0], [0, np.cos(c), -np.sin(c)], [0, np.sin(c), np.cos(c)]])
    return z @ y @ x


@dataclass(frozen=True)
class Build:
    """Lengths (in) and girths (1: a fit warrior) of a body; ``size`` scales everything."""

    size: float = 1.0
    thigh: float = 0.30
    shin: float = 0.29
    upper_arm: float = 0.225
    forearm: float = 0.255
    hips: float = 0.082
    shoulders: float = 0.178
    spine: float = 0.36
    head: float = 1.0
    limbs: float = 1.0
    chest: float = 1.0
    belly: float = 1.0
    hands: float = 1.0


@dataclass(frozen=True)
class Pose:
    """Where things are, in inches before scaling, feet on z = 0, facing +x; angles in degrees.

    ``left_foot``: x, y, height of the sole, toe-out yaw, heel pitch. Hands: the middle of the fist; elbows and knees
    point towards their poles. ``chest`` and ``head``: yaw, lean, roll.
    """

    pelvis: tuple[float, float, float] = (0.0, 0.0, 0.64)
    hips: tuple[float, float, float] = (0.0, 0.0, 0.0)
    chest: tuple[float, float, float] = (0.0, 4.0, 0.0)
    head: tuple[float, float, float] = (0.0, 4.0, 0.0)
    left_foot: tuple[float, float, float, float, float] = (0.02, 0.13, 0.0, 15.0, 0.0)
    right_foot: tuple[float, float, float, float, float] = (-0.02, -0.13, 0.0, -15.0, 0.0)
    left_hand: tuple[float, float, float] = (0.1, 0.28, 0.6)
    right_hand: tuple[float, float, float] = (0.1, -0.28, 0.6)
    left_elbow: tuple[float, float, float] = (-0.5, 0.6, -0.4)
    right_elbow: tuple[float, float, float] = (-0.5, -0.6, -0.4)
    left_knee: tuple[float, float, float] | None = None
    right_knee: tuple[float, float, float] | None = None


def _bend(root: Vector, goal: Vector, first: float, second: float, pole: Vector) -> tuple[Vector, Vector]:
    """Return the joint between two limbs from ``root`` towards ``goal`` that bends towards ``pole``, and their end."""
    way = goal - root
    distance = float(np.linalg.norm(way))
    along = way / max(distance, 1e-9)
    reach = float(np.clip(distance, abs(first - second) + 1e-3, (first + second) * 0.995))
    side = pole - (pole @ along) * along
    side = side / max(float(np.linalg.norm(side)), 1e-9)
    near = (first**2 - second**2 + reach**2) / (2 * reach)
    height = np.sqrt(max(first**2 - near**2, 0.0))
    return root + near * along + height * side, root + reach * along


@dataclass(frozen=True, eq=False)
class Body:
    """The joints of a posed body: points (3,) in inches, frames (3, 3) with columns forward, left, up."""

    build: Build
    pelvis: Vector
    hips: NDArray[np.float64]
    waist: Vector
    middle: Vector
    chest: NDArray[np.float64]
    neck: Vector
    head: Vector
    gaze: NDArray[np.float64]
    hip: dict[str, Vector] = field(default_factory=dict)
    knee: dict[str, Vector] = field(default_factory=dict)
    ankle: dict[str, Vector] = field(default_factory=dict)
    foot: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    shoulder: dict[str, Vector] = field(default_factory=dict)
    elbow: dict[str, Vector] = field(default_factory=dict)
    wrist: dict[str, Vector] = field(default_factory=dict)
    fist: dict[str, Vector] = field(default_factory=dict)

    @property
    def size(self) -> float:
        """Return the scale of the body."""
        return self.build.size

    @classmethod
    def posed(cls, pose: Pose, build: Build | None = None) -> "Body":
        """Return the body in ``pose``."""
        b = build or Build()
        s = b.size
        hips, chest, gaze = turned(*pose.hips), turned(*pose.chest), turned(*pose.head)
        pelvis = np.array(pose.pelvis) * s
        waist = pelvis + hips[:, 2] * 0.12 * s
        middle = waist + (hips[:, 2] * 0.3 + chest[:, 2] * 0.7) * (b.spine - 0.22) * s
        yoke = waist + (hips[:, 2] * 0.15 + chest[:, 2] * 0.85) * (b.spine - 0.12) * s
        neck = yoke + chest[:, 2] * 0.045 * s
        head = neck + (gaze[:, 2] * 0.13 + gaze[:, 0] * 0.025) * s * b.head
        body = cls(b, pelvis, hips, waist, middle, chest, neck, head, gaze)
        for side, sign in SIGN.items():
            body._leg(side, sign, pose)
            body._arm(side, sign, pose, yoke)
        return body

    def _leg(self, side: str, sign: float, pose: Pose) -> None:
        s, b = self.build.size, self.build
        x, y, z, yaw, pitch = pose.left_foot if side == "left" else pose.right_foot
        foot = turned(yaw, pitch)
        ankle = np.array([x, y, z]) * s + foot[:, 2] * 0.075 * s
        if pitch > 0:
            ankle[2] += np.sin(np.radians(pitch)) * 0.11 * s
        hip = self.pelvis + self.hips[:, 1] * sign * b.hips * s
        pole = pose.left_knee if side == "left" else pose.right_knee
        toward = turned(yaw)[:, 0] if pole is None else np.array(pole)
        knee, end = _bend(hip, ankle, b.thigh * s, b.shin * s, toward)
        self.hip[side], self.knee[side], self.ankle[side], self.foot[side] = hip, knee, end, foot

    def _arm(self, side: str, sign: float, pose: Pose, yoke: Vector) -> None:
        s, b = self.build.size, self.build
        goal = np.array(pose.left_hand if side == "left" else pose.right_hand) * s
        pole = np.array(pose.left_elbow if side == "left" else pose.right_elbow)
        flat = yoke + self.chest[:, 1] * sign * b.shoulders * s - self.chest[:, 2] * 0.01 * s
        lift = np.clip((goal - flat) @ self.chest[:, 2] / (0.48 * s), 0, 1)
        shoulder = flat + self.chest[:, 2] * 0.05 * lift * s - self.chest[:, 1] * sign * 0.03 * lift * s
        elbow, end = _bend(shoulder, goal, b.upper_arm * s, b.forearm * s, pole)
        way = (end - elbow) / np.linalg.norm(end - elbow)
        self.shoulder[side], self.elbow[side], self.fist[side] = shoulder, elbow, end
        self.wrist[side] = end - way * 0.055 * s

    def on_chest(self, point: ArrayLike) -> Vector:
        """Return a point given from the middle of the chest in its own axes (in, before scaling)."""
        return self.middle + self.chest @ (np.asarray(point, dtype=float) * self.size)

    def on_hips(self, point: ArrayLike) -> Vector:
        """Return a point given from the pelvis in its own axes (in, before scaling)."""
        return self.pelvis + self.hips @ (np.asarray(point, dtype=float) * self.size)

    def on_head(self, point: ArrayLike) -> Vector:
        """Return a point given from the middle of the head in its own axes (in, before scaling)."""
        return self.head + self.gaze @ (np.asarray(point, dtype=float) * self.size * self.build.head)

    def on_foot(self, side: str, point: ArrayLike) -> Vector:
        """Return a point given from the ankle in the foot's axes (in, before scaling)."""
        return self.ankle[side] + self.foot[side] @ (np.asarray(point, dtype=float) * self.size)
