"""What special abilities, spells and commander effects do, as data (DDM-CARD-14, DDM-EFFECT)."""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from warcry3d.table.wire_types import Id, Text

__all__ = [
    "BonusCase",
    "CardData",
    "CardScore",
    "CommanderEffect",
    "Condition",
    "EffectEnd",
    "HitDamage",
    "Lasting",
    "OnHit",
    "Power",
    "Resistance",
    "ScoreBonus",
    "Traits",
]


Points: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Change: TypeAlias = Annotated[int, Meta(ge=-100, le=100)]
Roll: TypeAlias = Annotated[int, Meta(ge=1, le=100, description="what a roll must reach")]
Uses: TypeAlias = Annotated[int, Meta(ge=1, le=100, description="boxes on the card")]
Squares: TypeAlias = Annotated[int, Meta(ge=1, le=100, description="squares")]
Word: TypeAlias = Annotated[str, Meta(max_length=80)]
Words: TypeAlias = Annotated[tuple[Text, ...], Meta(max_length=20)]


class CardData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Plain data of a card, as files have it."""


class HitDamage(CardData, frozen=True):
    """Damage of one hit: ``amount``, and a ``bonus`` part that is never doubled (DDM-ATTACK-6), each of a ``kind``.

    ``kind``: ``magic``, ``fire`` and so on; empty: that of a weapon.
    """

    amount: Points
    kind: Word = ""
    bonus: Points = 0
    bonus_kind: Word = ""


class CardScore(StrEnum):
    """A number of a creature that bonuses change."""

    ATTACK = "attack"
    AC = "ac"
    SAVE = "save"
    MORALE = "morale"
    DAMAGE = "damage"
    SPEED = "speed"


class BonusCase(StrEnum):
    """The attacks that a bonus is about: all conditions must hold. ``LARGER``: the other is of a larger size."""

    MELEE = "melee"
    RANGED = "ranged"
    CHARGE = "charge"
    FLANKING = "flanking"
    OPPORTUNITY = "opportunity"
    LARGER = "larger"


class ScoreBonus(CardData, frozen=True):
    """A change of a score by ``amount`` (below 0: a penalty), in attacks by its bearer; of AC, in attacks on it.

    ``when``: only in attacks of all these kinds. ``against``: only where the other creature is of one of these types
    (empty: of any); ``Evil`` and the like are types here, see `Creature.is_of`.
    """

    score: CardScore
    amount: Change
    when: Annotated[tuple[BonusCase, ...], Meta(max_length=6)] = ()
    against: Words = ()


Bonuses: TypeAlias = Annotated[tuple[ScoreBonus, ...], Meta(max_length=20)]


class Condition(StrEnum):
    """What a creature may suffer, or enjoy. Paralysed and asleep creatures are helpless (the usual meaning)."""

    STUNNED = "stunned"
    PARALYSED = "paralysed"
    ASLEEP = "asleep"
    HELPLESS = "helpless"
    INVISIBLE = "invisible"


class EffectEnd(StrEnum):
    """When a lasting effect ends: with the skirmish, at the end of its bearer's next turn, when its bearer makes the
    save that it is due at the end of each of its turns, when its bearer takes damage, or when its bearer attacks.
    """

    SKIRMISH = "skirmish"
    NEXT_TURN = "next-turn"
    SAVE = "save"
    DAMAGE = "damage"
    ATTACK = "attack"


class Lasting(CardData, frozen=True):
    """An effect that lasts ``until`` something: changes of scores, conditions.

    ``magic_weapon``: damage of its bearer's attacks that has no kind is magic, so that damage reduction does not count.
    """

    until: EffectEnd = EffectEnd.SKIRMISH
    bonuses: Bonuses = ()
    magic_weapon: bool = False
    conditions: Annotated[tuple[Condition, ...], Meta(max_length=5)] = ()


class Power(CardData, frozen=True):
    """A spell, or a special ability that takes the place of an attack (DDM-TURN-8).

    ``uses``: boxes on the card, None: no limit (DDM-CARD-15). ``range``: squares, or ``touch``, ``sight``, ``self``, or
    ``warband``: all of its own warband and itself, wherever they are.
    ``target``: whom it may be aimed at; ``picks``: the nearest of them (the usual rule), any one, or all in range.
    ``types``: only creatures of one of these types. ``dc``: the target saves against it; a success does what ``save``
    says. It deals ``damage``, heals ``heal`` points, asks for a morale save (``routs``), and leaves what ``lasting``
    says. ``level``: of a spell; 0: it is a special ability, which a threatened creature may use too (DDM-THREAT-4).
    """

    id: Id
    name: Text
    level: Annotated[int, Meta(ge=0, le=9)] = 0
    uses: Uses | None = None
    range: Squares | Literal["touch", "sight", "self", "warband"] = "sight"
    target: Literal["enemy", "friend", "any"] = "enemy"
    picks: Literal["nearest", "one", "all"] = "nearest"
    types: Words = ()
    dc: Roll | None = None
    save: Literal["negates", "half"] = "negates"
    damage: HitDamage | None = None
    heal: Points = 0
    routs: bool = False
    lasting: Lasting | None = None

    @property
    def is_spell(self) -> bool:
        """Return whether it is a spell: a threatened creature casts none but those of touch (DDM-THREAT-3)."""
        return self.level > 0


class OnHit(CardData, frozen=True):
    """What a melee hit does beside its damage: the target saves against ``dc`` (None: it has no save) or suffers it.

    ``uses``: boxes on the card; its player says before the roll that it is used. Without boxes it is always used.
    """

    id: Id
    name: Text
    dc: Roll | None = None
    uses: Uses | None = None
    damage: HitDamage | None = None
    lasting: Lasting | None = None


class Resistance(CardData, frozen=True):
    """So many points of each hit's damage of a kind do nothing. ``kind``: empty: weapon damage without magic (DR);
    ``amount`` None: none of it does anything.
    """

    kind: Word = ""
    amount: Points | None = None


class Traits(CardData, frozen=True):
    """Special abilities that work by themselves.

    ``bonuses``: always on. ``resistances``; ``immune``: to ``critical``, ``morale`` (never routs), or conditions by
    name. ``critical``: the lowest natural number that is a critical hit. ``conceal``: a second D20 must reach it or a
    hit misses (0: none). ``reach``: squares that melee attacks reach. ``range``: the most squares of ranged attacks
    (None: any in sight). ``cleave``: destroying an enemy in melee gives one more melee attack. ``regenerates``: points
    healed at the start of its turn. ``difficult``: it gets nothing from commander effects of its side. ``is_unique``:
    one of the name at most in a warband. ``picks_target``: its ranged attacks may go at any enemy in sight.
    ``ignores_cover``: its ranged attacks do. ``ignores_melee``: the target being in melee does not hinder them
    (DDM-MOD-8). ``flies``: neither difficult ground nor statues slow it. ``spell_resistance``: a D20 must reach it
    or a spell does nothing to this creature (0: none).
    """

    bonuses: Bonuses = ()
    resistances: Annotated[tuple[Resistance, ...], Meta(max_length=20)] = ()
    immune: Words = ()
    critical: Annotated[int, Meta(ge=2, le=20)] = 20
    conceal: Annotated[int, Meta(ge=0, le=20)] = 0
    reach: Squares = 1
    range: Squares | None = None
    cleave: bool = False
    regenerates: Points = 0
    difficult: bool = False
    is_unique: bool = False
    picks_target: bool = False
    ignores_cover: bool = False
    ignores_melee: bool = False
    flies: bool = False
    spell_resistance: Annotated[int, Meta(ge=0, le=20)] = 0


class CommanderEffect(CardData, frozen=True):
    """What a commander does for its followers under command within 6 squares, or to enemies there (DDM-EFFECT).

    ``types``: only creatures of one of these types (empty: all). ``rallied_act``: followers that rally act in the same
    turn.
    """

    bonuses: Bonuses = ()
    on_enemies: bool = False
    types: Words = ()
    rallied_act: bool = False
