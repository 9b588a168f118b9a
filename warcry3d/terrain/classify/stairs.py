"""Stairs: small level treads, each a step above the last."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.terrain.classify.columns import Columns, Ints, neighbours
from warcry3d.terrain.classify.levels import LevelArea

__all__ = ["Flight", "flights"]

_RISE = (0.1, 0.85)
"""Step heights (in): from 2.5 mm on small prints to what a figure can just step over."""

_DEPTH = (0.12, 1.25)
"""Tread depths (in)."""

_WIDTH = 0.5
"""The least width (in) of steps: narrower ones are the broken top of a wall."""

_UNEVEN = 0.13
"""How much a tread may rise and fall (in): sculpted treads are no flatter than sculpted floors."""

_SMOOTH = 0.75
"""Neighbouring cells whose heights differ by less than this share of their distance belong to one surface."""

_LEAST_TREADS = 3
_LEAST_TOTAL = 1.0
"""What rises less than this (in) in all is low terrain (WC-TERR-1)."""

_IRREGULAR = 0.4
"""Steps that differ from the median by more than this share are rubble, not stairs."""

_SURE_WIDTH, _SURE = 0.8, 0.15
"""With this few treads, a flight must be broader (in) and more regular than the broken end of a thick wall."""


@dataclass(frozen=True, slots=True, eq=False)
class Flight:
    """A flight of stairs: the cells of each tread from below up (numbers of gaps), and the usual measures (in)."""

    treads: tuple[Ints, ...]
    heights: FloatArray
    rise: float
    depth: float
    width: float
    irregularity: float


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    items: Ints
    height: float
    middle: FloatArray
    is_tread: bool


def flights(columns: Columns, levels: tuple[LevelArea, ...]) -> tuple[Flight, ...]:
    """Return the flights of three treads or more that rise by `_LEAST_TOTAL` in all, the longest first."""
    patches, label = _patches(columns, levels)
    upward = _upward(columns, label, patches)
    found: list[Flight] = []
    used: set[int] = set()
    chains = sorted((_climbed(start, upward, patches) for start in upward), key=lambda chain: (-len(chain), chain))
    for chain in chains:
        if used & set(chain):
            continue
        flight = _flight(columns, chain, patches, upward)
        if flight is not None:
            used |= set(chain)
            found.append(flight)
    return tuple(found)


def _patches(columns: Columns, levels: tuple[LevelArea, ...]) -> tuple[list[_Patch], Ints]:
    """Return the smooth pieces of surface outside the level areas, and for each gap its patch (-1: none)."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    gaps = columns.gaps
    is_free = (gaps.below >= 0) & (gaps.headroom >= 0.5)
    for level in levels:
        is_free[level.items] = False
    free = np.flatnonzero(is_free)
    if not len(free):
        return [], np.full(len(gaps.floor), -1)
    a, b = neighbours(columns, gaps.column[free], ((1, 0), (0, 1)))
    is_same = np.abs(gaps.floor[free[a]] - gaps.floor[free[b]]) < _SMOOTH * columns.cell
    a, b = a[is_same], b[is_same]
    graph = coo_matrix((np.ones(len(a), dtype=np.int8), (a, b)), shape=(len(free), len(free)))
    _, group = connected_components(graph, directed=False)
    sizes = np.bincount(group)
    label = np.full(len(gaps.floor), -1)
    patches: list[_Patch] = []
    order = np.argsort(group, kind="stable")
    bounds = np.searchsorted(group[order], np.arange(len(sizes) + 1))
    for number in np.flatnonzero(sizes * columns.cell**2 >= _WIDTH * _DEPTH[0]).tolist():
        items = free[order[bounds[number] : bounds[number + 1]]]
        low, high = np.quantile(gaps.floor[items], [0.1, 0.9])
        place = columns.points(gaps.column[items])
        if high - low <= _UNEVEN and np.median(gaps.headroom[items]) > 1.0:
            label[items] = len(patches)
            height = float(np.median(gaps.floor[items]))
            patches.append(_Patch(items, height, place.mean(axis=0), True))
    return patches, label


