"""A path: legs of one kind each, laid by a person or a program; and the file format of paths."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from warcry3d.table.format import register_schema
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes, valid_json
from warcry3d.table.wire_types import Degrees, Point3, Text, Wire
from warcry3d.units import from_degrees

__all__ = ["Leg", "LegKind", "LegWire", "Path", "PathWire", "Point", "along", "load_path", "path_from_json"]

Point: TypeAlias = tuple[float, float, float]

MAX_LEGS = 200
MAX_POINTS = 2000


class LegKind(StrEnum):
    """The kind of a leg; docs/motion.md describes each."""

    WALK = "walk"
    CLIMB = "climb"
    JUMP = "jump"
    DROP = "drop"
    FLY = "fly"
    DOOR = "door"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of one kind through the points ``to``: the centre of the bottom of the base (in).

    ``through``: the part (``feature/part``) that a door leg passes. ``facing``: what the model turns to on the spot
    before the leg begins (radians); None: it keeps its facing.
    """

    kind: LegKind
    to: tuple[Point, ...]
    through: str = ""
    facing: float | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """Legs in order, the first from where the model stands."""

    legs: tuple[Leg, ...]


class LegWire(Wire, kw_only=True):
    """One leg. ``to``: its points. ``through``: the door or arch of a door leg."""

    kind: Literal["walk", "climb", "jump", "drop", "fly", "door", "place"]
    to: Annotated[list[Point3], Meta(min_length=1, max_length=MAX_POINTS)]
    through: Text | None = None
    facing: Degrees | None = None


class PathWire(Wire, kw_only=True):
    """A path for ``warcry3d move --path``."""

    legs: Annotated[list[LegWire], Meta(min_length=1, max_length=MAX_LEGS)]
    format: Literal["warcry3d.path/1"] | None = None


def along(start: Point, end: Point, share: float) -> Point:
    """Return the place at a share of a straight way."""
    (ax, ay, az), (bx, by, bz) = start, end
    return ax + share * (bx - ax), ay + share * (by - ay), az + share * (bz - az)


def load_path(file: FilePath | str) -> Path:
    """Return the path of a JSON file; raise `FileError` naming the place of what is wrong."""
    file = FilePath(file)
    spot = JsonPath(str(file))
    return _path(parse(read_bytes(file, spot, limit=MAX_JSON_BYTES), spot), spot)


def path_from_json(data: str | bytes | Mapping[str, Any], *, name: str = "path") -> Path:
    """Return a path from JSON text or its parsed values; ``name`` stands for the file in errors."""
    spot = JsonPath(name)
    return _path(parse(data, spot) if isinstance(data, str | bytes) else valid_json(data, spot), spot)


def _path(value: Any, spot: JsonPath) -> Path:
    wire = checked(value, PathWire, spot)
    return Path(tuple(_leg(leg, spot.at("legs", i)) for i, leg in enumerate(wire.legs)))


def _leg(wire: LegWire, spot: JsonPath) -> Leg:
    kind = LegKind(wire.kind)
    if kind is LegKind.DOOR and wire.through is None:
        raise spot.error("the field 'through' is missing: a door leg names the door or arch as feature/part")
    if kind is not LegKind.DOOR and wire.through is not None:
        raise spot.at("through").error(
            "only door legs can have the field 'through'; this leg is a {kind}", kind=kind.value
        )
    facing = None if wire.facing is None else from_degrees(wire.facing)
    return Leg(kind, tuple((x, y, z) for x, y, z in wire.to), wire.through or "", facing)


register_schema("path", PathWire, title="warcry3d path", description="The legs of a move, for `warcry3d move --path`.")
