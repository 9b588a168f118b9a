"""The tree of shortest paths from sources over a navigation mesh (compiled): Dijkstra's algorithm on visible nodes.

A *node* is where a path starts or bends: nodes 0 to p - 1 are the mesh's points, the sources follow. The tree gives the
costs of lattice points, of query points, and, looking back from it, of any point.
"""

from dataclasses import dataclass

import numpy as np

from warcry3d.geom.compiled import inlined, kernel, lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Ints1, KernelRecord
from warcry3d.motion.shortest.navmesh import WAY_TOLERANCE, LatticeRows, NavMesh, locate_triangles, snap_to_mesh
from warcry3d.motion.shortest.visibility import (
    cone_contains,
    expand_visibility,
    may_bend,
    start_at_point,
    visible_portals,
)

__all__ = ["PathTree", "QueryPoints", "locate_queries", "path_costs", "shortest_path_tree"]


@dataclass(frozen=True, eq=False)
class PathTree(KernelRecord):
    """The nodes of shortest paths: positions (n, 2), costs (n,) up to there (inf: not reached), previous (n,) the node
    before (-1: none), order (m,) the nodes from which paths continue, cheapest first.
    """

    positions: Floats2
    costs: Floats1
    previous: Ints1
    order: Ints1


@dataclass(frozen=True, eq=False)
class QueryPoints(KernelRecord):
    """Points whose costs are computed besides those of the lattice: positions (m, 2), and by triangle as linked lists:
    head (t,), member, next_member (a point on a side belongs to the triangles on both sides of it).
    """

    positions: Floats2
    head: Ints1
    member: Ints1
    next_member: Ints1


@inlined
def _clip_span(rx, ry, e, dy, low, high):
    """Return a row's span cut by a half-plane: rx dy - ry dx >= -e."""
    room = rx * dy + e
    if ry > 0:
        high = min(high, room / ry)
    elif ry < 0:
        low = max(low, room / ry)
    elif room < 0:
        high = low - 1
    return low, high


@lean_kernel
def _relax_lattice(rows, t, cone, node, x, y, start_cost, radius, cost, previous):
    """Lower the costs of the lattice points of triangle t in a cone about (x, y) to what they cost from there."""
    rx, ry, lx, ly = cone
    right, left = WAY_TOLERANCE * (abs(rx) + abs(ry)), WAY_TOLERANCE * (abs(lx) + abs(ly))
    spacing = rows.spacing
    for r in range(rows.start[t], rows.start[t + 1]):
        dy = (rows.runs[r, 0] + rows.first_row) * spacing - y
        reach = radius * radius - dy * dy
        if reach < 0:
            continue
        high = np.sqrt(reach)
        low, high = _clip_span(rx, ry, right, dy, -high, high)
        low, high = _clip_span(-lx, -ly, left, dy, low, high)
        if low > high:
            continue
        first = max(rows.runs[r, 1], int(np.ceil((x + low) / spacing)) - rows.first_column)
        final = min(rows.runs[r, 2], int(np.floor((x + high) / spacing)) - rows.first_column)
        row = rows.runs[r, 0] * rows.columns
        for i in range(first, final + 1):
            dx = (i + rows.first_column) * spacing - x
            d = start_cost + np.sqrt(dx * dx + dy * dy)
            if not cost[row + i] <= d:
                cost[row + i] = d
                previous[row + i] = node


@lean_kernel
def _relax_queries(queries, t, cone, node, x, y, start_cost, radius, cost, previous):
    """Lower the costs of the query points of triangle t in a cone about (x, y) to what they cost from there."""
    j = queries.head[t]
    while j >= 0:
        q = queries.member[j]
        j = queries.next_member[j]
        dx, dy = queries.positions[q, 0] - x, queries.positions[q, 1] - y
        square = dx * dx + dy * dy
        if square > radius * radius:
            continue
        d = start_cost + np.sqrt(square)
        if not cost[q] <= d and cone_contains(cone, dx, dy):
            cost[q] = d
            previous[q] = node


@inlined
def _sift_up(heap, heap_slot, costs, i):
    item = heap[i]
    while i > 0:
        above = (i - 1) // 2
        if costs[heap[above]] <= costs[item]:
            break
        heap[i] = heap[above]
        heap_slot[heap[i]] = i
        i = above
    heap[i] = item
    heap_slot[item] = i


