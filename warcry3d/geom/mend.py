"""Mesh repair: welded, oriented, small holes filled, crossing shells united; or an error with the reasons."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from warcry3d.errors import MeshError
from warcry3d.geom import halfedges, shapes
from warcry3d.geom.cavities import turned_outward
from warcry3d.geom.closing import NOT_OPEN, Closings, close_surfaces, flat_points, without_backs
from warcry3d.geom.copies import without_copies
from warcry3d.geom.halfedges import Indices
from warcry3d.geom.mesh_limits import largest_shells, refuse_dust
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.unite import joined_shells, overlapping
from warcry3d.geom.vertical_cast import winding
from warcry3d.units import SMALL_HOLE, STITCH_DISTANCE, WELD_DISTANCE

__all__ = ["Mended", "mend"]

_MOST_HOLES = 10_000
"""More holes than these are no slips of a modeller, and filling them one by one takes longer than anybody waits."""

_CLOUD = 50
"""Points in one cube of half a hair: so many no modeller puts there, and their pairs can still be listed."""

_ROUNDS = 3
"""Filling a hole may leave a pinched one beside it; more rounds than this never closed anything more."""


@dataclass(frozen=True, slots=True, eq=False)
class Mended:
    """A solid and, for each of its triangles, the number of the raw triangle it lies in (m,); -1: fills a hole.

    ``sheets``: how many shells without thickness were dropped; ``closings``: how open surfaces were closed;
    ``crossing``: how many shells cross each other in so many places that they stay as they are, one in the other.
    """

    solid: Solid
    source: Indices
    sheets: int = 0
    closings: Closings = NOT_OPEN
    crossing: int = 0


@dataclass(slots=True)
class _Mesh:
    """A mesh while it is mended."""

    vertices: FloatArray
    faces: Indices
    source: Indices

    def keep(self, faces: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
        self.faces, self.source = self.faces[faces], self.source[faces]

    def add(self, faces: list[tuple[int, int, int]]) -> None:
        self.faces = np.concatenate([self.faces, np.array(faces, dtype=np.int64)])
        self.source = np.concatenate([self.source, np.full(len(faces), -1, dtype=np.int64)])


def mend(
    vertices: ArrayLike,
    faces: ArrayLike,
    *,
    before_uniting: Callable[[], None] = lambda: None,
    drops_sheets: bool = False,
    closes_all: bool = False,
    unites: bool = True,
) -> Mended:
    """Return raw triangles as a solid.

    vertices (n, 3) in inches, faces (m, 3). Vertices within a hair of each other are welded, faces without extent,
    doubled ones and copies of whole bodies dropped, the rest made to face outward (a shell inside another that faces
    the other way than the outer one stays a cavity), holes narrower than `SMALL_HOLE` and a flat open underside closed,
    and shells that cross are united. Raises `MeshError` that counts and places what is left, or says what there is too
    much of.
    ``before_uniting``: called before shells are united, which may take long. ``drops_sheets``: shells without thickness
    are dropped as long as anything else is left; unless given, only where they are dust (1 % of the area) is that done.
    ``closes_all``: open surfaces are closed as `geom.closing` says, and nothing is refused for being loose or many.
    Unless it ``unites``, shells that cross stay one in the other.
    """
    mesh = _checked(np.array(vertices, dtype=np.float64), np.array(faces, dtype=np.int64))
    _weld(mesh, np.arange(len(mesh.vertices)), WELD_DISTANCE)
    kept = without_copies(mesh.faces) if len(mesh.faces) else None
    if kept is not None:
        mesh.keep(kept)
    if closes_all:
        mesh.keep(largest_shells(mesh.vertices, mesh.faces))
    else:
        refuse_dust(mesh.faces, len(mesh.vertices))
    closings = NOT_OPEN
    twin, is_arbitrary = _closed(mesh, closes_all=closes_all)
    thin = None
    if closes_all:
        fronts, thin = without_backs(mesh.vertices, mesh.faces, twin)
        if not fronts.all():
            mesh.keep(fronts)
            thin = thin[fronts]
            twin, is_arbitrary = halfedges.twins(mesh.vertices, mesh.faces)
    if (twin < 0).any():
        mesh.vertices, mesh.faces, source, closings = close_surfaces(mesh.vertices, mesh.faces, twin, thin)
        mesh.source = np.where(source >= 0, mesh.source[source], -1)
        twin, _ = halfedges.twins(mesh.vertices, mesh.faces)
        if (twin < 0).any():
            raise _open_error(mesh, twin)
    mesh.faces, old = halfedges.split_corners(mesh.faces, twin)
    mesh.vertices, mesh.faces, origin = halfedges.without_double_edges(mesh.vertices[old], mesh.faces)
    if len(origin) > len(mesh.source):
        mesh.source = mesh.source[origin]
        twin, _ = halfedges.twins(mesh.vertices, mesh.faces)
    given = _as_given(mesh) if is_arbitrary else None
    done = given or _assembled(mesh, twin, before_uniting if unites else None, drops_sheets=drops_sheets)
    return replace(done, closings=closings)


def _checked(vertices: FloatArray, faces: Indices) -> _Mesh:
    if vertices.ndim != 2 or vertices.shape[1] != 3 or not len(vertices) or faces.ndim != 2 or not len(faces):
        raise MeshError("the mesh has no triangles")
    bad = np.flatnonzero(~np.isfinite(vertices).all(axis=1))
    if len(bad):
        raise MeshError(
            "{count} points have coordinates that are not finite numbers; the first is number {first}",
            count=len(bad),
            first=int(bad[0]),
        )
    wrong = np.flatnonzero(((faces < 0) | (faces >= len(vertices))).any(axis=1))
    if len(wrong):
        raise MeshError(
            "{count} triangles name points that are not there; the first is number {first}",
            count=len(wrong),
            first=int(wrong[0]),
        )
    return _Mesh(vertices, faces, np.arange(len(faces)))


def _areas(mesh: _Mesh) -> FloatArray:
    t = mesh.vertices[mesh.faces]
    return np.asarray(np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1) / 2)


def _weld(mesh: _Mesh, which: Indices, distance: float) -> None:
    """Make those of the vertices ``which`` that lie within ``distance`` of each other one; drop collapsed faces."""
    points, inverse = np.unique(mesh.vertices[which] + 0.0, axis=0, return_inverse=True)
    inverse = inverse.ravel()
    group = _near_groups(points, distance)[inverse]
    _, first = np.unique(group, return_index=True)
    to = np.arange(len(mesh.vertices))
    representative = np.zeros(int(group.max()) + 1, dtype=np.int64)
    representative[group[first]] = which[first]
    to[which] = representative[group]
    mesh.faces = to[mesh.faces]
    a, b, c = mesh.faces.T
    mesh.keep((a != b) & (b != c) & (c != a))


def _near_groups(points: FloatArray, distance: float) -> Indices:
    """Return a group number for each point; points within ``distance`` share it."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree

    some, cell = _one_a_cell(points, distance / 2)
    pairs = cKDTree(points[some]).query_pairs(distance, output_type="ndarray")
    if not len(pairs):
        return cell
    graph = coo_matrix((np.ones(len(pairs), dtype=np.int8), (pairs[:, 0], pairs[:, 1])), shape=(len(some),) * 2)
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)[cell]


