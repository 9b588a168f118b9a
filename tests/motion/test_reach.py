"""Reach: worked cases in inches, all that is offered traced, laws, and against a slow search."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from tests import zoo
from tests.motion.moves import R, mover
from tests.motion.reaching import brute, cost_of, small_board
from tests.soak import mostly_soak
from warcry3d.errors import QuestionError
from warcry3d.geom.solid import Placement
from warcry3d.motion.climbing import LADDERS
from warcry3d.motion.levels import Level, levels_of
from warcry3d.motion.path import LegKind, Point
from warcry3d.motion.reach import CostModel, Reach, prepare_reach, reach
from warcry3d.motion.reaching import height_layers, plan
from warcry3d.motion.trace import Terms, trace
from warcry3d.rules.warcry.pricing import price
from warcry3d.table.table import Table, Terrain
from warcry3d.table.terrain import Feature

BOUND = 0.02
"""How much longer (in) than the best way a way between places every 0.1 in may be on these boards."""


def block(high: float, *, at: tuple[float, float] = (8.0, 4.0), side: float = 4.0) -> Feature:
    return zoo.feature("block", zoo.box_part("stone", (0, 0, 0), (side, side, high)), at=at)


def level(table: Table, number: int) -> Level:
    return levels_of(table).levels[number]


def costs(found: Reach) -> dict[tuple[int, float, float], float]:
    """Return what each lattice point that is reached costs."""
    return {
        (one.level.number, round(float(one.x[i]), 3), round(float(one.y[j]), 3)): float(one.cost[j, i])
        for one in found.levels
        for j, i in np.argwhere(np.isfinite(one.cost)).tolist()
    }


def test_on_an_empty_floor_it_reaches_a_disc_and_costs_are_distances() -> None:
    table = zoo.table(mover((15.0, 11.0)))
    found = reach(table, "a", 6.0)
    (floor,) = found.levels
    x, y = np.meshgrid(floor.x, floor.y)
    away = np.hypot(x - 15, y - 11)
    assert np.array_equal(np.isfinite(floor.cost), away <= 6 + 1e-6)
    assert np.nanmax(np.abs(floor.cost - away)) < 1e-9


def test_climbing_a_block_costs_its_height_and_the_level_inches() -> None:
    """From (5, 6) the base touches the block at x = 8 - 0.63: walk 2.37, up 3, in over the rim to (9, 6) 1.63: 7."""
    table = zoo.table(mover((5.0, 6.0)), block(3.0))
    found = reach(table, "a", 8.0)
    assert found.cost_at(level(table, 1), (9.0, 6.0)) == pytest.approx(7.0, abs=0.006)
    route = found.route(level(table, 1), (9.0, 6.0))
    assert route is not None
    assert [leg.kind for leg in route.path.legs] == [LegKind.WALK, LegKind.CLIMB, LegKind.WALK]


def test_a_jump_down_costs_its_level_inches_and_says_that_it_hurts() -> None:
    """Off a block of 3 in: from (11, 6) straight to (13, 6): 2 in, and a roll; off one of 2 in: none."""
    for high, rolls in ((3.0, 1), (2.0, 0)):
        table = zoo.table(mover((11.0, 6.0, high)), block(high))
        route = reach(table, "a", 4.0).route(level(table, 0), (13.0, 6.0))
        assert route is not None
        assert route.cost == pytest.approx(2.0, abs=1e-6)
        assert route.rolls == rolls


def test_avoiding_damage_it_climbs_down_until_the_drop_is_harmless() -> None:
    """Off a block of 3 in to (13, 6): 2 in level, 1 in down along the wall, then a drop of 2 in: 3 in, no roll."""
    table = zoo.table(mover((11.0, 6.0, 3.0)), block(3.0))
    route = reach(table, "a", 4.0, cost_model=CostModel(is_careful=True)).route(level(table, 0), (13.0, 6.0))
    assert route is not None
    assert route.cost == pytest.approx(3.0, abs=0.006)
    assert route.rolls == 0
    assert not [drop for drop in trace(table, "a", route.path).end.jumps if drop > 2 + 1e-6]


def test_a_wall_is_crossed_over_its_top() -> None:
    """A wall of 2 in, 0.4 thick, 20 long: from (10, 5) to (10, 9) it is 4 in level and 2 in up; the drop is free."""
    wall = zoo.feature("wall", zoo.box_part("w", (0, 0, 0), (20, 0.4, 2)), at=(0, 6.8))
    table = zoo.table(mover((10.0, 5.0)), wall)
    route = reach(table, "a", 7.0).route(level(table, 0), (10.0, 9.0))
    assert route is not None
    assert route.cost == pytest.approx(6.0, abs=0.01)
    assert route.rolls == 0
    assert cost_of(table, route.path) == pytest.approx(route.cost, abs=0.003)


def test_who_climbs_only_ladders_does_not_get_up_a_block() -> None:
    table = zoo.table(mover((5.0, 6.0)), block(3.0))
    found = reach(table, "a", 12.0, terms=Terms(climbs=LADDERS))
    assert [one.level.number for one in found.levels] == [0]


def test_a_flyer_reaches_every_level_for_its_level_distance() -> None:
    table = zoo.table(mover((5.0, 6.0)), block(3.0))
    found = reach(table, "a", 6.0, cost_model=CostModel(is_flying=True))
    route = found.route(level(table, 1), (10.0, 6.0))
    assert route is not None
    assert route.cost == pytest.approx(5.0)
    assert trace(table, "a", route.path).faults == ()


def test_who_hangs_on_a_wall_may_go_on_up_or_down() -> None:
    hanging = replace(mover((8 - R, 6.0)), placement=Placement((8 - R, 6.0, 1.5), 0.0))
    table = zoo.table(hanging, block(3.0))
    found = reach(table, "a", 3.0)
    assert found.cost_at(level(table, 1), (8.1, 6.0)) == pytest.approx(1.5 + R + 0.1, abs=0.006)
    assert found.cost_at(level(table, 0), (8 - R - 0.01, 6.0)) is not None


def test_inches_must_be_a_number_from_0_on() -> None:
    table = zoo.table(mover())
    for wrong in (-1.0, math.nan, math.inf):
        with pytest.raises(QuestionError, match="inches"):
            reach(table, "a", wrong)


def test_with_no_inches_it_stays() -> None:
    found = reach(zoo.table(mover((5.0, 5.0))), "a", 0.0)
    assert costs(found) == {(0, 5.0, 5.0): 0.0}


@pytest.mark.parametrize("seed", mostly_soak((1, 3, 0, 2, *range(4, 12)), quick=2))
@pytest.mark.parametrize("is_careful", [False, True])
def test_all_that_is_offered_traces_legal_and_costs_what_it_says(seed: int, is_careful: bool) -> None:
    table = small_board(seed)
    found = reach(table, "a", 5.0, cost_model=CostModel(is_careful=is_careful), spacing=0.25)
    for one in found.levels:
        for j, i in np.argwhere(np.isfinite(one.cost)).tolist():
            place = (float(one.x[i]), float(one.y[j]))
            route = found.route(one.level, place)
            assert route is not None
            traced = trace(table, "a", route.path)
            assert traced.faults == (), place
            assert cost_of(table, route.path) == pytest.approx(one.cost[j, i], abs=0.003)
            assert traced.end.level is one.level
            assert math.dist(traced.end.at[:2], place) < 1e-6
            assert sum(drop > 2 + 1e-6 for drop in traced.end.jumps) == one.rolls[j, i]
            assert not (is_careful and one.rolls[j, i])


def priced(table: Table, found: Reach, terms: Terms, up: float, down: float) -> int:
    """Hold that every route traces legal by the same terms and costs what it says at these prices; return how many
    climb.
    """
    climbs = 0
    for one in found.levels:
        for j, i in np.argwhere(np.isfinite(one.cost)).tolist():
            route = found.route(one.level, (float(one.x[i]), float(one.y[j])))
            assert route is not None
            traced = trace(table, "a", route.path, terms)
            assert traced.faults == (), route.path
            strides = [(leg.kind, stride) for leg in traced.legs for stride in leg.strides]
            risen = [(s.up, s.down) for kind, s in strides if kind is LegKind.CLIMB]
            cost = sum(s.horizontal for _, s in strides) + sum(up * rise + down * fall for rise, fall in risen)
            assert cost == pytest.approx(one.cost[j, i], abs=0.003)
            climbs += bool(risen)
    return climbs


@pytest.mark.parametrize("climb_reach", [0.2, 1.0])
def test_reach_and_trace_agree_by_other_terms_and_prices(climb_reach: float) -> None:
    """Climbing up costs 2 an inch, down a half, and a climber keeps nearer or farther than in Warcry."""
    table, terms = zoo.table(mover((5.0, 6.0)), block(2.0)), Terms(climb_reach=climb_reach)
    found = reach(table, "a", 9.0, terms=terms, cost_model=CostModel(up=2.0, down=0.5, is_careful=True), spacing=0.5)
    assert priced(table, found, terms, 2.0, 0.5) > 10


@pytest.mark.parametrize("climb_reach", [0.2, 1.0])
@pytest.mark.parametrize("seed", mostly_soak((6, 7, *range(6)), quick=2))
def test_reach_and_trace_agree_by_other_prices_on_random_boards(seed: int, climb_reach: float) -> None:
    table, terms = small_board(seed), Terms(climb_reach=climb_reach)
    found = reach(table, "a", 7.0, terms=terms, cost_model=CostModel(up=1.5, down=0.5), spacing=0.5)
    priced(table, found, terms, 1.5, 0.5)


@pytest.mark.parametrize(("climb_reach", "climbs"), [(0.5, False), (1.0, True)])
def test_how_near_a_climber_keeps_is_the_rule_systems_to_say(climb_reach: float, climbs: bool) -> None:
    """A cap from 1 to 3 in up on a stem that stands back 0.8 in: a base on the floor is 0.8 in from what it climbs."""
    cap = zoo.box_part("cap", (0, 0, 1), (4, 4, 3))
    stem = zoo.box_part("stem", (0.8, 0.8, 0), (3.2, 3.2, 1))
    table = zoo.table(mover((5.0, 6.0)), zoo.feature("mushroom", cap, stem, at=(8.0, 4.0)))
    terms = Terms(climb_reach=climb_reach)
    found = reach(table, "a", 8.0, terms=terms, spacing=0.5)
    assert any(one.level.height == pytest.approx(3.0) for one in found.levels) is climbs
    assert bool(priced(table, found, terms, 1.0, 1.0)) is climbs


@pytest.mark.parametrize("case", mostly_soak([(1, 3.5), *((seed, 5.0) for seed in range(6))], quick=1))
def test_no_place_is_missed_that_a_slow_search_finds(case: tuple[int, float]) -> None:
    seed, inches = case
    table = small_board(seed)
    found = reach(table, "a", inches, spacing=0.5)
    slow = brute(table, inches - BOUND, seed)
    known = costs(found)
    assert len(slow) > 50
    for place, cost in slow.items():
        assert known.get(place, math.inf) <= cost + BOUND, place


@pytest.mark.parametrize("seed", range(4))
def test_more_inches_reach_at_least_as_much(seed: int) -> None:
    table = small_board(seed)
    few, many = costs(reach(table, "a", 3.0, spacing=0.5)), costs(reach(table, "a", 5.0, spacing=0.5))
    for place, cost in few.items():
        assert many[place] <= cost + 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_a_smaller_base_walks_at_least_as_far(seed: int) -> None:
    table = small_board(seed)
    large = replace(table.model("a"), base=zoo.round_base(32))
    small = replace(large, base=zoo.round_base(28.5))
    walking = CostModel(is_walking=True)
    found = [
        costs(
            reach(
                zoo.table(*table.terrain.features, model, width=10, depth=10), "a", 5.0, cost_model=walking, spacing=0.5
            )
        )
        for model in (large, small)
    ]
    for place, cost in found[0].items():
        assert found[1].get(place, math.inf) <= cost + 1e-6


@pytest.mark.parametrize("seed", range(4))
def test_more_terrain_never_shortens_a_walk(seed: int) -> None:
    table = small_board(seed)
    fewer = replace(table, terrain=Terrain(table.terrain.features[:1]))
    walking = CostModel(is_walking=True)
    without, with_all = (costs(reach(t, "a", 5.0, cost_model=walking, spacing=0.5)) for t in (fewer, table))
    for place, cost in with_all.items():
        if place[0] == 0:
            assert without.get(place, math.inf) <= cost + 1e-6


def test_a_rigid_motion_of_everything_changes_nothing() -> None:
    """Turned by 30 degrees on a board too large to matter: what the same places cost."""
    turn, (cx, cy) = math.radians(30), (50.0, 50.0)

    def carried(at: Point) -> Point:
        x, y, z = at
        c, s = math.cos(turn), math.sin(turn)
        return cx + c * x - s * y, cy + s * x + c * y, z

    table = small_board(3)
    straight = replace(table, board=replace(table.board, width=100, depth=100))

    def moved(placement: Placement) -> Placement:
        return Placement(carried(placement.at), placement.turn + turn)

    features = tuple(replace(f, placement=moved(f.placement)) for f in table.terrain.features)
    models = tuple(replace(m, placement=moved(m.placement)) for m in table.models)
    turned = replace(straight, terrain=Terrain(features), models=models)
    one, other = reach(straight, "a", 4.0), reach(turned, "a", 4.0)
    compared = 0
    for k, level_ in enumerate(levels_of(straight).levels):
        for x in np.arange(2.2, 8, 0.7):
            for y in np.arange(2.2, 8, 0.7):
                cost = one.cost_at(level_, (float(x), float(y)))
                there = carried((float(x), float(y), 0.0))
                again = other.cost_at(levels_of(turned).levels[k], there[:2])
                if cost is not None and cost < 3.98:
                    assert again == pytest.approx(cost, abs=0.01)
                    compared += 1
    assert compared > 20


def test_a_ladder_is_climbed_though_the_base_overlaps_its_rungs() -> None:
    """A deck of 3 in between walls, open where a ladder stands; who climbs only ladders gets up by it or not at all.

    From (12, 7) to (12, 12): 5 in level and 3 in up.
    """
    walls = [
        zoo.box_part("deck", (0, 0, 0), (4, 4, 3)),
        zoo.box_part("left", (-0.3, -0.3, 0), (1.2, 0, 9)),
        zoo.box_part("right", (2.8, -0.3, 0), (4.3, 0, 9)),
    ]
    ladder = zoo.feature("ladder", zoo.box_part("rungs", (1.7, -0.3, 0), (2.3, -0.1, 3.4), "ladder"), at=(10, 10))
    start, hold = mover((12.0, 7.0), base=zoo.round_base(25)), zoo.feature("hold", *walls, at=(10, 10))
    without = reach(zoo.table(start, hold), "a", 9.0, terms=Terms(climbs=LADDERS))
    assert [one.level.number for one in without.levels] == [0]
    table = zoo.table(start, hold, ladder)
    found = reach(table, "a", 9.0, terms=Terms(climbs=LADDERS))
    route = found.route(level(table, 1), (12.0, 12.0))
    assert route is not None
    assert route.cost == pytest.approx(8.0, abs=0.1)
    assert trace(table, "a", route.path, Terms(climbs=LADDERS)).faults == ()


def test_who_stands_a_hair_too_deep_in_a_wall_may_leave_it() -> None:
    table = zoo.table(mover((8 - R + 0.01, 6.0)), block(3.0))
    route = reach(table, "a", 4.0).route(level(table, 0), (6.0, 6.0))
    assert route is not None
    assert trace(table, "a", route.path).faults == ()
    assert route.cost == pytest.approx(2 - R + 0.01, abs=0.001)


def test_who_stands_inside_of_something_gets_nowhere() -> None:
    table = zoo.table(mover((8.5, 6.0)), block(3.0))
    assert reach(table, "a", 4.0).levels == ()


def test_a_gap_between_surfaces_of_one_height_is_jumped() -> None:
    """From (10, 6) to (15, 6) over 1.5 in between two blocks of 3 in: 5 in, though a hair higher or lower by play."""
    for hair in (0.0, 0.015, -0.015):
        other = zoo.feature("other", zoo.box_part("stone", (0, 0, 0), (4, 4, 3 + hair)), at=(13.5, 4))
        table = zoo.table(mover((10.0, 6.0, 3.0)), block(3.0), other)
        there = next(one for one in levels_of(table).levels if one.holds(15.0, 6.0) and not one.is_floor)
        route = reach(table, "a", 6.0).route(there, (15.0, 6.0))
        assert route is not None
        assert route.cost == pytest.approx(5.0, abs=1e-6)
        assert route.rolls == 0
        traced = trace(table, "a", route.path)
        assert traced.faults == ()
        assert traced.end.level is there


def test_two_walls_of_one_height_are_crossed_by_one_jump_however_far_apart() -> None:
    """Walls of 2 in, 4.2 in apart: from (10, 5) to (10, 11) over both tops: 6 in level and 2 in up; not 4 up."""
    walls = [
        zoo.feature(f"wall-{i}", zoo.box_part("w", (0, 0, 0), (20, 0.2, 2)), at=(0, y)) for i, y in enumerate((6, 10))
    ]
    table = zoo.table(mover((10.0, 5.0)), *walls)
    route = reach(table, "a", 9.0).route(level(table, 0), (10.0, 11.5))
    assert route is not None
    assert route.cost == pytest.approx(8.5, abs=0.01)
    assert cost_of(table, route.path) == pytest.approx(route.cost, abs=0.003)


def test_rims_enclose_what_is_reached() -> None:
    """On an empty floor a circle of 6 in; a post of 1 x 1 in it leaves a hole of 1 + 4 R + pi R^2 square inches."""
    plain = reach(zoo.table(mover((15.0, 11.0))), "a", 6.0)
    (rim,) = plain.rims(plain.levels[0].level)
    assert np.abs(np.hypot(*(rim.outer - (15, 11)).T) - 6.0).max() < 0.01
    assert rim.holes == ()
    post = zoo.feature("post", zoo.box_part("p", (0, 0, 0), (1, 1, 9)), at=(17, 10.5))
    found = reach(zoo.table(mover((15.0, 11.0)), post), "a", 6.0)
    (rim,) = found.rims(found.levels[0].level)
    (hole,) = rim.holes
    assert shapely.Polygon(hole).area == pytest.approx(1 + 4 * R + math.pi * R * R, rel=0.01)
    x, y = np.meshgrid(found.levels[0].x, found.levels[0].y)
    area = shapely.Polygon(rim.outer, rim.holes)
    assert shapely.intersects_xy(area.buffer(0.01), x, y)[np.isfinite(found.levels[0].cost)].all()
    assert np.isfinite(found.levels[0].cost)[shapely.intersects_xy(area.buffer(-0.01), x, y)].all()


def test_stairs_are_climbed_down_though_their_last_step_is_lower_than_the_deck() -> None:
    """A deck of 3 in; five steps of half an inch beside it, the last at 2.5. Who climbs only stairs, and takes no harm,
    gets from (12, 12) down to (12, 5): 7 in level and 3 in down; and up again for as much.
    """
    deck = zoo.box_part("deck", (0, 0, 0), (4, 4, 3))
    steps = zoo.feature(
        "stairs",
        zoo.box_part("one", (0, 0, 0), (3, 0.6, 0.5), "stairs"),
        zoo.box_part("two", (0, 0.6, 0), (3, 1.2, 1.0), "stairs"),
        zoo.box_part("three", (0, 1.2, 0), (3, 1.8, 1.5), "stairs"),
        zoo.box_part("four", (0, 1.8, 0), (3, 2.4, 2.0), "stairs"),
        zoo.box_part("five", (0, 2.4, 0), (3, 3.0, 2.5), "stairs"),
        at=(10.5, 7.0),
    )
    only = Terms(climbs=LADDERS)
    for start, end in (((12.0, 12.0, 3.0), (12.0, 5.0, 0.0)), ((12.0, 5.0, 0.0), (12.0, 12.0, 3.0))):
        table = zoo.table(mover(start, base=zoo.round_base(25)), zoo.feature("hold", deck, at=(10, 10)), steps)
        found = reach(table, "a", 12.0, terms=only, cost_model=CostModel(is_careful=True))
        there = next(one for one in levels_of(table).levels if one.holds(*end[:2]) and abs(one.height - end[2]) < 0.1)
        route = found.route(there, end[:2])
        assert route is not None
        assert LegKind.CLIMB in [leg.kind for leg in route.path.legs]
        assert route.drops == ()
        traced = trace(table, "a", route.path, only)
        assert traced.faults == ()
        assert route.cost == pytest.approx(10.0, abs=0.15)
        assert math.fsum(price(leg) for leg in traced.legs) == pytest.approx(route.cost, abs=0.003)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_derived_as_needed_is_what_is_derived_at_once(seed: int) -> None:
    """The same field with few inches first, then more, as with all of the terrain gone over before."""
    lazy, whole = small_board(seed), small_board(seed)
    prepare_reach(whole, "a")
    for inches in (1.5, 3.0, 6.0):
        assert costs(reach(lazy, "a", inches, spacing=0.25)) == costs(reach(whole, "a", inches, spacing=0.25))


def test_another_that_moves_makes_no_terrain_be_gone_over_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its body is cut out of fields, no more; and what it stood on before is free again."""
    table = small_board(0)
    first = costs(reach(table, "a", 6.0, spacing=0.25))
    at = table.model("b").placement.at
    away = table.placing("b", Placement((at[0], 1.0, 0.0), 0.0))

    def again(*_: object) -> None:
        raise AssertionError("terrain was gone over again")

    monkeypatch.setattr(plan, "drop_column_between", again)
    monkeypatch.setattr(height_layers, "_blocked", again)
    other = costs(reach(away, "a", 6.0, spacing=0.25))
    assert costs(reach(table, "a", 6.0, spacing=0.25)) == first
    assert other != first
    fresh = small_board(0)
    monkeypatch.undo()
    assert other == costs(reach(fresh.placing("b", Placement((at[0], 1.0, 0.0), 0.0)), "a", 6.0, spacing=0.25))


def test_nobody_climbs_goes_through_or_drops_where_another_stands() -> None:
    """In a doorway stands another: the way beyond is around, or none."""
    walls = [
        zoo.box_part("west", (0, 0, 0), (14, 0.3, 6), "unclimbable"),
        zoo.box_part("east", (16, 0, 0), (30, 0.3, 6), "unclimbable"),
        zoo.box_part("lintel", (14, 0, 2.5), (16, 0.3, 6), "unclimbable"),
        zoo.box_part("door", (14, 0, 0), (16, 0.3, 2.5), "door"),
    ]
    wall = zoo.feature("wall", *walls, at=(0, 11, 0))
    free = zoo.table(mover((15.0, 9.0)), wall)
    assert reach(free, "a", 5.0).cost_at(level(free, 0), (15.0, 13.0)) == pytest.approx(4.0, abs=0.01)
    held = zoo.table(mover((15.0, 9.0)), zoo.fighter("b", (15.0, 12.0)), wall)
    assert reach(held, "a", 5.0).cost_at(level(held, 0), (15.0, 13.5)) is None
