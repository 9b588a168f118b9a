"""The format of table files as the reader checks it; JSON Schemas come from the same types.

Lengths are in inches and angles in degrees, as in the files; base sizes are in millimetres, as bases are sold.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from warcry3d.errors import UnknownNameError
from warcry3d.table.default_ruleset import DEFAULT_RULESET
from warcry3d.table.edit_format import MAX_EDITS, EditWire, OverrideWire
from warcry3d.table.grid import SquareGridWire
from warcry3d.table.kinds import PartKind, Tag, TerrainCategory
from warcry3d.table.wire_types import (
    MAX_FEATURES,
    MAX_MODELS,
    MAX_OUTLINE,
    MAX_PARTS,
    MAX_POINTS,
    Axis,
    Degrees,
    Deviation,
    Id,
    Index,
    Length,
    LengthUnit,
    Millimetres,
    Point2,
    Point3,
    Scale,
    Text,
    Where,
    Wire,
)

__all__ = [
    "PIECE_FORMAT",
    "TABLE_FORMAT",
    "BaseWire",
    "BoardWire",
    "BoxWire",
    "CylinderWire",
    "DeploymentPointWire",
    "DeploymentWire",
    "FeatureWire",
    "FigurePartWire",
    "FigureWire",
    "MadeWire",
    "MeshWire",
    "ModelWire",
    "NodeExtras",
    "NodeNote",
    "PartWire",
    "PassageWire",
    "PieceWire",
    "PrismWire",
    "ReasonWire",
    "ShapesWire",
    "SourceWire",
    "TableWire",
    "register_schema",
    "schema",
    "schema_names",
]

TABLE_FORMAT = "warcry3d.table/1"
PIECE_FORMAT = "warcry3d.piece/1"


class BoxWire(Wire, kw_only=True):
    """A box with sides along the axes."""

    min: Point3
    max: Point3


class PrismWire(Wire, kw_only=True):
    """An upright prism over a simple polygon; the last corner connects to the first."""

    outline: Annotated[list[Point2], Meta(min_length=3, max_length=MAX_OUTLINE)]
    z: Point2


class CylinderWire(Wire, kw_only=True):
    """An upright cylinder."""

    centre: Point2
    radius: Length
    z: Point2


class MeshWire(Wire, kw_only=True):
    """A mesh: a ``file`` (or one ``node`` of a GLB), or ``vertices`` and ``faces`` in the file itself.

    ``unit``: the unit of the file's numbers (required unless the file is a GLB written by this program); ``up``: the
    file's axis that points up; ``scale``: a further factor. Faces are three corner numbers each, counted from 0,
    anticlockwise seen from outside; corners given here are in inches.
    """

    file: Text | None = None
    node: Text | None = None
    unit: LengthUnit | None = None
    up: Literal["x", "y", "z"] = "z"
    scale: Scale = 1.0
    vertices: list[Point3] | None = None
    faces: list[tuple[Index, Index, Index]] | None = None


class ShapesWire(Wire, kw_only=True):
    """Exactly one shape. ``mesh`` as plain text: in a part, a node's name in the piece's ``file``; in a figure, the
    path of a mesh file.
    """

    box: BoxWire | None = None
    prism: PrismWire | None = None
    cylinder: CylinderWire | None = None
    mesh: Text | MeshWire | None = None


class PartWire(ShapesWire, kw_only=True):
    """One part of a piece.

    ``opening``: an arch that is the passage itself: air (the default for an arch given as box, prism or cylinder; an
    arch given as a mesh is the stonework around it). ``deviation_mm``: the terrain is nowhere farther than this from
    the shape, and the shape is inside the terrain; 0: the shape is the terrain.
    """

    id: Id
    kind: PartKind | Annotated[list[PartKind], Meta(min_length=1, max_length=10)]
    opening: bool | None = None
    deviation_mm: Deviation = 0.0


class MadeWire(Wire, kw_only=True):
    """What a simple piece was made from: its kind, and the parameters by name."""

    kind: Annotated[str, Meta(min_length=1, max_length=80)]
    values: Annotated[
        dict[Annotated[str, Meta(max_length=80)], float | Annotated[str, Meta(max_length=80)]], Meta(max_length=100)
    ] = {}


class PieceWire(Wire, kw_only=True):
    """A piece inside a table; ``file`` is the GLB whose nodes its ``mesh`` parts name. ``made``: what a simple piece
    was made from, by which it is drawn; no verdict depends on it.
    """

    parts: Annotated[list[PartWire], Meta(min_length=1, max_length=MAX_PARTS)]
    file: Text | None = None
    made: MadeWire | None = None


class BoardWire(Wire, kw_only=True):
    """The playing surface; a corner is the origin."""

    width: Length
    depth: Length


class FeatureWire(Wire, kw_only=True):
    """A piece placed: turned about its own origin, then moved to ``at``. ``state``: of doors, by part id.

    ``group``: features with the same one are moved together by hand. ``category``: what rule systems whose terrain has
    categories take it for; without it they judge it by its shape.
    """

    id: Id
    piece: Text
    at: Where
    turn: Degrees = 0.0
    state: dict[str, Literal["open", "closed"]] = {}
    group: Id | None = None
    category: TerrainCategory | None = None


class BaseWire(Wire, kw_only=True):
    """A base: exactly one of ``round`` (mm), ``oval`` (length and width, mm), ``square`` (side, inches), ``rectangle``
    (length and width, inches; the length lies along the facing).
    """

    round: Millimetres | None = None
    oval: tuple[Millimetres, Millimetres] | None = None
    square: Length | None = None
    rectangle: tuple[Length, Length] | None = None
    height: Millimetres | None = None


class FigurePartWire(ShapesWire, kw_only=True):
    """One tagged part of a figure."""

    id: Id
    tag: Tag = Tag.BODY


class FigureWire(ShapesWire, kw_only=True):
    """A figure given in the table.

    One plain shape; or ``mesh``: a file's path (with ``unit``, ``up``, ``scale``) or the mesh itself; or tagged
    ``parts``.
    """

    unit: LengthUnit | None = None
    up: Literal["x", "y", "z"] = "z"
    scale: Scale = 1.0
    tag: Tag | None = None
    parts: Annotated[list[FigurePartWire], Meta(min_length=1, max_length=MAX_PARTS)] | None = None


class ModelProfileWire(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The fields of a profile in a table that concern movement; all other fields are kept unchanged."""

    move: Annotated[float, Meta(ge=0, le=1000, description="inches")] | None = None
    runemarks: Annotated[list[Annotated[str, Meta(min_length=1, max_length=80)]], Meta(max_length=50)] = []


