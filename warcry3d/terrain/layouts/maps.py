"""Deployment maps, files of their own: where groups are set up, in which round, and where objectives are."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.file_writes import atomic_write
from warcry3d.table.format import BoardWire, DeploymentPointWire, register_schema
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board, DeploymentPoint, Table
from warcry3d.table.wire_types import Id, Point2, Wire

__all__ = [
    "MAP_FORMAT",
    "SUFFIX",
    "DeploymentMap",
    "Direction",
    "MapWire",
    "file_names",
    "find_map",
    "fitted",
    "laid_on",
    "load_map",
    "lying_arrow",
    "map_files",
    "map_from_json",
    "save_map",
    "shipped_maps_folder",
    "turned",
    "wire_of",
]

MAP_FORMAT: Literal["warcry3d.deployment/1"] = "warcry3d.deployment/1"
SUFFIX = ".map.json"

STRETCH = 0.1
"""A map fits boards whose sides differ by at most this share of their length: no two tables are cut alike."""

Direction: TypeAlias = Literal["north", "east", "south", "west"]
"""Where an arrow points; seen from above, the board's depth runs north."""

_CLOCKWISE: tuple[Direction, ...] = get_args(Direction)
_MAX_OBJECTIVES = 100

Point: TypeAlias = tuple[float, float]


class MapWire(Wire, kw_only=True):
    """A deployment map: ``*.map.json``.

    ``arrow``: where its orientation arrow points; ``rounds``: how many the battle lasts, if the map says so;
    ``source``: the set it comes from.
    """

    format: Literal["warcry3d.deployment/1"]
    name: Id
    source: Annotated[str, Meta(max_length=500)] = ""
    board: BoardWire
    arrow: Direction = "north"
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = None
    points: Annotated[list[DeploymentPointWire], Meta(min_length=1, max_length=100)]
    objectives: Annotated[list[Point2], Meta(max_length=_MAX_OBJECTIVES)] = msgspec.field(default_factory=list)


register_schema(
    "deployment", MapWire, title="warcry3d deployment map", description="Where groups are set up: *.map.json."
)


@dataclass(frozen=True, slots=True)
class DeploymentMap:
    """Where each side's groups are set up on a ``board``; ``objectives``: middles of markers (in), in the map's order.

    ``arrow``: where the orientation arrow points. ``rounds``: how many the battle lasts; None: the map does not say.
    """

    name: str
    board: Board
    points: tuple[DeploymentPoint, ...]
    objectives: tuple[Point, ...] = ()
    arrow: Direction = "north"
    rounds: int | None = None
    source: str = ""

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the sides, in the map's order."""
        return tuple(dict.fromkeys(point.side for point in self.points))

    def point(self, side: str, group: str) -> DeploymentPoint:
        """Return where a side's group is set up; raise `UnknownNameError` that lists the groups of the map."""
        for point in self.points:
            if (point.side, point.group) == (side, group):
                return point
        known = ", ".join(f"{point.side} {point.group}" for point in self.points)
        raise UnknownNameError(
            "no deployment point of {side} {group} on the map '{map}'; there are: {known}",
            side=side,
            group=group,
            map=self.name,
            known=known,
        )

    def arriving(self, round: int) -> tuple[DeploymentPoint, ...]:
        """Return the points whose groups are set up in this round (1: before the battle), in the map's order."""
        return tuple(point for point in self.points if point.round == round)


def load_map(path: Path | str) -> DeploymentMap:
    """Return the map of a ``*.map.json`` file; raise `FileError` with file, place and what was expected there."""
    path = Path(path)
    spot = JsonPath(str(path))
    return map_from_json(read_bytes(path, spot, limit=MAX_JSON_BYTES), spot)


def map_from_json(data: bytes | str, spot: JsonPath) -> DeploymentMap:
    """Return the map in JSON text; raise `FileError` with the place in it and what was expected there."""
    wire = checked(parse(data, spot), MapWire, spot)
    seen: set[tuple[str, str]] = set()
    for i, point in enumerate(wire.points):
        if (point.side, point.group) in seen:
            raise spot.at("points", i).error(
                "{side} {group} has a deployment point already", side=point.side, group=point.group
            )
        seen.add((point.side, point.group))
    for i, (x, y) in enumerate(wire.objectives):
        if not (0 <= x <= wire.board.width and 0 <= y <= wire.board.depth):
            raise spot.at("objectives", i).error("({x:g}, {y:g}) is not on the board", x=x, y=y)
    return DeploymentMap(
        wire.name,
        Board(wire.board.width, wire.board.depth),
        tuple(DeploymentPoint(p.side, p.group, p.at, p.radius, p.round, p.line) for p in wire.points),
        tuple(wire.objectives),
        wire.arrow,
        wire.rounds,
        wire.source,
    )


_NUMBERS = re.compile(rb"\[[-+\d.eE,\s\[\]]+\]")


