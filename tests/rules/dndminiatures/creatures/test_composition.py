"""Warbands composed of creatures from a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.dndminiatures.creatures.folk import creature_json, creatures_json
from warcry3d.errors import QuestionError
from warcry3d.rules.armies import ArmyPick
from warcry3d.rules.dndminiatures.creatures.card import FACTIONS
from warcry3d.rules.dndminiatures.creatures.composition import composed_band, suggested_band
from warcry3d.rules.dndminiatures.creatures.faults import creature_band_faults

ROAD = ArmyPick("lantern-road")


def file_of(tmp_path: Path, *creatures: dict[str, Any]) -> str:
    path = tmp_path / "a.creatures.json"
    path.write_text(json.dumps(creatures_json(*creatures)), encoding="utf-8")
    return str(path)


def test_picked_creatures_are_numbered_and_named() -> None:
    """rule: DDM-BAND-1."""
    band = composed_band(ArmyPick("lantern-road", "Ours", ("oath-axe", "vigil-hound", "oath-axe")))
    assert [(one.id, one.name) for one in band.creatures] == [
        ("oath-axe", "Oath Axe"),
        ("vigil-hound", "Vigil Hound"),
        ("oath-axe-2", "Oath Axe 2"),
    ]
    assert (band.name, band.faction, band.points) == ("Ours", "LG", 30)


@pytest.mark.parametrize(
    ("picked", "faction"),
    [
        (("vigil-hound",), "LG"),
        (("vigil-hound", "reed-archer"), "CG"),
        (("granite-warden", "ledger-guard"), "LE"),
        (("bonded-dead", "bog-raider"), "CE"),
        (("bog-raider", "oath-axe"), "CE"),
    ],
)
def test_faction_is_one_that_all_may_be_of(picked: tuple[str, ...], faction: str) -> None:
    """rule: DDM-BAND-1, DDM-CARD-3."""
    assert composed_band(ArmyPick("lantern-road", "", picked)).faction == faction


@pytest.mark.parametrize("picked", [(), ("nobody",), ("oath-axe", "nobody")])
def test_nobody_is_no_warband(picked: tuple[str, ...]) -> None:
    with pytest.raises(QuestionError, match="pick creatures of lantern-road first"):
        composed_band(ArmyPick("lantern-road", "", picked))


@pytest.mark.parametrize("faction", FACTIONS)
def test_suggested_warband_is_legal_and_spends_every_point(faction: str) -> None:
    """rule: DDM-BAND-2, DDM-BAND-3, DDM-BAND-4, DDM-BAND-5."""
    ids = suggested_band(ROAD, faction)
    band = composed_band(ArmyPick(ROAD.file, "", ids))
    assert (creature_band_faults(band), band.points, band.faction) == ((), 100, faction)
    assert band.creatures[0].creature.is_commander
    assert len(set(ids)) >= 5


def test_suggested_warband_heeds_costs_copies_and_unique_cards(tmp_path: Path) -> None:
    boss = creature_json("boss", rating=2, cost=71)
    file = file_of(tmp_path, boss, creature_json("sergeant", rating=1, cost=20), creature_json("giant", cost=80))
    assert suggested_band(ArmyPick(file), "LG") == ("sergeant",)
    one = creature_json("one", cost=25, traits={"is_unique": True})
    file = file_of(tmp_path, creature_json("sergeant", rating=1, cost=20), one, creature_json("guard", cost=8))
    assert suggested_band(ArmyPick(file), "LG") == ("sergeant", "one", "guard", "guard", "guard")


def test_a_file_without_a_commander_of_the_faction_is_said(tmp_path: Path) -> None:
    file = file_of(tmp_path, creature_json("boss", rating=2, cost=71), creature_json())
    for faction in ("LG", "CE"):
        with pytest.raises(QuestionError, match=f"the file has no commander of {faction} for a warband"):
            suggested_band(ArmyPick(file), faction)


def test_of_a_large_file_some_of_each_cost_are_looked_at(tmp_path: Path) -> None:
    many = [creature_json(f"c{n}", cost=1 + n % 69, rating=n % 2) for n in range(400)]
    file = file_of(tmp_path, *many)
    band = composed_band(ArmyPick(file, "", suggested_band(ArmyPick(file), "LG")))
    assert (creature_band_faults(band), band.points) == ((), 100)
