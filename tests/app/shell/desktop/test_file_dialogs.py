"""Files are chosen by the desktop's dialog where there is one, else by a list of folders; no frame waits for it."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import Made, press, steps, until, window_on
from tests.zoo import table_json
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.desktop.file_dialogs import NativeDialog
from warcry3d.app.shell.files.table_files import typed_path
from warcry3d.app.shell.inputs import Pressed, Released, Typed
from warcry3d.app.shell.model import BrowseFolder, GoToPath, PickFile


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which dialogs are found first; until `zenity` puts one there nothing else is found."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def zenity(folder: Path, script: str) -> None:
    """Put a dialog into the folder that answers by a script."""
    program = folder / "zenity"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    os.environ["PATH"] = f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin"  # the fixture takes it back


def picked(dialog: NativeDialog) -> Path | None:
    """Poll as the window does until the dialog is gone."""
    limit = time.monotonic() + 60
    while dialog.is_open:
        found = dialog.poll()
        if found is not None:
            return found
        assert time.monotonic() < limit
        time.sleep(0.01)
    return None


def test_without_a_program_for_it_there_is_no_dialog(programs: Path, tmp_path: Path) -> None:
    assert not NativeDialog().ask(tmp_path, (".json",), "Open a file")


def test_file_that_the_desktops_dialog_prints_is_taken(programs: Path, tmp_path: Path) -> None:
    zenity(programs, f'echo "$@" > {tmp_path}/asked; echo "{tmp_path}/my field.table.json"')
    dialog = NativeDialog()
    assert dialog.ask(tmp_path, (".table.json", ".battle.jsonl"), "Pick the file of a board")
    assert picked(dialog) == tmp_path / "my field.table.json"
    assert dialog.poll() is None, "a file is taken once"
    asked = (tmp_path / "asked").read_text()
    assert "*.table.json *.battle.jsonl" in asked and "Pick the file of a board" in asked


def test_dialog_that_is_closed_gives_no_file_and_can_be_opened_again(programs: Path, tmp_path: Path) -> None:
    zenity(programs, "exit 1")
    dialog = NativeDialog()
    assert dialog.ask(tmp_path, (".json",), "Open a file")
    assert picked(dialog) is None
    zenity(programs, f"echo {tmp_path}/again.json")
    assert dialog.ask(tmp_path, (".json",), "Open a file")
    assert picked(dialog) == tmp_path / "again.json"


@pytest.fixture
def made(graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path) -> Iterator[Made]:
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small-fight.table.json") as window:
        window[0].file_dialog = NativeDialog()
        yield window


def write_table(path: Path) -> None:
    path.write_text(json.dumps(table_json()))


def test_window_draws_on_while_the_dialog_is_open(made: Made, programs: Path, tmp_path: Path) -> None:
    window, screen = made
    write_table(tmp_path / "other-field.table.json")
    go = tmp_path / "go"
    wait = f"while [ ! -e {go} ]; do /bin/sleep 0.05; done"
    zenity(programs, f"{wait}; echo {tmp_path}/other-field.table.json")
    window.do(BrowseFolder(None))
    assert window.model.folder is None, "the desktop's dialog is open instead of our list"
    steps(window, 5)
    assert screen.title.startswith("Small fight")
    go.write_text("")
    until(window, lambda: screen.title.startswith("Other field"))


def test_window_lists_folders_where_there_is_no_dialog(made: Made, programs: Path) -> None:
    window, _ = made
    window.do(BrowseFolder(None))
    assert window.model.folder is not None


# A path that is typed or pasted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("field.table.json", "/tables/field.table.json"),
        ("  ../a b.json ", "/tables/../a b.json"),
        ('"/else/where.json"', "/else/where.json"),
        ("'/else/where.json'\n", "/else/where.json"),
        ("file:///else/a%20b%2520.json", "/else/a b%20.json"),
        ("~/mine.json", "/people/me/mine.json"),
        ("~nobody-of-that-name/x", "/tables/~nobody-of-that-name/x"),
    ],
)
def test_typed_path_is_read_as_other_programs_copy_it(
    text: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/people/me")
    assert typed_path(text, Path("/tables")) == Path(expected)


def type_in(made: Made, text: str) -> None:
    """Type into the field that the keyboard is in."""
    window, screen = made
    steps(window, 4)
    screen.inputs += [Typed(one) for one in text]
    steps(window)


def test_table_is_opened_by_typing_its_path(made: Made, programs: Path, tmp_path: Path) -> None:
    window, screen = made
    write_table(tmp_path / "other-field.table.json")
    window.do(BrowseFolder(None))
    type_in(made, "other-field.table.json")
    assert window.model.typed == "other-field.table.json"
    press(made, "enter")
    until(window, lambda: screen.title.startswith("Other field"))
    assert window.model.is_clear


def test_folder_that_is_typed_is_listed(made: Made, programs: Path, tmp_path: Path) -> None:
    window, _ = made
    (tmp_path / "more").mkdir()
    window.do(BrowseFolder(None))
    type_in(made, "more")
    press(made, "enter")
    assert window.model.folder == tmp_path / "more" and window.model.typed == ""


def test_path_that_leads_nowhere_is_said_and_can_be_mended(made: Made, programs: Path, tmp_path: Path) -> None:
    window, _ = made
    picked = list[Path]()
    window.pick_file((".json",), picked.append, "Pick a warband")
    assert window.shown.model.picking is not None and window.shown.model.picking.title == "Pick a warband"
    window.do(GoToPath("gone.json"))
    assert window.model.missing == tmp_path / "gone.json" and window.model.folder is not None
    steps(window)
    (tmp_path / "gone.json").write_text("{}")
    window.do(GoToPath("gone.json"))
    assert picked == [tmp_path / "gone.json"] and window.model.is_clear
    window.do(PickFile((".json",), picked.append))
    assert window.model.missing is None, "another question begins without what was wrong before"


def test_keys_of_the_room_do_nothing_while_a_file_is_looked_for(made: Made, programs: Path) -> None:
    window, _ = made
    window.open_room("home")
    window.do(BrowseFolder(None))
    steps(window, 4)
    for key in ("h", "m", "n"):
        press(made, key)
    assert window.room_name == "home" and window.model.folder is not None
    press(made, "escape")
    steps(window)
    assert window.model.is_clear


class Copied:
    """A clipboard on which somebody has copied texts, one after the other."""

    def __init__(self, *texts: str) -> None:
        self._texts = list(texts)

    def fresh(self) -> str | None:
        return self._texts.pop(0) if self._texts else None


def test_path_copied_in_another_program_is_pasted(made: Made, programs: Path, tmp_path: Path) -> None:
    window, screen = made
    window.panels.clipboard = Copied(str(tmp_path / "战场.table.json"))
    window.do(BrowseFolder(None))
    steps(window, 4)
    screen.inputs += [Pressed("control"), Pressed("v"), Released("v"), Released("control")]
    steps(window, 4)
    assert window.model.typed == str(tmp_path / "战场.table.json")
