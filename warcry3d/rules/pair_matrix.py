"""All pairs of a table: who sees whom, in cover or not, how far, how much is visible; found bit by bit.

What is quick comes first: all distances, then all verdicts on sight, then cover, then visible shares. Each answer is
that of `warcry3d.rules.judgement` for the pair alone.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from warcry3d.rules.results import CoverVerdict, SightRules, Sights, SightTerms
from warcry3d.rules.side_by_side import side_by_side
from warcry3d.rules.systems import system
from warcry3d.sight.distance import Measure
from warcry3d.sight.verdict import Verdict, turned_round
from warcry3d.sight.visible_share import VisibleShare
from warcry3d.table.table import Table

__all__ = ["PARTS", "Pair", "PairAnswer", "pair_answers"]

Pair: TypeAlias = tuple[str, str]
"""The ids of a viewer and its target."""

PARTS = 3
"""Parts of an answer that take time: sight, cover and share."""


@dataclass(frozen=True, slots=True)
class PairAnswer:
    """What is known of a viewer and its target so far; None: not yet.

    ``squares``: how far they are apart where the rule system counts squares (`Judgement.squares`).
    """

    pair: Pair
    distance: Measure
    sight: Verdict | None = None
    cover: CoverVerdict | None = None
    share: VisibleShare | None = None
    squares: int | None = None

    @property
    def known(self) -> int:
        """Return how many of the `PARTS` are known."""
        return sum(part is not None for part in (self.sight, self.cover, self.share))


def pair_answers(table: Table, terms: SightTerms | None = None, *, first: str | None = None) -> Iterator[PairAnswer]:
    """Yield the answer on each ordered pair of models, friends too, and again each time that more of it is known.

    The last answer of a pair is whole. Whoever stops to ask gets no more. ``first``: the viewer whose pairs come before
    others. Raises `UnknownNameError` for a rule system
    that is not there.
    """
    rules = system(table.ruleset).sight()
    known: dict[Pair, PairAnswer] = {}
    for one, other in combinations(table.models, 2):
        squares = rules.squares(table, one.id, other.id)
        for viewer, target in ((one, other), (other, one)):
            pair = (viewer.id, target.id)
            known[pair] = PairAnswer(pair, rules.measure(viewer, target), squares=squares)
    known = dict(sorted(known.items(), key=lambda of_pair: of_pair[0][0] != first))
    yield from known.values()
    for answer in _more(rules, table, terms or SightTerms(), known):
        known[answer.pair] = answer
        yield answer


def _more(rules: SightRules, table: Table, terms: SightTerms, known: dict[Pair, PairAnswer]) -> Iterator[PairAnswer]:
    """Yield answers with one part more; ``known``: all answers so far, kept up by the caller."""
    sights = rules.sights(table, terms)
    for viewer, target in tuple(known):
        back = known[target, viewer].sight if rules.is_sight_mutual else None
        verdict = sights.between(viewer, target) if back is None else turned_round(back)
        yield replace(known[viewer, target], sight=verdict)
    for viewer, target in tuple(known):
        yield replace(known[viewer, target], cover=rules.cover(table, viewer, target))
    with closing(side_by_side(lambda one: _with_share(sights, one), tuple(known.values()))) as whole:
        yield from whole


def _with_share(sights: Sights, answer: PairAnswer) -> PairAnswer:
    assert answer.sight is not None, "sight is found before shares"
    return replace(answer, share=sights.share(*answer.pair, answer.sight))
