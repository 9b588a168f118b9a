"""Throws of dice: how they fly, bounce and come to rest in a tray, with the faces up that are due.

Bullet, which is part of Panda3D's wheel, simulates cubes that all look alike. Then each die's mesh is turned so that
the face which is due lies on top where the cube came to rest. The motion is honest, and the result is exact. Eight
dice take about 15 ms.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from panda3d.bullet import BulletBoxShape, BulletPlaneShape, BulletRigidBodyNode, BulletWorld
from panda3d.core import LQuaternionf, LVector3, TransformState

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation

__all__ = ["FACE_AXES", "MOST_DICE", "SIDES", "TRAY", "DiceThrow", "throw_dice"]

SIDES = 6
"""Dice with other numbers of sides are not thrown."""
MOST_DICE = 16
"""So many dice find room in the tray."""
TRAY = (13.0, 6.5)
"""Width and depth of the tray; its middle is the origin, a die is one unit wide."""
FACE_AXES: dict[int, tuple[int, int, int]] = {
    1: (0, 0, 1),
    2: (0, 1, 0),
    3: (1, 0, 0),
    4: (-1, 0, 0),
    5: (0, -1, 0),
    6: (0, 0, -1),
}
"""Which way each face looks on a die's mesh; opposite faces add up to seven."""
FRAMES = 60
"""Poses in a second."""
LONGEST = 4.0
"""A throw that takes longer (s) is thrown again."""
TRIES = 12
_FLAT = 0.999
_TURN = [4, 5, 6, 3]
"""Where in a pose the turn stands, as scipy has it: x, y, z, w."""
_GRAVITY = -60.0
_REST = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class DiceThrow:
    """How dice fall. ``poses`` (frames, n, 7): place (x, y, z) and turn (w, x, y, z) of each, ``FRAMES`` a second."""

    faces: tuple[int, ...]
    poses: NDArray[np.float64]

    @property
    def seconds(self) -> float:
        """Return how long it takes until all lie still."""
        return len(self.poses) / FRAMES

    def at(self, seconds: float) -> tuple[tuple[float, ...], ...]:
        """Return the pose of each die so long after the throw; at rest after its end."""
        frame = min(max(int(seconds * FRAMES), 0), len(self.poses) - 1)
        return tuple(tuple(pose) for pose in self.poses[frame].tolist())


def throw_dice(faces: Sequence[int], seed: int) -> DiceThrow | None:
    """Return a throw that ends on these faces; None where there are too many dice, or none with six sides.

    The same seed gives the same throw.
    """
    if not 0 < len(faces) <= MOST_DICE or not all(1 <= face <= SIDES for face in faces):
        return None
    for attempt in range(TRIES):
        poses = _simulated(len(faces), random.Random(f"{seed} {attempt}"))
        if poses is not None:
            return DiceThrow(tuple(faces), _showing(poses, faces))
    return None


def _simulated(count: int, chance: random.Random) -> NDArray[np.float64] | None:
    """Return poses of cubes until all lie flat and still; None where one does not."""
    world = BulletWorld()
    world.set_gravity(LVector3(0, 0, _GRAVITY))
    for normal, distance in _walls():
        wall = BulletRigidBodyNode("wall")
        wall.add_shape(BulletPlaneShape(LVector3(*normal), distance))
        wall.set_friction(0.6)
        wall.set_restitution(0.35)
        world.attach(wall)
    dice = [_die(world, place, chance) for place in range(count)]
    frames = list[list[tuple[float, ...]]]()
    still = 0
    while len(frames) < LONGEST * FRAMES:
        world.do_physics(1 / FRAMES, 4, 1 / (4 * FRAMES))
        frames.append([_pose(die) for die in dice])
        still = still + 1 if all(_is_still(die) for die in dice) else 0
        if still > _REST * FRAMES:
            poses = np.array(frames)
            return poses if _all_flat(poses[-1]) else None
    return None


def _walls() -> tuple[tuple[tuple[float, float, float], float], ...]:
    """Return the planes of the tray: normal, and distance from the origin."""
    width, depth = TRAY
    return (
        ((0, 0, 1), 0.0),
        ((1, 0, 0), -width / 2),
        ((-1, 0, 0), -width / 2),
        ((0, 1, 0), -depth / 2),
        ((0, -1, 0), -depth / 2),
    )


def _die(world: BulletWorld, place: int, chance: random.Random) -> BulletRigidBodyNode:
    """Put a die into the hand at the left of the tray and throw it to the right."""
    die = BulletRigidBodyNode("die")
    die.set_mass(1.0)
    die.add_shape(BulletBoxShape(LVector3(0.5, 0.5, 0.5)))
    die.set_friction(0.5)
    die.set_restitution(0.3)
    die.set_angular_damping(0.25)
    row, column = place % 4, place // 4
    at = (-TRAY[0] / 2 + 0.9 + 1.2 * (column % 3), -2.1 + 1.4 * row, 2.0 + 1.3 * (column // 3) + 0.3 * chance.random())
    turn = LQuaternionf(*(chance.gauss(0, 1) for _ in range(4)))
    turn.normalize()
    die.set_transform(TransformState.make_pos_quat_scale(LVector3(*at), turn, LVector3(1, 1, 1)))
    die.set_linear_velocity(LVector3(chance.uniform(9, 15), chance.uniform(-3, 3), chance.uniform(-2, 3)))
    die.set_angular_velocity(LVector3(*(chance.uniform(-16, 16) for _ in range(3))))
    die.set_deactivation_enabled(False)
    world.attach(die)
    return die


def _pose(die: BulletRigidBodyNode) -> tuple[float, ...]:
    state = die.get_transform()
    (x, y, z), turn = state.get_pos(), state.get_quat()
    return x, y, z, turn.get_r(), turn.get_i(), turn.get_j(), turn.get_k()


def _is_still(die: BulletRigidBodyNode) -> bool:
    return bool(die.get_linear_velocity().length() < 0.25 and die.get_angular_velocity().length() < 0.35)


def _all_flat(poses: NDArray[np.float64]) -> bool:
    """Return whether all dice lie on a face on the tray, none leaning and none on another."""
    ups = _turns(poses).as_matrix()[:, 2]
    return bool((np.abs(ups).max(axis=1) > _FLAT).all() and (poses[:, 2] < 0.6).all())


def _showing(poses: NDArray[np.float64], faces: Sequence[int]) -> NDArray[np.float64]:
    """Return the poses with each mesh turned in its cube so that its face is on top at the end."""
    turned = poses.copy()
    for die, face in enumerate(faces):
        turns = _turns(poses[:, die])
        up = turns[-1].as_matrix()[2]
        top = np.where(np.arange(3) == np.abs(up).argmax(), np.sign(up), 0.0)
        turned[:, die, _TURN] = (turns * _onto(np.array(FACE_AXES[face], float), top)).as_quat()
    return turned


def _turns(poses: NDArray[np.float64]) -> "Rotation":
    """Return the turns of poses (n, 7); the third row of each one's matrix says how far its axes point up."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_quat(poses[:, _TURN])


def _onto(start: NDArray[np.float64], end: NDArray[np.float64]) -> "Rotation":
    """Return the turn of a cube that brings one of its axes onto another: by a quarter, a half, or not at all."""
    from scipy.spatial.transform import Rotation

    if start @ end < -0.5:
        return Rotation.from_rotvec(math.pi * np.roll(start, 1))
    return Rotation.from_rotvec(math.pi / 2 * np.cross(start, end))
