"""Rims of floods: on which side of an edge a line passes, and by how much it must pass outside (compiled).

The sides are volumes, affine in either end of the line. Rules END and PAIR of docs/sight.md state when a free line must
pass outside at least one of a rim's straight lines, and by how much.
"""

import math

from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.proof_log import Scratch, copy_rows
from warcry3d.geom.records import Floats1, Floats2, Ints2
from warcry3d.geom.shaft import way
from warcry3d.geom.tree import Mesh

__all__ = ["PULL", "ROOM", "STRICT", "edge_condition", "holds_grown", "rim_holds"]

ROOM = 1e-4
"""Inches (2.5 micrometres): a line that has a blocker nearer than this is no line of sight. Lines that graze cannot be
told from stopped ones: figures with level soles in a row, walls pushed together."""
PULL = 2e-5
"""Inches by which the two patches of a shaft are drawn apart: whatever touches a patch then lies clear of it. A line
with room has at least ``ROOM`` - ``PULL`` left."""
LEFT = 0.9 * (ROOM - PULL)
"""Inches of room that conditions rely on: less than is left, by far more than rounding."""
STRICT = 1e-9
"""Inches by which conditions must contradict each other, and a line be inside a rim: above all rounding."""
FACTORS = 20
"""How many factors c of rule PAIR are tried, from 0 in tenths."""
DEEP = 2e-7
"""Inches by which an end must be inside a rim as seen from all of the other patch."""


@lean_kernel
def _edge(mesh, face, corner):
    """Return where an edge starts and its direction, of length 1."""
    V, F = mesh.vertices, mesh.faces
    p, q = V[F[face, corner]], V[F[face, (corner + 1) % 3]]
    ex, ey, ez = q[0] - p[0], q[1] - p[1], q[2] - p[2]
    size = math.sqrt(ex * ex + ey * ey + ez * ez)
    return p[0], p[1], p[2], ex / size, ey / size, ez / size


@lean_kernel
def _edge_sides(mesh, face, corner, scale, S, ns, T, nt, row):
    """Write for each pair of points of S and T how far outside the edge of ``face`` at ``corner`` their line passes,
    times the sine of the angle between them, their distance and ``scale``.
    """
    px, py, pz, ex, ey, ez = _edge(mesh, face, corner)
    for i in range(ns):
        gx, gy, gz = px - S[i, 0], py - S[i, 1], pz - S[i, 2]
        # (p - s) x (q - s) = (p - s) x e, since q - s = p - s + e
        cx, cy, cz = gy * ez - gz * ey, gz * ex - gx * ez, gx * ey - gy * ex
        for j in range(nt):
            dx, dy, dz = T[j, 0] - S[i, 0], T[j, 1] - S[i, 1], T[j, 2] - S[i, 2]
            row[i * nt + j] = scale * (cx * dx + cy * dy + cz * dz)


@lean_kernel
def edge_condition(mesh, face, corner, sign, wide, margin, S, ns, T, nt, row):
    """Write for each pair of corners of S and T how far outside the edge of ``face`` at ``corner`` their line passes
    (in, times the sine of the angle between them); ``sign`` -1 turns it to inside. Less ``margin``, and less ``wide``
    as seen across the lines, where these are positive.
    """
    ax, ay, az = way(S, ns, T, nt)
    length = math.sqrt(ax * ax + ay * ay + az * az)
    _edge_sides(mesh, face, corner, sign / length, S, ns, T, nt, row)
    for k in range(ns * nt):
        row[k] -= margin
    if wide <= 0.0:
        return
    _, _, _, ex, ey, ez = _edge(mesh, face, corner)
    nx, ny, nz = ay * ez - az * ey, az * ex - ax * ez, ax * ey - ay * ex
    n = math.sqrt(nx * nx + ny * ny + nz * nz)
    share = wide / (max(n, 1e-12) * length)
    for i in range(ns):
        for j in range(nt):
            dx, dy, dz = T[j, 0] - S[i, 0], T[j, 1] - S[i, 1], T[j, 2] - S[i, 2]
            mx, my, mz = dy * ez - dz * ey, dz * ex - dx * ez, dx * ey - dy * ex
            row[i * nt + j] -= share * (mx * nx + my * ny + mz * nz)


