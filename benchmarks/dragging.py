"""How fast the Boards room draws while a piece is dragged over a board of 20 pieces, and how soon exposure is shown.

At 1280 x 800 without a display or a graphics card; the input is injected. Goals: 45 ms a frame in the median while a
piece is dragged; exposure coarse at once, final within 8 s. The processor's time of the frame's own thread says more
than the clock where other programs run.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.unseen_window import Screen, unseen_window
from warcry3d.app.boards.lens_fields import STEPS
from warcry3d.app.boards.room import BoardsRoom
from warcry3d.app.moves.exposure_field import exposure_field
from warcry3d.app.scene.camera import project
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.app.shell.window import Window
from warcry3d.geom.solid import Placement
from warcry3d.table.files import load_table
from warcry3d.table.saving import save_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table
from warcry3d.table.table_edits import shipped_piece_named, with_features
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.piece_plans import middle_of

__all__ = ["run"]

PIECES = 20
DRAGS, FRAMES, STEP = 6, 20, 7.0
"""Drags, frames of each, and pixels from frame to frame."""


def board_of_20() -> Table:
    """Return a board that ships, with small pieces along its edges until there are twenty."""
    table = replace(load_table(shipped_root() / "terrain" / "board-2-bridges.table.json"), models=())
    barrels = shipped_piece_named("terrain/barrels.glb")
    missing = PIECES - len(table.terrain.features)
    more = (Feature(f"more-{k}", barrels, Placement((3.0 + 3.8 * k, 20.5, 0.0))) for k in range(missing))
    return with_features(table, more)


def run() -> Iterator[str]:
    """Yield the table of times."""
    table = board_of_20()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "twenty.table.json"
        save_table(table, path)
        with unseen_window(path) as (window, screen):
            yield "| what | median ms | worst ms | processor ms |"
            yield "|---|---|---|---|"
            yield from _drags(window, screen)
            yield from _exposure(table)


def _drags(window: Window, screen: Screen) -> list[str]:
    window.go_to_room("boards")
    room = window.room
    assert isinstance(room, BoardsRoom)
    _settle(window)
    clock: list[float] = []
    work: list[float] = []
    for number in range(DRAGS):
        feature = room.model.opened.terrain.features[-1 - number % 7]
        x, y = middle_of(feature)
        place = project(window.camera.shot, np.array([(x, y, 0.6)]), window.picture_size)[0]
        at = np.array([float(place[0]), float(place[1])])
        for one in (PointerMoved(tuple(at)), Pressed("mouse1")):
            screen.inputs.append(one)
            window.step(1 / 60)
        for _ in range(FRAMES):
            at += np.array([0.3 * STEP, STEP])
            screen.inputs.append(PointerMoved((float(at[0]), float(at[1]))))
            started, worked = time.perf_counter(), time.thread_time()
            window.step(1 / 60)
            clock.append(1000 * (time.perf_counter() - started))
            work.append(1000 * (time.thread_time() - worked))
        is_held = room.model.held is not None
        screen.inputs.append(Released("mouse1"))
        window.step(1 / 60)
        assert is_held, "nothing was dragged"
        window.undo()
        _settle(window)
    median, worst = statistics.median(clock), max(clock)
    return [f"| a frame of a drag over {PIECES} pieces | {median:.0f} | {worst:.0f} | {statistics.median(work):.0f} |"]


def _settle(window: Window) -> None:
    for _ in range(400):
        window.step(1 / 60)
        room = window.room
        if not (window.is_changing or window.jobs.running or room.is_working):
            return
        time.sleep(0.02)


def _exposure(table: Table) -> Iterator[str]:
    for name, (step, lines) in zip(("coarse", "final"), STEPS, strict=True):
        fresh = replace(table, terrain=type(table.terrain)(tuple(replace(one) for one in table.terrain.features)))
        started, worked = time.perf_counter(), time.process_time()
        exposure_field(fresh, step=step, lines=lines)
        took = 1000 * (time.perf_counter() - started)
        yield f"| exposure, {name} | {took:.0f} | {took:.0f} | {1000 * (time.process_time() - worked):.0f} |"
