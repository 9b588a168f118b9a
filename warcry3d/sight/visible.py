"""Sight: `sight` for one pair, `Sightlines` for many pairs on one table."""

import math
import threading
from collections import Counter
from collections.abc import Collection
from copy import copy
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom import casts, proof_log, search, witness
from warcry3d.sight.blockers import Blockers, blockers_of
from warcry3d.sight.certificate import Certificate
from warcry3d.sight.figure_surface import FigureSurface
from warcry3d.sight.verdict import Hidden, Point, Seen, TooClose, Verdict, turned_round
from warcry3d.sight.visible_share import VisibleShare, visible_share
from warcry3d.table.models import Tag
from warcry3d.table.table import Table
from warcry3d.units import MM, SIGHT_TOLERANCE_MM, to_mm

__all__ = ["BUDGET", "Look", "Sightlines", "sight"]

BUDGET = 16_000
"""Pairs of patches looked at before a verdict is left open: about half a second."""
RAYS = 600
"""Random lines tried first: on hard boards they find nine of ten seen pairs in less time than one split takes."""
_SHIFTS = 200
"""Small shifts tried to make a line clearer; steps away from what is nearest find little more, in ten times as long."""
_SEED = 0x9E3779B97F4A7C15
_NOTES = 1 << 18


def sight(
    table: Table,
    viewer: str,
    target: str,
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    transparent: Collection[str] = (),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    budget: int = BUDGET,
) -> Verdict:
    """Return whether some straight line runs from the viewer's figure to the target's past all blockers.

    ``tags``: the parts of figures that see, are seen and block. ``transparent``: models that block nothing. A line
    narrower than ``tolerance_mm`` (what may shift sideways in all) is too close; so is what ``budget`` pairs of patches
    do not settle. Symmetric: both ways round give the same answer, the witness reversed. Raises `UnknownNameError`.
    """
    lines = Sightlines(
        table, tags=tags, transparent=transparent, tolerance_mm=tolerance_mm, budget=budget, scratch=_last.scratch
    )
    verdict = lines.between(viewer, target)
    _last.scratch = lines._scratch
    return verdict


class _Last(threading.local):
    """The working memory of each thread's last `sight`, whose lines are gone: to make it takes 0.6 ms."""

    scratch: proof_log.Scratch | None = None


_last = _Last()


class Look(Enum):
    """What `Sightlines.look` knows where it has found no line: that there is none, or nothing."""

    HIDDEN = "hidden"
    OPEN = "open"


