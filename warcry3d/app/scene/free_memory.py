"""Free memory that the C library keeps, given back to the system."""

import ctypes
from contextlib import suppress

__all__ = ["return_free_memory"]


def return_free_memory() -> None:
    """Give the system what is free on the heaps, where the C library is glibc: that of all threads.

    Arrays of megabytes lie on heaps once one of their size was freed, and what is freed between blocks in use stays
    there else: half of what a window took after 250 inputs in a battle of units. Takes 5 to 60 ms, without the
    interpreter.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
