"""The checker: it derives a verdict on sight from its proof again, with separate, simple code.

What is shown, and why each rule of a proof is sound, stands in docs/sight.md. Nothing here is taken from the search.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.message import Message
from warcry3d.sight.blockers import Blockers, blockers_of
from warcry3d.sight.certificate import Certificate
from warcry3d.sight.proof_closing import ROOM, Flood, ProofError, ProofShaft, Refutation, close_by_cases, drawn_apart
from warcry3d.sight.proof_cover import Away, ByCases, Inside, Patch, ProofFigure, closed_pairs, records
from warcry3d.sight.proof_file import Proof, proof_of, read_proof, write_proof
from warcry3d.sight.proof_solids import is_outside, winding
from warcry3d.sight.proof_surface import EPS, Bools, Ints, ProofSurface, segment_gaps
from warcry3d.sight.verdict import Hidden, Point, Seen, TooClose
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, to_mm

__all__ = ["Counts", "Proof", "Refuted", "Verified", "proof_of", "read_proof", "verify", "write_proof"]

Line: TypeAlias = tuple[Point, Point]

CHUNK = 20_000
"""Triangles whose distance from a line is taken at a time: some ten megabytes."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a proof that something is hidden is made of: last pairs of patches by the way they are closed (by cases,
    on the back of a figure, within a solid), and the steps of the cases.
    """

    by_cases: int = 0
    away: int = 0
    inside: int = 0
    floods: int = 0
    refutations: int = 0

    @property
    def pairs(self) -> int:
        """Return how many pairs of patches cover all lines."""
        return self.by_cases + self.away + self.inside


@dataclass(frozen=True, slots=True)
class Verified:
    """All that the proof claims was derived again.

    ``room_mm``: a line with nothing that near to it exists (seen: the witness) or does not exist (hidden). Too close
    claims nothing that could be proved, only where the doubt is: then ``room_mm`` is 0.
    """

    claim: Literal["seen", "hidden", "too-close"]
    room_mm: float
    counts: Counts = Counts()

    @property
    def is_proved(self) -> bool:
        """Return whether it is now known who sees whom."""
        return self.claim != "too-close"


@dataclass(frozen=True, slots=True)
class Refuted:
    """Something in the proof does not follow, and a line through the place."""

    message: Message
    place: Line | None = None

    @property
    def reason(self) -> str:
        """Return what does not follow."""
        return str(self.message)


def verify(proof: Proof, table: Table, *, blockers: Blockers | None = None) -> Verified | Refuted:
    """Return whether the proof holds on ``table``. It does not raise, whatever the proof says.

    ``blockers``: the table's, where somebody wrote them down: the same surface, but for rounding on another machine.
    """
    try:
        with np.errstate(all="ignore"):  # numbers no honest proof holds may overflow on their way to being refused
            return _Scene.of(proof, table, blockers).verified()
    except ProofError as error:
        return Refuted(error.message, error.place)


@dataclass(frozen=True, eq=False)
class _Scene:
    """A proof and the surfaces it speaks of; ``groups``: the faces of the terrain, then of each model's figure."""

    proof: Proof
    blockers: Blockers
    surface: ProofSurface
    groups: tuple[Ints, ...]
    numbers: Mapping[str, int]

    @classmethod
    def of(cls, proof: Proof, table: Table, blockers: Blockers | None) -> "_Scene":
        """Return the scene; raise `ProofError` where the proof speaks of another table."""
        numbers = {model.id: i + 1 for i, model in enumerate(table.models)}
        for name in (proof.viewer, proof.target, *proof.transparent):
            if name not in numbers:
                raise ProofError("the proof names a model '{id}' that is not on the table", id=name)
        if proof.viewer == proof.target:
            raise ProofError("the proof names a model that looks at itself")
        blockers = blockers or blockers_of(table, proof.tags)
        certificate = proof.verdict.certificate if isinstance(proof.verdict, Hidden) else None
        if blockers.digest != proof.digest or (certificate and certificate.digest != proof.digest):
            raise ProofError("the proof was made from another table or by another version of the program")
        mesh = blockers.mesh
        return cls(
            proof, blockers, ProofSurface.of(mesh.vertices, mesh.faces), _groups(proof, table, len(mesh.faces)), numbers
        )

    @cached_property
    def blocking(self) -> tuple[Ints, ...]:
        """Return the groups that block: the terrain, and all models but the two and the transparent ones."""
        out = {self.numbers[name] for name in (self.proof.viewer, self.proof.target, *self.proof.transparent)}
        return tuple(faces for i, faces in enumerate(self.groups) if i not in out)

    @cached_property
    def blocks(self) -> Bools:
        """Return for each face whether it blocks."""
        blocks = np.zeros(len(self.surface.faces), bool)
        blocks[np.concatenate(self.blocking)] = True
        return blocks

    def figure(self, name: str) -> Ints:
        """Return the faces of a model's figure."""
        return self.groups[self.numbers[name]]

    def verified(self) -> Verified:
        """Derive the verdict again."""
        match self.proof.verdict:
            case Seen(witness, clearance):
                return self._seen(witness, clearance)
            case TooClose(line=line):
                self._check_ends(line)
                return Verified("too-close", 0.0)
            case Hidden(blockers, certificate):
                if certificate is None:
                    raise ProofError("the verdict has no proof")
                return _Hiding(self, certificate).verified(blockers)

    def _seen(self, witness: Line, clearance_mm: float) -> Verified:
        """Check that the witness runs from figure to figure, as clear as is said and as is asked for."""
        self._check_ends(witness)
        start, end = np.array(witness)
        room = min((self._room(faces, start, end) for faces in self.blocking), default=np.inf)
        if not room > 0.0:
            raise ProofError("a blocker stands in the line that should be free").at(witness)
        if any(self._is_inside(faces, start) for faces in self.blocking):
            raise ProofError("the line that should be free runs within a solid").at(witness)
        clear = to_mm(room)
        if not clearance_mm <= clear + to_mm(LENGTH_EPSILON):
            raise ProofError(
                "the line is clear by {room:.4f} mm, not by {claimed:.4f}", room=clear, claimed=clearance_mm
            ).at(witness)
        beyond = to_mm(min((self._room(faces, start, end, beyond=True) for faces in self.blocking), default=np.inf))
        if not 2.0 * beyond >= self.proof.tolerance_mm - to_mm(LENGTH_EPSILON):
            raise ProofError("the line is clear by only {room:.4f} mm to each side", room=beyond).at(witness)
        return Verified("seen", min(clearance_mm, clear))

    def _room(self, faces: Ints, start: FloatArray, end: FloatArray, *, beyond: bool = False) -> float:
        """Return the distance from the segment to the nearest of the faces (in); or ``beyond`` how far the terrain that
        they stand for may lie from them.
        """
        least = np.inf
        for i in range(0, len(faces), CHUNK):
            some = faces[i : i + CHUNK]
            gaps = segment_gaps(start, end, self.surface.corners[some])
            if beyond:
                gaps = gaps - np.array(self.blockers.deviations)[self.blockers.which[some]]
            least = min(least, float(gaps.min()))
        return least

    def _is_inside(self, faces: Ints, point: FloatArray) -> bool:
        """Return whether a point is, or may be, within the solids that the faces bound."""
        turns = winding(self.surface, faces, point)
        return turns is None or turns > 0

    def _check_ends(self, line: Line) -> None:
        """Raise `ProofError` unless the line starts at the viewer's figure and ends at the target's (in)."""
        points = np.array(line)
        if points.shape != (2, 3) or not np.isfinite(points).all():
            raise ProofError("the line is no line")
        for point, name in zip(points, (self.proof.viewer, self.proof.target), strict=True):
            if not self._room(self.figure(name), point, point) <= LENGTH_EPSILON:
                raise ProofError("the line does not end on the figure of '{id}'", id=name).at(line)


