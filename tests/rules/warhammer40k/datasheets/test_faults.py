"""What is wrong with an army: every rule of army building, with rule and place."""

from typing import Any

import pytest

from tests.rules.warhammer40k.datasheets.sheets import army_json, sheet_json, single_json
from warcry3d.rules.warhammer40k.datasheets.army import BATTLE_SIZES
from warcry3d.rules.warhammer40k.datasheets.faults import army_faults
from warcry3d.rules.warhammer40k.datasheets.files import army_from_json


def faults(*units: dict[str, Any], **more: Any) -> list[tuple[str, str, str]]:
    army = army_from_json(army_json(*units, **more), folder=".")
    return [(fault.rule, fault.place, str(fault)) for fault in army_faults(army)]


def of(id: str, *keywords: str, **more: Any) -> dict[str, Any]:
    unit = {key: more.pop(key) for key in ("warlord", "joins", "inside", "enhancements", "loadouts") if key in more}
    return {"datasheet": single_json(id, *keywords, **more), **unit}


def test_an_army_with_one_warlord_is_legal() -> None:
    """rule: 40K-ARMY-12."""
    assert faults() == []


@pytest.mark.parametrize(("size", "points"), [("Incursion", 1000), ("Strike Force", 2000), ("Onslaught", 3000)])
def test_battle_sizes_have_their_points(size: str, points: int) -> None:
    """rule: 40K-ARMY-1."""
    assert BATTLE_SIZES[size] == points
    assert faults(limit=points) == []


def test_a_limit_above_the_largest_battle_is_a_fault() -> None:
    """rule: 40K-ARMY-1."""
    said = "a limit of 3001 points is more than that of the largest battle, 3000"
    assert faults(limit=3001) == [("40K-ARMY-1", "limit", said)]


def test_every_unit_needs_the_faction_keyword() -> None:
    """rule: 40K-ARMY-2."""
    said = "Spy has the faction keywords moat; the army's is wall"
    assert faults(of("spy", faction_keywords=["moat"])) == [("40K-ARMY-2", "units[1].datasheet", said)]


def test_a_keyword_of_the_other_list_is_no_faction_keyword_of_an_army() -> None:
    """rule: 40K-KEY-1, 40K-ARMY-2. Building armies is where the two lists are told apart."""
    found = faults(of("spy", faction_keywords=["moat"], keywords=["infantry", "wall"]))
    assert [rule for rule, _, _ in found] == ["40K-ARMY-2"]
    assert faults(of("ally", faction_keywords=["moat", "wall"])) == []


def test_an_army_needs_a_detachment() -> None:
    """rule: 40K-ARMY-3."""
    assert faults(detachment="") == [("40K-ARMY-3", "detachment", "the army has no detachment")]


def test_points_with_enhancements_stay_within_the_limit() -> None:
    """rule: 40K-ARMY-4."""
    crown = {"enhancements": [{"name": "Crown", "points": 11}]}
    guide = of("guide", "character", points=940)
    assert faults(guide) == []
    assert faults({**guide, **crown}) == [("40K-ARMY-4", "units", "1001 points are 1 more than the 1000 allowed")]


@pytest.mark.parametrize(
    ("keywords", "most", "rule"),
    [((), 3, "40K-ARMY-5"), (("battleline",), 6, "40K-ARMY-6"), (("dedicated transport",), 6, "40K-ARMY-6")],
)
def test_units_of_one_datasheet_are_limited(keywords: tuple[str, ...], most: int, rule: str) -> None:
    """rule: 40K-ARMY-5, 40K-ARMY-6."""
    assert faults(*[of("ox", *keywords)] * most) == []
    said = f"the army has more than {most} units of Ox"
    assert faults(*[of("ox", *keywords)] * (most + 2)) == [(rule, f"units[{most + 1}]", said)]


