"""Sweeps: closed shells around all that a solid covers while it is shifted and turned a little on the level."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from warcry3d.geom.solid import FloatArray, IntArray, Solid

__all__ = ["SIDES", "Shell", "Sweep", "sweep_of"]

_SAFE = 1e-6
"""Shells are this much (in) larger than they must be, which is more than rounding takes off."""
SIDES, _MOST_SIDES = 8, 64
"""Circles are replaced by polygons around them, with so many sides unless told otherwise, and so many at most."""


@dataclass(frozen=True, eq=False)
class Shell:
    """A convex shell around some of a solid's triangles (``faces``, their numbers), however they are moved.

    ``sides``: of the polygon that stands for a circle, around it.
    """

    faces: IntArray
    sides: int
    solid: Solid


@dataclass(frozen=True, eq=False)
class Sweep:
    """What the surface of ``solid`` covers, shifted by up to ``shift`` (in) any way on the level and turned by up to
    ``turn`` (radians) either way about the z axis of its own frame: all of it lies within some of the ``shells``.

    A point of a triangle moves by the same mean of its corners' moves: so a shell is the hull of discs around corners,
    each as wide as its corner may move.
    """

    solid: Solid
    shift: float
    turn: float
    shells: tuple[Shell, ...]

    @cached_property
    def hull(self) -> Solid:
        """Return the shells as one closed solid that overlaps itself."""
        first = np.cumsum([0, *(len(shell.solid.vertices) for shell in self.shells)])
        faces = [shell.solid.faces + at for shell, at in zip(self.shells, first, strict=False)]
        return Solid(
            np.concatenate([shell.solid.vertices for shell in self.shells]), np.concatenate(faces), _checked=True
        )

    def refined(self, points: FloatArray) -> "Sweep":
        """Return the sweep with closer shells where any of ``points`` (n, 3) lies in one; itself if none can be."""
        shells: list[Shell] = []
        for shell in self.shells:
            low, high = shell.solid.bounds
            is_near = bool(((points >= low - _SAFE) & (points <= high + _SAFE)).all(axis=1).any())
            shells += _closer(self, shell) if is_near else (shell,)
        if len(shells) == len(self.shells) and all(a is b for a, b in zip(shells, self.shells, strict=True)):
            return self
        return Sweep(self.solid, self.shift, self.turn, tuple(shells))


def sweep_of(solid: Solid, shift: float, turn: float = 0.0, *, shells: int = 32, sides: int = SIDES) -> Sweep:
    """Return what the surface of ``solid`` covers within so many shells or a few more; see `Sweep` and `Shell`."""
    sweep = Sweep(solid, shift, turn, ())
    clusters = [np.arange(len(solid.faces), dtype=np.int32)]
    while len(clusters) < min(shells, len(solid.faces)):
        clusters = [half for cluster in clusters for half in _halves(solid, cluster)]
    return Sweep(solid, shift, turn, tuple(_shell(sweep, cluster, sides) for cluster in clusters))


def _closer(sweep: Sweep, shell: Shell) -> Sequence[Shell]:
    """Return shells of the same triangles that lie closer: of half as many, or with more sides."""
    if len(shell.faces) > 1:
        return [_shell(sweep, half, shell.sides) for half in _halves(sweep.solid, shell.faces)]
    if shell.sides < _MOST_SIDES:
        return [_shell(sweep, shell.faces, 2 * shell.sides)]
    return [shell]


def _halves(solid: Solid, faces: IntArray) -> tuple[IntArray, ...]:
    """Return triangles cut in two along the direction in which they lie farthest apart."""
    if len(faces) < 2:
        return (faces,)
    middles = solid.triangles[faces].mean(axis=1)
    order = faces[np.argsort(middles[:, np.ptp(middles, axis=0).argmax()], kind="stable")]
    return order[: len(order) // 2], order[len(order) // 2 :]


def _shell(sweep: Sweep, faces: IntArray, sides: int) -> Shell:
    import manifold3d

    corners = sweep.solid.vertices[np.unique(sweep.solid.faces[faces])]
    reach = sweep.shift + 2.0 * np.hypot(corners[:, 0], corners[:, 1]) * math.sin(min(sweep.turn, math.pi) / 2.0)
    around = 2.0 * math.pi * (np.arange(sides) + 0.5) / sides
    ring = np.stack([np.cos(around), np.sin(around)], axis=1) / math.cos(math.pi / sides)
    discs = np.repeat(corners, sides, axis=0)
    discs[:, :2] += ((reach[:, None, None] + _SAFE) * ring).reshape(-1, 2)
    if np.ptp(corners[:, 2]) < _SAFE:  # a hull of one level has no inside
        up = np.array([0.0, 0.0, _SAFE])
        discs = np.concatenate([discs + up, discs - up])
    mesh = manifold3d.Manifold.hull_points(discs).to_mesh64()
    solid = Solid(np.array(mesh.vert_properties)[:, :3], np.array(mesh.tri_verts).astype(np.int32), _checked=True)
    return Shell(faces, sides, solid)
