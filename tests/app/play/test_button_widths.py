"""The buttons of the action bar stand in one row: with a second one the bar would hide the table."""

from itertools import product

from imgui_bundle import imgui

from tests.app.panel_bench import PanelBench
from warcry3d.app.play.panels.button import (
    GAP,
    LEAST_SLIM,
    LEAST_WIDTH,
    SEPARATOR,
    SLIM_WIDTH,
    WIDTH,
    _lines,
    stable_widths,
    told_set,
    widths_in,
)
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.unit import LEAST_IN_BAR, room_beside

ROOM = 862.0
"""What the bar has at 1280 x 800 (points)."""


def test_columns_are_narrower_before_buttons_are_and_all_fit_where_anything_does() -> None:
    for buttons, columns, groups in product(range(10), range(6), range(3)):
        found = widths_in(ROOM, buttons, columns, groups)
        rest = buttons * GAP + columns * GAP + groups * SEPARATOR
        taken = buttons * found.button + columns * found.slim + rest
        assert LEAST_WIDTH <= found.button <= WIDTH and LEAST_SLIM <= found.slim <= SLIM_WIDTH
        assert found.button == WIDTH or found.slim == LEAST_SLIM or not columns
        if buttons * LEAST_WIDTH + columns * LEAST_SLIM + rest <= ROOM:
            assert taken <= ROOM + 1e-6


def test_six_actions_and_three_columns_stand_in_a_row() -> None:
    """Seen in a battle: a fighter with three abilities to use, and nine things that it may not do."""
    found = widths_in(ROOM, 6, 3, 1)
    assert found.button == WIDTH and found.slim < SLIM_WIDTH


def test_eight_actions_and_three_columns_stand_in_a_row() -> None:
    """Seen in a battle: a leader with a quad, who may use five abilities."""
    found = widths_in(ROOM, 8, 3, 1)
    assert 8 * found.button + 3 * found.slim + 11 * GAP + SEPARATOR <= ROOM


def test_a_unit_that_is_set_up_or_moved_stands_in_the_bar_of_a_window_and_over_that_of_a_small_one() -> None:
    """Over the bar it hid the near side of the table, where the unit was to be set up."""
    wide, small = (layout_of(width, 704, 30.0, 1.0).bar[2] for width in (1228, 900))
    assert room_beside(wide, [True, True]) >= LEAST_IN_BAR > room_beside(small, [True, True])
    assert room_beside(wide, [True] * 4 + [False]) < LEAST_IN_BAR


def test_six_actions_and_eight_abilities_have_a_place_each_in_a_row() -> None:
    found = stable_widths(ROOM, 6, 8)
    assert found is not None
    widths, rows = found
    columns = -(-8 // rows)
    assert 6 * widths.button + columns * widths.slim + (6 + columns) * GAP + SEPARATOR <= ROOM + 1e-6
    assert stable_widths(ROOM, 12, 8) is None, "then what is closed stands behind, smaller"
    wide = stable_widths(1500.0, 6, 8)
    assert wide is not None and wide[1] == 2, "lower rows are smaller to hit"


def test_what_has_no_room_below_a_title_is_cut_with_dots(bench: PanelBench) -> None:
    """At text size 1.5 the second line of what waiting costs lay in its title's, or was left out without a sign."""
    found = list[tuple[str, ...]]()

    def draw() -> list[object]:
        size = imgui.get_font_size()
        found.extend(tuple(part for part, _ in _lines("1 action now, one later", 90.0, size, n)) for n in (1, 2, 3))
        return []

    bench.draw(draw)
    one, two, three = found[:3]
    assert len(one) == 1 and one[0].startswith("1 action") and one[0].endswith("…")
    assert len(two) == 2 and (len(three) == 2 or two[1].endswith("…"))


def test_set_is_told_in_short_only_where_all_its_dice_are_alike() -> None:
    """Slim buttons of a fighter with many abilities had room for two letters beside three dice."""
    assert told_set((6, 6, 6), is_short=False) == ((6, 6, 6), "")
    assert told_set((6, 6, 6), is_short=True) == ((6,), "×3")
    assert told_set((6,), is_short=True) == ((6,), "")
    assert told_set((5, 6), is_short=True) == ((5, 6), "")
    assert told_set((), is_short=True) == ((), "")
