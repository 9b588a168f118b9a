"""Who of a group of models sees any model of another group: for units, whose rules ask that of all their models.

What many pairs need is found once: a few lines to each model show most of what is seen; boxes around what is left prove
most of the rest hidden, all of a group at once where they can (`warcry3d.sight.box_proofs`); what neither settles is
asked about the terrain alone, with a small budget for each pair before any has a large one; the rest is judged pair by
pair. What is found for one group about another is used for the other: a line is looked along from both ends, and what
the terrain hides is hidden from both sides. The answer is the one that `Sightlines.between` gives for the pairs: seen
if any pair is seen, hidden if all are hidden, else too close.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from queue import SimpleQueue
from typing import TypeAlias

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.sight.box_proofs import BoxProofs
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.sight.visible import BUDGET, RAYS, Sightlines
from warcry3d.table.models import Tag
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = ["GroupSightlines", "GroupVerdict", "Groups"]

Groups: TypeAlias = Mapping[str, Sequence[str]]
"""The ids of the models of each group, by the group's id."""

FEW_RAYS = 30
"""Random lines to each model that are tried first: they show nine of ten of those that are seen at all."""

TERRAIN_BUDGETS = (150, 350, 2000)
"""Pairs of patches looked at for each pair of models and the terrain alone, turn by turn: all go on side by side."""

MOST_THREADS = 8


@dataclass(frozen=True, slots=True)
class GroupVerdict:
    """Whether a model sees any model of a group.

    ``verdict``: `Seen` or `TooClose`, of the pair with ``target``; None: all of them are hidden, and ``stoppers`` are
    the names of what stops the lines to them, the busiest first.
    """

    viewer: str
    group: str
    verdict: Seen | TooClose | None
    target: str = ""
    stoppers: tuple[str, ...] = ()

    @property
    def is_seen(self) -> bool:
        """Return whether some model of the group is seen."""
        return isinstance(self.verdict, Seen)

    @property
    def is_hidden(self) -> bool:
        """Return whether it is proved that none is seen."""
        return self.verdict is None


