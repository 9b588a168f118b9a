"""From a solid and its skin to vertices that a picture can shade: creases, colours, grain; numpy alone.

A solid's triangles share vertices by index. A picture needs one vertex for each smooth patch around a corner and for
each colour, the direction in which wood runs, and long triangles cut so that light baked at vertices shows.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, IntArray, Solid
from warcry3d.table.plain_skins import is_keyed
from warcry3d.table.skin import Material, Skin

__all__ = [
    "KEYED",
    "NARROW",
    "VERTEX",
    "Finish",
    "PaintedSurface",
    "join",
    "split_long_edges",
    "surface",
]


class Finish(IntEnum):
    """What a vertex looks like: the materials of skins, and those only the picture knows."""

    STONE = Material.STONE
    WOOD = Material.WOOD
    FOLIAGE = Material.FOLIAGE
    METAL = Material.METAL
    CLOTH = Material.CLOTH
    GROUND = Material.GROUND
    SKIN = Material.SKIN
    BONE = Material.BONE
    DESK = 8
    RIM = 9
    BOARD = 10
    MASONRY = 11
    PLANKS = 12


KEYED = 128
"""Added to a finish where the side's colour is to be laid on: the magenta key."""

VERTEX = np.dtype(
    {
        "names": ["position", "normal", "colour", "extra"],
        "formats": [("<f4", 3), ("<f4", 3), ("u1", 4), ("u1", 4)],
        "offsets": [0, 12, 24, 28],
        "itemsize": 32,
    }
)
"""Position and normal (in), colour sRGB with the finish in its fourth byte, extra: light from all around (255 open),
edge (128 flat, more: convex), grain in two bytes (octahedral)."""


@dataclass(frozen=True, eq=False)
class PaintedSurface:
    """Vertices (n,) of `VERTEX` and triangles (m, 3) uint32 that name them."""

    vertices: NDArray[Any]
    triangles: NDArray[np.uint32]

    @property
    def is_made(self) -> bool:
        """Return whether joints are drawn on it, which takes a shader of its own."""
        return bool(((self.vertices["colour"][:, 3] & ~np.uint8(KEYED)) >= Finish.MASONRY).any())

    def lit(self, openness: FloatArray) -> "PaintedSurface":
        """Return the surface with its light from all around, (n,) 0 closed to 1 open."""
        vertices = self.vertices.copy()
        vertices["extra"][:, 0] = np.clip(np.rint(openness * 255), 0, 255).astype(np.uint8)
        return replace(self, vertices=vertices)


NARROW, NARROW_LONGER = 0.12, 2.0
"""Edges that lie between faces narrower than this (in) may be so many times longer: the sides of grooves and bevels
would be cut into slivers, which made up half of all triangles, and cost a picture as much as large ones."""


