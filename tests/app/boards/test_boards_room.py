"""The Boards room in a window that nobody sees, by injected input."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from imgui_bundle import imgui

from tests import zoo
from tests.app.windows import Made, click, pixel_of, press, steps, until, window_on
from warcry3d.app.boards.intents import SetNumbers, TypeSearch
from warcry3d.app.boards.palette import PaletteEntry, matching, own_pieces, shipped_entries
from warcry3d.app.boards.room import BoardsRoom
from warcry3d.app.boards.wishes import BoardsCommand, TakePiece
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.files.thumbnails import Thumbnails
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released
from warcry3d.app.shell.model import SaveTable
from warcry3d.geom.solid import Placement
from warcry3d.messages import Words
from warcry3d.table.terrain import Feature

BLOCK = zoo.piece("block", zoo.box_part("b", (-1, -1, 0), (1, 1, 2), "platform"))
TABLE = zoo.table(
    *(Feature(id, BLOCK, Placement((x, y, 0))) for id, x, y in (("a", 8, 8), ("b", 15, 8), ("c", 22, 14)))
)


@pytest.fixture(scope="module")
def opened(graphics: Graphics) -> Iterator[Made]:
    """Yield a window in the Boards room, shared: its table is put back before each test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Thumbnails, "want", lambda self, files: None)
        with window_on(graphics, TABLE, Path("mine.table.json")) as made:
            made[0].go_to_room("boards")
            made[0].viewpoint.look_from("above", at_once=True)
            yield made


@pytest.fixture
def made(opened: Made) -> Made:
    press(opened, "escape")
    press(opened, "escape")
    opened[0].replace_table(TABLE, lambda: None)
    opened[0].open_table.discard()
    opened[0].replace_table(TABLE, lambda: None)
    opened[0].model = type(opened[0].model)()
    steps(opened[0])
    room(opened).open(opened[0].document)
    steps(opened[0])
    return opened


def room(made: Made) -> BoardsRoom:
    assert isinstance(made[0].room, BoardsRoom)
    return made[0].room


