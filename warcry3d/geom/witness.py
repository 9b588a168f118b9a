"""Free lines between two surfaces: found at random, drawn out to the surfaces, moved to where they are clearest
(compiled, float64).
"""

from warcry3d.geom.casts import clearance, first_hits, is_blocked, is_inside, way_from
from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.patches import corners, span
from warcry3d.geom.proof_log import Scratch, copy_rows, next_random
from warcry3d.geom.records import Floats2, Ints1, Words1
from warcry3d.geom.rims import ROOM
from warcry3d.geom.tree import Mesh

__all__ = ["CLEARANCE_LIMIT", "climb", "improve", "line_between", "sample", "snap"]

CLEARANCE_LIMIT = 1.0
"""Inches beyond which a witness's clearance is no longer measured."""
CLIMB = 400
"""Lines tried near a free line that is not clear enough before it is taken to be the clearest there."""
STEPS = 120
"""Steps away from what is nearest before that,"""
SHORTER = 0.95
"""each so much shorter than the last."""
LEVER = 50.0
"""How many times the shift where the line is nearest to something its ends may be moved to turn it."""


@lean_kernel
def _on_triangle(P, state, point):
    """Write a random point of the triangle P (3, 3)."""
    u, v = next_random(state), next_random(state)
    if u + v > 1.0:
        u, v = 1.0 - u, 1.0 - v
    for i in range(3):
        point[i] = P[0, i] + u * (P[1, i] - P[0, i]) + v * (P[2, i] - P[0, i])


@lean_kernel
def snap(mesh, root, line, end, scratch):
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
    if room <= gap or room < ROOM or is_inside(mesh, roots, line[0], stack) or is_inside(mesh, roots, line[1], stack):
        return gap
    copy_rows(best, line, 2)
    return room


@lean_kernel
def climb(
    mesh: Mesh,
    roots: Ints1,
    a: int,
    b: int,
    enough: float,
    tries: int,
    state: Words1,
    best: Floats2,
    gap: float,
    scratch: Scratch,
):
    """Look for a clearer line than ``best`` by small random shifts of both ends; return its clearance."""
    line, stack = scratch.trial, scratch.stack
    for _ in range(tries):
        shift = 10.0 ** (-3.3 + 2.3 * next_random(state))
        for end in range(2):
            for i in range(3):
                line[end, i] = best[end, i] + shift * (2.0 * next_random(state) - 1.0)
        if is_blocked(mesh, roots, line[0], line[1], stack):
            continue
        if snap(mesh, b, line, 1, scratch) and snap(mesh, a, line, 0, scratch):
            gap = _weigh(mesh, roots, line, best, gap, stack)
            if gap >= enough:
                break
    return gap


@lean_kernel
def _step_away(mesh, roots, a, b, enough, best, gap, scratch):
    """Look for a clearer line than ``best`` by steps away from whatever is nearest, each a little shorter than the last
    (it need not be clearer at once: between two banks the way goes to and fro); return its clearance.

    Every other step turns the line about where the last step's nearest thing was, so that a slanting line through a
    thick wall comes straight.
    """
    line, here, away, stack = scratch.trial, scratch.here, scratch.away, scratch.stack
    copy_rows(here, best, 2)
    step, last = 0.5 * enough, 0.5
    for turn in range(STEPS):
        _, near = clearance(mesh, roots, here[0], here[1], CLEARANCE_LIMIT, stack)
        if near < 0 or gap >= enough:
            break
        along = way_from(mesh, near, here[0], here[1], away)
        first, second = min(1.0, 2.0 - 2.0 * along), min(1.0, 2.0 * along)
        if turn % 2 == 1 and abs(along - last) > 1.0 / LEVER:
            first, second = -last / (along - last), (1.0 - last) / (along - last)
        last = along
        for i in range(3):
            line[0, i] = here[0, i] + step * first * away[i]
            line[1, i] = here[1, i] + step * second * away[i]
        step *= SHORTER
        if is_blocked(mesh, roots, line[0], line[1], stack):
            continue
        if snap(mesh, b, line, 1, scratch) and snap(mesh, a, line, 0, scratch):
            copy_rows(here, line, 2)
            gap = _weigh(mesh, roots, line, best, gap, stack)
    return gap


@lean_kernel
def _clearest(mesh, roots, a, b, enough, state, best, gap, scratch):
    """Look near ``best`` for a line that is clear by ``enough``; return the clearance of the clearest."""
    gap = _step_away(mesh, roots, a, b, enough, best, gap, scratch)
    if gap < enough:
        gap = climb(mesh, roots, a, b, enough, CLIMB, state, best, gap, scratch)
        gap = _step_away(mesh, roots, a, b, enough, best, gap, scratch)
    return gap


@lean_kernel
def sample(
    mesh: Mesh,
    roots: Ints1,
    a: int,
    b: int,
    rays: int,
    half: float,
    state: Words1,
    best: Floats2,
    scratch: Scratch,
):
    """Try random lines until one is clear by ``half``; return the clearance of the clearest, -1 if none is free."""
    a0, a1 = span(mesh, a)
    b0, b1 = span(mesh, b)
    P, line, stack = scratch.corners, scratch.trial, scratch.stack
    gap = -1.0
    for _ in range(rays):
        fa = a0 + int(next_random(state) * (a1 - a0))
        fb = b0 + int(next_random(state) * (b1 - b0))
        corners(mesh, fa, P)
        _on_triangle(P, state, line[0])
        corners(mesh, fb, P)
        _on_triangle(P, state, line[1])
        gap = _weigh(mesh, roots, line, best, gap, stack)
        if gap >= half:
            break
    if 0.0 <= gap < half:
        gap = _clearest(mesh, roots, a, b, half, state, best, gap, scratch)
    return gap


@lean_kernel
def improve(
    mesh: Mesh,
    roots: Ints1,
    a: int,
    b: int,
    line: Floats2,
    half: float,
    state: Words1,
    best: Floats2,
    gap: float,
    scratch: Scratch,
):
    """Take a free line into ``best`` if it is clearer than ``gap``, and look near it for one that is clear by ``half``;
    return the clearance kept.
    """
    better = _weigh(mesh, roots, line, best, gap, scratch.stack)
    if gap < better < half:
        better = _clearest(mesh, roots, a, b, half, state, best, better, scratch)
    return better


@lean_kernel
def line_between(mesh, nodes, pieces, pool, cell, state, P, line):
    """Write a line between random surface points of the two patches of a cell."""
    for side in range(2):
        if pieces[cell, side] >= 0:
            copy_rows(P, pool[pieces[cell, side]], 3)
        else:
            first, last = span(mesh, nodes[cell, side])
            corners(mesh, first + int(next_random(state) * (last - first)), P)
        _on_triangle(P, state, line[side])