def _one_a_cell(points: FloatArray, side: float) -> tuple[Indices, Indices]:
    """Return one point of each cube of a grid, and for each point the number of its cube's among them, where some cubes
    hold so many that their pairs would fill the memory; else all points, each for itself.

    No two points of a cube are further apart than 1.8 sides.
    """
    low = points.min(axis=0)
    if float(np.ptp(points, axis=0).max()) / side > 2.0**62:
        return np.arange(len(points)), np.arange(len(points))
    cells = np.floor((points - low) / side).astype(np.int64)
    order = np.lexsort(cells.T)
    begins = np.concatenate([[True], (np.diff(cells[order], axis=0) != 0).any(axis=1)])
    if np.diff(np.append(np.flatnonzero(begins), len(points))).max() <= _CLOUD:
        return np.arange(len(points)), np.arange(len(points))
    cell = np.empty(len(points), dtype=np.int64)
    cell[order] = np.cumsum(begins) - 1
    return order[begins], cell


def _drop_doubled(mesh: _Mesh) -> None:
    """Of faces over the same corners keep one; of two that face opposite ways none: between them is nothing."""
    turned = np.argmin(mesh.faces, axis=1)
    rolled = mesh.faces[np.arange(len(mesh.faces))[:, None], (turned[:, None] + np.arange(3)) % 3]
    forth = rolled[:, 1] < rolled[:, 2]
    _, label = np.unique(np.sort(mesh.faces, axis=1), axis=0, return_inverse=True)
    label = label.ravel()
    if label.max() == len(label) - 1:
        return
    count = int(label.max()) + 1
    balance = np.bincount(label, weights=np.where(forth, 1, -1), minlength=count)
    wanted = (balance != 0)[label] & (forth == (balance > 0)[label])
    _, first = np.unique(np.where(wanted, label, -1), return_index=True)
    keep = np.zeros(len(label), dtype=bool)
    keep[first] = True
    mesh.keep(keep & wanted)


