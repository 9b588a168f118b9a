"""Work in the background: jobs with a name, progress and cancel; and answers to questions, the newest first.

Whatever goes wrong in the background ends as a notice, never as a crash: an error that is none of ours becomes a
`JobError`, and its traceback goes to stderr. `Jobs` and `Answers` are polled from the window's thread; everything they
call back runs there.
"""

import sys
import threading
import traceback
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from warcry3d.app.shell.notices import Saying
from warcry3d.errors import WarcryError
from warcry3d.steady_lock import SteadyLock

__all__ = ["Answers", "BackgroundJob", "JobError", "JobProgress", "JobStoppedError", "Jobs"]

Asked = TypeVar("Asked", bound=Hashable)
Answer = TypeVar("Answer")
Result = TypeVar("Result")


class JobError(WarcryError, RuntimeError):
    """Work in the background failed with an error that the program did not expect."""


class JobStoppedError(WarcryError, RuntimeError):
    """Work in the background ended early since nobody wants its answer any more: nobody hears of it."""


class JobProgress:
    """What a job and the window tell each other while it runs: how far it is, and whether to stop."""

    def __init__(self) -> None:
        self.share: float | None = None
        self.is_cancelled = False

    def report(self, share: float) -> None:
        """Say how far the work is, from 0 to 1."""
        self.share = min(1.0, max(0.0, share))

    def check(self) -> None:
        """Raise `JobStoppedError` where the work is cancelled."""
        if self.is_cancelled:
            raise JobStoppedError("stopped")


@dataclass(eq=False)
class BackgroundJob(Generic[Result]):
    """Work under way. ``name`` says what it is; ``slot``: a newer job of the same slot replaces it."""

    name: Saying
    slot: str
    progress: JobProgress
    future: Future[Result]
    on_done: Callable[[Result], None]
    on_failed: Callable[[WarcryError], None]
    is_quiet: bool = field(default=False)

    def cancel(self) -> None:
        """Stop it as soon as it looks; its answer is dropped."""
        self.progress.is_cancelled = True
        self.future.cancel()


class Jobs:
    """Runs jobs in background threads. ``close()`` it when done."""

    def __init__(self, threads: int = 3) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="job")
        self._running: list[BackgroundJob[Any]] = []

    @property
    def running(self) -> tuple[BackgroundJob[Any], ...]:
        """Return the jobs under way, the oldest first."""
        return tuple(self._running)

    @property
    def shown(self) -> tuple[BackgroundJob[Any], ...]:
        """Return the jobs that are shown to people."""
        return tuple(job for job in self._running if not job.is_quiet)

    def start(
        self,
        slot: str,
        name: Saying,
        work: Callable[[JobProgress], Result],
        on_done: Callable[[Result], None],
        on_failed: Callable[[WarcryError], None],
        *,
        is_quiet: bool = False,
    ) -> BackgroundJob[Result]:
        """Start ``work`` in the background; a job of the same ``slot`` that still runs is cancelled.

        ``on_done`` or ``on_failed`` is called by `poll`, unless the job was cancelled meanwhile. ``is_quiet``: people
        are not told that it runs.
        """
        self.cancel(slot)
        progress = JobProgress()
        job = BackgroundJob(name, slot, progress, self._pool.submit(work, progress), on_done, on_failed, is_quiet)
        self._running.append(job)
        return job

    def cancel(self, slot: str) -> None:
        """Cancel the job of a slot, if one runs."""
        for job in [job for job in self._running if job.slot == slot]:
            job.cancel()
            self._running.remove(job)

    def is_running(self, slot: str) -> bool:
        """Return whether a job of a slot runs."""
        return any(job.slot == slot for job in self._running)

    def poll(self) -> bool:
        """Hand over what is done; return whether anything was."""
        done = [job for job in self._running if job.future.done()]
        for job in done:
            if job not in self._running:
                continue  # what was just handed over cancelled it
            self._running.remove(job)
            error = failure_of(job.future)
            if error is not None:
                job.on_failed(error)
            else:
                job.on_done(job.future.result())
        return bool(done)

    def close(self) -> None:
        """Cancel everything; work under way is not waited for."""
        for job in self._running:
            job.cancel()
        self._running = []
        self._pool.shutdown(wait=False, cancel_futures=True)


