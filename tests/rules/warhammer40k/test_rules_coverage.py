"""The coverage pages of Warhammer 40,000 agrees with the tests."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[2]
PAGES = [TESTS.parent / "docs" / f"rules-coverage-warhammer40k{part}.md" for part in ("", "-2")]
ROW = re.compile(r"^\| (40K-[A-Z]+(?:-[A-Z]+)?-\d+) \| (.+?) \| (.+) \|$", re.MULTILINE)
ID = re.compile(r"40K-[A-Z]+(?:-[A-Z]+)?-\d+")
LINK = re.compile(r"`(tests/[\w/]+\.py)`")
ROWS = [(id, LINK.findall(files)) for page in PAGES for id, _, files in ROW.findall(page.read_text(encoding="utf-8"))]


def cited(file: Path) -> set[str]:
    """Return the ids at the head of docstrings of a file's tests, after ``rule:``."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    tests = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))
    heads = ((ast.get_docstring(test) or "").split("\n\n")[0] for test in tests)
    return {id for head in heads if head.startswith("rule:") for id in ID.findall(head)}


@pytest.mark.parametrize(("id", "files"), ROWS, ids=[id for id, _ in ROWS])
def test_every_row_leads_to_tests_that_cite_its_rule(id: str, files: list[str]) -> None:
    assert files, f"{id} names no test file"
    assert [file for file in files if id not in cited(TESTS.parent / file)] == []


def test_every_rule_that_tests_cite_has_one_row() -> None:
    folder = TESTS / "rules" / "warhammer40k"
    found = {id for file in folder.rglob("test_*.py") for id in cited(file)}
    assert sorted(id for id, _ in ROWS) == sorted(found)
