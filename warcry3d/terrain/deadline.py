"""The stages of an import, and the deadline that its caller sets."""

import math
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from threading import Thread
from typing import TypeVar

__all__ = ["Deadline", "ImportStage"]

T = TypeVar("T")


class ImportStage(StrEnum):
    """What an import is at."""

    READING = "reading"
    MENDING = "mending"
    UNITING = "uniting"
    REDUCING = "reducing"
    CLASSIFYING = "classifying"
    WRITING = "writing"
    DRAWING = "drawing"


def _never() -> float:
    return 0.0


def _nobody(_: ImportStage) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Deadline:
    """How a caller follows an import. ``entering``: called with each stage as it begins; ``elapsed``: the seconds since
    the beginning by the caller's clock; ``patience``: how many there are.

    Without a clock nothing is ever late, and the same file always becomes the same piece.
    """

    entering: Callable[[ImportStage], None] = _nobody
    elapsed: Callable[[], float] = _never
    patience: float = math.inf

    def is_past(self, share: float) -> bool:
        """Return whether more than this share of the patience is used up."""
        return self.elapsed() > share * self.patience

    def attempt(self, work: Callable[[], T], share: float) -> T | None:
        """Return the result of work that is optional; None where it needs more memory than there is, or is not done
        when this share of the patience is used up.

        Work that is given up goes on in its thread until the process ends. It must release the interpreter's lock now
        and then, as compiled kernels do, and change nothing that is used later.
        """
        left = share * self.patience - self.elapsed()
        try:
            if math.isinf(left):
                return work()
            done: Future[T] = Future()
            Thread(target=_run, args=(work, done), daemon=True).start()
            return done.result(timeout=max(left, 0.0))
        except (TimeoutError, MemoryError):
            return None


def _run(work: Callable[[], T], done: "Future[T]") -> None:
    try:
        done.set_result(work())
    except BaseException as error:  # whoever waits for the result raises it
        done.set_exception(error)
