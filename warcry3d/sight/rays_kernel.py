"""Segments cast at the judge's tree one after another (compiled, float64)."""

from warcry3d.geom.casts import is_blocked
from warcry3d.geom.compiled import lean_kernel

__all__ = ["all_blocked"]


@lean_kernel
def all_blocked(mesh, roots, starts, ends, stopped, stack):
    """Fill ``stopped`` (n,) with whether each segment from starts to ends (n, 3) touches a triangle of the mesh."""
    for i in range(len(starts)):
        stopped[i] = is_blocked(mesh, roots, starts[i], ends[i], stack)