class GroupSightlines:
    """Answers about groups of models on one table; each sees through its own group, if ``through_own``.

    The other arguments are those of `Sightlines`; or ``lines`` on that table, for the same thread. A model belongs to
    one group at most.
    """

    def __init__(
        self,
        table: Table,
        groups: Groups,
        *,
        through_own: bool = True,
        tags: frozenset[Tag] = frozenset(Tag),
        tolerance_mm: float = SIGHT_TOLERANCE_MM,
        budget: int = BUDGET,
        lines: Sightlines | None = None,
    ) -> None:
        self._lines = lines or Sightlines(table, tags=tags, tolerance_mm=tolerance_mm, budget=budget)
        self._groups = {id: tuple(models) for id, models in groups.items()}
        self._group_of = {model: id for id, models in self._groups.items() for model in models}
        self._through_own = through_own
        self._facts: dict[frozenset[str], _Facts] = {}
        threads = min(os.cpu_count() or 1, MOST_THREADS)
        proofs = BoxProofs(self._lines, threads)
        self._workers: SimpleQueue[_Worker] = SimpleQueue()
        for number in range(threads):
            lines = self._lines if number == 0 else self._lines.for_thread()
            self._workers.put(_Worker(lines, proofs if number == 0 else proofs.for_thread(number, lines)))
        self._threads = threads

    def matrix(self, viewers: Iterable[str], targets: Iterable[str]) -> dict[tuple[str, str], GroupVerdict]:
        """Return for each model of the ``viewers`` groups and each group of ``targets`` whether it sees any of it.

        By the ids of model and group; several threads work on it, and the answers do not depend on them. Nobody is
        asked about its own group. Raises `UnknownNameError` for a model that is not there.
        """
        targets = tuple(targets)
        pairs = [(one, other) for one in viewers for other in targets if one != other]
        blocks: dict[frozenset[str], list[tuple[str, str]]] = {}
        for pair in pairs:
            blocks.setdefault(frozenset(pair), []).append(pair)
        with ThreadPoolExecutor(self._threads) as pool:
            found = pool.map(lambda block: [(pair, self.between(*pair)) for pair in block], blocks.values())
        answers = dict(chain.from_iterable(found))
        return {(one.viewer, one.group): one for pair in pairs for one in answers[pair]}

    def pairs(self, viewers: Iterable[str], targets: Iterable[str]) -> dict[tuple[str, str], GroupVerdict]:
        """Return for each of the ``viewers`` groups and each of ``targets`` whether any of its models sees any model of
        that one: one pair of models is enough, so that this is quicker than `matrix`. Else as there.
        """
        targets = tuple(targets)
        pairs = [(one, other) for one in viewers for other in targets if one != other]
        with ThreadPoolExecutor(self._threads) as pool:
            return dict(zip(pairs, pool.map(lambda pair: self.any_between(*pair), pairs), strict=True))

    def between(self, viewers: str, targets: str) -> tuple[GroupVerdict, ...]:
        """Return for each model of one group whether it sees any model of another, in their order."""
        with self._block(viewers, targets) as block:
            return block.answers()

    def any_between(self, viewers: str, targets: str) -> GroupVerdict:
        """Return whether any model of one group sees any of another: ``viewer`` is who does, or who may; else ""."""
        with self._block(viewers, targets) as block:
            return block.answer()

    def of_model(self, viewer: str, targets: Iterable[str]) -> GroupVerdict:
        """Return whether a model sees any of some models of other groups."""
        found = GroupVerdict(viewer, "", None)
        for group, models in self._by_group(targets).items():
            with self._block(self._group_of[viewer], group) as block:
                one = block.answer_of(viewer, models)
            if one.is_seen:
                return one
            found = found if one.is_hidden else one
        return found

    def glimpses(self, viewer: str, targets: Iterable[str]) -> bool:
        """Return whether a model sees one of some models of other groups and that shows at once."""
        for group, models in self._by_group(targets).items():
            with self._block(self._group_of[viewer], group) as block:
                if block.at_once(viewer, models) is not None:
                    return True
        return False

    def _by_group(self, models: Iterable[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for model in models:
            found.setdefault(self._group_of[model], []).append(model)
        return found

    @contextmanager
    def _block(self, viewers: str, targets: str) -> Iterator["_Block"]:
        own, facts = self._groups[viewers], self._facts.setdefault(frozenset((viewers, targets)), _Facts())
        worker = self._workers.get()
        try:
            lines = worker.lines.through(own if self._through_own else ())
            yield _Block(lines, worker.proofs, (targets, self._groups[targets]), own, facts, not self._through_own)
        finally:
            self._workers.put(worker)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of the models of two groups: between whom all lines are stopped from both sides, with the names of
    what stops them, and along which lines (2, 3) one was seen from the other. ``boxes_asked``: the groups about which
    the boxes around both were asked.
    """

    hidden: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    lines: dict[tuple[str, str], FloatArray] = field(default_factory=dict)
    boxes_asked: set[str] = field(default_factory=set)

    def hide(self, viewer: str, target: str, stoppers: tuple[str, ...]) -> None:
        """Keep that all lines between two models are stopped, whoever looks."""
        self.hidden[viewer, target] = self.hidden[target, viewer] = stoppers

    def see(self, viewer: str, target: str, seen: Seen) -> None:
        """Keep the line along which a model is seen."""
        line = np.array(seen.witness)
        self.lines[viewer, target], self.lines[target, viewer] = line, line[::-1].copy()


@dataclass(frozen=True, slots=True)
class _Worker:
    """What one thread needs."""

    lines: Sightlines
    proofs: BoxProofs


class _Block:
    """The models of one group, each asked whether it sees any model of another.

    ``targets``: that group's id and models. ``lines``: what the viewers see through is as air for them. ``is_mutual``:
    the same stops lines from both sides.
    """

    def __init__(
        self,
        lines: Sightlines,
        proofs: BoxProofs,
        targets: tuple[str, Sequence[str]],
        viewers: Sequence[str],
        facts: _Facts,
        is_mutual: bool,
    ) -> None:
        self._lines, self._proofs, self._facts, self._is_mutual = lines, proofs, facts, is_mutual
        self._group, self._targets = targets
        self._viewers = viewers
        self._boxes = {id: box for id in (*viewers, *self._targets) if (box := lines.box(id)) is not None}
        self._terrain = lines.blockers.mesh.roots[:1]

    def answers(self) -> tuple[GroupVerdict, ...]:
        """Return the verdict on each viewer."""
        found = {viewer: seen for viewer in self._viewers if (seen := self.at_once(viewer)) is not None}
        left = [viewer for viewer in self._viewers if viewer not in found]
        found |= {one.viewer: one for one in self.judged(left)}
        return tuple(found[viewer] for viewer in self._viewers)

    def answer(self) -> GroupVerdict:
        """Return the verdict on all viewers together: seen as soon as one sees."""
        for look in (self.at_once, self._by_chance):
            for viewer in self._viewers:
                if (seen := look(viewer)) is not None:
                    return seen
        doubt: GroupVerdict | None = None
        names = list[str]()
        for one in self.judged(self._viewers):
            if one.is_seen:
                return one
            doubt = doubt if doubt is not None or one.is_hidden else one
            names += one.stoppers
        return doubt or GroupVerdict("", self._group, None, "", tuple(dict.fromkeys(names)))

    def answer_of(self, viewer: str, targets: Sequence[str]) -> GroupVerdict:
        """Return the verdict on one viewer and some of the targets."""
        if (seen := self.at_once(viewer, targets) or self._by_chance(viewer, targets)) is not None:
            return seen
        if not self._facts.boxes_asked:
            self._facts.boxes_asked.add(self._group)
            self._are_hidden(
                *(tuple(one for one in side if one in self._boxes) for side in (self._viewers, self._targets))
            )
        return next(self.judged([viewer], targets))

    def at_once(self, viewer: str, targets: Sequence[str] = ()) -> GroupVerdict | None:
        """Return that a viewer sees one of the targets that a line known, or one of a few at random, shows."""
        for target in targets or self._targets:
            line = self._facts.lines.get((viewer, target))
            if line is not None and (seen := self._lines.along(viewer, target, line)) is not None:
                return self._seen(viewer, target, seen)
        return self._by_chance(viewer, targets, rays=FEW_RAYS)

    def _seen(self, viewer: str, target: str, seen: Seen) -> GroupVerdict:
        self._facts.see(viewer, target, seen)
        return GroupVerdict(viewer, self._group, seen, target)

    def judged(self, viewers: Sequence[str], targets: Sequence[str] = ()) -> Iterator[GroupVerdict]:
        """Yield the verdict on each of some viewers, and on some of the targets: by default all."""
        seen_by = [one for one in viewers if one in self._boxes]
        yield from (GroupVerdict(one, self._group, None) for one in viewers if one not in self._boxes)
        targets = tuple(one for one in targets or self._targets if one in self._boxes)
        if not targets:
            yield from (GroupVerdict(one, self._group, None) for one in seen_by)
        elif seen_by:
            yield from self._halved(tuple(seen_by), targets)

    def _halved(self, viewers: tuple[str, ...], targets: tuple[str, ...]) -> Iterator[GroupVerdict]:
        """Yield the verdicts on viewers: all hidden if their boxes say so, else those on each half of them."""
        if self._are_hidden(viewers, targets):
            for viewer in viewers:
                yield self._hidden(viewer, targets)
        elif len(viewers) == 1:
            yield self._alone(viewers[0], targets)
        else:
            for half in self._halves(viewers):
                yield from self._halved(half, targets)

    def _alone(self, viewer: str, targets: tuple[str, ...]) -> GroupVerdict:
        """Return the verdict on one viewer: what the boxes do not hide is judged pair by pair."""
        left = [target for target in targets if (viewer, target) not in self._facts.hidden]
        quick = self._by_chance(viewer, left) or self._past_terrain(viewer, left)
        if quick is not None:
            return quick
        left = [target for target in left if (viewer, target) not in self._facts.hidden]
        names = list[str]()
        doubt: GroupVerdict | None = None
        for target in left:
            match self._lines.between(viewer, target):
                case Seen() as seen:
                    return self._seen(viewer, target, seen)
                case TooClose() as close:
                    doubt = doubt or GroupVerdict(viewer, self._group, close, target)
                case Hidden(closers):
                    names += closers
                    if self._is_mutual:
                        self._facts.hide(viewer, target, closers)
        return doubt or self._hidden(viewer, targets, names)

    def _by_chance(self, viewer: str, targets: Sequence[str] = (), *, rays: int = RAYS) -> GroupVerdict | None:
        """Return that some random line of so many shows a viewer one of the targets."""
        for target in targets or self._targets:
            if (viewer, target) in self._facts.hidden:
                continue
            if (seen := self._lines.glimpse(viewer, target, rays)) is not None:
                return self._seen(viewer, target, seen)
        return None

    def _past_terrain(self, viewer: str, targets: Sequence[str]) -> GroupVerdict | None:
        """Return a target that is seen along a line past the terrain; note which ones the terrain hides.

        With the terrain alone in the way the search is quicker, and what it proves holds from both sides. One whose
        proof is short or whose line is found soon keeps no other waiting.
        """
        searches = [
            self._proofs.between_figures(
                (self._lines.root(viewer), self._lines.root(target)),
                self._terrain,
                half=self._lines.room(viewer, target),
                least=self._lines.tolerance,
                number=number,
            )
            for number, target in enumerate(targets)
        ]
        for budget in TERRAIN_BUDGETS:
            for target, search in zip(targets, searches, strict=True):
                if search.is_over:
                    continue
                match search.go_on(budget):
                    case tuple(stoppers):
                        self._facts.hide(viewer, target, stoppers)
                    case np.ndarray() as line if (seen := self._lines.along(viewer, target, line)) is not None:
                        return self._seen(viewer, target, seen)
        return None

    def _are_hidden(self, viewers: tuple[str, ...], targets: tuple[str, ...]) -> bool:
        """Return whether the terrain is known, or proved by boxes, to hide all the targets from all the viewers."""
        pairs = [(viewer, target) for viewer in viewers for target in targets]
        left = [pair for pair in pairs if pair not in self._facts.hidden]
        if not left:
            return True
        sides = [list(dict.fromkeys(side)) for side in zip(*left, strict=True)]
        one, other = (_around([self._boxes[id] for id in ids]) for ids in sides)
        stoppers = self._proofs.stoppers(one, other)
        for pair in left if stoppers is not None else ():
            self._facts.hide(*pair, stoppers or ())
        return stoppers is not None

    def _hidden(self, viewer: str, targets: Sequence[str], more: Sequence[str] = ()) -> GroupVerdict:
        """Return that a viewer sees none of the targets, with what hides them from it."""
        names = [name for target in targets for name in self._facts.hidden.get((viewer, target), ())]
        return GroupVerdict(viewer, self._group, None, "", tuple(dict.fromkeys([*names, *more])))

    def _halves(self, models: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return two halves of some models, that lie apart along the longer side of the box around them."""
        middles = np.array([self._boxes[id].mean(axis=0) for id in models])
        axis = int(np.ptp(middles[:, :2], axis=0).argmax())
        order = [models[n] for n in np.argsort(middles[:, axis], kind="stable").tolist()]
        return tuple(order[: len(order) // 2]), tuple(order[len(order) // 2 :])


def _around(boxes: Sequence[FloatArray]) -> FloatArray:
    """Return the box (2, 3) around some boxes."""
    whole = np.array(boxes)
    return np.array([whole[:, 0].min(axis=0), whole[:, 1].max(axis=0)])
