"""Whatever is clicked or typed, in whatever order, the window does not fail and the record replays as it was played."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.play.battles import begun_race, open_battle, race_process
from tests.app.windows import SIZE, Made, play_room, steps, until, window_on
from tests.game.race import register_race
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.battle_start import read_battle
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released, Typed
from warcry3d.app.shell.jobs import JobError
from warcry3d.game.session import Game

LIKELY = (*"prs123", "enter", "enter", "tab", "space", "space")
"""Keys that answer what is due: pressed half the time, so that a battle gets on."""
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    *("enter", "enter", "enter", "escape", "tab", "tab", "space", "space", "backspace", "control-z", "control-y"),
    *(
        "arrow_left",
        "arrow_right",
        "arrow_up",
        "arrow_down",
        "home",
        "end",
        "comma",
        "period",
        "f1",
        "f2",
        "f4",
        "alt",
        "shift-tab",
    ),
)
MENU = 36
AWAY = 40
"""So many things are done at most in other rooms, or at a question, before the battle is opened again."""


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


def anything(chance: random.Random) -> list[Input]:
    """Return one thing that somebody may do: a key, a click, a drag, a turn of the wheel."""
    at = (chance.uniform(0, SIZE[0]), chance.uniform(MENU, SIZE[1]))
    match chance.randrange(8):
        case 0 | 1 | 2 | 3:
            name = chance.choice(chance.choice((LIKELY, KEYS)))
            key, held = name.removeprefix("control-"), name.startswith("control-")
            typed: list[Input] = [Typed(key)] if len(key) == 1 and not held else []
            down: list[Input] = [Pressed("control")] if held else []
            up: list[Input] = [Released("control")] if held else []
            return [*down, Pressed(key), *typed, Released(key), *up]
        case 4 | 5:
            button = chance.choice(("mouse1", "mouse1", "mouse1", "mouse3"))
            return [PointerMoved(at), Pressed(button), Released(button)]
        case 6:
            to = (at[0] + chance.uniform(-200, 200), at[1] + chance.uniform(-200, 200))
            return [PointerMoved(at), Pressed("mouse1"), PointerMoved(to), Released("mouse1")]
    return [PointerMoved(at), Pressed(chance.choice(("wheel_up", "wheel_down")))]


def press_anything(made: Made, record: Path, count: int, seed: int) -> int:
    """Do ``count`` things on a battle, and in the rooms to which that leads; return how many actions it had at most.

    All records that were written are replayed at the end.
    """
    window, screen = made
    chance = random.Random(seed)
    open_battle(made, record)
    most = away = 0
    for _ in range(count):
        screen.inputs += anything(chance)
        steps(window, chance.randrange(1, 4))
        desk = battle_in_front(made)
        if desk is not None:
            assert not isinstance(desk.model.error, JobError), desk.model.error
            most = max(most, desk.model.steps)
        away = away + 1 if desk is None or window.model.is_asking else 0
        if away > AWAY:
            open_battle_anew(made, record)
            away = 0
    desk = open_battle_anew(made, record)
    game: Game[object, object] = desk.model.game
    desk.close()
    replayed = replays(record)
    assert replayed.hash == game.hash
    assert [step.action for step in replayed.done] == [step.action for step in game.done]
    for other in Path("data/battles").glob("*.battle.jsonl"):
        replays(other)
    return most


def open_battle_anew(made: Made, record: Path) -> BattleDesk:
    """Open a record once the battle in front has done what it was asked for, and nothing waits for an answer."""
    window, _ = made
    until(window, lambda: (desk := battle_in_front(made)) is None or desk.model.wish is None)
    window.model = type(window.model)()
    window.open_table.discard()
    return open_battle(made, record)


def replays(record: Path) -> Game[object, object]:
    """Return the battle of a record, which must lead where it was recorded."""
    start = read_battle(record)
    assert start.divergence is None, record
    return start.game


def battle_in_front(made: Made) -> BattleDesk | None:
    window, _ = made
    return play_room(window).battle if window.room_name == "play" else None


@pytest.mark.parametrize("by", [{"red": "person", "blue": "person"}, {"red": "person", "blue": "eager"}], ids=str)
def test_nothing_that_is_pressed_breaks_a_battle(made: Made, tmp_path: Path, by: dict[str, str]) -> None:
    played = press_anything(made, begun_race(tmp_path / "wild.battle.jsonl", by=by), 60, seed=len(by["blue"]))
    assert played > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_nothing_that_is_pressed_breaks_a_battle_at_length(made: Made, tmp_path: Path, seed: int) -> None:
    by = {"red": "person", "blue": ("person", "eager")[seed % 2]}
    dice = 5 if seed < 10 else None
    press_anything(made, begun_race(tmp_path / "wild.battle.jsonl", seed=dice, by=by), 1000, seed=seed)