class ModelWire(Wire, kw_only=True):
    """A fighter. ``at``: the centre of the bottom of its base. ``figure``: a shipped figure's name, or a shape."""

    id: Id
    side: Id
    base: BaseWire
    figure: Text | FigureWire
    at: Where
    facing: Degrees = 0.0
    profile: Text | dict[str, Any] | None = None


class DeploymentPointWire(Wire, kw_only=True):
    """Where a group is set up: wholly within ``radius`` horizontally of ``at`` or of ``line``.

    ``line``: between two points, for groups that come from a battlefield edge. ``round``: 1 before the battle, later
    ones are reserves.
    """

    side: Id
    group: Id
    at: Point2
    radius: Length = 3.0
    round: Annotated[int, Meta(ge=1, le=100)] = 1
    line: tuple[Point2, Point2] | None = None


class DeploymentWire(Wire, kw_only=True):
    """Where the groups of each side are set up."""

    points: Annotated[list[DeploymentPointWire], Meta(min_length=1, max_length=MAX_POINTS)]


class TableWire(Wire, kw_only=True):
    """A table file: ``*.table.json``. ``grid``: squares, for rule systems that count them."""

    format: Literal["warcry3d.table/1"]
    ruleset: Id = DEFAULT_RULESET
    board: BoardWire
    pieces: Annotated[dict[str, PieceWire], Meta(max_length=MAX_FEATURES)] = {}
    features: Annotated[list[FeatureWire], Meta(max_length=MAX_FEATURES)] = []
    models: Annotated[list[ModelWire], Meta(max_length=MAX_MODELS)] = []
    deployment: DeploymentWire | None = None
    grid: SquareGridWire | None = None


class ReasonWire(Wire, kw_only=True):
    """A reason in words: a sentence with ``{named}`` values."""

    template: Text
    values: Annotated[dict[str, float | Annotated[str, Meta(max_length=200)]], Meta(max_length=40)] = {}


class PassageWire(Wire, kw_only=True):
    """The passage of an arch or door: its middle line from floor to floor, and its clear width and height."""

    start: Point3
    end: Point3
    width: Length
    height: Length


