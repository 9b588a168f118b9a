"""D&D Miniatures as `warcry3d.rules.battle_api` asks for it."""

from types import MappingProxyType
from typing import Any, Final

import msgspec

from warcry3d.errors import QuestionError
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.setup import Setup, setup_of
from warcry3d.message import message
from warcry3d.rules.battle_api import BattleOffer, BattleRequest, Setting
from warcry3d.rules.dndminiatures.battle.context import AgreedReadings, SkirmishContext
from warcry3d.rules.dndminiatures.battle.skirmish import Skirmish
from warcry3d.rules.dndminiatures.battle.standings import rosters, standings, threat_of
from warcry3d.rules.dndminiatures.creatures.band import CreatureBand
from warcry3d.rules.dndminiatures.creatures.faults import (
    MOST_WARBANDS,
    creature_band_faults,
    warband_count_faults,
)
from warcry3d.rules.dndminiatures.creatures.files import load_creature_band, named_creature_file
from warcry3d.rules.dndminiatures.players.plain import PlainSkirmisher
from warcry3d.rules.dndminiatures.tiles.tile_files import tile_to_wire
from warcry3d.rules.dndminiatures.tiles.tile_places import is_for_tiles
from warcry3d.rules.dndminiatures.tiles.tile_sets import default_tiles

__all__ = ["OFFER", "SETTINGS", "skirmish_setup"]

SETTINGS = (
    Setting(
        "warbands",
        "whether warbands must be legal",
        ("legal", "any"),
        labels=(message("legal ones only"), message("any")),
    ),
    Setting(
        "partner",
        "who helps to flank in games of three and more",
        ("any", "own"),
        labels=(message("any enemy of the target"), message("the own warband only")),
    ),
    Setting(
        "opportunities",
        "attacks of opportunity in a creature's turn",
        ("each", "one"),
        labels=(message("one of each enemy"), message("one in all")),
    ),
    Setting(
        "corners",
        "whether diagonal steps may pass the end of a wall",
        ("closed", "open"),
        labels=(message("they may not"), message("they may")),
    ),
    Setting(
        "squeezing",
        "whether big creatures squeeze through narrow gaps",
        ("no", "yes"),
        labels=(message("they do not"), message("they do")),
    ),
)
"""What can be chosen for a skirmish; docs/skirmish.md describes it."""


def skirmish_setup(asked: BattleRequest) -> Setup:
    """Return the set-up of a skirmish; raise a `WarcryError` where what is asked for cannot be."""
    if len(asked.bands) != len(asked.players):
        raise QuestionError(
            "expected one warband per player ({players}), got {bands}",
            players=", ".join(asked.players),
            bands=", ".join(asked.bands),
        )
    for fault in warband_count_faults(len(asked.bands)):
        raise QuestionError("{text} ({rule})", text=fault.message, rule=fault.rule)
    chosen = OFFER.chosen(asked.options)
    bands = {
        player: load_creature_band(named_creature_file(band))
        for player, band in zip(asked.players, asked.bands, strict=True)
    }
    if chosen["warbands"] == "legal":
        for player, band in bands.items():
            _refuse_illegal(player, band)
    details = {
        "warbands": {player: _cards(band) for player, band in bands.items()},
        "names": {player: band.name for player, band in bands.items()},
        "agreed": {name: chosen[name] for name in AgreedReadings.__struct_fields__},
    }
    if asked.table.grid is not None and is_for_tiles(asked.table.grid):
        details["tiles"] = {player: _tiles(band) for player, band in bands.items()}
    setup = setup_of(asked.table, asked.players, details)
    SkirmishContext(setup)  # says what the map lacks
    return setup


def _refuse_illegal(player: str, band: CreatureBand) -> None:
    faults = creature_band_faults(band)
    if faults:
        raise QuestionError(
            "the warband of {player}, {name}, is not legal: {fault} ({rule})",
            player=player,
            name=band.name,
            fault=faults[0].message,
            rule=faults[0].rule,
        )


def _tiles(band: CreatureBand) -> Any:
    """Return the tiles that a warband brings, those that stand for them where it brings none (DDM-BAND-6)."""
    return msgspec.to_builtins([tile_to_wire(tile) for tile in band.tiles or default_tiles()])


def _cards(band: CreatureBand) -> Any:
    """Return a warband's creatures as cards, each by its own id and name."""
    return msgspec.to_builtins(
        [msgspec.structs.replace(one.creature, id=one.id, name=one.name) for one in band.creatures]
    )


OFFER: Final = BattleOffer(
    ruleset=Skirmish(),
    setup=skirmish_setup,
    players=MappingProxyType({"random": RandomPlayer, "plain": PlainSkirmisher}),
    table="terrain/map-1-cellars.table.json",
    bands=("lamplighters", "mire-howl", "thornway", "iron-ledger"),
    settings=SETTINGS,
    headings=MappingProxyType({"round": 1, "turn": 2}),
    rosters=rosters,
    standings=standings,
    most_players=MOST_WARBANDS,
    player_labels=MappingProxyType({"random": message("acts by chance"), "plain": message("plays to win")}),
    threat=threat_of,
)
"""Skirmishes of D&D Miniatures."""
