"""Moves of single models in Age of Sigmar, and where they can get to."""

import math
from collections.abc import Sequence

import pytest

from tests import zoo
from tests.rules.ageofsigmar.boards import board, model, wall
from warcry3d.errors import QuestionError
from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.ageofsigmar.movement import UnitMovement
from warcry3d.rules.ageofsigmar.reach import UnitReaching
from warcry3d.rules.ageofsigmar.way_checks import enemies_near, features_passed, judge_way
from warcry3d.rules.move_result import MoveAction, MoveResult
from warcry3d.rules.reach_result import ReachResult
from warcry3d.table.models import Model
from warcry3d.table.table import Table

WALL = wall("wall", (8, 0, 0), (8.2, 36, 2))
FOE = model("foe", (20, 10), side="blue")
LONG = zoo.figure(shapes.box((-0.2, -0.2, 0.1), (2.0, 0.2, 1.5)))
"""A body that reaches 2 in ahead of the middle of its base."""


def legs(*parts: tuple[str, Sequence[tuple[float, float, float]]], facing: float | None = None) -> Path:
    return Path(tuple(Leg(LegKind(kind), tuple(to), facing=facing) for kind, to in parts))


def walk(*to: tuple[float, float], facing: float | None = None) -> Path:
    return legs(("walk", [(x, y, 0.0) for x, y in to]), facing=facing)


def move(table: Table, path: Path, action: MoveAction = MoveAction.MOVE, allowed: float | None = None) -> MoveResult:
    return UnitMovement().move(table, "m", path, allowed=allowed, action=action, ends_activation=False)


def rules(moved: MoveResult) -> list[str]:
    return [fault.rule for fault in moved.faults]


def test_a_model_moves_in_any_direction_up_to_its_move() -> None:
    """rule: AOS-MOVE-1."""
    table = board(model("m", (10, 10)))
    there = move(table, walk((13, 14)))
    assert (there.cost, there.allowed, there.is_legal) == (pytest.approx(5), 5, True)
    farther = move(table, walk((13, 14.1)))
    assert rules(farther) == ["AOS-MOVE-1"]
    assert str(farther.faults[0]) == "0.08 in too far: needs 5.08 in, has 5 in"


@pytest.mark.parametrize("kind", ["platform", "obstacle"])
def test_a_step_up_costs_the_same_whatever_height_its_point_has(kind: str) -> None:
    """rule: AOS-MOVE-3. A ledge of less than 1 in is stepped on; ways that are offered cost what they are said to."""
    table = board(wall("ledge", (12, 5, 0), (20, 15, 0.9), kind), model("m", (10, 10)))
    on_it, below = (move(table, legs(("walk", [(14.9, 10, z)]))) for z in (0.9, 0.0))
    assert (on_it.cost, on_it.faults) == (below.cost, below.faults) == (pytest.approx(4.9), ())
    found = UnitReaching().reach(table, "m", inches=5, action=MoveAction.MOVE, is_careful=True, is_carrying=False)
    for level in found.reach.levels:
        route = found.reach.route(level.level, (14.9, 10))
        assert route is not None and move(table, route.path).cost == pytest.approx(route.cost)


@pytest.mark.parametrize("kind", ["platform", "obstacle"])
@pytest.mark.parametrize("start", [(10.0, 10.0, 0.0), (24.0, 10.0, 0.9)], ids=["floor", "log"])
def test_a_flight_onto_a_ledge_costs_the_same_for_the_judge_and_reach(
    kind: str, start: tuple[float, float, float]
) -> None:
    """rule: AOS-FLY-1, AOS-OPEN-8. From surface to surface, whatever height the way's end has on low terrain."""
    log = wall("log", (23, 9, 0), (25, 11, 0.9))
    table = board(wall("ledge", (12, 5, 0), (20, 15, 0.9), kind), log, model("m", start, flies=True, move=12))
    found = reach(table).reach
    floor = levels_of(table).levels[0]
    for z in (0.0, 0.5) if kind == "platform" else (0.0, 0.5, 0.9):
        flown = move(table, legs(("fly", [(14.9, 10, z)])))
        assert flown.cost == pytest.approx(abs(14.9 - start[0])) == pytest.approx(found.cost_at(floor, (14.9, 10)))
    for level in found.levels:
        route = found.route(level.level, (14.9, 10))
        assert route is not None and move(table, route.path).cost == pytest.approx(route.cost)


