"""Python's garbage collector, kept out of the frames that a person waits for.

A full collection walks through all objects there are and holds the interpreter meanwhile: 130 ms in a battle, in the
midst of a drag as often as not. While the window rests nobody notices.
"""

import gc

__all__ = ["Tidying"]

DUE = 20
"""So many lesser collections make a full one worthwhile."""
AT_LAST = 300
"""After so many the full one comes by itself: a window that never rests must not grow for ever."""


class Tidying:
    """Collects what is no longer used while the window rests. ``close()`` it when done."""

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        gc.set_threshold(*self._before[:2], AT_LAST)

    def rest(self) -> bool:
        """Collect if that is worthwhile; return whether it was."""
        if gc.get_count()[2] < DUE:
            return False
        gc.collect()
        return True

    def close(self) -> None:
        """Let the collector run as it did before."""
        gc.set_threshold(*self._before)
