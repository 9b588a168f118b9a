"""The pages on warbands: their examples are read and run as they stand."""

import doctest
import json
import re
from pathlib import Path

import pytest

from warcry3d.rules.warcry.bands import faults as limits
from warcry3d.rules.warcry.bands import runemarks, worth
from warcry3d.rules.warcry.bands.faults import faults
from warcry3d.rules.warcry.bands.files import band_from_json, fighters_from_json
from warcry3d.rules.warcry.bands.groups import group_faults

DOCS = Path(__file__).resolve().parents[4] / "docs"
EXAMPLES = re.findall(r"```json\n(.*?)```", (DOCS / "formats-battles.md").read_text(encoding="utf-8"), re.DOTALL)


def the_one(format: str) -> str:
    (example,) = (text for text in EXAMPLES if format in text)
    return example


def test_fighters_on_the_page_are_read() -> None:
    guard, pike = fighters_from_json(json.loads(the_one("warcry3d.fighters/1")))
    assert (guard.figure, pike.base) == ("spearman", None)
    assert [pike.at_damage(damage).move for damage in (14, 15, 30)] == [6, 5, 4]


def test_warband_on_the_page_is_legal() -> None:
    band = band_from_json(json.loads(the_one("warcry3d.warband/1")), folder=DOCS)
    assert faults(band) == ()
    assert band.groups is not None and group_faults(band, band.groups) == ()


def test_examples_in_code_run() -> None:
    failed, run = doctest.testfile(str(DOCS / "bands.md"), module_relative=False)
    assert run >= 8
    assert failed == 0


@pytest.mark.parametrize("module", [runemarks, worth, limits])
def test_examples_in_docstrings_run(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
