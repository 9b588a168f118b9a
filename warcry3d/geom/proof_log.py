"""Working memory of the search, and the notes it takes of its proof (compiled)."""

from dataclasses import dataclass, replace

import numpy as np

from warcry3d.geom.compiled import lean_kernel
from warcry3d.geom.records import Floats1, Floats2, Floats3, Ints1, Ints2, KernelRecord, Longs1
from warcry3d.geom.tree import Mesh

__all__ = [
    "Scratch",
    "copy_rows",
    "next_random",
    "note",
    "note_point",
    "note_refuted",
    "note_rim",
    "scratch_beside",
    "scratch_for",
]

MAX_CONDITIONS = 12
MAX_RIMS = 3
CASE_BUDGET = 8
HITS = 16
"""Crossings of one line that are looked at: more than any shaft needs to find what closes it."""
PAIRS = 16_000
"""Pairs of patches that there is room for unless more are asked for."""


@dataclass(frozen=True, eq=False)
class Scratch(KernelRecord):
    """Arrays reused from pair to pair.

    faces, signs, wheres (16,): crossings of a line. mark (m,), stamp (1,), queue (m,), known (c,), reach (1,): what a
    flood gathered, is to go over, knows of clusters, and the largest cluster it takes whole; grow (1,): inches by which
    it takes the shaft to be wider. shaft (1,), seen (n,), sides (n,): which shaft it is, and for which shaft the side
    of each vertex to its planes is known. whole, real: the notes of the proof; used (2,): how far they are filled
    (beyond their length: they did not fit). nodes, pieces (p, 2), pool (p, 3, 3), heap_keys, heap_cells (p,): the pairs
    of patches, the pieces of triangles in them, and the order in which they are looked at. paused (4,): how many cells,
    rows of the pool and waiting pairs a search has that is to go on (0 cells: there is none), and whether one may stop
    to go on later. first, second (8, 3), triangle, planes, line, drawn, found, doubt: the pair that is looked at. The
    rest: room for the steps of a case, named as there.
    """

    faces: Ints1
    signs: Ints1
    wheres: Floats1
    mark: Longs1
    stamp: Longs1
    queue: Ints1
    known: Longs1
    reach: Floats1
    grow: Floats1
    shaft: Longs1
    seen: Longs1
    sides: Ints1
    whole: Ints1
    real: Floats1
    used: Longs1
    stack: Ints1
    conditions: Floats3
    sizes: Ints1
    matrix: Floats2
    weights: Floats1
    mix: Floats1
    a: Floats1
    b: Floats1
    part: Floats2
    row: Floats1
    tableau: Floats2
    basic: Ints1
    loose: Ints1
    rim: Ints2
    spare: Ints2
    starts: Floats2
    ends: Floats2
    volumes: Floats2
    margins: Floats1
    kept: Floats1
    current: Floats2
    trial: Floats2
    here: Floats2
    away: Floats1
    corners: Floats2
    far: Floats1
    one: Ints1
    nodes: Ints2
    pieces: Ints2
    pool: Floats3
    heap_keys: Floats1
    heap_cells: Ints1
    first: Floats2
    second: Floats2
    triangle: Floats2
    planes: Floats2
    line: Floats2
    drawn: Floats2
    found: Floats2
    doubt: Floats2
    paused: Longs1

    def fits(self, mesh: Mesh, notes: int, pairs: int) -> bool:
        """Return whether it has the sizes that `scratch_for` gives, or more room for notes, and no search that is to
        go on: then it may be used for another mesh. What it holds is never taken for what is known there, as each shaft
        and flood has a number.
        """
        sizes = len(self.mark), len(self.known), len(self.seen), len(self.nodes)
        wanted = len(mesh.faces), len(mesh.spans), len(mesh.vertices), 2 * pairs + 3
        return sizes == wanted and len(self.whole) >= notes and not self.paused.any()


def scratch_for(mesh: Mesh, notes: int, *, pairs: int = PAIRS) -> Scratch:
    """Return working memory for a mesh, with room for so many noted numbers and so many pairs of patches."""
    triangles, clusters, vertices = len(mesh.faces), len(mesh.spans), len(mesh.vertices)
    cases, cells = CASE_BUDGET * (MAX_RIMS - 1) + 3, 2 * pairs + 3
    return Scratch(
        faces=np.zeros(HITS, np.int32),
        signs=np.zeros(HITS, np.int32),
        wheres=np.zeros(HITS),
        mark=np.zeros(triangles, np.int64),
        stamp=np.zeros(1, np.int64),
        queue=np.zeros(triangles, np.int32),
        known=np.zeros(clusters, np.int64),
        reach=np.zeros(1),
        grow=np.zeros(1),
        shaft=np.zeros(1, np.int64),
        seen=np.zeros(vertices, np.int64),
        sides=np.zeros(vertices, np.int32),
        whole=np.zeros(notes, np.int32),
        real=np.zeros(notes),
        used=np.zeros(2, np.int64),
        stack=np.zeros(128, np.int32),
        conditions=np.zeros((cases, MAX_CONDITIONS, 5)),
        sizes=np.zeros(cases, np.int32),
        matrix=np.zeros((MAX_CONDITIONS, 64)),
        weights=np.zeros(MAX_CONDITIONS),
        mix=np.zeros(64),
        a=np.zeros(8),
        b=np.zeros(8),
        part=np.zeros((MAX_CONDITIONS, 8)),
        row=np.zeros(8),
        tableau=np.zeros((65, MAX_CONDITIONS + 1)),
        basic=np.zeros(64, np.int32),
        loose=np.zeros(MAX_CONDITIONS, np.int32),
        rim=np.zeros((MAX_RIMS, 2), np.int32),
        spare=np.zeros((MAX_RIMS, 2), np.int32),
        starts=np.zeros((9, 3)),
        ends=np.zeros((9, 3)),
        volumes=np.zeros((MAX_RIMS, 81)),
        margins=np.zeros(MAX_RIMS),
        kept=np.zeros(MAX_RIMS),
        current=np.zeros((2, 3)),
        trial=np.zeros((2, 3)),
        here=np.zeros((2, 3)),
        away=np.zeros(3),
        corners=np.zeros((3, 3)),
        far=np.zeros(3),
        one=np.zeros(1, np.int32),
        nodes=np.empty((cells, 2), np.int32),
        pieces=np.empty((cells, 2), np.int32),
        pool=np.empty((cells, 3, 3)),
        heap_keys=np.empty(cells),
        heap_cells=np.empty(cells, np.int32),
        first=np.zeros((8, 3)),
        second=np.zeros((8, 3)),
        triangle=np.zeros((3, 3)),
        planes=np.zeros((10, 4)),
        line=np.zeros((2, 3)),
        drawn=np.zeros((2, 3)),
        found=np.zeros((2, 3)),
        doubt=np.zeros((2, 3)),
        paused=np.zeros(4, np.int64),
    )


def scratch_beside(scratch: Scratch, notes: int, *, pairs: int) -> Scratch:
    """Return working memory for a search that goes on beside others, with pairs of patches and notes of its own."""
    cells = 2 * pairs + 3
    return replace(
        scratch,
        whole=np.empty(notes, np.int32),
        real=np.empty(notes),
        used=np.zeros(2, np.int64),
        nodes=np.empty((cells, 2), np.int32),
        pieces=np.empty((cells, 2), np.int32),
        pool=np.empty((cells, 3, 3)),
        heap_keys=np.empty(cells),
        heap_cells=np.empty(cells, np.int32),
        doubt=np.zeros((2, 3)),
        paused=np.zeros(4, np.int64),
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
