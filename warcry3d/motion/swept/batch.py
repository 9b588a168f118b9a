"""Many straight ways at once (compiled): which keep near triangles, and which meet any."""

import math

import numpy as np

from warcry3d.geom.array_kernels import copy_row, copy_rows
from warcry3d.geom.compiled import kernel, lean_kernel
from warcry3d.geom.records import Bools1, Floats1, Floats2, Floats3, Longs1
from warcry3d.motion.swept.kernel import meets
from warcry3d.motion.swept.near import distance

__all__ = ["keep_near", "meet_any"]

DEEP = 64

LONG = 0.5
"""A stretch longer to each side of its middle than this share of the reach is halved at once: to settle it whole the
nearest of all triangles would have to be found, for shorter ones any that is near will do.
"""

RECENT = 12
"""Triangles that were near lately and are tried first."""


@kernel
def keep_near(
    triangles: Floats3,
    boxes: Floats2,
    starts: Floats2,
    ends: Floats2,
    frame: Floats1,
    is_square: bool,
    tall: float,
    reach: float,
    settled: float,
    found: Bools1,
):
    """Write into ``found`` (n,) whether a body, ``tall`` high, is within ``reach`` of the nearest triangle at all
    places of each straight way from starts to ends (n, 3), but for stretches shorter than ``settled``.

    The distance changes by no more than the body moves, so one measure settles a whole stretch; what stays open is
    halved. Triangles that were near lately are tried first: ways side by side climb the same stones. Ways of no length
    are single places. triangles (t, 3, 3), boxes (t, 6), frame as of `distance`.
    """
    room = np.empty(9)
    some, some_boxes, which = np.empty_like(triangles), np.empty_like(boxes), np.empty(len(triangles), np.int64)
    recent = np.full(RECENT, -1, np.int64)
    lows, highs = np.empty(DEEP), np.empty(DEEP)
    at = np.empty(3)
    body = (frame, is_square, tall, reach)
    for i in range(len(starts)):
        a, b = starts[i], ends[i]
        length = math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2)
        count, keeps = -1, True
        lows[0], highs[0] = 0.0, 1.0
        todo = 1
        if length > 0:  # the ends first: most ways that fail do so there
            lows[1], highs[1], lows[2], highs[2] = 0.0, 0.0, 1.0, 1.0
            todo = 3
        while keeps and todo > 0:
            todo -= 1
            low, high = lows[todo], highs[todo]
            middle, span = (low + high) / 2, (high - low) * length / 2
            if span > LONG * reach and todo + 2 <= DEEP:
                lows[todo], highs[todo] = low, middle
                lows[todo + 1], highs[todo + 1] = middle, high
                todo += 2
                continue
            for k in range(3):
                at[k] = a[k] + middle * (b[k] - a[k])
            enough = max(reach - span, 0.0)
            apart = _recalled(triangles, boxes, recent, at, body, enough, room)
            if apart > enough:
                if count < 0:
                    count = _gathered(triangles, boxes, a, b, body, some, some_boxes, which)
                apart, nearest = distance(
                    some[:count], some_boxes[:count], at, frame, is_square, tall, reach, enough, room
                )
                if nearest >= 0:
                    _remember(recent, which[nearest])
            if apart > reach:
                keeps = False
            elif apart + span > reach and span > settled / 2 and todo + 2 <= DEEP:
                lows[todo], highs[todo] = low, middle
                lows[todo + 1], highs[todo + 1] = middle, high
                todo += 2
        found[i] = keeps


@lean_kernel
def _remember(recent, triangle):
    """Put a triangle before those that were near lately; the oldest one is forgotten."""
    for k in range(len(recent) - 1, 0, -1):
        recent[k] = recent[k - 1]
    recent[0] = triangle


@lean_kernel
def _recalled(triangles, boxes, recent, at, body, enough, room):
    """Return the distance to the first of the triangles that were near lately that is near enough; else infinity."""
    frame, is_square, tall, _ = body
    for k in range(len(recent)):
        t = recent[k]
        if t < 0:
            break
        apart, _ = distance(triangles[t : t + 1], boxes[t : t + 1], at, frame, is_square, tall, enough, enough, room)
        if apart <= enough:
            return apart
    return np.inf


@lean_kernel
def _gathered(triangles, boxes, a, b, body, some, some_boxes, which):
    """Write down the triangles that may be near a body on its way from a to b, and their numbers; return how many."""
    frame, is_square, tall, reach = body
    rim = math.sqrt(2.0) * max(frame[2], frame[3]) if is_square else max(frame[2], frame[3])
    out = rim + reach
    west, east = min(a[0], b[0]) - out, max(a[0], b[0]) + out
    south, north = min(a[1], b[1]) - out, max(a[1], b[1]) + out
    under, over = min(a[2], b[2]) - reach, max(a[2], b[2]) + tall + reach
    count = 0
    for t in range(len(triangles)):
        if boxes[t, 0] > east or boxes[t, 3] < west or boxes[t, 1] > north or boxes[t, 4] < south:
            continue
        if boxes[t, 2] > over or boxes[t, 5] < under:
            continue
        copy_rows(triangles[t], 3, some[count])
        copy_row(boxes[t], some_boxes[count])
        which[count] = t
        count += 1
    return count


@kernel
def meet_any(
    triangles: Floats3,
    boxes: Floats2,
    first: Longs1,
    bounds: Floats3,
    skip: Bools1,
    starts: Floats2,
    ends: Floats2,
    frame: Floats1,
    is_square: bool,
    low: float,
    high: float,
    found: Bools1,
):
    """Write into ``found`` (n,) whether a body meets any triangle on each straight way from starts to ends (n, 3).

    Triangles come in heaps: heap k from ``first[k]`` to ``first[k + 1]``, within ``bounds`` (k, 2, 3). ``skip``:
    triangles that do not count. The rest as of `meets`.
    """
    room = np.empty((48, 2))
    hit = np.empty(1, np.bool_)
    step = np.empty(3)
    rim = math.sqrt(2.0) * max(frame[2], frame[3]) if is_square else max(frame[2], frame[3])
    for i in range(len(starts)):
        a, b = starts[i], ends[i]
        for k in range(3):
            step[k] = b[k] - a[k]
        west, east = min(a[0], b[0]) - rim, max(a[0], b[0]) + rim
        south, north = min(a[1], b[1]) - rim, max(a[1], b[1]) + rim
        under, over = min(a[2], b[2]) + low, max(a[2], b[2]) + high
        found[i] = False
        for k in range(len(bounds)):
            if bounds[k, 0, 0] > east or bounds[k, 1, 0] < west or bounds[k, 0, 1] > north or bounds[k, 1, 1] < south:
                continue
            if bounds[k, 0, 2] >= over or bounds[k, 1, 2] <= under:
                continue
            for t in range(first[k], first[k + 1]):
                if skip[t] or boxes[t, 0] > east or boxes[t, 3] < west or boxes[t, 1] > north or boxes[t, 4] < south:
                    continue
                if boxes[t, 2] >= over or boxes[t, 5] <= under:
                    continue
                meets(triangles[t : t + 1], boxes[t : t + 1], a, step, frame, is_square, low, high, room, hit)
                if hit[0]:
                    found[i] = True
                    break
            if found[i]:
                break
