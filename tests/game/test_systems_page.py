"""The page on adding a system: its Python and its transcript run as they stand, and its files are there."""

import doctest
import re
from pathlib import Path

import pytest

from tests.game.race import register_race
from tests.transcripts import played, transcripts

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "systems.md"


def test_examples_on_the_page_run() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted >= 15 and found.failed == 0


def test_transcript_on_the_page_is_what_the_screen_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register_race(monkeypatch, tmp_path)
    monkeypatch.chdir(tmp_path)
    (transcript,) = transcripts(PAGE)
    assert played(transcript, monkeypatch) == transcript


def test_page_names_each_module_of_the_race() -> None:
    text = PAGE.read_text(encoding="utf-8")
    modules = {path.name for path in (ROOT / "tests" / "game" / "race").glob("*.py")} - {
        "__init__.py",
        "players.py",
        "in_process.py",
    }
    named = dict(re.findall(r"^\| `([a-z]+\.py)` \|.*\| ([0-9]+) \|$", text, re.MULTILINE))
    assert set(named) == modules
    for name, lines in named.items():
        there = len((ROOT / "tests" / "game" / "race" / name).read_text(encoding="utf-8").splitlines())
        assert abs(there - int(lines)) < 25, f"{name} has {there} lines"
