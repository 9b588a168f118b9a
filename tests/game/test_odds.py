"""Distributions, and pools of dice, against all cases counted out."""

import doctest
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import warcry3d.game.odds
from warcry3d.game.odds import (
    NOTHING,
    DicePool,
    DieResult,
    Distribution,
    best_reroll,
    certain,
    die,
    mixture,
    pool_odds,
)

FACES = range(1, 7)

distributions = st.lists(st.integers(0, 9), min_size=1, max_size=6).map(die)


def counted_out(points: tuple[int, ...], dice: int) -> list[float]:
    """Return the chances of the sum of dice with these points on their faces, case by case."""
    cases = Counter(sum(thrown) for thrown in product(points, repeat=dice))
    return [float(Fraction(cases[n], len(points) ** dice)) for n in range(max(cases) + 1)]


@pytest.mark.parametrize("dice", [1, 2, 4])
@pytest.mark.parametrize("points", [(1, 2, 3, 4, 5, 6), (0, 0, 0, 1, 1, 4), (2, 2, 2)])
def test_sum_of_dice_is_that_of_all_cases(points: tuple[int, ...], dice: int) -> None:
    assert die(points).times(dice).chances == pytest.approx(counted_out(points, dice))


def test_questions_to_two_dice() -> None:
    """7 is thrown in 6 of 36 ways, 10 or more in 6; half of all throws come to 7 or less."""
    two = die(FACES).times(2)
    assert two.chances[7] == pytest.approx(6 / 36)
    assert two.at_least(10) == pytest.approx(6 / 36)
    assert two.mean == pytest.approx(7)
    assert (two.quantile(0.0), two.quantile(0.5), two.quantile(1.0)) == (0, 7, 12)
    assert two.quantile(15 / 36) == 6
    assert two.most == 12
    assert two.at_least(13) == 0.0
    assert two.at_least(0) == 1.0


def test_above_a_cap_everything_counts_as_the_cap() -> None:
    capped = die(FACES).capped(4)
    assert capped.chances == pytest.approx((0, 1 / 6, 1 / 6, 1 / 6, 1 / 2))
    assert capped.capped(9) == capped


@given(distributions, distributions, st.integers(0, 4))
def test_sums_have_the_sum_of_the_means(one: Distribution, other: Distribution, count: int) -> None:
    both = one.plus(other.times(count))
    assert sum(both.chances) == pytest.approx(1)
    assert both.mean == pytest.approx(one.mean + count * other.mean)
    assert both.most == one.most + count * other.most


@given(distributions, distributions, st.integers(0, 9))
def test_a_mixture_has_the_weighted_chances(one: Distribution, other: Distribution, least: int) -> None:
    mixed = mixture(((0.25, one), (0.75, other)))
    assert mixed.at_least(least) == pytest.approx(0.25 * one.at_least(least) + 0.75 * other.at_least(least))


def pool(points: tuple[int, ...], costs: tuple[int, ...], dice: int, rerolls: int, enough: int | None) -> DicePool:
    """Return a pool of dice with a result for each face."""
    share = 1 / len(points)
    results = (DieResult(share, certain(gain), certain(cost)) for gain, cost in zip(points, costs, strict=True))
    return DicePool(tuple(results), dice, rerolls, enough)


def best_average(points: tuple[int, ...], dice: int, rerolls: int, enough: int | None) -> float:
    """Return the highest average gain: every throw, every choice of dice to throw again, every new throw."""
    cap = sum(points) * dice if enough is None else enough

    def again(thrown: tuple[int, ...], picked: tuple[int, ...]) -> Fraction:
        kept = sum(gain for n, gain in enumerate(thrown) if n not in picked)
        cases = [min(kept + sum(new), cap) for new in product(points, repeat=len(picked))]
        return Fraction(sum(cases), len(cases))

    best = [
        max(again(thrown, picked) for n in range(min(rerolls, dice) + 1) for picked in combinations(range(dice), n))
        for thrown in product(points, repeat=dice)
    ]
    return float(Fraction(sum(best), len(best)))


@pytest.mark.parametrize("points", [(0, 0, 1, 4), (0, 1, 1, 6), (0, 3, 2)])
@pytest.mark.parametrize("rerolls", [1, 2, 3])
@pytest.mark.parametrize("enough", [None, 1, 3, 7])
def test_dice_are_thrown_again_as_well_as_can_be(points: tuple[int, ...], rerolls: int, enough: int | None) -> None:
    costs = tuple(int(gain == 0) for gain in points)
    odds = pool_odds(pool(points, costs, 3, rerolls, enough))
    gain = odds.gain if enough is None else odds.gain.capped(enough)
    assert gain.mean == pytest.approx(best_average(points, 3, rerolls, enough))
    assert sum(odds.gain.chances) == pytest.approx(1)
    assert sum(odds.cost.chances) == pytest.approx(1)


def test_a_hit_that_is_enough_is_not_thrown_again_for_a_better_one() -> None:
    """A new die gains 1.5 on average (1 in 3 of 6 cases, 6 in one), more than a hit; against one wound it does not."""
    gains = (0, 0, 1, 1, 1, 6)
    hit = (0, 0, 1, 0, 0, 0)
    assert sum(best_reroll(pool(gains, (0,) * 6, 1, 1, None), hit)) == 1
    assert sum(best_reroll(pool(gains, (0,) * 6, 1, 1, 1), hit)) == 0


def test_of_two_misses_the_costlier_one_is_thrown_again() -> None:
    """Gains 0, 0, 1 at costs 2, 1, 0: one of each thrown, one may go."""
    assert best_reroll(pool((0, 0, 1), (2, 1, 0), 3, 1, None), (1, 1, 1)) == (1, 0, 0)


@pytest.mark.parametrize(("rerolls", "sixteenths"), [(0, (4, 8, 4)), (1, (8, 6, 2)), (2, (9, 6, 1))])
def test_costs_are_those_of_the_dice_that_lie_at_the_end(rerolls: int, sixteenths: tuple[int, ...]) -> None:
    """Two dice, each a gain or a cost of 1: where one may go again, no cost is left in 1/4 + 1/2 x 1/2 of cases."""
    odds = pool_odds(pool((0, 1), (1, 0), 2, rerolls, None))
    assert odds.cost.chances == pytest.approx([n / 16 for n in sixteenths])
    assert odds.gain.chances == pytest.approx([n / 16 for n in reversed(sixteenths)])


def test_a_pool_without_dice_gains_nothing() -> None:
    assert pool_odds(pool((0, 1), (0, 0), 0, 2, None)).gain == NOTHING


def test_examples_of_the_module_run() -> None:
    assert doctest.testmod(warcry3d.game.odds).failed == 0
    assert doctest.testmod(warcry3d.game.odds).attempted > 0
