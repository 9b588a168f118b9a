"""Findings: problems of a piece or a layout, with code, severity and place."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from warcry3d.message import Message

__all__ = ["Finding", "Line", "Place", "Severity", "worst_first"]

Place = tuple[float, float, float]
Line = tuple[Place, Place]


class Severity(StrEnum):
    """How bad it is: an error is mended before printing or playing, a warning looked at, a note merely known."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: ``code`` (stable), its ``message`` for people.

    ``places``: where (in, in the frame of what was looked at), the worst first; ``lines`` where it is as long as that.
    ``part``: the part, feature or ``feature/part`` it is about; empty for the whole. ``accepted``: its makers know.
    """

    code: str
    severity: Severity
    message: Message
    places: tuple[Place, ...] = ()
    part: str = ""
    lines: tuple[Line, ...] = ()
    accepted: bool = False

    def __str__(self) -> str:
        return str(self.message)


_RANK = {severity: rank for rank, severity in enumerate(Severity)}


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings, errors before warnings before notes, what is accepted last; else in the order they came."""
    return tuple(sorted(findings, key=lambda finding: (finding.accepted, _RANK[finding.severity])))
