"""Pieces and whole boards as files for printers and other programs."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.file_writes import atomic_write
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.unite import unite
from warcry3d.table.bodies import INCHES
from warcry3d.table.meshfile import STL_HEAD
from warcry3d.table.piece_notes import PassageNote
from warcry3d.table.pieces import piece_bytes
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, Part, Piece
from warcry3d.table.wire_types import LengthUnit
from warcry3d.terrain.classify.cutting import CutSolid

__all__ = ["Exported", "glb_of", "piece_of_table", "stl_of", "written"]

_STL = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])


@dataclass(frozen=True, slots=True, eq=False)
class Exported:
    """A file's content, its triangles, and the volume they enclose (cubic inches)."""

    data: bytes
    triangles: int
    volume: float


def stl_of(piece: Piece, unit: LengthUnit = "mm") -> Exported:
    """Return a piece as binary STL: all that is solid in one closed surface, with nothing inside it.

    Openings are air and are left out; scenery is printed. Raise `MeshError` where nothing is solid or cannot be united.
    """
    solids = [part.solid for part in piece.parts if not part.is_opening]
    if not solids:
        raise MeshError("nothing of '{name}' is solid: there is nothing to print", name=piece.name)
    solid = CutSolid.of([unite(solids).solid], [None]).even_solid()[0]
    rows = np.zeros(len(solid.faces), _STL)
    rows["normal"] = solid.normals
    rows["corners"] = solid.triangles / INCHES[unit]
    rows = rows[~_is_folded(rows["corners"])]
    # No STL may begin with "solid": readers would take it for text.
    head = STL_HEAD.format(unit=unit).encode("ascii").ljust(80, b" ")
    data = head + len(rows).to_bytes(4, "little") + rows.tobytes()
    return Exported(data, len(rows), solid.volume)


def _is_folded(corners: FloatArray) -> NDArray[np.bool_]:
    """Return which triangles (n, 3, 3) have two corners in one place: in numbers of 32 bits the short edges of a union
    vanish, and readers that join corners find such a triangle on edges that others share.
    """
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    return np.asarray((a == b).all(axis=1) | (b == c).all(axis=1) | (c == a).all(axis=1))


def glb_of(piece: Piece) -> Exported:
    """Return a piece as GLB, a node for each part, upright and in true size in any viewer."""
    solids = [part.solid for part in piece.parts if not part.is_opening]
    volume = sum(solid.volume for solid in solids)
    return Exported(piece_bytes(piece), sum(len(part.solid.faces) for part in piece.parts), volume)


def piece_of_table(table: Table) -> Piece:
    """Return all terrain of a table as one piece around the middle of the board; parts are named ``feature.part``."""
    middle = (-table.board.width / 2, -table.board.depth / 2, 0.0)
    parts = [_placed(feature, part, middle) for feature in table.terrain.features for part in feature.piece.parts]
    if not parts:
        raise MeshError("there is no terrain on the table")
    return Piece("board", tuple(parts))


def _placed(feature: Feature, part: Part, by: tuple[float, float, float]) -> Part:
    solid = part.solid.placed(feature.placement)
    moved = Solid(solid.vertices + np.array(by), solid.faces, _checked=True)
    passage = part.passage
    if passage is not None:
        ends = feature.placement.apply(np.array([passage.start, passage.end])) + np.array(by)
        start, end = ((float(x), float(y), float(z)) for x, y, z in ends)
        passage = PassageNote(start, end, passage.width, passage.height)
    return replace(part, id=f"{feature.id}.{part.id}", solid=moved, passage=passage)


def written(data: bytes, path: Path) -> None:
    """Write an export's content, all of it or nothing."""
    atomic_write(path, data)
