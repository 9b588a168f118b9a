"""Warhammer 40,000 as `warcry3d.rules.battle_api` asks for it."""

from types import MappingProxyType
from typing import Any, Final

import msgspec

from warcry3d.errors import QuestionError
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.setup import Setup, setup_of
from warcry3d.message import message
from warcry3d.rules.battle_api import BattleOffer, BattleRequest, Setting
from warcry3d.rules.warhammer40k.battle.battle40k import Battle40k
from warcry3d.rules.warhammer40k.battle.context import Context40k
from warcry3d.rules.warhammer40k.battle.standings import rosters, standings, threat_of, unit_names
from warcry3d.rules.warhammer40k.datasheets.files import army_to_wire, load_army, named_army_file
from warcry3d.rules.warhammer40k.players.plain import PlainCommander

__all__ = ["OFFER", "SETTINGS", "setup_40k"]

POINTS = ("any", "1000", "2000", "3000")
POINTS_LABELS = (message("as their files say"), message("1000 points"), message("2000 points"), message("3000 points"))

SETTINGS = (
    Setting("rounds", "after how many rounds the battle ends", ("5", "3", "4", "2", "1")),
    Setting("objectives", "how many objectives are placed", ("4", "2", "3", "5", "6", "0")),
    Setting(
        "markers",
        "moves that end on objective markers",
        ("closed", "open"),
        labels=(message("they may not"), message("they may")),
    ),
    Setting(
        "late-charge",
        "charges out of a transport that moved",
        ("allowed", "barred"),
        labels=(message("they may"), message("they may not")),
    ),
    Setting("points", "points for each army", POINTS, labels=POINTS_LABELS),
    Setting(
        "barred",
        "which units are not allowed",
        ("none", "aircraft", "titanic", "fortification"),
        labels=(message("none"), message("aircraft"), message("titanic units"), message("fortifications")),
    ),
    Setting("reserves-from", "first round of reserves", ("2", "1", "3", "4")),
    Setting(
        "too-close",
        "what a line of sight that is too close to call counts as",
        ("hidden", "seen"),
        labels=(message("hidden"), message("seen")),
    ),
)
"""What can be chosen for a battle; docs/warhammer40k-battle.md describes it."""


def setup_40k(asked: BattleRequest) -> Setup:
    """Return the set-up of a battle; raise a `WarcryError` where what is asked for cannot be."""
    if len(asked.bands) != len(asked.players):
        raise QuestionError(
            "expected one army per player ({players}), got {bands}",
            players=", ".join(asked.players),
            bands=", ".join(asked.bands),
        )
    chosen = OFFER.chosen(asked.options)
    details: dict[str, Any] = {
        "armies": {
            player: msgspec.to_builtins(army_to_wire(load_army(named_army_file(band))))
            for player, band in zip(asked.players, asked.bands, strict=True)
        },
        "agreed": {
            "rounds": int(chosen["rounds"]),
            "objectives": int(chosen["objectives"]),
            "on_markers": chosen["markers"] == "open",
            "late_charge": chosen["late-charge"] == "allowed",
            "points": 0 if chosen["points"] == "any" else int(chosen["points"]),
            "barred": () if chosen["barred"] == "none" else (chosen["barred"],),
            "reserves_from": int(chosen["reserves-from"]),
            "too_close": chosen["too-close"],
        },
    }
    setup = setup_of(asked.table, asked.players, details)
    Context40k(setup)  # says what is wrong with the battlefield or the armies
    return setup


OFFER: Final = BattleOffer(
    ruleset=Battle40k(),
    setup=setup_40k,
    players=MappingProxyType({"random": RandomPlayer, "plain": PlainCommander}),
    table="terrain/field-2-works.table.json",
    bands=("ninth-furnace", "slow-flood"),
    settings=SETTINGS,
    headings=MappingProxyType({"round": 1, "turn": 2, "end": 1}),
    rosters=rosters,
    standings=standings,
    player_labels=MappingProxyType({"random": message("acts by chance"), "plain": message("plays to win")}),
    threat=threat_of,
    unit_names=unit_names,
)
"""Battles of Warhammer 40,000."""
