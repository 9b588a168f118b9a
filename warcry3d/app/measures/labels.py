"""Lengths written on the table: a dark label with a brass bar at a point."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.measures.tape import TapeReading
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import GOLD, INK, PAPER, Colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import clamped
from warcry3d.app.widgets.theme import packed
from warcry3d.messages import Words

__all__ = ["LengthLabel", "beside", "clear_of_panels", "draw_length_labels", "open_picture", "tape_text"]


@dataclass(frozen=True, slots=True)
class LengthLabel:
    """A text at a point of the table, or so many points below it, with a bar of a colour.

    ``clear_of``: the point of the table where what must not be covered stands; the text is beside it, not around
    ``at``.
    """

    text: str
    at: tuple[float, float, float]
    colour: Colour = GOLD
    drop: float = 0.0
    clear_of: tuple[float, float, float] | None = None


def tape_text(read: TapeReading, words: Words) -> str:
    """Return what a tape reads, with its parts where its ends are at different heights."""
    if read.up < 0.005:
        return words.say("{inches:.2f} in", inches=read.direct)
    return words.say(
        "{inches:.2f} in · {across:.2f} across · {up:.2f} up or down",
        inches=read.direct,
        across=read.across,
        up=read.up,
    )


def draw_length_labels(frame: Frame, labels: Sequence[LengthLabel], foot: float | None = None) -> None:
    """Draw labels over the table's picture, behind all panels; those behind the eye are left out.

    Where a point is in the picture, its label stands clear of the rail, the menu and what begins at ``foot`` (pixels).
    """
    if not labels:
        return
    pixels = project(frame.shot, np.array([label.at for label in labels]), frame.picture)
    stand = np.array([label.clear_of or label.at for label in labels])
    feet = project(frame.shot, stand, frame.picture).tolist()
    paper, size = imgui.get_background_draw_list(), imgui.get_style().font_size_base
    pad = 6 * frame.scale
    for label, (x, y, depth), foot_of in zip(labels, pixels.tolist(), feet, strict=True):
        if depth <= 0:
            continue
        extent = imgui.calc_text_size(label.text)
        wide, high = extent.x + 2.8 * pad, extent.y + 0.8 * pad
        left, top = x - wide / 2, y + label.drop * frame.scale - high / 2
        if label.clear_of is not None and foot_of[2] > 0:
            left, top = beside((x, y), (foot_of[0], foot_of[1]), (wide, high))
        if 0 <= x <= frame.picture[0] and 0 <= y <= frame.picture[1]:
            left, top = clear_of_panels(frame, (left, top, wide, high), foot)
        right, bottom = left + wide, top + high
        paper.add_rect_filled((left, top), (right, bottom), packed(INK, 0.82), 5 * frame.scale)
        paper.add_rect_filled((left, top), (left + 3 * frame.scale, bottom), packed(label.colour, 1.0), 2 * frame.scale)
        font = imgui.get_font()
        paper.add_text(font, size, (left + 1.4 * pad, top + 0.4 * pad), packed(PAPER, 1.0), label.text)


def beside(at: tuple[float, float], foot: tuple[float, float], size: tuple[float, float]) -> tuple[float, float]:
    """Return the left upper corner of a box at ``at`` that leaves what stands on ``foot`` in sight (pixels, y down).

    Below ``at`` where that lies in front; else to its side, and never nearer than half the way between the two.
    """
    (x, y), (foot_x, foot_y), (wide, high) = at, foot, size
    across, down = x - foot_x, y - foot_y
    if down > abs(across):
        return x - wide / 2, y
    away = max(abs(across), math.hypot(across, down) / 2)
    return foot_x + away if across >= 0 else foot_x - away - wide, y - high / 2


def clear_of_panels(
    frame: Frame, box: tuple[float, float, float, float], foot: float | None = None
) -> tuple[float, float]:
    """Return where a box (left, top, width, height) stands between the rail, the menu and ``foot``; None: the
    picture's lower edge.
    """
    return clamped(box, open_picture(frame, foot))


def open_picture(frame: Frame, foot: float | None = None) -> tuple[float, float, float, float]:
    """Return what of the table's picture lies between the rail, the menu and ``foot``: left, top, width, height."""
    bottom = foot or frame.picture[1]
    return frame.rail, frame.panel[1], frame.picture[0] - frame.rail, bottom - frame.panel[1]
