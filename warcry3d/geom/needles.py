"""Needle triangles of flat faces: other diagonals of the same face take their place, corners stay where they are."""

from dataclasses import dataclass

import numpy as np

from warcry3d.errors import MeshError
from warcry3d.geom.halfedges import Indices
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.units import LENGTH_EPSILON, MM

__all__ = ["FLAT", "NEEDLE", "coplanar_groups", "needles_of", "without_needles"]

NEEDLE = 500.0
"""A triangle this many times longer than high is a needle: its normal and its printing path are unreliable."""
_SHORTEST = 1.0 * MM
"""Needles shorter than this (in) are ignored."""
_HIGHEST = 0.02 * MM
"""Higher than this (in) they are strips of large flat faces, and harmless: printers move in steps of 0.01 mm."""

FLAT = 1e-6
"""Corners this near to a plane (in) lie in it: what files round at ten inches."""

_ROUNDS, _MOST = 12, 20_000
"""Each round turns what the one before left; a mesh with more needles than `_MOST` is not of flat faces."""


def needles_of(triangles: FloatArray) -> tuple[Indices, FloatArray, FloatArray]:
    """Return which triangles (n, 3, 3) are needles, the longest first, and each one's length and height (in)."""
    sides = np.linalg.norm(np.roll(triangles, -1, axis=1) - triangles, axis=2)
    longest = sides.max(axis=1)
    doubled = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
    height = doubled / np.maximum(longest, LENGTH_EPSILON)
    found = np.flatnonzero((longest > _SHORTEST) & (height < _HIGHEST) & (height * NEEDLE < longest))
    found = found[np.argsort(-longest[found], kind="stable")]
    return found, longest[found], height[found]


def without_needles(solid: Solid) -> tuple[Solid, Indices]:
    """Return a solid with other diagonals where its flat faces have needles, and for each triangle one of before that
    lies in the same plane.

    The solid itself where there is nothing to turn. No corner moves by more than `FLAT`, so what touched it still does.
    """
    solid, source = _without_specks(solid)
    faces = solid.faces
    for _ in range(_ROUNDS):
        needles, _, height = needles_of(solid.vertices[faces])
        if not len(needles) or len(needles) > _MOST:
            break
        around = np.flatnonzero(np.isin(faces, faces[needles]).any(axis=1))
        fan = _Fan(solid.vertices, {int(k): faces[k].tolist() for k in around})
        turned = [pair for k in needles[np.argsort(height, kind="stable")].tolist() for pair in fan.turned(k)]
        if not turned:
            break
        faces = faces.copy()
        faces[list(fan.faces)] = list(fan.faces.values())
        for needle, other in turned:
            source[needle] = source[other]
    return (solid, source) if faces is solid.faces else (Solid(solid.vertices, faces, _checked=True), source)


def _without_specks(solid: Solid) -> tuple[Solid, Indices]:
    """Return a solid whose needles have no side shorter than `FLAT`, and which triangles are left; the same one where
    corners that are joined leave a surface that is not closed.
    """
    everything = np.arange(len(solid.faces))
    needles, _, _ = needles_of(solid.triangles)
    sides = np.concatenate([solid.faces[needles][:, [k, (k + 1) % 3]] for k in range(3)])
    close = np.linalg.norm(solid.vertices[sides[:, 0]] - solid.vertices[sides[:, 1]], axis=1) <= FLAT
    if not close.any():
        return solid, everything
    to = _joined(len(solid.vertices), sides[close])
    faces = to[solid.faces]
    left = np.flatnonzero((faces != np.roll(faces, 1, axis=1)).all(axis=1))
    try:
        joined = Solid(solid.vertices, faces[left].astype(np.int32))
    except MeshError:
        return solid, everything
    return joined, left


