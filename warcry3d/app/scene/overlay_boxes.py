"""Which part of a picture overlays cover: where they change, only that part is drawn again. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from warcry3d.app.scene.camera import Shot, model_points, project
from warcry3d.app.scene.overlays import (
    Arrow,
    Beam,
    ColourField,
    FallingDice,
    FlatLine,
    Ghost,
    Overlay,
    Sign,
    Silhouette,
    Tape,
    Tint,
)
from warcry3d.geom.solid import FloatArray
from warcry3d.table.table import Table

__all__ = ["EMPTY", "WHOLE", "Box", "View", "apart", "box_of", "changed", "cube", "joined", "size_of"]

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, from 0 to 1 of the picture's width and height."""

WHOLE: Box = (0.0, 0.0, 1.0, 1.0)
EMPTY: Box = (1.0, 1.0, 0.0, 0.0)
EDGE = 2.0
"""So many pixels around what is drawn may be touched by it."""
NEAREST = 0.2
"""What comes nearer to the eye than this (in) may be anywhere in the picture."""


@dataclass(frozen=True)
class View:
    """From where a picture of ``size`` (pixels) is taken; ``scale``: pixels in a point, the unit of lines and signs."""

    table: Table
    shot: Shot
    size: tuple[int, int]
    scale: float

    def around(self, points: FloatArray, pixels: float = 0.0) -> Box:
        """Return the box of points (n, 3) and so many pixels around them."""
        places = project(self.shot, points, self.size)
        if places[:, 2].min() < NEAREST:
            return WHOLE
        low, high = places[:, :2].min(axis=0) - pixels - EDGE, places[:, :2].max(axis=0) + pixels + EDGE
        (left, top), (right, bottom) = (low / self.size).tolist(), (high / self.size).tolist()
        return max(left, 0.0), max(top, 0.0), min(right, 1.0), min(bottom, 1.0)


def joined(one: Box, other: Box) -> Box:
    """Return the least box around two.

    >>> joined((0.1, 0.1, 0.2, 0.2), EMPTY)
    (0.1, 0.1, 0.2, 0.2)
    """
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def size_of(box: Box) -> float:
    """Return what share of the picture a box is."""
    left, top, right, bottom = box
    return max(right - left, 0.0) * max(bottom - top, 0.0)


def apart(boxes: Iterable[Box], *, most: int, spare: float) -> tuple[Box, ...]:
    """Return at most so many boxes that cover others and do not touch each other.

    Two become one where that covers no more than ``spare`` (a share of the picture) besides.

    >>> apart([(0.0, 0.0, 0.1, 0.1), (0.1, 0.0, 0.2, 0.1), (0.8, 0.8, 0.9, 0.9)], most=2, spare=0.05)
    ((0.0, 0.0, 0.2, 0.1), (0.8, 0.8, 0.9, 0.9))
    """
    found = list[Box]()
    for box in boxes:
        if size_of(box) > 0.0:
            _add(found, box)
            _merge(found, most, spare)
    return tuple(found)


def _add(boxes: list[Box], box: Box) -> None:
    """Add a box to others that do not touch each other; all that it touches, and so on, become one with it."""
    while touched := [other for other in boxes if _touch(box, other)]:
        for other in touched:
            boxes.remove(other)
            box = joined(box, other)
    boxes.append(box)


def _merge(boxes: list[Box], most: int, spare: float) -> None:
    """Make one of two boxes that do not touch, the cheapest first, until there are few enough and none is cheap."""
    while len(boxes) > most or (spare > 0.0 and len(boxes) > 1):
        besides, one, other = min((_besides(*pair), *pair) for pair in combinations(boxes, 2))
        if len(boxes) <= most and besides > spare:
            return
        boxes.remove(one)
        boxes.remove(other)
        _add(boxes, joined(one, other))


def _besides(one: Box, other: Box) -> float:
    return size_of(joined(one, other)) - size_of(one) - size_of(other)


def _touch(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def changed(before: Sequence[Overlay], after: Sequence[Overlay]) -> tuple[Overlay, ...] | None:
    """Return the overlays that went or came; None where those that stayed lie over one another in another order."""
    there, now = Counter(before), Counter(after)
    kept = there & now
    if _in_order(before, kept) != _in_order(after, kept):
        return None
    return (*(there - kept).elements(), *(now - kept).elements())


def _in_order(overlays: Sequence[Overlay], kept: Counter[Overlay]) -> list[Overlay]:
    """Return the overlays that stay, in the order in which each is drawn first."""
    return [overlay for overlay in dict.fromkeys(overlays) if overlay in kept]


def box_of(overlay: Overlay, view: View) -> Box:
    """Return the part of the picture outside which an overlay draws nothing."""
    match overlay:
        case Beam(start=start, end=end, width=width) | FlatLine(start=start, end=end, width=width):
            return view.around(np.array([start, end]), width * view.scale)
        case Arrow(start=start, end=end, width=width, least=least):
            return view.around(np.array([start, end]), (width + least) * view.scale)
        case Tape(start=start, end=end, width=width, shift=shift):
            return view.around(np.array([start, end]), (width + abs(shift)) * view.scale)
        case Sign(at=at, size=size):
            return view.around(np.array([at]), size / 2 * view.scale)
        case Ghost(model=id, at=at):
            return _around_model(id, at, view)
        case Silhouette(model=id):
            return _around_model(id, None, view)
        case ColourField(triangles=triangles):
            points = triangles.reshape(-1, 3)
            return (
                view.around(cube(np.array([points.min(axis=0), points.max(axis=0)], np.float64)))
                if len(points)
                else EMPTY
            )
        case FallingDice():
            return WHOLE
        case Tint():
            return EMPTY


def _around_model(id: str, at: Sequence[float] | None, view: View) -> Box:
    """Return the box of a model, however it is turned, where it stands or at another place."""
    model = next((one for one in view.table.models if one.id == id), None)
    if model is None:
        return EMPTY
    points = model_points(model) - model.placement.at
    reach = float(np.hypot(points[:, 0], points[:, 1]).max())
    middle = np.array(model.placement.at if at is None else at)
    low, high = np.array([-reach, -reach, points[:, 2].min()]), np.array([reach, reach, points[:, 2].max()])
    return view.around(cube(np.array([middle + low, middle + high])))


def cube(ends: FloatArray) -> FloatArray:
    """Return the corners (8, 3) of an upright box from its lowest and its highest (2, 3)."""
    return np.array([ends[index, range(3)] for index in np.ndindex(2, 2, 2)])
