"""Full views: whether from one point of a model all of another that faces that point is seen."""

from collections import Counter
from collections.abc import Collection
from copy import copy

import numpy as np

from warcry3d.geom import proof_log, view_clearing, view_search
from warcry3d.geom.solid import FloatArray
from warcry3d.sight.blockers import Blockers
from warcry3d.sight.certificate import Certificate
from warcry3d.sight.full_view_verdict import (
    FullView,
    FullySeen,
    PartHidden,
    UnsureView,
    ViewCertificate,
    ViewWord,
    view_word,
)
from warcry3d.sight.verdict import Point
from warcry3d.sight.visible import Sightlines
from warcry3d.table.models import Tag
from warcry3d.table.table import Table
from warcry3d.units import MM, SIGHT_TOLERANCE_MM, to_mm

__all__ = [
    "FullView",
    "FullViews",
    "FullySeen",
    "PartHidden",
    "UnsureView",
    "ViewCertificate",
    "ViewWord",
    "full_view",
    "view_word",
]

BUDGET = 3_000
"""Cells of the viewer's surface looked at before a verdict is left open."""
_SEED = 0x9E3779B97F4A7C15
_NOTES = 1 << 16


def full_view(
    table: Table,
    viewer: str,
    target: str,
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    transparent: Collection[str] = (),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    budget: int = BUDGET,
) -> FullView:
    """Return whether from some point of the viewer's figure all of the target's that faces it is seen.

    The arguments are those of `warcry3d.sight.visible.sight`. Neither figure stands in its own way or in the other's.
    What touches the target within the tolerance hides nothing. Raises `UnknownNameError`.
    """
    views = FullViews(table, tags=tags, transparent=transparent, tolerance_mm=tolerance_mm, budget=budget)
    return views.between(viewer, target)


class FullViews:
    """Full views on one table: what stops lines is prepared once for all pairs. Not for use by two threads at once."""

    def __init__(
        self,
        table: Table,
        *,
        tags: frozenset[Tag] = frozenset(Tag),
        transparent: Collection[str] = (),
        tolerance_mm: float = SIGHT_TOLERANCE_MM,
        budget: int = BUDGET,
        lines: Sightlines | None = None,
    ) -> None:
        self.lines = lines or Sightlines(table, tags=tags, transparent=transparent, tolerance_mm=tolerance_mm)
        self.tolerance_mm = tolerance_mm
        self._table = table
        self._numbers = {model.id: i + 1 for i, model in enumerate(table.models)}
        self._budget = budget
        self._space = view_clearing.view_space(2 * budget + 3)
        self._scratch = proof_log.scratch_for(self.blockers.mesh, _NOTES, pairs=budget)

    @property
    def blockers(self) -> Blockers:
        """Return what stops lines."""
        return self.lines.blockers

    def through(self, transparent: Collection[str]) -> "FullViews":
        """Return views past these models alone, which share all working memory. Raises `UnknownNameError`."""
        other = copy(self)
        other.lines = self.lines.through(transparent)
        return other

    def between(self, viewer: str, target: str) -> FullView:
        """Return the verdict for two models; raise `UnknownNameError` for one that is not there."""
        a, b = self._numbers[self._table.model(viewer).id], self._numbers[self._table.model(target).id]
        mesh = self.blockers.mesh
        if mesh.roots[a] < 0 or mesh.roots[b] < 0:
            return PartHidden((), ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))
        roots, eye, state = self.lines.roots_near(a, b), np.zeros(3), np.array([_SEED], np.uint64)
        tolerance = self.tolerance_mm * MM
        while True:
            end, _, gap, face, patches = view_search.search_views(
                mesh,
                roots,
                mesh.roots[a],
                mesh.roots[b],
                tolerance,
                tolerance,
                self._budget,
                self._space,
                self._scratch,
                state,
                eye,
            )
            if self._scratch.used.max() <= len(self._scratch.whole):
                break
            notes = 4 * int(self._scratch.used.max())
            self._scratch = proof_log.scratch_for(mesh, notes, pairs=self._budget)
            state[0] = _SEED
        if end == view_search.FULL_VIEW:
            return FullySeen(_point(eye))
        if end == view_search.NO_VIEW:
            return self._hidden(viewer, target, (a, b), patches)
        between = (self.blockers.name(face),) if face >= 0 else ()
        return UnsureView(to_mm(gap), _point(eye), between)

    def _hidden(self, viewer: str, target: str, groups: tuple[int, int], patches: int) -> PartHidden:
        whole, real = self._scratch.whole, self._scratch.real
        used = self._scratch.used
        orders = self.blockers.faces(groups[0]), self.blockers.faces(groups[1])
        cells = Certificate(
            viewer, target, self.blockers.digest, orders, whole[: used[0]].copy(), real[: used[1]].copy()
        )
        by = self._space.by
        numbers = np.flatnonzero(by[: _last_cell(cells) + 1] >= 0)
        closed = np.column_stack([numbers, by[numbers]]).astype(np.int32)
        certificate = ViewCertificate(
            cells, closed, self._space.patches[:patches].copy(), self._space.owners[:patches].copy()
        )
        seeds = Counter(self.blockers.name(face) for face in cells.seeds())
        names = tuple(name for name, _ in seeds.most_common())
        patch = int(Counter(closed[:, 1].tolist()).most_common(1)[0][0]) if len(closed) else 0
        line = _point(self._space.eyes[0]), _point(certificate.patches[patch].mean(axis=0))
        return PartHidden(names, line, certificate)


def _last_cell(cells: Certificate) -> int:
    """Return the greatest number of a cell in the notes."""
    from warcry3d.sight.proof_cover import ProofSplit, records

    return max((one.first + 1 for one in records(cells).values() if isinstance(one, ProofSplit)), default=0)


def _point(values: FloatArray) -> Point:
    x, y, z = values.tolist()
    return x, y, z
