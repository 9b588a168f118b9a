"""Smallest moves that flip a verdict: against all shorter moves on a grid, and how long they and doubt take.

``python -m benchmarks flips 50``: so many random boards. Times are by the clock, and of the processor (all threads) in
brackets.
"""

import math
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.rules.test_smallest_flip import FARTHEST, board, shorter
from warcry3d.certificate.files import write_certificate
from warcry3d.rules.judgement import judge
from warcry3d.rules.placement_doubt import PLACES, verdict_doubt
from warcry3d.rules.smallest_flip import flip, flips
from warcry3d.sight.verdict import Seen
from warcry3d.sight.visible import sight
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

__all__ = ["run"]

BOARDS = 12


def run(boards: int = BOARDS) -> Iterator[str]:
    """Yield how far smallest moves are from those of a grid on random boards, and the times on the dispute tables."""
    yield from _disputes()
    yield _boards(boards)


def _boards(count: int) -> str:
    moves = missed = 0
    for seed in range(count):
        table = board(seed)
        to_seen = not isinstance(sight(table, "a", "b"), Seen)
        for found, still in zip(flips(table, "a", "b", farthest=FARTHEST), ("b", "a"), strict=True):
            moves += math.isfinite(found.length)
            missed += bool(shorter(table, found, still, to_seen=to_seen))
    return f"{count} boards: {moves} of {2 * count} models flip it within {FARTHEST} in; {missed} missed a shorter move"


def _disputes() -> Iterator[str]:
    for path in sorted((shipped_root() / "terrain").glob("dispute-*.table.json")):
        table = load_table(path)
        for one, other in combinations(table.models, 2):
            if one.side != other.side:
                yield f"{path.name.partition('.')[0]} {one.id}, {other.id}: {_times(table, one.id, other.id)}"


def _times(table: Table, viewer: str, target: str) -> str:
    """Return how long what is asked about a pair takes; its first verdict builds what all rest on."""
    judgement = judge(table, viewer, target)
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        works: dict[str, Callable[[], object]] = {
            "verdict": lambda: judge(table, viewer, target),
            "flip by viewer": lambda: flip(table, viewer, target),
            "flip by target": lambda: flip(table, target, viewer),
            "both flips": lambda: flips(table, viewer, target),
            f"{PLACES} placements": lambda: verdict_doubt(table, viewer, target),
            "certificate": lambda: write_certificate(page, table, judgement),
        }
        return "; ".join(f"{name} {_seconds(work)}" for name, work in works.items())


def _seconds(work: Callable[[], object]) -> str:
    """Return the seconds by the clock and of the processor, all threads."""
    started, spent = time.perf_counter(), time.process_time()
    work()
    return f"{time.perf_counter() - started:.2f} s ({time.process_time() - spent:.2f})"
