"""The search for a free line between two surfaces, or for the proof that there is none (compiled, float64)."""

import math

from warcry3d.geom.cases import CLOSED, FREE, decide
from warcry3d.geom.casts import clearance, first_hits, is_blocked, is_inside
from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.pair_queue import pop, push
from warcry3d.geom.patches import (
    draw_apart,
    faces_away,
    halve,
    is_touched,
    lies_outside,
    middle,
    patch,
    span,
)
from warcry3d.geom.proof_log import Scratch, copy_rows, note
from warcry3d.geom.records import Floats2, Ints1, Words1
from warcry3d.geom.rims import ROOM
from warcry3d.geom.shaft import breadth, shaft_planes
from warcry3d.geom.tree import Mesh
from warcry3d.geom.witness import climb, improve, line_between, sample, snap

__all__ = ["BY_CASES", "FACES_AWAY", "IS_INSIDE", "IS_SPLIT", "NO_LINE", "SOME_LINE", "UNSURE", "search", "split_cell"]

NO_LINE, SOME_LINE, UNSURE = 0, 1, 2
IS_SPLIT, BY_CASES, FACES_AWAY, IS_INSIDE = 0, 1, 2, 3
"""How a pair of patches was dealt with, as noted in the proof."""

COMFORTABLE = 0.04
"""Clearance (in) with which the search for a clearer witness ends: a millimetre."""
POLISH = 150
"""Lines tried near a witness that is less clear than that."""
NARROW_BUDGET = 600
"""Pairs of patches looked at, each time, to find the clearest line where there is a free one not clear enough."""
FINER = 4e-5
"""Inches (a micrometre): once a free but narrow line is known, none is sought that is clearer by less."""
DOUBT_LIMIT = 0.1
"""Inches up to which the clearance of a doubtful line is measured."""
LEAST_SHARE = 0.1
"""Patches are then split down to this share of the usual breadth."""


@lean_kernel
def _buried(mesh, roots, line, S, ns, T, nt, stack):
    """Return which patch lies within a solid that its box does not leave: 0, 1, or -1 for none."""
    if is_inside(mesh, roots, line[0], stack) and not is_touched(mesh, roots, S, ns, stack):
        return 0
    if is_inside(mesh, roots, line[1], stack) and not is_touched(mesh, roots, T, nt, stack):
        return 1
    return -1


@lean_kernel
def _room_at_most(mesh, roots, S, ns, T, nt, limit, scratch):
    """Return a bound on the clearance of all lines from S to T: that of the line between their means (at most
    ``limit``), and how far the ends of another may be from its ends.
    """
    line = scratch.trial
    middle(S, ns, line[0])
    middle(T, nt, line[1])
    reach = 0.0
    for k in range(ns):
        reach = max(reach, (S[k, 0] - line[0, 0]) ** 2 + (S[k, 1] - line[0, 1]) ** 2 + (S[k, 2] - line[0, 2]) ** 2)
    for k in range(nt):
        reach = max(reach, (T[k, 0] - line[1, 0]) ** 2 + (T[k, 1] - line[1, 1]) ** 2 + (T[k, 2] - line[1, 2]) ** 2)
    reach = math.sqrt(reach)
    if reach >= limit or is_blocked(mesh, roots, line[0], line[1], scratch.stack):
        return reach
    return reach + clearance(mesh, roots, line[0], line[1], limit, scratch.stack)[0]


