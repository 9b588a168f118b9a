"""The coverage page of Age of Sigmar agrees with the tests."""

import re

import pytest

from tests.rules.coverage_pages import DOCS, TESTS, cited, rows_of

ID = re.compile(r"AOS-[A-Z]+-\d+")
ROWS = rows_of(["rules-coverage-ageofsigmar.md", "rules-coverage-ageofsigmar-2.md"], ID)


@pytest.mark.parametrize(("id", "files"), ROWS, ids=[id for id, _ in ROWS])
def test_every_row_leads_to_tests_that_cite_its_rule(id: str, files: list[str]) -> None:
    assert files, f"{id} names no test file"
    assert [file for file in files if id not in cited(TESTS.parent / file, ID)] == []


def test_every_rule_that_tests_of_this_system_cite_has_one_row() -> None:
    found = {id for file in (TESTS / "rules" / "ageofsigmar").rglob("test_*.py") for id in cited(file, ID)}
    assert sorted(found - {id for id, _ in ROWS}) == []
    assert len(ROWS) == len({id for id, _ in ROWS}) > 280


def test_the_pages_of_plain_words_tell_every_rule() -> None:
    pages = (DOCS / "ageofsigmar-plain.md", DOCS / "ageofsigmar-plain-2.md")
    told = {id for page in pages for id in ID.findall(page.read_text(encoding="utf-8"))}
    assert told == {id for id, _ in ROWS}
