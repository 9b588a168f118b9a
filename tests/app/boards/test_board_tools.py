"""The Boards room's tools: sizes, random layouts, findings, lenses, files that others change."""

import errno
import math
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from tests import zoo
from tests.app.build.pieces import window_with
from tests.app.windows import Made, press, said, steps, until, window_on
from warcry3d.app.boards import room as boards_room
from warcry3d.app.boards.board_files import begin_board, random_table
from warcry3d.app.boards.checks import board_findings
from warcry3d.app.boards.comparison import map_of
from warcry3d.app.boards.intents import (
    BoardsAction,
    CarryTo,
    HoldPieces,
    HoverPiece,
    NudgePicked,
    PickPieces,
    SuspendSnaps,
    TurnPieces,
)
from warcry3d.app.boards.lens_fields import board_maps, from_zone, laid_under, map_overlays, map_points
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.palette import PaletteEntry, shipped_entries
from warcry3d.app.boards.room import BoardsRoom
from warcry3d.app.boards.scene import table_view
from warcry3d.app.boards.tools import (
    AnswerCheck,
    AnswerFairness,
    AskOverwriteBoard,
    BoardLens,
    BoardTools,
    ChooseLens,
    ChooseMap,
    ChooseMover,
    ChooseStorey,
    FillNew,
    FillRandom,
    ShowToolCard,
    ToolCard,
)
from warcry3d.app.boards.wishes import BoardsCommand, FlyTo, TakePiece
from warcry3d.app.home.arranging import board_table
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.overlays import ColourField, Sign, SignKind
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.background.jobs import JobStoppedError
from warcry3d.app.shell.files.thumbnails import Thumbnails
from warcry3d.app.shell.gestures import Key, Turned
from warcry3d.errors import FileError, QuestionError, WarcryError
from warcry3d.geom.solid import Placement
from warcry3d.rules.board_sizes import BOARD_SIZES
from warcry3d.table.files import load_table
from warcry3d.table.saving import save_table
from warcry3d.table.table import Board, DeploymentPoint, Table
from warcry3d.table.table_edits import empty_table
from warcry3d.table.terrain import Feature, Piece
from warcry3d.terrain.findings import Severity
from warcry3d.terrain.layouts.piece_plans import middle_of

PLAYED_BY = ("warcry", "ageofsigmar", "ageofsigmar", "ageofsigmar", "warhammer40k", "warhammer40k", "dndminiatures")
"""By which rules a new board of each size is played, in their order."""
BLOCK = zoo.piece("block", zoo.box_part("b", (-2, -2, 0), (2, 2, 2), "platform"))
TABLE = zoo.table(Feature("a", BLOCK, Placement((8, 8, 0))), Feature("b", BLOCK, Placement((9, 8, 0))))


def tools(*intents: object) -> BoardTools:
    made = BoardTools()
    for intent in intents:
        made = made.after(intent)  # type: ignore[arg-type]
    return made


def test_cards_lenses_and_numbers_are_kept_within_bounds() -> None:
    assert tools(ShowToolCard(ToolCard.NEW), ShowToolCard(ToolCard.NEW)).card is None
    assert tools(ChooseLens(BoardLens.EXPOSURE), ChooseStorey(2)).storey == 2
    assert tools(ChooseLens(BoardLens.EXPOSURE), ChooseStorey(2), ChooseLens(BoardLens.EXPOSURE)).lens is None
    made = tools(FillRandom(seed=-3, count=900))
    assert (made.seed, made.count) == (0, 60)
    assert tools(FillNew(name="x" * 99)).name == "x" * 60
    assert tools(FillNew(width=40.0)).size is None and tools(FillNew(width=30, depth=22, size=3)).size == 3
    mover = tools(ChooseMover(inches=4.0), ChooseMover(start=(1, 2, 0)))
    assert (mover.inches, mover.start) == (4.0, (1, 2, 0))


def test_every_size_makes_a_board(tmp_path: Path) -> None:
    for number, size in enumerate(BOARD_SIZES):
        path = begin_board(tools(FillNew(name=f"board-{number}", size=number)), tmp_path)
        assert load_table(path).board == Board(size.width, size.depth)
    own = begin_board(tools(FillNew(name=" mine.table.json ", width=12.5, depth=20.0)), tmp_path)
    assert own.name == "mine.table.json" and load_table(own).board == Board(12.5, 20)


def test_board_of_a_systems_size_is_played_by_that_system(tmp_path: Path) -> None:
    """A board of 48 x 48 in for Age of Sigmar was one for Warcry, and refused there."""
    for number, (size, name) in enumerate(zip(BOARD_SIZES, PLAYED_BY, strict=True)):
        path = begin_board(tools(FillNew(name=f"board-{number}", size=number)), tmp_path)
        assert load_table(path).ruleset == name, size.title
        assert board_table(path, name).board == Board(size.width, size.depth)


