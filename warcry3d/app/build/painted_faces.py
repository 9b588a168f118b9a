"""Painted faces as overlays: in tiles, so that a stroke draws only those anew that it touches."""

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.scene.colours import Colour, drawn
from warcry3d.app.scene.overlays import ColourField
from warcry3d.terrain.editing.selection import FaceMesh, Selection

__all__ = ["FaceTiles", "faces_field"]

TILES = 150
"""About so many tiles a surface has: a stroke touches a few of them, each some hundred faces."""
ABOVE = 0.012
"""So far above the surface its paint is drawn (in)."""


class FaceTiles:
    """The faces of a surface in tiles; ``at``: where the piece's origin is on the table."""

    def __init__(self, mesh: FaceMesh, at: tuple[float, float, float]) -> None:
        self.mesh, self.at = mesh, at
        self._corners = (mesh.triangles + ABOVE * mesh.normals[:, None] + np.array(at)).astype(np.float32)
        self._tile = _tiles_of(mesh)
        order = np.argsort(self._tile, kind="stable")
        self._members = np.split(order, np.flatnonzero(np.diff(self._tile[order])) + 1)
        self._last = mesh.none()
        self._fields: dict[int, ColourField] = {}

    def painted(self, faces: Selection, colour: Colour, opacity: float) -> tuple[ColourField, ...]:
        """Return what is drawn of painted faces; the same objects for tiles that are as they were."""
        for tile in np.unique(self._tile[faces != self._last]).tolist():
            members = self._members[tile]
            some = members[faces[members]]
            if len(some):
                self._fields[tile] = faces_field(self._corners[some], colour, opacity)
            else:
                self._fields.pop(tile, None)
        self._last = faces.copy()
        return tuple(self._fields[tile] for tile in sorted(self._fields))

    def one(self, faces: Selection, colour: Colour, opacity: float) -> ColourField:
        """Return some faces as one overlay."""
        return faces_field(self._corners[faces], colour, opacity)


def faces_field(corners: NDArray[np.float32], colour: Colour, opacity: float) -> ColourField:
    """Return triangles (n, 3, 3) in one colour."""
    red, green, blue = (round(255 * value) for value in drawn(colour))
    image = np.array([[[red, green, blue, round(255 * opacity)]]], np.uint8)
    return ColourField(corners, image, (0.0, 0.0), (1.0, 1.0))


def _tiles_of(mesh: FaceMesh) -> NDArray[np.int64]:
    """Return the number of each face's tile (m,): cubes of space, numbered without gaps."""
    wide = max(float(np.sqrt(mesh.area(~mesh.none()) / TILES)), 0.05)
    cells = np.floor(mesh.middles / wide).astype(np.int64)
    return np.asarray(np.unique(cells, axis=0, return_inverse=True)[1].ravel(), np.int64)
