"""Case analysis of a shaft with few edges left in it (compiled, float64).

Let a flood's rim in the shaft from S to T be the edges e1..ek. A free line must pass by at least one of them on the
outer side. Which side of an edge a line from s to t passes is the sign of a volume, affine in s and affine in t, so a
set of such conditions is refuted once for all s and t by weights >= 0 whose weighted sum of volumes is negative at all
pairs of corners of S and T. Finding the weights is a matrix game of a few rows: this takes microseconds where cutting
the patches small would take a million cells (two long edges that overlap by a billionth of an inch).
"""

from warcry3d.geom.casts import clearance, first_hits, is_blocked
from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.matrix_game import solve_game
from warcry3d.geom.proof_log import (
    CASE_BUDGET,
    MAX_CONDITIONS,
    MAX_RIMS,
    Scratch,
    copy_rows,
    next_random,
    note_refuted,
    note_rim,
)
from warcry3d.geom.records import Floats2, Ints1, Ints2, Words1
from warcry3d.geom.rims import LEFT, ROOM, STRICT, edge_condition, holds_grown, rim_holds
from warcry3d.geom.shaft import BOTH, FLOODED, FROM_S, FROM_T, RIMMED, breadth, flood, is_in_front
from warcry3d.geom.tree import Mesh

__all__ = ["CLOSED", "FREE", "GAVE_UP", "decide"]

CLOSED, FREE, GAVE_UP, RIM = 0, 1, 2, 3
FLOOD_LIMIT = 500
PROBED_LIMIT = 100
REACH = 2.0
"""Largest cluster that floods take whole, in breadths of the larger patch."""
RELIEF_LIMIT = 150
FLOODS = 4


@lean_kernel
def _refute(M, k, cols, weights, mix, scratch):
    """Return whether weights on the k conditions refute them together; else mix holds the fairest pair of corners."""
    for i in range(k):  # one condition alone, the common case
        worst = -1e300
        for j in range(cols):
            worst = max(worst, M[i, j])
        if worst < -STRICT:
            for r in range(k):
                weights[r] = 1.0 if r == i else 0.0
            return True
    solve_game(M, k, cols, weights, mix, scratch.tableau, scratch.basic, scratch.loose)
    worst = -1e300
    for j in range(cols):
        value = 0.0
        for i in range(k):
            value += weights[i] * M[i, j]
        worst = max(worst, value)
    return worst < -STRICT


@lean_kernel
def _least(M, k, a, ns, b, nt):
    """Return the smallest condition for the line between the points of S and T with corner weights a and b."""
    least = 1e300
    for r in range(k):
        value = 0.0
        for i in range(ns):
            for j in range(nt):
                value += a[i] * b[j] * M[r, i * nt + j]
        least = min(least, value)
    return least


@lean_kernel
def _find_line(M, k, ns, nt, mix, a, b, scratch):
    """Look for corner weights a, b of one line that keeps all k conditions; start from the game's mixture, then turn
    by turn the best b for a and the best a for b. Returns whether it was found.
    """
    for i in range(ns):
        a[i] = 0.0
    for j in range(nt):
        b[j] = 0.0
    for i in range(ns):
        for j in range(nt):
            a[i] += mix[i * nt + j]
            b[j] += mix[i * nt + j]
    best = _least(M, k, a, ns, b, nt)
    part, weights = scratch.part, scratch.weights
    for turn in range(6):
        if best > 0.0 and turn >= 2:
            return True
        n = nt if turn % 2 == 0 else ns
        for r in range(k):
            for x in range(n):
                value = 0.0
                if turn % 2 == 0:
                    for i in range(ns):
                        value += a[i] * M[r, i * nt + x]
                else:
                    for j in range(nt):
                        value += b[j] * M[r, x * nt + j]
                part[r, x] = value
        if turn % 2 == 0:
            solve_game(part, k, n, weights, b, scratch.tableau, scratch.basic, scratch.loose)
        else:
            solve_game(part, k, n, weights, a, scratch.tableau, scratch.basic, scratch.loose)
        best = _least(M, k, a, ns, b, nt)
    return best > 0.0


