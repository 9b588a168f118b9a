"""A lock in whose hold background work is not stopped: whoever waits for it may be the one that it is stopped for."""

import threading

__all__ = ["SteadyLock", "holds_lock"]


class _Held(threading.local):
    count = 0


_HELD = _Held()


class SteadyLock:
    """A lock for ``with``, not entered twice by one thread. A thread that holds it or waits for it says so."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        _HELD.count += 1
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()
        _HELD.count -= 1


def holds_lock() -> bool:
    """Return whether this thread holds any `SteadyLock`, or waits for one."""
    return _HELD.count > 0
