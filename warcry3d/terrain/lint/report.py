"""All findings of lint on a piece, in one list."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from warcry3d.table.terrain import Piece
from warcry3d.terrain.findings import Finding, worst_first
from warcry3d.terrain.lint import climbs, leaks, platforms, printing, scale, surface, ways
from warcry3d.terrain.lint.holes import closings_of
from warcry3d.terrain.lint.levels import PieceLevels
from warcry3d.terrain.lint.subject import Limits, Subject

__all__ = ["lint"]

_Check = Callable[[], Iterable[Finding]]


def lint(
    piece: Piece, limits: Limits | None = None, *, on_share: Callable[[float], None] = lambda _: None
) -> tuple[Finding, ...]:
    """Return what is wrong or odd with a piece, the worst first; always the same for the same piece.

    Findings that the piece accepts (``Piece.accept``) come last, as ``accepted``. ``on_share``: called before each
    check with the share of them that is done.
    """
    checks = _checks(Subject(piece, limits or Limits()))
    found: list[Finding] = []
    for number, check in enumerate(checks):
        on_share(number / len(checks))
        found += (replace(each, accepted=each.code in piece.accept) for each in check())
    return worst_first(found)


def _checks(subject: Subject) -> tuple[_Check, ...]:
    source, levels = subject.piece.source, PieceLevels(subject)
    return (
        lambda: closings_of(source.closed) if source is not None else (),
        lambda: surface.floating(subject),
        lambda: surface.crossings(subject),
        lambda: leaks.leaks(subject),
        lambda: platforms.reachable(levels),
        lambda: platforms.standable(levels),
        lambda: ways.passages(levels),
        lambda: climbs.ladders(levels),
        lambda: climbs.steps(levels),
        lambda: scale.scale(levels),
        lambda: printing.thin_walls(subject),
        lambda: printing.bed(subject),
        lambda: surface.slivers(subject),
        lambda: surface.heaped(subject),
        lambda: printing.overhangs(subject),
        lambda: platforms.edges(levels),
    )
