"""Rays without end at pairs that `sight` calls hidden: none may get through.

Some of the rays run from a random point of one figure to one of the other. The rest are aimed where a proof would break
first: past a random edge of what stopped such a ray, 1e-8 to 1e-1 in beside it. All are cast in double precision by the
exact trees. What gets through nearer to some blocker than `ROOM` only grazes, which is no line of sight. All else
contradicts the verdict; it is measured again without the trees, over all triangles.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.boards import make_board
from benchmarks.sight import table_of
from warcry3d.geom.casts import clearance, first_hits, is_blocked, is_inside
from warcry3d.geom.compiled import kernel
from warcry3d.geom.proof_log import next_random
from warcry3d.geom.rims import ROOM
from warcry3d.geom.solid import FloatArray, IntArray
from warcry3d.sight.proof_surface import segment_gaps
from warcry3d.sight.verdict import Hidden
from warcry3d.sight.visible import Sightlines
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

__all__ = ["HiddenPair", "Soaked", "hidden_pairs", "run", "shipped_tables", "shoot"]

RAYS = 20_000_000
BOARDS = tuple((seed, triangles) for triangles in (5_000, 50_000) for seed in (1, 2, 3))
KEPT = 64
"""Rays that got through which are kept of one pair, to be measured again."""
HITS = 16
"""Surfaces that a ray is stopped by of which one is aimed past: the first so many."""


class _Scratch(NamedTuple):
    """Room for a ray's crossings, and for the way through the trees."""

    faces: NDArray[np.int32]
    signs: NDArray[np.int32]
    wheres: NDArray[np.float64]
    stack: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class HiddenPair:
    """Two models that do not see each other, and what their verdict was found on; ``roots`` of what blocks."""

    table: str
    viewer: str
    target: str
    lines: Sightlines
    roots: IntArray
    ends: tuple[IntArray, IntArray]


@dataclass(frozen=True, slots=True)
class Soaked:
    """What became of a pair's rays: how many were shot, how many only grazed past, and those that contradict."""

    rays: int
    grazing: int
    contradictions: tuple[FloatArray, ...]


def hidden_pairs(name: str, table: Table) -> Iterator[HiddenPair]:
    """Yield the hidden pairs of a table."""
    lines = Sightlines(table)
    mesh = lines.blockers.mesh
    numbers = {model.id: i + 1 for i, model in enumerate(table.models)}
    for one, two in combinations(numbers, 2):
        pair = numbers[one], numbers[two]
        if (mesh.roots[list(pair)] < 0).any() or not isinstance(lines.between(one, two), Hidden):
            continue
        roots = np.delete(mesh.roots, pair)
        yield HiddenPair(name, one, two, lines, roots, tuple(lines.blockers.faces(number) for number in pair))


def shoot(pair: HiddenPair, rays: int, seed: int = 1) -> Soaked:
    """Shoot ``rays`` rays at a pair, the same for the same seed."""
    mesh = pair.lines.blockers.mesh
    scratch = _Scratch(np.zeros(HITS, np.int32), np.zeros(HITS, np.int32), np.zeros(HITS), np.zeros(128, np.int32))
    state = np.array([seed * 0x9E3779B97F4A7C15 % 2**64], np.uint64)
    spans = np.array([(faces[0], faces[-1] + 1) for faces in pair.ends])
    targets = mesh.roots[[_group(pair, faces) for faces in pair.ends]]
    through = np.empty((KEPT, 2, 3))
    count = np.zeros(3, np.int64)
    _shoot(mesh, pair.roots, targets[1:], spans, rays, scratch, state, through, count)
    shot, grazing, free = count.tolist()
    corners = mesh.vertices[mesh.faces[_faces(pair)]]
    wrong = tuple(line.copy() for line in through[:free] if segment_gaps(line[0], line[1], corners).min() > ROOM)
    return Soaked(shot, grazing + free - len(wrong), wrong)


def _group(pair: HiddenPair, faces: IntArray) -> int:
    return pair.lines.blockers.first.index(int(faces[0]))


def _faces(pair: HiddenPair) -> IntArray:
    """Return the numbers of all faces that block."""
    count = len(pair.lines.blockers.mesh.roots)
    looking = {_group(pair, faces) for faces in pair.ends}
    return np.concatenate([pair.lines.blockers.faces(i) for i in range(count) if i not in looking])


