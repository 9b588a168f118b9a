"""The vocabulary of warscroll abilities: frozen structs, read from JSON and kept in battles unchanged.

It shares its words with that of Warcry where they mean the same (docs/abilities.md) and adds the rolls, re-rolls and
mortal wounds of this system (docs/warscrolls.md). "Picked" are the units picked last, or the one at hand in ``each``
and in rolls for each of some units.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from warcry3d.game.dice_sum import DiceSumText
from warcry3d.rules.ability_words import MAX_WORDS, Face6, Inches, Marks, StrictStruct, Whole
from warcry3d.table.wire_types import Id, Text

__all__ = [
    "Attacks",
    "ChangeScore",
    "Characteristic",
    "Condition",
    "Conditions",
    "DieFace",
    "Do",
    "EachUnit",
    "EffectOption",
    "EitherEffect",
    "GrantWord",
    "Granted",
    "HealWounds",
    "IfUnit",
    "InCover",
    "LastingWord",
    "LetReroll",
    "ModelCount",
    "ModelsFlee",
    "MortalWounds",
    "MoveModels",
    "NearTerrain",
    "OnAttack",
    "Phase",
    "PickUnits",
    "Roll",
    "RollFor",
    "SetUpUnit",
    "UnitDid",
    "UnitFilter",
    "UnitWounded",
    "UnitsNear",
    "Until",
    "Who",
]

Roll: TypeAlias = Literal[
    "hit-roll",
    "wound-roll",
    "save-roll",
    "run-roll",
    "charge-roll",
    "casting-roll",
    "unbinding-roll",
    "battleshock-roll",
]
"""The rolls that abilities change or let roll again."""

Characteristic: TypeAlias = Literal["move", "bravery", "save", "range", "attacks", "rend", "damage"]
"""The characteristics that abilities change; those from ``range`` on are of weapons."""

Granted: TypeAlias = Literal[
    "fly",
    "run-and-shoot",
    "run-and-charge",
    "retreat-and-shoot",
    "retreat-and-charge",
    "no-battleshock",
    "ignore-rend",
    "ignore-wounds",
    "ignore-mortal-wounds",
    "cannot-move",
    "cannot-cast",
]

Attacks: TypeAlias = Literal["", "melee", "missile"]
Phase: TypeAlias = Literal["hero", "movement", "shooting", "charge", "combat", "battleshock"]
Until: TypeAlias = Literal["always", "phase", "turn", "hero-phase", "battle"]
"""How long something lasts. ``always``: as long as its bearer is in play; ``hero-phase``: until the start of the next
hero phase of the player who used it.
"""


class UnitFilter(StrictStruct, frozen=True, kw_only=True):
    """Which units are meant, seen from the bearer; a unit is a friend of itself.

    ``within``: inches from the bearer, as units are measured (AOS-DIST-1), or a roll for them; ``beyond``: more than so
    many. ``visible``: in line of sight of the bearer. ``other``: not the bearer's own unit. ``keywords``: it has all of
    them; ``any_of``: at least one; ``without``: none. ``wounds``: its Wounds characteristic is at least so much;
    ``models``: it has at least so many models. ``charged``: it made a charge move this turn.
    """

    side: Literal["friend", "enemy", "any"]
    within: Inches | DiceSumText | None = None
    beyond: Inches | None = None
    visible: bool = False
    other: bool = False
    keywords: Marks = ()
    any_of: Marks = ()
    without: Marks = ()
    wounds: Whole = 0
    models: Whole = 0
    charged: bool | None = None


Who: TypeAlias = Literal["self", "model", "picked"] | UnitFilter
"""``self``: the bearer's unit; ``model``: the models that bear the ability, alone; a filter: all such units."""


class UnitCondition(StrictStruct, frozen=True, kw_only=True, tag_field="is"):
    """Something that holds or does not; ``not``: it must not."""

    negated: bool = field(default=False, name="not")


class UnitsNear(UnitCondition, frozen=True, kw_only=True, tag="near"):
    """At least ``least`` of these units are there."""

    whom: UnitFilter
    least: Whole = 1


