"""The judge of sight, distance and cover, by the table's rule system."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.rules.results import (
    CoverVerdict,
    Judgement,
    LeftOut,
    Reason,
    SightRules,
    Sights,
    SightTerms,
)
from warcry3d.rules.systems import ARMIES_ONLY, SYSTEMS, system
from warcry3d.sight.distance import Between
from warcry3d.sight.verdict import Verdict, turned_round
from warcry3d.sight.visible_share import VisibleShare
from warcry3d.table.files import load_table
from warcry3d.table.grid import snapped
from warcry3d.table.models import Base, BaseShape, Model, Tag
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = [
    "CoverVerdict",
    "Judgement",
    "LeftOut",
    "Reason",
    "counted_table",
    "is_certified",
    "is_on_squares",
    "judge",
    "judge_all",
    "judgement_on",
    "measured_between",
    "moved_squares",
    "playable_table",
    "prepare",
    "visible_part",
    "visible_parts",
]


def playable_table(path: Path | str) -> Table:
    """Return the table of a file, as `load_table`; a rule system that is not there is a `FileError` too."""
    return load_table(path, rulesets=(*SYSTEMS, *ARMIES_ONLY))


def counted_table(table: Table) -> Table:
    """Return the table whose figures are all that counts for its rule system, such as with their bases: it is what
    proofs are about. A system without sight counts figures as they are.
    """
    try:
        return system(table.ruleset).sight().counted(table)
    except (QuestionError, UnknownNameError):
        return table


def is_certified(ruleset: str) -> bool:
    """Return whether a rule system's verdicts on sight are about figures and terrain as they stand, with proofs; not so
    where it decides by rules of its own, such as on squares, or has no rules of sight.
    """
    try:
        return system(ruleset).sight().is_certified
    except (QuestionError, UnknownNameError):
        return False


def is_on_squares(ruleset: str) -> bool:
    """Return whether a rule system judges sight on squares, which a table then needs."""
    try:
        return system(ruleset).sight().is_on_squares
    except (QuestionError, UnknownNameError):
        return False


def measured_between(ruleset: str) -> Between:
    """Return between what of models a rule system measures; bases where it has no rules of sight."""
    try:
        return system(ruleset).sight().measured
    except (QuestionError, UnknownNameError):
        return Between.BASES


def judge(
    table: Table,
    viewer: str,
    target: str,
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    budget: int | None = None,
) -> Judgement:
    """Return what the table's rule system says of ``viewer`` looking at and attacking ``target``.

    ``tags`` are the parts of figures that count; ``budget`` (None: the usual) bounds the work on sight. Raises
    `UnknownNameError` for a model or rule system that is not there, `QuestionError` for a fighter and itself.
    """
    rules = system(table.ruleset).sight()
    table.model(viewer), table.model(target)
    sight = rules.sight(table, viewer, target, SightTerms(tags, tolerance_mm, budget))
    return _judgement(rules, table, viewer, target, sight, tags, with_cover=True)


def visible_part(
    table: Table, judgement: Judgement, *, tolerance_mm: float = SIGHT_TOLERANCE_MM, budget: int | None = None
) -> VisibleShare:
    """Return how much of the target of a judgement on ``table`` is visible to its viewer; an estimate, but 0 exactly
    where it is hidden.
    """
    rules = system(table.ruleset).sight()
    sights = rules.sights(table, SightTerms(judgement.tags, tolerance_mm, budget))
    return sights.share(judgement.viewer, judgement.target, judgement.sight)


def visible_parts(
    table: Table,
    judgements: Iterable[Judgement],
    *,
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    budget: int | None = None,
) -> tuple[VisibleShare, ...]:
    """Return `visible_part` of each of several judgements, all with the same parts that count."""
    some = tuple(judgements)
    if not some:
        return ()
    rules = system(table.ruleset).sight()
    sights = rules.sights(table, SightTerms(some[0].tags, tolerance_mm, budget))
    return tuple(sights.share(one.viewer, one.target, one.sight) for one in some)


def judgement_on(table: Table, viewer: str, target: str, sight: Verdict, tags: frozenset[Tag]) -> Judgement:
    """Return the judgement whose verdict on sight is known, such as from a proof; raise as `judge`."""
    rules = system(table.ruleset).sight()
    return _judgement(rules, table, viewer, target, sight, tags, with_cover=True)


def prepare(table: Table, *, tags: frozenset[Tag] = frozenset(Tag)) -> None:
    """Derive once what all judgements on ``table`` and on tables that share its terrain and models rest on."""
    system(table.ruleset).sight().sights(table, SightTerms(tags, SIGHT_TOLERANCE_MM, None))


def judge_all(
    table: Table,
    *,
    friends: bool = False,
    sight_only: bool = False,
    tags: frozenset[Tag] = frozenset(Tag),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    budget: int | None = None,
) -> tuple[Judgement, ...]:
    """Return the judgements of every ordered pair of enemies, in the order of the table's models.

    ``friends``: of friends too. ``sight_only``: of every two models, friend or foe, once, without cover (both ways
    round only where the rule system's sight is not mutual).
    """
    rules = system(table.ruleset).sight()
    sights = rules.sights(table, SightTerms(tags, tolerance_mm, budget))
    pairs = [(a.id, b.id) for a, b in combinations(table.models, 2) if sight_only or friends or a.side != b.side]
    once = sight_only and rules.is_sight_mutual
    return tuple(
        _judgement(rules, table, viewer, target, sight, tags, with_cover=not sight_only)
        for a, b in pairs
        for viewer, target, sight in _ways(rules, sights, a, b, once=once)
    )


def _ways(rules: SightRules, sights: Sights, a: str, b: str, *, once: bool) -> Iterator[tuple[str, str, Verdict]]:
    """Yield who looks at whom and what the answer is: both ways, worked out once where sight is mutual."""
    there = sights.between(a, b)
    yield a, b, there
    if not once:
        yield b, a, turned_round(there) if rules.is_sight_mutual else sights.between(b, a)


def _judgement(
    rules: SightRules,
    table: Table,
    viewer: str,
    target: str,
    sight: Verdict,
    tags: frozenset[Tag],
    *,
    with_cover: bool,
) -> Judgement:
    distance = rules.measure(table.model(viewer), table.model(target))
    cover = rules.cover(table, viewer, target) if with_cover else None
    squares = rules.squares(table, viewer, target)
    through = rules.transparent(table, viewer)
    return Judgement(rules.name, viewer, target, distance, sight, rules.sight_rule, cover, tags, squares, through)


def moved_squares(table: Table, before: Model, after: Model, rules: str = "") -> int | None:
    """Return the squares between two places of a model, as ``rules`` (empty: the table's) count them; None where none
    are counted. A square stands for it at both: all of its squares move alike.
    """
    if table.grid is None:
        return None
    ends = _square_at(before, "before"), _square_at(after, "after")
    return system(rules or table.ruleset).sight().squares(replace(table, models=ends), "before", "after")


def _square_at(model: Model, id: str) -> Model:
    """Return a model of one square in place of another, where that covers whole squares."""
    x, y, z = model.placement.at
    at = (*snapped(x, y, model.base.length, model.base.width), z)
    return replace(model, id=id, base=Base(BaseShape.SQUARE, 1.0, 1.0), placement=replace(model.placement, at=at))
