"""Cards of a side panel: a dark ground, a bar of a colour at the left; and switches that stand side by side."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.colours import BLUE, Colour
from warcry3d.app.widgets.theme import beside, coloured, packed
from warcry3d.app.widgets.tool_tips import tool_tip

__all__ = ["card_title", "chip", "figure_card", "panel_card", "section"]

PAD, BAR = 10.0, 4.0
"""Room within a card's edges, and the width of its bar (points)."""
GROUND: Colour = (0.115, 0.118, 0.130)
CHIP, CHIP_HOVERED = (0.17, 0.17, 0.18, 1.0), (0.26, 0.26, 0.27, 1.0)
CHOSEN = (0.11, 0.22, 0.36, 1.0)


@contextmanager
def panel_card(colour: Colour, scale: float) -> Iterator[None]:
    """Draw what is drawn inside as a card as wide as the window, its bar in ``colour``."""
    paper, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    width = imgui.get_content_region_avail().x
    paper.channels_split(2)
    paper.channels_set_current(1)
    pad = PAD * scale
    imgui.dummy((0, 0.35 * pad))
    imgui.indent(pad + BAR * scale)
    imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + width - 2 * pad - BAR * scale)
    with imgui_ctx.begin_group():
        yield
    imgui.pop_text_wrap_pos()
    imgui.unindent(pad + BAR * scale)
    bottom = imgui.get_item_rect_max().y + 0.7 * pad
    paper.channels_set_current(0)
    paper.add_rect_filled((at.x, at.y), (at.x + width, bottom), packed(GROUND, 0.96), 6 * scale)
    paper.add_rect_filled((at.x, at.y), (at.x + BAR * scale, bottom), packed(colour, 0.95), 2 * scale)
    paper.channels_merge()
    imgui.set_cursor_screen_pos((at.x, bottom))
    imgui.dummy((width, 0.25 * pad))


def card_title(text: str, colour: Colour, bold: Any, size: float, aside: str = "") -> None:
    """Write a card's title, ``size`` times as large as text; ``aside``: behind it, small and quiet."""
    with imgui_ctx.push_font(bold, imgui.get_style().font_size_base * size):
        height = imgui.get_text_line_height()
        coloured(text, colour)
    if aside:
        beside(imgui.calc_text_size(aside).x, 7.0)
        if imgui.get_cursor_pos_x() > imgui.get_cursor_start_pos().x + 1:
            imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 0.72 * (height - imgui.get_text_line_height()))
        imgui.text_disabled(aside)


def figure_card(figure: str, what: str, rest: str, colour: Colour, bold: Any, scale: float) -> None:
    """Draw a card of a figure, large, with ``what`` it is behind it and the ``rest`` below, both quiet."""
    with panel_card(colour, scale):
        with imgui_ctx.push_font(bold, imgui.get_style().font_size_base * 1.1):
            imgui.text_unformatted(figure)
            height = imgui.get_text_line_height()
        imgui.same_line()
        imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 0.7 * (height - imgui.get_text_line_height()))
        imgui.text_disabled(what)
        if rest:
            imgui.text_disabled(rest)


def section(text: str, bold: Any, scale: float) -> None:
    """Write the heading of a section, with some air above it."""
    imgui.dummy((0, 3 * scale))
    with imgui_ctx.push_font(bold, imgui.get_style().font_size_base * 1.05):
        imgui.text_unformatted(text)


def chip(label: str, tip: str, scale: float, *, is_on: bool) -> bool:
    """Draw a switch beside what came last if there is room; framed in blue where it is on. Return whether it was
    pressed. ``label`` may end in ``##id``.
    """
    with (
        imgui_ctx.push_style_color(imgui.Col_.button.value, CHOSEN if is_on else CHIP),
        imgui_ctx.push_style_color(imgui.Col_.button_hovered.value, CHOSEN if is_on else CHIP_HOVERED),
        imgui_ctx.push_style_color(imgui.Col_.border.value, (*BLUE, 0.9 if is_on else 0.0)),
        imgui_ctx.push_style_var(imgui.StyleVar_.frame_border_size.value, 1.5 * scale),
        imgui_ctx.push_style_var(imgui.StyleVar_.frame_rounding.value, 13 * scale),
    ):
        is_pressed = bool(imgui.button(label))
    tool_tip(tip)
    return is_pressed
