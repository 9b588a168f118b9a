"""The battles of the pictures of units: of Warhammer 40,000 up to a move of a unit with its leader, of Age of Sigmar up
to a charge.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.prompts import Go
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice, Outcome
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.systems import system
from warcry3d.table.files import load_table

__all__ = ["UNIT", "record_charge", "record_unit_battle"]

Played: TypeAlias = Game[Any, Any]

UNIT = "ember-levy"
INCHES = 5.0
"""So far (in) the unit is shown on its way to the last objective."""
CHARGING = "windfalls"


def record_unit_battle(file: Path) -> tuple[float, float, float]:
    """Record a battle up to red's first move with the unit on the table; return the place to point at."""
    seats = {"red": "person", "blue": "plain"}
    game = _recorded(file, "field-2-works", ("ninth-furnace", "slow-flood"), seats, seed=5, is_due=_is_due)
    at = np.array([model.placement.at[:2] for model in game.state.figures(UNIT)]).mean(axis=0)
    away = np.array(game.state.objectives[-1].at[:2]) - at
    x, y = (at + INCHES * away / np.linalg.norm(away)).tolist()
    return x, y, 0.0


def record_charge(file: Path) -> tuple[float, float, float]:
    """Record a battle up to a charge of blue that reaches an enemy; return where its first model gets to."""
    seats = {"red": "plain", "blue": "person"}
    game = _recorded(file, "field-1-orchard", ("kilnward", "hollow-orchard"), seats, seed=1, is_due=_charges)
    return _charge(game).suggested[0].path.legs[-1].to[-1]


def _recorded(
    file: Path, table: str, bands: tuple[str, str], seats: Mapping[str, str], *, seed: int, is_due: Callable[..., bool]
) -> Played:
    """Record a battle of the plain player until something is due; return it as it stands then."""
    board = load_table(Path(f"terrain/{table}.table.json").resolve())
    offer = system(board.ruleset).battle()
    game = Game.begin(offer.ruleset, offer.setup(BattleRequest(board, tuple(seats), bands, offer.chosen({}))))
    players = {side: offer.player("plain") for side in seats}
    with Journal.create(file, game, seed=seed, by=seats) as journal:
        while not is_due(game):
            if isinstance(game.pending, Outcome):
                raise RuntimeError("another seed: it never comes to that")
            game = play_on(game, players, SeededDice(seed), seed=seed)
            journal.follow(game)
    return game


def _is_due(game: Played) -> bool:
    pending, state = game.pending, game.state
    is_asked = isinstance(pending, Choice) and (pending.kind, pending.player) == ("movement", "red")
    return is_asked and state.is_here(UNIT) and not state.unit(UNIT).did


def _charges(game: Played) -> bool:
    pending = game.pending
    is_asked = isinstance(pending, Choice) and pending.kind == "move-unit" and pending.about[:2] == (CHARGING, "charge")
    return is_asked and bool(_charge(game).suggested)


def _charge(game: Played) -> Go:
    return next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Go))
