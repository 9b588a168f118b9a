"""A first look while somebody is dragged: is any of a few hundred lines free? An estimate; the judge's word follows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.sight.rays import Occluded, occluded_by
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table

__all__ = ["QuickLook", "quick_look_between"]

POINTS = 24
"""Points of each figure that lines are drawn between."""


@dataclass(frozen=True, eq=False)
class QuickLook:
    """Looks between two models of tables that differ in nothing but where these two stand."""

    viewer: str
    target: str
    tags: frozenset[Tag]
    is_stopped: Occluded

    def sees(self, table: Table) -> tuple[FloatArray, FloatArray] | None:
        """Return the ends of a line that is free; None: none of those that were tried is."""
        starts = _points(table.model(self.viewer), self.tags)
        ends = _points(table.model(self.target), self.tags)
        if not len(starts) or not len(ends):
            return None
        first = np.repeat(starts, len(ends), axis=0)
        last = np.tile(ends, (len(starts), 1))
        free = np.flatnonzero(~self.is_stopped(first, last))
        return None if not len(free) else (first[free[0]], last[free[0]])


def quick_look_between(table: Table, viewer: str, target: str, tags: frozenset[Tag] = frozenset(Tag)) -> QuickLook:
    """Return the look between two models on a table: terrain and all other models may be in the way."""
    solids = [f.solids[p.id] for f in table.terrain.features for p in f.piece.parts if f.blocks_sight(p)]
    for model in table.models:
        if model.id not in (viewer, target):
            parts = zip(model.figure.parts, model.solids, strict=True)
            solids += [solid for part, solid in parts if part.tag in tags]
    return QuickLook(viewer, target, tags, occluded_by(solids))


def _points(model: Model, tags: frozenset[Tag]) -> FloatArray:
    """Return points of a model's figure, the same share of each part's corners."""
    solids: Sequence[FloatArray] = [part.solid.vertices for part in model.figure.parts if part.tag in tags]
    if not solids:
        return np.empty((0, 3))
    points = np.concatenate(solids)
    return model.placement.apply(points[:: max(1, len(points) // POINTS)][:POINTS])
