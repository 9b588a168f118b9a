"""The vocabulary of abilities: frozen structs, read from JSON and kept in battles unchanged.

An ability's ``do`` is a list of words that are done one after the other. "Picked" in them are the fighters picked last,
the one at hand in ``each``, the target of the attack in ``when``. docs/abilities.md tells each word with an example.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from warcry3d.rules.ability_words import MAX_WORDS, Face6, Inches, StrictStruct, Whole
from warcry3d.rules.warcry.abilities.conditions_schema import (
    ActionWord,
    Condition,
    Conditions,
    Did,
    FighterFilter,
    FightersNear,
    InBattle,
    OfValue,
    ReactionTrigger,
    Round,
    StandsOn,
    TookDown,
    Value,
    Waited,
    Who,
    Wounded,
)

__all__ = [
    "ActivateNext",
    "Aura",
    "Bonus",
    "Change",
    "Characteristic",
    "Condition",
    "Conditions",
    "Damage",
    "Did",
    "Do",
    "Each",
    "Either",
    "EitherOption",
    "Face",
    "FighterFilter",
    "FightersNear",
    "Grant",
    "Granted",
    "Heal",
    "If",
    "InBattle",
    "Number",
    "PickFighter",
    "PlaceFighter",
    "Push",
    "ReactionTrigger",
    "RemoveTerrain",
    "Riposte",
    "RollDice",
    "Round",
    "Shelter",
    "StandsOn",
    "TookDown",
    "Until",
    "Value",
    "Waited",
    "When",
    "Who",
    "Wounded",
]

Number: TypeAlias = Whole | Literal["value", "half-value", "double-value", "D3", "D6"]
Attacks: TypeAlias = Literal["", "melee", "missile"]
Characteristic: TypeAlias = Literal["move", "toughness", "range", "attacks", "strength", "hit", "crit"]
Granted: TypeAlias = Literal[
    "flat-range",
    "must-attack",
    "fly",
    "cannot-move",
    "cannot-disengage",
    "cannot-react",
    "cannot-use-abilities",
    "crit-on",
    "re-roll-hits",
]
Until: TypeAlias = Literal["activation", "round", "battle", "next-attack", "next-move", "this-attack"]
Way: TypeAlias = Literal["walk", "jump", "climb", "fly"]


class EffectWord(StrictStruct, frozen=True, kw_only=True, tag_field="do"):
    """The root of what is done."""


class PickFighter(EffectWord, frozen=True, kw_only=True, tag="pick"):
    """The player picks fighters, so many as ``count`` says; fewer if ``up_to``, or any number."""

    whom: FighterFilter
    count: Annotated[int, Meta(ge=1, le=20)] | Literal["any"] = 1
    up_to: bool = False


class Change(EffectWord, frozen=True, kw_only=True, tag="change"):
    """Add to or subtract from characteristics: ``least`` is what is left of them at least, ``most`` at most.

    ``attacks``: those of melee or missile attacks only; ``against``: of attacks on these, seen from the bearer.
    """

    who: Who = "self"
    what: Annotated[tuple[Characteristic, ...], Meta(min_length=1, max_length=7)]
    add: Number | None = None
    subtract: Number | None = None
    until: Until
    least: Whole = 0
    most: Whole | None = None
    attacks: Attacks = ""
    against: FighterFilter | None = None


class Aura(EffectWord, frozen=True, kw_only=True, tag="aura"):
    """As `Change`, for all of these fighters while they are where ``whom`` says, seen from the bearer."""

    who: Literal["self", "picked"] = "self"
    whom: FighterFilter
    what: Annotated[tuple[Characteristic, ...], Meta(min_length=1, max_length=7)]
    add: Number | None = None
    subtract: Number | None = None
    until: Until
    least: Whole = 0
    most: Whole | None = None
    attacks: Attacks = ""
    against: FighterFilter | None = None


class Grant(EffectWord, frozen=True, kw_only=True, tag="grant"):
    """Let a word hold for a while; ``amount``: the number that ``crit-on`` and ``re-roll-hits`` need.

    ``whom``: for all of these while they are where it says, seen from the bearer; ``against``: as in `Change`.
    """

    who: Who = "self"
    word: Granted
    until: Until
    amount: Whole = 0
    attacks: Attacks = ""
    whom: FighterFilter | None = None
    against: FighterFilter | None = None


class Damage(EffectWord, frozen=True, kw_only=True, tag="damage"):
    """Allocate damage points."""

    who: Who
    amount: Number


class Heal(EffectWord, frozen=True, kw_only=True, tag="heal"):
    """Remove damage points."""

    who: Who = "self"
    amount: Number


class Bonus(EffectWord, frozen=True, kw_only=True, tag="bonus"):
    """Each of these fighters may make a bonus action, one of ``actions``.

    Of a move: ``inches`` instead of its Move, ``add`` to it, ``ways`` that it may go, ``ends_near``: within so many
    inches of one of these, ``ends_away``: of none of these, ``ends_closer``: to the user. Of an attack: ``attacks``.
    ``changes``: what begins with the action, if it is made.
    """

    who: Who = "self"
    actions: Annotated[tuple[ActionWord, ...], Meta(min_length=1, max_length=3)]
    inches: Number | None = None
    add: Number = 0
    ways: Annotated[tuple[Way, ...], Meta(max_length=4)] = ()
    ends_near: FighterFilter | None = None
    ends_away: FighterFilter | None = None
    ends_closer: bool = False
    attacks: Attacks = ""
    changes: Annotated[tuple[Change | Grant, ...], Meta(max_length=10)] = ()


class ActivateNext(EffectWord, frozen=True, kw_only=True, tag="activate-next"):
    """They may be activated as soon as the user's activation is over."""

    who: Who


