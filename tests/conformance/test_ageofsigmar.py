"""Age of Sigmar is held to the laws of the contract."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.laws import Battle, check_battle
from tests.rules.ageofsigmar.battle.checks import check_invariants
from tests.rules.ageofsigmar.battle.field import RULES, setup
from tests.soak import mostly_soak
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game

PLAYERS: Mapping[str, Any] = {"red": RandomPlayer(), "blue": RandomPlayer()}


@pytest.mark.parametrize("seed", mostly_soak(range(10), quick=1))
def test_battle_keeps_the_laws(seed: int, tmp_path: Path) -> None:
    rules: Any = RULES
    game = check_battle(Battle(rules, setup(rounds=3), PLAYERS, seed, every=15), tmp_path)
    assert game.is_over
    before = (game.undo(n).pending for n in range(1, len(game.done) + 1))
    kinds = {due.kind for due in before if isinstance(due, Choice)}
    assert {"realm", "divide-field", "set-up", "place-unit", "general", "hero", "movement", "move-unit"} <= kinds


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 201))
def test_a_player_that_knows_prompts_only_finishes_the_battle(seed: int) -> None:
    rules: Any = RULES
    game = Game.begin(rules, setup())
    while not game.is_over:
        game = play_on(game, PLAYERS, SeededDice(seed), seed=seed)
        check_invariants(game.state)
