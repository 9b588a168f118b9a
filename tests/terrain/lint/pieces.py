"""What the tests of lint share: its answers by code."""

from tests import zoo
from warcry3d.table.terrain import Part
from warcry3d.terrain.findings import Finding
from warcry3d.terrain.lint.levels import PieceLevels
from warcry3d.terrain.lint.report import lint
from warcry3d.terrain.lint.subject import Limits, Subject

__all__ = ["found", "levels", "subject"]


def subject(*parts: Part, limits: Limits | None = None) -> Subject:
    """Return a piece of these parts under lint."""
    return Subject(zoo.piece("probe", *parts), limits or Limits())


def levels(*parts: Part, limits: Limits | None = None) -> PieceLevels:
    """Return the levels of a piece of these parts."""
    return PieceLevels(subject(*parts, limits=limits))


def found(code: str, *parts: Part, limits: Limits | None = None) -> list[Finding]:
    """Return what lint finds under ``code`` on a piece of these parts."""
    return [finding for finding in lint(zoo.piece("probe", *parts), limits) if finding.code == code]