def _joined(count: int, pairs: Indices) -> Indices:
    """Return for each corner the least one that pairs join with it."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    graph = coo_matrix((np.ones(len(pairs), dtype=np.int8), pairs.T), shape=(count, count))
    _, label = connected_components(graph, directed=False)
    return np.asarray(np.unique(label, return_index=True)[1][label])


@dataclass
class _Fan:
    """The triangles around some needles, by number; ``edges``: which of them has the edge from a corner to another."""

    points: FloatArray
    faces: dict[int, list[int]]

    def __post_init__(self) -> None:
        self.edges = {pair: k for k, face in self.faces.items() for pair in _sides(face)}

    def turned(self, needle: int) -> list[tuple[int, int]]:
        """Turn the edge of a needle that gives the best two triangles; return it with its neighbour there, if any."""
        best, least = None, 1.2
        for a, b in _sides(self.faces[needle]):
            other = self.edges.get((b, a))
            if other is None or other == needle:
                continue
            c = next(x for x in self.faces[needle] if x not in (a, b))
            d = next(x for x in self.faces[other] if x not in (a, b))
            gain = self._gain(a, b, c, d)
            if gain > least:
                best, least = (other, [a, d, c], [d, b, c]), gain
        if best is None:
            return []
        other, first, second = best
        for k in (needle, other):
            for pair in _sides(self.faces[k]):
                del self.edges[pair]
        self.faces[needle], self.faces[other] = first, second
        for k in (needle, other):
            self.edges.update((pair, k) for pair in _sides(self.faces[k]))
        return [(needle, other)]

    def _gain(self, a: int, b: int, c: int, d: int) -> float:
        """Return how many times broader the worst of two triangles becomes if c to d takes the place of a to b; 0 where
        it cannot: they do not lie in a plane, or are bent inward there.
        """
        if c == d or (c, d) in self.edges or (d, c) in self.edges:
            return 0.0
        old = [self._across(a, b, c), self._across(b, a, d)]
        new = [self._across(a, d, c), self._across(d, b, c)]
        normal = max(old, key=lambda one: float(one @ one))
        size = float(np.linalg.norm(normal))
        if size <= 0.0 or max(abs(float((self.points[x] - self.points[a]) @ normal)) for x in (b, c, d)) > FLAT * size:
            return 0.0
        if min(float(one @ normal) for one in new) <= 0.0:
            return 0.0
        before = min(self._breadth(a, b, c, old[0]), self._breadth(b, a, d, old[1]))
        return min(self._breadth(a, d, c, new[0]), self._breadth(d, b, c, new[1])) / max(before, 1e-30)

    def _across(self, *corners: int) -> FloatArray:
        a, b, c = self.points[list(corners)]
        return np.asarray(np.cross(b - a, c - a))

    def _breadth(self, a: int, b: int, c: int, across: FloatArray) -> float:
        p, q, r = self.points[[a, b, c]]
        longest = max(float((q - p) @ (q - p)), float((r - q) @ (r - q)), float((p - r) @ (p - r)))
        return float(np.linalg.norm(across)) / max(longest, 1e-300)


def _sides(face: list[int]) -> tuple[tuple[int, int], ...]:
    a, b, c = face
    return (a, b), (b, c), (c, a)


def coplanar_groups(solid: Solid, label: Indices | None = None) -> Indices:
    """Return for each triangle the least number of those in one flat face with it, as far as edges join them.

    ``label``: triangles with different ones are of different faces.
    """
    count = len(solid.faces)
    beside = solid.edges.faces.astype(np.int64)
    is_flat = np.ones(len(beside), dtype=bool)
    for first, second in ((0, 1), (1, 0)):
        off = solid.vertices[solid.faces[beside[:, second]]] - solid.vertices[solid.faces[beside[:, first], 0]][:, None]
        normals = solid.normals[beside[:, first]]
        is_flat &= (np.abs(np.einsum("ijk,ik->ij", off, normals)) <= FLAT).all(axis=1)
    is_flat &= np.einsum("ij,ij->i", solid.normals[beside[:, 0]], solid.normals[beside[:, 1]]) > 0.5
    if label is not None:
        is_flat &= label[beside[:, 0]] == label[beside[:, 1]]
    face = _joined(count, beside[is_flat])
    # A finely divided curve joins from triangle to triangle as well: all of a face lies in its largest one's plane.
    t = solid.triangles
    size = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1)
    order = np.lexsort((-size, face))
    largest = np.arange(count)
    largest[face[order[::-1]]] = order[::-1]
    largest = largest[face]
    off = np.abs(np.einsum("ijk,ik->ij", t - t[largest, 0][:, None], solid.normals[largest])).max(axis=1)
    is_plane = np.ones(count, dtype=bool)
    is_plane[face[off > 2 * FLAT]] = False
    return np.where(is_plane[face], face, np.arange(count))
