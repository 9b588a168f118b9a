"""The navigation mesh: triangles over a free area, and its lattice points by triangle (compiled).

A half-edge ``h`` belongs to triangle ``h // 3`` and runs from ``origins[h]`` to the origin of the next one; triangles
run anticlockwise.
"""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.compiled import inlined, kernel
from warcry3d.geom.records import Floats2, Ints1, Ints2, KernelRecord

__all__ = [
    "GRAZING_TOLERANCE",
    "WAY_TOLERANCE",
    "LatticeRows",
    "NavMesh",
    "contains_points",
    "flip_to_delaunay",
    "lattice_rows",
    "locate_triangles",
    "next_half_edge",
    "snap_to_mesh",
    "triangle_grid",
]

WAY_TOLERANCE = 1e-8
"""Inches: points of a free area nearer than this to each other, or to an edge, are made one; and what lies this far
outside the area still counts as in it. Far above rounding on a 60 in board (1e-14), far below what a rule tells apart.
"""

GRAZING_TOLERANCE = 1e-12
"""Inches by which a line may cut a corner and still be seen to pass it: above rounding, and so far below the
tolerance that no path turns around a corner by more than `GRAZING_TOLERANCE` / `WAY_TOLERANCE` rad too little.
"""


@dataclass(frozen=True, eq=False)
class NavMesh(KernelRecord):
    """A triangulated free area, as the kernels read it.

    points (p, 2): its vertices. origins (3 t) and twins (3 t): per half-edge the vertex it starts at and the half-edge
    on its other side, -1 on the boundary. fan_start (p + 1), fan: the half-edges that start at each vertex.
    sector_start (p + 1), sectors (s, 6): the closed sectors at each corner, as three directions: where it starts, where
    it ends (anticlockwise) and its middle. cell_start, cells: the triangles that meet each cell of a grid of
    ``columns`` x ``lines`` squares of side ``size`` from (west, south).
    """

    points: Floats2
    origins: Ints1
    twins: Ints1
    fan_start: Ints1
    fan: Ints1
    sector_start: Ints1
    sectors: Floats2
    cell_start: Ints1
    cells: Ints1
    west: float
    south: float
    size: float
    columns: int
    lines: int


@dataclass(frozen=True, eq=False)
class LatticeRows(KernelRecord):
    """The points of a square lattice that lie in each triangle, row by row.

    start (t + 1) into runs (r, 3): the row and the first and last column of lattice points, counted from column
    ``first_column`` and row ``first_row`` of the lattice through the origin; ``columns`` x ``rows`` of them.
    """

    start: Ints1
    runs: Ints2
    spacing: float
    first_column: int
    first_row: int
    columns: int
    rows: int


@inlined
def next_half_edge(h):
    """Return the half-edge after h in its triangle."""
    return h - 2 if h % 3 == 2 else h + 1


@inlined
def orient2d(ax, ay, bx, by, cx, cy):
    """Return twice the area of (a, b, c): positive where they turn anticlockwise."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@inlined
def _should_flip(points, a, b, c, d):
    """Return whether the two triangles (a, b, c) and (b, a, d) should share the diagonal c-d: Delaunay's criterion."""
    ax, ay, bx, by = points[a, 0], points[a, 1], points[b, 0], points[b, 1]
    cx, cy, dx, dy = points[c, 0], points[c, 1], points[d, 0], points[d, 1]
    if not (orient2d(ax, ay, dx, dy, cx, cy) > 0 and orient2d(dx, dy, bx, by, cx, cy) > 0):
        return False
    at_c = orient2d(cx, cy, ax, ay, bx, by) * ((bx - dx) * (ax - dx) + (by - dy) * (ay - dy))
    at_d = orient2d(dx, dy, bx, by, ax, ay) * ((ax - cx) * (bx - cx) + (ay - cy) * (by - cy))
    return at_c + at_d < -1e-12 * (abs(at_c) + abs(at_d))


