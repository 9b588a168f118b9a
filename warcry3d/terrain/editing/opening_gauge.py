"""An opening in a wall measured between two points on its rims: the line through its middle, clear width and height.

Everything is measured with lines cast in the mesh. Rows are cuts across the way through, level lines to both sides; a
row is open where both meet a jamb, and shut where its middle is solid: a leaf, a pane.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import EditError
from warcry3d.geom.solid import FloatArray
from warcry3d.table.piece_notes import PassageNote
from warcry3d.table.terrain import Piece

if TYPE_CHECKING:
    from warcry3d.geom.tree import Mesh

__all__ = ["OpeningMeasure", "PieceLines", "measured_opening"]

_APART = 0.1
"""The least level distance (in) between both points."""

_STEP = 0.04
"""Rows are tried this far apart (in) ..."""

_THICKEST = 3.0
"""... up to this far (in) from the points."""

_ASIDE = 0.35
"""A jamb is met at most this much (in) farther off than the points lie."""

_FAR = 60.0
_ASKEW = np.radians([0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0]).tolist()
"""A point on either face of a thick wall lies so far off (rad) the direction from jamb to jamb."""

_TURNS = (np.radians(np.arange(-9.0, 9.1, 1.0)), np.radians(np.arange(-1.0, 1.01, 0.1)))
_HEIGHTS = np.array([0.25, 0.45, 0.65, 0.85])
"""Lines to both sides are cast at these shares of the height, up to a figure's."""


@dataclass(frozen=True, eq=False)
class PieceLines:
    """A piece's parts to cast lines at, built once; openings are air."""

    piece: Piece

    @cached_property
    def _mesh(self) -> "Mesh":
        from warcry3d.geom.tree import mesh_of

        return mesh_of([part.solid for part in self.piece.parts if not part.is_opening], leaf=4)

    def lengths(self, starts: FloatArray, ways: FloatArray) -> tuple[FloatArray, NDArray[np.int64]]:
        """Return how far (in) lines run from points (n, 3) along unit vectors (n, 3) until they meet a surface,
        infinite where they meet none; and whether they enter (1) or leave (-1) there, 0 for none.
        """
        from warcry3d.terrain.lint.surface_kernels import nearest_hits

        starts = np.ascontiguousarray(starts, dtype=np.float64)
        share, _, sign = nearest_hits(self._mesh, starts, np.ascontiguousarray(starts + _FAR * ways))
        return share * _FAR, sign.astype(np.int64)

    def is_solid(self, points: FloatArray) -> NDArray[np.bool_]:
        """Return whether points (n, 3) lie in a part."""
        from warcry3d.geom.casts import is_inside
        from warcry3d.terrain.lint.surface_kernels import STACK

        mesh, stack = self._mesh, np.empty(STACK, dtype=np.int32)
        return np.array([is_inside(mesh, mesh.roots, point, stack) for point in points], dtype=bool)


@dataclass(frozen=True, eq=False)
class OpeningMeasure:
    """An opening as measured. ``along`` (2,): from one jamb to the other; ``through`` (2,): the way.

    ``middle`` (3,): on its bottom, halfway between the jambs. It begins ``near`` and ends ``far`` from there along the
    way (in). ``sill``: how high its bottom is above the ground beside it; ``top``: where the lintel begins at its
    highest, ``has_lintel``: whether there is one. ``shut``: from where to where along the way a leaf fills it, if any.
    ``profile``: the height of its upper edge over places ``aside`` along it.
    """

    middle: FloatArray
    along: FloatArray
    through: FloatArray
    near: float
    far: float
    width: float
    height: float
    sill: float
    top: float
    has_lintel: bool
    shut: tuple[float, float] | None
    aside: FloatArray
    profile: FloatArray

    @property
    def depth(self) -> float:
        """Return how thick the wall is there (in)."""
        return self.far - self.near

    def at(self, aside: float, ahead: float, up: float) -> FloatArray:
        """Return the point so far (in) along the opening, along the way and above its bottom."""
        flat = self.middle[:2] + self.along * aside + self.through * ahead
        return np.array([*flat, self.middle[2] + up])

    def note(self, width: float | None = None, height: float | None = None) -> PassageNote:
        """Return the passage as parts note it, with a width or height that a person gave."""
        ends = [tuple(np.round(self.at(0.0, ahead, 0.0), 6).tolist()) for ahead in (self.near, self.far)]
        return PassageNote(ends[0], ends[1], width or round(self.width, 6), height or round(self.height, 6))


