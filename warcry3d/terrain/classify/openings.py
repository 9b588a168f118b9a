"""Openings through a wall that are wide and tall enough to walk through (WC-TERR-5), read from the columns.

A window has its sill above the floor and so no ground at the floor's height; a niche opens to one side only; a canopy
on posts has no wall beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.terrain.classify.clearance import Beside
from warcry3d.terrain.classify.columns import Columns
from warcry3d.terrain.classify.runs import Stretch, grown, is_jambed, profile, stretches
from warcry3d.terrain.classify.storeys import CLEAR, SILL, WALKED, Storey, StoreyView, storeys, view, wall_directions

__all__ = ["DoorPanel", "Opening", "openings"]

_WIDTH = (0.7, 4.5)
"""Clear width (in): from 18 mm, a narrow door of the smallest scale, up to the span of a bridge."""

_DEPTH = 5.0
_LEAST = 2
"""The least depth of a passage in rows of cells."""

_BEYOND = 1.0
"""Free ground (in) beyond both ends, for the smallest base: otherwise nobody can be placed there after passing."""

_NEAR = 0.45
_POST = 0.62
"""What stands beside a passage is a post, and the passage leads under a canopy, if it is narrower than this (in) ..."""

_BEAM = 0.4
"""... and what it carries hangs less than this (in) below the ceiling beyond, or both ends have a ceiling."""

_SPAN = 3.0
"""The greatest width (in) of a passage between two posts: wider ones are a colonnade."""

_WALL = (0.9, 3.0)
"""The greatest thickness (in) of a wall that holds a leaf: one flush with the wall on one side, one set back on both.
"""

_FLUSH = 0.4
"""The greatest thickness (in) of a leaf that is flush with its wall on one side."""

_BETWEEN = tuple(np.radians([-10.0, -5.0, 5.0, 10.0]).tolist())
"""Round walls have no directions: their passages are also viewed from this angle (rad) to each side."""

_LINTEL = 0.08
_DOORLIKE = (1.4, 2.6)
"""A passage that leads out into the air is at least as high as a door and no wider (in): otherwise it is a window."""

_TIMBER = 0.5
"""Two panels with at most this (in) between them belong to a timbered wall."""

_LEAF_FILL = 0.75
"""The least share of its opening that a leaf fills: what fills less is bars, or a wall with a window above it."""


@dataclass(frozen=True, slots=True, eq=False)
class DoorPanel:
    """A leaf that is one mesh with its frame.

    ``near`` to ``far`` along the passage (in, from its start); its outline upwards: heights (in) of its upper edge
    every ``cell`` along the opening, from its left side on; ``sunk``: on how many of its sides it is set deeper than
    the wall.
    """

    near: float
    far: float
    left: float
    cell: float
    heights: FloatArray
    sunk: int


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """A passage through a wall.

    The middles of both ends (3,) in the grid's frame on their floors, clear ``width`` and ``height`` (in), and its
    depth through the wall; ``fill``: how straight its sides are (1: entirely); ``top``: where it ends; ``posts``: how
    many of its sides are posts under a ceiling; ``leaf``: what closes it; ``is_high``: one end leads into the air.
    """

    start: FloatArray
    end: FloatArray
    width: float
    height: float
    depth: float
    fill: float
    top: float
    posts: int
    leaf: DoorPanel | None = None
    is_high: bool = False

    @property
    def middle(self) -> FloatArray:
        """Return the middle of the way on its floor (3,)."""
        return np.asarray((self.start + self.end) / 2)

    @property
    def way(self) -> FloatArray:
        """Return the unit vector through the opening (2,)."""
        step = (self.end - self.start)[:2]
        return np.asarray(step / np.hypot(*step))


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A passage as seen in one direction: rows ``first`` to ``stop`` with one or two stretches and what is between."""

    seen: StoreyView
    storey: Storey
    parts: tuple[Stretch, ...]
    first: int
    stop: int
    panel: tuple[int, int] | None


