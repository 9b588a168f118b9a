"""From groups of shapes to a figure's file: unite, thin out, paint, write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assets.source import glb
from assets.source.figures.coats import Coat, painted
from assets.source.figures.decimate import decimate
from assets.source.figures.light import jutting, open_sky, spread
from assets.source.figures.shapes import Shape
from assets.source.glb import corner_normals
from assets.source.sdf import Field, mesh

__all__ = ["BASE_TOP", "Sculpt"]

BASE_TOP = 0.138
"""Height (in) of the base's top, where feet stand."""

CREASE = np.radians(48)
"""Edges flatter than this are drawn smooth."""

GRID = 2.0**-14
"""Vertices are rounded to this grid (in): exact in float32, so that equal points stay equal and others apart."""

SPECK = 2e-6
"""Loose crumbs smaller than this (cubic in) are dropped."""

Mesh = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]
"""Vertices (n, 3), faces (m, 3), and for each face the number of its group (m,)."""


@dataclass(frozen=True, eq=False)
class _Group:
    shape: Shape
    coat: Coat
    tag: str
    worth: float


@dataclass
class Sculpt:
    """A figure in the making: groups are added with feet at z = 0, facing +x; then it is built once.

    ``base`` as in files ({"round": 32}, {"oval": [75, 42]}), ``budget`` triangles in all, ``h`` the step (in) at which
    soft shapes are sampled.
    """

    name: str
    base: dict[str, object]
    budget: int = 3350
    h: float = 0.012
    groups: list[_Group] = field(default_factory=list)

    def soft(self, shape: Field, coat: Coat, *, tag: str = "body", worth: float = 1.0, h: float | None = None) -> None:
        """Add a field as a group; ``worth`` above 1 keeps more of its triangles."""
        self.groups.append(_Group(mesh(shape, self.h if h is None else h), coat, tag, worth))

    def hard(self, shape: Shape, coat: Coat, *, tag: str = "body", worth: float = 1.0) -> None:
        """Add a ready mesh as a group."""
        self.groups.append(_Group(shape, coat, tag, worth))

    def put(self, shapes: Mapping[str, Sequence[Shape]], *, tag: str = "body", worth: float = 1.0, **by: Coat) -> None:
        """Add named shapes as groups, each in the coat that ``by`` gives its name."""
        for name, coat in by.items():
            for shape in shapes[name]:
                self.hard(shape, coat, tag=tag, worth=worth)

    def tags(self) -> list[str]:
        """Return the tags in use, in the order body, weapon, banner."""
        return [t for t in ("body", "weapon", "banner") if any(g.tag == t for g in self.groups)]

    def build(self) -> list[glb.Node]:
        """Return the figure's parts, one a tag, within the budget, standing on the base's top."""
        vertices, faces, labels = _together([_united(self.groups, tag) for tag in self.tags()])
        worth = np.array([g.worth for g in self.groups])
        v, f, label = decimate(vertices, faces, labels, worth[labels] ** 2, self.budget)
        v = _settled(v)
        colours = self._painted(v, f, label)
        material = np.array([int(g.coat.material) for g in self.groups], dtype=np.uint8)[label]
        of_tag = np.array([self.tags().index(g.tag) for g in self.groups])[label]
        nodes = []
        for i, tag in enumerate(self.tags()):
            mine = of_tag == i
            used, index = np.unique(f[mine], return_inverse=True)
            nodes.append(glb.Node(tag, v[used], index.reshape(-1, 3), colours[mine], material[mine], {"tag": tag}))
        return nodes

    def _painted(self, v: NDArray[np.float64], f: NDArray[np.int64], label: NDArray[np.int64]) -> NDArray[np.uint8]:
        middles, normals = v[f].mean(axis=1), corner_normals(v, f, np.radians(60)).mean(axis=1)
        sky, edges = spread(v, f, open_sky(v, f, BASE_TOP), rounds=4), spread(v, f, jutting(v, f), rounds=2)
        rng = np.random.default_rng(len(f))
        colours = np.zeros((len(f), 3), dtype=np.uint8)
        for i, group in enumerate(self.groups):
            mine = label == i
            colours[mine] = painted(
                group.coat, middles[mine] - (0, 0, BASE_TOP), normals[mine], sky[mine], edges[mine], rng
            )
        return colours

    def write(self, folder: Path) -> int:
        """Build the figure and write it as ``name.glb``; return its size in bytes."""
        return glb.write(folder / f"{self.name}.glb", self.name, self.build(), {"figure": self.name, "base": self.base})