def measured_opening(lines: PieceLines, start: Sequence[float], end: Sequence[float]) -> OpeningMeasure:
    """Return the opening between two points (3,) on its rims; raise `EditError` where there is none.

    The points lie on opposite sides of the opening: on its jambs, at two corners, or one on either face of the wall.
    """
    a, b = np.array(start, dtype=np.float64), np.array(end, dtype=np.float64)
    span = float(np.hypot(*(b - a)[:2]))
    if not _APART <= span <= 12.0:
        raise EditError(
            "the two points are {span:.2f} in apart on the level; expected one on either side of an opening, at least "
            "{least:g} in apart",
            span=span,
            least=_APART,
        )
    along = (b - a)[:2] / span
    angle = float(np.arctan2(along[1], along[0]))
    tried: list[tuple[float, _Frame, _Rows]] = []
    for turn in _ASKEW:
        frame = _Frame(lines, (a + b) / 2, _unit(angle + turn), span * float(np.cos(turn)))
        rows = frame.rows()
        if rows is None or (turn != 0.0 and not rows.is_open_at_points):
            continue
        tried.append((round(rows.width(frame.span), 2), frame, rows))
        if turn == 0.0 and rows.is_shut.any():
            break
    if not tried:
        raise _no_opening(a, b)
    _, frame, rows = min(tried, key=lambda one: one[0])
    frame = frame.turned(rows)
    straight = frame.rows()
    if straight is None:
        raise _no_opening(a, b)
    return _measured(frame, straight, abs(float(b[2] - a[2])))


def _unit(angle: float) -> FloatArray:
    return np.array([np.cos(angle), np.sin(angle)])


