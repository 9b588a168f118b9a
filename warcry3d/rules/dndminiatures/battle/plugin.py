"""D&D Miniatures as `warcry3d.rules.battle_api` asks for it."""

from types import MappingProxyType
from typing import Any, Final

import msgspec

from warcry3d.errors import QuestionError
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.setup import Setup, setup_of
from warcry3d.message import message
from warcry3d.rules.battle_api import BattleOffer, BattleRequest, Setting
from warcry3d.rules.dndminiatures.battle.context import SkirmishContext
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
        "agreed": {"partner": chosen["partner"]},
    }
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
    bands=("lamplighters", "mire-howl"),
    settings=SETTINGS,
    headings=MappingProxyType({"round": 1, "turn": 2}),
    rosters=rosters,
    standings=standings,
    most_players=MOST_WARBANDS,
    player_labels=MappingProxyType({"random": message("acts by chance"), "plain": message("plays to win")}),
    threat=threat_of,
)
"""Skirmishes of D&D Miniatures."""
