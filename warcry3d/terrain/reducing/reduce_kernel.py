"""Inward edge collapses that keep every point of the original surface near (compiled).

An edge goes to one vertex where that leaves nothing ambiguous (the link condition), turns no face over, makes no
needle, adds nothing to the solid (`inward`), and where all samples of the first surface that lie on the faces around
are within the limit of those that take their place. First edges go to one of their ends, so that what is flat or sharp
stays so; then to points sunk into the solid.
"""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.compiled import inlined, kernel, lean_kernel
from warcry3d.geom.records import Bools1, Floats1, Floats2, Ints2, KernelRecord, Longs1
from warcry3d.terrain.reducing.gap_kernel import face_gap2, nearest_face
from warcry3d.terrain.reducing.inward import creeps, sink
from warcry3d.terrain.reducing.stars import STAR, keeps_shape, links_well, longest2, set_plane, star_of, with_star_of

__all__ = ["Work", "collapse"]

_POINTS = 4096
"""Sample points looked at for one collapse; more, and it is not tried."""
_NEAR_ENOUGH = 0.25
"""A face within half the limit of a sample (squared: this share) is as good as a nearer one."""
_SPREAD, _PARTS = 4.0, 4
"""A new face is looked at in so many limits' distance, but in no more parts a side than this."""
_TRIES = 3
"""Neighbours tried for each vertex, the flattest ways first."""


@dataclass(frozen=True, eq=False)
class Work(KernelRecord):
    """A mesh of n vertices and m faces while it is reduced, and p samples of the first surface; all but the first five
    change.

    first_vertices (n, 3), first_faces (m, 3) int32, boxes, children: the first surface in its tree; fixed (n,): which
    vertices stay. vertices (n + 1, 3), the last one spare; faces (m, 3) int32, which of them are alive (m,), their
    planes (m, 4) and creep (m,) in inches. Corners of a vertex's faces as a list: head, tail (n,), following (3m,).
    samples (p, 3), how far each may come to lie from the surface, squared: near2 (p,), the first face each is on: home
    (p,); those on a face as a list: on (m,), next_on (p,). mark (n + 1,): a count of all times, and when each vertex
    was a neighbour last; changed (n,): how often its faces did, and tried (n,): at which of these it was.
    """

    first_vertices: Floats2
    first_faces: Ints2
    boxes: Floats2
    children: Ints2
    fixed: Bools1
    vertices: Floats2
    faces: Ints2
    alive: Bools1
    planes: Floats2
    creep: Floats1
    head: Longs1
    tail: Longs1
    following: Longs1
    samples: Floats2
    near2: Floats1
    home: Longs1
    on: Longs1
    next_on: Longs1
    mark: Longs1
    changed: Longs1
    tried: Longs1


@inlined
def _steps_off(V, star, count, v, plane):
    """Return how far ``v`` lies from the planes of a star at most (in): a guess at the harm."""
    worst = 0.0
    for s in range(count):
        f = star[s] // 3
        worst = max(worst, abs(plane[f, 0] * V[v, 0] + plane[f, 1] * V[v, 1] + plane[f, 2] * V[v, 2] - plane[f, 3]))
    return worst


