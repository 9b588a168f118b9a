"""Half-edges of a triangle mesh: neighbours, boundary edges, non-manifold edges.

Half-edge ``3 * f + k`` runs along face ``f`` from its corner ``k`` to its corner ``k + 1``. In a closed oriented
surface each has a twin that runs back along the same edge.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.solid import FloatArray

__all__ = [
    "Indices",
    "cut_open",
    "loops",
    "oriented",
    "runs",
    "shells",
    "split_corners",
    "twins",
    "without_double_edges",
]

Indices: TypeAlias = NDArray[np.int64]

_MOST_ROUNDS = 60
"""Rounds of cutting double edges; each leaves at most half of what an edge has too many."""


def ends(faces: Indices) -> tuple[Indices, Indices]:
    """Return the vertices where each half-edge starts and ends, (3m,) each."""
    return faces.ravel(), np.roll(faces, -1, axis=1).ravel()


def oriented(faces: Indices, areas: FloatArray) -> tuple[Indices, Indices]:
    """Return the faces turned so that neighbours agree, and faces (one a surface) of surfaces with only one side.

    Neighbours are the two faces of an edge that has no third. Each connected surface keeps the way round that most of
    its area had. faces: (m, 3), areas: (m,).
    """
    start, end = ends(faces)
    a, b = _pairs_of_two(start, end)
    same_way = start[a] == start[b]
    if not same_way.any():
        return faces, np.empty(0, dtype=np.int64)
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    # Each face stands twice in this graph, as it is and turned; who agrees with whom is connected. A surface with two
    # sides falls apart in two components, of which the one with more area as it was is kept.
    m = len(faces)
    f, g = a // 3, b // 3
    rows = np.concatenate([f, f + m])
    columns = np.concatenate([np.where(same_way, g + m, g), np.where(same_way, g, g + m)])
    graph = coo_matrix((np.ones(2 * len(f), dtype=np.int8), (rows, columns)), shape=(2 * m, 2 * m))
    count, label = connected_components(graph, directed=False)
    one_sided = np.flatnonzero(label[:m] == label[m:])
    as_is = np.bincount(label[:m], weights=areas, minlength=count)
    turned = as_is[label[m:]] > as_is[label[:m]]
    faces = np.where(turned[:, None], faces[:, ::-1], faces)
    _, first = np.unique(label[one_sided], return_index=True)
    return faces, one_sided[first]


def cut_open(faces: Indices, one_sided: Indices) -> Indices:
    """Return the faces with surfaces that have one side only turned so that neighbours agree along a tree of them: in
    their other edges they come apart. one_sided: a face of each, as `oriented` gives them.
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import breadth_first_order

    start, end = ends(faces)
    a, b = _pairs_of_two(start, end)
    same_way = start[a] == start[b]
    f, g, m = a // 3, b // 3, len(faces)
    graph = coo_matrix((np.ones(len(f), dtype=np.int8), (f, g)), shape=(m, m)).tocsr()
    turned = np.zeros(m, dtype=bool)
    apart = {(int(x), int(y)) for x, y, s in zip(f, g, same_way, strict=True) if s}
    for first in one_sided.tolist():
        order, before = breadth_first_order(graph, first, directed=False)
        for face in order[1:].tolist():
            parent = int(before[face])
            differs = (parent, face) in apart or (face, parent) in apart
            turned[face] = turned[parent] != differs
    return np.where(turned[:, None], faces[:, ::-1], faces)


def _pairs_of_two(start: Indices, end: Indices) -> tuple[Indices, Indices]:
    """Return the two half-edges of each edge that has exactly two, whichever way they run."""
    order, first, size = _groups(start, end)
    first = first[size == 2]
    return order[first], order[first + 1]


def _groups(start: Indices, end: Indices, run: Indices | None = None) -> tuple[Indices, Indices, Indices]:
    """Return half-edges ordered by edge (and run), and where in that order each edge begins and how many it has."""
    key = np.minimum(start, end) * (max(int(start.max(initial=0)), int(end.max(initial=0))) + 1) + np.maximum(
        start, end
    )
    order = np.argsort(key, kind="stable")
    begins = np.ones(len(key), dtype=bool)
    begins[1:] = np.diff(key[order]) != 0
    if run is not None:
        # Runs come in the order of faces, so each edge's half-edges are in their order already.
        begins[1:] |= np.diff(run[order]) != 0
    first = np.flatnonzero(begins)
    return order, first, np.diff(np.append(first, len(key)))


