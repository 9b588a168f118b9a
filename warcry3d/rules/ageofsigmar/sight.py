"""Sight, distance and cover in Age of Sigmar (AOS-SIGHT, AOS-DIST, AOS-COVER), without a battle.

A model sees another if some straight line from any part of its body to any part of the other's crosses no terrain and
no other model's body; it sees through the models of its own unit. Bases are left out altogether (AOS-OPEN-30,
AOS-OPEN-31). As each sees through its own unit alone, one may see the other and not be seen.
"""

from collections.abc import Iterable

from warcry3d.errors import QuestionError
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message
from warcry3d.rules.ageofsigmar.terrain_cover import CoverLack, UnitCover, unit_cover
from warcry3d.rules.ageofsigmar.units_on_table import unit_of
from warcry3d.rules.feature_outlines import part_near
from warcry3d.rules.results import CoverVerdict, Reason, SightBasis, SightTerms
from warcry3d.sight.body_distance import measure_bodies
from warcry3d.sight.distance import Between, Measure
from warcry3d.sight.group_sight import GroupSightlines
from warcry3d.sight.verdict import Seen, Verdict
from warcry3d.sight.visible import BUDGET, Sightlines
from warcry3d.sight.visible_share import VisibleShare
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["COVER_RULE", "SIGHT_RULE", "SPREAD_RULE", "UnitSight", "UnitSights"]

SIGHT_RULE = "AOS-SIGHT-1"
COVER_RULE = "AOS-COVER-1"
SPREAD_RULE = "AOS-COVER-2"


class UnitSight:
    """The rules of Age of Sigmar on seeing, distance and cover."""

    name = "ageofsigmar"
    sight_rule = SIGHT_RULE
    is_sight_mutual = False
    is_certified = True
    is_on_squares = False
    measured = Between.BODIES

    def counted(self, table: Table) -> Table:
        """Return the table as it is: bases do not count."""
        return table

    def sight(self, table: Table, viewer: str, target: str, terms: SightTerms) -> Verdict:
        """Return whether ``viewer`` sees ``target``; raise `QuestionError` for a model and itself."""
        if viewer == target:
            raise QuestionError("'{id}' cannot see itself: ask about two fighters", id=viewer)
        return self.sights(table, terms).between(viewer, target)

    def sights(self, table: Table, terms: SightTerms) -> "UnitSights":
        """Return the answers for many pairs on one table."""
        return UnitSights(table, terms)

    def units(self, table: Table, terms: SightTerms) -> GroupSightlines:
        """Return the answers on whole units of one table: which of their models sees any model of which other unit.

        A unit is called by the id of its first model on the table.
        """
        units: dict[str, list[str]] = {}
        for model in table.models:
            units.setdefault(unit_of(table, model)[0].id, []).append(model.id)
        return GroupSightlines(
            table,
            units,
            tags=terms.tags,
            tolerance_mm=terms.tolerance_mm,
            budget=BUDGET if terms.budget is None else terms.budget,
        )

    def cover(self, table: Table, attacker: str, target: str) -> CoverVerdict:
        """Return whether ``target`` is in cover: whoever attacks, if all of its unit is in or on one feature."""
        model = table.model(target)
        found = unit_cover(table, unit_of(table, model))
        if not found.feature:
            return CoverVerdict((), said=(_no_cover(found, target),))
        part = part_near(table, model, found.feature)
        reason = Reason(COVER_RULE, part, self.measure(table.model(attacker), model).line, model.placement.at)
        text = Message("{target} is in cover: all models of its unit are in or on {part}", {"part": part})
        return CoverVerdict((reason,), said=(RuleReason(COVER_RULE, text),))

    def transparent(self, table: Table, viewer: str) -> tuple[str, ...]:
        """Return the other models of a viewer's unit (AOS-SIGHT-2)."""
        return tuple(model.id for model in unit_of(table, table.model(viewer)) if model.id != viewer)

    def measure(self, one: Model, other: Model) -> Measure:
        """Return how far two models' bodies are apart (AOS-DIST-1, AOS-DIST-2, AOS-DIST-4)."""
        return measure_bodies(one, other)

    def basis(self) -> SightBasis:
        """Return how the system decides."""
        return SightBasis(
            RuleReason("AOS-SIGHT-1", Message("lines from body to body, without the bases, through the own unit")),
            RuleReason("AOS-COVER-1", Message("a unit wholly in or on one terrain feature, whoever attacks")),
            RuleReason("AOS-DIST-1", Message("between the bodies, without the bases")),
        )

    def squares(self, table: Table, one: str, other: str) -> int | None:
        """Return None: distances are measured."""
        return None


class UnitSights:
    """Answers on one table: what stops lines is prepared once, and each unit sees through its own models."""

    def __init__(self, table: Table, terms: SightTerms | None = None) -> None:
        terms = terms or SightTerms()
        budget = BUDGET if terms.budget is None else terms.budget
        self._table = table
        self._lines = Sightlines(table, tags=terms.tags, tolerance_mm=terms.tolerance_mm, budget=budget)
        self._by_unit: dict[tuple[str, ...], Sightlines] = {(): self._lines}
        self._by_viewer: dict[str, Sightlines] = {}

    def between(self, viewer: str, target: str) -> Verdict:
        """Return whether ``viewer`` sees ``target`` (AOS-SIGHT-1 to 4)."""
        return self._through_own(viewer).between(viewer, target)

    def glimpse(self, viewer: str, target: str) -> Seen | None:
        """Return that ``viewer`` sees ``target`` if that shows at once; None: it takes a longer look."""
        return self._through_own(viewer).glimpse(viewer, target)

    def glimpses_any(self, viewer: str, targets: Iterable[str]) -> bool:
        """Return whether ``viewer`` sees one of some models and that shows at once; False: it takes longer looks.

        Random lines to each cost a part of what one proof does that a model is hidden, so ask this first about a unit.
        """
        return any(self.glimpse(viewer, target) is not None for target in targets)

    def share(self, viewer: str, target: str, verdict: Verdict) -> VisibleShare:
        """Return how much of ``target`` is visible to ``viewer``, whose ``verdict`` on it this is."""
        return self._through_own(viewer).share(viewer, target, verdict)

    def _through_own(self, viewer: str) -> Sightlines:
        """Return the lines for which a model's unit is as air (AOS-SIGHT-2); who looks never stops its own lines."""
        if viewer not in self._by_viewer:
            self._by_viewer[viewer] = self._lines_of(viewer)
        return self._by_viewer[viewer]

    def _lines_of(self, viewer: str) -> Sightlines:
        own = tuple(model.id for model in unit_of(self._table, self._table.model(viewer)))
        key = own if len(own) > 1 else ()
        if key not in self._by_unit:
            self._by_unit[key] = self._lines.through(own)
        return self._by_unit[key]


def _no_cover(found: UnitCover, target: str) -> RuleReason:
    if found.lack is CoverLack.SPREAD:
        return RuleReason(SPREAD_RULE, Message("{target} is not in cover: its unit is in or on several features"))
    if found.model == target:
        return RuleReason(SPREAD_RULE, Message("{target} is not in cover: it is in or on no terrain feature"))
    return RuleReason(
        SPREAD_RULE,
        Message("{target} is not in cover: {model} of its unit is in or on no terrain feature", {"model": found.model}),
    )
