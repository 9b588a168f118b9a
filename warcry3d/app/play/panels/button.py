"""A button of the action bar: a key, a heading, a line under it; greyed with its reason where it cannot be pressed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from imgui_bundle import imgui

from warcry3d.app.play.panels.die import draw_die
from warcry3d.app.play.panels.frame import DIM, NORMAL, SMALL, PlayFrame
from warcry3d.app.play.panels.layout import Rectangle
from warcry3d.app.scene.colours import GREEN, PAPER, Colour
from warcry3d.app.scene.label import wrapped
from warcry3d.app.widgets.cards import cut
from warcry3d.app.widgets.theme import packed

__all__ = [
    "GAP",
    "HEIGHT",
    "SLIM_ROWS",
    "SLIM_WIDTH",
    "WIDTH",
    "ActionButton",
    "Widths",
    "draw_button",
    "draw_slim_column",
    "separator",
    "stable_widths",
    "told_set",
    "widths_in",
]

HEIGHT = 64.0
TITLE = 0.95 * NORMAL
WIDTH, DIE = 92.0, 17.0
"""Size of a button, and the side of a die on it (points)."""
GAP, SEPARATOR = 6.0, 13.0
"""Beside a button, and how wide a line between groups is with it (points)."""
LEAST_WIDTH, LEAST_SLIM = 74.0, 58.0
"""Below this (points) nothing is made narrower."""
SLIM_WIDTH, SLIM_ROWS = 112.0, 3
"""Width (points) of a button that cannot be pressed, and how many of them stand one below the other."""
STABLE_WIDTH, LEAST_OF_TWO, LEAST_OF_THREE = 132.0, 112.0, 84.0
"""Width (points) of a slim button that has a place of its own, at most, and at least with two or three in a column."""
FACE: Colour = (0.20, 0.20, 0.21)
CHOSEN: Colour = (0.16, 0.36, 0.20)


@dataclass(frozen=True, slots=True)
class ActionButton:
    """What a button says. ``id``: unique in its window; ``why`` says why it cannot be pressed, or what it does."""

    id: str
    key: str
    title: str
    detail: str = ""
    why: Callable[[], tuple[str, ...]] = tuple
    is_on: bool = True
    dice: tuple[int, ...] = ()
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Widths:
    """How wide buttons are, and those that cannot be pressed (points)."""

    button: float = WIDTH
    slim: float = SLIM_WIDTH


def widths_in(room: float, buttons: int, columns: int, groups: int) -> Widths:
    """Return widths at which so many buttons, columns of slim ones and lines between groups stand in a row of
    ``room`` points: first the columns are narrower, then the buttons; what is too much for that goes into a new row.

    >>> widths_in(900.0, 4, 2, 1)
    Widths(button=92.0, slim=112.0)
    """
    left = room - buttons * GAP - columns * GAP - groups * SEPARATOR
    slim = SLIM_WIDTH if not columns else min(SLIM_WIDTH, max(LEAST_SLIM, (left - buttons * WIDTH) / columns))
    button = WIDTH if not buttons else min(WIDTH, max(LEAST_WIDTH, (left - columns * slim) / buttons))
    return Widths(button, slim)


def draw_button(panel: PlayFrame, button: ActionButton, points: float = WIDTH) -> bool:
    """Draw it at the cursor, or in a new row; return whether it was pressed. ``points``: how wide."""
    scale = panel.scale
    width, height = points * scale, HEIGHT * scale
    edge = imgui.get_window_pos().x + imgui.get_window_width() - 8 * scale
    if imgui.get_cursor_screen_pos().x + width > edge + 1 and imgui.get_cursor_pos_x() > 2 * width:
        imgui.new_line()
    at = imgui.get_cursor_screen_pos()
    is_pressed = imgui.invisible_button(f"##{button.id}", (width, height)) and button.is_on
    is_hovered = imgui.is_item_hovered()
    if is_hovered and (said := button.why()):  # its title alone says nothing new
        panel.tooltip(button.title, *said)
    paper = imgui.get_window_draw_list()
    face = CHOSEN if button.is_chosen else FACE
    alpha = (1.0 if is_hovered else 0.75) if button.is_on else 0.30
    paper.add_rect_filled((at.x, at.y), (at.x + width, at.y + height), packed(face, alpha), 7 * scale)
    if button.is_chosen or (is_hovered and button.is_on):
        panel.framed((at.x, at.y, width, height), GREEN if button.is_chosen else PAPER, alpha=0.9)
    _write(panel, button, (at.x, at.y), (width, height))
    imgui.same_line(0, 6 * scale)
    return is_pressed


def stable_widths(room: float, buttons: int, slim: int) -> tuple[Widths, int] | None:
    """Return the widths at which so many buttons and slim ones, behind a line, each have a place in a row of ``room``
    points whether they can be pressed or not, and in how many rows the slim ones stand; None where there is no room.

    >>> stable_widths(900.0, 5, 0)
    (Widths(button=92.0, slim=132.0), 2)
    """
    for rows, least in ((2, LEAST_OF_TWO), (SLIM_ROWS, LEAST_OF_THREE)):
        columns = -(-slim // rows)
        left = room - (buttons + columns) * GAP - (SEPARATOR if slim else 0.0)
        width = min(STABLE_WIDTH, (left - buttons * LEAST_WIDTH) / columns) if columns else STABLE_WIDTH
        button = min(WIDTH, (left - columns * width) / buttons) if buttons else WIDTH
        if width >= least and button >= LEAST_WIDTH:
            return Widths(button, width), rows
    return None


def draw_slim_column(
    panel: PlayFrame, buttons: Sequence[ActionButton], points: float = SLIM_WIDTH, rows: int = SLIM_ROWS
) -> str:
    """Draw slim buttons one below the other, ``rows`` of them in the height of a button, or in a new row; return which
    was pressed, "" for none: one that cannot be says why.
    """
    scale, pressed = panel.scale, ""
    width, row = points * scale, HEIGHT * scale / rows
    edge = imgui.get_window_pos().x + imgui.get_window_width() - 8 * scale
    if imgui.get_cursor_screen_pos().x + width > edge + 1 and imgui.get_cursor_pos_x() > 2 * WIDTH * scale:
        imgui.new_line()
    at = imgui.get_cursor_screen_pos()
    for number, button in enumerate(buttons):
        top = at.y + number * row
        imgui.set_cursor_screen_pos((at.x, top))
        if imgui.invisible_button(f"##{button.id}", (width, row - 2 * scale)):
            pressed = button.id
        is_hovered = imgui.is_item_hovered()
        panel.tooltip(button.title, *button.why())
        _slim(panel, button, (at.x, top, width, row - 2 * scale), is_hovered=is_hovered)
    imgui.set_cursor_screen_pos((at.x, at.y))
    imgui.dummy((width, HEIGHT * scale))
    imgui.same_line(0, 6 * scale)
    return pressed


def told_set(dice: tuple[int, ...], *, is_short: bool) -> tuple[tuple[int, ...], str]:
    """Return the dice that are drawn of a set, and what is written behind them: in short one die and how many.

    >>> told_set((6, 6, 6), is_short=True)
    ((6,), '×3')
    """
    if is_short and len(dice) > 1 and len(set(dice)) == 1:
        return dice[:1], f"×{len(dice)}"
    return dice, ""


def _slim(panel: PlayFrame, button: ActionButton, box: Rectangle, *, is_hovered: bool) -> None:
    """Draw a slim button: its key, its title, and the dice that it costs where it can be pressed; a set as one die and
    its count where the title would have no room.
    """
    scale, paper, (left, top, width, height) = panel.scale, imgui.get_window_draw_list(), box
    alpha = (1.0 if is_hovered else 0.75) if button.is_on else 0.30
    face = CHOSEN if button.is_chosen else FACE
    paper.add_rect_filled((left, top), (left + width, top + height), packed(face, alpha), 4 * scale)
    if button.is_chosen or (is_hovered and button.is_on):
        panel.framed(box, GREEN if button.is_chosen else PAPER, alpha=0.9)
    side = min(DIE * scale, height - 6 * scale)
    with panel.text(SMALL * 0.9):
        middle = top + (height - imgui.get_text_line_height()) / 2
        room = width - 26 * scale - _width(button.title)
        dice, count = told_set(button.dice, is_short=len(button.dice) * (side + scale) > room)
        right = left + width - 3 * scale - len(dice) * (side + scale) - _width(count)
        for number, die in enumerate(dice):
            draw_die(panel, die, (right + number * (side + scale), top + (height - side) / 2), side)
        paper.add_text((left + width - 3 * scale - _width(count), middle), packed(PAPER, 0.9), count)
        paper.add_text((left + 6 * scale, middle), packed(DIM, 1.0 if button.is_on else 0.7), button.key)
        title = cut(button.title, right - left - 23 * scale)
        colour = PAPER if button.is_on else (0.75, 0.74, 0.71) if is_hovered else (0.50, 0.49, 0.48)
        paper.add_text((left + 22 * scale, middle), packed(colour, 1.0), title)


def _write(panel: PlayFrame, button: ActionButton, at: tuple[float, float], size: tuple[float, float]) -> None:
    paper, scale = imgui.get_window_draw_list(), panel.scale
    colour, dim = (PAPER, (0.75, 0.74, 0.71)) if button.is_on else ((0.50, 0.49, 0.48), (0.46, 0.45, 0.44))
    with panel.text(SMALL * 0.85):
        paper.add_text((at[0] + 7 * scale, at[1] + 3 * scale), packed(DIM, 1.0), button.key)
    paper.push_clip_rect(at, (at[0] + size[0], at[1] + size[1]), True)
    below = at[1]
    with panel.text(TITLE):
        is_long = len(_lines(button.title, size[0] - 6 * scale, imgui.get_font_size())) > 1
    has_more = bool(button.detail or button.dice)
    for text, text_size, middle, most in (
        (button.title, TITLE * (0.9 if is_long else 1.0), 0.36 if is_long and has_more else 0.42, 2),
        (button.detail, SMALL * 0.88, 0.80 if is_long else 0.74, 1 if is_long or len(button.detail) <= 14 else 2),
    ):
        with panel.text(text_size):
            line = imgui.get_text_line_height() * 0.86
            fitting = max(1, int((at[1] + size[1] - below) / line))  # at a large text size there is less room
            lines = _lines(text, size[0] - 6 * scale, imgui.get_font_size(), min(most, fitting))
            top = at[1] + middle * size[1] - line * len(lines) / 2
            below = top + line * len(lines)
            for number, (part, extent) in enumerate(lines):
                x = at[0] + (size[0] - extent) / 2
                ink = colour if text is button.title else dim
                paper.add_text((x, top + number * line), packed(ink, 1.0), part)
    _dice(panel, button.dice, at, size)
    paper.pop_clip_rect()


@lru_cache(maxsize=256)
def _lines(text: str, room: float, size: float, most: int | None = None) -> tuple[tuple[str, float], ...]:
    """Return a text in lines no wider than ``room``, and their widths, in the font of ``size`` that is in use now: at
    most ``most``, the last with dots where more would follow.
    """
    parts = wrapped(text, room, _width)
    if most is not None and len(parts) > most:
        parts = [*parts[: most - 1], cut(f"{parts[most - 1]} {parts[most]}", room)]
    return tuple((part, _width(part)) for part in parts)


def _width(text: str) -> float:
    return float(imgui.calc_text_size(text).x)


def _dice(panel: PlayFrame, dice: tuple[int, ...], at: tuple[float, float], size: tuple[float, float]) -> None:
    """Draw the dice that it costs, in the place of the line under the heading."""
    side, gap = DIE * panel.scale, 2 * panel.scale
    left = at[0] + (size[0] - len(dice) * (side + gap) + gap) / 2
    for number, face in enumerate(dice):
        draw_die(panel, face, (left + number * (side + gap), at[1] + 0.66 * size[1]), side)


def separator(panel: PlayFrame) -> None:
    """Draw a line between groups of buttons."""
    at, scale = imgui.get_cursor_screen_pos(), panel.scale
    paper = imgui.get_window_draw_list()
    x = at.x + 3 * scale
    paper.add_line((x, at.y + 4 * scale), (x, at.y + (HEIGHT - 4) * scale), packed(PAPER, 0.18), 1.0)
    imgui.dummy((7 * scale, HEIGHT * scale))
    imgui.same_line(0, 6 * scale)
