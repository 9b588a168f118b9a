"""Many straight paths at once (compiled): which stay near triangles, and which collide with any."""

import math

import numpy as np

from warcry3d.geom.array_kernels import copy_row, copy_rows
from warcry3d.geom.compiled import kernel, lean_kernel
from warcry3d.geom.records import Bools1, Floats1, Floats2, Floats3, Longs1
from warcry3d.motion.swept.collisions import MAX_POINTS, colliding_triangles
from warcry3d.motion.swept.distance import body_distance

__all__ = ["any_collision", "stay_near"]

STACK_SIZE = 64

MAX_SPAN = 0.5
"""A stretch longer to each side of its middle than this share of the reach is halved at once: to decide it as a whole,
the nearest of all triangles would have to be found; for shorter ones any triangle that is near will do.
"""

RECENT_COUNT = 12
"""How many of the triangles that were near last are tried first."""


@kernel
def stay_near(
    triangles: Floats3,
    boxes: Floats2,
    starts: Floats2,
    ends: Floats2,
    frame: Floats1,
    is_square: bool,
    height: float,
    reach: float,
    resolution: float,
    found: Bools1,
):
    """Write into ``found`` (n,) whether a body of ``height`` is within ``reach`` of the nearest triangle everywhere on
    each straight path from starts to ends (n, 3), but for stretches shorter than ``resolution``.

    The distance changes by no more than the body moves, so one measurement decides a whole stretch; an undecided one
    is halved. The triangles that were near last are tried first: neighbouring paths climb the same stones. A path may
    have no length. triangles (t, 3, 3), boxes (t, 6), frame as of `body_distance`.
    """
    scratch = np.empty(9)
    candidates, candidate_boxes, candidate_ids = (
        np.empty_like(triangles),
        np.empty_like(boxes),
        np.empty(len(triangles), np.int64),
    )
    recent = np.full(RECENT_COUNT, -1, np.int64)
    lows, highs = np.empty(STACK_SIZE), np.empty(STACK_SIZE)
    position = np.empty(3)
    body = (frame, is_square, height, reach)
    for i in range(len(starts)):
        a, b = starts[i], ends[i]
        length = math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2)
        count, stays = -1, True
        lows[0], highs[0] = 0.0, 1.0
        stack_size = 1
        if length > 0:  # the ends first: most paths that fail do so there
            lows[1], highs[1], lows[2], highs[2] = 0.0, 0.0, 1.0, 1.0
            stack_size = 3
        while stays and stack_size > 0:
            stack_size -= 1
            low, high = lows[stack_size], highs[stack_size]
            middle, span = (low + high) / 2, (high - low) * length / 2
            if span > MAX_SPAN * reach and stack_size + 2 <= STACK_SIZE:
                lows[stack_size], highs[stack_size] = low, middle
                lows[stack_size + 1], highs[stack_size + 1] = middle, high
                stack_size += 2
                continue
            for k in range(3):
                position[k] = a[k] + middle * (b[k] - a[k])
            near_enough = max(reach - span, 0.0)
            gap = _distance_to_recent(triangles, boxes, recent, position, body, near_enough, scratch)
            if gap > near_enough:
                if count < 0:
                    count = _gather_candidates(triangles, boxes, a, b, body, candidates, candidate_boxes, candidate_ids)
                gap, nearest = body_distance(
                    candidates[:count],
                    candidate_boxes[:count],
                    position,
                    frame,
                    is_square,
                    height,
                    reach,
                    near_enough,
                    scratch,
                )
                if nearest >= 0:
                    _remember(recent, candidate_ids[nearest])
            if gap > reach:
                stays = False
            elif gap + span > reach and span > resolution / 2 and stack_size + 2 <= STACK_SIZE:
                lows[stack_size], highs[stack_size] = low, middle
                lows[stack_size + 1], highs[stack_size + 1] = middle, high
                stack_size += 2
        found[i] = stays


@lean_kernel
def _remember(recent, triangle):
    """Put a triangle first among those that were near last; the oldest one is dropped."""
    for k in range(len(recent) - 1, 0, -1):
        recent[k] = recent[k - 1]
    recent[0] = triangle