def at(made: Made, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
    return pixel_of(made[0], (x, y, z))


def place(made: Made, id: str) -> tuple[float, float, float]:
    return next(one.placement.at for one in made[0].document.table.terrain.features if one.id == id)


def do(made: Made, *inputs: Input) -> None:
    for one in inputs:
        made[1].inputs.append(one)
        steps(made[0], 1)


def drag(made: Made, start: tuple[float, float], end: tuple[float, float]) -> None:
    between = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    do(made, PointerMoved(start), Pressed("mouse1"), PointerMoved(between), PointerMoved(end), Released("mouse1"))


def test_piece_is_dragged_over_the_board_and_undone(made: Made) -> None:
    drag(made, at(made, 8, 8, 2), at(made, 8, 15, 2))
    x, y, z = place(made, "a")
    assert (x, y) == pytest.approx((8, 15), abs=0.4) and z == 0
    assert made[0].document.is_changed and len(made[0].document.past) == 1
    made[0].undo()
    assert made[0].document.table is TABLE and room(made).model.opened is TABLE


def test_piece_is_turned_by_the_wheel_in_hand_while_the_camera_stays(made: Made) -> None:
    orbit = made[0].camera.orbit
    start, end = at(made, 8, 8, 2), at(made, 9, 15, 2)
    do(made, PointerMoved(start), Pressed("mouse1"), PointerMoved(end), Pressed("wheel_up"), PointerMoved(end))
    assert room(made).view.is_passing
    do(made, Released("mouse1"))
    (feature,) = [one for one in made[0].document.table.terrain.features if one.id == "a"]
    assert feature.placement.turn == pytest.approx(0.2618, abs=1e-3)
    assert made[0].camera.orbit == orbit and not room(made).view.is_passing
    do(made, PointerMoved(at(made, 3, 3)), Pressed("wheel_up"))
    assert made[0].camera.orbit != orbit
    made[0].viewpoint.look_from("above", at_once=True)


def test_several_are_picked_with_shift_and_by_a_rectangle(made: Made) -> None:
    click(made, at(made, 8, 8, 2))
    do(made, Pressed("shift"))
    click(made, at(made, 15, 8, 2))
    do(made, Released("shift"))
    assert room(made).model.picked == ("a", "b")
    click(made, at(made, 3, 18))
    assert room(made).model.picked == ()
    do(made, Pressed("control"))
    drag(made, at(made, 5, 4), at(made, 18, 12))
    do(made, Released("control"))
    assert room(made).model.picked == ("a", "b")
    press(made, "x")
    drag(made, at(made, 12, 4), at(made, 27, 18))
    assert room(made).model.picked == ("b", "c") and not room(made).model.is_boxing


def test_keys_copy_turn_move_and_remove(made: Made) -> None:
    click(made, at(made, 8, 8, 2))
    for key in ("c", ",", "arrow_right"):
        press(made, key)
    assert place(made, "a-2") == pytest.approx((11.125, 8, 0), abs=1e-5)
    room(made).do(SetNumbers(x=8.125))
    press(made, "page_up")
    assert place(made, "a-2") == pytest.approx((8.125, 8, 2), abs=1e-5)
    press(made, "delete")
    assert [one.id for one in made[0].document.table.terrain.features] == ["a", "b", "c"]
    for _ in range(6):
        made[0].undo()
    assert made[0].document.table is TABLE


def test_piece_of_the_palette_is_carried_and_put_down_by_clicks_or_keys(made: Made) -> None:
    here = room(made)
    entry = shipped_entries()[0]
    here._answer(TakePiece(entry))
    until(made[0], lambda: here.model.held is not None)
    do(made, PointerMoved(at(made, 4, 14)), PointerMoved(at(made, 4.2, 14)))
    assert here.view.is_passing and not made[0].document.is_changed
    click(made, at(made, 4.2, 14))
    assert place(made, entry.stem)[:2] == pytest.approx((4, 14), abs=1.2)
    here._answer(TakePiece(entry, at_middle=True))
    until(made[0], lambda: here.model.held is not None)
    press(made, "arrow_up")
    press(made, "enter")
    assert len(made[0].document.table.terrain.features) == 5


def test_piece_is_dragged_out_of_the_palette(made: Made) -> None:
    here = room(made)
    do(made, PointerMoved((150, 190)), PointerMoved((151, 190)), Pressed("mouse1"))
    until(made[0], lambda: here.model.held is not None)
    do(made, PointerMoved(at(made, 20, 5)), PointerMoved(at(made, 20, 5)), Released("mouse1"), PointerMoved((500, 300)))
    assert here.model.held is None and len(made[0].document.table.terrain.features) == 4
    context = imgui.get_current_context()
    assert context is not None and context.nav_window is None, "keys would scroll the palette, beside raising the piece"


def test_wheel_turns_a_piece_while_it_is_dragged_out_of_the_palette(made: Made) -> None:
    here, there = room(made), at(made, 20, 5)
    before = made[0].camera.orbit
    do(made, PointerMoved((150, 190)), PointerMoved((151, 190)), Pressed("mouse1"))
    until(made[0], lambda: here.model.held is not None)
    do(made, PointerMoved(there), PointerMoved(there), Pressed("wheel_up"), PointerMoved(there), Pressed("wheel_up"))
    do(made, PointerMoved(there), Released("mouse1"), PointerMoved((500, 300)))
    put = made[0].document.table.terrain.features[-1]
    assert put.placement.turn == pytest.approx(2 * 0.2618, abs=1e-3)
    assert made[0].camera.orbit == before


def test_what_is_in_hand_is_let_go_by_escape_and_by_leaving(made: Made) -> None:
    here = room(made)
    do(made, PointerMoved(at(made, 8, 8, 2)), Pressed("mouse1"), PointerMoved(at(made, 8, 15, 2)))
    press(made, "escape")
    do(made, Released("mouse1"))
    assert here.model.table is TABLE and not made[0].document.is_changed
    do(made, PointerMoved(at(made, 8, 8, 2)), Pressed("mouse1"), PointerMoved(at(made, 8, 15, 2)))
    made[0].go_to_room("judge")
    do(made, Released("mouse1"))
    made[0].go_to_room("boards")
    assert here.model.table is TABLE and here.model.held is None


def test_tape_is_pulled_while_t_is_held_and_put_away_by_escape(made: Made) -> None:
    here = room(made)
    do(made, Pressed("t"))
    drag(made, at(made, 8, 8, 2), at(made, 20, 4))
    read = here.measuring.measures.tape.reading(TABLE)
    assert read is not None and read.across > 10 and read.up == pytest.approx(2, abs=0.05)
    do(made, Released("t"))
    assert here.model.table is TABLE and len(here.view.overlays) > len(here._shown[2].overlays)
    press(made, "escape")
    assert not here.measuring.measures.is_there


def test_drag_of_empty_space_turns_the_camera(made: Made) -> None:
    before = made[0].camera.orbit
    drag(made, at(made, 3, 18), at(made, 12, 18))
    assert made[0].camera.orbit != before and not made[0].document.is_changed
    made[0].viewpoint.look_from("above", at_once=True)


def test_palette_is_searched_in_both_languages_and_lists_own_pieces_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    monkeypatch.setenv("WARCRY3D_DATA", str(data))
    entries = shipped_entries()
    english, chinese = Words("en"), Words("zh")
    assert {one.stem for one in matching(entries, "LOW wall", english)} == {"low-wall", "low-wall-corner"}
    assert next(one.stem for one in matching(entries, "palisade", english)) == "palisade"
    assert next(one.stem for one in matching(entries, "low wall", english)) == "low-wall"
    assert matching(entries, "low wall", chinese) == matching(entries, "low wall", english)
    title = next(one for one in entries if one.stem == "well").title(chinese)
    assert "well" in {one.stem for one in matching(entries, title, chinese)}
    assert matching(entries, "xyzzy", english) == ()
    own, other = tmp_path / "keep.glb", tmp_path / "other" / "far.GLB"
    other.parent.mkdir()
    for path in (own, other):
        path.write_bytes(b"")
    found = own_pieces(TABLE, [tmp_path, tmp_path / "missing"], [other])
    assert found == (PaletteEntry(str(other), other, True), PaletteEntry(str(own), own, True))
    assert own_pieces(TABLE, [entries[0].file.parent], []) == ()
    (data / "pieces").mkdir(parents=True)
    begun = data / "pieces" / "wall.glb"
    begun.write_bytes(b"")
    assert own_pieces(TABLE, [], [own, tmp_path / "gone.glb", tmp_path / "a.table.json"]) == (
        PaletteEntry(str(own), own, True),
        PaletteEntry(str(begun), begun, True),
    ), "pieces from numbers begin there, whichever folder the board lies in"


def test_a_drag_out_of_the_palette_within_one_slow_frame_turns_no_camera(made: Made) -> None:
    window, screen = made
    before = window.camera.goal
    start, end = (room(made).host.scale * 160, 330.0), at(made, 15, 11)
    screen.inputs += [PointerMoved(start), Pressed("mouse1"), PointerMoved(at(made, 4, 4)), PointerMoved(end)]
    steps(window, 1)
    do(made, PointerMoved(at(made, 20, 18)), Released("mouse1"))
    assert window.camera.goal == before


def arranged_on(made: Made, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str]]:
    asked = list[tuple[Path, str]]()
    monkeypatch.setattr(made[0], "arrange_battle", lambda board, ruleset: asked.append((board, ruleset)), raising=False)
    return asked


