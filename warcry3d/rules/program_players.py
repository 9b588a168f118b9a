"""The program's players of any rule system, each in a process of its own."""

from collections.abc import Mapping
from typing import Any

from warcry3d.game.decisions import TimelyPlayer
from warcry3d.game.player_process import PlayerProcess
from warcry3d.game.players import Player
from warcry3d.game.ruleset import Ruleset
from warcry3d.game.setup import Setup
from warcry3d.rules.systems import system

__all__ = ["player_in_process", "player_process"]

SECONDS = 3.0
"""After so many seconds a player that somebody waits for begins nothing that takes long."""


def player_process(setup: Setup, player: str, *, seed: int = 0) -> PlayerProcess[Any, Any]:
    """Return a process for a player of the set-up's rule system; it is started when it is first told of the battle.

    Raises `UnknownNameError` for a system or player that is not there.
    """
    offer = system(setup.ruleset).battle()
    offer.player(player)
    given = {"system": setup.ruleset, "player": player}
    return PlayerProcess(offer.ruleset, setup, f"{__name__}:{player_in_process.__name__}", given, seed=seed)


def player_in_process(given: Mapping[str, Any]) -> tuple[Ruleset[Any, Any], Player[Any, Any]]:
    """Return the rules and the player that a process was told to play: called there."""
    offer = system(str(given["system"])).battle()
    player = offer.player(str(given["player"]))
    if isinstance(player, TimelyPlayer):
        player.seconds = SECONDS
    return offer.ruleset, player
