"""Dice: the same by seed everywhere, fair, and never taken from a text that does not fit."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.game.dice import DiceError, SeededDice, TypedDice, d3, d66, faces_from_text
from warcry3d.game.random_stream import MAX_SEED, Stream, below, draw
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Roll
from warcry3d.message import Message

SOME_ROLL = Roll("red", 3, RuleReason("WC-HIT-1", Message("to hit")))
SEVEN = (4, 1, 1, 4, 5, 4, 5, 1, 6, 6, 2, 5)
"""The first twelve dice of seed 7: battles that were recorded depend on them."""


def test_numbers_are_those_that_were_published_for_splitmix64() -> None:
    assert [draw(1234567, n) for n in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert draw(0, 0) == 0xE220A8397B1DCDAF


def test_dice_of_seed_seven_never_change() -> None:
    assert SeededDice(7).faces(Roll("red", 12, RuleReason("", Message(""))), 0) == SEVEN


def test_dice_do_not_depend_on_how_they_are_thrown_together() -> None:
    one_by_one = tuple(SeededDice(99).faces(Roll("red", 1, RuleReason("", Message(""))), n)[0] for n in range(20))
    together = SeededDice(99).faces(Roll("blue", 20, RuleReason("", Message(""))), 0)
    assert one_by_one == together
    assert SeededDice(99).faces(SOME_ROLL, 5) == together[5:8]


def test_seeds_one_apart_give_dice_that_have_nothing_to_do_with_each_other() -> None:
    roll = Roll("red", 6000, RuleReason("", Message("")))
    pairs = Counter(zip(SeededDice(1).faces(roll, 0), SeededDice(2).faces(roll, 0), strict=True))
    # 36 pairs, 166.7 each; chi-square with 35 degrees of freedom passes 66.6 once in 1,000.
    assert sum((pairs[(a, b)] - 6000 / 36) ** 2 / (6000 / 36) for a in range(1, 7) for b in range(1, 7)) < 66.6


def test_faces_are_equally_likely() -> None:
    counts = Counter(SeededDice(20).faces(Roll("red", 60_000, RuleReason("", Message(""))), 0))
    # 5 degrees of freedom: beyond 20.5 once in 1,000.
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts.values()) < 20.5


def test_numbers_that_would_favour_low_faces_are_mixed_on() -> None:
    highest = 2**64 - 1  # 2**64 is 4 more than a multiple of 6: the four highest numbers are left out
    assert below(highest - 4, 6) == 5
    assert [below(highest - n, 6) for n in range(4)] == [draw(highest - n, 0) % 6 for n in range(4)]
    assert [below(highest - n, 6) for n in range(4)] != [(highest - n) % 6 for n in range(4)]


@given(st.integers(0, MAX_SEED), st.integers(0, 10**6), st.integers(1, 100))
def test_faces_are_on_the_die(seed: int, thrown: int, sides: int) -> None:
    faces = SeededDice(seed).faces(Roll("red", 4, RuleReason("", Message("")), sides), thrown)
    assert len(faces) == 4
    assert all(1 <= face <= sides for face in faces)


@pytest.mark.parametrize("text", ["3 5 1", " 3,5,1 ", "3;5 1\n", "3\t5,  1"])
def test_typed_faces_may_be_parted_in_any_way(text: str) -> None:
    assert faces_from_text(text, SOME_ROLL) == (3, 5, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3 5", "expected 3 dice, got 2"),
        ("", "expected 3 dice, got 0"),
        ("1 2 3 4", "expected 3 dice, got 4"),
        ("3 7 1", "expected faces from 1 to 6, got '7'"),
        ("0 1 1", "expected faces from 1 to 6, got '0'"),
        ("3 -5 1", "expected faces from 1 to 6, got '-5'"),
        ("3 five 1", "expected faces from 1 to 6, got 'five'"),
        ("3 5.0 1", "expected faces from 1 to 6, got '5.0'"),
        ("3 ٥ 1", "expected faces from 1 to 6, got '٥'"),
        ("3 " + "9" * 5000 + " 1", "expected faces from 1 to 6, got '" + "9" * 40 + "'"),
    ],
)
def test_typed_faces_that_cannot_be_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(DiceError) as caught:
        faces_from_text(text, SOME_ROLL)
    assert str(caught.value) == sentence


def test_person_is_asked_again_until_the_faces_fit() -> None:
    answers = iter(["3 5", "3 5 9", "3 5 1"])
    told: list[str] = []
    dice = TypedDice(lambda roll: next(answers), lambda error: told.append(str(error)))
    assert dice.faces(SOME_ROLL, 0) == (3, 5, 1)
    assert told == ["expected 3 dice, got 2", "expected faces from 1 to 6, got '9'"]


def test_wrong_answer_is_an_error_where_nobody_can_be_asked_again() -> None:
    with pytest.raises(DiceError, match="expected 3 dice, got 1"):
        TypedDice(lambda roll: "6").faces(SOME_ROLL, 0)


def test_d3_and_d66_are_read_off_six_sided_dice() -> None:
    """rule: WC-DICE-3, WC-DICE-5."""
    assert [d3(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert (d66(1, 1), d66(3, 5), d66(6, 6)) == (11, 35, 66)


def test_streams_are_told_apart_by_their_names() -> None:
    def some(*names: str | int) -> list[int]:
        stream = Stream(7, *names)
        return [stream.below(1000) for _ in range(8)]

    assert some("red", 1) == some("red", 1)
    assert len({tuple(some(*names)) for names in (("red", 1), ("red", 2), ("blue", 1), ("red",), ("red", "1"))}) == 5


@given(st.integers(0, MAX_SEED), st.lists(st.integers(), max_size=20))
def test_stream_shuffles_without_loss_and_picks_what_is_there(seed: int, row: list[int]) -> None:
    stream = Stream(seed)
    assert sorted(stream.shuffled(row)) == sorted(row)
    assert not row or stream.pick(row) in row
    assert 0 <= stream.unit() < 1
    assert 2 <= stream.between(2, 3) <= 3


def test_shuffles_are_equally_likely() -> None:
    counts = Counter(tuple(Stream(5, n).shuffled("abc")) for n in range(6000))
    assert len(counts) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5
