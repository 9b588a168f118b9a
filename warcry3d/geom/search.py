"""The search for a free line between two surfaces, or for the proof that there is none (compiled, float64)."""

import heapq
import math

import numpy as np

from warcry3d.geom.cases import CLOSED, FREE, GRAZE, decide
from warcry3d.geom.casts import HAIR, clearance, first_hits, is_blocked, is_inside
from warcry3d.geom.compiled import kernel, lean_kernel
from warcry3d.geom.notes import copy_rows, next_random, note
from warcry3d.geom.shaft import breadth, meets_patch, shaft_planes

__all__ = ["BY_CASES", "FACES_AWAY", "IS_INSIDE", "IS_SPLIT", "NO_LINE", "SOME_LINE", "UNSURE", "search", "span"]

NO_LINE, SOME_LINE, UNSURE = 0, 1, 2
IS_SPLIT, BY_CASES, FACES_AWAY, IS_INSIDE = 0, 1, 2, 3
"""How a pair of patches was dealt with, as noted in the proof."""

CLEARANCE_LIMIT = 1.0
"""Inches beyond which a witness's clearance is no longer measured."""
COMFORTABLE = 0.04
"""Clearance (in) with which the search for a clearer witness ends: a millimetre."""
POLISH = 150
"""Lines tried near a witness that is less clear than that."""
CLIMB = 400
"""Lines tried near a free line that is not clear enough before it is taken to be the clearest there."""
NARROW_BUDGET = 600
"""Pairs of patches looked at after a free line that is not clear enough was found."""


@lean_kernel
def span(mesh, node):
    """Return the range of faces below a node."""
    left = node
    while mesh.children[left, 0] >= 0:
        left = mesh.children[left, 0]
    right = node
    while mesh.children[right, 0] >= 0:
        right = mesh.children[right, 1]
    return -mesh.children[left, 0] - 1, -mesh.children[right, 0] - 1 + mesh.children[right, 1]


@lean_kernel
def _on_triangle(P, state, point):
    """Write a random point of the triangle P (3, 3)."""
    u, v = next_random(state), next_random(state)
    if u + v > 1.0:
        u, v = 1.0 - u, 1.0 - v
    for i in range(3):
        point[i] = P[0, i] + u * (P[1, i] - P[0, i]) + v * (P[2, i] - P[0, i])


@lean_kernel
def _corners(mesh, f, P):
    for k in range(3):
        for i in range(3):
            P[k, i] = mesh.vertices[mesh.faces[f, k], i]


@lean_kernel
def _patch(mesh, node, pool, piece, P):
    """Write the points of a patch: a piece of a triangle, a triangle, or the corners of a node's box; return how
    many.
    """
    if piece >= 0:
        for k in range(3):
            for i in range(3):
                P[k, i] = pool[piece, k, i]
        return 3
    if mesh.children[node, 0] < 0 and mesh.children[node, 1] == 1:
        _corners(mesh, -mesh.children[node, 0] - 1, P)
        return 3
    first, last = span(mesh, node)
    if last - first <= 8:
        n = 0
        for q in range(first, last):
            for c in range(3):
                v = mesh.faces[q, c]
                known = False
                for k in range(n):
                    known = known or (
                        P[k, 0] == mesh.vertices[v, 0]
                        and P[k, 1] == mesh.vertices[v, 1]
                        and P[k, 2] == mesh.vertices[v, 2]
                    )
                if not known:
                    if n == 8:
                        n = 9
                        break
                    for i in range(3):
                        P[n, i] = mesh.vertices[v, i]
                    n += 1
            if n == 9:
                break
        if 3 < n < 9:
            return n
    for k in range(8):
        P[k, 0] = mesh.boxes[node, 3 if k & 1 else 0]
        P[k, 1] = mesh.boxes[node, 4 if k & 2 else 1]
        P[k, 2] = mesh.boxes[node, 5 if k & 4 else 2]
    return 8


@lean_kernel
def _faces_away(mesh, node, S, ns, T, nt):
    """Return whether all triangles of the patch S have all of T strictly behind them: a line from there runs into the
    figure itself and leaves it again elsewhere.
    """
    if ns == 3:
        f = -mesh.children[node, 0] - 1
        n, d = mesh.normals[f], mesh.offsets[f]
        for j in range(nt):
            if n[0] * T[j, 0] + n[1] * T[j, 1] + n[2] * T[j, 2] - d >= -1e-9:
                return False
        return True
    c = mesh.cones[node]
    if c[3] <= 0.0:
        return False
    ahead, back, reach = -1e300, 1e300, 0.0
    for j in range(nt):
        ahead = max(ahead, c[0] * T[j, 0] + c[1] * T[j, 1] + c[2] * T[j, 2])
    for i in range(ns):
        back = min(back, c[0] * S[i, 0] + c[1] * S[i, 1] + c[2] * S[i, 2])
    for i in range(3):
        low, high = 1e300, -1e300
        for k in range(ns):
            low, high = min(low, S[k, i]), max(high, S[k, i])
        for k in range(nt):
            low, high = min(low, T[k, i]), max(high, T[k, i])
        reach += (high - low) ** 2
    return ahead - back < -(math.sqrt(max(0.0, 1.0 - c[3] * c[3])) * math.sqrt(reach) + 1e-9)


