"""The Boards room's model, by its intents."""

import math
from dataclasses import replace

import pytest

from tests import zoo
from warcry3d.app.boards.checks import board_findings
from warcry3d.app.boards.intents import (
    AlignPicked,
    BoardsAction,
    BoardsIntent,
    CarryTo,
    ChooseSnaps,
    DrawSquares,
    HoldPieces,
    HoverPiece,
    LayOut,
    MirrorPicked,
    NudgePicked,
    PickPieces,
    SetNumbers,
    ShowBoardTable,
    SpanBand,
    SpreadPicked,
    SuspendSnaps,
    TakeBoardTool,
    TurnPieces,
    TypeSearch,
)
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.scene import stroke_lines
from warcry3d.app.boards.tools import ChooseBrush
from warcry3d.geom.solid import Placement
from warcry3d.rules.square_kinds import EDGE, SquareBrush
from warcry3d.rules.systems import system
from warcry3d.table.grid import SquareGrid
from warcry3d.table.table import Table
from warcry3d.table.table_edits import empty_table
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.feature_edits import Alignment, Mirroring
from warcry3d.terrain.layouts.piece_plans import middle_of
from warcry3d.terrain.layouts.placement_checks import placement_findings
from warcry3d.terrain.layouts.snaps import SnapRules

BLOCK = zoo.piece("block", zoo.box_part("b", (-1, -1, 0), (1, 1, 2), "platform"))
WALL = zoo.piece("wall", zoo.box_part("w", (-2, -0.25, 0), (2, 0.25, 3)))
FREE = SnapRules(walls=False, edges=False)


def at(id: str, x: float, y: float, z: float = 0.0, *, piece: object = BLOCK, group: str = "") -> Feature:
    return Feature(id, piece, Placement((x, y, z)), group=group)  # type: ignore[arg-type]


TABLE = zoo.table(at("a", 5, 5), at("b", 15, 5), at("c", 25, 15, piece=WALL))


def model(*intents: BoardsIntent, table: Table = TABLE) -> BoardsModel:
    made = BoardsModel(table)
    for intent in intents:
        made = made.after(intent)
    return made


def place(made: BoardsModel, id: str) -> tuple[float, float, float]:
    return next(one.placement.at for one in made.table.terrain.features if one.id == id)


def ids(made: BoardsModel) -> list[str]:
    return [one.id for one in made.table.terrain.features]


def test_pieces_are_picked_one_by_one_with_more_and_all() -> None:
    assert model(PickPieces(("a",)), PickPieces(("b",))).picked == ("b",)
    assert model(PickPieces(("a",)), PickPieces(("b",), adds=True)).picked == ("a", "b")
    assert model(PickPieces(("a", "b")), PickPieces(("a",), adds=True)).picked == ("b",)
    assert model(PickPieces(("nobody",))).picked == ()
    assert model(BoardsAction.PICK_ALL).picked == ("a", "b", "c")
    assert model(*[BoardsAction.PICK_NEXT] * 4).picked == ("a",)


def test_carried_piece_is_shown_where_it_is_and_changes_the_table_when_put_down() -> None:
    carried = model(PickPieces(("a",)), HoldPieces(), CarryTo((10, 12, 0)))
    assert carried.opened is TABLE and place(carried, "a") == (10, 12, 0)
    down = carried.after(BoardsAction.PUT_DOWN)
    assert down.opened is down.table and place(down, "a") == (10, 12, 0) and down.held is None
    assert ids(down) == ["a", "b", "c"]
    back = carried.after(BoardsAction.LET_GO)
    assert back.table is TABLE and back.picked == ("a",)


