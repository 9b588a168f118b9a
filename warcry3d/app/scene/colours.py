"""Colours of sides and of verdicts. All sRGB, 0 to 1."""

import colorsys
import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

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

Colour: TypeAlias = tuple[float, float, float]

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


_PAINTS: dict[str, Colour] = {
    "red": (0.60, 0.095, 0.075),
    "blue": (0.125, 0.255, 0.565),
    "green": (0.14, 0.46, 0.18),
    "yellow": (0.86, 0.66, 0.10),
    "gold": (0.80, 0.60, 0.16),
    "orange": (0.86, 0.40, 0.08),
    "purple": (0.42, 0.16, 0.56),
    "violet": (0.46, 0.22, 0.62),
    "pink": (0.84, 0.36, 0.52),
    "magenta": (0.74, 0.14, 0.48),
    "cyan": (0.10, 0.58, 0.64),
    "teal": (0.07, 0.44, 0.44),
    "turquoise": (0.14, 0.60, 0.56),
    "brown": (0.42, 0.26, 0.14),
    "white": (0.86, 0.84, 0.80),
    "black": (0.13, 0.13, 0.15),
    "grey": (0.46, 0.46, 0.48),
    "gray": (0.46, 0.46, 0.48),
    "silver": (0.66, 0.67, 0.70),
    "navy": (0.10, 0.14, 0.38),
    "crimson": (0.66, 0.06, 0.16),
    "maroon": (0.42, 0.07, 0.09),
    "olive": (0.42, 0.42, 0.12),
    "lime": (0.46, 0.70, 0.14),
}


def side_colour(side: str) -> Colour:
    """Return the paint of a side: by its name or #rrggbb, else a clear hue that is always the same for that name."""
    name = side.strip().casefold()
    if name in _PAINTS:
        return _PAINTS[name]
    if len(name) == 7 and name[0] == "#" and all(c in "0123456789abcdef" for c in name[1:]):
        r, g, b = (int(name[i : i + 2], 16) / 255 for i in (1, 3, 5))
        return (r, g, b)
    digest = hashlib.blake2b(name.encode(), digest_size=4).digest()
    hue, light, strength = int.from_bytes(digest[:2]) / 65536, (0.29, 0.36, 0.43)[digest[2] % 3], digest[3] / 255
    return colorsys.hls_to_rgb(hue, light, 0.42 + 0.25 * strength)
