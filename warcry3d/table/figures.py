"""Figures: shipped ones by name, mesh files, or simple shapes written in a table."""

from pathlib import Path
from typing import TypeVar

import msgspec

from warcry3d.file_writes import atomic_write
from warcry3d.geom.solid import Solid
from warcry3d.table.bodies import Bodies, Reading, load_bodies
from warcry3d.table.format import FigurePartWire, FigureWire, MeshWire, NodeNote
from warcry3d.table.glbwriter import NodeToWrite, write_glb
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Figure, FigurePart, Tag
from warcry3d.table.pieces import found, mesh_body, plain_shape, unique_ids
from warcry3d.table.shipped import figure_names, shipped_figure
from warcry3d.table.skin import Skin

__all__ = ["figure_from_wire", "load_figure", "named_figure", "save_figure"]

W = TypeVar("W", FigureWire, FigurePartWire)


def load_figure(path: Path | str) -> Figure:
    """Return the figure of a GLB file of ours: a tagged part for each node with triangles; raise `FileError`."""
    path = Path(path)
    bodies = load_bodies(path, JsonPath(str(path)), Reading("figure"))
    return _figure(bodies, bodies.root or path.stem, None, FigureWire(mesh=str(path.resolve())))


def save_figure(figure: Figure, path: Path | str) -> None:
    """Write a figure as one GLB that any glTF viewer shows upright and in true size; raise `FileError`."""
    nodes = [NodeToWrite(part.id, part.solid, part.skin, {"tag": part.tag.value}) for part in figure.parts]
    atomic_write(Path(path), write_glb(nodes, root=figure.name, note={"figure": figure.name}))


def named_figure(name: str, spot: JsonPath) -> Figure:
    """Return the shipped figure called ``name``; raise `FileError` at ``spot`` that lists all of them."""
    if name not in figure_names():
        raise spot.error("no figure '{name}'; there are: {known}", name=name, known=", ".join(figure_names()))
    bodies = load_bodies(shipped_figure(name), spot, Reading("figure", assume_inches=True))
    return _figure(bodies, name, None, name)


def figure_from_wire(wire: FigureWire, name: str, spot: JsonPath, folder: Path) -> Figure:
    """Return the figure given in a table; mesh files are relative to ``folder``."""
    _check_fields(wire, spot)
    if wire.parts is not None:
        unique_ids((part.id for part in wire.parts), spot.at("parts"))
        parts = tuple(_part(part, part.id, part.tag, spot.at("parts", i), folder) for i, part in enumerate(wire.parts))
        return Figure(name, parts, written=_with_full_paths(wire, folder))
    if isinstance(wire.mesh, str):
        reading = Reading("figure", wire.unit, wire.up, wire.scale)
        bodies = load_bodies(found(wire.mesh, folder), spot.at("mesh"), reading)
        return _figure(bodies, name, wire.tag, _with_full_paths(wire, folder))
    part = _part(wire, "figure", wire.tag or Tag.BODY, spot, folder)
    return Figure(name, (part,), written=_with_full_paths(wire, folder))


def _check_fields(wire: FigureWire, spot: JsonPath) -> None:
    if not isinstance(wire.mesh, str):
        for field in ("unit", "up", "scale"):
            if getattr(wire, field) != getattr(FigureWire(), field):
                raise spot.at(field).error("only a mesh file given as a path has '{field}' beside it", field=field)
    if wire.parts is not None and wire != FigureWire(parts=wire.parts):
        raise spot.error("expected either parts or a single shape, got both")


def _figure(bodies: Bodies, name: str, tag: Tag | None, written: str | FigureWire) -> Figure:
    parts: list[FigurePart] = []
    for i, body in enumerate(bodies.bodies):
        own = (body.note or NodeNote()).tag
        id = body.name if body.name and all(body.name != part.id for part in parts) else f"part-{i}"
        parts.append(FigurePart(id, tag or own or Tag.BODY, body.solid, body.skin))
    return Figure(name, tuple(parts), written=written)


def _part(wire: FigureWire | FigurePartWire, id: str, tag: Tag, spot: JsonPath, folder: Path) -> FigurePart:
    solid: Solid | None = plain_shape(wire, spot)
    skin: Skin | None = None
    if solid is None:
        if not isinstance(wire.mesh, MeshWire):
            raise spot.at("mesh").error("expected an object with a file and its unit")
        solid, skin = mesh_body(wire.mesh, spot.at("mesh"), folder, use="figure")
    return FigurePart(id, tag, solid, skin)


def _with_full_paths(wire: FigureWire, folder: Path) -> FigureWire:
    """Return the figure with its files' full paths, so that it can be saved in another folder."""
    if isinstance(wire.mesh, str):
        return msgspec.structs.replace(wire, mesh=str(found(wire.mesh, folder).resolve()))
    parts = None if wire.parts is None else [_part_with_full_path(part, folder) for part in wire.parts]
    return msgspec.structs.replace(_part_with_full_path(wire, folder), parts=parts)


def _part_with_full_path(wire: W, folder: Path) -> W:
    if isinstance(wire.mesh, MeshWire) and wire.mesh.file is not None:
        file = str(found(wire.mesh.file, folder).resolve())
        return msgspec.structs.replace(wire, mesh=msgspec.structs.replace(wire.mesh, file=file))
    return wire
