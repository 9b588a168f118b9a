"""Moves of single models in Warhammer 40,000, and where they can get to."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from tests import zoo
from tests.rules.warhammer40k.boards import block, board, model, ruin
from warcry3d.errors import QuestionError
from warcry3d.geom import shapes
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.move_result import MoveAction, MoveResult
from warcry3d.rules.reach_result import ReachSearch
from warcry3d.rules.warhammer40k.bases import is_engaged, measure_models
from warcry3d.rules.warhammer40k.movement import ModelMovement
from warcry3d.rules.warhammer40k.reach import ModelReaching
from warcry3d.rules.warhammer40k.way_checks import WayTerms, judge_way
from warcry3d.table.models import Base, BaseShape, Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

FOE = model("foe", (20, 10), side="blue")
R = 16 / 25.4
"""The radius of the models' bases (in)."""


def legs(*parts: tuple[str, Sequence[tuple[float, float, float]]]) -> Path:
    return Path(tuple(Leg(LegKind(kind), tuple(to)) for kind, to in parts))


def walk(*to: tuple[float, ...]) -> Path:
    return legs(("walk", [(*point, 0.0)[:3] for point in to]))


def move(table: Table, path: Path, action: MoveAction = MoveAction.MOVE, allowed: float | None = None) -> MoveResult:
    return ModelMovement().move(table, "m", path, allowed=allowed, action=action, ends_activation=False)


def rules(moved: MoveResult) -> list[str]:
    return [fault.rule for fault in moved.faults]


def test_a_model_moves_up_to_its_m_and_turns_freely() -> None:
    """rule: 40K-MOVE-1, 40K-MOVE-6."""
    table = board(model("m", (10, 10), base=zoo.oval_base()))
    there = move(table, walk((13, 14)))
    assert (there.cost, there.allowed, there.is_legal) == (pytest.approx(5), 6, True)
    turned = Path((Leg(LegKind.WALK, ((13.0, 14.0, 0.0),), facing=math.pi / 2),))
    assert move(table, turned).cost == pytest.approx(5)
    farther = move(table, walk((14, 14.8)))
    assert rules(farther) == ["40K-MOVE-1"]
    with pytest.raises(QuestionError, match=r"'m' has no M in its profile.*--allow"):
        move(zoo.table(zoo.fighter("m", (10, 10)), ruleset="warhammer40k"), walk((12, 10)))


def test_friends_are_crossed_and_enemies_are_not() -> None:
    """rule: 40K-MOVE-2, 40K-MOVE-7."""
    friend, foe = model("c", (13, 10)), model("c", (13, 10), side="blue")
    assert move(board(model("m", (10, 10)), friend), walk((16, 10))).is_legal
    assert rules(move(board(model("m", (10, 10)), friend), walk((13, 10)))) == ["40K-MOVE-2"]
    assert "40K-MOVE-7" in rules(move(board(model("m", (10, 10)), foe), walk((16, 10))))


def test_the_edge_of_the_battlefield_is_not_crossed() -> None:
    """rule: 40K-MOVE-8."""
    assert "40K-MOVE-8" in rules(move(board(model("m", (3, 10))), walk((0.3, 10))))


def test_vehicles_and_monsters_do_not_cross_each_other() -> None:
    """rule: 40K-MOVE-9."""
    big = model("c", (13, 10), "monster")
    assert move(board(model("m", (10, 10), "infantry"), big), walk((16, 10))).is_legal
    assert rules(move(board(model("m", (10, 10), "vehicle"), big), walk((16, 10)))) == ["40K-MOVE-9"]
    assert move(board(model("m", (10, 10), "vehicle", "fly"), big), legs(("fly", [(16, 10, 0)]))).is_legal


def test_a_unit_in_engagement_range_stays_or_falls_back() -> None:
    """rule: 40K-MOVE-4, 40K-FALLBACK-1, 40K-ENGAGE-2. One model of the unit is enough."""
    table = board(model("m", (10, 10), unit="u"), model("n", (17.9, 10), unit="u"), FOE)
    assert rules(move(table, walk((8, 10)))) == ["40K-MOVE-4"]
    assert move(table, walk((8, 10)), MoveAction.DISENGAGE).is_legal
    assert rules(move(table, walk((3, 10)), MoveAction.DISENGAGE)) == ["40K-FALLBACK-1"]


def test_a_normal_move_never_comes_within_engagement_range() -> None:
    """rule: 40K-MOVE-5, 40K-ENGAGE-1."""
    table = board(model("m", (16, 8)), FOE)
    assert rules(move(table, walk((18, 9)))) == ["40K-MOVE-5"]
    passing = move(table, walk((19.8, 7.9), (21.8, 7.9)))
    assert rules(passing) == ["40K-MOVE-5"]
    assert move(table, walk((21, 7))).is_legal
    assert 20 - passing.faults[0].at[0] == pytest.approx(math.sqrt((2 * R + 1) ** 2 - 2.1**2), abs=0.2)


