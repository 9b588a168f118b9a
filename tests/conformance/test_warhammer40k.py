"""Warhammer 40,000 is held to the laws of the contract."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.conformance.laws import Battle, check_battle
from tests.rules.warhammer40k.battle.checks import check_invariants
from tests.rules.warhammer40k.battle.field import RULES, field, setup
from tests.soak import mostly_soak
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup, setup_of
from warcry3d.rules.warhammer40k.datasheets.files import army_to_wire, shipped_army
from warcry3d.rules.warhammer40k.players.plain import PlainCommander

PLAYERS: Mapping[str, Any] = {"red": RandomPlayer(), "blue": RandomPlayer()}
STONES = [{"id": f"s{n}", "piece": "stone", "at": [12 + 11 * n, 16 + 9 * (n % 2)]} for n in range(4)]


def shipped_setup(rounds: int = 5) -> Setup:
    """Return a battle of the two armies that ship."""
    names = {"red": "ninth-furnace", "blue": "slow-flood"}
    armies = {player: msgspec.to_builtins(army_to_wire(shipped_army(name))) for player, name in names.items()}
    return setup_of(field(features=STONES), ("red", "blue"), {"armies": armies, "agreed": {"rounds": rounds}})


@pytest.mark.parametrize("seed", mostly_soak(range(10), quick=1))
def test_a_small_battle_keeps_the_laws(seed: int, tmp_path: Path) -> None:
    rules: Any = RULES
    game = check_battle(Battle(rules, setup(rounds=1), PLAYERS, seed, every=60), tmp_path)
    assert game.is_over


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_battle_keeps_the_laws(seed: int, tmp_path: Path) -> None:
    rules: Any = RULES
    game = check_battle(Battle(rules, shipped_setup(rounds=2), PLAYERS, seed, every=25), tmp_path)
    assert game.is_over
    before = (game.undo(n).pending for n in range(1, len(game.done) + 1))
    kinds = {due.kind for due in before if isinstance(due, Choice)}
    assert {"objective", "formations", "set-up", "place-unit", "movement", "move-unit"} <= kinds


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 201))
def test_a_player_that_knows_prompts_only_finishes_the_battle(seed: int) -> None:
    rules: Any = RULES
    game = Game.begin(rules, shipped_setup())
    while not game.is_over:
        game = play_on(game, PLAYERS, SeededDice(seed), seed=seed)
        check_invariants(game.state)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 31))
def test_the_plain_player_finishes_the_battle(seed: int) -> None:
    rules: Any = RULES
    players: Mapping[str, Any] = {"red": PlainCommander(), "blue": PlainCommander()}
    game = Game.begin(rules, shipped_setup())
    while not game.is_over:
        game = play_on(game, players, SeededDice(seed), seed=seed)
        check_invariants(game.state)
