"""Ladders: thin level bars of one length, one above another."""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.terrain.classify.columns import Columns, neighbours

__all__ = ["Ladder", "ladders"]

_THICK = 0.22
"""Rungs are no thicker than this (in)."""

_LENGTH = (0.3, 1.3)
_DEEP = 0.32
"""Rungs measure at most this (in) from back to front; anything deeper is a tread."""

_SPACING = (0.12, 0.95)
_LEAST = 3
_SHORT = 0.9
"""This few bars, if longer (in), are a railing."""
_LEVEL = 1.3
"""From cell to cell a rung rises or falls by less than this share of their distance; a leaning rail keeps rising."""

_STEEP = 0.75
"""Each rung is offset sideways by at most this share of its height above the last: 53 degrees and more."""

_IRREGULAR = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class Ladder:
    """A ladder: the middles of its rungs (n, 3) in the grid's frame from below up, the unit vector along them (2,), and
    the usual ``length``, ``depth``, ``thickness`` and ``spacing`` (in).
    """

    rungs: FloatArray
    along: FloatArray
    length: float
    depth: float
    thickness: float
    spacing: float
    irregularity: float


@dataclass(frozen=True, slots=True, eq=False)
class _Bar:
    middle: FloatArray
    along: FloatArray
    length: float
    depth: float
    thickness: float


def ladders(columns: Columns) -> tuple[Ladder, ...]:
    """Return the ladders of three rungs or more, the longest first."""
    bars = sorted(_bars(columns), key=lambda bar: tuple(bar.middle[[2, 0, 1]].round(4)))
    found: list[Ladder] = []
    used: set[int] = set()
    chains = sorted((_chain(bars, k) for k in range(len(bars))), key=lambda chain: (-len(chain), chain))
    for chain in chains:
        if len(chain) < _LEAST or used & set(chain):
            continue
        ladder = _ladder([bars[k] for k in chain])
        if ladder is not None:
            used |= set(chain)
            found.append(ladder)
    return tuple(found)


def _bars(columns: Columns) -> list[_Bar]:
    """Return the thin stretches of solid with air above and below that connect to level bars."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    spans, gaps = columns.spans, columns.gaps
    above = np.zeros(len(spans.low))
    on = gaps.below >= 0
    above[gaps.below[on]] = gaps.headroom[on]
    thin = np.flatnonzero((spans.high - spans.low <= _THICK) & (spans.low > 0.05) & (above > 0.08))
    if not len(thin):
        return []
    a, b = neighbours(columns, spans.column[thin], ((1, 0), (0, 1), (1, 1), (1, -1)))
    meet = np.minimum(spans.high[thin[a]], spans.high[thin[b]]) > np.maximum(spans.low[thin[a]], spans.low[thin[b]])
    middle = (spans.low[thin] + spans.high[thin]) / 2
    meet &= np.abs(middle[a] - middle[b]) <= _LEVEL * columns.cell
    graph = coo_matrix((np.ones(int(meet.sum()), dtype=np.int8), (a[meet], b[meet])), shape=(len(thin), len(thin)))
    _, group = connected_components(graph, directed=False)
    sizes = np.bincount(group)
    order = np.argsort(group, kind="stable")
    bounds = np.searchsorted(group[order], np.arange(len(sizes) + 1))
    cell = columns.cell
    likely = np.flatnonzero((sizes * cell**2 >= 0.02 * _LENGTH[0]) & (sizes * cell**2 <= _LENGTH[1] * _DEEP))
    bars: list[_Bar] = []
    for number in likely.tolist():
        items = thin[order[bounds[number] : bounds[number + 1]]]
        low, high = spans.low[items], spans.high[items]
        bar = _bar(columns.points(spans.column[items]), low, high, cell)
        if bar is not None:
            bars.append(bar)
    return bars


def _bar(place: FloatArray, low: FloatArray, high: FloatArray, cell: float) -> _Bar | None:
    middle = place.mean(axis=0)
    offset = place - middle
    _, axes = np.linalg.eigh(offset.T @ offset)
    along = axes[:, 1] * (1 if (axes[0, 1], axes[1, 1]) > (0, 0) else -1)
    length = float(np.ptp(offset @ along)) + cell
    depth = float(np.ptp(offset @ axes[:, 0])) + cell
    heights = (low + high) / 2
    if not _LENGTH[0] <= length <= _LENGTH[1] or depth > min(_DEEP, 0.6 * length) or np.ptp(heights) > 0.25 * length:
        return None
    return _Bar(np.append(middle, np.median(heights)), along, length, depth, float(np.max(high) - np.min(low)))


def _chain(bars: list[_Bar], start: int) -> list[int]:
    """Return the numbers of the bars that continue a ladder above ``start``."""
    chain, least = [start], 0.0
    for k in range(start + 1, len(bars)):
        last, new = bars[chain[-1]], bars[k]
        step = new.middle - last.middle
        if step[2] < _SPACING[0]:
            continue
        if step[2] > _SPACING[1]:
            break
        if step[2] < 0.65 * least:
            continue
        aside = abs(float(step[:2] @ last.along))
        back = abs(float(step[0] * last.along[1] - step[1] * last.along[0]))
        alike = min(last.length, new.length) / max(last.length, new.length)
        parallel = abs(float(last.along @ new.along)) > 0.93 and aside < 0.3 * last.length + 0.1
        if parallel and alike > 0.6 and back <= _STEEP * step[2]:
            least = min(least or float(step[2]), float(step[2]))
            chain.append(k)
    return chain


def _straight(rungs: FloatArray) -> FloatArray:
    """Return the middles moved onto the line of most of them (a rung that runs into something else is beside it)."""
    z = rungs[:, 2]
    i, j = np.triu_indices(len(z), 1)
    slope = np.median((rungs[j, :2] - rungs[i, :2]) / (z[j] - z[i])[:, None], axis=0)
    foot = np.median(rungs[:, :2] - z[:, None] * slope, axis=0)
    return np.column_stack([foot + z[:, None] * slope, z])


def _ladder(bars: list[_Bar]) -> Ladder | None:
    rungs = np.array([bar.middle for bar in bars])
    if len(bars) == _LEAST and max(bar.length for bar in bars) > _SHORT:
        return None
    spacings = np.diff(rungs[:, 2])
    spacing = float(np.median(spacings))
    irregularity = float(np.abs(spacings - spacing).max() / spacing)
    if irregularity > 1.3 or np.abs(spacings - spacing).mean() / spacing > _IRREGULAR:
        return None  # one rung may be missing
    along = sum((bar.along * np.sign(float(bar.along @ bars[0].along)) for bar in bars), np.zeros(2))
    return Ladder(
        _straight(rungs),
        along / np.hypot(*along),
        float(np.median([bar.length for bar in bars])),
        float(np.median([bar.depth for bar in bars])),
        float(np.median([bar.thickness for bar in bars])),
        spacing,
        irregularity,
    )