def openings(columns: Columns, solids: Sequence[Solid]) -> tuple[Opening, ...]:
    """Return the passages through walls of the solids in the columns, in the order of their places."""
    directions, is_round = wall_directions(solids, columns.turn)
    beside = Beside(solids, columns.turn)
    kept: list[Opening] = []
    for storey in storeys(columns):
        found = [way for angle in directions for way in _seen_along(columns, storey, angle)]
        angles = {round(way.angle + by, 4) for way in found for by in _BETWEEN} if is_round else set()
        found += [way for angle in sorted(angles) for way in _seen_along(columns, storey, angle)]
        for way in sorted(found, key=lambda one: (one.opening.leaf is not None, round(one.score, 3))):
            if not any(_same(way.opening, other) for other in kept):
                kept.append(_measured(way, beside))
    real = [way for way in kept if way.leaf is None or not any(_is_beside(way, other) for other in kept)]
    return tuple(sorted(real, key=lambda o: tuple(o.middle.round(3))))


def _is_beside(way: Opening, other: Opening) -> bool:
    """Return whether two closed passages stand side by side with a post between: panels of a timbered wall."""
    if other is way or other.leaf is None or abs(float(way.way @ other.way)) < 0.97:
        return False
    step = other.middle - way.middle
    along = abs(float(step[:2] @ way.way))
    aside = abs(float(step[0] * way.way[1] - step[1] * way.way[0])) - (way.width + other.width) / 2
    alike = abs(other.height - way.height) < 0.3 and abs(float(step[2])) < 0.3
    return bool(along < 0.3 and aside < _TIMBER and alike)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A passage as seen at an angle (rad); the lower its ``score``, the better the angle fits it."""

    opening: Opening
    angle: float
    score: float
    given: "_Candidate"


def _measured(way: _Seen, beside: Beside) -> Opening:
    """Return a passage with its width and middle measured on the triangles; from the grid where that fails."""
    opening, seen = way.opening, way.given.seen
    v = float(opening.middle[:2] @ seen.way)
    rows = [
        float(seen.place(part.first + share * (part.stop - part.first) - 0.5, 0.0) @ seen.way) - v
        for part in way.given.parts
        for share in (0.2, 0.5, 0.8)
    ]
    sides = beside.between(opening.middle, seen.along, rows, opening.width, opening.height)
    if sides is None or abs(sum(sides) - opening.width) > 4 * seen.cell:
        return opening
    by = np.append(seen.along * (sides[0] - sides[1]) / 2, 0.0)
    leaf = opening.leaf
    if leaf is not None:
        leaf = replace(leaf, left=leaf.left - (sides[0] - sides[1]) / 2)
    return replace(opening, start=opening.start + by, end=opening.end + by, width=sum(sides), leaf=leaf)


def _seen_along(columns: Columns, storey: Storey, angle: float) -> list[_Seen]:
    seen = view(storey, angle, margin=_BEYOND + 0.5)
    found = []
    for candidate in _candidates(seen, storey):
        opening = _opening(columns, candidate)
        if opening is not None:
            found.append(_Seen(opening, angle, _score(opening, candidate), candidate))
    return found


def _score(opening: Opening, given: _Candidate) -> float:
    """Return how badly an angle fits a passage: crooked sides, less depth than possible, a smaller leaf."""
    depth = (given.stop - given.first) * given.seen.cell
    drift = sum(part.drift for part in given.parts) * given.seen.cell
    if opening.leaf is None:
        return 4 * drift - 0.3 * min(depth, 1.0)
    return 2 * drift - opening.width * opening.height - 0.5 * len(given.parts)


def _candidates(seen: StoreyView, storey: Storey) -> list[_Candidate]:
    found = []
    all_of = stretches(seen, _WIDTH, _DEPTH)
    for one in all_of:
        if one.before is None or one.behind is None:
            continue
        if one.before == 0 and one.behind == 0 and one.stop - one.first >= _LEAST:
            found.append(_Candidate(seen, storey, (one,), one.first, one.stop, None))
        elif one.before == 0:
            found.append(_shut(seen, storey, one, one.stop, one.stop + one.behind, all_of))
        elif one.behind == 0:
            low, high = one.first - one.before, one.first
            if not any(other.stop == low and other.behind == one.before for other in all_of):
                found.append(_shut(seen, storey, one, low, high, all_of))
    return found


def _shut(seen: StoreyView, storey: Storey, one: Stretch, low: int, high: int, all_of: Sequence[Stretch]) -> _Candidate:
    """Return a way with a leaf in rows ``low`` to ``high``, and with the stretch on the leaf's other side, if any."""
    left, right = one.sides
    tolerance = 0.35 / seen.cell
    for other in all_of:
        alike = abs(other.sides[0] - left) <= tolerance and abs(other.sides[1] - right) <= tolerance
        if alike and other is not one and ((other.first == high) if one.stop == low else (other.stop == low)):
            first, stop = min(one.first, other.first), max(one.stop, other.stop)
            return _Candidate(seen, storey, (one, other), first, stop, (low, high))
    return _Candidate(seen, storey, (one,), min(one.first, low), max(one.stop, high), (low, high))


