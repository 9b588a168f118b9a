"""Collapsing edges of a closed mesh while every point of the first surface stays near to it.

A vertex is drawn into a neighbour where it leaves nothing ambiguous (the link condition), turns no face over, makes no
needle, and where all sample points of the first surface that lie on its faces are within the limit of the faces that
take their place. Vertices are never moved: those that stay are those of the first surface, so sharp edges stay sharp.
"""

import numpy as np

from warcry3d.geom.compiled import inlined, kernel
from warcry3d.terrain.reducing.gap_kernel import face_gap2, nearest_face

__all__ = ["collapse"]

_STAR = 64
"""Vertices with more faces than this are left alone."""
_POINTS = 4096
"""Sample points looked at for one collapse; more, and it is not tried."""
_SPREAD, _PARTS = 4.0, 4
"""A new face is looked at in so many limits' distance, but in no more parts a side than this."""
_TRIES = 3
"""Neighbours tried for each vertex, the flattest ways first."""


@inlined
def _star(F, head, following, alive, u, star):
    """Write the corners of the living faces around ``u`` into ``star`` and return how many (-1: too many)."""
    count = 0
    c = head[u]
    while c >= 0:
        f = c // 3
        if alive[f] and F[f, c % 3] == u:
            if count == _STAR:
                return -1
            star[count] = c
            count += 1
        c = following[c]
    return count


@inlined
def _normal(V, i, j, k):
    """Return the cross product of two sides of a triangle."""
    ux, uy, uz = V[j, 0] - V[i, 0], V[j, 1] - V[i, 1], V[j, 2] - V[i, 2]
    vx, vy, vz = V[k, 0] - V[i, 0], V[k, 1] - V[i, 1], V[k, 2] - V[i, 2]
    return uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx


@inlined
def _longest2(V, i, j, k):
    """Return the squared length of a triangle's longest side."""
    a = (V[i, 0] - V[j, 0]) ** 2 + (V[i, 1] - V[j, 1]) ** 2 + (V[i, 2] - V[j, 2]) ** 2
    b = (V[j, 0] - V[k, 0]) ** 2 + (V[j, 1] - V[k, 1]) ** 2 + (V[j, 2] - V[k, 2]) ** 2
    c = (V[k, 0] - V[i, 0]) ** 2 + (V[k, 1] - V[i, 1]) ** 2 + (V[k, 2] - V[i, 2]) ** 2
    return max(a, b, c)


@inlined
def _steps_off(V, F, star, count, u, v):
    """Return how far (squared) ``v`` lies from the planes of the faces around ``u`` at most: a guess at the harm."""
    worst = 0.0
    dx, dy, dz = V[v, 0] - V[u, 0], V[v, 1] - V[u, 1], V[v, 2] - V[u, 2]
    for s in range(count):
        f = star[s] // 3
        nx, ny, nz = _normal(V, F[f, 0], F[f, 1], F[f, 2])
        nn = nx * nx + ny * ny + nz * nz
        if nn > 0.0:
            h = nx * dx + ny * dy + nz * dz
            worst = max(worst, h * h / nn)
    return worst


@kernel
def _links_well(F, head, following, alive, star, count, u, v, mark, stamp, other):
    """Return whether ``u`` and ``v`` have two neighbours in common, each with more than three faces."""
    for s in range(count):
        f, k = star[s] // 3, star[s] % 3
        mark[F[f, (k + 1) % 3] + 1] = stamp
    degree = _star(F, head, following, alive, v, other)
    if degree < 0 or degree + count - 4 > _STAR or (degree < 4 and count < 4):
        return False
    common = 0
    for s in range(degree):
        f, k = other[s] // 3, other[s] % 3
        if mark[F[f, (k + 1) % 3] + 1] == stamp:
            common += 1
    if common != 2:
        return False
    for s in range(count):
        f, k = star[s] // 3, star[s] % 3
        a, b = F[f, (k + 1) % 3], F[f, (k + 2) % 3]
        if (a == v or b == v) and _star(F, head, following, alive, b if a == v else a, other) < 4:
            return False
    return True


@kernel
def _keeps_shape(V, F, star, count, u, v, thinnest):
    """Return whether no face that stays is turned over, or made a needle, when ``u`` goes to ``v``."""
    for s in range(count):
        f, k = star[s] // 3, star[s] % 3
        a, b = F[f, (k + 1) % 3], F[f, (k + 2) % 3]
        if a == v or b == v:
            continue
        nx, ny, nz = _normal(V, v, a, b)
        mm = nx * nx + ny * ny + nz * nz
        if mm <= thinnest * thinnest * _longest2(V, v, a, b):
            return False
        ox, oy, oz = _normal(V, u, a, b)
        oo = ox * ox + oy * oy + oz * oz
        if oo <= thinnest * thinnest * _longest2(V, u, a, b):
            continue
        along = nx * ox + ny * oy + nz * oz
        if along < 0.0 or along * along < 0.09 * mm * oo:
            return False
    return True


