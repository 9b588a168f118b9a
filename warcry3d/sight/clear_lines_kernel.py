"""Lines from each of several places to each of several spots (compiled, float64)."""

from warcry3d.geom.casts import is_blocked
from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.records import Floats2, Ints1, Ints2
from warcry3d.geom.tree import Mesh

__all__ = ["clear_lines"]


@lean_kernel
def clear_lines(mesh: Mesh, roots: Ints1, places: Floats2, spots: Floats2, clear: Ints2, stack: Ints1):
    """Fill ``clear`` (p, s) with 1 where nothing under the roots touches the line from a place to a spot, else 0."""
    for p in range(len(places)):
        for s in range(len(spots)):
            clear[p, s] = 0 if is_blocked(mesh, roots, places[p], spots[s], stack) else 1