def _groups(proof: Proof, table: Table, count: int) -> tuple[Ints, ...]:
    """Return the faces of the terrain and of each model's figure: the figures come last, in the order of the models."""
    sizes = [
        sum(len(part.solid.faces) for part in model.figure.parts if part.tag in proof.tags) for model in table.models
    ]
    first = np.cumsum([0, count - sum(sizes), *sizes])
    return tuple(np.arange(a, b) for a, b in pairwise(first.tolist()))


@dataclass(frozen=True, eq=False)
class _Hiding:
    """A certificate that the target is hidden, on its scene."""

    scene: _Scene
    certificate: Certificate

    def verified(self, blockers: tuple[str, ...]) -> Verified:
        """Walk through all pairs of patches and derive each closing again."""
        certificate, proof = self.certificate, self.scene.proof
        if {certificate.viewer, certificate.target} != {proof.viewer, proof.target}:
            raise ProofError("the proof is about two other models")
        viewer = self._figure(certificate.viewer, certificate.orders[0])
        target = self._figure(certificate.target, certificate.orders[1])
        if not len(viewer.order) or not len(target.order):
            return Verified("hidden", 0.0)
        counts, closers = Counter[str](), set[str]()
        for closing, near, far in closed_pairs(records(certificate), viewer, target):
            try:
                self._close(closing, near, far, viewer, target)
            except ProofError as error:
                raise error.at(_between(viewer.corners(near), target.corners(far))) from None
            counts.update(_kinds(closing))
            closers.update(self.scene.blockers.name(face) for face in _seeds(closing))
        if closers and closers != set(blockers):
            raise ProofError("the proof names blockers that it does not use, or uses others")
        return Verified("hidden", to_mm(ROOM), Counts(**counts))

    def _figure(self, name: str, order: np.ndarray) -> ProofFigure:
        faces = self.scene.figure(name)
        if not np.array_equal(np.sort(order), faces):
            raise ProofError("the proof does not list all triangles of '{id}' once each", id=name)
        return ProofFigure(self.scene.surface, order.astype(np.int64))

    def _close(
        self, closing: ByCases | Away | Inside, near: Patch, far: Patch, viewer: ProofFigure, target: ProofFigure
    ) -> None:
        surface, corners = self.scene.surface, (viewer.corners(near), target.corners(far))
        match closing:
            case ByCases(steps):
                close_by_cases(ProofShaft(surface, self.scene.blocks, *drawn_apart(*corners)), steps)
            case Away():
                near_faces, far_faces = viewer.faces(near), target.faces(far)
                if not (
                    (surface.face_away(near_faces, corners[1]) and is_outside(surface, viewer.order, corners[1]))
                    or (surface.face_away(far_faces, corners[0]) and is_outside(surface, target.order, corners[0]))
                ):
                    raise ProofError("neither patch faces away from the other, outside of its own figure")
            case Inside(side) if side in (0, 1):
                self._check_inside(drawn_apart(*corners)[side])
            case Inside(side):
                raise ProofError("there is no side {side}", side=side)

    def _check_inside(self, corners: FloatArray) -> None:
        """Raise `ProofError` unless the patch lies wholly within a solid that blocks."""
        surface, scene = self.scene.surface, self.scene
        near = surface.meeting_box(corners.min(axis=0) - EPS, corners.max(axis=0) + EPS)
        if not surface.are_apart(near[scene.blocks[near]], corners).all():
            raise ProofError("a patch that should lie within a solid reaches through its surface")
        middle = corners.mean(axis=0)
        if not any((winding(surface, faces, middle) or 0) > 0 for faces in scene.blocking):
            raise ProofError("a patch that should lie within a solid does not")


def _kinds(closing: ByCases | Away | Inside) -> Iterator[str]:
    match closing:
        case ByCases(steps):
            yield "by_cases"
            yield from ("floods" if isinstance(step, Flood) else "refutations" for step in steps)
        case Away():
            yield "away"
        case Inside():
            yield "inside"


def _seeds(closing: ByCases | Away | Inside) -> Iterator[int]:
    if isinstance(closing, ByCases):
        yield from (step.seed for step in closing.steps if not isinstance(step, Refutation))


def _between(near: FloatArray, far: FloatArray) -> Line:
    (a, b, c), (d, e, f) = near.mean(axis=0).tolist(), far.mean(axis=0).tolist()
    return (a, b, c), (d, e, f)
