"""A button of a tool bar: an icon over a title, its key in a corner, what it does as its tooltip."""

from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.colours import BLUE, PAPER, Colour
from warcry3d.app.widgets.icons import draw_icon
from warcry3d.app.widgets.theme import packed
from warcry3d.app.widgets.tool_tips import is_tip_due

__all__ = ["ToolButton", "draw_tool_button"]

ICON = 21.0
TITLE, KEY = 0.74, 0.58
"""Sizes of the title and the key against the text's."""
TIP_WIDTH = 300.0
"""Width of a tooltip (points)."""
FACE, HOVERED, CHOSEN = (0.17, 0.17, 0.18), (0.25, 0.25, 0.26), (0.13, 0.27, 0.45)
QUIET: Colour = (0.70, 0.69, 0.66)
FAINT: Colour = (0.56, 0.55, 0.53)


@dataclass(frozen=True, slots=True)
class ToolButton:
    """What a button says. ``id``: unique in its window; ``icon``: see `warcry3d.app.widgets.icons`."""

    id: str
    icon: str
    title: str
    tip: str
    key: str = ""
    is_chosen: bool = False


def draw_tool_button(button: ToolButton, size: tuple[float, float], bold: Any, scale: float) -> bool:
    """Draw it at the cursor, ``size`` pixels large; return whether it was pressed."""
    at, (width, height) = imgui.get_cursor_screen_pos(), size
    is_pressed = bool(imgui.invisible_button(f"tool-{button.id}", size))
    is_hovered = imgui.is_item_hovered() or imgui.is_item_focused()
    if is_tip_due():
        _tooltip(button, bold, scale)
    paper, end = imgui.get_window_draw_list(), (at.x + width, at.y + height)
    alpha = imgui.get_style().alpha
    face = CHOSEN if button.is_chosen else HOVERED if is_hovered else FACE
    paper.add_rect_filled((at.x, at.y), end, packed(face, 0.96 * alpha), 7 * scale)
    if button.is_chosen:
        paper.add_rect((at.x, at.y), end, packed(BLUE, 0.9 * alpha), 7 * scale, 1.8 * scale)
    colour = packed(PAPER if button.is_chosen or is_hovered else QUIET, alpha)
    inset = 5 * scale
    taken = _key(button.key, (at.x + inset, at.y + 2 * scale), width - 2 * inset, packed(FAINT, alpha))
    clear = min(inset + taken + 0.6 * ICON * scale, width - 0.6 * ICON * scale)  # a long key moves the icon aside
    middle = at.x + max(width / 2, clear if taken else 0.0), at.y + 0.40 * height
    draw_icon(button.icon, middle, ICON * scale, colour, packed(face, alpha))
    _centred(button.title, (at.x + width / 2, at.y + 0.64 * height, end[1]), width - 6 * scale, TITLE, colour)
    return is_pressed


def _centred(text: str, at: tuple[float, float, float], room: float, share: float, colour: int) -> None:
    """Write a text around ``at``, as small as it must be to fit: its middle, its top, and where it must end, which
    raises large text.
    """
    size = imgui.get_style().font_size_base * share
    extent = imgui.calc_text_size(text)
    width, height = share * extent.x, share * extent.y
    if width > room:
        size, width, height = size * room / width, room, height * room / width
    place = at[0] - width / 2, min(at[1], at[2] - height)
    imgui.get_window_draw_list().add_text(imgui.get_font(), size, place, colour, text)


def _tooltip(button: ToolButton, bold: Any, scale: float) -> None:
    with imgui_ctx.begin_tooltip() as shown:
        if not shown:
            return
        imgui.push_text_wrap_pos(TIP_WIDTH * scale)
        with imgui_ctx.push_font(bold, imgui.get_style().font_size_base):
            imgui.text_unformatted(button.title)
        if button.key:
            imgui.same_line()
            imgui.text_disabled(button.key)
        imgui.text_unformatted(button.tip)
        imgui.pop_text_wrap_pos()


def _key(key: str, at: tuple[float, float], room: float, colour: int) -> float:
    """Write a key from ``at`` on, as small as it must be to fit; return how wide it is (pixels)."""
    size, width = imgui.get_style().font_size_base * KEY, imgui.calc_text_size(key).x * KEY
    if width > room:
        size, width = size * room / width, room
    imgui.get_window_draw_list().add_text(imgui.get_font(), size, at, colour, key)
    return float(width)
