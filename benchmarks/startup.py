"""How long a start takes: one verdict from the command line on a warm cache, the window until its table is on screen
(on an empty cache, then on a warm one), and everything compiled on an empty cache.

Python's byte code is there from the beginning, as after ``make play`` or an installation by pip. The kernels of a warm
start are not: the first table needs none, and compiling them takes a minute.

Ratios are to importing numpy, trimesh and shapely, and to importing Numba and Panda3D, in the same run.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass

import warcry3d
from benchmarks.progress import doing
from warcry3d.compilation import JOBS, Compilation

__all__ = ["run"]

TABLE = "terrain/sample-battle.table.json"
REPEATS = 5
WINDOWS = 3


@dataclass(frozen=True)
class Cost:
    """What something took: seconds on the clock, and of processor time in child processes."""

    wall: float
    processor: float


@dataclass(frozen=True)
class Shown:
    """What it took until the table was on screen, and until its battle could be played."""

    table: Cost
    battle: Cost


def run() -> Iterator[str]:
    """Yield the times (s) and their ratios."""
    yield _warm()
    yield from _window()
    yield from _cold()


def _warm() -> str:
    from warcry3d.table.files import load_table
    from warcry3d.table.shipped import shipped_root

    path = str(shipped_root() / TABLE)
    models = load_table(path).models
    viewer, target = models[0].id, next(m.id for m in models if m.side != models[0].side)
    doing(f"check --json on a warm cache, {REPEATS} times")
    check = _best([sys.executable, "-m", "warcry3d", "check", "--json", path, viewer, target])
    imports = _best([sys.executable, "-c", "import numpy, trimesh, shapely"])
    return f"warm: check --json {check:.2f} s, imports {imports:.2f} s, ratio {check / imports:.2f} (at most 2.5)"


def _window() -> Iterator[str]:
    """Yield what it takes until the window shows the sample battle's table, as on a machine that never ran it."""
    if shutil.which("xvfb-run") is None:
        yield "window: not measured, there is no xvfb-run"
        return
    baseline = min(_imports().processor for _ in range(REPEATS))
    doing("byte code")
    subprocess.run([sys.executable, "-m", "compileall", "-q", *warcry3d.__path__], check=True)
    with tempfile.TemporaryDirectory() as folder:
        own = {name: f"{folder}/{name}" for name in ("WARCRY3D_CACHE", "WARCRY3D_DATA", "WARCRY3D_SETTINGS")}
        doing("the window on an empty cache, until its light is baked")
        yield _window_row("empty cache", _shown(own, "lit"), baseline)
        doing(f"the window on a warm cache, {WINDOWS} times")
        warm = min((_shown(own) for _ in range(WINDOWS)), key=lambda shown: shown.table.processor)
        yield _window_row("warm cache", warm, baseline)


def _window_row(name: str, shown: Shown, baseline: float) -> str:
    return (
        f"window, {name}: its table is on screen after {shown.table.wall:.1f} s, {shown.table.processor:.1f} s of "
        f"processor time, ratio {shown.table.processor / baseline:.1f}; its battle can be played after "
        f"{shown.battle.wall:.1f} s, {shown.battle.processor:.1f} s of processor time"
    )


def _shown(own: dict[str, str], *more: str) -> Shown:
    """Open the window on a screen that nobody sees, with these variables set; return when it shows what."""
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24"]
    inner = 'exec "$0" -m benchmarks.first_table "$(date +%s.%N)" "$@"'
    done = subprocess.run(
        [*screen, "sh", "-c", inner, sys.executable, *more],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **own},
    )
    wall, processor, later, more_processor = (float(number) for number in done.stdout.split()[-4:])
    return Shown(Cost(wall, processor), Cost(later, more_processor))


def _cold() -> Iterator[str]:
    """Yield what compiling each group takes on an empty cache, one group after the other."""
    baseline = min(_imports().processor for _ in range(REPEATS))
    yield f"empty cache, {os.cpu_count()} cores; importing numba and panda3d: {baseline:.2f} s of processor time"
    wall = processor = 0.0
    before = os.environ.get("WARCRY3D_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WARCRY3D_CACHE"] = folder
        try:
            for group in dict.fromkeys(job.group for job in JOBS):
                doing(f"compiling kernels for {group}")
                cost = _compiled(group)
                wall, processor = wall + cost.wall, processor + cost.processor
                yield (
                    f"{group:9} {cost.wall:6.1f} s, {cost.processor:6.1f} s of processor time; "
                    f"in all {wall:6.1f} s, {processor:6.1f} s, ratio {processor / baseline:5.1f}"
                )
        finally:
            os.environ.pop("WARCRY3D_CACHE")
            if before is not None:
                os.environ["WARCRY3D_CACHE"] = before


def _compiled(group: str) -> Cost:
    """Compile one group in child processes, as the window does."""
    compilation = Compilation([job for job in JOBS if job.group == group])
    start, used = time.perf_counter(), _children()
    compilation.start()
    compilation.wait(group)
    wall = time.perf_counter() - start
    compilation.close()
    return Cost(wall, _children() - used)


def _imports() -> Cost:
    start, used = time.perf_counter(), _children()
    subprocess.run([sys.executable, "-c", "import numba, panda3d.core"], check=True)
    return Cost(time.perf_counter() - start, _children() - used)


def _children() -> float:
    """Return the processor time of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _best(command: list[str]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)
