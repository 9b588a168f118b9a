"""An imported piece read back before it is written: what an import writes always loads.

A file holds positions as float32, and is mended again when it is read. A part that was cut out thinner than that keeps
becomes sheets without thickness then; they are dropped here, and counted.
"""

import contextlib
from dataclasses import replace

import numpy as np

from warcry3d.errors import FileError, MeshError
from warcry3d.geom.mend import mend
from warcry3d.table.bodies import nearest_sources
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.pieces import piece_bytes, piece_from_bytes
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Part, Piece

__all__ = ["read_back"]


def read_back(piece: Piece, spot: JsonPath) -> tuple[Piece, int]:
    """Return the piece as a file can hold it, and how many sheets without thickness were dropped for that.

    Raises `FileError` at ``spot`` where nothing is left, or a part cannot be read back for another reason.
    """
    with contextlib.suppress(FileError):
        piece_from_bytes(piece_bytes(piece), spot)
        return piece, 0
    found = [_kept(part, spot) for part in piece.parts]
    piece = replace(piece, parts=tuple(part for part, _ in found if part is not None))
    if not piece.parts:
        raise spot.error("no part of the mesh has any thickness")
    piece_from_bytes(piece_bytes(piece), spot)
    return piece, sum(sheets for _, sheets in found)


def _kept(part: Part, spot: JsonPath) -> tuple[Part | None, int]:
    """Return a part that loads, None where nothing of it does, and how many sheets were dropped."""
    vertices, faces = part.solid.vertices.astype(np.float32).astype(np.float64), part.solid.faces
    try:
        mend(vertices, faces, unites=not part.is_crossing)
    except MeshError as error:
        return _without_sheets(part, spot, error)
    return part, 0


def _without_sheets(part: Part, spot: JsonPath, error: MeshError) -> tuple[Part | None, int]:
    vertices, faces = part.solid.vertices.astype(np.float32).astype(np.float64), part.solid.faces
    try:
        done = mend(vertices, faces, drops_sheets=True, unites=not part.is_crossing)
    except MeshError as other:
        if (count := other.values.get("sheets")) is not None:
            return None, int(str(count))
        raise spot.about(error) from None
    source = nearest_sources(done.solid, done.source) if (done.source < 0).any() else done.source
    skin = None if part.skin is None else Skin(part.skin.colours[source], part.skin.materials[source])
    return replace(part, solid=done.solid, skin=skin), done.sheets