@lean_kernel
def close_or_rim(
    mesh: Mesh,
    S: Floats2,
    ns: int,
    T: Floats2,
    nt: int,
    planes: Floats2,
    line: Floats2,
    hits: int,
    whole: bool,
    room: float,
    scratch: Scratch,
    rim: Ints2,
):
    """Flood from what ``line`` crosses (``hits`` crossings in the scratch).

    Returns (end, mode, seed, rims, how): CLOSED if one flood closes the shaft, else RIM with the shortest rim that
    holds for lines with ``room`` in ``rim``, its margins in the scratch's ``kept``, else GAVE_UP.
    """
    spare, grow = scratch.spare, scratch.grow[0]
    # where a corner line is free no flood can close the shaft: then only short rims are worth looking for
    limit = FLOOD_LIMIT if whole else PROBED_LIMIT
    best, best_mode, best_seed, best_how = MAX_RIMS + 1, 0, 0, 0
    for mode in (FROM_S, FROM_T):
        tried = 0
        first = scratch.stamp[0]
        for h in range(hits):
            k = h if mode == FROM_S else hits - 1 - h
            f = scratch.faces[k]
            if scratch.signs[k] != (1 if mode == FROM_S else -1) or scratch.mark[f] > first:
                continue
            if not (is_in_front(mesh, f, S, ns, grow) if mode == FROM_S else is_in_front(mesh, f, T, nt, grow)):
                continue
            if tried == FLOODS:
                break
            tried += 1
            end, rims = flood(mesh, f, mode, S, ns, T, nt, planes, line, limit, spare, min(MAX_RIMS, best - 1), scratch)
            if end == FLOODED:
                return CLOSED, mode, f, 0, 0
            if end != RIMMED:
                continue
            how = rim_holds(mesh, spare, rims, -1.0 if mode == FROM_S else 1.0, room, S, ns, T, nt, line, scratch)
            if how == 0:
                continue
            best, best_mode, best_seed, best_how = rims, mode, f, how
            copy_rows(rim, spare, rims)
            for r in range(rims):
                scratch.kept[r] = scratch.margins[r]
            if rims == 1:
                break
    first = scratch.stamp[0]
    tried = 0
    for h in range(hits if whole else 0):
        f = scratch.faces[h]
        if scratch.mark[f] > first:
            continue
        if tried == FLOODS:
            break
        tried += 1
        end, _ = flood(mesh, f, BOTH, S, ns, T, nt, planes, line, RELIEF_LIMIT, spare, 0, scratch)
        if end == FLOODED:
            return CLOSED, BOTH, f, 0, 0
    if best <= MAX_RIMS:
        return RIM, best_mode, best_seed, best, best_how
    return GAVE_UP, 0, 0, 0, 0


