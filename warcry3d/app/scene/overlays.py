"""Overlays of a table as plain data: arrows, beams, flat lines, tapes, signs, tints, silhouettes, ghosts, fields.

`warcry3d.app.scene.overlay_layer` draws them. Lines and signs keep their width in points (a pixel of a window; about a
thousandth of a picture's longer side), whatever the distance.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.scene.colours import AMBER, BLUE, Colour
from warcry3d.sight.verdict import Point

__all__ = [
    "Arrow",
    "Beam",
    "ColourField",
    "FallingDice",
    "FlatLine",
    "Ghost",
    "Overlay",
    "Sign",
    "SignKind",
    "Silhouette",
    "Tape",
    "Tint",
    "lifted",
]

LIFT = 0.06
"""How far above a surface what lies on it is drawn (in)."""


def lifted(at: Point) -> Point:
    """Return where something at a point of a surface is drawn."""
    return at[0], at[1], at[2] + LIFT


@dataclass(frozen=True, slots=True)
class Beam:
    """A glowing line from ``start`` to ``end``, its colour running from one to the other; seen faintly behind things.

    ``dash``: length of a dash and its gap together (in); 0 for a whole line.
    """

    start: Point
    end: Point
    colour: Colour
    end_colour: Colour | None = None
    dash: float = 0.0
    width: float = 15.0


@dataclass(frozen=True, slots=True)
class FlatLine:
    """A flat line with dark edges, such as the line that settles cover."""

    start: Point
    end: Point
    colour: Colour = BLUE
    dash: float = 0.0
    width: float = 5.0


@dataclass(frozen=True, slots=True)
class Arrow:
    """An outlined arrow from ``start`` to ``end``, drawn over everything; it is at least ``least`` points long.

    `warcry3d.app.scene.arrows` tells which pixels it covers.
    """

    start: Point
    end: Point
    colour: Colour
    least: float = 46.0
    width: float = 20.0


@dataclass(frozen=True, slots=True)
class Tape:
    """A measuring tape from ``start`` to ``end``, a mark every half inch; ``shift``: drawn so many points higher."""

    start: Point
    end: Point
    shift: float = 0.0
    width: float = 11.0


class SignKind(IntEnum):
    """Signs at a point."""

    DOT = 0
    RING = 1
    CROSS = 2
    DIAMOND = 3
    GAP = 4
    CORNERS = 5


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of ``size`` points at a place."""

    at: Point
    kind: SignKind
    colour: Colour = AMBER
    size: float = 22.0


@dataclass(frozen=True, slots=True)
class Tint:
    """A part (``feature/part``), a feature or a model tinted with a colour."""

    name: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A model that shows through whatever is in front of it."""

    model: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Ghost:
    """A model as it would stand elsewhere: some of its pixels, in a colour."""

    model: str
    at: Point
    turn: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class FallingDice:
    """Dice in the tray before the camera: place (x, y, z) and turn (w, x, y, z) of each."""

    poses: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, eq=False)
class ColourField:
    """A colour field on a surface, laid on it from above.

    Triangles (n, 3, 3), and its colours as an image (h, w, 4) uint8, the fourth the opacity. ``corner`` and ``size``:
    the first pixel's middle (x, y) and the distance to the last one's. ``behind``: how strongly it is seen through
    what is in front of it (0: not at all).
    """

    triangles: NDArray[np.float32]
    image: NDArray[np.uint8]
    corner: tuple[float, float]
    size: tuple[float, float]
    behind: float = 0.0


Overlay: TypeAlias = Arrow | Beam | FlatLine | Tape | Sign | Tint | Silhouette | Ghost | ColourField | FallingDice
