"""The search for a point from which a whole surface is seen, or for the proof that there is none (compiled, float64).

The viewer's surface is split into cells. A cell is closed when one small patch of the target, which faces all of it,
is hidden from all of it: no point of the cell is the eye that is sought. The patches are found by looking from a point
of the cell and taking what is hidden there. docs/sight.md has the idea.
"""

from warcry3d.geom.cases import CLOSED, decide
from warcry3d.geom.casts import clearance, first_hits, is_blocked, is_inside
from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.pair_queue import pop, push
from warcry3d.geom.patches import corners, draw_apart, is_touched, middle, patch, span
from warcry3d.geom.proof_log import Scratch, copy_rows, next_random, note
from warcry3d.geom.records import Floats1, Ints1, Words1
from warcry3d.geom.search import BY_CASES, IS_INSIDE, split_cell
from warcry3d.geom.shaft import breadth, shaft_planes
from warcry3d.geom.tree import Mesh
from warcry3d.geom.view_clearing import CLEAR, FACING, ViewSpace, draw_near, first_obstacle
from warcry3d.geom.witness import line_between

__all__ = ["FULL_VIEW", "NO_VIEW", "UNSURE_VIEW", "search_views"]

NO_VIEW, FULL_VIEW, UNSURE_VIEW = 0, 1, 2
POINTS = 96
"""Points of the target that are looked at from some eyes first, to find those that are hidden from many."""
TRIES = 24
STEPS = 8
"""Of a random walk over a blocker's faces."""
ATTEMPTS = 5
"""Patches that are tried on a cell, of the `RECENT` ones."""
RECENT = 40
IN_SOLID, AT_BLOCKER = 0, 1
"""Why a cell has no eye: it lies within a solid; or so near to a blocker that an eye there does not count."""
MOST_DOUBTS = 12


@lean_kernel
def _random_on(mesh, t, P, state, point):
    """Write a random point of a triangle; P (3, 3) gets its corners."""
    corners(mesh, t, P)
    u, v = next_random(state), next_random(state)
    if u + v > 1.0:
        u, v = 1.0 - u, 1.0 - v
    for i in range(3):
        point[i] = P[0, i] + u * (P[1, i] - P[0, i]) + v * (P[2, i] - P[0, i])


@lean_kernel
def _faces(mesh, t, P, n):
    """Return whether a triangle faces all of the points."""
    N = mesh.normals
    for k in range(n):
        if N[t, 0] * P[k, 0] + N[t, 1] * P[k, 1] + N[t, 2] * P[k, 2] - mesh.offsets[t] <= FACING:
            return False
    return True


@lean_kernel
def _is_hidden(mesh, roots, eye, point, tau, space, stack):
    """Return whether a point, drawn near by ``tau``, is hidden from an eye."""
    for i in range(3):
        space.spot[0, i] = point[i]
    draw_near(space.spot, 1, eye[0], eye[1], eye[2], tau)
    return is_blocked(mesh, roots, eye, space.spot[0], stack)


@lean_kernel
def _add_patch(mesh, t, point, size, known, space, P):
    """Take the part of a triangle that is about ``size`` wide around one of its points as patch number ``known``."""
    corners(mesh, t, P)
    wide = 0.0
    for k in range(3):
        j = (k + 1) % 3
        wide = max(wide, (P[k, 0] - P[j, 0]) ** 2 + (P[k, 1] - P[j, 1]) ** 2 + (P[k, 2] - P[j, 2]) ** 2)
    share = min(1.0, size / max(wide**0.5, 1e-12))
    for k in range(3):
        for i in range(3):
            space.patches[known, k, i] = point[i] + share * (P[k, i] - point[i])
    space.owners[known] = t


@lean_kernel
def _hidden_from_many(mesh, roots, a, b, tau, size, space, scratch, state):
    """Choose patches that are hidden from many eyes of the viewer; return how many patches there are then.

    Afterwards ``covered`` says how many of the points looked at are hidden from each eye.
    """
    a0, a1 = span(mesh, a)
    b0, b1 = span(mesh, b)
    eyes, covered, P, stack = space.eyes, space.covered, scratch.corners, scratch.stack
    for e in range(len(eyes)):
        _random_on(mesh, a0 + int(next_random(state) * (a1 - a0)), P, state, eyes[e])
        covered[e] = 0
    known = 0
    for _ in range(POINTS):
        t = b0 + int(next_random(state) * (b1 - b0))
        _random_on(mesh, t, P, state, space.aim[0])
        more, many = 0, 0
        for e in range(len(eyes)):
            if not _faces(mesh, t, eyes[e : e + 1], 1):
                continue
            if _is_hidden(mesh, roots, eyes[e], space.aim[0], tau, space, stack):
                many += 1
                more += 1 if covered[e] == 0 else 0
                covered[e] += 1
        if known < 8 and many > 0 and (more > 0 or many == len(eyes)):
            _add_patch(mesh, t, space.aim[0], size, known, space, P)
            known += 1
    return known


