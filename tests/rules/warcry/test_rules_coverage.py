"""The docs on the rules say what the tests show: every id leads to tests that cite it, and every example runs."""

import ast
import doctest
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[2]
DOCS = TESTS.parent / "docs"

ROW = re.compile(r"^\| (WC-[A-Z]+-\d+) \| (.+?) \| (.+) \|$", re.MULTILINE)
ID = re.compile(r"WC-[A-Z]+-\d+")
LINK = re.compile(r"`(tests/[\w/]+\.py)`")


def rows() -> dict[str, list[str]]:
    """Return each listed id with the test files its row names."""
    page = (DOCS / "rules-coverage.md").read_text(encoding="utf-8")
    return {id: LINK.findall(files) for id, _, files in ROW.findall(page)}


def cited(file: Path) -> set[str]:
    """Return the ids that tests of a file cite: what follows ``rule:`` at the head of their docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    tests = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))
    heads = ((ast.get_docstring(test) or "").split("\n\n")[0] for test in tests)
    return {id for head in heads if head.startswith("rule:") for id in ID.findall(head)}


def test_page_lists_the_rules_that_this_part_of_the_game_needs() -> None:
    needed = {"WC-DIST-1", "WC-DIST-2", "WC-DIST-3", "WC-SIGHT-1", "WC-SIGHT-2", "WC-COVER-1", "WC-COVER-2"}
    assert needed <= rows().keys()


@pytest.mark.parametrize("id", sorted(rows()))
def test_every_listed_rule_is_cited_by_a_test_in_each_file_its_row_names(id: str) -> None:
    files = rows()[id]
    assert files, f"{id} names no test file"
    for file in files:
        assert id in cited(TESTS.parent / file), f"no test of {file} cites {id}"


def test_citing_is_read_from_docstrings_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "test_x.py"
    named = 'def test_a():\n    """rule: WC-ABC-1, WC-ABC-2."""\n'
    passed_by = 'def test_b():\n    """WC-ABC-3."""\n    # rule: WC-ABC-4\n'
    file.write_text(named + passed_by)
    assert cited(file) == {"WC-ABC-1", "WC-ABC-2"}


def test_examples_on_the_page_about_cover_run() -> None:
    failed, run = doctest.testfile(str(DOCS / "cover.md"), module_relative=False)
    assert run > 5
    assert failed == 0
