"""Light baked in a thread of its own while the window shows the table without it; rays let frames go on meanwhile."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from warcry3d.app.scene.live_scene import LiveScene
from warcry3d.app.scene.unlit import PendingLight
from warcry3d.app.shell.background.jobs import failure_of

__all__ = ["LightBaking"]

BATCH = 1.0
"""What is baked within so many seconds is shown together: each exchange draws the whole table anew."""

Lit = list[tuple[PendingLight, Callable[[], None]]]


class LightBaking:
    """Bakes what a scene shows without its light, batch by batch. ``close()`` it when done."""

    def __init__(self, scene: LiveScene) -> None:
        self._scene = scene
        self._world = scene.world
        self._has_shown = False
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="light")
        self._stop = threading.Event()
        self._batch: tuple[Sequence[PendingLight], Future[Lit]] | None = None

    def poll(self, *, is_changing: bool) -> bool:
        """Show the light that was baked since, and go on with the rest; return whether anything was shown.

        Baking begins when the first table is on screen. ``is_changing``: the picture is not yet as things stand.
        """
        self._has_shown = self._has_shown or not is_changing
        if not self._has_shown:
            return False
        is_anew = self._batch is not None and self._batch[1].done() and self._take(*self._batch)
        wanted = self._world.unlit
        if self._batch is None and wanted:
            self._batch = (wanted, self._pool.submit(self._bake, wanted))
        return is_anew

    @property
    def is_done(self) -> bool:
        """Whether all light that can be baked is baked and shown."""
        return self._has_shown and self._batch is None and not self._world.unlit

    def _take(self, wanted: Sequence[PendingLight], baked: Future[Lit]) -> bool:
        self._batch = None
        if failure_of(baked) is not None:
            for light in wanted:
                self._world.give_up(light)
            return False
        for _, show in baked.result():
            show()
        self._scene.relight()
        return True

    def _bake(self, wanted: Sequence[PendingLight]) -> Lit:
        started, made = time.monotonic(), Lit()
        for light in wanted:
            if self._stop.is_set():
                break
            made.append((light, light.bake()))
            if time.monotonic() - started > BATCH:
                break
        return made

    def close(self) -> None:
        """Stop; the thing being baked is not waited for."""
        self._stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
