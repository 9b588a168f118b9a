"""Shafts: all lines from one convex patch to another, and the floods that close them (compiled, float64).

A *shaft* is the convex hull of two patches S and T, each given by a few points. It is kept as ten half-spaces that
hold it: eight planes that touch both patches around the axis, two caps. They may be a little too wide, never too
narrow, so whatever is shown for the half-spaces holds for the hull.

A *flood* starts at a triangle that one line of the shaft crosses and goes over every edge that meets the shaft. What
it gathers is a piece of closed surface whose rim, if it has one inside the shaft, is known edge by edge; from it
follows either that every line of the shaft is blocked, or which edges a free line must pass by. See docs/sight.md.
"""

import math

from warcry3d.geom.casts import cross_triangle
from warcry3d.geom.compiled import inlined, lean_kernel
from warcry3d.geom.proof_log import Scratch
from warcry3d.geom.records import Floats2, Ints2
from warcry3d.geom.tree import Mesh

__all__ = [
    "FLOODED",
    "RIMMED",
    "SPOILED",
    "boxes_meet",
    "breadth",
    "edge_meets",
    "flood",
    "meets_patch",
    "shaft_planes",
]

PLANES = 10
EPS = 1e-9
"""Inches added to every shaft half-space and asked of every "strictly in front": a thousand times float64 noise at
board coordinates, a millionth of the sight tolerance."""

NO_WAY = 1e-6
"""Inches between the means of two patches below which there is no axis from one to the other."""

FLOODED, RIMMED, SPOILED = 0, 1, 2
"""How a flood ends: closed without rim in the shaft; with a rim of a few edges; given up."""

BOTH, FROM_S, FROM_T = 0, 1, 2
"""What a flood may go over: all triangles; only those all of S is strictly in front of; the same for T."""


@inlined
def _support(P, n, x, y, z):
    """Return the index of the point of P[:n] furthest along (x, y, z)."""
    best, at = -1e300, 0
    for i in range(n):
        h = P[i, 0] * x + P[i, 1] * y + P[i, 2] * z
        if h > best:
            best, at = h, i
    return at


@inlined
def way(S, ns, T, nt):
    """Return the vector from the mean of S[:ns] to the mean of T[:nt]."""
    ax = ay = az = 0.0
    for i in range(ns):
        ax -= S[i, 0] / ns
        ay -= S[i, 1] / ns
        az -= S[i, 2] / ns
    for i in range(nt):
        ax += T[i, 0] / nt
        ay += T[i, 1] / nt
        az += T[i, 2] / nt
    return ax, ay, az


@lean_kernel
def shaft_planes(S, ns, T, nt, planes):
    """Write half-spaces n.x <= c holding the hull of S[:ns] and T[:nt] into planes (10, 4); return False where the
    patches lie about each other so that there is no axis.
    """
    ax, ay, az = way(S, ns, T, nt)
    length = math.sqrt(ax * ax + ay * ay + az * az)
    if length < NO_WAY:
        return False
    ax, ay, az = ax / length, ay / length, az / length
    # two directions across the axis, the first as level as can be: most edges of terrain are level or upright
    if ax * ax + ay * ay > 1e-4:
        h = math.sqrt(ax * ax + ay * ay)
        ux, uy, uz = -ay / h, ax / h, 0.0
    else:
        ux, uy, uz = 1.0, 0.0, 0.0
        dot = ax
        ux, uy, uz = ux - dot * ax, -dot * ay, -dot * az
        h = math.sqrt(ux * ux + uy * uy + uz * uz)
        ux, uy, uz = ux / h, uy / h, uz / h
    vx, vy, vz = ay * uz - az * uy, az * ux - ax * uz, ax * uy - ay * ux
    for k in range(8):
        c, s = math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)
        ox, oy, oz = c * ux + s * vx, c * uy + s * vy, c * uz + s * vz
        x, y, z = ox, oy, oz
        p, q = _support(S, ns, x, y, z), _support(T, nt, x, y, z)
        for _ in range(4):
            dx, dy, dz = T[q, 0] - S[p, 0], T[q, 1] - S[p, 1], T[q, 2] - S[p, 2]
            along = ax * dx + ay * dy + az * dz
            if along < 1e-3 * length:
                break
            tilt = -(ox * dx + oy * dy + oz * dz) / along
            x, y, z = ox + tilt * ax, oy + tilt * ay, oz + tilt * az
            p2, q2 = _support(S, ns, x, y, z), _support(T, nt, x, y, z)
            if p2 == p and q2 == q:
                break
            p, q = p2, q2
        size = math.sqrt(x * x + y * y + z * z)
        x, y, z = x / size, y / size, z / size
        p, q = _support(S, ns, x, y, z), _support(T, nt, x, y, z)
        planes[k, 0], planes[k, 1], planes[k, 2] = x, y, z
        planes[k, 3] = EPS + max(x * S[p, 0] + y * S[p, 1] + z * S[p, 2], x * T[q, 0] + y * T[q, 1] + z * T[q, 2])
    for k in range(2):
        w = 1.0 if k else -1.0
        p, q = _support(S, ns, w * ax, w * ay, w * az), _support(T, nt, w * ax, w * ay, w * az)
        planes[8 + k, 0], planes[8 + k, 1], planes[8 + k, 2] = w * ax, w * ay, w * az
        planes[8 + k, 3] = (
            EPS
            + w
            * max(w * (ax * S[p, 0] + ay * S[p, 1] + az * S[p, 2]), w * (ax * T[q, 0] + ay * T[q, 1] + az * T[q, 2]))
            * w
        )
    return True


