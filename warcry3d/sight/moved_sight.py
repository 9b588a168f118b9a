"""Lines of sight between two models of which one is shifted on the level: prepared once for all its places."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.geom.tree import Mesh
from warcry3d.sight.blockers import blockers_of
from warcry3d.sight.moved_lines_kernel import first_that_stays_free
from warcry3d.sight.visible import BUDGET, Look, Sightlines
from warcry3d.table.models import Tag
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON, SIGHT_TOLERANCE_MM

__all__ = ["Move", "MovedSightlines"]

_STACK = 128
Move = tuple[float, float]
"""How far a model is shifted along x and y (in)."""


class MovedSightlines:
    """Lines of sight from one model, shifted by moves, to another that stays where it is.

    ``tags`` and ``tolerance_mm`` are those of `warcry3d.sight.visible.sight`. Not for use by two threads at once.
    """

    def __init__(
        self,
        table: Table,
        moving: str,
        still: str,
        *,
        tags: frozenset[Tag] = frozenset(Tag),
        tolerance_mm: float = SIGHT_TOLERANCE_MM,
    ) -> None:
        self._ids = moving, still
        whole = blockers_of(table, tags)
        numbers = {model.id: i + 1 for i, model in enumerate(table.models)}
        self._ends = numbers[table.model(moving).id], numbers[table.model(still).id]
        self._group = _ShiftedGroup(whole.mesh, whole.first, self._ends[0])
        self._lines = Sightlines(
            table, tags=tags, tolerance_mm=tolerance_mm, blockers=replace(whole, mesh=self._group.mesh)
        )
        self._stack, self._cut = np.zeros(_STACK, np.int32), np.zeros((2, 3))

    def look(self, move: Move, budget: int = BUDGET) -> FloatArray | Look:
        """Return what `Sightlines.look` says after a move."""
        self._group.shift(move)
        return self._lines.look(*self._ids, budget)

    def sees(self, move: Move) -> bool:
        """Return whether `Sightlines.between` says seen after a move."""
        return self.witness(move) is not None

    def witness(self, move: Move, budget: int | None = None) -> FloatArray | None:
        """Return what `Sightlines.witness` says after a move."""
        self._group.shift(move)
        return self._lines.witness(*self._ids, budget)

    def first_free(self, lines: FloatArray, move: Move, radius: float = 0.0) -> int | None:
        """Return the number of the first of ``lines`` (n, 2, 3) that stays free when its start moves along by ``move``
        and by up to ``radius`` (in) more, any way; None: none does. Lines are given where the model is not moved.
        """
        self._group.shift(move)
        there = np.array(lines)
        there[:, 0, :2] += move
        number = first_that_stays_free(self._group.mesh, self._roots(), there, radius, self._cut, self._stack)
        return None if number < 0 else int(number)

    def stays_free(self, line: FloatArray, move: Move, radius: float = 0.0) -> bool:
        """Return whether one line (2, 3) does: `first_free`."""
        return self.first_free(line[None], move, radius) is not None

    def widened(self, line: FloatArray, move: Move, enough: float) -> FloatArray:
        """Return a line after a move that is clear by ``enough`` (in), or as clear as small shifts of ``line`` make it.

        ``line`` (2, 3) is given where the model is not moved and free after the move.
        """
        self._group.shift(move)
        return self._lines.widened(*self._ids, line + np.array([(*move, 0.0), (0.0, 0.0, 0.0)]), enough)

    def _roots(self) -> NDArray[np.int32]:
        return self._lines.roots_near(*self._ends)


class _ShiftedGroup:
    """A mesh of its own, in which one group can be shifted on the level in no time; its arrays are written to."""

    def __init__(self, mesh: Mesh, first: tuple[int, ...], group: int) -> None:
        own = {name: getattr(mesh, name).copy() for name in ("vertices", "offsets", "boxes", "bounds")}
        self.mesh = replace(mesh, **own)
        self._faces = slice(first[group], first[group + 1])
        faces, clusters = mesh.faces[self._faces], mesh.cluster[self._faces]
        self._at: Move = (0.0, 0.0)
        self._is_empty = not len(faces)
        if self._is_empty:
            return
        later = mesh.roots[mesh.roots > mesh.roots[group]]
        self._vertices = slice(int(faces.min()), int(faces.max()) + 1)
        self._nodes = slice(int(mesh.roots[group]), int(later.min()) if len(later) else len(mesh.boxes))
        self._clusters = slice(int(clusters.min()), int(clusters.max()) + 1)
        self._still = mesh

    def shift(self, move: Move) -> None:
        """Put the group where it is after a move from where it was at first."""
        if self._is_empty or move == self._at:
            return
        self._at, mesh, still = move, self.mesh, self._still
        way = np.array((*move, 0.0))
        mesh.vertices[self._vertices] = still.vertices[self._vertices] + way
        corners = mesh.vertices[mesh.faces[self._faces, 0]]
        mesh.offsets[self._faces] = np.einsum("ij,ij->i", mesh.normals[self._faces], corners)
        mesh.boxes[self._nodes] = still.boxes[self._nodes] + np.tile(way, 2)
        bounds = still.bounds[self._clusters].copy()
        bounds[:, :6] += np.tile(way, 2)
        bounds[:, 10] += bounds[:, 6:9] @ way + LENGTH_EPSILON
        mesh.bounds[self._clusters] = bounds
