"""What a person set, applied over the classification: by a part's name, or by places on its surface.

An override that matches no part has no effect and is reported (`unmet`): a later version of the mesh may have the part
again.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.derive import Message
from warcry3d.table.terrain import Part
from warcry3d.terrain.classify.names import is_made_up
from warcry3d.terrain.parts import Classified, Override

__all__ = ["nearest_part", "overridden", "surface_distance", "unmet"]


def overridden(parts: Sequence[Classified], overrides: Sequence[Override]) -> tuple[Classified, ...]:
    """Return the parts with overrides applied; later ones win."""
    result = list(parts)
    shapes = [one.part for one in parts]
    for said in overrides:
        for k in _meant(shapes, said):
            part = replace(result[k].part, kinds=said.kinds)
            kinds = ", ".join(sorted(kind.value for kind in said.kinds))
            before = ", ".join(sorted(kind.value for kind in parts[k].part.kinds))
            reason = Message(
                "set by you: {kinds} (classified from its shape: {before})", {"kinds": kinds, "before": before}
            )
            result[k] = replace(result[k], part=part, confidence=1.0, reasons=(reason, *parts[k].reasons))
    return tuple(result)


def unmet(parts: Sequence[Part], overrides: Sequence[Override]) -> tuple[Override, ...]:
    """Return the overrides that match none of ``parts``."""
    return tuple(said for said in overrides if not _meant(parts, said))


_ON_IT = 0.1
"""A place within this distance (in) of a part lies on it."""

_GONE = 0.5
"""A part is gone if its name is not there and its place is farther than this (in) from all other parts."""


def _meant(parts: Sequence[Part], said: Override) -> list[int]:
    """Return which parts an override matches: the one with its name, and those nearest to its places; none if it is
    gone.

    If it has both, a name from the file counts. A generated name (``wall-2``) may mean another part as soon as the mesh
    has one more: there a place that lies on a part counts first.
    """
    named = [k for k, part in enumerate(parts) if said.part and part.id == said.part]
    if not said.places or not parts or (named and not is_made_up(said.part)):
        return named
    places = np.array(said.places, dtype=np.float64)
    nearest = nearest_part([part.solid for part in parts], places)
    most = _ON_IT if named else _GONE
    off = [surface_distance(parts[k].solid, places[at : at + 1])[0] for at, k in enumerate(nearest)]
    near = [k for k, away in zip(nearest, off, strict=True) if away <= most]
    return list(dict.fromkeys(near)) or named


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
        result[k] = _to_triangles(triangles[near <= far], place).min()
    return result


def _to_triangles(triangles: FloatArray, place: FloatArray) -> FloatArray:
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
