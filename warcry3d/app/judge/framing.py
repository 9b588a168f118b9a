"""Whether models are seen well where the camera is: on the screen, clear of panels, large enough."""

from collections.abc import Sequence

import numpy as np

from warcry3d.app.measures.labels import open_picture
from warcry3d.app.scene.camera import middle_of, project
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import Box
from warcry3d.sight.verdict import Point
from warcry3d.table.models import Model

__all__ = ["are_tiny", "is_on_screen", "places_to_see"]

EDGE = 24.0
"""A model whose middle is nearer to the edge of the picture (points) is off the screen."""
CLOSE = 80.0
"""Two models whose middles are nearer to each other on the screen (points) are looked at from near."""
SMALL = 0.06
"""So are two of which an inch and a half takes less of the picture's height: over a whole table it takes 0.05 at most.
"""
RAISED = 0.7
"""What is looked at lies so far above the feet of both (in): lower in the picture, heads are clear of the inset."""
LEVEL = 2.0
"""Of two models of which one stands so much higher (in) none is behind the inset."""
APART = 3.2
"""Two models nearer to each other than this (in) are seen as if they stood so far apart, for the same reason."""


def places_to_see(pair: Sequence[Model]) -> tuple[Point, Point]:
    """Return the two places to look at for both models of a pair to be seen whole, clear of the inset."""
    one, other = (np.array(model.placement.at) for model in pair)
    middle, half = (one + other) / 2, (other - one) / 2
    half *= max(1.0, APART / 2 / max(float(np.linalg.norm(half)), 1e-6))
    uphill = abs(float(other[2] - one[2]))  # then the higher one is at the right, and the lower one far down
    up = np.array((0.0, 0.0, RAISED * max(0.0, 1.0 - uphill / LEVEL)))
    (x, y, z), (u, v, w) = (middle - half + up).tolist(), (middle + half + up).tolist()
    return (x, y, z), (u, v, w)


def is_on_screen(frame: Frame, model: Model, walls: Sequence[Box], foot: float | None = None) -> bool:
    """Return whether a model's middle lies in the table's picture, above ``foot`` (pixels; None: the picture's), clear
    of the rail, the edges and ``walls``.
    """
    x, y, away = project(frame.shot, middle_of(model)[None], frame.picture)[0]
    edge, (x0, y0, wide, tall) = EDGE * frame.scale, open_picture(frame, foot)
    is_open = x0 + edge <= x <= x0 + wide - edge and y0 + edge <= y <= y0 + tall - edge
    is_behind = any(
        left - edge <= x <= left + width + edge and top - edge <= y <= top + height + edge
        for left, top, width, height in walls
    )
    return bool(away > 0 and is_open and not is_behind)


def are_tiny(frame: Frame, pair: Sequence[Model]) -> bool:
    """Return whether two models are seen so small that little shows, or so near to each other that names hide them."""
    middles = np.array([middle_of(model) for model in pair])
    spread, size = (project(frame.shot, middles + rise, frame.picture)[:, :2] for rise in ((0, 0, 0), (0, 0, 1.5)))
    is_close = np.hypot(*(spread[0] - spread[1])) < CLOSE * frame.scale
    return bool(is_close or np.hypot(*(size - spread).T).max() < SMALL * frame.picture[1])
