"""Lines of sight between the models of one table, with bases, prepared once for all questions on it."""

from warcry3d.rules.results import SightTerms
from warcry3d.rules.warhammer40k.bases import with_bases
from warcry3d.sight.verdict import Seen, Verdict
from warcry3d.sight.visible import BUDGET, Sightlines
from warcry3d.table.table import Table

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

    def between(self, viewer: str, target: str) -> Verdict:
        """Return whether ``target`` is visible to ``viewer`` (40K-SIGHT-1)."""
        pair = (viewer, target)
        if pair not in self._plain:
            self._plain[pair] = self.lines.between(viewer, target)
        return self._plain[pair]

    def glimpse(self, viewer: str, target: str) -> Seen | None:
        """Return that ``target`` is visible if that shows at once; None: it takes a longer look."""
        return self.lines.glimpse(viewer, target)
