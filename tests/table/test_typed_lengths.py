"""Lengths as people type them."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.table.typed_lengths import (
    LengthError,
    is_begun_degrees,
    is_begun_length,
    read_length,
    shown_length,
)


@pytest.mark.parametrize(
    ("text", "inches"),
    [
        ("3", 3.0),
        ("3.25", 3.25),
        ("3,25", 3.25),
        ("3 1/4", 3.25),
        ("3+1/4", 3.25),
        ("3-1/4", 3.25),
        ("3¼", 3.25),
        ("¼", 0.25),
        ("7/8", 0.875),
        (" 3 1/4 in ", 3.25),
        ('3 1/4"', 3.25),
        ("25.4 mm", 1.0),
        ("25.4mm", 1.0),
        ("2.54 cm", 1.0),
        ("3.25 英寸", 3.25),
        (".5", 0.5),
        ("0", 0.0),
    ],
)
def test_a_typed_length_is_read(text: str, inches: float) -> None:
    assert read_length(text) == pytest.approx(inches)


@pytest.mark.parametrize(
    "text", ["", " ", "abc", "3 1/0", "31/4/2", "3 feet", "-3", "3 1 4", "1e3", "3..5", "99999", "1/"]
)
def test_what_is_no_length_is_refused_with_what_was_typed(text: str) -> None:
    with pytest.raises(LengthError, match="is no length"):
        read_length(text)


@given(st.integers(0, 400).map(lambda n: n / 8))
def test_eighths_are_shown_as_a_tape_shows_them_and_read_back(inches: float) -> None:
    assert read_length(shown_length(inches)) == inches


@given(st.integers(0, 60_000).map(lambda n: n / 1000))
def test_thousandths_are_read_back(inches: float) -> None:
    assert read_length(shown_length(inches)) == pytest.approx(inches, abs=1e-9)


@given(st.text(max_size=12))
def test_any_text_is_a_length_or_refused(text: str) -> None:
    with contextlib.suppress(LengthError):
        assert 0 <= read_length(text) <= 1000


@pytest.mark.parametrize(
    "text", ["", "3", "3.", ".", "3 ", "3 1", "3 1/", "1/", "3 + ", "80 m", "8c", "2000", "3 1/4 i", "3¼", "3 英"]
)
def test_a_length_may_be_begun(text: str) -> None:
    assert is_begun_length(text)


@pytest.mark.parametrize("text", ["a", "3 x", "3..", "3 1 4", "3 1/4/", "8 cmm", "3 1/4 f"])
def test_what_can_never_become_a_length_is_not_begun(text: str) -> None:
    assert not is_begun_length(text)


@given(st.text(max_size=8))
def test_whatever_is_a_length_was_begun(text: str) -> None:
    with contextlib.suppress(LengthError):
        read_length(text)
        assert all(is_begun_length(text[:end]) for end in range(len(text) + 1) if text.isascii())
        assert is_begun_length(text)


def test_an_angle_begins_with_a_sign() -> None:
    assert is_begun_degrees("-") and is_begun_degrees("-22.") and not is_begun_degrees("x")
