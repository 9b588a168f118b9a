"""A player in a process of its own: it decides as it would here; what happens to the process is told, nothing waits."""

import math
import os
import signal
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.game.race import Eager, Race, RaceAction, Running, race_setup
from tests.patience import PATIENCE
from tests.soak import mostly_soak
from warcry3d.game.decisions import Candidate, Decision
from warcry3d.game.dice import SeededDice
from warcry3d.game.places import PlaceName
from warcry3d.game.player_process import PlayerDiedError, PlayerProcess
from warcry3d.game.players import play_on
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.game.session import Game
from warcry3d.message import Message, counted

SEED = 7
LATE = PATIENCE
"""Seconds after which an answer does not come any more: the machine may be busy."""

AT_ONCE = 0.2
"""Seconds that no call takes, unless the machine is busy with something else."""

RaceRules = Ruleset[Running, RaceAction]


FAR = PlaceName("({x:.1f}, 2.0)", {"x": 1.0}, at=(1.0, 2.0, 0.5))


class Telling(Eager):
    """Tells why, with messages within messages, and prepares."""

    def __init__(self, log: str) -> None:
        self.log = log

    def decide(self, ruleset: RaceRules, state: Running, choice: Choice, random: Stream) -> Decision[RaceAction]:
        dice = counted("{n} die", "{n} dice", 2)
        best = Candidate(Message("push with {dice}", {"dice": dice}), 2.5)
        why = Message(
            "{player} likes to go far, to {place}: {of}",
            {"player": choice.player, "place": FAR, "of": (best.label, "far")},
        )
        return Decision(self.choose(ruleset, state, choice, random), why, (best,))

    def prepare(self, ruleset: RaceRules, state: Running) -> Iterator[None]:
        for _ in range(3):
            with Path(self.log).open("a") as file:
                file.write("prepared\n")
            yield


class Stuck(Eager):
    """Never decides."""

    def choose(self, ruleset: RaceRules, state: Running, choice: Choice, random: Stream) -> RaceAction:
        while True:
            pass


class Failing(Eager):
    """Has a mistake in it."""

    def choose(self, ruleset: RaceRules, state: Running, choice: Choice, random: Stream) -> RaceAction:
        raise KeyError("a mistake of its own")


class Babbling(Eager):
    """Writes lines that are no answers where answers go."""

    def __init__(self, line: str) -> None:
        self.line = line

    def choose(self, ruleset: RaceRules, state: Running, choice: Choice, random: Stream) -> RaceAction:
        for number in range(3, 64):
            try:
                is_pipe = stat.S_ISFIFO(os.fstat(number).st_mode)
            except OSError:
                continue
            if is_pipe:
                os.write(number, self.line.encode() + b"\n")
        time.sleep(LATE)
        raise AssertionError("it was killed before")


MAKERS: dict[str, Callable[[str], Any]] = {
    "eager": lambda _: Eager(),
    "telling": Telling,
    "stuck": lambda _: Stuck(),
    "failing": lambda _: Failing(),
    "babbling": Babbling,
}


def made(given: Mapping[str, Any]) -> tuple[Race, Any]:
    """Return the rules and a player: called in the process."""
    print("what is printed is no answer")
    return Race(), MAKERS[given["player"]](given.get("with", ""))


def process(player: str, given: str = "") -> PlayerProcess[Running, RaceAction]:
    return PlayerProcess(Race(), race_setup(), f"{__name__}:made", {"player": player, "with": given}, seed=SEED)


def begun() -> Game[Running, RaceAction]:
    return Game.begin(Race(), race_setup())


def answer(asked: PlayerProcess[Running, RaceAction]) -> Decision[RaceAction]:
    """Return what it decides in the end, looking as a window does, frame by frame."""
    end, quickest = time.monotonic() + LATE, math.inf
    while time.monotonic() < end:
        begin = time.monotonic()
        found = asked.poll()
        quickest = min(quickest, time.monotonic() - begin)
        if found is not None:
            assert quickest < AT_ONCE, "polling waits for nothing"
            return found
        time.sleep(0.01)
    raise AssertionError("no answer came")


def is_at_once(call: Callable[[], object]) -> bool:
    """Return whether a call waits for nothing: one of five comes back at once."""
    for _ in range(5):
        begin = time.monotonic()
        call()
        if time.monotonic() - begin < AT_ONCE:
            return True
    return False


def id_of(asked: PlayerProcess[Running, RaceAction]) -> int:
    """Return the number of the process once it runs."""
    end = time.monotonic() + LATE
    while asked.process_id is None and time.monotonic() < end:
        time.sleep(0.01)
    assert asked.process_id is not None
    return asked.process_id


