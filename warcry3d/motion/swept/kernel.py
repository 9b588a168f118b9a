"""Which triangles an upright body meets on a straight way (compiled, exact).

A body at p fills outline x [low, high] above p. It moves from ``start`` by ``step``. A triangle's points, seen from the
moving body, are the prism between the triangle and itself moved by -step; the body meets the triangle where what of
that prism lies between the heights low and high comes, seen from above, nearer to the origin than the outline. In axes
of the outline scaled to its half sizes the outline is the unit circle or square, so this is exact: no curve is a
polygon, and nothing is sampled.
"""

import math

import numpy as np

from warcry3d.geom.compiled import inlined, lean_kernel
from warcry3d.geom.records import Bools1, Floats1, Floats2, Floats3

__all__ = ["meets"]

MOST = 24
"""Six corners of the prism and nine edges that pass two heights each."""


@lean_kernel
def meets(
    triangles: Floats3,
    boxes: Floats2,
    start: Floats1,
    step: Floats1,
    frame: Floats1,
    is_square: bool,
    low: float,
    high: float,
    room: Floats2,
    found: Bools1,
):
    """Write into ``found`` (n,) whether the body meets each triangle; return how many it meets.

    triangles (n, 3, 3), boxes (n, 6): lowest and highest corner of each. start, step (3,). frame: (cos, sin, half
    length, half width) of the outline. low, high: the body's heights above its centre's; met means more than touched at
    these heights and at the rim. room (48, 2) is written over.
    """
    cosine, sine, long, wide = frame[0], frame[1], frame[2], frame[3]
    reach_x = math.sqrt(2.0) * max(long, wide) if is_square else max(long, wide)
    west = min(start[0], start[0] + step[0]) - reach_x
    east = max(start[0], start[0] + step[0]) + reach_x
    south = min(start[1], start[1] + step[1]) - reach_x
    north = max(start[1], start[1] + step[1]) + reach_x
    under = min(start[2], start[2] + step[2]) + low
    over = max(start[2], start[2] + step[2]) + high
    count = 0
    for i in range(len(triangles)):
        found[i] = False
        if boxes[i, 3] < west or boxes[i, 0] > east or boxes[i, 4] < south or boxes[i, 1] > north:
            continue
        if boxes[i, 5] <= under or boxes[i, 2] >= over:
            continue
        n = _flattened(triangles[i], start, step, cosine, sine, long, wide, low, high, room)
        if n > 0 and _comes_near(room, n, is_square):
            found[i] = True
            count += 1
    return count


@inlined
def _flattened(triangle, start, step, cosine, sine, long, wide, low, high, room):
    """Write the points whose hull is the prism between the two heights, seen from above, in the outline's axes; return
    how many. The heights themselves do not count: a prism that only touches them has none.
    """
    n = 0
    lowest, highest = np.inf, -np.inf
    for k in range(6):
        z = _height(triangle, start, step, k)
        lowest, highest = min(lowest, z), max(highest, z)
    if highest <= low or lowest >= high:
        return 0
    for k in range(6):
        z = _height(triangle, start, step, k)
        if low <= z and z <= high:
            x, y = _seen(triangle, start, step, cosine, sine, long, wide, k)
            room[n, 0], room[n, 1] = x, y
            n += 1
    for e in range(9):
        a = e if e < 6 else e - 6
        b = e + 3 if e >= 6 else (a + 1 if a % 3 < 2 else a - 2)
        if e >= 6:
            b = a + 3
        za, zb = _height(triangle, start, step, a), _height(triangle, start, step, b)
        for side in range(2):
            level = low if side == 0 else high
            if (za < level) != (zb < level):
                share = (level - za) / (zb - za)
                ax, ay = _seen(triangle, start, step, cosine, sine, long, wide, a)
                bx, by = _seen(triangle, start, step, cosine, sine, long, wide, b)
                room[n, 0], room[n, 1] = ax + share * (bx - ax), ay + share * (by - ay)
                n += 1
    return n


@inlined
def _height(triangle, start, step, k):
    if k < 3:
        return triangle[k, 2] - start[2]
    return triangle[k - 3, 2] - start[2] - step[2]


@inlined
def _seen(triangle, start, step, cosine, sine, long, wide, k):
    if k < 3:
        x, y = triangle[k, 0] - start[0], triangle[k, 1] - start[1]
    else:
        x, y = triangle[k - 3, 0] - start[0] - step[0], triangle[k - 3, 1] - start[1] - step[1]
    return (cosine * x + sine * y) / long, (cosine * y - sine * x) / wide


@inlined
def _comes_near(room, n, is_square):
    """Return whether the hull of the points comes nearer to the origin than the unit circle, or square."""
    for i in range(n):
        if _is_inside(room[i, 0], room[i, 1], is_square):
            return True
    for i in range(n):
        for j in range(i + 1, n):
            if _passes(room[i, 0], room[i, 1], room[j, 0], room[j, 1], is_square):
                return True
    return _holds_origin(room, n)


@inlined
def _is_inside(x, y, is_square):
    if is_square:
        return abs(x) < 1.0 and abs(y) < 1.0
    return x * x + y * y < 1.0


@inlined
def _passes(ax, ay, bx, by, is_square):
    """Return whether a stretch whose ends are outside passes through the inside."""
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
    share = -(ax * dx + ay * dy) / length
    if share <= 0.0 or share >= 1.0:
        return False
    x, y = ax + share * dx, ay + share * dy
    return x * x + y * y < 1.0


@inlined
def _holds_origin(room, n):
    """Return whether the origin lies in the hull: no point sees all others to its left within half a turn."""
    if n < 3:
        return False
    for i in range(n):
        is_last = True
        for j in range(n):
            if room[i, 0] * room[j, 1] - room[i, 1] * room[j, 0] < 0.0:
                is_last = False
                break
        if is_last:
            return False
    return True
