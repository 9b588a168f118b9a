"""All that shortest paths reach, as star-shaped polygons, for drawing (compiled)."""

import numpy as np

from warcry3d.geom.array_kernels import argsort, copy_row, copy_rows
from warcry3d.geom.compiled import inlined, kernel, lean_kernel
from warcry3d.motion.shortest.navmesh import WAY_TOLERANCE, NavMesh, next_half_edge
from warcry3d.motion.shortest.path_tree import PathTree
from warcry3d.motion.shortest.visibility import expand_visibility, push_portal, start_at_corner, start_at_point

__all__ = ["stars"]


@inlined
def _ray_parameter(dx, dy, ax, ay, bx, by):
    """Return how far along the ray (dx, dy) from the origin the line a-b is, in lengths of the ray."""
    across = dx * (by - ay) - dy * (bx - ax)
    along = ax * (by - ay) - ay * (bx - ax)
    far = np.sqrt(max(ax * ax + ay * ay, bx * bx + by * by) / (dx * dx + dy * dy))
    return min(max(along / across, 0.0), far) if across != 0 else far


@lean_kernel
def _arc(out, count, x, y, radius, ax, ay, bx, by, step):
    """Write points of a circle about (x, y), from direction a to direction b, both included; return the new length."""
    angle = np.arctan2(ax * by - ay * bx, ax * bx + ay * by)
    pieces = max(1, int(np.ceil(angle / step)))
    start = np.arctan2(ay, ax)
    for i in range(pieces + 1):
        out[count, 0] = x + radius * np.cos(start + angle * i / pieces)
        out[count, 1] = y + radius * np.sin(start + angle * i / pieces)
        count += 1
    return count


@lean_kernel
def _far_boundary(mesh, h, cone, x, y, radius, step, out, count):
    """Write the far boundary of what is visible in a cone that ends at half-edge h: the edge where it is nearer than
    radius, the circle where it is not; return the new length.
    """
    a, b = mesh.origins[h], mesh.origins[next_half_edge(h)]
    ax, ay = mesh.points[a, 0] - x, mesh.points[a, 1] - y
    bx, by = mesh.points[b, 0] - x, mesh.points[b, 1] - y
    rx, ry, lx, ly = cone
    right, left = _ray_parameter(rx, ry, ax, ay, bx, by), _ray_parameter(lx, ly, ax, ay, bx, by)
    px, py, qx, qy = rx * right, ry * right, lx * left, ly * left
    dx, dy = qx - px, qy - py
    a2, b2, c2 = dx * dx + dy * dy, px * dx + py * dy, px * px + py * py - radius * radius
    inside = b2 * b2 - a2 * c2
    if a2 == 0 and c2 <= 0:
        enter, leave = 0.0, 1.0
    elif a2 == 0 or inside <= 0:  # outside, or touches at most
        enter, leave = 2.0, 2.0
    else:
        enter, leave = (-b2 - np.sqrt(inside)) / a2, (-b2 + np.sqrt(inside)) / a2
    if enter >= 1 or leave <= 0:
        return _arc(out, count, x, y, radius, rx, ry, lx, ly, step)
    ex, ey = px + max(enter, 0.0) * dx, py + max(enter, 0.0) * dy
    fx, fy = px + min(leave, 1.0) * dx, py + min(leave, 1.0) * dy
    if enter > 0:
        count = _arc(out, count, x, y, radius, rx, ry, ex, ey, step)
    out[count, 0], out[count, 1] = x + ex, y + ey
    out[count + 1, 0], out[count + 1, 1] = x + fx, y + fy
    count += 2
    if leave < 1:
        count = _arc(out, count, x, y, radius, fx, fy, lx, ly, step)
    return count


@kernel
def stars(mesh: NavMesh, tree: PathTree, limit: float, sagitta: float):
    """Return (points (n, 2), star (n,)): all that paths up to a limit reach straight from each node, as polygons.

    Each polygon is a node and, anticlockwise, the far boundary of what is visible in one cone of less than half a turn.
    Arcs lie inside their circle, within ``sagitta`` of it.
    """
    n = len(mesh.points)
    points, star = np.empty((1024, 2)), np.empty(1024, np.int32)
    found = np.empty(len(mesh.origins) // 3 + 1, np.int32)
    portals, cones = np.empty(256, np.int32), np.empty((256, 4))
    start_edges, start_cones = np.empty(256, np.int32), np.empty((256, 4))
    count, number = 0, 0
    for i in range(len(tree.order)):
        node = tree.order[i]
        x, y = tree.positions[node, 0], tree.positions[node, 1]
        radius = limit - tree.costs[node]
        if radius <= WAY_TOLERANCE:
            continue
        step = 2 * np.arccos(max(1 - sagitta / radius, 0.0))
        if node >= n:
            start_edges, start_cones, end, first = start_at_point(
                mesh, x, y, np.inf, found, start_edges, start_cones, True
            )
        else:
            origin = tree.previous[node]
            ax, ay = x - tree.positions[origin, 0], y - tree.positions[origin, 1]
            start_edges, start_cones, end = start_at_corner(mesh, node, ax, ay, start_edges, start_cones)
            first = 0
        for s in range(first, end):
            cone = (start_cones[s, 0], start_cones[s, 1], start_cones[s, 2], start_cones[s, 3])
            if node >= n:
                portals[0] = start_edges[s]
                copy_row(start_cones[s], cones[0])
                visible_count = 1
            else:
                visible_count = push_portal(
                    mesh, x, y, radius, next_half_edge(start_edges[s]), cone, portals, cones, 0, True
                )
            portals, cones, visible_count = expand_visibility(
                mesh, x, y, radius, portals, cones, 0, visible_count, True
            )
            angles, order = np.empty(visible_count), np.empty(visible_count, np.int64)
            for e in range(visible_count):
                rx, ry = cones[e, 0], cones[e, 1]
                angles[e] = np.arctan2(cone[0] * ry - cone[1] * rx, cone[0] * rx + cone[1] * ry)
            need = count + 1 + visible_count * (8 + 2 * int(np.pi / step))
            if need > len(points):
                more, more_star = np.empty((2 * need, 2)), np.empty(2 * need, np.int32)
                copy_rows(points, count, more)
                copy_row(star[:count], more_star)
                points, star = more, more_star
            begin = count
            points[count, 0], points[count, 1] = x, y
            count += 1
            argsort(angles, order)
            for e in order:
                if portals[e] < 0:
                    side = (cones[e, 0], cones[e, 1], cones[e, 2], cones[e, 3])
                    count = _far_boundary(mesh, -1 - portals[e], side, x, y, radius, step, points, count)
            for p in range(begin, count):
                star[p] = number
            number += 1
    return points[:count], star[:count]
