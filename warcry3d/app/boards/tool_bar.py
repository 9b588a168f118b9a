"""The tool bar of the Boards room."""

from collections.abc import Callable
from dataclasses import dataclass

from warcry3d.app.boards.intents import BoardsAction, MirrorPicked, TakeBoardTool, TurnPieces
from warcry3d.app.boards.keys import (
    BOX,
    COPY,
    GROUP,
    LOWER,
    MIRROR,
    PICK,
    RAISE,
    REMOVE,
    TURN_LEFT,
    TURN_RIGHT,
    TWIN,
)
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.wishes import BoardsCommand, BoardsWanted
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.tool_bar import draw_tools
from warcry3d.app.widgets.tool_button import ToolButton
from warcry3d.message import template
from warcry3d.terrain.layouts.feature_edits import Mirroring

__all__ = ["TURN", "draw_boards_bar"]

TURN = 15.0
"""Degrees by which a key or a notch of the wheel turns."""


@dataclass(frozen=True, slots=True)
class BarEntry:
    """A button: its icon, title and tip (templates), its key's binding, what it asks; whether it needs a pick."""

    icon: str
    title: str
    tip: str
    binding: str
    wanted: BoardsWanted
    needs_picked: bool = True


BAR: tuple[BarEntry, ...] = (
    BarEntry(
        "pick",
        template("Pick"),
        template("click a piece, drag it; shift-click for several; drag empty space to orbit"),
        PICK.name,
        TakeBoardTool(False),
        needs_picked=False,
    ),
    BarEntry(
        "box",
        template("Box"),
        template("drag a rectangle around pieces; control and drag does it at any time"),
        BOX.name,
        TakeBoardTool(True),
        needs_picked=False,
    ),
    BarEntry(
        "turn-left",
        template("Turn"),
        template("turn to the left; the wheel turns what is in hand"),
        TURN_LEFT.name,
        TurnPieces(TURN),
    ),
    BarEntry(
        "turn-right",
        template("Turn"),
        template("turn to the right; the wheel turns what is in hand"),
        TURN_RIGHT.name,
        TurnPieces(-TURN),
    ),
    BarEntry("raise", template("Raise"), template("onto the next level top above"), RAISE.name, BoardsAction.RAISE),
    BarEntry("lower", template("Lower"), template("down to the next level below"), LOWER.name, BoardsAction.LOWER),
    BarEntry("copy", template("Copy"), template("a copy beside what is picked"), COPY.name, BoardsAction.COPY),
    BarEntry(
        "mirror",
        template("Mirror"),
        template("exchange left and right of what is picked"),
        MIRROR.name,
        MirrorPicked(Mirroring.LEFT_RIGHT),
    ),
    BarEntry(
        "twin",
        template("Twin"),
        template("a copy where the other player has it: half a turn about the board's middle"),
        TWIN.name,
        BoardsAction.TWIN,
    ),
    BarEntry(
        "group",
        template("Group"),
        template("pick and move these together from now on, or take the group apart"),
        GROUP.name,
        BoardsAction.GROUP,
    ),
    BarEntry("remove", template("Remove"), template("take it off the board"), REMOVE.name, BoardsAction.REMOVE),
    BarEntry(
        "undo",
        template("Undo"),
        template("undo the last change of the table"),
        "shell.undo",
        BoardsCommand.UNDO,
        needs_picked=False,
    ),
)


def draw_boards_bar(
    frame: Frame, model: BoardsModel, key_label: Callable[[str], str], wanted: list[BoardsWanted]
) -> tuple[float, float]:
    """Draw it and add what was pressed to ``wanted``; return its upper left corner (pixels)."""
    words = frame.words
    tool = "" if model.tools.brush is not None else BOX.name if model.is_boxing else PICK.name
    buttons = [
        (
            ToolButton(
                one.binding,
                one.icon,
                words.say(one.title),
                words.say(one.tip),
                key_label(one.binding),
                is_chosen=one.binding == tool,
            ),
            (one.needs_picked and not model.picked) or (one.wanted is BoardsCommand.UNDO and not frame.can_undo),
        )
        for one in BAR
    ]
    left = frame.rail + frame.left_panel[2]
    pressed, box = draw_tools(
        "boards-tools", buttons, (left, frame.picture[0]), frame.picture[1], frame.bold, frame.scale
    )
    wanted += [one.wanted for one in BAR if one.binding in pressed]
    return box[:2]
