"""The laws of the contract, checked along one battle: call `check_battle` for every rule system.

Each law is a function of its own, so that what fails says which one.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import pytest

from tests.conformance.answers import domain_answers
from warcry3d.errors import FileError
from warcry3d.game.actions import Rolled
from warcry3d.game.dice import SeededDice
from warcry3d.game.due import read_action
from warcry3d.game.plain import canonical, plain, state_hash
from warcry3d.game.players import Player, play_on
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Divide, PickOne, Place, Prompt, domain_faults
from warcry3d.game.random_answers import random_answers
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.record import Journal, load_record
from warcry3d.game.replay import replay
from warcry3d.game.ruleset import Choice, Event, Outcome, Roll, Ruleset
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.table import Table

__all__ = ["Battle", "check_battle", "check_torn_records"]

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True)
class Battle(Generic[S, A]):
    """A battle to check a rule system by. ``most``: actions to check at most; a battle need not come to its end.

    ``answers``: so many answers are tried to each prompt of each choice. ``every``: the laws of states and steps are
    held at each ``every``-th step, and at the first of each kind.
    """

    ruleset: Ruleset[S, A]
    setup: Setup
    players: Mapping[str, Player[S, A]]
    seed: int
    most: int = 2000
    answers: int = 2
    every: int = 1


def check_battle(battle: Battle[S, A], folder: Path) -> Game[S, A]:
    """Play a battle and hold every law at its steps; return the game for more questions."""
    game = Game.begin(battle.ruleset, battle.setup)
    dice = SeededDice(battle.seed)
    seen: dict[str, A] = {}
    kinds: set[tuple[str, str]] = set()
    record = folder / "battle.jsonl"
    with Journal.create(record, game, seed=battle.seed) as journal:
        check_state(battle, game.state, seen)
        while not game.is_over and len(game.done) < battle.most:
            after = play_on(game, battle.players, dice, seed=battle.seed)
            action = after.done[-1].action
            kind = (type(action).__name__, _kind(after))
            is_held = kind not in kinds or len(game.done) % battle.every == 0
            kinds.add(kind)
            if is_held:
                check_step(battle, game.state, action, after.state, after.done[-1].events)
            seen[kind[0]] = action
            if is_held:
                check_state(battle, after.state, seen)
            journal.follow(after)
            game = after
    check_undo(game)
    check_record(battle, game, record)
    return game


def _kind(game: Game[S, A]) -> str:
    """Return what is due, in a word."""
    return game.pending.kind if isinstance(game.pending, Choice) else type(game.pending).__name__


def check_state(battle: Battle[S, A], state: S, seen: Mapping[str, A]) -> None:
    """Hold what must be true of every state."""
    ruleset = battle.ruleset
    text = canonical(ruleset.plain(state))
    pending = ruleset.pending(state)
    assert pending == ruleset.pending(state), "what is due depends on the state alone"
    check_table(ruleset.table(state), battle)
    check_pending(battle, state, seen)
    check_prompts(battle, state)
    back = ruleset.deserialize(battle.setup, json.loads(text))
    assert canonical(ruleset.plain(back)) == text, "a state written and read is the same"
    assert ruleset.pending(back) == pending, "what is due can be told from what was written"
    assert where(ruleset.table(back)) == where(ruleset.table(state)), "the table can be told from what was written"
    assert canonical(ruleset.plain(state)) == text, "asking changes nothing"


def check_table(table: Table, battle: Battle[S, A]) -> None:
    """Hold that a table is one of this battle: its system, ids that are unique."""
    assert table.ruleset == battle.ruleset.name == battle.setup.ruleset
    ids = [model.id for model in table.models]
    assert len(ids) == len(set(ids)), "no two models share an id"


def where(table: Table) -> list[tuple[str, str, tuple[float, ...], float]]:
    """Return every model with its place."""
    return [(model.id, model.side, model.placement.at, model.placement.turn) for model in table.models]


def check_pending(battle: Battle[S, A], state: S, seen: Mapping[str, A]) -> None:
    """Hold that what is due and what is refused agree, whatever is proposed."""
    ruleset = battle.ruleset
    pending = ruleset.pending(state)
    for action in seen.values():
        for fault in ruleset.faults(state, action):
            assert str(fault), "a fault says why, whatever is proposed and when"
    match pending:
        case Outcome(winners=winners, reasons=reasons):
            assert set(winners) <= set(battle.setup.players)
            assert all(str(why) for why in reasons)
            assert all(ruleset.faults(state, action) for action in seen.values()), "nothing is due after the end"
        case Roll(count=count, sides=sides) as roll:
            assert count >= 1 and sides >= 2 and str(roll.why)
            assert roll.player in battle.setup.players
            assert all(ruleset.faults(state, one) for one in seen.values() if not isinstance(one, Rolled))
            for faces in ((1,) * (count + 1), (1,) * (count - 1), (sides + 1,) + (1,) * (count - 1), (0,) * count):
                assert ruleset.faults(state, _rolled(faces)), f"dice that cannot be: {faces}"
            assert not ruleset.faults(state, _rolled((1,) * count)), "any faces the dice have are allowed"
            assert not ruleset.faults(state, _rolled((sides,) * count)), "any faces the dice have are allowed"
        case Choice() as choice:
            assert choice.player in battle.setup.players and choice.kind and str(choice.why)
            canonical(choice.about)
            assert ruleset.faults(state, _rolled((1,))), "no dice fall while a player chooses"


def check_prompts(battle: Battle[S, A], state: S) -> None:
    """Hold that a choice has prompts, and nothing else has; that they are the same whenever asked for, and told apart;
    that some of them has an answer that is allowed; that every answer in a domain is allowed, or refused by a rule.
    """
    ruleset, pending = battle.ruleset, battle.ruleset.pending(state)
    prompts = ruleset.prompts(state)
    assert prompts == ruleset.prompts(state), "what can be answered depends on the state alone"
    if not isinstance(pending, Choice):
        assert prompts == (), "only a choice is answered by prompts"
        return
    ids = [prompt.id for prompt in prompts]
    assert ids and len(ids) == len(set(ids)), f"prompts go by their ids: {ids}"
    keys = [prompt.key for prompt in prompts if prompt.key]
    assert len(keys) == len(set(keys)), f"no two prompts that are open at once share a key: {keys}"
    random = Stream(battle.seed, "answers", state_hash(ruleset, state))
    for prompt in prompts:
        assert prompt.id and str(prompt.heading), "a prompt says what it asks"
        check_options(prompt)
        check_answers(battle, state, prompt, random)
    action = RandomPlayer().choose(ruleset, state, pending, random)
    assert not ruleset.faults(state, action), "some prompt has an answer that is allowed"


def check_options(prompt: Prompt) -> None:
    """Hold that options have ids of their own and labels, and that what is refused says why, by which rule."""
    for group in (getattr(prompt, name, ()) for name in ("options", "items", "bins", "aims", "extras")):
        ids = [one.id for one in group]
        assert len(ids) == len(set(ids)), f"options go by their ids: {ids}"
        assert all(str(one.label) for one in group), "an option has a label"
    options = [one for name in ("options", "items", "extras") for one in getattr(prompt, name, ())]
    for fault in (*prompt.faults, *(fault for one in options for fault in one.faults)):
        assert str(fault) and fault.rule, f"what is refused says why, by which rule: {fault}"
    assert all(str(fact) for one in options for fact in one.facts)
    match prompt:
        case Divide(start=start) if start:
            assert domain_faults(prompt, start) == (), "the division to begin with is one"
        case Place(suggested=suggested) if suggested:
            assert domain_faults(prompt, suggested) == (), "the suggested places are an answer"


def check_answers(battle: Battle[S, A], state: S, prompt: Prompt, random: Stream) -> None:
    """Hold that answers in a prompt's domain give actions that are allowed or refused by a rule, never an error."""
    ruleset, table = battle.ruleset, battle.ruleset.table(state)
    sensible = (answer for answer, _ in zip(random_answers(prompt, table, random), range(battle.answers), strict=False))
    for answer in (*sensible, *domain_answers(prompt, table, random, battle.answers)):
        assert domain_faults(prompt, answer) == (), f"{answer} is in the domain of {prompt.id}"
        action: Any = prompt.action(answer)
        assert type(action) in ruleset.actions
        assert action == prompt.action(answer), "the same answer is the same action"
        faults = ruleset.faults(state, action)
        assert all(str(fault) and fault.rule for fault in faults), f"a fault names its rule: {faults}"
        if prompt.faults:
            assert faults, f"{prompt.id} is refused, but {action} is allowed"
        assert isinstance(ruleset.preview(state, action), Preview)
    if isinstance(prompt, PickOne) and not prompt.faults:
        for option in prompt.options:
            picked: Any = prompt.action(option.id)
            refused = bool(ruleset.faults(state, picked))
            assert refused == bool(option.faults), f"{prompt.id}, {option.id}: shown as {option.faults}"


