"""The stages an import goes through, and how its caller follows it and says when time is getting short."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Deadline", "ImportStage"]


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
