"""Segments cast at the judge's tree one after another (compiled, float64)."""

from warcry3d.geom.casts import is_blocked
from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.records import Bools1, Floats2, Ints1
from warcry3d.geom.tree import Mesh

__all__ = ["all_blocked"]


@lean_kernel
def all_blocked(mesh: Mesh, roots: Ints1, starts: Floats2, ends: Floats2, stopped: Bools1, stack: Ints1):
    """Fill ``stopped`` (n,) with whether each segment from starts to ends (n, 3) touches a triangle of the mesh."""
    for i in range(len(starts)):
        stopped[i] = is_blocked(mesh, roots, starts[i], ends[i], stack)
