"""Narrow stretches of covered ground between two things that stand beside it, row by row of a storey's view.

A passage is a few similar rows of such stretches, behind which it opens; a leaf that is one mesh with its frame shows
as a few rows between them that are full.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.terrain.classify.columns import Bools
from warcry3d.terrain.classify.storeys import BLOCKED, DROP, WALKED, StoreyView

__all__ = ["Stretch", "grown", "is_jambed", "profile", "stretches"]

_COVERED = 0.85
"""Share of a row's stretch that has something above it."""

_STEP = 0.1
"""How far (in) a stretch may shift from row to row: jambs are rough or slanted."""

_DRIFT = 0.45
"""How far (in) it may shift over all its rows."""

_SLANT = 0.3
"""The greatest slant of its sides (a share of its depth), besides `_STEP`: what narrows faster is a corner."""

_CORNER = 0.2
"""A passage ends at corners: within three rows the open ground grows wider by this (in)."""

_REBATE = 0.5
"""Jambs may step back by this much (in), over this depth."""

_THICK = 2.5
"""Walls are no thicker than this (in)."""

_PANEL = 0.55
"""A leaf is no thicker than this (in), with its ledges and its handle."""

_RISE = 0.3
_LOWER = 0.8
"""Something is in the way if it begins this far (in) above the ground of a stretch, or the ceiling is lower than this
share of its height.
"""

_FULL, _FREE, _MOSTLY = 0.85, 0.88, 0.6
"""Shares of a stretch that are blocked where a leaf is, open in one where it ends, and blocked where there is none:
stones may lie before a passage.
"""

