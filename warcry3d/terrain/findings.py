"""Findings: what is wrong or odd with a piece or a layout, with a code, how bad it is, and where."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

__all__ = ["Finding", "Place", "Severity"]

Place = tuple[float, float, float]


class Severity(StrEnum):
    """How bad it is: an error is mended before printing or playing, a warning looked at, a note merely known."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: ``code`` (kebab-case, stable), its sentence as an English ``template`` with ``values``.

    ``places``: where (in, in the frame of what was looked at), the worst first. ``part``: the part, feature or
    ``feature/part`` it is about; empty for the whole.
    """

    code: str
    severity: Severity
    template: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    places: tuple[Place, ...] = ()
    part: str = ""

    def __str__(self) -> str:
        return self.template.format(**self.values)
