"""How much memory a window takes in a battle of each rule system: ``python -m benchmarks memory 250 2``, inputs and
windows.

The windows are opened and closed one after another in one process, each with another battle, played to a choice of its
own kind by chance. Inputs are keys, clicks and drags at random, half of them such as fit what is asked for. As in a
program that is used, the window collects garbage and gives memory back between inputs. Goal: 1.0 GB after 250 inputs,
and no more for the windows that were closed.
"""

import gc
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, closing
from pathlib import Path
from typing import Any

from benchmarks.progress import doing
from benchmarks.unseen_window import SIZE, unseen_window
from warcry3d.app.play.room import PlayRoom
from warcry3d.app.scene.free_memory import return_free_memory
from warcry3d.app.shell.background.tidying import Tidying
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released
from warcry3d.app.shell.model import OpenFile
from warcry3d.app.shell.window import Window
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.record import Journal
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.judgement import playable_table
from warcry3d.rules.systems import SYSTEMS, system
from warcry3d.table.shipped import shipped_root

__all__ = ["run"]

PLAYERS = ("red", "blue")
PLAYED = 45
"""So many actions are played before a window opens the first battle, and half as many more for each after it."""
PATIENCE = 0.5
"""Seconds that somebody waits at most for what is being worked out."""
KEYS = (*"123456prs", "enter", "enter", "enter", "space", "tab", "end", "backspace", "escape", "arrow_left", "arrow_up")
MENU = 40


def run(inputs: int = 250, windows: int = 2, seed: int = 9) -> Iterator[str]:
    """Yield for each rule system and window how much is resident (MB): opened, after the inputs, and once closed."""
    yield "rule system, window: opened, after the inputs, at most meanwhile, closed (MB resident)"
    with tempfile.TemporaryDirectory() as folder, chdir(folder):  # some keys write pictures and reports
        os.environ["WARCRY3D_DATA"] = folder
        for name in SYSTEMS:
            for number in range(windows):
                record = Path(folder) / f"{name}-{number}.battle.jsonl"
                doing(f"{name}, window {number + 1}")
                _write(record, name, PLAYED + PLAYED // 2 * number)
                _give_back()
                opened, pressed, most = _used(record, inputs, seed + number)
                _give_back()
                yield f"{name}, {number + 1}: {opened:.0f}, {pressed:.0f}, {most:.0f}, {resident():.0f}"


def _give_back() -> None:
    gc.collect()
    return_free_memory()


def resident() -> float:
    """Return how much memory of this process is resident (MB)."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1000


def _write(record: Path, name: str, actions: int) -> None:
    """Write the record of a battle that two people go on with."""
    offer = system(name).battle()
    table = playable_table(shipped_root() / offer.table)
    game: Game[Any, Any] = Game.begin(offer.ruleset, offer.setup(BattleRequest(table, PLAYERS, offer.bands[:2])))
    player, dice = RandomPlayer(), SeededDice(2)
    with Journal.create(record, game, seed=2, by=dict.fromkeys(PLAYERS, "person")) as journal:
        while not game.is_over and len(game.done) < actions:
            game = play_on(game, dict.fromkeys(PLAYERS, player), dice, seed=2)
        journal.follow(game)


def _used(record: Path, inputs: int, seed: int) -> tuple[float, float, float]:
    """Return what is resident when a window has opened a battle, after some inputs, and at most between them (MB)."""
    chance = random.Random(seed)
    with unseen_window(record) as (window, screen), closing(Tidying()) as tidying:
        _until(window, tidying, lambda: _is_answered(window))
        opened = most = resident()
        for _ in range(inputs):
            screen.inputs += _anything(chance)
            _step(window, tidying, chance.randrange(1, 4))
            if chance.random() < 0.5:
                _until(window, tidying, lambda: _is_answered(window))
            most = max(most, resident())
            if not isinstance(window.room, PlayRoom) or window.model.is_asking:
                _open(window, tidying, record)
        _until(window, tidying, lambda: _is_answered(window))
        tidying.rest()
        return opened, resident(), most


def _open(window: Window, tidying: Tidying, record: Path) -> None:
    window.model = type(window.model)()
    window.open_table.discard()
    window.do(OpenFile(record))
    _until(window, tidying, lambda: window.document.path == record and not window.open_table.is_loading, 60.0)


def _is_answered(window: Window) -> bool:
    """Return whether nothing is being worked out in front of somebody who waits."""
    return not isinstance(window.room, PlayRoom) or (window.is_resting and not window.open_table.is_loading)


def _step(window: Window, tidying: Tidying, frames: int) -> None:
    for _ in range(frames):
        window.step(1 / 60)
        if window.is_resting:
            tidying.rest()


def _until(window: Window, tidying: Tidying, holds: Callable[[], bool], patience: float = PATIENCE) -> None:
    limit = time.monotonic() + patience
    while not holds() and time.monotonic() < limit:
        _step(window, tidying, 1)
        time.sleep(1 / 60)


def _anything(chance: random.Random) -> list[Input]:
    """Return one thing that somebody may do: a key, a click, a drag."""
    if chance.random() < 0.5:
        key = chance.choice(KEYS)
        return [Pressed(key), Released(key)]
    at = (chance.uniform(0, SIZE[0]), chance.uniform(MENU, SIZE[1]))
    to = (at[0] + chance.uniform(-200, 200), at[1] + chance.uniform(-200, 200)) if chance.random() < 0.3 else at
    return [PointerMoved(at), Pressed("mouse1"), PointerMoved(to), Released("mouse1")]
