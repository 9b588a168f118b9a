"""Warcry as `warcry3d.rules.battle_api` asks for it."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from warcry3d.errors import QuestionError
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.setup import Setup
from warcry3d.message import message
from warcry3d.rules.battle_api import BattleOffer, BattleRequest, Setting
from warcry3d.rules.warcry.abilities.files import abilities_file
from warcry3d.rules.warcry.bands.files import load_band, named_file
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.rules.warcry.battle.context import AgreedWire
from warcry3d.rules.warcry.battle.previews.threats import threat_of
from warcry3d.rules.warcry.battle.setup.cards import Deck, load_decks, shipped_decks
from warcry3d.rules.warcry.battle.setup.preparation import battle_setup
from warcry3d.rules.warcry.battle.standings import standings
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.plan import QUARTER_FEATURES
from warcry3d.rules.warcry.players.plain import PlainPlayer
from warcry3d.rules.warcry.players.preparing import next_choices

__all__ = ["OFFER", "SETTINGS", "rosters", "warcry_setup"]


def _cards(deck: Deck) -> Callable[[], tuple[str, ...]]:
    """Return what gives the names of the cards of a deck that ship."""
    return lambda: tuple(card.name for card in getattr(shipped_decks(), deck.value))


SETTINGS = (
    Setting(
        "terrain",
        "who sets up the terrain",
        ("fixed", "free", "deck"),
        labels=(message("as on the board"), message("the players"), message("a terrain card")),
        own_board=frozenset({"deck"}),
    ),
    Setting("decks", "a file of battleplan cards", is_file=True),
    Setting("victory", "the victory card", known=_cards(Deck.VICTORY)),
    Setting("deployment", "the deployment card", known=_cards(Deck.DEPLOYMENT)),
    Setting("twist", "the twist card", known=_cards(Deck.TWIST)),
    Setting("terrain-card", "the terrain card", known=_cards(Deck.TERRAIN)),
    Setting("abilities", "a file of further abilities", is_file=True),
    Setting(
        "too-close",
        "what a line of sight that is too close to call counts as",
        ("hidden", "seen"),
        labels=(message("hidden"), message("seen")),
    ),
    Setting(
        "warbands",
        "whether warbands must be legal",
        ("legal", "any"),
        labels=(message("legal ones only"), message("any")),
    ),
)
"""What can be chosen for a battle; docs/battle.md describes it."""

MOST_PLAYERS = 4
"""Deployment maps for so many players ship (WC-PLAYERS-1)."""

_DECKS = {
    "victory": Deck.VICTORY,
    "deployment": Deck.DEPLOYMENT,
    "twist": Deck.TWIST,
    "terrain-card": Deck.TERRAIN,
}


def warcry_setup(asked: BattleRequest) -> Setup:
    """Return the set-up of a Warcry battle; raise a `WarcryError` where what is asked for cannot be."""
    if len(asked.bands) != len(asked.players):
        raise QuestionError(
            "expected one warband per player ({players}), got {bands}",
            players=", ".join(asked.players),
            bands=", ".join(asked.bands),
        )
    bands = {player: load_band(named_file(band)) for player, band in zip(asked.players, asked.bands, strict=True)}
    chosen = OFFER.chosen(asked.options)
    count = len(asked.table.terrain.features)
    if chosen["terrain"] == "free" and count < QUARTER_FEATURES:  # a player would be asked what nobody can do
        raise QuestionError(
            "the players cannot set up the terrain: the board has {count} features of it, and {least} are due in each "
            "quarter; take a board with terrain",
            count=count,
            least=QUARTER_FEATURES,
            terrain=chosen["terrain"],
        )
    return battle_setup(
        bands,
        table=None if chosen["terrain"] == "deck" else asked.table,
        terrain="free" if chosen["terrain"] == "free" else "fixed",
        decks=load_decks(Path(chosen["decks"])) if "decks" in chosen else None,
        cards={deck: chosen[name] for name, deck in _DECKS.items() if name in chosen},
        agreed=AgreedWire(
            too_close="seen" if chosen["too-close"] == "seen" else "hidden",
            warbands="any" if chosen["warbands"] == "any" else "legal",
        ),
        abilities=[abilities_file(chosen["abilities"])] if "abilities" in chosen else (),
    )


def rosters(state: State) -> Mapping[str, Mapping[str, str]]:
    """Return each side's fighters by what the battle calls them, with their names; whose it is beside a shared one."""
    named = {id: (player, fighter.name) for id, (player, fighter) in state.context.fighters.items()}
    shared = Counter(name for _, name in named.values())
    return {
        side.id: {
            id: name if shared[name] == 1 else f"{name} ({player})"
            for id, (player, name) in named.items()
            if player == side.id
        }
        for side in state.sides
    }


OFFER: Final = BattleOffer(
    ruleset=WarcryBattle(),
    setup=warcry_setup,
    players=MappingProxyType({"random": RandomPlayer, "plain": PlainPlayer}),
    table="terrain/board-1-stilts.table.json",
    bands=("stilt-watch", "low-tide"),
    settings=SETTINGS,
    headings=MappingProxyType({"round": 1, "activation": 2, "summary": 2, "end": 1}),
    rosters=rosters,
    standings=standings,
    most_players=MOST_PLAYERS,
    player_labels=MappingProxyType({"random": message("acts by chance"), "plain": message("plays to win")}),
    threat=threat_of,
    prepared=next_choices,
)
"""Battles of Warcry."""
