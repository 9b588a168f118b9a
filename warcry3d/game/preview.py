"""What would come of an action, worked out before anybody does it."""

from dataclasses import dataclass
from enum import StrEnum

from warcry3d.game.reasons import Point, RuleReason
from warcry3d.message import Message

__all__ = ["AttackOdds", "Chip", "ChipKind", "LegCost", "ModelView", "Preview"]


class ChipKind(StrEnum):
    """What a chip beside a model says; a window gives each a colour and a sign."""

    SEEN = "seen"
    HIDDEN = "hidden"
    TOO_CLOSE = "too-close"
    COVER = "cover"
    IN_RANGE = "in-range"
    ODDS = "odds"
    SEES = "sees"
    SHOOTS = "shoots"
    CHARGES = "charges"
    ENGAGED = "engaged"
    DISTANCE = "distance"


@dataclass(frozen=True, slots=True)
class Chip:
    """One thing to know about a model, in a word or two; ``why``: the sentence behind it, with its rule."""

    kind: ChipKind
    label: Message
    why: RuleReason | None = None


@dataclass(frozen=True, slots=True)
class ModelView:
    """What holds between the model that acts, where it would end, and another one."""

    model: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """The exact odds of an attack with one weapon.

    ``chances``: by points of damage, from none, what is more than the target has left counted too. ``down``: the chance
    to take the target down. ``terms``: the sum to hit term by term, such as strength, toughness, cover, what abilities
    change. ``cover``: why the target is in cover; empty: it is not. ``reactions``: how the target may react. ``left``:
    what the whole target has left, where ``target`` is one model of several; None: what that model has.
    """

    attacker: str
    target: str
    weapon: Message
    chances: tuple[float, ...]
    down: float
    terms: tuple[RuleReason, ...] = ()
    cover: tuple[RuleReason, ...] = ()
    reactions: tuple[RuleReason, ...] = ()
    left: int | None = None

    @property
    def average(self) -> float:
        """Return the mean damage."""
        return sum(points * chance for points, chance in enumerate(self.chances))


@dataclass(frozen=True, slots=True)
class LegCost:
    """What a leg of a move costs (in), and why where it is not its length alone."""

    inches: float
    why: RuleReason | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What would come of an action.

    ``lines``: sentences with their rules, the most important one first: how a move ends, what an ability does to whom.
    ``odds``: of each attack in it. ``legs``: of a move's legs in order; ``end``: where the model would be (in).
    ``views``: what it sees from there, and who sees, shoots or charges it there. ``barred``: the ids of what cannot be
    taken along on the way, of all that its prompt offers, each with the reason. ``is_exact``: False where an exact
    answer takes longer and this is the quick one.
    """

    lines: tuple[RuleReason, ...] = ()
    odds: tuple[AttackOdds, ...] = ()
    legs: tuple[LegCost, ...] = ()
    end: Point | None = None
    views: tuple[ModelView, ...] = ()
    barred: tuple[tuple[str, RuleReason], ...] = ()
    is_exact: bool = True
