"""Relations of flat shapes that several threads share: one thread at a time.

GEOS keeps the search under way in a prepared shape. Two threads that relate lines or areas to the same one at once end
the program (libgeos issue 825; seen with GEOS 3.14), whichever of both asks. Points alone, and distances, are safe.
"""

from typing import Any

from warcry3d.steady_lock import SteadyLock

__all__ = ["covers", "intersects"]

_ASKED = SteadyLock()


def covers(shape: Any, others: Any) -> Any:
    """Return whether a shape, prepared or not, covers another one, or each of several (as `shapely.covers`)."""
    import shapely

    with _ASKED:
        return shapely.covers(shape, others)


def intersects(shape: Any, others: Any) -> Any:
    """Return whether a shape, prepared or not, meets another one, or each of several (as `shapely.intersects`)."""
    import shapely

    with _ASKED:
        return shapely.intersects(shape, others)
