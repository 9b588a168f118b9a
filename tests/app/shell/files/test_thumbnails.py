"""Thumbnails: made in another process, kept by what files contain, never in the way."""

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.app.play.test_play_room import record as record
from tests.patience import PATIENCE
from tests.zoo import table_json
from warcry3d.app.pictures.thumbnail import FileSummary, fault_of, summary_from_json, summary_json, summary_of
from warcry3d.app.shell.files.thumbnails import Thumbnails
from warcry3d.errors import FileError
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.table.expected_words import expected_words


def until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < limit, "it never came about"
        time.sleep(0.02)


def test_record_is_summed_up_at_its_last_state(record: Path) -> None:
    table, summary = summary_of(record)
    assert {model.id for model in table.models} == {"red", "blue"} and summary.is_over


def test_summary_comes_back_as_it_was_written() -> None:
    summary = FileSummary((message("round {round} of {rounds}", round=2, rounds=4),), is_over=True)
    assert summary_from_json(json.loads(json.dumps(summary_json(summary)))) == summary


def test_thumbnail_is_drawn_by_another_process_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "field.table.json"
    file.write_text(json.dumps(table_json()))
    for _ in range(2):
        thumbnails = Thumbnails(tmp_path / "kept")
        thumbnails.want([file])
        until(thumbnails.poll)
        picture = thumbnails.known[file].picture
        thumbnails.close()
        assert picture is not None and picture.read_bytes().startswith(b"\x89PNG")
    assert len(list((tmp_path / "kept").glob("*.png"))) == 1


def test_file_that_cannot_be_read_has_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*_: object) -> Any:
        return {"error": "not valid JSON"}

    monkeypatch.setattr(Thumbnails, "_asked_of_worker", answer)
    (tmp_path / "bad.table.json").write_text("{")
    thumbnails = Thumbnails(tmp_path / "kept")
    thumbnails.want([tmp_path / "bad.table.json", tmp_path / "missing.table.json"])
    until(lambda: (thumbnails.poll() and not thumbnails.is_working) or not thumbnails.is_working)
    assert [one.picture for one in thumbnails.known.values()] == [None, None]
    thumbnails.close()


def test_file_that_changed_is_drawn_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Path] = []

    def draw(self: object, file: Path, picture: Path) -> Any:
        drawn.append(file)
        picture.write_bytes(b"")
        return summary_json(FileSummary())

    monkeypatch.setattr(Thumbnails, "_asked_of_worker", draw)
    file = tmp_path / "field.table.json"
    thumbnails = Thumbnails(tmp_path / "kept")
    for content in ("a", "a", "b"):
        file.write_text(content)
        thumbnails.renew(file)
        until(thumbnails.poll)
    assert drawn == [file, file]
    thumbnails.close()


def test_file_that_is_damaged_says_where_and_why(tmp_path: Path) -> None:
    record = tmp_path / "torn.battle.jsonl"
    record.write_text("{\n")
    with pytest.raises(FileError) as raised:
        summary_of(record)
    summary = fault_of(raised.value, record)
    again = summary_from_json(json.loads(json.dumps(summary_json(summary))))
    assert again.place == "line 1"
    assert str(again.fault).startswith("not a record of a battle: not valid JSON")


def test_fault_is_said_in_any_language_once_it_was_kept() -> None:
    file = Path("torn.battle.jsonl")
    error = FileError(
        file, "seed", "expected {expected}, got {got}", expected=expected_words("Expected `int`"), got="x"
    )
    again = summary_from_json(json.loads(json.dumps(summary_json(fault_of(error, file)))))
    assert again.fault is not None and Words("zh_CN").text(again.fault) == "应为一个整数，实为 x"


def test_heavy_file_waits_until_what_is_kept_and_what_is_light_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A piece of 30,000 loose triangles took minutes, in which no other piece of the palette had a picture."""
    drawn: list[str] = []
    begins = threading.Event()

    def draw(self: object, file: Path, picture: Path) -> Any:
        begins.wait(PATIENCE)
        drawn.append(file.stem)
        picture.write_bytes(b"")
        return summary_json(FileSummary())

    monkeypatch.setattr(Thumbnails, "_asked_of_worker", draw)
    files = {name: tmp_path / f"{name}.glb" for name in ("first", "heavy", "light", "kept")}
    for size, (name, file) in zip((2, 4000, 3, 5000), files.items(), strict=True):
        file.write_bytes(name.encode() + b"x" * size)
    begins.set()
    before = Thumbnails(tmp_path / "shown")
    before.want([files["kept"]])
    until(lambda: before.poll() and not before.is_working)
    before.close()
    begins.clear()
    drawn.clear()
    thumbnails = Thumbnails(tmp_path / "shown")
    thumbnails.want(files.values())
    until(lambda: thumbnails.poll() and files["kept"] in thumbnails.known)
    assert set(thumbnails.known) == {files["kept"]}
    begins.set()
    until(lambda: thumbnails.poll() and not thumbnails.is_working)
    thumbnails.close()
    assert drawn == ["first", "light", "heavy"]
