"""Reach on the sample battle against one flood of scipy's Dijkstra over the floor's lattice, in the same run."""

import time
from dataclasses import replace

import numpy as np
import shapely
from scipy.sparse.csgraph import dijkstra

from benchmarks.ways import graph_of
from warcry3d.geom.solid import Placement
from warcry3d.motion.climbing import LADDERS
from warcry3d.motion.free_space import room_of
from warcry3d.motion.levels import levels_of
from warcry3d.motion.reach import FACINGS, Reach, prepare_reach, reach
from warcry3d.motion.trace import Terms, trace
from warcry3d.motion.volume import volume_of
from warcry3d.motion.ways import WaysField, ways
from warcry3d.rules.warcry.pricing import price
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

__all__ = ["run"]

MOVE = 6.0
SPACING = 0.1
MODEL = "red-sword"
STARTS = 12
ROUNDS = 3


def run(starts: int = STARTS) -> str:
    """Return the figures."""
    table = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    alone = replace(table, models=(table.model(MODEL),))
    cold = _cold(table)
    begin = time.process_time()
    prepare_reach(alone, MODEL)
    prepared = time.process_time() - begin
    room = room_of(alone, volume_of(alone.model(MODEL)))
    floor = room.free(room.levels.levels[0])
    field = WaysField.of(floor)
    found = ways(field, np.empty((0, 2)), limit=MOVE, spacing=SPACING)
    graph, is_free = graph_of(floor, found.x, found.y)
    chosen = np.random.default_rng(0).choice(np.flatnonzero(is_free), starts, replace=False)
    spots = np.column_stack([found.x[chosen % len(found.x)], found.y[chosen // len(found.x)]])
    ours, theirs, errors, reached, wrong = [], [], [], 0, 0
    for spot, number in zip(spots.tolist(), chosen.tolist(), strict=True):
        placed = alone.placing(MODEL, Placement((spot[0], spot[1], 0.0)))
        reach(placed, MODEL, MOVE).levels  # noqa: B018 (what lies there is prepared)
        ours.append(min(_timed(placed) for _ in range(ROUNDS)))
        theirs.append(min(_flood(graph, number) for _ in range(ROUNDS)))
        whole = reach(placed, MODEL, MOVE)
        reached += sum(level.count for level in whole.levels)
        errors.append(_errors(whole, field, spot))
        wrong += _wrong(placed, whole)
    own = np.concatenate(errors)
    ratio = float(np.median(ours) / np.median(theirs))
    return "\n".join(
        [
            f"first answer for a volume, Move 6, everything else at hand (processor time): {cold}",
            f"all that any answer for one volume may ever need: {prepared:.1f} s; {len(room.levels.levels)} levels",
            _moved(table),
            f"bases that are not round, as they face and turning (processor time): {_turning()}",
            f"reach over {MOVE:g} in, all levels, {SPACING:g} in lattice: median {1e3 * np.median(ours):.1f} ms, worst "
            f"{1e3 * max(ours):.1f}; one scipy flood on the floor {1e3 * np.median(theirs):.2f} ms; ratio {ratio:.1f}",
            f"{reached} lattice points reached from {starts} starts",
            f"lengths against exact ways on the floor, mean and worst error: {own.mean():.1e}, {own.max():.1e}; "
            "points missed: none",
            f"{starts * 20} ways traced: {wrong} with faults or another cost",
        ]
    )


def _cold(table: Table) -> str:
    """Return how long the first answers take: on a table whose terrain knows its levels, nothing else."""
    reach(table, "blue-net", MOVE).levels  # noqa: B018 (loads what is compiled)
    taken = []
    for model in ("red-sword", "red-bow", "red-brute", "blue-beast"):
        fresh = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
        levels_of(fresh)
        begin = time.process_time()
        reach(fresh, model, MOVE).levels  # noqa: B018
        taken.append(f"{model} {time.process_time() - begin:.1f} s")
    return ", ".join(taken)


def _turning() -> str:
    """Return what bases that are not round reach as they face and turning, and how long a first answer and a later one
    take, after another fighter moved.
    """
    reported = []
    for model, terms in (("red-rider", Terms(climbs=LADDERS)), ("blue-beast", Terms())):
        for facings in (1, FACINGS):
            fresh = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
            levels_of(fresh)
            taken = []
            for shift in (0.0, 0.1):
                other = fresh.model(MODEL).placement
                placed = fresh.placing(MODEL, Placement((other.at[0] + shift, *other.at[1:])))
                begin = time.process_time()
                found = reach(placed, model, MOVE, terms=terms, facings=facings)
                count = sum(level.count for level in found.levels)
                taken.append(time.process_time() - begin)
            reported.append(f"{model} {facings}: {count} places, {taken[0]:.1f} s, then {taken[1]:.2f} s")
    return "; ".join(reported)


def _moved(table: Table) -> str:
    """Return what an answer costs after another fighter moved, terrain being prepared for the volumes that ask."""
    rng, asking = np.random.default_rng(2), ("red-sword", "red-bow", "red-brute")
    for model in asking:
        prepare_reach(table, model)
    taken = []
    for _ in range(40):
        mover = table.models[int(rng.integers(len(table.models)))]
        x, y = np.clip(np.array(mover.placement.at[:2]) + rng.uniform(-2, 2, 2), 1, (29, 21)).tolist()
        placed = table.placing(mover.id, Placement((x, y, mover.placement.at[2]), mover.placement.turn))
        for model in asking:
            begin = time.process_time()
            reach(placed, model, MOVE).levels  # noqa: B018
            taken.append(time.process_time() - begin)
    low, median, high = 1e3 * np.quantile(taken, [0.1, 0.5, 0.9])
    return f"after another fighter moved: median {median:.0f} ms, tenths {low:.0f} to {high:.0f} ({len(taken)} answers)"


def _timed(table: Table) -> float:
    begin = time.perf_counter()
    reach(table, MODEL, MOVE).levels  # noqa: B018
    return time.perf_counter() - begin


def _flood(graph: object, start: int) -> float:
    begin = time.perf_counter()
    dijkstra(graph, indices=start, limit=MOVE)
    return time.perf_counter() - begin


def _errors(found: Reach, field: WaysField, spot: list[float]) -> np.ndarray:
    """Return how much longer than the exact way on the floor alone each place costs, as a share; shorter is 0: it goes
    over something. A place of the floor that the exact ways reach and the search does not is an error here.
    """
    floor = found.levels[0]
    exact = ways(field, np.array([spot]), limit=MOVE, spacing=SPACING)
    xs, ys = np.meshgrid(floor.x, floor.y)
    known = exact.distance_to(np.stack([xs, ys], axis=-1).reshape(-1, 2)).reshape(xs.shape)
    inside = shapely.intersects_xy(field.area.buffer(-1e-4), xs, ys) & np.isfinite(known) & (known < MOVE - 1e-3)
    assert np.isfinite(floor.cost[inside]).all(), "a point was missed"
    far = inside & (known > 0.5)
    return np.asarray(np.maximum(floor.cost[far] / known[far] - 1, 0.0))


def _wrong(table: Table, found: Reach) -> int:
    rng = np.random.default_rng(1)
    places = [
        (one, (float(one.x[i]), float(one.y[j])))
        for one in found.levels
        for j, i in np.argwhere(np.isfinite(one.cost)).tolist()
    ]
    count = 0
    for k in rng.choice(len(places), 20, replace=False).tolist():
        one, place = places[k]
        route = found.route(one.level, place)
        assert route is not None
        traced = trace(table, MODEL, route.path)
        cost = sum(price(leg) for leg in traced.legs)
        count += bool(traced.faults) or abs(cost - route.cost) > 0.003
    return count
