"""The other end of `warcry3d.game.player_process`: holds a player and its copy of the battle, and answers.

It reads lines of JSON: the first says who plays what; then come actions as a record writes them (``step``, ``action``,
``hash``), how many were taken back (``back``), states that it begins anew with (``state``), and questions (``ask``).
It answers with lines of JSON. While nobody asks it prepares what later decisions will need.
"""

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NoReturn

import msgspec

from warcry3d.game.decisions import PreparingPlayer, candidate_to_wire, decide, message_to_wire
from warcry3d.game.due import read_action
from warcry3d.game.plain import plain, state_hash
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.game.setup import Setup
from warcry3d.limited_process import end_with_parent
from warcry3d.table.jsonfile import JsonPath

__all__ = ["main"]

NICENESS = 5
"""Drawing the window goes before thinking, where both want the processor."""


class _Worker:
    """A player and its copy of the battle: ``states[k]`` is the one after ``base + k`` actions."""

    def __init__(self, first: Mapping[str, Any]) -> None:
        module, _, function = str(first["maker"]).partition(":")
        self.ruleset, self.player = getattr(import_module(module), function)(first["given"])
        self.setup = msgspec.convert(first["setup"], Setup)
        self.seed = int(first["seed"])
        self.base = 0
        self.states: list[Any] = []

    @property
    def ready(self) -> Ruleset[Any, Any]:
        """Return the rules that it plays by."""
        ruleset: Ruleset[Any, Any] = self.ruleset
        return ruleset

    def take(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        """Take a line; return what is answered."""
        if "state" in line:
            self.base = int(line["step"])
            self.states = [self.ready.deserialize(self.setup, line["state"])]
        elif "back" in line:
            del self.states[len(self.states) - int(line["back"]) :]
        elif "action" in line:
            return self._act(line)
        elif "ask" in line:
            return self._answer(line["ask"])
        return None

    def _act(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        """Carry an action out; say so where it leads elsewhere than it should."""
        action = read_action(self.ready, line["action"], JsonPath("player").at("action"))
        state, _ = self.ready.apply(self.states[-1], action)
        self.states.append(state)
        is_same = line.get("hash") in (None, state_hash(self.ready, state))
        return None if is_same else {"lost": line["step"]}

    def _answer(self, number: int) -> dict[str, Any] | None:
        state = self.states[-1]
        choice = self.ready.pending(state)
        if not isinstance(choice, Choice):
            return {"answer": number, "action": None}
        begin = time.perf_counter()
        random = Stream(self.seed, "player", choice.player, self.base + len(self.states) - 1)
        decision = decide(self.player, self.ready, state, choice, random)
        return {
            "answer": number,
            "action": plain(decision.action),
            "reason": None if decision.reason is None else msgspec.to_builtins(message_to_wire(decision.reason)),
            "candidates": msgspec.to_builtins([candidate_to_wire(one) for one in decision.candidates]),
            "seconds": time.perf_counter() - begin,
        }

    def preparing(self) -> Iterator[None]:
        """Yield after each piece of work that prepares for what is likely asked next."""
        if self.states and isinstance(self.player, PreparingPlayer):
            yield from self.player.prepare(self.ready, self.states[-1])


def main() -> NoReturn:
    """Answer what stdin asks, until it closes: what the started process runs."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    first = json.loads(sys.stdin.buffer.readline())
    end_with_parent(int(first["parent"]))
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)

    def report(message: Mapping[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    worker = _Worker(first)
    report({"ready": os.getpid()})
    work: Iterator[None] = iter(())
    while True:
        line = _next(lines, work)
        answer = worker.take(json.loads(line))
        if answer is not None:
            report(answer)
        work = worker.preparing()


def _next(lines: "queue.SimpleQueue[bytes]", work: Iterator[None]) -> bytes:
    """Return the next line, preparing until it comes."""
    while True:
        try:
            return lines.get_nowait()
        except queue.Empty:
            pass
        try:
            next(work)
        except StopIteration:
            return lines.get()


def _read(lines: "queue.SimpleQueue[bytes]") -> None:
    """Read lines; end the process where there will be none any more."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)
