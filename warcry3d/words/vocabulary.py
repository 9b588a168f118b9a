"""The program's own words that sentences get as values: kinds of parts, runemarks, weapons, groups, ways, the floor."""

from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.words.marks import template

__all__ = ["KINDS", "spoken_words"]

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "obstacle": template("obstacle"),
        "low": template("low terrain"),
        "platform": template("platform"),
        "ladder": template("ladder"),
        "stairs": template("stairs"),
        "door": template("door"),
        "arch": template("arch"),
        "deadly": template("deadly"),
        "unclimbable": template("not climbable"),
        "scenery": template("scenery"),
    }
)
"""What kinds of parts are called."""

_RUNEMARKS = MappingProxyType(
    {
        "mount": template("mount"),
        "beast": template("beast"),
        "gargantuan": template("gargantuan"),
        "hero": template("hero"),
        "fly": template("fly"),
        "ally": template("ally"),
        "thrall": template("thrall"),
        "agile": template("agile"),
        "berserker": template("berserker"),
        "brute": template("brute"),
        "bulwark": template("bulwark"),
        "champion": template("champion"),
        "destroyer": template("destroyer"),
        "elite": template("elite"),
        "ferocious": template("ferocious"),
        "frenzied": template("frenzied"),
        "icon-bearer": template("icon-bearer"),
        "minion": template("minion"),
        "mystic": template("mystic"),
        "priest": template("priest"),
        "scout": template("scout"),
        "sentience": template("sentience"),
        "terrifying": template("terrifying"),
        "trapper": template("trapper"),
        "warrior": template("warrior"),
    }
)
_WEAPONS = MappingProxyType(
    {
        "axe": template("axe"),
        "bident": template("bident"),
        "blast": template("blast"),
        "claws": template("claws"),
        "club": template("club"),
        "dagger": template("dagger"),
        "fangs": template("fangs"),
        "hammer": template("hammer"),
        "hook": template("hook"),
        "mace": template("mace"),
        "ranged": template("ranged"),
        "reach": template("reach"),
        "scythe": template("scythe"),
        "spear": template("spear"),
        "sword": template("sword"),
        "unarmed": template("unarmed"),
    }
)
_GROUPS = MappingProxyType(
    {
        "dagger": template("dagger"),
        "shield": template("shield"),
        "hammer": template("hammer"),
    }
)
_WAYS = MappingProxyType(
    {
        "climb": template("climb"),
        "jump": template("jump"),
        "drop": template("drop"),
        "fly": template("fly"),
    }
)
_GROUND = MappingProxyType({"floor": template("floor")})

_OF_FIELDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "kinds": KINDS,
        "before": KINDS,
        "mark": _RUNEMARKS,
        "weapon": _WEAPONS,
        "group": _GROUPS,
        "manner": _WAYS,
        "on": _GROUND,
        "subject": _GROUND,
    }
)
"""The fields whose values may be such words; names that people gave never come in them without more around them."""


def spoken_words(field: str, value: str) -> tuple[str, ...]:
    """Return the templates of the program's own words that a field's value lists; none where it is anything else.

    >>> spoken_words("before", "low, platform")
    ('low terrain', 'platform')
    >>> spoken_words("subject", "tower/floor")
    ()
    """
    known = _OF_FIELDS.get(field, {})
    words = value.split(", ")
    return tuple(known[word] for word in words) if all(word in known for word in words) else ()
