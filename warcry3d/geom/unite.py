"""The union of solids that touch or cross, so that no crack is left between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from warcry3d.errors import MeshError
from warcry3d.geom.halfedges import Indices
from warcry3d.geom.solid import FloatArray, Solid

__all__ = ["MOST_WORK", "United", "joined_shells", "overlapping", "unite"]

MOST_WORK = 6_000_000
"""Triangles that may come out of all steps of a union together. What makes more is a heap of shells that all cross each
other, and is refused: so many take half a minute and more than a gigabyte."""

_AT_ONCE = 256
"""So many shells are united in one step; more by sixteens, neighbours first, so that the work is counted on the way."""
_BY = 16

_CROWD, _CROWDED_WORK, _CROWDED_BY = 30, 1_500_000, 4
"""Where shells lie in each other's boxes with more than 50,000 triangles, each counted for every such box, and with so
many times more than there are, they cross each other everywhere and the union grows from step to step: less work is
enough then, and smaller steps. Forty crossing plates on each axis (1,440 triangles) count 115,000, and their union has
858,000 triangles after ten seconds; 55,000 shells at random, which can be united, count six times their triangles."""
_FEW = 50_000

_MOST_AT_ONCE = 4_000_000
"""Pairs of a face and a box that are looked at together."""

_MOST_PAIRS = 20_000_000
"""Pairs of boxes that are compared; where more lie beside each other along every axis, some are taken to meet."""


@dataclass(frozen=True, slots=True, eq=False)
class United:
    """The union of several solids: for each of its triangles, ``which`` (m,) solid it comes from and ``source`` (m,)
    the number of the triangle there in whose plane it lies.
    """

    solid: Solid
    which: Indices
    source: Indices


def unite(solids: Sequence[Solid]) -> United:
    """Return the union of one or more solids; raise `MeshError` where a solid cannot be cut.

    A single solid, and solids far from each other, come back unchanged, triangle by triangle.
    """
    if not solids:
        raise ValueError("there are no solids to unite")
    offsets = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    vertices = np.concatenate([solid.vertices for solid in solids])
    faces = np.concatenate(
        [solid.faces.astype(np.int64) + offset for solid, offset in zip(solids, offsets, strict=False)]
    )
    which = np.repeat(np.arange(len(solids)), [len(solid.faces) for solid in solids])
    first = np.cumsum([0, *(len(solid.faces) for solid in solids)])
    if not overlapping(vertices, faces, which):
        return United(Solid(vertices, faces.astype(np.int32)), which, np.arange(len(faces)) - first[which])
    united = joined_shells(vertices, faces, which)
    return United(united.solid, united.which, united.source - first[united.which])


def overlapping(vertices: FloatArray, faces: Indices, group: Indices) -> bool:
    """Return whether the boxes around any two groups of faces meet. group: (m,) a number for each face."""
    numbers, label = np.unique(group, return_inverse=True)
    if len(numbers) < 2:
        return False
    low, high = _group_bounds(vertices, faces, label.ravel(), len(numbers))
    axis, pairs = min(((k, _beside(low[:, k], high[:, k])) for k in range(3)), key=lambda found: found[1])
    if pairs > _MOST_PAIRS:
        return True
    order = np.argsort(low[:, axis])
    low, high = low[order], high[order]
    for i in range(len(low) - 1):
        stop = int(np.searchsorted(low[:, axis], high[i, axis], side="right"))
        rest = slice(i + 1, stop)
        if ((low[rest] <= high[i]) & (high[rest] >= low[i])).all(axis=1).any():
            return True
    return False


def _beside(low: FloatArray, high: FloatArray) -> int:
    """Return how many pairs of stretches from ``low`` to ``high`` meet."""
    starts = np.sort(low)
    return int((np.searchsorted(starts, high, side="right") - np.searchsorted(starts, low, side="left") - 1).sum() // 2)


def _group_bounds(vertices: FloatArray, faces: Indices, label: Indices, count: int) -> tuple[FloatArray, FloatArray]:
    order = np.argsort(label, kind="stable")
    start = np.searchsorted(label[order], np.arange(count))
    corners = vertices[faces[order]]
    return np.minimum.reduceat(corners.min(axis=1), start), np.maximum.reduceat(corners.max(axis=1), start)


def joined_shells(vertices: FloatArray, faces: Indices, group: Indices) -> United:
    """Return the union of the closed groups of faces; ``source`` counts through all of ``faces``.

    Each group must be closed, oriented and face outward as a whole (a cavity belongs to the group of its shell). Raises
    `MeshError` where a group cannot be cut, or the union takes more than `MOST_WORK`.
    """
    import manifold3d

    order = np.argsort(group, kind="stable")
    numbers, first = np.unique(group[order], return_index=True)
    members = np.split(order, first[1:])
    base = manifold3d.Manifold.reserve_ids(len(numbers))
    bodies = [_body(manifold3d, vertices, faces, which, base + i) for i, which in enumerate(members)]
    mesh = _added(manifold3d, bodies, is_crowded=_are_crowded(vertices, faces, members)).to_mesh64()
    points = np.array(mesh.vert_properties, dtype=np.float64)[:, :3]
    triangles = np.array(mesh.tri_verts, dtype=np.int64)
    if len(mesh.merge_from_vert):
        to = np.arange(len(points))
        to[np.array(mesh.merge_from_vert, dtype=np.int64)] = np.array(mesh.merge_to_vert, dtype=np.int64)
        triangles = to[triangles]
    run_ends = np.array(mesh.run_index, dtype=np.int64) // 3
    which = numbers[np.repeat(np.array(mesh.run_original_id, dtype=np.int64) - base, run_ends[1:] - run_ends[:-1])]
    solid = Solid(points, triangles.astype(np.int32))
    return United(solid, which, np.array(mesh.face_id, dtype=np.int64))


def _are_crowded(vertices: FloatArray, faces: Indices, members: list[Indices]) -> bool:
    """Return whether groups of faces lie in each other's boxes with more triangles than `_CROWD` says."""
    import shapely

    many = max(_FEW, _CROWD * len(faces)) + len(faces)  # each face lies in the box of its own group
    corners = vertices[faces]
    below, above = corners.min(axis=1), corners.max(axis=1)
    low = np.array([below[which].min(axis=0) for which in members])
    high = np.array([above[which].max(axis=0) for which in members])
    tree = shapely.STRtree(shapely.box(*below[:, :2].T, *above[:, :2].T))
    boxes = shapely.box(*low[:, :2].T, *high[:, :2].T)
    step, total = max(1, _MOST_AT_ONCE // len(faces)), 0
    for first in range(0, len(boxes), step):
        group, face = tree.query(boxes[first : first + step])
        group = first + group
        total += int(((below[face, 2] <= high[group, 2]) & (above[face, 2] >= low[group, 2])).sum())
        if total > many:
            return True
    return False


def _added_at_once(manifold3d: Any, bodies: list[Any]) -> Any:
    return manifold3d.Manifold.batch_boolean(bodies, manifold3d.OpType.Add)


def _added(manifold3d: Any, bodies: list[Any], *, is_crowded: bool) -> Any:
    """Return the union of bodies; raise `MeshError` where it takes more work than there may be.

    Of crowded ones also where the next step is going to: it grows as much as the last one did.
    """
    if len(bodies) <= _AT_ONCE and not is_crowded:
        return _added_at_once(manifold3d, bodies)
    most, by = (_CROWDED_WORK, _CROWDED_BY) if is_crowded else (MOST_WORK, _BY)
    count, work, last = len(bodies), 0, sum(body.num_tri() for body in bodies)
    boxes = np.array([body.bounding_box() for body in bodies]).reshape(-1, 2, 3)
    bodies = [bodies[i] for i in _along_a_curve(boxes.mean(axis=1)).tolist()]
    while len(bodies) > 1:
        step, made = [], 0
        for first in range(0, len(bodies), by):
            some = bodies[first : first + by]
            step.append(_added_at_once(manifold3d, some) if len(some) > 1 else some[0])
            made += step[-1].num_tri()
            if work + made > most:
                raise _crossing_error(count)
        bodies, work, growth, last = step, work + made, made / max(last, 1), made
        if is_crowded and len(bodies) > 1 and work + made * growth > most:
            raise _crossing_error(count)
    return bodies[0]


def _crossing_error(count: int) -> MeshError:
    return MeshError(
        "its {count} shells cross each other in too many places to be united; unite them in a modelling program, or "
        "leave some out",
        count=count,
    )


def _along_a_curve(points: FloatArray) -> Indices:
    """Return points (n, 3) in an order in which neighbours come together (Morton's)."""
    extent = max(float(np.ptp(points, axis=0).max()), 1e-300)
    cells = ((points - points.min(axis=0)) / extent * 1023).astype(np.int64)
    code = np.zeros(len(points), dtype=np.int64)
    for bit in range(10):
        for axis in range(3):
            code |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(code, kind="stable")


def _body(manifold3d: Any, vertices: FloatArray, faces: Indices, which: Indices, id: int) -> Any:
    used, inverse = np.unique(faces[which], return_inverse=True)
    body = manifold3d.Manifold(
        manifold3d.Mesh64(
            np.array(vertices[used], order="C"),
            inverse.reshape(-1, 3).astype(np.uint64),
            run_index=np.array([0, 3 * len(which)], dtype=np.uint64),
            run_original_id=np.array([id], dtype=np.uint32),
            face_id=which.astype(np.uint64),
        )
    )
    if body.status() != manifold3d.Error.NoError:
        x, y, z = vertices[used].mean(axis=0)
        raise MeshError(
            "the shell around ({x:.2f}, {y:.2f}, {z:.2f}) cannot be united with the rest: {reason}",
            x=x,
            y=y,
            z=z,
            reason=body.status().name,
        )
    return body
