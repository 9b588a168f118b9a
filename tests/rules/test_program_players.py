"""The program's players of the registry, in processes of their own."""

import doctest
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.rules.warcry.battle.field import RULES, profile, set_up
from warcry3d.errors import UnknownNameError
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.program_players import player_process
from warcry3d.rules.warcry.players.plain import PlainPlayer

PAGE = Path(__file__).resolve().parents[2] / "docs" / "opponent.md"


def test_examples_on_the_page_run() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted and not found.failed


def test_a_player_that_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(UnknownNameError, match="no player 'grandmaster'"):
        player_process(set_up([profile("a")], [profile("b")]), "grandmaster")


def test_the_plain_player_of_a_process_decides_as_the_one_here() -> None:
    setup, dice = set_up([profile("a")], [profile("b")]), SeededDice(3)
    here = game = Game.begin(RULES, setup).settle(dice)
    with player_process(setup, "plain", seed=3) as player:
        for _ in range(4):
            assert isinstance(game.pending, Choice)
            player.ask(game)
            end = time.monotonic() + PATIENCE
            while (decision := player.poll()) is None and time.monotonic() < end:
                time.sleep(0.02)
            assert decision is not None
            game = game.play(decision.action).settle(dice)
            here = play_on(here, dict.fromkeys(setup.players, PlainPlayer()), dice, seed=3).settle(dice)
    assert game.hash == here.hash
