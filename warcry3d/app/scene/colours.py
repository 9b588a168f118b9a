"""Colours of sides and of verdicts. All sRGB, 0 to 1."""

from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.table.side_colours import Colour, side_colour

__all__ = [
    "AMBER",
    "BLUE",
    "GOLD",
    "GREEN",
    "INK",
    "PAPER",
    "RED",
    "SAFE",
    "Colour",
    "drawn",
    "side_colour",
    "use_safe_colours",
]

GOLD: Colour = (1.0, 0.80, 0.34)
GREEN: Colour = (0.45, 0.95, 0.50)
RED: Colour = (0.96, 0.20, 0.13)
AMBER: Colour = (1.0, 0.50, 0.07)
BLUE: Colour = (0.42, 0.74, 1.0)
PAPER: Colour = (0.95, 0.93, 0.88)
INK: Colour = (0.055, 0.060, 0.075)

SAFE: Mapping[Colour, Colour] = MappingProxyType(
    {
        GREEN: (0.20, 0.88, 0.72),
        RED: (0.84, 0.30, 0.02),
        AMBER: (1.0, 0.86, 0.30),
        BLUE: (0.50, 0.68, 1.0),
    }
)
"""The signals that colour-blind eyes confuse, as bluish green, vermilion, yellow and blue: they differ in lightness too
(after Okabe and Ito, Color Universal Design).
"""

_is_safe = False


def use_safe_colours(is_safe: bool) -> None:
    """Draw signals in the colours of `SAFE` from now on, or in the usual ones."""
    global _is_safe
    _is_safe = is_safe


def drawn(colour: Colour) -> Colour:
    """Return the colour in which a signal is drawn, as the person chose; all others as they are."""
    return SAFE.get(colour, colour) if _is_safe else colour