@kernel
def flip_to_delaunay(points: Floats2, origins: Ints1, twins: Ints1):
    """Flip diagonals in place until the mesh is Delaunay but for its boundary; return how many were flipped.

    Long thin triangles make the search for visible triangles slow. Stops after 100 flips a triangle, which no mesh
    needs: one that is not quite Delaunay is only slower.
    """
    stack = np.empty(len(origins) * 8 + 16, np.int64)
    count = 0
    for h in range(len(origins)):
        if h < twins[h]:
            stack[count] = h
            count += 1
    flips = 0
    while count > 0 and flips < 100 * len(origins):
        count -= 1
        h = stack[count]
        t = twins[h]
        if t < 0:
            continue
        hn, tn = next_half_edge(h), next_half_edge(t)
        hp, tp = next_half_edge(hn), next_half_edge(tn)
        a, b, c, d = origins[h], origins[t], origins[hp], origins[tp]
        if not _should_flip(points, a, b, c, d):
            continue
        flips += 1
        right, above, left, below = twins[hn], twins[hp], twins[tn], twins[tp]
        origins[h], origins[hn], origins[hp] = d, c, a
        origins[t], origins[tn], origins[tp] = c, d, b
        twins[hn], twins[hp], twins[tn], twins[tp] = above, left, below, right
        for side in (hn, hp, tn, tp):
            if twins[side] >= 0:
                twins[twins[side]] = side
                if count < len(stack):
                    stack[count] = side
                    count += 1
    return flips


@inlined
def _is_separated_from_box(points, origins, t, west, south, east, north):
    """Return whether one of the sides of triangle t separates it from a box."""
    for e in range(3):
        a, b = origins[3 * t + e], origins[3 * t + (e + 1) % 3]
        ax, ay, dx, dy = points[a, 0], points[a, 1], points[b, 0] - points[a, 0], points[b, 1] - points[a, 1]
        x = west if dy > 0 else east  # the box's corner farthest to the left of the side
        y = north if dx > 0 else south
        if dx * (y - ay) - dy * (x - ax) < -WAY_TOLERANCE * 4 * (abs(dx) + abs(dy)):
            return True
    return False


@inlined
def _extent(points, origins, t, axis):
    a, b, c = points[origins[3 * t], axis], points[origins[3 * t + 1], axis], points[origins[3 * t + 2], axis]
    return min(a, b, c), max(a, b, c)


