"""What abilities are called and what they do, in words for people."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from warcry3d.message import Message, message, template
from warcry3d.rules.warhammer40k.datasheets.ability import CORE_TEXTS, CoreAbility, CoreWord
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet
from warcry3d.rules.warhammer40k.datasheets.weapon import ABILITY_TEXTS, WeaponAbility, WeaponWord

__all__ = ["ability_message", "core_message", "weapon_words"]

WEAPON_NAMES: Final[Mapping[WeaponWord, str]] = MappingProxyType(
    {
        WeaponWord.ANTI: template("anti"),
        WeaponWord.ASSAULT: template("assault"),
        WeaponWord.BLAST: template("blast"),
        WeaponWord.DEVASTATING_WOUNDS: template("devastating wounds"),
        WeaponWord.EXTRA_ATTACKS: template("extra attacks"),
        WeaponWord.HAZARDOUS: template("hazardous"),
        WeaponWord.HEAVY: template("heavy"),
        WeaponWord.IGNORES_COVER: template("ignores cover"),
        WeaponWord.INDIRECT_FIRE: template("indirect fire"),
        WeaponWord.LANCE: template("lance"),
        WeaponWord.LETHAL_HITS: template("lethal hits"),
        WeaponWord.MELTA: template("melta"),
        WeaponWord.ONE_SHOT: template("one shot"),
        WeaponWord.PISTOL: template("pistol"),
        WeaponWord.PRECISION: template("precision"),
        WeaponWord.PSYCHIC: template("psychic"),
        WeaponWord.RAPID_FIRE: template("rapid fire"),
        WeaponWord.SUSTAINED_HITS: template("sustained hits"),
        WeaponWord.TORRENT: template("torrent"),
        WeaponWord.TWIN_LINKED: template("twin-linked"),
    }
)

CORE_NAMES: Final[Mapping[CoreWord, str]] = MappingProxyType(
    {
        CoreWord.DEADLY_DEMISE: template("deadly demise"),
        CoreWord.DEEP_STRIKE: template("deep strike"),
        CoreWord.FEEL_NO_PAIN: template("feel no pain"),
        CoreWord.FIGHTS_FIRST: template("fights first"),
        CoreWord.FIRING_DECK: template("firing deck"),
        CoreWord.HOVER: template("hover"),
        CoreWord.INFILTRATORS: template("infiltrators"),
        CoreWord.LONE_OPERATIVE: template("lone operative"),
        CoreWord.SCOUTS: template("scouts"),
        CoreWord.STEALTH: template("stealth"),
    }
)


def ability_message(ability: WeaponAbility) -> Message:
    """Return an ability of a weapon: its name and its number."""
    name = Message(WEAPON_NAMES[ability.word])
    if ability.word is WeaponWord.ANTI:
        return message("{name}-{keyword} {needed}+", name=name, keyword=ability.keyword, needed=ability.needed)
    return name if ability.value is None else message("{name} {value}", name=name, value=str(ability.value))


def core_message(ability: CoreAbility) -> Message:
    """Return a core ability: its name, its number, for whom, and what it does."""
    name = Message(CORE_NAMES[ability.word])
    if ability.needed:
        name = message("{name} {value}", name=name, value=f"{ability.needed}+")
    elif ability.value is not None:
        name = message("{name} {value}", name=name, value=str(ability.value))
    if ability.only:
        name = message("{name} ({only})", name=name, only=ability.only)
    return message("{name}: {what}", name=name, what=Message(CORE_TEXTS[ability.word]))


def weapon_words(sheet: Datasheet) -> Iterator[Message]:
    """Yield what each ability of a datasheet's weapons does, each once."""
    modes = (mode for weapon in sheet.weapons for mode in weapon.modes)
    words = {ability.word for mode in modes for ability in mode.abilities}
    for word in WeaponWord:
        if word in words:
            yield message("{name}: {what}", name=Message(WEAPON_NAMES[word]), what=Message(ABILITY_TEXTS[word]))
