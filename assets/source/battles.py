"""Records of battles that ship: the sample battle, set up by the program, a person to act first."""

from pathlib import Path

from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.systems import system
from warcry3d.table.files import load_table

BANDS = ("low-tide", "stilt-watch")
SEATS = {"red": "person", "blue": "plain"}
CARDS = {"deployment": "Two Landings"}
"""The sides stand 8 in apart: somebody can attack in the first activation (The Ford has them 14 in apart)."""
SEED = 1
"""The first seed with which red, the person, acts first."""
FIRST = "activate"


def make_all(folder: Path) -> None:
    """Write the sample battle to ``folder``: recorded up to the first activation."""
    table = load_table(folder / "sample-battle.table.json")
    offer = system(table.ruleset).battle()
    game = Game.begin(offer.ruleset, offer.setup(BattleRequest(table, tuple(SEATS), BANDS, offer.chosen(CARDS))))
    players = {side: offer.player("plain") for side in SEATS}
    with Journal.create(folder / "sample-battle.battle.jsonl", game, seed=SEED, by=SEATS) as journal:
        while not (isinstance(game.pending, Choice) and game.pending.kind == FIRST):
            game = play_on(game, players, SeededDice(SEED), seed=SEED)
            journal.follow(game)
    assert isinstance(game.pending, Choice) and game.pending.player == "red", "another seed: a person is to act first"