@lean_kernel
def breadth(P, n, Q, m):
    """Return how far the points spread across the way to the other patch's points."""
    dx = dy = dz = cx = cy = cz = 0.0
    for k in range(m):
        dx, dy, dz = dx + Q[k, 0] / m, dy + Q[k, 1] / m, dz + Q[k, 2] / m
    for k in range(n):
        cx, cy, cz = cx + P[k, 0] / n, cy + P[k, 1] / n, cz + P[k, 2] / n
    dx, dy, dz = dx - cx, dy - cy, dz - cz
    length = math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-12
    most = 0.0
    for k in range(n):
        x, y, z = P[k, 0] - cx, P[k, 1] - cy, P[k, 2] - cz
        along = (x * dx + y * dy + z * dz) / length
        most = max(most, x * x + y * y + z * z - along * along)
    return 2.0 * math.sqrt(most)


@lean_kernel
def edge_meets(planes, V, i, j):
    """Return whether the segment between vertices i and j meets the intersection of the half-spaces."""
    a, b = _beyond(planes, V, i), _beyond(planes, V, j)
    return a & b == 0 and (a == 0 or b == 0 or _is_clipped_left(planes, V, i, j))


@inlined
def _beyond(planes, V, i):
    """Return a bit for each half-space that vertex i lies outside of."""
    x, y, z = V[i, 0], V[i, 1], V[i, 2]
    bits = 0
    for k in range(PLANES):
        if planes[k, 0] * x + planes[k, 1] * y + planes[k, 2] * z > planes[k, 3]:
            bits |= 1 << k
    return bits


@inlined
def _is_clipped_left(planes, V, i, j):
    """Return whether anything of the segment is left after clipping by all half-spaces."""
    px, py, pz = V[i, 0], V[i, 1], V[i, 2]
    qx, qy, qz = V[j, 0], V[j, 1], V[j, 2]
    low, high = 0.0, 1.0
    for k in range(PLANES):
        a, b, c, d = planes[k, 0], planes[k, 1], planes[k, 2], planes[k, 3]
        hp = a * px + b * py + c * pz - d
        hq = a * qx + b * qy + c * qz - d
        if hp > 0.0:
            if hq > 0.0:
                return False
            low = max(low, hp / (hp - hq))
        elif hq > 0.0:
            high = min(high, hp / (hp - hq))
    return low <= high


@inlined
def _edge_meets(planes, V, i, j, scratch):
    """Return what `edge_meets` does, remembering the vertices' sides for the shaft that the scratch counts."""
    shaft = scratch.shaft[0]
    if scratch.seen[i] != shaft:
        scratch.seen[i], scratch.sides[i] = shaft, _beyond(planes, V, i)
    if scratch.seen[j] != shaft:
        scratch.seen[j], scratch.sides[j] = shaft, _beyond(planes, V, j)
    a, b = scratch.sides[i], scratch.sides[j]
    return a & b == 0 and (a == 0 or b == 0 or _is_clipped_left(planes, V, i, j))


@inlined
def is_in_front(mesh, f, P, n, grow):
    """Return whether all points are strictly on the outer side of triangle f's plane, by more than ``grow`` (in)."""
    N = mesh.normals
    x, y, z, d = N[f, 0], N[f, 1], N[f, 2], mesh.offsets[f] + EPS + grow
    for i in range(n):
        if x * P[i, 0] + y * P[i, 1] + z * P[i, 2] <= d:
            return False
    return True


