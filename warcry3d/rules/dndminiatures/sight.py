"""Sight, cover and distance between two models on a table's squares (DDM-SIGHT, DDM-COVER, DDM-MCOVER, DDM-DIST)."""

from collections.abc import Iterator
from functools import lru_cache

from warcry3d.errors import QuestionError
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message
from warcry3d.rules.dndminiatures.board import needed_map, space_of
from warcry3d.rules.dndminiatures.grid.cells import Space, are_adjacent, space_distance
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.line_of_sight import LineOfSight, SightLine, line_of_sight
from warcry3d.rules.dndminiatures.grid.ranged_cover import CoverTest, Crossed, ranged_cover
from warcry3d.rules.dndminiatures.grid.sight_lines import LEVEL, blocked_line, free_line, middle_line
from warcry3d.rules.dndminiatures.grid.visible_share import visible_share
from warcry3d.rules.dndminiatures.grid_names import crossed_name, span_names, wall_names
from warcry3d.rules.results import CoverVerdict, Reason, SightBasis, SightTerms
from warcry3d.sight.distance import Between, Measure, measure
from warcry3d.sight.verdict import WIDE_MM, Hidden, Seen, Verdict
from warcry3d.sight.visible_share import VisibleShare
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import to_mm

__all__ = ["GridSight"]

SIGHT_RULE = "DDM-SIGHT-1"
COVER_RULE = "DDM-COVER-3"
MELEE_RULE = "DDM-MCOVER-1"


class GridSight:
    """The rules of D&D Miniatures on seeing and cover: exact on squares, so nothing is ever too close to call.

    Neither figures nor what players agreed on about them count.
    """

    name = "dndminiatures"
    sight_rule = SIGHT_RULE
    is_sight_mutual = True
    is_certified = False
    is_on_squares = True
    measured = Between.BASES

    def counted(self, table: Table) -> Table:
        """Return the table as it is: bases do not count."""
        return table

    def sight(self, table: Table, viewer: str, target: str, terms: SightTerms) -> Verdict:
        """Return whether a line joins the two spaces that meets no wall; raise `QuestionError` without squares."""
        if viewer == target:
            raise QuestionError("'{id}' cannot see itself: ask about two fighters", id=viewer)
        board = needed_map(table)
        return _verdict(board, space_of(table.model(viewer)), space_of(table.model(target)))

    def sights(self, table: Table, terms: SightTerms) -> "GridSights":
        """Return the answers for many pairs on one table."""
        needed_map(table)
        return GridSights(self, table, terms)

    def cover(self, table: Table, attacker: str, target: str) -> CoverVerdict:
        """Return whether the target has cover: from a ranged attack, and next to it from a melee attack."""
        one, other = table.model(attacker), table.model(target)
        board, a, b = needed_map(table), space_of(one), space_of(other)
        if a.overlaps(b):
            return CoverVerdict(())
        ranged = _ranged(table, board, one, other)
        if not are_adjacent(a, b):
            return ranged
        reasons, said = _melee(board, a, b)
        return CoverVerdict((*reasons, *ranged.reasons), said=(said, *ranged.said), line=ranged.line)

    def transparent(self, table: Table, viewer: str) -> tuple[str, ...]:
        """Return nobody: every model counts."""
        return ()

    def measure(self, one: Model, other: Model) -> Measure:
        """Return how far two models' bases are apart."""
        return measure(one, other)

    def basis(self) -> SightBasis:
        """Return how the system decides."""
        return SightBasis(
            RuleReason("DDM-SIGHT-1", Message("a line between their squares that meets no wall; figures do not count")),
            RuleReason("DDM-COVER-3", Message("what the lines between corners of their squares cross")),
            RuleReason("DDM-DIST-1", Message("squares counted")),
        )

    def squares(self, table: Table, one: str, other: str) -> int | None:
        """Return the squares between two models; 0 where they share one (DDM-DIST-2)."""
        return space_distance(space_of(table.model(one)), space_of(table.model(other)))


