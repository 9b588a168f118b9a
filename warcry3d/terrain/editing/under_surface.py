"""The body under painted surface, down to a depth: what cuts a painted part out of the part that it was.

Surface that looks one way is drawn straight down along its mean normal, so nothing turns inside out however rough it
is; where it bends inward between two ways, a wedge fills the gap.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.terrain.editing.coverage import Coverage, PlaneFrame
from warcry3d.terrain.editing.rough_surface import under_rough_surface

__all__ = ["under_surface"]

Ints = NDArray[np.int64]

_ABOVE = 0.002
"""The cutter begins so far above the surface (in), and reaches so far beyond its rims where only air is: two surfaces
that should coincide leave no sheets then."""

_ONE_WAY, _MOST_OFF = np.cos(np.radians(40.0)), 0.5
"""Faces within 40 degrees of a main normal are drawn along one direction, at most 60 degrees off their own."""

_MOST_WAYS = 200

_ROUGH = 100
"""Surface with more connected pieces than this, each of which looks one way, is taken in tiles: 6,400 faces of a
sculpted wall had 1,160, and uniting what is under them took minutes."""


def under_surface(solid: Solid, covered: Coverage, depth: float) -> Any:
    """Return the cutter (of manifold3d) under what is covered of a solid's faces, ``depth`` (in) deep."""
    import manifold3d

    bodies = [*_under_whole(solid, covered.whole, depth), *_under_parts(solid, covered, depth)]
    return manifold3d.Manifold.batch_boolean(bodies, manifold3d.OpType.Add)


def _under_parts(solid: Solid, covered: Coverage, depth: float) -> Iterator[Any]:
    """Yield the bodies under faces that are covered partly, drawn straight along the face's normal."""
    import manifold3d
    import shapely

    for face, shape in covered.partly:
        frame = PlaneFrame.of(solid.triangles[face : face + 1])
        wider = shape.buffer(_ABOVE, join_style="mitre")
        rings = [
            np.array(ring.coords)[:-1, :2]
            for part in shapely.get_parts(wider).tolist()
            for ring in (part.exterior, *part.interiors)
        ]
        flat = manifold3d.CrossSection(rings, manifold3d.FillRule.EvenOdd)
        if not flat.is_empty():
            body = flat.extrude(depth + _ABOVE).translate((0, 0, -depth))
            yield body.transform(np.column_stack([frame.axes[0].T, frame.origin[0]]))


def _under_whole(solid: Solid, faces: Ints, depth: float) -> Iterator[Any]:
    """Yield the bodies under whole faces: one for each connected piece that looks one way, and the wedges between."""
    if not len(faces):
        return
    way, ways = _ways(solid, faces)
    pairs = _beside(solid, faces)
    aside = _beyond_rims(solid, faces)
    same = pairs[way[pairs[:, 0]] == way[pairs[:, 1]]]
    components = _components(len(faces), same)
    if len(components) > _ROUGH or len(pairs) - len(same) > 8 * _ROUGH:
        yield from under_rough_surface(solid, faces, depth)
        return
    corners = _corner_numbers(solid.faces[faces], same)
    for some in components:
        along = ways[way[some[0]]]
        yield from _drawn(solid, faces[some], corners[some], along, aside, depth)
    yield from _wedges(solid, faces, pairs[way[pairs[:, 0]] != way[pairs[:, 1]]], way, ways, depth)


def _ways(solid: Solid, faces: Ints) -> tuple[Ints, FloatArray]:
    """Return for each face (k,) the number of its direction, and the directions (w, 3): means of normals alike."""
    normals = solid.normals[faces]
    t = solid.triangles[faces]
    areas = np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1)
    way = np.full(len(faces), -1)
    ways: list[FloatArray] = []
    keys = np.unique(np.round(normals * 10), axis=0, return_inverse=True)[1].ravel()
    while (way < 0).any() and len(ways) < _MOST_WAYS:
        open = way < 0
        main = int(np.argmax(np.bincount(keys[open], areas[open] + 1e-12)))
        seed = normals[open & (keys == main)][0]
        near = open & (normals @ seed >= _ONE_WAY)
        near[np.flatnonzero(open & (keys == main))[0]] = True
        mean = (normals[near] * (areas[near] + 1e-12)[:, None]).sum(axis=0)
        length = float(np.linalg.norm(mean))
        mean = mean / length if length > 0 else np.array([0.0, 0.0, 1.0])
        fits = near & ((normals @ mean >= _MOST_OFF) | (areas == 0))
        way[fits if fits.any() else near] = len(ways)
        ways.append(mean)
    way[way < 0] = 0
    return way, np.array(ways)


def _beside(solid: Solid, faces: Ints) -> Ints:
    """Return the pairs of covered faces beside each other, (e, 2), by their places in ``faces``."""
    number = np.full(len(solid.faces), -1)
    number[faces] = np.arange(len(faces))
    pairs = number[solid.edges.faces]
    return np.asarray(pairs[(pairs >= 0).all(axis=1)])