@lean_kernel
def _stays_near(V, F, P, near2, on, next_on, star, count, v, new, limit2, moved, to):
    """Write the sample points of a star's faces into ``moved`` and for each a new face near to it into ``to``; return
    how many, or -1 where one of them would be too far off.
    """
    total = 0
    last = -1
    for s in range(count):
        p = on[star[s] // 3]
        while p >= 0:
            x, y, z = P[p, 0], P[p, 1], P[p, 2]
            best, where = np.inf, -1
            if last >= 0:
                f, k = star[last] // 3, star[last] % 3
                best = face_gap2(V, v, F[f, (k + 1) % 3], F[f, (k + 2) % 3], x, y, z)
                where = last
            for t in range(count):
                if new[t] and t != last and best > _NEAR_ENOUGH * limit2:
                    f, k = star[t] // 3, star[t] % 3
                    gap2 = face_gap2(V, v, F[f, (k + 1) % 3], F[f, (k + 2) % 3], x, y, z)
                    if gap2 < best:
                        best, where = gap2, t
            if best > min(limit2, near2[p]) or total == _POINTS:
                return -1
            last = where
            moved[total] = p
            to[total] = star[where] // 3
            total += 1
            p = next_on[p]
    return total


@lean_kernel
def _lies_near(V, F, whole, first, boxes, children, home, star, count, v, new, limit, moved, to, total, stack):
    """Return whether a star's new faces, at points spread over each, are within ``limit`` of the ``first`` surface
    (``whole`` are its vertices).
    """
    limit2 = limit * limit
    near = home[moved[0]] if total else star[0] // 3
    for s in range(count):
        if not new[s]:
            continue
        f, k = star[s] // 3, star[s] % 3
        a, b = F[f, (k + 1) % 3], F[f, (k + 2) % 3]
        long = np.sqrt(longest2(V, v, a, b))
        if long < 3.0 * limit:
            continue
        for i in range(total):
            if to[i] == f:
                near = home[moved[i]]
                break
        parts = min(int(long / (_SPREAD * limit)) + 1, _PARTS)
        for i in range(2 * parts):  # middles of the small triangles that the face falls into, and of its new side
            for j in range(2 * parts - i):
                if i % 2 and j % 2 == 0 and i + j > 0:
                    continue
                wa, wb = (i + 0.5) / (2 * parts), (j + 0.5) / (2 * parts)
                wv = 1.0 - wa - wb
                if wv < 0.0:
                    continue
                x = wv * V[v, 0] + wa * V[a, 0] + wb * V[b, 0]
                y = wv * V[v, 1] + wa * V[a, 1] + wb * V[b, 1]
                z = wv * V[v, 2] + wa * V[a, 2] + wb * V[b, 2]
                gap2, near = nearest_face(whole, first, boxes, children, x, y, z, near, limit2, stack)
                if gap2 > limit2:
                    return False
        x, y, z = (V[v, 0] + V[a, 0]) / 2, (V[v, 1] + V[a, 1]) / 2, (V[v, 2] + V[a, 2]) / 2
        gap2, near = nearest_face(whole, first, boxes, children, x, y, z, near, limit2, stack)
        if gap2 > limit2:
            return False
    return True


@lean_kernel
def _draw_in(F, head, tail, following, alive, on, next_on, star, new, count, u, v, moved, to, total):
    """Draw ``u`` into ``v`` and hand its faces' sample points over."""
    for s in range(count):
        f, k = star[s] // 3, star[s] % 3
        on[f] = -1
        if not new[s]:
            alive[f] = False
        else:
            F[f, k] = v
    following[tail[v]] = head[u]
    tail[v] = tail[u]
    head[u] = -1
    for i in range(total):
        p = moved[i]
        next_on[p] = on[to[i]]
        on[to[i]] = p


@lean_kernel
def _costs(work, u, star, degree, other, rows, limit, sinks, cost):
    """Write for each neighbour of ``u`` what it costs to let the edge go (in), infinity where it cannot."""
    V, F = work.vertices, work.faces
    for s in range(degree):
        v = F[star[s] // 3, (star[s] % 3 + 1) % 3]
        if not sinks:
            cost[s] = _steps_off(V, star, degree, v, work.planes)
            continue
        cost[s] = np.inf
        count = with_star_of(F, work.head, work.following, work.alive, star, degree, u, v, other)
        if count > 0 and not work.fixed[v]:
            deep = sink(V, star, count, u, v, len(V) - 1, work.planes, rows)
            if deep <= limit:
                cost[s] = deep


@kernel
def collapse(
    work: Work, begin: int, end: int, limit: float, last_limit: float, thinnest: float, most: float, sinks: bool
):
    """Collapse edges at the vertices ``begin`` to ``end`` of a closed mesh in place and return how many went.

    limit: how far a sample may come to lie from the surface now, ``last_limit``: in the last sweep (in); thinnest: no
    face gets a height below this (in); most: so much may the surface creep outward (in). ``sinks``: edges go to points
    behind the faces around; else to one of their ends.
    """
    V, F, planes = work.vertices, work.faces, work.planes
    stack = np.empty(256, np.int64)
    star, other = np.empty(STAR, np.int64), np.empty(STAR, np.int64)
    new, cost, rows = np.empty(STAR, np.bool_), np.empty(STAR, np.float64), np.empty((STAR, 4))
    moved, to = np.empty(_POINTS, np.int64), np.empty(_POINTS, np.int64)
    gone, spare = 0, len(V) - 1
    for u in range(begin, end):
        if work.fixed[u] or work.head[u] < 0 or work.tried[u] >= work.changed[u]:
            continue
        work.tried[u] = work.changed[u]
        degree = star_of(F, work.head, work.following, work.alive, u, star)
        if degree < 3:
            continue
        _costs(work, u, star, degree, other, rows, limit, sinks, cost)
        for _ in range(min(_TRIES, degree)):
            best = np.argmin(cost[:degree])
            if cost[best] == np.inf:
                break
            cost[best] = np.inf
            v = F[star[best] // 3, (star[best] % 3 + 1) % 3]
            count, w = degree, v
            if sinks:
                count, w = with_star_of(F, work.head, work.following, work.alive, star, degree, u, v, other), spare
                sink(V, star, count, u, v, spare, planes, rows)
            crept = 0.0
            for s in range(count):
                f, k = star[s] // 3, star[s] % 3
                new[s] = F[f, k] != u or (F[f, (k + 1) % 3] != v and F[f, (k + 2) % 3] != v)
                crept = max(crept, work.creep[f])
            crept += creeps(V, F, star, new, count, w, planes, most - crept)
            if crept > most or not keeps_shape(V, F, star, new, count, w, planes, thinnest):
                continue
            work.mark[0] += 1
            if not links_well(
                F, work.head, work.following, work.alive, star, degree, u, v, work.mark, work.mark[0], other
            ):
                continue
            total = _stays_near(
                V, F, work.samples, work.near2, work.on, work.next_on, star, count, w, new, limit * limit, moved, to
            )
            if total < 0 or not _lies_near(
                V, F, work.first_vertices, work.first_faces, work.boxes, work.children, work.home, star, count, w, new,
                last_limit, moved, to, total, stack,
            ):  # fmt: skip
                continue
            for i in range(3):
                V[v, i] = V[w, i]
            for s in range(count):
                f, k = star[s] // 3, star[s] % 3
                work.changed[F[f, (k + 1) % 3]] += 1
                work.creep[f] = crept
            _draw_in(
                F, work.head, work.tail, work.following, work.alive, work.on, work.next_on, star, new, count, u, v,
                moved, to, total,
            )  # fmt: skip
            for s in range(count):
                if new[s]:
                    set_plane(V, F, star[s] // 3, planes)
            gone += 1
            break
    return gone
