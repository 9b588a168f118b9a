"""Setting a quarrel up: what is typed becomes what stands on the table, is saved and gives the same verdict."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from tests import zoo
from tests.app.judge.benches import FakeBench, StraightDown
from warcry3d.app.judge.intents import ASKING, PickTool, ShowTable
from warcry3d.app.judge.setup_intents import (
    Act,
    AddAction,
    ChangeBody,
    ChangePiece,
    ChangeTape,
    EditThing,
    HoldPiece,
    ImportedPiece,
    PlaceBy,
    ThingKind,
    TypeField,
)
from warcry3d.app.judge.setup_part import EMPTY_BOARD, SetUpPart
from warcry3d.app.judge.setup_state import SetUpState
from warcry3d.app.judge.setup_view import Wish
from warcry3d.app.judge.what_if import take_back
from warcry3d.app.measures.piece_corners import feet_of
from warcry3d.app.scene.overlays import FlatLine, Tape
from warcry3d.app.shell.files.document import save_as
from warcry3d.app.shell.gestures import Clicked, Key, Pointed
from warcry3d.app.shell.room import TableView
from warcry3d.cli import main
from warcry3d.geom.shapes import box
from warcry3d.rules.judgement import judge, playable_table
from warcry3d.rules.results import Judgement
from warcry3d.sight.verdict import Hidden
from warcry3d.table.kinds import TerrainCategory
from warcry3d.table.table import Table
from warcry3d.table.table_edits import empty_table
from warcry3d.table.tape_measures import BoardEdge, FromBase, FromEdge, FromPoint, Measured, OwnPoint
from warcry3d.table.terrain import Feature
from warcry3d.units import MM

R = 16 * MM


def bench_on(table: Table, content: object | None = None) -> tuple[FakeBench, SetUpPart]:
    bench = FakeBench(StraightDown(table, content))
    part = SetUpPart(bench)
    bench.parts = (part,)
    bench.do(PickTool("add"))
    return bench, part


def type_keys(part: SetUpPart, text: str) -> None:
    for one in text:
        part.take(Key({" ": "space", "\n": "enter"}.get(one, one)))


def test_what_was_left_of_distances_is_replaced_when_the_tool_is_taken_again() -> None:
    bench, part = bench_on(zoo.table())
    type_keys(part, "6\n10.5")
    bench.do(PickTool(ASKING))
    bench.do(PickTool("add"))
    assert [tape.text for tape in state_of(bench).tapes] == ["6", "10.5"]
    type_keys(part, "7\n")
    assert [tape.text for tape in state_of(bench).tapes] == ["7", "10.5"] and not bench.host.document.table.models
    type_keys(part, "8")
    assert [tape.text for tape in state_of(bench).tapes] == ["7", "8"]
    type_keys(part, "\n")
    (model,) = bench.host.document.table.models
    assert model.placement.at == pytest.approx((7 + R, 8 + R, 0))


def test_distance_that_is_missing_is_due_when_the_tool_is_taken_again() -> None:
    bench, part = bench_on(zoo.table())
    type_keys(part, "6\n")
    bench.do(PickTool(ASKING))
    bench.do(PickTool("add"))
    type_keys(part, "8")
    assert [tape.text for tape in state_of(bench).tapes] == ["6", "8"]


def test_enter_adds_what_was_left_as_it_stands() -> None:
    bench, part = bench_on(zoo.table())
    type_keys(part, "6\n10.5")
    bench.do(PickTool(ASKING))
    bench.do(PickTool("add"))
    type_keys(part, "\n")
    assert len(bench.host.document.table.models) == 1


def state_of(bench: FakeBench) -> SetUpState:
    return bench.model.state(SetUpState)


def test_two_models_are_set_up_by_keys_alone_and_asked_about() -> None:
    bench, part = bench_on(empty_table(30, 22))
    type_keys(part, "3.2\n11 3/8\n")
    type_keys(part, "16\n80mm\n")
    table = bench.host.document.table
    assert [model.placement.at for model in table.models] == [
        pytest.approx((3.2 + R, 11.375 + R, 0), abs=1e-6),
        pytest.approx((16 + R, 80 * MM + R, 0), abs=1e-6),
    ]
    assert [model.side for model in table.models] == ["red", "blue"]
    assert (bench.model.viewer, bench.model.target) == ("model", "model-2")


def test_a_model_being_set_up_is_tried_on_the_table_and_taken_off_again() -> None:
    bench, part = bench_on(empty_table(30, 22))
    type_keys(part, "3\n4")
    assert [model.id for model in bench.model.table.models] == ["model"]
    assert bench.host.document.table.models == ()
    bench.do(PickTool("ask"))
    assert bench.model.table.models == ()
    bench.do(PickTool("add"))
    type_keys(part, "x")  # no digit: not typed
    assert state_of(bench).tapes[1].text == "4"


def test_of_two_places_the_other_is_taken_by_tab_or_click() -> None:
    table = zoo.table(zoo.fighter("ann", (5, 11)), zoo.fighter("bob", (11, 11)))
    bench, part = bench_on(table)
    for number, id in enumerate(("ann", "bob")):
        bench.do(ChangeTape(number, origin=FromBase(id), text="5", to=Measured.CENTRE))
    placed = state_of(bench).placed
    assert placed is not None and sorted(placed.points) == [pytest.approx((8, 7)), pytest.approx((8, 15))]
    first = bench.model.table.models[-1].placement.at
    part.take(Key("tab"))
    assert bench.model.table.models[-1].placement.at != first
    overlays = part.show(bench.model, TableView(bench.model.table)).overlays
    assert sum(isinstance(one, Tape) for one in overlays) == 2
    assert sum(isinstance(one, FlatLine) for one in overlays) > 40


def test_what_cannot_be_says_why_and_adds_nothing() -> None:
    bench, part = bench_on(empty_table(30, 22))
    bench.do(ChangeTape(0, text="3 1/0"))
    bench.do(ChangeTape(1, text="4"))
    assert "is no length" in str(state_of(bench).failure)
    part.take(Key("enter"))
    assert bench.host.document.table.models == ()


def test_what_is_only_begun_is_no_fault_until_it_is_meant() -> None:
    bench, part = bench_on(empty_table(30, 22))
    bench.do(ChangeTape(1, text="4"))
    bench.do(ChangeTape(0, text="3 1/"))
    assert state_of(bench).placed is None and state_of(bench).failure is None
    part.take(Key("enter"))
    assert "is no length" in str(state_of(bench).failure)
    bench.do(ChangeTape(0, text="3x"))
    assert "is no length" in str(state_of(bench).failure)
    bench.do(ChangeTape(0, text="3 1/4"))
    bench.do(TypeField("turn", "-"))
    assert state_of(bench).failure is None
    bench.do(ChangePiece(by=PlaceBy.NUMBERS))
    bench.do(TypeField("x", "2"))
    bench.do(TypeField("y", "."))
    bench.do(TypeField("turn", "0"))
    assert "is no length" in str(state_of(bench).failure)


def test_a_tape_is_held_at_what_is_clicked() -> None:
    table = zoo.table(zoo.fighter("ann", (5, 11)))
    bench, part = bench_on(table)
    bench.do(Act(AddAction.GRAB_1))
    part.take(Clicked("mouse1", (5, 11)))
    assert state_of(bench).tapes[0].origin == FromBase("ann")
    bench.do(Act(AddAction.GRAB_2))
    part.take(Clicked("mouse1", (30.1, 9)))
    assert state_of(bench).tapes[1].origin == FromEdge(BoardEdge.RIGHT)
    bench.do(Act(AddAction.GRAB_2))
    part.take(Clicked("mouse1", (9, 9)))
    assert state_of(bench).tapes[1].origin == FromPoint((9.0, 9.0, 0.0))


def test_a_click_places_a_model_on_the_surface_there() -> None:
    deck = zoo.feature("deck", zoo.box_part("top", (10, 4, 2.5), (14, 8, 3.0), "platform"))
    bench, part = bench_on(zoo.table(deck))
    bench.do(ChangePiece(by=PlaceBy.POINTER))
    part.take(Pointed((12, 6)))
    assert bench.model.table.models[-1].placement.at == pytest.approx((12, 6, 3))
    part.take(Clicked("mouse1", (12.5, 6)))
    assert bench.host.document.table.models[-1].placement.at == pytest.approx((12.5, 6, 3))


def test_what_stands_there_is_changed_without_another_body() -> None:
    table = zoo.table(zoo.fighter("ann", (5, 11), base=zoo.square_base(1.0)))
    bench, part = bench_on(table)
    bench.do(EditThing("ann"))
    bench.do(TypeField("x", "7 1/2"))
    part.take(Key("enter"))
    (moved,) = bench.host.document.table.models
    assert moved.placement.at == pytest.approx((7.5, 11, 0))
    assert (moved.figure, moved.base) == (table.model("ann").figure, table.model("ann").base)


def test_a_piece_that_is_moved_keeps_what_else_is_known_of_it() -> None:
    deck = zoo.feature("deck", zoo.box_part("top", (0, 0, 0), (4, 4, 1), "platform"), state={"top": "open"})
    deck = replace(deck, group="pair", category=TerrainCategory.RUINS)
    bench, part = bench_on(zoo.table(deck))
    bench.do(EditThing("deck"))
    bench.do(TypeField("x", "7 1/2"))
    part.take(Key("enter"))
    (moved,) = bench.host.document.table.terrain.features
    assert moved.placement.at[0] == pytest.approx(7.5)
    assert (moved.state, moved.group, moved.category) == (deck.state, "pair", TerrainCategory.RUINS)


def test_things_are_taken_off_and_the_board_is_cut_to_size() -> None:
    bench, part = bench_on(zoo.table(zoo.fighter("ann", (5, 11))))
    part.grant(Wish("board", size=(44.0, 30.0)))
    assert bench.host.document.table.board.width == 44
    part.grant(Wish("remove", "ann"))
    assert bench.host.document.table.models == ()
    bench.host.undo()
    assert [model.id for model in bench.model.table.models] == ["ann"]
    part.grant(Wish("empty"))
    assert bench.host.opened == [EMPTY_BOARD] and playable_table(EMPTY_BOARD).models == ()
    for tool in ("add", ASKING):
        bench.do(PickTool(ASKING))
        bench.do(ShowTable(zoo.table(), is_new=True))
        assert bench.model.tool == tool


def test_a_battle_is_added_to_as_a_trial_only() -> None:
    table = zoo.table(zoo.fighter("ann", (5, 11)))
    bench, part = bench_on(table, content=object())
    type_keys(part, "3\n4\n")
    type_keys(part, "9\n4\n")
    assert [model.id for model in bench.model.table.models] == ["ann", "model", "model-2"]
    assert bench.host.document.table is table
    assert take_back(bench, Key("control-z"))
    assert [model.id for model in bench.model.table.models] == ["ann", "model"]


def said(judgement: Judgement) -> tuple[object, ...]:
    """Return a judgement to be compared: of a proof the digest of all that it is about."""
    sight = judgement.sight
    shown = (sight.blockers, sight.certificate.digest) if isinstance(sight, Hidden) else sight
    return shown, judgement.cover, judgement.distance


TABLES = {
    "oval stand-in behind a low wall": ((60.0, 35.0), "", "2 1/4", "terrain/low-wall.glb", "33.3"),
    "spearman behind a wall": ((32.0, 32.0), "spearman", "", "terrain/high-wall.glb", "-17"),
    "gargantuan behind a mesh": ((130.0, 130.0), "gargantuan", "", "mesh", "90"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_made_in_the_room_is_saved_loads_and_gives_the_same_verdict(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By every kind of body and terrain: the import, for one, writes its mesh into the table."""
    base, figure, tall, piece, turn = TABLES[name]
    bench, part = bench_on(empty_table(30, 22))
    type_keys(part, "7 1/3\n10.123\n")
    bench.do(ChangePiece(kind=ThingKind.PIECE, piece=None if piece == "mesh" else piece))
    if piece == "mesh":
        bench.do(ImportedPiece("block", zoo.piece("block", zoo.part("stone", box((-1, -2, 0), (1.1, 2, 1.7))))))
    bench.do(TypeField("turn", turn))
    type_keys(part, "13\n9.7\n")
    bench.do(ChangePiece(kind=ThingKind.MODEL))
    bench.do(ChangeBody(base=base, figure=figure))
    bench.do(TypeField("tall", tall or "1.5"))
    bench.do(TypeField("name", "The other"))
    type_keys(part, "21 1/7\n9.321\n")
    made = bench.host.document.table
    assert len(made.models) == 2 and len(made.terrain.features) == 1
    again = playable_table(save_as(made, tmp_path, "made"))
    before, after = judge(made, "model", "The other"), judge(again, "model", "The other")
    assert said(before) == said(after)
    assert main(["check", str(tmp_path / "made.table.json"), "model", "The other"]) == 0
    assert "The other" in capsys.readouterr().out


