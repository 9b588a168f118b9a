"""What Warcry offers to those who want a battle by it: `warcry3d.rules.battling`."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from warcry3d.errors import QuestionError
from warcry3d.game.setup import Setup, setup_of
from warcry3d.rules.battling import Asked, BattleOffer
from warcry3d.rules.warcry.bands.files import band_to_wire, load_band, named_file
from warcry3d.rules.warcry.bands.standing import figure_name
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.rules.warcry.battle.cards import Deck, load_decks, shipped_decks
from warcry3d.rules.warcry.battle.state import State

__all__ = ["OFFER", "rosters", "warcry_setup"]

OPTIONS = ("terrain", "decks", "victory", "deployment", "twist", "terrain-card", "too-close", "warbands")
"""What may be wished for beside table and warbands: docs/battle.md tells."""

_DECKS = {
    "victory": Deck.VICTORY,
    "deployment": Deck.DEPLOYMENT,
    "twist": Deck.TWIST,
    "terrain-card": Deck.TERRAIN,
}


def warcry_setup(asked: Asked) -> Setup:
    """Return the set-up of a Warcry battle; raise a `WarcryError` where what is asked for cannot be."""
    if len(asked.bands) != len(asked.players):
        raise QuestionError(
            "a warband for each of {players}, not {bands}",
            players=", ".join(asked.players),
            bands=", ".join(asked.bands),
        )
    bands = [load_band(named_file(band)) for band in asked.bands]
    wishes = asked.options
    decks = load_decks(Path(wishes["decks"])) if "decks" in wishes else shipped_decks()
    details: dict[str, Any] = {
        "warbands": {
            player: msgspec.to_builtins(band_to_wire(band)) for player, band in zip(asked.players, bands, strict=True)
        },
        "decks": msgspec.to_builtins(decks),
        "cards": {deck.value: wishes[name] for name, deck in _DECKS.items() if name in wishes},
        "agreed": {
            key: wishes[name] for name, key in (("too-close", "too_close"), ("warbands", "warbands")) if name in wishes
        },
    }
    if "terrain" in wishes:
        details["terrain"] = wishes["terrain"]
    figures = {figure_name(fighter.profile) for band in bands for fighter in band.fighters}
    return setup_of(asked.table, asked.players, details, shipped=[f"assets/figures/{name}.glb" for name in figures])


def rosters(state: State) -> Mapping[str, Mapping[str, str]]:
    """Return each side's fighters by what the battle calls them, with their names; whose it is beside a shared one."""
    named = {id: (player, fighter.name) for id, (player, fighter) in state.scene.fighters.items()}
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
    players=MappingProxyType({}),
    table="terrain/board-1-stilts.table.json",
    bands=("stilt-watch", "low-tide"),
    options=OPTIONS,
    headings=MappingProxyType({"round": 1, "activation": 2, "end": 1}),
    rosters=rosters,
)
"""Battles of Warcry."""
