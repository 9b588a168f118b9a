"""The judge of squares: who sees whom, cover with its corner and a blocked line, distances counted."""

from dataclasses import replace

import pytest

from tests.rules.dndminiatures.tables import standing, table
from warcry3d.errors import QuestionError
from warcry3d.messages import Words
from warcry3d.messages.verdicts import sentences
from warcry3d.rules.judgement import is_certified, judge, judge_all, moved_squares, visible_part
from warcry3d.rules.reports.report import verdict_json
from warcry3d.sight.proof_file import proof_of
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.grid import Square
from warcry3d.table.models import Tag

WALL = ("..........", "....#.....", "....#.....", "....#.....", "....#.....", "..........")


def test_line_past_no_wall_is_seen_with_its_line() -> None:
    # DDM-SIGHT-1: the middle row of an open floor.
    found = judge(table(standing("a", (0, 2)), standing("b", (4, 2), side="blue")), "a", "b")
    assert isinstance(found.sight, Seen)
    (x, y, _), (to_x, to_y, _) = found.sight.witness
    assert 0 < x < 1 and 2 < y < 3 and 4 < to_x < 5 and 2 < to_y < 3
    assert found.sight.clearance_mm == pytest.approx(25.4)
    assert (found.sight_rule, found.squares) == ("DDM-SIGHT-1", 4)


def test_wall_between_hides_and_is_named_by_its_square() -> None:
    # DDM-SIGHT-1: a wall four squares long, both behind its middle.
    found = judge(table(standing("a", (3, 2)), standing("b", (5, 2), side="blue"), rows=WALL), "a", "b")
    assert isinstance(found.sight, Hidden)
    assert "grid/wall@4,2" in found.sight.blockers
    assert "the wall at (4, 2)" in sentences(found, Words())[0]


def test_creatures_and_statues_do_not_block_sight_but_give_cover() -> None:
    # DDM-SIGHT-2, DDM-COVER-1: (0,0) to (4,0) with a creature at (2,0), and a statue instead.
    pair = standing("a", (0, 0)), standing("b", (4, 0), side="blue")
    by_creature = judge(table(*pair, standing("c", (2, 0))), "a", "b")
    by_statue = judge(table(*pair, rows=("......", "..o...")), "a", "b")
    for found, part in ((by_creature, "c"), (by_statue, "grid/statue@2,0")):
        assert isinstance(found.sight, Seen)
        assert found.cover is not None and found.cover.verdict
        (reason,) = found.cover.reasons
        assert (reason.rule, reason.part) == ("DDM-COVER-3", part)


def test_cover_says_the_corner_and_a_line_that_is_blocked() -> None:
    # DDM-COVER-5: the line starts at the corner that is named and meets the covering square before the target.
    found = judge(table(standing("a", (0, 0)), standing("b", (4, 0), side="blue"), standing("c", (2, 0))), "a", "b")
    assert found.cover is not None
    (reason,) = found.cover.reasons
    (x, y, _), (end_x, end_y, _) = reason.line
    assert x in (0.0, 1.0) and y in (0.0, 1.0)
    assert 2 <= reason.at[0] <= 3 and 0 <= reason.at[1] <= 1
    assert 4 <= end_x <= 5 and 0 <= end_y <= 1
    assert f"({x:.0f}, {y:.0f})" in sentences(found, Words())[1]


def test_no_cover_names_the_corner_that_sees_past() -> None:
    # (0,0) to (4,1) with a creature at (2,0): corners (0,1) and (1,1) see past it along its edge; the nearer is best.
    found = judge(table(standing("a", (0, 0)), standing("b", (4, 1), side="blue"), standing("c", (2, 0))), "a", "b")
    assert found.cover is not None and not found.cover.verdict
    assert found.cover.line is not None and found.cover.line[0][:2] == (1.0, 1.0)
    assert "no cover from the corner (1, 1)" in sentences(found, Words())[1]
    assert verdict_json(found)["squares"] == 4


def test_adjacent_round_the_end_of_a_wall_is_melee_cover() -> None:
    # DDM-MCOVER-1, -2: diagonal neighbours, one of the two ways round their corner closed.
    pair = standing("a", (3, 0)), standing("b", (4, 1), side="blue")
    found = judge(table(*pair, rows=(".....", ".....", "....#")), "a", "b")
    assert found.cover is not None and "DDM-MCOVER-1" in {reason.rule for reason in found.cover.reasons}
    free = judge(table(*pair), "a", "b")
    assert free.cover is not None and not free.cover.verdict


def test_wall_along_a_side_closes_melee_and_sight() -> None:
    # DDM-MCOVER-2: cells that share a side with a wall along it.
    pair = standing("a", (1, 1)), standing("b", (2, 1), side="blue")
    found = judge(table(*pair, edges=frozenset({((2, 0), (2, 1)), ((2, 1), (2, 2)), ((2, 2), (2, 3))})), "a", "b")
    assert isinstance(found.sight, Hidden)
    assert "grid/edge@2,1,2,2" in found.sight.blockers
    assert "cannot attack" in sentences(found, Words())[1]


def test_visible_share_is_none_of_the_hidden_all_of_the_open_and_some_between() -> None:
    open_ = table(standing("a", (0, 2)), standing("b", (4, 2), side="blue"))
    assert visible_part(open_, judge(open_, "a", "b")).share == 1.0
    behind = table(standing("a", (3, 2)), standing("b", (5, 2), side="blue"), rows=WALL)
    assert visible_part(behind, judge(behind, "a", "b")).share == 0.0
    beside = table(standing("a", (3, 0)), standing("b", (5, 1), side="blue"), rows=WALL)
    assert 0.0 < visible_part(beside, judge(beside, "a", "b")).share < 1.0


def test_verdict_on_squares_is_the_same_both_ways_and_has_no_proof() -> None:
    both = judge_all(table(standing("a", (3, 2)), standing("b", (5, 2), side="blue"), rows=WALL))
    assert [type(one.sight) for one in both] == [Hidden, Hidden]
    assert not is_certified("dndminiatures") and is_certified("warcry") and not is_certified("chess")
    one = table(standing("a", (3, 2)), standing("b", (5, 2), side="blue"), rows=WALL)
    with pytest.raises(QuestionError, match="no proof"):
        proof_of(one, "a", "b", both[0].sight, frozenset(Tag), (), 0.25)


def test_table_without_squares_is_refused_and_models_on_one_square_see_each_other() -> None:
    pair = table(standing("a", (3, 2)), standing("b", (3, 2), side="blue"))
    found = judge(pair, "a", "b")
    assert isinstance(found.sight, Seen) and found.squares == 0
    with pytest.raises(QuestionError, match="no squares"):
        judge(replace(pair, grid=None), "a", "b")


@pytest.mark.parametrize(("size", "to", "squares"), [(1, (4, 3), 5), (2, (3, 0), 3), (2, (1, 1), 1), (3, (2, 2), 3)])
def test_moved_models_are_told_in_squares_however_large(size: int, to: Square, squares: int) -> None:
    before = standing("one", (0, 0), size=size)
    assert moved_squares(table(before), before, standing("one", to, size=size)) == squares
