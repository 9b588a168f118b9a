"""Which part of the window differs where ImGui's draw lists do. Pure.

A list is compared triangle by triangle, so that a word that changed in a long panel draws that word anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.scene.overlay_boxes import EMPTY, Box, joined

__all__ = ["Command", "ListContent", "changed_part"]

EDGE = 1.0
"""So many pixels around a triangle may be touched by it."""
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


def changed_part(before: Sequence[ListContent], after: Sequence[ListContent], size: tuple[int, int]) -> Box:
    """Return the box of a window of ``size`` (pixels) outside which lists look as those before, place by place."""
    part = EMPTY
    for one, other in zip_longest(before, after):
        if one != other:
            for x0, y0, x1, y1 in _differing(one, other):
                box = (x0 - EDGE) / size[0], (y0 - EDGE) / size[1], (x1 + EDGE) / size[0], (y1 + EDGE) / size[1]
                part = joined(part, box)
    left, top, right, bottom = part
    return max(left, 0.0), max(top, 0.0), min(right, 1.0), min(bottom, 1.0)


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
    """Return the box of triangles inside of their clipping rectangle; none where there is nothing of them."""
    if not len(triangles):
        return []
    places = triangles.reshape(-1, triangles.shape[1] // 3)[:, :8].copy().view(np.float32)
    (x0, y0), (x1, y1) = places.min(axis=0).tolist(), places.max(axis=0).tolist()
    left, top, right, bottom = command.clip
    x0, y0, x1, y1 = max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)
    return [(x0, y0, x1, y1)] if x0 < x1 and y0 < y1 else []
