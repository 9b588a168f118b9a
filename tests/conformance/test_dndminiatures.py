"""D&D Miniatures is held to the laws of the contract."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.laws import Battle, check_battle
from tests.rules.dndminiatures.battle.field import RULES, evening
from tests.soak import mostly_soak
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_out
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game

PLAYERS: Mapping[str, Any] = {"red": RandomPlayer(), "blue": RandomPlayer()}


@pytest.mark.parametrize("seed", mostly_soak(range(20), quick=1))
def test_skirmish_keeps_the_laws(seed: int, tmp_path: Path) -> None:
    rules: Any = RULES
    game = check_battle(Battle(rules, evening(), PLAYERS, seed, every=60), tmp_path)
    assert game.is_over
    before = (game.undo(n).pending for n in range(1, len(game.done) + 1))
    kinds = {due.kind for due in before if isinstance(due, Choice)}
    assert {"sets-up-first", "set-up", "first", "activate", "act", "opportunity"} <= kinds


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 201))
def test_a_player_that_knows_prompts_only_finishes_the_skirmish(seed: int) -> None:
    rules: Any = RULES
    game = play_out(Game.begin(rules, evening()), PLAYERS, SeededDice(seed), seed=seed)
    assert game.is_over