def test_piece_put_down_on_a_floor_is_not_lifted_by_the_end_of_a_ladder() -> None:
    """It stood on the tip alone, and tipped over; the checks say now what it overlaps."""
    floor, tip = zoo.box_part("f", (-3, -3, 2.75), (3, 3, 3), "platform"), zoo.box_part("t", (2, 2, 0), (2.1, 2.1, 3.2))
    storey = zoo.table(at("house", 10, 10, piece=zoo.piece("house", floor, tip)))
    for x, found in ((11.6, ["overlap"]), (9.0, [])):
        down = model(
            HoldPieces((at("a", 0, 0),)),
            ChooseSnaps(FREE, stacks=True),
            CarryTo((x, 11.6, 3)),
            BoardsAction.PUT_DOWN,
            table=storey,
        )
        assert place(down, "a") == (x, 11.6, 3.0)
        assert [one.code for one in placement_findings(down.table) if one.code in ("overlap", "tips")] == found


def test_piece_put_down_where_it_was_changes_nothing() -> None:
    assert model(PickPieces(("a",)), HoldPieces(), BoardsAction.PUT_DOWN).opened is TABLE
    assert model(PickPieces(("a",)), HoldPieces(), CarryTo((5, 5, 0)), BoardsAction.PUT_DOWN).opened is TABLE


def test_new_piece_gets_a_name_of_its_own_and_is_gone_when_let_go() -> None:
    held = model(HoldPieces((at("a", 0, 0),)))
    assert held.table is TABLE and held.picked == ("a-2",)
    over = held.after(CarryTo((20, 10, 0)))
    assert ids(over) == ["a", "b", "c", "a-2"] and over.opened is TABLE
    assert ids(over.after(BoardsAction.PUT_DOWN)) == ["a", "b", "c", "a-2"]
    gone = over.after(BoardsAction.STEP_BACK)
    assert gone.table is TABLE and gone.picked == ()
    assert held.after(BoardsAction.PUT_DOWN).opened is TABLE


def test_carried_piece_snaps_unless_a_key_is_held() -> None:
    carried = model(PickPieces(("a",)), HoldPieces(), CarryTo((13.1, 5.1, 0)))
    assert place(carried, "a") == pytest.approx((13, 5, 0), abs=1e-5) and carried.held is not None
    assert carried.held.guides
    free = carried.after(SuspendSnaps(True))
    assert place(free, "a") == (13.1, 5.1, 0) and free.held is not None and not free.held.guides
    assert place(free.after(SuspendSnaps(False)), "a") == pytest.approx((13, 5, 0), abs=1e-5)


def test_carried_piece_is_kept_on_the_board_and_stands_on_a_level_top() -> None:
    out = model(PickPieces(("a",)), HoldPieces(), CarryTo((31, -2, 0)))
    assert place(out, "a") == pytest.approx((29, 1, 0), abs=1e-5)
    over = model(PickPieces(("a",)), HoldPieces(), CarryTo((15.2, 5.3, 2.0)), BoardsAction.PUT_DOWN)
    assert place(over, "a")[2] == pytest.approx(2, abs=1e-5)
    assert over.table.warnings == ()
    flat = model(ChooseSnaps(FREE, False), PickPieces(("a",)), HoldPieces(), CarryTo((15.2, 5.3, 2.0)))
    assert place(flat, "a") == (15.2, 5.3, 0)


def test_stack_is_carried_as_it_is() -> None:
    table = zoo.table(at("low", 5, 5), at("high", 5, 5, 2.0), at("far", 20, 15))
    made = model(PickPieces(("low", "high")), HoldPieces(), CarryTo((12, 9, 0)), BoardsAction.PUT_DOWN, table=table)
    assert place(made, "low") == (12, 9, 0) and place(made, "high") == (12, 9, 2)
    upon = model(PickPieces(("low", "high")), HoldPieces(), CarryTo((20, 15, 2)), BoardsAction.PUT_DOWN, table=table)
    assert place(upon, "low")[2] == pytest.approx(2, abs=1e-5) and place(upon, "high")[2] == pytest.approx(4, abs=1e-5)


def test_turned_in_hand_it_stays_under_the_pointer() -> None:
    carried = model(PickPieces(("c",)), ChooseSnaps(FREE, True), HoldPieces(), CarryTo((10, 12, 0)), TurnPieces(30))
    assert math.degrees(carried.chosen[0].placement.turn) == pytest.approx(30)
    assert middle_of(carried.chosen[0]) == pytest.approx((10, 12), abs=1e-5)
    assert carried.opened is TABLE


