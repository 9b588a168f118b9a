"""How many models a unit has, and what they carry, as its datasheet allows."""

from typing import Any

import pytest

from tests.rules.warhammer40k.datasheets.sheets import army_json, sheet_json
from warcry3d.rules.warhammer40k.datasheets.datasheet import WargearOption
from warcry3d.rules.warhammer40k.datasheets.faults import army_faults
from warcry3d.rules.warhammer40k.datasheets.files import army_from_json


def faults(*loadouts: tuple[str, int, str], **more: Any) -> list[tuple[str, str]]:
    """Return the faults of a unit: each loadout a model, how many, and weapons between spaces."""
    given = [{"model": model, "count": count, "weapons": weapons.split()} for model, count, weapons in loadouts]
    army = army_from_json(army_json({"datasheet": sheet_json(**more), "loadouts": given}), folder=".")
    return [(fault.rule, str(fault)) for fault in army_faults(army)]


CAPTAIN = ("Captain", 1, "rifle blade")


@pytest.mark.parametrize("wardens", [4, 9])
def test_a_unit_has_its_basic_models_and_so_many_more(wardens: int) -> None:
    """rule: 40K-SHEET-4."""
    assert faults(CAPTAIN, ("Warden", wardens, "rifle blade")) == []


@pytest.mark.parametrize("wardens", [3, 10])
def test_too_few_or_too_many_models_are_a_fault(wardens: int) -> None:
    """rule: 40K-SHEET-4."""
    found = faults(CAPTAIN, ("Warden", wardens, "rifle blade"))
    assert found[0] == ("40K-SHEET-4", f"Wardens has {wardens} of Warden; expected 4 to 9")


def test_a_size_without_points_is_a_fault() -> None:
    """rule: 40K-SHEET-4."""
    found = faults(CAPTAIN, ("Warden", 5, "rifle blade"), points=[[5, 80]])
    assert found == [("40K-SHEET-4", "the datasheet of Wardens has no points for 6 models")]


def test_an_option_swaps_a_weapon_of_the_model_that_may() -> None:
    """rule: 40K-SHEET-6."""
    assert faults(("Captain", 1, "rifle fist"), ("Warden", 4, "rifle blade")) == []
    found = faults(CAPTAIN, ("Warden", 3, "rifle blade"), ("Warden", 1, "rifle fist"))
    assert found == [("40K-SHEET-6", "Warden cannot carry this together: Rifle, Fist")]


@pytest.mark.parametrize(("launchers", "is_legal"), [(1, True), (2, True), (3, False)])
def test_ten_models_carry_at_most_two_extra_launchers(launchers: int, is_legal: bool) -> None:
    """rule: 40K-SHEET-6; example 37 of the text."""
    found = faults(CAPTAIN, ("Warden", 9 - launchers, "rifle blade"), ("Warden", launchers, "rifle blade launcher"))
    said = "more models of Wardens took an option than its datasheet allows for 10 models"
    assert found == ([] if is_legal else [("40K-SHEET-6", said)])


def test_five_models_carry_one_launcher_whoever_has_it() -> None:
    """rule: 40K-SHEET-6."""
    assert faults(("Captain", 1, "launcher rifle fist"), ("Warden", 4, "rifle blade")) == []
    found = faults(
        ("Captain", 1, "launcher rifle fist"), ("Warden", 3, "blade rifle"), ("Warden", 1, "rifle blade launcher")
    )
    assert [rule for rule, _ in found] == ["40K-SHEET-6"]


def test_without_options_models_carry_what_all_of_them_do() -> None:
    """rule: 40K-SHEET-5."""
    found = faults(CAPTAIN, ("Warden", 4, "rifle"), options=[])
    assert found == [("40K-SHEET-5", "Warden cannot carry this together: Rifle")]


def test_a_datasheet_that_does_not_say_its_models_is_not_checked() -> None:
    models = [{"name": "Captain", "carries": ["rifle"]}, {"name": "Warden", "carries": ["rifle"]}]
    found = faults(("Warden", 40, "blade blade"), models=models)
    assert [rule for rule, _ in found] == ["40K-SHEET-1"]


def test_limits_of_options_follow_the_models() -> None:
    """rule: 40K-SHEET-6."""
    assert WargearOption((("a",),)).limit(7) == 7
    assert WargearOption((("a",),), every=5).limit(9) == 1
    assert WargearOption((("a",),), every=5, most=1).limit(10) == 1