@lean_kernel
def _distance_to_recent(triangles, boxes, recent, position, body, near_enough, scratch):
    """Return the distance to the first of the recent triangles that is near enough; infinity if none is."""
    frame, is_square, height, _ = body
    for k in range(len(recent)):
        t = recent[k]
        if t < 0:
            break
        gap, _ = body_distance(
            triangles[t : t + 1],
            boxes[t : t + 1],
            position,
            frame,
            is_square,
            height,
            near_enough,
            near_enough,
            scratch,
        )
        if gap <= near_enough:
            return gap
    return np.inf


@lean_kernel
def _gather_candidates(triangles, boxes, a, b, body, candidates, candidate_boxes, candidate_ids):
    """Copy the triangles that may be near a body between a and b, and their numbers; return how many there are."""
    frame, is_square, height, reach = body
    radius = math.sqrt(2.0) * max(frame[2], frame[3]) if is_square else max(frame[2], frame[3])
    out = radius + reach
    west, east = min(a[0], b[0]) - out, max(a[0], b[0]) + out
    south, north = min(a[1], b[1]) - out, max(a[1], b[1]) + out
    bottom, top = min(a[2], b[2]) - reach, max(a[2], b[2]) + height + reach
    count = 0
    for t in range(len(triangles)):
        if boxes[t, 0] > east or boxes[t, 3] < west or boxes[t, 1] > north or boxes[t, 4] < south:
            continue
        if boxes[t, 2] > top or boxes[t, 5] < bottom:
            continue
        copy_rows(triangles[t], 3, candidates[count])
        copy_row(boxes[t], candidate_boxes[count])
        candidate_ids[count] = t
        count += 1
    return count


@kernel
def any_collision(
    triangles: Floats3,
    boxes: Floats2,
    group_start: Longs1,
    group_bounds: Floats3,
    skip: Bools1,
    starts: Floats2,
    ends: Floats2,
    frame: Floats1,
    is_square: bool,
    low: float,
    high: float,
    found: Bools1,
):
    """Write into ``found`` (n,) whether a body collides with any triangle on each straight path from starts to ends
    (n, 3).

    Triangles come in groups: group k from ``group_start[k]`` to ``group_start[k + 1]``, within ``group_bounds``
    (k, 2, 3). ``skip``: triangles that do not count. The rest as of `colliding_triangles`.
    """
    scratch = np.empty((MAX_POINTS, 2))
    hit = np.empty(1, np.bool_)
    step = np.empty(3)
    radius = math.sqrt(2.0) * max(frame[2], frame[3]) if is_square else max(frame[2], frame[3])
    for i in range(len(starts)):
        a, b = starts[i], ends[i]
        for k in range(3):
            step[k] = b[k] - a[k]
        west, east = min(a[0], b[0]) - radius, max(a[0], b[0]) + radius
        south, north = min(a[1], b[1]) - radius, max(a[1], b[1]) + radius
        bottom, top = min(a[2], b[2]) + low, max(a[2], b[2]) + high
        found[i] = False
        for k in range(len(group_bounds)):
            if (
                group_bounds[k, 0, 0] > east
                or group_bounds[k, 1, 0] < west
                or group_bounds[k, 0, 1] > north
                or group_bounds[k, 1, 1] < south
            ):
                continue
            if group_bounds[k, 0, 2] >= top or group_bounds[k, 1, 2] <= bottom:
                continue
            for t in range(group_start[k], group_start[k + 1]):
                if skip[t] or boxes[t, 0] > east or boxes[t, 3] < west or boxes[t, 1] > north or boxes[t, 4] < south:
                    continue
                if boxes[t, 2] >= top or boxes[t, 5] <= bottom:
                    continue
                colliding_triangles(
                    triangles[t : t + 1], boxes[t : t + 1], a, step, frame, is_square, low, high, scratch, hit
                )
                if hit[0]:
                    found[i] = True
                    break
            if found[i]:
                break
