"""The paint of a side, by its name. All sRGB, 0 to 1."""

import colorsys
import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

__all__ = ["Colour", "side_colour"]

Colour: TypeAlias = tuple[float, float, float]

_PAINTS: Mapping[str, Colour] = MappingProxyType(
    {
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
)


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
