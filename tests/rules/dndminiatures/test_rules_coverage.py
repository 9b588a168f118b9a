"""The coverage page of D&D Miniatures agrees with the tests and with the list of all rules."""

import re
from pathlib import Path

import pytest

from tests.rules.coverage_pages import DOCS, TESTS, cited, rows_of

ID = re.compile(r"DDM-[A-Z]+-\d+")
ROWS = rows_of(["rules-coverage-dndminiatures.md"], ID)
READINGS, PLAIN = DOCS / "skirmish-readings.md", DOCS / "dndminiatures-plain.md"
KNOWN = (Path(__file__).resolve().parent / "rule_ids.txt").read_text(encoding="utf-8").split()


def test_every_rule_has_one_row() -> None:
    assert len(KNOWN) == len(set(KNOWN)) == 197
    assert sorted(id for id, _ in ROWS) == sorted(KNOWN)


@pytest.mark.parametrize(("id", "files"), ROWS, ids=[id for id, _ in ROWS])
def test_every_row_leads_to_tests_that_cite_its_rule(id: str, files: list[str]) -> None:
    assert files, f"{id} names no test file"
    assert [file for file in files if id not in cited(TESTS.parent / file, ID)] == []


def test_every_test_that_cites_a_rule_is_in_its_row() -> None:
    rows = dict(ROWS)
    found = {(id, f"tests/{file.relative_to(TESTS)}") for file in TESTS.rglob("test_*.py") for id in cited(file, ID)}
    assert {(id, file) for id, file in found if file not in rows.get(id, [])} == set()


def test_the_page_of_readings_cites_rules_that_there_are() -> None:
    found = set(ID.findall(READINGS.read_text(encoding="utf-8")))
    assert found and found <= set(KNOWN)


def test_the_page_of_plain_words_tells_every_rule() -> None:
    assert set(ID.findall(PLAIN.read_text(encoding="utf-8"))) == set(KNOWN)
