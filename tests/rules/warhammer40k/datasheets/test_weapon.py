"""Weapons and their abilities as data."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.errors import QuestionError
from warcry3d.game.dice_sum import DiceSum
from warcry3d.rules.warhammer40k.datasheets.ability import CORE_TEXTS, CoreAbility, CoreWord, core_ability
from warcry3d.rules.warhammer40k.datasheets.weapon import ABILITY_TEXTS, WeaponAbility, WeaponWord, weapon_ability

VALUED = (WeaponWord.MELTA, WeaponWord.RAPID_FIRE, WeaponWord.SUSTAINED_HITS)
SUMS = st.one_of(
    st.builds(DiceSum, plus=st.integers(0, 99)),
    st.builds(DiceSum, st.integers(1, 9), st.sampled_from((3, 6)), st.integers(0, 9)),
)


@st.composite
def weapon_abilities(draw: st.DrawFn) -> WeaponAbility:
    word = draw(st.sampled_from(WeaponWord))
    if word is WeaponWord.ANTI:
        keyword = draw(st.sampled_from(("infantry", "fly", "epic hero", "t'au empire", "jump-pack")))
        return WeaponAbility(word, keyword=keyword, needed=draw(st.integers(2, 6)))
    return WeaponAbility(word, draw(SUMS) if word in VALUED else None)


@given(weapon_abilities(), st.sampled_from((str.upper, str.title, str.casefold)))
def test_every_ability_of_a_weapon_is_read_as_it_is_written_in_any_case(
    ability: WeaponAbility, case: type[str]
) -> None:
    assert weapon_ability(case(str(ability))) == ability


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("Rapid Fire D6+3", WeaponAbility(WeaponWord.RAPID_FIRE, DiceSum(1, 6, 3))),
        ("Anti-VEHICLE 4+", WeaponAbility(WeaponWord.ANTI, keyword="vehicle", needed=4)),
        ("[TWIN-LINKED]", WeaponAbility(WeaponWord.TWIN_LINKED)),
        ("twin linked", WeaponAbility(WeaponWord.TWIN_LINKED)),
        (" one  shot ", WeaponAbility(WeaponWord.ONE_SHOT)),
    ],
)
def test_abilities_are_read_as_rosters_print_them(text: str, ability: WeaponAbility) -> None:
    assert weapon_ability(text) == ability


@pytest.mark.parametrize(
    "text", ["", "dead choppy", "rapid fire", "rapid fire many", "anti-fly", "anti- 4+", "blast 3"]
)
def test_what_is_no_ability_is_refused(text: str) -> None:
    with pytest.raises(QuestionError):
        weapon_ability(text)


def test_every_ability_is_told_in_our_own_words() -> None:
    assert set(ABILITY_TEXTS) == set(WeaponWord)
    assert set(CORE_TEXTS) == set(CoreWord)


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("Deep Strike", CoreAbility(CoreWord.DEEP_STRIKE)),
        ('Scouts 9"', CoreAbility(CoreWord.SCOUTS, DiceSum(plus=9))),
        ("Deadly Demise D6+3", CoreAbility(CoreWord.DEADLY_DEMISE, DiceSum(1, 6, 3))),
        ("Deadly Demise D3 (Hull only)", CoreAbility(CoreWord.DEADLY_DEMISE, DiceSum(1, 3), only="Hull only")),
        ("Feel No Pain 5+", CoreAbility(CoreWord.FEEL_NO_PAIN, needed=5)),
        ("FIRING DECK 12", CoreAbility(CoreWord.FIRING_DECK, DiceSum(plus=12))),
    ],
)
def test_core_abilities_are_read_and_written_back(text: str, ability: CoreAbility) -> None:
    assert core_ability(text) == ability
    assert core_ability(str(ability)) == ability


@pytest.mark.parametrize("text", ["Feel No Pain", "Scouts", "Stealth Drones", "Deep", "Deadly Demise lots", "Hover 3"])
def test_what_is_no_core_ability_is_refused(text: str) -> None:
    with pytest.raises(QuestionError):
        core_ability(text)
