"""Whatever is clicked or typed in a battle of any rule system that is registered breaks neither window nor record.

Each system plays what it offers by default; walks begin before choices of all kinds that a battle of chance comes to.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.app.play.anything import fitting, press_anything
from tests.app.play.conftest import SmallWindow
from tests.app.windows import Made
from warcry3d.app.shell.settings import Settings
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.judgement import playable_table
from warcry3d.rules.systems import SYSTEMS, system
from warcry3d.table.shipped import shipped_root

SEED = 2
MOST_ACTIONS = 150
"""So many actions of a battle are played before walks begin: by then creatures stand among each other."""
OWN_TESTS = ("warcry",)
"""Systems that have walks of their own in the quick tests."""


@cache
def begun(name: str) -> Game[Any, Any]:
    """Return a battle as a system offers it: its table, its warbands."""
    offer = system(name).battle()
    table = playable_table(shipped_root() / offer.table)
    players = ("red", "blue")
    return Game.begin(offer.ruleset, offer.setup(BattleRequest(table, players, offer.bands[:2])))


@cache
def battles_before(name: str) -> dict[str, tuple[Game[Any, Any], ...]]:
    """Return the battle as it was before each choice of a random player, by the choice's kind."""
    found: dict[str, tuple[Game[Any, Any], ...]] = {}
    game, player = begun(name), RandomPlayer()
    while not game.is_over and len(game.done) < MOST_ACTIONS:
        if isinstance(game.pending, Choice):
            found[game.pending.kind] = (*found.get(game.pending.kind, ()), game)
        game = play_on(game, dict.fromkeys(("red", "blue"), player), SeededDice(SEED), seed=SEED)
    return found


def record_before(path: Path, name: str, number: int, by: dict[str, str]) -> Path:
    """Write the record of a battle that stands before a choice: of the kinds in turn, of each late ones first."""
    before = battles_before(name)
    kinds = sorted(before)
    there = before[kinds[number % len(kinds)]]
    with Journal.create(path, begun(name), seed=SEED, by=by) as journal:
        journal.follow(there[-1 - number // len(kinds) % len(there)])
    return path


@pytest.fixture
def made(small_window: SmallWindow, own_folder: Path) -> Iterator[Made]:
    with small_window(Settings(has_instant_dice=True, has_less_motion=True, pace=4.0)) as window:
        yield window


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name not in OWN_TESTS])
def test_nothing_that_is_pressed_breaks_a_battle_of_a_system(made: Made, tmp_path: Path, name: str) -> None:
    record = record_before(tmp_path / "wild.battle.jsonl", name, 0, {"red": "person", "blue": "person"})
    assert press_anything(made, record, 60, seed=3, does=fitting) > 0


@pytest.mark.soak(seconds=60)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("name", SYSTEMS)
def test_nothing_that_is_pressed_breaks_a_battle_of_a_system_at_length(
    made: Made, tmp_path: Path, name: str, seed: int
) -> None:
    by = {"red": "person", "blue": ("person", "random")[seed % 2]}
    record = record_before(tmp_path / "wild.battle.jsonl", name, seed, by)
    assert press_anything(made, record, 500, seed=seed, does=fitting) > 0