def test_an_epic_hero_is_there_once() -> None:
    """rule: 40K-ARMY-7."""
    assert faults(of("nan", "character", "epic hero")) == []
    said = "the epic hero Nan is in the army twice"
    assert faults(*[of("nan", "character", "epic hero")] * 2) == [("40K-ARMY-7", "units[2]", said)]


@pytest.mark.parametrize("keywords", [(), ("character", "epic hero")])
def test_enhancements_go_to_characters_that_are_no_epic_heroes(keywords: tuple[str, ...]) -> None:
    """rule: 40K-ARMY-8."""
    said = "only a character that is no epic hero has enhancements, not Nan"
    found = faults(of("nan", *keywords, enhancements=[{"name": "Crown"}]))
    assert found == [("40K-ARMY-8", "units[1].enhancements", said)]


def test_a_unit_has_one_enhancement_at_most() -> None:
    """rule: 40K-ARMY-9."""
    found = faults(of("nan", "character", enhancements=[{"name": "Crown"}, {"name": "Ring"}]))
    assert found == [("40K-ARMY-9", "units[1].enhancements", "Nan has 2 enhancements; one is allowed")]


def test_an_enhancement_is_in_the_army_once() -> None:
    """rule: 40K-ARMY-10."""
    found = faults(*(of(id, "character", enhancements=[{"name": "Crown"}]) for id in ("nan", "pip")))
    assert found == [("40K-ARMY-10", "units", "the enhancement Crown is taken 2 times")]


def test_the_warlord_is_one_character() -> None:
    """rule: 40K-ARMY-12."""
    assert faults(of("pip", "character", warlord=True)) == [("40K-ARMY-12", "units", "expected one warlord, got 2")]
    found = faults(units=[of("ox", warlord=True)])
    assert found == [("40K-ARMY-12", "units[0].warlord", "Ox is no character: it cannot be the warlord")]
    lord = army_from_json(army_json(), folder=".").units[0]
    assert lord.has("warlord", "infantry") and not lord.has("fly")


def test_numbers_that_are_not_known_are_said() -> None:
    """rule: 40K-SHEET-1."""
    found = faults(
        {"datasheet": {"id": "ox", "name": "Ox", "models": [{"name": "Ox"}], "weapons": [{"name": "Horns"}]}}
    )
    assert found == [("40K-SHEET-1", "units[1].datasheet", "the numbers of Ox are not known: Ox, Horns")]


def test_a_leader_joins_only_whom_its_datasheet_names_and_alone() -> None:
    """rule: 40K-FORM-1."""
    guide = of("guide", "character", leads=["WARDENS"], joins="wardens")
    wardens = {"datasheet": sheet_json()}
    assert faults(guide, wardens) == []
    assert faults(of("guide", "character", joins="wardens"), wardens) == [
        ("40K-FORM-1", "units[1].joins", "Guide cannot lead Wardens")
    ]
    assert faults(guide, guide, wardens) == [("40K-FORM-1", "units[2].joins", "Wardens has a leader already")]


def test_a_transport_carries_whom_it_may_and_as_many() -> None:
    """rule: 40K-TRANSPORT-2."""
    cart = of("cart", "vehicle", transport={"capacity": 5, "keywords": ["infantry"], "without": ["fly"]})
    five = {"datasheet": sheet_json(), "inside": "cart"}
    assert faults(cart, five) == []
    for keywords in (("beast",), ("infantry", "fly")):
        found = faults(cart, of("ox", *keywords, inside="cart"))
        assert found == [("40K-TRANSPORT-2", "units[2].inside", "Ox cannot start inside Cart")]
    guide = of("guide", "character", leads=["Wardens"], joins="wardens")
    said = "Cart carries 5 models, not 6"
    assert faults(cart, five, guide) == [("40K-TRANSPORT-2", "units[2].inside", said)]
    assert faults(of("ox"), {**five, "inside": "ox"}) == [
        ("40K-TRANSPORT-2", "units[2].inside", "Wardens cannot start inside Ox")
    ]
