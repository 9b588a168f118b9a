"""Reading and writing creatures and their warbands."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import cast

from warcry3d.file_writes import atomic_write
from warcry3d.rules import army_files
from warcry3d.rules.army_files import numbered_ids, source_file
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
    "BAND_ENDING",
    "CREATURES_ENDING",
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
BAND_ENDING, CREATURES_ENDING = ".band.json", ".creatures.json"
ENDINGS = ("", BAND_ENDING, CREATURES_ENDING)


def shipped_creature_file(name: str) -> Path:
    """Return where a file of creatures or warbands lies among those that ship (whether it is there or not)."""
    return DATA / name


def shipped_creature_bands() -> tuple[str, ...]:
    """Return the names of the warbands that ship, in order of the alphabet: what `shipped_creature_band` takes."""
    return tuple(sorted(path.name.removesuffix(BAND_ENDING) for path in DATA.glob(f"*{BAND_ENDING}")))


def shipped_creature_band(name: str) -> CreatureBand:
    """Return the warband that ships under ``name``; raise `FileError` where there is none."""
    return load_creature_band(shipped_creature_file(f"{name}{BAND_ENDING}"))


def shipped_creature_files() -> tuple[str, ...]:
    """Return the names of the files of creatures that ship, as warbands name them under ``from``."""
    return tuple(sorted(path.name for path in DATA.glob(f"*{CREATURES_ENDING}")))


def named_creature_file(name: str) -> Path:
    """Return the file a name means: one from here, else one that ships, with or without its ending."""
    return army_files.named_file(name, DATA, ENDINGS)


def is_creature_band(path: Path) -> bool:
    """Return whether a file is one of a warband; raise `FileError` where it is neither that nor one of creatures."""
    spot = JsonPath(str(path))
    value = parse(read_bytes(path, spot, limit=MAX_JSON_BYTES), spot)
    if isinstance(value, list):
        raise spot.error("expected a file of creatures or of a warband; shared tables are read by 'band import'")
    name = value.get("format") if isinstance(value, dict) else None
    if name not in (CREATURE_BAND_FORMAT, CREATURES_FORMAT):
        known = ", ".join((CREATURES_FORMAT, CREATURE_BAND_FORMAT))
        raise spot.at("format").error("expected one of {known}", known=known)
    return bool(name == CREATURE_BAND_FORMAT)


def load_cards(path: Path) -> tuple[Creature, ...]:
    """Return the creatures of a file of creatures, or those in a warband, each once."""
    if is_creature_band(path):
        return tuple({one.creature.id: one.creature for one in load_creature_band(path).creatures}.values())
    return load_creatures(path)


def load_creatures(path: Path | str) -> tuple[Creature, ...]:
    """Return the creatures of a ``*.creatures.json`` file; raise `FileError`: file, place and what was expected."""
    spot = JsonPath(str(path))
    return creatures_from_json(parse(read_bytes(Path(path), spot, limit=MAX_JSON_BYTES), spot), spot.file)


def creatures_from_json(value: object, name: str = "creatures") -> tuple[Creature, ...]:
    """Return the creatures of a parsed file; ``name`` stands for the file in errors."""
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), CreaturesWire, spot)
    unique_ids((one.id for one in wire.creatures), spot.at("creatures"))
    return tuple(creature_from_wire(one, spot.at("creatures", i)) for i, one in enumerate(wire.creatures))


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
    known = _known(wire.sources, Path(folder), spot.at("from"))
    cards = [_card(one, known, spot.at("creatures", i, "creature")) for i, one in enumerate(wire.creatures)]
    ids = numbered_ids([one.id for one in wire.creatures], [card.id for card in cards])
    unique_ids(ids, spot.at("creatures"))
    names = _names(wire.creatures, cards)
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


def _known(sources: Sequence[str], folder: Path, spot: JsonPath) -> Mapping[str, list[Creature]]:
    """Return the creatures of files by id and by name."""
    known: dict[str, list[Creature]] = {}
    for i, source in enumerate(sources):
        if source.endswith(TILES_ENDING):
            continue
        for creature in load_creatures(source_file(source, folder, DATA, spot.at(i))):
            for key in {creature.id, creature.name}:
                known.setdefault(key, []).append(creature)
    return known


def _card(wire: BandCreatureWire, known: Mapping[str, list[Creature]], spot: JsonPath) -> Creature:
    if not isinstance(wire.creature, str):
        return creature_from_wire(wire.creature, spot)
    called = known.get(wire.creature, [])
    if named := [creature for creature in called if creature.id == wire.creature]:
        called = named
    if not called:
        raise spot.error("no creature '{name}' in the files under 'from'", name=wire.creature)
    if len(called) > 1:
        ids = ", ".join(creature.id for creature in called)
        raise spot.error("several creatures are called '{name}'; give the id: {ids}", name=wire.creature, ids=ids)
    return called[0]


def _names(wires: Sequence[BandCreatureWire], cards: Sequence[Creature]) -> list[str]:
    """Return each creature's name: its own, else its card's, with a number from the second of a kind on."""
    count: Counter[str] = Counter()
    names = []
    for wire, card in zip(wires, cards, strict=True):
        count[card.name] += wire.name is None
        plain = card.name if count[card.name] < 2 else f"{card.name} {count[card.name]}"
        names.append(plain if wire.name is None else wire.name)
    return names


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
