"""The three verdicts on full views, and what each carries."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.sight.certificate import Certificate
from warcry3d.sight.verdict import Point

__all__ = ["FullView", "FullySeen", "PartHidden", "UnsureView", "ViewCertificate", "ViewWord", "view_word"]


@dataclass(frozen=True, slots=True)
class FullySeen:
    """From ``eye`` (in), a point of the viewer's figure, nothing is in the way of any part of the target that faces it:
    but for what is within the tolerance of that part, which it may touch.
    """

    eye: Point


@dataclass(frozen=True, slots=True, eq=False)
class ViewCertificate:
    """The proof that no point of the viewer sees all of the target that faces it.

    ``cells``: how the viewer's surface is split and how each cell is closed, noted as pairs with the target that is
    never split (`warcry3d.sight.certificate`); "inside" 1 is a cell within the tolerance of a blocker. ``closed``
    (c, 2): the number of each cell that is closed by a patch of the target, and of that patch; ``patches`` (p, 3, 3)
    lie on the faces ``owners`` (p,) and, drawn by the tolerance towards the middle of the cell, are hidden from all of
    it.
    """

    cells: Certificate
    closed: NDArray[np.int32]
    patches: FloatArray
    owners: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class PartHidden:
    """From every point of the viewer something of the target that faces it is hidden, by one of ``blockers`` (names,
    those that hide most first).

    ``line`` runs from a point of the viewer to a part of the target that is hidden from there.
    """

    blockers: tuple[str, ...]
    line: tuple[Point, Point]
    certificate: ViewCertificate | None = None


@dataclass(frozen=True, slots=True)
class UnsureView:
    """Neither shown nor refuted: from a place of the viewer ``gap_mm`` wide around ``eye`` all may be seen or not.

    ``between``: the blocker beside it.
    """

    gap_mm: float
    eye: Point
    between: tuple[str, ...]


FullView: TypeAlias = FullySeen | PartHidden | UnsureView
ViewWord: TypeAlias = Literal["fully-seen", "not-fully-seen", "too-close"]


def view_word(view: FullView) -> ViewWord:
    """Return a full view in a word, as files have it."""
    match view:
        case FullySeen():
            return "fully-seen"
        case PartHidden():
            return "not-fully-seen"
        case UnsureView():
            return "too-close"
