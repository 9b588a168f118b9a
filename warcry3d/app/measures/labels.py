"""Lengths written on the table: a dark label with a brass bar at a point."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.measures.tape import TapeReading
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import GOLD, INK, PAPER, Colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.theme import packed
from warcry3d.messages import Words

__all__ = ["LengthLabel", "clear_of_panels", "draw_length_labels", "tape_text"]


@dataclass(frozen=True, slots=True)
class LengthLabel:
    """A text at a point of the table, or so many points below it, with a bar of a colour."""

    text: str
    at: tuple[float, float, float]
    colour: Colour = GOLD
    drop: float = 0.0


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
    paper, size = imgui.get_background_draw_list(), imgui.get_style().font_size_base
    pad = 6 * frame.scale
    for label, (x, y, depth) in zip(labels, pixels.tolist(), strict=True):
        if depth <= 0:
            continue
        extent = imgui.calc_text_size(label.text)
        wide, high = extent.x + 2.8 * pad, extent.y + 0.8 * pad
        left, top = x - wide / 2, y + label.drop * frame.scale - high / 2
        if 0 <= x <= frame.picture[0] and 0 <= y <= frame.picture[1]:
            left, top = clear_of_panels(frame, (left, top, wide, high), foot)
        right, bottom = left + wide, top + high
        paper.add_rect_filled((left, top), (right, bottom), packed(INK, 0.82), 5 * frame.scale)
        paper.add_rect_filled((left, top), (left + 3 * frame.scale, bottom), packed(label.colour, 1.0), 2 * frame.scale)
        font = imgui.get_font()
        paper.add_text(font, size, (left + 1.4 * pad, top + 0.4 * pad), packed(PAPER, 1.0), label.text)


def clear_of_panels(
    frame: Frame, box: tuple[float, float, float, float], foot: float | None = None
) -> tuple[float, float]:
    """Return where a box (left, top, width, height) stands between the rail, the menu and ``foot``; None: the
    picture's lower edge.
    """
    left, top, width, height = box
    right, bottom = frame.picture[0], foot or frame.picture[1]
    return max(frame.rail, min(left, right - width)), max(frame.panel[1], min(top, bottom - height))
