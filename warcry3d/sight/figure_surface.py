"""The surface of a figure on a table, to take points from: evenly by area, or evenly as in a picture of it."""

import math

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.geom.tree import Mesh

__all__ = ["FigureSurface"]

_OFF = 1e-6
"""Points lie so far (in) off the surface, so that it does not itself stop lines that end there."""
_WAYS = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if x or y or z], np.float64)


class FigureSurface:
    """The surface of some faces of a mesh."""

    def __init__(self, mesh: Mesh, faces: NDArray[np.int32]) -> None:
        used, renamed = np.unique(mesh.faces[faces], return_inverse=True)
        self._vertices: FloatArray = mesh.vertices[used]
        self._faces: NDArray[np.int32] = renamed.reshape(-1, 3).astype(np.int32)
        self._normals: FloatArray = mesh.normals[faces]
        a, b, c = (self._vertices[self._faces[:, k]] for k in range(3))
        self._offsets: FloatArray = (self._normals * a).sum(axis=1)
        self._areas = np.cumsum(np.linalg.norm(np.cross(b - a, c - a), axis=1))

    @property
    def is_there(self) -> bool:
        """Whether there is any surface."""
        return len(self._areas) > 0 and bool(self._areas[-1] > 0)

    @property
    def middle(self) -> FloatArray:
        """Return the middle of its box."""
        return np.asarray((self._vertices.min(axis=0) + self._vertices.max(axis=0)) / 2)

    def outermost(self) -> FloatArray:
        """Return its corners that reach farthest along the axes and between them (k, 3)."""
        return np.asarray(self._vertices[np.unique((self._vertices @ _WAYS.T).argmax(axis=0))])

    def nearest(self, spot: FloatArray) -> FloatArray:
        """Return its point (3,) nearest to a place (3,)."""
        corners = self._vertices[self._faces]
        along = np.roll(corners, -1, axis=1) - corners
        lengths = np.maximum((along * along).sum(axis=2), np.finfo(float).tiny)
        shares = np.clip(((spot - corners) * along).sum(axis=2) / lengths, 0.0, 1.0)
        feet = spot - (self._normals @ spot - self._offsets)[:, None] * self._normals
        sides = (np.cross(along, feet[:, None] - corners) * self._normals[:, None]).sum(axis=2)
        on_edges = (corners + shares[:, :, None] * along).reshape(-1, 3)
        is_over = (sides >= 0.0).all(axis=1) & self._normals.any(axis=1)  # a face without area has no normal
        places = np.concatenate([on_edges, feet[is_over]])
        return np.asarray(places[np.linalg.norm(places - spot, axis=1).argmin()])

    def points(self, units: FloatArray) -> FloatArray:
        """Return points (n, 3) just off it, evenly by area, for places (n, 3) in a unit cube."""
        return self._at(_chosen(self._areas, units[:, 0]), _evenly(units[:, 1:]))

    def outline(self, eye: FloatArray, units: FloatArray) -> FloatArray:
        """Return points (n, 3) just off it, evenly as in a picture taken from ``eye`` towards its middle, of all that
        faces the eye; none where nothing of it lies before the eye.
        """
        along, across, up = _frame(self.middle - eye)
        own = self._vertices - eye
        depth = own @ along
        deep = np.maximum(depth, _OFF)
        flat = np.stack([own @ across / deep, own @ up / deep])
        shown = np.flatnonzero(self._normals @ eye > self._offsets)  # half of them: all else is done for these alone
        corners = self._faces[shown].T
        (ax, ay), (bx, by), (cx, cy) = (flat[:, ends] for ends in corners)
        sizes = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
        if not (len(shown) and depth.min() > _OFF):
            sizes = np.where((depth[corners] > _OFF).all(axis=0), sizes, 0.0)
        sizes = np.cumsum(sizes)
        if not (len(sizes) and sizes[-1] > 0):
            return np.zeros((0, 3))
        face = shown[_chosen(sizes, units[:, 0])]
        weights = _evenly(units[:, 1:]) / depth[self._faces[face]]  # evenly in the picture, not on the triangle
        return self._at(face, weights / weights.sum(axis=1, keepdims=True))

    def _at(self, face: NDArray[np.int64], weights: FloatArray) -> FloatArray:
        """Return the points of triangles that lie between their corners by these weights (n, 3)."""
        corners = self._vertices[self._faces[face]]
        return np.asarray((corners * weights[:, :, None]).sum(axis=1) + self._normals[face] * _OFF)


def _frame(along: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return a direction as a unit vector, and two more square to it and to each other."""
    x, y, z = along.tolist()
    length = max(math.hypot(x, y, z), _OFF)
    x, y, z = x / length, y / length, z / length
    # square to the axis from which the direction is farthest
    p, q, r = min(((abs(x), (0.0, z, -y)), (abs(y), (-z, 0.0, x)), (abs(z), (y, -x, 0.0))))[1]
    width = max(math.hypot(p, q, r), _OFF)
    p, q, r = p / width, q / width, r / width
    up = (y * r - z * q, z * p - x * r, x * q - y * p)
    return np.array((x, y, z)), np.array((p, q, r)), np.array(up)


def _chosen(sums: FloatArray, units: FloatArray) -> NDArray[np.int64]:
    """Return numbers of triangles, each as often as its share of the sums says."""
    return np.asarray(np.minimum(np.searchsorted(sums, units * sums[-1], side="right"), len(sums) - 1))


def _evenly(units: FloatArray) -> FloatArray:
    """Return weights (n, 3) of a triangle's corners, evenly over it, for places (n, 2) in a unit square."""
    root, other = np.sqrt(units[:, 0]), units[:, 1]
    return np.column_stack([1 - root, root * (1 - other), root * other])