class Sightlines:
    """Lines of sight on one table: what stops them is prepared once for all pairs.

    The arguments are those of `sight`; ``blockers`` those of the table, where they are at hand; ``scratch``: working
    memory that nothing else uses, taken where it fits. Not for use by two threads at once.
    """

    def __init__(
        self,
        table: Table,
        *,
        tags: frozenset[Tag] = frozenset(Tag),
        transparent: Collection[str] = (),
        tolerance_mm: float = SIGHT_TOLERANCE_MM,
        budget: int = BUDGET,
        blockers: Blockers | None = None,
        scratch: proof_log.Scratch | None = None,
    ) -> None:
        self.blockers: Blockers = blockers or blockers_of(table, tags)
        self._table = table
        self._numbers = {model.id: i + 1 for i, model in enumerate(table.models)}
        self._clear = {self._numbers[table.model(id).id] for id in transparent}
        self.tolerance = tolerance_mm * MM
        self._budget = budget
        self._pairs = max(budget, search.NARROW_BUDGET)
        if scratch is None or not scratch.fits(self.blockers.mesh, _NOTES, self._pairs):
            scratch = proof_log.scratch_for(self.blockers.mesh, _NOTES, pairs=self._pairs)
        self._scratch = scratch
        self._surfaces: dict[int, FigureSurface] = {}

    def through(self, transparent: Collection[str]) -> "Sightlines":
        """Return lines on the same table for which these models block nothing, in place of those given before.

        They share what is prepared and the working memory, so both are for one thread. Raises `UnknownNameError`.
        """
        other = copy(self)
        other._clear = {self._numbers[self._table.model(id).id] for id in transparent}
        return other

    def for_thread(self) -> "Sightlines":
        """Return the same lines for another thread: what is prepared is shared, working memory is not."""
        other = copy(self)
        other._scratch = proof_log.scratch_for(self.blockers.mesh, _NOTES, pairs=self._pairs)
        other._surfaces = {}
        return other

    def scratch_beside(self, notes: int, *, pairs: int) -> proof_log.Scratch:
        """Return working memory for a search that goes on beside others on the same mesh and in the same thread."""
        return proof_log.scratch_beside(self._scratch, notes, pairs=pairs)

    def _ends(self, viewer: str, target: str) -> tuple[int, int]:
        """Return the groups of two models; raise `UnknownNameError` for one that is not there."""
        return self._numbers[self._table.model(viewer).id], self._numbers[self._table.model(target).id]

    def box(self, model: str) -> NDArray[np.float64] | None:
        """Return the box (2, 3) around a model's figure, as far as it sees and is seen; None where nothing of it is."""
        root = self.root(model)
        return None if root < 0 else self.blockers.mesh.boxes[root].reshape(2, 3)

    def root(self, model: str) -> int:
        """Return the root of a model's figure in the blockers' mesh, -1 where nothing of it is there."""
        return int(self.blockers.mesh.roots[self._numbers[self._table.model(model).id]])

    def room(self, viewer: str, target: str) -> float:
        """Return how near (in) anything may come to a line between two models that counts."""
        return self._half(*self._ends(viewer, target))

    def along(self, viewer: str, target: str, line: NDArray[np.float64]) -> Seen | None:
        """Return that two models see each other if a line (2, 3) between their figures shows it; None: it does not.

        Raises `UnknownNameError`.
        """
        a, b = self._ends(viewer, target)
        clear = self._clear_by(self.roots_near(a, b), line)
        return Seen(_line(line), to_mm(clear)) if clear >= self._half(a, b) else None

    def between(self, viewer: str, target: str) -> Verdict:
        """Return the verdict for two models; raise `UnknownNameError` for one that is not there."""
        a, b = self._ends(viewer, target)
        return turned_round(self._judge(b, a, target, viewer)) if a > b else self._judge(a, b, viewer, target)

    def glimpse(self, viewer: str, target: str, rays: int = RAYS) -> Seen | None:
        """Return that two models see each other where some random line of so many shows it; None: that takes a longer
        look.

        What is glimpsed `between` calls seen too, maybe by a clearer line. Raises `UnknownNameError`.
        """
        a, b = self._ends(viewer, target)
        if a > b:
            found = self.glimpse(target, viewer, rays)
            return None if found is None else Seen((found.witness[1], found.witness[0]), found.clearance_mm)
        mesh = self.blockers.mesh
        if mesh.roots[a] < 0 or mesh.roots[b] < 0:
            return None
        half, best, state = self._half(a, b), np.zeros((2, 3)), np.array([_SEED], np.uint64)
        ends = int(mesh.roots[a]), int(mesh.roots[b])
        gap = witness.sample(mesh, self.roots_near(a, b), *ends, rays, half, state, best, self._scratch)
        return Seen(_line(best), to_mm(gap)) if gap >= half else None

    def look(
        self, viewer: str, target: str, budget: int = BUDGET, *, is_wide: bool = False
    ) -> NDArray[np.float64] | Look:
        """Return a line (2, 3) between two models' figures that nothing blocks, however narrow; else what is known.

        ``is_wide``: one that is wide enough to be seen by; hidden then says that none is, though some may be free.
        Takes a part of the time that `between` takes where there is only a narrow line. Raises `UnknownNameError`.
        """
        ends = self._ends(viewer, target)
        if min(self.blockers.mesh.roots[[*ends]]) < 0:
            return Look.HIDDEN
        needed, sought = (self._half(*ends), self.tolerance / 2) if is_wide else (0.0, 0.0)
        line, _, gap, bound = self._first_line(ends, budget, sought)
        if gap >= needed:
            return line
        return Look.HIDDEN if max(gap, bound) < sought else Look.OPEN

    def _first_line(
        self, ends: tuple[int, int], budget: int, sought: float = 0.0
    ) -> tuple[NDArray[np.float64], NDArray[np.uint64], float, float]:
        """Return a free line between two groups (2, 3), the generator's state, how clear the line is (in; -1: there is
        none), and a bound on lines that may be left (-1: there are none).

        ``sought`` (in): lines no clearer than that are left aside until one has room enough; 0: any line will do.
        """
        best, state, scratch, bound = np.zeros((2, 3)), np.array([_SEED], np.uint64), self._scratch, math.inf
        mesh, half, roots, least = self.blockers.mesh, self._half(*ends), self.roots_near(*ends), self.tolerance
        a, b = (int(mesh.roots[end]) for end in ends)
        scratch.used[:] = 0
        gap = witness.sample(mesh, roots, a, b, RAYS, half, state, best, scratch)
        if gap < (half if sought else 0.0):
            least *= search.LEAST_SHARE if sought else 1.0
            _, gap, bound, _ = search.divide(mesh, roots, a, b, half, sought, least, budget, scratch, state, best, gap)
        return best, state, gap, bound

    def widened(self, viewer: str, target: str, line: NDArray[np.float64], enough: float) -> NDArray[np.float64]:
        """Return a line (2, 3) between two models that is clear by ``enough`` (in), or as clear as small shifts make
        ``line``, which is free. Raises `UnknownNameError`.
        """
        ends = self._ends(viewer, target)
        mesh, best, state = self.blockers.mesh, line.copy(), np.array([_SEED], np.uint64)
        a, b = (int(mesh.roots[end]) for end in ends)
        witness.climb(mesh, self.roots_near(*ends), a, b, enough, _SHIFTS, state, best, 0.0, self._scratch)
        return best

    def share(self, viewer: str, target: str, verdict: Verdict) -> VisibleShare:
        """Return how much of ``target`` is visible to ``viewer``, whose ``verdict`` on it this is.

        Raises `UnknownNameError`.
        """
        a, b = self._ends(viewer, target)
        mesh, one, other = self.blockers.mesh, self._surface(a), self._surface(b)
        roots = self.roots_near(a, b) if one.is_there and other.is_there else np.zeros(0, np.int32)
        return visible_share(mesh, one, other, (roots, mesh.roots[b : b + 1]), verdict)

    def _surface(self, group: int) -> FigureSurface:
        """Return a figure's surface, prepared once for all pairs."""
        if group not in self._surfaces:
            self._surfaces[group] = FigureSurface(self.blockers.mesh, self.blockers.faces(group))
        return self._surfaces[group]

    def sees(self, viewer: str, target: str) -> bool:
        """Return whether `between` says seen; raise `UnknownNameError`."""
        return self.witness(viewer, target) is not None

    def witness(self, viewer: str, target: str, budget: int | None = None) -> NDArray[np.float64] | None:
        """Return the line (2, 3) by which `between` says seen, if it does; raise `UnknownNameError`.

        ``budget``: look at so many pairs of patches at most, not at as many as `between`. How wide a gap is that is too
        narrow is not asked, so that such a pair takes a part of the time.
        """
        ends = self._ends(viewer, target)
        mesh, one, other = self.blockers.mesh, min(ends), max(ends)
        a, b = int(mesh.roots[one]), int(mesh.roots[other])
        if a < 0 or b < 0:
            return None
        best, state, gap, bound = self._first_line((one, other), self._budget if budget is None else budget)
        half, roots, scratch = self._half(one, other), self.roots_near(one, other), self._scratch
        if gap < half and max(gap, bound) >= 0.0:
            finer, pairs = search.LEAST_SHARE * self.tolerance, search.NARROW_BUDGET
            _, gap, _, _ = search.divide(mesh, roots, a, b, half, half, finer, pairs, scratch, state, best, gap)
        if gap < half:
            return None
        if gap < search.COMFORTABLE:
            witness.climb(mesh, roots, a, b, search.COMFORTABLE, search.POLISH, state, best, gap, scratch)
        return best if one == ends[0] else best[::-1].copy()

    def _judge(self, a: int, b: int, viewer: str, target: str) -> Verdict:
        mesh = self.blockers.mesh
        if mesh.roots[a] < 0 or mesh.roots[b] < 0:
            return Hidden((), self._certificate(viewer, target, a, b, empty=True))
        roots, half = self.roots_near(a, b), self._half(a, b)
        end, best, gap, stopper = self._search(a, b)
        if end == search.SOME_LINE:
            return Seen(_line(best), to_mm(gap))
        if end == search.NO_LINE:
            certificate = self._certificate(viewer, target, a, b)
            return Hidden(self._closers(certificate, roots), certificate)
        if half > self.tolerance / 2 and (clear := self._clear_by(roots, best)) >= self.tolerance / 2:
            return Seen(_line(best), to_mm(clear))
        ends = np.stack([self._surface(group).nearest(end) for group, end in zip((a, b), best, strict=True)])
        return TooClose(to_mm(gap), _line(ends), self._beside(roots, best, gap, stopper))

    def _search(self, a: int, b: int) -> tuple[int, NDArray[np.float64], float, int]:
        """Return how the search between two groups ended, its line (2, 3), the gap (in) and a face beside it."""
        mesh, roots, half, best = self.blockers.mesh, self.roots_near(a, b), self._half(a, b), np.zeros((2, 3))
        while True:
            state = np.array([_SEED], np.uint64)
            end, _, gap, stopper = search.search(
                mesh,
                roots,
                mesh.roots[a],
                mesh.roots[b],
                half,
                self.tolerance,
                RAYS,
                self._budget,
                self._scratch,
                state,
                best,
            )
            if self._scratch.used.max() <= len(self._scratch.whole):
                return end, best, gap, stopper
            notes = 4 * int(self._scratch.used.max())
            self._scratch = proof_log.scratch_for(mesh, notes, pairs=self._pairs)

    def _half(self, a: int, b: int) -> float:
        """Return how near (in) anything may come to a line between two groups that counts.

        What is seen past a reduced mesh is seen past the mesh itself: its room is that much less.
        """
        return self.tolerance / 2 + self._off_near(a, b)

    def _off_near(self, a: int, b: int) -> float:
        """Return how far anything may lie from its faces (in) that could come near to a line between two groups."""
        off, boxes = self.blockers.off
        if not len(off):
            return 0.0
        ends = self.blockers.mesh.boxes[self.blockers.mesh.roots[[a, b]]]
        reach = off.max() + self.tolerance / 2
        low, high = ends[:, :3].min(axis=0) - reach, ends[:, 3:].max(axis=0) + reach
        near = np.all((boxes[:, :3] <= high) & (boxes[:, 3:] >= low), axis=1)
        return float(off[near].max(initial=0.0))

    def _clear_by(self, roots: NDArray[np.int32], line: NDArray[np.float64]) -> float:
        """Return how clear a line is (in); -1 where it is stopped, or where it would be narrower than the tolerance if
        all that it passes lay as far from its faces as it may.
        """
        mesh, stack = self.blockers.mesh, self._scratch.stack
        if self._hits(roots, line[0], line[1]) or any(casts.is_inside(mesh, roots, end, stack) for end in line):
            return -1.0
        clear, _ = casts.clearance(mesh, roots, line[0], line[1], witness.CLEARANCE_LIMIT, stack)
        off, boxes = self.blockers.off
        reach = off.max(initial=0.0) + self.tolerance / 2
        near = _meets(line, boxes[:, :3] - reach, boxes[:, 3:] + reach)
        return float(clear) if clear - off[near].max(initial=0.0) >= self.tolerance / 2 else -1.0

    def roots_near(self, a: int, b: int) -> NDArray[np.int32]:
        """Return the roots of all groups that could stop a line between two groups, or stand within the clearance that
        is measured of it.
        """
        mesh = self.blockers.mesh
        stops = mesh.roots >= 0
        stops[[a, b, *self._clear]] = False
        roots = mesh.roots[stops]
        ends = mesh.boxes[mesh.roots[[a, b]]]
        low = ends[:, :3].min(axis=0) - witness.CLEARANCE_LIMIT
        high = ends[:, 3:].max(axis=0) + witness.CLEARANCE_LIMIT
        boxes = mesh.boxes[roots]
        return roots[np.all((boxes[:, :3] <= high) & (boxes[:, 3:] >= low), axis=1)]

    def _certificate(self, viewer: str, target: str, a: int, b: int, *, empty: bool = False) -> Certificate:
        whole, real = (0, 0) if empty else self._scratch.used.tolist()
        return Certificate(
            viewer,
            target,
            self.blockers.digest,
            (self.blockers.faces(a), self.blockers.faces(b)),
            self._scratch.whole[:whole].copy(),
            self._scratch.real[:real].copy(),
        )

    def _closers(self, certificate: Certificate, roots: NDArray[np.int32]) -> tuple[str, ...]:
        """Return the names of what closes pairs of patches, the busiest first; what a buried figure lies in."""
        count = Counter(self.blockers.name(face) for face in certificate.seeds())
        if not count:
            for order in certificate.orders:
                low = self.blockers.mesh.vertices[self.blockers.mesh.faces[order[0], 0]]
                count.update(
                    self.blockers.name(f) for f in self._hits(roots, low, low + np.array((0.0, 0.0, 1000.0)))[:1]
                )
        return tuple(sorted(count, key=lambda name: (-count[name], name)))

    def _hits(self, roots: NDArray[np.int32], start: NDArray[np.float64], end: NDArray[np.float64]) -> list[int]:
        """Return the faces that a segment crosses, the nearest to its start first."""
        scratch = self._scratch
        count = casts.first_hits(
            self.blockers.mesh, roots, start, end, scratch.faces, scratch.signs, scratch.wheres, scratch.stack
        )
        faces: list[int] = scratch.faces[:count].tolist()
        return faces

    def _beside(self, roots: NDArray[np.int32], line: NDArray[np.float64], gap: float, stopper: int) -> tuple[str, ...]:
        """Return the names of what stands beside a doubtful line: what stops it where it is, and what would if it were
        shifted by the gap to any side.
        """
        faces = self._hits(roots, line[0], line[1])
        _, nearest = casts.clearance(self.blockers.mesh, roots, line[0], line[1], 1.0, self._scratch.stack)
        faces.append(nearest)
        shift = min(gap, _SHIFT_LIMIT) + _SHIFT_MORE
        for step in _across(line[1] - line[0]) * shift:
            faces += self._hits(roots, line[0] + step, line[1] + step)[:1]
        if not any(face >= 0 for face in faces):
            faces.append(stopper)
        return tuple(dict.fromkeys(self.blockers.name(face) for face in faces if face >= 0))


