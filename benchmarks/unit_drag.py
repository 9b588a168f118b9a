"""How soon a unit of 10 models that is dragged is judged, and how long the frames of the drag take.

At 1280 x 800 without a display or a graphics card, on the battlefield and with the armies that the rule system with
units offers; the input is injected. Goals: judged within 60 ms of coming to rest, and 45 ms a frame in the median. The
processor's time says more than the clock where other programs run: of the judge alone, and of the frame's own thread.
"""

import math
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.play import Bench
from benchmarks.unseen_window import SIZE, unseen_window
from warcry3d.app.play.units.unit_in_hand import Formed, models_of
from warcry3d.app.play.units.unit_mover import UnitJudge, UnitMover
from warcry3d.app.scene.camera import project
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.game.dice import SeededDice
from warcry3d.game.group_moves import GroupOrder
from warcry3d.game.players import play_on
from warcry3d.game.prompts import Go
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.judgement import playable_table
from warcry3d.rules.systems import system
from warcry3d.table.shipped import shipped_root

__all__ = ["run"]

SYSTEM, SEED, MODELS = "ageofsigmar", 2, 10
MOST_ACTIONS = 400
RESTS, FRAMES = 24, 60


def _record(path: Path) -> Path:
    """Write a battle up to the first move of a unit of so many models."""
    offer = system(SYSTEM).battle()
    request = BattleRequest(playable_table(shipped_root() / offer.table), ("red", "blue"), offer.bands[:2])
    first = game = Game.begin(offer.ruleset, offer.setup(request))
    players = dict.fromkeys(("red", "blue"), offer.player("plain"))
    while len(game.done) < MOST_ACTIONS and _go(game) is None:
        game = play_on(game, players, SeededDice(SEED), seed=SEED)
    with Journal.create(path, first, seed=SEED, by=dict.fromkeys(players, "person")) as journal:
        journal.follow(game)
    return path


def _go(game: Game[Any, Any]) -> Go | None:
    """Return the prompt that moves a unit of so many models, if it is due."""
    if not isinstance(game.pending, Choice):
        return None
    asked = game.ruleset.prompts(game.state)
    return next((one for one in asked if isinstance(one, Go) and len(one.models) == MODELS and one.group), None)


def run() -> Iterator[str]:
    """Yield the table of times."""
    with tempfile.TemporaryDirectory() as folder:
        record = _record(Path(folder) / "unit.battle.jsonl")
        with unseen_window(record) as (window, screen):
            bench = Bench(window, screen)
            bench.until(lambda: bench.desk.model.prompts is not None)
            yield "| what | median ms | 95 % ms | worst ms |"
            yield "|---|---|---|---|"
            yield from _judging(bench.desk.model.game)
            yield from _dragging(bench)


def _judging(game: Game[Any, Any]) -> Iterator[str]:
    """Yield the processor time in which a unit at rest is judged, at places all around."""
    prompt = _go(game)
    assert prompt is not None, "the battle stands where such a unit moves"
    judge, leader = UnitJudge(prompt), prompt.models[MODELS // 2]
    x, y, z = game.table.model(leader).placement.at
    took: list[float] = []
    judge(Formed(GroupOrder(leader, (x, y + 0.1, z))))  # derives what all answers on this terrain rest on
    for n in range(RESTS):
        angle, far = math.tau * n / RESTS, prompt.budget * (0.35 + 0.65 * (n % 3) / 2)
        to = (x + far * math.cos(angle), y + far * math.sin(angle), z)
        started = time.process_time()
        judge(Formed(GroupOrder(leader, to)))
        took.append(1000 * (time.process_time() - started))
    yield _row(f"{MODELS} models at rest: judged, processor time", took)


def _dragging(bench: Bench) -> Iterator[str]:
    """Yield what frames of a drag take, and how long after the last one the unit is judged."""
    bench.key("m")
    bench.until(lambda: bench.desk._hand.unit is not None)
    unit = bench.desk._hand.unit
    assert unit is not None, "the move has a unit in hand"
    leader = models_of(unit.held.prompt)[MODELS // 2]
    place = project(bench.window.camera.shot, np.array([unit.standing(leader).placement.at]), SIZE)[0]
    at = np.array([float(place[0]), float(place[1]) - 6.0])
    for batch in ([PointerMoved((at[0], at[1]))], [Pressed("mouse1")]):
        bench.screen.inputs += batch
        bench.frame()
    clock, work, rests = list[float](), list[float](), list[float]()
    for n in range(FRAMES):
        at += (2.5 * math.cos(n / 9), 2.0 * math.sin(n / 7))
        bench.screen.inputs.append(PointerMoved((float(at[0]), float(at[1]))))
        worked = time.thread_time()
        clock.append(bench.frame())
        work.append(1000 * (time.thread_time() - worked))
        if n % 10 == 9:
            rests.append(bench.until(lambda: _is_judged(unit)))
    bench.screen.inputs.append(Released("mouse1"))
    bench.frame()
    assert unit.held.leader == leader, "the unit was dragged by the model under the pointer"
    yield _row("a frame of the drag, by the clock", clock)
    yield _row("a frame of the drag, its thread's processor time", work)
    yield _row("from rest to judged, by the clock, frames in it", rests)


def _is_judged(unit: UnitMover) -> bool:
    return unit.held.is_current


def _row(what: str, took: list[float]) -> str:
    return f"| {what} | {statistics.median(took):.0f} | {np.percentile(took, 95):.0f} | {max(took):.0f} |"
