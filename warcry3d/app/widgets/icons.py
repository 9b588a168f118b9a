"""Icons drawn from lines and fills: the fonts that ship have none."""

import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from imgui_bundle import imgui

__all__ = ["ICONS", "draw_icon"]

Point = tuple[float, float]
"""In an icon: from the top left (-1, -1) to the bottom right (1, 1)."""


class _Pen:
    """Draws in an icon's own measures."""

    def __init__(self, paper: Any, middle: Point, size: float, colour: int, ground: int) -> None:
        self._paper, self._middle, self._half = paper, middle, size / 2
        self._colour, self._ground = colour, ground
        self._width = max(1.5, size / 12)

    def _at(self, point: Point) -> Point:
        return self._middle[0] + point[0] * self._half, self._middle[1] + point[1] * self._half

    def line(self, *points: Point, is_closed: bool = False) -> None:
        ends = (*points, points[0]) if is_closed else points
        for start, end in pairwise(ends):
            self._paper.add_line(self._at(start), self._at(end), self._colour, self._width)

    def box(self, low: Point, high: Point, *, is_ground: bool = False) -> None:
        self._paper.add_rect_filled(self._at(low), self._at(high), self._ground if is_ground else self._colour)

    def disc(self, middle: Point, radius: float, *, is_ground: bool = False) -> None:
        colour = self._ground if is_ground else self._colour
        self._paper.add_circle_filled(self._at(middle), radius * self._half, colour)

    def ring(self, middle: Point, radius: float) -> None:
        self._paper.add_circle(self._at(middle), radius * self._half, self._colour, 0, self._width)


def _home(pen: _Pen) -> None:
    pen.line((-1, 0), (0, -0.85), (1, 0))
    pen.line((-0.7, -0.1), (-0.7, 0.85), (0.7, 0.85), (0.7, -0.1))
    pen.box((-0.2, 0.25), (0.2, 0.85))


def _play(pen: _Pen) -> None:
    for side in (-1, 1):
        pen.line((side * 0.85, -0.85), (-side * 0.55, 0.55))
        pen.line((-side * 0.8, 0.25), (-side * 0.25, 0.8))
        pen.line((-side * 0.55, 0.55), (-side * 0.9, 0.9))


def _judge(pen: _Pen) -> None:
    arc = [(math.cos(a), 0.62 * math.sin(a)) for a in [k * math.pi / 8 for k in range(16)]]
    pen.line(*arc, is_closed=True)
    pen.disc((0, 0), 0.32)


def _build(pen: _Pen) -> None:
    pen.box((-0.85, -0.85), (-0.05, 0.85))
    pen.box((-0.05, 0.1), (0.85, 0.85))


def _boards(pen: _Pen) -> None:
    for k in (-0.85, -0.28, 0.28, 0.85):
        pen.line((k, -0.85), (k, 0.85))
        pen.line((-0.85, k), (0.85, k))


def _settings(pen: _Pen) -> None:
    pen.ring((0, 0), 0.55)
    for turn in range(8):
        x, y = math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)
        pen.line((0.6 * x, 0.6 * y), (0.95 * x, 0.95 * y))
    pen.disc((0, 0), 0.16)


def _help(pen: _Pen) -> None:
    pen.line(
        (-0.42, -0.45), (-0.3, -0.75), (0.0, -0.88), (0.32, -0.75), (0.44, -0.42), (0.3, -0.1), (0.0, 0.12), (0, 0.4)
    )
    pen.disc((0, 0.78), 0.13)


def _new(pen: _Pen) -> None:
    pen.line((-0.85, 0), (0.85, 0))
    pen.line((0, -0.85), (0, 0.85))


def _open(pen: _Pen) -> None:
    pen.line((-0.9, 0.75), (-0.9, -0.65), (-0.35, -0.65), (-0.15, -0.4), (0.9, -0.4), (0.9, 0.75), is_closed=True)


def _undo(pen: _Pen) -> None:
    arc = [(0.1 + 0.72 * math.sin(a), 0.2 - 0.66 * math.cos(a)) for a in [k * math.pi / 8 for k in range(-2, 9)]]
    pen.line((-0.25, -0.9), (-0.85, -0.4), (-0.25, 0.1))
    pen.line((-0.85, -0.4), *arc[1:])


def _what_if(pen: _Pen) -> None:
    pen.line((-0.9, 0), (0.9, 0))
    pen.line((0, -0.9), (0, 0.9))
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        tip, back = (0.95 * x, 0.95 * y), (0.62 * x, 0.62 * y)
        pen.line((back[0] - 0.26 * y, back[1] + 0.26 * x), tip, (back[0] + 0.26 * y, back[1] - 0.26 * x))


def _tape(pen: _Pen) -> None:
    pen.line((-0.95, 0), (0.95, 0))
    for side in (-1, 1):
        pen.line((side * 0.55, -0.38), (side * 0.95, 0), (side * 0.55, 0.38))


def _ring(pen: _Pen) -> None:
    pen.ring((0, 0), 0.88)
    pen.ring((0, 0), 0.45)


def _everybody(pen: _Pen) -> None:
    pen.disc((0, 0.75), 0.2)
    for x in (-0.85, 0.0, 0.85):
        pen.line((0, 0.75), (x, -0.6))
        pen.disc((x, -0.7), 0.2)


def _pick(pen: _Pen) -> None:
    pen.line((-0.6, -0.85), (0.7, 0.1), (0.05, 0.2), (-0.3, 0.8), is_closed=True)