def test_picked_pieces_are_turned_nudged_mirrored_aligned_and_spread() -> None:
    turned = model(PickPieces(("c",)), TurnPieces(15))
    assert math.degrees(turned.chosen[0].placement.turn) == pytest.approx(15)
    assert place(model(PickPieces(("a",)), NudgePicked(0.125, 0)), "a") == (5.125, 5, 0)
    assert place(model(PickPieces(("a", "b")), MirrorPicked(Mirroring.LEFT_RIGHT)), "a") == pytest.approx((15, 5, 0))
    assert place(model(PickPieces(("a", "c")), AlignPicked(Alignment.SOUTH)), "c")[1] == pytest.approx(4.25)
    spread = model(BoardsAction.PICK_ALL, SpreadPicked(along_x=True))
    assert place(spread, "b")[0] == pytest.approx(14.5, abs=1e-5)


def test_numbers_are_taken_as_typed() -> None:
    made = model(
        PickPieces(("c",)), SetNumbers(x=8.25), SetNumbers(y=3), SetNumbers(degrees=37.5), SetNumbers(height=1.5)
    )
    (one,) = made.chosen
    assert middle_of(one) == pytest.approx((8.25, 3), abs=1e-5) and one.placement.at[2] == 1.5
    assert math.degrees(one.placement.turn) == pytest.approx(37.5, abs=1e-9)
    both = model(PickPieces(("a", "b")), SetNumbers(x=11), SetNumbers(height=0.5))
    assert place(both, "a") == (6, 5, 0.5) and place(both, "b") == (16, 5, 0.5)


def test_copies_and_twins_are_picked_and_stand_where_they_should() -> None:
    copy = model(PickPieces(("a",)), BoardsAction.COPY)
    assert copy.picked == ("a-2",) and place(copy, "a-2") == (8, 5, 0)
    assert place(model(PickPieces(("a",)), BoardsAction.TWIN), "a-2") == pytest.approx((25, 17, 0))
    assert place(model(PickPieces(("a",)), BoardsAction.TWIN_MIRRORED), "a-2") == pytest.approx((25, 5, 0))


def test_group_is_picked_and_carried_as_one_until_taken_apart() -> None:
    made = model(PickPieces(("a", "b")), BoardsAction.GROUP, PickPieces(()), PickPieces(("b",)))
    assert made.picked == ("a", "b")
    apart = made.after(BoardsAction.GROUP).after(PickPieces(("b",)))
    assert apart.picked == ("b",)
    assert model(PickPieces(("a",)), BoardsAction.GROUP).opened is TABLE


def test_pieces_go_up_and_down_by_levels() -> None:
    table = zoo.table(at("deck", 5, 5), at("crate", 5.5, 5, piece=BLOCK))
    up = model(PickPieces(("crate",)), BoardsAction.RAISE, table=table)
    assert place(up, "crate")[2] == pytest.approx(2)
    assert place(up.after(BoardsAction.LOWER), "crate")[2] == 0
    assert up.after(BoardsAction.RAISE).opened is up.opened


def test_removed_pieces_are_gone_and_what_an_undo_takes_away_is_not_picked() -> None:
    made = model(PickPieces(("a", "b")), BoardsAction.REMOVE)
    assert ids(made) == ["c"] and made.picked == ()
    copy = model(PickPieces(("a",)), BoardsAction.COPY)
    assert copy.after(ShowBoardTable(TABLE)).picked == ()


def test_what_is_in_hand_is_let_go_when_the_table_changes() -> None:
    held = model(PickPieces(("a",)), HoldPieces(), CarryTo((10, 12, 0)))
    other = replace(TABLE)
    assert held.after(ShowBoardTable(other)).table is other
    assert held.after(ShowBoardTable(TABLE)) is held  # nothing changed
    assert held.after(ShowBoardTable(other, is_new=True)).picked == ()
    assert held.after(LayOut(other)).table is other


