"""The list of what stands on the board, and the numbers of findings over it."""

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui, imgui_ctx

from tests import zoo
from tests.app.panel_bench import SIZE, PanelBench
from warcry3d.app.boards.finding_labels import finding_marks, finding_text, findings_by_piece
from warcry3d.app.boards.intents import HoverPiece, ListBoard, PickPieces, ShowBoardTable
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.piece_list import draw_piece_list
from warcry3d.app.boards.tools import AnswerCheck
from warcry3d.app.boards.wishes import BoardsWanted, FlyTo
from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.messages import LANGUAGES, Words
from warcry3d.table.terrain import Feature
from warcry3d.terrain.findings import Finding, Severity

BLOCK = zoo.piece("block", zoo.box_part("b", (-1, -1, 0), (1, 1, 2), "platform"))
TABLE = zoo.table(
    *(Feature(id, BLOCK, Placement(at)) for id, at in (("well", (8, 8, 0)), ("hut", (15, 8, 0)), ("crate", (15, 8, 2))))
)


def finding(part: str, x: float, y: float, severity: Severity = Severity.NOTE) -> Finding:
    return Finding("L-TEST", severity, Message("'{feature}' is odd", {"feature": part}), ((x, y, 0.0),), part)


FINDINGS = (finding("hut", 15, 8, Severity.ERROR), finding("hut", 15.5, 8), finding("", 2, 2), finding("well/b", 8, 8))
MODEL = BoardsModel(TABLE).after(AnswerCheck(TABLE, FINDINGS))


@pytest.fixture
def bench() -> Iterator[PanelBench]:
    made = PanelBench()
    yield made
    made.close()


def drawn(bench: PanelBench, model: BoardsModel, language: str = "en") -> list[BoardsWanted]:
    wanted: list[BoardsWanted] = []
    imgui.set_next_window_pos((0, 0))
    imgui.set_next_window_size((250, SIZE[1]))
    with imgui_ctx.begin("list", None, imgui.WindowFlags_.no_decoration.value):
        draw_piece_list(bench.frame_of(Words(language)), model, wanted)
    return wanted


def test_numbers_that_would_hide_each_other_are_one_label() -> None:
    assert [mark.numbers for mark in finding_marks(FINDINGS)] == [(1, 2), (3,), (4,)]
    assert finding_marks(()) == ()


def test_findings_are_told_by_the_names_of_pieces_and_listed_by_piece() -> None:
    assert finding_text(FINDINGS[0], TABLE, Words("en")) == "'Hut' is odd"
    assert findings_by_piece(FINDINGS) == {"hut": (1, 2), "well": (4,)}


def test_piece_is_picked_in_the_list_and_flown_to_by_a_second_click(bench: PanelBench) -> None:
    wanted = bench.sweep(lambda: drawn(bench, MODEL), (0, 0), (250, 200))
    assert {one.ids for one in wanted if isinstance(one, PickPieces)} == {("well",), ("hut",), ("crate",)}
    assert {one.id for one in wanted if isinstance(one, HoverPiece)} >= {"well", "hut", "crate"}
    picked = MODEL.after(PickPieces(("crate",)))
    flown = [one for one in bench.sweep(lambda: drawn(bench, picked), (0, 0), (250, 200)) if isinstance(one, FlyTo)]
    assert {(one.part, one.places) for one in flown} == {("crate", ((15.0, 8.0, 2.0),))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_in_the_list_runs_over_its_edge(bench: PanelBench, language: str) -> None:
    for model in (MODEL, BoardsModel(zoo.table())):
        assert bench.is_inside(lambda model=model: drawn(bench, model, language), "list")  # type: ignore[misc]


def test_list_stays_open_on_another_board() -> None:
    listing = MODEL.after(ListBoard(True))
    assert listing.after(ShowBoardTable(zoo.table(), is_new=True)).lists_board
    assert not listing.after(ListBoard(False)).lists_board
