"""What the words of cards are called: scores, cases, conditions, ends, kinds of damage, sizes and types."""

from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.message import Message, message, template
from warcry3d.rules.dndminiatures.creatures.card import Size
from warcry3d.rules.dndminiatures.creatures.traits import BonusCase, CardScore, Condition, EffectEnd

__all__ = ["CASES", "CONDITIONS", "ENDS", "IMMUNITY_WORDS", "SCORES", "SIZES", "kind_word", "type_word"]

SCORES: Mapping[CardScore, str] = MappingProxyType(
    {
        CardScore.ATTACK: template("attack"),
        CardScore.AC: template("AC"),
        CardScore.SAVE: template("save"),
        CardScore.MORALE: template("morale save"),
        CardScore.DAMAGE: template("damage"),
        CardScore.SPEED: template("speed"),
    }
)

CASES: Mapping[BonusCase, str] = MappingProxyType(
    {
        BonusCase.MELEE: template("melee"),
        BonusCase.RANGED: template("ranged attacks"),
        BonusCase.CHARGE: template("charge"),
        BonusCase.FLANKING: template("flanking"),
        BonusCase.OPPORTUNITY: template("attacks of opportunity"),
        BonusCase.LARGER: template("larger creatures"),
    }
)

CONDITIONS: Mapping[Condition, str] = MappingProxyType(
    {
        Condition.STUNNED: template("stunned"),
        Condition.PARALYSED: template("paralysed"),
        Condition.ASLEEP: template("asleep"),
        Condition.HELPLESS: template("helpless"),
        Condition.INVISIBLE: template("invisible"),
    }
)

IMMUNITY_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "critical": template("critical hits"),
        "morale": template("morale"),
        **{condition.value: word for condition, word in CONDITIONS.items()},
    }
)

ENDS: Mapping[EffectEnd, str] = MappingProxyType(
    {
        EffectEnd.SKIRMISH: template("until the end of the skirmish"),
        EffectEnd.NEXT_TURN: template("until the end of its next turn"),
        EffectEnd.SAVE: template("until it saves at the end of a turn"),
        EffectEnd.DAMAGE: template("until it takes damage"),
        EffectEnd.ATTACK: template("until it attacks"),
    }
)

SIZES: Mapping[Size, str] = MappingProxyType(
    {
        Size.TINY: template("tiny"),
        Size.SMALL: template("small"),
        Size.MEDIUM: template("medium"),
        Size.LARGE: template("large"),
        Size.HUGE: template("huge"),
    }
)

_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "acid": template("acid"),
        "cold": template("cold"),
        "electricity": template("electricity"),
        "fire": template("fire"),
        "magic": template("magic"),
        "sonic": template("sonic"),
    }
)

_TYPES: Mapping[str, str] = MappingProxyType(
    {
        "Aberration": template("Aberration"),
        "Animal": template("Animal"),
        "Construct": template("Construct"),
        "Dragon": template("Dragon"),
        "Elemental": template("Elemental"),
        "Fey": template("Fey"),
        "Giant": template("Giant"),
        "Human": template("Human"),
        "Humanoid": template("Humanoid"),
        "Hyenafolk": template("Hyenafolk"),
        "Magical Beast": template("Magical Beast"),
        "Marshfolk": template("Marshfolk"),
        "Monstrous Humanoid": template("Monstrous Humanoid"),
        "Ooze": template("Ooze"),
        "Otterfolk": template("Otterfolk"),
        "Outsider": template("Outsider"),
        "Plant": template("Plant"),
        "Stonefolk": template("Stonefolk"),
        "Undead": template("Undead"),
        "Vermin": template("Vermin"),
        "Woodfolk": template("Woodfolk"),
        "Evil": template("Evil"),
        "Good": template("Good"),
        "Lawful": template("Lawful"),
        "Chaotic": template("Chaotic"),
    }
)


def kind_word(kind: str) -> Message:
    """Return what a kind of damage is called; one that nobody knows is shown as it is."""
    return Message(_KINDS[kind]) if kind in _KINDS else message("{kind}", kind=kind)


def type_word(word: str) -> Message:
    """Return what a type is called; one that nobody knows is shown as it is."""
    return Message(_TYPES[word]) if word in _TYPES else message("{kind}", kind=word)