@inlined
def meets_patch(mesh, f, P, n, grow):
    """Return whether triangle f may come as near as ``grow`` (in) to the hull of the points: neither its plane nor the
    axes tell them apart.
    """
    apart = EPS + grow
    N, V, F = mesh.normals, mesh.vertices, mesh.faces
    above = below = False
    for i in range(n):
        h = N[f, 0] * P[i, 0] + N[f, 1] * P[i, 1] + N[f, 2] * P[i, 2] - mesh.offsets[f]
        above = above or h >= -apart
        below = below or h <= apart
    if not (above and below):
        return False
    for axis in range(3):
        low, high = 1e300, -1e300
        for i in range(n):
            low = min(low, P[i, axis])
            high = max(high, P[i, axis])
        a, b, c = V[F[f, 0], axis], V[F[f, 1], axis], V[F[f, 2], axis]
        if max(a, b, c) < low - apart or min(a, b, c) > high + apart:
            return False
    return True


@inlined
def _cluster_fits(mesh, c, mode, S, ns, T, nt, reach, grow):
    """Return whether a flood may take cluster c as a whole.

    It is no larger than ``reach`` (a larger one brings rims from elsewhere in the shaft), meets no patch it must not
    meet and, unless the mode is BOTH, all its triangles have the patch that floods strictly in front.
    """
    B = mesh.bounds
    if max(B[c, 3] - B[c, 0], B[c, 4] - B[c, 1], B[c, 5] - B[c, 2]) > reach:
        return False
    if mode != FROM_S and boxes_meet(B, c, S, ns, grow):
        return False
    if mode != FROM_T and boxes_meet(B, c, T, nt, grow):
        return False
    if mode == BOTH:
        return True
    x, y, z, cosine = B[c, 6], B[c, 7], B[c, 8], B[c, 9]
    if cosine <= 0.0:
        return False
    P, n = (S, ns) if mode == FROM_S else (T, nt)
    nearest = 1e300
    furthest = 0.0
    for i in range(n):
        nearest = min(nearest, x * P[i, 0] + y * P[i, 1] + z * P[i, 2])
        far = 0.0
        for k in range(3):
            away = max(P[i, k] - B[c, k], B[c, k + 3] - P[i, k])
            far += away * away
        furthest = max(furthest, far)
    sine = math.sqrt(max(0.0, 1.0 - cosine * cosine))
    return nearest - B[c, 10] > sine * math.sqrt(furthest) + 2.0 * EPS + grow


@inlined
def boxes_meet(boxes, node, P, n, grow):
    """Return whether the node's box and that of the points come as near as ``grow`` (in)."""
    apart = EPS + grow
    for k in range(3):
        low, high = 1e300, -1e300
        for i in range(n):
            low = min(low, P[i, k])
            high = max(high, P[i, k])
        if boxes[node, k] > high + apart or boxes[node, k + 3] < low - apart:
            return False
    return True


@lean_kernel
def flood(
    mesh: Mesh,
    seed: int,
    mode: int,
    S: Floats2,
    ns: int,
    T: Floats2,
    nt: int,
    planes: Floats2,
    line: Floats2,
    limit: int,
    rim: Ints2,
    room: int,
    scratch: Scratch,
):
    """Gather the surface around ``seed``, which ``line`` (2, 3), a line of the shaft, crosses.

    Goes over the edges that meet the shaft, in ``mode`` BOTH, FROM_S or FROM_T, by whole clusters where these fit; at
    most ``limit`` clusters and single triangles; the patches are taken as grown by the scratch's ``grow``. Returns
    (end, rims): FLOODED when every line of the shaft crosses what was gathered; RIMMED when it is a one-sided surface
    whose only rim in the shaft are the ``rims`` edges in ``rim`` (room, 2) as (face, corner), at most ``room``, one for
    each straight line of edges; SPOILED otherwise. What was gathered bears the scratch's new stamp.
    """
    scratch.stamp[0] += 1
    stamp, mark, queue, grow = scratch.stamp[0], scratch.mark, scratch.queue, scratch.grow[0]
    n = _take(mesh, seed, mode, S, ns, T, nt, scratch, 0)
    done, rims, count = 0, 0, 0
    while done < n:
        item = queue[done]
        done += 1
        if item >= 0:
            if mode != FROM_S and meets_patch(mesh, item, S, ns, grow):
                return SPOILED, rims
            if mode != FROM_T and meets_patch(mesh, item, T, nt, grow):
                return SPOILED, rims
        c = -item - 1
        if mode == BOTH:
            crossing = _crossings(mesh, item, line)
            count += crossing
            if (crossing != 0 and count == 0) or count > 1000:
                return SPOILED, rims
        edge, last = (0, 3) if item >= 0 else (mesh.spans[c, 2], mesh.spans[c, 3])
        while edge < last:
            f, e = (item, edge) if item >= 0 else (mesh.rims[edge, 0], mesh.rims[edge, 1])
            edge += 1
            g = mesh.neighbours[f, e]
            if mark[g] == stamp:
                continue
            i, j = mesh.faces[f, e], mesh.faces[f, 0 if e == 2 else e + 1]
            if not _edge_meets(planes, mesh.vertices, i, j, scratch):
                continue
            if n >= limit:
                return SPOILED, rims
            more = _take(mesh, g, mode, S, ns, T, nt, scratch, n)
            if more > n:
                n = more
            elif not _is_known_line(mesh.vertices, mesh.faces, rim, rims, i, j):
                if rims == room:
                    return SPOILED, rims
                rim[rims, 0], rim[rims, 1] = f, e
                rims += 1
    if mode == BOTH:
        return (FLOODED if count != 0 else SPOILED), 0
    return (RIMMED if rims else FLOODED), rims


