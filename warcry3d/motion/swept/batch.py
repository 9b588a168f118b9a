"""Many straight ways at once (compiled): which keep near triangles, and which meet any."""

import math

import numpy as np

from warcry3d.geom.compiled import kernel
from warcry3d.motion.swept.kernel import meets
from warcry3d.motion.swept.near import distance

__all__ = ["keep_near", "meet_any"]

DEEP = 64


@kernel
def keep_near(triangles, boxes, starts, ends, frame, is_square, tall, reach, settled, found):
    """Write into ``found`` (n,) whether a body, ``tall`` high, is within ``reach`` of the nearest triangle at all
    places of each straight way from starts to ends (n, 3), but for stretches shorter than ``settled``.

    The distance changes by no more than the body moves, so one measure settles a whole stretch; what stays open is
    halved. Ways of no length are single places. triangles (t, 3, 3), boxes (t, 6), frame as of `distance`.
    """
    room = np.empty(9)
    some, some_boxes = np.empty_like(triangles), np.empty_like(boxes)
    lows, highs = np.empty(DEEP), np.empty(DEEP)
    at = np.empty(3)
    rim = math.sqrt(2.0) * max(frame[2], frame[3]) if is_square else max(frame[2], frame[3])
    for i in range(len(starts)):
        a, b = starts[i], ends[i]
        length = math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2)
        count = 0
        out = rim + reach
        for t in range(len(triangles)):
            if boxes[t, 0] > max(a[0], b[0]) + out or boxes[t, 3] < min(a[0], b[0]) - out:
                continue
            if boxes[t, 1] > max(a[1], b[1]) + out or boxes[t, 4] < min(a[1], b[1]) - out:
                continue
            if boxes[t, 2] > max(a[2], b[2]) + tall + reach or boxes[t, 5] < min(a[2], b[2]) - reach:
                continue
            some[count], some_boxes[count] = triangles[t], boxes[t]
            count += 1
        keeps = count > 0
        todo = 1
        lows[0], highs[0] = 0.0, 1.0
        if keeps and length > 0:
            for k in range(2):
                at[:] = a if k == 0 else b
                if distance(some[:count], some_boxes[:count], at, frame, is_square, tall, reach, room) > reach:
                    keeps = False
        while keeps and todo > 0:
            todo -= 1
            low, high = lows[todo], highs[todo]
            middle, span = (low + high) / 2, (high - low) * length / 2
            for k in range(3):
                at[k] = a[k] + middle * (b[k] - a[k])
            apart = distance(some[:count], some_boxes[:count], at, frame, is_square, tall, reach, room)
            if apart > reach:
                keeps = False
            elif apart + span > reach and span > settled / 2 and todo + 2 <= DEEP:
                lows[todo], highs[todo] = low, middle
                lows[todo + 1], highs[todo + 1] = middle, high
                todo += 2
        found[i] = keeps


@kernel
def meet_any(triangles, boxes, first, bounds, skip, starts, ends, frame, is_square, low, high, found):
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
