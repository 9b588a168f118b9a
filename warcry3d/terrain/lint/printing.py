"""Problems for a printer: walls too thin, overhangs, a piece larger than the bed."""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.message import Message
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.lint.clusters import connected, groups, place
from warcry3d.terrain.lint.subject import Subject, Whole
from warcry3d.units import LENGTH_EPSILON, MM, to_mm

__all__ = ["bed", "overhangs", "thin_walls"]

_SHEET = math.cos(math.radians(10))
"""Two sides at a greater angle to each other are the edge of a wedge, thin at its end whatever its size."""
_THIN_AREA = 0.04
"""A thin place smaller than this (sq in, both sides; 26 sq mm) is a ridge or a nick."""
_LEAN = math.sin(math.radians(46))
"""A face that looks down more than this needs support: 45 degrees hold without."""
_LEAN_AREA = 0.06
"""Overhangs smaller than this (sq in, 39 sq mm) are bridged."""
_FIRST_LAYERS = 1.2 * MM
"""What hangs this low over the bed rests on it: four layers sag that much."""
_SHOWN = 8


def thin_walls(subject: Subject) -> Iterator[Finding]:
    """Yield T-THIN for each part with walls thinner than the limit.

    From every sample a line goes straight inward; if it leaves within the limit through an opposite face, the wall is
    that thick there. Cut and rounded edges never do that; wedges of more than 10 degrees do not count.
    """
    whole = subject.matter
    if whole is None:
        return
    limit = subject.limits.wall_mm * MM
    samples = whole.samples
    inward = -whole.solid.normals[samples.face]
    where, face, sign = whole.hits(samples.at + inward * LENGTH_EPSILON, samples.at + inward * limit)
    leaves = np.flatnonzero((sign < 0) & (where * limit > LENGTH_EPSILON))
    facing = np.einsum("ij,ij->i", inward[leaves], whole.solid.normals[face[leaves]])
    leaves = leaves[facing > _SHEET]
    thick = where * (limit - LENGTH_EPSILON) + LENGTH_EPSILON
    for number, part in enumerate(whole.parts):
        own = leaves[whole.which[samples.face[leaves]] == number]
        spots = [own[group] for group in groups(samples.at[own], 0.2)]
        spots = [spot for spot in spots if samples.area[spot].sum() >= _THIN_AREA]
        if not spots:
            continue
        thinnest = [spot[np.argmin(thick[spot])] for spot in spots]
        order = np.argsort(thick[thinnest], kind="stable")[:_SHOWN]
        yield Finding(
            "T-THIN",
            Severity.WARNING,
            Message(
                "'{part}' is {thin_mm:.2f} mm thick at its thinnest; walls below {limit_mm:g} mm do not print "
                "({area:.2f} sq in of its surface)",
                {
                    "part": part.id,
                    "thin_mm": to_mm(float(thick[thinnest].min())),
                    "limit_mm": subject.limits.wall_mm,
                    "area": float(samples.area[np.concatenate(spots)].sum()),
                },
            ),
            places=tuple(place(samples.at[thinnest[i]]) for i in order),
            part=part.id,
        )


def overhangs(subject: Subject) -> Iterator[Finding]:
    """Yield T-OVERHANG for each part with faces that lean out by more than 45 degrees, as it stands, off the floor."""
    whole = subject.matter
    if whole is None:
        return
    solid = whole.solid
    t = solid.triangles
    area = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1) / 2
    floor = float(solid.bounds[0, 2]) + _FIRST_LAYERS
    leaning = (solid.normals[:, 2] < -_LEAN) & (t[:, :, 2].max(axis=1) > floor)
    for number, part in enumerate(whole.parts):
        own = np.flatnonzero(leaning & (whole.which == number))
        fields = [field for field in _fields(whole, own) if area[field].sum() >= _LEAN_AREA]
        if not fields:
            continue
        fields.sort(key=lambda field: -float(area[field].sum()))
        yield Finding(
            "T-OVERHANG",
            Severity.NOTE,
            Message(
                "{area:.2f} sq in of '{part}' lean out by more than {limit:g} degrees, {largest:.2f} sq in the largest "
                "place: it prints with supports",
                {
                    "area": float(sum(area[field].sum() for field in fields)),
                    "part": part.id,
                    "limit": 45,
                    "largest": float(area[fields[0]].sum()),
                },
            ),
            places=tuple(place(_middle(t[field].mean(axis=1), area[field])) for field in fields[:_SHOWN]),
            part=part.id,
        )


