"""The seam for parts of the Judge room: states of their own in the room's model, tools of the bar and their keys."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

import pytest

from tests import zoo
from warcry3d.app.judge.intents import ASKING, ClickFighter, JudgeAction, PartIntent, PickTool, ShowTable, TryTable
from warcry3d.app.judge.keys import BINDINGS
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.toolbox import TOOLS, tool_keys
from warcry3d.app.shell.keys import SHELL_BINDINGS
from warcry3d.app.widgets.icons import ICONS

TABLE = zoo.table(zoo.fighter("talon", (5, 5)), zoo.fighter("brute", (9, 5)))
ALONE = replace(TABLE, models=TABLE.models[:1])


@dataclass(frozen=True)
class Count(PartIntent):
    part: ClassVar[str] = "counter"
    by: int


@dataclass(frozen=True)
class Counter:
    """Counts what it is told to, as long as the same fighter looks."""

    part: ClassVar[str] = "counter"
    count: int = 0

    def after(self, intent: PartIntent, judge: JudgeModel) -> "Counter":
        assert isinstance(intent, Count)
        return Counter(self.count + intent.by)

    def following(self, before: JudgeModel, judge: JudgeModel) -> "Counter":
        return self if before.viewer == judge.viewer else Counter()


MODEL = JudgeModel(TABLE, states=MappingProxyType({"counter": Counter()}))


def test_part_takes_its_own_intents_into_its_own_state() -> None:
    model = MODEL.after(Count(2)).after(Count(3))
    assert model.state(Counter) == Counter(5)
    assert model.table is TABLE and MODEL.state(Counter).count == 0


def test_part_follows_every_change_of_the_room() -> None:
    model = MODEL.after(Count(2))
    assert model.after(PickTool("tape")).state(Counter) is model.state(Counter)
    assert model.after(ClickFighter("talon")).state(Counter) == Counter()


def test_another_table_is_tried_and_left_again() -> None:
    moved = replace(TABLE)
    model = MODEL.after(ClickFighter("talon")).after(ClickFighter("brute"))
    tried = model.after(TryTable(moved))
    assert tried.table is moved and tried.opened is TABLE and tried.question == model.question
    assert tried.case != model.case
    assert tried.after(TryTable(None)).case == model.case


@pytest.mark.parametrize(("first", "second"), [("talon", "brute"), ("brute", "talon")])
def test_who_is_taken_off_the_table_is_picked_no_longer(first: str, second: str) -> None:
    model = MODEL.after(ClickFighter(first)).after(ClickFighter(second)).after(JudgeAction.TOGGLE_EYE)
    left = model.after(ShowTable(ALONE))
    assert (left.viewer, left.target, left.through_eye) == ("talon", None, False)


def test_another_document_begins_with_asking() -> None:
    assert MODEL.after(PickTool("tape")).after(ShowTable(ALONE, is_new=True)).tool == ASKING


def test_every_tool_has_an_icon_and_a_key() -> None:
    assert [one.name for one in TOOLS if one.icon not in ICONS] == []
    bound = {one.name for one in (*BINDINGS, *SHELL_BINDINGS)}
    assert [one.name for one in TOOLS if one.binding not in bound] == []
    assert tool_keys()["a"] == PickTool(ASKING)


def test_no_key_of_the_room_hides_one_of_the_window() -> None:
    own = {key for one in BINDINGS if not one.is_fixed for key in one.keys}
    assert own.isdisjoint(key for one in SHELL_BINDINGS for key in one.keys)
