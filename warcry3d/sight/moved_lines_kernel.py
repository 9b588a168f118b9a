"""Lines whose start moves along with a model, tried one after the other (compiled, float64)."""

from warcry3d.geom.casts import LENGTH_EPSILON, clearance, is_blocked, is_inside
from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Floats3, Ints1
from warcry3d.geom.tree import Mesh

__all__ = ["first_that_stays_free"]

_STRETCHES, _SHARE = 12, 0.75
"""A line is cut in so many stretches, each but the last so large a share as long as all that is left of it."""


@lean_kernel
def first_that_stays_free(mesh: Mesh, roots: Ints1, lines: Floats3, radius: float, cut: Floats2, stack: Ints1):
    """Return the first of ``lines`` (n, 2, 3) that stays free of what lies under the roots wherever its start is
    shifted to by up to ``radius`` (in); -1: none does. With 0: the first that is free.
    ``cut`` (2, 3) is written to.

    A line's end stays where it is, so a point of the line moves by a share of what the start moves by. The line is cut
    at shares of its length from the end; no point of a stretch moves by more than the share at which it begins.
    """
    for n in range(len(lines)):
        start, end = lines[n, 0], lines[n, 1]
        if is_blocked(mesh, roots, start, end, stack) or is_inside(mesh, roots, start, stack):
            continue
        if _has_room(mesh, roots, start, end, radius, cut, stack):
            return n
    return -1


@lean_kernel
def _has_room(mesh: Mesh, roots: Ints1, start: Floats1, end: Floats1, radius: float, cut: Floats2, stack: Ints1):
    """Return whether nothing comes so near to any stretch of a line that touches nothing as its points may move."""
    first, last, share = cut[0], cut[1], 1.0
    for i in range(3):
        last[i] = start[i]
    for stretch in range(_STRETCHES if radius > 0.0 else 1):
        needed = share * radius + LENGTH_EPSILON
        share = 0.0 if stretch == _STRETCHES - 1 or radius == 0.0 else _SHARE * share
        for i in range(3):
            first[i] = last[i]
            last[i] = end[i] + share * (start[i] - end[i])
        if clearance(mesh, roots, first, last, needed, stack)[0] < needed:
            return False
    return True
