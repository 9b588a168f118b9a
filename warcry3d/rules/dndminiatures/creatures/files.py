"""Reading and writing creatures and their warbands."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import cast

from warcry3d.file_writes import atomic_write
from warcry3d.rules.army_files import numbered_ids, numbered_names, source_file
from warcry3d.rules.card_files import CardFiles, called_card
from warcry3d.rules.dndminiatures.creatures.band import BandCreature, CreatureBand
from warcry3d.rules.dndminiatures.creatures.card import Creature
from warcry3d.rules.dndminiatures.creatures.format import (
    CREATURE_BAND_FORMAT,
    CREATURES_FORMAT,
    BandCreatureWire,
    CreatureBandWire,
    CreaturesWire,
    FactionSymbol,
)
from warcry3d.rules.dndminiatures.creatures.wires import creature_from_wire, creature_to_wire
from warcry3d.rules.dndminiatures.tiles.map_tile import MapTile
from warcry3d.rules.dndminiatures.tiles.tile_files import (
    TILES_ENDING,
    MapTileWire,
    load_tiles,
    shipped_tiles,
    tile_from_wire,
    tile_to_wire,
)
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes, spread, valid_json
from warcry3d.table.pieces import unique_ids

__all__ = [
    "creature_band_from_json",
    "creature_band_to_wire",
    "creatures_from_json",
    "is_creature_band",
    "load_cards",
    "load_creature_band",
    "load_creatures",
    "named_creature_file",
    "save_creature_band",
    "save_creatures",
    "shipped_creature_band",
    "shipped_creature_bands",
    "shipped_creature_file",
    "shipped_creature_files",
]

DATA = Path(__file__).resolve().parent.parent / "data"


def shipped_creature_file(name: str) -> Path:
    """Return where a file of creatures or warbands lies among those that ship (whether it is there or not)."""
    return DATA / name


def shipped_creature_band(name: str) -> CreatureBand:
    """Return the warband that ships under ``name``; raise `FileError` where there is none."""
    return load_creature_band(FILES.shipped_army(name))


def load_cards(path: Path) -> tuple[Creature, ...]:
    """Return the creatures of a file of creatures, or those in a warband, each once."""
    if is_creature_band(path):
        return tuple({one.creature.id: one.creature for one in load_creature_band(path).creatures}.values())
    return load_creatures(path)


def creatures_from_json(value: object, name: str = "creatures") -> tuple[Creature, ...]:
    """Return the creatures of a parsed file; ``name`` stands for the file in errors."""
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), CreaturesWire, spot)
    unique_ids((one.id for one in wire.creatures), spot.at("creatures"))
    return tuple(creature_from_wire(one, spot.at("creatures", i)) for i, one in enumerate(wire.creatures))


FILES = CardFiles(DATA, ".creatures.json", CREATURES_FORMAT, CREATURE_BAND_FORMAT, creatures_from_json)
"""Files of creatures and of warbands made of them."""

shipped_creature_bands = FILES.shipped_armies
shipped_creature_files = FILES.shipped
named_creature_file = FILES.named
is_creature_band = FILES.is_army
load_creatures = FILES.load


def save_creatures(creatures: Iterable[Creature], path: Path | str) -> None:
    """Write a file of creatures, all of it or (where that fails with `FileError`) nothing."""
    wires = [creature_to_wire(one) for one in creatures]
    atomic_write(Path(path), spread(CreaturesWire(format=CREATURES_FORMAT, creatures=wires)))


def load_creature_band(path: Path | str) -> CreatureBand:
    """Return the warband of a ``*.band.json`` file, legal or not; raise `FileError` for what is no warband at all."""
    path = Path(path)
    spot = JsonPath(str(path))
    value = parse(read_bytes(path, spot, limit=MAX_JSON_BYTES), spot)
    return creature_band_from_json(value, folder=path.parent, name=spot.file)


def creature_band_from_json(value: object, *, folder: Path | str, name: str = "warband") -> CreatureBand:
    """Return the warband of a parsed file; files under ``from`` are looked for in ``folder``, then among what ships.

    ``name`` stands for the file in errors.
    """
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), CreatureBandWire, spot)
    known = FILES.known(wire.sources, Path(folder), spot.at("from"), others=(TILES_ENDING,))
    cards = [_card(one, known, spot.at("creatures", i, "creature")) for i, one in enumerate(wire.creatures)]
    ids = numbered_ids([one.id for one in wire.creatures], [card.id for card in cards])
    unique_ids(ids, spot.at("creatures"))
    names = numbered_names([one.name for one in wire.creatures], [card.name for card in cards])
    members = tuple(BandCreature(*one) for one in zip(ids, names, cards, strict=True))
    own = _tiles_of(wire.sources, Path(folder), spot.at("from"))
    tiles = tuple(_tile(one, own, spot.at("tiles", i)) for i, one in enumerate(wire.tiles))
    return CreatureBand(wire.name, wire.faction, members, tiles)


def _tiles_of(sources: Sequence[str], folder: Path, spot: JsonPath) -> Sequence[MapTile]:
    """Return the tiles of the files under ``from``, then those that ship."""
    files = [(i, source) for i, source in enumerate(sources) if source.endswith(TILES_ENDING)]
    own = [tile for i, source in files for tile in load_tiles(source_file(source, folder, DATA, spot.at(i)))]
    return (*own, *shipped_tiles().values())


def _tile(wire: str | MapTileWire, known: Sequence[MapTile], spot: JsonPath) -> MapTile:
    if not isinstance(wire, str):
        return tile_from_wire(wire, spot)
    found = next((tile for tile in known if tile.id == wire), None)
    found = found or next((tile for tile in known if tile.name == wire), None)
    if found is None:
        raise spot.error("no tile '{name}'; there are: {known}", name=wire, known=", ".join(tile.id for tile in known))
    return found


def _card(wire: BandCreatureWire, known: Mapping[str, list[Creature]], spot: JsonPath) -> Creature:
    if isinstance(wire.creature, str):
        return called_card(wire.creature, known, spot)
    return creature_from_wire(wire.creature, spot)


def save_creature_band(band: CreatureBand, path: Path | str) -> None:
    """Write a warband with all its cards in it, all of the file or (where that fails with `FileError`) nothing."""
    atomic_write(Path(path), spread(creature_band_to_wire(band)))


def creature_band_to_wire(band: CreatureBand) -> CreatureBandWire:
    """Return a warband as its file has it."""
    members = [
        BandCreatureWire(creature=creature_to_wire(one.creature), id=one.id, name=one.name) for one in band.creatures
    ]
    faction = cast(FactionSymbol, band.faction)
    ships = shipped_tiles()
    tiles = tuple(tile.id if ships.get(tile.id) == tile else tile_to_wire(tile) for tile in band.tiles)
    return CreatureBandWire(
        format=CREATURE_BAND_FORMAT, name=band.name, faction=faction, creatures=members, tiles=tiles
    )
