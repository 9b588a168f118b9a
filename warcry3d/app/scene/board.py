"""The board in its frame, and the dark desk under it."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.scene.surface import VERTEX, Finish, PaintedSurface, join, surface
from warcry3d.geom.solid import Solid
from warcry3d.table.skin import Material, Skin
from warcry3d.table.table import Board

__all__ = ["FRAME_WIDTH", "bevelled_box", "board_surface", "desk_surface", "frame_surface"]

FRAME_WIDTH = 0.6
_FRAME_RISE = 0.07
_THICKNESS = 0.75
_DESK_REACH = 110.0
_FRAME_COLOUR = (66, 41, 25)


def bevelled_box(low: tuple[float, float, float], high: tuple[float, float, float], bevel: float) -> Solid:
    """Return a box whose edges and corners are cut off by ``bevel`` (in)."""
    ends = np.array([low, high])
    points = []
    for corner in np.ndindex(2, 2, 2):
        at = ends[corner, range(3)]
        inward = np.where(np.array(corner) == 0, bevel, -bevel)
        points += [at + inward * (np.arange(3) != axis) for axis in range(3)]
    vertices, faces = np.array(points), np.array(_bevelled_faces())
    t = vertices[faces]
    outward = np.einsum("ij,ij->i", np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), t.mean(axis=1) - ends.mean(axis=0))
    faces[outward < 0] = faces[outward < 0][:, ::-1]
    return Solid(vertices, faces)


def _bevelled_faces() -> list[tuple[int, ...]]:
    """Return the triangles, turned either way, of a bevelled box: 3 * corner + axis names the vertex of a corner that
    lies on the box's side across that axis.
    """
    faces: list[tuple[int, ...]] = [(3 * corner, 3 * corner + 1, 3 * corner + 2) for corner in range(8)]
    for axis in range(3):
        bit, up, on = 4 >> axis, 4 >> (axis + 1) % 3, 4 >> (axis + 2) % 3
        next_axis = (axis + 1) % 3
        for end in (0, bit):
            side = [3 * (end + corner) + axis for corner in (0, up, up + on, on)]
            faces += [(side[0], side[1], side[2]), (side[0], side[2], side[3])]
            for other in (0, up):
                low, high = 3 * (end + other), 3 * (end + other + on)
                strip = (low + axis, high + axis, high + next_axis, low + next_axis)
                faces += [strip[:3], (strip[0], *strip[2:])]
    return faces


def _level(low: tuple[float, float], high: tuple[float, float], z: float, finish: Finish) -> PaintedSurface:
    vertices = np.zeros(4, VERTEX)
    vertices["position"] = [(low[0], low[1], z), (high[0], low[1], z), (high[0], high[1], z), (low[0], high[1], z)]
    vertices["normal"] = (0, 0, 1)
    vertices["colour"] = (110, 100, 80, finish)
    vertices["extra"] = (255, 128, 255, 128)
    return PaintedSurface(vertices, np.array([[0, 1, 2], [0, 2, 3]], np.uint32))


def board_surface(board: Board) -> PaintedSurface:
    """Return the battlefield floor."""
    return _level((0, 0), (board.width, board.depth), 0.0, Finish.BOARD)


def desk_surface(board: Board) -> PaintedSurface:
    """Return the desk under the board, large enough to fade into the room."""
    low, high = (-_DESK_REACH, -_DESK_REACH), (board.width + _DESK_REACH, board.depth + _DESK_REACH)
    return _level(low, high, -_THICKNESS, Finish.DESK)


def _plain(solid: Solid, colour: tuple[int, int, int], material: Material) -> PaintedSurface:
    count = len(solid.faces)
    skin = Skin(np.tile(np.array(colour, np.uint8), (count, 1)), np.full(count, material, np.uint8))
    return surface(solid, skin, longest=2.0)


@lru_cache(maxsize=4)
def frame_surface(board: Board) -> PaintedSurface:
    """Return the wooden frame around the board, its rails a little higher than the floor; kept for the next table."""
    w, d, f = board.width, board.depth, FRAME_WIDTH
    bottom, top = -_THICKNESS, _FRAME_RISE
    rails = [
        ((-f, -f, bottom), (w + f, 0, top)),
        ((-f, d, bottom), (w + f, d + f, top)),
        ((-f, 0, bottom), (0, d, top)),
        ((w, 0, bottom), (w + f, d, top)),
    ]
    made = [_plain(bevelled_box(low, high, 0.05), _FRAME_COLOUR, Material.WOOD) for low, high in rails]
    return join([_soft_foot(part) for part in made])


def _soft_foot(part: PaintedSurface) -> PaintedSurface:
    """Return the rail darker towards the desk, where there is little light."""
    z = part.vertices["position"][:, 2].astype(np.float64)
    light: NDArray[np.float64] = 0.45 + 0.55 * np.clip((z + _THICKNESS) / _THICKNESS, 0, 1)
    return part.lit(light)
