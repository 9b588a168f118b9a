"""Reduction: verdicts over all pairs of boards before and after it, seconds by triangles, deviation measured both ways.

Before and after, verdicts are asked with a budget that is not spent; ``usual`` tells how many are too close with the
usual one. ``python -m benchmarks reduction 3`` takes that board alone.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from benchmarks.boards import BenchBoard, make_board
from benchmarks.meshes import rough_wall
from benchmarks.sight import table_of
from warcry3d.geom.solid import Solid
from warcry3d.sight.visible import BUDGET, Sightlines
from warcry3d.table.table import Table, Terrain
from warcry3d.terrain.reducing.deviation import deviation
from warcry3d.terrain.reducing.reduce import Reduced, reduced
from warcry3d.units import MM, to_mm

__all__ = ["run"]

SEEDS = (1, 2, 3)
SIZES = (100_000, 500_000, 1_000_000)
LARGE = 150_000
"""A budget that decides what can be decided on these boards."""


def run(*seeds: int) -> Iterator[str]:
    """Yield the tables of times and of verdicts; of these boards alone the verdicts only."""
    if not seeds:
        yield from _times()
    yield from _verdicts(seeds or SEEDS)


def _times() -> Iterator[str]:
    """Yield the table of times."""
    yield "  triangles  processor s    left  deviation mm"
    reduced(_inches(rough_wall(25_000)), 0.1 * MM)  # compiles
    for size in SIZES:
        wall = _inches(rough_wall(size))
        start = time.process_time()
        light = reduced(wall, 0.1 * MM, traced=False)
        seconds = time.process_time() - start
        yield f"{len(wall.faces):11,} {seconds:12.2f} {len(light.solid.faces):7,} {to_mm(light.deviation):13.4f}"


def _verdicts(seeds: Sequence[int]) -> Iterator[str]:
    """Yield what became of all verdicts on boards that were reduced."""
    reduced(_inches(rough_wall(25_000)), 0.1 * MM)  # compiles
    total: Counter[tuple[str, str]] = Counter()
    for seed in seeds:
        found, row = _board(seed)
        total += found
        yield row
    kinds = ("Seen", "Hidden", "TooClose")
    yield ("  before \\ after " + " ".join(f"{kind:>9}" for kind in kinds))
    yield from (f"  {a:14} " + " ".join(f"{total[a, b]:9}" for b in kinds) for a in kinds)
    flips = sum(count for (a, b), count in total.items() if b not in (a, "TooClose"))
    pairs = total.total()
    close = sum(count for (_, b), count in total.items() if b == "TooClose")
    yield f"  {pairs} pairs, {flips} flipped, {close} too close after ({100 * close / pairs:.1f} %)"


def _inches(solid: Solid) -> Solid:
    return Solid(solid.vertices * MM, solid.faces)


def _roughened(solid: Solid) -> Solid:
    """Return the solid with every corner moved by up to a twentieth of a millimetre, as printed surfaces are."""
    wave = np.sin(solid.vertices[:, [1, 2, 0]] * 37.0) * np.cos(solid.vertices[:, [2, 0, 1]] * 23.0)
    return Solid(solid.vertices + 0.05 * MM * wave, solid.faces)


def _board(seed: int) -> tuple[Counter[tuple[str, str]], str]:
    """Return how often each verdict became which on a board, and a row about it."""
    board = make_board(seed, triangles=300_000)
    rough = tuple(_roughened(solid) for solid in board.terrain)
    start = time.process_time()
    light = [reduced(solid, 0.1 * MM, heavy=2_000, traced=False) for solid in rough]
    seconds = time.process_time() - start
    measured = [deviation(one, other.solid) for one, other in zip(rough, light, strict=True)]
    before, after = _told(_table(board, rough), LARGE), _told(_off(_table(board, light), light), LARGE)
    usual = [
        sum(kind == "TooClose" for kind in _told(table, BUDGET))
        for table in (_table(board, rough), _off(_table(board, light), light))
    ]
    triangles = [sum(len(solid.faces) for solid in solids) for solids in (rough, [one.solid for one in light])]
    return Counter(zip(before, after, strict=True)), (
        f"  board {seed}: {triangles[0]:,} triangles reduced to {triangles[1]:,} in {seconds:.1f} s; off by "
        f"{to_mm(max(one.deviation for one in light)):.4f} mm, "
        f"measured {to_mm(max(m.there for m in measured)):.4f} there "
        f"and {to_mm(max(m.back for m in measured)):.4f} back; too close with the usual budget {usual[0]}, {usual[1]}"
    )


def _table(board: BenchBoard, terrain: tuple[Solid, ...] | list[Reduced]) -> Table:
    solids = tuple(one.solid if isinstance(one, Reduced) else one for one in terrain)
    return table_of(replace(board, terrain=solids))


def _off(table: Table, light: list[Reduced]) -> Table:
    """Return the table with what each part says of its deviation."""
    features = tuple(
        replace(
            feature,
            piece=replace(
                feature.piece,
                parts=tuple(replace(part, deviation_mm=to_mm(one.deviation)) for part in feature.piece.parts),
            ),
        )
        for feature, one in zip(table.terrain.features, light, strict=True)
    )
    return replace(table, terrain=Terrain(features))


def _told(table: Table, budget: int) -> list[str]:
    """Return the verdict of every pair of models."""
    lines = Sightlines(table, budget=budget)
    ids = [model.id for model in table.models]
    return [type(lines.between(a, b)).__name__ for a, b in combinations(ids, 2)]