_JAMBED, _CLOSE = 0.85, 0.24
"""The least share of a leaf's depth with something on both sides of it, at some place within this distance (in): a flat
leaf has jambs, a round wall none.
"""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows of covered ground between the same two things: rows ``first`` to ``stop``, columns ``left`` to ``right`` of
    each (both exclusive at the end), how it goes on before and behind it (``None``: not at all; else the number of
    full rows before it is open again: 0 where it opens at once), and by how much (in) it grows wider all at once at
    its left and right side, at the better of both ends.
    """

    first: int
    stop: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    before: int | None
    behind: int | None
    widens: tuple[float, float]

    @property
    def sides(self) -> tuple[float, float]:
        """Return the usual columns at which it begins and ends."""
        return float(np.median(self.left)), float(np.median(self.right))

    @property
    def drift(self) -> float:
        """Return how far (cells) its sides wander from row to row."""
        return float(np.std(self.left) + np.std(self.right))


def stretches(seen: StoreyView, widths: tuple[float, float], depth: float) -> list[Stretch]:
    """Return all stretches of a width (least, most; in) and no deeper than ``depth`` (in)."""
    found = []
    most = int(depth / seen.cell) + 1
    for grown_wide in _chains(seen, _runs(seen, widths)):
        chain = _core(seen, grown_wide)
        first, stop = chain[0][0], chain[-1][0] + 1
        left, right = tuple(run[1] for run in chain), tuple(run[2] for run in chain)
        slant = max(np.ptp(left), np.ptp(right)) * seen.cell
        if len(chain) <= most and slant <= _STEP + _SLANT * len(chain) * seen.cell:
            floor, ceiling = _usual(seen, first, stop, left[len(left) // 2], right[len(right) // 2])
            before = _beyond(seen, (first - 1, -1), (left[0], right[0]), floor, ceiling)
            behind = _beyond(seen, (stop, 1), (left[-1], right[-1]), floor, ceiling)
            ends = [_widens(seen, first - 1, -1, left[0], right[0])] if before == 0 else []
            ends += [_widens(seen, stop, 1, left[-1], right[-1])] if behind == 0 else []
            widens = tuple(max((end[k] for end in ends), default=0.0) for k in range(2))
            is_abrupt = all(max(end) >= _CORNER for end in ends) and min(widens) >= _CORNER
            if ends and is_abrupt:
                found.append(Stretch(first, stop, left, right, before, behind, (widens[0], widens[1])))
    return found


def _widens(seen: StoreyView, row: int, step: int, left: int, right: int) -> tuple[float, float]:
    """Return how much wider (in) the open ground gets on each side beyond the end of a stretch.

    Two rebates, one behind the other, may lie between.
    """
    best, lines = [0.0, 0.0], [(left, right)] * 3
    for at in range(row, row + step * max(3, round(_REBATE / seen.cell)), step):
        line = _around(seen, at, (left + right) // 2)
        if line is None:
            break
        for k, sign in enumerate((-1, 1)):
            best[k] = max(best[k], sign * (line[k] - lines[-3][k]) * seen.cell)
        lines.append(line)
    return best[0], best[1]


def _around(seen: StoreyView, row: int, middle: int) -> tuple[int, int] | None:
    """Return where the open ground around a column of a row begins and ends; None where something blocks it."""
    far = 10_000
    if not 0 <= row < seen.state.shape[0]:
        return -far, far
    shut = np.flatnonzero(seen.state[row] == BLOCKED)
    at = int(np.searchsorted(shut, middle))
    if at < len(shut) and shut[at] == middle:
        return None
    return int(shut[at - 1]) + 1 if at else -far, int(shut[at]) if at < len(shut) else far


def grown(seen: StoreyView, row: int, step: int, sides: tuple[float, float], ceiling: float) -> int:
    """Return the row up to which, from ``row`` on, a passage continues within its wall: covered as low (``ceiling``,
    in), and hardly wider.
    """
    middle = round(sum(sides) / 2)
    for _ in range(round(_THICK / seen.cell)):
        line = _around(seen, row, middle)
        if line is None or line[0] < sides[0] - _REBATE / seen.cell or line[1] > sides[1] + _REBATE / seen.cell:
            return row
        here = np.nan_to_num(seen.ceiling[row, line[0] : line[1]], posinf=99.0)
        if float(np.median(here)) > ceiling + 0.3:
            return row
        row += step
    return row


def is_jambed(seen: StoreyView, rows: tuple[int, int], sides: tuple[float, float]) -> bool:
    """Return whether something stands close to both sides of these rows, nearly from the first to the last."""
    reach = round(_CLOSE / seen.cell)
    for side, sign in zip(sides, (-1, 1), strict=True):
        at = round(side) + sign * np.arange(1, reach + 1) - (sign < 0)
        at = at[(at >= 0) & (at < seen.state.shape[1])]
        shut = (seen.state[rows[0] : rows[1]][:, at] == BLOCKED).mean(axis=0)
        if not len(at) or float(shut.max()) < _JAMBED:
            return False
    return True


def _runs(seen: StoreyView, widths: tuple[float, float]) -> list[tuple[int, int, int]]:
    """Return row, start and end of the covered stretches of open ground in each row that have the given width."""
    is_open = np.pad(seen.state != BLOCKED, ((0, 0), (1, 1)))
    change = np.diff(is_open.astype(np.int8), axis=1)
    row, begin = np.nonzero(change == 1)
    _, end = np.nonzero(change == -1)
    length = (end - begin) * seen.cell
    inner = (begin > 0) & (end < seen.state.shape[1])
    fits = inner & (length >= widths[0] - seen.cell) & (length <= widths[1])
    row, begin, end = row[fits], begin[fits], end[fits]
    covered = (seen.state == WALKED) & np.isfinite(seen.ceiling)
    total = np.pad(np.cumsum(covered, axis=1), ((0, 0), (1, 0)))
    share = (total[row, end] - total[row, begin]) / np.maximum(end - begin, 1)
    kept = share >= _COVERED
    return list(zip(row[kept].tolist(), begin[kept].tolist(), end[kept].tolist(), strict=True))


def _chains(seen: StoreyView, runs: Sequence[tuple[int, int, int]]) -> list[list[tuple[int, int, int]]]:
    """Return the runs, joined where they continue from row to row between the same sides."""
    step, drift = max(2, round(_STEP / seen.cell)), max(3, round(_DRIFT / seen.cell))
    done: list[list[tuple[int, int, int]]] = []
    growing: list[list[tuple[int, int, int]]] = []
    for run in runs:
        alive = [chain for chain in growing if chain[-1][0] >= run[0] - 1]
        done += [chain for chain in growing if chain[-1][0] < run[0] - 1]
        growing = alive
        for chain in growing:
            last, first = chain[-1], chain[0]
            goes_on = last[0] == run[0] - 1 and abs(last[1] - run[1]) <= step and abs(last[2] - run[2]) <= step
            if goes_on and abs(first[1] - run[1]) <= drift and abs(first[2] - run[2]) <= drift:
                chain.append(run)
                break
        else:
            growing.append([run])
    return done + growing


def _core(seen: StoreyView, chain: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return the rows of a chain around its narrowest that are hardly wider: a round room widens slowly."""
    narrow = min(range(len(chain)), key=lambda k: (chain[k][2] - chain[k][1], abs(2 * k - len(chain))))
    _, left, right = chain[narrow]
    step = max(2, round(_STEP / seen.cell))
    low = high = narrow

    def is_alike(k: int) -> bool:
        off = step + _SLANT * abs(k - narrow)
        return 0 <= k < len(chain) and abs(chain[k][1] - left) <= off and abs(chain[k][2] - right) <= off

    while is_alike(low - 1):
        low -= 1
    while is_alike(high + 1):
        high += 1
    return chain[low : high + 1]


