"""Where an arrow over the table lies in a picture: its start and its tip, as `arrow.vert.glsl` draws them."""

import math
from typing import TypeAlias

import numpy as np

from warcry3d.app.scene.camera import Shot, project
from warcry3d.app.scene.overlays import Arrow

__all__ = ["Pixel", "arrow_box", "arrow_ends"]

NEAREST = 0.1
"""No arrow is drawn with an end that is nearer to the eye's plane (in)."""
SAME = 0.01
"""Ends nearer to each other (pixels) are one point: the eye looks along the arrow, which points up then."""

Pixel: TypeAlias = tuple[float, float]


def arrow_ends(arrow: Arrow, shot: Shot, size: tuple[int, int], scale: float) -> tuple[Pixel, Pixel] | None:
    """Return the pixels of an arrow's start and tip (y down), ``scale`` pixels in a point; None behind the eye."""
    (x, y, near), (to_x, to_y, far) = project(shot, np.array([arrow.start, arrow.end]), size).tolist()
    if min(near, far) < NEAREST:
        return None
    length = math.hypot(to_x - x, to_y - y)
    across, down = ((to_x - x) / length, (to_y - y) / length) if length > SAME else (0.0, -1.0)
    length = max(length, arrow.least * scale)
    return (x, y), (x + length * across, y + length * down)


def arrow_box(
    arrow: Arrow, shot: Shot, size: tuple[int, int], scale: float
) -> tuple[float, float, float, float] | None:
    """Return the left, top, width and height (pixels) of the box of an arrow's shaft; None behind the eye."""
    ends = arrow_ends(arrow, shot, size, scale)
    if ends is None:
        return None
    (x, y), (tip_x, tip_y) = ends
    wide = arrow.width / 3 * scale
    return min(x, tip_x) - wide, min(y, tip_y) - wide, abs(tip_x - x) + 2 * wide, abs(tip_y - y) + 2 * wide
