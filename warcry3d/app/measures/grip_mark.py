"""The mark at the corner of terrain against which a tape would be held."""

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import GOLD, INK
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.theme import packed
from warcry3d.sight.verdict import Point

__all__ = ["draw_grip_mark"]

RADIUS = 8.0
"""Size of the ring (points)."""


def draw_grip_mark(frame: Frame, at: Point | None) -> None:
    """Draw a ring around a point of the table, behind all panels; None: nothing."""
    if at is None:
        return
    x, y, depth = project(frame.shot, np.array([at]), frame.picture)[0].tolist()
    if depth <= 0:
        return
    paper, radius = imgui.get_background_draw_list(), RADIUS * frame.scale
    paper.add_circle((x, y), radius, packed(INK, 0.9), 0, 5 * frame.scale)
    paper.add_circle((x, y), radius, packed(GOLD, 1.0), 0, 2.5 * frame.scale)
