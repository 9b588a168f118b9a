"""Warcry's own words in messages: runemarks, weapons, battle groups, sets of dice, cards, characteristics."""

from types import MappingProxyType
from typing import Final

from warcry3d.message import template
from warcry3d.rules.systems import Vocabulary

__all__ = ["WORDS"]

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
        "who orders what happens at once": template("who orders what happens at once"),
        "who places the first marker": template("who places the first marker"),
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
_COLOURS = MappingProxyType(
    {"red": template("red"), "blue": template("blue"), "green": template("green"), "yellow": template("yellow")}
)
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
        "controlled-objective": template("controlled objectives"),
        "more-objectives": template("controlling more objectives"),
        "more-blood": template("taking down more points of enemies"),
        "carried-treasure": template("carried treasure"),
        "enemy-leader": template("taking down the enemy leader"),
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
        "cannot-move": template("cannot move"),
        "cannot-disengage": template("cannot disengage"),
        "cannot-react": template("cannot react"),
        "cannot-use-abilities": template("cannot use abilities"),
        "crit-on": template("more critical hits"),
        "re-roll-hits": template("re-rolls of hit dice"),
    }
)
"""Characteristics, and words that hold for a fighter."""

WORDS: Final[Vocabulary] = MappingProxyType(
    {
        "mark": _RUNEMARKS,
        "weapon": _WEAPONS,
        "group": _GROUPS,
        "cost": _SETS,
        "sets": _SETS,
        "about": _ABOUT,
        "deck": _DECKS,
        "colour": _COLOURS,
        "kind": _ATTACKS,
        "action": _ACTIONS,
        "why": _SCORES,
        "what": _EFFECTS,
        "cover": MappingProxyType({", in cover": template(", in cover")}),
    }
)
"""The words by the field of a message that they stand in."""
