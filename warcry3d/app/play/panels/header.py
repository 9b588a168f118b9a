"""The header: where in the battle it is, each side's points, and the dice of both."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeAlias

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import CARDS
from warcry3d.app.play.panels.die import draw_die
from warcry3d.app.play.panels.flow import StyledText, draw_flow, flow_of, width_of_text
from warcry3d.app.play.panels.frame import NORMAL, SMALL, PlayFrame
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.widgets.theme import coloured, packed
from warcry3d.rules.battle_api import SideStanding

__all__ = ["draw_header", "pieces_of", "width_of"]

DIE = 22.0
"""The side of a die (points), at most."""
ROW, GAP = 24.0, 3.0
"""The height of a line of names, and what lies between two dice (points)."""

DicePiece: TypeAlias = tuple[int, int | None, float]
"""Whose it is, the face of a die (0: wild, None: a dot between two sides), and the gap before it (points)."""


def draw_header(panel: PlayFrame) -> float:
    """Draw it; return where it ends below (pixels)."""
    standings, (left, top, width, _) = panel.model.moment.standings, panel.layout.header
    sides = list(panel.model.moment.sides)
    with panel.window("play-header", (left, top), (width, 0)):
        start = imgui.get_cursor_pos()
        title = panel.said(standings.title) if standings.title is not None else ""
        if standings.detail is not None:
            detail = panel.said(standings.detail)
            title = panel.say("{title} · {detail}", title=title, detail=detail) if title else detail
        with panel.text(NORMAL, is_bold=True):
            imgui.set_cursor_pos_x((width - imgui.calc_text_size(title).x) / 2)
            coloured(title, PAPER)
        _cards(panel)
        of_sides = {side: standings.sides.get(side, SideStanding()) for side in sides}
        beside = 0.0
        if len(sides) > 2:  # the dice lie under the names, else between the points
            imgui.set_cursor_pos_y(start.y + (len(sides) + 1) // 2 * ROW * panel.scale)
        else:
            beside = max((_width_of(panel, _counted(panel, one)) for one in of_sides.values()), default=0.0)
        imgui.set_cursor_pos_x(start.x + beside)
        _dice_row(panel, of_sides, width - 2 * (start.x + beside))
        below = imgui.get_cursor_pos_y()
        for number, side in enumerate(sides):
            _side(panel, side, number, start, width)
        imgui.set_cursor_pos_y(max(below, imgui.get_cursor_pos_y()))
        _goal(panel, width - 2 * start.x)
        imgui.dummy((1, 1))
        return float(imgui.get_cursor_screen_pos().y)


def _goal(panel: PlayFrame, room: float) -> None:
    """Say what wins the battle, in the middle below all else; a click on it opens what the rules say."""
    goal = panel.model.moment.standings.goal
    if not goal:
        return
    said = panel.say(" · ").join(panel.said(one.message) for one in goal)
    parts = [StyledText(panel.say("To win: "), GOLD, is_bold=True), StyledText(said)]
    with panel.text(SMALL), imgui_ctx.begin_group():
        flow = flow_of(parts, room, partial(width_of_text, panel))
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(0.0, (room - flow.width) / 2))
        draw_flow(panel, flow)
    panel.opens(*(one.rule for one in goal))


def _cards(panel: PlayFrame) -> None:
    """Let a click on the title show the cards of the battle; the pointer over it says what they are."""
    cards = panel.model.moment.standings.cards
    if not cards:
        return
    if imgui.is_item_hovered():
        imgui.set_mouse_cursor(imgui.MouseCursor_.hand.value)
    titles = [panel.say("{kind}: {title}", kind=panel.said(one.kind), title=panel.said(one.title)) for one in cards]
    panel.tooltip(*titles, panel.say("Click, or {key}: what the cards do.", key=panel.key(CARDS)))
    if imgui.is_item_clicked():
        panel.wanted.append(PlayCommand.CARDS)


def _side(panel: PlayFrame, side: str, number: int, start: imgui.ImVec2, width: float) -> None:
    """Draw a side's name and points at an end of the header: the first at the left, the second at the right; more than
    two have a line each.
    """
    standings, padding = panel.model.moment.standings, start.x
    name, counted = panel.teller.player(side), _counted(panel, standings.sides.get(side, SideStanding()))
    name = f"◆ {name}" if panel.model.told_player == side else name
    lines = [(name, NORMAL, panel.colour(side))]
    if counted:
        lines.append((counted, SMALL, PAPER))
    if len(panel.model.moment.sides) > 2:
        said = panel.say("{side}: {said}", side=name, said=counted) if counted else name
        lines = [(said, NORMAL, panel.colour(side))]
    for row, (text, size, colour) in enumerate(lines, number // 2):
        with panel.text(size, is_bold=size == NORMAL):
            extent = imgui.calc_text_size(text).x
            x = width - padding - extent if number % 2 else padding
            imgui.set_cursor_pos((x, start.y + row * ROW * panel.scale))
            coloured(text, colour)


def _counted(panel: PlayFrame, side: SideStanding) -> str:
    """Return a side's points and what else it can spend."""
    points = "" if side.points is None else panel.frame.words.count("{n} point", "{n} points", side.points)
    return " · ".join(filter(None, (points, *map(panel.said, side.means))))


def _width_of(panel: PlayFrame, counted: str) -> float:
    """Return how far a side's points reach into the header, with a gap after them (pixels)."""
    with panel.text(SMALL):
        return imgui.calc_text_size(counted).x + 3 * GAP * panel.scale if counted else 0.0


def _dice_row(panel: PlayFrame, sides: Mapping[str, SideStanding], room: float) -> None:
    """Draw the dice of all sides in a row that fits into the room (pixels), a dot between one's and the next one's; a
    line in its colour under each one's where there are more than two.
    """
    pieces = pieces_of(list(sides.values()))
    if not pieces:
        return
    whole = width_of(pieces)
    scale = min(panel.scale, room / whole)
    die, at, paper = DIE * scale, imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    x, colours = at.x + (room - whole * scale) / 2, [panel.colour(side) for side in sides]
    for number, face, before in pieces:
        x += before * scale
        if face is None:
            paper.add_circle_filled((x, at.y + die / 2), 2 * panel.scale, packed(PAPER, 0.5))
            x += GAP * scale
            continue
        draw_die(panel, face, (x, at.y), die)
        if len(sides) > 2:
            low = at.y + die + 2 * panel.scale
            paper.add_rect_filled((x, low), (x + die, low + 3 * panel.scale), packed(colours[number], 1.0))
        x += die
    imgui.dummy((1, die + (5 * panel.scale if len(sides) > 2 else 0)))


def width_of(pieces: Sequence[DicePiece]) -> float:
    """Return how wide a row of dice is at its usual size (points)."""
    return sum(before + (DIE if face is not None else GAP) for _, face, before in pieces)


def pieces_of(sides: Sequence[SideStanding]) -> list[DicePiece]:
    """Return what lies in the row of dice from the left."""
    pieces: list[DicePiece] = []
    for number, side in enumerate(sides):
        if number and pieces:
            pieces.append((number, None, 3 * GAP))
        for group, faces in enumerate(side.dice):
            pieces += [(number, face, 2 * GAP if group and not place else GAP) for place, face in enumerate(faces)]
        pieces += [(number, 0, 2 * GAP if not n else GAP) for n in range(side.wild)]
    return pieces
