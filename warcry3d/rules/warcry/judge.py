"""Warcry's judge of sight and cover."""

from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message
from warcry3d.rules.results import CoverVerdict, SightBasis, Sights, SightTerms
from warcry3d.rules.warcry import cover, sight
from warcry3d.sight.distance import Between, Measure, measure
from warcry3d.sight.verdict import Verdict
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["Warcry"]


class Warcry:
    """Warcry's rules on seeing and cover."""

    name = "warcry"
    sight_rule = sight.RULE
    is_sight_mutual = sight.IS_MUTUAL
    is_certified = True
    is_on_squares = False
    measured = Between.BASES

    def counted(self, table: Table) -> Table:
        """Return the table as it is: bases do not count."""
        return table

    def sight(self, table: Table, viewer: str, target: str, terms: SightTerms) -> Verdict:
        """Return whether ``viewer`` sees ``target``."""
        return sight.sight(table, viewer, target, terms)

    def sights(self, table: Table, terms: SightTerms) -> Sights:
        """Return the answers for many pairs on one table."""
        return sight.sights(table, terms)

    def cover(self, table: Table, attacker: str, target: str) -> CoverVerdict:
        """Return whether ``target`` is in cover from ``attacker``."""
        return cover.cover(table, attacker, target)

    def transparent(self, table: Table, viewer: str) -> tuple[str, ...]:
        """Return nobody: every model counts."""
        return ()

    def measure(self, one: Model, other: Model) -> Measure:
        """Return how far two models' bases are apart."""
        return measure(one, other)

    def basis(self) -> SightBasis:
        """Return how the system decides."""
        return SightBasis(
            RuleReason("WC-SIGHT-1", Message("lines from figure to figure, without the bases")),
            RuleReason(
                "WC-COVER-1",
                Message("terrain on the line between the two bases, or a platform high up"),
            ),
            RuleReason("WC-DIST-1", Message("between the bases")),
        )

    def squares(self, table: Table, one: str, other: str) -> int | None:
        """Return None: distances are measured."""
        return None