def _closed(mesh: _Mesh, *, closes_all: bool) -> tuple[Indices, bool]:
    """Close the mesh's small holes and return every half-edge's twin, and whether any choice of them was arbitrary;
    raise `MeshError` where large holes are left, unless it ``closes_all`` afterwards.

    Doubled faces are dropped only where the mesh does not close with them: shells that share a face need it twice.
    """
    twin, arbitrary = _paired(mesh, cuts=closes_all)
    if (twin < 0).any():
        _drop_doubled(mesh)
        twin, arbitrary = _paired(mesh, cuts=closes_all)
    if (twin < 0).any():
        rim = np.unique(mesh.faces.ravel()[twin < 0])
        _weld(mesh, rim, STITCH_DISTANCE)
        _drop_doubled(mesh)
        twin, arbitrary = _paired(mesh, cuts=closes_all)
    for _ in range(_ROUNDS):
        if not (twin < 0).any():
            break
        rims = halfedges.loops(mesh.faces, twin)
        if len(rims) > _MOST_HOLES and not closes_all:
            raise MeshError(
                "the mesh has {count} holes, more than the {limit} that are filled; repair it in a modelling program",
                count=len(rims),
                limit=_MOST_HOLES,
            )
        if not _fill(mesh, rims, flat_points(mesh.vertices, mesh.faces, twin) if closes_all else frozenset()):
            break
        twin, arbitrary = halfedges.twins(mesh.vertices, mesh.faces)
    if (twin < 0).any() and not closes_all:
        raise _open_error(mesh, twin)
    return twin, arbitrary


def _paired(mesh: _Mesh, *, cuts: bool) -> tuple[Indices, bool]:
    """Turn faces so that neighbours agree and return what `halfedges.twins` does; a surface with one side is cut open,
    or raises `MeshError` unless it ``cuts``.
    """
    if not len(mesh.faces):
        raise MeshError("the mesh has no triangle with an area")
    mesh.faces, one_sided = halfedges.oriented(mesh.faces, _areas(mesh))
    if len(one_sided) and cuts:
        mesh.faces = halfedges.cut_open(mesh.faces, one_sided)
    elif len(one_sided):
        x, y, z = mesh.vertices[mesh.faces[one_sided[0], 0]]
        raise MeshError(
            "the surface around ({x:.2f}, {y:.2f}, {z:.2f}) has only one side, like a Moebius strip", x=x, y=y, z=z
        )
    return halfedges.twins(mesh.vertices, mesh.faces)


def _open_error(mesh: _Mesh, twin: Indices) -> MeshError:
    rims = halfedges.loops(mesh.faces, twin)
    widths = [_width(mesh.vertices[rim]) for rim in rims]
    widest = int(np.argmax(widths))
    x, y, z = mesh.vertices[rims[widest]].mean(axis=0)
    return MeshError(
        "the mesh is open: {edges} open edges around {holes} holes; the largest, around ({x:.2f}, {y:.2f}, {z:.2f}), "
        "is {width:.2f} in wide",
        edges=int((twin < 0).sum()),
        holes=len(rims),
        x=x,
        y=y,
        z=z,
        width=widths[widest],
    )


def _width(rim: FloatArray) -> float:
    """Return how wide a hole is (in): its extent along the second of its rim's main directions; a slit is narrow."""
    centred = rim - rim.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    return float(np.ptp(centred @ axes[1])) if len(axes) > 1 else 0.0


def _fill(mesh: _Mesh, rims: list[list[int]], flat: frozenset[int]) -> bool:
    """Fill the holes that are small or a flat underside; return whether any was.

    flat: the vertices of flat sheets, whose rims stay.
    """
    used = mesh.vertices[mesh.faces.ravel()]
    low, high = used.min(axis=0), used.max(axis=0)
    small = min(SMALL_HOLE, 0.15 * float(np.linalg.norm(high - low)))
    new: list[tuple[int, int, int]] = []
    for rim in rims:
        if flat and flat.issuperset(rim):
            continue
        points = mesh.vertices[rim]
        underside = np.ptp(points[:, 2]) <= STITCH_DISTANCE and points[:, 2].min() <= low[2] + STITCH_DISTANCE
        if len(rim) > 2 and (underside or _width(points) <= small):
            new.extend(_patch(mesh, rim))
    if new:
        mesh.add(new)
    return bool(new)


