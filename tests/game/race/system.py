"""The race in the registry of rule systems: its table, set-ups, players, names, and how it stands."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tests import zoo
from tests.game.race.players import Eager
from tests.game.race.rules import Race
from tests.game.race.state import LANES, START, Running
from warcry3d.game.players import Player
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.reasons import RuleReason
from warcry3d.game.setup import Setup, setup_of
from warcry3d.message import Message
from warcry3d.rules.battle_api import BattleOffer, BattleRequest, Marker, MarkerKind, Setting, Standings
from warcry3d.rules.systems import SYSTEMS, System
from warcry3d.table.files import save_table
from warcry3d.table.table import Table

__all__ = ["NAMES", "race_offer", "race_setup", "race_table", "register_race"]

RULE_TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "RACE-1": "one, two or three dice; after three the runner is tired, when two are most",
        "RACE-2": "a runner goes up to the sum of its dice, along its lane",
        "RACE-3": "runners that end within half an inch of each other bump",
        "RACE-4": "who passes the end of the track has won",
        "RACE-5": "after the last round it is a draw",
        "RACE-6": "a runner keeps to its lane and never turns back",
    }
)
NAMES: Mapping[str, str] = MappingProxyType({"red": "Rusty", "blue": "Bluebell"})


def race_setup(length: float = 20.0, rounds: int = 12) -> Setup:
    """Return two runners side by side on an empty board."""
    return setup_of(race_table(max(30.0, length + 10)), tuple(LANES), {"length": length, "rounds": rounds})


def race_table(width: float = 30.0) -> Table:
    """Return two lanes with a runner at the start of each."""
    runners = [zoo.fighter(name, (START, middle), side=name) for name, middle in LANES.items()]
    return zoo.table(*runners, ruleset="race", width=width, depth=LANES["red"] + LANES["blue"])


def request_setup(asked: BattleRequest) -> Setup:
    """Return the set-up that somebody asks for: four rounds, on a track of 8 in unless another length is set."""
    length = float(asked.options.get("length", 8))
    return setup_of(asked.table, asked.players, {"length": length, "rounds": 4})


def rosters(state: Running) -> Mapping[str, Mapping[str, str]]:
    """Return each side's runner by name."""
    return MappingProxyType({side: {side: NAMES[side]} for side in state.players})


def standings(state: Running) -> Standings:
    """Return the finish, the round, and how far each runner is."""
    finish = tuple(
        Marker(MarkerKind.OBJECTIVE, "", state.place(side, state.length), side if now > state.length else "")
        for side, now in state.now.at.items()
    )
    number = min(state.now.turn // len(state.players) + 1, state.rounds)
    when = RuleReason("RACE-5", Message("round {round} of {rounds}", {"round": number, "rounds": state.rounds}))
    values = [{"name": name, "at": now, "length": state.length} for name, now in state.now.at.items()]
    lines = tuple(RuleReason("RACE-4", Message("{name}: {at:.1f} of {length:g} in", one)) for one in values)
    return Standings(markers=finish, lines=(when, *lines))


def race_offer(
    table: Path | str = "race.table.json", players: Mapping[str, Callable[[], Player[Any, Any]]] | None = None
) -> BattleOffer:
    """Return the race as somebody can play it on a table file; ``players``: more of them, by name."""
    return BattleOffer(
        Race(),
        request_setup,
        MappingProxyType({"eager": Eager, "random": RandomPlayer, **(players or {})}),
        table=str(table),
        bands=(),
        settings=(Setting("length", "how long the lanes are"),),
        headings=MappingProxyType({"push": 1, "go": 2}),
        rosters=rosters,
        standings=standings,
    )


def register_race(
    monkeypatch: pytest.MonkeyPatch, folder: Path, players: Mapping[str, Callable[[], Player[Any, Any]]] | None = None
) -> Path:
    """Put the race into the registry for one test; write its table into a folder and return the file."""
    file = folder / "race.table.json"
    save_table(race_table(), file)
    system = System("race", "Race", battle=lambda: race_offer(file, players), rule_texts=lambda: RULE_TEXTS)
    monkeypatch.setitem(SYSTEMS, "race", lambda: system)
    return file
