"""Lines of sight between the models of one table, with bases, prepared once for all questions on it."""

from typing import Any

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.rules.feature_outlines import feature_outline
from warcry3d.rules.results import SightTerms
from warcry3d.rules.warhammer40k.bases import with_bases
from warcry3d.rules.warhammer40k.terrain_categories import plan_points
from warcry3d.sight.verdict import Seen, Verdict
from warcry3d.sight.visible import BUDGET, Sightlines
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

__all__ = ["PairLines"]


class PairLines:
    """Lines on one table; verdicts are kept. Not for use by two threads at once.

    ``counted``: the table with bases as parts of figures; ``past_outlines``: lines on it and past the outlines of
    all areas, once they were asked for: one mesh, for of a table of two armies each takes 100 MB.
    """

    def __init__(self, table: Table, terms: SightTerms | None = None) -> None:
        self.table = table
        self.terms = terms or SightTerms()
        self.counted = with_bases(table)
        self.past_outlines: Sightlines | None = None
        budget = BUDGET if self.terms.budget is None else self.terms.budget
        self.lines = Sightlines(self.counted, tags=self.terms.tags, tolerance_mm=self.terms.tolerance_mm, budget=budget)
        self._plain: dict[tuple[str, str], Verdict] = {}
        self._plans: dict[str, FloatArray] = {}
        self._strips: dict[tuple[str, str], Any] = {}

    def between(self, viewer: str, target: str) -> Verdict:
        """Return whether ``target`` is visible to ``viewer`` (40K-SIGHT-1)."""
        pair = (viewer, target)
        if pair not in self._plain:
            self._plain[pair] = self.lines.between(viewer, target)
        return self._plain[pair]

    def glimpse(self, viewer: str, target: str) -> Seen | None:
        """Return that ``target`` is visible if that shows at once; None: it takes a longer look."""
        return self.lines.glimpse(viewer, target)

    def may_pass(self, one: str, other: str, feature: Feature) -> bool:
        """Return whether any line between two models can pass through a feature's outline, seen from above."""
        import shapely

        return bool(self._strip(one, other).intersects(shapely.Polygon(feature_outline(feature))))

    def _strip(self, one: str, other: str) -> Any:
        """Return all that lies between two models, and both, seen from above: no line between them leaves it.

        Made once for all features, of the corners of each model's outline: a figure has thousands of points.
        """
        pair = (min(one, other), max(one, other))
        if pair not in self._strips:
            self._strips[pair] = _hull(np.concatenate([self._plan(id) for id in pair]))
        return self._strips[pair]

    def _plan(self, id: str) -> FloatArray:
        """Return the corners (n, 2) of a model's outline from above."""
        if id not in self._plans:
            import shapely

            self._plans[id] = shapely.get_coordinates(_hull(plan_points(self.table.model(id))))
        return self._plans[id]


def _hull(points: FloatArray) -> Any:
    import shapely

    return shapely.convex_hull(shapely.linestrings(points))
