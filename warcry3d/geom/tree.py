"""Bounding-box trees over triangles, and clusters of triangles with similar normals.

A `Mesh` holds several *groups* of closed surfaces (all terrain, then each figure) in one set of arrays; each group has
a tree of its own, so that a query may leave any of them out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.compiled import kernel
from warcry3d.geom.records import Floats1, Floats2, Ints1, Ints2, KernelRecord
from warcry3d.geom.solid import Placement, Solid

__all__ = ["CLUSTER", "Mesh", "joined", "mesh_of", "placed", "rejoined"]

MAX_DEPTH = 96
_TURNED = 1e-12
"""How much wider (cosine) cones of normals are taken once they are turned: more than rounding."""
_PLACED = ("vertices", "normals", "offsets", "boxes", "cones", "bounds")
"""What of a mesh depends on where it is placed."""
CLUSTER = 48
"""Faces in a cluster: floods pass over a cluster that faces one way by its rim of some 25 edges."""


@dataclass(frozen=True, eq=False)
class Mesh(KernelRecord):
    """Closed surfaces in groups. n vertices, m triangles, k tree nodes, g groups.

    vertices (n, 3), faces (m, 3), normals (m, 3) unit outward, offsets (m,) of the planes, neighbours (m, 3) across
    the edge from corner i to i+1; source (m,) the face this was in the solids. boxes (k, 6) low then high, children
    (k, 2) or leaf (-start-1, count) into the faces, cones (k, 4) axis and cosine of the widest normal (-1: all); roots
    (g,), -1 for a group of nothing. Clusters are connected faces that look much the same way, c in all: cluster (m,) of
    each face; spans (c, 4) first member, last, first rim edge, last; bounds (c, 11) box, cone, reach along its axis;
    members (m,) faces; rims (r, 2) face and corner of the edges between clusters.
    """

    vertices: Floats2
    faces: Ints2
    normals: Floats2
    offsets: Floats1
    neighbours: Ints2
    boxes: Floats2
    children: Ints2
    source: Ints1
    cones: Floats2
    roots: Ints1
    cluster: Ints1
    spans: Ints2
    bounds: Floats2
    members: Ints1
    rims: Ints2

    @property
    def placed_bytes(self) -> int:
        """Return how much memory what depends on its place takes (bytes); the rest is shared with other places."""
        return sum(getattr(self, field).nbytes for field in _PLACED)


_EMPTY = Mesh(
    np.zeros((0, 3)),
    np.zeros((0, 3), np.int32),
    np.zeros((0, 3)),
    np.zeros(0),
    np.zeros((0, 3), np.int32),
    np.zeros((0, 6)),
    np.zeros((0, 2), np.int32),
    np.zeros(0, np.int32),
    np.zeros((0, 4)),
    np.full(1, -1, np.int32),
    np.zeros(0, np.int32),
    np.zeros((0, 4), np.int32),
    np.zeros((0, 11)),
    np.zeros(0, np.int32),
    np.zeros((0, 2), np.int32),
)


def mesh_of(solids: Sequence[Solid], *, leaf: int) -> Mesh:
    """Return the solids as one group, faces in the order of its tree, at most ``leaf`` triangles in a leaf."""
    if not solids:
        return _EMPTY
    vertex = np.cumsum([0, *(len(s.vertices) for s in solids)])
    face = np.cumsum([0, *(len(s.faces) for s in solids)])
    v = np.concatenate([s.vertices for s in solids])
    f = np.concatenate([s.faces + at for s, at in zip(solids, vertex, strict=False)]).astype(np.int32)
    n = np.concatenate([s.normals for s in solids])
    beside = np.concatenate([_neighbours(s) + at for s, at in zip(solids, face, strict=False)]).astype(np.int32)
    boxes, children, order, cones = _tree(v, f, n, leaf)
    # faces in the order of the tree and vertices in that of the faces: what a query reads lies side by side
    back = np.empty_like(order)
    back[order] = np.arange(len(order), dtype=np.int32)
    used, where, renamed = np.unique(f[order].ravel(), return_index=True, return_inverse=True)
    rank = np.argsort(where)
    place = np.empty_like(rank)
    place[rank] = np.arange(len(rank))
    v, f, n = v[used[rank]], place[renamed].astype(np.int32).reshape(-1, 3), n[order]
    offsets = np.einsum("ij,ij->i", n, v[f[:, 0]])
    beside = back[beside[order]]
    clusters = _clusters(v, f, n, beside)
    return Mesh(v, f, n, offsets, beside, boxes, children, order, cones, np.zeros(1, np.int32), *clusters)


def placed(mesh: Mesh, placement: Placement) -> Mesh:
    """Return one group carried to the table's frame: its tree and clusters stay as they are, their boxes are measured
    anew.
    """
    turned = Placement(turn=placement.turn)
    vertices, normals = placement.apply(mesh.vertices), turned.apply(mesh.normals)
    offsets = np.einsum("ij,ij->i", normals, vertices[mesh.faces[:, 0]])
    cones = np.column_stack([turned.apply(mesh.cones[:, :3]), np.maximum(mesh.cones[:, 3] - _TURNED, -1.0)])
    boxes, bounds = _refit(vertices, mesh.faces, normals, mesh.children, mesh.spans, mesh.members)
    return replace(mesh, vertices=vertices, normals=normals, offsets=offsets, boxes=boxes, cones=cones, bounds=bounds)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Return the meshes' groups as those of one mesh, in their order; no tree is built anew."""
    vertex = np.cumsum([0, *(len(m.vertices) for m in meshes)])
    face = np.cumsum([0, *(len(m.faces) for m in meshes)])
    node = np.cumsum([0, *(len(m.boxes) for m in meshes)])
    cluster = np.cumsum([0, *(len(m.spans) for m in meshes)])
    rim = np.cumsum([0, *(len(m.rims) for m in meshes)])

    def shifted(field: str, by: NDArray[np.int64]) -> NDArray[np.int32]:
        own = by.astype(np.int32)  # sums of 64 bits would be made and cut down again for each array
        return np.concatenate([getattr(m, field) + at for m, at in zip(meshes, own, strict=False)])

    def children(mesh: Mesh, nodes: int, faces: int) -> NDArray[np.int32]:
        is_leaf = mesh.children[:, :1] < 0
        leaf, node = np.array([faces, 0], np.int32), np.int32(nodes)
        return np.where(is_leaf, mesh.children - leaf, mesh.children + node)

    return Mesh(
        np.concatenate([m.vertices for m in meshes]),
        shifted("faces", vertex),
        np.concatenate([m.normals for m in meshes]),
        np.concatenate([m.offsets for m in meshes]),
        shifted("neighbours", face),
        np.concatenate([m.boxes for m in meshes]),
        np.concatenate([children(m, a, b) for m, a, b in zip(meshes, node, face, strict=False)]),
        shifted("source", face),
        np.concatenate([m.cones for m in meshes]),
        np.concatenate([m.roots + at if len(m.faces) else m.roots for m, at in zip(meshes, node, strict=False)]).astype(
            np.int32
        ),
        shifted("cluster", cluster),
        shifted("spans", np.stack([face, face, rim, rim], axis=1)),
        np.concatenate([m.bounds for m in meshes]),
        shifted("members", face),
        shifted("rims", np.stack([face, np.zeros_like(face)], axis=1)),
    )


