"""The three verdicts on sight, and what each carries."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from warcry3d.sight.certificate import Certificate

__all__ = ["Hidden", "Point", "Seen", "TooClose", "Verdict", "VerdictWord", "is_wide", "turned_round", "verdict_word"]

Point: TypeAlias = tuple[float, float, float]

WIDE_MM = 25.4
"""Clearances are measured up to an inch: one of this much (mm) is that or more."""


def is_wide(clearance_mm: float) -> bool:
    """Return whether a clearance (mm) is an inch, beyond which none is measured, so that it may be more."""
    return clearance_mm > WIDE_MM - 0.005


@dataclass(frozen=True, slots=True)
class Seen:
    """A straight line from viewer to target that crosses no blocker.

    ``witness`` starts on the viewer's figure and ends on the target's (in); ``clearance_mm`` is how far the line is
    from the nearest blocker, so how far it could shift sideways any way; an inch stands for
    that or more (`is_wide`).
    """

    witness: tuple[Point, Point]
    clearance_mm: float


@dataclass(frozen=True, slots=True)
class Hidden:
    """No line exists. ``blockers`` are the names of what closes it (``feature/part`` or a model's id), those that close
    most first; ``certificate`` is the proof that `warcry3d.sight.proof.verify` re-derives; None where a rule system
    decides otherwise than by figures and terrain as they stand.
    """

    blockers: tuple[str, ...]
    certificate: "Certificate | None" = None


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
VerdictWord: TypeAlias = Literal["seen", "hidden", "too-close"]


def verdict_word(verdict: Verdict) -> VerdictWord:
    """Return a verdict in a word, as files have it."""
    match verdict:
        case Seen():
            return "seen"
        case Hidden():
            return "hidden"
        case TooClose():
            return "too-close"


def turned_round(verdict: Verdict) -> Verdict:
    """Return a verdict as the other of the two gets it: lines run the other way, all else stays."""
    match verdict:
        case Seen(witness=(start, end), clearance_mm=clearance):
            return Seen((end, start), clearance)
        case TooClose(gap_mm=gap, line=(start, end), between=between):
            return TooClose(gap, (end, start), between)
        case Hidden():
            return verdict
