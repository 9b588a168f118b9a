"""What tests of commands share: the race as a rule system to run them on."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from tests.game.race import Bump, Eager, Push, RaceAction, Running, register_race, run
from warcry3d.cli import main
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice

Battle = Callable[..., tuple[int, str, str]]


class Steady(Eager):
    """Throws one die and goes as far as it may."""

    def choose(self, ruleset: Any, state: Running, choice: Choice, random: Stream) -> RaceAction:
        if choice.kind == "go":
            return run(cast(float, choice.about), state.runner, state.now.at[state.runner])
        return Push(1) if choice.kind == "push" else Bump("red")


@pytest.fixture
def warcry3d(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Battle:
    """Return a function that runs a command where ``race.table.json`` lies; ``typed``: what stands on stdin."""
    register_race(monkeypatch, tmp_path, {"steady": Steady})
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)

    def run_command(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main([*arguments])
        return code, *capsys.readouterr()

    return run_command
