"""Which part of the window differs where ImGui's draw lists do. Pure.

A list is compared triangle by triangle, so that a word that changed in a long panel draws that word anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.scene.overlay_boxes import Box

__all__ = ["Command", "ListContent", "changed_parts"]

EDGE = 1.0
"""So many pixels around a triangle may be touched by it."""
FAR = 100.0
"""Triangles that follow each other and are so many pixels apart have boxes of their own."""
_INDEX = {2: np.uint16, 4: np.uint32}

_Triangles: TypeAlias = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Command:
    """A part of a draw list: its clipping rectangle (pixels), its texture, and where its triangles are."""

    clip: tuple[float, float, float, float]
    texture: int
    count: int
    first_index: int
    first_vertex: int


@dataclass(frozen=True, slots=True)
class ListContent:
    """All that a draw list is drawn from. A vertex begins with x and y (pixels) as two floats."""

    vertices: bytes
    indices: bytes
    vertex_size: int
    index_size: int
    commands: tuple[Command, ...]


def changed_parts(
    before: Sequence[ListContent], after: Sequence[ListContent], size: tuple[int, int]
) -> tuple[Box, ...]:
    """Return boxes of a window of ``size`` (pixels) outside which lists look as those before, place by place."""
    boxes = list[Box]()
    for one, other in zip_longest(before, after):
        if one != other:
            for x0, y0, x1, y1 in _differing(one, other):
                left, top, right, bottom = x0 - EDGE, y0 - EDGE, x1 + EDGE, y1 + EDGE
                box = max(left / size[0], 0.0), max(top / size[1], 0.0), min(right / size[0], 1.0), bottom / size[1]
                boxes.append((*box[:3], min(box[3], 1.0)))
    return tuple(boxes)


def _differing(before: ListContent | None, after: ListContent | None) -> list[tuple[float, float, float, float]]:
    """Return boxes (pixels) around all triangles that went or came."""
    lists = [one for one in (before, after) if one is not None]
    alike = len(lists) == 2 and len({tuple((c.clip, c.texture) for c in one.commands) for one in lists}) == 1
    if not alike:
        return [box for one in lists for command in one.commands for box in _box(_triangles(one, command), command)]
    assert before is not None and after is not None, "there are two"
    boxes = []
    for old, new in zip(before.commands, after.commands, strict=True):
        gone, come = _without_same(_triangles(before, old), _triangles(after, new))
        boxes += [*_box(gone, old), *_box(come, new)]
    return boxes


def _triangles(content: ListContent, command: Command) -> _Triangles:
    """Return the triangles of a command (n, bytes of three vertices)."""
    vertices = np.frombuffer(content.vertices, np.uint8).reshape(-1, content.vertex_size)
    indices = np.frombuffer(content.indices, _INDEX[content.index_size])
    used = indices[command.first_index : command.first_index + command.count].astype(np.int64) + command.first_vertex
    return np.ascontiguousarray(vertices[used]).reshape(-1, 3 * content.vertex_size)


def _without_same(old: _Triangles, new: _Triangles) -> tuple[_Triangles, _Triangles]:
    """Return the triangles without those that are as they were; of unlike many, without like beginnings and ends."""
    count = min(len(old), len(new))
    if len(old) == len(new):
        differs = (old != new).any(axis=1)
        return old[differs], new[differs]
    start = _alike(old[:count], new[:count])
    end = _alike(old[len(old) - count :][::-1], new[len(new) - count :][::-1])
    end = min(end, count - start)
    return old[start : len(old) - end], new[start : len(new) - end]


def _alike(old: _Triangles, new: _Triangles) -> int:
    """Return how many triangles are alike from the beginning on."""
    differs = (old != new).any(axis=1)
    return int(differs.argmax()) if differs.any() else len(old)


def _box(triangles: _Triangles, command: Command) -> list[tuple[float, float, float, float]]:
    """Return boxes of triangles inside of their clipping rectangle, one for each run of those that are near each other;
    none where there is nothing of them.
    """
    if not len(triangles):
        return []
    places = triangles.reshape(-1, triangles.shape[1] // 3)[:, :8].copy().view(np.float32).reshape(-1, 3, 2)
    low, high = places.min(axis=1), places.max(axis=1)
    gaps = np.maximum(low[1:] - high[:-1], low[:-1] - high[1:]).max(axis=1)
    starts = np.concatenate([[0], np.flatnonzero(gaps > FAR) + 1])
    first, last = np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)
    left, top, right, bottom = command.clip
    first, last = np.maximum(first, (left, top)), np.minimum(last, (right, bottom))
    shown = (first < last).all(axis=1)
    return [(x0, y0, x1, y1) for (x0, y0), (x1, y1) in zip(first[shown].tolist(), last[shown].tolist(), strict=True)]
