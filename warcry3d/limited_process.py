"""A process with limits of time and memory: an answer always comes, whatever the input does to it.

Libraries that cannot be interrupted (a union of solids, a parser) run there. The process reads its task as one line of
JSON and answers with lines of JSON: the stages it enters, and at the end the result or the error. It ends by itself
when the process that started it has ended. Where the same is asked again and again, one is kept (`KeptProcess`).
"""

import contextlib
import faulthandler
import json
import math
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from typing import IO, Any, NoReturn, cast

from warcry3d import errors
from warcry3d.errors import FileError, WarcryError

__all__ = [
    "KeptProcess",
    "OverLimitError",
    "Reporter",
    "end_with_parent",
    "lift_memory_limit",
    "main",
    "run_limited",
]

_INTERVAL = 0.05
"""Seconds between two measurements of the process's memory."""

_GRACE = 0.5
"""Seconds that a process has to end after its answer, when all is done, before it is killed."""

_OVERTIME = 5.0
"""Seconds after its limit when a process ends itself, should nobody have killed it."""

_IDLE = 120.0
"""Seconds after which a process that is kept ends itself where nothing is asked."""

_STACK_MB = 16
"""Address space that threads of libraries reserve for each processor (glibc: 8 MB a stack) and hardly ever use."""


@dataclass(frozen=True, slots=True)
class Reporter:
    """What the work reports while it runs: the ``stage`` it enters, and what it is ``waiting`` for."""

    stage: Callable[[str], None]
    waiting: Callable[[str], None]


class OverLimitError(WarcryError, RuntimeError):
    """The work did not finish within its limits. ``stage``: where it was; ``what``: ``time``, ``memory``,
    ``cancelled``, or ``fault`` where the process died of something else.
    """

    def __init__(self, stage: str, what: str, reason: str = "") -> None:
        super().__init__("{what} ran out in stage {stage}: {reason}", what=what, stage=stage, reason=reason)
        self.stage, self.what, self.reason = stage, what, reason


@dataclass(frozen=True, slots=True)
class _Listener:
    """Who hears of the work: see `run_limited`."""

    on_wait: Callable[[str], None] = lambda _: None
    on_stage: Callable[[str], None] = lambda _: None
    is_cancelled: Callable[[], bool] = lambda: False


