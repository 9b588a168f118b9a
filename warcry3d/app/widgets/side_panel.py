"""The panel beside the table: its window, its spaces, the lines at its foot that say what mouse and keys do."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.label import wrapped

__all__ = ["FIXED", "PANEL", "close_rows", "help_at_foot", "panel_width", "side_panel", "space"]

FIXED = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
).value
"""Flags of a window that stays where it is put."""


PANEL, PANEL_SHARE = 390.0, 0.31
"""Width of the panel: so many points, or this share of the window if that is less."""


def panel_width(window: int, scale: float, points: float = PANEL) -> int:
    """Return the width of a panel (pixels) of so many ``points`` beside the table in a window so wide."""
    return round(min(points * scale, window * PANEL_SHARE))


@contextmanager
def side_panel(name: str, rectangle: tuple[float, float, float, float], *, has_fields: bool = False) -> Iterator[None]:
    """Open the window at a rectangle: left, top, width, height (pixels); ``has_fields``: Tab goes through them."""
    left, top, width, height = rectangle
    imgui.set_next_window_pos((left, top))
    imgui.set_next_window_size((width, height))
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding.value, 0.0),
        imgui_ctx.begin(name, None, FIXED & ~imgui.WindowFlags_.no_nav.value if has_fields else FIXED),
    ):
        yield


@contextmanager
def close_rows(count: int) -> Iterator[None]:
    """Draw rows of fields and buttons closer together where so many would not fit below each other in the window: with
    large text in a small window.
    """
    style = imgui.get_style()
    each = (imgui.get_window_height() - 2 * style.window_padding.y) / count
    spare = max(each - imgui.get_text_line_height(), 3.0)
    pad, gap = min(style.frame_padding.y, spare / 3), min(style.item_spacing.y, spare / 3)
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding.value, (style.frame_padding.x, pad)),
        imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing.value, (style.item_spacing.x, gap)),
    ):
        yield


def space(lines: float) -> None:
    """Leave so many lines free."""
    imgui.dummy((0, lines * imgui.get_text_line_height()))


def help_at_foot(said: Sequence[str], scale: float) -> None:
    """Write lines at the panel's foot, if there is room."""
    room = imgui.get_content_region_avail().x
    lines = [part for line in said for part in wrapped(line, room, lambda part: float(imgui.calc_text_size(part).x))]
    step = imgui.get_text_line_height() + imgui.get_style().item_spacing.y
    top = imgui.get_window_height() - step * len(lines) - 12 * scale
    if imgui.get_cursor_pos_y() > top:
        return
    imgui.set_cursor_pos_y(top)
    for line in lines:
        imgui.text_disabled(line)
