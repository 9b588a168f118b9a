"""Reach for bases that are not round: lanes, bends, narrow decks, and against a slow search over place and facing."""

import math

import numpy as np
import pytest

from tests import zoo
from tests.motion.moves import mover
from tests.motion.reaching import cost_of
from tests.motion.turning_boards import SPACING, Walker, lanes
from tests.soak import mostly_soak
from warcry3d.geom.solid import Placement
from warcry3d.motion.levels import Level, levels_of
from warcry3d.motion.path import LegKind
from warcry3d.motion.reach import FACINGS, CostModel, Reach, reach
from warcry3d.motion.reaching.turns import turns_of
from warcry3d.motion.trace import trace
from warcry3d.motion.volume import volume_of
from warcry3d.table.models import Base, Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import MM

OVAL = zoo.oval_base(60, 35)
LONG, WIDE = 30 * MM, 17.5 * MM
"""Half the length and width of that base: 1.181 and 0.689 in."""

BOUND = 0.02
"""How much longer (in) than the slow search's a way may be."""

INFLATED = 0.16
"""So much larger all round, an oval of 75 x 42 mm holds that oval turned by up to 15 degrees."""


def floor(table: Table) -> Level:
    return levels_of(table).levels[0]


def walls(*boxes: tuple[tuple[float, float], tuple[float, float]], high: float = 9.0) -> Feature:
    """Return walls that nobody climbs, each from its lowest to its highest corner."""
    parts = [zoo.box_part(f"w{i}", (*low, 0), (*top, high), "unclimbable") for i, (low, top) in enumerate(boxes)]
    return zoo.feature("walls", *parts)


def oval(at: tuple[float, ...], facing: float, base: Base = OVAL) -> Model:
    return mover(at, base=base, facing=facing)


def lane(wide: float, facing: float, base: Base = OVAL) -> Table:
    """Return a lane along x from 8 to 20, about y = 10, and "a" 3 in before it."""
    y = wide / 2
    return zoo.table(walls(((8, 5), (20, 10 - y)), ((8, 10 + y), (20, 15))), oval((5.0, 10.0), facing, base))


def checked(table: Table, found: Reach, place: tuple[float, float], cost: float) -> None:
    """Assert that what is offered for a place of the floor costs so much, and that the judge says so."""
    route = found.route(floor(table), place)
    assert route is not None
    traced = trace(table, "a", route.path)
    assert traced.faults == ()
    assert cost_of(table, route.path) == pytest.approx(route.cost, abs=0.003)
    assert route.cost == pytest.approx(cost, abs=0.005)
    assert math.dist(traced.end.at[:2], place) < 1e-6
    assert abs(math.remainder(traced.end.turn - route.turn, math.tau)) < 1e-9


def test_a_lane_too_narrow_broadside_is_entered_lengthwise() -> None:
    """1.6 in wide; the base is 2.36 by 1.38. It faces across: turned where it stands, it goes 9 in straight ahead."""
    table = lane(1.6, 90)
    keeping = reach(table, "a", 10.0, facings=1)
    assert keeping.cost_at(floor(table), (14.0, 10.0)) is None
    found = reach(table, "a", 10.0)
    checked(table, found, (14.0, 10.0), 9.0)
    route = found.route(floor(table), (14.0, 10.0))
    assert route is not None
    assert [leg.kind for leg in route.path.legs] == [LegKind.WALK]
    assert route.path.legs[0].facing is not None
    assert math.sin(route.turn) == pytest.approx(0, abs=1e-9)


def test_a_lane_narrower_than_the_base_is_not_entered() -> None:
    table = lane(1.37, 90)
    assert reach(table, "a", 10.0).cost_at(floor(table), (14.0, 10.0)) is None


def test_a_square_base_turns_to_fit_a_lane_of_its_width() -> None:
    """A base of 1 in, a lane of 1.1: aslant it is 1.41 wide."""
    table = lane(1.1, 45, zoo.square_base(1.0))
    assert reach(table, "a", 10.0, facings=1).cost_at(floor(table), (14.0, 10.0)) is None
    checked(table, reach(table, "a", 10.0), (14.0, 10.0), 9.0)


