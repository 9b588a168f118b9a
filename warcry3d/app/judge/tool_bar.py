"""The tool bar of the Judge room: a button for each tool, at the lower left over the table."""

from collections.abc import Callable, Sequence

from warcry3d.app.judge.intents import JudgeAction, PickTool
from warcry3d.app.judge.part import Wanted
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import Box
from warcry3d.app.widgets.tool_bar import draw_tools
from warcry3d.app.widgets.tool_button import ToolButton
from warcry3d.app.widgets.tool_entry import ToolEntry

__all__ = ["draw_tool_bar"]


def draw_tool_bar(
    frame: Frame,
    tools: Sequence[ToolEntry[JudgeAction]],
    chosen: str,
    key_label: Callable[[str], str],
    wanted: list[Wanted],
) -> Box:
    """Draw it and add what was pressed to ``wanted``; return where it stands. What cannot be done is grey.

    ``key_label``: the key of an action as people know it, by the name of its binding.
    """
    words = frame.words
    buttons = [
        (
            ToolButton(
                tool.name,
                tool.icon,
                words.say(tool.title),
                words.say(tool.tip),
                key_label(tool.binding),
                is_chosen=tool.name == chosen,
            ),
            tool.command is JudgeAction.UNDO and not frame.can_undo,
        )
        for tool in tools
    ]
    span = (frame.rail, frame.picture[0])
    pressed, box = draw_tools("judge-tools", buttons, span, frame.picture[1], frame.bold, frame.scale)
    wanted += [tool.command or PickTool(tool.name) for tool in tools if tool.name in pressed]
    return box
