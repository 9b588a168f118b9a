"""Where a line of sight has the least room: of all that could stop it, what stands nearest to it."""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom import casts, witness
from warcry3d.geom.solid import FloatArray
from warcry3d.sight.verdict import Point
from warcry3d.sight.visible import Sightlines
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = ["NarrowestPlace", "narrowest_place"]

_STACK = 128


@dataclass(frozen=True, slots=True)
class NarrowestPlace:
    """The point ``at`` of a line that is nearest to what could stop it: ``name``, ``gap`` (in) away."""

    at: Point
    gap: float
    name: str


def narrowest_place(
    table: Table, viewer: str, target: str, line: tuple[Point, Point], tags: frozenset[Tag] = frozenset(Tag)
) -> NarrowestPlace | None:
    """Return where a free line between two models has the least room; None where nothing is near it.

    Of figures only parts with these tags count. Raises `UnknownNameError`.
    """
    lines = Sightlines(table, tags=tags)
    numbers = {model.id: i + 1 for i, model in enumerate(table.models)}
    roots = lines.roots_near(*(numbers[table.model(id).id] for id in (viewer, target)))
    mesh, (start, end) = lines.blockers.mesh, (np.array(point, np.float64) for point in line)
    stack = np.zeros(_STACK, np.int32)
    gap, face = casts.clearance(mesh, roots, start, end, witness.CLEARANCE_LIMIT, stack)
    if face < 0:
        return None
    share = _nearest_share(start, end, mesh.vertices[mesh.faces[face]])
    x, y, z = (start + share * (end - start)).tolist()
    return NarrowestPlace((x, y, z), float(gap), lines.blockers.name(face))


def _nearest_share(start: FloatArray, end: FloatArray, triangle: FloatArray) -> float:
    """Return where along a segment it is nearest to a triangle (3, 3) that it does not touch, from 0 to 1.

    That is where it is nearest to an edge, or an end of it over the inside.
    """
    found = [_to_edge(start, end, triangle[i], triangle[(i + 1) % 3]) for i in range(3)]
    normal = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
    for share, point in ((0.0, start), (1.0, end)):
        turns = [np.cross(triangle[(i + 1) % 3] - triangle[i], point - triangle[i]) @ normal for i in range(3)]
        if min(turns) >= 0.0:
            found.append((abs(float((point - triangle[0]) @ normal)) / float(np.linalg.norm(normal)), share))
    return min(found)[1]


def _to_edge(start: FloatArray, end: FloatArray, first: FloatArray, second: FloatArray) -> tuple[float, float]:
    """Return how near a segment comes to an edge, and where along the segment."""
    d, e, r = end - start, second - first, start - first
    a, b, c, f, g = float(d @ d), float(d @ e), float(e @ e), float(d @ r), float(e @ r)
    flat = a * c - b * b
    s = min(max((b * g - c * f) / flat, 0.0), 1.0) if flat > 1e-12 else 0.0
    t = min(max((b * s + g) / max(c, 1e-12), 0.0), 1.0)
    s = min(max((b * t - f) / max(a, 1e-12), 0.0), 1.0)
    return float(np.linalg.norm(start + s * d - first - t * e)), s