@kernel
def triangle_grid(points: Floats2, origins: Ints1, west: float, south: float, size: float, columns: int, lines: int):
    """Return (start, triangles): which triangles meet each cell of a grid, within the tolerance."""
    start = np.zeros(columns * lines + 1, np.int32)
    cells = np.empty(0, np.int32)
    for pass_ in range(2):
        if pass_ == 1:
            for i in range(columns * lines):
                start[i + 1] += start[i]
            cells = np.empty(start[-1], np.int32)
            filled = start.copy()
        for t in range(len(origins) // 3):
            x0, x1 = _extent(points, origins, t, 0)
            y0, y1 = _extent(points, origins, t, 1)
            c0, c1 = (
                _cell(x0 - 2 * WAY_TOLERANCE - west, size, columns),
                _cell(x1 + 2 * WAY_TOLERANCE - west, size, columns),
            )
            l0, l1 = (
                _cell(y0 - 2 * WAY_TOLERANCE - south, size, lines),
                _cell(y1 + 2 * WAY_TOLERANCE - south, size, lines),
            )
            for line in range(l0, l1 + 1):
                for column in range(c0, c1 + 1):
                    x, y = west + column * size, south + line * size
                    if _is_separated_from_box(points, origins, t, x, y, x + size, y + size):
                        continue
                    if pass_ == 0:
                        start[line * columns + column + 1] += 1
                    else:
                        cells[filled[line * columns + column]] = t
                        filled[line * columns + column] += 1
    return start, cells


@inlined
def _cell(offset, size, count):
    return min(max(int(np.floor(offset / size)), 0), count - 1)


@inlined
def triangle_contains(mesh, t, x, y):
    """Return whether a point lies in triangle t, within the tolerance."""
    x0, x1 = _extent(mesh.points, mesh.origins, t, 0)
    y0, y1 = _extent(mesh.points, mesh.origins, t, 1)
    if x < x0 - WAY_TOLERANCE or x > x1 + WAY_TOLERANCE or y < y0 - WAY_TOLERANCE or y > y1 + WAY_TOLERANCE:
        return False
    for e in range(3):
        a, b = mesh.origins[3 * t + e], mesh.origins[3 * t + (e + 1) % 3]
        ax, ay = mesh.points[a, 0], mesh.points[a, 1]
        dx, dy = mesh.points[b, 0] - ax, mesh.points[b, 1] - ay
        if dx * (y - ay) - dy * (x - ax) < -WAY_TOLERANCE * np.sqrt(dx * dx + dy * dy):
            return False
    return True


@kernel
def locate_triangles(mesh, x, y, found):
    """Write the triangles that contain a point, within the tolerance, into ``found``; return how many."""
    count = 0
    cell = _cell(y - mesh.south, mesh.size, mesh.lines) * mesh.columns + _cell(x - mesh.west, mesh.size, mesh.columns)
    for i in range(mesh.cell_start[cell], mesh.cell_start[cell + 1]):
        if triangle_contains(mesh, mesh.cells[i], x, y):
            found[count] = mesh.cells[i]
            count += 1
    return count


@kernel
def snap_to_mesh(mesh, x, y, found):
    """Return (x, y) moved by no more than the tolerance: onto a vertex within it, or onto the boundary from outside.

    So the direction from there to anything is exact; right beside a vertex it may be any. A point in no triangle is
    returned as it is.
    """
    best, bx, by = np.inf, x, y
    for i in range(locate_triangles(mesh, x, y, found)):
        mx, my, beyond = x, y, 0.0
        for e in range(3):
            a, b = mesh.origins[3 * found[i] + e], mesh.origins[3 * found[i] + (e + 1) % 3]
            ax, ay = mesh.points[a, 0], mesh.points[a, 1]
            if (x - ax) ** 2 + (y - ay) ** 2 <= WAY_TOLERANCE * WAY_TOLERANCE:
                return ax, ay
            dx, dy = mesh.points[b, 0] - ax, mesh.points[b, 1] - ay
            length = np.sqrt(dx * dx + dy * dy)
            short = (dy * (mx - ax) - dx * (my - ay)) / length
            if short > 0:
                mx, my = mx - dy / length * short, my + dx / length * short
                beyond = max(beyond, short)
        if beyond < best:
            best, bx, by = beyond, mx, my
    return bx, by


@kernel
def contains_points(mesh: NavMesh, points: Floats2):
    """Return which of points (n, 2) lie in the mesh, within the tolerance."""
    found = np.empty(len(mesh.origins) // 3 + 1, np.int32)
    answer = np.zeros(len(points), np.bool_)
    for i in range(len(points)):
        answer[i] = locate_triangles(mesh, points[i, 0], points[i, 1], found) > 0
    return answer


@inlined
def _columns_at(points, origins, t, y, spacing):
    """Return the first and last column of the lattice in triangle t at height y."""
    low, high = _extent(points, origins, t, 0)
    low, high = low - WAY_TOLERANCE, high + WAY_TOLERANCE
    for e in range(3):
        a, b = origins[3 * t + e], origins[3 * t + (e + 1) % 3]
        ax, ay = points[a, 0], points[a, 1]
        dx, dy = points[b, 0] - ax, points[b, 1] - ay
        room = dx * (y - ay) + WAY_TOLERANCE * np.sqrt(dx * dx + dy * dy)  # dy (x - ax) must not be more
        if dy > 0:
            high = min(high, ax + room / dy)
        elif dy < 0:
            low = max(low, ax + room / dy)
        elif room < 0:
            high = low - 1
    return int(np.ceil(low / spacing)), int(np.floor(high / spacing))


@kernel
def lattice_rows(points: Floats2, origins: Ints1, spacing: float, first_column: int, first_row: int):
    """Return (start, runs) of `LatticeRows`."""
    count = len(origins) // 3
    start = np.zeros(count + 1, np.int32)
    runs = np.empty((0, 3), np.int32)
    for pass_ in range(2):
        if pass_ == 1:
            for t in range(count):
                start[t + 1] += start[t]
            runs = np.empty((start[-1], 3), np.int32)
            filled = start.copy()
        for t in range(count):
            y0, y1 = _extent(points, origins, t, 1)
            bottom, top = int(np.ceil((y0 - WAY_TOLERANCE) / spacing)), int(np.floor((y1 + WAY_TOLERANCE) / spacing))
            for row in range(bottom, top + 1):
                low, high = _columns_at(points, origins, t, row * spacing, spacing)
                if low > high:
                    continue
                if pass_ == 0:
                    start[t + 1] += 1
                else:
                    runs[filled[t], 0] = row - first_row
                    runs[filled[t], 1] = low - first_column
                    runs[filled[t], 2] = high - first_column
                    filled[t] += 1
    return start, runs
