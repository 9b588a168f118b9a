"""The toy of the tests is held to the laws, and the laws notice what breaks them."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.conformance.laws import Battle, check_battle, check_torn_records
from tests.game.race import Eager, Go, Push, Race, Running, race_setup
from tests.soak import mostly_soak
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import NoAnswerError, play_out
from warcry3d.game.prompts import Confirm, PickOne, Prompt
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Event, Outcome
from warcry3d.game.session import Game
from warcry3d.message import message

PLAYERS = {"red": Eager(), "blue": Eager()}


def battle(rules: Race, seed: int = 3) -> Battle[Running, Any]:
    return Battle(rules, race_setup(), PLAYERS, seed)


@pytest.mark.parametrize("seed", range(5))
def test_race_keeps_the_laws(seed: int, tmp_path: Path) -> None:
    assert check_battle(battle(Race(), seed), tmp_path).is_over


@pytest.mark.parametrize("every", mostly_soak((7, 1), quick=1))
def test_records_torn_at_any_byte_are_read_up_to_there(every: int, tmp_path: Path) -> None:
    check_battle(Battle(Race(), race_setup(6.0, 1), PLAYERS, 3), tmp_path)
    check_torn_records(tmp_path / "battle.jsonl", every=every)


@pytest.mark.parametrize("seed", mostly_soak("012", quick=1))
def test_same_race_has_the_same_hash_in_every_process(seed: str) -> None:
    """The seed is that by which sets of texts order themselves; this process has one of its own."""
    script = "from tests.conformance.test_race import raced; import sys; sys.stdout.write(raced())"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == raced()


def raced() -> str:
    """Return the hashes along a race, as one text."""
    game = play_out(Game.begin(Race(), race_setup()), PLAYERS, SeededDice(3), seed=3)
    return " ".join(game.undo(n).hash for n in range(len(game.done)))


class Leaking(Race):
    """Changes the state it is given."""

    def apply(self, state: Running, action: Any) -> tuple[Running, tuple[Event, ...]]:
        state.now.at["red"] += 0.25
        return super().apply(state, action)


class Moody(Race):
    """Does something else the second time."""

    count = 0

    def apply(self, state: Running, action: Any) -> tuple[Running, tuple[Event, ...]]:
        self.count += 1
        after, events = super().apply(state, action)
        return self._with(after, dice=self.count), events


class Forgetful(Race):
    """Does not write who is tired."""

    def plain(self, state: Running) -> object:
        return msgspec.structs.replace(state.now, tired=frozenset())


class Lenient(Race):
    """Lets dice fall at any time."""

    def faults(self, state: Running, action: Any) -> tuple[ActionFault, ...]:
        return () if type(action).__name__ == "Rolled" else super().faults(state, action)


class Narrow(Race):
    """Refuses faces that the dice have."""

    def faults(self, state: Running, action: Any) -> tuple[ActionFault, ...]:
        if getattr(action, "faces", ()) == (4,) * len(getattr(action, "faces", (0,))):
            return (ActionFault("", message("not all fours")),)
        return super().faults(state, action)


class Closed(Race):
    """Offers nothing that is allowed, where a runner runs."""

    def prompts(self, state: Running) -> tuple[Prompt, ...]:
        return tuple(prompt for prompt in super().prompts(state) if prompt.id not in ("run", "stay"))


class Twins(Race):
    """Has two prompts of one id."""

    def prompts(self, state: Running) -> tuple[Prompt, ...]:
        return 2 * super().prompts(state)


class Eternal(Race):
    """Asks for answers while dice fall."""

    def prompts(self, state: Running) -> tuple[Prompt, ...]:
        return super().prompts(state) or (Confirm(id="go", heading=message("Go on"), action=lambda _: Push(1)),)


class Nameless(Race):
    """Refuses paths by no rule."""

    def faults(self, state: Running, action: Any) -> tuple[ActionFault, ...]:
        return tuple(replace(fault, rule="") for fault in super().faults(state, action))


class Rosy(Race):
    """Shows nothing as refused."""

    def prompts(self, state: Running) -> tuple[Prompt, ...]:
        return tuple(
            replace(one, options=tuple(replace(option, faults=()) for option in one.options))
            if isinstance(one, PickOne)
            else one
            for one in super().prompts(state)
        )


class Brittle(Race):
    """Fails where a path leads off the board."""

    def faults(self, state: Running, action: Any) -> tuple[ActionFault, ...]:
        if isinstance(action, Go) and any(abs(x) > 100 for leg in action.path.legs for point in leg.to for x in point):
            raise AssertionError("nobody goes there")
        return super().faults(state, action)


BREAKING = (Leaking, Moody, Forgetful, Lenient, Narrow, Closed, Twins, Eternal, Nameless, Rosy, Brittle)


@pytest.mark.parametrize("rules", [kind() for kind in BREAKING], ids=lambda r: type(r).__name__)
def test_laws_notice_rules_that_break_them(rules: Race, tmp_path: Path) -> None:
    with pytest.raises((AssertionError, NoAnswerError)):
        check_battle(battle(rules), tmp_path)


@pytest.mark.parametrize("seed", mostly_soak(range(100), quick=5))
def test_a_player_that_knows_prompts_only_finishes_the_race(seed: int) -> None:
    players = {"red": RandomPlayer(), "blue": RandomPlayer()}
    game = play_out(Game.begin(Race(), race_setup()), players, SeededDice(seed), seed=seed)
    assert isinstance(game.pending, Outcome)


def test_a_player_that_knows_prompts_only_keeps_the_laws(tmp_path: Path) -> None:
    players = {"red": RandomPlayer(), "blue": RandomPlayer()}
    assert check_battle(Battle(Race(), race_setup(), players, seed=8, answers=20), tmp_path).is_over
