"""Armies: units of datasheets, what their models carry, who leads whom, enhancements (40K-ARMY, 40K-UNIT)."""

from dataclasses import dataclass

from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet, ModelProfile

__all__ = ["BATTLE_SIZES", "Army40k", "Enhancement", "ModelLoadout", "SheetUnit", "Wargear"]

BATTLE_SIZES = {"Incursion": 1000, "Strike Force": 2000, "Onslaught": 3000}
"""Points at most, by battle size (40K-ARMY-1)."""


@dataclass(frozen=True, slots=True)
class ModelLoadout:
    """So many models of one profile that carry the same: ids of weapons, twice for two of a kind."""

    model: str
    count: int
    weapons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Enhancement:
    """An upgrade of a character from its army's detachment; its points are those it adds."""

    name: str
    points: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Wargear:
    """Something carried that is no weapon, so many times in the unit, with its text: for the players to keep.

    ``is_counted``: the numbers of its bearer have what it says.
    """

    name: str
    count: int = 1
    text: str = ""
    is_counted: bool = False


@dataclass(frozen=True, slots=True)
class SheetUnit:
    """A unit of an army.

    ``points``: of its roster where the datasheet has none, enhancements apart. ``joins``: the id of the unit that it
    leads; ``inside``: of the transport that it starts in; "": none.
    """

    id: str
    name: str
    sheet: Datasheet
    loadouts: tuple[ModelLoadout, ...]
    points: int = 0
    enhancements: tuple[Enhancement, ...] = ()
    wargear: tuple[Wargear, ...] = ()
    is_warlord: bool = False
    joins: str = ""
    inside: str = ""

    @property
    def models(self) -> int:
        """Return how many models it has: its starting strength (40K-UNIT-5)."""
        return sum(one.count for one in self.loadouts)

    @property
    def cost(self) -> int:
        """Return what it costs, with its enhancements."""
        own = self.sheet.cost(self.models)
        return (self.points if own is None else own) + sum(one.points for one in self.enhancements)

    def profiles(self) -> tuple[ModelProfile, ...]:
        """Return the profile of each of its models, in the order of its loadouts."""
        return tuple(self.sheet.model(one.model) for one in self.loadouts for _ in range(one.count))

    def has(self, *keywords: str) -> bool:
        """Return whether it has all of the keywords; the army's warlord has that one too (40K-ARMY-12)."""
        return self.sheet.has(*(word for word in keywords if not (self.is_warlord and word == "warlord")))


@dataclass(frozen=True, slots=True)
class Army40k:
    """An army. ``limit``: its points at most. ``texts``: rules of its faction and detachment, for the players to keep.

    ``notes``: what else an imported file says.
    """

    name: str
    faction: str
    detachment: str
    limit: int
    units: tuple[SheetUnit, ...]
    texts: tuple[AbilityText, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """Return what its units and their enhancements cost together (40K-ARMY-4)."""
        return sum(one.cost for one in self.units)

    def unit(self, id: str) -> SheetUnit | None:
        """Return the unit of an id; None where there is none."""
        return next((one for one in self.units if one.id == id), None)