def _rolled(faces: tuple[int, ...]) -> Any:
    return Rolled(faces)


def check_step(battle: Battle[S, A], before: S, action: A, after: S, events: Sequence[Event]) -> None:
    """Hold that an action does the same every time and nothing else, and survives being written."""
    ruleset = battle.ruleset
    was, action_was = canonical(ruleset.plain(before)), canonical(action)
    again, same_events = ruleset.apply(before, action)
    assert state_hash(ruleset, again) == state_hash(ruleset, after), "the same action leads to the same state"
    assert tuple(same_events) == tuple(events), "and to the same events"
    assert canonical(ruleset.plain(before)) == was, "the state before is left alone"
    assert canonical(action) == action_was, "the action is left alone"
    read = read_action(ruleset, json.loads(action_was), JsonPath("action"))
    assert read == action and type(read) is type(action), "an action written and read is the same"
    back = ruleset.deserialize(battle.setup, json.loads(was))
    assert not ruleset.faults(back, read), "what was allowed is allowed after reading"
    onward, told = ruleset.apply(back, read)
    assert state_hash(ruleset, onward) == state_hash(ruleset, after), "a battle goes on from what was written"
    assert tuple(told) == tuple(events)
    for event in events:
        assert event.kind and str(event)


def check_undo(game: Game[S, A]) -> None:
    """Hold that taking all back and doing all again gives the very same states, one by one and at once."""
    states = [game.first, *(step.state for step in game.done)]
    assert game.undo(len(game.done)).state is game.first
    assert game.undo(len(game.done)).redo(len(game.done)).done == game.done
    back = game
    for state in reversed(states[:-1]):
        back = back.undo()
        assert back.state is state
    dice = SeededDice(99)
    for number, state in enumerate(states[1:]):
        back = back.roll(dice) if isinstance(back.pending, Roll) else back.play(game.done[number].action)
        assert back.state is state, "dice that were taken back fall as they fell"


