"""Who is visible and fully visible on one table, by models and units (40K-SIGHT-1 to -6)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import cast

from warcry3d.rules.results import SightTerms
from warcry3d.rules.warhammer40k.area_terrain import area_between
from warcry3d.rules.warhammer40k.pair_lines import PairLines
from warcry3d.rules.warhammer40k.units_on_table import model_traits, unit_of
from warcry3d.sight.full_view import FullView, FullViews, FullySeen, PartHidden
from warcry3d.sight.group_sight import GroupSightlines
from warcry3d.sight.verdict import Hidden, Seen, TooClose, Verdict
from warcry3d.sight.visible_share import VisibleShare
from warcry3d.table.table import Table, Terrain

__all__ = ["FULL_RULE", "SIGHT_RULE", "FullVisibility", "ModelSights", "ViewAnswer"]

SIGHT_RULE = "40K-SIGHT-1"
FULL_RULE = "40K-SIGHT-2"
_OF_ONE = "40k terrain of one feature"


class ViewAnswer(StrEnum):
    """Whether something is fully visible."""

    YES = "yes"
    NO = "no"
    TOO_CLOSE = "too-close"


@dataclass(frozen=True, slots=True)
class FullVisibility:
    """Whether a model is fully visible to another, by which ``rule``, and why.

    ``feature``: the woods or ruins that forbid it; "": none. ``view``: what geometry says, where it was asked.
    """

    answer: ViewAnswer
    rule: str = FULL_RULE
    feature: str = ""
    view: FullView | None = None


class ModelSights:
    """Answers on one table: what stops lines is prepared once for all pairs. Not for use by two threads at once."""

    def __init__(self, table: Table, terms: SightTerms | None = None) -> None:
        self.pairs = PairLines(table, terms)
        self._views: FullViews | None = None
        self._by_unit: dict[tuple[str, ...], FullViews] = {}
        self._alone: dict[tuple[str, str, str], FullView] = {}
        self._full: dict[tuple[str, str, bool], FullVisibility] = {}
        self._groups: GroupSightlines | None = None

    @property
    def groups(self) -> GroupSightlines:
        """Return the answers on whole units (40K-SIGHT-3), each called by the id of its first model on the table."""
        if self._groups is None:
            units: dict[tuple[str, str], list[str]] = {}
            for model in self.pairs.table.models:
                units.setdefault((model.side, model_traits(model).unit), []).append(model.id)
            called = {models[0]: models for models in units.values()}
            self._groups = GroupSightlines(self.pairs.counted, called, through_own=False, lines=self.pairs.lines)
        return self._groups

    def between(self, viewer: str, target: str) -> Verdict:
        """Return whether ``target`` is visible to ``viewer`` (40K-SIGHT-1)."""
        return self.pairs.between(viewer, target)

    def glimpse(self, viewer: str, target: str) -> Seen | None:
        """Return that ``target`` is visible if that shows at once; None: it takes a longer look."""
        return self.pairs.glimpse(viewer, target)

    def share(self, viewer: str, target: str, verdict: Verdict) -> VisibleShare:
        """Return how much of ``target`` is visible to ``viewer``, whose ``verdict`` on it this is."""
        return self.pairs.lines.share(viewer, target, verdict)

    def sees_unit(self, viewer: str, targets: Iterable[str]) -> Verdict | None:
        """Return the verdict by which one of a unit's models is visible (40K-SIGHT-3): seen, else too close, else
        hidden; None: the unit has no models.
        """
        targets = tuple(targets)
        for target in targets:
            if (found := self.glimpse(viewer, target)) is not None:
                return found
        worst: Verdict | None = None
        for target in targets:
            verdict = self.between(viewer, target)
            if isinstance(verdict, Seen):
                return verdict
            worst = verdict if worst is None or isinstance(verdict, TooClose) else worst
        return worst

    def fully(self, viewer: str, target: str, *, through_own: bool = False) -> FullVisibility:
        """Return whether ``target`` is fully visible to ``viewer`` (40K-SIGHT-2, -6).

        ``through_own``: the viewer's own unit is looked through, as for a whole unit alone (40K-SIGHT-5).
        """
        key = (viewer, target, through_own)
        if key not in self._full:
            self._full[key] = self._fully(viewer, target, through_own)
        return self._full[key]

    def fully_unit(self, viewer: str, targets: Iterable[str]) -> FullVisibility:
        """Return whether all models of a unit are fully visible to ``viewer``, past its own unit: no, else too close
        (40K-SIGHT-4, 40K-SIGHT-5).
        """
        doubt: FullVisibility | None = None
        for target in targets:
            found = self.fully(viewer, target, through_own=True)
            if found.answer is ViewAnswer.NO:
                return replace(found, rule="40K-SIGHT-4") if found.rule == FULL_RULE else found
            doubt = found if found.answer is ViewAnswer.TOO_CLOSE else doubt
        return doubt or FullVisibility(ViewAnswer.YES, "40K-SIGHT-4")

    def _fully(self, viewer: str, target: str, through_own: bool) -> FullVisibility:
        area = area_between(self.pairs, viewer, target)
        if area is not None and area.is_sure:
            return FullVisibility(ViewAnswer.NO, area.rule, area.feature)
        if not through_own and isinstance(self._glimpse_or_verdict(viewer, target), Hidden):
            return FullVisibility(ViewAnswer.NO, SIGHT_RULE)
        view = (self._through_own(viewer) if through_own else self._all_views()).between(viewer, target)
        if area is not None and not isinstance(view, PartHidden):
            return FullVisibility(ViewAnswer.TOO_CLOSE, area.rule, area.feature, view)
        return FullVisibility(_answer(view), FULL_RULE, "", view)

    def _glimpse_or_verdict(self, viewer: str, target: str) -> Verdict:
        return self.glimpse(viewer, target) or self.between(viewer, target)

    def _through_own(self, viewer: str) -> FullViews:
        """Return the views for which the other models of a viewer's unit are as air (40K-SIGHT-5)."""
        own = tuple(model.id for model in unit_of(self.pairs.table, self.pairs.table.model(viewer)))
        if own not in self._by_unit:
            self._by_unit[own] = self._all_views().through(own)
        return self._by_unit[own]

    def _all_views(self) -> FullViews:
        """Return the views for which all models stand in the way."""
        if self._views is None:
            self._views = FullViews(
                self.pairs.counted, tolerance_mm=self.pairs.terms.tolerance_mm, lines=self.pairs.lines
            )
        return self._views

    def past_feature(self, viewer: str, target: str, feature: str) -> FullView:
        """Return what of ``target`` would be seen if one terrain feature were all that stood between the two."""
        key = viewer, target, feature
        if key not in self._alone:
            pair = self.pairs.counted.model(viewer), self.pairs.counted.model(target)
            alone = replace(self.pairs.counted, terrain=_alone(self.pairs.counted.terrain, feature), models=pair)
            views = FullViews(alone, tags=self.pairs.terms.tags, tolerance_mm=self.pairs.terms.tolerance_mm)
            self._alone[key] = views.between(viewer, target)
        return self._alone[key]


def _alone(terrain: Terrain, feature: str) -> Terrain:
    """Return a terrain of one of the features, made once: its mesh is prepared for all pairs that look past it."""
    made = cast("dict[str, Terrain]", terrain.derived.setdefault(_OF_ONE, {}))
    if feature not in made:
        made[feature] = Terrain(tuple(one for one in terrain.features if one.id == feature))
    return made[feature]


def _answer(view: FullView) -> ViewAnswer:
    match view:
        case FullySeen():
            return ViewAnswer.YES
        case PartHidden():
            return ViewAnswer.NO
    return ViewAnswer.TOO_CLOSE