@lean_kernel
def _farthest(P, n, q):
    """Return the distance from q to the farthest of the points."""
    most = 0.0
    for k in range(n):
        x, y, z = P[k, 0] - q[0], P[k, 1] - q[1], P[k, 2] - q[2]
        most = max(most, x * x + y * y + z * z)
    return math.sqrt(most)


@lean_kernel
def rim_holds(
    mesh: Mesh,
    rim: Ints2,
    rims: int,
    inward: float,
    room: float,
    S: Floats2,
    ns: int,
    T: Floats2,
    nt: int,
    line: Floats2,
    scratch: Scratch,
):
    """Return how it is known that a free line with ``room`` (in) passes outside some rim edge, 0 if it is not.

    The line, of the shaft, must pass strictly inside all rim edges. Then rule END asks for an end inside them as seen
    from all of the other patch, on T (1) or on S (2); one edge may have rule PAIR instead (3). By how much a free line
    passes outside is written into the scratch's ``margins`` (in, as in `edge_condition`).
    """
    near, far, sides = scratch.starts, scratch.ends, scratch.volumes
    copy_rows(near, S, ns)
    copy_rows(far, T, nt)
    copy_rows(near[ns : ns + 1], line[0:1], 1)
    copy_rows(far[nt : nt + 1], line[1:2], 1)
    ax, ay, az = way(S, ns, T, nt)
    scale = inward / math.sqrt(ax * ax + ay * ay + az * az)
    cols = nt + 1
    for r in range(rims):
        _edge_sides(mesh, rim[r, 0], rim[r, 1], scale, near, ns + 1, far, cols, sides[r])
        if sides[r, ns * cols + nt] <= STRICT:
            return 0
    best, how = 0.0, 0
    for which in range(1, 3):
        n, m = (ns, nt) if which == 1 else (nt, ns)
        own = far if which == 1 else near
        step, jump = (cols, 1) if which == 1 else (1, cols)
        for j in range(m + 1):
            share = min(1.0, room / max(_farthest(own, m, own[j]), room))
            if _is_end_deep(sides, rims, n, step, j * jump, share, best, scratch):
                best, how = scratch.row[0], which
    if how == 0 and rims == 1:
        return _pair_holds(sides[0], room, S, ns, T, nt, cols, scratch)
    return how


@lean_kernel
def _is_end_deep(sides, rims, n, step, at, share, best, scratch):
    """Return whether the end at column ``at`` is inside all rim edges as seen from all n corners and gives each a wider
    margin than ``best``; if so write the margins, and the least into the scratch's row.
    """
    least = 1e300
    for r in range(rims):
        depth = 1e300
        for i in range(n):
            depth = min(depth, sides[r, i * step + at])
        if depth <= DEEP or share * depth <= best:
            return False
        least = min(least, share * depth)
        scratch.part[0, r] = depth
    for r in range(rims):
        scratch.margins[r] = share * scratch.part[0, r] - STRICT
    scratch.row[0] = least
    return True


@lean_kernel
def _deepest(side, ns, nt, cols):
    """Return the pair of corners whose line passes deepest inside the edge whose sides these are."""
    a, b = 0, 0
    for i in range(ns):
        for j in range(nt):
            if side[i * cols + j] > side[a * cols + b]:
                a, b = i, j
    return a, b


@lean_kernel
def _pair_depth(side, a, b, factor, ns, nt, cols):
    """Return the Q of rule PAIR for the corners a and b and a factor c: negative where it does not hold."""
    depth = 1e300
    for i in range(ns):
        for j in range(nt):
            depth = min(depth, side[a * cols + j] + side[i * cols + b] - factor * side[i * cols + j])
    return depth


