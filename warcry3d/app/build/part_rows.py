"""Rows of the list of parts, and the chips that say what a part may be."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.build.intents import SetKind
from warcry3d.app.build.scene import kind_colour
from warcry3d.app.scene.colours import BLUE, PAPER
from warcry3d.app.scene.kinds import leading_kind
from warcry3d.app.widgets.cards import cut
from warcry3d.app.widgets.theme import beside, packed
from warcry3d.app.widgets.tool_tips import is_tip_due, tool_tip
from warcry3d.messages import Words
from warcry3d.messages.names import part_title
from warcry3d.messages.piece import kinds_in_words
from warcry3d.messages.vocabulary import KINDS
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part

__all__ = ["KIND_ORDER", "PartRow", "draw_kind_chips", "draw_part_row"]

KIND_ORDER: tuple[PartKind, ...] = (
    PartKind.OBSTACLE,
    PartKind.PLATFORM,
    PartKind.LOW,
    PartKind.LADDER,
    PartKind.STAIRS,
    PartKind.DOOR,
    PartKind.ARCH,
    PartKind.DEADLY,
    PartKind.UNCLIMBABLE,
    PartKind.SCENERY,
)
"""The kinds as they are offered, with the keys 1 to 9 and 0."""
HIGH = 34.0
"""Height of a row (points)."""
FACE, HOVERED, CHOSEN = (0.135, 0.135, 0.145), (0.20, 0.20, 0.21), (0.13, 0.22, 0.36)
QUIET = (0.66, 0.65, 0.62)


@dataclass(frozen=True, slots=True)
class PartRow:
    """What the pointer did to a row. ``is_added``: with the right button; ``is_hidden``: it is scrolled out of view."""

    is_clicked: bool
    is_added: bool
    is_hovered: bool
    is_hidden: bool


def draw_part_row(part: Part, words: Words, bold: Any, scale: float, *, is_chosen: bool) -> PartRow:
    """Draw a part: the colour of its kind, its name, what it is and how sure that is."""
    at, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    tall = HIGH * scale
    is_left = bool(imgui.invisible_button(f"part-{part.id}", (wide, tall)))
    is_right = bool(imgui.is_item_clicked(imgui.MouseButton_.right.value))
    is_hovered = bool(imgui.is_item_hovered())
    end, paper = (at.x + wide, at.y + tall), imgui.get_window_draw_list()
    face = CHOSEN if is_chosen else HOVERED if is_hovered else FACE
    paper.add_rect_filled((at.x, at.y), end, packed(face, 0.97), 6 * scale)
    if is_chosen:
        paper.add_rect((at.x, at.y), end, packed(BLUE, 0.95), 6 * scale, 1.6 * scale)
    swatch = (at.x + 9 * scale, at.y + 8 * scale)
    low = (swatch[0] + 12 * scale, at.y + tall - 8 * scale)
    paper.add_rect_filled(swatch, low, packed(kind_colour(leading_kind(part)), 1.0), 3 * scale)
    size = imgui.get_style().font_size_base
    says = _says(part, words)
    small = 0.74
    says_width = min(imgui.calc_text_size(says).x * small, 0.62 * wide)
    says = cut(says, says_width / small + 1)
    left = at.x + 29 * scale
    room = wide - (left - at.x) - says_width - 16 * scale
    middle = at.y + (tall - size) / 2
    paper.add_text(
        imgui.get_font(), size * 0.92, (left, middle), packed(PAPER, 1.0), cut(part_title(part.id, words), room)
    )
    place = (end[0] - says_width - 8 * scale, at.y + (tall - small * size) / 2)
    paper.add_text(imgui.get_font(), size * small, place, packed(QUIET, 1.0), says)
    if is_tip_due():
        imgui.set_tooltip(f"{part_title(part.id, words)}: {_says(part, words)}")
    return PartRow(is_left or is_right, is_right, is_hovered, not imgui.is_item_visible())


def _says(part: Part, words: Words) -> str:
    kinds = kinds_in_words(part, words)
    if part.judged is None:
        return kinds
    if part.judged.confidence >= 1.0:
        return words.say("{kinds} · sure", kinds=kinds)
    return words.say("{kinds} · {percent:.0f}%", kinds=kinds, percent=100 * part.judged.confidence)


def draw_kind_chips(held: Collection[PartKind], words: Words, scale: float) -> SetKind | None:
    """Draw what a part may be, what it is framed; return what was asked for. With the right button, or with shift or
    control held: this too.
    """
    picked = None
    paper = imgui.get_window_draw_list()
    swatch = 11 * scale
    with imgui_ctx.push_style_var(imgui.StyleVar_.frame_rounding.value, 11 * scale):
        for number, kind in enumerate(KIND_ORDER):
            label = words.say(KINDS[kind])
            width = imgui.calc_text_size(label).x + swatch + 26 * scale
            if number:
                beside(width, 6 * scale)
            is_held = kind in held
            with (
                imgui_ctx.push_style_color(imgui.Col_.button.value, (*(CHOSEN if is_held else FACE), 1.0)),
                imgui_ctx.push_style_color(imgui.Col_.border.value, (*BLUE, 1.0)),
                imgui_ctx.push_style_var(imgui.StyleVar_.frame_border_size.value, 1.6 if is_held else 0.0),
            ):
                is_clicked = bool(imgui.button(f"##kind-{kind}", (width, imgui.get_frame_height())))
            is_right = bool(imgui.is_item_clicked(imgui.MouseButton_.right.value))
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            middle = (low.y + high.y) / 2
            left = low.x + 10 * scale
            colour = packed(kind_colour(kind), 1.0)
            paper.add_rect_filled((left, middle - swatch / 2), (left + swatch, middle + swatch / 2), colour, 3 * scale)
            text = (left + swatch + 6 * scale, middle - imgui.get_text_line_height() / 2)
            paper.add_text(text, packed(PAPER, 1.0), label)
            tool_tip(words.say("key {key}; with the right button: this kind too", key=(number + 1) % 10))
            if is_clicked or is_right:
                is_added = is_right or imgui.get_io().key_ctrl or imgui.get_io().key_shift
                picked = SetKind(kind, is_added=is_added)
    return picked