@lean_kernel
def _is_touched(mesh, roots, P, n, stack):
    """Return whether any triangle under the roots may meet the hull of the points."""
    for r in range(len(roots)):
        if roots[r] < 0:
            continue
        stack[0] = roots[r]
        top = 1
        while top:
            top -= 1
            node = stack[top]
            apart = False
            for i in range(3):
                low, high = 1e300, -1e300
                for k in range(n):
                    low, high = min(low, P[k, i]), max(high, P[k, i])
                apart = apart or mesh.boxes[node, i] > high + HAIR or mesh.boxes[node, i + 3] < low - HAIR
            if apart:
                continue
            first = mesh.children[node, 0]
            if first < 0:
                for q in range(-first - 1, -first - 1 + mesh.children[node, 1]):
                    if meets_patch(mesh, q, P, n):
                        return True
                continue
            stack[top] = mesh.children[node, 0]
            stack[top + 1] = mesh.children[node, 1]
            top += 2
    return False


@lean_kernel
def _snap(mesh, root, line, end, scratch):
    """Move one end of a free line onto the surface under ``root`` along the line; return whether it meets it."""
    far, one = scratch.far, scratch.one
    other = line[1 - end]
    for i in range(3):
        far[i] = line[end, i] + 0.5 * (line[end, i] - other[i])
    one[0] = root
    if first_hits(mesh, one, other, far, scratch.faces, scratch.signs, scratch.wheres, scratch.stack) == 0:
        return False
    for i in range(3):
        line[end, i] = other[i] + scratch.wheres[0] * (far[i] - other[i])
    return True


@lean_kernel
def _weigh(mesh, roots, line, best, gap, stack):
    """Take ``line`` into ``best`` if it is free and clearer than ``gap``; return the clearance kept (-1: none yet)."""
    if is_blocked(mesh, roots, line[0], line[1], stack):
        return gap
    room, limit = 0.0, 0.04 * CLEARANCE_LIMIT
    while limit <= CLEARANCE_LIMIT:  # step by step: what is within an inch of a long line are thousands of triangles
        room, near = clearance(mesh, roots, line[0], line[1], limit, stack)
        if near >= 0:
            break
        limit *= 5.0
    if room <= gap or room < GRAZE or is_inside(mesh, roots, line[0], stack) or is_inside(mesh, roots, line[1], stack):
        return gap
    copy_rows(best, line, 2)
    return room


@lean_kernel
def _climb(mesh, roots, a, b, enough, tries, state, best, gap, scratch):
    """Look for a clearer line than ``best`` by small random shifts of both ends; return its clearance."""
    line, stack = scratch.trial, scratch.stack
    for _ in range(tries):
        shift = 10.0 ** (-3.3 + 2.3 * next_random(state))
        for end in range(2):
            for i in range(3):
                line[end, i] = best[end, i] + shift * (2.0 * next_random(state) - 1.0)
        if is_blocked(mesh, roots, line[0], line[1], stack):
            continue
        if _snap(mesh, b, line, 1, scratch) and _snap(mesh, a, line, 0, scratch):
            gap = _weigh(mesh, roots, line, best, gap, stack)
            if gap >= enough:
                break
    return gap


@lean_kernel
def _sample(mesh, roots, a, b, rays, half, state, best, scratch):
    """Try random lines until one is clear by ``half``; return the clearance of the clearest, -1 if none is free."""
    a0, a1 = span(mesh, a)
    b0, b1 = span(mesh, b)
    P, line, stack = scratch.corners, scratch.trial, scratch.stack
    gap = -1.0
    for _ in range(rays):
        fa = a0 + int(next_random(state) * (a1 - a0))
        fb = b0 + int(next_random(state) * (b1 - b0))
        _corners(mesh, fa, P)
        _on_triangle(P, state, line[0])
        _corners(mesh, fb, P)
        _on_triangle(P, state, line[1])
        gap = _weigh(mesh, roots, line, best, gap, stack)
        if gap >= half:
            break
    if 0.0 <= gap < half:
        gap = _climb(mesh, roots, a, b, half, CLIMB, state, best, gap, scratch)
    return gap


