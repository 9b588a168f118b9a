"""The checker of full views: it derives again that from an eye all is seen, or from no point of the viewer.

What is shown, and why each step is sound, stands in docs/sight.md. Nothing here is taken from the search.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.sight.blockers import blockers_of
from warcry3d.sight.full_view_verdict import FullView, FullySeen, PartHidden, ViewCertificate
from warcry3d.sight.proof_closing import ProofError, ProofShaft, close_by_cases, drawn_apart
from warcry3d.sight.proof_cover import ByCases, Inside, Patch, ProofFigure, ProofSplit, Record, records
from warcry3d.sight.proof_solids import winding
from warcry3d.sight.proof_surface import EPS, Bools, Ints, ProofSurface, cross, hull_planes, segment_gaps
from warcry3d.table.models import Tag
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, MM, SIGHT_TOLERANCE_MM

__all__ = ["CheckedView", "ViewFault", "verify_full_view"]

IN_SOLID, AT_BLOCKER = 0, 1
GRAZE = 0.5e-6
"""Inches by which pyramids and blockers must be apart: half of what the search asks for."""
ON_FACE = 1e-7
"""Inches by which a patch may miss its face by rounding."""
CHUNK = 40_000
"""Pairs of a pyramid and a blocker that are looked at at a time."""
_SIDES = ((1, 2, 3), (0, 1, 2), (0, 2, 3), (0, 3, 1))
_EDGES = ((0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1))


@dataclass(frozen=True, slots=True)
class CheckedView:
    """All that a full view claims was derived again. ``is_seen``: what it claims; ``cells``: of the viewer's surface,
    each of which some hidden patch of the target faces, or has no eye that counts.
    """

    is_seen: bool
    cells: int = 0


@dataclass(frozen=True, slots=True)
class ViewFault:
    """What does not follow."""

    reason: str


def verify_full_view(
    table: Table,
    viewer: str,
    target: str,
    view: FullView,
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    transparent: Collection[str] = (),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
) -> CheckedView | ViewFault:
    """Return whether a full view holds on ``table``; the arguments are those of `full_view`. One that is too close
    claims nothing: a fault. It does not raise, whatever the view says.
    """
    try:
        with np.errstate(all="ignore"):
            scene = _ViewScene.of(table, viewer, target, tags, transparent, tolerance_mm * MM)
            match view:
                case FullySeen(eye):
                    scene.check_eye(np.array(eye))
                    return CheckedView(True)
                case PartHidden(certificate=ViewCertificate() as certificate):
                    return CheckedView(False, scene.check_cells(certificate))
    except ProofError as error:
        return ViewFault(str(error.message))
    return ViewFault("it claims nothing that could be proved")


@dataclass(frozen=True, eq=False)
class _ViewScene:
    """A table's surfaces: faces of the viewer, of the target, of all that blocks; ``tau``: the tolerance (in)."""

    surface: ProofSurface
    digest: str
    viewer: Ints
    target: Ints
    blocking: tuple[Ints, ...]
    tau: float

    @classmethod
    def of(
        cls,
        table: Table,
        viewer: str,
        target: str,
        tags: frozenset[Tag],
        transparent: Collection[str],
        tau: float,
    ) -> "_ViewScene":
        """Return the scene of a table."""
        blockers = blockers_of(table, tags)
        mesh = blockers.mesh
        sizes = [
            sum(len(part.solid.faces) for part in model.figure.parts if part.tag in tags) for model in table.models
        ]
        first = np.cumsum([0, len(mesh.faces) - sum(sizes), *sizes])
        groups = [np.arange(a, b) for a, b in pairwise(first.tolist())]
        numbers = {model.id: i + 1 for i, model in enumerate(table.models)}
        out = {numbers[name] for name in (viewer, target, *transparent)}
        blocking = tuple(faces for i, faces in enumerate(groups) if i not in out)
        surface = ProofSurface.of(mesh.vertices, mesh.faces)
        return cls(surface, blockers.digest, groups[numbers[viewer]], groups[numbers[target]], blocking, tau)

    @property
    def blocks(self) -> Bools:
        """Return for each face whether it blocks."""
        blocks = np.zeros(len(self.surface.faces), bool)
        blocks[np.concatenate(self.blocking)] = True
        return blocks

    def _gap(self, faces: Ints, point: FloatArray) -> float:
        return float(segment_gaps(point, point, self.surface.corners[faces]).min(initial=np.inf))

    def check_eye(self, eye: FloatArray) -> None:
        """Raise `ProofError` unless from the eye all of the target that faces it is seen."""
        if eye.shape != (3,) or not np.isfinite(eye).all() or not self._gap(self.viewer, eye) <= LENGTH_EPSILON:
            raise ProofError("the eye is no point of the viewer")
        surface = self.surface
        near = np.concatenate(self.blocking)
        if self._gap(near, eye) < self.tau - LENGTH_EPSILON:
            raise ProofError("the eye is too near to a blocker to count")
        if any((winding(surface, faces, eye) or 0) > 0 for faces in self.blocking):
            raise ProofError("the eye is within a solid")
        heights, doubt = surface.heights(self.target, eye[None])
        facing = self.target[heights[:, 0] > 2e-6 + doubt]
        corners = surface.corners[facing]
        low, high = np.minimum(eye, corners.min(axis=(0, 1))), np.maximum(eye, corners.max(axis=(0, 1)))
        near = near[((surface.low[near] <= high) & (surface.high[near] >= low)).all(axis=1)]
        near = near[~_are_outside(eye, corners.reshape(-1, 3), surface.corners[near])]
        way = eye - corners
        drawn = corners + way * np.minimum(self.tau / np.linalg.norm(way, axis=2, keepdims=True), 0.5)
        for pyramids, faces in self._near_pairs(eye, drawn, near):
            if not _are_apart(pyramids, surface.corners[faces]).all():
                raise ProofError("a blocker stands between the eye and the target")

    def _near_pairs(self, eye: FloatArray, drawn: FloatArray, near: Ints) -> Iterator[tuple[FloatArray, Ints]]:
        """Yield pyramids (p, 4, 3) from the eye with the blockers (p,) whose boxes meet theirs."""
        surface = self.surface
        step = max(1, CHUNK // max(len(near), 1))
        for i in range(0, len(drawn), step):
            some = drawn[i : i + step]
            pyramids = np.concatenate([np.broadcast_to(eye, (len(some), 1, 3)), some], axis=1)
            low, high = pyramids.min(axis=1) - GRAZE, pyramids.max(axis=1) + GRAZE
            meets = (surface.low[near][None] <= high[:, None]) & (surface.high[near][None] >= low[:, None])
            one, other = np.nonzero(meets.all(axis=2))
            if len(one):
                yield pyramids[one], near[other]

    def check_cells(self, certificate: ViewCertificate) -> int:
        """Return how many cells cover the viewer's surface; raise `ProofError` where one is not closed."""
        if certificate.cells.digest != self.digest:
            raise ProofError("the proof was made from another table or by another version of the program")
        order = certificate.cells.orders[0].astype(np.int64)
        if not np.array_equal(np.sort(order), self.viewer):
            raise ProofError("the proof does not list all triangles of the viewer once each")
        figure, by = ProofFigure(self.surface, order), dict(certificate.closed.tolist())
        blocks, cells = self.blocks, 0
        for number, closing, patch in _closed_cells(records(certificate.cells), figure):
            cells += 1
            corners = figure.corners(patch)
            match closing:
                case ByCases(steps):
                    far = self._hidden_patch(certificate, by.get(number, -1), corners)
                    close_by_cases(ProofShaft(self.surface, blocks, *drawn_apart(corners, far)), steps)
                case Inside(side) if side == IN_SOLID:
                    self._check_inside(corners, blocks)
                case Inside(side) if side == AT_BLOCKER:
                    self._check_at_blocker(corners)
                case _:
                    raise ProofError("a cell is closed in an unknown way")
        return cells

    def _hidden_patch(self, certificate: ViewCertificate, number: int, cell: FloatArray) -> FloatArray:
        """Return a patch of the target that faces all of a cell, drawn near to it by the tolerance."""
        if not 0 <= number < len(certificate.patches):
            raise ProofError("a cell is closed by a patch that is not there")
        patch, face = certificate.patches[number], np.array([certificate.owners[number]], np.int64)
        if face[0] not in self.target or not self.surface.are_in_front(face, cell).all():
            raise ProofError("a patch does not face the cell that it closes")
        corners = self.surface.corners[face]
        if max(float(segment_gaps(point, point, corners)[0]) for point in patch) > ON_FACE:
            raise ProofError("a patch is no part of the target")
        way = cell.mean(axis=0) - patch.mean(axis=0)
        moved: FloatArray = patch + way * min(self.tau / max(float(np.linalg.norm(way)), 1e-12), 0.5)
        return moved

    def _check_inside(self, corners: FloatArray, blocks: Bools) -> None:
        near = self.surface.meeting_box(corners.min(axis=0) - EPS, corners.max(axis=0) + EPS)
        if not self.surface.are_apart(near[blocks[near]], corners).all():
            raise ProofError("a cell that should lie within a solid reaches through its surface")
        if not any((winding(self.surface, faces, corners.mean(axis=0)) or 0) > 0 for faces in self.blocking):
            raise ProofError("a cell that should lie within a solid does not")

    def _check_at_blocker(self, corners: FloatArray) -> None:
        middle = corners.mean(axis=0)
        reach = float(np.linalg.norm(corners - middle, axis=1).max())
        if not self._gap(np.concatenate(self.blocking), middle) + reach <= self.tau + LENGTH_EPSILON:
            raise ProofError("a cell that should lie at a blocker does not")


def _closed_cells(found: dict[int, Record], figure: ProofFigure) -> Iterator[tuple[int, Record, Patch]]:
    """Yield each last cell with its number and how it is closed; they cover the surface."""
    reached, todo = set[int](), [(0, figure.whole)]
    while todo:
        number, patch = todo.pop()
        if number in reached or number not in found:
            raise ProofError("cell {number} is left open or used twice", number=number)
        reached.add(number)
        match found[number]:
            case ProofSplit(0, cut, first):
                one, two = figure.parts(patch, cut)
                todo += [(first + 1, two), (first, one)]
            case closing:
                yield number, closing, patch
    if len(reached) != len(found):
        raise ProofError("the proof deals with cells that there are not")


def _are_outside(eye: FloatArray, points: FloatArray, triangles: FloatArray) -> Bools:
    """Return which triangles (p, 3, 3) a side of the hull of the eye and the box around some points keeps away (p,)."""
    ends = np.stack([points.min(axis=0), points.max(axis=0)])
    box = np.where(np.indices((2, 2, 2)).reshape(3, 8).T == 1, ends[1], ends[0])
    planes = hull_planes(np.concatenate([eye[None], box]))
    heights: FloatArray = triangles @ planes[:, :3].T - planes[:, 3]
    outside: Bools = (heights.min(axis=1) > 2.0 * GRAZE).any(axis=1)
    return outside


def _are_apart(pyramids: FloatArray, triangles: FloatArray) -> Bools:
    """Return for each pyramid (p, 4, 3) and triangle (p, 3, 3) whether a plane lies between them (p,): one along a side
    of either, or along an edge of each.
    """
    own = [_normal(*(pyramids[:, k] for k in side)) for side in _SIDES]
    own.append(_normal(*(triangles[:, k] for k in range(3))))
    apart = np.zeros(len(pyramids), bool)
    for axis in own:
        apart |= _parts(pyramids, triangles, axis)
    for i, j in _EDGES:
        for k in range(3):
            edge = triangles[:, (k + 1) % 3] - triangles[:, k]
            left = ~apart
            if not left.any():
                return apart
            axis = cross(pyramids[left, j] - pyramids[left, i], edge[left])
            apart[left] = _parts(pyramids[left], triangles[left], axis)
    return apart


def _normal(a: FloatArray, b: FloatArray, c: FloatArray) -> FloatArray:
    return cross(b - a, c - a)


def _parts(pyramids: FloatArray, triangles: FloatArray, axis: FloatArray) -> Bools:
    size = np.linalg.norm(axis, axis=1)
    unit = axis / np.maximum(size, 1e-300)[:, None]
    start = pyramids[:, :1]
    one = np.einsum("pki,pi->pk", pyramids - start, unit)
    other = np.einsum("pki,pi->pk", triangles - start, unit)
    gap = np.maximum(other.min(axis=1) - one.max(axis=1), one.min(axis=1) - other.max(axis=1))
    parts: Bools = (gap > GRAZE) & (size > 1e-13)
    return parts