def search(
    mesh: Mesh,
    roots: Ints1,
    a: int,
    b: int,
    half: float,
    least: float,
    rays: int,
    budget: int,
    scratch: Scratch,
    state: Words1,
    best: Floats2,
) -> tuple[int, int, float, int]:
    """Search for a line from the surface under tree node ``a`` to that under ``b`` past all surfaces under ``roots``.

    A line counts when nothing is nearer to it than ``half`` (in). Patches narrower than ``least`` (in) are not split
    further; at most ``budget`` pairs of patches are looked at. Returns (end, pairs, gap, stopper): SOME_LINE with
    ``best`` (2, 3) and its clearance as gap; NO_LINE, proof in the scratch's notes; UNSURE with the widest gap (in)
    that may be left, ``best`` a line through that place, and a face beside it.
    """
    a, b = int(a), int(b)
    scratch.used[:] = 0
    pairs, stopper, bound = 0, -1, math.inf
    gap = sample(mesh, roots, a, b, rays, half, state, best, scratch)
    if gap < 0.0:
        pairs, gap, bound, stopper = divide(mesh, roots, a, b, half, 0.0, least, budget, scratch, state, best, gap)
    if gap < 0.0 and bound < 0.0:
        return NO_LINE, pairs, 0.0, stopper
    # where that ended at a line, what it had not looked at yet is not bounded; lines without room are not looked for
    bound = math.inf if gap >= 0.0 else max(bound, ROOM)
    # there is a line that is free but narrow, or it is not known: find the clearest, and that none is clearer
    sought = half
    for turn in range(3):
        if gap >= half:
            break
        more, gap, left, near = divide(
            mesh, roots, a, b, half, sought, LEAST_SHARE * least, NARROW_BUDGET, scratch, state, best, gap
        )
        pairs += more
        stopper = near if near >= 0 else stopper
        closed = max(sought, gap + FINER)  # clearer lines are excluded in all pairs that were closed
        if left < 0.0:
            bound = min(half, closed)
        elif turn == 0:
            bound = min(bound, max(left, closed))
            break
        low = gap + FINER if gap >= 0.0 else 1.5 * ROOM
        sought = low if turn == 0 else math.sqrt(low * bound)
        if bound <= low:
            break
    if gap >= half:
        if gap < COMFORTABLE:
            gap = climb(mesh, roots, a, b, COMFORTABLE, POLISH, state, best, gap, scratch)
        return SOME_LINE, pairs, gap, -1
    return UNSURE, pairs, 2.0 * bound, stopper


@lean_kernel
def divide(
    mesh: Mesh,
    roots: Ints1,
    a: int,
    b: int,
    half: float,
    sought: float,
    least: float,
    budget: int,
    scratch: Scratch,
    state: Words1,
    best: Floats2,
    gap: float,
):
    """Split the pair of surfaces into pairs of patches, the largest first, until each is closed or a line is found.

    ``sought`` (in): pairs are closed to lines clearer than that, and than the best line known; 0: to all lines, until
    one is found. Returns (pairs looked at, clearance of the best line or -1, bound on the clearance of lines in pairs
    left undecided or -1, a face that stopped a line). Without any free line ``best`` is one through the doubtful place.

    Where the scratch says that it may pause, it does so when the budget is used up, and the next call goes on there; it
    ends at the first pair that stays undecided, and gives no bound.
    """
    # cells: tree nodes and pieces of triangles (pool rows, -1: none), in a heap of (-size, cell)
    nodes, pieces, pool, paused = scratch.nodes, scratch.pieces, scratch.pool, scratch.paused
    S, T, planes = scratch.first, scratch.second, scratch.planes
    line, drawn, found, doubt = scratch.line, scratch.drawn, scratch.found, scratch.doubt
    copy_rows(doubt, best, 2)
    count, pooled, pairs, bound, stopper = 1, 0, 0, -1.0, -1
    waiting, may_pause = paused[2], paused[3] == 1
    if paused[0] > 0:
        count, pooled = paused[0], paused[1]
    else:
        nodes[0, 0], nodes[0, 1] = a, b
        pieces[0, 0], pieces[0, 1] = -1, -1
        waiting = push(scratch.heap_keys, scratch.heap_cells, 0, -1e30, 0)
    paused[0] = 0
    while waiting > 0:
        if may_pause and (pairs == budget or bound >= 0.0):
            if bound < 0.0:
                paused[0], paused[1], paused[2] = count, pooled, waiting
            return pairs, gap, math.inf, stopper
        cell = scratch.heap_cells[0]
        waiting = pop(scratch.heap_keys, scratch.heap_cells, waiting)
        pairs += 1
        wide = max(sought, min(half, gap + FINER)) if sought > 0.0 else 0.0
        na, nb = nodes[cell, 0], nodes[cell, 1]
        ns = patch(mesh, na, pool, pieces[cell, 0], S)
        nt = patch(mesh, nb, pool, pieces[cell, 1], T)
        if pairs > budget or count + 2 > len(nodes):
            pairs = max(pairs, budget + 1)
            waiting = push(scratch.heap_keys, scratch.heap_cells, waiting, 0.0, cell)
            break
        if (faces_away(mesh, na, S, ns, T, nt) and lies_outside(mesh, a, T, nt, scratch)) or (
            faces_away(mesh, nb, T, nt, S, ns) and lies_outside(mesh, b, S, ns, scratch)
        ):
            note(scratch, cell)
            note(scratch, FACES_AWAY)
            continue
        line_between(mesh, nodes, pieces, pool, cell, state, scratch.triangle, line)
        copy_rows(drawn, line, 2)
        draw_apart(S, ns, T, nt, drawn)
        size_s, size_t = breadth(S, ns, T, nt), breadth(T, nt, S, ns)
        where, before = 0.5, gap
        if wide > 0.0 and _room_at_most(mesh, roots, S, ns, T, nt, wide, scratch) < wide:
            continue
        if shaft_planes(S, ns, T, nt, planes):
            hits = first_hits(
                mesh, roots, drawn[0], drawn[1], scratch.faces, scratch.signs, scratch.wheres, scratch.stack
            )
            if hits > 0:
                where, stopper = scratch.wheres[0], scratch.faces[0]
            else:
                gap = improve(mesh, roots, a, b, line, half, state, best, gap, scratch)
                side = _buried(mesh, roots, drawn, S, ns, T, nt, scratch.stack) if gap == before else -1
                if side >= 0:
                    note(scratch, cell)
                    note(scratch, IS_INSIDE)
                    note(scratch, side)
                    continue
            if gap == before:
                whole, real = scratch.used[0], scratch.used[1]
                note(scratch, cell)
                note(scratch, BY_CASES)
                end = decide(mesh, roots, S, ns, T, nt, planes, drawn, hits, wide, scratch, state, found)
                if end == CLOSED:
                    continue
                scratch.used[0], scratch.used[1] = whole, real
                if end == FREE and snap(mesh, b, found, 1, scratch) and snap(mesh, a, found, 0, scratch):
                    gap = improve(mesh, roots, a, b, found, half, state, best, gap, scratch)
        if gap >= half or (sought == 0.0 and gap >= 0.0):
            break
        if size_s < least and size_t < least:
            bound = _doubted(mesh, roots, S, ns, T, nt, bound, scratch)
            continue
        # split the broader patch, weighted by how much its breadth moves the lines where they are stopped
        side = 0 if size_s * (1.3 - 0.6 * where) >= size_t * (0.7 + 0.6 * where) else 1
        if (size_s if side == 0 else size_t) < least:
            side = 1 - side
        pooled = split_cell(mesh, cell, side, count, pooled, scratch)
        for child in range(count, count + 2):
            ns = patch(mesh, nodes[child, 0], pool, pieces[child, 0], S)
            nt = patch(mesh, nodes[child, 1], pool, pieces[child, 1], T)
            size = breadth(S, ns, T, nt) + breadth(T, nt, S, ns)
            waiting = push(scratch.heap_keys, scratch.heap_cells, waiting, -size, child)
        count += 2
    # what is left when the budget is used up; once a line is found, the rest does not matter
    for k in range(waiting if pairs > budget else 0):
        cell = scratch.heap_cells[k]
        ns = patch(mesh, nodes[cell, 0], pool, pieces[cell, 0], S)
        nt = patch(mesh, nodes[cell, 1], pool, pieces[cell, 1], T)
        bound = _doubted(mesh, roots, S, ns, T, nt, bound, scratch)
    if gap < 0.0 and bound >= 0.0:
        copy_rows(best, doubt, 2)
    return pairs, gap, bound, stopper