def _no_opening(a: FloatArray, b: FloatArray) -> EditError:
    return EditError(
        "no opening is between ({start}) and ({end}); expected a point on each of its two sides",
        start=", ".join(f"{value:.2f}" for value in a.tolist()),
        end=", ".join(f"{value:.2f}" for value in b.tolist()),
    )


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows through an opening, ``at`` (r,) along the way: whether each is open or shut, and its clear distances."""

    at: FloatArray
    is_open: NDArray[np.bool_]
    is_shut: NDArray[np.bool_]
    left: FloatArray
    right: FloatArray

    @property
    def best(self) -> int:
        """Return the open row that is farthest from what is shut, or in the middle of all open rows; else any row."""
        which = np.flatnonzero(self.is_open)
        if not len(which):
            return len(self.at) // 2
        if not self.is_shut.any():
            return int(which[len(which) // 2])
        off = np.abs(self.at[which, None] - self.at[self.is_shut][None]).min(axis=1)
        return int(which[int(np.argmin(np.abs(off - min(0.25, float(off.max())))))])

    @property
    def is_open_at_points(self) -> bool:
        """Return whether the way is open halfway between the points."""
        return bool(self.is_open[int(np.argmin(np.abs(self.at)))]) and float(np.abs(self.at).min()) < 2 * _STEP

    def width(self, span: float) -> float:
        """Return the clear width of the best row; the distance of the points where no row is open."""
        return float(self.left[self.best] + self.right[self.best]) if self.is_open.any() else span


@dataclass(frozen=True, eq=False)
class _Frame:
    """Where an opening is looked for: a point in it, the direction from jamb to jamb, and how far these are apart."""

    lines: PieceLines
    middle: FloatArray
    along: FloatArray
    span: float

    @property
    def through(self) -> FloatArray:
        return np.array([-self.along[1], self.along[0]])

    def point(self, aside: FloatArray, ahead: FloatArray, up: FloatArray) -> FloatArray:
        """Return points (n, 3) by their distances from the middle along the opening, along the way and up."""
        flat = self.middle[:2] + np.outer(aside, self.along) + np.outer(ahead, self.through)
        return np.column_stack([flat, self.middle[2] + up])

    def clear(self, points: FloatArray, side: float) -> FloatArray:
        """Return how far it is from points to the jamb on one side, infinite where it is not there."""
        way = np.append(self.along * side, 0.0)
        length, sign = self.lines.lengths(points, np.broadcast_to(way, points.shape))
        half = self.span / 2
        return np.where((sign == 1) & (length <= half + _ASIDE) & (length >= half - _ASIDE), length, np.inf)

    def rows(self) -> _Rows | None:
        """Return the rows that belong to the opening; None where none is open or shut between jambs."""
        steps = int(_THICKEST / _STEP)
        at: FloatArray = np.arange(-steps, steps + 1, dtype=np.float64) * _STEP + 0.0031
        zero = np.zeros(len(at))
        points = self.point(zero, at, zero)
        solid = self.lines.is_solid(points)
        left, right = self.clear(points, -1.0), self.clear(points, 1.0)
        is_open = ~solid & np.isfinite(left) & np.isfinite(right)
        kind = is_open | solid
        first = steps + int(np.argmin(np.where(kind, np.abs(np.arange(len(at)) - steps), len(at)))) - steps
        if not kind.any() or abs(at[first]) > 1.0:
            return None
        low = first - int(np.argmin(np.append(kind[first::-1], False))) + 1
        high = first + int(np.argmin(np.append(kind[first:], False)))
        some = slice(low, high)
        if low == 0 or high == len(at) or (not is_open[some].any() and (at[high - 1] - at[low]) > 1.0):
            return None
        return _Rows(at[some], is_open[some], solid[some], left[some], right[some])

    def turned(self, rows: _Rows) -> "_Frame":
        """Return the frame turned square to the jambs and set halfway between them: there they are nearest."""
        if not rows.is_open.any():
            return _Frame(
                self.lines,
                self.point(np.zeros(1), rows.at[rows.best : rows.best + 1], np.zeros(1))[0],
                self.along,
                self.span,
            )
        ahead, shift = rows.at[rows.best], (rows.right[rows.best] - rows.left[rows.best]) / 2
        centre = self.point(np.array([shift]), np.array([ahead]), np.zeros(1))[0]
        angle = float(np.arctan2(self.along[1], self.along[0]))
        least = 0.9 * rows.width(self.span)
        for turns in _TURNS:
            widths = np.array([self._width(centre, angle + turn) for turn in turns])
            widths[widths < least] = np.inf  # past the edge of a leaf
            if np.isfinite(widths).any():
                # Of turns that are as good to a tenth of a thousandth the middle one: rough jambs have many.
                good = np.flatnonzero(widths <= widths.min() + 1e-4)
                angle += float(turns[good[len(good) // 2]])
        made = _Frame(self.lines, centre, _unit(angle), self.span)
        left, right = (float(made.clear(centre[None], side)[0]) for side in (-1.0, 1.0))
        if not np.isfinite(left + right):
            return made
        return _Frame(self.lines, centre + np.append(made.along * (right - left) / 2, 0.0), made.along, left + right)

    def _width(self, centre: FloatArray, angle: float) -> float:
        made = _Frame(self.lines, centre, _unit(angle), self.span)
        return float((made.clear(centre[None], -1.0) + made.clear(centre[None], 1.0))[0])


def _measured(frame: _Frame, rows: _Rows, rise: float) -> OpeningMeasure:
    ends = _faces_of_wall(frame, rows)
    ahead = rows.at[rows.best]
    zero = np.zeros(1)
    centre = frame.point(zero, np.array([ahead]), zero)[0]
    is_open = bool(rows.is_open.any())
    ground = [_down(frame, end + by) for end, by in zip(ends, (-0.3, 0.3), strict=True)]
    if is_open:
        width, shift, aside, below, above = _section(frame, centre, rows)
        bottom = float(np.median(below))
        finite = above[np.isfinite(above)]
        has_lintel = len(finite) > len(above) / 2
        inner = np.abs(aside) <= width / 4
        usual = float(np.median(above[inner & np.isfinite(above)])) if has_lintel else _open_top(frame, centre)
        profile = np.where(np.isfinite(above), above, usual)
    else:
        width, shift = frame.span, 0.0
        bottom = max(min(ground), centre[2] - rise / 2) if rise > 0.5 else min(ground)
        usual = centre[2] + rise / 2
        has_lintel = True
        aside = np.linspace(-width / 2, width / 2, 9)
        profile = np.full(9, usual)
    flat = centre[:2] + frame.along * shift - frame.through * ahead
    made = OpeningMeasure(
        np.array([*flat, bottom]),
        frame.along,
        frame.through,
        *ends,
        width,
        usual - bottom,
        bottom - max(ground),
        float(profile.max()),
        has_lintel,
        None,
        aside - shift,
        profile,
    )
    return _with_leaf(made, frame, rows)


def _faces_of_wall(frame: _Frame, rows: _Rows) -> tuple[float, float]:
    """Return where the wall begins and ends beside the opening, along the way: halfway to the rows that are free."""
    return float(rows.at[0] - _STEP / 2), float(rows.at[-1] + _STEP / 2)


def _down(frame: _Frame, ahead: float) -> float:
    """Return the height of the ground under a point in front of the opening: a surface, or the floor."""
    points = frame.point(np.zeros(1), np.array([ahead]), np.zeros(1))
    length, _ = frame.lines.lengths(points, np.array([[0.0, 0.0, -1.0]]))
    return max(0.0, float(points[0, 2] - length[0])) if np.isfinite(length[0]) else 0.0


def _section(frame: _Frame, centre: FloatArray, rows: _Rows) -> tuple[float, float, FloatArray, FloatArray, FloatArray]:
    """Return the clear width of the straight way through, how far its middle is aside, and over places along an open
    row the heights of what is below and above (infinite: the sky).
    """
    below, above = _up_and_down(frame, centre, np.zeros(1))
    high = above[0] if np.isfinite(above[0]) else centre[2] + 0.5
    heights = np.unique(np.clip([centre[2], *(below[0] + _HEIGHTS * min(high - below[0], 1.6))], below[0], high))
    sides = [_clear(frame, ahead, heights) for ahead in _open_rows(rows).tolist()]
    found = [side for side in sides if side is not None] or [(rows.left[rows.best], rows.right[rows.best])]
    to_left, to_right = (float(min(side[k] for side in found)) for k in (0, 1))
    aside = np.linspace(-to_left + 0.01, to_right - 0.01, max(9, int((to_left + to_right) / _STEP)))
    below, above = _up_and_down(frame, centre, aside)
    return to_left + to_right, (to_right - to_left) / 2, aside, below, above


def _open_rows(rows: _Rows) -> FloatArray:
    """Return at most nine open rows: not the last ones at the wall's faces nor at a leaf, where there are others."""
    open_at = rows.at[rows.is_open]
    inner = open_at[(open_at > rows.at[0] + _STEP / 2) & (open_at < rows.at[-1] - _STEP / 2)]
    if rows.is_shut.any() and len(inner):
        away = inner[np.abs(inner[:, None] - rows.at[rows.is_shut][None]).min(axis=1) > 1.5 * _STEP]
        inner = away if len(away) else inner
    some = inner if len(inner) else open_at
    return np.asarray(some[np.unique(np.linspace(0, len(some) - 1, 9).round().astype(int))])