def _shape(pen: _Pen) -> None:
    pen.line((-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6), is_closed=True)
    for x, y in ((-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6)):
        pen.disc((x, y), 0.26)
        pen.disc((x, y), 0.12, is_ground=True)


def _opening(pen: _Pen) -> None:
    pen.line((-0.9, 0.85), (-0.9, -0.85), (0.9, -0.85), (0.9, 0.85))
    pen.line((-0.4, 0.85), (-0.4, -0.1), (-0.2, -0.4), (0.2, -0.4), (0.4, -0.1), (0.4, 0.85))


def _walk(pen: _Pen) -> None:
    pen.disc((0.05, -0.7), 0.2)
    pen.line((0.05, -0.45), (0.0, 0.15), (-0.45, 0.85))
    pen.line((0.0, 0.15), (0.45, 0.85))
    pen.line((-0.5, -0.05), (0.05, -0.3), (0.5, 0.0))


def _colours(pen: _Pen) -> None:
    for x, y in ((-0.45, 0.35), (0.45, 0.35), (0.0, -0.45)):
        pen.ring((x, y), 0.5)


def _redo(pen: _Pen) -> None:
    arc = [(-0.1 - 0.72 * math.sin(a), 0.2 - 0.66 * math.cos(a)) for a in [k * math.pi / 8 for k in range(-2, 9)]]
    pen.line((0.25, -0.9), (0.85, -0.4), (0.25, 0.1))
    pen.line((0.85, -0.4), *arc[1:])


def _box(pen: _Pen) -> None:
    for x in (-0.85, -0.28, 0.28):
        for y in (-0.8, 0.8):
            pen.line((x, y), (x + 0.34, y))
            pen.line((y, x), (y, x + 0.34))


def _turn(pen: _Pen, side: float) -> None:
    arc = [(side * 0.75 * math.cos(a), -0.75 * math.sin(a)) for a in [k * math.pi / 8 for k in range(-3, 7)]]
    pen.line(*arc)
    (x, y), reach = arc[-1], 0.42
    pen.line((x + side * 0.1, y - reach), (x, y), (x + side * reach, y + 0.1))


def _turn_left(pen: _Pen) -> None:
    _turn(pen, 1.0)


def _turn_right(pen: _Pen) -> None:
    _turn(pen, -1.0)


def _raise(pen: _Pen) -> None:
    pen.line((0, 0.45), (0, -0.85))
    pen.line((-0.4, -0.45), (0, -0.85), (0.4, -0.45))
    pen.line((-0.85, 0.85), (0.85, 0.85))


def _lower(pen: _Pen) -> None:
    pen.line((0, -0.85), (0, 0.45))
    pen.line((-0.4, 0.05), (0, 0.45), (0.4, 0.05))
    pen.line((-0.85, 0.85), (0.85, 0.85))


def _copy(pen: _Pen) -> None:
    pen.line((-0.85, -0.85), (0.3, -0.85), (0.3, 0.3), (-0.85, 0.3), is_closed=True)
    pen.line((0.3, -0.3), (0.85, -0.3), (0.85, 0.85), (-0.3, 0.85), (-0.3, 0.3))


def _mirror(pen: _Pen) -> None:
    pen.line((0, -0.9), (0, 0.9))
    for side in (-1, 1):
        pen.line((side * 0.25, 0.6), (side * 0.9, 0.6), (side * 0.25, -0.6), is_closed=True)


def _twin(pen: _Pen) -> None:
    pen.box((-0.9, -0.2), (-0.25, 0.85))
    pen.line((0.25, -0.85), (0.9, -0.85), (0.9, 0.2), (0.25, 0.2), is_closed=True)


def _group(pen: _Pen) -> None:
    pen.line((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9), is_closed=True)
    pen.box((-0.55, -0.55), (0.0, 0.0))
    pen.disc((0.28, 0.3), 0.3)


def _remove(pen: _Pen) -> None:
    pen.line((-0.7, -0.7), (0.7, 0.7))
    pen.line((-0.7, 0.7), (0.7, -0.7))


def _paint(pen: _Pen) -> None:
    pen.line((0.9, -0.9), (0.0, 0.1))
    pen.line((0.1, 0.2), (-0.2, -0.1), (-0.6, 0.3), (-0.9, 0.9), (-0.2, 0.7), is_closed=True)


def _dot(pen: _Pen) -> None:
    pen.disc((0, 0), 0.3)


ICONS: Mapping[str, Callable[[_Pen], None]] = MappingProxyType(
    {
        "home": _home,
        "play": _play,
        "judge": _judge,
        "build": _build,
        "boards": _boards,
        "settings": _settings,
        "help": _help,
        "new": _new,
        "open": _open,
        "undo": _undo,
        "what-if": _what_if,
        "tape": _tape,
        "ring": _ring,
        "everybody": _everybody,
        "matrix": _boards,
        "add": _new,
        "opening": _opening,
        "shape": _shape,
        "pick": _pick,
        "paint": _paint,
        "walk": _walk,
        "colours": _colours,
        "redo": _redo,
        "box": _box,
        "turn-left": _turn_left,
        "turn-right": _turn_right,
        "raise": _raise,
        "lower": _lower,
        "copy": _copy,
        "mirror": _mirror,
        "twin": _twin,
        "group": _group,
        "remove": _remove,
    }
)


def draw_icon(name: str, middle: Point, size: float, colour: int, ground: int = 0) -> None:
    """Draw an icon around a pixel of the open window; one that is unknown is a dot. ``ground``: the colour behind."""
    pen = _Pen(imgui.get_window_draw_list(), middle, size, colour, ground)
    ICONS.get(name, _dot)(pen)
