"""Opening tables for a window: loaded in the background, told in any language, nothing taken that cannot be read."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.app.conftest import MakeTable
from tests.zoo import table_json
from warcry3d.app.judge.model import Dispute
from warcry3d.app.shell.displayed import Browse, Displayed, Do, OpenTable
from warcry3d.app.shell.notices import SILENCE, Notice, Saying
from warcry3d.app.shell.table_loader import TableLoader
from warcry3d.messages import Words
from warcry3d.rules.judgement import playable_table
from warcry3d.table.table import Table


@dataclass
class Around:
    """What is around the desk: it remembers what it is told and given."""

    notice: Notice = SILENCE
    taken: list[tuple[Path, Table]] = field(default_factory=list)

    def take(self, path: Path, table: Table) -> None:
        self.taken.append((path, table))

    def tell(self, saying: Saying | None, *, is_alarming: bool = False) -> None:
        self.notice = Notice(saying, is_alarming)

    def said(self, language: str = "en") -> str:
        return self.notice.said(Words(language))


@pytest.fixture
def around() -> Around:
    return Around()


@pytest.fixture
def desk(around: Around, tmp_path: Path) -> Iterator[TableLoader]:
    made = TableLoader(around, tmp_path / "first-field.table.json")
    yield made
    made.close()


def written(folder: Path, name: str, text: str | None = None) -> Path:
    path = folder / f"{name}.table.json"
    path.write_text(json.dumps(table_json()) if text is None else text)
    return path


def polled(desk: TableLoader) -> None:
    """Poll until something came of it."""
    limit = time.monotonic() + 30
    while not desk.poll():
        time.sleep(0.002)
        assert time.monotonic() < limit, "the table never came"


def gated(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let no table be loaded before what is returned is called."""
    gate, load = threading.Event(), playable_table

    def waiting(path: Path) -> Table:
        assert gate.wait(30)
        return load(path)

    monkeypatch.setattr("warcry3d.app.shell.table_loader.playable_table", waiting)
    return gate.set


def test_table_is_on_its_way_until_it_is_polled_and_then_handed_over(
    desk: TableLoader, around: Around, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = gated(monkeypatch)
    path = written(tmp_path, "other-field")
    assert desk.grants(OpenTable(path))
    assert desk.is_loading and not desk.poll()
    assert (around.said(), around.taken) == ("loading Other field...", [])
    release()
    polled(desk)
    assert not desk.is_loading
    assert [(one, table.model("talon").side) for one, table in around.taken] == [(path, "red")]
    assert around.said() == ""


def test_path_is_the_windows_to_change_when_it_takes_the_table(desk: TableLoader, tmp_path: Path) -> None:
    before = desk.path
    desk.open(written(tmp_path, "other-field"))
    polled(desk)
    assert desk.path == before
    assert desk.title == "First field - warcry3d"


@pytest.mark.parametrize(("text", "said"), [("{", "not valid JSON"), (None, "no rule system 'chess'")])
def test_table_that_cannot_be_played_is_told_and_not_taken(
    desk: TableLoader, around: Around, tmp_path: Path, text: str | None, said: str
) -> None:
    content = json.dumps(table_json(ruleset="chess")) if text is None else text
    desk.open(written(tmp_path, "bad", content))
    polled(desk)
    assert around.notice.is_alarming and said in around.said()
    assert around.taken == []


def test_what_went_wrong_is_said_in_the_language_that_is_spoken_then(
    desk: TableLoader, around: Around, tmp_path: Path
) -> None:
    desk.open(tmp_path / "missing.table.json")
    polled(desk)
    assert "没有文件" in around.said("zh_CN")
    assert "没有文件" not in around.said("en")


def test_the_table_asked_for_last_is_the_one_that_is_taken(
    desk: TableLoader, around: Around, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = gated(monkeypatch)
    first, second = written(tmp_path, "one"), written(tmp_path, "two")
    desk.open(first)
    desk.open(second)
    release()
    polled(desk)
    assert [path for path, _ in around.taken] == [second]
    assert not desk.poll()


def test_folders_are_browsed_from_the_open_tables_own(desk: TableLoader, tmp_path: Path, make_table: MakeTable) -> None:
    written(tmp_path, "one")
    (tmp_path / "deeper").mkdir()
    assert desk.grants(Browse(None)) and desk.is_browsing
    shown = desk.show_in(Displayed("First field", Dispute(make_table())))
    assert shown.folder == tmp_path.resolve()
    assert {entry.path.name for entry in shown.entries} >= {"one.table.json", "deeper"}
    desk.grants(Browse(tmp_path / "deeper"))
    assert desk.show_in(shown).folder == (tmp_path / "deeper").resolve()
    desk.grants(Do.STOP_BROWSING)
    assert not desk.is_browsing and desk.show_in(shown).entries == ()


def test_opening_ends_browsing(desk: TableLoader, tmp_path: Path) -> None:
    desk.grants(Browse(None))
    desk.grants(OpenTable(written(tmp_path, "one")))
    assert not desk.is_browsing
    polled(desk)


def test_what_is_not_about_tables_is_left_to_others(desk: TableLoader) -> None:
    assert not desk.grants(Do.SWAP)
    assert not desk.grants(Do.MOVE)
