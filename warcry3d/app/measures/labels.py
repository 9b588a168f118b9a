"""Lengths written on the table: a dark label with a brass bar at a point."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.measures.tape import TapeReading
from warcry3d.app.scene.arrows import Pixel, arrow_ends
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import GOLD, INK, PAPER, Colour
from warcry3d.app.scene.overlays import Arrow
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import Box, clamped, overlaps
from warcry3d.app.widgets.theme import packed
from warcry3d.messages import Words

__all__ = ["LengthLabel", "before_tip", "clear_of_panels", "draw_length_labels", "open_picture", "tape_text"]


BEFORE_TIP = 8.0
"""How far before its tip an arrow's length is written (points)."""
MOST_STEPS = 12
"""A label is moved on by half its height so many times to be clear of others."""


@dataclass(frozen=True, slots=True)
class LengthLabel:
    """A text at a point of the table, or so many points below it, with a bar of a colour.

    ``arrow``: whose length it is; the text stands before its tip, not around ``at``.
    """

    text: str
    at: tuple[float, float, float]
    colour: Colour = GOLD
    drop: float = 0.0
    arrow: Arrow | None = None


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


def draw_length_labels(
    frame: Frame, labels: Sequence[LengthLabel], foot: float | None = None, taken: list[Box] | None = None
) -> None:
    """Draw labels over the table's picture, behind all panels; those behind the eye are left out.

    Where a point is in the picture, its label stands clear of the rail, the menu and what begins at ``foot`` (pixels).
    ``taken``: where others stand that were drawn before in the same frame: the lengths of arrows do not cover them;
    all labels are added to it.
    """
    if not labels:
        return
    pixels = project(frame.shot, np.array([label.at for label in labels]), frame.picture)
    taken = [] if taken is None else taken
    paper, size = imgui.get_background_draw_list(), imgui.get_style().font_size_base
    pad = 6 * frame.scale
    for label, (x, y, depth) in zip(labels, pixels.tolist(), strict=True):
        if depth <= 0:
            continue
        extent = imgui.calc_text_size(label.text)
        wide, high = extent.x + 2.8 * pad, extent.y + 0.8 * pad
        left, top = x - wide / 2, y + label.drop * frame.scale - high / 2
        if label.arrow is not None:
            ends = arrow_ends(label.arrow, frame.shot, frame.picture, frame.scale)
            if ends is None:
                continue
            left, top = before_tip(ends, (wide, high), BEFORE_TIP * frame.scale, taken)
        if 0 <= x <= frame.picture[0] and 0 <= y <= frame.picture[1]:
            left, top = clear_of_panels(frame, (left, top, wide, high), foot)
        taken.append((left, top, wide, high))
        right, bottom = left + wide, top + high
        paper.add_rect_filled((left, top), (right, bottom), packed(INK, 0.82), 5 * frame.scale)
        paper.add_rect_filled((left, top), (left + 3 * frame.scale, bottom), packed(label.colour, 1.0), 2 * frame.scale)
        font = imgui.get_font()
        paper.add_text(font, size, (left + 1.4 * pad, top + 0.4 * pad), packed(PAPER, 1.0), label.text)


def before_tip(
    ends: tuple[Pixel, Pixel], size: tuple[float, float], gap: float, taken: Sequence[Box]
) -> tuple[float, float]:
    """Return the left upper corner of a label of ``size`` (pixels, y down) ``gap`` before an arrow's tip, in its
    direction; further on where it would cover one of ``taken``.
    """
    (x, y), (tip_x, tip_y) = ends
    (wide, high), length = size, math.hypot(tip_x - x, tip_y - y)
    across, down = (tip_x - x) / length, (tip_y - y) / length
    # The middle lies so far on that the nearest edge of the box is the gap away.
    away = gap + min(wide / 2 / max(abs(across), 1e-9), high / 2 / max(abs(down), 1e-9))
    for step in range(MOST_STEPS):
        far = away + step * high / 2
        box = (tip_x + far * across - wide / 2, tip_y + far * down - high / 2, wide, high)
        if not any(overlaps(box, other) for other in taken):
            break
    return box[0], box[1]


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
