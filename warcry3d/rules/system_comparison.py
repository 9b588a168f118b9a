"""The same pair under several rule systems: what each says of it, where they differ, and why."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from warcry3d.errors import WarcryError
from warcry3d.game.reasons import RuleReason
from warcry3d.rules.judgement import is_on_squares, judge
from warcry3d.rules.laid_squares import laid_squares
from warcry3d.rules.reports.report import Json, verdict_json
from warcry3d.rules.results import Judgement, SightBasis
from warcry3d.rules.systems import army_systems, system
from warcry3d.sight.verdict import verdict_word
from warcry3d.table.models import Tag
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = [
    "Aspect",
    "SystemAnswer",
    "SystemDifference",
    "comparison_json",
    "differences",
    "judge_by_systems",
    "table_under",
]


class Aspect(StrEnum):
    """What rule systems may differ in."""

    SIGHT = "sight"
    COVER = "cover"
    DISTANCE = "distance"


@dataclass(frozen=True, slots=True)
class SystemAnswer:
    """What a rule system, by its name and title, says of a pair; or why it has no answer."""

    name: str
    title: str
    answer: Judgement | WarcryError


@dataclass(frozen=True, slots=True)
class SystemDifference:
    """Where rule systems differ: ``said``: each answer, as files have it, with the titles of those that give it;
    ``because``: by title, how each decides.
    """

    aspect: Aspect
    said: tuple[tuple[str, tuple[str, ...]], ...]
    because: tuple[tuple[str, RuleReason], ...]


def judge_by_systems(
    table: Table,
    viewer: str,
    target: str,
    names: Iterable[str] = (),
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
) -> tuple[SystemAnswer, ...]:
    """Return what each of some rule systems (none: all) says of a pair on a table, whichever system that names.

    Over a table without squares some are laid (`table_under`). Raises `UnknownNameError` for a model or rule system
    that is not there.
    """
    table.model(viewer), table.model(target)
    chosen = [system(name) for name in names] or army_systems()
    found = []
    for one in chosen:
        answer: Judgement | WarcryError
        try:
            answer = judge(table_under(table, one.name), viewer, target, tags=tags, tolerance_mm=tolerance_mm)
        except WarcryError as error:
            answer = error
        found.append(SystemAnswer(one.name, one.title, answer))
    return tuple(found)


def table_under(table: Table, ruleset: str) -> Table:
    """Return a table under a rule system, by its name; where that decides on squares and the table has none, with
    squares laid over it (`laid_squares`).
    """
    ruled = replace(table, ruleset=ruleset)
    if table.grid is not None or not is_on_squares(ruleset):
        return ruled
    return replace(ruled, grid=laid_squares(table))


def differences(answers: Iterable[SystemAnswer]) -> tuple[SystemDifference, ...]:
    """Return where the systems that have an answer differ."""
    found = []
    given = [(one, one.answer) for one in answers if isinstance(one.answer, Judgement)]
    for aspect in Aspect:
        said: dict[str, list[str]] = {}
        for one, judgement in given:
            said.setdefault(_WORDS[aspect](judgement), []).append(one.title)
        if len(said) > 1:
            because = tuple((one.title, _BASES[aspect](system(one.name).sight().basis())) for one, _ in given)
            found.append(
                SystemDifference(aspect, tuple((word, tuple(titles)) for word, titles in said.items()), because)
            )
    return tuple(found)


def _sight(judgement: Judgement) -> str:
    return verdict_word(judgement.sight)


def _cover(judgement: Judgement) -> str:
    return "cover" if judgement.cover is not None and judgement.cover.verdict else "no-cover"


def _distance(judgement: Judgement) -> str:
    if judgement.squares is not None:
        return f"{judgement.squares} squares"
    return f"{judgement.distance.direct:.2f} in"


_WORDS: dict[Aspect, Callable[[Judgement], str]] = {
    Aspect.SIGHT: _sight,
    Aspect.COVER: _cover,
    Aspect.DISTANCE: _distance,
}
_BASES: dict[Aspect, Callable[[SightBasis], RuleReason]] = {
    Aspect.SIGHT: lambda basis: basis.sight,
    Aspect.COVER: lambda basis: basis.cover,
    Aspect.DISTANCE: lambda basis: basis.distance,
}


def comparison_json(answers: Iterable[SystemAnswer]) -> dict[str, Json]:
    """Return answers as a ``warcry3d.systems/1`` object."""
    answers = tuple(answers)
    verdicts: list[Json] = [
        verdict_json(one.answer)
        if isinstance(one.answer, Judgement)
        else {"ruleset": one.name, "error": str(one.answer)}
        for one in answers
    ]
    found: list[Json] = [
        {
            "aspect": one.aspect.value,
            "said": {word: list(titles) for word, titles in one.said},
            "because": {title: {"rule": reason.rule, "text": str(reason)} for title, reason in one.because},
        }
        for one in differences(answers)
    ]
    return {"format": "warcry3d.systems/1", "verdicts": verdicts, "differences": found}
