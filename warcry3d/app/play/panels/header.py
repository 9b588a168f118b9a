"""The header: where in the battle it is, each side's points, and the dice of both."""

from imgui_bundle import imgui

from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import CARDS
from warcry3d.app.play.panels.die import draw_die
from warcry3d.app.play.panels.frame import NORMAL, SMALL, PlayFrame
from warcry3d.app.scene.colours import PAPER
from warcry3d.app.widgets.theme import coloured, packed
from warcry3d.rules.battle_api import SideStanding

__all__ = ["draw_header"]

DIE = 22.0
"""The side of a die (points)."""


def draw_header(panel: PlayFrame) -> None:
    """Draw it."""
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
        _dice_row(panel, [standings.sides.get(side, SideStanding()) for side in sides], width)
        below = imgui.get_cursor_pos_y()
        for number, side in enumerate(sides):
            _side(panel, side, number, start, width)
        imgui.set_cursor_pos_y(max(below, imgui.get_cursor_pos_y()))
        imgui.dummy((1, 1))


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
    lines = [(name, NORMAL, panel.colour(side)), (counted, SMALL, PAPER)]
    if len(panel.model.moment.sides) > 2:
        said = panel.say("{side}: {said}", side=name, said=counted) if counted else name
        lines = [(said, NORMAL, panel.colour(side))]
    for row, (text, size, colour) in enumerate(lines, number // 2):
        with panel.text(size, is_bold=size == NORMAL):
            extent = imgui.calc_text_size(text).x
            x = width - padding - extent if number % 2 else padding
            imgui.set_cursor_pos((x, start.y + row * 24 * panel.scale))
            coloured(text, colour)


def _counted(panel: PlayFrame, side: SideStanding) -> str:
    """Return a side's points and what else it can spend."""
    points = "" if side.points is None else panel.frame.words.count("{n} point", "{n} points", side.points)
    return " · ".join(filter(None, (points, *map(panel.said, side.means))))


def _dice_row(panel: PlayFrame, sides: list[SideStanding], width: float) -> None:
    """Draw the dice of all sides in a row, a dot between one's and the next one's."""
    die, gap = DIE * panel.scale, 3 * panel.scale
    pieces: list[tuple[int | None, float]] = []
    for number, side in enumerate(sides):
        if number and pieces:
            pieces.append((None, 3 * gap))
        for group, faces in enumerate(side.dice):
            pieces += [(face, 2 * gap if group and not place else gap) for place, face in enumerate(faces)]
        pieces += [(0, 2 * gap if not number else gap)] * side.wild
    if not pieces:
        return
    whole = sum((die if face is not None else gap) + before for face, before in pieces)
    at = imgui.get_cursor_screen_pos()
    x = imgui.get_window_pos().x + (width - whole) / 2
    paper = imgui.get_window_draw_list()
    for face, before in pieces:
        x += before
        if face is None:
            paper.add_circle_filled((x, at.y + die / 2), 2 * panel.scale, packed(PAPER, 0.5))
            x += gap
            continue
        draw_die(panel, face, (x, at.y), die)
        x += die
    imgui.dummy((1, die))
