"""How the panels look: colours, bars, paragraphs."""

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.colours import GOLD, INK, PAPER, Colour, drawn
from warcry3d.app.scene.label import wrapped

__all__ = ["apply_theme", "bar", "beside", "coloured", "greyed", "packed", "paragraph", "readable", "room_before"]


@contextmanager
def bar(colour: Colour, scale: float) -> Iterator[None]:
    """Indent what is drawn inside, with a bar of ``colour`` at its left."""
    indent = 14 * scale
    top = imgui.get_cursor_screen_pos()
    imgui.indent(indent)
    yield
    imgui.unindent(indent)
    bottom = imgui.get_cursor_screen_pos().y - imgui.get_style().item_spacing.y
    imgui.get_window_draw_list().add_rect_filled(
        (top.x, top.y), (top.x + 4 * scale, bottom), packed(colour, 0.9), 2 * scale
    )


def beside(width: float, gap: float | None = None) -> None:
    """Let what comes next, ``width`` pixels wide, stand beside what came last if there is room, else below it."""
    style = imgui.get_style()
    gap = style.item_spacing.x if gap is None else gap
    edge = imgui.get_window_pos().x + imgui.get_window_width() - style.window_padding.x
    if imgui.get_item_rect_max().x + gap + width <= edge:
        imgui.same_line(0, gap)


@contextmanager
def greyed(is_off: bool) -> Iterator[None]:
    """Grey what is drawn inside, which then cannot be clicked, where it ``is_off``."""
    imgui.begin_disabled(is_off)
    try:
        yield
    finally:
        imgui.end_disabled()


def coloured(text: str, colour: Colour) -> None:
    with imgui_ctx.push_style_color(imgui.Col_.text.value, (*drawn(colour), 1.0)):
        imgui.text_unformatted(text)


def room_before(label: str) -> float:
    """Return how wide a field may be so that its label has room behind it."""
    gap = imgui.get_style().item_inner_spacing.x
    return max(1.0, imgui.get_content_region_avail().x - imgui.calc_text_size(label).x - gap)


def paragraph(text: str, colour: Colour | None = None) -> None:
    """Draw a text over the width there is, broken where its language allows: Chinese between any two characters."""
    room = imgui.get_content_region_avail().x
    edge = float(imgui.internal.get_current_window().dc.text_wrap_pos)  # of a card, within the panel's; else negative
    if edge > 0:
        room = min(room, edge - imgui.get_cursor_pos_x())
    with imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing.value, (0.0, 0.0)), imgui_ctx.begin_group():
        for line in wrapped(text, room, lambda part: float(imgui.calc_text_size(part).x)):
            coloured(line, colour) if colour is not None else imgui.text_unformatted(line)


def packed(colour: Colour, alpha: float) -> int:
    return int(imgui.color_convert_float4_to_u32((*drawn(colour), alpha)))


def readable(colour: Colour) -> Colour:
    """Return a side's paint light enough to read on the dark panels."""
    brightest = max(colour)
    r, g, b = (0.30 + 0.70 * part / max(brightest, 0.01) for part in colour)
    return r, g, b


def apply_theme(scale: float, *, is_high_contrast: bool = False) -> None:
    """Dress the panels: dark, rounded, brass where something is active; with high contrast black, white and edged."""
    style = imgui.get_style()
    style.window_rounding = style.popup_rounding = style.child_rounding = 9 * scale
    style.frame_rounding = style.grab_rounding = 5 * scale
    style.window_padding = imgui.ImVec2(16 * scale, 14 * scale)
    style.frame_padding = imgui.ImVec2(10 * scale, 4 * scale)
    style.item_spacing = imgui.ImVec2(9 * scale, 5 * scale)
    style.window_border_size = style.popup_border_size = 1.0
    style.frame_border_size = 0.0
    colours = {
        imgui.Col_.text: (*PAPER, 1.0),
        imgui.Col_.text_disabled: (0.64, 0.63, 0.60, 1.0),
        imgui.Col_.window_bg: (*INK, 0.90),
        imgui.Col_.popup_bg: (*INK, 0.97),
        imgui.Col_.menu_bar_bg: (*INK, 0.94),
        imgui.Col_.border: (1.0, 1.0, 1.0, 0.10),
        imgui.Col_.button: (0.24, 0.22, 0.18, 1.0),
        imgui.Col_.button_hovered: (0.44, 0.36, 0.20, 1.0),
        imgui.Col_.button_active: (0.60, 0.48, 0.22, 1.0),
        imgui.Col_.frame_bg: (0.16, 0.16, 0.17, 1.0),
        imgui.Col_.frame_bg_hovered: (0.26, 0.24, 0.20, 1.0),
        imgui.Col_.header: (0.30, 0.26, 0.18, 1.0),
        imgui.Col_.header_hovered: (0.42, 0.35, 0.20, 1.0),
        imgui.Col_.header_active: (0.52, 0.42, 0.22, 1.0),
        imgui.Col_.check_mark: (*GOLD, 1.0),
        imgui.Col_.slider_grab: (*GOLD, 0.9),
        imgui.Col_.slider_grab_active: (*GOLD, 1.0),
        imgui.Col_.nav_cursor: (*GOLD, 0.8),
        imgui.Col_.text_selected_bg: (0.42, 0.34, 0.16, 1.0),
        imgui.Col_.checkbox_selected_bg: (0.24, 0.22, 0.18, 1.0),
    }
    if is_high_contrast:
        style.frame_border_size = 1.0
        colours |= {
            imgui.Col_.text: (1.0, 1.0, 1.0, 1.0),
            imgui.Col_.text_disabled: (0.86, 0.86, 0.84, 1.0),
            imgui.Col_.window_bg: (0.0, 0.0, 0.0, 1.0),
            imgui.Col_.popup_bg: (0.0, 0.0, 0.0, 1.0),
            imgui.Col_.menu_bar_bg: (0.0, 0.0, 0.0, 1.0),
            imgui.Col_.border: (1.0, 1.0, 1.0, 0.80),
        }
    for place, colour in colours.items():
        style.set_color_(place.value, imgui.ImVec4(*colour))
