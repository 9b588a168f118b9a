"""Armies: units of one warscroll each (AOS-ARMY-1, AOS-UNIT-1)."""

from dataclasses import dataclass

from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Warscroll

__all__ = ["ArmyUnit", "WarscrollArmy"]


@dataclass(frozen=True, slots=True)
class ArmyUnit:
    """A unit of an army: its id there, the name it goes by, its warscroll, and the loadout of each of its models."""

    id: str
    name: str
    warscroll: Warscroll
    models: tuple[str, ...]

    @property
    def model_ids(self) -> tuple[str, ...]:
        """Return the ids of its models on a table: that of the unit where it has one, else numbered from 1."""
        if len(self.models) == 1:
            return (self.id,)
        return tuple(f"{self.id}-{number}" for number in range(1, len(self.models) + 1))

    @property
    def wounds(self) -> int:
        """Return the Wounds of all its models together."""
        return sum(self.warscroll.wounds_of(loadout) for loadout in self.models)


@dataclass(frozen=True, slots=True)
class WarscrollArmy:
    """An army: any units together, of any size (AOS-ARMY-1).

    ``summons``: warscrolls of units that abilities may bring in during the battle (AOS-UNDEF-3).
    """

    name: str
    units: tuple[ArmyUnit, ...]
    summons: tuple[Warscroll, ...] = ()

    def summoned(self, id: str) -> Warscroll | None:
        """Return the warscroll of a unit that an ability sets up: one to be summoned, else one of the army's units."""
        known = (*self.summons, *(unit.warscroll for unit in self.units))
        return next((scroll for scroll in known if scroll.id == id), None)

    @property
    def model_count(self) -> int:
        """Return how many models it has."""
        return sum(len(unit.models) for unit in self.units)

    @property
    def wounds(self) -> int:
        """Return the Wounds of all its models: what armies may be compared by, as there are no points."""
        return sum(unit.wounds for unit in self.units)
