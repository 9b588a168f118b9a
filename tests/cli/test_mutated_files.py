"""Whatever happened to a file, a command answers or says in one line what is wrong: never a traceback."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import warcry3d
from tests.rules.warcry.battle.test_illegal_actions import evening
from tests.soak import mostly_soak
from warcry3d.cli import main
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.record import Journal
from warcry3d.game.session import Game
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.table.shipped import shipped_root

SEEDS = mostly_soak(range(40), quick=1)
ACTIONS = 12

ODD: tuple[Any, ...] = (
    *(None, True, False, "", "x", "{x}", "\n", "\x1b[2J", "../x", "x" * 3000, [], {}, [[]], [None], {"a": 1}),
    *(0, 1, -1, 2, 0.5, 1e-9, -1e-9, 1e6, -1e6, 1e30, 10**30, 1e308, -0.0),
)
"""Values that nobody means."""


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Return all places in parsed JSON: what holds them, and the key or index."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [found for key in keys for found in [(value, key), *places_in(value[key])]]


def mutated(given: Any, dice: random.Random) -> Any:
    """Return a copy of parsed JSON with one to three changes."""
    changed = json.loads(json.dumps(given))
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        places = places_in(changed)
        holder, key = dice.choice(places)
        other, its = dice.choice(places)
        match dice.choice(("odd", "other", "gone", "twice", "scaled")):
            case "other":
                holder[key] = json.loads(json.dumps(other[its]))
            case "gone":
                del holder[key]
            case "twice" if isinstance(holder, list):
                holder.append(json.loads(json.dumps(holder[key])))
            case "scaled" if isinstance(holder[key], int | float):
                holder[key] *= dice.choice((-1, 0, 1.001, 10, 1000, 1e-3))
            case _:
                holder[key] = dice.choice(ODD)
    return changed


def answers(capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
    """Run a command; hold that it ends well, or with one line on stderr."""
    capsys.readouterr()
    code = main(list(arguments))
    out, err = capsys.readouterr()
    assert code in (0, 1, 2)
    if code == 2:
        assert err.count("\n") == 1, err
    assert "Traceback" not in out + err


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARCRY3D_LANG", "en")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["dispute-2-gap", "dispute-5-walkway"])
def test_a_table_is_judged_moved_on_and_checked_or_refused(
    name: str, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = random.Random(seed)
    whole = json.loads((shipped_root() / "terrain" / f"{name}.table.json").read_text(encoding="utf-8"))
    one, other = (model["id"] for model in whole["models"][:2])
    for _ in range(4):
        Path("a.table.json").write_text(json.dumps(mutated(whole, dice)), encoding="utf-8")
        answers(capsys, "check", "a.table.json", one, other)
        answers(capsys, "move", "a.table.json", one, "--to", "12,9")
        answers(capsys, "layout", "check", "a.table.json", "--step", "3")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of the first actions of a battle."""
    rules: Any = WarcryBattle()
    players: Any = {"red": RandomPlayer(), "blue": RandomPlayer()}
    path = tmp_path_factory.mktemp("battle") / "whole.jsonl"
    game = Game.begin(rules, evening())
    with Journal.create(path, game, seed=6) as journal:
        for _ in range(ACTIONS):
            game = play_on(game, players, SeededDice(6), seed=6)
            journal.follow(game)
    return path


def test_the_record_that_is_mutated_is_told_whole(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    assert f"{ACTIONS} actions, all as recorded." in capsys.readouterr().out


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_is_replayed_or_refused(record: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    dice = random.Random(seed)
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    for number in range(10):
        at = 0 if number % 2 else dice.randrange(len(lines))
        changed = [*lines[:at], mutated(lines[at], dice), *lines[at + 1 :]]
        Path("a.jsonl").write_text("\n".join(map(json.dumps, changed)) + "\n", encoding="utf-8")
        answers(capsys, "replay", "a.jsonl")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["low-tide.band.json", "drowned-forest.fighters.json", "low-tide.abilities.json"])
def test_a_warband_is_checked_or_refused(name: str, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    dice = random.Random(seed)
    for file in (Path(warcry3d.__file__).parent / "rules" / "warcry" / "data").glob("*.json"):
        shutil.copy(file, file.name)
    whole = json.loads(Path(name).read_text(encoding="utf-8"))
    for _ in range(15):
        Path(name).write_text(json.dumps(mutated(whole, dice)), encoding="utf-8")
        answers(capsys, "band", "check", "low-tide.band.json")
