"""The bins in which items are divided stay in the room there is."""

import math
from dataclasses import replace

import pytest

from warcry3d.app.play.panels.divide import CARD, HEADING, bin_sizes, cards_high
from warcry3d.game.prompts import Bin, Divide, Option
from warcry3d.message import message


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_bins_of_many_cards_stay_under_the_header(scale: float) -> None:
    """Five targets and none for eleven weapons: the upper row was cut off by the window's edge."""
    room = (624.0 * scale, 300.0 * scale)
    in_row, width, height = bin_sizes(6, 12, room, 182.0 * scale, scale)
    rows = math.ceil(6 / in_row)
    assert in_row * width <= room[0] and rows * height <= room[1]
    assert height >= (HEADING + 2 * CARD) * scale


def test_few_bins_are_as_wide_as_their_names_and_as_high_as_their_cards() -> None:
    assert bin_sizes(3, 3, (624.0, 400.0), 182.0, 1.0) == (3, 190.0, HEADING + 3 * CARD)
    assert bin_sizes(4, 3, (624.0, 400.0), 100.0, 1.0)[0] == 4, "short names need less"


def test_bins_keep_their_size_while_cards_leave_the_fullest() -> None:
    """The panel shrank as weapons were dragged to targets, and the next drag missed the card at the same place."""
    items = tuple(Option(str(n), message("weapon")) for n in range(7))
    bins = tuple(Bin(id, message("target")) for id in ("none", "a", "b"))
    start = tuple((item.id, "none") for item in items)
    empty = Divide(id="aims", heading=message("Targets"), action=lambda answer: answer, items=items, bins=bins)
    prompt = replace(empty, start=start)
    moved = (*start[2:], ("0", "a"), ("1", "b"))
    assert cards_high(prompt, start) == cards_high(prompt, moved) == 7
    assert cards_high(empty, ()) == cards_high(empty, start[:2]) == 7, "those in no bin count as well"
