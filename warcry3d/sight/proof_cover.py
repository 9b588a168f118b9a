"""The tree of a proof: pairs of patches from everything to everything down to what is closed, read and walked."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.sight.certificate import AWAY, CASES, INSIDE, REFUTED, SPLIT, Certificate
from warcry3d.sight.proof_closing import Flood, ProofError, Refutation
from warcry3d.sight.proof_surface import Ints, ProofSurface

__all__ = ["Away", "ByCases", "Inside", "Patch", "ProofFigure", "ProofSplit", "Record", "closed_pairs", "records"]


FEW = 8
"""Triangles, and corners, up to which a patch stands for the hull of its triangles' corners instead of their box."""


@dataclass(frozen=True, slots=True)
class ProofSplit:
    """The patch of one side is cut; the parts go with the other patch into pairs ``first`` and ``first + 1``."""

    side: int
    cut: int
    first: int


@dataclass(frozen=True, slots=True)
class ByCases:
    """Closed by floods and refutations."""

    steps: tuple[Flood | Refutation, ...]


@dataclass(frozen=True, slots=True)
class Away:
    """One of the patches lies on the back of its figure."""


@dataclass(frozen=True, slots=True)
class Inside:
    """The patch of one side lies within a solid."""

    side: int


Record: TypeAlias = ProofSplit | ByCases | Away | Inside


class _Reader:
    """Takes numbers off a certificate; raises `ProofError` at its end."""

    def __init__(self, certificate: Certificate) -> None:
        self._whole = certificate.whole.tolist()
        self._real = certificate.real
        self._at = self._used = 0

    @property
    def is_done(self) -> bool:
        return self._at == len(self._whole)

    def take(self) -> int:
        if self.is_done:
            raise ProofError("the proof ends in the middle")
        self._at += 1
        return int(self._whole[self._at - 1])

    def numbers(self, count: int) -> FloatArray:
        self._used += count
        if self._used > len(self._real):
            raise ProofError("the proof ends in the middle")
        return self._real[self._used - count : self._used]

    def check_end(self) -> None:
        if self._used != len(self._real):
            raise ProofError("the proof goes on after its end")


def records(certificate: Certificate) -> dict[int, Record]:
    """Return how each pair of patches, by its number, is dealt with."""
    reader, found = _Reader(certificate), dict[int, Record]()
    while not reader.is_done:
        pair = reader.take()
        if pair in found:
            raise ProofError("pair {number} of patches is dealt with twice", number=pair)
        match reader.take():
            case how if how == SPLIT:
                found[pair] = ProofSplit(reader.take(), reader.take(), reader.take())
            case how if how == CASES:
                found[pair] = ByCases(tuple(_steps(reader)))
            case how if how == AWAY:
                found[pair] = Away()
            case how if how == INSIDE:
                found[pair] = Inside(reader.take())
            case how:
                raise ProofError(
                    "pair {number} of patches is dealt with in an unknown way: {how}", number=pair, how=how
                )
    reader.check_end()
    return found


def _steps(reader: _Reader) -> Iterator[Flood | Refutation]:
    conditions = [0]
    while conditions:
        count = conditions.pop()
        mode = reader.take()
        if mode == REFUTED:
            yield Refutation(reader.numbers(count))
            continue
        seed, rims, _how = reader.take(), reader.take(), reader.take()
        if rims < 0:
            raise ProofError("a flood has a rim of {count} edges", count=rims)
        line = reader.numbers(6).reshape(2, 3)
        yield Flood(mode, seed, tuple((reader.take(), reader.take()) for _ in range(rims)), line)
        conditions += [count + 1] * rims


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """The triangles from ``first`` to before ``last`` in a figure's order, or a ``piece`` (3, 3) of one triangle."""

    first: int
    last: int
    piece: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class ProofFigure:
    """A figure's triangles in the order in which the proof cuts patches off."""

    surface: ProofSurface
    order: Ints
    _hulls: dict[tuple[int, int], FloatArray] = field(default_factory=dict)

    @cached_property
    def whole(self) -> Patch:
        """Return the patch of all triangles."""
        return Patch(0, len(self.order))

    def faces(self, patch: Patch) -> Ints:
        """Return the triangles of a patch, whole even if the patch is a piece of one."""
        return self.order[patch.first : patch.last]

    def corners(self, patch: Patch) -> FloatArray:
        """Return the points whose hull stands for a patch, (n, 3): a triangle's corners; those of a few triangles, if
        they are no more than eight; else those of the box around them.
        """
        if patch.piece is not None:
            return patch.piece
        if patch.last - patch.first == 1:
            return np.asarray(self.surface.corners[self.order[patch.first]])
        key = patch.first, patch.last
        if key not in self._hulls:
            self._hulls[key] = self._hull(self.faces(patch))
        return self._hulls[key]

    def _hull(self, faces: Ints) -> FloatArray:
        if len(faces) <= FEW:
            corners: FloatArray = np.unique(self.surface.corners[faces].reshape(-1, 3), axis=0)
            if 3 < len(corners) <= FEW:
                return corners
        low, high = self.surface.low[faces].min(axis=0), self.surface.high[faces].max(axis=0)
        box: FloatArray = np.where(np.indices((2, 2, 2)).reshape(3, 8).T == 1, high, low)
        return box

    def parts(self, patch: Patch, cut: int) -> tuple[Patch, Patch]:
        """Return the two patches that ``cut`` makes of a patch: together they hold all of it."""
        size = patch.last - patch.first
        if cut < 0:
            if not 0 < -cut < size:
                raise ProofError("{count} of {size} triangles are to be cut off a patch", count=-cut, size=size)
            middle = patch.first - cut
            return Patch(patch.first, middle), Patch(middle, patch.last)
        if cut > 2 or size != 1:
            raise ProofError("a patch of {size} triangles is to be halved at corner {corner}", size=size, corner=cut)
        start, end, other = np.roll(self.corners(patch), -cut, axis=0)
        half = 0.5 * (start + end)
        pieces = np.stack([start, half, other]), np.stack([half, end, other])
        return Patch(patch.first, patch.last, pieces[0]), Patch(patch.first, patch.last, pieces[1])


def closed_pairs(
    found: dict[int, Record], viewer: ProofFigure, target: ProofFigure
) -> Iterator[tuple[ByCases | Away | Inside, Patch, Patch]]:
    """Yield how each last pair of patches is said to be closed, and the two patches.

    The pairs yielded cover all lines. Raises `ProofError` where one is left out or comes twice, or a record
    belongs to none.
    """
    reached, todo = set[int](), [(0, viewer.whole, target.whole)]
    while todo:
        number, near, far = todo.pop()
        if number in reached or number not in found:
            raise ProofError("pair {number} of patches is left open or used twice", number=number)
        reached.add(number)
        match found[number]:
            case ProofSplit(0, cut, first):
                one, two = viewer.parts(near, cut)
                todo += [(first + 1, two, far), (first, one, far)]
            case ProofSplit(1, cut, first):
                one, two = target.parts(far, cut)
                todo += [(first + 1, near, two), (first, near, one)]
            case ProofSplit(side, _, _):
                raise ProofError("there is no side {side}", side=side)
            case closing:
                yield closing, near, far
    if len(reached) != len(found):
        raise ProofError("the proof deals with pairs of patches that there are not")
