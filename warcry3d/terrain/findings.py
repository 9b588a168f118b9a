"""Findings: what is wrong or odd with a piece or a layout, with a code, how bad it is, and where."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

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
    """One thing found: ``code`` (stable), its sentence as an English ``template`` with ``values``.

    ``places``: where (in, in the frame of what was looked at), the worst first; ``lines`` where it is as long as that.
    ``part``: the part, feature or ``feature/part`` it is about; empty for the whole. ``accepted``: its makers know.
    """

    code: str
    severity: Severity
    template: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    places: tuple[Place, ...] = ()
    part: str = ""
    lines: tuple[Line, ...] = ()
    accepted: bool = False

    def __str__(self) -> str:
        return self.template.format(**self.values)


_RANK = {severity: rank for rank, severity in enumerate(Severity)}


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings, errors before warnings before notes, what is accepted last; else in the order they came."""
    return tuple(sorted(findings, key=lambda finding: (finding.accepted, _RANK[finding.severity])))
