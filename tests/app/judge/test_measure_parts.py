"""The tape and the rings of the Judge room, by gestures."""

import pytest

from tests import zoo
from tests.app.judge.benches import FakeBench, StraightDown
from warcry3d.app.judge.intents import ASKING, PickTool
from warcry3d.app.judge.measure_parts import RingPart, RingState, TapePart, TapeState
from warcry3d.app.judge.trial import TrialState
from warcry3d.app.measures.tape import GripBase, GripPoint
from warcry3d.app.shell.gestures import Clicked, Dragged, Dropped, KeyReleased
from warcry3d.app.shell.room import TableView
from warcry3d.geom.solid import Placement
from warcry3d.table.table_edits import without

TABLE = zoo.table(zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (11, 5)))


def test_a_tape_is_dragged_from_a_base_to_an_edge_and_put_away_by_a_click() -> None:
    bench = FakeBench(StraightDown(TABLE))
    part = TapePart(bench)
    bench.do(PickTool("tape"))
    part.take(Dragged("mouse1", 1, 1, (5, 5), (0.1, 5)))
    tape = bench.model.state(TapeState).tape
    assert (tape.start, tape.end) == (GripBase("ann"), GripPoint((0.0, 5.0, 0.0)))
    read = tape.reading(TABLE)
    assert read is not None and read.across == pytest.approx(5 - TABLE.model("ann").base.length / 2)
    part.take(Dropped("mouse1", (0.1, 5)))
    assert len(part.show(bench.model, TableView(TABLE)).overlays) == 3
    part.take(Clicked("mouse1", (20, 20)))
    assert part.show(bench.model, TableView(TABLE)).overlays == ()


def test_t_released_after_a_pull_gives_the_tape_back_but_leaves_it_lying() -> None:
    bench = FakeBench(StraightDown(TABLE))
    part = TapePart(bench)
    bench.do(PickTool("tape"))
    assert not part.take(KeyReleased("t"))  # pressed only to take the tool
    part.take(Dragged("mouse1", 1, 1, (5, 5), (11, 5)))
    assert part.take(KeyReleased("t"))
    assert bench.model.tool == ASKING and bench.model.state(TapeState).tape.end == GripBase("bob")


def test_tape_that_is_held_meanwhile_gives_back_the_tool_in_hand() -> None:
    bench = FakeBench(StraightDown(TABLE))
    part = TapePart(bench)
    bench.parts = (part,)
    bench.do(PickTool("what-if"))
    bench.host.change_table(TABLE.placing("ann", Placement((6.0, 6.0, 0.0))))
    bench.do(PickTool("tape"))
    part.take(Dragged("mouse1", 1, 1, (6, 6), (11, 5)))
    assert part.take(KeyReleased("t")) and bench.model.tool == "what-if"
    assert bench.model.state(TrialState).origin is TABLE  # how it was before all moves, not before the tape


def test_rings_come_and_go_by_clicks_and_with_their_model() -> None:
    bench = FakeBench(StraightDown(TABLE))
    part = RingPart(bench)
    bench.do(PickTool("ring"))
    part.take(Clicked("mouse1", (5, 5)))
    part.take(Clicked("mouse1", (11, 5)))
    assert bench.model.state(RingState).ids == ("ann", "bob")
    assert len(part.show(bench.model, TableView(TABLE)).overlays) == 2 * 2 * 72
    part.take(Clicked("mouse1", (5, 5)))
    assert bench.model.state(RingState).ids == ("bob",)
    bench.host.change_table(without(TABLE, "bob"))
    assert bench.model.state(RingState).ids == ()
