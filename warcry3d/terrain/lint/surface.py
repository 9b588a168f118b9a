"""Defects of the surface itself: slivers, self-intersections, bodies without support."""

from collections.abc import Iterator, Sequence

import numpy as np

from warcry3d.geom.bodies import body_faces
from warcry3d.geom.needles import NEEDLE, needles_of
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.tree import mesh_of
from warcry3d.message import Message
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.lint.clusters import groups, place
from warcry3d.terrain.lint.subject import Subject
from warcry3d.units import RESTING_GAP, STITCH_DISTANCE, to_mm

__all__ = ["crossings", "floating", "heaped", "slivers"]

_MOST = 10_000
_SHOWN = 8
_MOST_BODIES = 12
"""So many bodies of a part that float are findings of their own, the largest; a heap of thousands is one more."""


def slivers(subject: Subject) -> Iterator[Finding]:
    """Yield T-SLIVER for each part with needle triangles, as it is in the file."""
    for part in subject.piece.parts:
        needles, longest, height = needles_of(part.solid.triangles)
        if not len(needles):
            continue
        yield Finding(
            "T-SLIVER",
            Severity.NOTE,
            Message(
                "'{part}' has {count} needle triangles more than {limit:g} times as long as high; the longest is "
                "{long_mm:.1f} mm long and {high_mm:.4f} mm high",
                {
                    "part": part.id,
                    "count": len(needles),
                    "limit": NEEDLE,
                    "long_mm": to_mm(float(longest[0])),
                    "high_mm": to_mm(float(height[0])),
                },
            ),
            places=tuple(place(middle) for middle in part.solid.triangles[needles[:_SHOWN]].mean(axis=1)),
            part=part.id,
        )


def crossings(subject: Subject) -> Iterator[Finding]:
    """Yield T-CROSS for each part whose surface passes through itself, deeper than half of the sewing distance.

    An edge that pierces a triangle counts once for each triangle that it pierces. Overlapping parts are no finding.
    """
    from warcry3d.terrain.lint.surface_kernels import self_intersections

    for part in subject.piece.parts:
        mesh = mesh_of([part.solid], leaf=4)
        points, _ = self_intersections(mesh, STITCH_DISTANCE / 2, _MOST)
        if not len(points):
            continue
        found = groups(points, 0.1)
        yield Finding(
            "T-CROSS",
            Severity.WARNING,
            Message(
                "the surface of '{part}' passes through itself: {count} edges pierce triangles, in {places} places"
                if len(points) < _MOST
                else "the surface of '{part}' passes through itself: at least {count} edges pierce triangles, in at "
                "least {places} places",
                {"part": part.id, "count": len(points), "places": len(found)},
            ),
            places=tuple(place(points[group[0]]) for group in found[:_SHOWN]),
            part=part.id,
        )


def heaped(subject: Subject) -> Iterator[Finding]:
    """Yield T-HEAP where so many large triangles cross that cracks and thin walls are looked for in few places."""
    whole = subject.matter
    if whole is None or not whole.samples_left_out:
        return
    yield Finding(
        "T-HEAP",
        Severity.NOTE,
        Message(
            "a heap: {count} triangles that lie in each other's way everywhere; cracks and thin walls are looked for "
            "in one of {step} places",
            {"count": len(whole.solid.faces), "step": whole.samples_left_out + 1},
        ),
    )


def floating(subject: Subject) -> Iterator[Finding]:
    """Yield T-FLOAT for bodies that touch neither the floor nor another supported body.

    Within the tolerance of real pieces (`RESTING_GAP`); and where the whole piece is above the floor. Of each part the
    `_MOST_BODIES` largest, and the rest together.
    """
    whole = subject.matter
    if whole is None:
        return
    low = float(whole.solid.bounds[0, 2])
    if low > RESTING_GAP:
        yield Finding(
            "T-FLOAT",
            Severity.ERROR,
            Message(
                "the whole piece floats {height:.2f} in above the floor, more than the tolerance of {limit:.2f} in",
                {"height": low, "limit": RESTING_GAP},
            ),
            places=(place(_lowest(whole.solid)),),
        )
    floats: dict[str, list[_Floating]] = {}
    for own in body_faces(whole.solid):
        corners = whole.solid.vertices[whole.solid.faces[own].ravel()]
        lowest = corners[np.argmin(corners[:, 2])]
        if lowest[2] > max(low, 0.0) + RESTING_GAP:
            size = float(np.ptp(corners, axis=0).max())
            floats.setdefault(whole.name(int(own[0])), []).append((size, lowest))
    for part, each in floats.items():
        each.sort(key=lambda body: -body[0])
        yield from (_body_in_the_air(part, *body) for body in each[:_MOST_BODIES])
        if rest := each[_MOST_BODIES:]:
            yield _more_in_the_air(part, rest)


_Floating = tuple[float, FloatArray]
"""A body's size (in), and its lowest point."""


def _body_in_the_air(part: str, size: float, lowest: FloatArray) -> Finding:
    return Finding(
        "T-FLOAT",
        Severity.ERROR,
        Message(
            "a body of '{part}', {size:.2f} in large, floats {height:.2f} in above the floor: nothing within "
            "{limit:.2f} in supports it",
            {"part": part, "size": size, "height": float(lowest[2]), "limit": RESTING_GAP},
        ),
        places=(place(lowest),),
        part=part,
    )


def _more_in_the_air(part: str, rest: Sequence[_Floating]) -> Finding:
    return Finding(
        "T-FLOAT",
        Severity.ERROR,
        Message(
            "{count} more bodies of '{part}', {size:.2f} in large at most, float above the floor: nothing within "
            "{limit:.2f} in supports them",
            {"count": len(rest), "part": part, "size": rest[0][0], "limit": RESTING_GAP},
        ),
        places=tuple(place(lowest) for _, lowest in rest[:_SHOWN]),
        part=part,
    )


def _lowest(solid: Solid) -> FloatArray:
    corners = solid.triangles.reshape(-1, 3)
    return np.asarray(corners[np.argmin(corners[:, 2])])
