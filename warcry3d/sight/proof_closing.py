"""Why all lines from one patch to another are stopped: floods, rims, and conditions that refute each other, re-derived.

The argument for each rule is in docs/sight.md; the names are the same there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self, TypeAlias

import numpy as np

from warcry3d.errors import WarcryError
from warcry3d.geom.solid import FloatArray
from warcry3d.sight.proof_surface import (
    GROWTH,
    Bools,
    Ints,
    ProofSurface,
    cross,
    hull_planes,
    meets_planes,
    nearest_in,
    segment_gaps,
)
from warcry3d.sight.verdict import Point

__all__ = ["ROOM", "Flood", "ProofError", "ProofShaft", "Refutation", "close_by_cases", "drawn_apart"]

ROOM = 1e-4
"""Inches (2.5 micrometres): a line with nothing this near to it is what a proof excludes. A fiftieth of what counts as
seen by the usual tolerance; float64 cannot distinguish lines that only graze from stopped ones."""
PULL = 2e-5
"""Inches by which both patches are drawn apart before a pair is closed, so that whatever touches them lies clear of
them; of a line with room, that leaves one with this much less."""
ALL, FROM_VIEWER, FROM_TARGET = 0, 1, 2
ON_LINE = 2e-10
"""Inches by which a rim's edge may be off the straight line that stands for it."""
DEEP = 60.0
"""How many times deeper inside a rim than rounding reaches an end must be that is known to be hidden."""
NO_WAY = 1e-6
"""Inches between the means of two patches below which they are not drawn apart."""
AT_PATCH = 1e-6
"""Inches by which a noted line may miss its patches by rounding; it is moved onto them."""


class ProofError(WarcryError):
    """A step of a proof that cannot be re-derived; ``place``, where known, is a line it speaks of."""

    place: tuple[Point, Point] | None = None

    def at(self, place: tuple[Point, Point]) -> Self:
        """Return the error with the place it is about."""
        self.place = place
        return self


@dataclass(frozen=True, eq=False)
class Flood:
    """All triangles reached from ``seed`` over edges in the shaft; ``rim`` stands for the straight lines it ends at,
    each by an edge (face, corner); ``line`` (2, 3) crosses the seed.
    """

    mode: int
    seed: int
    rim: tuple[tuple[int, int], ...]
    line: FloatArray


@dataclass(frozen=True, eq=False)
class Refutation:
    """The conditions of a case have no line in common: weighted, they add up to less than nothing everywhere."""

    weights: FloatArray


Case: TypeAlias = tuple[FloatArray, ...] | None
"""The conditions of a case, each by its values at all pairs of corners; None: no free line is left in it."""


@dataclass(frozen=True, eq=False)
class ProofShaft:
    """All lines from the hull of ``near`` (n, 3) to the hull of ``far`` (k, 3), corners of the viewer's and the
    target's patch, among the faces that block.
    """

    surface: ProofSurface
    blocks: Bools
    near: FloatArray
    far: FloatArray

    @cached_property
    def planes(self) -> FloatArray:
        """Return the half-spaces of the hull of both patches."""
        return hull_planes(np.concatenate([self.near, self.far]))

    @cached_property
    def reach(self) -> float:
        """Return the greatest distance of a corner of one patch from one of the other."""
        return float(np.linalg.norm(self.near[:, None] - self.far[None], axis=2).max())

    @property
    def slack(self) -> float:
        """Return what edges off their line, and rounding, may add to how far a line passes beside an edge."""
        return 2.0 * ON_LINE * self.reach


