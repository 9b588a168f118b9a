"""Whatever is clicked or typed in a Warcry battle, from any of its choices on, breaks neither window nor record."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.app.play.anything import fitting, press_anything
from tests.app.play.conftest import SmallWindow
from tests.app.windows import Made
from tests.rules.warcry.battle.field import BOW, RULES, SWORD, box, profile, set_up
from tests.soak import mostly_soak
from warcry3d.app.shell.settings import Settings
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game

PARTS = (
    box("deck", (8, 8, 2.8), (14, 13, 3), "platform"),
    box("post", (8, 8, 0), (14, 8.4, 2.8)),
    box("wall", (18, 6, 0), (18.5, 12, 2)),
)
RED = (profile("a", "hero"), profile("b", weapons=[BOW, SWORD]), profile("c", "fly", move=8))
BLUE = (profile("a", "beast", base={"oval": [60, 35]}), profile("b"), profile("c", weapons=[BOW]))
CARD = {
    "name": "Short",
    "rounds": 2,
    "objectives": [[15, 11], [10, 10]],
    "scores": [{"per": "controlled-objective"}, {"per": "more-blood"}],
}
KINDS = ("groups", "colour", "deploy", "wild", "activate", "act", "react", "fall")
"""Choices from which walks begin: set-up, the hero phase, combat, reactions and falls."""
SEED = 1
"""Seed of a battle of the random player in which all of them come up."""


def begun() -> Game[Any, Any]:
    decks = {**set_up(RED, BLUE).details["decks"], "victory": [CARD]}
    return Game.begin(RULES, set_up(RED, BLUE, parts=PARTS, details={"decks": decks}))


@cache
def battles_before() -> dict[str, tuple[Game[Any, Any], ...]]:
    """Return a battle of the random player as it was before each of its choices, by the choice's kind."""
    found: dict[str, tuple[Game[Any, Any], ...]] = {}
    game, player = begun(), RandomPlayer()
    while not game.is_over:
        if isinstance(game.pending, Choice):
            found[game.pending.kind] = (*found.get(game.pending.kind, ()), game)
        game = play_on(game, {"red": player, "blue": player}, SeededDice(SEED), seed=SEED)
    return found


def record_before(path: Path, kind: str, number: int, by: dict[str, str]) -> Path:
    """Write the record of a battle that stands before a choice of a kind."""
    there = battles_before()[kind]
    with Journal.create(path, begun(), seed=SEED, by=by) as journal:
        journal.follow(there[number % len(there)])
    return path


@pytest.fixture
def made(small_window: SmallWindow, own_folder: Path) -> Iterator[Made]:
    with small_window(Settings(has_instant_dice=True, has_less_motion=True, pace=4.0)) as window:
        yield window


@pytest.mark.parametrize("kind", mostly_soak(("act", *(one for one in KINDS if one != "act")), quick=1))
def test_nothing_that_is_pressed_breaks_a_warcry_battle(made: Made, tmp_path: Path, kind: str) -> None:
    record = record_before(tmp_path / "wild.battle.jsonl", kind, 0, {"red": "person", "blue": "person"})
    inputs = 60 if kind == "act" else 120  # a place to fall to is found later by chance than something to do
    played = press_anything(made, record, inputs, seed=len(kind), does=fitting)
    assert played > 0


@pytest.mark.soak(seconds=60)
@pytest.mark.parametrize("seed", range(40))
def test_nothing_that_is_pressed_breaks_a_warcry_battle_at_length(made: Made, tmp_path: Path, seed: int) -> None:
    by = {"red": "person", "blue": ("person", "random")[seed % 2]}
    record = record_before(tmp_path / "wild.battle.jsonl", KINDS[seed % len(KINDS)], seed, by)
    assert press_anything(made, record, 500, seed=seed, does=fitting) > 0