def _united(groups: list[_Group], tag: str) -> Mesh:
    """Return vertices, faces and each face's group of all groups under ``tag`` together, cut off at z = 0."""
    import manifold3d as m3

    whole, number = [], {}
    for i, group in enumerate(groups):
        if group.tag != tag:
            continue
        v, f = group.shape
        one = m3.Manifold(m3.Mesh64(np.ascontiguousarray(v), np.ascontiguousarray(f, dtype=np.uint64)))
        if one.status() != m3.Error.NoError:
            raise ValueError(f"group {i} ({group.coat.rgb}) is not a closed solid: {one.status()}")
        one = one.as_original()
        number[one.original_id()] = i
        whole.append(one)
    joined = m3.Manifold.batch_boolean(whole, m3.OpType.Add).trim_by_plane((0.0, 0.0, 1.0), 0.0)
    raw = joined.to_mesh64()
    faces = np.array(raw.tri_verts, dtype=np.int64)
    run = np.asarray(raw.run_index, dtype=np.int64) // 3
    labels = np.zeros(len(faces), dtype=np.int64)
    for k, origin in enumerate(raw.run_original_id):
        labels[run[k] : run[k + 1]] = number.get(int(origin), -1)
    return _without_specks(np.array(raw.vert_properties[:, :3]), faces, _soles(faces, labels))


def _soles(faces: NDArray[np.int64], labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return labels where the faces of the cut at z = 0 (-1) belong to the group they adjoin."""
    out = labels.copy()
    while (out < 0).any():
        best = np.full(faces.max() + 1, -1)
        np.maximum.at(best, faces.ravel(), np.repeat(out, 3))
        found = best[faces].max(axis=1)
        if (found[out < 0] < 0).all():
            raise ValueError("a sole belongs to no group")
        out = np.where(out < 0, found, out)
    return out


def _together(meshes: list[Mesh]) -> Mesh:
    """Return meshes side by side as one."""
    start = np.cumsum([0] + [len(m[0]) for m in meshes])
    return (
        np.concatenate([m[0] for m in meshes]),
        np.concatenate([m[1] + s for m, s in zip(meshes, start, strict=False)]),
        np.concatenate([m[2] for m in meshes]),
    )


def _without_specks(vertices: NDArray[np.float64], faces: NDArray[np.int64], labels: NDArray[np.int64]) -> Mesh:
    """Return the mesh without loose crumbs and without the walls of hollows inside it."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    links = coo_matrix(
        (np.ones(2 * len(faces)), (np.r_[faces[:, 0], faces[:, 1]], np.r_[faces[:, 1], faces[:, 2]])),
        shape=(len(vertices),) * 2,
    )
    _, piece = connected_components(links, directed=False)
    t = vertices[faces]
    volume = np.einsum("ij,ij->i", t[:, 0], np.cross(t[:, 1], t[:, 2])) / 6
    size = np.bincount(piece[faces[:, 0]], volume, minlength=piece.max() + 1)
    kept = size[piece[faces[:, 0]]] > SPECK
    used, index = np.unique(faces[kept], return_inverse=True)
    return vertices[used], index.reshape(-1, 3), labels[kept]


def _settled(vertices: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the vertices lifted onto the base and rounded to the grid, all of them still apart from each other.

    Sheets that touch may bring two vertices to the same place; welded there, four faces would meet in an edge. One of
    them steps aside by a grid's width (1.6 micrometres).
    """
    points = vertices.copy()
    points[:, 2] = np.maximum(points[:, 2], 0) + BASE_TOP
    points = np.round(points / GRID) * GRID
    points[:, 2] = np.maximum(points[:, 2], np.ceil(BASE_TOP / GRID) * GRID)
    while True:
        _, first, group = np.unique(points, axis=0, return_index=True, return_inverse=True)
        double = first[group.ravel()] != np.arange(len(points))
        if not double.any():
            return points
        points[double, 0] += GRID