def test_inches_come_from_the_profile_or_are_given() -> None:
    """rule: AOS-MOVE-1, AOS-RUN-2."""
    plain = zoo.table(zoo.fighter("m", (10, 10)), width=48, depth=36, ruleset="ageofsigmar")
    with pytest.raises(QuestionError, match=r"'m' has no Move in its profile.*--allow"):
        move(plain, walk((12, 10)))
    assert move(plain, walk((16, 10)), allowed=6).is_legal


def test_no_part_travels_farther_than_move() -> None:
    """rule: AOS-MOVE-2. Turned about in one step, what was 2 in ahead ends 2 in behind: 1 in back and 4 more."""
    table = board(model("m", (10, 10), shape=LONG))
    about = move(table, walk((9, 10), facing=math.pi))
    assert about.cost == pytest.approx(math.hypot(5, 0.0), abs=0.05)
    assert move(table, walk((9, 10))).cost == pytest.approx(1)
    turned = move(table, walk((14, 10), facing=math.pi / 2))
    assert turned.cost == pytest.approx(math.hypot(4 + 0.2, 0.2), abs=0.5) and turned.cost > 4


def test_heights_count_both_ways() -> None:
    """rule: AOS-MOVE-3, AOS-OPEN-3, AOS-TERRAIN-3, AOS-EX-3. Over a wall of 2 in: 4 in of climbing beside the way."""
    table = board(WALL, model("m", (7.5, 10), move=9))
    over = legs(
        ("climb", [(7.5, 10, 2), (8.7, 10, 2), (8.7, 10, 0)]),
    )
    found = move(table, over)
    assert (found.cost, found.is_legal) == (pytest.approx(5.2), True)
    through = move(table, walk((9, 10)))
    assert rules(through) == ["AOS-TERRAIN-2"]


def test_a_model_does_not_end_half_way_up() -> None:
    """rule: AOS-OPEN-3, AOS-MOVE-3."""
    table = board(WALL, model("m", (7.5, 10)))
    found = move(table, legs(("climb", [(7.5, 10, 1)])))
    assert rules(found) == ["AOS-MOVE-3"]
    assert str(found.faults[0]) == "it ends where it cannot stand"


def test_nobody_jumps_or_drops() -> None:
    """rule: AOS-MOVE-3. The text knows climbing alone, and heights count."""
    table = board(wall("deck", (8, 8, 0), (12, 12, 3), "platform"), model("m", (9, 10, 3), move=9))
    found = move(table, legs(("jump", [(7, 10, 3), (7, 10, 0)])))
    assert "AOS-MOVE-3" in rules(found)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_models_are_not_moved_across(side: str) -> None:
    """rule: AOS-MOVE-4."""
    table = board(model("m", (10, 10)), model("other", (12, 10), side=side))
    assert "AOS-MOVE-4" in rules(move(table, walk((14, 10))))


def test_bases_do_not_overlap_though_they_are_left_out_of_measurements() -> None:
    """rule: AOS-OPEN-31."""
    table = board(model("m", (10, 10)), model("friend", (12, 10)))
    assert rules(move(table, walk((11.2, 10)))) == ["AOS-MOVE-4"]
    assert move(table, walk((11.0, 10))).is_legal


def test_a_move_stays_on_the_battlefield() -> None:
    """rule: AOS-OPEN-3, AOS-TABLE-2."""
    assert rules(move(board(model("m", (1, 10))), walk((0.2, 10)))) == ["AOS-TABLE-2"]


