"""The stages of an import, and the deadline that its caller sets."""

import math
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass
from enum import StrEnum
from threading import Thread
from typing import TypeVar

__all__ = ["Deadline", "ImportStage"]

T = TypeVar("T")

_INTERVAL = 0.05
"""Seconds between two looks at the clock."""


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
    the beginning by the caller's clock; ``patience``: after how many of them work that is optional ends;
    ``skipped``: stages that are left out from the first.

    Without a clock nothing is ever late, and the same file always becomes the same piece.
    """

    entering: Callable[[ImportStage], None] = _nobody
    elapsed: Callable[[], float] = _never
    patience: float = math.inf
    skipped: frozenset[ImportStage] = frozenset()

    def is_past(self, share: float) -> bool:
        """Return whether more than this share of the patience is used up."""
        return self.elapsed() > share * self.patience

    def does(self, stage: ImportStage) -> bool:
        """Return whether a stage is not left out."""
        return stage not in self.skipped

    def attempt(self, work: Callable[[], T], share: float) -> T | None:
        """Return the result of work that is optional; None where it needs more memory than there is, or is not done
        when this share of the patience is used up.

        Work that is given up goes on in its thread until the process ends. It must release the interpreter's lock now
        and then, as compiled kernels do, and change nothing that is used later.
        """
        try:
            if math.isinf(self.patience):
                return work()
            done: Future[T] = Future()
            Thread(target=_run, args=(work, done), daemon=True).start()
            while not done.done() and not self.is_past(share):
                wait([done], timeout=_INTERVAL)
            return done.result(timeout=0)
        except (TimeoutError, MemoryError):
            return None


def _run(work: Callable[[], T], done: "Future[T]") -> None:
    try:
        done.set_result(work())
    except BaseException as error:  # whoever waits for the result raises it
        done.set_exception(error)
