"""A series of battles of units: random, plain, and plain against random, of any rule system that plays with units."""

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.skirmishes import Skirmished, figures, play_skirmish, say
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.setup import Setup
from warcry3d.rules.battle_api import BattleOffer, BattleRequest
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

__all__ = ["BATTLES", "UnitSystem", "play_series", "unit_battle_of", "unit_players"]

BATTLES, PLAIN = 200, 30
PLAYERS = ("red", "blue")
WHOLE = 4
"""One random battle in four is of whole armies."""


@dataclass(frozen=True)
class UnitSystem:
    """A rule system to play with: what it offers, the ``choices`` of settings made by chance, its plain player, who
    watches each step, and how ``some`` of an army's units are picked.
    """

    name: str
    offer: BattleOffer
    choices: Mapping[str, Sequence[str]]
    plain: Callable[[], Any]
    watch: Callable[[], Any]
    some: Callable[[dict[str, Any], Stream], dict[str, Any]]


def unit_battle_of(system: UnitSystem, seed: int, *, usual: bool = False) -> tuple[Setup, str]:
    """Return the set-up of a battle by chance, and what it is; ``usual``: of the shipped armies as they are offered."""
    random, offer = Stream(seed, "unit battle"), system.offer
    bands = offer.bands if usual else tuple(random.pick(offer.bands) for _ in PLAYERS)
    options: Mapping[str, str] = {}
    if not usual:
        options = {name: random.pick(choices) for name, choices in system.choices.items()}
    setup = offer.setup(BattleRequest(load_table(shipped_root() / offer.table), PLAYERS, bands, options))
    is_whole = usual or seed % WHOLE == 0
    if not is_whole:
        armies = {player: system.some(army, random) for player, army in setup.details["armies"].items()}
        setup = msgspec.structs.replace(setup, details={**setup.details, "armies": armies})
    return setup, " | ".join((*bands, *options.values(), "whole" if is_whole else "parts"))


def unit_players(system: UnitSystem, kind: str, seed: int) -> Mapping[str, Any]:
    """Return who plays: "random", "plain", or "plain against random", the plain one in turn red and blue."""
    match kind:
        case "random":
            return dict.fromkeys(PLAYERS, RandomPlayer())
        case "plain":
            return dict.fromkeys(PLAYERS, system.plain())
    me = PLAYERS[seed % 2]
    return {player: system.plain() if player == me else RandomPlayer() for player in PLAYERS}


def play_series(system: UnitSystem, count: int = BATTLES, first: int = 1) -> str:
    """Play so many random battles from a seed on, their share of plain ones, and plain against random; return the
    figures. One that fails leaves its record.
    """
    folder = Path(os.environ.get("WARCRY3D_SOAK") or tempfile.gettempdir())
    folder.mkdir(parents=True, exist_ok=True)
    few = max(count * PLAIN // BATTLES, 1)
    found: list[Skirmished] = []
    turns = idle = 0
    for kind, many in (("random", count), ("plain", few), ("plain against random", max(few // 3, 1))):
        for seed in range(first, first + many):
            setup, about = unit_battle_of(system, seed, usual=kind != "random")
            record = folder / f"{system.name}-{kind.replace(' ', '-')}-{seed}.battle.jsonl"
            watch = system.watch()
            one = play_skirmish(
                setup,
                unit_players(system, kind, seed),
                seed,
                record,
                name=kind,
                about=about,
                ruleset=system.offer.ruleset,
                watch=watch,
            )
            found.append(one)
            say(one)
            if kind == "plain":
                turns, idle = turns + watch.turns, idle + watch.idle
            if not one.faults:
                record.unlink()
    share = 100 * idle / max(turns, 1)
    return f"{figures(found)}\nturns of units of plain players without use: {idle} of {turns} ({share:.1f} %)"
