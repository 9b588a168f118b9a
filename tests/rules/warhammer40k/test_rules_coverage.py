"""The coverage pages of Warhammer 40,000 agree with the tests."""

import re

import pytest

from tests.rules.coverage_pages import TESTS, cited, rows_of

ID = re.compile(r"40K-[A-Z]+(?:-[A-Z]+)?-\d+")
ROWS = rows_of(["rules-coverage-warhammer40k.md", "rules-coverage-warhammer40k-2.md"], ID)


@pytest.mark.parametrize(("id", "files"), ROWS, ids=[id for id, _ in ROWS])
def test_every_row_leads_to_tests_that_cite_its_rule(id: str, files: list[str]) -> None:
    assert files, f"{id} names no test file"
    assert [file for file in files if id not in cited(TESTS.parent / file, ID)] == []


def test_every_rule_that_tests_cite_has_one_row() -> None:
    folder = TESTS / "rules" / "warhammer40k"
    found = {id for file in folder.rglob("test_*.py") for id in cited(file, ID)}
    assert sorted(id for id, _ in ROWS) == sorted(found)