@lean_kernel
def _shadow(mesh, f, b, eye, space, scratch, state):
    """Write where the eye would see the target through a random point of a blocker near face ``f``; return the triangle
    there, -1 where the line misses.
    """
    for _ in range(int(next_random(state) * STEPS)):
        f = mesh.neighbours[f, int(next_random(state) * 3)]
    _random_on(mesh, f, scratch.corners, state, space.spot[0])
    far, near = 0.0, 0.0
    for i in range(3):
        far += (space.centre[0, i] - eye[i]) ** 2
        near += (space.spot[0, i] - eye[i]) ** 2
    stretch = 3.0 * (far / max(near, 1e-12)) ** 0.5
    for i in range(3):
        space.spot[0, i] = eye[i] + stretch * (space.spot[0, i] - eye[i])
    scratch.one[0] = b
    hits = first_hits(
        mesh, scratch.one, eye, space.spot[0], scratch.faces, scratch.signs, scratch.wheres, scratch.stack
    )
    chosen = int(next_random(state) * hits)
    for h in range(hits):
        k = (chosen + h) % hits
        if scratch.signs[k] == 1:
            for i in range(3):
                space.aim[0, i] = eye[i] + scratch.wheres[k] * (space.spot[0, i] - eye[i])
            return scratch.faces[k]
    return -1


@lean_kernel
def _patch_near(mesh, roots, t, f, b, eye, n, tau, size, known, space, scratch, state):
    """Add a patch of the target that is hidden from the eye by what is around a blocker's face, and from as many
    corners of the cell and other eyes as can be; return how many patches there are then.
    """
    best = -1
    for turn in range(TRIES):
        here = _shadow(mesh, f, b, eye, space, scratch, state) if turn < TRIES - 2 else t
        if here < 0:
            continue
        if turn >= TRIES - 2:
            _random_on(mesh, t, scratch.corners, state, space.aim[0])
        if not _faces(mesh, here, space.cell, n):
            continue
        if not _is_hidden(mesh, roots, eye, space.aim[0], tau, space, scratch.stack):
            continue
        many = 0
        for k in range(n):
            many += 100 if _is_hidden(mesh, roots, space.cell[k], space.aim[0], tau, space, scratch.stack) else 0
        for k in range(len(space.eyes)):
            many += 1 if _is_hidden(mesh, roots, space.eyes[k], space.aim[0], tau, space, scratch.stack) else 0
        if many > best:
            best = many
            _add_patch(mesh, here, space.aim[0], size, known, space, scratch.corners)
    return known + 1 if best >= 0 else known


@lean_kernel
def _close(mesh, roots, cell, n, k, tau, space, scratch, state):
    """Return whether patch ``k`` is hidden from all of the cell, as is noted then."""
    S, T, planes, drawn = scratch.first, scratch.second, scratch.planes, scratch.drawn
    copy_rows(S, space.cell, n)
    copy_rows(T, space.patches[k], 3)
    middle(S, n, scratch.far)
    draw_near(T, 3, scratch.far[0], scratch.far[1], scratch.far[2], tau)
    copy_rows(drawn, scratch.line, 1)
    middle(T, 3, drawn[1])
    draw_apart(S, n, T, 3, drawn)
    if not shaft_planes(S, n, T, 3, planes):
        return False
    hits = first_hits(mesh, roots, drawn[0], drawn[1], scratch.faces, scratch.signs, scratch.wheres, scratch.stack)
    if hits == 0:
        return False
    whole, real = scratch.used[0], scratch.used[1]
    note(scratch, cell)
    note(scratch, BY_CASES)
    if decide(mesh, roots, S, n, T, 3, planes, drawn, hits, 0.0, scratch, state, scratch.found) == CLOSED:
        space.by[cell] = k
        return True
    scratch.used[0], scratch.used[1] = whole, real
    return False


@lean_kernel
def _close_by_any(mesh, roots, cell, n, eye, known, tau, space, scratch, state):
    """Return whether one of the patches is hidden from all of the cell: first the one that its other half had."""
    hint, tried = space.hints[cell], 0
    for turn in range(min(known, RECENT) + 1):
        k = hint if turn == 0 else known - turn
        if k < 0 or (turn > 0 and k == hint) or not _faces(mesh, space.owners[k], space.cell, n):
            continue
        middle(space.patches[k], 3, space.aim[0])
        if not _is_hidden(mesh, roots, eye, space.aim[0], tau, space, scratch.stack):
            continue
        if tried == ATTEMPTS:
            return False
        tried += 1
        if _close(mesh, roots, cell, n, k, tau, space, scratch, state):
            return True
    return False


@lean_kernel
def _is_eye(mesh, roots, b, eye, tau, space, scratch):
    """Return the triangle and the blocker as `first_obstacle`; an eye within ``tau`` of a blocker, or within a solid,
    does not count: then the triangle is -3.
    """
    if clearance(mesh, roots, eye, eye, tau, scratch.stack)[1] >= 0:
        return -3, -3
    t, f = first_obstacle(mesh, roots, b, eye, tau, space)
    if t == CLEAR and is_inside(mesh, roots, eye, scratch.stack):
        return -3, -3
    return t, f


