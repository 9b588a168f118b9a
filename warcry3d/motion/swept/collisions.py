"""Which triangles an upright body collides with on a straight path (compiled, exact).

A body at p fills outline x [low, high] above p. It moves from ``start`` by ``step``. A triangle's points, seen from the
moving body, form the prism between the triangle and itself moved by -step; the body meets the triangle where what of
that prism lies between the heights low and high comes, seen from above, nearer to the origin than the outline. In axes
of the outline scaled to its half sizes the outline is the unit circle or square, so this is exact: no curve is a
polygon, and nothing is sampled.
"""

import math

import numpy as np

from warcry3d.geom.compiled import inlined, lean_kernel
from warcry3d.geom.records import Bools1, Floats1, Floats2, Floats3

__all__ = ["MAX_POINTS", "colliding_triangles"]

MAX_POINTS = 24
"""Six corners of the prism and nine edges that pass two heights each."""


@lean_kernel
def colliding_triangles(
    triangles: Floats3,
    boxes: Floats2,
    start: Floats1,
    step: Floats1,
    frame: Floats1,
    is_square: bool,
    low: float,
    high: float,
    scratch: Floats2,
    found: Bools1,
):
    """Write into ``found`` (n,) whether the body collides with each triangle; return with how many it does.

    triangles (n, 3, 3), boxes (n, 6): lowest and highest corner of each. start, step (3,). frame: (cos, sin, half
    length, half width) of the outline. low, high: the body's heights above its centre's; touching at these heights or
    at the rim is no collision. scratch (`MAX_POINTS`, 2) is overwritten.
    """
    cosine, sine, half_length, half_width = frame[0], frame[1], frame[2], frame[3]
    radius = math.sqrt(2.0) * max(half_length, half_width) if is_square else max(half_length, half_width)
    west = min(start[0], start[0] + step[0]) - radius
    east = max(start[0], start[0] + step[0]) + radius
    south = min(start[1], start[1] + step[1]) - radius
    north = max(start[1], start[1] + step[1]) + radius
    bottom = min(start[2], start[2] + step[2]) + low
    top = max(start[2], start[2] + step[2]) + high
    count = 0
    for i in range(len(triangles)):
        found[i] = False
        if boxes[i, 3] < west or boxes[i, 0] > east or boxes[i, 4] < south or boxes[i, 1] > north:
            continue
        if boxes[i, 5] <= bottom or boxes[i, 2] >= top:
            continue
        n = _project_prism(triangles[i], start, step, cosine, sine, half_length, half_width, low, high, scratch)
        if n > 0 and _hull_meets_outline(scratch, n, is_square):
            found[i] = True
            count += 1
    return count


@inlined
def _project_prism(triangle, start, step, cosine, sine, half_length, half_width, low, high, scratch):
    """Write the points whose hull is the prism between the two heights, seen from above, in the outline's axes; return
    how many there are: none for a prism that only touches the two heights.
    """
    n = 0
    lowest, highest = np.inf, -np.inf
    for k in range(6):
        z = _corner_height(triangle, start, step, k)
        lowest, highest = min(lowest, z), max(highest, z)
    if highest <= low or lowest >= high:
        return 0
    for k in range(6):
        z = _corner_height(triangle, start, step, k)
        if low <= z and z <= high:
            x, y = _project_corner(triangle, start, step, cosine, sine, half_length, half_width, k)
            scratch[n, 0], scratch[n, 1] = x, y
            n += 1
    for e in range(9):
        a = e if e < 6 else e - 6
        b = e + 3 if e >= 6 else (a + 1 if a % 3 < 2 else a - 2)
        if e >= 6:
            b = a + 3
        za, zb = _corner_height(triangle, start, step, a), _corner_height(triangle, start, step, b)
        for side in range(2):
            level = low if side == 0 else high
            if (za < level) != (zb < level):
                fraction = (level - za) / (zb - za)
                ax, ay = _project_corner(triangle, start, step, cosine, sine, half_length, half_width, a)
                bx, by = _project_corner(triangle, start, step, cosine, sine, half_length, half_width, b)
                scratch[n, 0], scratch[n, 1] = ax + fraction * (bx - ax), ay + fraction * (by - ay)
                n += 1
    return n


@inlined
def _corner_height(triangle, start, step, k):
    if k < 3:
        return triangle[k, 2] - start[2]
    return triangle[k - 3, 2] - start[2] - step[2]


@inlined
def _project_corner(triangle, start, step, cosine, sine, half_length, half_width, k):
    if k < 3:
        x, y = triangle[k, 0] - start[0], triangle[k, 1] - start[1]
    else:
        x, y = triangle[k - 3, 0] - start[0] - step[0], triangle[k - 3, 1] - start[1] - step[1]
    return (cosine * x + sine * y) / half_length, (cosine * y - sine * x) / half_width


@inlined
def _hull_meets_outline(scratch, n, is_square):
    """Return whether the hull of the points comes nearer to the origin than the unit circle, or square."""
    for i in range(n):
        if _is_in_outline(scratch[i, 0], scratch[i, 1], is_square):
            return True
    for i in range(n):
        for j in range(i + 1, n):
            if _segment_meets_outline(scratch[i, 0], scratch[i, 1], scratch[j, 0], scratch[j, 1], is_square):
                return True
    return _hull_contains_origin(scratch, n)


@inlined
def _is_in_outline(x, y, is_square):
    if is_square:
        return abs(x) < 1.0 and abs(y) < 1.0
    return x * x + y * y < 1.0


@inlined
def _segment_meets_outline(ax, ay, bx, by, is_square):
    """Return whether a segment whose ends are outside passes through the inside."""
    dx, dy = bx - ax, by - ay
    if is_square:
        first, last = 0.0, 1.0
        for axis in range(2):
            a, d = (ax, dx) if axis == 0 else (ay, dy)
            if d == 0.0:
                if abs(a) >= 1.0:
                    return False
                continue
            s, t = (-1.0 - a) / d, (1.0 - a) / d
            first, last = max(first, min(s, t)), min(last, max(s, t))
        return last - first > 1e-12
    length = dx * dx + dy * dy
    if length == 0.0:
        return False
    fraction = -(ax * dx + ay * dy) / length
    if fraction <= 0.0 or fraction >= 1.0:
        return False
    x, y = ax + fraction * dx, ay + fraction * dy
    return x * x + y * y < 1.0


@inlined
def _hull_contains_origin(scratch, n):
    """Return whether the origin lies in the hull: no point sees all others to its left within half a turn."""
    if n < 3:
        return False
    for i in range(n):
        is_outermost = True
        for j in range(n):
            if scratch[i, 0] * scratch[j, 1] - scratch[i, 1] * scratch[j, 0] < 0.0:
                is_outermost = False
                break
        if is_outermost:
            return False
    return True