def _fields(whole: Whole, faces: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return faces in groups connected by their edges."""
    number = np.full(len(whole.solid.faces), -1, dtype=np.int64)
    number[faces] = np.arange(len(faces))
    pairs = number[whole.solid.edges.faces]
    return [faces[group] for group in connected(len(faces), pairs[(pairs >= 0).all(axis=1)])]


def _middle(points: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the one of ``points`` (n, 3) that is nearest to their middle: it lies on the surface."""
    middle = (points * weights[:, None]).sum(axis=0) / weights.sum()
    return np.asarray(points[np.argmin(np.linalg.norm(points - middle, axis=1))])


def bed(subject: Subject) -> Iterator[Finding]:
    """Yield T-BED where the piece, upright or on any of its sides and turned as it may be, is larger than the bed."""
    whole = subject.matter
    if whole is None:
        return
    width, depth, height = (mm * MM for mm in subject.limits.bed_mm)
    points = whole.solid.vertices
    for axis in (2, 0, 1):
        flat = np.delete(points, axis, axis=1)
        if float(np.ptp(points[:, axis])) <= height + LENGTH_EPSILON and fits_turned(flat, width, depth):
            return
    sizes = np.ptp(points, axis=0)
    yield Finding(
        "T-BED",
        Severity.WARNING,
        Message(
            "the piece is {x_mm:.0f} x {y_mm:.0f} x {z_mm:.0f} mm and does not fit a bed of {bed_x:g} x {bed_y:g} x "
            "{bed_z:g} mm, upright or on a side, at any rotation: print its parts separately",
            {
                **{f"{name}_mm": to_mm(float(size)) for name, size in zip("xyz", sizes, strict=True)},
                **{f"bed_{name}": mm for name, mm in zip("xyz", subject.limits.bed_mm, strict=True)},
            },
        ),
    )


def fits_turned(points: FloatArray, width: float, depth: float) -> bool:
    """Return whether flat points (n, 2) fit into a rectangle at some turn, exactly.

    Whether they fit can only begin or end to hold where the extent along an axis of the rectangle is just its side:
    where two corners of the hull lie just so far apart along it. So it is enough to try those turns, and one.
    """
    corners = _hull(points)
    pairs = corners[:, None] - corners[None]
    length = np.linalg.norm(pairs, axis=2)
    turn = np.arctan2(pairs[..., 1], pairs[..., 0])
    tried = [np.zeros(1)]
    for side, quarter in ((width, 0.0), (depth, math.pi / 2)):
        long = length > side
        away = np.arccos(np.clip(side / length[long], -1, 1))
        tried += [turn[long] - away - quarter, turn[long] + away - quarter]
    for some in np.array_split(np.unique(np.round(np.concatenate(tried) % math.pi, 12)), 50):
        along = corners @ np.stack([np.cos(some), np.sin(some)])
        across = corners @ np.stack([-np.sin(some), np.cos(some)])
        if (
            some.size
            and (
                (np.ptp(along, axis=0) <= width + LENGTH_EPSILON) & (np.ptp(across, axis=0) <= depth + LENGTH_EPSILON)
            ).any()
        ):
            return True
    return False


def _hull(points: FloatArray) -> FloatArray:
    import shapely

    hull = shapely.convex_hull(shapely.multipoints(points))
    # A hundredth of an inch off decides nothing on a printer, and round pieces would have thousands of corners.
    simple = hull.buffer(0.002, join_style="mitre").simplify(0.002) if len(hull.exterior.coords) > 200 else hull
    return np.array(simple.exterior.coords)[:-1]
