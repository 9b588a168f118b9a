"""Warbands: creatures of one faction, bought with points (DDM-BAND)."""

from dataclasses import dataclass

from warcry3d.rules.dndminiatures.creatures.card import Creature

__all__ = ["BandCreature", "CreatureBand"]


@dataclass(frozen=True, slots=True)
class BandCreature:
    """A creature of a warband: its id there, the name it goes by, its card."""

    id: str
    name: str
    creature: Creature


@dataclass(frozen=True, slots=True)
class CreatureBand:
    """A warband. ``faction``: the one chosen of `FACTIONS`. ``tiles``: the names of the map tiles its player brings."""

    name: str
    faction: str
    creatures: tuple[BandCreature, ...]
    tiles: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """Return what its creatures cost together (DDM-CARD-4)."""
        return sum(one.creature.cost for one in self.creatures)

    @property
    def rating(self) -> int:
        """Return the highest commander rating in it; 0 without a commander."""
        return max((one.creature.rating for one in self.creatures), default=0)
