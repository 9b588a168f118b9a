"""A battle handed to the room that plays it: who plays, where dice come from, how far it got."""

import json
from pathlib import Path

import pytest

from tests.app.play.test_play_room import record as record
from tests.game.race import Race, race_setup
from warcry3d.app.shell.files.battle_start import PERSON, BattleStart, load_battle, read_battle
from warcry3d.app.shell.rooms import load_file
from warcry3d.errors import FileError
from warcry3d.game.record import Journal, load_record
from warcry3d.game.session import Game


def test_record_says_who_plays_and_where_dice_come_from(record: Path) -> None:
    start = read_battle(record)
    assert start.seats == {"red": "eager", "blue": PERSON}
    assert start.seed == 3
    assert start.game.is_over and start.divergence is None


def test_player_that_the_rules_no_longer_know_is_a_person(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.battle.jsonl"
    Journal.create(path, Game.begin(Race(), race_setup()), seed=None, by={"red": "gone", "blue": "eager"}).close()
    assert read_battle(path).seats == {"red": PERSON, "blue": "eager"}
    assert read_battle(path).seed is None


def test_file_of_a_record_opens_with_the_table_at_its_end(record: Path) -> None:
    loaded = load_file(record)
    assert isinstance(loaded.content, BattleStart)
    assert loaded.names == {"red": "Rusty", "blue": "Bluebell"}
    assert loaded.table.model("red").placement == loaded.content.game.table.model("red").placement


def test_record_is_gone_on_with_where_it_ended(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "short.battle.jsonl"
    lines = record.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]))
    start = read_battle(path)
    with start.journal() as journal:
        journal.follow(start.game.play(read_battle(record).game.done[2].action))
    assert path.read_bytes() == b"".join(lines[:4])
    assert len(load_record(path).steps) == 3


def test_record_that_the_rules_no_longer_follow_stands_before_the_step(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "odd.battle.jsonl"
    lines = record.read_bytes().splitlines(keepends=True)
    head = json.loads(lines[0])
    head["seed"] = 4
    path.write_bytes(json.dumps(head).encode() + b"\n" + b"".join(lines[1:]))
    start = read_battle(path)
    assert start.divergence is not None
    assert len(start.game.done) == start.divergence.step - 1


def test_table_is_no_battle(tmp_path: Path) -> None:
    path = tmp_path / "no.battle.jsonl"
    path.write_text("{}\n")
    with pytest.raises(FileError, match="not a record of a battle"):
        load_battle(path)
