"""Tables to open."""

from itertools import groupby
from pathlib import Path

from warcry3d.app.shell.files.table_files import FolderEntry, entries, shipped_tables, title_of
from warcry3d.messages import Words


def test_title_is_the_file_name_in_words() -> None:
    assert title_of(Path("some/where/my-first_table.table.json"), Words("en")) == "My first table"


def test_record_of_a_battle_on_a_shipped_table_has_its_name_in_every_language() -> None:
    record = Path("of/mine/sample-battle-2.battle.jsonl")
    assert title_of(record, Words("en")) == "Sample battle 2"
    assert title_of(record, Words("zh_CN")) == "示例战斗2"
    assert title_of(Path("of/mine/low-wall-2.GLB"), Words("zh_CN")) == "矮墙2"
    assert title_of(Path("of/mine/evening.battle.jsonl"), Words("zh_CN")) == "Evening"


def test_shipped_tables_begin_with_the_sample_battle_and_end_with_the_disputes() -> None:
    names = [path.name for path in shipped_tables()]
    assert names[0] == "sample-battle.table.json"
    kinds = [name.partition("-")[0] for name in names]
    assert [kind for kind, _ in groupby(kinds)] == ["sample", "board", "empty", "field", "map", "dispute"]
    assert kinds.count("dispute") == 9


def test_folder_offers_the_way_up_then_folders_then_tables(tmp_path: Path) -> None:
    for name in ("b.table.json", "A.table.json", "notes.txt", ".hidden.table.json"):
        (tmp_path / name).write_text("{}")
    (tmp_path / "more").mkdir()
    assert entries(tmp_path) == (
        FolderEntry("..", tmp_path.parent, True),
        FolderEntry("more", tmp_path / "more", True),
        FolderEntry("A.table.json", tmp_path / "A.table.json", False),
        FolderEntry("b.table.json", tmp_path / "b.table.json", False),
    )


def test_folder_that_is_not_there_offers_only_the_way_up(tmp_path: Path) -> None:
    assert entries(tmp_path / "gone") == (FolderEntry("..", tmp_path, True),)
    assert [entry.name for entry in entries(Path("/"))][:1] != [".."]
