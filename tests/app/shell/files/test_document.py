"""Where what is open is saved."""

import os
from pathlib import Path

import pytest

from warcry3d.app.shell.files.document import folder_for, save_as
from warcry3d.table.shipped import shipped_piece
from warcry3d.table.table_edits import empty_table


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which nobody may write, whoever runs the tests."""
    folder = tmp_path / "stick"
    folder.mkdir()
    may = os.access

    def access(path: Path, mode: int) -> bool:
        return may(path, mode) and Path(path) != folder.resolve()

    monkeypatch.setattr("warcry3d.app.shell.files.document.os.access", access)
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "own"))
    return folder


def test_what_is_open_is_saved_beside_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert folder_for(tmp_path / "a" / ".." / "wall.stl") == tmp_path.resolve()
    assert folder_for(shipped_piece("ruin")) == tmp_path


def test_what_lies_where_nobody_may_write_is_saved_among_ones_own_things(locked: Path, tmp_path: Path) -> None:
    folder = folder_for(locked / "wall.stl")
    assert folder == tmp_path / "own"
    assert save_as(empty_table(30, 22), folder, "mine").is_file()


def test_with_no_folder_of_ones_own_the_refusal_is_left_to_the_disk(
    locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", "")
    assert folder_for(locked / "wall.stl") == locked.resolve()