def _beyond_rims(solid: Solid, faces: Ints) -> FloatArray:
    """Return how far each vertex (n, 3) of the solid is moved beyond the rim of what is covered, into the air.

    That is where the surface bends down by a right angle or more; where it goes on, the rim stays.
    """
    aside = np.zeros((len(solid.vertices), 3))
    covered = np.zeros(len(solid.faces), dtype=bool)
    covered[faces] = True
    beside = solid.edges.faces
    rim = covered[beside[:, 0]] != covered[beside[:, 1]]
    mine = np.where(covered[beside[rim, 0]], beside[rim, 0], beside[rim, 1])
    other = np.where(covered[beside[rim, 0]], beside[rim, 1], beside[rim, 0])
    ends = solid.edges.ends[rim]
    down = ((solid.triangles[other].mean(axis=1) - solid.vertices[ends[:, 0]]) * solid.normals[mine]).sum(axis=1) < 0
    sharp = down & ((solid.normals[mine] * solid.normals[other]).sum(axis=1) < 0.1)
    for end in (0, 1):
        np.add.at(aside, ends[sharp, end], _ABOVE * solid.normals[other[sharp]])
    return aside


def _corner_numbers(faces: NDArray[np.int32], same: Ints) -> Ints:
    """Return for each corner of faces (k, 3) a number that corners at one vertex share where faces are joined by edges.

    Faces that only touch at a vertex get numbers of their own, so that what is drawn from them is a proper solid.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    a, b = same[:, 0], same[:, 1]
    rows, columns = [], []
    for i in range(3):
        for j in range(3):
            meet = faces[a, i] == faces[b, j]
            rows.append(3 * a[meet] + i)
            columns.append(3 * b[meet] + j)
    size = 3 * len(faces)
    row, column = np.concatenate(rows), np.concatenate(columns)
    graph = coo_array((np.ones(len(row), dtype=np.int8), (row, column)), (size, size))
    return np.asarray(connected_components(graph, directed=False)[1].reshape(-1, 3), dtype=np.int64)


def _components(count: int, pairs: Ints) -> list[Ints]:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(len(pairs), dtype=np.int8), (pairs[:, 0], pairs[:, 1])), (count, count))
    label = connected_components(graph, directed=False)[1]
    order = np.argsort(label, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(label[order])) + 1)


def _drawn(
    solid: Solid, faces: Ints, corners: Ints, along: FloatArray, aside: FloatArray, depth: float
) -> Iterator[Any]:
    """Yield the body that connected faces sweep when they are drawn down along a direction."""
    import manifold3d

    numbers, first, local = np.unique(corners.ravel(), return_index=True, return_inverse=True)
    vertex = solid.faces[faces].ravel()[first]
    points = solid.vertices[vertex] + aside[vertex]
    top = local.reshape(-1, 3)
    n = len(numbers)
    halves = np.concatenate([top[:, [0, 1]], top[:, [1, 2]], top[:, [2, 0]]])
    key, twin = halves[:, 0] * n + halves[:, 1], halves[:, 1] * n + halves[:, 0]
    a, b = halves[~np.isin(key, twin)].T
    # Neighbours that are drawn another way part their common side along the same diagonal.
    up = vertex[a] < vertex[b]
    sides = [
        np.stack([b, a, b + n], axis=1)[up],
        np.stack([a, a + n, b + n], axis=1)[up],
        np.stack([b, a, a + n], axis=1)[~up],
        np.stack([b, a + n, b + n], axis=1)[~up],
    ]
    triangles = np.concatenate([top, top[:, ::-1] + n, *sides]).astype(np.uint64)
    both = np.concatenate([points + along * _ABOVE, points - along * depth])
    body = manifold3d.Manifold(manifold3d.Mesh64(np.ascontiguousarray(both), np.ascontiguousarray(triangles)))
    if body.status() == manifold3d.Error.NoError:
        yield body
        return
    for face in solid.triangles[faces]:
        yield manifold3d.Manifold.hull_points(np.concatenate([face + along * _ABOVE, face - along * depth]))


def _wedges(solid: Solid, faces: Ints, pairs: Ints, way: Ints, ways: FloatArray, depth: float) -> Iterator[Any]:
    """Yield what lies between bodies drawn in different directions from both sides of an edge that bends inward."""
    import manifold3d

    own = solid.faces[faces]
    meeting: dict[int, set[int]] = {}
    for i, j in pairs.tolist():
        ends = solid.vertices[np.intersect1d(own[i], own[j])]
        middle = solid.triangles[faces[j]].mean(axis=0)
        for vertex in np.intersect1d(own[i], own[j]).tolist():
            meeting.setdefault(vertex, set()).update((int(way[i]), int(way[j])))
        if float((middle - ends[0]) @ solid.normals[faces[i]]) > 1e-9:
            deep = [ends - ways[way[k]] * depth for k in (i, j)]
            yield manifold3d.Manifold.hull_points(np.concatenate([ends, *deep]))
    for vertex, which in sorted(meeting.items()):
        if len(which) > 2:
            point = solid.vertices[vertex]
            yield manifold3d.Manifold.hull_points(np.vstack([point, *(point - ways[k] * depth for k in sorted(which))]))