def split_long_edges(
    vertices: FloatArray, faces: IntArray, longest: float, *, rounds: int = 7, narrow: float = 0.0
) -> tuple[FloatArray, IntArray, IntArray]:
    """Return the mesh with every edge over ``longest`` halved until none is left (or ``rounds`` are over); where both
    faces beside it are lower over it than ``narrow`` (in), it may be `NARROW_LONGER`.

    Neighbours cut a shared edge at the same vertex, so no cracks open. The third array (m,) names, for each new
    triangle, the one it was cut from.
    """
    points, wide = np.asarray(vertices, np.float64), np.asarray(faces, np.int64)
    origin = np.arange(len(wide))
    for _ in range(rounds):
        sides = np.stack([wide, np.roll(wide, -1, axis=1)], axis=2)  # (m, 3, 2): side i runs from corner i
        low, high = sides.min(axis=2), sides.max(axis=2)
        length = np.linalg.norm(points[low] - points[high], axis=2)
        if not (may := length > longest).any():
            break
        key, index = np.unique(low[may] * len(points) + high[may], return_inverse=True)
        width = np.zeros(len(key))
        np.maximum.at(width, index, _heights(points[wide], length)[may])
        is_long = (width >= narrow)[index] | (length[may] > NARROW_LONGER * longest)
        kept, number = np.unique(index[is_long], return_inverse=True)
        if not len(kept):
            break
        middle = np.full(wide.shape, -1)
        middle[may] = np.where(is_long, 0, -1)
        middle[middle == 0] = len(points) + number
        key = key[kept]
        points = np.concatenate([points, (points[key // len(points)] + points[key % len(points)]) / 2])
        wide, source = _cut(wide, middle)
        origin = origin[source]
    return points, wide.astype(np.int32), origin.astype(np.int32)


def _heights(triangles: FloatArray, sides: FloatArray) -> FloatArray:
    """Return how high each triangle (m, 3, 3) stands over each of its sides (m, 3), which are so long."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return np.asarray(np.linalg.norm(across, axis=1)[:, None] / np.maximum(sides, 1e-12))


def _cut(faces: NDArray[np.int64], middle: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return triangles cut at the middles (-1: uncut) of their sides, and the triangle each comes from."""
    cuts = (middle >= 0).sum(axis=1)
    which = np.arange(len(faces))
    # Turn each triangle so that its first side is cut (one cut) or its last is not (two cuts).
    turn = np.where(cuts == 1, np.argmax(middle >= 0, axis=1), np.where(cuts == 2, np.argmin(middle, axis=1) + 1, 0))
    order = (turn[:, None] + np.arange(3)) % 3
    f, m = np.take_along_axis(faces, order, 1), np.take_along_axis(middle, order, 1)
    one, two, three = (np.flatnonzero(cuts == n) for n in (1, 2, 3))

    def rows(at: NDArray[np.int64], *columns: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.stack([c[at] for c in columns], axis=1)

    a, b, c = f.T
    p, q, r = m.T
    pieces = [(np.flatnonzero(cuts == 0), faces[cuts == 0])]
    pieces += [(one, rows(one, a, p, c)), (one, rows(one, p, b, c))]
    pieces += [(two, rows(two, a, p, c)), (two, rows(two, p, b, q)), (two, rows(two, p, q, c))]
    pieces += [(three, rows(three, a, p, r)), (three, rows(three, p, b, q))]
    pieces += [(three, rows(three, r, q, c)), (three, rows(three, p, q, r))]
    return np.concatenate([t for _, t in pieces]), np.concatenate([which[at] for at, _ in pieces])


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Edges of a closed mesh: their ends (e, 2), the triangles beside them (e, 2), how far those lean apart."""

    ends: NDArray[np.int64]
    faces: NDArray[np.int64]
    cosine: FloatArray
    convex: NDArray[np.bool_]


def _pairs(points: FloatArray, faces: NDArray[np.int64], normals: FloatArray) -> _Pairs:
    halves = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    face = np.tile(np.arange(len(faces)), 3)
    low, high = halves.min(axis=1), halves.max(axis=1)
    key = low * len(points) + high
    order = np.argsort(key, kind="stable")
    twin = np.flatnonzero(key[order][1:] == key[order][:-1])
    first, second = order[twin], order[twin + 1]
    ends = np.stack([low[first], high[first]], axis=1)
    beside = np.stack([face[first], face[second]], axis=1)
    cosine = np.einsum("ij,ij->i", normals[beside[:, 0]], normals[beside[:, 1]])
    centre = points[faces].mean(axis=1)
    outward = np.einsum("ij,ij->i", centre[beside[:, 1]] - centre[beside[:, 0]], normals[beside[:, 0]])
    return _Pairs(ends, beside, cosine, outward < 0)


def _components(count: int, links: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each of ``count`` things the number of the group that ``links`` (k, 2) put it in.

    Groups are numbered in the order of their first members. scipy has this too, but takes a quarter of a second to
    import, which every start of the window would wait for.
    """
    first = np.arange(count)
    links = links[links[:, 0] != links[:, 1]]
    while len(links):
        # The earliest member that is known so far of either end's group is one of both groups.
        low = first[links].min(axis=1)
        for end in (0, 1):
            np.minimum.at(first, first[links[:, end]], low)
        while not np.array_equal(first, nearer := first[first]):
            first = nearer
        links = links[first[links[:, 0]] != first[links[:, 1]]]
    return np.asarray(np.unique(first, return_inverse=True)[1], np.int64)


def _smooth_groups(faces: NDArray[np.int64], pairs: _Pairs, crease: FloatArray) -> NDArray[np.int64]:
    """Return the group (m, 3) of each corner: corners around a vertex that no crease parts are one."""
    soft = pairs.cosine > np.minimum(crease[pairs.faces[:, 0]], crease[pairs.faces[:, 1]])
    ends, beside = pairs.ends[soft], pairs.faces[soft]

    def corner(face: NDArray[np.int64], vertex: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.asarray(face * 3 + np.argmax(faces[face] == vertex[:, None], axis=1), np.int64)

    links = [np.stack([corner(beside[:, 0], ends[:, i]), corner(beside[:, 1], ends[:, i])], axis=1) for i in (0, 1)]
    return _components(faces.size, np.concatenate(links)).reshape(faces.shape)


def _corner_angles(triangles: FloatArray) -> FloatArray:
    """Return the angle (m, 3) at each corner."""
    out = np.roll(triangles, -1, axis=1) - triangles
    back = np.roll(triangles, 1, axis=1) - triangles
    length = np.linalg.norm(out, axis=2) * np.linalg.norm(back, axis=2)
    cosine = np.einsum("mij,mij->mi", out, back) / np.maximum(length, 1e-30)
    return np.asarray(np.arccos(np.clip(cosine, -1, 1)))


def _grain(triangles: FloatArray, normals: FloatArray, pairs: _Pairs, look: NDArray[np.int64]) -> FloatArray:
    """Return the long direction (m, 3) of the plank, stone or limb that each triangle belongs to."""
    same = look[pairs.faces[:, 0]] == look[pairs.faces[:, 1]]
    piece = _components(len(triangles), pairs.faces[same])
    count = int(piece.max()) + 1
    corners, owner = triangles.reshape(-1, 3), np.repeat(piece, 3)
    cross = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    weight = np.repeat(np.linalg.norm(cross, axis=1) + 1e-12, 3)

    def total(values: FloatArray) -> FloatArray:
        return np.asarray(np.bincount(owner, weight * values, minlength=count), np.float64)

    mass = total(np.ones(len(corners)))
    mean = np.stack([total(corners[:, i]) for i in range(3)], axis=1) / mass[:, None]
    away = corners - mean[owner]
    spread = np.empty((count, 3, 3))
    for i in range(3):
        for j in range(i, 3):
            spread[:, i, j] = spread[:, j, i] = total(away[:, i] * away[:, j]) / mass
    axis = np.linalg.eigh(spread)[1][:, :, 2]
    return np.asarray(axis[piece])


def _octahedral(directions: FloatArray) -> NDArray[np.uint8]:
    """Return unit vectors (n, 3) in two bytes each."""
    n = directions / np.maximum(np.abs(directions).sum(axis=1, keepdims=True), 1e-12)
    folded = (1 - np.abs(n[:, [1, 0]])) * np.where(n[:, :2] >= 0, 1, -1)
    flat = np.where(n[:, 2:] < 0, folded, n[:, :2])
    return np.asarray(np.rint((flat * 0.5 + 0.5) * 255), np.uint8)


def _paint(skin: Skin) -> NDArray[np.uint8]:
    """Return colour and finish (m, 4) of each triangle; keyed ones keep their shading in grey."""
    paint = np.empty((len(skin.colours), 4), np.uint8)
    paint[:, :3], paint[:, 3] = skin.colours, np.minimum(skin.materials, max(Finish))
    keyed = is_keyed(skin.colours)
    paint[keyed, :3] = skin.colours[keyed].max(axis=1, keepdims=True)
    paint[keyed, 3] += KEYED
    return paint


_CREASES = {
    Finish.STONE: 22.0,
    Finish.MASONRY: 22.0,
    Finish.WOOD: 30.0,
    Finish.PLANKS: 30.0,
    Finish.FOLIAGE: 60.0,
    Finish.RIM: 25.0,
}
_CREASE = 42.0


def _crease_cosines(finish: NDArray[np.uint8]) -> FloatArray:
    table = np.full(256, np.cos(np.radians(_CREASE)))
    for material, degrees in _CREASES.items():
        table[material] = table[material + KEYED] = np.cos(np.radians(degrees))
    return table[finish]


def _edges_seen(points: FloatArray, pairs: _Pairs, faces: NDArray[np.int64]) -> FloatArray:
    """Return for each vertex how convex (above 0.5) or hollow (below) the surface is there."""
    bend = np.arccos(np.clip(pairs.cosine, -1, 1)) * np.where(pairs.convex, 1, -1)
    length = np.linalg.norm(points[pairs.ends[:, 0]] - points[pairs.ends[:, 1]], axis=1)
    ends = pairs.ends.T.ravel()
    total = np.bincount(ends, np.tile(bend * length, 2), minlength=len(points))
    weight = np.bincount(ends, np.tile(length, 2), minlength=len(points))
    return np.clip(0.5 + total / np.maximum(weight, 1e-12) / 1.6, 0, 1)


def surface(solid: Solid, skin: Skin, *, longest: float | None = None) -> PaintedSurface:
    """Return the solid as a picture shades it, in its own frame.

    ``longest``: edges beyond it (in) are cut, for light baked at vertices; None leaves them.
    """
    points, faces, origin = solid.vertices, solid.faces, np.arange(len(solid.faces), dtype=np.int32)
    if longest is not None:
        points, faces, origin = split_long_edges(points, faces, longest, narrow=NARROW)
    wide = faces.astype(np.int64)
    normals, paint = solid.normals[origin], _paint(skin)[origin]
    triangles = points[wide]
    pairs = _pairs(points, wide, normals)
    group = _smooth_groups(wide, pairs, _crease_cosines(paint[:, 3]))
    look = paint.view("<u4").ravel().astype(np.int64)
    key = group * (1 << 32) + look[:, None]
    _, corner, index = np.unique(key.ravel(), return_index=True, return_inverse=True)
    weighted = normals[:, None, :] * _corner_angles(triangles)[:, :, None]
    count = int(group.max()) + 1
    total = [np.bincount(group.ravel(), weighted[..., i].ravel(), minlength=count) for i in range(3)]
    shade = np.stack(total, axis=1).astype(np.float64)
    shade /= np.maximum(np.linalg.norm(shade, axis=1, keepdims=True), 1e-12)
    made = np.zeros(len(corner), VERTEX)
    made["position"] = triangles.reshape(-1, 3)[corner]
    made["normal"] = shade[group.ravel()[corner]]
    made["colour"] = paint[corner // 3]
    made["extra"][:, 0] = 255
    made["extra"][:, 1] = np.rint(_edges_seen(points, pairs, wide) * 255).astype(np.uint8)[wide.ravel()[corner]]
    made["extra"][:, 2:] = _octahedral(_grain(triangles, normals, pairs, look))[corner // 3]
    return PaintedSurface(made, index.reshape(-1, 3).astype(np.uint32))


def join(parts: list[PaintedSurface]) -> PaintedSurface:
    """Return several surfaces as one."""
    starts = np.cumsum([0] + [len(p.vertices) for p in parts[:-1]])
    triangles = np.concatenate([p.triangles + np.uint32(s) for p, s in zip(parts, starts, strict=True)])
    return PaintedSurface(np.concatenate([p.vertices for p in parts]), triangles)