def test_a_fall_back_goes_through_engagement_range_and_does_not_end_there() -> None:
    """rule: 40K-FALLBACK-1, 40K-FALLBACK-2, 40K-ESCAPE-1. Over the enemy itself: that model is named."""
    table = board(model("m", (18, 10)), FOE)
    away = move(table, walk((24, 10)), MoveAction.DISENGAGE)
    assert away.is_legal
    terms = WayTerms(6, keeps_away=False, crosses=True)
    assert judge_way(table, "m", walk((24, 10)), terms).crossed == ("foe",)
    assert judge_way(table, "m", walk((14, 10)), terms).crossed == ()
    assert rules(move(table, walk((18.4, 11.3)), MoveAction.DISENGAGE)) == ["40K-FALLBACK-2"]


def test_who_crosses_enemies_in_a_fall_back_still_goes_around_large_friends() -> None:
    """rule: 40K-ESCAPE-1, 40K-MOVE-9."""
    tank, friend = model("m", (18, 10), "vehicle", move=8), model("friend", (22.5, 10), "vehicle")
    assert rules(move(board(tank, FOE, friend), walk((25.5, 10)), MoveAction.DISENGAGE)) == ["40K-MOVE-9"]
    assert move(board(tank, FOE), walk((25.5, 10)), MoveAction.DISENGAGE).is_legal
    troops = model("friend", (22.5, 10), "infantry")
    assert move(board(tank, FOE, troops), walk((25.5, 10)), MoveAction.DISENGAGE).is_legal


def test_low_terrain_is_as_if_it_were_not_there() -> None:
    """rule: 40K-HEIGHT-1, 40K-TERRAIN-1. A wall of 2 in costs nothing, one of 2.1 in is climbed up and down."""
    low, high = (block("w", (12, 0, 0), (12.4, 20, tall), "debris") for tall in (2.0, 2.1))
    over = move(board(model("m", (10, 10)), low), walk((14, 10)))
    assert (over.cost, over.is_legal) == (pytest.approx(4), True)
    assert "40K-HEIGHT-2" in rules(move(board(model("m", (10, 10)), high), walk((14, 10))))


def test_higher_terrain_costs_its_height_up_and_down() -> None:
    """rule: 40K-HEIGHT-2, 40K-HEIGHT-3. Up a block of 3 in, 2 in ahead, and on: 2 + 3 + 1; no end half-way up."""
    table = board(model("m", (10, 10), move=8), block("hill", (12, 5, 0), (18, 15, 3), "hill"))
    foot, top = 12 - R, 3.0
    up = legs(
        ("walk", [(foot, 10, 0)]),
        ("climb", [(foot, 10, top), (12.7, 10, top)]),
        ("walk", [(13.2, 10, top)]),
    )
    climbed = move(table, up)
    assert (climbed.faults, climbed.ends.at) == ((), (13.2, 10.0, 3.0))
    assert climbed.cost == pytest.approx(3.2 + 3)
    assert "40K-MOVE-1" in rules(move(table, up, allowed=6))
    assert "40K-HEIGHT-3" in rules(move(table, legs(("walk", [(foot, 10, 0)]), ("climb", [(foot, 10, 1.5)]))))


def test_a_model_with_m_4_does_not_get_up_an_obstacle_of_5_in() -> None:
    """rule: 40K-HEIGHT-3. Example 15."""
    table = board(model("m", (11.3, 10), move=4), block("hill", (12, 5, 0), (18, 15, 5), "hill"))
    foot = 12 - R
    up = legs(("walk", [(foot, 10, 0)]), ("climb", [(foot, 10, 5), (12.7, 10, 5)]))
    assert "40K-MOVE-1" in rules(move(table, up))
    assert "40K-HEIGHT-3" in rules(move(table, legs(("walk", [(foot, 10, 0)]), ("climb", [(foot, 10, 3)]))))


def test_nobody_ends_on_top_of_barricades_and_debris_and_all_cross_them() -> None:
    """rule: 40K-BARRICADE-1, 40K-DEBRIS-1, 40K-HILL-1."""
    for category, rule in (("barricade", "40K-BARRICADE-1"), ("debris", "40K-DEBRIS-1")):
        table = board(model("m", (10, 10)), block("w", (12, 8, 0), (15, 12, 1), category))
        assert move(table, walk((16, 10))).is_legal
        assert rules(move(table, walk((13.5, 10, 1)))) == [rule]
    hill = board(model("m", (10, 10)), block("w", (12, 8, 0), (15, 12, 1), "hill"))
    assert move(hill, walk((13.5, 10, 1))).is_legal


