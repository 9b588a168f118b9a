"""The coverage page of D&D Miniatures agrees with the tests and with the list of all rules."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[2]
PAGE = TESTS.parent / "docs" / "rules-coverage-dndminiatures.md"
READINGS = TESTS.parent / "docs" / "skirmish-readings.md"
ROW = re.compile(r"^\| (DDM-[A-Z]+-\d+) \| (.+?) \| (.+) \|$", re.MULTILINE)
ID = re.compile(r"DDM-[A-Z]+-\d+")
LINK = re.compile(r"`(tests/[\w/]+\.py)`")
ROWS = [(id, LINK.findall(files)) for id, _, files in ROW.findall(PAGE.read_text(encoding="utf-8"))]
KNOWN = (Path(__file__).resolve().parent / "rule_ids.txt").read_text(encoding="utf-8").split()


@cache
def cited(file: Path) -> frozenset[str]:
    """Return the ids at the head of docstrings of a file's tests, after ``rule:``."""
    text = file.read_text(encoding="utf-8")
    if "DDM-" not in text:
        return frozenset()
    tree = ast.parse(text)
    tests = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))
    heads = ((ast.get_docstring(test) or "").split("\n\n")[0] for test in tests)
    return frozenset(id for head in heads if head.startswith("rule:") for id in ID.findall(head))


def test_every_rule_has_one_row() -> None:
    assert len(KNOWN) == len(set(KNOWN)) == 197
    assert sorted(id for id, _ in ROWS) == sorted(KNOWN)


@pytest.mark.parametrize(("id", "files"), ROWS, ids=[id for id, _ in ROWS])
def test_every_row_leads_to_tests_that_cite_its_rule(id: str, files: list[str]) -> None:
    assert files, f"{id} names no test file"
    assert [file for file in files if id not in cited(TESTS.parent / file)] == []


def test_every_test_that_cites_a_rule_is_in_its_row() -> None:
    rows = dict(ROWS)
    found = {(id, f"tests/{file.relative_to(TESTS)}") for file in TESTS.rglob("test_*.py") for id in cited(file)}
    assert {(id, file) for id, file in found if file not in rows.get(id, [])} == set()


def test_the_page_of_readings_cites_rules_that_there_are() -> None:
    found = set(ID.findall(READINGS.read_text(encoding="utf-8")))
    assert found and found <= set(KNOWN)
