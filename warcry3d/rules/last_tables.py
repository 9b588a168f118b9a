"""What takes long to make and much memory for each table, kept for the last few tables that were asked about."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from warcry3d.steady_lock import SteadyLock

__all__ = ["SIGHTS_KEPT", "LastTables"]

SIGHTS_KEPT = 2
"""Tables whose lines of sight stay prepared: the one in front, and the one that a preview asks about. Each takes 30 MB
in a sample battle, and 250 MB where two armies of 60 models meet."""

T = TypeVar("T")


class LastTables(Generic[T]):
    """Things by the tables that they are made of, the ``most`` that were asked for last. For any threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[Hashable, T] = {}
        self._lock = SteadyLock()

    def of(self, table: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept for a table, or what ``make`` returns: two threads that ask at once may both make it."""
        with self._lock:
            if table in self._known:
                self._known[table] = self._known.pop(table)
                return self._known[table]
            self._make_room(self._most - 1)  # before it is made: what goes is not needed beside it
        made = make()
        with self._lock:
            found = self._known.setdefault(table, made)
            self._make_room(self._most)
        return found

    def _make_room(self, most: int) -> None:
        while len(self._known) > most:
            del self._known[next(iter(self._known))]
