"""Laws of traces, as properties on random boards."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from tests import strategies, zoo
from tests.motion.moves import leg, mover, path
from tests.motion.sampled import random_case
from tests.soak import examples
from warcry3d.geom.solid import Placement
from warcry3d.motion.free_space import room_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.trace import trace
from warcry3d.motion.volume import volume_of
from warcry3d.table.table import Terrain
from warcry3d.units import MM

quick = examples(40, suppress_health_check=[HealthCheck.too_slow])


def backwards(legs: Path, start: Point) -> Path:
    """Return the path gone the other way."""
    points = [start, *(point for one in legs.legs for point in one.to)]
    return Path((Leg(LegKind.WALK, tuple(points[-2::-1])),))


@quick
@given(st.integers(0, 10_000))
def test_walks_cost_the_same_backwards_and_are_as_allowed(seed: int) -> None:
    case = random_case(seed)
    points = tuple(point for one in case.path.legs for point in one.to if point[2] == 0)
    there = Path((Leg(LegKind.WALK, points or ((10.0, 3.0, 0.0),)),))
    end = there.legs[0].to[-1]
    one = trace(case.table, "a", there)
    home = case.table.placing("a", Placement(end, case.mover.placement.turn))
    other = trace(home, "a", backwards(there, case.mover.placement.at))
    assert one.legs[0].horizontal == pytest.approx(other.legs[0].horizontal, abs=1e-9)
    ends_free = case.table.board.width - 2 > max(end[:2]) and min(end[:2]) > 2
    if ends_free and not one.faults:
        assert other.faults == ()


@quick
@given(st.integers(0, 10_000), strategies.motions(level=True))
def test_a_rigid_motion_of_everything_changes_nothing(seed: int, motion: strategies.Motion) -> None:
    """The board stays where it is, so it is made too large to matter."""
    case = random_case(seed)
    big = replace(motion, shift=(motion.shift[0] + 60, motion.shift[1] + 60, 0.0))
    table = replace(case.table, board=replace(case.table.board, width=200, depth=200))
    moved = big.table(table)
    carried = Path(
        tuple(replace(one, to=tuple(big.point(point) for point in one.to)) for one in case.path.legs)  # type: ignore[misc]
    )

    def told(found: object) -> list[tuple[int, str, str]]:
        return sorted((f.leg, f.kind.value, f.subject) for f in found.faults if f.kind.value != "edge")  # type: ignore[attr-defined]

    assert told(trace(table, "a", case.path)) == told(trace(moved, "a", carried))


@quick
@given(st.integers(0, 10_000))
def test_what_a_base_may_walk_a_smaller_one_may(seed: int) -> None:
    case = random_case(seed)
    walks = Path(tuple(replace(one, kind=LegKind.WALK) for one in case.path.legs if one.to[-1][2] == 0))
    if not walks.legs or trace(case.table, "a", walks).faults:
        return
    small = replace(case.mover, base=zoo.round_base(min(case.mover.base.length, case.mover.base.width) / MM * 0.9))
    models = tuple(small if model.id == "a" else model for model in case.table.models)
    assert trace(replace(case.table, models=models), "a", walks).faults == ()


@quick
@given(st.integers(0, 10_000))
@example(1038)
def test_more_terrain_never_opens_a_way(seed: int) -> None:
    """Seed 1038: 3e-5 square inches opened while the polygon for an arc depended on the sides that met there."""
    case = random_case(seed)
    volume = volume_of(case.mover)
    room = room_of(case.table, volume)
    fewer = replace(case.table, terrain=Terrain(case.table.terrain.features[:-1]))
    before = room_of(fewer, volume)
    floor = room.levels.levels[0]
    assert room.free(floor).difference(before.free(before.levels.levels[0]).buffer(1e-6)).area < 1e-6


def test_free_areas_are_where_a_fighter_may_be_placed() -> None:
    """On random boards, random spots: placed without a fault exactly inside the free area of the floor."""
    rng = np.random.default_rng(5)
    import shapely

    for seed in range(25):
        case = random_case(seed)
        alone = replace(case.table, models=(case.mover,))
        room = room_of(alone, volume_of(case.mover))
        free = room.free(room.levels.levels[0])
        for x, y in rng.uniform(0.5, 19.5, (20, 2)).tolist():
            if free.boundary.distance(shapely.Point(x, y)) < 1e-3:
                continue
            placed = trace(alone, "a", path(leg("place", (x, y))))
            assert (placed.faults == ()) == bool(shapely.intersects_xy(free, x, y))


def test_terrain_is_prepared_once_for_all_tables_that_share_it() -> None:
    table = zoo.table(mover(), zoo.feature("block", zoo.box_part("stone", (10, 4, 0), (14, 8, 3))))
    volume = volume_of(table.model("a"))
    moved = table.placing("a", Placement((3.0, 3.0, 0.0), 1.0))
    assert room_of(table, volume) is room_of(moved, volume_of(moved.model("a")))


@quick
@given(st.integers(0, 10_000), st.floats(0.5, 8.0), st.floats(0.5, 19.5), st.floats(0.5, 19.5))
def test_room_near_a_region_is_the_room_of_the_whole_board_there(seed: int, side: float, x: float, y: float) -> None:
    import shapely

    case = random_case(seed)
    volume = volume_of(case.mover)
    room, whole = (room_of(replace(case.table, terrain=Terrain(case.table.terrain.features)), volume) for _ in "ab")
    region = (x - side / 2, y - side / 2, x + side / 2, y + side / 2)
    window = shapely.box(*region)
    for level, same in zip(room.levels.levels, whole.levels.levels, strict=True):
        for near, all_of_it in (
            (room.free_near(level, region), whole.free(same)),
            (room.closed_near(level, region).area, whole.closed(same).area),
        ):
            assert near.intersection(window).symmetric_difference(all_of_it.intersection(window)).area < 1e-6


def test_room_near_a_region_leaves_the_rest_of_the_board_alone() -> None:
    """Two blocks far apart: what keeps a base out beside one says nothing of the other."""
    blocks = [
        zoo.feature(name, zoo.box_part("stone", (x, 4, 0), (x + 2, 8, 3))) for name, x in (("here", 4), ("there", 20))
    ]
    table = zoo.table(mover(), *blocks)
    room = room_of(table, volume_of(table.model("a")))
    floor = room.levels.levels[0]
    assert [name for name, _ in room.closed_near(floor, (2, 2, 8, 8)).projections] == ["here/stone"]
    assert [name for name, _ in room.closed(floor).projections] == ["here/stone", "there/stone"]


def test_room_near_a_region_is_the_same_whatever_was_asked_before() -> None:
    import shapely

    region = (2.0, 2.0, 9.0, 9.0)
    found = []
    for asks_for_all in (False, True):
        table = zoo.table(mover(), zoo.feature("block", zoo.box_part("stone", (4, 4, 0), (6, 8, 3))))
        room = room_of(table, volume_of(table.model("a")))
        if asks_for_all:
            room.free(room.levels.levels[0])
        found.append(shapely.to_wkb(room.free_near(room.levels.levels[0], region)))
    assert found[0] == found[1]
