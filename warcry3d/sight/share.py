"""Estimates of visibility: the visible share of a figure, and the share of a board that sees a place.

Shares are found by casting rays at points of low-discrepancy sequences: the same table gives the same numbers. They
are estimates, reported with their rays and standard error, and settle nothing: whether two fighters see each other is
`warcry3d.sight.visible`'s to say, and a share of 0 is no proof that they do not.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import QuestionError
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.sight.rays import Occluded, occluded_by
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table
from warcry3d.units import BASE_HEIGHT

__all__ = [
    "Estimate",
    "Exposure",
    "Share",
    "StandInBody",
    "exposure",
    "low_discrepancy",
    "seen_from",
    "share",
    "terrain_solids",
]

_OFF = 1e-4
"""Rays end so far (in) off the surface they look at: 25 times what float32 loses on a 60 in board."""

_ROUNDS = 8
"""Estimates are made of so many independent parts, whose spread is the standard error."""

_EYES = 64
"""Places on the viewer that are tried before the best one is measured."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share from 0 to 1 with its standard error, and the ``rays`` it was found by."""

    share: float
    error: float
    rays: int


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a figure is seen: from the ``best`` place on the viewer, at ``eye`` (in); and on the whole, over
    ``pairs`` of a place on the viewer and a spot of the target's outline as seen from there.
    """

    best: Estimate
    eye: tuple[float, float, float]
    pairs: Estimate


def low_discrepancy(count: int, dimensions: int, *, skip: int = 0) -> FloatArray:
    """Return points (count, dimensions) that fill the unit cube evenly: multiples of the powers of 1/g modulo 1, g the
    positive root of g**(d+1) = g + 1 (Roberts 2018). The first ``skip`` are left out.
    """
    g = 2.0
    for _ in range(60):
        g = (1 + g) ** (1 / (dimensions + 1))
    powers = g ** -np.arange(1.0, dimensions + 1)
    return np.asarray((0.5 + np.outer(np.arange(skip + 1, skip + count + 1), powers)) % 1.0)


def terrain_solids(table: Table) -> list[Solid]:
    """Return the solids of all terrain that stops lines of sight, in the table's order."""
    return [
        feature.solids[part.id]
        for feature in table.terrain.features
        for part in feature.piece.parts
        if feature.blocks_sight(part)
    ]


def share(
    table: Table, viewer: str, target: str, *, tags: frozenset[Tag] = frozenset(Tag), rays: int = 20_000
) -> Share:
    """Return how much of ``target`` is seen by ``viewer``, past terrain and every other figure.

    The share is of the target's outline as it is seen from a place, near and turned parts weighing as in a picture.
    Any place on the viewer's figure may look (WC-SIGHT-1); parts of figures without these ``tags`` count for nothing.
    ``rays``: about how many are cast for each of the two estimates. Raises `QuestionError` for a fighter that looks at
    itself, and `UnknownNameError`.
    """
    if viewer == target:
        raise QuestionError("'{model}' cannot look at itself", model=viewer)
    look, shown = table.model(viewer), table.model(target)
    eyes, bodies = (_Surface(_counted(model, tags)) for model in (look, shown))
    if not eyes.is_there or not bodies.is_there:
        nothing = Estimate(0.0, 0.0, 0)
        return Share(nothing, look.placement.at, nothing)
    others = [m for m in table.models if m.id not in (viewer, target)]
    blocked = occluded_by([*terrain_solids(table), *(s for m in others for s in _counted(m, tags))])
    view = _View(bodies, blocked, occluded_by(bodies.solids))
    places = eyes.points(low_discrepancy(_EYES, 3))[0]
    few = max(64, rays // (4 * _EYES))
    tried = [view.measured(np.tile(place, (few, 1)), low_discrepancy(few, 3)) for place in places]
    best = int(np.argmax([seen / whole if whole > 0 else 0.0 for seen, whole, _ in tried]))
    each = max(16, rays // _ROUNDS)
    alone, pairs = [], []
    for r in range(_ROUNDS):
        alone.append(view.measured(np.tile(places[best], (each, 1)), low_discrepancy(each, 3, skip=few + r * each)))
        both = low_discrepancy(each, 6, skip=r * each)
        pairs.append(view.measured(eyes.points(both[:, 3:])[0], both[:, :3]))
    x, y, z = places[best].tolist()
    return Share(_estimate(alone), (x, y, z), _estimate(pairs))


def _counted(model: Model, tags: frozenset[Tag]) -> list[Solid]:
    return [solid for part, solid in zip(model.figure.parts, model.solids, strict=True) if part.tag in tags]


def _estimate(rounds: Sequence[tuple[float, float, int]]) -> Estimate:
    """Return the ratio of sums of (seen, whole, rays), with the standard error of a ratio of means: never less than one
    ray's worth, for rays that all end alike do not say by how little they might have missed.
    """
    seen, whole = (np.array([r[i] for r in rounds]) for i in (0, 1))
    count = sum(r[2] for r in rounds)
    if whole.sum() <= 0:
        return Estimate(0.0, 0.0, count)
    ratio = float(seen.sum() / whole.sum())
    rest = seen - ratio * whole
    error = math.sqrt(float((rest**2).sum()) / (len(rounds) * (len(rounds) - 1))) / float(whole.mean())
    return Estimate(ratio, max(error, 1 / count), count)


class _Surface:
    """The surface of several solids, to take points from evenly by area."""

    def __init__(self, solids: Sequence[Solid]) -> None:
        self.solids = list(solids)
        corners = [solid.triangles for solid in solids]
        self.corners = np.concatenate(corners) if corners else np.zeros((0, 3, 3))
        self.normals = np.concatenate([s.normals for s in solids]) if corners else np.zeros((0, 3))
        a, b, c = self.corners[:, 0], self.corners[:, 1], self.corners[:, 2]
        self.sums = np.cumsum(np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2)
        self.is_there = len(self.sums) > 0 and self.sums[-1] > 0

    def points(self, units: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return points of the surface (n, 3), just off it, and its normals there, for places (n, 3) in a unit cube."""
        face = np.minimum(np.searchsorted(self.sums, units[:, 0] * self.sums[-1]), len(self.sums) - 1)
        root, other = np.sqrt(units[:, 1:2]), units[:, 2:3]
        a, b, c = (self.corners[face, k] for k in range(3))
        at = a * (1 - root) + b * (root * (1 - other)) + c * (root * other)
        return at + self.normals[face] * _OFF, self.normals[face]


@dataclass(frozen=True, eq=False)
class _View:
    """A target among what stands in the way; ``own``: what stops lines on the target itself."""

    target: _Surface
    blocked: Occluded
    own: Occluded

    def measured(self, eyes: FloatArray, units: FloatArray) -> tuple[float, float, int]:
        """Return (seen, whole, rays): the outline of the target as seen from ``eyes`` (n, 3), a point for each, at
        ``units`` (n, 3) of a unit cube.

        Points weigh as large as their surface looks from the eye; those on the target's far side are no part of its
        outline.
        """
        at, normals = self.target.points(units)
        way = eyes - at
        away = np.linalg.norm(way, axis=1)
        weight = np.maximum((way * normals).sum(axis=1), 0.0) / np.maximum(away, 1e-6) ** 3
        facing = np.flatnonzero(weight > 0)
        outline = facing[~self.own(eyes[facing], at[facing])]
        free = outline[~self.blocked(eyes[outline], at[outline])]
        return float(weight[free].sum()), float(weight[outline].sum()), len(facing) + len(outline)


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
