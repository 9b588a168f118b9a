"""Warbands: creatures of one faction, bought with points (DDM-BAND)."""

from dataclasses import dataclass

from warcry3d.rules.dndminiatures.creatures.card import Creature
from warcry3d.rules.dndminiatures.tiles.map_tile import MapTile

__all__ = ["BandCreature", "CreatureBand"]


@dataclass(frozen=True, slots=True)
class BandCreature:
    """A creature of a warband: its id there, the name it goes by, its card."""

    id: str
    name: str
    creature: Creature


@dataclass(frozen=True, slots=True)
class CreatureBand:
    """A warband. ``faction``: the one chosen of `FACTIONS`. ``tiles``: the map tiles its player brings; none: it is
    played on maps that have their own terrain (DDM-BAND-6).
    """

    name: str
    faction: str
    creatures: tuple[BandCreature, ...]
    tiles: tuple[MapTile, ...] = ()

    @property
    def points(self) -> int:
        """Return what its creatures cost together (DDM-CARD-4)."""
        return sum(one.creature.cost for one in self.creatures)

    @property
    def rating(self) -> int:
        """Return the highest commander rating in it; 0 without a commander."""
        return max((one.creature.rating for one in self.creatures), default=0)