@lean_kernel
def _pair_holds(side, room, S, ns, T, nt, cols, scratch):
    """Return 3 if rule PAIR holds for the one rim edge whose sides these are, and write its margin; else 0."""
    a, b = _deepest(side, ns, nt, cols)
    radius = max(_farthest(S, ns, S[a]), _farthest(T, nt, T[b]))
    share = 0.5 * min(1.0, room / max(radius, room))
    best = 0.0
    for k in range(FACTORS):
        depth = _pair_depth(side, a, b, 0.1 * k, ns, nt, cols)
        if depth > 2.0 * DEEP:
            best = max(best, share * depth / (1.0 + share * 0.1 * k))
    scratch.margins[0] = best - STRICT
    return 3 if best > 0.0 else 0


@lean_kernel
def holds_grown(
    mesh: Mesh,
    face: int,
    corner: int,
    inward: float,
    grow: float,
    S: Floats2,
    ns: int,
    T: Floats2,
    nt: int,
    side: Floats1,
):
    """Return whether rule END or PAIR holds for one rim edge even if both patches are grown by ``grow`` (in).

    Then whatever line has that much room passes outside the edge by all of it: moved that far towards the inside it is
    still free, and a line from grown patch to grown patch. ``side`` (64,) is room for the sides of the corners.
    """
    if _is_end_deep_grown(mesh, face, corner, inward, grow, S, ns, T, nt):
        return True
    return _is_end_deep_grown(mesh, face, corner, -inward, grow, T, nt, S, ns) or _is_pair_deep_grown(
        mesh, face, corner, inward, grow, S, ns, T, nt, side
    )


@lean_kernel
def _is_end_deep_grown(mesh, face, corner, inward, grow, P, n, Q, m):
    """Return whether some end near Q is inside the edge as seen from all of P, grown."""
    px, py, pz, ex, ey, ez = _edge(mesh, face, corner)
    # the side of p from P to q from Q is (edge - p) . (e x (q - edge)): q is deeper along (edge - mean of P) x e
    gx = gy = gz = 0.0
    for i in range(n):
        gx, gy, gz = gx + (px - P[i, 0]) / n, gy + (py - P[i, 1]) / n, gz + (pz - P[i, 2]) / n
    kx, ky, kz = gy * ez - gz * ey, gz * ex - gx * ez, gx * ey - gy * ex
    step = inward * grow / max(math.sqrt(kx * kx + ky * ky + kz * kz), 1e-12)
    for j in range(m):
        x, y, z = Q[j, 0] + step * kx - px, Q[j, 1] + step * ky - py, Q[j, 2] + step * kz - pz
        cx, cy, cz = ey * z - ez * y, ez * x - ex * z, ex * y - ey * x
        least = grow * math.sqrt(cx * cx + cy * cy + cz * cz)
        holds = True
        for i in range(n):
            holds = holds and inward * ((px - P[i, 0]) * cx + (py - P[i, 1]) * cy + (pz - P[i, 2]) * cz) > least
        if holds:
            return True
    return False


@lean_kernel
def _is_pair_deep_grown(mesh, face, corner, inward, grow, S, ns, T, nt, side):
    """Return whether rule PAIR holds for the edge as seen from both patches, grown."""
    _edge_sides(mesh, face, corner, inward, S, ns, T, nt, side)
    a, b = _deepest(side, ns, nt, nt)
    # how much a side changes where both ends move by an inch
    px, py, pz, ex, ey, ez = _edge(mesh, face, corner)
    steep = 0.0
    for patch in range(2):
        P, n = (S, ns) if patch == 0 else (T, nt)
        most = 0.0
        for k in range(n):
            x, y, z = P[k, 0] - px, P[k, 1] - py, P[k, 2] - pz
            cx, cy, cz = ey * z - ez * y, ez * x - ex * z, ex * y - ey * x
            most = max(most, cx * cx + cy * cy + cz * cz)
        steep += math.sqrt(most) + grow
    for k in range(FACTORS):
        if _pair_depth(side, a, b, 0.1 * k, ns, nt, nt) > (1.0 + 0.1 * k) * grow * steep:
            return True
    return False