def failure_of(future: "Future[Any]") -> WarcryError | None:
    """Return the error that ended a future that is done; one of the program's own bugs becomes a `JobError`.

    What was cancelled did not fail.
    """
    error = None if future.cancelled() else future.exception()
    if error is None or isinstance(error, WarcryError):
        return error
    traceback.print_exception(error, file=sys.stderr)
    return JobError("internal error: {kind}: {reason}", kind=type(error).__name__, reason=str(error)[:300])


class Answers(Generic[Asked, Answer]):
    """Answers worked out in one background thread and kept; the newest question goes first, as soon as the one before
    is answered.

    ``answer`` is called in that thread. An error it raises is an answer too: see `failure`; but a question whose answer
    it stopped (`JobStoppedError`) can be asked again. ``keep``: so many of the last answers are kept, None: all.
    """

    def __init__(self, answer: Callable[[Asked], Answer], *, keep: int | None = None) -> None:
        self._answer = answer
        self._keep = keep
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="answers")
        self._known: dict[Asked, Answer] = {}
        self._failed: dict[Asked, WarcryError] = {}
        self._lock = SteadyLock()
        """Is held by who changes what both threads share: the questions, and what was worked out."""
        self._working: Asked | None = None
        self._wanted: Asked | None = None
        self._is_stale = False
        self._done: list[tuple[Asked, Future[Answer]]] = []
        self._is_idle = threading.Event()
        self._is_idle.set()

    @property
    def known(self) -> Mapping[Asked, Answer]:
        """Return all answers there are."""
        return MappingProxyType(self._known)

    @property
    def is_working(self) -> bool:
        """Whether an answer is being worked out."""
        return self._working is not None or bool(self._done)

    def failure(self, question: Asked) -> WarcryError | None:
        """Return why a question could not be answered."""
        return self._failed.get(question)

    def ask(self, question: Asked | None) -> None:
        """Want an answer; one already wanted but not yet begun is dropped for it."""
        is_answered = question in self._known or question in self._failed
        with self._lock:
            has_come = any(question == one for one, _ in self._done)
            self._wanted = None if is_answered or has_come or question == self._working else question
            self._is_stale = self._is_stale and self._wanted is not None
            if self._wanted is not None and self._working is None:
                self._working, self._wanted = self._wanted, None
                self._is_idle.clear()
                self._pool.submit(self._work, self._working)

    def stop_stale(self) -> None:
        """Have the answer under way stopped where another is wanted by now, if it looks (`check`)."""
        with self._lock:
            self._is_stale = self._wanted is not None

    def check(self) -> None:
        """Raise `JobStoppedError` where the answer under way is to stop; called by it, in the background thread."""
        if self._is_stale:
            raise JobStoppedError("stopped")

    def forget(self, question: Asked) -> None:
        """Drop an answer: it can be asked for again."""
        self._known.pop(question, None)
        self._failed.pop(question, None)

    def poll(self) -> bool:
        """Take in what has been worked out since; return whether there is anything new."""
        with self._lock:
            done, self._done = self._done, []
        for question, future in done:
            error = failure_of(future)
            if error is None:
                self._known[question] = future.result()
            elif not isinstance(error, JobStoppedError):
                self._failed[question] = error
        self._forget()
        return bool(done)

    def settle(self, seconds: float) -> bool:
        """Wait at most so long for all that is wanted; return whether there is anything new, as `poll`."""
        self._is_idle.wait(seconds)
        return self.poll()

    def close(self, *, is_waited_for: bool = False) -> None:
        """Stop; an answer being worked out is not waited for unless asked."""
        with self._lock:
            self._wanted = None
        self._pool.shutdown(wait=is_waited_for, cancel_futures=True)

    def _forget(self) -> None:
        """Drop the oldest of more answers than are kept."""
        while self._keep is not None and len(self._known) > self._keep:
            del self._known[next(iter(self._known))]
        while self._keep is not None and len(self._failed) > self._keep:
            del self._failed[next(iter(self._failed))]

    def _work(self, asked: Asked) -> None:
        """Answer a question, and whatever is wanted by then (in the background thread)."""
        question: Asked | None = asked
        while question is not None:
            future: Future[Answer] = Future()
            try:
                future.set_result(self._answer(question))
            except BaseException as error:
                future.set_exception(error)
            with self._lock:
                self._done.append((question, future))
                question = self._working = self._wanted
                self._wanted, self._is_stale = None, False
                if question is None:
                    self._is_idle.set()
