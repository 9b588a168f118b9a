"""A player of the program in a process of its own: asked, polled, cancelled; nothing here ever waits for it.

The process receives the battle as lines of JSON, as a record writes them, and answers with an action, its reason,
and what it was compared with. Whatever happens to the process, `PlayerProcess.poll` says so: it is then started again,
or somebody else takes over.
"""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from typing import IO, Any, Generic, Self, TypeVar

import msgspec

from warcry3d.errors import WarcryError
from warcry3d.game.decisions import Candidate, CandidateWire, Decision, MessageWire, message_from_wire
from warcry3d.game.due import read_action
from warcry3d.game.plain import plain
from warcry3d.game.ruleset import Ruleset
from warcry3d.game.session import Game, Step
from warcry3d.game.setup import Setup
from warcry3d.table.jsonfile import JsonPath

__all__ = ["PlayerDiedError", "PlayerProcess"]

S = TypeVar("S")
A = TypeVar("A")

LONGEST_LINE = 4 * 1024 * 1024
"""No answer is longer than this (bytes)."""

_GRACE = 1.0
"""Seconds in which a process that closed its end is to have ended."""


class PlayerDiedError(WarcryError, RuntimeError):
    """The process of a player ended, or said what is no answer, and was killed."""


class AnswerWire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the process answers a question: the action as a record has it, None where nobody had to choose."""

    answer: int
    action: dict[str, Any] | None
    reason: MessageWire | None = None
    candidates: list[CandidateWire] = []
    seconds: float = 0.0


class PlayerProcess(Generic[S, A]):
    """A player of a battle that thinks in a process of its own. ``close()`` it when done.

    ``maker``: ``package.module:function``, which makes the rules and the player in the process out of ``given`` (JSON);
    ``seed``: of the player's own chance: it decides as `warcry3d.game.players.play_on` lets it with this seed.
    """

    def __init__(
        self, ruleset: Ruleset[S, A], setup: Setup, maker: str, given: Mapping[str, Any], *, seed: int = 0
    ) -> None:
        self._ruleset = ruleset
        self._first = {"maker": maker, "given": dict(given), "setup": setup, "seed": seed, "parent": os.getpid()}
        self._questions = 0
        self._asked: int | None = None
        self._since = 0.0
        self._told: _Told[S, A] = _Told()
        self._process: _Process | None = None
        self._game: Game[S, A] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_thinking(self) -> bool:
        """Return whether an answer is still due."""
        return self._asked is not None

    @property
    def seconds(self) -> float:
        """Return for how long it has been thinking about what it was asked; 0 where it was asked nothing."""
        return time.monotonic() - self._since if self._asked is not None else 0.0

    @property
    def process_id(self) -> int | None:
        """Return the number of the process; None where it has none, or not yet."""
        return None if self._process is None else self._process.number

    def follow(self, game: Game[S, A]) -> None:
        """Tell it how the battle stands, so that it prepares while others think; the process is started if need be."""
        if self._process is None:
            self._process, self._told = _Process(self._first), _Told()
        self._game = game
        for line in self._told.lines_to(game):
            self._process.send(line)

    def ask(self, game: Game[S, A]) -> None:
        """Ask it to decide what is due in a battle; what it was asked before is forgotten."""
        self.follow(game)
        assert self._process is not None, "it follows"
        self._questions += 1
        self._asked, self._since = self._questions, time.monotonic()
        self._process.send({"ask": self._asked})

    def poll(self) -> Decision[A] | None:
        """Return its decision, once; None while there is none.

        Raises `PlayerDiedError` where the process has ended or said what is no answer: then it is gone, nothing is
        asked any more, and `ask` starts another one.
        """
        while self._process is not None:
            line = self._process.received()
            if line is None:
                return None
            if isinstance(line, str):
                self._drop()
                raise PlayerDiedError("the player's process ended: {reason}", reason=line)
            decision = self._understood(line)
            if decision is not None:
                return decision
        return None

    def forget(self) -> None:
        """Ask it nothing any more: its answer is dropped when it comes. The process lives on."""
        self._asked = None

    def cancel(self) -> None:
        """End its thinking at once, by ending the process; another is started and follows where this one was."""
        self._drop()
        if self._game is not None:
            self.follow(self._game)

    def close(self) -> None:
        """End the process."""
        self._drop()

    def _drop(self) -> None:
        self._asked = None
        if self._process is not None:
            self._process.kill()
        self._process = None

    def _understood(self, line: bytes) -> Decision[A] | None:
        """Return the decision of a line, None where it is none that is waited for."""
        try:
            value = json.loads(line)
            match value:
                case {"ready": int()}:
                    return None
                case {"lost": int()}:
                    self._tell_anew()
                    return None
            answer = msgspec.convert(value, AnswerWire)
            if answer.answer != self._asked:
                return None
            decision = self._decision(answer)
        except (ValueError, KeyError, IndexError, RecursionError, WarcryError) as error:
            self._drop()
            raise PlayerDiedError("the player's process gave an invalid answer: {reason}", reason=error) from None
        self._asked = None
        return decision

    def _decision(self, answer: AnswerWire) -> Decision[A]:
        action = read_action(self._ruleset, answer.action, JsonPath("player").at("action"))
        reason = None if answer.reason is None else message_from_wire(answer.reason)
        candidates = tuple(Candidate(message_from_wire(one.label), one.worth) for one in answer.candidates)
        for said in (*(() if reason is None else (reason,)), *(one.label for one in candidates)):
            str(said)  # what cannot be said is no reason
        return Decision(action, reason, candidates)

    def _tell_anew(self) -> None:
        """Send the whole state: the copy of the battle has become another one."""
        assert self._process is not None and self._game is not None, "it follows a game"
        self._told = _Told()
        for line in self._told.lines_to(self._game):
            self._process.send(line)
        if self._asked is not None:
            self._process.send({"ask": self._asked})


class _Told(Generic[S, A]):
    """What a process knows of a battle: the steps it was told since the state it began with."""

    def __init__(self) -> None:
        self._base: int | None = None
        self._first: object = None
        self._steps: list[Step[S, A]] = []

    def lines_to(self, game: Game[S, A]) -> list[dict[str, Any]]:
        """Return the lines that bring it to where a game stands."""
        done = game.done
        base = self._base
        if base is None or len(done) < base or _state_after(game, base) is not self._first:
            self._base, self._steps = len(done), []
            self._first = game.state
            return [{"step": len(done), "state": plain(game.ruleset.plain(game.state))}]
        ahead = done[base:]
        same = 0
        while same < min(len(ahead), len(self._steps)) and ahead[same] is self._steps[same]:
            same += 1
        lines: list[dict[str, Any]] = []
        if same < len(self._steps):
            lines.append({"back": len(self._steps) - same})
        for number in range(same, len(ahead)):
            lines.append({"step": base + number + 1, "action": plain(ahead[number].action)})
        if lines and "action" in lines[-1]:
            lines[-1]["hash"] = game.hash
        self._steps = list(ahead)
        return lines


def _state_after(game: Game[S, A], count: int) -> S:
    return game.done[count - 1].state if count else game.first


class _Process:
    """One process: a thread starts it and writes to it, another reads. Nothing here waits."""

    def __init__(self, first: Mapping[str, Any]) -> None:
        self.number: int | None = None
        self._out: queue.SimpleQueue[Mapping[str, Any] | None] = queue.SimpleQueue()
        self._in: queue.SimpleQueue[bytes | str] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_killed = False
        self._out.put(first)
        threading.Thread(target=self._run, name="player", daemon=True).start()

    def send(self, line: Mapping[str, Any]) -> None:
        """Let a line be written."""
        self._out.put(line)

    def received(self) -> bytes | str | None:
        """Return the next line that it wrote; a text: why it ended; None: nothing yet."""
        try:
            return self._in.get_nowait()
        except queue.Empty:
            return None

    def kill(self) -> None:
        """End it at once."""
        with self._lock:
            self._is_killed = True
            if self._process is not None:
                self._process.kill()
        self._out.put(None)

    def _run(self) -> None:
        """Start it and write to it until it is killed: on Linux it ends with the thread that started it."""
        with tempfile.TemporaryFile() as said:
            with self._lock:
                if self._is_killed:
                    return
                try:
                    self._process = process = _started(said)
                except OSError as error:
                    self._in.put(str(error))
                    return
                self.number = process.pid
            threading.Thread(target=self._read, args=(process, said), name="player's answers", daemon=True).start()
            assert process.stdin is not None, "it has a pipe"
            for line in iter(self._out.get, None):
                with contextlib.suppress(OSError, ValueError):  # it died: whoever reads says so
                    process.stdin.write(msgspec.json.encode(line) + b"\n")
                    process.stdin.flush()
            process.kill()
            process.wait()
            with contextlib.suppress(OSError):
                process.stdin.close()

    def _read(self, process: subprocess.Popen[bytes], said: IO[bytes]) -> None:
        assert process.stdout is not None, "it has a pipe"
        with contextlib.suppress(OSError, ValueError):
            for line in iter(lambda: process.stdout.readline(LONGEST_LINE), b""):  # type: ignore[union-attr]
                self._in.put(line)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=_GRACE)
        self._in.put(_last_words(process, said))
        process.stdout.close()


def _last_words(process: subprocess.Popen[bytes], said: IO[bytes]) -> str:
    """Return why a process ended: the last line it said, else the signal that ended it or its number of return."""
    with contextlib.suppress(OSError, ValueError):
        said.seek(0)
        lines = said.read()[-20_000:].decode("utf-8", "replace").splitlines()
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        if last:
            return last[:300]
    code = process.returncode
    with contextlib.suppress(TypeError, ValueError):
        return signal.Signals(-code).name
    return str(code)


def _started(said: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-c", "from warcry3d.game.player_worker import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=said,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