def _opening(columns: Columns, given: _Candidate) -> Opening | None:
    seen, parts = given.seen, given.parts
    left, right = max(part.sides[0] for part in parts), min(part.sides[1] for part in parts)
    width = (right - left) * seen.cell
    if not _WIDTH[0] <= width <= _WIDTH[1]:
        return None
    lines = [profile(seen, part) for part in parts]
    usual = max(float(np.median(line[len(line) // 4 : -(len(line) // 4) or None])) for line in lines)
    first = grown(seen, given.first - 1, -1, (left, right), usual) + 1
    stop = grown(seen, given.stop, 1, (left, right), usual)
    depth = (stop - first) * seen.cell
    ends = [np.append(seen.place(row - 0.5, (left + right) / 2 - 0.5), _floor(given, row)) for row in (first, stop)]
    height = usual - (min if given.panel else max)(float(end[2]) for end in ends)
    if height < CLEAR or depth > _DEPTH:
        return None
    beyond = [_leads_on(columns, end, way) for end, way in zip(ends, (-seen.way, seen.way), strict=True)]
    before, after = beyond
    if before is None or after is None or (before.is_drop and after.is_drop):
        return None
    is_high = before.is_drop or after.is_drop
    middle = seen.place((given.first + given.stop) / 2 - 0.5, (left + right) / 2 - 0.5)
    jambs = [given.storey.breadth(middle + seen.along * a * (width / 2 + 0.04), near=0.35, most=1.5) for a in (-1, 1)]
    posts = _posts(jambs, (min(before.near, after.near) - usual, min(before.far, after.far) - usual), width)
    if posts is None or (is_high and not (height >= _DOORLIKE[0] and width <= _DOORLIKE[1] and posts < 2)):
        return None
    straight = 1.0 - min(1.0, sum(part.drift for part in parts) * seen.cell / width)
    top = max(float(np.quantile(line, 0.95)) for line in lines)
    found = Opening(ends[0], ends[1], width, height, depth, straight, top, posts, is_high=is_high)
    if given.panel is None:
        return found
    if is_high or depth > _WALL[len(parts) - 1] or not is_jambed(seen, (given.first, given.stop), (left, right)):
        return None
    leaf = _panel(columns, given, first, (left, right), lines)
    return None if leaf is None else replace(found, leaf=leaf)


def _posts(jambs: Sequence[float], lintel: tuple[float, float], width: float) -> int | None:
    """Return how many sides of a passage are posts under a ceiling; None where it is no passage through a wall.

    ``lintel``: how much lower it is than the ceiling just beyond it, and than that farther off.
    """
    narrow = sum(breadth < _POST for breadth in jambs)
    if min(jambs) < 0.12 or lintel[1] < _LINTEL or (narrow and lintel[0] < _BEAM):
        return None
    if narrow == 2 and (np.isfinite(lintel[0]) or width > _SPAN):
        return None
    return narrow if np.isfinite(lintel[0]) else 0


def _floor(given: _Candidate, row: int) -> float:
    """Return the usual floor height (in) of a passage near one of its ends."""
    seen = given.seen
    part = min(given.parts, key=lambda part: min(abs(part.first - row), abs(part.stop - row)))
    inner = min(max(row, part.first), part.stop - 1)
    left, right = (round(side) for side in part.sides)
    floors = seen.floor[inner, left:right][seen.state[inner, left:right] == WALKED]
    return float(np.median(floors)) if len(floors) else given.storey.height


def _panel(
    columns: Columns, given: _Candidate, first: int, sides: tuple[float, float], lines: Sequence[FloatArray]
) -> DoorPanel | None:
    """Return the leaf of a passage that begins at row ``first``; None where it is closed by bars or a wall with a
    window.
    """
    seen = given.seen
    assert given.panel is not None
    low, high = given.panel
    line = max(lines, key=lambda line: float(np.median(line)))
    left = round(given.parts[next(k for k, other in enumerate(lines) if other is line)].sides[0])
    floor = min(_floor(given, row) for row in (given.first, given.stop))
    share = [
        _filled(columns, seen.place(row, left + k), floor + 0.1, float(line[k]) - 0.1)
        for row in range(low, high)
        for k in range(2, len(line) - 2, 2)
    ]
    full = np.array(share).reshape(high - low, -1).max(axis=0) if share else np.zeros(1)
    if float(full.mean()) < _LEAF_FILL or (len(given.parts) == 1 and (high - low) * seen.cell > _FLUSH):
        return None
    start = (left - (sides[0] + sides[1]) / 2) * seen.cell
    return DoorPanel((low - first) * seen.cell, (high - first) * seen.cell, start, seen.cell, line, len(given.parts))


def _filled(columns: Columns, place: FloatArray, low: float, high: float) -> float:
    """Return the share of a height range at a place (2,) that is solid."""
    spans = columns.spans
    here = _column(columns, place)
    if here is None or not high > low:
        return 0.0
    at = slice(*np.searchsorted(spans.column, [here, here + 1]).tolist())
    return float((np.minimum(spans.high[at], high) - np.maximum(spans.low[at], low)).clip(0).sum() / (high - low))


def _column(columns: Columns, place: FloatArray) -> int | None:
    i, j = np.floor((place - columns.origin) / columns.cell + 0.5).astype(int).tolist()
    inside = 0 <= i < columns.shape[0] and 0 <= j < columns.shape[1]
    return i * columns.shape[1] + j if inside else None


@dataclass(frozen=True, slots=True)
class _Beyond:
    """What is beyond an end: its usual ceiling ``near`` it, how high it gets ``far`` off (in; infinite: the sky), and
    whether one falls down there.
    """

    near: float
    far: float
    is_drop: bool


def _leads_on(columns: Columns, start: FloatArray, way: FloatArray) -> _Beyond | None:
    """Return what is beyond an end; None where neither ground nor air continues from ``start`` along ``way``."""
    floor, ceilings, dropped = float(start[2]), list[float](), 0
    steps = np.arange(columns.cell, _BEYOND, columns.cell)
    for step in steps:
        here = _air(columns, start[:2] + way * step, floor)
        if here is None:
            return None
        if here[0] < floor - SILL:
            dropped += 1
        else:
            floor = here[0]
        ceilings.append(here[1])
    if floor > 0.6 + float(start[2]):
        return None
    near = ceilings[: max(1, round(_NEAR / columns.cell))]
    return _Beyond(float(np.median(near)), sorted(ceilings)[len(ceilings) * 3 // 4], dropped > 0.5 * len(steps))


def _air(columns: Columns, place: FloatArray, floor: float) -> tuple[float, float] | None:
    """Return floor and ceiling of the air at a place (2,) reached from a floor over a sill, or by falling."""
    gaps = columns.gaps
    column = _column(columns, place)
    if column is None:
        return 0.0, np.inf  # the open ground around the piece
    here = slice(*np.searchsorted(gaps.column, [column, column + 1]).tolist())
    fits = (gaps.ceiling[here] - gaps.floor[here] >= CLEAR) & (np.abs(gaps.floor[here] - floor) <= SILL)
    if not fits.any():
        fits = (gaps.floor[here] < floor) & (gaps.ceiling[here] >= floor + CLEAR)
    if not fits.any():
        return None
    k = here.start + int(np.flatnonzero(fits)[0])
    return float(gaps.floor[k]), float(gaps.ceiling[k])


def _same(a: Opening, b: Opening) -> bool:
    """Return whether two passages are the same: seen from two directions, or steps of one jamb behind each other."""
    step = (a.middle - b.middle)[:2]
    aside = abs(float(step[0] * b.way[1] - step[1] * b.way[0]))
    along = abs(float(step @ b.way))
    near = aside < 0.5 * max(a.width, b.width) and along <= (a.depth + b.depth) / 2 + 0.1
    return bool(near and abs(a.middle[2] - b.middle[2]) < 1.0)