class SourceWire(Wire, kw_only=True):
    """The mesh a piece was made from.

    File name, SHA-256 and size in bytes; the unit, axis and factor it was read with; how far it was moved after that
    (in) to stand on the floor around the origin; its number of triangles; the largest distance between its surface,
    mended, and the piece's; and how it was closed where it was open (``based``, ``capped``, ``patched``, ``thickened``:
    how many surfaces or holes).
    """

    name: Text
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$", description="a SHA-256 in hexadecimal")]
    size: Annotated[int, Meta(ge=0)]
    unit: LengthUnit
    up: Axis
    scale: Scale = 1.0
    moved: tuple[float, float, float] = (0.0, 0.0, 0.0)
    triangles: Annotated[int, Meta(ge=0)] = 0
    deviation_mm: Deviation = 0.0
    closed: Annotated[dict[Annotated[str, Meta(max_length=40)], Annotated[int, Meta(ge=0)]], Meta(max_length=20)] = {}


class NodeNote(Wire, kw_only=True):
    """What a node of our GLBs says of itself, under ``extras.warcry3d``.

    The root names its ``piece`` or ``figure``; a part of a piece has ``kind`` (and ``opening``), a part of a figure has
    ``tag``; without these it is an obstacle, or body. A piece's root may ``accept`` findings by code: its makers know
    of them. Imports add: for a part the ``confidence`` in its kinds, the ``reasons``, ``measures`` and an arch's or
    door's ``passage``; at the root the ``source`` and what people did since (``edits``; ``overrides`` in older files).
    A simple piece's root says what it was ``made`` from, so that its parameters can be changed. ``deviation_mm``: the
    terrain is nowhere farther than this from a part's shape (at the root: any part's), and the shape is inside the
    terrain. ``crossing``: shells of a part cross in so many places that they stay one in the other.
    """

    format: Literal["warcry3d.piece/1"] | None = None
    piece: Text | None = None
    figure: Text | None = None
    kind: PartKind | Annotated[list[PartKind], Meta(min_length=1, max_length=10)] | None = None
    opening: bool = False
    tag: Tag | None = None
    accept: Annotated[list[Text], Meta(max_length=MAX_PARTS)] = []
    confidence: Annotated[float, Meta(ge=0, le=1)] | None = None
    reasons: Annotated[list[ReasonWire], Meta(max_length=40)] = []
    measures: Annotated[dict[str, float], Meta(max_length=100)] = {}
    passage: PassageWire | None = None
    deviation_mm: Deviation = 0.0
    crossing: bool = False
    source: SourceWire | None = None
    edits: Annotated[list[EditWire], Meta(max_length=MAX_EDITS)] = []
    overrides: Annotated[list[OverrideWire], Meta(max_length=MAX_PARTS)] = []
    made: MadeWire | None = None


class NodeExtras(msgspec.Struct, omit_defaults=True):
    """A glTF node's ``extras``; entries of other programs are ignored."""

    warcry3d: NodeNote | None = None


_SCHEMAS: dict[str, tuple[Any, str, str]] = {}


def register_schema(name: str, wire: Any, *, title: str, description: str) -> None:
    """Register ``wire``, a msgspec type, under ``name`` for its JSON Schema; a name can be used once."""
    if name in _SCHEMAS and _SCHEMAS[name][0] is not wire:
        raise ValueError(f"schema {name!r} is registered twice")
    _SCHEMAS[name] = (wire, title, description)


def schema_names() -> tuple[str, ...]:
    """Return the names that `schema` knows, in alphabetical order."""
    return tuple(sorted(_SCHEMAS))


def schema(name: str) -> Mapping[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the format called ``name``; raise `UnknownNameError` that lists all
    names.
    """
    if name not in _SCHEMAS:
        raise UnknownNameError("no schema '{name}'; there are: {known}", name=name, known=", ".join(schema_names()))
    wire, title, description = _SCHEMAS[name]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:warcry3d:{name}:1",
        **msgspec.json.schema(wire),
        "title": title,
        "description": description,
    }


register_schema("table", TableWire, title="warcry3d table", description="Board, terrain and models: *.table.json.")
register_schema(
    "piece-extras",
    NodeExtras,
    title="warcry3d node extras",
    description="The extras of a node in a piece's or figure's GLB; the program reads what stands under warcry3d.",
)