def rejoined(whole: Mesh, meshes: Sequence[Mesh], moved: Sequence[int]) -> Mesh:
    """Return what `joined` returns for ``meshes``, of which only those numbered ``moved`` are `placed` elsewhere than
    when ``whole`` was joined: all that does not depend on places is taken from there, not made again.
    """
    changed = {}
    for field in _PLACED:
        parts = [getattr(mesh, field) for mesh in meshes]
        array, first = getattr(whole, field).copy(), np.cumsum([0, *map(len, parts)])
        for group in moved:
            array[first[group] : first[group + 1]] = parts[group]
        changed[field] = array
    return replace(whole, **changed)


def _neighbours(solid: Solid) -> NDArray[np.int32]:
    """Return for each triangle and edge (corner i to i+1) the triangle across, (m, 3)."""
    m, n = len(solid.faces), len(solid.vertices)
    start = solid.faces.astype(np.int64)
    end = np.roll(start, -1, axis=1)
    forward = (start * n + end).ravel()
    backward = (end * n + start).ravel()
    order = np.argsort(forward)
    return (order[np.searchsorted(forward[order], backward)] // 3).astype(np.int32).reshape(m, 3)


@kernel
def _tree(V: Floats2, F: Ints2, N: Floats2, leaf: int):
    """Build a tree by binned surface area; the two children of a node are stored side by side, after it."""
    m = len(F)
    low = np.empty((m, 3))
    high = np.empty((m, 3))
    mid = np.empty((m, 3))
    for f in range(m):
        for i in range(3):
            a, b, c = V[F[f, 0], i], V[F[f, 1], i], V[F[f, 2], i]
            low[f, i] = min(a, b, c)
            high[f, i] = max(a, b, c)
            mid[f, i] = (low[f, i] + high[f, i]) * 0.5
    boxes = np.empty((2 * m, 6))
    children = np.empty((2 * m, 2), np.int32)
    cones = np.empty((2 * m, 4))
    order = np.arange(m).astype(np.int32)
    spare = np.empty(m, np.int32)
    stack = np.empty((4 * MAX_DEPTH, 3), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2] = 0, m, 0
    count, top = 1, 1
    while top:
        top -= 1
        b, e, node = stack[top, 0], stack[top, 1], stack[top, 2]
        _measure(low, high, N, order, b, e, boxes[node], cones[node])
        if e - b <= leaf:
            children[node, 0], children[node, 1] = -b - 1, e - b
            continue
        cut = _cut(low, high, mid, order, spare, b, e)
        children[node, 0], children[node, 1] = count, count + 1
        # the smaller half is dealt with first, which keeps the stack shallow
        first, second = (0, 1) if cut - b > e - cut else (1, 0)
        stack[top + first, 0], stack[top + first, 1], stack[top + first, 2] = b, cut, count
        stack[top + second, 0], stack[top + second, 1], stack[top + second, 2] = cut, e, count + 1
        top += 2
        count += 2
    return boxes[:count].copy(), children[:count].copy(), order, cones[:count].copy()


@kernel
def _clusters(V: Floats2, F: Ints2, N: Floats2, beside: Ints2):
    """Grow connected clusters of at most CLUSTER faces that look much the same way; return each face's number, and the
    clusters' spans, boxes, cones, members and rims.
    """
    m = len(F)
    cluster = np.full(m, -1, np.int32)
    spans = np.empty((m, 4), np.int32)
    bounds = np.empty((m, 11))
    members = np.empty(m, np.int32)
    rims = np.empty((3 * m, 2), np.int32)
    count, filled, edges = 0, 0, 0
    for seed in range(m):
        if cluster[seed] >= 0:
            continue
        first = filled
        cluster[seed] = count
        members[filled] = seed
        filled += 1
        done = first
        while done < filled and filled - first < CLUSTER:
            f = members[done]
            done += 1
            for k in range(3):
                g = beside[f, k]
                alike = N[g, 0] * N[seed, 0] + N[g, 1] * N[seed, 1] + N[g, 2] * N[seed, 2]
                if cluster[g] < 0 and alike > 0.8 and filled - first < CLUSTER:
                    cluster[g] = count
                    members[filled] = g
                    filled += 1
        _bound(V, F, N, members, first, filled, bounds[count])
        spans[count, 0], spans[count, 1] = first, filled
        count += 1
    for c in range(count):
        spans[c, 2] = edges
        for q in range(spans[c, 0], spans[c, 1]):
            for k in range(3):
                if cluster[beside[members[q], k]] != c:
                    rims[edges, 0], rims[edges, 1] = members[q], k
                    edges += 1
        spans[c, 3] = edges
    return cluster, spans[:count].copy(), bounds[:count].copy(), members, rims[:edges].copy()


@kernel
def _refit(V: Floats2, F: Ints2, N: Floats2, children: Ints2, spans: Ints2, members: Ints1):
    """Return the boxes of a tree's nodes and the bounds of clusters, from the vertices and normals as they are now."""
    boxes = np.empty((len(children), 6))
    for node in range(len(children) - 1, -1, -1):  # children come after their parents
        first, count = children[node, 0], children[node, 1]
        for i in range(3):
            low, high = 1e300, -1e300
            if first < 0:
                for f in range(-first - 1, -first - 1 + count):
                    for k in range(3):
                        low, high = min(low, V[F[f, k], i]), max(high, V[F[f, k], i])
            else:
                low, high = min(boxes[first, i], boxes[count, i]), max(boxes[first, i + 3], boxes[count, i + 3])
            boxes[node, i], boxes[node, i + 3] = low, high
    bounds = np.empty((len(spans), 11))
    for c in range(len(spans)):
        _bound(V, F, N, members, spans[c, 0], spans[c, 1], bounds[c])
    return boxes, bounds


@kernel
def _bound(V, F, N, members, first, last, bound):
    """Write of a cluster: its box, the axis and cosine of the cone of its normals, its reach along that axis."""
    for i in range(3):
        bound[i], bound[i + 3], bound[i + 6] = 1e300, -1e300, 0.0
    for q in range(first, last):
        f = members[q]
        for i in range(3):
            bound[i + 6] += N[f, i]
            for k in range(3):
                bound[i] = min(bound[i], V[F[f, k], i])
                bound[i + 3] = max(bound[i + 3], V[F[f, k], i])
    length = np.sqrt(bound[6] ** 2 + bound[7] ** 2 + bound[8] ** 2) + 1e-300
    for i in range(3):
        bound[i + 6] /= length
    bound[9], bound[10] = 1.0, -1e300
    for q in range(first, last):
        f = members[q]
        bound[9] = min(bound[9], bound[6] * N[f, 0] + bound[7] * N[f, 1] + bound[8] * N[f, 2])
        for k in range(3):
            x = V[F[f, k]]
            bound[10] = max(bound[10], bound[6] * x[0] + bound[7] * x[1] + bound[8] * x[2])


@kernel
def _measure(low, high, N, order, b, e, box, cone):
    """Write the box of the triangles order[b:e], and the cone of their normals."""
    for i in range(3):
        box[i], box[i + 3] = 1e300, -1e300
        cone[i] = 0.0
    for q in range(b, e):
        f = order[q]
        for i in range(3):
            box[i] = min(box[i], low[f, i])
            box[i + 3] = max(box[i + 3], high[f, i])
            cone[i] += N[f, i]
    length = np.sqrt(cone[0] ** 2 + cone[1] ** 2 + cone[2] ** 2)
    if length < 1e-9:
        cone[3] = -1.0
        return
    for i in range(3):
        cone[i] /= length
    cone[3] = 1.0
    for q in range(b, e):
        f = order[q]
        cone[3] = min(cone[3], cone[0] * N[f, 0] + cone[1] * N[f, 1] + cone[2] * N[f, 2])


@kernel
def _cut(low, high, mid, order, spare, b, e):
    """Partition order[b:e] in two by the best of 12 bins on the longest axis; return where the second begins."""
    lo = np.full(3, 1e300)
    hi = np.full(3, -1e300)
    for q in range(b, e):
        f = order[q]
        for i in range(3):
            lo[i] = min(lo[i], mid[f, i])
            hi[i] = max(hi[i], mid[f, i])
    axis = 0
    for i in range(1, 3):
        if hi[i] - lo[i] > hi[axis] - lo[axis]:
            axis = i
    width = hi[axis] - lo[axis]
    if e - b <= 2 or width < 1e-12:
        return (b + e) // 2
    bins = 12
    size = np.zeros(bins, np.int64)
    box = np.empty((bins, 6))
    box[:, :3] = 1e300
    box[:, 3:] = -1e300
    scale = bins * 0.999999 / width
    for q in range(b, e):
        f = order[q]
        k = int((mid[f, axis] - lo[axis]) * scale)
        size[k] += 1
        for i in range(3):
            box[k, i] = min(box[k, i], low[f, i])
            box[k, i + 3] = max(box[k, i + 3], high[f, i])
    best, at = 1e300, bins // 2
    for k in range(1, bins):
        cost = _bins_cost(size, box, 0, k) + _bins_cost(size, box, k, bins)
        if cost < best:
            best, at = cost, k
    left, right = b, 0
    for q in range(b, e):
        f = order[q]
        if int((mid[f, axis] - lo[axis]) * scale) < at:
            order[left] = f
            left += 1
        else:
            spare[right] = f
            right += 1
    for q in range(right):
        order[left + q] = spare[q]
    if left == b or left == e:
        return (b + e) // 2
    return left


@kernel
def _bins_cost(size, box, b, e):
    n = 0
    low = np.full(3, 1e300)
    high = np.full(3, -1e300)
    for k in range(b, e):
        n += size[k]
        for i in range(3):
            low[i] = min(low[i], box[k, i])
            high[i] = max(high[i], box[k, i + 3])
    if n == 0:
        return 0.0
    x, y, z = high[0] - low[0], high[1] - low[1], high[2] - low[2]
    return n * (x * y + y * z + z * x)
