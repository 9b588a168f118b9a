"""What is wrong with a warband of creatures."""

from typing import Any

import pytest

from tests.rules.dndminiatures.creatures.folk import band_json, creature_json, make_band
from warcry3d.rules.dndminiatures.creatures.band import CreatureBand
from warcry3d.rules.dndminiatures.creatures.faults import creature_band_faults, warband_count_faults
from warcry3d.rules.dndminiatures.creatures.files import creature_band_from_json


def found(band: CreatureBand) -> list[tuple[str, str, str]]:
    return [(fault.rule, fault.place, str(fault)) for fault in creature_band_faults(band)]


def cheap(count: int, **changed: Any) -> list[dict[str, Any]]:
    return [creature_json(f"c{n}", **{"cost": 1, **changed}) for n in range(count)]


@pytest.mark.parametrize(
    ("factions", "is_legal"),
    [(["LG"], True), (["CG", "LG"], True), (["LG", "CG", "LE", "CE"], True), (["CG"], False), (["LE", "CE"], False)],
)
def test_every_creature_carries_the_symbol_of_the_faction(factions: list[str], is_legal: bool) -> None:
    """rule: DDM-BAND-1, DDM-CARD-3."""
    faults = found(make_band(creature_json("guest", factions=factions)))
    said = f"Guest has the faction symbols {', '.join(factions)}; the warband's faction is LG"
    assert faults == ([] if is_legal else [("DDM-BAND-1", "creatures[1].creature.factions", said)])


@pytest.mark.parametrize(("cost", "is_legal"), [(30, True), (31, False)])
def test_costs_sum_to_a_hundred_at_most(cost: int, is_legal: bool) -> None:
    """rule: DDM-BAND-2, DDM-CARD-4."""
    faults = found(make_band(creature_json("a", cost=60), creature_json("b", cost=cost)))
    said = "101 points are 1 more than the 100 allowed"
    assert faults == ([] if is_legal else [("DDM-BAND-2", "creatures", said)])


@pytest.mark.parametrize(("count", "is_legal"), [(11, True), (12, False)])
def test_twelve_creatures_are_the_most(count: int, is_legal: bool) -> None:
    """rule: DDM-BAND-3. The commander is one of them."""
    faults = found(make_band(*cheap(count)))
    said = "13 creatures are too many: a warband has at most 12"
    assert faults == ([] if is_legal else [("DDM-BAND-3", "creatures", said)])


@pytest.mark.parametrize(("cost", "is_legal"), [(70, True), (71, False)])
def test_no_creature_costs_more_than_seventy(cost: int, is_legal: bool) -> None:
    """rule: DDM-BAND-4. Seventy is allowed."""
    faults = found(make_band(creature_json("giant", cost=cost)))
    said = "Giant costs 71 points, but at most 70 are allowed for one creature"
    assert faults == ([] if is_legal else [("DDM-BAND-4", "creatures[1].creature.cost", said)])


@pytest.mark.parametrize("cards", [[], [creature_json()], cheap(3)])
def test_a_warband_has_a_commander(cards: list[dict[str, Any]]) -> None:
    """rule: DDM-BAND-5, DDM-CARD-2."""
    band = creature_band_from_json(band_json(*({"creature": one} for one in cards)), folder=".")
    said = "the warband has no commander: a creature with a commander rating must be in it"
    assert found(band) == [("DDM-BAND-5", "creatures", said)]
    assert not any(one.creature.is_commander for one in band.creatures)
    assert found(make_band(*cards)) == []
    assert (band.rating, make_band(*cards).rating) == (0, 2)


@pytest.mark.parametrize(("count", "is_legal"), [(0, False), (1, False), (2, True), (3, True), (4, True), (5, False)])
def test_two_to_four_warbands_meet(count: int, is_legal: bool) -> None:
    """rule: DDM-BAND-8."""
    faults = [(fault.rule, str(fault)) for fault in warband_count_faults(count)]
    assert faults == ([] if is_legal else [("DDM-BAND-8", f"a skirmish has 2 to 4 warbands, not {count}")])


def test_one_of_a_unique_card_is_the_most() -> None:
    """rule: DDM-CARD-14."""
    sage = creature_json("sage", traits={"is_unique": True})
    assert found(make_band(sage, creature_json())) == []
    said = "Sage 2 is unique: only one creature of that card may be in a warband"
    assert found(make_band(sage, sage)) == [("DDM-CARD-14", "creatures[2].creature", said)]


def test_every_fault_is_reported() -> None:
    """rule: DDM-BAND-1, DDM-BAND-2, DDM-BAND-3, DDM-BAND-4, DDM-BAND-5."""
    cards = [*cheap(12, factions=["CE"]), creature_json("giant", cost=90)]
    faults = found(creature_band_from_json(band_json(*({"creature": one} for one in cards)), folder="."))
    rules = [rule for rule, _, _ in faults]
    assert rules == ["DDM-BAND-2", "DDM-BAND-3", "DDM-BAND-5", *["DDM-BAND-1"] * 12, "DDM-BAND-4"]
