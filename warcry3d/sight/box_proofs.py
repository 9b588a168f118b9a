"""Proofs that no line runs from anywhere in one box to anywhere in another: one for all figures that stand in them.

A line from a figure leaves the box around it through the box's surface, and comes to another figure through the surface
of that one's box. So where all lines between the two surfaces are stopped, nobody in one box sees anybody in the other.
What is not proved so is open: the boxes hold more than the figures do. Only what stops lines for all of them may be
asked about: leave out the figures in the boxes. Where boxes say nothing, the same is asked about two figures and the
terrain alone.
"""

from collections import Counter

import numpy as np

from warcry3d.geom import proof_log, search, witness
from warcry3d.geom.records import Ints1
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.tree import Mesh, joined, mesh_of
from warcry3d.sight.blockers import Blockers
from warcry3d.sight.certificate import Certificate
from warcry3d.sight.visible import Sightlines

__all__ = ["BoxProofs", "FigureSearch"]

BUDGET = 3000
"""Pairs of patches looked at before it is left open. Where it is open, some free line mostly ends it after a few."""

RAYS = 1000
"""Random lines from box to box that are tried before: where one is free there is nothing to prove."""

APART = 0.01
"""Boxes that are nearer to each other than this (in) are left open."""

LEAST = 0.02
"""Patches are not split below this (in)."""

SEED = 1

_NOTES = 1 << 17
_CORNERS = np.array([(x, y, z) for z in (0.0, 1.0) for y in (0.0, 1.0) for x in (0.0, 1.0)])
_FACES = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4)]
_FACES += [(2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2), (1, 3, 7), (1, 7, 5)]


class BoxProofs:
    """Proofs against what stops ``lines`` on one table. For the thread of these lines: `for_thread` gives others.

    Boxes are put beside a copy of the terrain: one of all figures too would be four times as large on a table of two
    armies, and is not asked about.
    """

    def __init__(self, lines: Sightlines, threads: int = 1) -> None:
        cube = mesh_of([Solid(_CORNERS, np.array(_FACES, np.int32))], leaf=1)
        self._lines, self._blockers, self._cube, self._thread = lines, lines.blockers, cube, 0
        self._mesh = joined([self._blockers.terrain, *[cube] * (2 * threads)])
        self._scratch = self._working_memory()
        self._turns = list[proof_log.Scratch]()

    def for_thread(self, number: int, lines: Sightlines) -> "BoxProofs":
        """Return the same for another thread, ``number`` below the ``threads`` there is room for, and its ``lines``."""
        other = object.__new__(BoxProofs)
        other._blockers, other._cube, other._mesh = self._blockers, self._cube, self._mesh
        other._lines, other._thread, other._scratch, other._turns = lines, number, self._working_memory(), []
        return other

    def _working_memory(self) -> proof_log.Scratch:
        return proof_log.scratch_for(self._mesh, _NOTES, pairs=BUDGET)

    def stoppers(self, one: FloatArray, other: FloatArray, budget: int = BUDGET) -> tuple[str, ...] | None:
        """Return what of the terrain stops all lines between two boxes (2, 3), the busiest first; None: it is not
        proved that they are stopped.
        """
        if float(np.linalg.norm(np.maximum(one[0] - other[1], other[0] - one[1]).clip(0.0))) < APART:
            return None
        a, b = self._place(2 * self._thread, one), self._place(2 * self._thread + 1, other)
        return stopper_names(self._blockers, self._scratch) if self._is_stopped((a, b), budget) else None

    def between_figures(
        self, ends: tuple[int, int], roots: Ints1, *, half: float, least: float, number: int
    ) -> "FigureSearch":
        """Return the search for what stops all lines between two figures, or for a line that nothing under ``roots``
        stops and that is clear of it by ``half`` (in).

        ``ends``: the roots of the figures in the blockers' mesh. Patches are not split below ``least`` (in). Where few
        roots are asked about, a proof holds for all that have more in the way, and takes less time. ``number``: which
        one it is of those that go on side by side; it ends the earlier one of that number.
        """
        while len(self._turns) <= number:
            self._turns.append(self._lines.scratch_beside(_NOTES, pairs=BUDGET))
        return FigureSearch(self._blockers, self._blockers.mesh, (roots, *ends, half, least), self._turns[number])

    def _is_stopped(self, ends: tuple[int, int], budget: int) -> bool:
        """Return whether it is proved that all lines between two boxes are stopped."""
        roots = self._mesh.roots[:1]
        scratch, state, best = self._scratch, np.array([SEED], np.uint64), np.zeros((2, 3))
        if witness.sample(self._mesh, roots, *ends, RAYS, 0.0, state, best, scratch) >= 0.0:
            return False
        scratch.used[:] = 0
        pairs, gap, bound, _ = search.divide(
            self._mesh, roots, *ends, 0.0, 0.0, LEAST, budget, scratch, state, best, -1.0
        )
        return bool(gap < 0.0 and bound < 0.0 and pairs <= budget and scratch.used.max() <= len(scratch.whole))

    def _place(self, slot: int, box: FloatArray) -> int:
        """Put a box into one of the places that the mesh has for them; return its root."""
        mesh, cube = self._mesh, self._cube
        low, size = box[0], box[1] - box[0]
        terrain = self._blockers.terrain
        last = len(terrain.roots) + slot
        corner = len(terrain.vertices) + slot * len(cube.vertices)
        face = len(terrain.faces) + slot * len(cube.faces)
        node = len(terrain.boxes) + slot * len(cube.boxes)
        mesh.vertices[corner : corner + len(cube.vertices)] = low + cube.vertices * size
        here = slice(face, face + len(cube.faces))
        mesh.offsets[here] = np.einsum("ij,ij->i", mesh.normals[here], mesh.vertices[mesh.faces[here, 0]])
        mesh.boxes[node : node + len(cube.boxes)] = np.tile(low, 2) + cube.boxes * np.tile(size, 2)
        return int(mesh.roots[last])


