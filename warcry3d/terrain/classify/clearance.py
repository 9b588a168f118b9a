"""The clear width of a passage, measured on the triangles beside it: the grid of columns is only a millimetre fine."""

from collections.abc import Sequence

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement, Solid

__all__ = ["Beside"]

_HEIGHTS = (0.25, 0.45, 0.65, 0.85)
"""Shares of a way's clear height, up to a figure's, at which it is measured."""

_MOST_HIGH = 1.2


class Beside:
    """The triangles of solids, in a frame turned by ``turn``, to measure between."""

    def __init__(self, solids: Sequence[Solid], turn: float) -> None:
        self.triangles = np.concatenate([Placement(turn=-turn).apply(solid.vertices)[solid.faces] for solid in solids])

    def between(
        self, middle: FloatArray, along: FloatArray, rows: Sequence[float], width: float, height: float
    ) -> tuple[float, float] | None:
        """Return the clear distance (in) along ``along`` (2,) and against it from the middle of a passage (3,).

        The passage is about ``width`` wide and ``height`` high; the narrowest of ``rows`` (in, along the way from its
        middle) counts. Returns None where one of its sides has nothing within half an inch of where it should be.
        """
        way = np.array([-along[1], along[0]])
        u = (self.triangles[:, :, :2] - middle[:2]) @ along
        near = (u.min(axis=1) <= width / 2 + 0.5) & (u.max(axis=1) >= -width / 2 - 0.5)
        some = self.triangles[near]
        own = np.stack([u[near], (some[:, :, :2] - middle[:2]) @ way, some[:, :, 2] - middle[2]], axis=2)
        reach = max(abs(row) for row in rows) + 0.01
        own = own[(own[:, :, 1].min(axis=1) <= reach) & (own[:, :, 1].max(axis=1) >= -reach)]
        high = min(height, _MOST_HIGH)
        sides = [_row(own, row, [share * high for share in _HEIGHTS], width) for row in rows]
        found = [side for side in sides if side is not None]
        if len(found) < len(sides):
            return None
        return min(side[0] for side in found), min(side[1] for side in found)


def _row(triangles: FloatArray, row: float, heights: Sequence[float], width: float) -> tuple[float, float] | None:
    """Return the clear distance to the right and to the left in a row: the median over some heights."""
    here = triangles[(triangles[:, :, 1].min(axis=1) <= row) & (triangles[:, :, 1].max(axis=1) > row)]
    rights, lefts = [], []
    for z in heights:
        met = _met(here, row, z)
        right, left = met[met > 0], -met[met < 0]
        if len(right) and len(left) and max(right.min(), left.min()) <= width / 2 + 0.5:
            rights.append(float(right.min()))
            lefts.append(float(left.min()))
    return (float(np.median(rights)), float(np.median(lefts))) if len(rights) >= len(heights) - 1 else None


def _met(triangles: FloatArray, row: float, z: float) -> FloatArray:
    """Return where (in, along the first axis) the line at a row and height crosses triangles (t, 3, 3)."""
    found = []
    some = triangles[(triangles[:, :, 2].min(axis=1) <= z) & (triangles[:, :, 2].max(axis=1) > z)]
    for t in some:
        ends = []
        for a, b in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0])):
            if (a[2] <= z) != (b[2] <= z):
                share = (z - a[2]) / (b[2] - a[2])
                ends.append(a[:2] + (b[:2] - a[:2]) * share)
        if len(ends) == 2 and (ends[0][1] <= row) != (ends[1][1] <= row):
            share = (row - ends[0][1]) / (ends[1][1] - ends[0][1])
            found.append(float(ends[0][0] + (ends[1][0] - ends[0][0]) * share))
    return np.array(found)
