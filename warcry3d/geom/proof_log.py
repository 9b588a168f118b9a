"""Working memory of the search, and the notes it takes of its proof (compiled)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.tree import Mesh

__all__ = ["Scratch", "copy_rows", "next_random", "note", "note_point", "note_refuted", "note_rim", "scratch_for"]

MAX_CONDITIONS = 12
MAX_RIMS = 3
CASE_BUDGET = 8
HITS = 16
"""Crossings of one line that are looked at: more than any shaft needs to find what closes it."""


class Scratch(NamedTuple):
    """Arrays reused from pair to pair.

    faces, signs, wheres (16,): crossings of a line. mark (m,), stamp (1,), queue (m,), known (c,), reach (1,): what a
    flood gathered, is to go over, knows of clusters, and the largest cluster it takes whole; grow (1,): inches by which
    it takes the shaft to be wider. shaft (1,), seen (n,),
    sides (n,): which shaft it is, and for which shaft the side of each vertex to its planes is known. whole, real: the
    notes of the proof; used (2,): how far they are filled (beyond their length: they did not fit). The rest: room for
    the steps of a case, named as there.
    """

    faces: NDArray[np.int32]
    signs: NDArray[np.int32]
    wheres: NDArray[np.float64]
    mark: NDArray[np.int64]
    stamp: NDArray[np.int64]
    queue: NDArray[np.int32]
    known: NDArray[np.int64]
    reach: NDArray[np.float64]
    grow: NDArray[np.float64]
    shaft: NDArray[np.int64]
    seen: NDArray[np.int64]
    sides: NDArray[np.int32]
    whole: NDArray[np.int32]
    real: NDArray[np.float64]
    used: NDArray[np.int64]
    stack: NDArray[np.int32]
    conditions: NDArray[np.float64]
    sizes: NDArray[np.int32]
    matrix: NDArray[np.float64]
    weights: NDArray[np.float64]
    mix: NDArray[np.float64]
    a: NDArray[np.float64]
    b: NDArray[np.float64]
    part: NDArray[np.float64]
    row: NDArray[np.float64]
    tableau: NDArray[np.float64]
    basic: NDArray[np.int32]
    loose: NDArray[np.int32]
    rim: NDArray[np.int32]
    spare: NDArray[np.int32]
    starts: NDArray[np.float64]
    ends: NDArray[np.float64]
    volumes: NDArray[np.float64]
    margins: NDArray[np.float64]
    kept: NDArray[np.float64]
    current: NDArray[np.float64]
    trial: NDArray[np.float64]
    here: NDArray[np.float64]
    away: NDArray[np.float64]
    corners: NDArray[np.float64]
    far: NDArray[np.float64]
    one: NDArray[np.int32]


def scratch_for(mesh: Mesh, notes: int) -> Scratch:
    """Return working memory for a mesh, with room for so many noted numbers."""
    triangles, clusters, vertices = len(mesh.faces), len(mesh.spans), len(mesh.vertices)
    return Scratch(
        np.zeros(HITS, np.int32),
        np.zeros(HITS, np.int32),
        np.zeros(HITS),
        np.zeros(triangles, np.int64),
        np.zeros(1, np.int64),
        np.zeros(triangles, np.int32),
        np.zeros(clusters, np.int64),
        np.zeros(1),
        np.zeros(1),
        np.zeros(1, np.int64),
        np.zeros(vertices, np.int64),
        np.zeros(vertices, np.int32),
        np.zeros(notes, np.int32),
        np.zeros(notes),
        np.zeros(2, np.int64),
        np.zeros(128, np.int32),
        np.zeros((CASE_BUDGET * (MAX_RIMS - 1) + 3, MAX_CONDITIONS, 5)),
        np.zeros(CASE_BUDGET * (MAX_RIMS - 1) + 3, np.int32),
        np.zeros((MAX_CONDITIONS, 64)),
        np.zeros(MAX_CONDITIONS),
        np.zeros(64),
        np.zeros(8),
        np.zeros(8),
        np.zeros((MAX_CONDITIONS, 8)),
        np.zeros(8),
        np.zeros((65, MAX_CONDITIONS + 1)),
        np.zeros(64, np.int32),
        np.zeros(MAX_CONDITIONS, np.int32),
        np.zeros((MAX_RIMS, 2), np.int32),
        np.zeros((MAX_RIMS, 2), np.int32),
        np.zeros((9, 3)),
        np.zeros((9, 3)),
        np.zeros((MAX_RIMS, 81)),
        np.zeros(MAX_RIMS),
        np.zeros(MAX_RIMS),
        np.zeros((2, 3)),
        np.zeros((2, 3)),
        np.zeros((2, 3)),
        np.zeros(3),
        np.zeros((3, 3)),
        np.zeros(3),
        np.zeros(1, np.int32),
    )


@lean_kernel
def note(scratch, value):
    """Append a whole number to the proof."""
    k = scratch.used[0]
    if k < len(scratch.whole):
        scratch.whole[k] = value
    scratch.used[0] = k + 1


@lean_kernel
def note_point(scratch, p):
    """Append a point to the proof."""
    k = scratch.used[1]
    if k + 3 <= len(scratch.real):
        scratch.real[k], scratch.real[k + 1], scratch.real[k + 2] = p[0], p[1], p[2]
    scratch.used[1] = k + 3


@lean_kernel
def note_rim(scratch, mode, seed, rims, how, line, rim):
    """Note a flood of some mode from a seed and the edges of its rim; without rim it closed the case."""
    note(scratch, mode)
    note(scratch, seed)
    note(scratch, rims)
    note(scratch, how)
    note_point(scratch, line[0])
    note_point(scratch, line[1])
    for r in range(rims):
        note(scratch, rim[r, 0])
        note(scratch, rim[r, 1])


@lean_kernel
def note_refuted(scratch, k, weights):
    """Note that the k conditions of a case refute each other by these weights."""
    note(scratch, -1)
    used = scratch.used[1]
    if used + k <= len(scratch.real):
        for i in range(k):
            scratch.real[used + i] = weights[i]
    scratch.used[1] = used + k


@lean_kernel
def next_random(state):
    """Return the next number in [0, 1) of a small generator whose state (1,) uint64 it advances."""
    state[0] ^= state[0] << np.uint64(13)
    state[0] ^= state[0] >> np.uint64(7)
    state[0] ^= state[0] << np.uint64(17)
    return (state[0] >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@lean_kernel
def copy_rows(target, source, n):
    """Copy n rows (a slice assignment would allocate)."""
    for i in range(n):
        for j in range(source.shape[1]):
            target[i, j] = source[i, j]
