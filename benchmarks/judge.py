"""What the Judge room asks for, on the sample battle: a verdict, the visible share, the matrix of all pairs.

How the window answers comes last: `benchmarks.judge_window`.

Times are processor time; the ratio is to the baseline of the same run: a warm verdict on sight alone, of a median pair.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from itertools import permutations

from benchmarks import judge_window
from warcry3d.rules.judgement import judge, prepare, visible_part
from warcry3d.rules.pair_matrix import pair_answers
from warcry3d.sight.kernels import warm_up
from warcry3d.sight.visible import Sightlines
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

__all__ = ["run"]

PAIRS = 40
"""Pairs that are asked one by one: every sixth of the 240."""


def run() -> Iterator[str]:
    """Yield the table of times."""
    table = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    warm_up()
    prepare(table)
    pairs = [(a.id, b.id) for a, b in permutations(table.models, 2)]
    some = pairs[:: max(1, len(pairs) // PAIRS)]
    lines = Sightlines(table)
    base = statistics.median(_ms(lambda pair=pair: lines.between(*pair)) for pair in some)
    judged = [judge(table, *pair) for pair in some]
    verdicts = [_ms(lambda pair=pair: judge(table, *pair)) for pair in some]
    shares = [_ms(lambda one=one: lines.share(one.viewer, one.target, one.sight)) for one in judged]
    alone = [_ms(lambda one=one: visible_part(table, one)) for one in judged]
    whole = _ms(lambda: list(pair_answers(table)))
    rows = [
        ("baseline: sight of a median pair", base),
        ("verdict with cover and distance, median", statistics.median(verdicts)),
        ("verdict with cover and distance, worst", max(verdicts)),
        ("visible share among many, median", statistics.median(shares)),
        ("visible share of one pair, median", statistics.median(alone)),
        (f"matrix of {len(table.models)} models, {len(pairs)} pairs", whole),
    ]
    yield from (f"{name:44} {ms:9.1f} ms {ms / base:8.1f} x" for name, ms in rows)
    yield from judge_window.run()


def _ms(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return 1000 * (time.process_time() - started)
