"""Answers of a judge on two fighters for any rule system, and what a rule system must provide."""

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from warcry3d.game.reasons import RuleReason
from warcry3d.geom.nearest import Point
from warcry3d.sight.distance import Between, Measure
from warcry3d.sight.full_view_verdict import FullView
from warcry3d.sight.verdict import Seen, TooClose, Verdict
from warcry3d.sight.visible_share import VisibleShare
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = [
    "CoverVerdict",
    "Judgement",
    "LeftOut",
    "Line",
    "Point",
    "Reason",
    "SightBasis",
    "SightRules",
    "SightTerms",
    "Sights",
]

Line: TypeAlias = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a target is in cover.

    ``rule`` is the rule's id, ``part`` the terrain that gives cover (``feature/part``), ``line`` the line between the
    bases from the attacker's, ``at`` where it enters the part, or the part that the target stands on (in).
    """

    rule: str
    part: str
    line: Line
    at: Point


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Terrain that the line passes through and that gives no cover because it is near the attacker.

    ``distance`` from the attacker's base to it (in); ``at`` where the line enters it.
    """

    rule: str
    part: str
    at: Point
    distance: float


@dataclass(frozen=True, slots=True)
class CoverVerdict:
    """Whether the target is in cover from the attacker: it is where there is a reason.

    ``passed_over`` are the parts that count but lie wholly below the line where it crosses them. ``said``: what the
    rule system says of it in sentences of its own, with ``{viewer}`` and ``{target}``; empty: the usual ones hold.
    ``line``: the line by which it was judged where nothing gives cover, such as from the place that the attacker chose.
    ``full_view``: whether one point of the attacker sees all of the target that faces it, where the rules ask geometry.
    """

    reasons: tuple[Reason, ...]
    passed_over: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    said: tuple[RuleReason, ...] = ()
    line: Line | None = None
    full_view: FullView | None = None

    @property
    def verdict(self) -> bool:
        """Return whether the target is in cover."""
        return bool(self.reasons)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge says of one fighter looking at another.

    ``cover`` is None where it was not asked. ``tags``: the parts of figures that counted. ``squares``: how far the two
    are apart where the rule system counts squares; None: it measures ``distance``. ``transparent``: the models
    that stop no line of the viewer's. ``close_counts_as``: what the players agreed that a line counts as which is too
    close to call; "" where they did not.
    """

    ruleset: str
    viewer: str
    target: str
    distance: Measure
    sight: Verdict
    sight_rule: str
    cover: CoverVerdict | None
    tags: frozenset[Tag] = frozenset(Tag)
    squares: int | None = None
    transparent: tuple[str, ...] = ()
    close_counts_as: Literal["", "seen", "hidden"] = ""

    @property
    def counts_as(self) -> str:
        """Return what a verdict that is too close to call counts as, as agreed: ``seen``, ``hidden`` or ""."""
        return self.close_counts_as if isinstance(self.sight, TooClose) else ""

    @property
    def left_out(self) -> tuple[Tag, ...]:
        """Return the tags of the parts of figures that were left out, as agreed."""
        return tuple(tag for tag in Tag if tag not in self.tags)


@dataclass(frozen=True, slots=True)
class SightTerms:
    """What the players agreed on seeing, and how hard to look.

    ``tags``: the parts of figures that count. ``tolerance_mm``: gaps narrower than this are too close to call.
    ``budget``: how much work a pair may take before it is too close to call; None: the usual.
    """

    tags: frozenset[Tag] = frozenset(Tag)
    tolerance_mm: float = SIGHT_TOLERANCE_MM
    budget: int | None = None


@dataclass(frozen=True, slots=True)
class SightBasis:
    """How a rule system decides, in a few words each: who sees whom, who is in cover, how far two are apart."""

    sight: RuleReason
    cover: RuleReason
    distance: RuleReason


class Sights(Protocol):
    """Answers on one table that share what depends on the table alone."""

    def between(self, viewer: str, target: str) -> Verdict:
        """Return whether ``viewer`` sees ``target``."""
        ...

    def glimpse(self, viewer: str, target: str) -> Seen | None:
        """Return that ``viewer`` sees ``target`` if that shows at once; None: it takes a longer look."""
        ...

    def share(self, viewer: str, target: str, verdict: Verdict) -> VisibleShare:
        """Return how much of ``target`` is visible to ``viewer``, whose ``verdict`` on it this is."""
        ...


class SightRules(Protocol):
    """What a rule system says about seeing and cover."""

    @property
    def name(self) -> str:
        """Return the system's name, as tables write it."""
        ...

    @property
    def sight_rule(self) -> str:
        """Return the id of the rule that says who sees whom."""
        ...

    @property
    def is_sight_mutual(self) -> bool:
        """Return whether two fighters always see each other or neither the other."""
        ...

    @property
    def is_certified(self) -> bool:
        """Return whether verdicts are about figures and terrain as they stand, and hidden ones carry a proof of that;
        else they are exact by rules of its own, such as on squares.
        """
        ...

    @property
    def is_on_squares(self) -> bool:
        """Return whether it decides on the squares of a table, and so has no answer where there are none."""
        ...

    @property
    def measured(self) -> Between:
        """Return between what of models distances are: their bases, or their bodies."""
        ...

    def counted(self, table: Table) -> Table:
        """Return the table whose figures are all that counts for sight: with their bases, where these count."""
        ...

    def sight(self, table: Table, viewer: str, target: str, terms: SightTerms) -> Verdict:
        """Return whether ``viewer`` sees ``target``."""
        ...

    def sights(self, table: Table, terms: SightTerms) -> Sights:
        """Return the answers for many pairs on one table."""
        ...

    def cover(self, table: Table, attacker: str, target: str) -> CoverVerdict:
        """Return whether ``target`` is in cover from ``attacker``."""
        ...

    def transparent(self, table: Table, viewer: str) -> tuple[str, ...]:
        """Return the models, by id, that stop no line of sight of ``viewer``."""
        ...

    def measure(self, one: Model, other: Model) -> Measure:
        """Return how far two models are apart, measured as the rules say: between bases, or between bodies."""
        ...

    def basis(self) -> SightBasis:
        """Return how the system decides, to say why systems differ."""
        ...

    def squares(self, table: Table, one: str, other: str) -> int | None:
        """Return how many squares two models are apart; None where no squares are counted."""
        ...
