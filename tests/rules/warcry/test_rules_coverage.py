"""The coverage pages agree with the tests: every rule id has a row, and every row leads to tests that cite it."""

import ast
import doctest
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[2]
DOCS = TESTS.parent / "docs"
HERE = Path(__file__).resolve().parent

PAGES = ("rules-coverage-warcry-1.md", "rules-coverage-warcry-2.md")
ROW = re.compile(r"^\| (WC-[A-Z]+-\d+) \| (.+?) \| (.+) \|$", re.MULTILINE)
ID = re.compile(r"WC-[A-Z]+-\d+")
EXAMPLE_ROW = re.compile(r"^\| (EX-\d+) \| (.+?) \| (.+) \|$", re.MULTILINE)
EXAMPLE = re.compile(r"EX-\d+")
LINK = re.compile(r"`(tests/[\w/]+\.py)`")


def listed(name: str) -> list[str]:
    """Return the ids of a file that has one in each line."""
    return (HERE / name).read_text(encoding="utf-8").split()


def rows() -> list[tuple[str, list[str]]]:
    """Return each row's id with the test files that the row names, page by page."""
    texts = [(DOCS / page).read_text(encoding="utf-8") for page in PAGES]
    return [(id, LINK.findall(files)) for text in texts for id, _, files in ROW.findall(text)]


def examples() -> list[tuple[str, list[str]]]:
    """Return each example of the rules text with the test files that its row names."""
    texts = [(DOCS / page).read_text(encoding="utf-8") for page in PAGES]
    return [(id, LINK.findall(files)) for text in texts for id, _, files in EXAMPLE_ROW.findall(text)]


@cache
def cited(file: Path) -> frozenset[str]:
    """Return the ids that tests of a file cite: what follows ``rule:`` at the head of their docstrings."""
    return frozenset(id for head in heads(file) for id in ID.findall(head))


@cache
def heads(file: Path) -> tuple[str, ...]:
    """Return the first paragraphs of the docstrings of a file's tests, of those that cite a rule."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    tests = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))
    found = ((ast.get_docstring(test) or "").split("\n\n")[0] for test in tests)
    return tuple(head for head in found if head.startswith("rule:"))


def test_every_rule_has_one_row() -> None:
    ids = [id for id, _ in rows()]
    known = listed("rule_ids.txt")
    assert len(known) == len(set(known)) == 357
    assert sorted(ids) == sorted(known)


@pytest.mark.parametrize(("id", "files"), rows(), ids=[id for id, _ in rows()])
def test_every_listed_rule_is_cited_by_a_test_in_each_file_its_row_names(id: str, files: list[str]) -> None:
    assert files, f"{id} names no test file"
    for file in files:
        assert id in cited(TESTS.parent / file), f"no test of {file} cites {id}"


@pytest.mark.parametrize(("id", "files"), examples(), ids=[id for id, _ in examples()])
def test_every_listed_example_is_a_test_of_each_file_its_row_names(id: str, files: list[str]) -> None:
    assert files, f"{id} names no test file"
    for file in files:
        assert any(id in EXAMPLE.findall(head) for head in heads(TESTS.parent / file)), f"no test of {file} is {id}"


def test_every_example_of_the_text_has_one_row() -> None:
    assert sorted(id for id, _ in examples()) == sorted(f"EX-{n}" for n in range(1, 31))


def test_tests_cite_no_rule_that_does_not_exist() -> None:
    known = set(listed("rule_ids.txt"))
    unknown = {(file.name, id) for file in TESTS.rglob("test_*.py") for id in cited(file) if id not in known}
    assert unknown == set()


def test_citations_are_read_from_docstrings_only(tmp_path: Path) -> None:
    file = tmp_path / "test_x.py"
    named = 'def test_a():\n    """rule: WC-ABC-1, WC-ABC-2."""\n'
    passed_by = 'def test_b():\n    """WC-ABC-3."""\n    # rule: WC-ABC-4\n'
    file.write_text(named + passed_by)
    assert cited(file) == {"WC-ABC-1", "WC-ABC-2"}


def test_examples_on_the_page_about_cover_run() -> None:
    failed, run = doctest.testfile(str(DOCS / "cover.md"), module_relative=False)
    assert run > 5
    assert failed == 0
