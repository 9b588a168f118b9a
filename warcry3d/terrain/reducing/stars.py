"""The triangles around a vertex or an edge of a changing mesh, and whether an edge may collapse (compiled).

A *star* is a list of corners, three a face, so that corner c is that of face c // 3: of each face around a vertex, or
around an edge, the one that goes. ``new`` (count,) says which of its faces stay; the others vanish.
"""

from warcry3d.geom.compiled import inlined, lean_kernel

__all__ = ["STAR", "keeps_shape", "links_well", "longest2", "normal", "set_plane", "star_of", "with_star_of"]

STAR = 64
"""Vertices with more faces than this are left alone."""


@inlined
def star_of(F, head, following, alive, u, star):
    """Write the corners of the living faces around ``u`` into ``star`` and return how many (-1: too many)."""
    count = 0
    c = head[u]
    while c >= 0:
        f = c // 3
        if alive[f] and F[f, c % 3] == u:
            if count == STAR:
                return -1
            star[count] = c
            count += 1
        c = following[c]
    return count


@lean_kernel
def with_star_of(F, head, following, alive, star, count, u, v, other):
    """Add the corners of the faces around ``v``, but not ``u``, to the star of ``u``; return how many there are then
    (-1: too many).
    """
    more = star_of(F, head, following, alive, v, other)
    if more < 0:
        return -1
    for s in range(more):
        f, k = other[s] // 3, other[s] % 3
        if F[f, (k + 1) % 3] == u or F[f, (k + 2) % 3] == u:
            continue
        if count == STAR:
            return -1
        star[count] = other[s]
        count += 1
    return count


@inlined
def normal(V, i, j, k):
    """Return the cross product of two sides of a triangle."""
    ux, uy, uz = V[j, 0] - V[i, 0], V[j, 1] - V[i, 1], V[j, 2] - V[i, 2]
    vx, vy, vz = V[k, 0] - V[i, 0], V[k, 1] - V[i, 1], V[k, 2] - V[i, 2]
    return uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx


@lean_kernel
def set_plane(V, F, f, plane):
    """Write a face's unit normal and offset into its row; a face without area has no normal."""
    i = F[f, 0]
    x, y, z = normal(V, i, F[f, 1], F[f, 2])
    size = (x * x + y * y + z * z) ** 0.5
    if size > 0.0:
        x, y, z = x / size, y / size, z / size
    plane[f, 0], plane[f, 1], plane[f, 2] = x, y, z
    plane[f, 3] = x * V[i, 0] + y * V[i, 1] + z * V[i, 2]


@inlined
def longest2(V, i, j, k):
    """Return the squared length of a triangle's longest side."""
    a = (V[i, 0] - V[j, 0]) ** 2 + (V[i, 1] - V[j, 1]) ** 2 + (V[i, 2] - V[j, 2]) ** 2
    b = (V[j, 0] - V[k, 0]) ** 2 + (V[j, 1] - V[k, 1]) ** 2 + (V[j, 2] - V[k, 2]) ** 2
    c = (V[k, 0] - V[i, 0]) ** 2 + (V[k, 1] - V[i, 1]) ** 2 + (V[k, 2] - V[i, 2]) ** 2
    return max(a, b, c)


@lean_kernel
def links_well(F, head, following, alive, star, count, u, v, mark, stamp, other):
    """Return whether ``u``, its star given, and ``v`` share two neighbours, each with more than three faces."""
    for s in range(count):
        f, k = star[s] // 3, star[s] % 3
        mark[F[f, (k + 1) % 3] + 1] = stamp
    degree = star_of(F, head, following, alive, v, other)
    if degree < 0 or degree + count - 4 > STAR or (degree < 4 and count < 4):
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
        if (a == v or b == v) and star_of(F, head, following, alive, b if a == v else a, other) < 4:
            return False
    return True


@lean_kernel
def keeps_shape(V, F, star, new, count, w, plane, thinnest):
    """Return whether no face that stays is turned over, or made a needle, when the star's corners go to ``w``."""
    for s in range(count):
        if not new[s]:
            continue
        f, k = star[s] // 3, star[s] % 3
        u, a, b = F[f, k], F[f, (k + 1) % 3], F[f, (k + 2) % 3]
        nx, ny, nz = normal(V, w, a, b)
        mm = nx * nx + ny * ny + nz * nz
        if mm <= thinnest * thinnest * longest2(V, w, a, b):
            return False
        along = nx * plane[f, 0] + ny * plane[f, 1] + nz * plane[f, 2]
        if along < 0.0 or along * along < 0.09 * mm:
            ox, oy, oz = normal(V, u, a, b)
            if ox * ox + oy * oy + oz * oz > thinnest * thinnest * longest2(V, u, a, b):
                return False
    return True
