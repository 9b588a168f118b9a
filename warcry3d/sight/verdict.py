"""The three answers to "does this one see that one", and what each carries."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from warcry3d.sight.certificate import Certificate

__all__ = ["Hidden", "Point", "Seen", "TooClose", "Verdict"]

Point: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Seen:
    """A straight line from viewer to target that crosses no blocker.

    ``witness`` starts on the viewer's figure and ends on the target's (in); ``clearance_mm`` is how far the line is
    from the nearest blocker, so how far it could shift sideways any way.
    """

    witness: tuple[Point, Point]
    clearance_mm: float


@dataclass(frozen=True, slots=True)
class Hidden:
    """No line exists. ``blockers`` are the names of what closes it (``feature/part`` or a model's id), those that close
    most first; ``certificate`` is the proof that `warcry3d.sight.proof.verify` re-derives.
    """

    blockers: tuple[str, ...]
    certificate: "Certificate"


@dataclass(frozen=True, slots=True)
class TooClose:
    """Neither shown nor refuted within tolerance and budget.

    ``gap_mm`` bounds the widest gap that may still exist, ``line`` runs through its place, ``between`` names the
    blockers beside it.
    """

    gap_mm: float
    line: tuple[Point, Point]
    between: tuple[str, ...]


Verdict: TypeAlias = Seen | Hidden | TooClose
