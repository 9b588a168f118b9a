"""What the window remembers: written whole, and never worth more than itself."""

from pathlib import Path
from types import MappingProxyType

import pytest

from warcry3d.app.shell.settings import MOST_RECENT, Settings, load_settings, save_settings
from warcry3d.folders import settings_folder

KNOWN = Settings(
    "zh_CN",
    (1200, 700),
    Path("boards"),
    text=1.25,
    scale=2.0,
    is_high_contrast=True,
    has_safe_colours=True,
    has_less_motion=True,
    has_instant_dice=True,
    pace=4.0,
    has_real_dice=True,
    recent=(Path("a.table.json"), Path("b.battle.jsonl")),
    keys=MappingProxyType({"judge.swap": "x"}),
)


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert save_settings(KNOWN, folder)
    assert load_settings(folder) == KNOWN
    assert [path.name for path in folder.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", "\x00\xff", '{"language": 3, "size": "large", "folder": []}', "[" * 100_000],
)
def test_damaged_file_costs_nothing_but_the_settings(tmp_path: Path, content: str) -> None:
    (tmp_path / "settings.json").write_text(content, encoding="latin-1")
    assert load_settings(tmp_path) == Settings()
    assert save_settings(KNOWN, tmp_path)
    assert load_settings(tmp_path) == KNOWN


@pytest.mark.parametrize("content", ['{"language": "xx", "size": [900, 600]}', '{"size": [900, 600], "folder": ""}'])
def test_what_can_be_believed_of_a_file_is_kept(tmp_path: Path, content: str) -> None:
    (tmp_path / "settings.json").write_text(content)
    assert load_settings(tmp_path) == Settings(size=(900, 600))


@pytest.mark.parametrize("size", ["[1, 1]", "[100000, 600]", "[900]", '["900", 600]', "[900.5, 600]"])
def test_size_nobody_can_have_is_not_believed(tmp_path: Path, size: str) -> None:
    (tmp_path / "settings.json").write_text(f'{{"size": {size}}}')
    assert load_settings(tmp_path) == Settings()


def test_without_a_folder_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_SETTINGS", "")
    assert settings_folder() is None
    assert not save_settings(KNOWN) and load_settings() == Settings()


def test_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not save_settings(KNOWN, tmp_path / "file" / "deeper")


@pytest.mark.parametrize(
    "content", ['{"text": 9}', '{"scale": "2"}', '{"pace": true}', '{"recent": {}}', '{"keys": []}', '{"recent": [3]}']
)
def test_sizes_and_keys_that_cannot_be_are_not_believed(tmp_path: Path, content: str) -> None:
    (tmp_path / "settings.json").write_text(content)
    assert load_settings(tmp_path) == Settings()


def test_file_that_was_opened_is_the_newest_of_the_recent_ones(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.table.json" for number in range(MOST_RECENT + 2)]
    settings = Settings()
    for file in (*files, files[5]):
        settings = settings.after_opening(file)
    assert settings.recent[:2] == (files[5].resolve(), files[-1].resolve())
    assert len(settings.recent) == MOST_RECENT == len(set(settings.recent))
    assert settings.folder == tmp_path.resolve()
