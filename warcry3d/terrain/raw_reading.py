"""A mesh file as it is, upright and in inches, before anything is mended or classified: what can be shown at once."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from warcry3d.geom.solid import Solid
from warcry3d.table.jsonfile import JsonPath, read_bytes
from warcry3d.table.kinds import PartKind
from warcry3d.table.meshfile import MAX_MESH_BYTES, read_mesh
from warcry3d.table.pieces import load_piece
from warcry3d.table.terrain import Part, Piece
from warcry3d.table.wire_types import Axis, LengthUnit
from warcry3d.terrain.guess import Guess
from warcry3d.terrain.importing import ImportOptions, guessed
from warcry3d.terrain.mending import on_the_floor

__all__ = ["MeshGlance", "glance_at_mesh"]


@dataclass(frozen=True, slots=True, eq=False)
class MeshGlance:
    """What a mesh file looks like: a ``piece`` to draw, whose parts may be open and cannot be judged; and the guesses.

    ``is_ours``: it is a piece of this program already, whole, and nothing was guessed.
    """

    piece: Piece
    unit: Guess[LengthUnit] | None = None
    up: Guess[Axis] | None = None
    is_ours: bool = False


def glance_at_mesh(path: Path, asked: ImportOptions | None = None) -> MeshGlance:
    """Return what is in a mesh file; raise `FileError` where it cannot be read, or holds no terrain."""
    spot = JsonPath(str(path))
    raw = read_mesh(read_bytes(path, spot, limit=MAX_MESH_BYTES), path.suffix, spot)
    if raw.root is not None and "piece" in raw.root and path.suffix.lower() == ".glb":
        return MeshGlance(load_piece(path), is_ours=True)
    parts = [part for part in raw.parts if len(part.faces)]
    if not parts:
        raise spot.error("the file holds no triangles")
    unit, up, points = guessed(raw, parts, path.suffix.lower(), asked or ImportOptions(), None, spot)
    moved = np.array(on_the_floor([p[one.faces.ravel()] for p, one in zip(points, parts, strict=True)]))
    kind = frozenset({PartKind.OBSTACLE})
    bodies = [Solid(p + moved, one.faces.astype(np.int32), _checked=True) for p, one in zip(points, parts, strict=True)]
    return MeshGlance(
        Piece(path.stem, tuple(Part(f"{number}", kind, body) for number, body in enumerate(bodies))), unit, up
    )