def test_it_turns_the_way_that_was_looked_at() -> None:
    """Whatever it faces, it turns by a quarter at most, to one side or the other, to go 1.45 in wide."""
    for facing in (90, 270, 200, 359, 123):
        table = lane(1.45, facing)
        route = reach(table, "a", 10.0).route(floor(table), (14.0, 10.0))
        assert route is not None
        assert trace(table, "a", route.path).faults == ()
        assert abs(math.remainder(route.turn - math.radians(facing), math.tau)) <= math.pi / 2 + 1e-9
        assert 2 * math.hypot(LONG * math.sin(route.turn), WIDE * math.cos(route.turn)) < 1.455


BEND = walls(
    ((0, 5), (10, 9.2)),
    ((0, 10.8), (6.7, 20)),
    ((9.3, 9.2), (16, 10.8)),
    ((6.7, 13), (7.2, 20)),
    ((8.8, 13), (16, 20)),
    ((9.3, 10.8), (16, 13)),
)
"""A lane 1.6 in wide along x about y = 10, up to a yard of 2.6 by 3.8 from (6.7, 9.2) on, and out of that a lane as
wide along y about x = 8."""


def test_in_a_yard_on_the_way_it_turns() -> None:
    """In the first lane there is no room to turn, nor in the second: in the yard between them there is.

    From (3, 10) to (8, 16). Lengthwise it has 0.11 in to each side in a lane; lengthwise in the yard it comes no nearer
    to the corner than its half width, so it is longer than straight and shorter than along both lanes' middles.
    """
    table = zoo.table(BEND, oval((3.0, 10.0), 0))
    assert reach(table, "a", 12.0, facings=1).cost_at(floor(table), (8.0, 16.0)) is None
    found = reach(table, "a", 12.0)
    cost = found.cost_at(floor(table), (8.0, 16.0))
    assert cost is not None
    assert math.hypot(5, 6) < cost <= 11.0 + 1e-6
    checked(table, found, (8.0, 16.0), cost)
    route = found.route(floor(table), (8.0, 16.0))
    assert route is not None
    assert route.path.legs[0].facing is None
    assert abs(math.cos(route.turn)) == pytest.approx(0, abs=1e-9)


def bend(wide: float) -> Table:
    """Return a lane along x about y = 10 that goes on along y about x = 8, no wider where it bends."""
    y, x = wide / 2, wide / 2
    narrow = walls(
        ((0, 5), (16, 10 - y)), ((0, 10 + y), (8 - x, 20)), ((8 + x, 10 - y), (16, 20)), ((0, 9), (0.2, 10 + y))
    )
    return zoo.table(narrow, oval((3.0, 10.0), 0))


def test_round_a_narrow_bend_it_goes_and_turns_in_turn() -> None:
    """Where there is no room for a quarter of a turn at one place there is for a twelfth at each of several."""
    table = bend(1.6)
    found = reach(table, "a", 12.0)
    cost = found.cost_at(floor(table), (8.0, 16.0))
    assert cost is not None
    assert math.hypot(5, 6) < cost <= 11.0
    checked(table, found, (8.0, 16.0), cost)
    route = found.route(floor(table), (8.0, 16.0))
    assert route is not None
    assert sum(leg.facing is not None for leg in route.path.legs) >= 2


def test_a_bend_too_narrow_to_turn_in_stops_it() -> None:
    """The lanes are 1.4 in wide, the base is 1.38 by 2.36."""
    table = bend(1.4)
    found = reach(table, "a", 12.0)
    assert found.cost_at(floor(table), (6.0, 10.0)) == pytest.approx(3.0)
    assert found.cost_at(floor(table), (8.0, 16.0)) is None


def test_who_has_no_room_to_turn_keeps_its_facing() -> None:
    """In a lane closed at both ends all that it reaches is as it faces."""
    shut = walls(((4, 5), (16, 9.2)), ((4, 10.8), (16, 15)), ((4, 9.2), (5, 10.8)), ((15, 9.2), (16, 10.8)))
    table = zoo.table(shut, oval((10.0, 10.0), 0))
    one, all_ = reach(table, "a", 6.0, facings=1), reach(table, "a", 6.0)
    assert len(all_.facings) == 1
    assert np.array_equal(one.levels[0].cost, all_.levels[0].cost, equal_nan=True)


