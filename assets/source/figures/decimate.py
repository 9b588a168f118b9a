"""Fewer triangles for the same shape: edges are collapsed in the order of the quadric error they cause.

After Garland and Heckbert, "Surface simplification using quadric error metrics" (1997), with three additions: seams
between differently labelled faces hold their line (planes upright on the seam), faces may carry a weight (a face is
worth more triangles than a cloak), and a closed mesh stays closed and manifold (link condition, no flipped faces).
"""

import heapq

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["decimate"]

SEAM_WEIGHT = 0.6
"""How dear a seam's line is beside the surface's own shape; found by eye."""

FLIP_COSINE = 0.35
"""A face may turn by at most about 70 degrees in one collapse."""

SLIVER = 0.05
"""Quality (1 for an equilateral triangle) below which a collapse may not make things worse."""


@njit(cache=True)
def _plane(Q, v, nx, ny, nz, d, w):
    Q[v, 0] += w * nx * nx
    Q[v, 1] += w * nx * ny
    Q[v, 2] += w * nx * nz
    Q[v, 3] += w * nx * d
    Q[v, 4] += w * ny * ny
    Q[v, 5] += w * ny * nz
    Q[v, 6] += w * ny * d
    Q[v, 7] += w * nz * nz
    Q[v, 8] += w * nz * d
    Q[v, 9] += w * d * d


@njit(cache=True)
def _quadrics(V, F, weight, seams, seam_face, seam_weight):
    Q = np.zeros((len(V), 10))
    for f in range(len(F)):
        a, b, c = V[F[f, 0]], V[F[f, 1]], V[F[f, 2]]
        n = np.cross(b - a, c - a)
        size = np.sqrt(n @ n)
        if size < 1e-18:
            continue
        n = n / size
        for k in range(3):
            _plane(Q, F[f, k], n[0], n[1], n[2], -(n @ a), weight[f] * size / 6)
    for e in range(len(seams)):
        a, b = V[seams[e, 0]], V[seams[e, 1]]
        f = seam_face[e]
        n = np.cross(V[F[f, 1]] - V[F[f, 0]], V[F[f, 2]] - V[F[f, 0]])
        m = np.cross(b - a, n)
        size = np.sqrt(m @ m)
        if size < 1e-18:
            continue
        m = m / size
        w = seam_weight * weight[f] * ((b - a) @ (b - a))
        for k in range(2):
            _plane(Q, seams[e, k], m[0], m[1], m[2], -(m @ a), w)
    return Q


@njit(cache=True)
def _error(q, x, y, z):
    return (
        q[0] * x * x + 2 * q[1] * x * y + 2 * q[2] * x * z + 2 * q[3] * x + q[4] * y * y
        + 2 * q[5] * y * z + 2 * q[6] * y + q[7] * z * z + 2 * q[8] * z + q[9]
    )  # fmt: skip


@njit(cache=True)
def _best(q, a, b, at):
    """Write the point of least error to ``at`` and return the error."""
    mid = (a + b) * 0.5
    trace = q[0] + q[4] + q[7]
    r = 1e-4 * trace + 1e-18
    a00, a11, a22, a01, a02, a12 = q[0] + r, q[4] + r, q[7] + r, q[1], q[2], q[5]
    b0, b1, b2 = r * mid[0] - q[3], r * mid[1] - q[6], r * mid[2] - q[8]
    c00, c01, c02 = a11 * a22 - a12 * a12, a02 * a12 - a01 * a22, a01 * a12 - a02 * a11
    det = a00 * c00 + a01 * c01 + a02 * c02
    length = (b - a) @ (b - a)
    if det > 1e-12 * trace * trace * trace:
        at[0] = (c00 * b0 + c01 * b1 + c02 * b2) / det
        at[1] = (c01 * b0 + (a00 * a22 - a02 * a02) * b1 + (a01 * a02 - a00 * a12) * b2) / det
        at[2] = (c02 * b0 + (a01 * a02 - a00 * a12) * b1 + (a00 * a11 - a01 * a01) * b2) / det
        off = at - mid
        if off @ off <= length:
            return max(_error(q, at[0], at[1], at[2]), 0.0) + 1e-7 * trace * length
    least = np.inf
    for p in (mid, a, b):
        e = _error(q, p[0], p[1], p[2])
        if e < least:
            least = e
            at[:] = p
    return max(least, 0.0) + 1e-7 * trace * length


@njit(cache=True)
def _quality(a, b, c):
    n = np.cross(b - a, c - a)
    total = (b - a) @ (b - a) + (c - b) @ (c - b) + (a - c) @ (a - c)
    return 3.4641016 * np.sqrt(n @ n) / max(total, 1e-30), n


@njit(cache=True)
def _neighbours(v, F, alive, head, follow, out):
    """Write the vertices around ``v`` to ``out``, each once a face and corner (so twice); return how many entries."""
    count = 0
    c = head[v]
    while c >= 0:
        f = c // 3
        if alive[f]:
            k = c - 3 * f
            out[count] = F[f, (k + 1) % 3]
            out[count + 1] = F[f, (k + 2) % 3]
            count += 2
            if count > len(out) - 4:
                return -1
        c = follow[c]
    return count


@njit(cache=True)
def _shared(u, v, nu, cu, nv, cv, mark, stamp):
    """Return how many vertices neighbour both ``u`` and ``v``."""
    for i in range(cu):
        mark[nu[i]] = stamp
    shared = 0
    for i in range(cv):
        if mark[nv[i]] == stamp and nv[i] != u and nv[i] != v:
            mark[nv[i]] = stamp - 1
            shared += 1
    return shared


