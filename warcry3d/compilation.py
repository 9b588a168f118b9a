"""Compiles all kernels of the program beforehand, in processes of its own, and says how far that is.

``python -m warcry3d.compilation`` compiles whatever is not in the cache and shows its progress.
"""

import contextlib
import gc
import importlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from warcry3d.geom.kernel_cache import marker

__all__ = ["JOBS", "Compilation", "Job", "Progress", "compile_group"]


@dataclass(frozen=True, slots=True)
class Job:
    """One annotated kernel to compile, with all that it calls.

    ``group``: what it is for; ``name``: ``module:kernel``; ``seconds``: about how long it takes when those it ``needs``
    are compiled already.
    """

    group: str
    name: str
    seconds: float
    needs: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """The module that defines the kernel."""
        return self.name.split(":")[0]


def _jobs(group: str, seconds: dict[str, float]) -> tuple[Job, ...]:
    """Return jobs of a group; the keys are ``module:kernel``."""
    return tuple(Job(group, name, time, _NEEDS.get(name, ())) for name, time in seconds.items())


_CASTS = tuple(f"warcry3d.geom.casts:{name}" for name in ("is_blocked", "first_hits", "is_inside", "clearance"))

_NEEDS = {
    "warcry3d.geom.cases:close_or_rim": ("warcry3d.geom.shaft:flood", "warcry3d.geom.rims:rim_holds"),
    "warcry3d.geom.cases:decide": (
        *_CASTS,
        "warcry3d.geom.cases:close_or_rim",
        "warcry3d.geom.rims:holds_grown",
        "warcry3d.geom.matrix_game:solve_game",
    ),
    "warcry3d.geom.witness:climb": _CASTS,
    "warcry3d.geom.witness:improve": ("warcry3d.geom.witness:climb",),
    "warcry3d.sight.clear_lines_kernel:clear_lines": _CASTS,
    "warcry3d.sight.moved_lines_kernel:first_that_stays_free": ("warcry3d.sight.moved_lines_kernel:_has_room",),
    "warcry3d.sight.moved_lines_kernel:_has_room": _CASTS,
    "warcry3d.geom.witness:sample": ("warcry3d.geom.witness:climb",),
    "warcry3d.geom.search:divide": ("warcry3d.geom.cases:decide", "warcry3d.geom.witness:improve"),
    "warcry3d.geom.view_search:search_views": (*_CASTS, "warcry3d.geom.view_clearing:first_obstacle"),
    "warcry3d.motion.swept.batch:stay_near": ("warcry3d.motion.swept.distance:body_distance",),
    "warcry3d.motion.swept.batch:any_collision": ("warcry3d.motion.swept.collisions:colliding_triangles",),
    "warcry3d.motion.shortest.visibility:visible_portals": ("warcry3d.motion.shortest.visibility:expand_visibility",),
    "warcry3d.motion.shortest.path_tree:shortest_path_tree": ("warcry3d.motion.shortest.visibility:visible_portals",),
    "warcry3d.motion.shortest.path_tree:path_costs": ("warcry3d.motion.shortest.visibility:expand_visibility",),
    "warcry3d.motion.shortest.stars:stars": ("warcry3d.motion.shortest.visibility:expand_visibility",),
}
"""Kernels that call others of the list: compiled at the same time, both would compile those."""

