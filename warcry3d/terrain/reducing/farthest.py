"""An upper bound on the distance of a surface from another (compiled).

The distance to a convex thing is largest over a triangle at one of its corners. So a triangle whose corners are within
some distance of one and the same face of the other surface is within it wholly. Where no face will do, it is cut in
four.
"""

import math

import numpy as np

from warcry3d.geom.array_kernels import copy_row, copy_rows
from warcry3d.geom.compiled import kernel, lean_kernel
from warcry3d.geom.records import Floats2, Ints2
from warcry3d.terrain.reducing.gap_kernel import face_gap2, nearest_face

__all__ = ["farthest"]

_CUTS = 12
"""How often a triangle is cut in four at most: the smallest pieces are then a 4,000th as long."""


@lean_kernel
def _corners_gap2(P, V, F, f):
    """Return the largest squared distance of the corners P (3, 3) from a triangle."""
    worst = 0.0
    for c in range(3):
        worst = max(worst, face_gap2(V, F[f, 0], F[f, 1], F[f, 2], P[c, 0], P[c, 1], P[c, 2]))
    return worst


@lean_kernel
def _cut(P, pieces):
    """Write the four triangles that a triangle P (3, 3) falls into when it is cut between the middles of its sides."""
    for i in range(3):
        for c in range(3):
            d, e = (c + 1) % 3, (c + 2) % 3
            pieces[c, c, i] = P[c, i]
            pieces[c, d, i] = pieces[3, c, i] = 0.5 * (P[c, i] + P[d, i])
            pieces[c, e, i] = 0.5 * (P[c, i] + P[e, i])


@kernel
def farthest(
    points: Floats2,
    triangles: Ints2,
    V: Floats2,
    F: Ints2,
    boxes: Floats2,
    children: Ints2,
    known: float,
    least: float,
    fine: float,
    allowed: float,
    places: Floats2,
):
    """Return (bound, count): no point of the triangles is farther from the surface than ``bound``, and one is as far,
    within ``fine`` (in), unless the bound is ``least`` or less; and how many places were found that are farther than
    ``allowed``, which are written into ``places`` (k, 3) as far as there is room.

    points (n, 3), triangles (m, 3): the first surface, neighbours one after another; V, F, boxes, children: the other,
    in its tree. known: some point is as far as this.
    """
    walk = np.empty(256, np.int64)
    stack, cuts = np.empty((3 * _CUTS + 4, 3, 3)), np.empty(3 * _CUTS + 4, np.int64)
    P = np.empty((3, 3))
    near, count, bound = 0, 0, known
    for t in range(len(triangles)):
        for c in range(3):
            copy_row(points[triangles[t, c]], stack[0, c])
        cuts[0], top = 0, 1
        while top:
            top -= 1
            copy_rows(stack[top], 3, P)
            most = max(known + fine, least)  # pieces within this are near enough to what is known to be reached
            gap2 = _corners_gap2(P, V, F, near)
            if gap2 <= most * most:
                bound = max(bound, math.sqrt(gap2))
                continue
            x = (P[0, 0] + P[1, 0] + P[2, 0]) / 3.0
            y = (P[0, 1] + P[1, 1] + P[2, 1]) / 3.0
            z = (P[0, 2] + P[1, 2] + P[2, 2]) / 3.0
            radius = 0.0
            for c in range(3):
                radius = max(radius, math.sqrt((P[c, 0] - x) ** 2 + (P[c, 1] - y) ** 2 + (P[c, 2] - z) ** 2))
            enough = max(most - radius, 0.0)
            here2, near = nearest_face(V, F, boxes, children, x, y, z, near, enough * enough, walk)
            here = math.sqrt(here2)
            if here + radius <= most:
                bound = max(bound, here + radius)
                continue
            known = max(known, here)  # the walk did not end early
            if here > allowed and count < len(places):
                places[count, 0], places[count, 1], places[count, 2] = x, y, z
                count += 1
            most = max(known + fine, least)
            gap2 = _corners_gap2(P, V, F, near)
            if gap2 <= most * most:
                bound = max(bound, math.sqrt(gap2))
            elif here + radius <= most or cuts[top] == _CUTS:
                bound = max(bound, here + radius)
            else:
                cut = cuts[top] + 1
                _cut(P, stack[top : top + 4])
                for piece in range(4):
                    cuts[top + piece] = cut
                top += 4
    return bound, count
