"""Whatever is clicked or typed, in whatever order, the window does not fail and the record replays as it was played."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.play.anything import fitting, press_anything
from tests.app.play.battles import begun_race, race_process
from tests.app.windows import Made, window_on
from tests.game.race import register_race
from warcry3d.app.scene.pipe import Graphics


@pytest.fixture
def made(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Made]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("warcry3d.app.play.opponents.player_process", race_process)
    monkeypatch.setattr("warcry3d.app.home.arranger.DEFAULT", "race")
    register_race(monkeypatch, tmp_path)
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small-fight.table.json") as window:
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
