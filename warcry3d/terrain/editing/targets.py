"""The parts that an edit means: by name, or by places on their surface (WC-TERR-6).

An edit of a part that is not there has no effect; a later version of the mesh may have the part again.
"""

from collections.abc import Sequence

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.piece_edits import Edit, SetKinds
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.classify.names import is_made_up

__all__ = ["distances_to_triangles", "nearest_part", "place_on", "surface_distance", "targets", "unmet_edits"]

_ON_IT = 0.1
"""A place within this distance (in) of a part lies on it."""

_GONE = 0.5
"""A part is gone if its name is not there and its place is farther than this (in) from all other parts."""

_APART = 0.02
"""A place farther than this (in) from all other parts is on one part's surface only."""


def targets(parts: Sequence[Part], name: str, places: Sequence[tuple[float, float, float]]) -> list[int]:
    """Return which parts are meant: the one called ``name``, and those nearest to ``places``; none if it is gone.

    If both are given, a name from the file counts. A generated name (``wall-2``) may mean another part as soon as the
    mesh has one more: there a place that lies on a part counts first, unless it lies on the named part too: all of a
    thin part's surface may be next to another's.
    """
    named = [k for k, part in enumerate(parts) if name and part.id == name]
    if not places or not parts or (named and not is_made_up(name)):
        return named
    points = np.array(places, dtype=np.float64)
    nearest = nearest_part([part.solid for part in parts], points)
    most = _ON_IT if named else _GONE
    off = [surface_distance(parts[k].solid, points[at : at + 1])[0] for at, k in enumerate(nearest)]
    if named:
        own = surface_distance(parts[named[0]].solid, points)
        lies = [mine <= away + _APART for mine, away in zip(own, off, strict=True)]
        nearest = [named[0] if is_so else k for k, is_so in zip(nearest, lies, strict=True)]
    near = [k for k, away in zip(nearest, off, strict=True) if away <= most]
    return list(dict.fromkeys(near)) or named


def unmet_edits(piece: Piece) -> tuple[Edit, ...]:
    """Return the edits that have no effect on a piece, for what they are about is not there.

    Files of earlier versions do not say so of the kinds that were set: their parts are looked for.
    """
    gone = (
        edit in piece.unmet or (isinstance(edit, SetKinds) and not targets(piece.parts, edit.part, edit.places))
        for edit in piece.edits
    )
    return tuple(edit for edit, is_gone in zip(piece.edits, gone, strict=True) if is_gone)


def place_on(part: Part, others: Sequence[Part]) -> tuple[float, float, float]:
    """Return the middle of one of the part's largest triangles, where no other part's surface is, if there is one."""
    corners = part.solid.triangles
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    largest = np.argsort(-areas, kind="stable")[:12]
    middles = np.round(corners[largest].mean(axis=1), 4)
    free = np.ones(len(middles), dtype=bool)
    for other in others:
        low, high = other.solid.bounds
        near = free & ((middles >= low - _APART) & (middles <= high + _APART)).all(axis=1)
        if other is not part and near.any():
            free[near] = surface_distance(other.solid, middles[near]) > _APART
    x, y, z = middles[int(np.argmax(free))].tolist()
    return (x, y, z)


def nearest_part(solids: Sequence[Solid], places: FloatArray) -> list[int]:
    """Return for each place (k, 3) the solid with the nearest surface; of equally near ones the first."""
    distances = np.array([surface_distance(solid, places) for solid in solids])
    return [int(k) for k in np.argmin(np.round(distances, 5), axis=0)]


def surface_distance(solid: Solid, places: FloatArray) -> FloatArray:
    """Return the distance (in) of each place (k, 3) from the solid's surface."""
    triangles = solid.triangles
    low, high = triangles.min(axis=1), triangles.max(axis=1)
    result = np.empty(len(places))
    for k, place in enumerate(places):
        near = np.sqrt((np.maximum(np.maximum(low - place, place - high), 0) ** 2).sum(axis=1))
        far = np.sqrt((np.maximum(np.abs(low - place), np.abs(high - place)) ** 2).sum(axis=1)).min()
        result[k] = distances_to_triangles(triangles[near <= far], place).min()
    return result


def distances_to_triangles(triangles: FloatArray, place: FloatArray) -> FloatArray:
    """Return the distances of a point from triangles (t, 3, 3): from their faces where it is over them, else edges."""
    a, b, c = triangles[:, 0] - place, triangles[:, 1] - place, triangles[:, 2] - place
    normal = np.cross(b - a, c - a)
    length = np.sqrt((normal**2).sum(axis=1))
    unit = normal / np.where(length > 0, length, 1.0)[:, None]
    sides = [(p, q) for p, q in ((a, b), (b, c), (c, a))]
    over = np.ones(len(triangles), dtype=bool) & (length > 0)
    edge = np.full(len(triangles), np.inf)
    for p, q in sides:
        way = q - p
        over &= (np.cross(p, q) * unit).sum(axis=1) >= 0
        share = np.clip(-(p * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1e-300), 0, 1)
        edge = np.minimum(edge, np.sqrt(((p + share[:, None] * way) ** 2).sum(axis=1)))
    return np.where(over, np.abs((a * unit).sum(axis=1)), edge)
