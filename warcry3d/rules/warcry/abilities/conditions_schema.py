"""Conditions of abilities: filters of fighters, and what must hold (docs/abilities.md)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from warcry3d.rules.ability_words import Face6, Inches, Mark, Marks, StrictStruct, Whole

__all__ = [
    "ActionWord",
    "Condition",
    "Conditions",
    "Did",
    "FighterFilter",
    "FightersNear",
    "InBattle",
    "OfValue",
    "ReactionTrigger",
    "Round",
    "StandsOn",
    "TookDown",
    "Value",
    "Waited",
    "Who",
    "Wounded",
]

OfValue: TypeAlias = Literal["value", "half-value", "double-value"]
ActionWord: TypeAlias = Literal["move", "attack", "disengage"]


class FighterFilter(StrictStruct, frozen=True, kw_only=True):
    """Which fighters are meant, seen from the one who uses the ability; a fighter is a friend of itself.

    ``within``: inches from the user (``wholly``: all of the base), ``beyond``: more than so many. ``other``: not the
    user itself. ``runemarks``: it has all of them, ``without``: none of them. ``activated``: whether it was this round.
    ``wounded``: whether it has damage. ``beside``: a fighter of this kind is within so many inches of it, as ``within``
    there says.
    """

    side: Literal["friend", "enemy", "any"]
    within: Inches | OfValue | None = None
    wholly: bool = False
    beyond: Inches | None = None
    visible: bool = False
    other: bool = False
    runemarks: Marks = ()
    without: Marks = ()
    faction: str = ""
    activated: bool | None = None
    wounded: bool | None = None
    beside: "FighterFilter | None" = None


Who: TypeAlias = Literal["self", "picked"] | FighterFilter


class ReactionTrigger(StrictStruct, frozen=True, kw_only=True):
    """What a reaction is to: an attack on its user (``melee``, ``missile`` or any ``attack``) before the hit rolls, a
    ``disengage`` action of a visible enemy within 1 in before it leaves, or the end of a ``move`` action.

    ``enemy``: which enemy's, seen from the user. ``in_cover``: the user is in cover from the attack.
    """

    to: Literal["attack", "melee", "missile", "disengage", "move"]
    enemy: FighterFilter | None = None
    in_cover: bool = False


class ConditionBase(StrictStruct, frozen=True, kw_only=True, tag_field="is"):
    """Something that holds or does not; ``not``: it must not."""

    negated: bool = field(default=False, name="not")


class FightersNear(ConditionBase, frozen=True, kw_only=True, tag="near"):
    """At least ``least`` of these fighters are there, and at most ``most``."""

    whom: FighterFilter
    least: Whole = 1
    most: Whole | None = None


class TookDown(ConditionBase, frozen=True, kw_only=True, tag="took-down"):
    """The user took an enemy down with an attack action this activation."""


class Waited(ConditionBase, frozen=True, kw_only=True, tag="waited"):
    """The user was waiting before this activation."""


class Did(ConditionBase, frozen=True, kw_only=True, tag="did"):
    """The user made such an action this activation, bonus ones counted."""

    action: ActionWord


class Round(ConditionBase, frozen=True, kw_only=True, tag="round"):
    """The battle is in one of these rounds."""

    first: Annotated[int, Meta(ge=1)] = field(default=1, name="from")
    last: Annotated[int, Meta(ge=1)] | None = field(default=None, name="to")


class InBattle(ConditionBase, frozen=True, kw_only=True, tag="in-battle"):
    """A fighter with this runemark takes part in the battle, on either side."""

    runemark: Mark


class StandsOn(ConditionBase, frozen=True, kw_only=True, tag="standing"):
    """The user stands on a platform, or on the battlefield floor."""

    on: Literal["platform", "floor"]


class Wounded(ConditionBase, frozen=True, kw_only=True, tag="wounded"):
    """The user has at least so many damage points."""

    least: Whole = 1


class Value(ConditionBase, frozen=True, kw_only=True, tag="value"):
    """The ability's value is in this span."""

    first: Face6 = field(default=1, name="from")
    last: Face6 = field(default=6, name="to")


Condition: TypeAlias = FightersNear | TookDown | Waited | Did | Round | InBattle | StandsOn | Wounded | Value
Conditions: TypeAlias = Annotated[tuple[Condition, ...], Meta(max_length=20)]