def check_record(battle: Battle[S, A], game: Game[S, A], path: Path) -> None:
    """Hold that a record, played again, is the battle it was made of, at its end and on the way."""
    record = load_record(path)
    assert record.notices == ()
    assert [step.hash for step in record.steps] == [state_hash(battle.ruleset, step.state) for step in game.done]
    assert [step.state for step in record.steps[-3:]] == [plain(battle.ruleset.plain(s.state)) for s in game.done[-3:]]
    played = replay(record, battle.ruleset)
    assert played.divergence is None and played.game is not None
    assert [step.action for step in played.game.done] == [step.action for step in game.done]
    assert list(map(str, played.game.events)) == list(map(str, game.events))
    middle = len(record.steps) // 2
    halfway = replay(record, battle.ruleset, to=middle)
    assert (
        halfway.game is not None and halfway.game.hash == ([record.head.hash] + [s.hash for s in record.steps])[middle]
    )


def check_torn_records(path: Path, *, every: int = 1) -> None:
    """Hold that a record cut off anywhere is read as the actions that are whole, or is said to be none."""
    data = path.read_bytes()
    whole = load_record(path)
    ends = [n + 1 for n, byte in enumerate(data) if byte == ord("\n")]
    torn = path.with_name("torn.jsonl")
    for length in range(0, len(data), every):
        torn.write_bytes(data[:length])
        if length < ends[0]:
            with pytest.raises(FileError):
                load_record(torn)
            continue
        record = load_record(torn)
        lines = sum(end <= length for end in ends)
        assert [step.hash for step in record.steps] == [step.hash for step in whole.steps if step.line <= lines]
        assert bool(record.notices) == (length not in ends)