@inlined
def _sift_down(heap, heap_slot, costs, count):
    item, i = heap[0], 0
    while True:
        below = 2 * i + 1
        if below >= count:
            break
        if below + 1 < count and costs[heap[below + 1]] < costs[heap[below]]:
            below += 1
        if costs[heap[below]] >= costs[item]:
            break
        heap[i] = heap[below]
        heap_slot[heap[i]] = i
        i = below
    heap[i] = item
    heap_slot[item] = i


@lean_kernel
def _relax(mesh, node, to, positions, costs, previous, heap_slot, heap, count, limit):
    """Lower the cost of node ``to`` to what it is through another node; return the new length of the heap."""
    ax, ay = positions[to, 0] - positions[node, 0], positions[to, 1] - positions[node, 1]
    d = costs[node] + np.sqrt(ax * ax + ay * ay)
    if d >= costs[to] or d > limit + WAY_TOLERANCE or heap_slot[to] == -2:
        return count
    costs[to] = d
    previous[to] = node
    if heap_slot[to] == -1:
        if to >= len(mesh.points) or not may_bend(mesh, to, ax, ay):
            return count
        heap_slot[to] = count
        heap[count] = to
        count += 1
    _sift_up(heap, heap_slot, costs, heap_slot[to])
    return count


@kernel
def _lists_by_triangle(mesh, sources, found):
    """Return the sources in each triangle as linked lists: (head (t,), member, next_member)."""
    total = 0
    for j in range(len(sources)):
        total += locate_triangles(mesh, sources[j, 0], sources[j, 1], found)
    head = np.full(len(mesh.origins) // 3, -1, np.int32)
    member, next_member = np.empty(total, np.int32), np.empty(total, np.int32)
    total = 0
    for j in range(len(sources)):
        for i in range(locate_triangles(mesh, sources[j, 0], sources[j, 1], found)):
            member[total], next_member[total] = j, head[found[i]]
            head[found[i]] = total
            total += 1
    return head, member, next_member


@kernel
def locate_queries(mesh: NavMesh, points: Floats2):
    """Return (positions, head, member, next_member) of `QueryPoints`; a point outside the mesh is in no list."""
    found = np.empty(len(mesh.origins) // 3 + 1, np.int32)
    positions = np.empty((len(points), 2))
    for i in range(len(points)):
        positions[i, 0], positions[i, 1] = snap_to_mesh(mesh, points[i, 0], points[i, 1], found)
    head, member, next_member = _lists_by_triangle(mesh, positions, found)
    return positions, head, member, next_member


@kernel
def shortest_path_tree(
    mesh: NavMesh, rows: LatticeRows, sources: Floats2, start_costs: Floats1, limit: float, queries: QueryPoints
):
    """Return (tree, cost, previous, query_cost, query_previous): shortest paths from sources (k, 2), each with
    a cost to start with, up to a limit.

    cost and previous (rows * columns,): of each lattice point the cost of the cheapest path there (nan: none) and the
    node it comes from (-1). A source that is cheaper to reach from others is not expanded.
    """
    n, k = len(mesh.points), len(sources)
    positions = np.empty((n + k, 2))
    for i in range(n):
        positions[i, 0], positions[i, 1] = mesh.points[i, 0], mesh.points[i, 1]
    found = np.empty(len(mesh.origins) // 3 + 1, np.int32)
    for j in range(k):
        positions[n + j, 0], positions[n + j, 1] = snap_to_mesh(mesh, sources[j, 0], sources[j, 1], found)
    costs = np.full(n + k, np.inf)
    previous = np.full(n + k, -1, np.int32)
    heap_slot = np.full(n + k, -1, np.int32)  # in the heap; -1: not yet, -2: done
    heap = np.empty(n + k, np.int32)
    order = np.empty(n + k, np.int32)
    cost = np.full(rows.columns * rows.rows, np.nan)
    lattice_previous = np.full(rows.columns * rows.rows, -1, np.int32)
    query_cost = np.full(len(queries.positions), np.nan)
    query_previous = np.full(len(queries.positions), -1, np.int32)
    portals, cones = np.empty(256, np.int32), np.empty((256, 4))
    head, member, next_member = _lists_by_triangle(mesh, positions[n:], found)
    count, settled = 0, 0
    for j in range(k):
        if start_costs[j] <= limit:
            costs[n + j] = start_costs[j]
            heap[count] = n + j
            heap_slot[n + j] = count
            count += 1
            _sift_up(heap, heap_slot, costs, count - 1)
    while count > 0:
        node = heap[0]
        count -= 1
        heap[0] = heap[count]
        if count > 0:
            _sift_down(heap, heap_slot, costs, count)
        heap_slot[node] = -2
        if node >= n and previous[node] >= 0:
            continue
        x, y = positions[node, 0], positions[node, 1]
        radius = limit + WAY_TOLERANCE - costs[node]
        portals, cones, visible_count, start_count = visible_portals(
            mesh, node, positions, previous, radius, found, portals, cones
        )
        if visible_count > 0:
            order[settled] = node
            settled += 1
        for i in range(visible_count):
            t = portals[i] // 3
            cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
            _relax_lattice(rows, t, cone, node, x, y, costs[node], radius, cost, lattice_previous)
            _relax_queries(queries, t, cone, node, x, y, costs[node], radius, query_cost, query_previous)
            for e in range(3):
                p = mesh.origins[3 * t + e]
                if i >= start_count and portals[i] % 3 != (e + 1) % 3:  # only the point across the portal is new
                    continue
                if mesh.sector_start[p] == mesh.sector_start[p + 1] or p == node:
                    continue
                if cone_contains(cone, positions[p, 0] - x, positions[p, 1] - y):
                    count = _relax(mesh, node, p, positions, costs, previous, heap_slot, heap, count, limit)
            j = head[t]
            while j >= 0:
                to = n + member[j]
                if to != node and cone_contains(cone, positions[to, 0] - x, positions[to, 1] - y):
                    count = _relax(mesh, node, to, positions, costs, previous, heap_slot, heap, count, limit)
                j = next_member[j]
    return (positions, costs, previous, order[:settled].copy()), cost, lattice_previous, query_cost, query_previous


@kernel
def path_costs(mesh: NavMesh, tree: PathTree, points: Floats2, lowest_cost: float, limit: float):
    """Return (cost, previous) of points (n, 2): the cost of the cheapest path there (nan: none) and its last node (-1).

    Looks back from each point for the nodes it sees. ``lowest_cost``: the cheapest source's cost.
    """
    n = len(mesh.points)
    cost = np.full(len(points), np.nan)
    previous = np.full(len(points), -1, np.int32)
    found = np.empty(len(mesh.origins) // 3 + 1, np.int32)
    portals, cones = np.empty(256, np.int32), np.empty((256, 4))
    is_expanded = np.zeros(len(tree.positions), np.bool_)
    for i in range(len(tree.order)):
        is_expanded[tree.order[i]] = True
    head, member, next_member = _lists_by_triangle(mesh, tree.positions[n:], found)
    for q in range(len(points)):
        x, y = snap_to_mesh(mesh, points[q, 0], points[q, 1], found)
        radius = limit + WAY_TOLERANCE - lowest_cost
        portals, cones, count, start_count = start_at_point(mesh, x, y, radius, found, portals, cones, False)
        portals, cones, count = expand_visibility(mesh, x, y, radius, portals, cones, start_count, count, False)
        for i in range(count):
            t = portals[i] // 3
            cone = (cones[i, 0], cones[i, 1], cones[i, 2], cones[i, 3])
            j, e = head[t], 0
            while e < 3 or j >= 0:
                if e < 3:
                    node = mesh.origins[3 * t + e]
                    e += 1
                else:
                    node = n + member[j]
                    j = next_member[j]
                if not is_expanded[node]:
                    continue
                dx, dy = tree.positions[node, 0] - x, tree.positions[node, 1] - y
                d = tree.costs[node] + np.hypot(
                    tree.positions[node, 0] - points[q, 0], tree.positions[node, 1] - points[q, 1]
                )
                if d <= limit + WAY_TOLERANCE and not cost[q] <= d and cone_contains(cone, dx, dy):
                    cost[q] = d
                    previous[q] = node
    return cost, previous
