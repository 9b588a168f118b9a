"""The same pair under several rule systems."""

from dataclasses import replace

import pytest

from tests import zoo
from warcry3d.errors import UnknownNameError
from warcry3d.rules.laid_squares import laid_squares
from warcry3d.rules.results import Judgement
from warcry3d.rules.system_comparison import Aspect, comparison_json, differences, judge_by_systems
from warcry3d.rules.systems import army_systems

WALL = zoo.feature("w", zoo.box_part("stones", (9, 0, 0), (9.4, 20, 5)))
TABLE = zoo.table(WALL, zoo.fighter("a", (5.5, 10.5)), zoo.fighter("b", (13.5, 10.5), side="blue"))
OPEN = zoo.table(zoo.fighter("a", (5.5, 10.5)), zoo.fighter("b", (13.5, 10.5), side="blue"))


def test_every_system_is_asked_whichever_the_table_names() -> None:
    answers = judge_by_systems(TABLE, "a", "b")
    assert [one.name for one in answers] == [one.name for one in army_systems()]
    assert all(isinstance(one.answer, Judgement) and one.answer.ruleset == one.name for one in answers)
    assert [one.name for one in judge_by_systems(TABLE, "a", "b", ("warcry",))] == ["warcry"]
    with pytest.raises(UnknownNameError, match="no model 'x'"):
        judge_by_systems(TABLE, "a", "x")
    with pytest.raises(UnknownNameError, match="no rule system 'chess'"):
        judge_by_systems(TABLE, "a", "b", ("chess",))


def test_differences_say_who_says_what_and_how_each_decides() -> None:
    found = {one.aspect: one for one in differences(judge_by_systems(OPEN, "a", "b"))}
    assert Aspect.SIGHT not in found
    said = dict(found[Aspect.DISTANCE].said)
    assert said["6.74 in"] == ("Warcry", "Warhammer 40,000") and said["8 squares"] == ("D&D Miniatures",)
    assert {reason.rule for _, reason in found[Aspect.DISTANCE].because} >= {"WC-DIST-1", "AOS-DIST-1", "40K-DIST-1"}


def test_bases_are_why_one_system_alone_sees() -> None:
    """A wall that hangs a tenth of an inch over the ground leaves nothing but bases in sight."""
    floating = zoo.feature("w", zoo.box_part("stones", (9, 0, 0.1), (9.4, 20, 5)))
    table = zoo.table(floating, zoo.fighter("a", (5.5, 10.5)), zoo.fighter("b", (13.5, 10.5), side="blue"))
    (sight,) = (one for one in differences(judge_by_systems(table, "a", "b")) if one.aspect is Aspect.SIGHT)
    assert dict(sight.said)["seen"] == ("Warhammer 40,000",)


def test_squares_are_laid_where_terrain_stands_and_not_under_models() -> None:
    grid = laid_squares(TABLE)
    assert (grid.width, grid.depth) == (30, 22)
    assert grid.squares("#") == {(9, y) for y in range(20)}
    beside = zoo.table(WALL, zoo.fighter("a", (9.9, 10.5)))
    assert (9, 10) not in laid_squares(beside).squares("#")


def test_walls_are_found_once_for_a_terrain_whatever_models_do(monkeypatch: pytest.MonkeyPatch) -> None:
    table = zoo.table(WALL, zoo.fighter("a", (9.9, 10.5)))
    assert (9, 10) not in laid_squares(table).squares("#")
    monkeypatch.setattr("warcry3d.rules.laid_squares.winding", None)
    moved = replace(table, models=(replace(table.models[0], placement=zoo.fighter("a", (5.5, 10.5)).placement),))
    assert laid_squares(moved).squares("#") == {(9, y) for y in range(20)}


def test_answers_as_json() -> None:
    value = comparison_json(judge_by_systems(TABLE, "a", "b"))
    assert value["format"] == "warcry3d.systems/1"
    assert len(value["verdicts"]) == len(army_systems())  # type: ignore[arg-type]
