"""Who of a group of models sees any model of another group: for units, whose rules ask that of all their models.

What many pairs need is found once: a few lines to each model show most of what is seen; boxes around what is left prove
most of the rest hidden, all of a group at once where they can (`warcry3d.sight.box_proofs`); what neither settles is
judged pair by pair. The answer is the one that `Sightlines.between` gives for the pairs: seen if any pair is seen,
hidden if all are hidden, else too close.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeAlias

import numpy as np

from warcry3d.geom.records import Ints1
from warcry3d.geom.solid import FloatArray
from warcry3d.sight.blockers import Blockers
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

    The other arguments are those of `Sightlines`. A model belongs to one group at most.
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
    ) -> None:
        self._lines = Sightlines(table, tags=tags, tolerance_mm=tolerance_mm, budget=budget)
        self._groups = {id: tuple(models) for id, models in groups.items()}
        self._through_own = through_own
        threads = min(os.cpu_count() or 1, MOST_THREADS)
        proofs = BoxProofs(self._lines.blockers, threads)
        self._workers: SimpleQueue[_Worker] = SimpleQueue()
        for number in range(threads):
            lines = self._lines if number == 0 else self._lines.for_thread()
            self._workers.put(_Worker(lines, proofs if number == 0 else proofs.for_thread(number)))
        self._threads = threads

    def matrix(self, viewers: Iterable[str], targets: Iterable[str]) -> dict[tuple[str, str], GroupVerdict]:
        """Return for each model of the ``viewers`` groups and each group of ``targets`` whether it sees any of it.

        By the ids of model and group; several threads work on it, and the answers do not depend on them. Nobody is
        asked about its own group. Raises `UnknownNameError` for a model that is not there.
        """
        pairs = [(one, other) for one in viewers for other in tuple(targets) if one != other]
        with ThreadPoolExecutor(self._threads) as pool:
            found = pool.map(lambda pair: self.between(*pair), pairs)
        return {(one.viewer, one.group): one for block in found for one in block}

    def between(self, viewers: str, targets: str) -> tuple[GroupVerdict, ...]:
        """Return for each model of one group whether it sees any model of another, in their order."""
        worker = self._workers.get()
        try:
            own = self._groups[viewers]
            return worker.answers(own, targets, self._groups[targets], own if self._through_own else ())
        finally:
            self._workers.put(worker)


class _Worker:
    """What one thread needs."""

    def __init__(self, lines: Sightlines, proofs: BoxProofs) -> None:
        self._lines, self._proofs = lines, proofs

    def answers(
        self, viewers: Sequence[str], group: str, targets: Sequence[str], clear: Sequence[str]
    ) -> tuple[GroupVerdict, ...]:
        lines = self._lines.through(clear)
        found: dict[str, GroupVerdict] = {}
        for viewer in viewers:
            for target in targets:
                seen = lines.glimpse(viewer, target, FEW_RAYS)
                if seen is not None:
                    found[viewer] = GroupVerdict(viewer, group, seen, target)
                    break
        left = [viewer for viewer in viewers if viewer not in found]
        if left:
            block = _Block(lines, self._proofs, group, targets, viewers)
            found |= {one.viewer: one for one in block.judged(left)}
        return tuple(found[viewer] for viewer in viewers)


class _Block:
    """The models of one group that no quick line shows any model of another."""

    def __init__(
        self, lines: Sightlines, proofs: BoxProofs, group: str, targets: Sequence[str], viewers: Sequence[str]
    ) -> None:
        self._lines, self._proofs, self._group, self._targets = lines, proofs, group, targets
        self._boxes = {id: box for id in (*viewers, *targets) if (box := lines.box(id)) is not None}
        self._roots = lines.roots_without((*viewers, *targets))

    def judged(self, viewers: Sequence[str]) -> Iterator[GroupVerdict]:
        """Yield the verdict on each of some viewers."""
        seen_by = [one for one in viewers if one in self._boxes]
        yield from (GroupVerdict(one, self._group, None) for one in viewers if one not in self._boxes)
        targets = tuple(one for one in self._targets if one in self._boxes)
        if not targets:
            yield from (GroupVerdict(one, self._group, None) for one in seen_by)
        elif seen_by:
            yield from self._halved(tuple(seen_by), targets)

    def _halved(self, viewers: tuple[str, ...], targets: tuple[str, ...]) -> Iterator[GroupVerdict]:
        """Yield the verdicts on viewers: all hidden if their boxes say so, else those on each half of them."""
        if len(viewers) == 1:
            yield self._alone(viewers[0], targets)
            return
        stoppers = self._stoppers(viewers, targets)
        if stoppers is not None:
            yield from (GroupVerdict(one, self._group, None, "", stoppers) for one in viewers)
            return
        for half in self._halves(viewers):
            yield from self._halved(half, targets)

    def _alone(self, viewer: str, targets: tuple[str, ...]) -> GroupVerdict:
        """Return the verdict on one viewer: what the boxes do not hide is judged pair by pair."""
        stoppers = self._stoppers((viewer,), targets)
        if stoppers is not None:
            return GroupVerdict(viewer, self._group, None, "", stoppers)
        for target in targets:
            seen = self._lines.glimpse(viewer, target, RAYS)
            if seen is not None:
                return GroupVerdict(viewer, self._group, seen, target)
        names = list[str]()
        doubt: GroupVerdict | None = None
        for target in targets:
            match self._lines.between(viewer, target):
                case Seen() as seen:
                    return GroupVerdict(viewer, self._group, seen, target)
                case TooClose() as close:
                    doubt = doubt or GroupVerdict(viewer, self._group, close, target)
                case Hidden(closers):
                    names += closers
        return doubt or GroupVerdict(viewer, self._group, None, "", tuple(dict.fromkeys(names)))

    def _stoppers(self, viewers: tuple[str, ...], targets: tuple[str, ...]) -> tuple[str, ...] | None:
        one, other = (_around([self._boxes[id] for id in ids]) for ids in (viewers, targets))
        return self._proofs.stoppers(one, other, _meeting(self._lines.blockers, self._roots, one, other))

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


def _meeting(blockers: Blockers, roots: Ints1, one: FloatArray, other: FloatArray) -> Ints1:
    """Return the roots of those groups whose boxes meet the box around two boxes: no other stops a line there."""
    low, high = np.minimum(one[0], other[0]), np.maximum(one[1], other[1])
    boxes = blockers.mesh.boxes[roots]
    return roots[np.all((boxes[:, :3] <= high) & (boxes[:, 3:] >= low), axis=1)]
