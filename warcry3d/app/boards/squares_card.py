"""The card of the Boards room with which squares are drawn: walls, ground, where sides are set up and leave."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.tools import ChooseBrush
from warcry3d.app.boards.wishes import BoardsCommand, BoardsWanted
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.panel_card import chip, section
from warcry3d.app.widgets.theme import beside, coloured, packed, paragraph
from warcry3d.rules.square_kinds import SquareBrush, SquareKind
from warcry3d.rules.systems import system

__all__ = ["draw_squares_card"]

DOT = 4.5
"""Radius of the spot in a kind's colour (points)."""
NUMBERS = 92.0
"""Where the numbers of areas begin (points)."""


def draw_squares_card(frame: Frame, model: BoardsModel, wanted: list[BoardsWanted]) -> None:
    """Draw it for a board of a rule system that is played on squares; nothing for another."""
    kinds = system(model.opened.ruleset).board().squares
    if not kinds:
        return
    words, scale = frame.words, frame.scale
    section(words.say("Squares"), frame.bold, scale)
    if model.opened.grid is None:
        paragraph(words.say("This board has no squares yet, and is played on squares."))
        if imgui.button(words.say("Lay squares on it"), (-1, 0)):
            wanted.append(BoardsCommand.LAY_SQUARES)
        return
    brush = model.tools.brush
    for place, kind in enumerate(one for one in kinds if not _is_numbered(one)):
        said = f"    {words.say(kind.title)}"
        if place:
            beside(imgui.calc_text_size(said).x + 2 * imgui.get_style().frame_padding.x)
        _chip(frame, SquareBrush(kind), said, brush, wanted)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        at = (low.x + imgui.get_style().frame_padding.x + DOT * scale, (low.y + high.y) / 2)
        imgui.get_window_draw_list().add_circle_filled(at, DOT * scale, packed(kind.colour, 1.0))
    for kind in filter(_is_numbered, kinds):
        imgui.align_text_to_frame_padding()
        coloured(words.say(kind.title), kind.colour)
        imgui.same_line(NUMBERS * scale)
        for number in range(len(kind.letters)):
            if number:
                imgui.same_line()
            _chip(frame, SquareBrush(kind, number), str(number + 1), brush, wanted)
    if brush is not None:
        with imgui_ctx.push_style_color(imgui.Col_.text.value, (*brush.kind.colour, 1.0)):
            paragraph(words.say("Drag a rectangle on the board, or click a square. Esc puts this away."))


def _is_numbered(kind: SquareKind) -> bool:
    return len(kind.letters) > 1


def _chip(
    frame: Frame,
    brush: SquareBrush,
    label: str,
    chosen: SquareBrush | None,
    wanted: list[BoardsWanted],
) -> None:
    """Draw the switch of a brush."""
    tip = frame.words.say(brush.kind.tip)
    if chip(f"{label}##square-{brush.letter}", tip, frame.scale, is_on=brush == chosen):
        wanted.append(ChooseBrush(brush))