@lean_kernel
def _middle(P, n, point):
    """Write the mean of the points."""
    for i in range(3):
        point[i] = 0.0
        for k in range(n):
            point[i] += P[k, i] / n


@lean_kernel
def _line_between(mesh, nodes, pieces, pool, cell, state, P, line):
    """Write a line between random surface points of the two patches of a cell."""
    for side in range(2):
        if pieces[cell, side] >= 0:
            copy_rows(P, pool[pieces[cell, side]], 3)
        else:
            first, last = span(mesh, nodes[cell, side])
            _corners(mesh, first + int(next_random(state) * (last - first)), P)
        _on_triangle(P, state, line[side])


@lean_kernel
def _improve(mesh, roots, a, b, line, half, state, best, gap, scratch):
    """Take a free line into ``best`` if it is clearer than ``gap``, and look near it for one that is clear by ``half``;
    return the clearance kept.
    """
    better = _weigh(mesh, roots, line, best, gap, scratch.stack)
    if gap < better < half:
        better = _climb(mesh, roots, a, b, half, CLIMB, state, best, better, scratch)
    return better


@lean_kernel
def _buried(mesh, roots, line, S, ns, T, nt, stack):
    """Return which patch lies within a solid that its box does not leave: 0, 1, or -1 for none."""
    if is_inside(mesh, roots, line[0], stack) and not _is_touched(mesh, roots, S, ns, stack):
        return 0
    if is_inside(mesh, roots, line[1], stack) and not _is_touched(mesh, roots, T, nt, stack):
        return 1
    return -1


@lean_kernel
def _decide_noted(mesh, roots, S, ns, T, nt, planes, line, hits, wide, scratch, state, found, cell):
    """Decide a shaft by cases and note the proof if that closes it; return how it ended."""
    whole, real = scratch.used[0], scratch.used[1]
    note(scratch, cell)
    note(scratch, BY_CASES)
    end, _ = decide(mesh, roots, S, ns, T, nt, planes, line, hits, wide, scratch, state, found)
    if end != CLOSED:
        scratch.used[0], scratch.used[1] = whole, real
    return end


@kernel
def search(mesh, roots, a, b, half, least, rays, budget, scratch, state, best):
    """Search for a line from the surface under tree node ``a`` to that under ``b`` past all surfaces under ``roots``.

    A line counts when nothing is nearer to it than ``half`` (in). Patches narrower than ``least`` (in) are not split
    further; at most ``budget`` pairs of patches are looked at. Returns (end, pairs, gap, stopper): SOME_LINE with
    ``best`` (2, 3) and its clearance as gap; NO_LINE, proof in the scratch's notes; UNSURE with the widest gap (in)
    that may be left, ``best`` a line through that place, and a face beside it.
    """
    scratch.used[:] = 0
    pairs, stopper, unsure = 0, -1, 0.0
    gap = _sample(mesh, roots, a, b, rays, half, state, best, scratch)
    if gap < half:
        pairs, gap, unsure, stopper = _divide(mesh, roots, a, b, half, least, budget, scratch, state, best, gap)
    if gap >= half:
        if gap < COMFORTABLE:
            gap = _climb(mesh, roots, a, b, COMFORTABLE, POLISH, state, best, gap, scratch)
        return SOME_LINE, pairs, gap, -1
    if unsure == 0.0 and gap < 0.0:
        return NO_LINE, pairs, 0.0, stopper
    return UNSURE, pairs, max(unsure, 2.0 * gap), stopper


