"""Edits carried from a piece to the one that its changed mesh has become: moved, scaled, or grown at one end, also
moved and grown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.bodies import INCHES
from warcry3d.table.piece_edits import AcceptFinding, AddOpening, CutPart, Edit, Paint, SurfacePatch
from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.targets import surface_distance

__all__ = ["Similarity", "carried", "moved_edit"]

_SAMPLES = 80
_ON_IT = 0.04
"""A point of the earlier surface that comes to lie within this distance (in) of the new one is still there."""

_GOOD = 0.95
"""A way to carry edits over by which so many points are still there needs no comparison with the others."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """Points made larger by ``scale`` about the origin, then moved by ``shift`` (in)."""

    scale: float
    shift: tuple[float, float, float]

    def apply(self, points: FloatArray) -> FloatArray:
        """Return points (n, 3) carried over."""
        return np.asarray(points * self.scale + np.array(self.shift))

    def place(self, point: tuple[float, float, float]) -> tuple[float, float, float]:
        """Return a point carried over."""
        x, y, z = np.round(self.apply(np.array(point)), 6).tolist()
        return (x, y, z)


def carried(before: Piece, now: Piece) -> tuple[Edit, ...]:
    """Return what was done to a piece, carried into the frame of what its mesh has become.

    A mesh that grew at one end has its origin elsewhere; one that was moved or scaled as a whole in its file has not.
    Which it was is seen from where the earlier surface comes to lie.
    """
    if not any(_has_places(edit) for edit in before.edits):
        return before.edits
    ways = list(dict.fromkeys(_ways(before, now)))
    best = ways[0]
    if len(ways) > 1:
        points, solids = _samples(before), [part.solid for part in now.parts]
        most = -1.0
        for way in ways:
            share = _still_there(way.apply(points), solids)
            if share > most + 0.02:
                best, most = way, share
            if most >= _GOOD:
                break
    return tuple(moved_edit(edit, best) for edit in before.edits)


def _has_places(edit: Edit) -> bool:
    return not isinstance(edit, AcceptFinding)


def _ways(before: Piece, now: Piece) -> Iterator[Similarity]:
    """Yield how the earlier piece may lie in the new one's frame, the likeliest first."""
    last, new = before.source, now.source
    if last is not None and new is not None and last.up == new.up:
        factor = INCHES[new.unit] * new.scale / (INCHES[last.unit] * last.scale)
        x, y, z = (np.array(new.moved) - factor * np.array(last.moved)).tolist()
        yield Similarity(round(factor, 9), (round(x, 6), round(y, 6), round(z, 6)))
    yield Similarity(1.0, (0.0, 0.0, 0.0))
    sizes = [np.ptp(_corners(piece), axis=0) for piece in (before, now)]
    if sizes[0].min() > 0:
        ratios = sizes[1] / sizes[0]
        if np.ptp(ratios) <= 0.02 * ratios.mean():
            scale = round(float(ratios.mean()), 9)
            middles = [_corners(piece).mean(axis=0) for piece in (before, now)]
            x, y, z = np.round(middles[1] - scale * middles[0], 6).tolist()
            yield Similarity(scale, (x, y, z))
    # Moved in its file and grown as well: each axis still has one of its ends.
    ends = np.round(_corners(now) - _corners(before), 6).tolist()
    for x, y, z in product(*zip(*ends, strict=True)):
        yield Similarity(1.0, (x, y, z))


def _corners(piece: Piece) -> FloatArray:
    bounds = np.array([part.solid.bounds for part in piece.parts])
    return np.array([bounds[:, 0].min(axis=0), bounds[:, 1].max(axis=0)])


def _samples(piece: Piece) -> FloatArray:
    """Return points spread over the surface of a piece, large triangles first."""
    corners = np.concatenate([part.solid.triangles for part in piece.parts])
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    bounds = np.cumsum(areas)
    at = np.searchsorted(bounds, (np.arange(_SAMPLES) + 0.5) / _SAMPLES * bounds[-1])
    return np.asarray(corners[np.minimum(at, len(corners) - 1)].mean(axis=1))


def _still_there(points: FloatArray, solids: list[Solid]) -> float:
    nearest = np.full(len(points), np.inf)
    for solid in solids:
        low, high = solid.bounds
        near = ((points >= low - _ON_IT) & (points <= high + _ON_IT)).all(axis=1) & (nearest > _ON_IT)
        if near.any():
            nearest[near] = np.minimum(nearest[near], surface_distance(solid, points[near]))
    return float((nearest <= _ON_IT).mean())


def moved_edit(edit: Edit, by: Similarity) -> Edit:
    """Return an edit of a piece that was moved and scaled."""
    match edit:
        case AcceptFinding():
            return edit
        case Paint(patch=patch, depth=depth):
            points = np.round(by.apply(np.array(patch.vertices)), 6).tolist()
            vertices = tuple((x, y, z) for x, y, z in points)
            return replace(edit, patch=SurfacePatch(vertices, patch.faces), depth=round(depth * by.scale, 6))
        case AddOpening(start=start, end=end, width=width, height=height):
            wide, high = (None if size is None else round(size * by.scale, 6) for size in (width, height))
            return replace(edit, start=by.place(start), end=by.place(end), width=wide, height=high)
        case CutPart(height=height, places=places):
            higher = round(height * by.scale + by.shift[2], 6)
            return replace(edit, height=higher, places=tuple(by.place(place) for place in places))
        case _:
            return replace(edit, places=tuple(by.place(place) for place in edit.places))
