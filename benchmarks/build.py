"""The Build room on screen: a mesh of 100,000 triangles opened, a kind said, parts under the pointer, findings again.

Times are wall-clock, of frames of a window nobody sees whose input is injected; the ratio is to reading the mesh.
"""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from warcry3d.app.build.findings_station import found_in
from warcry3d.app.build.loading import load_mesh
from warcry3d.app.build.picking import part_under
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Solid
from warcry3d.limited_process import KeptProcess
from warcry3d.table.jsonfile import JsonPath, read_bytes
from warcry3d.table.kinds import PartKind
from warcry3d.table.meshfile import MAX_MESH_BYTES, read_mesh
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.export import stl_of

__all__ = ["run"]

REPEATS = 5


def run() -> Iterator[str]:
    """Yield the table of times."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "waves.stl"
        path.write_bytes(stl_of(_piece(228)).data)
        base = _ms(lambda: read_mesh(read_bytes(path, JsonPath("x"), limit=MAX_MESH_BYTES), ".stl", JsonPath("x")))
        opened = _ms(lambda: load_mesh(path))

    def row(name: str, ms: float) -> str:
        return f"{name:52} {ms:9.1f} ms {ms / base:8.1f} x"

    yield row(f"baseline: read {_count(_piece(228))} triangles", base)
    yield row("opened, ready to be drawn (until its first frame)", opened)
    small = _piece(100)
    ray = np.array([0.3, 0.2, 9.0]), np.array([0.0, 0.0, -1.0])
    yield row(f"part under the pointer, {_count(small)} triangles", _ms(lambda: part_under(small, *ray)))
    with closing(KeptProcess()) as process:
        first = _ms(lambda: found_in(small, JobProgress(), process), 1)
        yield row(f"findings at first, {_count(small)} triangles", first)
        again = _ms(lambda: found_in(small, JobProgress(), process))
        yield row(f"findings again, {_count(small)} triangles", again)


def _piece(side: int) -> Piece:
    """Return a block whose top is a grid of ``side`` by ``side`` waves: 2 * side² triangles and its walls."""
    x, y = np.meshgrid(np.linspace(-3, 3, side), np.linspace(-3, 3, side), indexing="ij")
    top = np.stack([x, y, 1.5 + 0.2 * np.sin(3 * x) * np.cos(2 * y)], axis=2).reshape(-1, 3)
    number = np.arange(side * side).reshape(side, side)
    a, b, c, d = (part.ravel() for part in (number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]))
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    rim = np.concatenate([number[:-1, 0], number[-1, :-1], number[:0:-1, -1], number[0, :0:-1]])
    foot = top[rim] * (1, 1, 0)
    first = len(top)
    low = first + np.arange(len(rim))
    after, low_after = np.roll(rim, -1), np.roll(low, -1)
    walls = np.concatenate([np.stack([rim, low, after], axis=1), np.stack([after, low, low_after], axis=1)])
    middle = first + len(rim)
    bottom = np.stack([low_after, low, np.full(len(rim), middle)], axis=1)
    solid = Solid(np.concatenate([top, foot, [(0.0, 0.0, 0.0)]]), np.concatenate([faces, walls, bottom]))
    parts = (Part("waves", frozenset({PartKind.OBSTACLE}), solid), _step())
    return Piece("waves", parts)


def _step() -> Part:
    return Part("step", frozenset({PartKind.LOW}), box((-2, -4.5, 0), (2, -3.2, 0.5)))


def _count(piece: Piece) -> int:
    return sum(len(part.solid.faces) for part in piece.parts)


def _ms(work: Callable[[], object], repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return 1000 * statistics.median(times)
