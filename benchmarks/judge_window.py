"""How the Judge room answers in the window: after the second click, while a model is dragged, and once it rests.

At 1280 x 800 without a display or a graphics card, on the sample battle; the input is injected. Goals: a verdict 100 ms
after the second click in the median; while dragging the quick answer in the frame of the drag, and the certified one
150 ms after the model rests; the matrix of 16 models in 2 s. The processor's time, all threads together, says more than
the clock where other programs run.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from benchmarks.unseen_window import Screen, unseen_window
from warcry3d.app.judge.intents import ASKING, JudgeAction, PickTool
from warcry3d.app.judge.pairs import MATRIX, PairsState
from warcry3d.app.judge.room import JudgeRoom
from warcry3d.app.scene.camera import middle_of, project
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.app.shell.window import Window
from warcry3d.sight.quick_look import QuickLook
from warcry3d.table.shipped import shipped_root

__all__ = ["run"]

PAIRS = 20
DRAGS = 4
MATRICES = 3
FRAME = 1 / 60
FRAMES = 15
STEP = 6.0
"""Pixels from frame to frame of a drag."""
Pixel = tuple[float, float]


@dataclass
class Judged:
    """A window in the Judge room, stepped by hand."""

    window: Window
    screen: Screen

    @property
    def room(self) -> JudgeRoom:
        assert isinstance(self.window.room, JudgeRoom)
        return self.window.room

    def step(self, *inputs: PointerMoved | Pressed | Released) -> None:
        self.screen.inputs += inputs
        self.window.step(1 / 60)

    def until(self, holds: Callable[[], bool], limit: float = 60.0) -> None:
        started = time.perf_counter()
        while not holds() and time.perf_counter() - started < limit:
            self.step()

    def point(self, at: Pixel) -> bool:
        """Point at a pixel; return whether the table is there, and no panel."""
        self.step(PointerMoved(at))
        self.step()
        return not self.window.panels.wants_mouse

    def click(self, at: Pixel) -> None:
        if self.point(at):
            self.step(Pressed("mouse1"))
            self.step(Released("mouse1"))

    def look_over(self) -> None:
        """Ask nothing, and look over the whole table: a pair that was asked about is looked at from near."""
        self.room.do(JudgeAction.CLEAR)
        self.window.viewpoint.look_from("corner", at_once=True)

    @property
    def is_answered(self) -> bool:
        return self.room.model.judgement is not None and not self.room.model.is_waiting

    def pixels(self) -> dict[str, Pixel]:
        """Return where each model can be clicked that is in the open, clear of panels, once the eye is at rest."""
        self.until(lambda: not self.window.is_changing)
        table, found = self.room.model.table, dict[str, Pixel]()
        for model in table.models:
            x, y, _ = project(self.window.camera.shot, np.array([middle_of(model)]), self.window.picture_size)[0]
            at = float(x), float(y)
            if self.room.host.fighter_under(at) == model.id and self.point(at):
                found[model.id] = at
        return found


def run() -> Iterator[str]:
    """Yield the table of times (ms)."""
    with unseen_window(shipped_root() / "terrain" / "sample-battle.table.json") as (window, screen):
        window.go_to_room("judge")
        bench = Judged(window, screen)
        bench.until(lambda: window.is_resting and not window.is_changing)
        bench.step()  # what verdicts rest on is made ready from here
        bench.until(lambda: not window.jobs.running)
        yield _clicks(bench)
        yield from _drags(bench)
        yield _matrix(bench)


def _row(name: str, clock: list[float], processor: list[float]) -> str:
    return (
        f"{name}: median {statistics.median(clock):.0f}, worst {max(clock):.0f} ms; of the processor "
        f"{statistics.median(processor):.0f}, {max(processor):.0f} ms; {len(clock)} times"
    )


def _clicks(bench: Judged) -> str:
    """Return how long verdicts took after the second click."""
    places = bench.pixels()
    pairs = list(permutations(places, 2))
    clock, processor = list[float](), list[float]()
    for viewer, target in pairs[:: max(1, len(pairs) // PAIRS)]:
        bench.look_over()
        places = bench.pixels()
        if not {viewer, target} <= places.keys():
            continue
        bench.click(places[viewer])
        at = bench.pixels().get(target)
        if bench.room.model.viewer != viewer or at is None or not bench.point(at):
            continue
        bench.step(Pressed("mouse1"))
        started, spent = time.perf_counter(), time.process_time()
        bench.step(Released("mouse1"))
        bench.until(lambda: bench.is_answered)
        clock.append(1000 * (time.perf_counter() - started))
        processor.append(1000 * (time.process_time() - spent))
    return _row("a verdict after the second click", clock, processor)


def _matrix(bench: Judged) -> str:
    """Return how long the matrix takes from the press of its tool until its last cell is filled, at 60 frames a second
    at most, as the window runs.
    """
    clock, processor = list[float](), list[float]()
    for _ in range(MATRICES):
        bench.room.do(JudgeAction.CLEAR)
        bench.window.change_table(replace(bench.room.model.table))  # another table: nothing is known of it
        bench.until(lambda: not bench.window.is_changing and not bench.window.jobs.running)
        started, spent = time.perf_counter(), time.process_time()
        bench.room.do(PickTool(MATRIX))
        while not bench.room.model.state(PairsState).is_over:
            begun = time.perf_counter()
            bench.step()
            time.sleep(max(0.0, FRAME - (time.perf_counter() - begun)))
        clock.append(1000 * (time.perf_counter() - started))
        processor.append(1000 * (time.process_time() - spent))
        bench.room.do(PickTool(ASKING))
    return _row(f"the matrix of {len(bench.room.model.table.models)} models", clock, processor)


def _drags(bench: Judged) -> list[str]:
    """Return the times of frames of drags, of the quick look in them, and of verdicts once the model rests."""
    frames, quick, rests = ([], []), ([], []), ([], [])  # type: tuple[tuple[list[float], list[float]], ...]
    plain = QuickLook.sees

    def timed(times: tuple[list[float], list[float]], work: Callable[[], object]) -> object:
        started, spent = time.perf_counter(), time.process_time()
        made = work()
        times[0].append(1000 * (time.perf_counter() - started))
        times[1].append(1000 * (time.process_time() - spent))
        return made

    QuickLook.sees = lambda self, table: timed(quick, lambda: plain(self, table))  # type: ignore[method-assign,assignment,return-value]
    try:
        bench.step(Pressed("w"), Released("w"))
        for number in range(DRAGS):
            bench.look_over()
            places = bench.pixels()
            held = list(places)[number % len(places)]
            bench.click(places[held])
            places = bench.pixels()
            bench.click(places[next(id for id in reversed(places) if id != held)])
            bench.until(lambda: bench.is_answered)
            at = bench.pixels().get(held)
            if bench.room.model.case is None or at is None:
                continue
            x, y = at
            bench.step(PointerMoved((x, y)), Pressed("mouse1"))
            for frame in range(FRAMES):
                at = x + STEP * (frame + 1), y + 2.0 * number
                timed(frames, lambda at=at: bench.step(PointerMoved(at)))
                if frame % 5 == 4:
                    timed(rests, lambda: bench.until(lambda: bench.is_answered))
            bench.step(Released("mouse1"))
            bench.until(lambda: bench.is_answered and not bench.window.is_changing)
    finally:
        QuickLook.sees = plain  # type: ignore[method-assign]
    return [
        _row("a frame while a model is dragged, with its quick look", *frames),
        _row("the quick look of a frame", *quick),
        _row("the certified verdict once the model rests", *rests),
    ]
