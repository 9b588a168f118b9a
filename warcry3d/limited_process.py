"""A process with limits of time and memory: an answer always comes, whatever the input does to it.

Libraries that cannot be interrupted (a union of solids, a parser) run there. The process reads its task as one line of
JSON and answers with lines of JSON: the stages it enters, and at the end the result or the error. It ends by itself
when the process that started it has ended.
"""

import contextlib
import faulthandler
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import IO, Any, NoReturn, cast

from warcry3d import errors
from warcry3d.errors import FileError, WarcryError

__all__ = ["OverLimitError", "Reporter", "end_with_parent", "lift_memory_limit", "main", "run_limited"]

_INTERVAL = 0.05
"""Seconds between two measurements of the process's memory."""

_GRACE = 0.5
"""Seconds that a process has to end after its answer, when all is done, before it is killed."""

_OVERTIME = 5.0
"""Seconds after its limit when a process ends itself, should nobody have killed it."""

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

    on_wait: Callable[[str], None]
    on_stage: Callable[[str], None]
    is_cancelled: Callable[[], bool]


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
    killed, to clean up after it. ``is_cancelled``: asked again and again whether the work is still wanted. Raises the
    `WarcryError` that the function raised, or `OverLimitError`.
    """
    end = time.monotonic() + seconds
    with tempfile.TemporaryFile() as said, _started(said) as process:
        assert process.stdin is not None and process.stdout is not None
        lines: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
        asked = {"task": task, "given": given, "megabytes": megabytes, "seconds": seconds, "parent": os.getpid()}
        with contextlib.suppress(OSError):  # it died at once; what it said tells why
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            process.stdin.flush()  # and stays open: when it closes the process ends
        try:
            return _watched(process, lines, end, megabytes, _Listener(on_wait, on_stage, is_cancelled), said)
        except OverLimitError:
            process.kill()
            process.wait()
            on_end(process.pid)
            raise


@contextmanager
def _started(said: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """Start the process; kill it at the end whatever happens."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", "from warcry3d.limited_process import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=said,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "OPENBLAS_NUM_THREADS": "1",  # its threads reserve memory by the processor, for work that is not done here
        },
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
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
                _wait_for(process)
                return answer
            case {"error": raised}:
                raise _raised(raised)
            case {"memory": _}:
                raise OverLimitError(stage, "memory")


def _wait_for(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process that has answered."""
    try:
        process.wait(timeout=_GRACE)
    except subprocess.TimeoutExpired:
        process.kill()  # its answer is complete


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
    """Do what stdin says and report how it went: what the started process runs."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer

    def report(**message: Any) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    asked = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_exit_when_stdin_closes, daemon=True).start()
    faulthandler.dump_traceback_later(max(asked["seconds"] + _OVERTIME, 0.1), exit=True, file=sys.stderr)
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
    answers.flush()
    os._exit(0)  # libraries that clean up at the end may take seconds or crash


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


def _exit_when_stdin_closes() -> None:
    with contextlib.suppress(OSError):
        while os.read(0, 1):
            pass
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
