"""The tiles that a player brings: one assembly tile and three feature tiles (DDM-BAND-6)."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message
from warcry3d.rules.dndminiatures.tiles.map_tile import MapTile
from warcry3d.rules.dndminiatures.tiles.tile_files import MapTileWire, shipped_tiles, tile_from_wire
from warcry3d.table.jsonfile import JsonPath

__all__ = ["BROUGHT", "checked_tiles", "default_tiles", "feature_count", "tile_set_faults"]

BROUGHT = 4
"""Tiles that a player brings: an assembly tile and three feature tiles (DDM-BAND-6)."""


def feature_count(players: int) -> int:
    """Return how many feature tiles each player lays: 3 of two players, 2 of three or four (DDM-TILE-7)."""
    return 3 if players == 2 else 2


def default_tiles() -> tuple[MapTile, ...]:
    """Return tiles for a player that brings none: the first that ship."""
    tiles = shipped_tiles().values()
    assembly = [tile for tile in tiles if tile.is_assembly][:1]
    return (*assembly, *[tile for tile in tiles if not tile.is_assembly][: BROUGHT - 1])


def tile_set_faults(tiles: Sequence[MapTile]) -> tuple[ActionFault, ...]:
    """Return what is wrong with the tiles of a player (DDM-BAND-6); ``place``: in the warband's file."""
    return tuple(ActionFault("DDM-BAND-6", said, place="tiles") for said in _wrong(tiles))


def _wrong(tiles: Sequence[MapTile]) -> Iterator[Message]:
    assemblies = sum(tile.is_assembly for tile in tiles)
    if assemblies != 1:
        yield Message("expected 1 assembly tile, got {n}", {"n": assemblies})
    features = len(tiles) - assemblies
    if features != BROUGHT - 1:
        yield Message("expected {most} feature tiles, got {n}", {"most": BROUGHT - 1, "n": features})
    names = [tile.name for tile in tiles]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield Message("the tile {name} is there twice", {"name": name})


def checked_tiles(
    tiles: Mapping[str, Sequence[MapTileWire]], players: Sequence[str], spot: JsonPath
) -> Mapping[str, tuple[MapTile, ...]]:
    """Return each player's tiles; none: no tiles are laid. Raise `FileError` where a player's are wrong."""
    if not tiles:
        return MappingProxyType({})
    if set(tiles) != set(players):
        raise spot.error("expected the tiles of each of {players}", players=", ".join(players))
    found = {}
    for player in players:
        here = spot.at(player)
        found[player] = tuple(tile_from_wire(one, here.at(n)) for n, one in enumerate(tiles[player]))
        for fault in tile_set_faults(found[player]):
            raise here.error("{text} ({rule})", text=fault.message, rule=fault.rule)
    return MappingProxyType(found)
