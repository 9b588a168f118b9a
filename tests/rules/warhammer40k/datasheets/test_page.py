"""The page on datasheets: its examples are read and run as they stand."""

import doctest
import json
import re
from pathlib import Path

from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord
from warcry3d.rules.warhammer40k.datasheets.faults import army_faults
from warcry3d.rules.warhammer40k.datasheets.files import army_from_json, datasheets_from_json
from warcry3d.rules.warhammer40k.datasheets.weapon import WeaponWord

PAGE = Path(__file__).resolve().parents[4] / "docs" / "datasheets.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHEETS, ARMY = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)


def test_the_example_of_datasheets_is_read(tmp_path: Path) -> None:
    (guard,) = datasheets_from_json(json.loads(SHEETS))
    assert [str(one) for one in guard.core] == ["scouts 6", "feel no pain 6+"]
    assert len(guard.weapon("bolt-mortar").modes) == 2
    (tmp_path / "my.datasheets.json").write_text(SHEETS, encoding="utf-8")
    army = army_from_json(json.loads(ARMY), folder=tmp_path)
    assert army.units[0].models == 10
    assert [fault.rule for fault in army_faults(army)] == ["40K-ARMY-12"]


def test_the_table_names_every_ability_that_is_data() -> None:
    for word in (*WeaponWord, *CoreWord):
        assert re.search(rf"[ |]{word}[,;]? ", TEXT) or f" {word} |" in TEXT, word


def test_examples_in_code_run() -> None:
    failed, run = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, run >= 5) == (0, True)