_SIDES = 16
_SHIFT_LIMIT, _SHIFT_MORE = 20 * MM, 0.01 * MM
"""A doubtful line is shifted by the gap, at most so far, and a little more, to see what stands beside it."""


def _meets(line: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which of the boxes from ``low`` to ``high`` (k, 3) a segment meets."""
    way = line[1] - line[0]
    way = np.where(np.abs(way) < 1e-12, 1e-12, way)
    one, other = (low - line[0]) / way, (high - line[0]) / way
    enter, leave = np.minimum(one, other).max(axis=1), np.maximum(one, other).min(axis=1)
    meets: NDArray[np.bool_] = np.maximum(enter, 0.0) <= np.minimum(leave, 1.0)
    return meets


def _across(way: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return unit vectors all around across a way, (16, 3)."""
    along = way / max(float(np.linalg.norm(way)), 1e-12)
    one = np.cross(along, np.eye(3)[int(np.abs(along).argmin())])
    one /= np.linalg.norm(one)
    two = np.cross(along, one)
    turns = np.arange(_SIDES) * (2 * np.pi / _SIDES)
    around: NDArray[np.float64] = np.cos(turns)[:, None] * one + np.sin(turns)[:, None] * two
    return around


def _line(ends: NDArray[np.float64]) -> tuple[Point, Point]:
    (a, b, c), (d, e, f) = ends.tolist()
    return (a, b, c), (d, e, f)