@njit(cache=True)
def _spoils(v, other, at, V, F, alive, head, follow):
    """Return whether moving ``v`` to ``at`` flips a face that stays, or makes a worse sliver."""
    before, after = 1.0, 1.0
    p = np.empty((3, 3))
    c = head[v]
    while c >= 0:
        f = c // 3
        if alive[f] and F[f, 0] != other and F[f, 1] != other and F[f, 2] != other:
            for k in range(3):
                p[k] = V[F[f, k]]
            q0, n0 = _quality(p[0], p[1], p[2])
            p[c - 3 * f] = at
            q1, n1 = _quality(p[0], p[1], p[2])
            before, after = min(before, q0), min(after, q1)
            if q0 > 0.002 and n0 @ n1 < FLIP_COSINE * np.sqrt((n0 @ n0) * (n1 @ n1)):
                return True
        c = follow[c]
    return after < SLIVER and after < before


@njit(cache=True)
def _offer(heap, u, v, Q, V, version, at):
    cost = _best(Q[u] + Q[v], V[u], V[v], at)
    a, b = min(u, v), max(u, v)
    heapq.heappush(heap, (cost, a, b, version[a], version[b]))


@njit(cache=True)
def _merge(u, v, at, V, F, Q, alive, head, tail, follow, version):
    """Move ``u`` to ``at``, give it all of ``v``'s faces, and bury the two faces between; return how many died."""
    died = 0
    V[u] = at
    Q[u] += Q[v]
    c = head[v]
    while c >= 0:
        f = c // 3
        if alive[f]:
            if F[f, 0] == u or F[f, 1] == u or F[f, 2] == u:
                alive[f] = False
                died += 1
            else:
                F[f, c - 3 * f] = u
        c = follow[c]
    follow[tail[u]] = head[v]
    tail[u] = tail[v]
    head[v] = -1
    version[u] += 1
    version[v] = -1
    return died


@njit(cache=True)
def _collapse(V, F, Q, edges, target):
    m, n = len(F), len(V)
    alive = np.ones(m, np.bool_)
    head, tail = np.full(n, -1, np.int64), np.full(n, -1, np.int64)
    follow = np.full(3 * m, -1, np.int64)
    for c in range(3 * m):
        v = F[c // 3, c % 3]
        if head[v] < 0:
            head[v] = c
        else:
            follow[tail[v]] = c
        tail[v] = c
    version = np.zeros(n, np.int64)
    mark = np.zeros(n, np.int64)
    stamp = 1
    near_u, near_v = np.empty(512, np.int64), np.empty(512, np.int64)
    at = np.empty(3)
    heap = [(0.0, np.int64(0), np.int64(0), np.int64(-5), np.int64(-5))]
    for e in range(len(edges)):
        _offer(heap, edges[e, 0], edges[e, 1], Q, V, version, at)
    left = m
    while left > target and len(heap):
        _, u, v, su, sv = heapq.heappop(heap)
        if version[u] != su or version[v] != sv:
            continue
        cu = _neighbours(u, F, alive, head, follow, near_u)
        cv = _neighbours(v, F, alive, head, follow, near_v)
        if cu < 0 or cv < 0 or (cu <= 6 and cv <= 6):
            continue
        stamp += 2
        if _shared(u, v, near_u, cu, near_v, cv, mark, stamp) != 2:
            continue
        _best(Q[u] + Q[v], V[u], V[v], at)
        if _spoils(u, v, at, V, F, alive, head, follow) or _spoils(v, u, at, V, F, alive, head, follow):
            continue
        left -= _merge(u, v, at, V, F, Q, alive, head, tail, follow, version)
        count = _neighbours(u, F, alive, head, follow, near_u)
        stamp += 2
        for i in range(count):
            w = near_u[i]
            if mark[w] != stamp:
                mark[w] = stamp
                _offer(heap, u, w, Q, V, version, at)
    return alive


def _edges(
    faces: NDArray[np.int64], labels: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return all edges (e, 2), the half edges on seams (s, 2) and the faces those belong to (s,)."""
    halves = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    face = np.tile(np.arange(len(faces)), 3)
    low, high = halves.min(axis=1), halves.max(axis=1)
    order = np.lexsort((high, low))
    first, second = order[0::2], order[1::2]
    differ = labels[face[first]] != labels[face[second]]
    seam = np.concatenate([first[differ], second[differ]])
    return np.stack([low[first], high[first]], axis=1), halves[seam], face[seam]


def decimate(
    vertices: NDArray[np.float64],
    faces: NDArray[np.int64],
    labels: NDArray[np.int64],
    weights: NDArray[np.float64],
    target: int,
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Return vertices, faces and labels of a closed manifold mesh brought down to ``target`` faces.

    ``labels`` (m,) name the regions whose seams are kept, ``weights`` (m,) say how dear each face's shape is. Fewer
    faces may go than asked for if nothing more can go without spoiling the mesh.
    """
    V, F = np.array(vertices, dtype=np.float64), np.array(faces, dtype=np.int64)
    edges, seams, seam_face = _edges(F, labels)
    Q = _quadrics(V, F, np.asarray(weights, dtype=np.float64), seams, seam_face, SEAM_WEIGHT)
    alive = _collapse(V, F, Q, edges, target)
    kept = F[alive]
    used, index = np.unique(kept, return_inverse=True)
    return V[used], index.reshape(-1, 3), labels[alive]
