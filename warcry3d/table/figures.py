"""Figures: the shipped ones by name, mesh files, or plain shapes written in a table."""

from pathlib import Path

from warcry3d.table.format import FigurePartWire, FigureWire
from warcry3d.table.jsonfile import Spot
from warcry3d.table.models import Figure, FigurePart, Tag
from warcry3d.table.pieces import plain_shape, unique_ids

__all__ = ["figure_from_wire"]


def figure_from_wire(wire: FigureWire, name: str, spot: Spot, folder: Path) -> Figure:
    """Return the figure written in a table; mesh files resolve against ``folder``."""
    if wire.parts is None:
        return Figure(name, (_part(wire, "figure", wire.tag or Tag.BODY, spot),), written=wire)
    if any(given is not None for given in (wire.box, wire.prism, wire.cylinder, wire.mesh, wire.tag)):
        raise spot.error("expected either parts or a single shape, got both")
    unique_ids((part.id for part in wire.parts), spot.at("parts"))
    parts = tuple(_part(part, part.id, part.tag, spot.at("parts", i)) for i, part in enumerate(wire.parts))
    return Figure(name, parts, written=wire)


def _part(wire: FigureWire | FigurePartWire, id: str, tag: Tag, spot: Spot) -> FigurePart:
    solid = plain_shape(wire, spot)
    if solid is None:
        raise spot.at("mesh").error("meshes are not read yet")
    return FigurePart(id, tag, solid)