def _clear(frame: _Frame, ahead: float, heights: FloatArray) -> tuple[float, float] | None:
    """Return the clear distances to both sides of a row, the medians over some heights; None where no jamb is met."""
    points = frame.point(np.zeros(len(heights)), np.full(len(heights), ahead), heights - frame.middle[2])
    left, right = frame.clear(points, -1.0), frame.clear(points, 1.0)
    both = np.isfinite(left) & np.isfinite(right)
    return (float(np.median(left[both])), float(np.median(right[both]))) if both.any() else None


def _up_and_down(frame: _Frame, centre: FloatArray, aside: FloatArray) -> tuple[FloatArray, FloatArray]:
    points = centre + np.column_stack([np.outer(aside, frame.along), np.zeros(len(aside))])
    down, _ = frame.lines.lengths(points, np.broadcast_to(np.array([0.0, 0.0, -1.0]), points.shape))
    up, _ = frame.lines.lengths(points, np.broadcast_to(np.array([0.0, 0.0, 1.0]), points.shape))
    return np.where(np.isfinite(down), points[:, 2] - down, 0.0).clip(0.0), points[:, 2] + up


def _open_top(frame: _Frame, centre: FloatArray) -> float:
    """Return how high the jambs of an opening without a lintel reach."""
    heights = np.arange(centre[2], centre[2] + 8.0, 0.05)
    points = np.column_stack([np.broadcast_to(centre[:2], (len(heights), 2)), heights])
    both = np.isfinite(frame.clear(points, -1.0)) & np.isfinite(frame.clear(points, 1.0))
    return float(heights[max(0, int(np.argmin(np.append(both, False))) - 1)])


_LEDGE = 0.4
"""Ledges and handles of a leaf stand out from it by at most this (in)."""


def _with_leaf(made: OpeningMeasure, frame: _Frame, rows: _Rows) -> OpeningMeasure:
    """Return the measure with what shuts the opening: from its foremost to its hindmost place."""
    from dataclasses import replace

    if not rows.is_shut.any():
        return made
    where = rows.at[rows.is_shut]
    first, last = float(where[0]) - _STEP, float(where[-1]) + _STEP
    aside, up = np.meshgrid(np.linspace(-0.35, 0.35, 15) * made.width, np.linspace(0.15, 0.85, 12) * made.height)
    found = []
    for begin, way, rim in ((made.near - 0.05, 1.0, first), (made.far + 0.05, -1.0, last)):
        points = np.array([made.at(x, begin, z) for x, z in zip(aside.ravel(), up.ravel(), strict=True)])
        length, sign = frame.lines.lengths(points, np.broadcast_to(np.append(made.through * way, 0.0), points.shape))
        met = begin + way * length[sign == 1]
        near = met[np.abs(met - rim) <= _LEDGE]
        found.append((float(near.min() if way > 0 else near.max()) if len(near) else rim) - way * 0.005)
    return replace(made, shut=(found[0], found[1]))