def test_no_base_overhangs_on_a_hill() -> None:
    """rule: 40K-HILL-2, 40K-RUIN-7. A hull may in part."""
    hill = block("w", (12, 8, 0), (15, 12, 1), "hill")
    assert rules(move(board(model("m", (10, 10)), hill), walk((14.6, 10, 1)))) == ["40K-HILL-2"]
    hull = model("m", (9, 10), base=Base(BaseShape.SQUARE, 2, 2), is_hull=True)
    assert move(board(hull, hill), walk((14.6, 10, 1))).is_legal
    table = board(model("m", (14.5, 12, 3), "infantry"), ruin())
    assert rules(move(table, walk((15.8, 12, 3)))) == ["40K-RUIN-7"]


def test_infantry_and_beasts_pass_through_the_walls_of_ruins() -> None:
    """rule: 40K-RUIN-5. None ends within a wall."""
    for word in ("infantry", "beast"):
        assert move(board(model("m", (8, 13), word), ruin()), walk((12, 13))).is_legal
        assert rules(move(board(model("m", (8, 13), word), ruin()), walk((10, 13)))) == ["40K-RUIN-5"]
    assert not move(board(model("m", (8, 13), "vehicle"), ruin()), walk((12, 13))).is_legal


def test_infantry_goes_up_through_the_floors_of_ruins_for_their_height() -> None:
    """rule: 40K-RUIN-5, 40K-RUIN-6, 40K-HEIGHT-2. 2.5 in ahead and 3 in up: 5.5 in."""
    path = legs(("walk", [(14.5, 13, 0)]), ("climb", [(14.5, 13, 3)]))
    climbed = move(board(model("m", (12, 13), "infantry"), ruin()), path)
    assert (climbed.faults, climbed.cost, climbed.ends.at[2]) == ((), pytest.approx(5.5), 3.0)


def test_others_stay_on_the_ground_floor_of_ruins() -> None:
    """rule: 40K-RUIN-6."""
    flier, tank = model("m", (8, 13), "fly", move=12), model("m", (14.5, 13, 3), "vehicle")
    assert move(board(flier, ruin()), legs(("fly", [(14.5, 13, 3)]))).is_legal
    assert rules(move(board(tank, ruin()), walk((14.4, 13, 3)))) == ["40K-RUIN-6"]


def test_flying_models_go_straight_over_models_and_terrain() -> None:
    """rule: 40K-FLY-1, 40K-FLY-2, 40K-FLY-3. 6 in ahead and 3 in up is the root of 45."""
    hill = block("hill", (12, 5, 0), (20, 15, 3), "hill")
    flown = move(board(model("m", (10, 10), "fly", move=10), hill), legs(("fly", [(16, 10, 3)])))
    assert (flown.faults, flown.cost) == ((), pytest.approx(math.sqrt(45)))
    table = board(model("m", (16, 10), "fly", move=10), FOE)
    assert move(table, legs(("fly", [(24, 10, 0)]))).is_legal
    assert rules(move(table, legs(("fly", [(22, 10, 0)])))) == ["40K-MOVE-5"]
    assert "40K-FLY-1" in rules(move(board(model("m", (10, 10))), legs(("fly", [(14, 10, 0)]))))


def test_aircraft_move_whoever_is_near_and_keep_nobody() -> None:
    """rule: 40K-AIRCRAFT-4, 40K-AIRCRAFT-9, 40K-AIRCRAFT-10, 40K-AIRCRAFT-11."""
    plane = model("m", (18, 10), "aircraft", "fly", move=20)
    assert move(board(plane, FOE), legs(("fly", [(38, 10, 0)]))).is_legal
    enemy = model("e", (20, 10), "aircraft", side="blue")
    beside = board(model("m", (18, 10)), enemy)
    assert move(beside, walk((18, 15))).is_legal
    assert rules(move(beside, walk((18.1, 10.1)))) == ["40K-MOVE-5"]


def test_distances_are_between_bases_and_from_hulls() -> None:
    """rule: 40K-DIST-1, 40K-DIST-2, 40K-ENGAGE-1. A hull reaches as far as its body, 2 in ahead of its middle."""
    one, other = model("a", (10, 10)), model("b", (16, 10), side="blue")
    assert measure_models(one, other).direct == pytest.approx(6 - 2 * R)
    body = zoo.figure(shapes.box((-2, -1, 0), (2, 1, 2)))
    hull = model("h", (16, 10), side="blue", shape=body, base=Base(BaseShape.SQUARE, 4, 2), is_hull=True)
    assert measure_models(one, hull).direct == pytest.approx(4 - R, abs=0.003)
    near, far = model("a", (13 - R, 10)), model("a", (12.9 - R, 10))
    assert (is_engaged(near, hull), is_engaged(far, hull)) == (True, False)
    above = model("b", (11, 10, 5.1), side="blue")
    assert is_engaged(one, above) and not is_engaged(one, model("b", (11, 10, 5.2), side="blue"))