def drawn_apart(near: FloatArray, far: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return both patches moved away from each other by `PULL`, along the way between the means of their corners."""
    way = far.mean(axis=0) - near.mean(axis=0)
    length = float(np.linalg.norm(way))
    if length < NO_WAY:
        return near, far
    return near - way * (PULL / length), far + way * (PULL / length)


def close_by_cases(shaft: ProofShaft, steps: Sequence[Flood | Refutation]) -> None:
    """Re-derive that no free line is left in the shaft; raise `ProofError` at a step that does not follow."""
    cases: list[Case] = [()]
    for step in steps:
        case = cases.pop()
        if isinstance(step, Refutation):
            if case is not None:
                _refute(shaft, case, step.weights)
        else:
            outside = None if case is None else _outside(shaft, step)
            narrowed = [None] * len(step.rim) if case is None or outside is None else [(*case, one) for one in outside]
            cases += narrowed
    if cases:
        raise ProofError("{count} cases of a pair of patches are left open", count=len(cases))


def _refute(shaft: ProofShaft, case: tuple[FloatArray, ...], weights: FloatArray) -> None:
    if len(weights) != len(case) or not (np.isfinite(weights) & (weights >= 0)).all() or not weights.sum() > 0:
        raise ProofError("the weights of a refutation are not as many numbers from 0 up as there are conditions")
    total = sum(weight * condition for weight, condition in zip(weights / weights.sum(), case, strict=True))
    if not np.max(total) < -1e-12 * shaft.reach:
        raise ProofError("the conditions of a case do not refute each other")


def _outside(shaft: ProofShaft, flood: Flood) -> list[FloatArray] | None:
    """Return for each line of the rim by how much lines pass outside it, so that a free line has a value >= 0 in one of
    them; None where no free line is left.
    """
    if flood.mode not in (ALL, FROM_VIEWER, FROM_TARGET) or not 0 <= flood.seed < len(shaft.surface.faces):
        raise ProofError("a flood starts nowhere")
    if not shaft.blocks[flood.seed]:
        raise ProofError("a flood starts at a surface that blocks nothing")
    line = _onto_patches(shaft, flood.line)
    if flood.mode == ALL:
        if not any(_closes(shaft, seed, line) for seed in _seeds(shaft, flood.seed, line)):
            raise ProofError("no surface closes the shaft that a noted line crosses more often one way than the other")
        return None
    front, back = (shaft.near, shaft.far) if flood.mode == FROM_VIEWER else (shaft.far, shaft.near)
    gathered, rim = _gather(shaft.surface, shaft.planes, flood.seed, front)
    if not shaft.surface.are_apart(gathered, back).all():
        raise ProofError("a flood runs into one of the patches")
    if segment_gaps(line[0], line[1], shaft.surface.corners[[flood.seed]])[0] > 0.2 * GROWTH:
        raise ProofError("a noted line does not cross the face that a flood starts at")
    if not len(rim):
        return None
    if not _are_on_lines(shaft.surface, rim, flood.rim):
        raise ProofError("a flood ends at an edge that the proof does not list")
    return _conditions(shaft, flood, line)


def _seeds(shaft: ProofShaft, seed: int, line: FloatArray) -> Iterator[int]:
    """Yield the noted face, then the others that the line crosses: the search floods by clusters of faces, which may
    hold several pieces of surface, and notes where it began.
    """
    yield seed
    faces = np.flatnonzero(shaft.blocks)
    signs = shaft.surface.crossings(faces, line[0], line[1])
    if signs is not None:
        yield from faces[signs != 0].tolist()


def _closes(shaft: ProofShaft, seed: int, line: FloatArray) -> bool:
    """Return whether the surface around the seed has no rim in the shaft, meets neither patch, and is crossed by the
    line more often one way than the other.
    """
    gathered, rim = _gather(shaft.surface, shaft.planes, seed, None)
    if len(rim) or not all(shaft.surface.are_apart(gathered, patch).all() for patch in (shaft.near, shaft.far)):
        return False
    signs = shaft.surface.crossings(gathered, line[0], line[1])
    return signs is not None and int(signs.sum()) != 0


def _onto_patches(shaft: ProofShaft, line: FloatArray) -> FloatArray:
    if not np.isfinite(line).all():
        raise ProofError("a noted line is no line")
    moved = np.stack([nearest_in(shaft.near, line[0]), nearest_in(shaft.far, line[1])])
    if np.abs(moved - line).max() > AT_PATCH:
        raise ProofError("a noted line does not run from patch to patch")
    return moved


def _gather(surface: ProofSurface, planes: FloatArray, seed: int, front: FloatArray | None) -> tuple[Ints, Ints]:
    """Return the faces reached from the seed over edges in the shaft, and the rim's edges as rows (face, corner).

    With ``front`` only faces that all of its points are strictly in front of are gathered, and the seed must be one.
    """
    frontier = np.array([seed], np.int64)
    if front is not None and not surface.are_in_front(frontier, front).all():
        raise ProofError("a flood starts at a face that does not face the patch")
    known = np.zeros(len(surface.faces), bool)
    gathered, rim = [], []
    while len(frontier):
        known[frontier] = True
        gathered.append(frontier)
        beside = surface.neighbours[frontier]
        row, corner = np.nonzero((beside < 0) | ~known[beside])
        face = frontier[row]
        start, end = surface.corners[face, corner], surface.corners[face, (corner + 1) % 3]
        meets = meets_planes(planes, start, end)
        face, corner, across = face[meets], corner[meets], beside[row, corner][meets]
        goes_on = across >= 0
        if front is not None:
            goes_on &= surface.are_in_front(across, front)
        rim.append(np.column_stack([face[~goes_on], corner[~goes_on]]))
        frontier = np.unique(across[goes_on])
    return np.concatenate(gathered), np.concatenate(rim)


def _are_on_lines(surface: ProofSurface, rim: Ints, listed: tuple[tuple[int, int], ...]) -> bool:
    """Return whether every edge of the rim lies on the straight line of one that is listed."""
    ends = np.stack([surface.corners[rim[:, 0], rim[:, 1]], surface.corners[rim[:, 0], (rim[:, 1] + 1) % 3]], axis=1)
    on_one = np.zeros(len(rim), bool)
    for edge in listed:
        start, along = _edge(surface, edge)
        on_one |= (np.linalg.norm(cross(ends - start, along), axis=2) <= ON_LINE).all(axis=1)
    return bool(on_one.all())


def _edge(surface: ProofSurface, edge: tuple[int, int]) -> tuple[FloatArray, FloatArray]:
    """Return where an edge (face, corner) starts and its direction, of length 1."""
    face, corner = edge
    if not (0 <= face < len(surface.faces) and 0 <= corner < 3):
        raise ProofError("the rim of a flood lists an edge that is not there")
    start = surface.corners[face, corner]
    along = surface.corners[face, (corner + 1) % 3] - start
    size = float(np.linalg.norm(along))
    if size == 0.0:
        raise ProofError("the rim of a flood lists an edge without length")
    return start, along / size


def _conditions(shaft: ProofShaft, flood: Flood, line: FloatArray) -> list[FloatArray]:
    """Return the values of each rim line's condition at all pairs of corners, (n, k) each; a free line keeps one."""
    near, far = np.vstack([shaft.near, line[:1]]), np.vstack([shaft.far, line[1:]])
    turn = 1.0 if flood.mode == FROM_VIEWER else -1.0
    sides = np.stack([turn * _sides(shaft.surface, edge, near, far) for edge in flood.rim])
    if not sides[:, -1, -1].max() < -shaft.slack:
        raise ProofError("a noted line does not pass inside the rim of its flood")
    margins = [_margins(shaft, sides, near, far), _margins(shaft, sides.transpose(0, 2, 1), far, near)]
    if len(sides) == 1:
        margins.append(_margin_of_one(shaft, sides[0, :-1, :-1]))
    best = max(margins, key=lambda margin: float(margin.min()))
    if not np.isfinite(best).all():
        raise ProofError("it is not known that a free line passes outside the rim of a flood")
    return [side[:-1, :-1] - margin for side, margin in zip(sides, best, strict=True)]


def _sides(surface: ProofSurface, edge: tuple[int, int], near: FloatArray, far: FloatArray) -> FloatArray:
    """Return for each pair of points how far, times their distance, their line passes right of the edge, (n, k)."""
    start, along = _edge(surface, edge)
    turned = cross(start - near, along)
    sides: FloatArray = turned @ far.T - np.einsum("ni,ni->n", turned, near)[:, None]
    return sides


def _margins(shaft: ProofShaft, sides: FloatArray, near: FloatArray, far: FloatArray) -> FloatArray:
    """Return by how much a free line with room passes outside one of the rim lines: rule END of docs/sight.md.

    ``sides`` (r, n + 1, k + 1), the last row and column for the noted line. An end on the far side that is inside all
    rim lines as seen from all of the near patch; the best is taken. (r,), minus infinity where there is none.
    """
    depth = -sides[:, :-1].max(axis=1)
    radius = np.linalg.norm(far[:-1, None] - far[None], axis=2).max(axis=0)
    share = np.minimum(1.0, (ROOM - PULL) / np.maximum(radius, ROOM))
    margins = np.where(depth > DEEP * shaft.slack, share * depth - 1.02 * shaft.slack, -np.inf)
    return np.asarray(margins[:, int(margins.min(axis=0).argmax())])


def _margin_of_one(shaft: ProofShaft, sides: FloatArray) -> FloatArray:
    """Return the same for one rim line, (1,): rule PAIR of docs/sight.md, for the corners that lie deepest inside."""
    a, b = np.unravel_index(int(sides.argmin()), sides.shape)
    factors = np.linspace(0.0, 1.9, 39)
    sums = sides[a][None, None, :] + sides[:, b][None, :, None] - factors[:, None, None] * sides
    depth = -sums.max(axis=(1, 2))
    radius = max(_radius(shaft.near, int(a)), _radius(shaft.far, int(b)))
    share = min(1.0, (ROOM - PULL) / max(radius, ROOM))
    margins = 0.5 * share * depth - 1.02 * shaft.slack
    margins = np.where(margins > 0.0, margins / (1.0 + 0.5 * share * factors), margins)
    return np.array([np.where(depth > 2.0 * DEEP * shaft.slack, margins, -np.inf).max()])


def _radius(patch: FloatArray, corner: int) -> float:
    return float(np.linalg.norm(patch - patch[corner], axis=1).max())