def runs(faces: Indices) -> Indices:
    """Return for each face the number of its run (m,): files write closed shells one after the other, and a run ends
    where all half-edges so far have their opposites.
    """
    start, end = ends(faces)
    order, first, size = _groups(start, end)
    face = order // 3
    sign = np.where(start[order] < end[order], 1, -1)
    total = np.cumsum(sign)
    open_after = total - np.repeat(np.where(first > 0, total[first - 1], 0), size) != 0
    last = np.zeros(len(order), dtype=bool)
    last[first + size - 1] = True
    until = np.where(last, len(faces), np.roll(face, -1))
    change = np.bincount(face[open_after], minlength=len(faces) + 1)[: len(faces) + 1].astype(np.int64)
    change -= np.bincount(until[open_after], minlength=len(faces) + 1)
    closed_after = np.cumsum(change)[: len(faces)] == 0
    return np.concatenate([[0], np.cumsum(closed_after)[:-1]])


def twins(vertices: FloatArray, faces: Indices) -> tuple[Indices, bool]:
    """Return each half-edge's twin (3m,), -1 where there is none, and whether any choice of them was arbitrary.

    Where more than two faces meet in an edge, those of the same run are paired, and of these those that have solid
    matter between them: two boxes that touch in an edge stay two boxes. Arbitrary: faces of one run coincide.
    """
    start, end = ends(faces)
    twin = np.full(len(start), -1, dtype=np.int64)
    arbitrary = False
    order, first, size = _groups(start, end, np.repeat(runs(faces), 3))
    a, b = order[first[size == 2]], order[first[size == 2] + 1]
    facing = start[a] == end[b]
    twin[a[facing]], twin[b[facing]] = b[facing], a[facing]
    for i in np.flatnonzero(size > 2):
        pairs, coincide = _matched(vertices, faces, order[first[i] : first[i] + size[i]], start, end)
        arbitrary |= coincide
        for a_, b_ in pairs:
            twin[a_], twin[b_] = b_, a_
    return twin, arbitrary


