"""How long the prompts of Warcry take, choice by choice, along a battle on the board and with the warbands that ship.

``python -m benchmarks prompts 3``: with this seed. The first time sight is looked at; then it is kept by the state.
"""

import time
from collections import defaultdict
from statistics import median
from typing import Any

from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_out
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.warcry.bands.files import shipped_band
from warcry3d.rules.warcry.battle.battle import WarcryBattle
from warcry3d.rules.warcry.battle.setup.preparation import battle_setup
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_piece

__all__ = ["run"]


def run(seed: int = 3) -> str:
    """Return a row for each kind of choice: how often it was due, and the milliseconds of its prompts."""
    rules: Any = WarcryBattle()
    bands = {"red": shipped_band("stilt-watch"), "blue": shipped_band("low-tide")}
    setup = battle_setup(bands, table=load_table(shipped_piece("terrain/board-1-stilts.table.json")))
    players: Any = {side: RandomPlayer() for side in bands}
    game: Game[Any, Any] = play_out(Game.begin(rules, setup), players, SeededDice(seed), seed=seed)
    times: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for step in game.done:
        due = rules.pending(step.state)
        if isinstance(due, Choice):
            times[due.kind].append((_milliseconds(rules, step.state), _milliseconds(rules, step.state)))
    lines = ["| choice | times | first, median | longest | again, median | longest |", "|---|---|---|---|---|---|"]
    for kind, spent in times.items():
        first, again = [one for one, _ in spent], [one for _, one in spent]
        numbers = (median(first), max(first), median(again), max(again))
        lines.append(f"| {kind} | {len(spent)} | " + " | ".join(f"{number:.1f} ms" for number in numbers) + " |")
    return "\n".join(lines)


def _milliseconds(rules: Any, state: Any) -> float:
    begin = time.perf_counter()
    rules.prompts(state)
    return (time.perf_counter() - begin) * 1000
