"""The compiled kernels that a verdict on sight needs: whether this machine holds them, and having them ready."""

from collections.abc import Iterator
from importlib import import_module

from warcry3d.geom.compiled import Kernel, kernels_of

__all__ = ["is_compiled", "warm_up"]


_KERNELS = (
    "warcry3d.geom.tree",
    "warcry3d.geom.casts",
    "warcry3d.geom.witness",
    "warcry3d.geom.search",
    "warcry3d.geom.view_clearing",
    "warcry3d.geom.view_search",
    "warcry3d.sight.clear_lines_kernel",
)
"""The modules whose annotated kernels a verdict needs."""


def is_compiled() -> bool:
    """Return whether this machine holds the compiled kernels, so that the first verdict comes at once."""
    return all(kernel.is_kept for kernel in _declared())


def warm_up() -> None:
    """Have the kernels compiled (half a minute, once on a machine) or loaded."""
    for kernel in _declared():
        kernel.prepare()


def _declared() -> Iterator[Kernel]:
    """Yield the annotated kernels of these modules."""
    for name in _KERNELS:
        import_module(name)
        yield from (kernel for kernel in kernels_of(name) if kernel.declared)
