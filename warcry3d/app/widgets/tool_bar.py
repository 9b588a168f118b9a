"""A bar of tools over the foot of the table's picture: a button for each, in one row."""

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.widgets.name_labels import Box
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import greyed
from warcry3d.app.widgets.tool_button import ToolButton, draw_tool_button

__all__ = ["draw_tools"]

WIDTH, HEIGHT = 82.0, 62.0
"""Size of a button (points); narrower where there is no room for all."""
GAP, PAD, MARGIN = 5.0, 8.0, 12.0
"""Between buttons, around them, and from the bar to the edges of the table's picture (points)."""


def draw_tools(
    name: str,
    buttons: Sequence[tuple[ToolButton, bool]],
    span: tuple[float, float],
    foot: float,
    bold: Any,
    scale: float,
) -> tuple[tuple[str, ...], Box]:
    """Draw a bar; return the ids that were pressed, and where it stands.

    ``buttons``: each with whether it is grey; ``span``: from where to where the bar may reach, ``foot``: where the
    picture ends below it (pixels).
    """
    left = span[0] + MARGIN * scale
    room = span[1] - left - (MARGIN + 2 * PAD) * scale - GAP * scale * (len(buttons) - 1)
    size = (min(WIDTH * scale, room / len(buttons)), HEIGHT * scale)
    top = foot - size[1] - (2 * PAD + MARGIN) * scale
    pressed = []
    imgui.set_next_window_pos((left, top))
    imgui.set_next_window_size((0, size[1] + 2 * PAD * scale))
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding.value, (PAD * scale, PAD * scale)),
        imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing.value, (GAP * scale, 0.0)),
        imgui_ctx.begin(name, None, FIXED | imgui.WindowFlags_.always_auto_resize.value),
    ):
        for number, (button, is_off) in enumerate(buttons):
            if number:
                imgui.same_line()
            with greyed(is_off):
                if draw_tool_button(button, size, bold, scale):
                    pressed.append(button.id)
    wide = size[0] * len(buttons) + GAP * scale * (len(buttons) - 1) + 2 * PAD * scale
    return tuple(pressed), (left, top, wide, size[1] + 2 * PAD * scale)
