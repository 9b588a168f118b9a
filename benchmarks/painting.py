"""How long choosing faces takes on 50,000 triangles, as a share of a frame at 30 frames a second; and whole frames.

``python -m benchmarks painting [N]``: the median of N strokes (60 unless said) of each kind, at random places of a
sphere of 51,200 faces. Processor time, which another job on the machine stretches less than the clock. Then the Build
room's window at 1280 x 800, without a display or a graphics card: the brush is dragged to and fro over that sphere;
the processor's time is that of all threads together.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import manifold3d
import numpy as np

from benchmarks.unseen_window import Screen, unseen_window
from warcry3d.app.build.bench_table import origin_of
from warcry3d.app.build.intents import TakeTool
from warcry3d.app.build.paint_state import PAINT, PaintState
from warcry3d.app.build.room import BuildRoom
from warcry3d.app.scene.camera import project
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.app.shell.window import Window
from warcry3d.geom.solid import Solid
from warcry3d.table.kinds import PartKind
from warcry3d.table.pieces import save_piece
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.editing.selection import FaceMesh

__all__ = ["run"]

STROKES = 60
FRAME = 1000 / 30
"""Milliseconds."""

WINDOW_FRAMES = 150
VIEW = np.diag([0.2, 0.2, 0.1, 1.0])
LASSO = np.array([(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)])


def run(strokes: int = STROKES) -> Iterator[str]:
    """Yield a table: the median of each kind in milliseconds and as a share of a frame."""
    solid = ball()
    begin = time.process_time()
    mesh = FaceMesh.of([solid])
    mesh.prepare()
    built = 1000 * (time.process_time() - begin)
    mesh.within(LASSO, VIEW)  # compiles what casts lines
    rng = np.random.default_rng(1)

    def brush(radius: float) -> None:
        face = int(rng.integers(len(mesh)))
        mesh.brush(mesh.middles[face].tolist(), radius, face=face)

    kinds: dict[str, Callable[[], object]] = {
        "brush of 0.3 in": lambda: brush(0.3),
        "brush of 1 in": lambda: brush(1.0),
        "face at a place": lambda: mesh.face_at(mesh.middles[int(rng.integers(len(mesh)))].tolist()),
        "flood, another angle": lambda: mesh.flood(0, float(rng.uniform(0.01, 0.5))),
        "lasso": lambda: mesh.within(LASSO, VIEW),
        "lasso through": lambda: mesh.within(LASSO, VIEW, through=True),
        "grow": lambda: mesh.grown(mesh.none()),
    }
    yield from (f"{len(mesh)} faces, built once in {built:.0f} ms", "| step | ms | share of a frame |", "|---|---|---|")
    for name, step in kinds.items():
        took = []
        for _ in range(strokes):
            begin = time.process_time()
            step()
            took.append(1000 * (time.process_time() - begin))
        yield f"| {name} | {median(took):.2f} | {median(took) / FRAME:.2f} |"
    yield from ("", *in_window(solid))


def ball() -> Solid:
    """Return a sphere of 51,200 faces."""
    made = manifold3d.Manifold.sphere(2.0, 320).to_mesh64()
    faces = np.array(made.tri_verts, dtype=np.int64).astype(np.int32)
    return Solid(np.array(made.vert_properties)[:, :3], faces)


def in_window(solid: Solid) -> list[str]:
    """Return a table: frames while the pointer moves over the piece, and while the brush is dragged."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ball.glb"
        raised = Solid(solid.vertices + np.array((0.0, 0.0, 2.0)), solid.faces)
        save_piece(Piece("ball", (Part("ball", frozenset({PartKind.OBSTACLE}), raised),)), path)
        with unseen_window(path) as (window, screen):
            return _strokes(window, screen)


def _strokes(window: Window, screen: Screen) -> list[str]:
    room = window.room
    assert isinstance(room, BuildRoom)
    _settle(window)
    room.do(TakeTool(PAINT))
    _settle(window)
    lines = ["| frame | median ms | worst ms | processor ms | share of a frame |", "|---|---|---|---|---|"]
    piece = room.model.piece
    assert piece is not None
    places = np.array([(0.0, 0.0, 2.0), (0.0, 0.0, 4.0)]) + origin_of(piece, room.model.table)
    middle, top = project(window.camera.shot, places, window.picture_size)[:, :2]
    wide = 0.7 * float(np.linalg.norm(top - middle))
    around = [middle + wide * np.array((np.cos(0.11 * k), np.sin(0.2 * k))) for k in range(WINDOW_FRAMES)]
    for name, is_held in (("pointing", False), ("painting", True)):
        screen.inputs.append(PointerMoved(_pixel(around[0])))
        window.step(1 / 60)
        if is_held:
            screen.inputs.append(Pressed("mouse1"))
        clock, work = [], []
        for at in around:
            screen.inputs.append(PointerMoved(_pixel(at)))
            began, worked = time.perf_counter(), time.process_time()
            window.step(1 / 60)
            clock.append(1000 * (time.perf_counter() - began))
            work.append(1000 * (time.process_time() - worked))
        if is_held:
            screen.inputs.append(Released("mouse1"))
            window.step(1 / 60)
        of_frame = median(clock) / FRAME
        lines.append(f"| {name} | {median(clock):.1f} | {max(clock):.1f} | {median(work):.1f} | {of_frame:.2f} |")
    painting = room.model.state(PaintState).painting
    assert painting is not None and painting.faces.any(), "nothing was painted"
    lines.append(f"{int(painting.faces.sum())} faces of {len(painting.mesh)} were painted")
    return lines


def _pixel(at: np.ndarray) -> tuple[float, float]:
    return float(at[0]), float(at[1])


def _settle(window: Window) -> None:
    for _ in range(4000):
        window.step(1 / 60)
        if not (window.is_changing or window.jobs.running or window.room.is_working):
            return
        time.sleep(0.02)
