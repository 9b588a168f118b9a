"""Whatever is clicked or typed, in whatever order, the window does not fail and the record replays as it was played."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.play.anything import fitting, press_anything
from tests.app.play.battles import begun_race, race_process
from tests.app.play.conftest import SmallWindow
from tests.app.windows import Made
from tests.game.race import register_race


@pytest.fixture
def made(small_window: SmallWindow, own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    monkeypatch.setattr("warcry3d.app.play.opponents.player_process", race_process)
    monkeypatch.setattr("warcry3d.app.home.arranger.DEFAULT", "race")
    register_race(monkeypatch, own_folder)
    with small_window(None) as window:
        yield window


@pytest.mark.parametrize("by", [{"red": "person", "blue": "person"}, {"red": "person", "blue": "eager"}], ids=str)
def test_nothing_that_is_pressed_breaks_a_battle(made: Made, tmp_path: Path, by: dict[str, str]) -> None:
    record = begun_race(tmp_path / "wild.battle.jsonl", by=by)
    played = press_anything(made, record, 60, seed=len(by["blue"]), does=fitting)
    assert played > 0


@pytest.mark.soak(seconds=60)
@pytest.mark.parametrize("seed", range(20))
def test_nothing_that_is_pressed_breaks_a_battle_at_length(made: Made, tmp_path: Path, seed: int) -> None:
    by = {"red": "person", "blue": ("person", "eager")[seed % 2]}
    dice = 5 if seed < 10 else None
    press_anything(made, begun_race(tmp_path / "wild.battle.jsonl", seed=dice, by=by), 1000, seed=seed)