def test_a_narrow_bridge_between_parapets_is_crossed_lengthwise() -> None:
    """Two decks of 2 in, 8 in apart, and between them a bridge of 2.4 in, its parapets 1.6 in apart; it faces across.

    From (4, 10) on the one to (18, 10) on the other: 14 in.
    """
    bridge = zoo.feature(
        "bridge",
        zoo.box_part("west", (0, 0, 0), (7, 8, 2)),
        zoo.box_part("east", (15, 0, 0), (22, 8, 2)),
        zoo.box_part("middle", (7, 2.8, 0), (15, 5.2, 2)),
        zoo.box_part("left", (7, 2.8, 2), (15, 3.2, 9), "unclimbable"),
        zoo.box_part("right", (7, 4.8, 2), (15, 5.2, 9), "unclimbable"),
        at=(0, 6),
    )
    table = zoo.table(bridge, oval((4.0, 10.0, 2.0), 90))
    deck = next(one for one in levels_of(table).levels if one.holds(11.0, 10.0) and not one.is_floor)
    assert reach(table, "a", 15.0, facings=1).cost_at(deck, (11.0, 10.0)) is None
    found = reach(table, "a", 15.0)
    for x, cost in ((11.0, 7.0), (18.0, 14.0)):
        route = found.route(deck, (x, 10.0))
        assert route is not None
        assert route.cost == pytest.approx(cost, abs=0.005)
        assert trace(table, "a", route.path).faults == ()


def test_it_ends_turned_where_only_that_fits() -> None:
    """A dead end of 1.6 by 3 in: it ends lengthwise in it; `turn` of the lattice says so."""
    table = lane(1.6, 90)
    (level,) = reach(table, "a", 8.0).levels
    column, row = (int(np.argmin(np.abs(axis - value))) for axis, value in ((level.x, 12.0), (level.y, 10.0)))
    assert level.cost[row, column] == pytest.approx(7.0, abs=0.005)
    assert math.sin(level.turn[row, column]) == pytest.approx(0, abs=1e-9)
    near = int(np.argmin(np.abs(level.x - 5.0)))
    assert level.turn[row, near] == pytest.approx(math.pi / 2)
    assert np.array_equal(np.isnan(level.turn), np.isnan(level.cost))


def test_a_flyer_lands_turned_where_only_that_fits() -> None:
    table = lane(1.6, 90)
    found = reach(table, "a", 10.0, cost_model=CostModel(is_flying=True))
    assert (
        reach(table, "a", 10.0, cost_model=CostModel(is_flying=True), facings=1).cost_at(floor(table), (14.0, 10.0))
        is None
    )
    route = found.route(floor(table), (14.0, 10.0))
    assert route is not None
    assert route.cost == pytest.approx(9.0)
    assert trace(table, "a", route.path).faults == ()


def test_another_in_the_way_of_a_turn_stops_it() -> None:
    """Between two others, 1.2 in from its middle each, it has no room to turn; when one leaves, it has."""
    others = [
        zoo.fighter(f"o{i}", (5.0 + x, 10.0), side="blue", base=zoo.round_base(25)) for i, x in enumerate((-1.2, 1.2))
    ]
    wall = walls(((3, 11.3), (20, 20)), ((3, 5), (20, 8.7)))
    table = zoo.table(wall, oval((5.0, 10.0), 90), *others)
    assert len(reach(table, "a", 4.0).facings) == 1
    away = table.placing("o1", Placement((25.0, 3.0, 0.0), 0.0))
    assert len(reach(away, "a", 4.0).facings) > 1


def test_round_bases_are_searched_once_and_the_same() -> None:
    table = zoo.table(BEND, mover((3.0, 10.0), base=zoo.round_base(32)))
    one, all_ = reach(table, "a", 12.0, facings=1), reach(table, "a", 12.0)
    assert len(all_.facings) == 1
    for a, b in zip(one.levels, all_.levels, strict=True):
        assert np.array_equal(a.cost, b.cost, equal_nan=True)


