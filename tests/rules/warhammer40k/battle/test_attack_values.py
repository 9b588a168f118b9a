"""What rolls need, and what changes them."""

import pytest

from warcry3d.game.dice_sum import dice_sum
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import clipped, passes, wound_need
from warcry3d.rules.warhammer40k.battle.attacks.saves import armour_need
from warcry3d.rules.warhammer40k.battle.objectives import holder_of


def test_a_hit_roll_of_the_skill_or_more_hits() -> None:
    """rule: 40K-DICE-2, 40K-HIT-1. Example 1: on 3+ a 2 misses, a 3 and a 5 hit."""
    assert [passes(face, 3) for face in (2, 3, 5)] == [False, True, True]


def test_unmodified_ones_fail_and_sixes_succeed_whatever_changes_them() -> None:
    """rule: 40K-HIT-2, 40K-HIT-3, 40K-WOUND-3, 40K-WOUND-4."""
    assert not passes(1, 2, 1)
    assert passes(6, 6, -1)


@pytest.mark.parametrize(("bonus", "counts"), [(-2, -1), (-1, -1), (0, 0), (3, 1)])
def test_modifiers_of_hit_and_wound_rolls_count_for_one_at_most(bonus: int, counts: int) -> None:
    """rule: 40K-MOD-14, 40K-HIT-4, 40K-WOUND-5. Example 7: -2 in all counts as -1."""
    assert clipped(bonus) == counts


@pytest.mark.parametrize(
    ("strength", "toughness", "need"),
    [(8, 4, 2), (9, 4, 2), (5, 4, 3), (7, 4, 3), (4, 4, 4), (3, 4, 5), (2, 4, 6), (3, 7, 6), (4, 7, 5)],
)
def test_a_wound_roll_needs_what_strength_and_toughness_say(strength: int, toughness: int, need: int) -> None:
    """rule: 40K-WOUND-2."""
    assert wound_need(strength, toughness) == need


@pytest.mark.parametrize(
    ("save", "ap", "cover", "need"),
    [(3, -1, False, 4), (3, 0, True, 3), (3, -1, True, 3), (4, 0, True, 3), (2, 0, False, 2)],
)
def test_a_save_takes_ap_off_and_adds_cover(save: int, ap: int, cover: bool, need: int) -> None:
    """rule: 40K-SAVE-1, 40K-COVER-2. Example 17: SV 3+ against AP -1 needs a 4; no cover for SV 3+ against AP 0."""
    assert armour_need(save, ap, has_cover=cover) == need


def test_cover_never_makes_a_one_save() -> None:
    """rule: 40K-SAVE-4. An unmodified 1 always fails."""
    assert armour_need(2, -1, has_cover=True) == 2


def test_a_d3_is_half_a_d6() -> None:
    """rule: 40K-DICE-3, 40K-DICE-4. Example 2: a 6 is a 3, and no 6 for any rule."""
    assert [dice_sum("D3").of_faces((face,)) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_equal_sums_of_oc_leave_an_objective_to_nobody() -> None:
    """rule: 40K-OBJ-2."""
    assert [holder_of({"red": a, "blue": b}) for a, b in ((0, 0), (3, 3), (4, 3), (0, 1))] == ["", "", "red", "blue"]
