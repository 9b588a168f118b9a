"""Work of many equal pieces in two threads: kernels do not hold the interpreter's lock."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

__all__ = ["side_by_side"]

THREADS = 2
AHEAD = 2
"""So many pieces for each thread are begun or queued at a time: what is not wanted any more is little."""

Given = TypeVar("Given")
Found = TypeVar("Found")


def side_by_side(work: Callable[[Given], Found], given: Iterable[Given]) -> Generator[Found, None, None]:
    """Yield what ``work`` returns for each, in their order; an error is raised in its turn.

    Close it where it is not read to its end: what is not begun is then never done.
    """
    rest = iter(given)
    due: deque[Future[Found]] = deque()
    with ThreadPoolExecutor(THREADS) as pool:
        try:
            due.extend(pool.submit(work, one) for one in islice(rest, THREADS * AHEAD))
            while due:
                found = due.popleft().result()
                due.extend(pool.submit(work, one) for one in islice(rest, 1))
                yield found
        finally:
            for future in due:
                future.cancel()