@pytest.mark.parametrize(("x", "allowed"), [(16.69, True), (16.71, False)])
def test_a_move_ends_more_than_three_inches_from_enemies(x: float, allowed: bool) -> None:
    """rule: AOS-MOVE-8, AOS-OPEN-24, AOS-DIST-2. Bodies are 0.3 in deep: at x = 16.7 they are exactly 3 apart."""
    found = move(board(model("m", (14, 10)), FOE), walk((x, 10)))
    assert found.is_legal is allowed
    assert rules(found) == ([] if allowed else ["AOS-MOVE-8"])


def test_exactly_three_inches_is_too_near() -> None:
    """rule: AOS-OPEN-24, AOS-CASE-8."""
    assert rules(move(board(model("m", (14, 10)), FOE), walk((16.7, 10)))) == ["AOS-MOVE-8"]


def test_a_walk_stays_away_from_enemies_on_its_way_too() -> None:
    """rule: AOS-MOVE-8, AOS-OPEN-24."""
    table = board(model("m", (16, 6), move=12), FOE)
    found = move(table, walk((24, 6), (24, 6)))
    assert found.is_legal is True
    close = move(board(model("m", (16, 7.2), move=12), FOE), walk((24, 7.2)))
    assert rules(close) == ["AOS-MOVE-8"]
    assert str(close.faults[0]) == "it passes within 3 in of the enemy foe"
    x, y, _ = close.faults[0].at
    assert math.hypot(20 - x - 0.3, 10 - y - 0.4) == pytest.approx(3, abs=0.02)


def test_a_flyer_passes_over_everything_and_ends_clear() -> None:
    """rule: AOS-FLY-1, AOS-FLY-2, AOS-OPEN-8, AOS-OPEN-24."""
    table = board(WALL, model("m", (6, 10), move=12, flies=True), model("foe", (11, 10), side="blue"))
    over = legs(("fly", [(16, 10, 0)]))
    assert move(table, over).is_legal
    assert rules(move(table, legs(("fly", [(13, 10, 0)])))) == ["AOS-MOVE-8"]
    walker = board(WALL, model("m", (6, 10), move=12))
    assert rules(move(walker, over)) == ["AOS-FLY-1"]


def test_a_flight_is_measured_straight_from_start_to_end() -> None:
    """rule: AOS-FLY-1, AOS-OPEN-8, AOS-DIST-4. 3 in across and 4 in up: 5; over a tower: level inches."""
    tower = wall("tower", (11, 8, 0), (15, 12, 4), "platform")
    table = board(tower, model("m", (10, 10), flies=True, move=12))
    assert move(table, legs(("fly", [(13, 10, 4)]))).cost == pytest.approx(5)
    assert move(table, legs(("fly", [(18, 10, 0)]))).cost == pytest.approx(8)


def test_a_unit_near_enemies_only_stays_or_retreats() -> None:
    """rule: AOS-RETREAT-1, AOS-FLY-3, AOS-CASE-8. One model of the unit within 3 in binds all of it."""
    table = board(model("m", (10, 10), unit="guard"), model("n", (17, 10), unit="guard"), FOE)
    assert rules(move(table, walk((9, 10)))) == ["AOS-RETREAT-1"]
    assert move(table, walk((9, 10)), MoveAction.DISENGAGE).is_legal
    flyer = board(model("m", (17.5, 10), flies=True), FOE)
    assert rules(move(flyer, legs(("fly", [(13, 10, 0)])))) == ["AOS-RETREAT-1"]


def test_nobody_retreats_from_nobody() -> None:
    """rule: AOS-RETREAT-1."""
    assert rules(move(board(model("m", (10, 10)), FOE), walk((9, 10)), MoveAction.DISENGAGE)) == ["AOS-RETREAT-1"]


def test_a_retreat_may_pass_near_enemies_but_ends_clear_of_all() -> None:
    """rule: AOS-RETREAT-2, AOS-OPEN-24."""
    table = board(model("m", (19, 10), move=9), FOE)
    assert move(table, walk((19, 6), (21, 6)), MoveAction.DISENGAGE).is_legal
    assert rules(move(table, walk((18, 10)), MoveAction.DISENGAGE)) == ["AOS-MOVE-8"]


