"""The plane of a cut as overlays: a pane through the part, and the outline of what it meets."""

import numpy as np

from warcry3d.app.build.painted_faces import faces_field
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.scene.overlays import FlatLine, Overlay
from warcry3d.geom.solid import FloatArray
from warcry3d.table.terrain import Part

__all__ = ["cut_overlays", "section_lines"]

AROUND = 0.15
"""So far the pane reaches beyond the part (in)."""
OPACITY = 0.3
MOST_LINES = 600
"""An outline of more lines is drawn without its shortest ones."""
EDGE, OUTLINE = 3.0, 4.0
"""Widths of the pane's edge and of the outline (points)."""

Place = tuple[float, float, float]


def section_lines(triangles: FloatArray, height: float) -> FloatArray:
    """Return where triangles (n, 3, 3) meet the level plane at a height (in): lines (m, 2, 3).

    A corner exactly on the plane counts as above it, so that a closed surface gives closed outlines.
    """
    above = triangles[:, :, 2] >= height
    crossed = triangles[above.any(axis=1) & ~above.all(axis=1)]
    if not len(crossed):
        return np.zeros((0, 2, 3))
    above = crossed[:, :, 2] >= height
    is_alone = above == (above.sum(axis=1) == 1)[:, None]  # the corner that is on its own side
    first = np.argmax(is_alone, axis=1)
    rows = np.arange(len(crossed))
    apex = crossed[rows, first]
    ends = np.stack([crossed[rows, (first + k) % 3] for k in (1, 2)], axis=1)
    share = (height - apex[:, None, 2]) / (ends[:, :, 2] - apex[:, None, 2])
    lines: FloatArray = apex[:, None] + share[:, :, None] * (ends - apex[:, None])
    lines[:, :, 2] = height
    return lines


def cut_overlays(part: Part, height: float, at: Place) -> list[Overlay]:
    """Return the plane at a height of a part (in, in the piece's frame) as it is drawn; ``at``: the piece's origin."""
    (x0, y0, _), (x1, y1, _) = (part.solid.bounds + np.array(at)).tolist()
    z = height + at[2]
    x0, y0, x1, y1 = x0 - AROUND, y0 - AROUND, x1 + AROUND, y1 + AROUND
    corners: list[Place] = [(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)]
    pane = np.array([[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]], np.float32)
    lines = section_lines(part.solid.triangles, height)
    if len(lines) > MOST_LINES:
        lengths = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1)
        lines = lines[np.sort(np.argsort(-lengths, kind="stable")[:MOST_LINES])]
    made: list[Overlay] = [faces_field(pane, GOLD, OPACITY)]
    made += [FlatLine(corners[k], corners[(k + 1) % 4], GOLD, width=EDGE) for k in range(4)]
    for start, end in (lines + np.array(at)).tolist():
        made.append(FlatLine((start[0], start[1], start[2]), (end[0], end[1], end[2]), PAPER, width=OUTLINE))
    return made
