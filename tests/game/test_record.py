"""Records: written line by line, read back whole, never trusted; and played again by the rules."""

import errno
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.game.full_disk import full_disk
from tests.game.race import Eager, Go, Push, Race, RaceAction, Running, race_setup, run
from tests.game.race.state import START
from tests.soak import examples
from warcry3d.errors import FileError, QuestionError, UnknownNameError
from warcry3d.game import record as record_module
from warcry3d.game.actions import Rolled
from warcry3d.game.changes import Difference
from warcry3d.game.dice import SeededDice
from warcry3d.game.plain import canonical
from warcry3d.game.players import play_out
from warcry3d.game.record import Journal, load_record
from warcry3d.game.replay import replay
from warcry3d.game.ruleset import Event
from warcry3d.game.session import Game
from warcry3d.message import Message
from warcry3d.table.format import schema

BOTH = {"red": Eager(), "blue": Eager()}
Lines = list[dict[str, Any]]


def begun() -> Game[Running, RaceAction]:
    return Game.begin(Race(), race_setup(8.0, 4))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the record of a race, by seed 3."""
    file = tmp_path / "race.battle.jsonl"
    with Journal.create(file, begun(), seed=3, by={"red": "eager"}) as journal:
        play_out(begun(), BOTH, SeededDice(3), seed=3, follow=journal.follow)
    return file


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


def write(path: Path, lines: Lines) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="ascii")


def test_record_says_what_the_battle_began_with_and_each_action(path: Path) -> None:
    lines = lines_of(path)
    assert (lines[0]["format"], lines[0]["seed"], lines[0]["by"]) == ("warcry3d.battle/1", 3, {"red": "eager"})
    assert lines[0]["setup"]["players"] == ["red", "blue"]
    assert lines[0]["state"] == {
        "at": {"blue": 0, "red": 0},
        "dice": 0,
        "faces": [],
        "stage": "push",
        "tired": [],
        "turn": 0,
    }
    assert [line["step"] for line in lines[1:]] == list(range(1, len(lines)))
    assert lines[1]["action"]["do"] == "push"
    assert lines[1]["changes"]["/stage"] == "roll"


def test_every_action_is_in_the_file_before_the_next(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    journal = Journal.create(file, begun(), seed=None)
    game = begun()
    for action in (Push(2), Rolled((4, 1)), run(2.5)):
        game = game.play(action)
        journal.follow(game)
        assert load_record(file).steps[-1].hash == game.hash
    assert len(load_record(file).steps) == 3
    journal.close()


def test_what_is_taken_back_is_told_by_a_line_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    game = begun()
    with Journal.create(file, game, seed=None) as journal:
        game = game.play(Push(2)).play(Rolled((4, 1))).play(run(2.5))
        journal.follow(game)
        game = game.undo(2)
        journal.follow(game)
        assert [step.hash for step in load_record(file).steps] == [game.hash]
        game = game.undo().play(Push(3)).play(Rolled((1, 2, 3)))
        journal.follow(game)
        journal.follow(game)
    assert [line.get("back") for line in lines_of(file)] == [None, None, None, None, 2, 1, None, None]
    record = load_record(file)
    assert [step.line for step in record.steps] == [7, 8]
    assert replay(record, Race()).game is not None
    assert record.steps[-1].hash == game.hash


def test_who_plays_from_somewhere_on_has_a_line_of_its_own_which_undo_does_not_take_back(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    game = begun().play(Push(2))
    with Journal.create(file, game, seed=None, by={"red": "eager", "blue": "eager"}) as journal:
        journal.follow(game, by={"red": "person"})
        journal.follow(game.undo(), by={"red": "person"})
    assert [line.get("by") for line in lines_of(file)[2:]] == [{"red": "person"}, None]
    record = load_record(file)
    assert record.by == {"red": "person", "blue": "eager"} and record.steps == ()
    with Journal.resume(record, begun()) as journal:
        journal.follow(begun(), by={"red": "person"})
    assert len(lines_of(file)) == 4, "what it says already is not said again"


def test_record_begun_late_holds_all_that_was_done_before(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    game = begun().play(Push(1)).play(Rolled((2,)))
    Journal.create(file, game, seed=None).close()
    assert load_record(file).steps[-1].hash == game.hash


def test_battle_is_taken_up_where_the_file_was_torn(path: Path) -> None:
    whole = load_record(path)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - 700])
    record = load_record(path)
    assert 0 < len(record.steps) < len(whole.steps)
    (notice,) = record.notices
    assert str(notice).startswith("the last line is torn off: an unfinished action of ")
    replayed = replay(record, Race())
    assert replayed.game is not None and replayed.divergence is None
    with Journal.resume(record, replayed.game) as journal:
        play_out(replayed.game, BOTH, SeededDice(3), seed=3, follow=journal.follow)
    assert path.read_bytes() == data


def test_record_is_only_taken_up_from_its_end(path: Path) -> None:
    record = load_record(path)
    game = replay(record, Race(), to=2).game
    assert game is not None
    with pytest.raises(ValueError, match="the game has 2 actions, the record"):
        Journal.resume(record, game)


def test_record_that_cannot_be_written_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"):
        Journal.create(tmp_path / "no-such-folder" / "x.jsonl", begun(), seed=None)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_full_disk_is_one_error_and_the_record_keeps_every_whole_action(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    game = begun().play(Push(2))
    journal = Journal.create(file, game, seed=None)
    size = file.stat().st_size
    more = game.play(Rolled((4, 1)))
    with full_disk(size + 40), pytest.raises(FileError) as caught:
        journal.follow(more)
    assert str(caught.value).startswith(f"{file}: cannot be written: ")
    assert str(caught.value).endswith("it holds the battle up to action 1")
    assert file.stat().st_size == size
    assert load_record(file).steps[-1].hash == game.hash
    journal.follow(more)
    journal.close()
    assert load_record(file).steps[-1].hash == more.hash


def test_old_record_stays_where_there_is_no_room_for_a_new_one(path: Path) -> None:
    before = path.read_bytes()
    with full_disk(100), pytest.raises(FileError, match="cannot be written"):
        Journal.create(path, begun(), seed=4)
    assert path.read_bytes() == before
    assert names_in(path.parent) == [path.name]


def test_disk_that_fails_at_the_end_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    journal = Journal.create(tmp_path / "x.jsonl", begun(), seed=None)
    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(FileError, match="cannot be written: Input/output error"):
        journal.close()
    journal.close()
    with pytest.raises(FileError, match="another reason"), Journal.resume(load_record(tmp_path / "x.jsonl"), begun()):
        raise FileError("x", "", "another reason")


def test_record_that_is_being_written_is_written_by_nobody_else(path: Path) -> None:
    record = load_record(path)
    game = replay(record, Race()).game
    assert game is not None
    before = path.read_bytes()
    with Journal.resume(record, game):
        with pytest.raises(FileError, match="another program is writing this file"):
            Journal.resume(record, game)
        with pytest.raises(FileError, match="another program is writing this file"):
            Journal.create(path, begun(), seed=4)
    assert path.read_bytes() == before
    Journal.resume(record, game).close()


def test_record_that_grew_since_it_was_read_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    game = begun().play(Push(2))
    Journal.create(file, game, seed=None).close()
    record = load_record(file)
    with Journal.resume(record, game) as journal:
        journal.follow(game.play(Rolled((4, 1))))
    with pytest.raises(FileError, match="the record was changed since it was read; read it again"):
        Journal.resume(record, game)
    assert len(load_record(file).steps) == 2


def test_record_written_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "x.jsonl"
    link.symlink_to(tmp_path / "there" / "y.jsonl")
    game = begun().play(Push(2))
    Journal.create(link, game, seed=None).close()
    with Journal.resume(load_record(link), game) as journal:
        journal.follow(game.play(Rolled((4, 1))))
    assert link.is_symlink()
    assert len(load_record(tmp_path / "there" / "y.jsonl").steps) == 2
    assert names_in(tmp_path / "there") == ["y.jsonl"]


def changed(where: int, **fields: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[where].update(fields)


@pytest.mark.parametrize(
    ("spoil", "place", "sentence"),
    [
        (changed(0, format="warcry3d.battle/2"), "line 1", "expected the format warcry3d.battle/1"),
        (changed(0, hash="0" * 64), "line 1: hash", "the record was changed"),
        (changed(0, hash="xyz"), "line 1: hash", "expected text"),
        (changed(0, extra=1), "line 1", "unknown field 'extra'"),
        (changed(0, seed=-1), "line 1: seed", "expected a whole number >= 0"),
        (changed(0, setup=7), "line 1: setup", "expected an object, got 7"),
        (changed(2, step=7), "line 3: step", "expected step 2, got 7"),
        (changed(2, step="2"), "line 3: step", "expected a whole number, got 2"),
        (changed(2, hash="f" * 64), "line 3: hash", "the record was changed"),
        (changed(2, changes={"/turn": 5}), "line 3: hash", "the record was changed"),
        (changed(2, changes={"/nowhere/at/all": 5}), "line 3: changes", "no place /nowhere/at/all"),
        (changed(2, gone=["/nowhere"]), "line 3: changes", "no place /nowhere"),
        (changed(2, action=[]), "line 3: action", "expected an object"),
        (lambda lines: lines.insert(2, {"back": 5}), "line 3: back", "the record undoes 5 actions, but it has 1"),
        (lambda lines: lines.insert(2, {"back": 0}), "line 3: back", "expected a whole number >= 1"),
        (lambda lines: lines.insert(2, []), "line 3", "expected an object: an action"),  # type: ignore[arg-type]
        (lambda lines: lines.pop(0), "line 1", "not a record of a battle"),
        (lambda lines: lines.pop(2), "line 3: step", "expected step 2, got 3"),
    ],
)
def test_spoiled_record_is_refused_with_its_place(
    path: Path, spoil: Callable[[Lines], None], place: str, sentence: str
) -> None:
    lines = lines_of(path)
    spoil(lines)
    write(path, lines)
    with pytest.raises(FileError) as caught:
        load_record(path)
    assert str(caught.value).startswith(f"{path}: {place}")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{}", b"{}\n", b"\x00" * 100, b"\xff\xfe\n", b"[" * 100_000 + b"\n", b"7\n"]
)
def test_what_is_no_record_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(FileError):
        load_record(tmp_path / "x")


def test_file_that_is_not_there_and_one_too_large_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileError, match="there is no file"):
        load_record(path.with_name("none"))
    monkeypatch.setattr(record_module, "MAX_RECORD_BYTES", 100)
    with pytest.raises(FileError, match="larger than"):
        load_record(path)


def test_states_that_would_take_for_ever_to_check_are_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "MAX_CHECKED", 500)
    with pytest.raises(FileError, match="too large to be those of a battle"):
        load_record(path)


@examples(200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_record_with_bytes_changed_is_read_or_refused(path: Path, data: st.DataObject) -> None:
    spoiled = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(spoiled) - 1))
        spoiled[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    file = path.with_name("spoiled")
    file.write_bytes(bytes(spoiled))
    try:
        record = load_record(file)
        replay(record, Race())
    except (FileError, QuestionError, UnknownNameError):
        return
    assert record.steps is not None


def test_battle_played_again_is_the_same_to_any_step(path: Path) -> None:
    record = load_record(path)
    for to in (0, 1, len(record.steps)):
        played = replay(record, Race(), to=to)
        assert played.divergence is None and played.game is not None
        assert len(played.game.done) == to
        assert played.game.hash == (record.steps[to - 1].hash if to else record.head.hash)
    with pytest.raises(QuestionError, match=f"there is no step 999: the record has {len(record.steps)}"):
        replay(record, Race(), to=999)


class Shorter(Race):
    """Rules that cut a little off every way from the second turn on."""

    def apply(self, state: Running, action: RaceAction) -> tuple[Running, tuple[Event, ...]]:
        if isinstance(action, Go) and state.now.turn >= 1:
            ((x, *_),) = action.path.legs[0].to
            action = run((x - START) * 0.875, state.runner)
        return super().apply(state, action)


def test_first_step_that_goes_another_way_is_named_with_what_differs(path: Path) -> None:
    record = load_record(path)
    played = replay(record, Shorter())
    assert played.divergence is not None and played.game is not None
    assert (played.divergence.step, played.divergence.line) == (6, 7)
    assert len(played.game.done) == 5
    assert played.divergence.expected == record.steps[5].hash
    assert len(played.divergence.found) == 64 and played.divergence.found != played.divergence.expected
    went = record.steps[5].state["at"]["blue"]
    assert played.divergence.differences == (Difference("/at/blue", went, went * 0.875),)


class OtherStart(Race):
    """Rules by which red begins ahead."""

    def start(self, setup: Any) -> Running:
        return self._with(super().start(setup), at={"red": 1.0, "blue": 0.0})


def test_battle_that_does_not_even_begin_as_it_did_diverges_at_step_0(path: Path) -> None:
    played = replay(load_record(path), OtherStart())
    assert played.game is None and played.divergence is not None
    assert (played.divergence.step, played.divergence.line) == (0, 1)
    assert played.divergence.differences == (Difference("/at/red", 0, 1),)


def recorded_action(path: Path, number: int, action: dict[str, Any]) -> None:
    lines = lines_of(path)
    lines[number]["action"] = action
    write(path, lines)


def test_action_that_is_not_allowed_is_told_with_its_faults(path: Path) -> None:
    recorded_action(path, 3, json.loads(canonical(run(99.0))))
    divergence = replay(load_record(path), Race()).divergence
    assert divergence is not None and divergence.step == 3
    assert [fault.rule for fault in divergence.faults] == ["RACE-2"]


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ({"do": "fly"}, "action.do: no action 'fly' in race; there are: push, go, bump, rolled"),
        ({"do": 7}, "action.do: no action '7' in race"),
        ({}, "action.do: no action 'None' in race"),
        ({"do": "go"}, "action: the field 'path' is missing"),
        ({"do": "go", "path": {"legs": "far"}}, "action.path.legs: expected a list, got far"),
        ({"do": "go", "path": {"legs": []}, "x": 2}, "action: unknown field 'x'; known here: do, path"),
    ],
)
def test_action_that_cannot_be_read_is_told_with_its_place(path: Path, action: dict[str, Any], sentence: str) -> None:
    recorded_action(path, 3, action)
    divergence = replay(load_record(path), Race()).divergence
    assert divergence is not None and divergence.error is not None
    assert f"line 4: {sentence}" in str(divergence.error)


def test_dice_that_are_not_those_of_the_seed_are_found(path: Path) -> None:
    lines = lines_of(path)
    faces = lines[2]["action"]["faces"]
    lines[0]["seed"] = 4
    write(path, lines)
    divergence = replay(load_record(path), Race()).divergence
    assert divergence is not None and divergence.step == 2
    assert divergence.dice == SeededDice(4).faces(_roll(len(faces)), 0) != tuple(faces)


def _roll(count: int) -> Any:
    from warcry3d.game.reasons import RuleReason
    from warcry3d.game.ruleset import Roll

    return Roll("red", count, RuleReason("", Message("")), sides=4)


def test_record_of_another_rule_system_is_refused(path: Path) -> None:
    record = load_record(path)
    head = msgspec.structs.replace(record.head, setup=msgspec.structs.replace(record.head.setup, ruleset="chess"))
    with pytest.raises(UnknownNameError, match="the record is of a battle by chess, not race"):
        replay(replace(record, head=head), Race())


def test_schema_of_records_is_printed() -> None:
    assert schema("battle")["title"] == "warcry3d battle"
    assert "step" in json.dumps(schema("battle-step"))


def test_battle_that_is_killed_loses_no_more_than_the_action_under_way(tmp_path: Path) -> None:
    script = """
import sys
from tests.game.test_record import BOTH, long_race
from warcry3d.game.dice import SeededDice
from warcry3d.game.plain import canonical
from warcry3d.game.players import play_out
from warcry3d.game.record import Journal
game = long_race()
with Journal.create(sys.argv[1], game, seed=3) as journal:
    def follow(game):
        journal.follow(game)
        print(len(game.done), flush=True)
    play_out(game, BOTH, SeededDice(3), seed=3, follow=follow)
"""
    file = tmp_path / "killed.jsonl"
    with subprocess.Popen([sys.executable, "-c", script, str(file)], stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        said = 0
        while said < 40:
            said = int(player.stdout.readline())
        player.kill()
        said = int((player.stdout.read().split() or [str(said)])[-1])
    record = load_record(file)
    assert said <= len(record.steps) <= said + 1
    assert replay(record, Race()).divergence is None


def long_race() -> Game[Running, RaceAction]:
    return Game.begin(Race(), race_setup(1000.0, 1000))