JOBS = (
    *_jobs(
        "sight",
        {
            "warcry3d.geom.shaft:flood": 5,
            "warcry3d.geom.rims:rim_holds": 2,
            "warcry3d.geom.cases:close_or_rim": 1,
            "warcry3d.geom.casts:is_blocked": 1,
            "warcry3d.geom.casts:first_hits": 1,
            "warcry3d.geom.casts:is_inside": 1,
            "warcry3d.geom.casts:clearance": 1,
            "warcry3d.geom.matrix_game:solve_game": 1,
            "warcry3d.geom.rims:holds_grown": 1,
            "warcry3d.geom.cases:decide": 4,
            "warcry3d.geom.witness:climb": 1,
            "warcry3d.geom.witness:improve": 2,
            "warcry3d.geom.search:divide": 7,
            "warcry3d.geom.witness:sample": 1,
            "warcry3d.sight.clear_lines_kernel:clear_lines": 1,
            "warcry3d.sight.moved_lines_kernel:_has_room": 1,
            "warcry3d.sight.moved_lines_kernel:first_that_stays_free": 1,
            "warcry3d.geom.mesh_distance:nearest_points": 2,
            "warcry3d.geom.tree:_tree": 3,
            "warcry3d.geom.tree:_clusters": 2,
            "warcry3d.geom.tree:_refit": 1,
        },
    ),
    *_jobs(
        "reach",
        {
            "warcry3d.motion.swept.collisions:colliding_triangles": 2,
            "warcry3d.motion.swept.distance:body_distance": 2,
            "warcry3d.motion.shortest.navmesh:flip_to_delaunay": 1,
            "warcry3d.motion.shortest.navmesh:triangle_grid": 1,
            "warcry3d.motion.shortest.navmesh:contains_points": 1,
            "warcry3d.motion.shortest.navmesh:lattice_rows": 1,
            "warcry3d.motion.shortest.visibility:expand_visibility": 1,
            "warcry3d.motion.shortest.visibility:visible_portals": 1,
            "warcry3d.motion.shortest.path_tree:locate_queries": 1,
            "warcry3d.motion.shortest.path_tree:shortest_path_tree": 3,
            "warcry3d.motion.swept.batch:stay_near": 2,
            "warcry3d.motion.swept.batch:any_collision": 1,
            "warcry3d.motion.shortest.path_tree:path_costs": 1,
            "warcry3d.motion.shortest.stars:stars": 5,
            "warcry3d.motion.corner_kernels:shortest_ways": 1,
            "warcry3d.motion.corner_kernels:first_that_sees": 1,
            "warcry3d.motion.corner_kernels:edge_boxes": 1,
            "warcry3d.motion.corner_kernels:any_within": 1,
            "warcry3d.motion.corner_kernels:distances_to_way": 1,
        },
    ),
    *_jobs(
        "terrain",
        {
            "warcry3d.terrain.reducing.gap_kernel:gaps": 1,
            "warcry3d.terrain.reducing.sides:depths": 1,
            "warcry3d.terrain.reducing.sides:signed_gaps": 1,
            "warcry3d.terrain.reducing.farthest:farthest": 3,
            "warcry3d.terrain.reducing.reduce_kernel:collapse": 5,
            "warcry3d.terrain.lint.surface_kernels:nearest_hits": 1,
            "warcry3d.terrain.lint.surface_kernels:any_blocked": 1,
            "warcry3d.terrain.lint.surface_kernels:self_intersections": 1,
            "warcry3d.terrain.lint.surface_kernels:facing_pairs": 1,
            "warcry3d.sight.rays_kernel:all_blocked": 1,
        },
    ),
    *_jobs("pictures", {"warcry3d.app.scene.tree:_shoot": 1}),
    *_jobs(
        "full views",
        {
            "warcry3d.geom.view_clearing:first_obstacle": 2,
            "warcry3d.geom.view_search:search_views": 4,
        },
    ),
)
"""What is compiled, in this order as far as the needs allow."""


class Progress(NamedTuple):
    """How far compiling is: so many of so many seconds of work, and which group is at it ("" when it is done)."""

    done: float
    total: float
    what: str


