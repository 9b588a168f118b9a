"""Whole battles of Age of Sigmar: random and plain players, held to what must hold at every step.

``python -m benchmarks unit_battles``: 200 random and 30 plain ones; ``unit_battles 40``: 40 random and 6 plain ones;
``unit_battles 40 101``: from seed 101 on. Then a third as many of plain against random as there are plain ones. All
settings by chance; of the random ones three in four with two or three units a side. One that fails leaves its record
(``WARCRY3D_SOAK`` names the folder). Plain ones are of the shipped armies whole, as they are offered.
"""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.skirmishes import Skirmished, figures, play_skirmish, say
from benchmarks.unit_battle_checks import UnitWatch
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.setup import Setup
from warcry3d.rules.ageofsigmar.battle.plugin import OFFER, SETTINGS
from warcry3d.rules.ageofsigmar.players.plain import PlainGeneral
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

__all__ = ["run", "unit_battle_of"]

BATTLES, PLAIN = 200, 30
PLAYERS = ("red", "blue")
WHOLE = 4
"""One random battle in four is of whole armies."""
CHOSEN = ("terrain", "too-close")
"""Settings that are chosen by chance; undecided battles stop after a round that is drawn, four at the earliest."""


def unit_battle_of(seed: int, *, usual: bool = False) -> tuple[Setup, str]:
    """Return the set-up of a battle by chance, and what it is; ``usual``: of the shipped armies as they are offered."""
    random = Stream(seed, "unit battle")
    bands = OFFER.bands if usual else tuple(random.pick(OFFER.bands) for _ in PLAYERS)
    options: Mapping[str, str] = {}
    if not usual:
        options = {one.name: random.pick(one.choices) for one in SETTINGS if one.name in CHOSEN}
        options = {**options, "rounds": random.pick(("4", "5"))}
    setup = OFFER.setup(BattleRequest(load_table(shipped_root() / OFFER.table), PLAYERS, bands, options))
    is_whole = usual or seed % WHOLE == 0
    if not is_whole:
        armies = {player: _some(army, random) for player, army in setup.details["armies"].items()}
        setup = msgspec.structs.replace(setup, details={**setup.details, "armies": armies})
    return setup, " | ".join((*bands, *options.values(), "whole" if is_whole else "parts"))


def _some(army: dict[str, Any], random: Stream) -> dict[str, Any]:
    """Return an army of two or three of its units."""
    return {**army, "units": random.shuffled(army["units"])[: 2 + random.below(2)]}


def _players(kind: str, seed: int) -> Mapping[str, Any]:
    match kind:
        case "random":
            return dict.fromkeys(PLAYERS, RandomPlayer())
        case "plain":
            return dict.fromkeys(PLAYERS, PlainGeneral())
    me = PLAYERS[seed % 2]
    return {player: PlainGeneral() if player == me else RandomPlayer() for player in PLAYERS}


def run(count: int = BATTLES, first: int = 1) -> str:
    """Play so many random battles, plain ones, and plain against random; return the figures."""
    folder = Path(os.environ.get("WARCRY3D_SOAK") or tempfile.gettempdir())
    few = max(count * PLAIN // BATTLES, 1)
    found: list[Skirmished] = []
    turns = idle = 0
    for kind, many in (("random", count), ("plain", few), ("plain against random", max(few // 3, 1))):
        for seed in range(first, first + many):
            setup, about = unit_battle_of(seed, usual=kind != "random")
            record = folder / f"units-{kind.replace(' ', '-')}-{seed}.battle.jsonl"
            watch = UnitWatch()
            one = play_skirmish(
                setup, _players(kind, seed), seed, record, name=kind, about=about, ruleset=OFFER.ruleset, watch=watch
            )
            found.append(one)
            say(one)
            if kind == "plain":
                turns, idle = turns + watch.turns, idle + watch.idle
            if not one.faults:
                record.unlink()
    share = 100 * idle / max(turns, 1)
    return f"{figures(found)}\nturns of units of plain players without use: {idle} of {turns} ({share:.1f} %)"
