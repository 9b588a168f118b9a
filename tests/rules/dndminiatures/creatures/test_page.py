"""The page on creatures: its examples are read and run as they stand."""

import doctest
import json
import re
from pathlib import Path

from warcry3d.rules.dndminiatures.creatures.faults import creature_band_faults
from warcry3d.rules.dndminiatures.creatures.files import creature_band_from_json, creatures_from_json
from warcry3d.rules.dndminiatures.tiles.tile_files import tiles_from_json

PAGE = Path(__file__).resolve().parents[4] / "docs" / "creatures.md"
CREATURES, BAND, TILES = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_creatures_on_the_page_are_read() -> None:
    warden, eel = creatures_from_json(json.loads(CREATURES))
    assert (warden.is_commander, warden.traits.cleave, warden.powers[0].heal) == (True, True, 10)
    assert (eel.size.cells, eel.on_hit[0].uses, eel.ranged) == (2, 1, ())


def test_warband_on_the_page_is_legal() -> None:
    band = creature_band_from_json(json.loads(BAND), folder=PAGE.parent)
    assert creature_band_faults(band) == ()
    assert [one.id for one in band.creatures] == ["lamp-captain", "ann", "levy"]


def test_tiles_on_the_page_are_read() -> None:
    gatehouse, pens = tiles_from_json(json.loads(TILES))
    assert (gatehouse.is_assembly, len(gatehouse.exits), len(pens.grid.edges)) == (True, 5, 4)


def test_examples_in_code_run() -> None:
    failed, run = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, run >= 5) == (0, True)
