"""Files are chosen by the desktop's dialog where there is one, else by a list of folders; no frame waits for it."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import Made, steps, until, window_on
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.file_dialogs import NativeDialog
from warcry3d.app.shell.model import BrowseFolder
from warcry3d.messages import Words

WORDS = Words("en")


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
    assert not NativeDialog().ask(tmp_path, (".json",), WORDS)


def test_file_that_the_desktops_dialog_prints_is_taken(programs: Path, tmp_path: Path) -> None:
    zenity(programs, f'echo "$@" > {tmp_path}/asked; echo "{tmp_path}/my field.table.json"')
    dialog = NativeDialog()
    assert dialog.ask(tmp_path, (".table.json", ".battle.jsonl"), WORDS)
    assert picked(dialog) == tmp_path / "my field.table.json"
    assert dialog.poll() is None, "a file is taken once"
    assert "*.table.json *.battle.jsonl" in (tmp_path / "asked").read_text()


def test_dialog_that_is_closed_gives_no_file_and_can_be_opened_again(programs: Path, tmp_path: Path) -> None:
    zenity(programs, "exit 1")
    dialog = NativeDialog()
    assert dialog.ask(tmp_path, (".json",), WORDS)
    assert picked(dialog) is None
    zenity(programs, f"echo {tmp_path}/again.json")
    assert dialog.ask(tmp_path, (".json",), WORDS)
    assert picked(dialog) == tmp_path / "again.json"


@pytest.fixture
def made(graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path) -> Iterator[Made]:
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small-fight.table.json") as window:
        window[0].file_dialog = NativeDialog()
        yield window


def test_window_draws_on_while_the_dialog_is_open(made: Made, programs: Path, tmp_path: Path) -> None:
    import json

    from tests.zoo import table_json

    window, screen = made
    (tmp_path / "other-field.table.json").write_text(json.dumps(table_json()))
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
