"""What the Judge room knows of all pairs on its table, and how the matrix of them is shown. Pure.

The answers hold for one table and what was agreed on it (`PairTerms`); they are dropped when either changes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from types import MappingProxyType
from typing import ClassVar, Self

from warcry3d.app.judge.intents import PartIntent
from warcry3d.app.judge.model import JudgeModel
from warcry3d.rules.pair_matrix import PARTS, Pair, PairAnswer
from warcry3d.sight.verdict import Seen
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = [
    "MATRIX",
    "CellContent",
    "FillCells",
    "ListPairs",
    "MorePairs",
    "OrderPairs",
    "PairOrder",
    "PairTerms",
    "PairsState",
    "PointAtPair",
    "StopPairs",
    "is_one_sided",
    "ordered",
    "terms_of",
]

MATRIX = "matrix"
"""The name of the tool and of its part."""


class PairOrder(Enum):
    """How rows and columns are ordered. ``SEEN``: who sees most first, and who is seen by most."""

    SIDE = auto()
    NAME = auto()
    SEEN = auto()


class CellContent(Enum):
    """What the cells say besides the verdict's colour and sign."""

    VERDICT = auto()
    SHARE = auto()
    DISTANCE = auto()


@dataclass(frozen=True, slots=True)
class PairTerms:
    """What answers on pairs are about; another table, though nothing were moved on it, is another."""

    table: Table
    tags: frozenset[Tag]
    tolerance_mm: float
    rules: str


def terms_of(judge: JudgeModel) -> PairTerms:
    """Return what pairs are asked about now."""
    return PairTerms(judge.table, judge.tags, judge.tolerance_mm, judge.rules)


class _MatrixIntent(PartIntent):
    __slots__ = ()
    part: ClassVar[str] = MATRIX


@dataclass(frozen=True, slots=True)
class MorePairs(_MatrixIntent):
    """More is known: the newest answers, each in place of the one on its pair before. ``is_over``: the last."""

    answers: tuple[PairAnswer, ...] = ()
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class StopPairs(_MatrixIntent):
    """Stop asking, or go on where it was stopped."""

    is_stopped: bool


@dataclass(frozen=True, slots=True)
class PointAtPair(_MatrixIntent):
    """The pointer is over a pair; None: over none."""

    pair: Pair | None


@dataclass(frozen=True, slots=True)
class OrderPairs(_MatrixIntent):
    """Order rows and columns otherwise."""

    order: PairOrder


@dataclass(frozen=True, slots=True)
class FillCells(_MatrixIntent):
    """Write something else into the cells."""

    content: CellContent


@dataclass(frozen=True, slots=True)
class ListPairs(_MatrixIntent):
    """Show the pairs as a list that can be sorted by each column, or as a matrix."""

    is_list: bool


@dataclass(frozen=True, slots=True, eq=False)
class PairsState:
    """The answers on pairs so far, and how they are shown. ``is_over``: all there are; ``is_stopped`` by hand."""

    part: ClassVar[str] = MATRIX
    answers: Mapping[Pair, PairAnswer] = field(default_factory=lambda: MappingProxyType({}))
    is_over: bool = False
    is_stopped: bool = False
    pointed: Pair | None = None
    order: PairOrder = PairOrder.SIDE
    content: CellContent = CellContent.VERDICT
    is_list: bool = False

    def share_known(self, models: int) -> float:
        """Return how much is known of all pairs of so many models, from 0 to 1."""
        known = sum(answer.known for answer in self.answers.values())
        return known / (PARTS * max(models * (models - 1), 1))

    def after(self, intent: PartIntent, judge: JudgeModel) -> Self:
        """Return it after an intent of its own."""
        match intent:
            case MorePairs(answers=answers, is_over=is_over):
                known = {**self.answers, **{answer.pair: answer for answer in answers}}
                return replace(self, answers=MappingProxyType(known), is_over=is_over)
            case StopPairs(is_stopped=is_stopped):
                return replace(self, is_stopped=is_stopped)
            case PointAtPair(pair=pair):
                return self if pair == self.pointed else replace(self, pointed=pair)
            case OrderPairs(order=order):
                return replace(self, order=order)
            case FillCells(content=content):
                return replace(self, content=content)
            case ListPairs(is_list=is_list):
                return replace(self, is_list=is_list)
        raise TypeError(f"no intent of the matrix: {intent}")

    def following(self, before: JudgeModel, judge: JudgeModel) -> Self:
        """Return it without answers about another table or other agreements."""
        pointed = self.pointed if judge.tool == before.tool else None
        if terms_of(before) == terms_of(judge):
            return self if pointed == self.pointed else replace(self, pointed=pointed)
        return replace(self, answers=MappingProxyType({}), is_over=False, is_stopped=False, pointed=None)


def is_one_sided(answers: Mapping[Pair, PairAnswer], pair: Pair) -> bool:
    """Return whether a pair is known to be judged otherwise the other way round: in sight, or in cover."""
    there, back = answers.get(pair), answers.get((pair[1], pair[0]))
    if there is None or back is None:
        return False
    if there.sight is not None and back.sight is not None and type(there.sight) is not type(back.sight):
        return True
    return there.cover is not None and back.cover is not None and there.cover.verdict != back.cover.verdict


def ordered(
    table: Table, answers: Mapping[Pair, PairAnswer], order: PairOrder, names: Mapping[str, str]
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the models of the rows and of the columns in an order; ``names``: what they are called."""
    ids = [model.id for model in table.models]
    match order:
        case PairOrder.SIDE:
            sides = list(dict.fromkeys(model.side for model in table.models))
            by_side = sorted(ids, key=lambda id: sides.index(table.model(id).side))
            return by_side, by_side
        case PairOrder.NAME:
            by_name = sorted(ids, key=lambda id: (names[id].casefold(), id))
            return by_name, by_name
        case PairOrder.SEEN:
            seen = [answer.pair for answer in answers.values() if isinstance(answer.sight, Seen)]
            looks, shows = ([pair[end] for pair in seen] for end in (0, 1))
            return sorted(ids, key=lambda id: -looks.count(id)), sorted(ids, key=lambda id: -shows.count(id))
