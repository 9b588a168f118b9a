"""Cards: a picture with a title and lines below it, to be clicked; and large buttons with an icon."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.colours import GOLD, INK, PAPER, Colour
from warcry3d.app.widgets.choices import option
from warcry3d.app.widgets.icons import draw_icon
from warcry3d.app.widgets.theme import packed
from warcry3d.app.widgets.tool_tips import tool_tip_below

__all__ = ["Card", "MenuPick", "big_button", "button_height", "cards", "cut"]

CARD, HIGH = 232.0, 145.0
"""Width of a card and height of its picture (points)."""
QUIET: Colour = (0.66, 0.65, 0.62)
GROUND, HOVERED = (0.115, 0.115, 0.125), (0.20, 0.18, 0.14)
PRIMARY, PRIMARY_HOVERED = (0.17, 0.34, 0.20), (0.22, 0.44, 0.26)


@dataclass(frozen=True, slots=True)
class Card:
    """A card: ``id`` unique among those drawn together, ``picture`` as panels know it, ``is_on``: it is chosen.

    ``tip``: says more while the pointer is over it; ``icon``: drawn where there is no picture. ``menu``: what can be
    done with it beside choosing it, offered by a button in its corner and by the right mouse button. ``is_off``: it
    cannot be chosen, and is grey.
    """

    id: str
    title: str
    lines: Sequence[str] = ()
    picture: int | None = None
    is_on: bool = False
    tip: str = ""
    icon: str = "boards"
    menu: Sequence[str] = ()
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class MenuPick:
    """What was picked of a card's menu, by its place there from 0."""

    id: str
    place: int


def cards(
    shown: Sequence[Card], bold: Any, scale: float, *, lines: int = 0, width: float = CARD
) -> str | MenuPick | None:
    """Draw cards side by side, about ``width`` points wide, in as many rows as it takes; return the id clicked, or what
    was picked of a card's menu.
    """
    clicked: str | MenuPick | None = None
    room = imgui.get_content_region_avail().x
    gap = 12 * scale
    count = max(1, round((room + gap) / (width * scale + gap)))
    wide = min((room - gap * (count - 1)) / count, 1.2 * width * scale)
    left, top = imgui.get_cursor_pos()
    for number, card in enumerate(shown):
        if column := number % count:  # not on the line of the last item, which is the menu's lower button
            imgui.set_cursor_pos((left + column * (wide + gap), top))
        else:
            top = imgui.get_cursor_pos_y()
        if _card(card, wide, wide * HIGH / CARD, lines, bold, scale):
            clicked = card.id
        clicked = _menu(card, wide, scale) or clicked
    return clicked


def _menu(card: Card, wide: float, scale: float) -> MenuPick | None:
    """Draw the button in the corner of the card drawn last, and its menu where that is open."""
    if not card.menu:
        return None
    name, after = f"menu-{card.id}", imgui.get_cursor_pos()
    if imgui.is_item_clicked(imgui.MouseButton_.right.value):
        imgui.open_popup(name)
    low, side = imgui.get_item_rect_min(), 30 * scale
    imgui.set_cursor_screen_pos((low.x + wide - side - 4 * scale, low.y + 4 * scale))
    if imgui.button(f"...##{name}", (side, 0.8 * side)):
        imgui.open_popup(name)
    imgui.set_cursor_pos(after)
    picked = None
    if imgui.begin_popup(name):
        for place, entry in enumerate(card.menu):
            if option(entry):
                picked = MenuPick(card.id, place)
        imgui.end_popup()
    return picked