def test_changed_board_is_saved_and_then_played_on(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window, asked = made[0], arranged_on(made, monkeypatch)
    path = tmp_path / "fort.table.json"
    assert window.keep_document(path)
    steps(window)
    press(made, "n")
    assert asked == [(path, TABLE.ruleset)], "nothing has changed: it is played on at once"
    drag(made, at(made, 8, 8, 2), at(made, 8, 15, 2))
    before = path.read_bytes()
    room(made)._answer(BoardsCommand.PLAY)
    assert len(asked) == 2 and path.read_bytes() != before and not window.document.is_changed


def test_board_without_a_file_gets_a_name_before_it_is_played_on(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, asked = made[0], arranged_on(made, monkeypatch)
    monkeypatch.setattr("warcry3d.app.shell.files.open_table.folder_for", lambda path: tmp_path)
    monkeypatch.setattr(type(window.document), "is_changed", True)
    window.open_table.document = replace(window.document, path=tmp_path / "nowhere.table.json")
    press(made, "n")
    assert window.model.naming is not None and not asked
    press(made, "escape")
    press(made, "s")
    window.do(SaveTable("late"))
    assert not asked, "it was given up: saving it later starts nothing"
    window.open_table.document = replace(window.document, path=tmp_path / "gone.table.json")
    press(made, "n")
    window.do(SaveTable("fort"))
    assert asked == [(tmp_path / "fort.table.json", TABLE.ruleset)]


def test_escape_empties_the_search_for_pieces(made: Made) -> None:
    room(made).do(TypeSearch("barrels"))
    press(made, "f")
    steps(made[0], 3)
    assert made[0].panels.wants_keys
    press(made, "escape")
    steps(made[0], 3)
    assert room(made).model.search == ""
