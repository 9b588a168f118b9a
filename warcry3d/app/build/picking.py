"""Which part of a piece is under the pointer, and where."""

import math

from warcry3d.app.scene.pick import first_triangle, ray_solid
from warcry3d.geom.solid import FloatArray
from warcry3d.table.terrain import Piece

__all__ = ["part_under"]


def part_under(
    piece: Piece, start: FloatArray, direction: FloatArray
) -> tuple[str, int, tuple[float, float, float]] | None:
    """Return the part that a ray (in the piece's frame) meets first, which of its triangles, and where (in); None where
    it meets none.
    """
    nearest, found = math.inf, None
    for part in piece.parts:
        if part.is_opening or ray_solid(part.solid, start, direction, beyond=nearest) >= nearest:
            continue
        nearest, face = first_triangle(part.solid.triangles, start, direction)
        x, y, z = (start + nearest * direction).tolist()
        found = (part.id, face, (x, y, z))
    return found