def test_step_back_lets_go_then_puts_the_rectangle_away_then_picks_nothing() -> None:
    made = model(TakeBoardTool(True), PickPieces(("a",)), HoldPieces(), CarryTo((10, 12, 0)))
    made = made.after(BoardsAction.STEP_BACK)
    assert made.held is None and made.is_boxing and made.picked == ("a",)
    made = made.after(SpanBand(((0, 0), (5, 5)))).after(BoardsAction.STEP_BACK)
    assert made.band is None and not made.is_boxing and made.picked == ("a",)
    assert made.after(BoardsAction.STEP_BACK).picked == ()


def test_nothing_is_edited_while_something_is_in_hand_or_nothing_is_picked() -> None:
    edits: tuple[BoardsIntent, ...] = (
        BoardsAction.REMOVE,
        BoardsAction.COPY,
        BoardsAction.GROUP,
        BoardsAction.RAISE,
        MirrorPicked(Mirroring.FRONT_BACK),
        SetNumbers(x=3),
        AlignPicked(Alignment.EAST),
    )
    assert model(*edits).opened is TABLE
    assert model(PickPieces(("a",)), HoldPieces(), CarryTo((9, 9, 0)), *edits).opened is TABLE


def test_search_and_hover_are_kept() -> None:
    made = model(TypeSearch("wall " * 40), HoverPiece("a"))
    assert len(made.search) == 80 and made.hovered == "a"


def squares_model(*rows: str) -> BoardsModel:
    table = replace(empty_table(4, 3, ruleset="dndminiatures"), grid=SquareGrid(rows or ("....",) * 3))
    return BoardsModel(table)


def drawn(model: BoardsModel, letter: str, *stroke: tuple[float, float]) -> BoardsModel:
    brushes = [
        SquareBrush(kind, number)
        for kind in system(model.opened.ruleset).board().squares
        for number in range(len(kind.letters))
    ]
    brush = next(one for one in brushes if one.letter == letter)
    model = model.after(ChooseBrush(brush)) if model.tools.brush != brush else model
    return model.after(DrawSquares((stroke[0], stroke[-1]), is_done=True))


def test_start_areas_and_exits_are_drawn_on_squares() -> None:
    """rule: DDM-MAP-2, DDM-MAP-3: a board made in Boards had neither, and no skirmish could be played on it."""
    model = squares_model()
    assert {one.code for one in board_findings(model.opened)} >= {"few-starts"}
    model = drawn(drawn(model, "1", (0.5, 0.5), (1.2, 2.9)), "a", (0.5, 0.5))
    model = drawn(drawn(model, "2", (3.5, 0.5), (3.5, 9.0)), "b", (3.5, 2.5))
    assert model.opened.grid is not None and model.opened.grid.rows == ("11.b", "11.2", "a1.2")
    assert not {one.code for one in board_findings(model.opened)} & {"few-starts", "no-exits", "no-squares"}


def test_walls_along_sides_are_drawn_and_taken_away() -> None:
    walled = drawn(squares_model(), EDGE, (1.1, 0.1), (0.9, 2.1))
    assert walled.opened.grid is not None and walled.opened.grid.edges == {((1, 0), (1, 1)), ((1, 1), (1, 2))}
    assert drawn(walled, EDGE, (1.1, 0.1), (0.9, 2.1)).opened.grid == squares_model().opened.grid
    assert drawn(walled, ".", (0.5, 0.5), (0.5, 1.5)).opened.grid == squares_model().opened.grid


def test_stroke_is_shown_before_it_is_drawn_and_escape_puts_the_brush_away() -> None:
    model = drawn(squares_model(), "#", (0.5, 0.5)).after(DrawSquares(((1.5, 0.5), (2.5, 1.5))))
    assert len(list(stroke_lines(model))) == 8 and model.opened.grid is not None
    assert model.opened.grid.rows[-1] == "#..."
    back = model.after(BoardsAction.STEP_BACK)
    assert back.tools.brush is None and back.stroke is None and back.opened is model.opened
    assert back.after(DrawSquares(((0, 0), (1, 1)), is_done=True)).opened is back.opened
