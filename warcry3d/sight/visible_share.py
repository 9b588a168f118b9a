"""How much of a figure is visible: the clear share of its outline, from the place on the viewer that sees most of it.

The outline is the figure's, as in a picture taken from that place: what the figure itself hides is no part of it. Spots
of the outline are chosen evenly, by a low-discrepancy sequence, so the same table gives the same number; lines are cast
at the solids that the verdict on sight is about. The share is an estimate with an interval, and settles nothing. It
never contradicts the verdict: nothing of a hidden figure is visible; of a seen one something is, however little.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.low_discrepancy import low_discrepancy
from warcry3d.geom.solid import FloatArray
from warcry3d.geom.tree import Mesh
from warcry3d.sight.clear_lines_kernel import clear_lines
from warcry3d.sight.confident_share import ConfidentShare
from warcry3d.sight.figure_surface import FigureSurface
from warcry3d.sight.verdict import Hidden, Point, Seen, TooClose, Verdict

__all__ = ["VisibleShare", "visible_share"]

SPOTS = 1024
"""Spots that are looked at from the best place; two thirds of them are on the outline, the rest behind the figure."""
TRIED_SPOTS = 112
"""Spots by which a place is tried."""
PLACES, MORE_PLACES = 16, 120
"""Places all over the viewer that are tried; where the best sees less than `ENOUGH`, so many more."""
NEAR_PLACES, ROUNDS = 10, 3
"""Places near the best one that are tried then, and how often, each time nearer."""
ENOUGH = 0.5

Roots: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class VisibleShare:
    """The share of a figure's outline that is visible from ``eye``, the place on the viewer (in) that sees most of it.

    ``spots``: those of the outline that were looked at, and how many of them were visible. The interval is that of
    random spots; these lie more evenly, so it is wide rather than narrow. Without spots the share is exactly 0.
    """

    eye: Point
    spots: ConfidentShare

    @property
    def share(self) -> float:
        """Return the share from 0 to 1."""
        return self.spots.share if self.spots.of else 0.0

    @property
    def low(self) -> float:
        """Return the lower end of the share's 95 % interval."""
        return self.spots.low

    @property
    def high(self) -> float:
        """Return the upper end of the share's 95 % interval."""
        return self.spots.high if self.spots.of else 0.0


def visible_share(
    mesh: Mesh, viewer: FigureSurface, target: FigureSurface, roots: tuple[Roots, Roots], verdict: Verdict
) -> VisibleShare:
    """Return how much of the target is visible to the viewer, whose ``verdict`` on it this is.

    ``roots``: of all that could stop a line between them, and of the target, which hides a part of itself.
    """
    if not viewer.is_there or not target.is_there:
        return VisibleShare((0.0, 0.0, 0.0), ConfidentShare(0, 0))
    match verdict:
        case Hidden():
            return VisibleShare(_point(viewer.middle), ConfidentShare(0, 0))
        case Seen(witness=(start, _)) | TooClose(line=(start, _)):
            known = np.array([start])
    others, own = roots
    spots = _outline(mesh, own, target, viewer.middle, TRIED_SPOTS)
    eye = _best_place(mesh, others, viewer, spots, known)
    spots = _outline(mesh, own, target, eye, SPOTS)
    return VisibleShare(_point(eye), ConfidentShare(int(_clear(mesh, others, eye[None], spots).sum()), len(spots)))


def _outline(mesh: Mesh, own: Roots, target: FigureSurface, eye: FloatArray, count: int) -> FloatArray:
    """Return spots of the target's outline as seen from ``eye``, of ``count`` on all that faces it; of its whole
    surface where the eye lies within it.
    """
    spots = target.outline(eye, low_discrepancy(count, 3))
    spots = spots[_clear(mesh, own, eye[None], spots)[0]]
    return spots if len(spots) else target.points(low_discrepancy(count, 3))


def _best_place(mesh: Mesh, roots: Roots, viewer: FigureSurface, spots: FloatArray, known: FloatArray) -> FloatArray:
    """Return the place on the viewer from which most of the spots are visible, of those that are tried: ``known``
    (k, 3) first.
    """
    places = np.concatenate([known, viewer.points(low_discrepancy(PLACES, 3)), viewer.outermost()])
    counts = _clear(mesh, roots, places, spots).sum(axis=1)
    best, most = places[int(counts.argmax())], int(counts.max())
    if most < ENOUGH * len(spots):
        more = viewer.points(low_discrepancy(MORE_PLACES, 3, skip=PLACES))
        counts = _clear(mesh, roots, more, spots).sum(axis=1)
        if counts.max() > most:
            best, most = more[int(counts.argmax())], int(counts.max())
    pool = viewer.points(low_discrepancy(NEAR_PLACES * 4**ROUNDS, 3, skip=PLACES + MORE_PLACES))
    for turn in range(ROUNDS):
        if most == len(spots):
            break
        pool = pool[np.argsort(((pool - best) ** 2).sum(axis=1), kind="stable")[: len(pool) // 4]]
        near = pool[:: 4 ** (ROUNDS - 1 - turn)]
        counts = _clear(mesh, roots, near, spots).sum(axis=1)
        if counts.max() > most:
            best, most = near[int(counts.argmax())], int(counts.max())
    return np.asarray(best)


def _clear(mesh: Mesh, roots: Roots, places: FloatArray, spots: FloatArray) -> NDArray[np.bool_]:
    """Return for each place (p, 3) which of the spots (s, 3) it sees past what is under the roots, (p, s)."""
    stoppers = np.empty((len(places), len(spots)), np.int32)
    clear_lines(mesh, roots, np.ascontiguousarray(places), spots, stoppers, np.empty(_STACK, np.int32))
    return stoppers < 0


_STACK = 256


def _point(at: FloatArray) -> Point:
    x, y, z = at.tolist()
    return x, y, z
