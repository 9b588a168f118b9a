"""What machines are made of: chamfered blocks, barrels, wheels, tracks, rivets; crisp solids of few triangles."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from assets.source.figures.shapes import Shape, hull, lathe, placed, prism
from assets.source.sdf import frame

__all__ = ["barrel", "block", "canvas", "chimney", "drum", "plate", "rivets", "tapered", "tube"]


def block(centre: ArrayLike, half: ArrayLike, bevel: float = 0.02, turn: ArrayLike | None = None) -> Shape:
    """Return a box with half sizes ``half`` whose edges are cut off by ``bevel``."""
    h = np.asarray(half, dtype=float)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
    points = np.concatenate([corners * (h - bevel * (1 - np.eye(3)[axis])) for axis in range(3)])
    return placed(hull(points), np.eye(3) if turn is None else turn, centre)


def tapered(low: Sequence[ArrayLike], high: Sequence[ArrayLike]) -> Shape:
    """Return the hull of two faces, each a list of corners: cabins, wedges, prows."""
    return hull(*low, *high)


def tube(a: ArrayLike, b: ArrayLike, radius: float, end: float | None = None, *, sides: int = 10) -> Shape:
    """Return a pipe from ``a`` to ``b``."""
    return lathe([(0, radius), (1, radius if end is None else end)], a, b, sides)


def drum(
    centre: ArrayLike, axis: ArrayLike, radius: float, width: float, *, sides: int = 16, hub: float = 0.4
) -> Shape:
    """Return a wheel about ``axis``: a bevelled rim and a hub that stands out."""
    c, n = np.asarray(centre, dtype=float), np.asarray(axis, dtype=float)
    n = n / np.linalg.norm(n) * width / 2
    rim = [(0, radius * hub), (0.06, radius * hub), (0.1, radius * 0.72), (0.16, radius * 0.78), (0.2, radius)]
    return lathe([*rim, *((1 - t, r) for t, r in reversed(rim))], c - n * 1.2, c + n * 1.2, sides)


def barrel(a: ArrayLike, b: ArrayLike, radius: float, *, sides: int = 10, brake: bool = True) -> Shape:
    """Return a gun barrel from ``a`` to its muzzle ``b``: sleeve, tube, muzzle brake with a hole in it."""
    profile = [(0, radius * 1.5), (0.3, radius * 1.45), (0.33, radius), (0.8, radius * 0.92)]
    if brake:
        profile += [(0.82, radius * 1.4), (0.88, radius * 1.4), (0.89, radius * 1.1), (0.91, radius * 1.4)]
    wide = radius * (1.4 if brake else 0.92)
    return lathe([*profile, (1, wide), (0.999, radius * 0.62), (0.93, radius * 0.55)], a, b, sides)


def chimney(foot: ArrayLike, top: ArrayLike, radius: float, *, sides: int = 10) -> Shape:
    """Return a smoke stack with a band and an open, flared mouth."""
    profile = [(0, radius), (0.55, radius * 0.92), (0.56, radius * 1.15), (0.64, radius * 1.15), (0.65, radius * 0.92)]
    return lathe(
        [*profile, (0.86, radius), (1, radius * 1.35), (0.99, radius * 1.05), (0.85, radius * 0.7)], foot, top, sides
    )


def plate(
    outline: ArrayLike, thickness: float, centre: ArrayLike, normal: ArrayLike, up: ArrayLike = (0, 0, 1)
) -> Shape:
    """Return a bevelled plate: its ``outline`` in y (left) and z (up) as seen along ``-normal``."""
    axes = frame(normal, up)
    turn = np.column_stack([axes[:, 1], axes[:, 2], axes[:, 0]])
    return placed(prism(outline, thickness, thickness * 0.3), turn, centre)


def rivets(a: ArrayLike, b: ArrayLike, count: int, out: ArrayLike, radius: float = 0.018) -> list[Shape]:
    """Return a row of rivet heads from ``a`` to ``b`` that stand out along ``out``."""
    p, q, n = (np.asarray(one, dtype=float) for one in (a, b, out))
    n = n / np.linalg.norm(n) * radius
    profile = [(0, radius), (0.6, radius), (1, radius * 0.45)]
    spots = [p + (q - p) * t for t in np.linspace(0, 1, count)]
    return [lathe(profile, at - n * 0.8, at + n * 0.7, 6) for at in spots]


def canvas(corners: ArrayLike, *, sag: float = 0.05, ribs: int = 3, cells: tuple[int, int] = (17, 13)) -> np.ndarray:
    """Return a grid (u, v, 3) of cloth between four ``corners`` (in turn), that hangs through between ``ribs``."""
    a, b, c, d = np.asarray(corners, dtype=float)
    u, v = np.meshgrid(np.linspace(0, 1, cells[0]), np.linspace(0, 1, cells[1]), indexing="ij")
    u3, v3 = u[..., None], v[..., None]
    grid = a * (1 - u3) * (1 - v3) + b * u3 * (1 - v3) + c * u3 * v3 + d * (1 - u3) * v3
    normal = np.cross(b - a, d - a)
    normal = normal / np.linalg.norm(normal) * (1 if normal[2] > 0 else -1)
    dip = sag * (np.abs(np.sin(np.pi * ribs * u)) * (0.4 + 0.6 * np.sin(np.pi * np.clip(v, 0, 1))))
    return np.asarray(grid - normal * dip[..., None])
