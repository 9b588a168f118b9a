"""Warscrolls: what the rules read of a model (AOS-SCROLL-2, AOS-SCROLL-3)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from warcry3d.errors import UnknownNameError
from warcry3d.game.dice_sum import DiceSum
from warcry3d.rules.ability_words import nested_structs
from warcry3d.rules.ageofsigmar.warscrolls.ability import EVERY_SPELL, ScrollAbility, Spell
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import SetUpUnit
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Base

__all__ = ["SUDDEN_DEATH_KEYWORDS", "Loadout", "ScrollWeapon", "Warscroll", "WeaponKind", "WoundRow"]

SUDDEN_DEATH_KEYWORDS = ("hero", "wizard", "priest", "monster")
"""The keywords that the rules name themselves (AOS-SUDDEN-4)."""


ONE = DiceSum(plus=1)


class WeaponKind(StrEnum):
    """When a weapon attacks: in the shooting or in the combat phase (AOS-ATTACK-2)."""

    MISSILE = "missile"
    MELEE = "melee"


@dataclass(frozen=True, slots=True)
class ScrollWeapon:
    """A weapon (AOS-SCROLL-3). ``range`` in inches; ``to_hit``, ``to_wound``: what a D6 must reach; ``rend``: 0 or
    less, added to save rolls.
    """

    id: str
    name: str
    kind: WeaponKind
    range: float
    attacks: DiceSum
    to_hit: int
    to_wound: int
    rend: int = 0
    damage: DiceSum = ONE


@dataclass(frozen=True, slots=True)
class Loadout:
    """What a model of the unit carries: ids of weapons. ``attacks``, ``wounds``: added to the Attacks of its melee
    weapons and to its Wounds, as leaders of units have. ``once``: one model of a unit may have it; ``every``: one for
    every so many models of the unit (0: any number may).
    """

    id: str
    name: str
    weapons: tuple[str, ...]
    attacks: int = 0
    wounds: int = 0
    once: bool = False
    every: int = 0


@dataclass(frozen=True, slots=True)
class WoundRow:
    """What holds from so many wounds suffered on, until the next row's: a large monster weakens.

    ``weapons``: in the order of the warscroll's.
    """

    start: int
    move: float
    weapons: tuple[ScrollWeapon, ...]


@dataclass(frozen=True, slots=True)
class Warscroll:
    """A warscroll.

    ``move`` in inches; ``save``: what a D6 must reach, 7 for none that a bare die can make. ``keywords``: lower-case
    words with hyphens. ``loadouts``: the first is what models have unless said otherwise. ``casts``, ``unbinds``: how
    many spells a turn (AOS-MAGIC-2); 0 of both: it is no wizard. ``size``: how many models a unit usually has, for
    advice (the text sets no limit, AOS-ARMY-1). ``figure``: a figure that ships; ``notes``: what an imported file says
    beside, for people to read.
    """

    id: str
    name: str
    move: float
    wounds: int
    bravery: int
    save: int
    weapons: tuple[ScrollWeapon, ...]
    loadouts: tuple[Loadout, ...]
    base: Base | None = None
    keywords: tuple[str, ...] = ()
    flies: bool = False
    casts: int = 0
    unbinds: int = 0
    spells: tuple[Spell, ...] = ()
    abilities: tuple[ScrollAbility, ...] = ()
    size: tuple[int, int] = (1, 1)
    figure: str = ""
    damage_table: tuple[WoundRow, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_wizard(self) -> bool:
        """Return whether its models cast or unbind spells (AOS-MAGIC-1)."""
        return self.casts > 0 or self.unbinds > 0

    @property
    def known_spells(self) -> tuple[Spell, ...]:
        """Return the spells its wizards know: the two of the rules, then its own (AOS-MAGIC-3)."""
        return (*EVERY_SPELL, *self.spells) if self.is_wizard else ()

    @property
    def command_abilities(self) -> tuple[ScrollAbility, ...]:
        """Return what it has for its general beside Inspiring Presence (AOS-COMMAND-2)."""
        return tuple(ability for ability in self.abilities if ability.is_command)

    @property
    def names_to_summon(self) -> frozenset[str]:
        """Return the ids of the warscrolls that its abilities and spells set up."""
        words = (*(one.do for one in self.abilities), *(one.do for one in self.spells))
        return frozenset(
            word.warscroll for _, word in nested_structs(words, JsonPath(self.id)) if isinstance(word, SetUpUnit)
        )

    def has(self, *keywords: str) -> bool:
        """Return whether it has all of these keywords."""
        return all(keyword in self.keywords for keyword in keywords)

    def loadout(self, id: str) -> Loadout:
        """Return a loadout by its id; raise `UnknownNameError` where there is none."""
        for one in self.loadouts:
            if one.id == id:
                return one
        raise UnknownNameError(
            "{warscroll} has no loadout '{name}'; there are: {known}",
            warscroll=self.name,
            name=id,
            known=", ".join(self.loadout_ids),
        )

    @property
    def loadout_ids(self) -> tuple[str, ...]:
        """Return the ids of its loadouts, in order."""
        return tuple(one.id for one in self.loadouts)

    def weapons_of(self, loadout: str, kind: WeaponKind | None = None) -> tuple[ScrollWeapon, ...]:
        """Return the weapons of a model with a loadout, of one kind or both, with what it adds to Attacks."""
        carried = self.loadout(loadout)
        found = (weapon for weapon in self.weapons if weapon.id in carried.weapons and kind in (None, weapon.kind))
        return tuple(_with_more(weapon, carried) for weapon in found)

    def abilities_of(self, loadout: str) -> tuple[ScrollAbility, ...]:
        """Return the abilities that a model with a loadout bears."""
        return tuple(one for one in self.abilities if not one.carried_by or loadout in one.carried_by)

    def wounds_of(self, loadout: str) -> int:
        """Return the Wounds of a model with a loadout."""
        return self.wounds + self.loadout(loadout).wounds

    def at_wounds(self, suffered: int) -> "Warscroll":
        """Return the warscroll as it is for a model that has suffered so many wounds."""
        row = next((row for row in reversed(self.damage_table) if row.start <= suffered), None)
        return self if row is None else replace(self, move=row.move, weapons=row.weapons, damage_table=())


def _with_more(weapon: ScrollWeapon, carried: Loadout) -> ScrollWeapon:
    if not carried.attacks or weapon.kind is WeaponKind.MISSILE:
        return weapon
    return replace(weapon, attacks=replace(weapon.attacks, plus=weapon.attacks.plus + carried.attacks))
