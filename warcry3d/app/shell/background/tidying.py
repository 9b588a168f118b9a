"""What is done by itself, kept out of the way of a person who waits: garbage collection, and turns of threads.

A full collection walks through all objects there are and holds the interpreter meanwhile: 130 ms in a battle, in the
midst of a drag as often as not. While the window rests nobody notices.

A thread that wants the interpreter waits until the one that has it has had its turn: 5 ms unless set. Frames have it
nearly always, and background work gives it up with each call into a library: loading a kernel does so a thousand
times. The first chips of a battle took 4.8 s by the clock for 0.7 s of work; with turns of 1 ms, 1.3 s.
"""

import gc
import sys
import time

from warcry3d.app.scene.free_memory import return_free_memory

__all__ = ["Tidying"]

TURN = 0.001
"""So long (s) a thread keeps the interpreter while another one waits for it."""

DUE = 20
"""So many lesser collections make a full one worthwhile."""
AT_LAST = 300
"""After so many the full one comes by itself: a window that never rests must not grow for ever."""

PAUSE = 10.0
"""So long (s) free memory is kept at least: work in the background takes and frees megabytes all the time."""


class Tidying:
    """Collects what is no longer used while the window rests, gives free memory back to the system, and shortens turns.
    ``close()`` it when done.
    """

    def __init__(self) -> None:
        self._returned = time.monotonic()
        self._before = gc.get_threshold()
        self._turn = sys.getswitchinterval()
        gc.set_threshold(*self._before[:2], AT_LAST)
        sys.setswitchinterval(TURN)

    def rest(self) -> bool:
        """Collect if that is worthwhile, and return memory from time to time; return whether anything was collected."""
        has_collected = gc.get_count()[2] >= DUE
        if has_collected:
            gc.collect()
        if time.monotonic() - self._returned >= PAUSE:
            return_free_memory()
            self._returned = time.monotonic()
        return has_collected

    def close(self) -> None:
        """Let Python do as it did before."""
        gc.set_threshold(*self._before)
        sys.setswitchinterval(self._turn)
