"""Odds of attack sequences against counting all cases."""

from itertools import product

import pytest

from warcry3d.game.odds import Distribution, certain, die
from warcry3d.rules.attack_sequence import (
    AttackRolls,
    DieTest,
    RerollWhich,
    damage_of_attacks,
    fewest_slain,
    slain_odds,
    spilled,
)

FACES = range(1, 7)


@pytest.mark.parametrize("reroll", ["none", "ones", "failed"])
@pytest.mark.parametrize(("need", "bonus"), [(2, 0), (4, 1), (4, -1), (6, -1), (3, 2)])
def test_the_chance_to_pass_counts_every_case(need: int, bonus: int, reroll: RerollWhich) -> None:
    test = DieTest(need, bonus, reroll)
    passed = 0
    for first, again in product(FACES, FACES):
        face = again if test.is_rerolled(first) and not test.passes(first) else first
        passed += test.passes(face)
    assert test.chance == pytest.approx(passed / 36)


def test_natural_faces_may_decide_where_rules_say_so() -> None:
    assert not DieTest(2, 5, lowest=1).passes(1)
    assert DieTest(7, -3, highest=6).passes(6)


def test_one_attack_of_damage_d3_counts_every_case() -> None:
    attack = AttackRolls(DieTest(3), DieTest(4), DieTest(5, -1), die((1, 1, 2, 2, 3, 3)))
    counts = [0] * 4
    for hit, wound, save, damage in product(FACES, repeat=4):
        succeeds = hit >= 3 and wound >= 4 and save - 1 < 5
        counts[(damage + 1) // 2 if succeeds else 0] += 1
    assert attack.inflicted.chances == pytest.approx([count / 6**4 for count in counts])


def test_a_random_number_of_attacks_is_mixed_and_capped() -> None:
    coin = Distribution((0.5, 0.5))
    total = damage_of_attacks([(die((1, 1, 1, 2, 2, 2)), coin), (certain(1), certain(2))], 3)
    assert total.chances == pytest.approx((0, 0, 0.5 * 0.5 + 0.5 * 0.25, 0.625))


def test_the_owner_loses_as_few_models_as_it_can() -> None:
    assert fewest_slain(3, (1, 3)) == 1
    assert fewest_slain(4, (1, 3)) == 2
    assert spilled(3, (1, 3)) == (0, 1)
    assert slain_odds(Distribution((0.5, 0.0, 0.5)), (2, 2)).chances == pytest.approx((0.5, 0.5))