class PlaceFighter(EffectWord, frozen=True, kw_only=True, tag="place"):
    """Remove them from the battlefield and set each up again: within so many inches of the user, or of the picked one,
    more than ``away`` from all enemies of the user, where the user's player picks.
    """

    who: Who
    within: Inches | OfValue | None = None
    of: Literal["self", "picked"] = "self"
    wholly: bool = False
    away: Inches | None = None


class Push(EffectWord, frozen=True, kw_only=True, tag="push"):
    """They jump, level and straight, away from the user or toward it, as far as nothing is in the way."""

    who: Who
    way: Literal["away", "toward"]
    inches: Number


class RemoveTerrain(EffectWord, frozen=True, kw_only=True, tag="wreck"):
    """A terrain feature within so many inches of the user is removed; what is on it is set down on the floor."""

    within: Inches = 1.0


class Riposte(EffectWord, frozen=True, kw_only=True, tag="riposte"):
    """In a reaction to an attack: the attacker takes so many points for each of its hit rolls that is a ``miss``, a
    ``hit`` or a ``crit``; or that shows a face from ``on`` to ``to``.
    """

    each: Literal["miss", "hit", "crit"] | None = None
    on: Face6 | None = None
    to: Face6 = 6
    amount: Whole = 1


class Shelter(EffectWord, frozen=True, kw_only=True, tag="shelter"):
    """In a reaction to an attack: each of its critical hits is rolled for, and is a hit from ``on`` up."""

    on: Face6 = 4


class Face(StrictStruct, frozen=True, kw_only=True):
    """What happens on a die's face from ``on`` to ``to``."""

    on: Face6
    to: Face6 = 6
    then: Annotated[tuple["Do", ...], Meta(min_length=1, max_length=MAX_WORDS)]


class RollDice(EffectWord, frozen=True, kw_only=True, tag="roll"):
    """Roll so many dice, or one for each of these fighters: what ``each`` says happens for every die, what ``any`` says
    once, if any of the dice shows it.
    """

    dice: Whole | OfValue | FighterFilter = 1
    each: Annotated[tuple[Face, ...], Meta(max_length=6)] = ()
    any: Annotated[tuple[Face, ...], Meta(max_length=6)] = ()


class Each(EffectWord, frozen=True, kw_only=True, tag="each"):
    """Do this for each of these fighters, who is then the picked one; in the order that the player chooses."""

    who: Who
    then: Annotated[tuple["Do", ...], Meta(min_length=1, max_length=MAX_WORDS)]


class EitherOption(StrictStruct, frozen=True, kw_only=True):
    """One of several things that may be chosen; ``name``: what players call it."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    then: Annotated[tuple["Do", ...], Meta(max_length=MAX_WORDS)] = ()


class Either(EffectWord, frozen=True, kw_only=True, tag="either"):
    """The player chooses one."""

    of: Annotated[tuple[EitherOption, ...], Meta(min_length=2, max_length=10)]


class If(EffectWord, frozen=True, kw_only=True, tag="if"):
    """Do ``then`` if all of ``that`` holds, else ``otherwise``."""

    that: Annotated[tuple[Condition, ...], Meta(min_length=1, max_length=20)]
    then: Annotated[tuple["Do", ...], Meta(max_length=MAX_WORDS)] = ()
    otherwise: Annotated[tuple["Do", ...], Meta(max_length=MAX_WORDS)] = ()


class When(EffectWord, frozen=True, kw_only=True, tag="when"):
    """Later, when the user has made an attack action, or finished a move action, do ``then``.

    Of an attack: ``attacks`` and ``target`` that it was on, what it ``scored``. Of a move: ``near``, one of whom it
    ended near. ``once``: the first time only.
    """

    event: Literal["attack", "move"]
    until: Until
    once: bool = False
    attacks: Attacks = ""
    target: FighterFilter | None = None
    scored: Literal["", "hit", "crit", "down"] = ""
    near: FighterFilter | None = None
    then: Annotated[tuple["Do", ...], Meta(min_length=1, max_length=MAX_WORDS)]


Do: TypeAlias = (
    PickFighter
    | Change
    | Aura
    | Grant
    | Damage
    | Heal
    | Bonus
    | ActivateNext
    | PlaceFighter
    | Push
    | RemoveTerrain
    | Riposte
    | Shelter
    | RollDice
    | Each
    | Either
    | If
    | When
)


def inner(word: Any) -> tuple[tuple[tuple[str | int, ...], tuple["Do", ...]], ...]:
    """Return the lists of words inside a word, each with its place there."""
    match word:
        case Each() | When():
            return ((("then",), word.then),)
        case If():
            return (("then",), word.then), (("otherwise",), word.otherwise)
        case Either():
            return tuple((("of", i, "then"), option.then) for i, option in enumerate(word.of))
        case RollDice():
            faces = [(("each", i, "then"), face.then) for i, face in enumerate(word.each)]
            return (*faces, *((("any", i, "then"), face.then) for i, face in enumerate(word.any)))
    return ()
