"""The page on formats: its examples are read as they stand."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from warcry3d.table.files import table_from_json
from warcry3d.table.format import NodeExtras
from warcry3d.table.terrain import PartKind

PAGE = Path(__file__).resolve().parents[2] / "docs" / "formats.md"
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", [text for text in EXAMPLES if '"format"' in text])
def test_table_on_the_page_is_read_without_warnings(example: str) -> None:
    table = table_from_json(example, folder=PAGE.parent, name="formats.md")
    assert table.warnings == ()
    assert len(table.models) == len(table.terrain.features) == 2


@pytest.mark.parametrize("example", [text for text in EXAMPLES if '"format"' not in text])
def test_extras_on_the_page_are_read(example: str) -> None:
    assert msgspec.convert(json.loads(example), NodeExtras).warcry3d is not None


def test_page_explains_every_kind() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [kind for kind in PartKind if f"`{kind}`" not in text] == []
