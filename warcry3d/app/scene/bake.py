"""Ambient light, found by rays: how open each vertex of a piece and each spot of the board is.

Rays use embreex if it exists, else a small numba tree (`warcry3d.app.scene.tree`). Results are kept by content, so a
table opens at once the second time.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from warcry3d.app.scene.store import kept, key_of
from warcry3d.app.scene.surface import PaintedSurface, join
from warcry3d.geom.solid import FloatArray
from warcry3d.table.cache import recall
from warcry3d.table.table import Terrain

__all__ = [
    "BOARD_MARGIN",
    "Distances",
    "bake_group",
    "blocking_mesh",
    "board_light",
    "kept_board_light",
    "openness",
    "ray_distances",
    "unlit_board",
]

Float32 = NDArray[np.float32]
Distances: TypeAlias = Callable[[Float32, Float32, float], Float32]
"""From origins (n, 3), unit directions (n, 3) and a reach: distance to the first hit (n,), the reach where none."""

BOARD_MARGIN = 1.0
"""How far (in) the board's light map extends around the board, over its frame."""

_VERSION = 1
_RAYS = 48
_BOARD_RAYS = 32
_REACH = 3.5
_SPOTS_PER_INCH = 12
_CHUNK = 1 << 19


def ray_distances(points: FloatArray | Float32, triangles: NDArray[np.generic]) -> Distances:
    """Return a function that shoots rays at triangles (m, 3) over points (n, 3)."""
    vertices = np.ascontiguousarray(points, dtype=np.float32)
    faces = np.ascontiguousarray(triangles, dtype=np.int32)
    try:
        from embreex.mesh_construction import TriangleMesh
        from embreex.rtcore_scene import EmbreeScene
    except ImportError:
        from warcry3d.app.scene.tree import tree_distances

        fallback: Distances = tree_distances(vertices, faces)
        return fallback
    scene = EmbreeScene()
    mesh = TriangleMesh(scene, vertices, faces)

    def shoot(origins: Float32, directions: Float32, reach: float) -> Float32:
        assert mesh is not None  # the scene does not keep it alive by itself
        limits = np.full(len(origins), reach, np.float32)
        return np.asarray(scene.run(origins, directions, dists=limits, query="DISTANCE"), np.float32)

    shoot(np.zeros((1, 3), np.float32), np.array([[0, 0, 1]], np.float32), 1e-3)  # builds the tree before threads run
    return shoot


def _fan(rays: int) -> FloatArray:
    """Return directions (rays, 3) around +z, distributed by the cosine."""
    i = np.arange(rays) + 0.5
    away, turn = np.sqrt(i / rays), i * 2.399963229728653
    return np.stack([away * np.cos(turn), away * np.sin(turn), np.sqrt(1 - i / rays)], axis=1)


