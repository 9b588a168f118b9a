"""What a measurement says while it runs: rows as they come, and what it is doing until the next one."""

import sys
import time
from collections.abc import Iterable

__all__ = ["doing", "show"]

_STARTED = time.perf_counter()


def show(found: str | Iterable[str]) -> None:
    """Print what a measurement found, each row when it comes."""
    for row in (found,) if isinstance(found, str) else found:
        print(row, flush=True)


def doing(what: str) -> None:
    """Say what is being measured now, with the seconds since the program began, on stderr: the table stays clean."""
    print(f"   {time.perf_counter() - _STARTED:5.0f} s: {what}", file=sys.stderr, flush=True)