def _patch(mesh: _Mesh, rim: list[int]) -> list[tuple[int, int, int]]:
    """Return triangles over the rim's vertices: ears cut off its flat picture, or a fan round a new middle vertex."""
    if len(rim) == 3:
        return [(rim[0], rim[1], rim[2])]
    points = mesh.vertices[rim]
    normal = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)
    length = float(np.linalg.norm(normal))
    if length > 0 and len(rim) <= 1000:
        across = np.cross(normal / length, np.eye(3)[np.argmin(np.abs(normal))])
        across /= np.linalg.norm(across)
        flat = (points - points[0]) @ np.stack([across, np.cross(normal / length, across)], axis=1)
        if shapes.is_simple(flat):
            return [(rim[a], rim[b], rim[c]) for a, b, c in shapes.triangulate(flat).tolist()]
    middle = len(mesh.vertices)
    mesh.vertices = np.concatenate([mesh.vertices, points.mean(axis=0)[None]])
    return [(a, b, middle) for a, b in zip(rim, rim[1:] + rim[:1], strict=True)]


def _assembled(mesh: _Mesh, twin: Indices, before_uniting: Callable[[], None] | None, *, drops_sheets: bool) -> Mended:
    """Return the closed shells of ``mesh`` as one solid: each turned outward, those that meet united (None: left as
    they are).
    """
    count, shell = halfedges.shells(twin)
    t = mesh.vertices[mesh.faces] - mesh.vertices[mesh.faces[0, 0]]
    volumes: FloatArray = np.bincount(
        shell, weights=np.einsum("ij,ij->i", t[:, 0], np.cross(t[:, 1], t[:, 2])) / 6, minlength=count
    ).astype(np.float64)
    areas: FloatArray = np.bincount(shell, weights=_areas(mesh), minlength=count).astype(np.float64)
    flat = np.abs(volumes) <= areas * WELD_DISTANCE
    if not drops_sheets or flat.all():
        _refuse_flat(mesh, shell, flat, areas)
    mesh.faces, owner = turned_outward(mesh.vertices, mesh.faces, shell, volumes, flat)
    keep = ~flat[shell]
    group = owner[shell[keep]]
    mesh.keep(keep)
    vertices, faces = _compact(mesh.vertices, mesh.faces)
    if overlapping(vertices, faces, group):
        if before_uniting is not None:
            before_uniting()
            with contextlib.suppress(MeshError):  # in too many places; a solid may overlap itself
                united = joined_shells(vertices, faces, group)
                return Mended(united.solid, mesh.source[united.source], int(flat.sum()))
        many = len(np.unique(group))
        return Mended(Solid(vertices, faces.astype(np.int32)), mesh.source, int(flat.sum()), crossing=many)
    return Mended(Solid(vertices, faces.astype(np.int32)), mesh.source, int(flat.sum()))


def _as_given(mesh: _Mesh) -> Mended | None:
    """Return the shells as they are, or None where some seem to face inward.

    Where faces of several shells coincide and stand in the file in no order, which belongs to which cannot be told, and
    shells put together crosswise cannot be united. Left as they are they overlap, which a solid may.
    """
    vertices, faces = _compact(mesh.vertices, mesh.faces)
    raw = Solid(vertices, faces.astype(np.int32), _checked=True)
    some = np.random.default_rng(0).permutation(len(faces))[:100]
    middles = raw.triangles[some].mean(axis=1)
    aside = raw.normals[some] * STITCH_DISTANCE
    if (winding(raw, np.concatenate([middles + aside, middles - aside])) < 0).any():
        return None
    return Mended(Solid(vertices, faces.astype(np.int32)), mesh.source)


def _compact(vertices: FloatArray, faces: Indices) -> tuple[FloatArray, Indices]:
    used, inverse = np.unique(faces, return_inverse=True)
    return vertices[used], inverse.reshape(-1, 3)


def _refuse_flat(mesh: _Mesh, shell: Indices, flat: np.ndarray, areas: FloatArray) -> None:
    """Raise `MeshError` where shells without thickness are more than dust."""
    if flat.any() and areas[flat].sum() > 0.01 * areas.sum():
        largest = int(np.argmax(np.where(flat, areas, 0)))
        x, y, z = mesh.vertices[mesh.faces[shell == largest].ravel()].mean(axis=0)
        raise MeshError(
            "{sheets} sheets of the mesh have no thickness; the largest is around ({x:.2f}, {y:.2f}, {z:.2f})",
            sheets=int(flat.sum()),
            x=x,
            y=y,
            z=z,
        )
