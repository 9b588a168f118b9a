"""Where the panels of the Play room stand in a window. Pure."""

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Layout", "Rectangle", "layout_of"]

Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height (pixels)."""

MARGIN = 10.0
ROSTER, HEADER, LOG, BAR = 226.0, 520.0, 316.0, 128.0
HEADER_HEIGHT = 82.0
LOG_HEIGHT = 236.0
TIME_LINE = 34.0
"""Sizes in points."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The panels' places (pixels). ``rosters``: at the left and at the right; ``card``: the room for one under the
    right roster; ``strip``: left edge and width of what stands over the action bar.
    """

    margin: float
    header: Rectangle
    rosters: tuple[Rectangle, Rectangle]
    log: Rectangle
    bar: Rectangle
    time_line: Rectangle
    strip: tuple[float, float]
    card: Rectangle


def layout_of(width: float, height: float, top: float, scale: float, left: float = 0.0) -> Layout:
    """Return where panels stand in a window of a size, under a bar ``top`` pixels high, right of ``left``."""
    margin = MARGIN * scale
    inside = width - left - 2 * margin
    roster = min(ROSTER * scale, 0.24 * inside)
    log_width = min(LOG * scale, 0.30 * inside)
    log_height = min(LOG_HEIGHT * scale, 0.34 * height)
    header = min(HEADER * scale, inside - 2 * roster - 2 * margin)
    first, last = left + margin, width - margin
    below = height - margin
    bar, time_line = BAR * scale, TIME_LINE * scale
    roster_height = below - bar - top - 8 * margin
    log_top = below - log_height
    beside = min(0.46 * height, roster_height)
    card_top = top + margin + beside + 0.6 * margin
    return Layout(
        margin,
        (left + (width - left - header) / 2, top + margin, header, HEADER_HEIGHT * scale),
        ((first, top + margin, roster, roster_height), (last - roster, top + margin, roster, beside)),
        (last - log_width, log_top, log_width, log_height),
        (first, below - bar, last - log_width - margin - first, bar),
        (last - log_width, log_top - time_line, log_width, time_line - 0.4 * margin),
        (first + roster + margin, last - log_width - 2 * margin - first - roster),
        (last - log_width, card_top, log_width, below - card_top),
    )
