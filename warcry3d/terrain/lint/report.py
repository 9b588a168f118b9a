"""All findings of lint on a piece, in one list."""

from collections.abc import Iterator
from dataclasses import replace

from warcry3d.table.terrain import Piece
from warcry3d.terrain.findings import Finding, worst_first
from warcry3d.terrain.lint import climbs, leaks, platforms, printing, scale, surface, ways
from warcry3d.terrain.lint.holes import closings_of
from warcry3d.terrain.lint.levels import PieceLevels
from warcry3d.terrain.lint.subject import Limits, Subject

__all__ = ["lint"]


def lint(piece: Piece, limits: Limits | None = None) -> tuple[Finding, ...]:
    """Return what is wrong or odd with a piece, the worst first; always the same for the same piece.

    Findings that the piece accepts (``Piece.accept``) come last, as ``accepted``.
    """
    subject = Subject(piece, limits or Limits())
    found = (replace(each, accepted=each.code in piece.accept) for each in _all(subject))
    return worst_first(found)


def _all(subject: Subject) -> Iterator[Finding]:
    if subject.piece.source is not None:
        yield from closings_of(subject.piece.source.closed)
    levels = PieceLevels(subject)
    yield from surface.floating(subject)
    yield from surface.crossings(subject)
    yield from leaks.leaks(subject)
    yield from platforms.reachable(levels)
    yield from platforms.standable(levels)
    yield from ways.passages(levels)
    yield from climbs.ladders(levels)
    yield from climbs.steps(levels)
    yield from scale.scale(levels)
    yield from printing.thin_walls(subject)
    yield from printing.bed(subject)
    yield from surface.slivers(subject)
    yield from printing.overhangs(subject)
    yield from platforms.edges(levels)
