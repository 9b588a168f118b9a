"""Moves: the time of a trace of six legs on the sample battle, and trace against the slow sampler on random boards.

The ratio is to one convex hull of the terrain's corners by scipy, in the same run.
"""

import time
from collections.abc import Iterator
from statistics import median

import numpy as np
from scipy.spatial import ConvexHull

from tests.motion.sampled import random_case
from tests.motion.sampler import disagreements
from warcry3d.geom.solid import Placement
from warcry3d.motion.ground import ground_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.trace import prepare, trace
from warcry3d.rules.moves import judge_move
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

__all__ = ["run"]

CASES = 1000
ROUNDS = 40
MODEL = "red-sword"


def _set_up() -> tuple[Table, Path]:
    """Return the sample battle and a path of six legs: to the gate, up, along its walk, down by a jump, away."""
    table = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    gate = next(feature for feature in table.terrain.features if feature.id == "gate")

    def at(x: float, y: float, z: float) -> Point:
        px, py, pz = gate.placement.apply(np.array([[x, y, z]]))[0].tolist()
        return px, py, pz

    legs = (
        Leg(LegKind.WALK, (at(-3.3, 2.5, 0), at(-3.3, 1.475, 0))),
        Leg(LegKind.CLIMB, (at(-3.3, 1.55, 0.5), at(-3.3, 1.55, 3.5), at(-3.3, 0.7, 3.5))),
        Leg(LegKind.WALK, (at(-2.5, 0.5, 3.5), at(-1.2, 0.2, 3.5), at(-1.2, 0.3, 3.5))),
        Leg(LegKind.JUMP, (at(-1.2, 2.0, 0),)),
        Leg(LegKind.WALK, (at(-1, 2.5, 0), at(-1.5, 3.5, 0))),
        Leg(LegKind.WALK, (at(-2, 4.0, 0),)),
    )
    return table.placing(MODEL, Placement(at(-3.4, 3.4, 0))), Path(legs)


def run(cases: int = CASES) -> Iterator[str]:
    """Yield the measurements as a table."""
    table, path = _set_up()
    trace(table, MODEL, path)  # compiles
    fresh, _ = _set_up()
    started = time.perf_counter()
    prepare(fresh, MODEL)
    prepared = time.perf_counter() - started
    traced = [_timed(lambda: trace(fresh, MODEL, path)) for _ in range(ROUNDS)]
    judged = [_timed(lambda: judge_move(fresh, MODEL, path, allowed=20)) for _ in range(ROUNDS)]
    corners = ground_of(fresh).triangles.reshape(-1, 3)
    hulls = [_timed(lambda: ConvexHull(corners)) for _ in range(10)]
    found = trace(fresh, MODEL, path)
    yield from (
        f"levels, closed areas, obstacles of one outline: {1000 * prepared:.0f} ms, once",
        f"trace of 6 legs, {len(found.faults)} faults: median {1000 * median(traced):.2f} ms, "
        f"least {1000 * min(traced):.2f} ms, {median(traced) / median(hulls):.3f} of a convex hull of "
        f"{len(corners)} points ({1000 * median(hulls):.1f} ms)",
        f"judged by Warcry: median {1000 * median(judged):.2f} ms",
    )
    for what, turning in (("random boards and paths", False), ("crowded ones with turns, leaps and flights", True)):
        wrong = sum(bool(disagreements(random_case(seed, turning=turning))) for seed in range(cases))
        yield f"{cases} {what}: {wrong} disagree with the sampler by more than 0.003 in"


def _timed(work: object) -> float:
    assert callable(work)
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
