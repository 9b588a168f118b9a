"""Sight in Warcry (WC-SIGHT-1, WC-SIGHT-2).

Two fighters see each other if some straight line from any part of one figure to any part of the other crosses no
terrain and no other fighter's figure. Bases are left out altogether: figures alone are looked from, looked at and stop
lines. Weapons and banners are parts of the fighter and count, unless the players agree to other tags. Two fighters
always see each other or neither the other.
"""

from typing import TypedDict

from warcry3d.errors import QuestionError
from warcry3d.rules.results import Sights, SightTerms
from warcry3d.sight.verdict import Verdict
from warcry3d.sight.visible import Sightlines
from warcry3d.sight.visible import sight as seen
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = ["IS_MUTUAL", "RULE", "sight", "sights"]

RULE = "WC-SIGHT-1"
IS_MUTUAL = True


class _Options(TypedDict, total=False):
    tags: frozenset[Tag]
    tolerance_mm: float
    budget: int


def sight(table: Table, viewer: str, target: str, terms: SightTerms) -> Verdict:
    """Return whether two fighters see each other; raise `QuestionError` for a fighter and itself (WC-SIGHT-2)."""
    if viewer == target:
        raise QuestionError("'{id}' cannot see itself: ask about two fighters", id=viewer)
    return seen(table, viewer, target, **_options(terms))


def sights(table: Table, terms: SightTerms) -> Sights:
    """Return the answers for many pairs on one table."""
    return Sightlines(table, **_options(terms))


def _options(terms: SightTerms) -> _Options:
    options = _Options(tags=terms.tags, tolerance_mm=terms.tolerance_mm)
    if terms.budget is not None:
        options["budget"] = terms.budget
    return options