@pytest.mark.parametrize("facing", [0, 17, 90, 180, 240.5, 359])
def test_facings_go_round_once_and_are_the_same_for_all(facing: float) -> None:
    """Those besides its own do not depend on it, so that plans are shared; each is a step of 30 degrees at most."""
    for base, period in ((OVAL, math.pi), (zoo.square_base(1.0), math.pi / 2)):
        volume = volume_of(mover(base=base, facing=facing))
        own, *others = turns_of(volume, FACINGS)
        assert own == volume.turn
        apart = [math.remainder(turn / math.radians(30), 1) for turn in others]
        assert np.abs(apart).max() < 1e-9
        offsets = [(turn - own) % period for turn in (own, *others)] + [period]
        steps = np.diff(offsets)
        assert (steps > 1e-6).all()
        assert steps.max() < math.radians(30) + 1e-9


@pytest.mark.parametrize("seed", mostly_soak((2, 0, 1, *range(3, 9)), quick=1))
def test_no_place_is_missed_that_a_slow_search_over_the_same_facings_finds(seed: int) -> None:
    table = lanes(seed)
    one = table.model("a")
    slow = Walker(table, one.base, turns_of(volume_of(one), FACINGS)).costs(one.placement.at[:2], 9.0 - BOUND)
    found = reach(table, "a", 9.0, spacing=SPACING)
    known = _known(found)
    assert len(slow) > 300
    for place, cost in slow.items():
        assert known.get(place, math.inf) <= cost + BOUND, place


def test_the_boards_for_that_need_turns() -> None:
    """On most of them places are reached by turning that are not without; on some many."""
    more = []
    for seed in range(9):
        table = lanes(seed)
        with_, without = (set(_known(reach(table, "a", 9.0, spacing=SPACING, facings=n))) for n in (FACINGS, 1))
        assert without <= with_
        more.append(len(with_ - without))
    assert sum(count > 20 for count in more) >= 6
    assert max(more) > 200


@pytest.mark.parametrize("case", mostly_soak([(4, 5.0), *((seed, 9.0) for seed in range(6))], quick=1))
def test_where_a_larger_base_turns_through_freely_this_one_gets(case: tuple[int, float]) -> None:
    """A base so much larger that it holds this one turned by 15 degrees goes on a finer lattice of facings, 7.5 degrees
    apart: there is none of its places that six facings miss.
    """
    seed, inches = case
    table = lanes(3 * (seed // 2) + seed % 2)
    one = table.model("a")
    own = one.placement.turn
    turns = tuple(own + k * math.radians(7.5) for k in range(24))
    slow = Walker(table, one.base, turns, INFLATED).costs(one.placement.at[:2], inches - BOUND)
    known = _known(reach(table, "a", inches, spacing=SPACING))
    assert len(slow) > 50
    for place, cost in slow.items():
        assert known.get(place, math.inf) <= cost + BOUND, place


@pytest.mark.parametrize("seed", mostly_soak(range(9), quick=3))
def test_all_ways_with_turns_trace_legal_and_cost_what_they_say(seed: int) -> None:
    table = lanes(seed)
    found = reach(table, "a", 9.0, spacing=SPACING)
    (level,) = found.levels
    places = np.argwhere(np.isfinite(level.cost))
    for row, column in np.random.default_rng(seed).permutation(places)[:60].tolist():
        place = (float(level.x[column]), float(level.y[row]))
        route = found.route(level.level, place)
        assert route is not None
        traced = trace(table, "a", route.path)
        assert traced.faults == (), (place, route.path)
        assert cost_of(table, route.path) == pytest.approx(level.cost[row, column], abs=0.003)
        assert math.dist(traced.end.at[:2], place) < 1e-6
        assert abs(math.remainder(traced.end.turn - level.turn[row, column], math.pi / 2)) < 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_turning_reaches_all_that_keeping_the_facing_does_and_no_dearer(seed: int) -> None:
    table = lanes(seed)
    keeping, turning = (_known(reach(table, "a", 9.0, spacing=SPACING, facings=n)) for n in (1, FACINGS))
    for place, cost in keeping.items():
        assert turning[place] <= cost + 1e-9


def _known(found: Reach) -> dict[tuple[float, float], float]:
    """Return what the floor's lattice points cost."""
    (level,) = found.levels
    return {
        (round(float(level.x[i]), 6), round(float(level.y[j]), 6)): float(level.cost[j, i])
        for j, i in np.argwhere(np.isfinite(level.cost)).tolist()
    }
