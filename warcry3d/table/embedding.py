"""A table as one self-contained value: files that do not ship are embedded."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PureWindowsPath
from typing import Any

from warcry3d.table.files import table_from_json
from warcry3d.table.format import FigurePartWire, FigureWire, MeshWire, PartWire, TableWire
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, read_bytes
from warcry3d.table.models import Figure, Model
from warcry3d.table.saving import table_to_wire
from warcry3d.table.shipped import shipped_name, shipped_piece, shipped_root
from warcry3d.table.table import Table, Terrain
from warcry3d.table.terrain import Piece

__all__ = ["embedded", "embedded_table", "shipped_digests"]


def embedded(table: Table) -> tuple[TableWire, Mapping[str, str]]:
    """Return the content of a table's file with everything embedded but shipped files, and the SHA-256 of each of
    these.

    Shapes and places are exact, sizes of bases to a billionth of a millimetre, angles to ten decimals of a degree;
    colours of what is embedded are lost. Raises `FileError` for a missing shipped file.
    """
    pieces = {feature.piece for feature in table.terrain.features}
    written = {piece: _written_out(piece) if _is_foreign(piece) else piece for piece in pieces}
    features = tuple(replace(feature, piece=written[feature.piece]) for feature in table.terrain.features)
    models = tuple(_own(model) for model in table.models)
    wire = table_to_wire(replace(table, terrain=Terrain(features), models=models), shipped_root())
    return wire, shipped_digests(_names(wire))


def shipped_digests(names: Iterable[str]) -> Mapping[str, str]:
    """Return the SHA-256 of shipped files, by the names tables use; raise `FileError` for any other name."""
    return {name: _sha256(_shipped(name, JsonPath(name)), JsonPath(name)) for name in names}


def embedded_table(value: Mapping[str, Any], files: Mapping[str, str], spot: JsonPath) -> Table:
    """Return the table that `embedded` wrote, from its parsed JSON.

    Opens only shipped files, each of which must have the hash in ``files``; otherwise raises `FileError` at ``spot``.
    """
    wire = checked(value, TableWire, spot)
    for place, name in _foreign_names(wire, spot):
        raise place.error("a table within another file holds its meshes; this one names the file '{name}'", name=name)
    for name in _names(wire):
        if name not in files:
            raise spot.error("'{name}' is not one of the files listed here", name=name)
    for name, digest in files.items():
        if _sha256(_shipped(name, spot), spot) != digest:
            raise spot.error(
                "'{name}' has changed since this was written, by another version of the program", name=name
            )
    return table_from_json(value, folder=shipped_root(), name=_said(spot))


def _said(spot: JsonPath) -> str:
    return f"{spot.file}: {spot.place}" if spot.place else spot.file


def _is_foreign(piece: Piece) -> bool:
    """Return whether a piece refers to files that do not ship."""
    match piece.written:
        case None:
            return False
        case str():
            return shipped_name(Path(piece.written)) is None
        case wire:
            return wire.file is not None or any(_mesh_file(part) is not None for part in wire.parts)


def _written_out(piece: Piece) -> Piece:
    """Return a piece that refers to no file, its name without folders."""
    return replace(piece, written=None, name=PureWindowsPath(piece.name).name or "piece")


def _own(model: Model) -> Model:
    """Return a model whose figure refers to no file."""
    return replace(model, figure=replace(model.figure, written=None)) if _names_a_file(model.figure) else model


def _names_a_file(figure: Figure) -> bool:
    wire = figure.written
    return isinstance(wire, FigureWire) and any(_mesh_file(part) for part in (wire, *(wire.parts or ())))


def _mesh_file(wire: PartWire | FigurePartWire | FigureWire) -> str | None:
    return wire.mesh.file if isinstance(wire.mesh, MeshWire) else wire.mesh


def _names(wire: TableWire) -> list[str]:
    """Return the shipped files that an embedded table names, each once, in order."""
    pieces = {feature.piece for feature in wire.features if feature.piece not in wire.pieces}
    figures = {f"assets/figures/{model.figure}.glb" for model in wire.models if isinstance(model.figure, str)}
    return sorted(pieces) + sorted(figures)


def _shipped(name: str, spot: JsonPath) -> Path:
    path = shipped_piece(name).resolve()
    if shipped_name(path) is None:
        raise spot.error("'{name}' does not ship with the program", name=name)
    return path


def _foreign_names(wire: TableWire, spot: JsonPath) -> Iterator[tuple[JsonPath, str]]:
    """Yield the places of an embedded table that name a file of their own."""
    for name, piece in wire.pieces.items():
        here = spot.at("pieces", name)
        if piece.file is not None:
            yield here.at("file"), piece.file
        for i, part in enumerate(piece.parts):
            if (file := _mesh_file(part)) is not None:
                yield here.at("parts", i, "mesh"), file
    for i, model in enumerate(wire.models):
        if isinstance(model.figure, FigureWire):
            for shape in (model.figure, *(model.figure.parts or ())):
                if (file := _mesh_file(shape)) is not None:
                    yield spot.at("models", i, "figure"), file


def _sha256(path: Path, spot: JsonPath) -> str:
    return hashlib.sha256(read_bytes(path, spot, limit=MAX_JSON_BYTES)).hexdigest()
