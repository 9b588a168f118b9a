"""Lines from each of several places to each of several spots (compiled, float64)."""

from warcry3d.geom.casts import any_hit, cross_triangle
from warcry3d.geom.compiled import inlined, lean_kernel
from warcry3d.geom.records import Floats2, Ints1, Ints2
from warcry3d.geom.tree import Mesh

__all__ = ["clear_lines"]


@lean_kernel
def clear_lines(mesh: Mesh, roots: Ints1, places: Floats2, spots: Floats2, stoppers: Ints2, stack: Ints1):
    """Fill ``stoppers`` (p, s) with a triangle under the roots that touches the line from a place to a spot, -1: none.

    What stopped the line to the same spot before is tried first, then what stopped the last line from the same place:
    with several places that stops most of the lines that are stopped.
    """
    for p in range(len(places)):
        last = -1
        for s in range(len(spots)):
            q = stoppers[p - 1, s] if p else -1
            if not _stops(mesh, q, places[p], spots[s]):
                q = last
                if not _stops(mesh, q, places[p], spots[s]):
                    q = any_hit(mesh, roots, places[p], spots[s], stack)
            stoppers[p, s] = q
            if q >= 0:
                last = q


@inlined
def _stops(mesh, q, s, t):
    return q >= 0 and cross_triangle(mesh, q, s[0], s[1], s[2], t[0], t[1], t[2])[0] != 0
