"""What simple pieces are made of: blocks, drums and plates as bodies of manifold3d, and parts made of them.

Corners are rounded to what a file holds, so that a piece read back is the piece that was made and faces of parts that
touch stay on each other.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from warcry3d.geom.needles import FLAT, without_needles
from warcry3d.geom.solid import Solid
from warcry3d.message import Message
from warcry3d.table.kinds import PartKind
from warcry3d.table.piece_notes import Judged, PassageNote
from warcry3d.table.terrain import Part

__all__ = ["block", "drum", "joined", "level_plate", "made_part", "upright_plate"]

ROUND_SIDES = 48
"""Flat sides of a cylinder: on one 3 in across they are within a tenth of a millimetre of the circle."""

_BY_CONSTRUCTION = Message("made so: a simple piece from parameters", {})


def block(low: Sequence[float], high: Sequence[float]) -> Any:
    """Return the box between two opposite corners."""
    import manifold3d

    size = [b - a for a, b in zip(low, high, strict=True)]
    return manifold3d.Manifold.cube(size).translate(list(low))


def drum(at: tuple[float, float], radius: float, z: tuple[float, float], sides: int = ROUND_SIDES) -> Any:
    """Return an upright cylinder."""
    angle = (np.arange(sides) + 0.5) * (2 * math.pi / sides)
    ring = np.stack([at[0] + radius * np.cos(angle), at[1] + radius * np.sin(angle)], axis=1)
    return level_plate(shapely.Polygon(ring), z)


def level_plate(outline: Any, z: tuple[float, float]) -> Any:
    """Return what lies over an outline in x and y (shapely, holes are cut out) between two heights."""
    import manifold3d

    rings = [ring for polygon in _polygons(outline) for ring in (polygon.exterior, *polygon.interiors)]
    section = manifold3d.CrossSection([np.asarray(ring.coords)[:-1] for ring in rings], manifold3d.FillRule.EvenOdd)
    return manifold3d.Manifold.extrude(section, z[1] - z[0]).translate([0.0, 0.0, z[0]])


def upright_plate(outline: Any, y: tuple[float, float]) -> Any:
    """Return a wall: an outline in x and z (shapely, holes are cut out), from one y to the other."""
    # A quarter turn about x takes (x, z, depth) to (x, -depth, z).
    return level_plate(outline, (-y[1], -y[0])).rotate([90.0, 0.0, 0.0])


def joined(bodies: Sequence[Any]) -> Any:
    """Return bodies as one."""
    import manifold3d

    return manifold3d.Manifold.batch_boolean(list(bodies), manifold3d.OpType.Add)


def made_part(id: str, kinds: Sequence[PartKind], body: Any, passage: PassageNote | None = None) -> Part:
    """Return a part of these kinds; the body's corners are rounded to what a file holds."""
    mesh = body.as_original().simplify(FLAT).to_mesh64()
    points = np.array(mesh.vert_properties, dtype=np.float64)[:, :3]
    triangles = np.array(mesh.tri_verts, dtype=np.int64)
    if len(mesh.merge_from_vert):
        to = np.arange(len(points))
        to[np.array(mesh.merge_from_vert, dtype=np.int64)] = np.array(mesh.merge_to_vert, dtype=np.int64)
        triangles = to[triangles]
    used, inverse = np.unique(triangles, return_inverse=True)
    held = points[used].astype(np.float32).astype(np.float64)
    solid, _ = without_needles(Solid(held, inverse.reshape(-1, 3).astype(np.int32)))
    return Part(id, frozenset(kinds), solid, passage=passage, judged=Judged(1.0, (_BY_CONSTRUCTION,)))


def _polygons(outline: Any) -> list[Any]:
    return [one for one in shapely.get_parts(outline).tolist() if one.geom_type == "Polygon" and one.area > 1e-9]
