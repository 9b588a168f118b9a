"""Abilities of datasheets as data: what they change, for whom, when (docs/datasheets.md, "Abilities as data")."""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from warcry3d.game.dice_sum import DiceSumText
from warcry3d.table.wire_types import Id, Text

__all__ = [
    "Characteristic",
    "CharacteristicRule",
    "EligibleRule",
    "EvadeRule",
    "GrantRule",
    "HoldsRule",
    "How",
    "IgnoresRule",
    "LastFightRule",
    "LimitRule",
    "OfAttacks",
    "PainRule",
    "RedeployRule",
    "RollRule",
    "RuleMoment",
    "SheetRule",
    "StratagemRule",
    "TimedEffect",
    "TimedRule",
    "Touches",
    "Whom",
]

Keyword: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80, description="in lower case")]
Keywords: TypeAlias = Annotated[tuple[Keyword, ...], Meta(max_length=20)]
Inches: TypeAlias = Annotated[float, Meta(ge=0, le=60, description="inches; 0: no aura")]
Needed: TypeAlias = Annotated[int, Meta(ge=0, le=6)]


class Characteristic(StrEnum):
    """What a rule changes: of models, or of the attacks that they make."""

    MOVE = "move"
    TOUGHNESS = "toughness"
    SAVE = "save"
    LEADERSHIP = "leadership"
    CONTROL = "control"
    WEAPON_SKILL = "weapon-skill"
    BALLISTIC_SKILL = "ballistic-skill"
    STRENGTH = "strength"
    AP = "ap"
    ATTACKS = "attacks"
    DAMAGE = "damage"


class How(StrEnum):
    """How a value is changed; ``improve`` and ``worsen`` go the way that is better or worse (40K-MOD-10, -11)."""

    SET = "set"
    DIVIDE = "divide"
    MULTIPLY = "multiply"
    ADD = "add"
    SUBTRACT = "subtract"
    IMPROVE = "improve"
    WORSEN = "worsen"


class Whom(StrEnum):
    """Which units a rule touches: its own; of an aura friends, enemies, or all (40K-UNIT-4)."""

    OWN = "own"
    FRIENDS = "friends"
    ENEMIES = "enemies"
    ALL = "all"


class RuleMoment(StrEnum):
    """When a rule works: in the own command phase, at the start or end of rounds, at the end of phases."""

    COMMAND = "command"
    ROUND_START = "round-start"
    ROUND_END = "round-end"
    MOVEMENT_END = "movement-end"
    SHOOTING_END = "shooting-end"
    FIGHT_END = "fight-end"


class TimedEffect(StrEnum):
    """What a rule does at its moment."""

    MORTAL_WOUNDS = "mortal-wounds"
    HEAL = "heal"
    COMMAND_POINTS = "command-points"
    SHOCK_TEST = "shock-test"


class Touches(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True, kw_only=True):
    """Whom a rule touches: units with all of ``keywords``; ``within``: an aura of so many inches (40K-AURA-1).
    ``leading``: only while its bearers are part of an attached unit, all of which it then touches.
    """

    name: Text
    of: Whom = Whom.OWN
    within: Inches = 0.0
    keywords: Keywords = ()
    leading: bool = False


class OfAttacks(Touches, frozen=True, kw_only=True):
    """Which attacks a rule touches: of one kind; at ``targets`` with any of these keywords; ``bearer``: those that
    models of its datasheet make, not those of others in an attached unit.
    """

    attacks: Literal["", "melee", "ranged"] = ""
    targets: Keywords = ()
    bearer: bool = False


class CharacteristicRule(OfAttacks, frozen=True, kw_only=True, tag="characteristic", tag_field="rule"):
    """A characteristic is changed. ``against``: of attacks made at the unit, not of its own; ``least``: it may go below
    1, down to this.
    """

    what: Characteristic
    how: How
    value: Annotated[int, Meta(ge=-12, le=40)]
    against: bool = False
    least: Annotated[int, Meta(ge=0, le=40)] | None = None


