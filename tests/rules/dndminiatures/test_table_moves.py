"""Moves and reach on a table's squares without a battle (DDM-MOVE, DDM-AOO-1)."""

import pytest

from tests.rules.dndminiatures.tables import standing, table
from warcry3d.errors import QuestionError
from warcry3d.messages import Words
from warcry3d.messages.moves import move_sentences
from warcry3d.messages.reaches import marker_line, reach_sentences
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.moves import judge_move
from warcry3d.rules.reach_result import PROVOKES
from warcry3d.rules.reaches import nearest_to, reach_of, way_to
from warcry3d.rules.reports.move_report import move_wire
from warcry3d.rules.reports.reach_report import reach_wire
from warcry3d.units import LengthUnit


def walk(*points: tuple[float, float]) -> Path:
    return Path((Leg(LegKind.WALK, tuple((x, y, 0.0) for x, y in points)),))


def test_diagonals_cost_one_two_one_and_the_end_snaps_to_a_square() -> None:
    # DDM-MOVE-1: three diagonal steps, 1 + 2 + 1.
    moved = judge_move(table(standing("a", (0, 0))), "a", walk((3.2, 3.4)))
    assert (moved.cost, moved.allowed, moved.unit) == (4.0, 4.0, LengthUnit.SQUARES)
    assert moved.is_legal and moved.ends.at == (3.5, 3.5, 0.0)
    assert move_sentences(moved, Words())[0] == "A: allowed, 4 of 4 squares."


def test_way_that_costs_too_much_is_refused_by_its_rule() -> None:
    moved = judge_move(table(standing("a", (0, 0))), "a", walk((5.5, 0.5)))
    assert [fault.rule for fault in moved.faults] == ["DDM-CARD-6"]
    assert judge_move(table(standing("a", (0, 0))), "a", walk((5.5, 0.5)), allowed=8.0).is_legal


@pytest.mark.parametrize(
    ("rows", "other", "rule"),
    [
        (("....", ".#.."), None, "DDM-MOVE-5"),
        (("....", "...."), standing("e", (1, 0), side="blue"), "DDM-MOVE-3"),
        (("....", "...."), standing("f", (2, 0)), "DDM-MOVE-2"),
    ],
)
def test_wall_enemy_and_friend_at_the_end_are_refused(rows: tuple[str, ...], other: object, rule: str) -> None:
    models = (standing("a", (0, 0)), *([other] if other else []))
    moved = judge_move(table(*models, rows=rows), "a", walk((2.5, 0.5)))  # type: ignore[arg-type]
    assert [fault.rule for fault in moved.faults] == [rule]


def test_enemy_beside_the_way_may_strike_and_one_at_the_end_is_next_to_it() -> None:
    # DDM-AOO-1: the first step already leaves a threatened square.
    moved = judge_move(
        table(standing("a", (0, 0)), standing("e", (0, 1), side="blue"), standing("f", (4, 0), side="blue")),
        "a",
        walk((3.5, 0.5)),
    )
    assert (moved.ends.provokes, moved.ends.engaged) == (("e",), ("f",))
    assert move_wire(moved).ends.provokes == ["e"]


def test_legs_other_than_walks_are_refused() -> None:
    path = Path((Leg(LegKind.CLIMB, ((1.5, 0.5, 0.0),)),))
    assert "DDM-MOVE-1" in {fault.rule for fault in judge_move(table(standing("a", (0, 0))), "a", path).faults}


def test_flyers_are_not_slowed_by_difficult_ground() -> None:
    rows = ("......", ".~~~..")
    slow = judge_move(table(standing("a", (0, 0)), rows=rows), "a", walk((3.5, 0.5)), allowed=9.0)
    flies = judge_move(table(standing("a", (0, 0), flies=True), rows=rows), "a", walk((3.5, 0.5)), allowed=9.0)
    assert (slow.cost, flies.cost) == (6.0, 3.0)


def test_reach_counts_squares_and_marks_those_past_who_may_strike() -> None:
    # Corridor of one row: the enemy stands beside its second square.
    rows = ("#.####", "......")
    reached = reach_of(table(standing("a", (0, 0)), standing("e", (1, 1), side="blue"), rows=rows), "a")
    (level,) = reached.reach.levels
    assert level.cost[0].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert (reached.inches, reached.unit) == (4.0, LengthUnit.SQUARES)
    # Round the corner of a wall there is no threat (DDM-MCOVER-4): only who leaves the square below it is struck at.
    assert level.marks[PROVOKES][0].tolist() == [False, False, True, True, True]
    wire = reach_wire(reached)
    assert (wire.unit, wire.levels[0].provokes) == ("squares", [[0, 0, 1, 1, 1]])
    lines = reach_sentences(reached, Words())
    assert "3 of them only past an enemy that may strike at it" in lines[2]


def test_way_found_is_one_that_the_judge_allows_for_the_same_cost() -> None:
    rows = ("......", ".####.", "......")
    board = table(standing("a", (0, 0)), standing("e", (5, 2), side="blue"), rows=rows)
    reached = reach_of(board, "a", inches=9)
    for x in range(6):
        for y in (0, 2):
            path = way_to(board, reached, x + 0.5, y + 0.5, None)
            cost = reached.reach.cost_at(reached.reach.levels[0].level, (x + 0.5, y + 0.5))
            if path is None or not path.legs:
                continue
            moved = judge_move(board, "a", path, allowed=9)
            assert moved.is_legal and moved.cost == cost


def test_nearest_place_to_an_enemy_and_to_a_marker() -> None:
    board = table(standing("a", (0, 0)), standing("e", (4, 0), side="blue"))
    reached = reach_of(board, "a")
    (charge,) = reached.charges
    assert (charge.subject, charge.cost, charge.at) == ("e", 3.0, (3.5, 0.5, 0.0))
    marker = nearest_to(board, reached, (4.5, 3.5, 0.0))
    assert marker is not None and marker.cost == 4.0
    assert "4 squares" in marker_line(marker, Words(), reached.unit)
    assert nearest_to(board, reached, (9.5, 5.5, 0.0)) is None


def test_careful_reach_leaves_out_what_provokes() -> None:
    board = table(standing("a", (0, 0)), standing("e", (1, 1), side="blue"))
    assert [level.count for level in reach_of(board, "a", is_careful=True).reach.levels] == [1]


def test_large_creature_reaches_where_all_its_squares_fit() -> None:
    rows = ("......", "......", "..#...", "......", "......")
    reached = reach_of(table(standing("a", (0, 0), size=2), rows=rows), "a", inches=8)
    level = reached.reach.levels[0].level
    assert reached.reach.cost_at(level, (5.0, 1.0)) == 4.0
    assert reached.reach.cost_at(level, (2.0, 2.0)) is None


def test_what_these_rules_lack_is_refused() -> None:
    board = table(standing("a", (0, 0)), standing("b", (5, 5), speed="fast"))
    with pytest.raises(QuestionError, match="neither disengaging nor treasure"):
        reach_of(board, "a", action=MoveAction.DISENGAGE)
    with pytest.raises(QuestionError, match="no speed"):
        judge_move(board, "b", walk((1.5, 0.5)))
