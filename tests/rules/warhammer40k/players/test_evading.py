"""What players answer when a unit of theirs may move as it is shot at (40K-SHOOT-9)."""

import math

import pytest

from tests.rules.warhammer40k.battle.field import TROOPS, aims, at_step, battle, gun, play, row, sheet
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.session import Game
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.plugin import OFFER

QUICK = sheet("quick", rules=[{"rule": "evade", "name": "Slip Away", "inches": 6}])
BOTH = ("red", "blue")


def picked(*, wall: bool = False) -> Game:
    """Return a game in which blue may move three models that red has picked as targets, 20 in away."""
    walls = [{"id": "wall", "piece": "high-wall", "at": [33.5, 6]}] if wall else []
    blues = {"a": (QUICK, row(30, 10, 3)), "b": (TROOPS, [(10, 30)])}
    state = battle({"u": (sheet("u", gun("Rifle", 24)), [(10, 10)])}, blues, AimsWeapons("u"), features=walls)
    game = play(at_step(state), aims("u", "a", "rifle"))
    assert (game.pending.player, game.pending.about) == ("blue", ("a", "evade", 6.0))
    return game


@pytest.mark.parametrize("wall", [False, True])
def test_the_plain_player_goes_away_from_the_enemy(wall: bool) -> None:
    """rule: 40K-SHOOT-9. It went toward its own goal before: at the enemy, for fighters."""
    game = picked(wall=wall)
    there = play_on(game, dict.fromkeys(BOTH, OFFER.player("plain")), SeededDice(1), seed=1).state
    for troop in there.troops("a"):
        before = game.state.troop(troop.id).at
        assert 10.0 < math.dist(before[:2], (10, 10)) <= math.dist(troop.at[:2], (10, 10))
        assert math.dist(before, troop.at) <= 6.0 + 1e-6
    assert max(math.dist(one.at[:2], (10, 10)) for one in there.troops("a")) > 25.0 or wall


@pytest.mark.parametrize("name", ["plain", "random"])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_players_answer_the_attacks_go_on(name: str, seed: int) -> None:
    """rule: 40K-SHOOT-9, 40K-ATTACK-4."""
    game, players = picked(), dict.fromkeys(BOTH, OFFER.player(name))
    for _ in range(60):
        if game.is_over:
            break
        game = play_on(game, players, SeededDice(seed), seed=seed)
    assert game.is_over
