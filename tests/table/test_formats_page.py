"""The page on formats: its examples are read as they stand."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from warcry3d.cli import main
from warcry3d.table.files import table_from_json
from warcry3d.table.format import TABLE_FORMAT, NodeExtras
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.terrain import PartKind
from warcry3d.terrain.layouts.maps import map_from_json

PAGE = Path(__file__).resolve().parents[2] / "docs" / "formats.md"
ANSWERS = PAGE.with_name("formats-answers.md")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", [text for text in EXAMPLES if TABLE_FORMAT in text])
def test_table_on_the_page_is_read_without_warnings(example: str) -> None:
    table = table_from_json(example, folder=PAGE.parent, name="formats.md")
    assert table.warnings == ()
    assert len(table.models) == len(table.terrain.features) == 2


@pytest.mark.parametrize("example", [text for text in EXAMPLES if "warcry3d.deployment/1" in text])
def test_map_on_the_page_is_read(example: str) -> None:
    assert len(map_from_json(example, JsonPath("formats.md")).points) == 4


@pytest.mark.parametrize("example", [text for text in EXAMPLES if '"format"' not in text])
def test_extras_on_the_page_are_read(example: str) -> None:
    assert msgspec.convert(json.loads(example), NodeExtras).warcry3d is not None


def test_answer_on_the_page_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The line found, and how clear it is, may differ by what the search tries first."""
    command, example = re.findall(
        r"`(check [^`]*)` prints:\n\n```json\n(.*?)```", ANSWERS.read_text("utf-8"), re.DOTALL
    )[0]
    assert main(command.split()) == 0
    printed, shown = json.loads(capsys.readouterr().out), json.loads(example)
    for answer in (printed, shown):
        (start, end), clearance = answer["sight"].pop("witness"), answer["sight"].pop("clearance_mm")
        assert len(start) == len(end) == 3
        assert 0.125 <= clearance < 25.4
    assert printed == shown


def test_page_explains_every_kind() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [kind for kind in PartKind if f"`{kind}`" not in text] == []
