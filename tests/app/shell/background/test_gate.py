"""Work that stops between any two calls while its gate is shut."""

import functools
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import warcry3d
from tests.patience import PATIENCE
from warcry3d.app.shell.background.gate import Gate
from warcry3d.steady_lock import SteadyLock


def until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not holds():
        time.sleep(0.001)
        assert time.monotonic() < limit, "it never came about"


class Counting:
    """Counts in a thread, one call after the other, in one long piece."""

    def __init__(self, gate: Gate, through: Callable[[Callable[[], None]], None] | None = None) -> None:
        self.gate = gate
        self.count = 0
        self.is_stopped = False
        self._through = through or (lambda call: call())
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def more(self) -> None:
        self.count += 1

    def all(self) -> None:
        while not self.is_stopped:
            self.more()

    def _run(self) -> None:
        with self.gate.passed():
            self._through(self.all)

    def moves(self) -> bool:
        """Return whether it counts on within a tenth of a second."""
        time.sleep(0.02)
        before = self.count
        time.sleep(0.1)
        return self.count > before

    def stop(self) -> None:
        self.is_stopped = True
        self.gate.open()
        self._thread.join(PATIENCE)


def test_work_stops_amid_a_piece_and_goes_on() -> None:
    counting = Counting(Gate())
    until(lambda: counting.count > 0)
    counting.gate.shut()
    assert not counting.moves()
    counting.gate.open()
    before = counting.count
    until(lambda: counting.count > before)
    counting.stop()


def test_work_does_not_begin_at_a_shut_gate() -> None:
    counting = Counting(Gate(is_open=False))
    assert not counting.moves()
    counting.gate.open()
    until(lambda: counting.count > 0)
    counting.stop()


def test_work_is_not_stopped_where_a_library_holds_a_lock() -> None:
    class Holder:
        """Has a property that `functools` derives, until Python 3.12 under a lock."""

        def __init__(self, derive: Callable[[], None]) -> None:
            self.derive = derive

        @functools.cached_property
        def value(self) -> None:
            self.derive()

    gate = Gate()
    counting = Counting(gate, lambda call: Holder(call).value)
    until(lambda: counting.count > 0)
    gate.shut()
    before = counting.count
    until(lambda: counting.count > before + 10)
    counting.stop()


@pytest.mark.parametrize("module", ["warcry3d.geom.compiled", "numba.core.dispatcher", "queue"])
def test_work_is_not_stopped_within_a_module_that_holds_locks(module: str) -> None:
    """The window may wait for the lock of whoever compiles or loads a kernel."""
    names: dict[str, Any] = {"__name__": module}
    exec("def through(call):\n    call()", names)
    gate = Gate()
    counting = Counting(gate, names["through"])
    until(lambda: counting.count > 0)
    gate.shut()
    before = counting.count
    until(lambda: counting.count > before + 10)
    counting.stop()


def test_other_threads_are_not_stopped() -> None:
    gate = Gate()
    counting = Counting(gate)
    until(lambda: counting.count > 0)
    gate.shut()
    assert sum(len(str(n)) for n in range(100)) == 190
    counting.stop()


def test_work_is_not_stopped_with_a_lock_in_hand() -> None:
    """Work that stops with a lock in hand stops whoever waits for it, who may be the one that the gate is shut for."""
    lock = SteadyLock()

    def with_lock(call: Callable[[], None]) -> None:
        with lock:
            call()

    counting = Counting(Gate(), with_lock)
    until(lambda: counting.count > 0)
    counting.gate.shut()
    assert counting.moves()
    counting.stop()


def test_every_lock_of_ours_that_background_work_may_hold_is_a_steady_one() -> None:
    package = Path(warcry3d.__file__).parent
    holding = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"\bR?Lock\(\)", path.read_text(encoding="utf-8"))
    }
    processes = {"game/player_process.py", "limited_process.py"}
    assert holding == {"steady_lock.py", *processes}, "background work of the window starts none of these processes"
