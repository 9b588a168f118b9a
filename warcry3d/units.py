"""Inches, millimetres, and every tolerance with its unit and reason.

Inside the program lengths are inches, angles radians, z is up. Millimetres and degrees live in files and on screens.
"""

import math
from enum import StrEnum

__all__ = [
    "BASE_HEIGHT",
    "COVER_LINE_WIDTH",
    "FLAT_TOLERANCE",
    "LENGTH_EPSILON",
    "LEVEL_TOLERANCE",
    "MM",
    "PLATFORM_SIDE",
    "RESTING_GAP",
    "SIGHT_TOLERANCE_MM",
    "SMALL_HOLE",
    "STITCH_DISTANCE",
    "WELD_DISTANCE",
    "LengthUnit",
    "from_degrees",
    "to_degrees",
    "to_mm",
]


class LengthUnit(StrEnum):
    """What rule systems measure moves and ranges in: inches, or squares of a grid that are counted."""

    INCHES = "inches"
    SQUARES = "squares"


MM = 1 / 25.4
"""One millimetre in inches."""

BASE_HEIGHT = 3.5 * MM
"""Height of a base unless its file says otherwise (in): what the common plastic bases measure."""

SIGHT_TOLERANCE_MM = 0.25
"""Gaps narrower than this (mm) are neither seen nor hidden but too close: about what a good pair of eyes and a
laser line can tell apart across a table."""

WELD_DISTANCE = 1e-5
"""Vertices nearer than this (in) are one: a quarter of a micrometre, far above float32 noise on a 60 in board
(4e-6 in) and far below anything printed."""

RESTING_GAP = 0.02
"""A model whose base is within this height (in) of a surface stands on it: half a millimetre, the play of real
pieces."""

PLATFORM_SIDE = 1.0
"""Side (in) of the square a level surface must hold to be a platform (WC-TERR-1)."""

COVER_LINE_WIDTH = 1 * MM
"""Width (in) of the line drawn between two bases to judge cover (WC-COVER-1)."""

LENGTH_EPSILON = 1e-6
"""Lengths that differ by less (in) are equal to a rule, and a line that goes less deep into a solid only touches it:
far above rounding on a 60 in board (1e-14), far below what hands can place (1e-3)."""

FLAT_TOLERANCE = 1e-10
"""Points whose distances differ by less (in) are equally near, so that rounding does not turn two facing flat sides
into a corner and a side."""


LEVEL_TOLERANCE = 0.06
"""A surface that goes up and down by no more than this (in) is level, and joints of this width do not part it: one and
a half millimetres, what flagstones and planks of printed and cast pieces have."""

STITCH_DISTANCE = 1e-3
"""Rims of holes nearer than this (in) are sewn together: a fortieth of a millimetre, what files with rounded numbers
lose, a tenth of what sight can tell apart."""

SMALL_HOLE = 0.25
"""Holes in a mesh narrower than this (in) are filled: slips of a modeller; a wider one may be meant, and is refused."""


def from_degrees(degrees: float) -> float:
    """Return the angle in radians."""
    return math.radians(degrees)


def to_degrees(radians: float) -> float:
    """Return the angle in degrees."""
    return math.degrees(radians)


def to_mm(inches: float) -> float:
    """Return the length in millimetres."""
    return inches / MM
