"""Squares lit where a fighter can go: lighter the cheaper, in another colour where it can do less, edged where it
provokes somebody.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from warcry3d.app.scene.overlays import ColourField
from warcry3d.game.prompts import GoEnd

__all__ = ["flat_triangles", "square_fields"]

LIFT = 0.04
"""How far above the floor squares are lit (in)."""
INSET, RIM = 0.06, 0.09
"""How far inside of a square its light ends, and how wide the edge of one is that provokes (in)."""
OPACITY, RIM_OPACITY = 0.5, 0.9
STEPS = 6
"""So many shades from nothing spent to all of it."""
_SHADES = (((0.62, 0.90, 0.40), (0.16, 0.52, 0.30)), ((0.47, 0.72, 0.95), (0.14, 0.30, 0.58)))
"""From cheap to dear, where it can do most, and where it can do less."""
_PROVOKES = (0.96, 0.52, 0.12)


def square_fields(ends: Iterable[GoEnd], budget: float) -> tuple[ColourField, ...]:
    """Return what is drawn of the best ways to places with a budget."""
    return tuple(_fields(tuple(ends), budget))


def _fields(ends: tuple[GoEnd, ...], budget: float) -> Iterator[ColourField]:
    import shapely

    shades: dict[tuple[int, int], list[Any]] = {}
    risky: list[Any] = []
    for one in ends:
        x, y, _ = one.at
        box = shapely.box(x - 0.5 + INSET, y - 0.5 + INSET, x + 0.5 - INSET, y + 0.5 - INSET)
        share = min(max(one.cost / max(budget, 1e-6), 0.0), 1.0)
        shades.setdefault((min(one.tier, len(_SHADES) - 1), round(share * (STEPS - 1))), []).append(box)
        if one.provokes:
            risky.append(shapely.difference(box, shapely.buffer(box, -RIM, join_style="mitre")))
    for (tier, step), boxes in sorted(shades.items()):
        light, dark = (np.array(one) for one in _SHADES[tier])
        yield _flat(boxes, light + (dark - light) * (step / (STEPS - 1)), OPACITY)
    if risky:
        yield _flat(risky, np.array(_PROVOKES), RIM_OPACITY)


def _flat(areas: list[Any], colour: Any, opacity: float) -> ColourField:
    import shapely

    image = np.array([[(*np.rint(255 * colour).astype(int).tolist(), round(255 * opacity))]], np.uint8)
    return ColourField(flat_triangles(shapely.union_all(areas), LIFT), image, (0.0, 0.0), (1.0, 1.0))


def flat_triangles(area: Any, height: float) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return an area at a height as triangles (n, 3, 3)."""
    import manifold3d
    import shapely

    area = shapely.simplify(area, 0.004)
    rings = []
    for polygon in shapely.get_parts(area).tolist():
        if polygon.geom_type == "Polygon" and not polygon.is_empty:
            oriented = shapely.geometry.polygon.orient(polygon)
            rings += [np.asarray(ring.coords)[:-1, :2] for ring in (oriented.exterior, *oriented.interiors)]
    if not rings:
        return np.zeros((0, 3, 3), np.float32)
    faces = np.asarray(manifold3d.triangulate(rings))
    points = np.concatenate(rings)
    flat = np.concatenate([points, np.full((len(points), 1), height)], axis=1)
    return np.asarray(flat[faces], np.float32)
