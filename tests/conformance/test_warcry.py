"""Warcry is held to the laws of the contract, and its states have one hash wherever they are made."""

import functools
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.laws import Battle, check_battle
from tests.rules.warcry.battle.test_illegal_actions import evening
from tests.soak import mostly_soak
from warcry3d.game.dice import SeededDice
from warcry3d.game.plain import state_hash
from warcry3d.game.players import play_on, play_out
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.rules.warcry.battle.state import State

PLAYERS: Mapping[str, Any] = {"red": RandomPlayer(), "blue": RandomPlayer()}

SEED = 6
"""A battle in which much is asked: fighters fall, are dragged along, react, drop their treasure."""

EVERY = 8
"""At so many steps once the laws are held in the quick run, and at the first step of each kind."""
QUICK_STEPS = 60

SCRIPT = """
import os, sys
import warcry3d.geom.compiled
os.environ["WARCRY3D_CACHE"] = ""
from tests.conformance.test_warcry import fought
sys.stdout.write(fought(int(sys.argv[1])))
"""


@pytest.mark.parametrize("every", mostly_soak((EVERY, 1), quick=1))
def test_warcry_keeps_the_laws(every: int, tmp_path: Path) -> None:
    rules: Any = WarcryBattle()
    game = check_battle(Battle(rules, evening(), PLAYERS, SEED, every=every), tmp_path)
    assert game.is_over
    before = (game.undo(n).pending for n in range(1, len(game.done) + 1))
    assert {"fall", "act", "wild", "deploy"} <= {due.kind for due in before if isinstance(due, Choice)}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 101))
def test_a_player_that_knows_prompts_only_finishes_the_battle(seed: int) -> None:
    rules: Any = WarcryBattle()
    game: Game[State, Any] = play_out(Game.begin(rules, evening()), PLAYERS, SeededDice(seed), seed=seed)
    assert game.is_over


@pytest.mark.parametrize("case", mostly_soak([("0", QUICK_STEPS), *((seed, 2000) for seed in "012")], quick=1), ids=str)
def test_the_same_battle_has_the_same_hash_in_every_process(case: tuple[str, int]) -> None:
    """The seed is that by which sets of texts order themselves; this process has one of its own."""
    seed, most = case
    kept = {name: value for name, value in os.environ.items() if name != "WARCRY3D_CACHE"}  # for compiled kernels alone
    environment = {**kept, "PYTHONHASHSEED": seed}
    run = subprocess.run([sys.executable, "-c", SCRIPT, str(most)], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout == fought(most)


@functools.cache
def fought(most: int) -> str:
    """Return the hashes along a battle of at most so many steps, as one text."""
    rules: Any = WarcryBattle()
    game: Game[State, Any] = Game.begin(rules, evening())
    dice = SeededDice(SEED)
    while not game.is_over and len(game.done) < most:
        game = play_on(game, PLAYERS, dice, seed=SEED)
    return " ".join(state_hash(rules, step.state) for step in game.done)
