"""How much searches may derive of terrain: who must answer soon leaves out what would take too long.

What is derived is kept, so a later search goes on from there. A search that left something out still offers only ways
that the judge allows; it may miss some, and may find longer ones.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

__all__ = ["Effort", "is_limited", "is_worn", "limited", "may_derive"]


@dataclass(slots=True)
class Effort:
    """So many pieces may still be derived, and none after the time ``until`` (`time.monotonic`)."""

    left: int
    until: float | None = None

    @property
    def is_spent(self) -> bool:
        """Return whether nothing more may be derived."""
        return self.left <= 0 or (self.until is not None and time.monotonic() > self.until)


_EFFORT: ContextVar[Effort | None] = ContextVar("warcry3d.motion.effort", default=None)


@contextmanager
def limited(pieces: int, *, seconds: float | None = None) -> Iterator[Effort]:
    """Let searches derive so many pieces at most while this is open, and none after so many seconds.

    A piece is a drop column, or where ladders and stairs join two levels.
    """
    effort = Effort(pieces, None if seconds is None else time.monotonic() + seconds)
    token = _EFFORT.set(effort)
    try:
        yield effort
    finally:
        _EFFORT.reset(token)


def is_limited() -> bool:
    """Return whether there is a limit now."""
    return _EFFORT.get() is not None


def is_worn() -> bool:
    """Return whether there is a limit now, and nothing more may be derived."""
    effort = _EFFORT.get()
    return effort is not None and effort.is_spent


def may_derive() -> bool:
    """Return whether one more piece may be derived, and count it."""
    effort = _EFFORT.get()
    if effort is None:
        return True
    if effort.is_spent:
        return False
    effort.left -= 1
    return True