@lean_kernel
def _lies_at(mesh, roots, n, tau, space, scratch):
    """Return whether all of the cell lies within ``tau`` of one face of a blocker."""
    middle(space.cell, n, space.aim[0])
    reach = 0.0
    for k in range(n):
        far = 0.0
        for i in range(3):
            far += (space.cell[k, i] - space.aim[0, i]) ** 2
        reach = max(reach, far)
    reach = reach**0.5
    return reach < tau and clearance(mesh, roots, space.aim[0], space.aim[0], tau - reach, scratch.stack)[1] >= 0


@lean_kernel
def search_views(
    mesh: Mesh,
    roots: Ints1,
    a: int,
    b: int,
    tau: float,
    least: float,
    budget: int,
    space: ViewSpace,
    scratch: Scratch,
    state: Words1,
    eye: Floats1,
) -> tuple[int, int, float, int, int]:
    """Search the surface under tree node ``a`` for an eye that sees all of what faces it under ``b``, but for the last
    ``tau`` (in) of each line, past all surfaces under ``roots``.

    Cells narrower than ``least`` (in) are not split further; at most ``budget`` cells are looked at. Returns (end,
    cells, gap, blocker, patches): FULL_VIEW with ``eye`` (3,); NO_VIEW, the proof in the scratch's notes and in the
    space's first so many ``patches``; UNSURE_VIEW with the width (in) of what is left, ``eye`` in it, and a face.
    """
    a, b = int(a), int(b)
    scratch.used[:] = 0
    known = _hidden_from_many(mesh, roots, a, b, tau, tau, space, scratch, state)
    for e in range(len(space.eyes)):
        if space.covered[e] == 0 or known == 0:
            t, _ = _is_eye(mesh, roots, b, space.eyes[e], tau, space, scratch)
            if t == CLEAR:
                for i in range(3):
                    eye[i] = space.eyes[e, i]
                return FULL_VIEW, 0, 0.0, -1, known
    nodes, pieces, pool, cell_points = scratch.nodes, scratch.pieces, scratch.pool, space.cell
    nodes[0, 0], nodes[0, 1], pieces[0, 0], pieces[0, 1] = a, b, -1, -1
    space.hints[0], space.by[0] = -1, -1
    for i in range(3):
        space.centre[0, i] = 0.5 * (mesh.boxes[b, i] + mesh.boxes[b, i + 3])
    count, pooled, cells, doubts, gap, blocker = 1, 0, 0, 0, 0.0, -1
    waiting = push(scratch.heap_keys, scratch.heap_cells, 0, -1e30, 0)
    while waiting > 0:
        cell = scratch.heap_cells[0]
        waiting = pop(scratch.heap_keys, scratch.heap_cells, waiting)
        cells += 1
        n = patch(mesh, nodes[cell, 0], pool, pieces[cell, 0], cell_points)
        size = breadth(cell_points, n, space.centre, 1)
        if cells > budget or count + 2 > len(space.by) or doubts >= MOST_DOUBTS:
            return UNSURE_VIEW, cells, max(gap, size), blocker, known
        line_between(mesh, nodes, pieces, pool, cell, state, scratch.triangle, scratch.line)
        here = scratch.line[0]
        if _close_by_any(mesh, roots, cell, n, here, known, tau, space, scratch, state):
            continue
        t, f = _is_eye(mesh, roots, b, here, tau, space, scratch)
        if t == CLEAR:
            for i in range(3):
                eye[i] = here[i]
            return FULL_VIEW, cells, 0.0, -1, known
        if is_inside(mesh, roots, here, scratch.stack) and not is_touched(mesh, roots, cell_points, n, scratch.stack):
            note(scratch, cell)
            note(scratch, IS_INSIDE)
            note(scratch, IN_SOLID)
            continue
        if size < tau and _lies_at(mesh, roots, n, tau, space, scratch):
            note(scratch, cell)
            note(scratch, IS_INSIDE)
            note(scratch, AT_BLOCKER)
            continue
        if t >= 0 and known < len(space.patches):
            more = _patch_near(
                mesh, roots, t, f, b, here, n, tau, min(tau, max(size, tau / 8.0)), known, space, scratch, state
            )
            if more > known:
                known = more
                k = known - 1
                if _close(mesh, roots, cell, n, k, tau, space, scratch, state):
                    continue
        if size < 0.25 * least:
            doubts += 1
            if size >= gap:
                gap, blocker = size, f
                for i in range(3):
                    eye[i] = here[i]
            continue
        pooled = split_cell(mesh, cell, 0, count, pooled, scratch)
        for child in range(count, count + 2):
            m = patch(mesh, nodes[child, 0], pool, pieces[child, 0], cell_points)
            space.by[child], space.hints[child] = -1, space.hints[cell]
            waiting = push(
                scratch.heap_keys, scratch.heap_cells, waiting, -breadth(cell_points, m, space.centre, 1), child
            )
        count += 2
    return (NO_VIEW if doubts == 0 else UNSURE_VIEW), cells, gap, blocker, known
