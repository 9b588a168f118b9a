"""Attack values as cards print them."""

import doctest
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.errors import FileError
from warcry3d.rules.dndminiatures.creatures import attack_text as module
from warcry3d.rules.dndminiatures.creatures.attack_text import attack_text, attacks_from_text, damage_from_text
from warcry3d.rules.dndminiatures.creatures.card import AttackValue
from warcry3d.rules.dndminiatures.creatures.traits import HitDamage
from warcry3d.table.jsonfile import JsonPath

CARD = JsonPath("wolf.creatures.json", "creatures[0].melee")
KINDS = st.sampled_from(["", "magic", "fire", "cold", "negative energy"])
DAMAGES = st.builds(
    lambda amount, kind, bonus, bonus_kind: HitDamage(
        amount=amount, kind=kind, bonus=bonus, bonus_kind=bonus_kind if bonus else ""
    ),
    st.integers(0, 1000),
    KINDS,
    st.integers(0, 1000),
    KINDS,
)
ATTACKS = st.lists(
    st.builds(lambda bonus, damage: AttackValue(bonus=bonus, damage=damage), st.integers(-100, 100), DAMAGES),
    min_size=1,
    max_size=5,
)


def read(text: str) -> list[tuple[int, int, str, int, str]]:
    found = attacks_from_text(text, CARD)
    return [(a.bonus, a.damage.amount, a.damage.kind, a.damage.bonus, a.damage.bonus_kind) for a in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("+12/+12 (10)", [(12, 10, "", 0, ""), (12, 10, "", 0, "")]),
        ("+7/+7 (5 magic)", [(7, 5, "magic", 0, ""), (7, 5, "magic", 0, "")]),
        ("+8/+3 (10 magic + 5 fire)", [(8, 10, "magic", 5, "fire"), (3, 10, "magic", 5, "fire")]),
        ("+9/+4 (10/5)", [(9, 10, "", 0, ""), (4, 5, "", 0, "")]),
        ("+9/+4 (10 magic + 5 fire/5)", [(9, 10, "magic", 5, "fire"), (4, 5, "", 0, "")]),
        (" +13/+13/+8 (5 magic)", [(13, 5, "magic", 0, ""), (13, 5, "magic", 0, ""), (8, 5, "magic", 0, "")]),
        ("−1 (5)", [(-1, 5, "", 0, "")]),
        ("+0 (5 Cold+10 Negative Energy)", [(0, 5, "cold", 10, "negative energy")]),
    ],
)
def test_values_and_damages_are_read_in_their_order(text: str, found: list[tuple[int, int, str, int, str]]) -> None:
    """rule: DDM-CARD-9, DDM-CARD-10. Of several damages each belongs to the attack value in its place."""
    assert read(text) == found


@given(ATTACKS)
def test_what_is_written_is_read_back(attacks: list[AttackValue]) -> None:
    """rule: DDM-CARD-9, DDM-CARD-10."""
    assert attacks_from_text(attack_text(attacks), CARD) == tuple(attacks)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("+12/+12", "expected attack values and the damage of a hit in brackets, such as '+12/+12 (10)'"),
        ("(10)", "expected an attack value with its sign, from -100 to +100, got ''"),
        ("12 (10)", "expected an attack value with its sign, from -100 to +100, got '12'"),
        ("+7/+x (10)", "expected an attack value with its sign, from -100 to +100, got '+x'"),
        ("+101 (10)", "expected an attack value with its sign"),
        ("+7 ()", "expected damage such as '10', '5 magic' or '10 magic + 5 fire', of at most 1000, got ''"),
        ("+7 (magic)", "expected damage such as"),
        ("+7 (1001)", "expected damage such as"),
        ("+7 (5 + 5 + 5)", "expected damage such as"),
        ("+7/+7/+2 (10/5)", "expected one damage for all 3 attack values or one for each, got 2"),
        ("+7 (10/5)", "expected one damage for all 1 attack values or one for each, got 2"),
        ("+1/" * 20 + "+1 (5)", "at most 20 attack values are read, got 21"),
        ("+7 (10) (5)", "expected attack values and the damage"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    """rule: DDM-CARD-9."""
    with pytest.raises(FileError, match=re.escape(f"wolf.creatures.json: creatures[0].melee: {said}")):
        attacks_from_text(text, CARD)


@given(st.text(alphabet="+-/() 0123456789amgifre", max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = attacks_from_text(text, CARD)
    except FileError:
        return
    assert attacks_from_text(attack_text(found), CARD) == found


def test_bonus_damage_is_a_part_of_its_own() -> None:
    """rule: DDM-CARD-10. The samurai's 10 magic and 5 fire: the second part is the one that is never doubled."""
    damage = damage_from_text("10 magic + 5 fire", CARD)
    assert damage == HitDamage(amount=10, kind="magic", bonus=5, bonus_kind="fire")


def test_examples_in_docstrings_run() -> None:
    assert doctest.testmod(module).failed == 0
