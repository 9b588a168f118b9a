"""Smallest moves that flip a verdict: against all shorter moves on a grid, and how long they and doubt take.

``python -m benchmarks flips 50``: so many random boards. Times are processor time; the ratio is to one verdict.
"""

import math
import time
from collections.abc import Callable, Iterator

from tests.rules.test_smallest_flip import FARTHEST, board, shorter
from warcry3d.rules.judgement import judge
from warcry3d.rules.placement_doubt import PLACES, verdict_doubt
from warcry3d.rules.smallest_flip import flips
from warcry3d.sight.verdict import Seen
from warcry3d.sight.visible import sight
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

__all__ = ["run"]

BOARDS = 12


def run(boards: int = BOARDS) -> str:
    """Return how far smallest moves are from those of a grid on random boards, and the times on the dispute tables."""
    return "\n".join([_boards(boards), *_disputes()])


def _boards(count: int) -> str:
    moves = missed = 0
    for seed in range(count):
        table = board(seed)
        to_seen = not isinstance(sight(table, "a", "b"), Seen)
        for flip, still in zip(flips(table, "a", "b", farthest=FARTHEST), ("b", "a"), strict=True):
            moves += math.isfinite(flip.length)
            missed += bool(shorter(table, flip, still, to_seen=to_seen))
    return f"{count} boards: {moves} of {2 * count} models flip it within {FARTHEST} in; {missed} missed a shorter move"


def _disputes() -> Iterator[str]:
    for path in sorted((shipped_root() / "terrain").glob("dispute-*.table.json")):
        table = load_table(path)
        pair = table, table.models[0].id, table.models[1].id
        judge(*pair)  # builds what all verdicts rest on
        verdict, flipped, sure = (_seconds(work, pair) for work in (judge, flips, verdict_doubt))
        yield (
            f"{path.name.partition('.')[0]}: flip {flipped:.1f} s, {PLACES} placements {sure:.1f} s, "
            f"{flipped / verdict:.0f} and {sure / verdict:.0f} verdicts"
        )


def _seconds(work: Callable[..., object], pair: tuple[object, ...]) -> float:
    before = time.process_time()
    work(*pair)
    return time.process_time() - before