def test_enemies_near_are_those_within_three_inches_of_any_model() -> None:
    """rule: AOS-DIST-1, AOS-STATE-1."""
    table = board(model("m", (10, 10)), FOE, model("far", (30, 10), side="blue"))
    some = [table.model("m"), table.model("m").moved(Placement((17, 10, 0)))]
    assert [enemy.id for enemy in enemies_near(table, some)] == ["foe"]
    assert enemies_near(table, ()) == ()


def test_features_on_the_way_are_named() -> None:
    """rule: AOS-TERRAIN-10, AOS-OPEN-7, AOS-OPEN-8. A flyer passes over none, but may end on one."""
    low = wall("log", (12, 9, 0), (12.5, 11, 0.5))
    deck = wall("deck", (15, 8, 0), (18, 12, 2), "platform")
    table = board(low, deck, model("m", (10, 10), move=12, flies=True))

    def over(path: Path) -> tuple[str, ...]:
        judged = judge_way(table, "m", path, 12.0, flies=True)
        return features_passed(table.terrain.features, table.model("m"), judged.legs, judged.end)

    assert over(walk((14, 10))) == ("log",)
    assert over(walk((10, 13))) == ()
    assert over(legs(("fly", [(16.5, 10, 2)]))) == ("deck",)
    assert over(legs(("fly", [(20, 10, 0)]))) == ()


def reach(table: Table, action: MoveAction = MoveAction.MOVE, inches: float | None = None) -> ReachResult:
    return UnitReaching().reach(
        table, "m", inches=inches, action=action, is_careful=False, is_carrying=False, keeps_facing=False
    )


def offered(table: Table, found: ReachResult, step: int = 9) -> list[tuple[float, MoveResult]]:
    """Return every so many-th place that is offered: its cost, and what the judge says of the way there."""
    judged = []
    for level in found.reach.levels:
        rows, columns = (level.cost == level.cost).nonzero()
        for row, column in list(zip(rows, columns, strict=True))[::step]:
            route = found.reach.route(level.level, (float(level.x[column]), float(level.y[row])))
            assert route is not None
            judged.append((route.cost, move(table, route.path, found.action, found.inches)))
    return judged


@pytest.mark.parametrize(
    "mover",
    [model("m", (6, 10), move=6), model("m", (6, 10), move=6, flies=True), model("m", (6, 10), move=6, shape=LONG)],
    ids=["walker", "flyer", "long body"],
)
def test_every_way_that_is_offered_is_allowed_and_costs_what_is_said(mover: Model) -> None:
    """rule: AOS-MOVE-1, AOS-MOVE-3, AOS-MOVE-8, AOS-FLY-1, AOS-FLY-2."""
    deck = wall("deck", (3, 12, 0), (9, 16, 2), "platform")
    table = board(WALL, deck, mover, model("foe", (9.5, 5), side="blue"), model("friend", (4, 8)))
    found = offered(table, reach(table), 97)
    assert len(found) > 20
    assert [moved.faults for _, moved in found if not moved.is_legal] == []
    assert all(moved.cost == pytest.approx(cost, abs=1e-6) for cost, moved in found)


def test_reach_counts_heights_and_knows_no_drops() -> None:
    """rule: AOS-MOVE-3. On a deck 3 in high, 1 in from its rim: 6 in lead down and 2 in on."""
    table = board(wall("deck", (8, 8, 0), (14, 14, 3), "platform"), model("m", (13, 11, 3), move=6))
    floor = levels_of(table).levels[0]
    found = reach(table).reach
    assert found.cost_at(floor, (15, 11)) == pytest.approx(5, abs=0.02)
    assert found.cost_at(floor, (16.5, 11)) is None


def test_a_unit_near_enemies_reaches_nothing_but_where_it_retreats_to() -> None:
    """rule: AOS-RETREAT-1, AOS-RETREAT-2."""
    table = board(model("m", (18, 10)), FOE)
    bound = reach(table)
    assert [fault.rule for fault in bound.bars] == ["AOS-RETREAT-1"] and bound.engaged == ("foe",)
    retreat = offered(table, reach(table, MoveAction.DISENGAGE), 57)
    assert retreat and all(moved.is_legal for _, moved in retreat)