def _upward(columns: Columns, label: Ints, patches: list[_Patch]) -> dict[int, dict[int, float]]:
    """Return for each patch those a step above it and the width (in) of their border."""
    gaps = columns.gaps
    is_in = np.flatnonzero(label >= 0)
    met: dict[int, dict[int, float]] = {k: {} for k in range(len(patches))}
    best: dict[tuple[int, int], dict[str, float]] = {}
    for reach in (1, 2, 3):
        for axis, step in (("x", (reach, 0)), ("y", (0, reach))):
            a, b = neighbours(columns, gaps.column[is_in], (step,))
            la, lb = label[is_in[a]], label[is_in[b]]
            pairs, counts = np.unique(np.stack([la, lb])[:, la != lb], axis=1, return_counts=True)
            for (p, q), count in zip(pairs.T.tolist(), counts.tolist(), strict=True):
                low, high = (p, q) if patches[p].height < patches[q].height else (q, p)
                if _RISE[0] <= patches[high].height - patches[low].height <= _RISE[1]:
                    widths = best.setdefault((low, high), {"x": 0.0, "y": 0.0})
                    widths[axis] = max(widths[axis], count * columns.cell / reach)
    for (low, high), widths in best.items():
        width = float(np.hypot(widths["x"], widths["y"]))
        if width >= _WIDTH * 0.9:
            met[low][high] = width
    return met


def _climbed(start: int, upward: dict[int, dict[int, float]], patches: list[_Patch]) -> list[int]:
    """Return the chain of treads from ``start`` up: each time the next tread that continues as the chain began."""
    chain = [start]
    while True:
        nexts = [p for p in upward[chain[-1]] if _goes_on(chain, p, patches)]
        if not nexts:
            return chain
        chain.append(min(nexts, key=lambda p: (round(patches[p].height - patches[chain[-1]].height, 3), p)))


def _goes_on(chain: list[int], number: int, patches: list[_Patch]) -> bool:
    last, new = patches[chain[-1]], patches[number]
    step = new.middle - last.middle
    length = float(np.hypot(*step))
    if not _DEPTH[0] <= length <= _DEPTH[1]:
        return False
    if len(chain) < 2:
        return True
    before = last.middle - patches[chain[-2]].middle
    rise, first = new.height - last.height, last.height - patches[chain[-2]].height
    turned = float(step @ before) / (length * float(np.hypot(*before)))
    return turned > 0.45 and abs(rise - first) <= _IRREGULAR * max(first, rise)


def _flight(
    columns: Columns, chain: list[int], patches: list[_Patch], upward: dict[int, dict[int, float]]
) -> Flight | None:
    if len(chain) < _LEAST_TREADS:
        return None
    heights = np.array([patches[k].height for k in chain])
    rises = np.diff(heights)
    middles = np.array([patches[k].middle for k in chain])
    runs = np.hypot(*np.diff(middles, axis=0).T)
    rise, depth = float(np.median(rises)), float(np.median(runs))
    if heights[-1] - heights[0] + rise < _LEAST_TOTAL:
        return None
    first, last = int(len(runs) > 2 and runs[0] > depth), len(runs) - int(len(runs) > 2 and runs[-1] > depth)
    uneven = np.abs(runs[first:last] - depth).max() if last > first else 0.0  # a landing at an end may be deeper
    irregularity = float(max(np.abs(rises - rise).max() / rise, uneven / depth / 2))
    if irregularity > _IRREGULAR:
        return None
    width = float(np.median([upward[a][b] for a, b in pairwise(chain)]))
    if len(chain) <= _LEAST_TREADS and (width < _SURE_WIDTH or irregularity > _SURE):
        return None
    return Flight(tuple(patches[k].items for k in chain), heights, rise, depth, width, irregularity)