WALL = "terrain/high-wall.glb"


def corner_of_wall(bench: FakeBench) -> tuple[float, float]:
    """Return where the first corner of the wall stands that is being set up."""
    placed = state_of(bench).placed
    assert placed is not None
    return corner_of(placed.table.terrain.features[-1])


def corner_of(feature: Feature) -> tuple[float, float]:
    (x, y), c, s = feet_of(feature.piece)[0], math.cos(feature.placement.turn), math.sin(feature.placement.turn)
    return feature.placement.at[0] + x * c - y * s, feature.placement.at[1] + x * s + y * c


def test_a_piece_is_placed_by_its_own_corner() -> None:
    bench, part = bench_on(empty_table(30, 22))
    bench.do(ChangePiece(kind=ThingKind.PIECE, piece=WALL))
    corner = OwnPoint(feet_of(state_of(bench).piece_chosen)[0])
    bench.do(TypeField("turn", "30"))
    bench.do(ChangeTape(0, to=corner))
    assert state_of(bench).tapes[1].to == corner  # as the first, unless it was measured already
    type_keys(part, "9\n7")
    assert corner_of_wall(bench) == pytest.approx((9, 7), abs=1e-5)
    bench.do(ChangeTape(0, to=Measured.EDGE))
    bench.do(ChangeTape(0, to=OwnPoint(feet_of(state_of(bench).piece_chosen)[1])))
    assert state_of(bench).tapes[1].to == corner
    bench.do(ChangePiece(by=PlaceBy.NUMBERS))
    bench.do(HoldPiece(corner))
    bench.do(TypeField("x", "11"))
    bench.do(TypeField("y", "6 1/2"))
    assert corner_of_wall(bench) == pytest.approx((11, 6.5), abs=1e-5)
    bench.do(TypeField("turn", "75"))  # about the corner that is held
    assert corner_of_wall(bench) == pytest.approx((11, 6.5), abs=1e-5)
    bench.do(HoldPiece(Measured.CENTRE))  # it stays, and its centre is told
    assert corner_of_wall(bench) == pytest.approx((11, 6.5), abs=1e-3)
    bench.do(HoldPiece(corner))
    bench.do(ChangePiece(by=PlaceBy.POINTER))
    part.take(Clicked("mouse1", (8, 9)))
    (wall,) = bench.host.document.table.terrain.features
    (x, y), c, s = corner.at, math.cos(wall.placement.turn), math.sin(wall.placement.turn)
    assert (wall.placement.at[0] + x * c - y * s, wall.placement.at[1] + x * s + y * c) == pytest.approx(
        (8, 9), abs=1e-5
    )


def test_corners_are_let_go_where_another_piece_is_taken() -> None:
    bench, _ = bench_on(empty_table(30, 22))
    bench.do(ChangePiece(kind=ThingKind.PIECE, piece=WALL))
    corner = OwnPoint(feet_of(state_of(bench).piece_chosen)[0])
    bench.do(ChangeTape(0, to=corner))
    bench.do(HoldPiece(corner))
    bench.do(ChangePiece(by=PlaceBy.NUMBERS))
    assert (state_of(bench).tapes[0].to, state_of(bench).held) == (corner, corner)
    bench.do(ChangePiece(piece="terrain/ruin.glb"))
    assert (state_of(bench).tapes[0].to, state_of(bench).held) == (Measured.EDGE, Measured.CENTRE)
