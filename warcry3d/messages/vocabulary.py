"""The program's own words that sentences get as values: kinds of parts, runemarks, weapons, groups, ways, the floor;
in battles sets of dice, cards, colours, characteristics, what is rolled off for and what points are won for.
"""

from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.messages.marks import template

__all__ = ["KINDS", "spoken_parts", "spoken_words"]

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
        "walk": template("walk"),
    }
)
_GROUND = MappingProxyType({"floor": template("floor")})

_SETS = MappingProxyType(
    {
        "double": template("double"),
        "triple": template("triple"),
        "quad": template("quad"),
        "no sets": template("no sets"),
    }
)
_ABOUT = MappingProxyType(
    {
        "initiative": template("initiative"),
        "attacker or defender": template("attacker or defender"),
        "who sets the terrain up": template("who sets the terrain up"),
        "colour": template("colour"),
    }
)
_DECKS = MappingProxyType(
    {
        "terrain": template("terrain"),
        "deployment": template("deployment"),
        "victory": template("victory"),
        "twist": template("twist"),
    }
)
_DIRECTIONS = MappingProxyType(
    {
        "north": template("north"),
        "east": template("east"),
        "south": template("south"),
        "west": template("west"),
    }
)
_COLOURS = MappingProxyType({"red": template("red"), "blue": template("blue")})
_ATTACKS = MappingProxyType({"melee": template("melee"), "missile": template("missile")})
_ACTIONS = MappingProxyType(
    {
        "move": template("move"),
        "attack": template("attack"),
        "disengage": template("disengage"),
        "wait": template("wait"),
    }
)
_SCORES = MappingProxyType(
    {
        "controlled-objective": template("objectives controlled"),
        "more-objectives": template("more objectives controlled"),
        "more-blood": template("more points taken down"),
        "carried-treasure": template("treasures carried"),
        "enemy-leader": template("enemy leader taken down"),
    }
)
_EFFECTS = MappingProxyType(
    {
        "move": template("Move"),
        "toughness": template("Toughness"),
        "range": template("Range"),
        "attacks": template("Attacks"),
        "strength": template("Strength"),
        "hit": template("hit damage"),
        "crit": template("critical damage"),
        "flat-range": template("range without height"),
        "must-attack": template("taunted"),
        "fly": template("fly"),
        "cannot-move": template("no moving"),
        "cannot-disengage": template("no disengaging"),
        "cannot-react": template("no reactions"),
        "cannot-use-abilities": template("no abilities"),
        "crit-on": template("more critical hits"),
        "re-roll-hits": template("hit rolls again"),
    }
)
"""Characteristics, and words that hold for a fighter."""

_STAGES = MappingProxyType(
    {
        "reading": template("reading"),
        "mending": template("mending"),
        "uniting": template("uniting"),
        "reducing": template("reducing"),
        "classifying": template("classifying"),
        "writing": template("writing"),
        "drawing": template("drawing"),
    }
)

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
        "ways": _WAYS,
        "cost": _SETS,
        "sets": _SETS,
        "about": _ABOUT,
        "deck": _DECKS,
        "way": _DIRECTIONS,
        "colour": _COLOURS,
        "kind": _ATTACKS,
        "action": _ACTIONS,
        "why": _SCORES,
        "what": _EFFECTS,
        "stage": _STAGES,
        "cover": MappingProxyType({", in cover": template(", in cover")}),
    }
)
"""The fields whose values may be such words; names that people gave never come in them without more around them."""

_NUMBERED = frozenset({"sets"})
"""The fields whose words have a number after them."""


def spoken_words(field: str, value: str) -> tuple[str, ...]:
    """Return the templates of the program's own words that a field's value lists; none where it is anything else.

    >>> spoken_words("before", "low, platform")
    ('low terrain', 'platform')
    >>> spoken_words("subject", "tower/floor")
    ()
    """
    return tuple(word for word, _ in spoken_parts(field, value))


def spoken_parts(field: str, value: str) -> tuple[tuple[str, str], ...]:
    """Return the templates as `spoken_words` does, each with the number that comes after it, empty where there is none.

    >>> spoken_parts("sets", "double 3, quad 5")
    (('double', ' 3'), ('quad', ' 5'))
    """
    known = _OF_FIELDS.get(field, {})
    if value in known:
        return ((known[value], ""),)
    parts = [_with_number(word) if field in _NUMBERED else (word, "") for word in value.split(", ")]
    return tuple((known[word], number) for word, number in parts) if all(word in known for word, _ in parts) else ()


def _with_number(word: str) -> tuple[str, str]:
    """Return a word and the number after it, with the space between."""
    before, space, last = word.rpartition(" ")
    return (before, space + last) if last.isdecimal() else (word, "")