def is_gone(number: int) -> bool:
    """Return whether a process ends within some seconds."""
    end = time.monotonic() + LATE
    while time.monotonic() < end:
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_a_battle_in_a_process_is_the_battle_played_here() -> None:
    dice, here, there = SeededDice(SEED), begun(), begun()
    with process("eager") as red:
        while not here.is_over:
            here = play_on(here, {"red": Eager(), "blue": Eager()}, dice, seed=SEED)
            there = there.settle(dice)
            if isinstance(there.pending, Choice) and len(there.done) < len(here.done):
                red.ask(there)
                assert red.is_thinking
                there = there.play(answer(red).action)
                assert not red.is_thinking
    assert there.settle(dice).hash == here.hash


def test_what_was_taken_back_and_done_otherwise_is_known_to_the_process() -> None:
    dice, game = SeededDice(SEED), begun()
    with process("eager") as red:
        for _ in range(4):
            red.ask(game)
            game = game.play(answer(red).action).settle(dice)
        earlier = game.undo_choice().undo_choice()
        assert isinstance(earlier.pending, Choice)
        red.ask(earlier)
        again = earlier.play(answer(red).action).settle(dice)
        expected = play_on(earlier, {"red": Eager(), "blue": Eager()}, dice, seed=SEED).settle(dice)
        assert again.hash == expected.hash
        red.ask(begun())
        assert begun().play(answer(red).action).done[0].action == game.done[0].action


def test_reason_and_candidates_come_over_whole(tmp_path: Path) -> None:
    with process("telling", str(tmp_path / "log")) as red:
        red.ask(begun())
        decision = answer(red)
    assert str(decision.reason) == "red likes to go far, to (1.0, 2.0): push with 2 dice, far"
    assert decision.reason.values["place"] == FAR, "it is a place still, which can be told in words"
    assert [(str(one.label), one.worth) for one in decision.candidates] == [("push with 2 dice", 2.5)]


def test_it_prepares_while_others_think(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with process("telling", str(log)) as red:
        red.follow(begun())
        end = time.monotonic() + LATE
        while not (log.exists() and log.read_text().count("prepared") == 3) and time.monotonic() < end:
            assert red.poll() is None
            time.sleep(0.02)
        assert not red.is_thinking
    assert log.read_text().count("prepared") == 3


def test_asking_and_cancelling_one_that_never_decides_waits_for_nothing() -> None:
    with process("stuck") as red:
        assert is_at_once(lambda: red.ask(begun()))
        stuck = id_of(red)
        assert red.poll() is None
        assert red.seconds > 0
        assert is_at_once(red.cancel)
        assert not red.is_thinking
        assert is_gone(stuck)
        assert id_of(red) != stuck
        other = red.process_id
    assert other is not None
    assert is_gone(other)


def test_a_question_that_was_forgotten_gets_no_answer() -> None:
    game = begun()
    with process("eager") as red:
        red.ask(game)
        red.forget()
        assert not red.is_thinking
        red.ask(game)
        assert red.is_thinking
        expected = play_on(game, {"red": Eager()}, SeededDice(1), seed=SEED).done[0].action
        assert answer(red).action == expected
        assert red.poll() is None


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there are other ways to die elsewhere")
def test_one_that_is_killed_is_told_of_once_and_started_again_when_asked() -> None:
    game = begun()
    with process("eager") as red:
        red.follow(game)
        killed = id_of(red)
        os.kill(killed, signal.SIGKILL)
        red.ask(game)
        with pytest.raises(PlayerDiedError, match="the player's process ended"):
            answer(red)
        assert not red.is_thinking
        assert red.poll() is None
        red.ask(game)
        assert answer(red).action is not None
        assert red.process_id != killed


def test_a_mistake_in_a_player_is_told_with_what_it_said_last() -> None:
    with process("failing") as red:
        red.ask(begun())
        with pytest.raises(PlayerDiedError, match="a mistake of its own"):
            answer(red)
        assert not red.is_thinking


DEEP = '{"answer":1,"action":' + "[" * 100_000 + "]" * 100_000 + "}"
TEMPLATE = '{"answer":1,"action":{"do":"push","dice":1},"reason":{"template":"%s","values":{}}}'


@pytest.mark.parametrize(
    "line",
    mostly_soak(
        (
            "rubbish",
            '{"answer":1,"action":null,"pickle":"gANj"}',
            TEMPLATE % "{name.__class__}",
            DEEP,
            "{}",
            "null",
            '{"answer":1,"action":{"do":"dance"}}',
            '{"answer":1,"action":{"do":"push","dice":"many"}}',
            TEMPLATE % "{",
            "x" * 5_000_000,
        ),
        quick=4,
    ),
)
def test_what_is_no_answer_ends_the_process_with_an_error(line: str) -> None:
    with process("babbling", line) as red:
        red.ask(begun())
        number = id_of(red)
        with pytest.raises(PlayerDiedError):
            answer(red)
        assert not red.is_thinking
        assert is_gone(number)


def test_the_process_ends_with_who_started_it() -> None:
    red = process("stuck")
    red.ask(begun())
    number = id_of(red)
    red.close()
    assert is_gone(number)
    assert red.poll() is None


def test_a_process_that_cannot_be_started_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with process("eager") as red:
        red.ask(begun())
        with pytest.raises(PlayerDiedError):
            answer(red)