@lean_kernel
def decide(
    mesh: Mesh,
    roots: Ints1,
    S: Floats2,
    ns: int,
    T: Floats2,
    nt: int,
    planes: Floats2,
    line: Floats2,
    hits: int,
    wide: float,
    scratch: Scratch,
    state: Words1,
    found: Floats2,
):
    """Decide the shaft by cases, starting from ``line`` and its ``hits`` crossings.

    ``wide`` (in): only lines with that much room count (0: those with `ROOM`), and the ``planes`` are moved out by it.
    Returns CLOSED, FREE or GAVE_UP. On FREE, ``found`` (2, 3) is a line of the shaft that crosses nothing and keeps all
    conditions so far. The proof is noted in the order in which the cases are taken from their stack.
    """
    conditions, sizes, M, rim = scratch.conditions, scratch.sizes, scratch.matrix, scratch.rim
    weights, mix, a, b, current = scratch.weights, scratch.mix, scratch.a, scratch.b, scratch.current
    here = conditions[len(conditions) - 1]
    copy_rows(current, line, 2)
    scratch.grow[0] = wide
    for p in range(len(planes)):
        planes[p, 3] += wide
    sizes[0] = 0
    scratch.shaft[0] += 1
    scratch.reach[0] = REACH * max(breadth(S, ns, T, nt), breadth(T, nt, S, ns))
    stopped = _are_corners_stopped(mesh, roots, S, ns, T, nt, scratch.stack)
    top, cases = 1, 0
    while top:
        top -= 1
        cases += 1
        if cases > CASE_BUDGET:
            return GAVE_UP
        k = sizes[top]
        copy_rows(here, conditions[top], k)
        if k:
            for r in range(k):
                _condition(mesh, here[r], S, ns, T, nt, M[r])
            if _refute(M, k, ns * nt, weights, mix, scratch):
                note_refuted(scratch, k, weights)
                continue
            if k == MAX_CONDITIONS or not _find_line(M, k, ns, nt, mix, a, b, scratch):
                return GAVE_UP
            _mixed_point(S, ns, a, current[0])
            _mixed_point(T, nt, b, current[1])
            hits = first_hits(
                mesh, roots, current[0], current[1], scratch.faces, scratch.signs, scratch.wheres, scratch.stack
            )
        if hits == 0:
            copy_rows(found, current, 2)
            asked = max(wide, ROOM)
            if clearance(mesh, roots, current[0], current[1], asked, scratch.stack)[1] < 0:
                return FREE
            # free but narrow, or only grazing: what lies beside it is known by lines that run into it
            hits = _stopped_line(mesh, roots, M, k, S, ns, T, nt, current, scratch, state)
            if hits == 0:
                return FREE
        end, mode, seed, rims, how = close_or_rim(
            mesh, S, ns, T, nt, planes, current, hits, k == 0 and stopped, max(wide, LEFT), scratch, rim
        )
        if end == GAVE_UP:
            return GAVE_UP
        note_rim(scratch, mode, seed, rims, how, current, rim)
        outward = 1.0 if mode == FROM_S else -1.0
        grown = (
            rims == 1
            and wide > 0.0
            and holds_grown(mesh, rim[0, 0], rim[0, 1], -outward, wide, S, ns, T, nt, scratch.volumes[0])
        )
        for r in range(rims):
            copy_rows(conditions[top], here, k)
            conditions[top, k, 0], conditions[top, k, 1] = rim[r, 0], rim[r, 1]
            conditions[top, k, 2], conditions[top, k, 3] = outward, wide if grown else 0.0
            conditions[top, k, 4] = 0.0 if grown else scratch.kept[r]
            sizes[top] = k + 1
            top += 1
    return CLOSED


@lean_kernel
def _condition(mesh, condition, S, ns, T, nt, row):
    """Write the values of a noted condition for all pairs of corners."""
    face, corner, sign, wide, margin = condition[0], condition[1], condition[2], condition[3], condition[4]
    edge_condition(mesh, int(face), int(corner), sign, wide, margin, S, ns, T, nt, row)


@lean_kernel
def _are_corners_stopped(mesh, roots, S, ns, T, nt, stack):
    """Return whether every line from a corner of S to the corner of T of the same number is stopped."""
    for i in range(max(ns, nt)):
        if not is_blocked(mesh, roots, S[i % ns], T[i % nt], stack):
            return False
    return True


@lean_kernel
def _stopped_line(mesh, roots, M, k, S, ns, T, nt, line, scratch, state):
    """Look among random lines that keep the conditions for one that is stopped: a free but narrow way needs its
    banks, and they are known by the lines that run into them. Returns the crossings, 0 for none.
    """
    a, b = scratch.a, scratch.b
    for _ in range(12):
        _random_weights(a, ns, state)
        _random_weights(b, nt, state)
        if k > 0 and _least(M, k, a, ns, b, nt) <= 0.0:
            continue
        _mixed_point(S, ns, a, line[0])
        _mixed_point(T, nt, b, line[1])
        hits = first_hits(mesh, roots, line[0], line[1], scratch.faces, scratch.signs, scratch.wheres, scratch.stack)
        if hits > 0:
            return hits
    return 0


@lean_kernel
def _random_weights(w, n, state):
    """Write n random weights that add up to 1, most of them small."""
    total = 0.0
    for i in range(n):
        w[i] = next_random(state) ** 4
        total += w[i]
    for i in range(n):
        w[i] /= total


@lean_kernel
def _mixed_point(P, n, weights, point):
    """Write the weighted sum of the points."""
    for c in range(3):
        point[c] = 0.0
        for i in range(n):
            point[c] += weights[i] * P[i, c]
