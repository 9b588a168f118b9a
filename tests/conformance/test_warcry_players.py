"""Battles of three and of four players (WC-PLAYERS-1): held to the laws, recorded and replayed to their end."""

from pathlib import Path
from typing import Any

import pytest

from tests.conformance.laws import Battle, check_battle
from tests.rules.warcry.battle.field import RULES, profile
from tests.soak import mostly_soak
from warcry3d.errors import FileError
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Outcome
from warcry3d.game.setup import Setup

SIDES = ("red", "blue", "green", "yellow")
CORNERS = {"red": (4, 4), "blue": (14, 14), "green": (4, 14), "yellow": (14, 4)}


def map_of(count: int) -> dict[str, Any]:
    """Return a deployment map with so many colours on a board of 18 x 18 in, one in each corner."""
    points = [
        {"side": side, "group": group, "at": [x + dx, y]}
        for side, (x, y) in list(CORNERS.items())[:count]
        for group, dx in (("dagger", 0), ("shield", -1.5), ("hammer", 1.5))
    ]
    board = {"width": 18, "depth": 18}
    return {"format": "warcry3d.deployment/1", "name": f"For {count}", "board": board, "points": points}


def set_up(count: int, *, maps: int | None = None, rounds: int = 2) -> Setup:
    """Return the set-up of a skirmish of so many players, three fighters each; the deck has maps for ``maps``."""
    band = [profile(id, move=6, wounds=5) for id in ("a", "b", "c")]
    bands = {
        side: {
            "format": "warcry3d.warband/1",
            "name": side,
            "faction": "marsh",
            "fighters": [{"profile": one, "id": one["id"]} for one in band],
        }
        for side in SIDES[:count]
    }
    decks = {
        "format": "warcry3d.decks/1",
        "victory": [
            {
                "name": "Hold",
                "rounds": rounds,
                "objectives": [[15, 11]],
                "wakes": "without-initiative",
                "awake": "none",
                "scores": [{"per": "controlled-objective"}, {"per": "more-blood"}, {"per": "enemy-leader"}],
            }
        ],
        "deployment": [map_of(maps or count)],
    }
    table: dict[str, Any] = {
        "format": "warcry3d.table/1",
        "ruleset": "warcry",
        "board": {"width": 18, "depth": 18},
        "pieces": {
            "stone": {"parts": [{"id": "rock", "kind": "obstacle", "box": {"min": [0, 0, 0], "max": [2, 1, 2]}}]}
        },
        "features": [{"id": "stone", "piece": "stone", "at": [8, 8, 0], "turn": 30}],
        "models": [],
    }
    details = {"warbands": bands, "agreed": {"warbands": "any"}, "decks": decks}
    return Setup("warcry", SIDES[:count], table, details)


@pytest.mark.parametrize("case", mostly_soak(((3, 8), (3, 1), (4, 1)), quick=1), ids=str)
def test_a_battle_of_many_players_keeps_the_laws_to_its_end(case: tuple[int, int], tmp_path: Path) -> None:
    """rule: WC-PLAYERS-1, WC-WIN-1.  Steps are written, read back and replayed; then all of it is."""
    count, every = case
    players = {side: RandomPlayer() for side in SIDES[:count]}
    game = check_battle(Battle(RULES, set_up(count), players, seed=count, every=every), tmp_path)
    assert isinstance(game.pending, Outcome)
    assert set(game.pending.scores) == set(players)
    assert {fighter.player for fighter in game.state.fighters} == set(players)
    assert len({side.colour for side in game.state.sides}) == count


def test_players_without_a_colour_on_the_map_are_refused() -> None:
    """rule: WC-PLAYERS-1."""
    with pytest.raises(FileError, match="no deployment map has a colour for each of 3 players"):
        RULES.start(set_up(3, maps=2))


def test_one_player_alone_is_refused() -> None:
    """rule: WC-PLAYERS-1."""
    with pytest.raises(FileError, match="expected two players or more"):
        RULES.start(set_up(1, maps=2))
