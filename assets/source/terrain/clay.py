"""Painted solids: manifold3d bodies that carry colour and material through every union and cut."""

from collections.abc import Iterable
from dataclasses import dataclass

import manifold3d as m3
import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.solid import Solid
from warcry3d.table.skin import Material

__all__ = ["GRID", "Body", "Built", "Paint", "build", "carve", "moved", "painted", "unite"]

Body = m3.Manifold

GRID = 2.0**-13
"""Positions are rounded to this grid (in): 3 micrometres. Up to 64 in from the origin every grid point is exact in
float32 and two grid points are further apart than the weld distance, so a file reads back as the same solid."""

TOLERANCE = 0.003
"""Edges shorter than this (in) are closed after a union: stones that just graze each other leave slivers."""


@dataclass(frozen=True, slots=True)
class Paint:
    """An sRGB colour, each channel 0..1, and a material."""

    colour: tuple[float, float, float]
    material: Material

    def shade(self, factor: float) -> "Paint":
        """Return the paint lighter or darker."""
        r, g, b = (min(1.0, max(0.0, c * factor)) for c in self.colour)
        return Paint((r, g, b), self.material)

    def mixed(self, other: "Paint", share: float) -> "Paint":
        """Return the paint with ``share`` (0..1) of the other's colour, its own material."""
        r, g, b = (a + (c - a) * share for a, c in zip(self.colour, other.colour, strict=True))
        return Paint((r, g, b), self.material)


@dataclass(frozen=True, eq=False)
class Built:
    """A finished part: a checked solid with float32-exact vertices; colours (m, 3) uint8, materials (m,) uint8."""

    solid: Solid
    colours: NDArray[np.uint8]
    materials: NDArray[np.uint8]


def painted(body: Body, paint: Paint) -> Body:
    """Return the body with every vertex in ``paint``."""
    mesh = body.to_mesh64()
    assert body.num_prop() == 0, "painted twice"
    points = mesh.vert_properties
    coat = np.array([*paint.colour, float(paint.material)])
    coated = np.ascontiguousarray(np.hstack([points, np.tile(coat, (len(points), 1))]))
    return Body(m3.Mesh64(coated, np.array(mesh.tri_verts)))


def moved(body: Body, at: Iterable[float], *, turn: float = 0.0, tilt: tuple[float, float] = (0.0, 0.0)) -> Body:
    """Return the body tilted about x and y, turned about z (degrees), then moved to ``at``."""
    return body.rotate((tilt[0], tilt[1], turn)).translate(tuple(float(c) for c in at))


def unite(bodies: Iterable[Body]) -> Body:
    """Return the union of painted bodies."""
    return Body.batch_boolean(list(bodies), m3.OpType.Add)


def carve(body: Body, tools: Iterable[Body]) -> Body:
    """Return ``body`` without the tools; the cut faces show the tools' paint."""
    return Body.batch_boolean([body, *tools], m3.OpType.Subtract)


def build(bodies: Iterable[Body], *, floor: bool = True) -> Built:
    """Return the union as a finished part; with ``floor`` cut off level at z = 0."""
    whole = unite(bodies)
    if floor:
        whole = whole.trim_by_plane((0.0, 0.0, 1.0), 0.0)
    return _rounded(whole.simplify(TOLERANCE))


def _rounded(body: Body) -> Built:
    """Return the body with its corners on the grid, each in a place of its own."""
    mesh = body.to_mesh64()
    same = np.arange(len(mesh.vert_properties))
    same[np.asarray(mesh.merge_from_vert, dtype=np.int64)] = np.asarray(mesh.merge_to_vert, dtype=np.int64)
    while (same[same] != same).any():
        same = same[same]
    kept, index = np.unique(same, return_inverse=True)
    raw = mesh.tri_verts.astype(np.int64)
    faces = index.reshape(-1)[raw]
    steps = _apart(np.round(mesh.vert_properties[kept, :3] / GRID).astype(np.int64), faces)
    coat = mesh.vert_properties[raw[:, 0], 3:7]
    faces, coat = _unflattened(steps, faces, coat)
    colours = np.clip(np.round(coat[:, :3] * 255), 0, 255).astype(np.uint8)
    return Built(Solid(steps * GRID, faces.astype(np.int32)), colours, np.round(coat[:, 3]).astype(np.uint8))


def _unflattened(
    steps: NDArray[np.int64], faces: NDArray[np.int64], coat: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return faces and their coats with no triangle without area: its long side is flipped with its neighbour's."""
    faces, coat = faces.copy(), coat.copy()
    for _ in range(20):
        corners = steps[faces]
        area = np.abs(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])).sum(axis=1)
        flat = np.flatnonzero(area == 0)
        if not len(flat):
            break
        beside = {(int(f[k]), int(f[k - 2])): i for i, f in enumerate(faces) for k in range(3)}
        f = flat[0]
        long = int(np.argmax([((corners[f, k] - corners[f, k - 2]) ** 2).sum() for k in range(3)]))
        a, b, c = (int(faces[f, (long + k) % 3]) for k in range(3))
        g = beside[b, a]
        d = next(int(v) for v in faces[g] if v not in (a, b))
        faces[f], faces[g], coat[f] = (a, d, c), (d, b, c), coat[g]
    return faces, coat


def _apart(steps: NDArray[np.int64], faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return grid points with no two alike: where surfaces touch in a corner, one corner draws back into its body.

    Welding by place would otherwise join four triangles at an edge, and the solid would no longer be closed.
    """
    normals = np.zeros(steps.shape)
    a, b, c = (steps[faces[:, k]].astype(np.float64) for k in range(3))
    area = np.cross(b - a, c - a)
    for k in range(3):
        np.add.at(normals, faces[:, k], area)
    inward = -normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    for reach in range(2, 40):
        _, first = np.unique(steps, axis=0, return_index=True)
        again = np.setdiff1d(np.arange(len(steps)), first)
        if not len(again):
            return steps
        shift = np.round(inward[again] * reach).astype(np.int64)
        shift[:, 2] = np.where(steps[again, 2] == 0, 0, shift[:, 2])
        shift[(shift == 0).all(axis=1), reach % 2] = reach
        steps = steps.copy()
        steps[again] += shift
    raise MeshError("{count} corners cannot be told apart", count=len(again))
