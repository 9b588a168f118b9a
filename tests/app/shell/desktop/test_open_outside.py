"""Opening a file with the desktop's program: whether one took it is known from the opener's exit code."""

import sys
from pathlib import Path

import pytest

from warcry3d.app.shell.desktop import open_outside
from warcry3d.app.shell.desktop.open_outside import is_opened_outside


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file, where nothing but what a test puts there can be started."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "a page.html"


def put_opener(folder: Path, script: str) -> None:
    opener = folder / "xdg-open"
    opener.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    opener.chmod(0o755)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="xdg-open is what Linux has")
@pytest.mark.parametrize(("code", "is_opened"), [(0, True), (3, False), (4, False)])
def test_opener_that_ends_says_whether_a_program_took_the_file(page: Path, code: int, is_opened: bool) -> None:
    put_opener(page.parent, f'echo "$1" > {page.parent}/asked; exit {code}')
    assert is_opened_outside(page) is is_opened
    assert (page.parent / "asked").read_text(encoding="utf-8").strip() == page.as_uri()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="xdg-open is what Linux has")
def test_opener_that_stays_shows_the_file(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_outside, "PATIENCE", 0.05)
    put_opener(page.parent, "exec /bin/sleep 1")
    assert is_opened_outside(page)


def test_without_an_opener_the_browser_is_asked(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda uri: bool(asked.append(uri)))
    assert not is_opened_outside(page)
    assert asked == [page.as_uri()]