def _usual(seen: StoreyView, first: int, stop: int, left: int, right: int) -> tuple[float, float]:
    """Return the usual floor and ceiling (in) of a stretch."""
    here = seen.state[first:stop, left:right] == WALKED
    ceiling = seen.ceiling[first:stop, left:right]
    here &= np.isfinite(ceiling)
    if not here.any():
        return 0.0, 0.0
    return float(np.median(seen.floor[first:stop, left:right][here])), float(np.median(ceiling[here]))


def _beyond(
    seen: StoreyView, row_and_step: tuple[int, int], sides: tuple[int, int], floor: float, ceiling: float
) -> int | None:
    """Return how many full rows follow a row before a stretch is open; None where it stays closed.

    Open means as free as the stretch: nothing begins much lower there or rises from the ground. So what sticks out of a
    leaf, its ledges and its handle, counts as leaf.
    """
    (row, step), (left, right) = row_and_step, sides
    shares: list[float] = []
    for at in range(row, row + step * (round(_PANEL / seen.cell) + 1), step):
        share = 1.0
        if 0 <= at < seen.state.shape[0]:
            state, usual = seen.state[at, left:right], seen.ceiling[at, left:right]
            is_free = (state == DROP) | (seen.floor[at, left:right] < floor + _RISE)
            clear = (state != BLOCKED) & is_free & (usual > floor + _LOWER * (ceiling - floor))
            share = _longest(clear) / max(1, right - left)
        if share >= _FREE:
            if not shares or min(shares) <= 1 - _FULL:
                return len(shares)
            break
        shares.append(share)
    return 0 if not shares or (shares[0] >= _MOSTLY and min(shares) > 1 - _FULL) else None


def _longest(line: Bools) -> int:
    """Return how long the longest unbroken stretch of marked cells is."""
    edges = np.flatnonzero(np.diff(np.pad(line.astype(np.int8), 1)))
    return int((edges[1::2] - edges[::2]).max(initial=0))


def profile(seen: StoreyView, one: Stretch) -> FloatArray:
    """Return the usual ceiling (in) along a stretch, a value a column from its usual left to its usual right side."""
    left, right = (round(side) for side in one.sides)
    rows = np.where(np.isfinite(seen.ceiling[one.first : one.stop]), seen.ceiling[one.first : one.stop], np.nan)
    state = seen.state[one.first : one.stop, left:right]
    here = np.where(state == WALKED, rows[:, left:right], np.nan)
    with np.errstate(all="ignore"):
        heights = np.array([np.nanmedian(column) if np.isfinite(column).any() else np.nan for column in here.T])
    known = np.flatnonzero(np.isfinite(heights))
    return np.asarray(np.interp(np.arange(len(heights)), known, heights[known]), dtype=np.float64)
