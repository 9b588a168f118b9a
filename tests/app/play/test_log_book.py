"""The rows of the log: no frame breaks more than a slice of a long report, and what is there is not broken again."""

from collections.abc import Iterator
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from tests import zoo
from warcry3d.app.play.panels import log_book as module
from warcry3d.app.play.panels.log_book import SLICE, LogBook
from warcry3d.game.ruleset import Event
from warcry3d.message import Message, message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import Marker, MarkerKind
from warcry3d.rules.place_words import PlaceWords
from warcry3d.rules.warcry.battle.descriptions import place_name

WIDE = 1000.0


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Yield the numbers of the steps that were broken into rows."""
    numbers, rows_of = list[int](), module._rows_of

    def counted(number: int, *values: Any, **others: Any) -> Any:
        numbers.append(number)
        return rows_of(number, *values, **others)

    monkeypatch.setattr(module, "_rows_of", counted)
    yield numbers


def steps(count: int, first: int = 1) -> tuple[Any, ...]:
    return tuple(
        SimpleNamespace(action=None, events=(Event("note", Message("step {n}", {"n": n})),))
        for n in range(first, first + count)
    )


def follow(book: LogBook, done: tuple[Any, ...], room: float = WIDE, letter: float = 1.0) -> None:
    game: Any = SimpleNamespace(done=done)
    book.follow(game, len(done), Teller(Words("en")), MappingProxyType({}), room, lambda text: letter * len(text))


def whole(book: LogBook, done: tuple[Any, ...]) -> list[str]:
    follow(book, done)
    while not book.is_whole:
        follow(book, done)
    return [row.text for row in book.rows]


def test_a_frame_breaks_a_slice_of_a_long_report_and_the_end_first(broken: list[int]) -> None:
    book, done = LogBook(), steps(20 * SLICE)
    follow(book, done)
    assert len(broken) == SLICE
    assert [row.text for row in book.rows][-1] == f"Step {20 * SLICE}"
    follow(book, done)
    assert len(broken) == 2 * SLICE
    assert book.older == SLICE


def test_slices_come_to_the_whole_report_in_order_each_step_once(broken: list[int]) -> None:
    count = 3 * SLICE + 5
    assert whole(LogBook(), steps(count)) == [f"Step {n}" for n in range(1, count + 1)]
    assert sorted(broken) == list(range(1, count + 1))


def test_a_new_step_is_all_that_is_broken_of_a_report_that_is_there(broken: list[int]) -> None:
    book, done = LogBook(), steps(2 * SLICE)
    whole(book, done)
    broken.clear()
    follow(book, (*done, *steps(1, len(done) + 1)))
    assert broken == [len(done) + 1]
    assert book.rows[-1].text == f"Step {len(done) + 1}"


def test_what_was_taken_back_goes_and_what_came_instead_stands_there() -> None:
    book, done = LogBook(), steps(2 * SLICE)
    whole(book, done)
    other = (*done[:-3], *steps(2, 900))
    assert whole(book, other)[-3:] == [f"Step {2 * SLICE - 3}", "Step 900", "Step 901"]
    assert len(book.rows) == 2 * SLICE - 1


def test_another_width_breaks_all_anew_slice_by_slice(broken: list[int]) -> None:
    book, done = LogBook(), steps(2 * SLICE)
    whole(book, done)
    broken.clear()
    follow(book, done, room=6.0)
    assert len(broken) == SLICE
    assert {row.text for row in book.rows} >= {"Step"}


def test_report_is_broken_anew_where_letters_become_larger_in_the_same_room() -> None:
    book, done = LogBook(), steps(12)
    follow(book, done, 16.0)
    assert [row.text for row in book.rows][-1] == "Step 12"
    follow(book, done, 16.0, 3.0)
    assert [row.text for row in book.rows][-2:] == ["Step", "12"]


def test_places_are_told_in_words_and_kept_by_coordinates_for_the_tool_tip() -> None:
    moved = Event("move", message("{fighter} moves to {place}", fighter="ann", place=place_name((3.0, 4.0, 0.0))))
    other = Event("note", message("nothing else"))
    done = (SimpleNamespace(action=None, state=zoo.table(zoo.fighter("bob", (3, 4))), events=(moved, other)),)
    marker = Marker(MarkerKind.TREASURE, "2", (3.0, 5.0, 0.0))
    book, game = LogBook(), SimpleNamespace(done=done)
    teller = Teller(Words("en"), {"ann": "Ann"})
    rows = []
    for places in (lambda state: PlaceWords(state, (marker,)), None):
        book = LogBook()
        book.follow(game, 1, teller, MappingProxyType({}), WIDE, lambda text: float(len(text)), places=places)  # type: ignore[arg-type]
        rows.append([(row.text, row.exact) for row in book.rows])
    assert rows == [
        [("Ann moves to 1.00 in from treasure 2", "Ann moves to (3.0, 4.0)"), ("Nothing else", "")],
        [("Ann moves to (3.0, 4.0)", ""), ("Nothing else", "")],
    ]