@kernel
def _divide(mesh, roots, a, b, half, least, budget, scratch, state, best, gap):
    """Split the pair of surfaces into pairs of patches, the largest first, until each is closed or a line is found.

    Returns (pairs looked at, clearance of the best line or -1, widest gap left undecided, a face that stopped a line);
    without any free line ``best`` is one through the doubtful place.
    """
    # cells: tree nodes and pieces of triangles (pool rows, -1: none); heap of (-size, cell)
    nodes = np.empty((256, 2), np.int32)
    pieces = np.full((256, 2), -1, np.int32)
    pool = np.empty((256, 3, 3))
    nodes[0, 0], nodes[0, 1] = a, b
    count, pooled, pairs = 1, 0, 0
    heap = [(-1e30, 0)]
    S, T, P = np.empty((8, 3)), np.empty((8, 3)), np.empty((3, 3))
    planes = np.empty((10, 4))
    line, found = np.empty((2, 3)), np.empty((2, 3))
    unsure, stopper = 0.0, -1
    doubt = best.copy()
    while len(heap) > 0:
        _, cell = heapq.heappop(heap)
        pairs += 1
        na, nb = nodes[cell, 0], nodes[cell, 1]
        ns = _patch(mesh, na, pool, pieces[cell, 0], S)
        nt = _patch(mesh, nb, pool, pieces[cell, 1], T)
        size_s, size_t = breadth(S, ns, T, nt), breadth(T, nt, S, ns)
        if pairs > budget:
            if max(size_s, size_t) > unsure:
                unsure = max(size_s, size_t)
                _middle(S, ns, doubt[0])
                _middle(T, nt, doubt[1])
            break
        if _faces_away(mesh, na, S, ns, T, nt) or _faces_away(mesh, nb, T, nt, S, ns):
            note(scratch, cell)
            note(scratch, FACES_AWAY)
            continue
        _line_between(mesh, nodes, pieces, pool, cell, state, P, line)
        where, before = 0.5, gap
        if shaft_planes(S, ns, T, nt, planes):
            hits = first_hits(
                mesh, roots, line[0], line[1], scratch.faces, scratch.signs, scratch.wheres, scratch.stack
            )
            if hits > 0:
                where, stopper = scratch.wheres[0], scratch.faces[0]
            else:
                gap = _improve(mesh, roots, a, b, line, half, state, best, gap, scratch)
                side = _buried(mesh, roots, line, S, ns, T, nt, scratch.stack) if gap == before else -1
                if side >= 0:
                    note(scratch, cell)
                    note(scratch, IS_INSIDE)
                    note(scratch, side)
                    continue
            if gap < half:
                wide = half if gap >= 0.0 else 0.0
                end = _decide_noted(
                    mesh, roots, S, ns, T, nt, planes, line, hits, wide, scratch, state, found, cell
                )  # fmt: skip
                if end == CLOSED:
                    continue
                if end == FREE and _snap(mesh, b, found, 1, scratch) and _snap(mesh, a, found, 0, scratch):
                    gap = _improve(mesh, roots, a, b, found, half, state, best, gap, scratch)
        if gap >= half:
            break
        if gap > before:
            budget = min(budget, pairs + NARROW_BUDGET)
        if size_s < least and size_t < least:
            if max(size_s, size_t) > unsure:
                unsure = max(size_s, size_t)
                copy_rows(doubt, line, 2)
            continue
        # split the broader patch, weighted by how much its breadth moves the lines where they are stopped
        side = 0 if size_s * (1.3 - 0.6 * where) >= size_t * (0.7 + 0.6 * where) else 1
        if (size_s if side == 0 else size_t) < least:
            side = 1 - side
        if count + 2 > len(nodes):
            nodes, pieces = _longer(nodes), _longer(pieces)
        if pooled + 2 > len(pool):
            pool = np.concatenate((pool, np.empty_like(pool)))
        node = nodes[cell, side]
        small = mesh.children[node, 0] < 0
        if small:
            cut = _halve(S if side == 0 else T, pool, pooled)
        else:
            first, last = span(mesh, mesh.children[node, 0])
            cut = first - last
        note(scratch, cell)
        note(scratch, IS_SPLIT)
        note(scratch, side)
        note(scratch, cut)
        note(scratch, count)
        for child in range(2):
            nodes[count], pieces[count] = nodes[cell], pieces[cell]
            if small:
                pieces[count, side] = pooled
                pooled += 1
            else:
                nodes[count, side] = mesh.children[node, child]
            ns = _patch(mesh, nodes[count, 0], pool, pieces[count, 0], S)
            nt = _patch(mesh, nodes[count, 1], pool, pieces[count, 1], T)
            heapq.heappush(heap, (-(breadth(S, ns, T, nt) + breadth(T, nt, S, ns)), count))
            count += 1
    if gap < 0.0:
        best[:] = doubt
    return pairs, gap, unsure, stopper


@kernel
def _longer(rows):
    bigger = np.full((2 * len(rows), rows.shape[1]), -1, np.int32)
    bigger[: len(rows)] = rows
    return bigger


@lean_kernel
def _halve(P, pool, at):
    """Write the two halves of a triangle, cut through the middle of its longest edge, into pool rows at and at + 1;
    return the corner where that edge begins.
    """
    best, cut = -1.0, 0
    for k in range(3):
        j = (k + 1) % 3
        length = 0.0
        for i in range(3):
            length += (P[j, i] - P[k, i]) ** 2
        if length > best:
            best, cut = length, k
    j, o = (cut + 1) % 3, (cut + 2) % 3
    for i in range(3):
        mid = 0.5 * (P[cut, i] + P[j, i])
        pool[at, 0, i], pool[at, 1, i], pool[at, 2, i] = P[cut, i], mid, P[o, i]
        pool[at + 1, 0, i], pool[at + 1, 1, i], pool[at + 1, 2, i] = mid, P[j, i], P[o, i]
    return cut
