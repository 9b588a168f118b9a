"""Rows of choices: a title, then its values side by side, of which one holds."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.colours import GOLD
from warcry3d.app.widgets.theme import beside
from warcry3d.app.widgets.tool_tips import tool_tip

__all__ = ["choice_row", "dropdown", "headline", "lines_taken", "option", "segment_width", "segments"]

TITLE_WIDTH = 190.0
"""Width of a row's title (points)."""


@contextmanager
def dropdown(id: str, shown: str) -> Iterator[bool]:
    """Draw a field that opens a list, as wide as there is room; give whether the list is open to be drawn."""
    imgui.set_next_item_width(-1)
    is_open = bool(imgui.begin_combo(f"##{id}", shown, imgui.ComboFlags_.height_large.value))
    try:
        yield is_open
    finally:
        if is_open:
            imgui.end_combo()


def option(text: str, is_chosen: bool = False) -> bool:
    """Draw an entry of a list, which opens scrolled to the one that is chosen; return whether it was clicked."""
    is_pressed = bool(imgui.selectable(text, is_chosen)[0])
    if is_chosen:
        imgui.set_item_default_focus()
        if imgui.is_window_appearing():
            imgui.set_scroll_here_y()
    return is_pressed


def headline(text: str, bold: Any) -> None:
    """Write a heading with some air above it."""
    imgui.dummy((0, 0.25 * imgui.get_text_line_height()))
    with imgui_ctx.push_font(bold, imgui.get_style().font_size_base * 1.1):
        imgui.text_unformatted(text)


def choice_row(title: str, tip: str, names: Sequence[str], current: int, scale: float) -> int | None:
    """Draw a row; return which value was clicked. ``tip``: says more while the pointer is over the title.

    Values that need fewer lines below the title than beside it stand below it.
    """
    imgui.align_text_to_frame_padding()
    start, room = imgui.get_cursor_pos_x(), imgui.get_content_region_avail().x
    imgui.text_disabled(title)
    tool_tip(tip)
    width = max(TITLE_WIDTH * scale, imgui.calc_text_size(title).x + 8 * scale)
    style = imgui.get_style()
    widths = [segment_width(name) for name in names]
    gap = style.item_spacing.x
    if room > width and lines_taken(widths, gap, room - width) <= lines_taken(widths, gap, room):
        imgui.same_line(start + width)
    return segments(title, names, current)


def lines_taken(widths: Sequence[float], gap: float, room: float) -> int:
    """Return how many lines things of these widths take; one that is wider than the room counts as two.

    >>> lines_taken([30, 30, 30], 10, 110), lines_taken([30, 30, 30], 10, 109), lines_taken([120], 10, 110)
    (1, 2, 2)
    """
    lines, left = 0, 0.0
    for width in widths:
        if lines and gap + width <= left:
            left -= gap + width
        else:
            lines, left = lines + (1 if width <= room else 2), room - width
    return lines


def segments(id: str, names: Sequence[str], current: int) -> int | None:
    """Draw values side by side, the one that holds framed in brass; return which was clicked."""
    clicked = None
    with imgui_ctx.begin_group():
        for number, name in enumerate(names):
            if number:
                beside(segment_width(name))
            if _segment(f"{name}##{id}-{number}", number == current):
                clicked = number
    return clicked


def segment_width(name: str) -> float:
    """Return how wide a value among `segments` is (pixels)."""
    return float(imgui.calc_text_size(name).x + 2 * imgui.get_style().frame_padding.x)


def _segment(label: str, holds: bool) -> bool:
    if not holds:
        return bool(imgui.button(label))
    with (
        imgui_ctx.push_style_color(imgui.Col_.button.value, (0.42, 0.34, 0.16, 1.0)),
        imgui_ctx.push_style_color(imgui.Col_.border.value, (*GOLD, 1.0)),
        imgui_ctx.push_style_var(imgui.StyleVar_.frame_border_size.value, 1.5),
    ):
        return bool(imgui.button(label))
