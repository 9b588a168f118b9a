"""Reading and writing tables."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from warcry3d.geom.solid import Placement, Solid
from warcry3d.table.audit import warnings
from warcry3d.table.bases import base_from_wire
from warcry3d.table.figures import figure_from_wire, load_figure, named_figure, save_figure
from warcry3d.table.format import (
    DeploymentPointWire,
    FeatureWire,
    FigureWire,
    ModelProfileWire,
    ModelWire,
    ShapesWire,
    TableWire,
)
from warcry3d.table.grid import SquareGrid, SquareGridWire, grid_from
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes, valid_json
from warcry3d.table.models import Figure, Model
from warcry3d.table.pieces import found, inline_piece, load_piece, piece_at, save_piece, unique_ids
from warcry3d.table.saving import save_table
from warcry3d.table.table import Board, DeploymentPoint, Table, Terrain
from warcry3d.table.terrain import Feature, PartKind, Piece
from warcry3d.units import from_degrees

__all__ = ["load_figure", "load_piece", "load_table", "save_figure", "save_piece", "save_table", "table_from_json"]


def load_table(path: Path | str, *, rulesets: Collection[str] | None = None) -> Table:
    """Return the table of a ``*.table.json`` file; raise `FileError` with file, place and what was expected there.

    ``rulesets``: the names of the rule systems that the table may name; None: any.
    """
    path = Path(path)
    spot = JsonPath(str(path))
    return _table(parse(read_bytes(path, spot, limit=MAX_JSON_BYTES), spot), path.parent, spot, rulesets)


def table_from_json(data: str | bytes | Mapping[str, Any], *, folder: Path | str, name: str = "table") -> Table:
    """Return a table from JSON text or from its parsed values; ``name`` stands for the file in errors.

    Files that the table names are relative to ``folder``.
    """
    spot = JsonPath(name)
    return _table(parse(data, spot) if isinstance(data, str | bytes) else valid_json(data, spot), Path(folder), spot)


def _table(value: Any, folder: Path, spot: JsonPath, rulesets: Collection[str] | None = None) -> Table:
    wire = checked(value, TableWire, spot)
    if rulesets is not None and wire.ruleset not in rulesets:
        raise spot.at("ruleset").error(
            "no rule system '{name}'; there are: {known}", name=wire.ruleset, known=", ".join(rulesets)
        )
    _refuse_long_outlines(wire, spot)
    unique_ids((feature.id for feature in wire.features), spot.at("features"))
    unique_ids((model.id for model in wire.models), spot.at("models"))
    reading = _Reading(wire, folder, spot)
    features = tuple(reading.feature(f, spot.at("features", i)) for i, f in enumerate(wire.features))
    models = tuple(reading.model(m, spot.at("models", i)) for i, m in enumerate(wire.models))
    _refuse_too_much(features, models, spot)
    points = () if wire.deployment is None else tuple(_deployment_point(point) for point in wire.deployment.points)
    board = Board(wire.board.width, wire.board.depth)
    grid = None if wire.grid is None else _grid(wire.grid, board, spot.at("grid"))
    table = Table(wire.ruleset, board, Terrain(features), models, deployment=points, grid=grid)
    return replace(table, warnings=warnings(table))


def _grid(wire: SquareGridWire, board: Board, spot: JsonPath) -> SquareGrid:
    """Return the squares of a board, which they cover."""
    grid = grid_from(wire, spot)
    if (grid.width, grid.depth) != (board.width, board.depth):
        raise spot.at("rows").error(
            "expected {width:g} x {depth:g} squares, as large as the board, got {x} x {y}",
            width=board.width,
            depth=board.depth,
            x=grid.width,
            y=grid.depth,
        )
    return grid


MAX_IN_PLAY = 3_000_000
"""The most triangles of all placed features and figures: two gigabytes."""


def _refuse_too_much(features: Sequence[Feature], models: Sequence[Model], spot: JsonPath) -> None:
    """Raise `FileError` at the first feature or model with which the table has too many triangles."""
    total = 0
    counts = [("features", i, [part.solid for part in f.piece.parts]) for i, f in enumerate(features)]
    counts += [("models", i, [part.solid for part in m.figure.parts]) for i, m in enumerate(models)]
    for name, i, solids in counts:
        total += sum(len(solid.faces) for solid in solids)
        if total > MAX_IN_PLAY:
            raise spot.at(name, i).error("this makes more than {limit} triangles on the table", limit=MAX_IN_PLAY)


MAX_CORNERS = 100_000
"""The most corners of all outlines of a table: a quarter of a minute, if each outline has a thousand."""


def _refuse_long_outlines(wire: TableWire, spot: JsonPath) -> None:
    shapes: list[ShapesWire] = [part for piece in wire.pieces.values() for part in piece.parts]
    figures = [model.figure for model in wire.models if isinstance(model.figure, FigureWire)]
    shapes += [shape for figure in figures for shape in (figure, *(figure.parts or ()))]
    if sum(len(shape.prism.outline) for shape in shapes if shape.prism is not None) > MAX_CORNERS:
        raise spot.error("the outlines of all prisms have more than {limit} corners", limit=MAX_CORNERS)


class _Reading:
    """The pieces and figures of one table while it is read: each is loaded once."""

    def __init__(self, wire: TableWire, folder: Path, spot: JsonPath) -> None:
        self.folder = folder
        self.triangles = 0
        self.figures: list[tuple[str | FigureWire, Figure]] = []
        self.pieces: dict[str, Piece] = {}
        for name, piece in wire.pieces.items():
            self._take(name, inline_piece(piece, name, spot.at("pieces", name), folder), spot.at("pieces", name))

    def _take(self, name: str, piece: Piece, spot: JsonPath) -> None:
        self.pieces[name] = piece
        self._count((part.solid for part in piece.parts), spot)

    def _count(self, solids: Iterable[Solid], spot: JsonPath) -> None:
        """Count what was read; raise `FileError` before more is read than a table may have."""
        self.triangles += sum(len(solid.faces) for solid in solids)
        if self.triangles > MAX_IN_PLAY:
            raise spot.error("this makes more than {limit} triangles on the table", limit=MAX_IN_PLAY)

    def feature(self, wire: FeatureWire, spot: JsonPath) -> Feature:
        piece = self.piece(wire.piece, spot.at("piece"))
        doors = [part.id for part in piece.parts if PartKind.DOOR in part.kinds]
        for part in wire.state:
            if part not in doors:
                raise spot.at("state", part).error(
                    "no door '{part}' in this piece; its doors: {known}", part=part, known=", ".join(doors) or "none"
                )
        state = MappingProxyType(dict(wire.state))
        return Feature(wire.id, piece, _placement(wire.at, wire.turn), state, wire.group or "", wire.category)

    def piece(self, name: str, spot: JsonPath) -> Piece:
        if name not in self.pieces:
            if not name.lower().endswith(".glb"):
                known = ", ".join(self.pieces) or "none"
                raise spot.error(
                    "no piece '{name}'; expected a GLB file or one of the table's own: {known}", name=name, known=known
                )
            self._take(name, piece_at(found(name, self.folder), name, spot), spot)
        return self.pieces[name]

    def model(self, wire: ModelWire, spot: JsonPath) -> Model:
        profile = {"fighter": wire.profile} if isinstance(wire.profile, str) else dict(wire.profile or {})
        checked(profile, ModelProfileWire, spot.at("profile"))
        return Model(
            wire.id,
            wire.side,
            base_from_wire(wire.base, spot.at("base")),
            self.figure(wire, spot.at("figure")),
            _placement(wire.at, wire.facing),
            MappingProxyType(profile),
        )

    def figure(self, wire: ModelWire, spot: JsonPath) -> Figure:
        known = [figure for other, figure in self.figures if other == wire.figure]
        if known:
            return known[0]
        if isinstance(wire.figure, str):
            figure = named_figure(wire.figure, spot)
        else:
            figure = figure_from_wire(wire.figure, wire.id, spot, self.folder)
        self.figures.append((wire.figure, figure))
        self._count((part.solid for part in figure.parts), spot)
        return figure


def _placement(at: list[float], degrees: float) -> Placement:
    x, y, z = (*at, 0.0)[:3]
    return Placement((x, y, z), from_degrees(degrees))


def _deployment_point(wire: DeploymentPointWire) -> DeploymentPoint:
    return DeploymentPoint(wire.side, wire.group, wire.at, wire.radius, wire.round, wire.line)