class ModelCount(UnitCondition, frozen=True, kw_only=True, tag="models"):
    """The unit has so many models now: at least ``least``, at most ``most``."""

    least: Whole = 0
    most: Whole | None = None


class UnitDid(UnitCondition, frozen=True, kw_only=True, tag="did"):
    """The unit did this in the turn: ``moved`` in the movement phase, ``ran``, ``charged``, ``slew`` a model."""

    what: Literal["moved", "ran", "charged", "slew"]


class InCover(UnitCondition, frozen=True, kw_only=True, tag="in-cover"):
    """All models of the unit are in or on one terrain feature (AOS-COVER-1)."""


class NearTerrain(UnitCondition, frozen=True, kw_only=True, tag="near-terrain"):
    """The unit is within so many inches of a terrain feature."""

    within: Inches = 3.0


class UnitWounded(UnitCondition, frozen=True, kw_only=True, tag="wounded"):
    """The bearer has suffered at least so many wounds that were not healed."""

    least: Whole = 1


Condition: TypeAlias = UnitsNear | ModelCount | UnitDid | InCover | NearTerrain | UnitWounded
Conditions: TypeAlias = Annotated[tuple[Condition, ...], Meta(max_length=20)]


class ScrollWord(StrictStruct, frozen=True, kw_only=True, tag_field="do"):
    """The root of what is done."""


class LastingWord(ScrollWord, frozen=True, kw_only=True):
    """What all words have that hold for a while: for whom, in which attacks, in which phases, how long.

    ``attacks``: melee or missile ones only; ``weapons``: with these weapons only, by id; ``against``: only where the
    other side of the attack is such a unit: of a save roll the attacker's, else the target, whose distance is measured
    from the attacking model. ``phases``: only in these. ``only``: while this holds of its bearer.
    """

    who: Who = "self"
    until: Until = "always"
    attacks: Attacks = ""
    weapons: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()
    against: UnitFilter | None = None
    phases: Annotated[tuple[Phase, ...], Meta(max_length=6)] = ()
    only: Conditions = ()


class ChangeScore(LastingWord, frozen=True, kw_only=True, tag="change"):
    """Add ``add`` to rolls or characteristics, or ``set`` a characteristic; ``double``: twice as much.

    Of Rend, ``add`` -1 is one more to subtract. A Save that is set lower is better.
    """

    what: Annotated[tuple[Roll | Characteristic, ...], Meta(min_length=1, max_length=8)]
    add: Annotated[int, Meta(ge=-100, le=100)] = 0
    set: DiceSumText | None = None
    double: bool = False


class LetReroll(LastingWord, frozen=True, kw_only=True, tag="re-roll"):
    """Let rolls be rolled again: those that ``failed`` (AOS-OPEN-35), ``ones``, or ``any``."""

    what: Annotated[tuple[Roll, ...], Meta(min_length=1, max_length=8)]
    which: Literal["failed", "ones", "any"] = "failed"


class GrantWord(LastingWord, frozen=True, kw_only=True, tag="grant"):
    """Let a word hold. ``amount``: of ``ignore-wounds`` and ``ignore-mortal-wounds`` the face that a D6 must reach for
    each wound; of ``ignore-rend`` the largest Rend that does nothing, without its sign (0: any).
    """

    word: Granted
    amount: Whole = 0


class OnAttack(LastingWord, frozen=True, kw_only=True, tag="on-attack"):
    """What a roll of an attack does that shows ``least`` or more after modifiers (``bare``: before them).

    ``mortal``: the target suffers so many mortal wounds; ``instead``: and the attack ends there. ``damage``, ``rend``:
    take the place of the weapon's. ``hits``: so many hits instead of one, each with a wound roll.
    """

    roll: Literal["hit-roll", "wound-roll"]
    least: Annotated[int, Meta(ge=2, le=7)] = 6
    bare: bool = False
    mortal: DiceSumText = 0
    instead: bool = False
    damage: DiceSumText | None = None
    rend: Annotated[int, Meta(ge=-6, le=0)] | None = None
    hits: DiceSumText | None = None


