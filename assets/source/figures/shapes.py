"""Crisp solids as meshes: what is turned, swept, cut from sheet or hewn, and looks wrong with soft edges.

Every function returns ``(vertices (n, 3), faces (m, 3))``, closed and oriented outward, in inches.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from assets.source.sdf import Points, frame

__all__ = ["Shape", "finer", "hull", "lathe", "loft", "placed", "prism", "sheet", "smooth_path", "sweep"]

Shape = tuple[NDArray[np.float64], NDArray[np.int64]]


def _outward(vertices: NDArray[np.float64], faces: NDArray[np.int64]) -> Shape:
    t = vertices[faces] - vertices[faces[0, 0]]
    volume = np.einsum("ij,ij->", t[:, 0], np.cross(t[:, 1], t[:, 2]))
    return vertices, (faces if volume >= 0 else faces[:, ::-1])


def placed(shape: Shape, turn: ArrayLike, at: ArrayLike) -> Shape:
    """Return the shape turned by ``turn`` (3, 3; columns are the new axes), then moved to ``at``."""
    return _outward(shape[0] @ np.asarray(turn, dtype=float).T + np.asarray(at, dtype=float), shape[1])


def loft(rings: ArrayLike) -> Shape:
    """Return the solid through closed ``rings`` (k, n, 3), its ends closed by fans about their middles."""
    r = np.asarray(rings, dtype=float)
    k, n, _ = r.shape
    vertices = np.concatenate([r.reshape(-1, 3), r[0].mean(axis=0)[None], r[-1].mean(axis=0)[None]])
    i, j = np.meshgrid(np.arange(k - 1), np.arange(n), indexing="ij")
    a, b = (i * n + j).ravel(), (i * n + (j + 1) % n).ravel()
    side = np.concatenate([np.stack([a, b, b + n], axis=1), np.stack([a, b + n, a + n], axis=1)])
    j = np.arange(n)
    first = np.stack([(j + 1) % n, j, np.full(n, k * n)], axis=1)
    last = np.stack([(k - 1) * n + j, (k - 1) * n + (j + 1) % n, np.full(n, k * n + 1)], axis=1)
    return _outward(vertices, np.concatenate([side, first, last]))


def lathe(profile: ArrayLike, a: ArrayLike, b: ArrayLike, sides: int = 12) -> Shape:
    """Return the solid turned about a to b: ``profile`` (k, 2) gives (height in units of |b-a|, radius)."""
    p0, p1 = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    axes = frame(p1 - p0)
    angle = np.arange(sides) * 2 * np.pi / sides
    circle = np.cos(angle)[:, None] * axes[:, 1] + np.sin(angle)[:, None] * axes[:, 2]
    steps = np.asarray(profile, dtype=float)
    return loft([p0 + h * (p1 - p0) + max(r, 1e-3) * circle for h, r in steps])


def smooth_path(points: ArrayLike, count: int) -> Points:
    """Return ``count`` points along a Catmull-Rom curve through ``points`` (n, d)."""
    p = np.asarray(points, dtype=float)
    p = np.concatenate([[2 * p[0] - p[1]], p, [2 * p[-1] - p[-2]]])
    t = np.linspace(0, len(p) - 3 - 1e-9, count)
    i = t.astype(int)
    u = (t - i)[:, None]
    a, b, c, d = p[i], p[i + 1], p[i + 2], p[i + 3]
    return 0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u**2 + (3 * b - a - 3 * c + d) * u**3)


def sweep(
    path: ArrayLike,
    radii: ArrayLike,
    *,
    sides: int = 8,
    flat: float = 1.0,
    up: ArrayLike = (0, 0, 1),
    section: Callable[[NDArray[np.float64]], NDArray[np.float64]] | None = None,
) -> Shape:
    """Return a tube along ``path`` (k, 3) with ``radii`` (k,); ``flat`` squeezes its section across ``up``."""
    p, r = np.asarray(path, dtype=float), np.broadcast_to(np.asarray(radii, dtype=float), (len(path),))
    along = np.gradient(p, axis=0)
    angle = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    shape = np.stack([np.cos(angle), np.sin(angle)], axis=1) if section is None else section(angle)
    rings, above = [], np.asarray(up, dtype=float)
    for point, direction, radius in zip(p, along, r, strict=True):
        axes = frame(direction, above)
        above = axes[:, 2]
        rings.append(point + radius * (shape[:, :1] * axes[:, 2] + flat * shape[:, 1:] * axes[:, 1]))
    return loft(rings)


def sheet(grid: ArrayLike, thickness: float | ArrayLike) -> Shape:
    """Return cloth: a sheet through ``grid`` (u, v, 3), ``thickness`` in all, closed along its borders."""
    g = np.asarray(grid, dtype=float)
    nu, nv, _ = g.shape
    normal = np.cross(np.gradient(g, axis=0), np.gradient(g, axis=1))
    normal /= np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-12)
    half = np.broadcast_to(np.asarray(thickness, dtype=float), (nu, nv))[..., None] / 2
    vertices = np.concatenate([(g + normal * half).reshape(-1, 3), (g - normal * half).reshape(-1, 3)])
    i, j = np.meshgrid(np.arange(nu - 1), np.arange(nv - 1), indexing="ij")
    a = (i * nv + j).ravel()
    b, c, d = a + nv, a + nv + 1, a + 1
    top = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    under = nu * nv
    rim = np.concatenate(
        [
            np.arange(nv),
            np.arange(1, nu) * nv + nv - 1,
            (nu - 1) * nv + np.arange(nv - 2, -1, -1),
            np.arange(nu - 2, 0, -1) * nv,
        ]
    )
    p, q = rim, np.roll(rim, -1)
    wall = np.concatenate([np.stack([p, q, q + under], axis=1), np.stack([p, q + under, p + under], axis=1)])
    return _outward(vertices, np.concatenate([top, top[:, ::-1] + under, wall]))


def hull(*points: ArrayLike) -> Shape:
    """Return the convex hull of all ``points``."""
    from manifold3d import Manifold

    raw = Manifold.hull_points(np.concatenate([np.atleast_2d(np.asarray(p, dtype=float)) for p in points])).to_mesh64()
    return _outward(np.array(raw.vert_properties[:, :3]), np.array(raw.tri_verts, dtype=np.int64))


def prism(outline: ArrayLike, thickness: float, bevel: float = 0.0) -> Shape:
    """Return a plate over a simple polygon ``outline`` (n, 2) about z = 0; its rim is bevelled inward by ``bevel``."""
    from manifold3d import triangulate

    poly = np.asarray(outline, dtype=float)
    x, y = poly[:, 0], poly[:, 1]
    if np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) < 0:
        poly = poly[::-1]
    n = len(poly)
    levels: Sequence[tuple[NDArray[np.float64], float]]
    if bevel > 0:
        inner = _inset(poly, bevel)
        levels = ((inner, -thickness / 2), (poly, 0.0), (inner, thickness / 2))
    else:
        levels = ((poly, -thickness / 2), (poly, thickness / 2))
    vertices = np.concatenate([np.column_stack([ring, np.full(n, z)]) for ring, z in levels])
    cap = np.asarray(triangulate([levels[0][0]]), dtype=np.int64)
    j = np.arange(n)
    faces = [cap[:, ::-1], cap + (len(levels) - 1) * n]
    for level in range(len(levels) - 1):
        a, b = level * n + j, level * n + (j + 1) % n
        faces += [np.stack([a, b, b + n], axis=1), np.stack([a, b + n, a + n], axis=1)]
    return _outward(vertices, np.concatenate(faces))


def finer(shape: Shape, rounds: int = 2) -> Shape:
    """Return the shape with every triangle cut into four, ``rounds`` times, so that it can be bent."""
    vertices, faces = shape
    for _ in range(rounds):
        halves = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
        edges, index = np.unique(np.sort(halves, axis=1), axis=0, return_inverse=True)
        ab, bc, ca = index.reshape(3, -1) + len(vertices)
        a, b, c = faces.T
        vertices = np.concatenate([vertices, vertices[edges].mean(axis=1)])
        quarters = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
        faces = np.concatenate([np.stack(q, axis=1) for q in quarters])
    return vertices, faces


def _inset(poly: NDArray[np.float64], by: float) -> NDArray[np.float64]:
    """Return the anticlockwise polygon with each corner moved inward so that both its edges move by ``by``."""
    before, after = poly - np.roll(poly, 1, axis=0), np.roll(poly, -1, axis=0) - poly
    n0, n1 = (np.stack([-e[:, 1], e[:, 0]], axis=1) / np.linalg.norm(e, axis=1)[:, None] for e in (before, after))
    mean = n0 + n1
    length = np.maximum(np.einsum("ij,ij->i", mean, mean), 0.8)
    return poly + by * 2 * mean / length[:, None]