class GridSights:
    """Answers on one table."""

    def __init__(self, rules: GridSight, table: Table, terms: SightTerms) -> None:
        self._rules, self._table, self._terms = rules, table, terms

    def between(self, viewer: str, target: str) -> Verdict:
        """Return whether ``viewer`` sees ``target``."""
        return self._rules.sight(self._table, viewer, target, self._terms)

    def glimpse(self, viewer: str, target: str) -> Seen | None:
        """Return that ``viewer`` sees ``target``: an answer takes no time."""
        verdict = self.between(viewer, target)
        return verdict if isinstance(verdict, Seen) else None

    def share(self, viewer: str, target: str, verdict: Verdict) -> VisibleShare:
        """Return how much of the space of ``target`` is visible from the place that sees most of it."""
        spaces = (space_of(self._table.model(id)) for id in (viewer, target))
        return visible_share(needed_map(self._table), *spaces, is_seen=isinstance(verdict, Seen))


def _verdict(board: GridMap, viewer: Space, target: Space) -> Verdict:
    if viewer.overlaps(target):
        return Seen(middle_line(viewer, target), WIDE_MM)
    match _line(board, viewer, target):
        case SightLine(start=start, end=end, room=room):
            clearance = WIDE_MM if room is None else min(to_mm(room), WIDE_MM)
            line = ((float(start[0]), float(start[1]), LEVEL), (float(end[0]), float(end[1]), LEVEL))
            return Seen(line, clearance)
        case hidden:
            return Hidden(tuple(dict.fromkeys(span_names(hidden.walls))))


@lru_cache(maxsize=4096)
def _line(board: GridMap, viewer: Space, target: Space) -> LineOfSight:
    """Return `line_of_sight`; the last answers are kept."""
    return line_of_sight(board, viewer, target)


def _ranged(table: Table, board: GridMap, attacker: Model, target: Model) -> CoverVerdict:
    """Return cover by the lines from the attacker's best corner (DDM-COVER)."""
    a, b = space_of(attacker), space_of(target)
    others = {one.id: space_of(one) for one in table.models if one.id not in (attacker.id, target.id)}
    test = ranged_cover(board, a, b, others.values())
    x, y = test.corner
    if not test.is_covered:
        said = RuleReason(
            COVER_RULE, Message("{target} has no cover from the corner ({x}, {y}) of {viewer}", _values(x=x, y=y))
        )
        return CoverVerdict((), said=(said,), line=free_line(test.corner, b))
    reasons = tuple(_reasons(board, test, b, others))
    said = RuleReason(
        COVER_RULE,
        Message(
            "{target} has cover from every corner of {viewer}; the best is ({x}, {y}), from where a line meets {parts}",
            _values(x=x, y=y, parts=tuple(dict.fromkeys(one.part for one in reasons))),
        ),
    )
    return CoverVerdict(reasons, said=(said,))


def _values(**values: object) -> dict[str, object]:
    return values


def _reasons(board: GridMap, test: CoverTest, target: Space, others: dict[str, Space]) -> Iterator[Reason]:
    for crossed in test.crossed:
        line, at = blocked_line(test.corner, target, crossed)
        yield Reason(COVER_RULE, _name(board, crossed, others), line, at)


def _name(board: GridMap, crossed: Crossed, others: dict[str, Space]) -> str:
    """Return what gives cover: a creature by its id, else the part of the grid."""
    return crossed_name(board, crossed) or next(id for id, space in others.items() if space.has(crossed.cell))  # type: ignore[union-attr]


def _melee(board: GridMap, one: Space, other: Space) -> tuple[tuple[Reason, ...], RuleReason]:
    """Return melee cover between adjacent spaces, and the sentence (DDM-MCOVER-1 to -3)."""
    line = middle_line(one, other)
    middle = tuple((a + b) / 2 for a, b in zip(*line, strict=True))
    match contact(board, one, other):
        case Contact.OPEN:
            return (), RuleReason(MELEE_RULE, Message("{target} has no cover from melee attacks of {viewer}"))
        case Contact.COVERED:
            said = Message("{target} has cover from melee attacks of {viewer}: they touch round the end of a wall")
            part = next(iter(wall_names(board, one, other)))
            return (Reason(MELEE_RULE, part, line, (middle[0], middle[1], middle[2])),), RuleReason(MELEE_RULE, said)
        case Contact.NONE:
            said = Message("{viewer} cannot attack {target} in melee: a wall is between them")
            return (), RuleReason("DDM-MCOVER-2", said)