class FigureSearch:
    """A search between two figures, a part at a time: ask `go_on` until it answers, or ``is_over``."""

    def __init__(
        self, blockers: Blockers, mesh: Mesh, asked: tuple[Ints1, int, int, float, float], scratch: proof_log.Scratch
    ) -> None:
        self._blockers, self._mesh, self._asked, self._scratch = blockers, mesh, asked, scratch
        self._state, self._line = np.array([SEED], np.uint64), np.zeros((2, 3))
        self.is_over = False
        scratch.paused[:] = 0, 0, 0, 1
        scratch.used[:] = 0

    def go_on(self, budget: int) -> tuple[str, ...] | FloatArray | None:
        """Return what stops all lines, the busiest first, or a free line (2, 3); None: neither was found by looking at
        so many more pairs of patches.
        """
        roots, a, b, half, least = self._asked
        scratch = self._scratch
        pairs, gap, bound, _ = search.divide(
            self._mesh, roots, a, b, half, 0.0, least, budget, scratch, self._state, self._line, -1.0
        )
        if scratch.paused[0]:
            return None
        self.is_over = True
        if gap >= 0.0:
            return self._line if gap >= half else None
        if bound >= 0.0 or pairs > budget or scratch.used.max() > len(scratch.whole):
            return None
        return stopper_names(self._blockers, scratch)


def stopper_names(blockers: Blockers, scratch: proof_log.Scratch) -> tuple[str, ...]:
    """Return whose faces close the pairs of the last proof, the busiest first."""
    whole, real = scratch.used.tolist()
    nobody = np.zeros(0, np.int32)
    proof = Certificate("", "", "", (nobody, nobody), scratch.whole[:whole], scratch.real[:real])
    count = Counter(blockers.name(face) for face in proof.seeds())
    return tuple(sorted(count, key=lambda name: (-count[name], name)))
