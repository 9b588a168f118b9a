"""The battle of the picture of units: two armies of Warhammer 40,000, up to a move of a unit with its leader."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice, Outcome
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.systems import system
from warcry3d.table.files import load_table

__all__ = ["UNIT", "record_unit_battle"]

TABLE = Path("terrain/field-2-works.table.json")
BANDS = ("ninth-furnace", "slow-flood")
SEATS: Mapping[str, str] = {"red": "person", "blue": "plain"}
UNIT = "ember-levy"
SEED = 5
INCHES = 5.0
"""So far (in) the unit is shown on its way to the last objective."""


def record_unit_battle(file: Path) -> tuple[float, float, float]:
    """Record a battle up to red's first move with the unit on the table; return the place to point at."""
    table = load_table(TABLE.resolve())
    offer = system(table.ruleset).battle()
    game = Game.begin(offer.ruleset, offer.setup(BattleRequest(table, tuple(SEATS), BANDS, offer.chosen({}))))
    players = {side: offer.player("plain") for side in SEATS}
    with Journal.create(file, game, seed=SEED, by=SEATS) as journal:
        while not _is_due(game):
            if isinstance(game.pending, Outcome):
                raise RuntimeError("another seed: the unit never moves")
            game = play_on(game, players, SeededDice(SEED), seed=SEED)
            journal.follow(game)
    at = np.array([model.placement.at[:2] for model in game.state.figures(UNIT)]).mean(axis=0)
    away = np.array(game.state.objectives[-1].at[:2]) - at
    x, y = (at + INCHES * away / np.linalg.norm(away)).tolist()
    return x, y, 0.0


def _is_due(game: Game[Any, Any]) -> bool:
    pending, state = game.pending, game.state
    is_asked = isinstance(pending, Choice) and (pending.kind, pending.player) == ("movement", "red")
    return is_asked and state.is_here(UNIT) and not state.unit(UNIT).did