class Compilation:
    """Compiles the kernels that this machine has not compiled yet; `close` it when done.

    A group is *ready* when using it compiles nothing more, or when compiling it failed or was given up: then whoever
    uses it compiles it, and meets the error. Without a cache there is nothing to prepare, and all is ready.
    """

    def __init__(
        self, jobs: Sequence[Job] = JOBS, *, workers: int | None = None, command: Sequence[str] | None = None
    ) -> None:
        """``workers``: how many processes; ``command``: what each of them runs."""
        self._jobs = tuple(jobs)
        self._command = list(command or (sys.executable, "-m", "warcry3d.compilation", "--worker"))
        self._workers = workers or min(4, os.cpu_count() or 1)
        self._waiting = list(self._jobs)
        self._finished: set[str] = set()
        self._failed = False
        self._state = threading.Condition()
        self._children: list[subprocess.Popen[str]] = []
        self._threads: list[threading.Thread] = []
        self._marker = marker(_sources(self._jobs)) if sys.executable else None
        self._is_over = self._marker is None or self._marker.exists()

    def start(self) -> None:
        """Begin, unless that is done or all is there already."""
        if self._is_over or self._threads:
            return
        for _ in range(self._workers):
            thread = threading.Thread(target=self._run, name="compilation", daemon=True)
            self._threads.append(thread)
            thread.start()

    def progress(self) -> Progress:
        """Return how far it is; never blocks for long."""
        total = sum(job.seconds for job in self._jobs)
        with self._state:
            left = () if self._is_over else tuple(job for job in self._jobs if job.name not in self._finished)
        return Progress(total - sum(job.seconds for job in left), total, left[0].group if left else "")

    @property
    def is_done(self) -> bool:
        """Whether nothing more will be compiled."""
        with self._state:
            return self._is_over

    def is_ready(self, group: str) -> bool:
        """Return whether all kernels of a group are compiled."""
        with self._state:
            return self._is_ready(group)

    def wait(self, group: str) -> None:
        """Return when a group is ready; at once where nothing was started."""
        with self._state:
            self._state.wait_for(lambda: not self._threads or self._is_ready(group))

    def close(self) -> None:
        """End it, finished or not."""
        with self._state:
            self._is_over = True
            self._state.notify_all()
            for child in self._children:
                child.terminate()
        for thread in self._threads:
            thread.join()

    def _is_ready(self, group: str) -> bool:
        return self._is_over or all(job.name in self._finished for job in self._jobs if job.group == group)

    def _run(self) -> None:
        """Hand jobs to one child until there are none, or it fails."""
        with self._state:
            if self._is_over:
                return
            child = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            self._children.append(child)
        while (job := self._next()) is not None:
            is_compiled = _ask(child, job)
            with self._state:
                self._finished.add(job.name)
                self._failed |= not is_compiled
                self._state.notify_all()
            if not is_compiled:
                break
        with contextlib.suppress(OSError), child:  # a child that ended before it read all breaks the pipe
            pass
        self._leave()

    def _next(self) -> Job | None:
        """Wait for a job whose needs are there; return None when there are no more."""
        with self._state:
            while self._waiting and not self._is_over:
                for job in self._waiting:
                    if all(need in self._finished for need in job.needs):
                        self._waiting.remove(job)
                        return job
                self._state.wait()
            return None

    def _leave(self) -> None:
        """Note that one child has ended; with the last, that everything has."""
        with self._state:
            self._workers -= 1
            if self._workers == 0 and not self._is_over:
                self._is_over = True
                if not self._failed and self._marker is not None:
                    _mark(self._marker)
            self._state.notify_all()


def compile_group(group: str) -> None:
    """Compile what a group needs side by side, and return when it is done; where there is no cache to leave it in,
    nothing is done.
    """
    compilation = Compilation([job for job in JOBS if job.group == group])
    compilation.start()
    compilation.wait(group)
    compilation.close()


def _mark(file: Path) -> None:
    """Leave a marker in the cache: everything is compiled. Where that is impossible, leave none."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError:
        return


def _ask(child: "subprocess.Popen[str]", job: Job) -> bool:
    """Have a child compile a kernel; return whether it did."""
    assert child.stdin is not None and child.stdout is not None
    try:
        child.stdin.write(f"{job.name}\n")
        child.stdin.flush()
        return child.stdout.readline().strip() == job.name
    except OSError:
        return False


def _sources(jobs: Sequence[Job]) -> list[Path]:
    """Return the source files of the modules of some jobs, without importing them."""
    root = Path(__file__).parent.parent
    return [root.joinpath(*module.split(".")).with_suffix(".py") for module in dict.fromkeys(j.module for j in jobs)]


def _work() -> None:
    """Compile the kernels named on the standard input, and name each when it is done."""
    gc.disable()  # a tenth of the time otherwise, for nothing: the process ends soon
    for line in sys.stdin:
        module, kernel = line.strip().split(":")
        getattr(importlib.import_module(module), kernel).prepare()
        print(line.strip(), flush=True)


def _show(compilation: Compilation) -> None:
    """Compile, with a line that says how far it is."""
    if compilation.is_done:
        return
    compilation.start()
    is_screen, said = sys.stdout.isatty(), -1
    print("compiling, once on this machine...", flush=True)
    while not compilation.is_done:
        done, total, what = compilation.progress()
        share = int(100 * done / total)
        if share >= said + (1 if is_screen else 10):
            said = share
            about = f" ({what})" if what else ""
            if is_screen:
                print(f"compiled {share} %{about:16}", end="\r", flush=True)
            else:
                print(f"compiled {share} %{about}", flush=True)
        time.sleep(0.2)
    compilation.close()
    print(f"{'compiled':40}" if is_screen else "compiled", flush=True)


if __name__ == "__main__":
    _work() if sys.argv[1:] == ["--worker"] else _show(Compilation())
