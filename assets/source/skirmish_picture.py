"""The battle of the picture of a skirmish: two warbands on Map 1, up to a move past an enemy that may strike."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.prompts import Go, GoEnd, best_ends
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice, Outcome
from warcry3d.game.session import Game
from warcry3d.motion.path import Path as ModelWay
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.systems import system
from warcry3d.table.files import load_table

__all__ = ["record_skirmish"]

TABLE = Path("terrain/map-1-cellars.table.json")
BANDS = ("lamplighters", "mire-howl")
SEATS: Mapping[str, str] = {"red": "person", "blue": "plain"}
SEED = 4
ROUND = 2
MOST, LEAST = 80, 5
"""At most so many squares are to have an orange rim, at least so many of them green ones that one enemy watches."""


def record_skirmish(file: Path) -> tuple[float, float, float]:
    """Record a battle up to a turn of red with green, blue and orange squares; return the place to point at."""
    table = load_table(TABLE.resolve())
    offer = system(table.ruleset).battle()
    game = Game.begin(offer.ruleset, offer.setup(BattleRequest(table, tuple(SEATS), BANDS, offer.chosen({}))))
    players = {side: offer.player("plain") for side in SEATS}
    with Journal.create(file, game, seed=SEED, by=SEATS) as journal:
        while not (ends := _watched(game)):
            if isinstance(game.pending, Outcome):
                raise RuntimeError("another seed: nobody moves past an enemy")
            game = play_on(game, players, SeededDice(SEED), seed=SEED)
            journal.follow(game)
    return max(ends, key=lambda end: (end.cost, end.at)).at


def _watched(game: Game[Any, Any]) -> list[GoEnd]:
    """Return the green ends past one enemy, if red begins a turn in which there are some, and not too many others."""
    pending, state = game.pending, game.state
    acts = isinstance(pending, Choice) and (pending.kind, pending.player) == ("act", "red")
    if not acts or state.round < ROUND or state.turn.has_begun:
        return []
    go = next((one for one in game.ruleset.prompts(state) if isinstance(one, Go) and one.id == "move"), None)
    if go is None or go.ends is None:
        return []
    ends = best_ends(go.ends(go.models[0], ModelWay(())))
    watched = [end for end in ends if end.tier == 0 and len(end.provokes) == 1]
    return watched if len(watched) >= LEAST and sum(1 for end in ends if end.provokes) <= MOST else []
