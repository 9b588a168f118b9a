"""The tool bar of the Judge room: a button for each tool, at the lower left over the table."""

from collections.abc import Callable, Sequence

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.intents import JudgeAction, PickTool
from warcry3d.app.judge.part import ToolEntry, Wanted
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import greyed
from warcry3d.app.widgets.tool_button import ToolButton, draw_tool_button

__all__ = ["draw_tool_bar"]

WIDTH, HEIGHT = 82.0, 62.0
"""Size of a button (points); narrower where there is no room for all."""
GAP, PAD, MARGIN = 5.0, 8.0, 12.0
"""Between buttons, around them, and from the bar to the edges of the table's picture (points)."""


def draw_tool_bar(
    frame: Frame, tools: Sequence[ToolEntry], chosen: str, key_label: Callable[[str], str], wanted: list[Wanted]
) -> tuple[float, float]:
    """Draw it and add what was pressed to ``wanted``; return its upper left corner (pixels).

    ``key_label``: the key of an action as people know it, by the name of its binding.
    """
    scale = frame.scale
    left = frame.rail + MARGIN * scale
    room = frame.picture[0] - left - (MARGIN + 2 * PAD) * scale - GAP * scale * (len(tools) - 1)
    size = (min(WIDTH * scale, room / len(tools)), HEIGHT * scale)
    top = frame.picture[1] - size[1] - (2 * PAD + MARGIN) * scale
    imgui.set_next_window_pos((left, top))
    imgui.set_next_window_size((0, size[1] + 2 * PAD * scale))
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding.value, (PAD * scale, PAD * scale)),
        imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing.value, (GAP * scale, 0.0)),
        imgui_ctx.begin("judge-tools", None, FIXED | imgui.WindowFlags_.always_auto_resize.value),
    ):
        for number, tool in enumerate(tools):
            if number:
                imgui.same_line()
            if _button(frame, tool, size, key_label(tool.binding), is_chosen=tool.name == chosen):
                wanted.append(tool.command or PickTool(tool.name))
    return left, top


def _button(frame: Frame, tool: ToolEntry, size: tuple[float, float], key: str, *, is_chosen: bool) -> bool:
    """Draw one; return whether it was pressed. What cannot be done is grey."""
    words = frame.words
    is_off = tool.command is JudgeAction.UNDO and not frame.can_undo
    button = ToolButton(tool.name, tool.icon, words.say(tool.title), words.say(tool.tip), key, is_chosen=is_chosen)
    with greyed(is_off):
        return draw_tool_button(button, size, frame.bold, frame.scale)
