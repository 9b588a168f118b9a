"""Odds of attacks against all dice counted out."""

from itertools import product

import pytest

from warcry3d.rules.warcry.players.odds import odds


@pytest.mark.parametrize("attacks", [1, 2, 4])
@pytest.mark.parametrize("least", [3, 4, 5])
@pytest.mark.parametrize(("hit", "crit", "wounds"), [(1, 4, 10), (2, 5, 3), (4, 8, 8)])
def test_odds_are_those_of_all_dice_counted_out(attacks: int, least: int, hit: int, crit: int, wounds: int) -> None:
    """rule: WC-ATT-3, WC-ATT-4."""
    damage, kills, costs = 0, 0, 0
    for faces in product(range(1, 7), repeat=attacks):
        points = sum(crit if face == 6 else hit if face >= least else 0 for face in faces)
        damage += min(points, wounds)
        kills += points >= wounds
        costs += sum(2 if face == 1 else 1 for face in faces if face < least)
    found, all_ = odds(attacks, least, hit, crit, wounds), 6**attacks
    assert found.damage == pytest.approx(damage / all_)
    assert found.kill == pytest.approx(kills / all_)
    assert found.misses == pytest.approx(costs / all_)


def test_taking_cover_turns_half_of_the_critical_hits_into_hits() -> None:
    """rule: WC-HIDE-1, WC-REACT-3.  One die that hits on 4, for 1 or 4: 1/6 of 4 becomes 1/12 of 4 and 1/12 of 1."""
    open_, sheltered = odds(1, 4, 1, 4, 10), odds(1, 4, 1, 4, 10, True)
    assert open_.damage - sheltered.damage == pytest.approx(3 / 12)