def _matched(
    vertices: FloatArray, faces: Indices, halves: Indices, start: Indices, end: Indices
) -> tuple[list[tuple[int, int]], bool]:
    """Return which of one edge's half-edges belong together, by walking round the edge, and whether two faces that
    coincide made that arbitrary.

    Seen along the edge from its lower vertex, matter begins at a face whose half-edge runs back and ends at one whose
    half-edge runs forth, anticlockwise: brackets that open and close.
    """
    low, high = sorted((int(start[halves[0]]), int(end[halves[0]])))
    axis = vertices[high] - vertices[low]
    aside = vertices[faces[halves // 3, (halves % 3 + 2) % 3]] - vertices[low]
    x = np.cross(axis, aside[0])
    y = np.cross(axis, x)
    angle = np.arctan2(aside @ y / max(np.linalg.norm(axis), 1e-300), aside @ x)
    angle = np.round(np.where(angle < 1e-9 - np.pi, np.pi, angle), 9)
    forth = start[halves] == low
    ring = halves[np.lexsort((halves, ~forth, angle))].tolist()
    open_: list[int] = []
    waiting: set[int] = set()
    mate: dict[int, int] = {}
    for half in ring * 2:
        if half in mate or half in waiting:
            continue
        if start[half] != low:
            open_.append(half)
            waiting.add(half)
        elif open_:
            other = open_.pop()
            mate[other] = half
            mate[half] = other
    coincide = len(set(zip(angle.tolist(), forth.tolist(), strict=True))) < len(halves)
    return [pair for pair in mate.items() if start[pair[0]] == low], coincide


def split_corners(faces: Indices, twin: Indices) -> tuple[Indices, Indices]:
    """Return the faces with a vertex of its own for every fan of faces, and the old vertex of each new one.

    Surfaces that only touch in an edge or a corner come apart there; all else stays joined.
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    half = np.flatnonzero(twin >= 0)
    other = twin[half]
    following = other - other % 3 + (other % 3 + 1) % 3  # the twin ends where the half-edge starts
    n = len(twin)
    graph = coo_matrix((np.ones(len(half), dtype=np.int8), (half, following)), shape=(n, n))
    count, label = connected_components(graph, directed=False)
    old = np.zeros(count, dtype=np.int64)
    old[label] = faces.ravel()
    # Numbered as the old vertices were, so that a clean mesh comes back as it was.
    rank = np.empty(count, dtype=np.int64)
    order = np.argsort(old, kind="stable")
    rank[order] = np.arange(count)
    return rank[label].reshape(-1, 3), old[order]


def without_double_edges(vertices: FloatArray, faces: Indices) -> tuple[FloatArray, Indices, Indices]:
    """Return the closed mesh with a new point amid every edge whose two vertices another edge joins too, and for each
    face the face it was.

    Two shells that coincide in places can be paired crosswise; this leaves nothing ambiguous of it. Raises `MeshError`
    where it comes to no end.
    """
    origin = np.arange(len(faces))
    for _ in range(_MOST_ROUNDS):
        start, end = ends(faces)
        order, first, size = _groups(start, end)
        if not (size > 2).any():
            return vertices, faces, origin
        twin, _ = twins(vertices, faces)
        halves = _to_cut(order, first, size, twin)
        vertices, faces, origin = _halved(vertices, faces, origin, halves, twin[halves])
    raise MeshError("its shells coincide in too many places; repair the mesh in a modelling program")


def _to_cut(order: Indices, first: Indices, size: Indices, twin: Indices) -> Indices:
    """Return a half-edge of each edge to be cut: of those between the same two vertices all but one, and none that
    shares a face with another one in the list.
    """
    crowded = np.repeat(size > 2, size)
    halves = order[crowded]
    group = np.repeat(np.arange(len(first)), size)[crowded]
    is_lower = halves < twin[halves]
    halves, group = halves[is_lower], group[is_lower]
    later = np.concatenate([[False], group[1:] == group[:-1]])
    halves = halves[later]
    pairs = np.stack([halves, twin[halves]], axis=1) // 3
    # A face goes to the first edge in the list that wants it; an edge is cut where both of its faces went to it.
    at = np.arange(len(halves))
    owner = np.full(int(pairs.max(initial=0)) + 1, len(halves))
    np.minimum.at(owner, pairs.ravel(), np.repeat(at, 2))
    return np.asarray(halves[(owner[pairs] == at[:, None]).all(axis=1)])


def _halved(
    vertices: FloatArray, faces: Indices, origin: Indices, halves: Indices, others: Indices
) -> tuple[FloatArray, Indices, Indices]:
    """Cut the two faces beside each of these edges at its middle; no two edges share a face."""
    a, b = faces.ravel()[halves], faces[halves // 3, (halves % 3 + 1) % 3]
    middle = len(vertices) + np.arange(len(halves))
    faces = faces.copy()
    new, cut = [], []
    for h in (halves, others):
        face, tail, head = h // 3, h % 3, (h % 3 + 1) % 3
        rest = faces[face]
        rest[np.arange(len(h)), tail] = middle
        new.append(rest)
        cut.append(face)
        faces[face, head] = middle
    vertices = np.concatenate([vertices, (vertices[a] + vertices[b]) / 2])
    return vertices, np.concatenate([faces, *new]), np.concatenate([origin, *(origin[face] for face in cut)])


def shells(twin: Indices) -> tuple[int, Indices]:
    """Return how many connected surfaces there are, and for each face its surface's number (m,)."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    half = np.flatnonzero(twin >= 0)
    m = len(twin) // 3
    graph = coo_matrix((np.ones(len(half), dtype=np.int8), (half // 3, twin[half] // 3)), shape=(m, m))
    count, label = connected_components(graph, directed=False)
    return int(count), label.astype(np.int64)


def loops(faces: Indices, twin: Indices) -> list[list[int]]:
    """Return the rims of all holes as lists of vertices, in the direction that a face filling the hole runs."""
    start, end = ends(faces)
    onward: dict[int, list[int]] = {}
    lonely = np.flatnonzero(twin < 0)[::-1]
    for tail, head in zip(end[lonely].tolist(), start[lonely].tolist(), strict=True):
        onward.setdefault(tail, []).append(head)
    found: list[list[int]] = []
    for first in list(onward):
        while onward[first]:
            found.extend(_walk(first, onward))
    return found


def _walk(first: int, onward: dict[int, list[int]]) -> list[list[int]]:
    """Walk along the rims from ``first`` back to it; each time a vertex comes up again, what lies between is a loop."""
    found: list[list[int]] = []
    path, place = [first], {first: 0}
    while onward.get(path[-1]):
        vertex = onward[path[-1]].pop()
        if vertex in place:
            cut = place[vertex]
            found.append(path[cut:])
            for passed in path[cut + 1 :]:
                del place[passed]
            del path[cut + 1 :]
        else:
            place[vertex] = len(path)
            path.append(vertex)
    return found
