"""Age of Sigmar as `warcry3d.rules.battle_api` asks for it."""

from types import MappingProxyType
from typing import Any, Final

import msgspec

from warcry3d.errors import QuestionError
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.setup import Setup, setup_of
from warcry3d.message import message
from warcry3d.rules.ageofsigmar.battle.context import SigmarContext
from warcry3d.rules.ageofsigmar.battle.setup.realms import REALMS, realm_name
from warcry3d.rules.ageofsigmar.battle.sigmar_battle import SigmarBattle
from warcry3d.rules.ageofsigmar.battle.standings import rosters, standings, threat_of, unit_names
from warcry3d.rules.ageofsigmar.players.plain import PlainGeneral
from warcry3d.rules.ageofsigmar.warscrolls.files import army_to_wire, load_army, named_army_file
from warcry3d.rules.battle_api import BattleOffer, BattleRequest, Setting

__all__ = ["OFFER", "SETTINGS", "sigmar_setup"]

SETTINGS = (
    Setting(
        "terrain",
        "how features get their rules",
        ("roll", "pick", "none"),
        labels=(message("a die for each"), message("the players agree"), message("they have none")),
    ),
    Setting(
        "rounds",
        "when an undecided battle stops",
        ("6", "4", "5", "8", "agreed"),
        labels=(
            message("after round 6"),
            message("after round 4"),
            message("after round 5"),
            message("after round 8"),
            message("when both players agree"),
        ),
    ),
    Setting(
        "realm",
        "the realm of the battle, where it is agreed on",
        known=lambda: REALMS,
        labels=tuple(realm_name(realm) for realm in REALMS),
        unset=message("the players choose it"),
    ),
    Setting(
        "triumphs",
        "whose army won a major victory in its last battle",
        known=lambda: ("red", "blue", "red,blue"),
        labels=(message("the red player's"), message("the blue player's"), message("both players'")),
        unset=message("neither player's"),
    ),
    Setting(
        "too-close",
        "what a line of sight that is too close to call counts as",
        ("hidden", "seen"),
        labels=(message("hidden"), message("seen")),
    ),
    Setting(
        "rulings",
        "who has the last word on sight and cover",
        ("program", "players"),
        labels=(message("the program"), message("the players, who may set its rulings aside")),
    ),
)
"""What can be chosen for a battle; docs/ageofsigmar.md describes it."""


def sigmar_setup(asked: BattleRequest) -> Setup:
    """Return the set-up of a battle; raise a `WarcryError` where what is asked for cannot be."""
    if len(asked.bands) != len(asked.players):
        raise QuestionError(
            "expected one army per player ({players}), got {bands}",
            players=", ".join(asked.players),
            bands=", ".join(asked.bands),
        )
    chosen = OFFER.chosen(asked.options)
    players = {player.casefold(): player for player in asked.players}
    named = (name.strip() for name in chosen.get("triumphs", "").split(",") if name.strip())
    before = tuple(players.get(name.casefold(), name) for name in named)
    unknown = [name for name in before if name not in asked.players]
    if unknown:
        raise QuestionError(
            "triumphs: no player '{name}'; there are: {known}", name=unknown[0], known=", ".join(asked.players)
        )
    rounds = chosen["rounds"]
    details: dict[str, Any] = {
        "armies": {
            player: msgspec.to_builtins(army_to_wire(load_army(named_army_file(band))))
            for player, band in zip(asked.players, asked.bands, strict=True)
        },
        "agreed": {
            "realm": chosen.get("realm", ""),
            "terrain": chosen["terrain"],
            "rounds": 0 if rounds == "agreed" else int(rounds),
            "won_before": before,
            "too_close": chosen["too-close"],
            "rulings": chosen["rulings"],
        },
    }
    setup = setup_of(asked.table, asked.players, details)
    SigmarContext(setup)  # says what is wrong with the battlefield or the armies
    return setup


OFFER: Final = BattleOffer(
    ruleset=SigmarBattle(),
    setup=sigmar_setup,
    players=MappingProxyType({"random": RandomPlayer, "plain": PlainGeneral}),
    table="terrain/field-1-orchard.table.json",
    bands=("kilnward", "hollow-orchard"),
    settings=SETTINGS,
    headings=MappingProxyType({"round": 1, "turn": 2, "end": 1}),
    rosters=rosters,
    standings=standings,
    player_labels=MappingProxyType({"random": message("acts by chance"), "plain": message("plays to win")}),
    threat=threat_of,
    unit_names=unit_names,
)
"""Battles of Age of Sigmar."""