class RollRule(OfAttacks, frozen=True, kw_only=True, tag="roll", tag_field="rule"):
    """A roll is changed by ``value``. ``against``: of attacks made at the unit."""

    roll: Literal["hit", "wound", "save", "advance", "charge"]
    value: Annotated[int, Meta(ge=-6, le=6)]
    against: bool = False


class LimitRule(Touches, frozen=True, kw_only=True, tag="wound-limit", tag_field="rule"):
    """Wound rolls always succeed on ``needed`` and more; ``against``: at the unit they only succeed on that."""

    needed: Annotated[int, Meta(ge=2, le=6)]
    against: bool = False


class GrantRule(OfAttacks, frozen=True, kw_only=True, tag="weapon-ability", tag_field="rule"):
    """Weapons have one more ``ability``, written as weapons have theirs: ``sustained hits 1``."""

    ability: Text


class PainRule(Touches, frozen=True, kw_only=True, tag="feel-no-pain", tag_field="rule"):
    """Models have feel no pain of ``needed`` and more; ``against``: only these wounds."""

    needed: Annotated[int, Meta(ge=2, le=6)]
    against: Literal["", "mortal-wounds", "psychic-attacks"] = ""


class EligibleRule(Touches, frozen=True, kw_only=True, tag="eligible", tag_field="rule"):
    """The unit is eligible ``to`` shoot or charge in a turn in which it moved so (40K-ADVANCE-3, 40K-FALLBACK-3)."""

    to: Annotated[tuple[Literal["shoot", "charge"], ...], Meta(min_length=1, max_length=2)]
    after: Annotated[tuple[Literal["advancing", "falling-back"], ...], Meta(min_length=1, max_length=2)]


class IgnoresRule(Touches, frozen=True, kw_only=True, tag="ignores-modifiers", tag_field="rule"):
    """Attacks of the unit ignore what would make their rolls and characteristics worse (40K-MOD-15)."""


class HoldsRule(Touches, frozen=True, kw_only=True, tag="holds-objectives", tag_field="rule"):
    """Objectives stay controlled without models there (40K-STICKY-1)."""


class LastFightRule(Touches, frozen=True, kw_only=True, tag="last-fight", tag_field="rule"):
    """A model destroyed in a fight fights before it is removed, on ``needed`` and more (0: always; 40K-LASTFIGHT-1)."""

    needed: Needed = 0


class EvadeRule(Touches, frozen=True, kw_only=True, tag="evade", tag_field="rule"):
    """The unit may move up to so many ``inches`` when an enemy unit has picked it as a target of its shots, once a
    phase and not in engagement range; weapons that cannot be used on it any more get other targets (40K-SHOOT-9).
    """

    inches: Annotated[float, Meta(gt=0, le=20)]


class RedeployRule(Touches, frozen=True, kw_only=True, tag="redeploy", tag_field="rule"):
    """The unit is taken off the table and set up again more than 9 in from enemies, once a battle (40K-REDEPLOY-1).

    ``returns``: ``now``, or in a ``later`` turn; ``is_new``: a full new unit comes in its place (40K-REDEPLOY-7).
    """

    returns: Literal["now", "later"] = "now"
    is_new: bool = False


class StratagemRule(Touches, frozen=True, kw_only=True, tag="stratagem-cost", tag_field="rule"):
    """Stratagems used on the unit cost ``change`` more. ``stratagem``: only that; else battle tactics (40K-STRAT-9)."""

    change: Annotated[int, Meta(ge=-3, le=3)]
    stratagem: Id | None = None


class TimedRule(Touches, frozen=True, kw_only=True, tag="timed", tag_field="rule"):
    """Something happens at a moment, on a roll of ``needed`` (0: always), to each unit that it touches.

    ``value``: how many mortal wounds, how much W, how many command points.
    """

    when: RuleMoment
    effect: TimedEffect
    needed: Needed = 0
    value: DiceSumText = 1


SheetRule: TypeAlias = (
    CharacteristicRule
    | RollRule
    | LimitRule
    | GrantRule
    | PainRule
    | EligibleRule
    | IgnoresRule
    | HoldsRule
    | LastFightRule
    | EvadeRule
    | RedeployRule
    | StratagemRule
    | TimedRule
)
"""An ability as data."""