def openness(
    distances: Distances, points: Float32, normals: Float32, *, rays: int = _RAYS, spin: FloatArray | None = None
) -> FloatArray:
    """Return how open each point (n, 3) is over its normal, (n,) 0 to 1; near things weigh more.

    ``spin`` (n,) turns each point's rays about its normal (radians).
    """
    fan = _fan(rays).astype(np.float32)
    helper = np.where(np.abs(normals[:, 2:3]) < 0.9, [[0, 0, 1]], [[1, 0, 0]]).astype(np.float32)
    side = np.cross(helper, normals)
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9)
    other = np.cross(normals, side)
    if spin is not None:
        c, s = np.cos(spin)[:, None].astype(np.float32), np.sin(spin)[:, None].astype(np.float32)
        side, other = side * c + other * s, other * c - side * s
    start = points + normals * np.float32(0.02)
    step = max(1, _CHUNK // rays)

    def part(first: int) -> FloatArray:
        at = slice(first, first + step)
        frame = np.stack([side[at], other[at], normals[at]], axis=1)
        directions = np.einsum("rk,nkx->nrx", fan, frame).reshape(-1, 3)
        origins = np.repeat(start[at], rays, axis=0)
        hit = distances(origins, np.ascontiguousarray(directions, np.float32), _REACH).reshape(-1, rays)
        closed = np.sqrt(np.clip(1 - hit / _REACH, 0, 1)).mean(axis=1, dtype=np.float64)
        return np.asarray(1 - closed, np.float64)

    with ThreadPoolExecutor(2) as threads:
        parts = list(threads.map(part, range(0, len(points), step)))
    return np.concatenate(parts) if parts else np.zeros(0)


def _starts(surface: PaintedSurface) -> Float32:
    """Return vertices drawn slightly towards the middles of their triangles, out of the joints between stones."""
    points = surface.vertices["position"].astype(np.float64)
    middle = points[surface.triangles].mean(axis=1)
    corners = surface.triangles.ravel()
    count = np.maximum(np.bincount(corners, minlength=len(points)), 1)
    mean = [np.bincount(corners, np.repeat(middle[:, i], 3), minlength=len(points)) / count for i in range(3)]
    return (points + 0.1 * (np.stack(mean, axis=1) - points)).astype(np.float32)


def _floor(points: FloatArray, height: float) -> tuple[FloatArray, NDArray[np.int64]]:
    low, high = points.min(axis=0)[:2] - 4, points.max(axis=0)[:2] + 4
    corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    return np.array([(x, y, height) for x, y in corners]), np.array([[0, 1, 2], [0, 2, 3]])


def bake_group(
    surfaces: Sequence[PaintedSurface], *, floor: float, blocks: Sequence[bool] | None = None
) -> list[PaintedSurface]:
    """Return the surfaces of one piece or figure with the light that they leave each other over a floor at ``floor``.

    ``blocks``: which of them take light from the others (all unless given).
    """
    if not surfaces:
        return []
    whole = join(list(surfaces))
    points, triangles = _floor(whole.vertices["position"].astype(np.float64), floor)
    chosen = list(surfaces) if blocks is None else [s for s, b in zip(surfaces, blocks, strict=True) if b]
    if chosen:
        solid = join(chosen)
        triangles = np.concatenate([triangles + len(solid.vertices), solid.triangles.astype(np.int64)])
        points = np.concatenate([solid.vertices["position"].astype(np.float64), points])
    light = openness(ray_distances(points, triangles), _starts(whole), whole.vertices["normal"])
    ends = np.cumsum([len(s.vertices) for s in surfaces])
    return [s.lit(light[end - len(s.vertices) : end]) for s, end in zip(surfaces, ends, strict=True)]


def board_light(
    width: float, depth: float, points: Float32, triangles: NDArray[np.generic], *, rays: int = _BOARD_RAYS
) -> NDArray[np.uint8]:
    """Return the light map (rows along y, columns along x) of a board under what stands on it: 255 is open."""
    rows, columns = _board_spots(width, depth)
    if not len(triangles):
        return unlit_board(width, depth)

    def make() -> dict[str, NDArray[np.generic]]:
        from scipy.ndimage import gaussian_filter

        x = (np.arange(columns) + 0.5) / _SPOTS_PER_INCH - BOARD_MARGIN
        y = (np.arange(rows) + 0.5) / _SPOTS_PER_INCH - BOARD_MARGIN
        grid = np.stack([*(g.ravel() for g in np.meshgrid(x, y)), np.zeros(rows * columns)], axis=1)
        up = np.tile(np.array([[0, 0, 1]], np.float32), (len(grid), 1))
        spin = np.random.default_rng(3).random(len(grid)) * 2 * np.pi
        shoot = ray_distances(points, triangles)
        light = openness(shoot, grid.astype(np.float32), up, rays=rays, spin=spin).reshape(rows, columns)
        return {"light": np.rint(gaussian_filter(light, 0.9) * 255).astype(np.uint8)}

    return np.asarray(kept(_board_key(width, depth, points, triangles, rays), make)["light"], np.uint8)


def kept_board_light(
    width: float, depth: float, points: Float32, triangles: NDArray[np.generic]
) -> NDArray[np.uint8] | None:
    """Return the result of `board_light` if that is free: it is cached, or nothing stands on the board."""
    if not len(triangles):
        return unlit_board(width, depth)
    found = recall(_board_key(width, depth, points, triangles, _BOARD_RAYS))
    return None if found is None else np.asarray(found["light"], np.uint8)


def unlit_board(width: float, depth: float) -> NDArray[np.uint8]:
    """Return the light map of an open board."""
    return np.full(_board_spots(width, depth), 255, np.uint8)


def _board_spots(width: float, depth: float) -> tuple[int, int]:
    """Return the rows and columns of a board's light map."""
    return round((depth + 2 * BOARD_MARGIN) * _SPOTS_PER_INCH), round((width + 2 * BOARD_MARGIN) * _SPOTS_PER_INCH)


def _board_key(width: float, depth: float, points: Float32, triangles: NDArray[np.generic], rays: int) -> str:
    return key_of(f"board/{_VERSION}", width, depth, rays, points, triangles)


def blocking_mesh(terrain: Terrain) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return points and triangles of all terrain that keeps light from the board, in the table's frame."""
    points, triangles, count = [np.zeros((0, 3))], [np.zeros((0, 3), np.int64)], 0
    for feature in terrain.features:
        for part in feature.piece.parts:
            if part.is_opening or feature.is_open(part):
                continue
            solid = feature.solids[part.id]
            points.append(solid.vertices)
            triangles.append(solid.faces.astype(np.int64) + count)
            count += len(solid.vertices)
    return np.concatenate(points).astype(np.float32), np.concatenate(triangles)
