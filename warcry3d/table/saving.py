"""Writing tables: pieces and figures from files by name, others embedded."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from warcry3d.file_writes import atomic_write
from warcry3d.geom.solid import Placement, Solid
from warcry3d.table.bases import base_to_wire
from warcry3d.table.format import (
    BoardWire,
    DeploymentPointWire,
    DeploymentWire,
    FeatureWire,
    FigurePartWire,
    FigureWire,
    MadeWire,
    MeshWire,
    ModelWire,
    PartWire,
    PieceWire,
    TableWire,
)
from warcry3d.table.jsonfile import spread
from warcry3d.table.models import Figure, Model
from warcry3d.table.shipped import shipped_name
from warcry3d.table.table import DeploymentPoint, Table
from warcry3d.table.terrain import Feature, PartKind, Piece, deviation_of
from warcry3d.units import to_degrees

__all__ = ["save_table", "table_to_wire"]


def save_table(table: Table | TableWire, path: Path | str) -> None:
    """Write a table file completely or, where that fails with `FileError`, not at all."""
    path = Path(path)
    wire = table if isinstance(table, TableWire) else table_to_wire(table, path.resolve().parent)
    atomic_write(path, spread(wire))


def table_to_wire(table: Table, folder: Path) -> TableWire:
    """Return a table as the data of its file; file names are relative to ``folder``, or those of shipped files."""
    pieces: dict[str, PieceWire] = {}
    names: dict[Piece, str] = {}
    for feature in table.terrain.features:
        piece = feature.piece
        if piece in names:
            continue
        if isinstance(piece.written, str):
            names[piece] = _seen_from(folder, piece.written)
        else:
            names[piece] = _free_name(piece.name, pieces)
            pieces[names[piece]] = _piece(piece, folder)
    return TableWire(
        format="warcry3d.table/1",
        ruleset=table.ruleset,
        board=BoardWire(width=table.board.width, depth=table.board.depth),
        pieces=pieces,
        features=[_feature(feature, names[feature.piece]) for feature in table.terrain.features],
        models=[_model(model, folder) for model in table.models],
        deployment=_deployment(table.deployment),
        grid=None if table.grid is None else table.grid.written(),
    )


def _deployment(points: Iterable[DeploymentPoint]) -> DeploymentWire | None:
    wires = [
        DeploymentPointWire(side=p.side, group=p.group, at=p.at, radius=p.radius, round=p.round, line=p.line)
        for p in points
    ]
    return DeploymentWire(points=wires) if wires else None


def _seen_from(folder: Path, file: str) -> str:
    path = Path(file)
    if (name := shipped_name(path)) is not None:
        return name
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # another drive
        return path.as_posix()


def _free_name(name: str, taken: Iterable[str]) -> str:
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free


def _piece(piece: Piece, folder: Path) -> PieceWire:
    if isinstance(piece.written, PieceWire):
        wire = piece.written
        parts = [msgspec.structs.replace(part, mesh=_mesh_from(part.mesh, folder)) for part in wire.parts]
        file = None if wire.file is None else _seen_from(folder, wire.file)
        return msgspec.structs.replace(wire, parts=parts, file=file)
    return PieceWire(
        parts=[
            PartWire(
                id=part.id,
                kind=sorted(part.kinds, key=list(PartKind).index),
                mesh=_written_out(part.solid),
                opening=True if part.is_opening else None,
                deviation_mm=deviation_of(piece, part),
            )
            for part in piece.parts
        ],
        made=_made(piece),
    )


def _made(piece: Piece) -> MadeWire | None:
    if piece.made is None:
        return None
    # numbers and words, as any other file has them: choices are enumerations
    values = {name: str(one) if isinstance(one, str) else float(one) for name, one in piece.made.values.items()}
    return MadeWire(kind=piece.made.kind, values=values)


def _mesh_from(mesh: str | MeshWire | None, folder: Path) -> str | MeshWire | None:
    if isinstance(mesh, MeshWire) and mesh.file is not None:
        return msgspec.structs.replace(mesh, file=_seen_from(folder, mesh.file))
    return mesh


def _written_out(solid: Solid) -> MeshWire:
    # in threes out of flat lists: no list is made for each vertex and face, which took three times as long
    numbers, corners = iter(solid.vertices.ravel().tolist()), iter(solid.faces.ravel().tolist())
    return MeshWire(
        vertices=list(zip(numbers, numbers, numbers, strict=True)),
        faces=list(zip(corners, corners, corners, strict=True)),
    )


def _feature(feature: Feature, piece: str) -> FeatureWire:
    states: dict[str, Literal["open", "closed"]] = {
        door: "open" if state == "open" else "closed" for door, state in feature.state.items()
    }
    at, turn = _placement(feature.placement)
    return FeatureWire(
        id=feature.id,
        piece=piece,
        at=at,
        turn=turn,
        state=states,
        group=feature.group or None,
        category=feature.category,
    )


def _placement(placement: Placement) -> tuple[list[float], float]:
    x, y, z = placement.at
    # Ten decimals of a degree are a billionth of an inch across a board; more are rounding from radians and back.
    return ([x, y, z] if z else [x, y]), round(to_degrees(placement.turn), 10)


def _model(model: Model, folder: Path) -> ModelWire:
    at, facing = _placement(model.placement)
    profile: str | dict[str, object] | None = dict(model.profile) or None
    if isinstance(profile, dict) and list(profile) == ["fighter"] and isinstance(profile["fighter"], str):
        profile = profile["fighter"]
    return ModelWire(
        id=model.id,
        side=model.side,
        base=base_to_wire(model.base),
        figure=_figure(model.figure, folder),
        at=at,
        facing=facing,
        profile=profile,
    )


def _figure(figure: Figure, folder: Path) -> str | FigureWire:
    wire = figure.written
    if isinstance(wire, str):
        return wire
    if wire is None:
        parts = [FigurePartWire(id=part.id, tag=part.tag, mesh=_written_out(part.solid)) for part in figure.parts]
        return FigureWire(parts=parts)
    if isinstance(wire.mesh, str):
        return msgspec.structs.replace(wire, mesh=_seen_from(folder, wire.mesh))
    own = (
        None
        if wire.parts is None
        else [msgspec.structs.replace(part, mesh=_mesh_from(part.mesh, folder)) for part in wire.parts]
    )
    return msgspec.structs.replace(wire, mesh=_mesh_from(wire.mesh, folder), parts=own)