@kernel
def _shoot(mesh, roots, target, spans, rays, scratch, state, through, count):
    """Cast ``rays`` rays; write those that nothing stops, and count: how many were cast, grazed, and were written."""
    line, far = np.empty((2, 3)), np.empty(3)
    while count[0] < rays and count[2] < len(through):
        for end in range(2):
            _on_surface(mesh, spans[end, 0], spans[end, 1], state, line[end])
        count[0] += 1
        hits = first_hits(mesh, roots, line[0], line[1], scratch.faces, scratch.signs, scratch.wheres, scratch.stack)
        if hits == 0:
            _weigh(mesh, roots, line, scratch, through, count)
            continue
        _aim_past(mesh, scratch.faces[int(next_random(state) * hits)], state, line[0], far)
        if first_hits(mesh, target, line[0], far, scratch.faces, scratch.signs, scratch.wheres, scratch.stack) == 0:
            continue
        for i in range(3):
            line[1, i] = line[0, i] + scratch.wheres[0] * (far[i] - line[0, i])
        count[0] += 1
        if not is_blocked(mesh, roots, line[0], line[1], scratch.stack):
            _weigh(mesh, roots, line, scratch, through, count)


@kernel
def _on_surface(mesh, first, last, state, point):
    """Write a random point of one of the faces from first to last, each as likely as the others."""
    f = first + int(next_random(state) * (last - first))
    u, v = next_random(state), next_random(state)
    if u + v > 1.0:
        u, v = 1.0 - u, 1.0 - v
    for i in range(3):
        a, b, c = (
            mesh.vertices[mesh.faces[f, 0], i],
            mesh.vertices[mesh.faces[f, 1], i],
            mesh.vertices[mesh.faces[f, 2], i],
        )
        point[i] = a + u * (b - a) + v * (c - a)


@kernel
def _aim_past(mesh, f, state, start, far):
    """Write the end, 100 in away, of a ray from ``start`` that passes an edge of face f at a hair's breadth."""
    V, F = mesh.vertices, mesh.faces
    k = int(next_random(state) * 3)
    along, shift = next_random(state), 10.0 ** (-8.0 + 7.0 * next_random(state))
    length = 0.0
    for i in range(3):
        a, b, c = V[F[f, k], i], V[F[f, (k + 1) % 3], i], V[F[f, (k + 2) % 3], i]
        spot = a + along * (b - a)
        far[i] = spot + shift * (2.0 * next_random(state) - 1.0 - 0.3 * (c - spot)) - start[i]
        length += far[i] * far[i]
    stretch = 100.0 / math.sqrt(length)
    for i in range(3):
        far[i] = start[i] + stretch * far[i]


@kernel
def _weigh(mesh, roots, line, scratch, through, count):
    """Write a line that nothing stops, unless it grazes or runs wholly within a solid."""
    if is_inside(mesh, roots, line[0], scratch.stack):
        return
    if clearance(mesh, roots, line[0], line[1], 1.0, scratch.stack)[0] <= ROOM:
        count[1] += 1
        return
    through[count[2]] = line
    count[2] += 1


def shipped_tables() -> Iterator[tuple[str, Table]]:
    """Yield the tables that ship, with their names."""
    for path in sorted((shipped_root() / "terrain").glob("*.table.json")):
        yield path.name.removesuffix(".table.json"), load_table(path)


def tables() -> Iterator[tuple[str, Table]]:
    """Yield the tables that ship, and hard boards."""
    yield from shipped_tables()
    for seed, triangles in BOARDS:
        yield f"board {seed} of {triangles}", table_of(make_board(seed, triangles=triangles))


def run(rays: int = RAYS) -> Iterator[str]:
    """Yield the table of figures: ``rays`` in all, shared evenly among the tables with hidden pairs."""
    found = {name: pairs for name, table in tables() if (pairs := list(hidden_pairs(name, table)))}
    yield "table                   hidden pairs          rays  grazing  contradictions"
    total = 0
    for name, pairs in found.items():
        share = math.ceil(rays / len(found) / len(pairs))
        results = [shoot(pair, share, seed + 1) for seed, pair in enumerate(pairs)]
        shot, grazing = sum(r.rays for r in results), sum(r.grazing for r in results)
        wrong = [(pair, line) for pair, r in zip(pairs, results, strict=True) for line in r.contradictions]
        total += shot
        yield f"{name:22}  {len(pairs):12}  {shot:12,}  {grazing:7}  {len(wrong):14}"
        yield from (f"  {pair.viewer} sees {pair.target} along {line.tolist()}" for pair, line in wrong)
    yield f"{'in all':22}  {sum(map(len, found.values())):12}  {total:12,}"
