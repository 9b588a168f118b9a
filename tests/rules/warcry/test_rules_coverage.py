"""The coverage pages agree with the tests: every rule id has a row, and every row leads to tests that cite it."""

import doctest
import re
from pathlib import Path

import pytest

from tests.rules.coverage_pages import DOCS, TESTS, cited, heads, rows_of

HERE = Path(__file__).resolve().parent

PAGES = ("rules-coverage-warcry-1.md", "rules-coverage-warcry-2.md")
ID = re.compile(r"WC-[A-Z]+-\d+")
EXAMPLE = re.compile(r"EX-\d+")
ROWS = rows_of(PAGES, ID)
EXAMPLES = rows_of(PAGES, EXAMPLE)


def listed(name: str) -> list[str]:
    """Return the ids of a file that has one in each line."""
    return (HERE / name).read_text(encoding="utf-8").split()


def test_every_rule_has_one_row() -> None:
    ids = [id for id, _ in ROWS]
    known = listed("rule_ids.txt")
    assert len(known) == len(set(known)) == 357
    assert sorted(ids) == sorted(known)


@pytest.mark.parametrize(("id", "files"), ROWS, ids=[id for id, _ in ROWS])
def test_every_listed_rule_is_cited_by_a_test_in_each_file_its_row_names(id: str, files: list[str]) -> None:
    assert files, f"{id} names no test file"
    for file in files:
        assert id in cited(TESTS.parent / file, ID), f"no test of {file} cites {id}"


@pytest.mark.parametrize(("id", "files"), EXAMPLES, ids=[id for id, _ in EXAMPLES])
def test_every_listed_example_is_a_test_of_each_file_its_row_names(id: str, files: list[str]) -> None:
    assert files, f"{id} names no test file"
    for file in files:
        assert any(id in EXAMPLE.findall(head) for head in heads(TESTS.parent / file)), f"no test of {file} is {id}"


def test_every_example_of_the_text_has_one_row() -> None:
    assert sorted(id for id, _ in EXAMPLES) == sorted(f"EX-{n}" for n in range(1, 31))


def test_tests_cite_no_rule_that_does_not_exist() -> None:
    known = set(listed("rule_ids.txt"))
    unknown = {(file.name, id) for file in TESTS.rglob("test_*.py") for id in cited(file, ID) if id not in known}
    assert unknown == set()


def test_citations_are_read_from_docstrings_only(tmp_path: Path) -> None:
    file = tmp_path / "test_x.py"
    named = 'def test_a():\n    """rule: WC-ABC-1, WC-ABC-2."""\n'
    passed_by = 'def test_b():\n    """WC-ABC-3."""\n    # rule: WC-ABC-4\n'
    file.write_text(named + passed_by)
    assert cited(file, ID) == {"WC-ABC-1", "WC-ABC-2"}


def test_examples_on_the_page_about_cover_run() -> None:
    failed, run = doctest.testfile(str(DOCS / "cover.md"), module_relative=False)
    assert run > 5
    assert failed == 0
