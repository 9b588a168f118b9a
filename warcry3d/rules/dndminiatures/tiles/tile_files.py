"""Files of map tiles: ``*.tiles.json``, read and checked with an error that names the place."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from warcry3d.file_writes import atomic_write
from warcry3d.rules.army_files import named_file
from warcry3d.rules.dndminiatures.tiles.map_tile import EXIT, MapTile, TileKind
from warcry3d.table.format import register_schema
from warcry3d.table.grid import EXITS, STARTS, Square, SquareGrid, SquareGridWire, grid_from
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes, spread, valid_json
from warcry3d.table.pieces import unique_ids
from warcry3d.table.wire_types import Id, Text, Wire

__all__ = [
    "TILES_ENDING",
    "TILES_FORMAT",
    "MapTileWire",
    "MapTilesWire",
    "load_tiles",
    "named_tiles_file",
    "save_tiles",
    "shipped_tiles",
    "tile_from_wire",
    "tile_to_wire",
    "tiles_from_json",
]

DATA = Path(__file__).resolve().parent.parent / "data"
TILES_ENDING = ".tiles.json"
TILES_FORMAT: Literal["warcry3d.map-tiles/1"] = "warcry3d.map-tiles/1"
MAX_TILES = 500
LEAST_SIDE, MOST_SIDE = 2, 12
"""Squares along a side of a tile."""
LEG = 3
"""Exit squares along each of the two sides of an assembly tile, the corner's counted in both: five in all."""

TileRow: TypeAlias = Annotated[str, Meta(min_length=LEAST_SIDE, max_length=MOST_SIDE)]
Along: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SIDE)]


class MapTileWire(Wire, kw_only=True):
    """A map tile. ``rows``: a letter for each square, as a table's grid has them, the farthest row first: ``.`` floor,
    ``#`` wall, ``o`` statue, ``~`` difficult ground, ``x`` exit of an assembly tile. ``edges``: walls along sides of
    squares (x, y, x, y).
    """

    id: Id
    name: Text
    kind: Literal["assembly", "feature"]
    rows: Annotated[list[TileRow], Meta(min_length=LEAST_SIDE, max_length=MOST_SIDE)]
    edges: Annotated[list[tuple[Along, Along, Along, Along]], Meta(max_length=200)] = field(default_factory=list)


class MapTilesWire(Wire, kw_only=True):
    """A list of map tiles: ``*.tiles.json``."""

    format: Literal["warcry3d.map-tiles/1"]
    tiles: Annotated[list[MapTileWire], Meta(max_length=MAX_TILES)]


register_schema(
    "map-tiles", MapTilesWire, title="warcry3d map tiles", description="Map tiles for D&D Miniatures: *.tiles.json."
)


def tile_from_wire(wire: MapTileWire, spot: JsonPath) -> MapTile:
    """Return the tile; raise `FileError` for what is no tile: its exits, start areas, edges outside of it."""
    grid = grid_from(SquareGridWire(rows=list(wire.rows), edges=list(wire.edges)), spot, letters=EXIT)
    for n, row in enumerate(wire.rows):
        letter = next((one for one in row if one in STARTS + EXITS), None)
        if letter is not None:
            raise spot.at("rows", n).error("a tile has no start areas, got '{letter}'", letter=letter)
    for n, edge in enumerate(wire.edges):
        if max(edge[0], edge[2]) > grid.width or max(edge[1], edge[3]) > grid.depth:
            raise spot.at("edges", n).error(
                "expected a wall on this tile of {width} x {depth} squares, got {edge}",
                width=grid.width,
                depth=grid.depth,
                edge=edge,
            )
    tile = MapTile(wire.id, wire.name, TileKind(wire.kind), grid)
    _check_exits(tile, spot)
    return tile


def _check_exits(tile: MapTile, spot: JsonPath) -> None:
    """Refuse exits of a feature tile, and those of an assembly tile that do not fit a corner and an edge of a map."""
    if not tile.is_assembly and tile.exits:
        raise spot.at("rows").error("only an assembly tile has exits ('{letter}')", letter=EXIT)
    if tile.is_assembly and tile.exits not in _corner_exits(tile.grid):
        raise spot.at("rows").error(
            "expected 5 exits ('{letter}') around one corner, 3 along each side, got {n}",
            letter=EXIT,
            n=len(tile.exits),
        )


def _corner_exits(grid: SquareGrid) -> Sequence[frozenset[Square]]:
    found = []
    for x, dx in ((0, 1), (grid.width - 1, -1)):
        for y, dy in ((0, 1), (grid.depth - 1, -1)):
            legs = {(x + dx * k, y) for k in range(LEG)} | {(x, y + dy * k) for k in range(LEG)}
            found.append(frozenset(legs))
    return found


def tile_to_wire(tile: MapTile) -> MapTileWire:
    """Return a tile as files have it."""
    written = tile.grid.written()
    return MapTileWire(id=tile.id, name=tile.name, kind=tile.kind.value, rows=written.rows, edges=written.edges)


def tiles_from_json(value: object, name: str = "tiles") -> tuple[MapTile, ...]:
    """Return the tiles of a parsed file; ``name`` stands for the file in errors."""
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), MapTilesWire, spot)
    unique_ids((one.id for one in wire.tiles), spot.at("tiles"))
    return tuple(tile_from_wire(one, spot.at("tiles", i)) for i, one in enumerate(wire.tiles))


def load_tiles(path: Path | str) -> tuple[MapTile, ...]:
    """Return the tiles of a ``*.tiles.json`` file; raise `FileError`: file, place and what was expected."""
    spot = JsonPath(str(path))
    return tiles_from_json(parse(read_bytes(Path(path), spot, limit=MAX_JSON_BYTES), spot), spot.file)


def save_tiles(tiles: Iterable[MapTile], path: Path | str) -> None:
    """Write a file of tiles, all of it or (where that fails with `FileError`) nothing."""
    wire = MapTilesWire(format=TILES_FORMAT, tiles=[tile_to_wire(one) for one in tiles])
    atomic_write(Path(path), spread(wire))


def named_tiles_file(name: str) -> Path:
    """Return the file a name means: one from here, else one that ships, with or without its ending."""
    return named_file(name, DATA, ("", TILES_ENDING))


@cache
def shipped_tiles() -> Mapping[str, MapTile]:
    """Return the tiles that ship, by id, in the order of their files."""
    paths = sorted(DATA.glob(f"*{TILES_ENDING}"))
    return MappingProxyType({tile.id: tile for path in paths for tile in load_tiles(path)})