@kernel
def _stays_near(V, F, P, on, next_on, star, count, v, new, limit2, moved, to):
    """Write the sample points of the faces around the vertex that goes into ``moved`` and the new face nearest to each
    into ``to``; return how many, or -1 where one of them would be too far off.

    ``new`` (count,) the faces that stay, each with its first corner the vertex that goes.
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
                if new[t] and t != last and best > 0.0:
                    f, k = star[t] // 3, star[t] % 3
                    gap2 = face_gap2(V, v, F[f, (k + 1) % 3], F[f, (k + 2) % 3], x, y, z)
                    if gap2 < best:
                        best, where = gap2, t
            if best > limit2 or total == _POINTS:
                return -1
            last = where
            moved[total] = p
            to[total] = star[where] // 3
            total += 1
            p = next_on[p]
    return total


@kernel
def _lies_near(V, F, first, boxes, children, home, star, count, v, new, limit, moved, to, total, stack):
    """Return whether the faces that ``star``'s vertex leaves behind, at points spread over each, are within ``limit``
    of the surface there was at ``first`` (m, 3).
    """
    limit2 = limit * limit
    near = home[moved[0]] if total else star[0] // 3
    for s in range(count):
        if not new[s]:
            continue
        f, k = star[s] // 3, star[s] % 3
        a, b = F[f, (k + 1) % 3], F[f, (k + 2) % 3]
        long = np.sqrt(_longest2(V, v, a, b))
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
                gap2, near = nearest_face(V, first, boxes, children, x, y, z, near, limit2, stack)
                if gap2 > limit2:
                    return False
        x, y, z = (V[v, 0] + V[a, 0]) / 2, (V[v, 1] + V[a, 1]) / 2, (V[v, 2] + V[a, 2]) / 2
        gap2, near = nearest_face(V, first, boxes, children, x, y, z, near, limit2, stack)
        if gap2 > limit2:
            return False
    return True


@kernel
def _draw_in(F, head, tail, following, alive, on, next_on, star, count, u, v, moved, to, total):
    """Draw ``u`` into ``v`` and hand its faces' sample points over."""
    for s in range(count):
        f, k = star[s] // 3, star[s] % 3
        on[f] = -1
        if F[f, (k + 1) % 3] == v or F[f, (k + 2) % 3] == v:
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


@kernel
def collapse(
    V,
    F,
    first,
    boxes,
    children,
    P,
    home,
    fixed,
    head,
    tail,
    following,
    alive,
    on,
    next_on,
    mark,
    tried,
    changed,
    begin,
    end,
    limit,
    last_limit,
    thinnest,
):
    """Collapse edges at the vertices ``begin`` to ``end`` of a closed mesh in place and return how many went.

    V (n, 3), F (m, 3) int32 (changed), ``first`` (m, 3) the faces there were, in the tree of boxes and children;
    P (p, 3) sample points of the surface and ``home`` (p,) the first face each lies on; ``fixed`` (n,) vertices that
    stay. The state, changed too: corners of a vertex's faces as a list (``head``, ``tail`` (n,), ``following`` (3m,)),
    which faces are ``alive`` (m,), samples on a face as a list (``on`` (m,), ``next_on`` (p,)), ``mark`` (n + 1,) a
    count of all times and when each vertex was a neighbour last, ``changed`` (n,) how often its faces did and ``tried``
    (n,) at which of these it was tried. limit: how far a sample may come to lie from the surface now, ``last_limit``:
    in the last sweep (in); thinnest: no face gets a height below this (in).
    """
    stack = np.empty(256, np.int64)
    star, other = np.empty(_STAR, np.int64), np.empty(_STAR, np.int64)
    new = np.empty(_STAR, np.bool_)
    cost = np.empty(_STAR, np.float64)
    moved, to = np.empty(_POINTS, np.int64), np.empty(_POINTS, np.int64)
    limit2 = limit * limit
    gone = 0
    for u in range(begin, end):
        if fixed[u] or head[u] < 0 or tried[u] >= changed[u]:
            continue
        tried[u] = changed[u]
        count = _star(F, head, following, alive, u, star)
        if count < 3:
            continue
        for s in range(count):
            cost[s] = _steps_off(V, F, star, count, u, F[star[s] // 3, (star[s] % 3 + 1) % 3])
        for _ in range(min(_TRIES, count)):
            best = np.argmin(cost[:count])
            if cost[best] == np.inf:
                break
            cost[best] = np.inf
            v = F[star[best] // 3, (star[best] % 3 + 1) % 3]
            if not _keeps_shape(V, F, star, count, u, v, thinnest):
                continue
            mark[0] += 1
            if not _links_well(F, head, following, alive, star, count, u, v, mark, mark[0], other):
                continue
            for s in range(count):
                f, k = star[s] // 3, star[s] % 3
                new[s] = F[f, (k + 1) % 3] != v and F[f, (k + 2) % 3] != v
            total = _stays_near(V, F, P, on, next_on, star, count, v, new, limit2, moved, to)
            if total < 0:
                continue
            if not _lies_near(
                V, F, first, boxes, children, home, star, count, v, new, last_limit, moved, to, total, stack
            ):
                continue
            for s in range(count):
                f, k = star[s] // 3, star[s] % 3
                changed[F[f, (k + 1) % 3]] += 1
            _draw_in(F, head, tail, following, alive, on, next_on, star, count, u, v, moved, to, total)
            gone += 1
            break
    return gone
