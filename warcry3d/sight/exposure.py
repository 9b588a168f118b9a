"""Estimates of exposure: the share of a board from which a place is seen.

Shares are found by casting rays at points of low-discrepancy sequences: the same table gives the same numbers. They are
estimates and settle nothing: whether two fighters see each other is `warcry3d.sight.visible`'s to say.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.low_discrepancy import low_discrepancy
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.sight.rays import Occluded, occluded_by
from warcry3d.table.table import Table
from warcry3d.units import BASE_HEIGHT

__all__ = ["Exposure", "StandInBody", "exposure", "seen_from", "terrain_solids"]


def terrain_solids(table: Table) -> list[Solid]:
    """Return the solids of all terrain that stops lines of sight, in the table's order."""
    return [
        feature.solids[part.id]
        for feature in table.terrain.features
        for part in feature.piece.parts
        if feature.blocks_sight(part)
    ]


@dataclass(frozen=True, slots=True)
class StandInBody:
    """A figure to stand about for estimates: a round base of ``radius``, on it an upright body half as wide, to
    ``height`` over the ground (in).
    """

    radius: float
    height: float

    def __post_init__(self) -> None:
        if not (self.radius > 0 and self.height > BASE_HEIGHT):
            raise ValueError(f"a figure must be higher than its base, {BASE_HEIGHT:.3f} in; got {self.height}")

    def lines(self, count: int) -> FloatArray:
        """Return where lines between two bodies begin and end, (count, 4): across (in) and up (in over the ground) on
        the one, then on the other. The first goes from eye to eye.
        """
        places = low_discrepancy(count, 4)
        across, bottom = self.radius / 2 * 0.98, BASE_HEIGHT + 0.02 * self.height
        low = np.array([-across, bottom, -across, bottom])
        high = np.array([across, self.height, across, self.height])
        made = low + places * (high - low)
        eye = BASE_HEIGHT + 0.9 * (self.height - BASE_HEIGHT)
        made[0] = (0.0, eye, 0.0, eye)
        return np.asarray(made)


@dataclass(frozen=True, eq=False)
class Exposure:
    """From how much of a board each spot is seen.

    ``share`` (n, s): for each spot and storey, of the other spots of that storey those that see it; ``overall`` (n,):
    of all other spots; ``rays``: how many were cast; ``lines``: how many at most for a pair.
    """

    share: FloatArray
    overall: FloatArray
    rays: int
    lines: int


def exposure(
    solids: Sequence[Solid], at: FloatArray, storey: NDArray[np.int64], body: StandInBody, *, lines: int = 16
) -> Exposure:
    """Return how exposed spots ``at`` (n, 3) are among these solids, ``storey`` (n,) numbering the storey of each.

    Of two spots one sees the other, both ways alike, when one of ``lines`` lines between two bodies standing there is
    free: slits that all of them miss are not found, so shares are a little low. Every spot counts alike.
    """
    blocked = occluded_by(solids)
    offsets = body.lines(lines)
    count = len(at)
    storeys = int(storey.max()) + 1 if count else 0
    member = np.zeros((count, storeys), np.float32)
    member[np.arange(count), storey] = 1
    seen = np.zeros((count, storeys))
    rays = 0
    step = max(1, 2_000_000 // max(count, 1))
    for first in range(0, count, step):
        rows = np.arange(first, min(first + step, count))
        # Later spots alone: who sees is seen.
        i, j = np.nonzero(np.arange(count)[None] > rows[:, None])
        i += first
        free, cast = _mutual(at, i, j, offsets, blocked)
        rays += cast
        sees = np.zeros((len(rows), count), np.float32)
        sees[i[free] - first, j[free]] = 1
        seen[rows] += sees @ member
        seen += sees.T @ member[rows]
    among = member.sum(axis=0, dtype=np.float64) - member
    by_storey = np.where(among > 0, seen / np.maximum(among, 1), 0.0)
    return Exposure(by_storey, seen.sum(axis=1) / max(count - 1, 1), rays, lines)


def seen_from(
    solids: Sequence[Solid], places: FloatArray, at: FloatArray, body: StandInBody, *, lines: int = 16
) -> NDArray[np.bool_]:
    """Return for each of ``places`` (k, 3) which of the spots ``at`` (n, 3) it sees, (k, n); lines as in `exposure`."""
    blocked = occluded_by(solids)
    both = np.concatenate([places, at])
    i, j = (index.ravel() for index in np.meshgrid(np.arange(len(places)), np.arange(len(at)), indexing="ij"))
    free, _ = _mutual(both, i, j + len(places), body.lines(lines), blocked)
    return free.reshape(len(places), len(at))


def _mutual(
    at: FloatArray, i: NDArray[np.int64], j: NDArray[np.int64], offsets: FloatArray, blocked: Occluded
) -> tuple[NDArray[np.bool_], int]:
    """Return for pairs of spots i, j (p,) whether one of the lines between them is free, and how many were cast.

    A pair of which one line is free is not asked again.
    """
    found = np.zeros(len(i), np.bool_)
    spots = at.astype(np.float32)
    rest = np.arange(len(i))
    rays = 0
    for across_i, up_i, across_j, up_j in offsets.astype(np.float32):
        if not len(rest):
            break
        a, b = spots[i[rest]], spots[j[rest]]
        way = b[:, :2] - a[:, :2]
        away = np.hypot(way[:, 0], way[:, 1])
        side = np.where(away[:, None] > 1e-6, way[:, ::-1] * (-1, 1) / np.maximum(away, 1e-6)[:, None], (1.0, 0.0))
        side = side.astype(np.float32)
        a[:, :2] += side * across_i
        b[:, :2] += side * across_j
        a[:, 2] += up_i
        b[:, 2] += up_j
        free = ~blocked(a, b)
        rays += len(rest)
        found[rest[free]] = True
        rest = rest[~free]
    return found, rays
