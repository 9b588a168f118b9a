"""Holes in a mesh as its file has it: what mending closed, and what it could not close."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom import halfedges
from warcry3d.geom.solid import FloatArray
from warcry3d.message import Message
from warcry3d.terrain.closings import closing_messages
from warcry3d.terrain.findings import Finding, Line, Severity
from warcry3d.terrain.lint.clusters import connected, place
from warcry3d.units import WELD_DISTANCE

__all__ = ["Hole", "closed", "closings_of", "holes", "unmended"]

_SHOWN = 8
_MOST_STROKES = 400


@dataclass(frozen=True, slots=True, eq=False)
class Hole:
    """A hole: the points of its ``rim`` (k, 3) in order, and how ``wide`` (in) it is at its longest."""

    rim: FloatArray
    wide: float


def holes(vertices: FloatArray, faces: NDArray[np.int64]) -> tuple[Hole, ...]:
    """Return the holes of a raw mesh, (n, 3) in inches and (m, 3), the widest first.

    Holes are rims along which no two triangles meet once corners that nearly coincide are merged.
    """
    from scipy.spatial import cKDTree

    points, number = np.unique(np.asarray(vertices, dtype=np.float64) + 0.0, axis=0, return_inverse=True)
    label = np.arange(len(points))
    near: NDArray[np.int64] = cKDTree(points).query_pairs(WELD_DISTANCE, output_type="ndarray")
    for group in connected(len(points), near) if len(near) else []:
        label[group] = group[0]
    welded = label[number.ravel()][faces]
    a, b, c = welded.T
    welded = welded[(a != b) & (b != c) & (c != a)]
    if not len(welded):
        return ()
    t = points[welded]
    areas = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1) / 2
    welded, _ = halfedges.oriented(welded, areas)
    twin, _ = halfedges.twins(points, welded)
    if not (twin < 0).any():
        return ()
    rims = [points[rim] for rim in halfedges.loops(welded, twin) if len(rim) > 2]
    found = [Hole(rim, float(np.linalg.norm(np.ptp(rim, axis=0)))) for rim in rims]
    return tuple(sorted(found, key=lambda hole: -hole.wide))


def unmended(part: str, vertices: FloatArray, faces: NDArray[np.int64], reason: MeshError) -> Finding:
    """Return T-OPEN: a raw mesh that mending refused, for ``reason``, with its holes."""
    open_ = holes(vertices, faces) if _is_sound(vertices, faces) else ()
    return Finding(
        "T-OPEN",
        Severity.ERROR,
        Message(
            "'{part}' is not watertight and cannot be mended: {reason}",
            {"part": part, "reason": reason, "holes": len(open_)},
        ),
        places=tuple(place(hole.rim.mean(axis=0)) for hole in open_[:_SHOWN]),
        part=part,
        lines=_lines(open_),
    )


def closed(part: str, vertices: FloatArray, faces: NDArray[np.int64]) -> Iterator[Finding]:
    """Yield T-HOLE where a raw mesh that can be mended is open in its file."""
    found = holes(vertices, faces)
    if found:
        yield Finding(
            "T-HOLE",
            Severity.NOTE,
            Message(
                "'{part}' has {count} holes in its file, the widest {width:.3f} in; they are closed here, but other "
                "programs may leave them open",
                {"part": part, "count": len(found), "width": found[0].wide},
            ),
            places=tuple(place(hole.rim.mean(axis=0)) for hole in found[:_SHOWN]),
            part=part,
            lines=_lines(found),
        )


def closings_of(counts: Mapping[str, int], part: str = "") -> Iterator[Finding]:
    """Yield T-CLOSED for each way in which an open mesh was closed: a warning where its shape was guessed.

    counts: by the names of `geom.closing.Closings`.
    """
    for way, count in counts.items():
        for message in closing_messages({way: count}):
            is_plain = way in ("based", "capped")
            yield Finding("T-CLOSED", Severity.NOTE if is_plain else Severity.WARNING, message, places=(), part=part)


def _is_sound(vertices: FloatArray, faces: NDArray[np.int64]) -> bool:
    return bool(len(faces) and np.isfinite(vertices).all() and faces.min() >= 0 and faces.max() < len(vertices))


def _lines(found: tuple[Hole, ...]) -> tuple[Line, ...]:
    """Return the rims of the widest holes as strokes."""
    strokes: list[Line] = []
    for hole in found[:_SHOWN]:
        ends = np.roll(hole.rim, -1, axis=0)
        if len(strokes) + len(ends) <= _MOST_STROKES:
            strokes += [(place(a), place(b)) for a, b in zip(hole.rim, ends, strict=True)]
    return tuple(strokes)