def reached(table: Table, inches: float | None = None) -> ReachSearch:
    return (
        ModelReaching()
        .reach(table, "m", inches=inches, action=MoveAction.MOVE, is_careful=True, is_carrying=False)
        .reach
    )


@pytest.mark.parametrize(
    ("things", "inside", "outside"),
    [
        pytest.param((), (15.9, 10), (16.2, 10), id="an open table"),
        pytest.param((FOE,), (15, 10), (17, 10), id="short of engagement range"),
        pytest.param((block("w", (12, 0, 0), (12.4, 20, 2), "debris"),), (14, 10), (12.2, 10), id="past a low wall"),
        pytest.param((model("c", (13, 10)),), (15, 10), (13, 10), id="past a friend"),
    ],
)
def test_places_that_are_offered_are_allowed(
    things: tuple[Feature | Model, ...], inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    """rule: 40K-MOVE-1, 40K-MOVE-2, 40K-MOVE-5, 40K-HEIGHT-1."""
    table = board(model("m", (10, 10)), *things)
    field = reached(table)
    floor = field.levels[0].level
    route = field.route(floor, inside)
    assert route is not None and move(table, route.path).is_legal
    assert field.route(floor, outside) is None


LOW_HILL = block("hill", (12, 8, 0), (17, 12, 1.5), "hill")


@pytest.mark.parametrize(
    ("things", "inches", "names"),
    [
        pytest.param((model("m", (10, 10)), LOW_HILL), 6, {"floor", "hill/stones"}, id="up a low hill"),
        pytest.param((model("m", (14, 10, 1.5)), LOW_HILL), 6, {"floor", "hill/stones"}, id="from a low hill"),
        pytest.param(
            (model("m", (10, 10)), block("w", (12, 8, 0), (17, 12, 1), "debris")), 6, {"floor"}, id="not on debris"
        ),
        pytest.param(
            (model("m", (10, 10)), block("w", (12, 8, 0), (17, 12, 0.5), "debris", "platform")),
            6,
            {"floor"},
            id="not on low boards of debris",
        ),
        pytest.param((model("m", (12, 13), "infantry"), ruin()), 7, {"floor", "ruin/floor"}, id="up in a ruin"),
        pytest.param(
            (model("m", (14.5, 13, 3), "infantry"), ruin(), FOE), 9, {"floor", "ruin/floor"}, id="down in a ruin"
        ),
        pytest.param((model("m", (8, 13), "vehicle"), ruin()), 9, {"floor"}, id="not up as a vehicle"),
        pytest.param((model("m", (8, 13), "fly"), ruin()), 9, {"floor", "ruin/floor"}, id="up on wings"),
    ],
)
def test_tops_and_floors_that_are_reached_are_allowed_for_what_is_said(
    things: tuple[Feature | Model, ...], inches: float, names: set[str]
) -> None:
    """rule: 40K-HEIGHT-1, 40K-HILL-1, 40K-HILL-2, 40K-DEBRIS-1, 40K-RUIN-5, 40K-RUIN-6, 40K-RUIN-7."""
    table = board(*things)
    found = reached(table, inches)
    assert {one.name for one in found.levels} == names
    for one in found.levels:
        rows, columns = np.nonzero(np.isfinite(one.cost))
        for row, column in list(zip(rows.tolist(), columns.tolist(), strict=True))[:: max(1, len(rows) // 20)]:
            route = found.route(one.level, (float(one.x[column]), float(one.y[row])))
            assert route is not None
            judged = move(table, route.path, allowed=inches)
            assert judged.is_legal, route.path
            assert judged.cost == pytest.approx(one.cost[row, column], abs=1e-6)
        assert one.count * found.spacing**2 == pytest.approx(found.outline(one.level).area, rel=0.04)


def test_floors_of_ruins_cost_their_height_and_levels_are_those_of_the_whole_table() -> None:
    """rule: 40K-HEIGHT-2, 40K-RUIN-5. 2.5 in ahead and 3 in up; back down 3 in, and along the floor nothing more."""
    table = board(model("m", (12, 13), "infantry"), ruin())
    upper = next(level for level in levels_of(table).levels if level.height == 3.0)
    assert reached(table).cost_at(upper, (14.5, 13.0)) == pytest.approx(5.5)
    assert reached(table).cost_at(upper, (15.2, 13.0)) is None, "6.2 in"
    table = board(model("m", (14.5, 13, 3), "infantry"), ruin())
    found, (floor, *_) = reached(table), levels_of(table).levels
    assert found.cost_at(floor, (14.5, 11.0)) == pytest.approx(5.0)
    assert found.cost_at(upper, (14.5, 11.0)) == pytest.approx(2.0)