def run_limited(
    task: str,
    given: Mapping[str, Any],
    *,
    seconds: float,
    megabytes: int,
    on_wait: Callable[[str], None] = lambda _: None,
    on_end: Callable[[int], None] = lambda _: None,
    on_stage: Callable[[str], None] = lambda _: None,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> Any:
    """Return what a function makes of ``given`` (JSON values in, JSON values out), called in a process of its own.

    task: ``package.module:function``, called with ``given`` and a `Reporter`. ``on_wait``: called with what it waits
    for, ``on_stage`` with the stages that it enters. ``on_end``: called with the number of a process that had to be
    killed, to clean up after it. ``seconds``: may be infinite. ``is_cancelled``: asked again and again whether the work
    is still wanted. Raises the `WarcryError` that the function raised, or `OverLimitError`.
    """
    asked = {"task": task, "given": given, "megabytes": megabytes, "seconds": seconds}
    with closing(_Process()) as process:
        try:
            answer = process.ask(asked, _Listener(on_wait, on_stage, is_cancelled))
            process.wait()
            return answer
        except (OverLimitError, KeyboardInterrupt):
            process.close()
            on_end(process.number)
            raise


class KeptProcess:
    """A limited process that is kept for the same kind of task: only the first one waits for it to start.

    What is no longer wanted has ``grace`` seconds to come to its end before the process is killed. ``close()`` it.
    """

    def __init__(self, *, grace: float = 1.0) -> None:
        self._grace = grace
        self._process: _Process | None = None
        self._one_at_a_time = threading.Lock()
        self._is_closed = False

    def run(
        self,
        task: str,
        given: Mapping[str, Any],
        *,
        seconds: float,
        megabytes: int,
        on_stage: Callable[[str], None] = lambda _: None,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> Any:
        """Return what a function makes of ``given``, as `run_limited` does, after what was asked before."""
        while not self._one_at_a_time.acquire(timeout=_INTERVAL):
            if is_cancelled():
                raise OverLimitError("starting", "cancelled")
        since = math.inf

        def is_given_up() -> bool:
            nonlocal since
            since = min(since, time.monotonic()) if is_cancelled() else math.inf
            return self._is_closed or time.monotonic() - since > self._grace

        try:
            asked = {"task": task, "given": given, "megabytes": megabytes, "seconds": seconds, "is_kept": True}
            return self._ask(asked, _Listener(on_stage=on_stage, is_cancelled=is_given_up))
        finally:
            self._one_at_a_time.release()

    def _ask(self, asked: dict[str, Any], listener: "_Listener") -> Any:
        """Ask the process that is there, or another one where it has ended or holds much memory from before."""
        if self._process is not None and not self._process.is_fit(asked["megabytes"]):
            self._drop()
        self._process = self._process or _Process()
        try:
            return self._process.ask(asked, listener)
        except OverLimitError:
            self._drop()
            raise

    def _drop(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    def close(self) -> None:
        """End the process; work under way ends with it."""
        self._is_closed = True
        if self._one_at_a_time.acquire(blocking=False):
            self._drop()
            self._one_at_a_time.release()


class _Process:
    """A process that was started for tasks. ``close()`` it: that kills it."""

    def __init__(self) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (``close`` closes it)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from warcry3d.limited_process import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
                "OPENBLAS_NUM_THREADS": "1",  # its threads reserve memory by the processor, for work not done here
            },
        )
        self.number = self._process.pid
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()

    def ask(self, asked: Mapping[str, Any], listener: "_Listener") -> Any:
        """Return the answer to a task, or raise what it raised; raise `OverLimitError` when a limit is reached."""
        end = time.monotonic() + asked["seconds"]
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it died at once; what it said tells why
            self._process.stdin.write(json.dumps({**asked, "parent": os.getpid()}).encode() + b"\n")
            self._process.stdin.flush()  # and stays open: when it closes the process ends
        return _watched(self._process, self._lines, end, asked["megabytes"], listener, self._said)

    def is_fit(self, megabytes: int) -> bool:
        """Return whether it may be asked more: it has not ended, and holds little of the memory it may take."""
        return self._process.poll() is None and _memory_mb(self._process) < megabytes / 4

    def wait(self) -> None:
        """Wait for it to end after its answer."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=_GRACE)

    def close(self) -> None:
        """Kill it, whatever it does."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._said):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def _read(stream: IO[bytes], lines: "queue.Queue[bytes | None]") -> None:
    try:
        for line in stream:
            lines.put(line)
    except (OSError, ValueError):
        pass  # closed at our end
    lines.put(None)


def _watched(
    process: subprocess.Popen[bytes],
    lines: "queue.Queue[bytes | None]",
    end: float,
    megabytes: int,
    listener: _Listener,
    said: IO[bytes],
) -> Any:
    """Return the answer of the process, or raise what it raised; raise `OverLimitError` when a limit is reached.

    Both limits are checked whether messages wait or not: work of many small stages reports all the time.
    """
    stage, measured = "starting", 0.0
    while True:
        now = time.monotonic()
        if now > end:
            raise OverLimitError(stage, "time")
        if listener.is_cancelled():
            raise OverLimitError(stage, "cancelled")
        if now - measured >= _INTERVAL:
            if _memory_mb(process) > megabytes:
                raise OverLimitError(stage, "memory")
            measured = now
        try:
            line = lines.get(timeout=_INTERVAL)
        except queue.Empty:
            continue
        if line is None:
            process.wait()
            raise _died(process, stage, said)
        match json.loads(line):
            case {"stage": str(name)}:
                stage = name
                listener.on_stage(name)
            case {"waiting": str(reason)}:
                listener.on_wait(reason)
            case {"answer": answer}:
                return answer
            case {"error": raised}:
                raise _raised(raised)
            case {"memory": _}:
                raise OverLimitError(stage, "memory")


def _memory_mb(process: subprocess.Popen[bytes]) -> float:
    """Return the memory that a process holds; 0 where it has ended."""
    import psutil

    try:
        return float(psutil.Process(process.pid).memory_info().rss) / 2**20
    except psutil.Error:
        return 0.0


_NO_MEMORY = ("MemoryError", "bad_alloc", "cannot allocate memory", "Cannot allocate memory", "Out of memory")


def _died(process: subprocess.Popen[bytes], stage: str, said: IO[bytes]) -> OverLimitError:
    """Return why a process ended without an answer."""
    said.seek(0)
    words = said.read()[-20_000:].decode("utf-8", "replace")
    if any(sign in words for sign in _NO_MEMORY) or process.returncode == -9:  # the system's own guard kills with 9
        return OverLimitError(stage, "memory")
    last = next((line.strip() for line in reversed(words.splitlines()) if line.strip()), "")
    return OverLimitError(stage, "fault", last[:300] or f"the process ended with {process.returncode}")


def _raised(message: Mapping[str, Any]) -> WarcryError:
    """Return the error that a process reported."""
    values = message["values"]
    if message["kind"] == "FileError":
        return FileError(message["file"], message["place"], message["template"], **values)
    kind = getattr(errors, message["kind"], WarcryError)
    return cast(WarcryError, kind(message["template"], **values))


def main() -> NoReturn:
    """Do what stdin says, once or as long as more is asked, and report how it went: what the started process runs."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer

    def report(**message: Any) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    tasks: queue.Queue[dict[str, Any]] = queue.Queue()
    threading.Thread(target=_take_tasks, args=(tasks,), daemon=True).start()
    is_kept = True
    while is_kept:
        try:
            asked = tasks.get(timeout=_IDLE)
        except queue.Empty:
            break
        is_kept = asked.get("is_kept", False)
        if math.isfinite(asked["seconds"]):
            faulthandler.dump_traceback_later(max(asked["seconds"] + _OVERTIME, 0.1), exit=True, file=sys.stderr)
        _do(asked, report)
        faulthandler.cancel_dump_traceback_later()
    answers.flush()
    os._exit(0)  # libraries that clean up at the end may take seconds or crash


def _do(asked: Mapping[str, Any], report: Callable[..., None]) -> None:
    """Do a task and report how it went."""
    end_with_parent(asked["parent"])
    _limit_memory(asked["megabytes"])
    module, _, function = asked["task"].partition(":")
    reporter = Reporter(lambda stage: report(stage=stage), lambda reason: report(waiting=reason))
    try:
        report(answer=getattr(import_module(module), function)(asked["given"], reporter))
    except WarcryError as error:
        report(error=_wire(error))
    except MemoryError:
        report(memory=True)


def end_with_parent(parent: int) -> None:
    """Let the system kill this process when the one that started it, or the thread of it that did, has ended.

    Linux alone has that. Everywhere stdin closes then, which a thread waits for; but a library that keeps the
    interpreter's lock (the union of solids does) keeps that thread waiting, so a limited process has a watchdog too
    that needs no lock and ends it some seconds after its limit of time.
    """
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it ended before
            os._exit(1)


def _take_tasks(tasks: "queue.Queue[dict[str, Any]]") -> None:
    """Take in what is asked, and end the process when nobody can ask any longer."""
    begun = b""
    with contextlib.suppress(OSError):
        while got := os.read(0, 1 << 16):
            *lines, begun = (begun + got).split(b"\n")
            for line in lines:
                tasks.put(json.loads(line))
    os._exit(1)


def _limit_memory(megabytes: int) -> None:
    """Let the system refuse more memory than this, where it can: then an error comes instead of a sudden end."""
    try:
        import resource
    except ImportError:  # Windows; there the process is watched from outside alone
        return
    limit = (megabytes + _STACK_MB * (os.cpu_count() or 1)) * 2**20
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def lift_memory_limit() -> None:
    """Take back the system's limit, for the work that remains in a limited process: graphics drivers reserve far more
    than they hold. The memory that the process holds is still watched from outside.
    """
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def _wire(error: WarcryError) -> dict[str, Any]:
    """Return an error as JSON values."""
    plain = {name: v if isinstance(v, str | int | float | bool) else str(v) for name, v in error.values.items()}
    message: dict[str, Any] = {"kind": type(error).__name__, "template": error.template, "values": plain}
    if isinstance(error, FileError):
        message.update(file=error.file, place=error.place)
    return message
