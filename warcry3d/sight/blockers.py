"""The blockers of a table: all solid terrain, united where it touches, and every figure."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import MeshError
from warcry3d.geom.solid import Solid
from warcry3d.geom.tree import Mesh, joined, mesh_of, rejoined
from warcry3d.sight.figure_mesh import placed_figure_mesh
from warcry3d.table import cache
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table
from warcry3d.table.terrain import deviation_of
from warcry3d.units import MM

__all__ = ["Blockers", "blockers_of", "with_figures"]

TERRAIN_LEAF = 4
"""Triangles in a leaf of the terrain's tree."""
PLACES_KEPT = 2
"""Places of a figure that are kept prepared: where it stands, and where its ghost does."""
_LAST = "blockers.last"
_UNITED_AS = "united/1"
"""Raise the number when uniting changes what comes out."""


@dataclass(frozen=True, eq=False)
class _Group:
    """A group of the mesh: its faces' names are ``names[which]``; what each name stands for may lie ``deviations`` (in)
    from its faces.
    """

    mesh: Mesh
    names: tuple[str, ...]
    which: NDArray[np.int32]
    deviations: tuple[float, ...]

    @cached_property
    def off(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the deviations (in) of all that deviates, (k,), and the boxes of its faces, (k, 6) low then high."""
        off, boxes = [], []
        for name, deviation in enumerate(self.deviations):
            corners = self.mesh.vertices[self.mesh.faces[(self.which == name) & (deviation > 0.0)].ravel()]
            if len(corners):
                off.append(deviation)
                boxes.append(np.concatenate([corners.min(axis=0), corners.max(axis=0)]))
        return np.array(off), np.array(boxes).reshape(-1, 6)


_Known: TypeAlias = tuple[tuple[Model, _Group], ...]
_Groups: TypeAlias = tuple[_Group, ...]


@dataclass(frozen=True, eq=False)
class Blockers:
    """One mesh of all that stops lines: group 0 is the terrain, group i the i-th model's figure.

    ``names`` are parts (``feature/part``) and models; ``which`` (m,) says for each face of the mesh whose it is;
    group i has the faces from ``first[i]`` to ``first[i + 1]``. ``deviations`` (in), one for each name: how far what
    it stands for may lie from the faces, which do not go beyond it; 0 for all but reduced meshes. ``off``: those above
    0 (k,), with the boxes of their faces (k, 6), low then high (in). ``terrain``: the mesh of group 0 alone, the same
    object for all tables of that terrain.
    """

    mesh: Mesh
    names: tuple[str, ...]
    which: NDArray[np.int32]
    first: tuple[int, ...]
    deviations: tuple[float, ...]
    off: tuple[NDArray[np.float64], NDArray[np.float64]]
    terrain: Mesh

    def faces(self, group: int) -> NDArray[np.int32]:
        """Return the numbers of a group's faces, in the order of its tree."""
        return np.arange(self.first[group], self.first[group + 1], dtype=np.int32)

    @cached_property
    def digest(self) -> str:
        """Return a name for the mesh, by its content."""
        content = self.mesh.vertices.tobytes() + self.mesh.faces.tobytes()
        return hashlib.blake2b(content, digest_size=16).hexdigest()

    def name(self, face: int) -> str:
        """Return what a face of the mesh belongs to."""
        return self.names[int(self.which[face])]


def blockers_of(table: Table, tags: frozenset[Tag]) -> Blockers:
    """Return what stops lines on ``table``; of figures only the parts with these tags.

    Terrain is prepared once for all tables that share it, a figure once for the last places where it stood. The last
    answer for a terrain is kept: who asks about many pairs on one table gets the same mesh, and where figures have only
    moved since, the rest of the mesh is not made again.
    """
    groups = (_terrain(table), *(_figure(table, model, tags) for model in table.models))
    last = cast("tuple[_Groups, Blockers] | None", table.terrain.derived.get(_LAST))
    moved = None if last is None else _moved(last[0], groups)
    if last is not None and moved == ():
        return last[1]
    found = _joined(groups) if last is None or moved is None else _rejoined(last[1], groups, moved)
    table.terrain.derived[_LAST] = (groups, found)
    return found


def with_figures(blockers: Blockers, models: Sequence[Model], tags: frozenset[Tag]) -> Blockers:
    """Return blockers with the figures of more models, as groups after the others. Nothing is kept of the answer."""
    meshes = [placed_figure_mesh(model.figure, model.placement, tags) for model in models]
    counts = [len(mesh.faces) for mesh in meshes]
    known, before = len(blockers.names), blockers.first[-1]
    return Blockers(
        joined([blockers.mesh, *meshes]),
        (*blockers.names, *(model.id for model in models)),
        np.concatenate([blockers.which, np.repeat(np.arange(known, known + len(models), dtype=np.int32), counts)]),
        (*blockers.first, *(before + np.cumsum(counts, dtype=np.int64)).tolist()),
        (*blockers.deviations, *[0.0] * len(models)),
        blockers.off,
        blockers.terrain,
    )


def _moved(before: _Groups, now: _Groups) -> tuple[int, ...] | None:
    """Return the numbers of the groups that are the same figures at other places; None: others have changed."""
    if len(before) != len(now):
        return None
    changed = tuple(number for number, (one, other) in enumerate(zip(before, now, strict=True)) if one is not other)
    is_same = all(
        before[n].names == now[n].names and before[n].mesh.faces is now[n].mesh.faces and not any(now[n].deviations)
        for n in changed
    )
    return changed if is_same else None


def _rejoined(last: Blockers, groups: _Groups, moved: tuple[int, ...]) -> Blockers:
    """Return the blockers with some figures at other places: 8 ms where all of the mesh joined anew takes 42."""
    mesh = rejoined(last.mesh, [group.mesh for group in groups], moved)
    return Blockers(mesh, last.names, last.which, last.first, last.deviations, last.off, last.terrain)


def _joined(groups: Sequence[_Group]) -> Blockers:
    names = tuple(name for group in groups for name in group.names)
    first = np.cumsum([0, *(len(group.names) for group in groups)])
    which = np.concatenate([group.which + at for group, at in zip(groups, first, strict=False)])
    faces = np.cumsum([0, *(len(group.which) for group in groups)])
    deviations = tuple(deviation for group in groups for deviation in group.deviations)
    mesh = joined([group.mesh for group in groups])
    off, boxes = (np.concatenate(parts) for parts in zip(*(group.off for group in groups), strict=True))
    starts = tuple(faces.tolist())
    return Blockers(mesh, names, which.astype(np.int32), starts, deviations, (off, boxes), groups[0].mesh)


def _terrain(table: Table) -> _Group:
    derived = table.terrain.derived
    group = derived.get("blockers")
    if not isinstance(group, _Group):
        named = [
            (f"{feature.id}/{part.id}", feature.solids[part.id], deviation_of(feature.piece, part) * MM)
            for feature in table.terrain.features
            for part in feature.piece.parts
            if feature.blocks_sight(part)
        ]
        solids, which = _united([solid for _, solid, _ in named])
        mesh = mesh_of(solids, leaf=TERRAIN_LEAF)
        names, deviations = tuple(name for name, _, _ in named), tuple(off for _, _, off in named)
        group = _Group(mesh, names, which[mesh.source], deviations)
        derived["blockers"] = group
    return group


def _figure(table: Table, model: Model, tags: frozenset[Tag]) -> _Group:
    derived = table.terrain.derived
    key = f"figure {model.id} {sorted(tags)}"
    known = cast(_Known, derived.get(key, ()))
    for where, group in known:
        if _is_same(where, model):
            return group
    mesh = placed_figure_mesh(model.figure, model.placement, tags)
    group = _Group(mesh, (model.id,), np.zeros(len(mesh.faces), np.int32), (0.0,))
    derived[key] = ((model, group), *known[: PLACES_KEPT - 1])
    return group


def _is_same(one: Model, other: Model) -> bool:
    """Return whether a figure is where it was: two models may say so, such as two ghosts of one fighter."""
    return one is other or (one.figure is other.figure and one.placement == other.placement and one.base == other.base)


def _united(solids: Sequence[Solid]) -> tuple[list[Solid], NDArray[np.int32]]:
    """Return the solids, those that touch made one, and for each face in their order the solid it comes from."""
    whole: list[Solid] = []
    which: list[NDArray[np.int32]] = []
    for cluster in _touching(solids):
        united, source = _unite([solids[i] for i in cluster])
        whole += united
        which.append(np.asarray(cluster, np.int32)[source])
    return whole, np.concatenate(which) if which else np.zeros(0, np.int32)


def _touching(solids: Sequence[Solid]) -> list[list[int]]:
    """Return the solids' numbers in clusters whose boxes hang together."""
    if not solids:
        return []
    low = np.stack([s.bounds[0] for s in solids])
    high = np.stack([s.bounds[1] for s in solids])
    meets = np.all((low[:, None] <= high[None]) & (low[None] <= high[:, None]), axis=2)
    left = set(range(len(solids)))
    clusters = []
    while left:
        cluster, todo = [], [min(left)]
        left -= set(todo)
        while todo:
            i = todo.pop()
            cluster.append(i)
            near = [j for j in np.flatnonzero(meets[i]).tolist() if j in left]
            left -= set(near)
            todo += near
        clusters.append(sorted(cluster))
    return clusters


def _unite(solids: Sequence[Solid]) -> tuple[list[Solid], NDArray[np.int32]]:
    """Return the solids united, from the cache if they were before; unchanged where they cannot be."""
    alone = np.repeat(np.arange(len(solids), dtype=np.int32), [len(s.faces) for s in solids])
    if len(solids) == 1:
        return list(solids), alone
    key = cache.content_key(_UNITED_AS, *(part.tobytes() for s in solids for part in (s.vertices, s.faces)))
    kept = cache.recall(key)
    if kept is not None and {"vertices", "faces", "which"} <= kept.keys():
        return [Solid(kept["vertices"], kept["faces"])], kept["which"].astype(np.int32)
    from warcry3d.geom.unite import unite  # brings manifold3d: only where nothing is remembered

    try:
        united = unite(solids)
    except MeshError:
        return list(solids), alone  # closed as they are; only a seam between them may stay undecided
    which = united.which.astype(np.int32)
    cache.keep(key, {"vertices": united.solid.vertices, "faces": united.solid.faces, "which": which})
    return [united.solid], which