def wire_of(map: DeploymentMap) -> MapWire:
    """Return a map as the data of its file."""
    return MapWire(
        format=MAP_FORMAT,
        name=map.name,
        source=map.source,
        board=BoardWire(width=map.board.width, depth=map.board.depth),
        arrow=map.arrow,
        rounds=map.rounds,
        points=[
            DeploymentPointWire(side=p.side, group=p.group, at=p.at, radius=p.radius, round=p.round, line=p.line)
            for p in map.points
        ],
        objectives=list(map.objectives),
    )


def save_map(map: DeploymentMap, path: Path | str) -> None:
    """Write a map's file completely or, where that fails with `FileError`, not at all."""
    spread = msgspec.json.format(msgspec.json.encode(wire_of(map)), indent=1)
    atomic_write(Path(path), _NUMBERS.sub(lambda found: b" ".join(found[0].split()), spread) + b"\n")


def file_names(maps: Sequence[DeploymentMap]) -> tuple[str, ...]:
    """Return a file name for each map, from its name; maps with the same name get numbers, valid on every system."""
    names: list[str] = []
    for map in maps:
        stem = plain = _plain(map.name)[:60] or "map"
        count = 1
        while stem + SUFFIX in names:
            count += 1
            stem = f"{plain}-{count}"
        names.append(stem + SUFFIX)
    return tuple(names)


def shipped_maps_folder() -> Path:
    """Return the folder of the maps that ship."""
    return shipped_root() / "terrain" / "maps"


def map_files(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Return the files of all maps in these folders, folder by folder, in alphabetical order.

    Of two with the same name the first counts, as for `find_map`.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            found.setdefault(path.name.lower(), path)
    return tuple(found.values())


def find_map(name: str, folders: Sequence[Path]) -> DeploymentMap:
    """Return the map that ``name`` means: a file, or the name of a map or of its file in one of ``folders``.

    Raises `UnknownNameError` that lists the known maps, `FileError` for a file that cannot be used.
    """
    if name.endswith(SUFFIX) or Path(name).is_file():
        return load_map(name)
    files = map_files(folders)
    wanted = _plain(name)
    for path in files:
        if _plain(path.name.removesuffix(SUFFIX)) == wanted:
            return load_map(path)
    for path in files:
        if _plain((found := load_map(path)).name) == wanted:
            return found
    known = ", ".join(path.name.removesuffix(SUFFIX) for path in files) or "none"
    raise UnknownNameError("no deployment map '{name}'; there are: {known}", name=name, known=known)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "-", name.casefold()).strip("-")


def turned(map: DeploymentMap, arrow: Direction) -> DeploymentMap:
    """Return the map turned so that its orientation arrow points towards ``arrow``: the player's choice of WC-PLAN-3.

    After a quarter turn the board's width and depth are exchanged.
    """
    quarters = (_CLOCKWISE.index(arrow) - _CLOCKWISE.index(map.arrow)) % 4
    w, d = map.board.width, map.board.depth
    match quarters:
        case 0:
            made = map
        case 1:
            made = _moved(map, Board(d, w), lambda x, y: (y, w - x))
        case 2:
            made = _moved(map, map.board, lambda x, y: (w - x, d - y))
        case _:
            made = _moved(map, Board(d, w), lambda x, y: (d - y, x))
    return replace(made, arrow=arrow)


def fitted(map: DeploymentMap, board: Board) -> DeploymentMap:
    """Return the map stretched to the size of a board, edges on edges; raise `QuestionError` if the sizes differ too
    much.
    """
    across, along = board.width / map.board.width, board.depth / map.board.depth
    if max(abs(across - 1), abs(along - 1)) > STRETCH + 1e-9:
        raise QuestionError(
            "the map '{map}' is for boards of {map_width:g} x {map_depth:g} in; this one is {width:g} x {depth:g}",
            map=map.name,
            map_width=map.board.width,
            map_depth=map.board.depth,
            width=board.width,
            depth=board.depth,
        )
    return _moved(map, board, lambda x, y: (x * across, y * along))


def laid_on(table: Table, map: DeploymentMap, arrow: Direction | None = None) -> Table:
    """Return the table with the map's deployment points instead of its own.

    ``arrow``: where the orientation arrow is to point; None: as in the map or, if only that fits the board, a quarter
    turn on. Raises `QuestionError` where the map is for a board of another size.
    """
    return replace(table, deployment=fitted(turned(map, arrow or lying_arrow(map, table.board)), table.board).points)


def lying_arrow(map: DeploymentMap, board: Board) -> Direction:
    """Return where the arrow of a map on a board points: as in the map or, if only that fits the board, a quarter turn
    on.
    """
    is_along = (map.board.width >= map.board.depth) == (board.width >= board.depth)
    return map.arrow if is_along else _CLOCKWISE[(_CLOCKWISE.index(map.arrow) + 1) % 4]


def _moved(map: DeploymentMap, board: Board, move: Callable[[float, float], Point]) -> DeploymentMap:
    points = tuple(
        replace(
            point,
            at=move(*point.at),
            line=None if point.line is None else (move(*point.line[0]), move(*point.line[1])),
        )
        for point in map.points
    )
    return replace(map, board=board, points=points, objectives=tuple(move(*at) for at in map.objectives))
