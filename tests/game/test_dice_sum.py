"""Sums of dice as profiles print them."""

import pytest

from warcry3d.errors import QuestionError
from warcry3d.game.dice_sum import DiceSum, dice_sum


@pytest.mark.parametrize("text", [0, 1, 12, "D3", "D6", "2D6", "12D3", "D6+1", "2D3+10"])
def test_sum_is_written_as_it_was_read(text: int | str) -> None:
    assert dice_sum(text).written == text


@pytest.mark.parametrize("text", ["", "D4", "0D6", "6D", "d6", "D6+0", "D6-1", "D6\n", "1" * 99])
def test_what_is_no_sum_is_refused(text: str) -> None:
    with pytest.raises(QuestionError, match="expected a number or dice such as D3"):
        dice_sum(text)


def test_d3_is_a_d6_halved_rounded_up() -> None:
    """rule: AOS-DICE-2."""
    assert [dice_sum("D3").of_faces((face,)) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_faces_are_added_up_with_what_is_added() -> None:
    """rule: AOS-DICE-1. Two dice are 2D6 added up."""
    assert dice_sum("2D6+1").of_faces((5, 6)) == 12
    assert dice_sum(4).of_faces(()) == 4
    with pytest.raises(QuestionError, match="expected 2 dice, got 1"):
        dice_sum("2D6").of_faces((5,))


def test_odds_are_those_of_all_faces() -> None:
    assert dice_sum("2D6").odds.chances[7] == pytest.approx(6 / 36)
    assert dice_sum("D3+1").odds.chances == pytest.approx((0, 0, 1 / 3, 1 / 3, 1 / 3))
    assert (DiceSum(plus=2).odds.mean, DiceSum(plus=2).is_random) == (2.0, False)
