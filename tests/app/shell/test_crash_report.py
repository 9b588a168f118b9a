"""A frame that fails by a bug: the person keeps the window, the moves and a report."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import Made, said, steps, window_on
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.crash_report import CrashGuard
from warcry3d.app.shell.settings import load_settings
from warcry3d.geom.solid import Placement
from warcry3d.table.files import load_table


@pytest.fixture
def made(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Made]:
    monkeypatch.setenv("WARCRY3D_SETTINGS", str(tmp_path / "settings"))
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small-fight.table.json") as window:
        yield window


def failing(monkeypatch: pytest.MonkeyPatch, made: Made, times: int) -> None:
    """Let the room in front fail to draw so many times."""
    room, left = made[0].room, [times]
    draw = room.draw

    def fail(frame: Any) -> None:
        if left[0]:
            left[0] -= 1
            raise ZeroDivisionError("a bug")
        draw(frame)

    monkeypatch.setattr(room, "draw", fail)


def test_window_goes_on_after_a_frame_that_failed(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = made
    guard = CrashGuard(window, folder=tmp_path / "crashes")
    guard.step(0.02)
    failing(monkeypatch, made, 1)
    guard.step(0.02)
    (report,) = (tmp_path / "crashes").glob("crash-*.txt")
    text = report.read_text()
    assert "ZeroDivisionError: a bug" in text and "room judge" in text and "warcry3d" in text
    assert str(report) in said(window)
    for _ in range(3):
        guard.step(0.02)
    assert not window.is_closed
    assert len(list((tmp_path / "crashes").iterdir())) == 1, "nothing was unsaved"


def test_moves_that_were_not_saved_are_kept_beside_the_report(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = made
    moved = window.document.table.placing("talon", Placement((5.0, 3.0, 0.0)))
    window.change_table(moved)
    steps(window)
    failing(monkeypatch, made, 1)
    CrashGuard(window, folder=tmp_path / "crashes").step(0.02)
    (kept,) = (tmp_path / "crashes").glob("*.table.json")
    assert load_table(kept).model("talon").placement.at[:2] == (5.0, 3.0)
    assert load_settings().recent == (kept.resolve(),)
    assert window.document.is_changed, "the table in the window is still to be saved"


def test_window_that_fails_again_and_again_is_closed_with_a_sentence(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = made
    sentences: list[str] = []
    guard = CrashGuard(window, folder=tmp_path / "crashes", say=sentences.append)
    failing(monkeypatch, made, 3)
    for _ in range(3):
        assert not window.is_closed
        guard.step(0.02)
    assert window.is_closed
    assert len(sentences) == 1 and sentences[0].startswith("The program had to stop. The report is in ")


def test_wish_to_end_the_program_is_no_crash(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window, _ = made

    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(window, "step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        CrashGuard(window, folder=tmp_path / "crashes").step(0.02)
    assert not (tmp_path / "crashes").exists()


def test_report_that_cannot_be_written_stops_nothing(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = made
    (tmp_path / "crashes").write_text("a file where the folder should be")
    failing(monkeypatch, made, 1)
    guard = CrashGuard(window, folder=tmp_path / "crashes")
    guard.step(0.02)
    guard.step(0.02)
    assert not window.is_closed
    assert "The program made a mistake" in said(window)