@lean_kernel
def _doubted(mesh, roots, S, ns, T, nt, bound, scratch):
    """Return the larger of ``bound`` and the room of lines from S to T; if that is theirs, keep a line in ``doubt``."""
    room = _room_at_most(mesh, roots, S, ns, T, nt, DOUBT_LIMIT, scratch)
    if room <= bound:
        return bound
    copy_rows(scratch.doubt, scratch.trial, 2)
    return room


@lean_kernel
def split_cell(mesh, cell, side, count, pooled, scratch):
    """Write cells ``count`` and the next: a cell with its patch of that side halved. Return how many pool rows are used
    then.
    """
    nodes, pieces, pool = scratch.nodes, scratch.pieces, scratch.pool
    node = nodes[cell, side]
    is_single = mesh.children[node, 0] < 0
    if is_single:
        patch(mesh, node, pool, pieces[cell, side], scratch.triangle)
        cut = halve(scratch.triangle, pool, pooled)
    else:
        first, last = span(mesh, mesh.children[node, 0])
        cut = first - last
    note(scratch, cell)
    note(scratch, IS_SPLIT)
    note(scratch, side)
    note(scratch, cut)
    note(scratch, count)
    for child in range(2):
        for k in range(2):
            nodes[count + child, k], pieces[count + child, k] = nodes[cell, k], pieces[cell, k]
        if is_single:
            pieces[count + child, side] = pooled + child
        else:
            nodes[count + child, side] = mesh.children[node, child]
    return pooled + 2 if is_single else pooled
