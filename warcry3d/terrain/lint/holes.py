"""Holes in a mesh as its file has it: what mending closed, and what it could not close."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom import halfedges
from warcry3d.geom.mend import Mended
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.terrain.findings import Finding, Line, Severity
from warcry3d.terrain.lint.clusters import connected, place
from warcry3d.units import WELD_DISTANCE

__all__ = ["Hole", "closed", "holes", "unmended"]

_SHOWN = 8
_MOST_STROKES = 400


@dataclass(frozen=True, slots=True, eq=False)
class Hole:
    """A hole: the points of its ``rim`` (k, 3) in order, and how ``wide`` (in) it is at its longest."""

    rim: FloatArray
    wide: float


def holes(vertices: FloatArray, faces: NDArray[np.int64]) -> tuple[Hole, ...]:
    """Return the holes of a raw mesh, (n, 3) in inches and (m, 3), the widest first: rims along which no two triangles
    meet once corners within a hair of each other are one.
    """
    cells = np.round(np.asarray(vertices, dtype=np.float64) / WELD_DISTANCE).astype(np.int64)
    _, first, number = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    points = vertices[first]
    welded = number.ravel()[faces]
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
        "'{part}' is not watertight and cannot be mended: {reason}",
        {"part": part, "reason": reason, "holes": len(open_)},
        places=tuple(place(hole.rim.mean(axis=0)) for hole in open_[:_SHOWN]),
        part=part,
        lines=_lines(open_),
    )


def closed(part: str, mended: Mended) -> Iterator[Finding]:
    """Yield T-HOLE where mending closed holes: faces that lie in no face of the file."""
    filling = np.flatnonzero(mended.source < 0)
    if not len(filling):
        return
    corners = mended.solid.triangles[filling]
    found = [corners[group] for group in _side_by_side(mended.solid, filling)]
    wide = [float(np.linalg.norm(np.ptp(hole.reshape(-1, 3), axis=0))) for hole in found]
    order = np.argsort(-np.array(wide), kind="stable")
    yield Finding(
        "T-HOLE",
        Severity.NOTE,
        "'{part}' has {count} holes in its file, the widest {width:.3f} in; they are closed here, but other programs "
        "may leave them open",
        {"part": part, "count": len(found), "width": max(wide)},
        places=tuple(place(found[i].reshape(-1, 3).mean(axis=0)) for i in order[:_SHOWN]),
        part=part,
    )


def _side_by_side(solid: Solid, faces: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return numbers into ``faces`` in groups that hang together by their edges."""
    number = np.full(len(solid.faces), -1, dtype=np.int64)
    number[faces] = np.arange(len(faces))
    pairs = number[solid.edges.faces]
    return connected(len(faces), pairs[(pairs >= 0).all(axis=1)])


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
