"""Messages filled with their values, and what of names from outside a sentence shows."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.errors import FileError, UnknownNameError
from warcry3d.game.places import PlaceName
from warcry3d.message import LONGEST_NAME, Message, counted, message, shown, visible
from warcry3d.messages import Words

HOSTILE = {
    "\x1b[2J": "\\x1b[2J",
    "two\nlines": "two\\nlines",
    "a\u202eb": "a\\u202eb",
    "\u2066x\u2069": "\\u2066x\\u2069",
    "\x9b31m": "\\x9b31m",
    "\ud800": "\\ud800",
    "\u2028": "\\u2028",
    "\U000e0041": "\\U000e0041",
}


def test_message_is_filled_in_english() -> None:
    assert str(message("{a} and {b:.1f}", a="x", b=2)) == "x and 2.0"


@pytest.mark.parametrize(("n", "said"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice")])
def test_number_chooses_the_form(n: int, said: str) -> None:
    assert str(counted("{n} die", "{n} dice", n)) == said


def test_values_may_be_messages_and_lists_of_them() -> None:
    inner = (counted("{n} die", "{n} dice", 1), "x")
    assert str(message("{what}", what=inner)) == "1 die, x"
    assert Words().text(message("{what}", what=inner)) == "1 die, x"


def test_nested_messages_are_said_in_the_language_of_the_outer_one() -> None:
    outer = message("{base}, stands as {figure}", base=message("round base of {mm:g} mm", mm=32), figure="x")
    assert "32" in Words("zh_CN").text(message("  {base}, stands as {figure}", **outer.values))
    assert "round" not in Words("zh_CN").text(message("  {base}, stands as {figure}", **outer.values))


def test_empty_message_says_nothing_in_any_language() -> None:
    assert [Words(name).text(Message("")) for name in ("en", "zh_CN")] == ["", ""]


@pytest.mark.parametrize(("name", "escaped"), HOSTILE.items())
def test_what_a_terminal_would_obey_or_hide_is_escaped_everywhere(name: str, escaped: str) -> None:
    template = "no model '{id}' on this table; there are: {known}"
    error = UnknownNameError(template, id=name, known=name)
    assert f"'{escaped}'" in str(error)
    for words in (Words("en"), Words("zh_CN")):
        assert escaped in words.error(error) and name not in words.error(error)
        assert words.error(FileError(name, name, "the JSON is nested too deeply")).startswith(f"{escaped}: {escaped}: ")
    assert str(FileError(name, name, "x")) == f"{escaped}: {escaped}: x"


@given(st.text())
def test_visible_text_has_no_controls_and_stays_as_it_is_when_made_visible_again(text: str) -> None:
    made = visible(text)
    assert all(unicodedata.category(one) not in ("Cc", "Cs", "Zl", "Zp") for one in made)
    assert visible(made) == made


@pytest.mark.parametrize("plain", ["Aldith", "鄂尔敏", "naïve café", "Ælf-\u200dx", "👩\u200d🚀", "שלום"])
def test_plain_names_of_all_scripts_stay_as_they_are(plain: str) -> None:
    assert visible(plain) == plain


def test_long_name_is_cut_with_the_number_of_what_is_left_out() -> None:
    cut = str(shown("x" * 5000))
    kept = cut.index(".")
    assert len(cut) <= LONGEST_NAME
    assert cut == "x" * kept + f"... (+{5000 - kept})"
    assert shown(cut) == cut
    assert shown("y" * LONGEST_NAME) == "y" * LONGEST_NAME


def test_equal_messages_are_one_key_whatever_their_values_are() -> None:
    listed = {
        message("{names}", names=["ann", "bob"]),
        message("{names}", names=["ann", "bob"]),
        message("{names}", names=[]),
    }
    assert len(listed) == 2
    here, there = (PlaceName("the roof of {piece}", {"piece": "the mill"}, at=(x, 0.0, 0.0)) for x in (1.0, 2.0))
    assert len({here, there, PlaceName("the roof of {piece}", {"piece": "the mill"}, at=(1.0, 0.0, 0.0))}) == 2