def _card(card: Card, wide: float, high: float, lines: int, bold: Any, scale: float) -> bool:
    step = imgui.get_text_line_height()
    pad = 9 * scale
    at = imgui.get_cursor_screen_pos()
    tall = high + step * (1 + 0.86 * max(lines, len(card.lines))) + 2 * pad
    if card.menu:
        imgui.set_next_item_allow_overlap()
    clicked = bool(imgui.invisible_button(f"card-{card.id}", (wide, tall)))
    is_hovered = imgui.is_item_hovered() or imgui.is_item_focused()
    tool_tip_below(card.tip)
    paper = imgui.get_window_draw_list()
    end = (at.x + wide, at.y + tall)
    rounding = 7 * scale
    paper.add_rect_filled((at.x, at.y), end, packed(HOVERED if is_hovered else GROUND, 0.96), rounding)
    if card.picture is not None:
        paper.add_image_rounded(
            imgui.ImTextureRef(card.picture), (at.x, at.y), (end[0], at.y + high), (0, 1), (1, 0), 0xFFFFFFFF, rounding
        )
    else:
        draw_icon(card.icon, (at.x + wide / 2, at.y + high / 2), 34 * scale, packed(QUIET, 0.35))
    if card.is_on or is_hovered:
        colour = packed(GOLD, 1.0 if card.is_on else 0.5)
        paper.add_rect((at.x, at.y), end, colour, rounding, 2.0 * scale)
    size = imgui.get_style().font_size_base
    left, top = at.x + pad, at.y + high + 0.7 * pad
    with imgui_ctx.push_font(bold, size):
        title = cut(card.title, wide - 2 * pad)
    paper.add_text(bold, size, (left, top), packed(QUIET if card.is_off else PAPER, 1.0), title)
    for row, line in enumerate(card.lines):
        place = (left, top + step * (1 + 0.86 * row))
        paper.add_text(imgui.get_font(), size * 0.84, place, packed(QUIET, 1.0), cut(line, (wide - 2 * pad) / 0.84))
    if card.is_off:
        paper.add_rect_filled((at.x, at.y), (end[0], at.y + high), packed(GROUND, 0.6), rounding)
    return clicked and not card.is_off


def cut(text: str, room: float) -> str:
    """Return a text, cut with dots where it is wider than there is room (pixels)."""
    if imgui.calc_text_size(text).x <= room:
        return text
    while text and imgui.calc_text_size(f"{text}…").x > room:
        text = text[:-1]
    return f"{text}…"


def button_height(scale: float, *, has_line: bool) -> float:
    """Return how high a large button is (pixels), with a line below its title or without."""
    step = imgui.get_text_line_height()
    return float(2 * step + 20 * scale if has_line else step + 24 * scale)


def big_button(icon: str, title: str, line: str, bold: Any, scale: float, *, is_primary: bool = False) -> bool:
    """Draw a button as wide as there is room, with an icon, a title and a line; return whether it was clicked."""
    at, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    step = imgui.get_text_line_height()
    tall = button_height(scale, has_line=bool(line))
    clicked = bool(imgui.invisible_button(f"big-{icon}-{title}", (wide, tall)))
    is_hovered = imgui.is_item_hovered() or imgui.is_item_focused()
    grounds = (PRIMARY, PRIMARY_HOVERED) if is_primary else (GROUND, HOVERED)
    paper = imgui.get_window_draw_list()
    end = (at.x + wide, at.y + tall)
    paper.add_rect_filled((at.x, at.y), end, packed(grounds[int(is_hovered)], 0.97), 8 * scale)
    if is_hovered:
        paper.add_rect((at.x, at.y), end, packed(GOLD, 0.5), 8 * scale, 2.0 * scale)
    draw_icon(icon, (at.x + 34 * scale, at.y + tall / 2), 26 * scale, packed(GOLD, 1.0), packed(INK, 1.0))
    size = imgui.get_style().font_size_base
    left, room = at.x + 66 * scale, wide - 76 * scale
    top = at.y + (tall - (1.95 * step if line else step)) / 2
    with imgui_ctx.push_font(bold, size * 1.08):
        title = cut(title, room)
    paper.add_text(bold, size * 1.08, (left, top), packed(PAPER, 1.0), title)
    if line:
        small = cut(line, room / 0.84)
        paper.add_text(imgui.get_font(), size * 0.84, (left, top + 1.08 * step), packed(QUIET, 1.0), small)
    return clicked
