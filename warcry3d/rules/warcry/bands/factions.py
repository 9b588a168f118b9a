"""The factions of Warcry, their grand alliances and cities (WC-FACTION-1 to 9), as data with names in two languages."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from warcry3d.rules.warcry.bands.named import Named

__all__ = ["Alliance", "City", "Faction", "alliances", "faction_named", "factions", "named_factions"]

DATA = Path(__file__).resolve().parent.parent / "data" / "warcry.factions.json"


class City(Named, frozen=True, kw_only=True):
    """A city that a warband of its faction comes from (WC-FACTION-5)."""


class Faction(Named, frozen=True, kw_only=True):
    """A faction. ``cities``: those that a warband of it chooses from; empty for a faction without cities."""

    cities: tuple[City, ...] = ()


class Alliance(Named, frozen=True, kw_only=True):
    """A grand alliance with its factions (WC-FACTION-2)."""

    factions: tuple[Faction, ...]


class _File(msgspec.Struct):
    format: str
    alliances: tuple[Alliance, ...]


@cache
def alliances() -> tuple[Alliance, ...]:
    """Return the four grand alliances of Warcry.

    >>> [alliance.id for alliance in alliances()]
    ['order', 'chaos', 'death', 'destruction']
    """
    return msgspec.json.decode(DATA.read_bytes(), type=_File).alliances


def named_factions() -> tuple[Named, ...]:
    """Return everything that has a name here: grand alliances, factions, cities."""
    own = [faction for alliance in alliances() for faction in alliance.factions]
    return (*alliances(), *own, *(city for faction in own for city in faction.cities))


@cache
def factions() -> Mapping[str, tuple[Faction, Alliance]]:
    """Return Warcry's factions by faction runemark, each with its grand alliance."""
    return MappingProxyType(
        {faction.id: (faction, alliance) for alliance in alliances() for faction in alliance.factions}
    )


def faction_named(runemark: str) -> tuple[Faction, Alliance] | None:
    """Return the faction with this faction runemark and its grand alliance; None for a faction that players added.

    >>> faction_named("nighthaunt")[1].id
    'death'
    >>> faction_named("stilt-watch") is None
    True
    """
    return factions().get(runemark)
