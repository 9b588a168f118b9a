"""Outlines of areas seen from above: exact where the surface is level, else along the grid's cells."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.terrain.classify.columns import Bools, Columns
from warcry3d.units import LEVEL_TOLERANCE

__all__ = ["OutlineSurface"]

_MOST = 20_000
"""More level triangles than this make an area sculpted: its outline follows the cells."""


class OutlineSurface:
    """A piece's level triangles, to draw outlines along them."""

    def __init__(self, columns: Columns, solids: Sequence[Solid]) -> None:
        self.columns = columns
        self.solids = tuple(solids)

    @cached_property
    def _level(self) -> tuple[FloatArray, FloatArray]:
        """Return the triangles that face straight up, seen from above in the grid's frame, and their heights."""
        flat, heights = [], []
        for solid in self.solids:
            up = solid.normals[:, 2] > 0.999
            own = Placement(turn=-self.columns.turn).apply(solid.vertices)[solid.faces[up]]
            flat.append(own[:, :, :2])
            heights.append(own[:, :, 2].mean(axis=1))
        return np.concatenate(flat), np.concatenate(heights)

    def area(self, plan: Bools, low: float, high: float, *, grow: float = 0.004) -> Any:
        """Return the area (shapely, grid's frame) of the marked cells.

        It follows the level triangles at heights from ``low`` to ``high`` where these make up the cells.
        """
        import shapely

        cells = self._cells(plan)
        exact = self._along_triangles(cells, low, high, grow)
        if exact is not None:
            return _tidy(exact)
        cell = self.columns.cell
        wide = shapely.simplify(shapely.buffer(cells, 0.75 * cell, join_style="mitre"), 0.7 * cell)
        return _tidy(_valid(wide))

    def exact(self, plan: Bools, low: float, high: float) -> Any | None:
        """Return the area of the marked cells along the level triangles; None where these do not make up the cells."""
        return self._along_triangles(self._cells(plan), low, high, 0.0)

    def _along_triangles(self, cells: Any, low: float, high: float, grow: float) -> Any | None:
        import shapely

        cell = self.columns.cell
        flat, heights = self._level
        low_corner, high_corner = np.array(cells.bounds).reshape(2, 2) + np.array([[-cell], [cell]])
        near = (flat.max(axis=1) >= low_corner).all(axis=1) & (flat.min(axis=1) <= high_corner).all(axis=1)
        chosen = np.flatnonzero((heights >= low - 1e-6) & (heights <= high + 1e-6) & near)
        if not 0 < len(chosen) <= _MOST:
            return None
        rings = np.concatenate([flat[chosen], flat[chosen][:, :1]], axis=1)
        half = LEVEL_TOLERANCE / 2
        # Together first: a mitre on each thin triangle by itself would stand out far beyond the rim.
        whole = shapely.union_all(shapely.polygons(rings), grid_size=1e-7)
        joined = shapely.buffer(whole, half, join_style="mitre")
        exact = _valid(shapely.buffer(joined, grow - half, join_style="mitre"))
        around = _valid(shapely.buffer(cells, 1.5 * cell, join_style="mitre"))
        exact = shapely.intersection(exact, around, grid_size=1e-7)
        return exact if exact.area >= 0.93 * cells.area else None

    def around(self, plan: Bools) -> Any:
        """Return the area of the marked cells, a cell wider; small ones count too."""
        import shapely

        return shapely.buffer(self._cells(plan), self.columns.cell, join_style="mitre")

    def clear_area(self, plan: Bools, beside: Bools, low: float, high: float) -> Any:
        """Return the area of the marked cells without the cells ``beside`` them and what is close to these."""
        import shapely
        from scipy import ndimage

        near = beside & ndimage.binary_dilation(plan, iterations=4)
        area = self.area(plan, low, high)
        if not near.any():
            return area
        return _tidy(_valid(shapely.difference(area, self._cells(near).buffer(0.1 * self.columns.cell))))

    def _cells(self, plan: Bools) -> Any:
        """Return the union of the marked cells' squares, row by row."""
        import shapely

        columns = self.columns
        edges = np.diff(np.pad(plan.astype(np.int8), ((0, 0), (1, 1))), axis=1)
        row, first = np.nonzero(edges == 1)
        _, last = np.nonzero(edges == -1)
        x = columns.origin[0] + row * columns.cell
        half = columns.cell / 2
        low = columns.origin[1] + first * columns.cell - half
        high = columns.origin[1] + last * columns.cell - half
        return shapely.union_all(shapely.box(x - half - 1e-7, low, x + half + 1e-7, high))


def _valid(area: Any) -> Any:
    """Return the area made valid where its rims touch themselves."""
    import shapely

    valid = shapely.make_valid(area)
    return shapely.union_all([p for p in shapely.get_parts(valid).tolist() if p.geom_type.endswith("Polygon")])


def _tidy(area: Any) -> Any:
    """Return the area without holes and islands too small to matter: a railing's posts stand on a deck, not in it."""
    import shapely

    parts = []
    for part in shapely.get_parts(shapely.get_parts(area)).tolist():
        if part.geom_type != "Polygon" or part.area < 0.02:
            continue
        holes = [ring for ring in part.interiors if shapely.Polygon(ring).area >= 0.2]
        parts.append(shapely.Polygon(part.exterior, holes))
    return shapely.MultiPolygon(parts)