@pytest.mark.parametrize("name", [".hidden", "a/b", "a\\b", "board"])
def test_name_that_cannot_be_a_file_writes_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "board.table.json").write_text("kept")
    with pytest.raises(FileError):
        begin_board(tools(FillNew(name=name)), tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["kept"]
    with pytest.raises(QuestionError):
        begin_board(tools(FillNew(name="large", width=500.0)), tmp_path)


def test_board_without_a_name_gets_the_first_that_is_free(tmp_path: Path) -> None:
    made = [begin_board(tools(FillNew(name=" ")), tmp_path).name for _ in range(3)]
    assert made == ["my-board.table.json", "my-board-2.table.json", "my-board-3.table.json"]


def test_random_layout_is_the_same_for_a_seed_and_keeps_all_but_the_terrain() -> None:
    entries = [one for one in shipped_entries() if one.stem == "well"]
    empty = empty_table(12, 10)
    made, again = (random_table(empty, entries, 7, 2) for _ in range(2))
    places = [[(one.id, one.placement) for one in table.terrain.features] for table in (made, again)]
    assert places[0] == places[1] and len(places[0]) == 2
    assert (made.board, made.ruleset) == (empty.board, empty.ruleset)
    assert not any(finding.severity is Severity.ERROR and finding.part for finding in board_findings(made))


def test_findings_are_those_of_the_check_and_of_the_rules_the_worst_first() -> None:
    found = board_findings(TABLE)
    assert found[0].severity is Severity.ERROR and "overlap" in [one.code for one in found]
    ranks = [list(Severity).index(one.severity) for one in found]
    assert ranks == sorted(ranks)


def test_rules_of_another_size_are_not_asked_about_a_listed_one() -> None:
    usual, other = empty_table(30, 22), empty_table(60, 44)
    assert board_findings(usual) and not [one for one in board_findings(other) if "30" in str(one)]


def test_finding_lens_and_map_are_shown_where_they_are() -> None:
    found = board_findings(TABLE)
    model = BoardsModel(TABLE).after(AnswerCheck(TABLE, found))
    rings = [one for one in table_view(model).overlays if isinstance(one, Sign) and one.kind is SignKind.RING]
    assert len(rings) == sum(bool(one.places) for one in found)
    name, map = board_maps()[0]
    shown = table_view(model.after(ChooseMap(name))).overlays
    diamonds = [one for one in shown if isinstance(one, Sign) and one.kind is SignKind.DIAMOND]
    assert len(diamonds) == len(map.objectives)
    assert map_points(name, Board(60, 44)) is None and map_points("nobody", TABLE.board) is None
    turned = map_points(name, Board(22, 30))
    assert turned is not None and turned.board == Board(22, 30) and list(map_overlays(turned))


@pytest.fixture
def made(graphics: Graphics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Yield a window in the Boards room on a file of its own."""
    monkeypatch.setattr(Thumbnails, "want", lambda self, files: None)
    path = tmp_path / "mine.table.json"
    save_table(TABLE, path)
    with window_on(graphics, load_table(path), path) as window:
        window[0].go_to_room("boards")
        steps(window[0])
        yield window


def room(made: Made) -> BoardsRoom:
    assert isinstance(made[0].room, BoardsRoom)
    return made[0].room


def test_findings_follow_every_change_and_a_click_flies_there(made: Made) -> None:
    here = room(made)
    until(made[0], lambda: here.model.tools.checked is here.model.opened)
    finding = next(one for one in here.model.tools.findings if one.code == "overlap")
    here._answer(FlyTo(finding.places[:1], finding.part))
    assert here.model.picked == (finding.part,) and made[0].camera.goal.target[:2] == pytest.approx(
        finding.places[0][:2], abs=2.0
    )
    for _ in range(26):
        press(made, "arrow_left")
    until(made[0], lambda: here.model.tools.checked is here.model.opened)
    assert "overlap" not in [one.code for one in here.model.tools.findings]


def test_exposure_comes_and_one_storey_can_be_shown(made: Made) -> None:
    here = room(made)
    here.do(ChooseLens(BoardLens.EXPOSURE))
    until(made[0], lambda: here._lenses.best is not None)

    def fields() -> int:
        return sum(isinstance(one, ColourField) for one in here.view.overlays)

    every = fields()
    assert every >= 2
    here.do(ChooseStorey(0))
    assert 0 < fields() < every
    here.do(ChooseLens(None))
    assert fields() == 0


def zoned(*boxes: tuple[tuple[float, float, float], tuple[float, float, float]]) -> Table:
    """Return a board of 24 x 12 in with a zone for each side and walls."""
    walls = [
        Feature(f"w{k}", zoo.piece(f"w{k}", zoo.box_part("w", *box, "obstacle")), Placement())
        for k, box in enumerate(boxes)
    ]
    points = (DeploymentPoint("red", "dagger", (4.0, 6.0)), DeploymentPoint("blue", "dagger", (20.0, 6.0)))
    return replace(zoo.table(*walls), board=Board(24, 12), deployment=points)


def test_movement_from_a_zone_is_what_one_of_its_places_gets_to() -> None:
    table = zoned()
    whole = from_zone(table, "red", 4.0, is_wanted=lambda: True)
    (area, rim) = whole.fields
    corners = area.triangles.reshape(-1, 3)
    # Zones are 3 in around their points; the middle of a base stays 0.63 in within, and goes 4 in from there.
    assert corners[:, 0].max() == pytest.approx(4.0 + 3.0 - 0.63 + 4.0, abs=0.25)
    assert corners[:, 0].min() == pytest.approx(0.63, abs=0.1)
    assert len(rim.triangles)
    with pytest.raises(QuestionError, match="no side green"):
        from_zone(table, "green", 4.0, is_wanted=lambda: True)
    with pytest.raises(JobStoppedError):
        from_zone(table, "red", 4.0, is_wanted=lambda: False)


def test_sides_are_compared_in_a_job_that_can_be_stopped(made: Made) -> None:
    here = room(made)
    here._answer(BoardsCommand.COMPARE)
    until(made[0], lambda: "two sides" in said(made[0]))
    made[0].change_table(zoned(((11.8, 0.0, 0.0), (12.2, 10.0, 4.0))))
    here._answer(BoardsCommand.COMPARE)
    here._answer(BoardsCommand.STOP_COMPARING)
    assert not here.comparison.is_working
    here._answer(BoardsCommand.COMPARE)
    until(made[0], lambda: here.model.tools.fairness is not None)
    shown = here.model.tools.fairness
    assert shown is not None and shown.table is here.model.opened and shown.made.sides[0].pairs < 0.1
    steps(made[0])
    here.do(PickPieces(("w0",)))
    here.do(TurnPieces(15))
    steps(made[0])
    assert here.model.tools.fairness is shown
    here.do(AnswerFairness(None))
    assert here.model.tools.fairness is None


def test_wheel_turns_a_piece_that_is_still_being_read(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    here, gate = room(made), Event()
    read = boards_room.load_piece

    def slow(entry: PaletteEntry) -> Piece:
        gate.wait(20)
        return read(entry)

    monkeypatch.setattr(boards_room, "load_piece", slow)
    orbit = made[0].camera.orbit
    here._answer(TakePiece(next(one for one in shipped_entries() if one.stem == "well"), at_middle=True))
    assert here.take(Turned(2)) and here.take(Key(","))
    here.do(HoverPiece(None))
    gate.set()
    until(made[0], lambda: here.model.held is not None)
    (feature,) = here.model.held.start  # type: ignore[union-attr]
    assert math.degrees(feature.placement.turn) == pytest.approx(45.0)
    assert made[0].camera.orbit == orbit and here.taken == "terrain/well.glb"


def test_piece_let_go_before_it_is_read_is_put_where_it_was_let_go(made: Made) -> None:
    here = room(made)
    at = tuple(project(made[0].camera.shot, np.array([[15.0, 11.0, 0.0]]), made[0].picture_size)[0, :2].tolist())
    here._answer(TakePiece(next(one for one in shipped_entries() if one.stem == "well")))
    assert here.is_reading
    here.hands.dropped_at = at
    until(made[0], lambda: not here.is_reading)
    well = here.model.opened.terrain.features[-1]
    assert here.model.held is None and middle_of(well) == pytest.approx((15, 11), abs=0.6)


def test_what_stands_on_a_piece_is_dragged_and_nudged_along_but_not_while_all_is_free() -> None:
    block = Feature("block", BLOCK, Placement((8, 8, 0)))
    crate = Feature("crate", BLOCK, Placement((8, 8, 2)))
    model = BoardsModel(zoo.table(block, crate)).after(PickPieces(("block",)))
    moved = model.after(NudgePicked(1.0, 0.0)).opened.terrain.features
    assert [one.placement.at for one in moved] == [(9, 8, 0), (9, 8, 2)]
    carried = model.after(HoldPieces()).after(CarryTo((12, 8, 0))).after(BoardsAction.PUT_DOWN).opened.terrain.features
    assert carried[1].placement.at == pytest.approx((carried[0].placement.at[0], 8, 2)) and carried[0] is not block
    alone = model.after(SuspendSnaps(True)).after(NudgePicked(1.0, 0.0)).opened.terrain.features
    assert [one.placement.at for one in alone] == [(9, 8, 0), (8, 8, 2)]


def test_map_of_a_table_is_known_by_its_points() -> None:
    for name, _ in board_maps():
        laid = laid_under(TABLE, name)
        assert map_points(map_of(laid), TABLE.board).points == laid.deployment  # type: ignore[union-attr]
    assert map_of(TABLE) == "" and map_of(zoned()) == ""


def test_board_is_saved_over_itself_but_never_over_what_another_program_wrote(made: Made, tmp_path: Path) -> None:
    here, path = room(made), tmp_path / "mine.table.json"
    here.do(PickPieces(("a",)))
    here.do(TurnPieces(15))
    made[1].inputs += []
    here.save()
    assert not made[0].document.is_changed
    assert load_table(path).terrain.features[0].placement.turn == pytest.approx(math.radians(15))
    other = replace(load_table(path), models=())
    save_table(other, path)
    os.utime(path, ns=(1, 1))
    here.do(TurnPieces(15))
    here.save()
    assert here.model.tools.overwrites == path and made[0].document.is_changed
    here.do(AskOverwriteBoard(None))
    assert load_table(path).terrain.features[0].placement.turn == pytest.approx(math.radians(15))
    here.save()
    here._answer(BoardsCommand.OVERWRITE)
    assert here.model.tools.overwrites is None and not made[0].document.is_changed
    assert load_table(path).terrain.features[0].placement.turn == pytest.approx(math.radians(30))


def test_full_disk_loses_nothing_and_is_said(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    here = room(made)
    here.do(PickPieces(("a",)))
    here.do(TurnPieces(15))
    before = made[0].document.path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("warcry3d.file_writes._replace", full)
        here.save()
        steps(made[0])
        assert "cannot be written" in said(made[0]) and made[0].document.is_changed
        here.do(FillNew(name="another"))
        here._answer(BoardsCommand.BEGIN)
        assert "cannot be written" in said(made[0])
    assert made[0].document.path.read_bytes() == before
    here.save()
    assert not made[0].document.is_changed


def test_all_that_stands_on_the_board_is_written_as_one_stl(made: Made, tmp_path: Path) -> None:
    room(made)._answer(BoardsCommand.EXPORT)
    until(made[0], lambda: (tmp_path / "mine.stl").exists() and not made[0].jobs.running)
    data = (tmp_path / "mine.stl").read_bytes()
    assert len(data) == 84 + 50 * int.from_bytes(data[80:84], "little")


@pytest.mark.parametrize(("command", "suffix"), [(BoardsCommand.SHEET_PDF, "pdf"), (BoardsCommand.SHEET_PNG, "png")])
def test_set_up_sheet_is_written_beside_the_board(
    made: Made, tmp_path: Path, command: BoardsCommand, suffix: str
) -> None:
    room(made)._answer(command)
    until(made[0], lambda: "mine-sheet" in said(made[0]))
    data = (tmp_path / f"mine-sheet.{suffix}").read_bytes()
    assert data.startswith(b"%PDF" if suffix == "pdf" else b"\x89PNG")


def test_new_board_is_opened_in_this_room(made: Made, tmp_path: Path) -> None:
    here = room(made)
    here.do(FillNew(name="squares", size=6))
    here._answer(BoardsCommand.BEGIN)
    until(made[0], lambda: made[0].document.path.name == "squares.table.json")
    assert made[0].room_name == "boards" and here.model.opened.board == Board(34, 22)
    assert here.model.snaps.grid == 1.0


def test_failures_of_findings_are_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WarcryError):
        random_table(empty_table(30, 22), [], 1, 5)


def test_a_piece_that_is_open_is_put_on_a_board_that_is_begun_for_it(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, _):
        window = made[0]
        window.go_to_room("boards")
        boards = window.room
        assert isinstance(boards, BoardsRoom)
        assert boards.model.tools.card is ToolCard.NEW and not boards.model.tools.findings
        before = window.document.table
        boards.do(PickPieces(("piece",)))
        boards.do(BoardsAction.COPY)
        assert window.document.table is before and "piece is open" in said(window)
        boards._answer(BoardsCommand.BEGIN)
        until(window, lambda: isinstance(window.room, BoardsRoom) and window.room.model.held is not None)
        assert (window.document.table.board.width, window.document.table.board.depth) == (30, 22)
        assert boards.taken.endswith("corner.glb") and not window.document.is_changed
        assert boards.model.tools.card is None