class MortalWounds(ScrollWord, frozen=True, kw_only=True, tag="mortal-wounds"):
    """Units suffer mortal wounds (AOS-MORTAL-1), each as many as are rolled for it."""

    who: Who
    amount: DiceSumText


class HealWounds(ScrollWord, frozen=True, kw_only=True, tag="heal"):
    """Wounds are healed (AOS-DAMAGE-8): of a unit so many in all, by its player's choice."""

    who: Who = "self"
    amount: DiceSumText


class ModelsFlee(ScrollWord, frozen=True, kw_only=True, tag="flee"):
    """So many models flee (AOS-SHOCK-6)."""

    who: Who
    amount: DiceSumText


class PickUnits(ScrollWord, frozen=True, kw_only=True, tag="pick"):
    """The player picks units, so many as ``count`` says; fewer if ``up_to``."""

    whom: UnitFilter
    count: Annotated[int, Meta(ge=1, le=20)] | Literal["D3", "D6"] = 1
    up_to: bool = False


class MoveModels(ScrollWord, frozen=True, kw_only=True, tag="go"):
    """Each model may move so many inches. ``ends_away``: it ends more than so many inches from all enemies."""

    who: Who = "self"
    inches: DiceSumText
    ends_away: Inches | None = None


class SetUpUnit(ScrollWord, frozen=True, kw_only=True, tag="set-up"):
    """A new unit of a warscroll (by id) is set up within so many inches of the bearer and more than ``away`` from all
    enemies; it cannot move in the movement phase that follows. ``models``: how many at most; ``more``: how many if the
    casting roll was ``more_from`` or higher.
    """

    warscroll: Id
    models: Annotated[int, Meta(ge=1, le=100)] = 1
    within: Inches
    away: Inches = 9.0
    more: Annotated[int, Meta(ge=1, le=100)] | None = None
    more_from: Whole = 0


class DieFace(StrictStruct, frozen=True, kw_only=True):
    """What happens on a die's face from ``on`` to ``to``."""

    on: Face6
    to: Face6 = 6
    then: Annotated[tuple["Do", ...], Meta(min_length=1, max_length=MAX_WORDS)]


class RollFor(ScrollWord, frozen=True, kw_only=True, tag="roll"):
    """Roll so many dice, or one for each of these units, which is then the picked one: ``each`` for every die."""

    dice: Annotated[int, Meta(ge=1, le=20)] | Who = 1
    each: Annotated[tuple[DieFace, ...], Meta(min_length=1, max_length=6)]


class EachUnit(ScrollWord, frozen=True, kw_only=True, tag="each"):
    """Do this for each of these units, which is then the picked one; in the order that the player chooses."""

    who: Who
    then: Annotated[tuple["Do", ...], Meta(min_length=1, max_length=MAX_WORDS)]


class EffectOption(StrictStruct, frozen=True, kw_only=True):
    """One of several things that may be chosen; ``name``: what players call it."""

    name: Text
    then: Annotated[tuple["Do", ...], Meta(max_length=MAX_WORDS)] = ()


class EitherEffect(ScrollWord, frozen=True, kw_only=True, tag="either"):
    """The player chooses one."""

    of: Annotated[tuple[EffectOption, ...], Meta(min_length=2, max_length=10)]


class IfUnit(ScrollWord, frozen=True, kw_only=True, tag="if"):
    """Do ``then`` if all of ``that`` holds, else ``otherwise``. ``picked``: the picked unit is one of these."""

    that: Conditions = ()
    picked: UnitFilter | None = None
    then: Annotated[tuple["Do", ...], Meta(max_length=MAX_WORDS)] = ()
    otherwise: Annotated[tuple["Do", ...], Meta(max_length=MAX_WORDS)] = ()


Do: TypeAlias = (
    ChangeScore
    | LetReroll
    | GrantWord
    | OnAttack
    | MortalWounds
    | HealWounds
    | ModelsFlee
    | PickUnits
    | MoveModels
    | SetUpUnit
    | RollFor
    | EachUnit
    | EitherEffect
    | IfUnit
)
