"""Sight in Warhammer 40,000 (40K-SIGHT), without a battle: visible, and fully visible, by models and units.

A model is visible if some straight line runs from any part of the viewer to any part of it, bases included, past all
terrain and all other models. It is fully visible if from some point of the viewer all of it that faces that point is
seen; the viewer's own unit is looked through then (40K-SIGHT-5), and woods and ruins can forbid it whatever is seen
(40K-SIGHT-6). docs/warhammer40k.md says how the rules are read.
"""

from dataclasses import replace

from warcry3d.errors import QuestionError
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message
from warcry3d.rules.results import CoverVerdict, SightBasis, SightTerms
from warcry3d.rules.warhammer40k.bases import measure_models, with_bases
from warcry3d.rules.warhammer40k.model_sights import SIGHT_RULE, FullVisibility, ModelSights, ViewAnswer
from warcry3d.rules.warhammer40k.terrain_cover import benefit_of_cover
from warcry3d.sight.distance import Between, Measure
from warcry3d.sight.full_view_verdict import FullView, PartHidden
from warcry3d.sight.verdict import Verdict
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["SIGHT_RULE", "FullVisibility", "ModelSight", "ModelSights", "ViewAnswer"]


class ModelSight:
    """The rules of Warhammer 40,000 on seeing, distance and cover."""

    name = "warhammer40k"
    sight_rule = SIGHT_RULE
    is_sight_mutual = True
    is_certified = True
    is_on_squares = False
    measured = Between.BASES

    def counted(self, table: Table) -> Table:
        """Return the table with bases as parts of figures (40K-BASE-1)."""
        return with_bases(table)

    def sight(self, table: Table, viewer: str, target: str, terms: SightTerms) -> Verdict:
        """Return whether ``target`` is visible to ``viewer``; raise `QuestionError` for a model and itself."""
        if viewer == target:
            raise QuestionError("'{id}' cannot see itself: ask about two models", id=viewer)
        return self.sights(table, terms).between(viewer, target)

    def sights(self, table: Table, terms: SightTerms) -> "ModelSights":
        """Return the answers for many pairs on one table."""
        return ModelSights(table, terms)

    def cover(self, table: Table, attacker: str, target: str) -> CoverVerdict:
        """Return whether ``target`` has the benefit of cover from ``attacker``, and whether it is fully visible."""
        sights = ModelSights(table)
        found = benefit_of_cover(table, target, attacker, sights=sights)
        full = sights.fully(attacker, target)
        return replace(found, said=(_full_sentence(full), *found.said), full_view=_shown_view(full))

    def transparent(self, table: Table, viewer: str) -> tuple[str, ...]:
        """Return none: for plain sight the own unit blocks like any other model."""
        return ()

    def measure(self, one: Model, other: Model) -> Measure:
        """Return how far two models' bases or hulls are apart (40K-DIST-1, 40K-DIST-2)."""
        return measure_models(one, other)

    def basis(self) -> SightBasis:
        """Return how the system decides."""
        return SightBasis(
            RuleReason("40K-SIGHT-1", Message("lines from model to model, bases included")),
            RuleReason("40K-COVER-1", Message("terrain that holds the target or hides a part of it, by its category")),
            RuleReason("40K-DIST-1", Message("between the bases, or from a hull")),
        )

    def squares(self, table: Table, one: str, other: str) -> int | None:
        """Return None: distances are measured."""
        return None


def _shown_view(found: FullVisibility) -> FullView | None:
    """Return what geometry says of a full view, without its proof; None where terrain decides, or may."""
    if found.feature or not isinstance(found.view, PartHidden):
        return None if found.feature else found.view
    return replace(found.view, certificate=None)


def _full_sentence(found: FullVisibility) -> RuleReason:
    """Return what is said of whether a model is fully visible."""
    values = {"feature": found.feature}
    match found.answer:
        case ViewAnswer.YES:
            said = Message("{target} is fully visible to {viewer}: from one point all that faces it is seen")
        case ViewAnswer.NO if found.feature:
            said = Message("{target} is never fully visible to {viewer}, because of {feature}", values)
        case ViewAnswer.NO if found.rule == SIGHT_RULE:
            said = Message("{target} is not fully visible to {viewer}: it is not visible at all")
        case ViewAnswer.NO:
            blockers = found.view.blockers if isinstance(found.view, PartHidden) else ()
            said = Message(
                "{target} is not fully visible to {viewer}: from every point of it something is hidden, by {parts}",
                {"parts": blockers},
            )
        case ViewAnswer.TOO_CLOSE:
            said = Message("whether {target} is fully visible to {viewer} is too close to call: agree, or roll off")
    return RuleReason(found.rule, said)
