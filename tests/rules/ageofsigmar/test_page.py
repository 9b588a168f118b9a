"""The pages on Age of Sigmar: their examples are read and run as they stand."""

import doctest
import json
import re
from pathlib import Path

from warcry3d.rules.ageofsigmar.warscrolls.army_faults import army_faults
from warcry3d.rules.ageofsigmar.warscrolls.files import army_from_json, warscrolls_from_json
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import Characteristic, Granted, Roll

DOCS = Path(__file__).resolve().parents[3] / "docs"
TEXT = (DOCS / "warscrolls.md").read_text(encoding="utf-8")
SCROLLS, ARMY = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)


def test_warscroll_on_the_page_is_read() -> None:
    (warden,) = warscrolls_from_json(json.loads(SCROLLS))
    assert warden.is_wizard and [one.id for one in warden.command_abilities] == ["rally"]
    assert all(one.do for one in (*warden.abilities, *warden.spells))


def test_army_on_the_page_is_legal() -> None:
    army = army_from_json(json.loads(ARMY), folder=DOCS)
    assert army_faults(army) == () and army.model_count == 16


def test_page_names_every_word_of_the_vocabulary() -> None:
    for words in (Roll, Characteristic, Granted):
        for word in words.__args__:
            assert f"`{word}`" in TEXT


def test_examples_in_code_run() -> None:
    failed, run = doctest.testfile(str(DOCS / "ageofsigmar.md"), module_relative=False)
    assert (failed, run >= 4) == (0, True)