@inlined
def _take(mesh, f, mode, S, ns, T, nt, scratch, n):
    """Append the cluster of face f to the queue of n items if it fits, else the face alone if it may be gathered;
    return the length of the queue.
    """
    stamp = scratch.stamp[0]
    c = mesh.cluster[f]
    if mesh.spans[c, 1] - mesh.spans[c, 0] > 2 and abs(scratch.known[c]) != stamp:
        fits = _cluster_fits(mesh, c, mode, S, ns, T, nt, scratch.reach[0], scratch.grow[0])
        scratch.known[c] = stamp if fits else -stamp
    if scratch.known[c] == stamp:
        for q in range(mesh.spans[c, 0], mesh.spans[c, 1]):
            scratch.mark[mesh.members[q]] = stamp
        scratch.queue[n] = -c - 1
        return n + 1
    if mode == FROM_S and not is_in_front(mesh, f, S, ns, scratch.grow[0]):
        return n
    if mode == FROM_T and not is_in_front(mesh, f, T, nt, scratch.grow[0]):
        return n
    scratch.mark[f] = stamp
    scratch.queue[n] = f
    return n + 1


@inlined
def _crossings(mesh, item, line):
    """Return the signed crossings of the line with a face or (-c - 1) a cluster; huge where they cannot be decided."""
    if item >= 0:
        return _clean_crossing(mesh, item, line)
    c = -item - 1
    B = mesh.bounds
    low, high = 0.0, 1.0
    for k in range(3):
        r = line[1, k] - line[0, k]
        r = 1e30 if abs(r) < 1e-30 else 1.0 / r
        a, b = (B[c, k] - EPS - line[0, k]) * r, (B[c, k + 3] + EPS - line[0, k]) * r
        low, high = max(low, min(a, b)), min(high, max(a, b))
    if low > high:
        return 0
    count = 0
    for q in range(mesh.spans[c, 0], mesh.spans[c, 1]):
        count += _clean_crossing(mesh, mesh.members[q], line)
    return count


@inlined
def _clean_crossing(mesh, f, line):
    """Return the signed crossing of the line and triangle f; a huge number where it passes too near an edge."""
    sx, sy, sz, tx, ty, tz = line[0, 0], line[0, 1], line[0, 2], line[1, 0], line[1, 1], line[1, 2]
    sign, _ = cross_triangle(mesh, f, sx, sy, sz, tx, ty, tz)
    if sign == 0:
        return 0
    V, F = mesh.vertices, mesh.faces
    dx, dy, dz = tx - sx, ty - sy, tz - sz
    for e in range(3):
        i, j = F[f, e], F[f, (e + 1) % 3]
        ex, ey, ez = V[j, 0] - V[i, 0], V[j, 1] - V[i, 1], V[j, 2] - V[i, 2]
        nx, ny, nz = ey * dz - ez * dy, ez * dx - ex * dz, ex * dy - ey * dx
        off = (V[i, 0] - sx) * nx + (V[i, 1] - sy) * ny + (V[i, 2] - sz) * nz
        if abs(off) < EPS * math.sqrt(nx * nx + ny * ny + nz * nz):
            return 1000000
    return sign


@inlined
def _is_known_line(V, F, rim, rims, i, j):
    """Return whether the edge i to j lies on the same straight line as one already in the rim, run the same way."""
    for r in range(rims):
        a, b = F[rim[r, 0], rim[r, 1]], F[rim[r, 0], (rim[r, 1] + 1) % 3]
        ux, uy, uz = V[b, 0] - V[a, 0], V[b, 1] - V[a, 1], V[b, 2] - V[a, 2]
        if ux * (V[j, 0] - V[i, 0]) + uy * (V[j, 1] - V[i, 1]) + uz * (V[j, 2] - V[i, 2]) <= 0.0:
            continue
        allowed = 1e-10 * math.sqrt(ux * ux + uy * uy + uz * uz)
        same = True
        for k in (i, j):
            wx, wy, wz = V[k, 0] - V[a, 0], V[k, 1] - V[a, 1], V[k, 2] - V[a, 2]
            cx, cy, cz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
            same = same and math.sqrt(cx * cx + cy * cy + cz * cz) <= allowed
        if same:
            return True
    return False
