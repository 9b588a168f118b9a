"""What a body wears: tunics, skirts, belts and straps, cuirasses, pauldrons, bracers, cloaks that drape over it all."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from assets.source.figures.flesh import arm, band, leg, torso
from assets.source.figures.rig import SIGN, Body, Side
from assets.source.figures.shapes import Shape, sheet
from assets.source.sdf import (
    Field,
    Points,
    ball,
    box,
    common,
    cut,
    displaced,
    ellipsoid,
    frame,
    grown,
    half_space,
    ring,
    union,
)

__all__ = [
    "belt",
    "bracer",
    "cloak",
    "collar",
    "cuirass",
    "draped",
    "hanging",
    "lames",
    "pauldron",
    "pouch",
    "skirt",
    "strap",
    "tunic",
]


def tunic(body: Body, *, more: float = 0.012, sleeves: float = 0.0) -> Field:
    """Return a tunic over the trunk; ``sleeves`` is the share of the upper arm they cover."""
    s = body.size
    parts = [cut(torso(body, more * s), half_space(body.neck + body.chest[:, 2] * 0.01 * s, -body.chest[:, 2]))]
    for side in ("left", "right"):
        if sleeves > 0:
            a, e = body.shoulder[side], body.elbow[side]
            end = a + (e - a) * sleeves
            upper = common(
                arm(body, side, (more + 0.004) * s), half_space(end, e - a), half_space(a - (e - a) * 0.6, a - e)
            )
            parts.append(upper)
    return union(*parts, k=0.025 * s)


def skirt(
    body: Body,
    length: float,
    *,
    flare: float = 0.1,
    folds: int = 11,
    deep: float = 0.016,
    sway: ArrayLike = (0, 0, 0),
    rows: int = 0,
    ragged: float = 0.0,
    loose: float = 0.03,
) -> Field:
    """Return the skirts of a tunic or coat from the waist down by ``length``, swinging out over the thighs.

    ``sway`` moves the hem (in), ``rows`` > 0 makes it of scales in so many rows, ``ragged`` tears the hem.
    """
    s = body.size
    top = body.pelvis + body.hips[:, 2] * 0.11 * s
    move = np.asarray(sway, dtype=float) * s
    drop = -body.hips[:, 2] * length * s + move
    across = np.array([0.104, 0.13]) * s * max(1.0, body.build.belly * 0.92)

    def bell(p: Points) -> NDArray[np.float64]:
        q = (p - top) @ body.hips
        t = np.clip(-q[:, 2] / (length * s), -0.1, 1.2)
        centre = (move @ body.hips)[:2] * (t * np.abs(t))[:, None]
        x, y = q[:, 0] - centre[:, 0], q[:, 1] - centre[:, 1]
        wide = 1 + flare * 7 * t / (1 + 0.35 * t)
        angle = np.arctan2(y / across[1], x / across[0])
        ripple = deep * s * np.clip(t, 0, 1) * (np.sin(folds * angle + 1.3) + 0.45 * np.sin((2 * folds - 5) * angle))
        if rows:
            ripple = 0.014 * s * (np.mod(t * rows, 1.0) - 0.3)
        r = np.hypot(x / across[0], y / across[1])
        return ((r - wide) * across.min() - ripple) * 0.86

    reach = np.full(3, (length + 0.35) * s)
    cone = Field(bell, top - reach, top + reach)
    thighs = union(leg(body, "left", loose * s), leg(body, "right", loose * s), k=0.12 * s)
    hem_at = top + drop

    def hem(p: Points) -> NDArray[np.float64]:
        q = (p - hem_at) @ body.hips
        angle = np.arctan2(q[:, 1], q[:, 0])
        tear = (
            ragged * s * (np.abs(np.mod(angle * 2.9, 1.0) - 0.5) + 0.7 * np.abs(np.mod(angle * 5.3 + 0.3, 1.0) - 0.5))
        )
        return (-q[:, 2] + tear) * 0.75

    below = Field(hem, np.full(3, -1e3), np.full(3, 1e3))
    whole = common(
        union(cone, thighs, k=0.06 * s), below, half_space(top + body.hips[:, 2] * 0.02 * s, body.hips[:, 2])
    )
    hollow = common(
        grown(union(cone, thighs, k=0.06 * s), -0.028 * s),
        half_space(hem_at + body.hips[:, 2] * 0.09 * s, body.hips[:, 2]),
    )
    return cut(whole, hollow)


def belt(body: Body, *, wide: float = 0.026, grow: float = 0.03, drop: float = 0.1) -> Field:
    """Return a belt at the waist."""
    s = body.size
    at = body.pelvis + body.hips[:, 2] * drop * s
    return band(torso(body), at, body.hips[:, 2], wide * s, grow * s)


def strap(body: Body, *, from_side: Side = "right", wide: float = 0.021, grow: float = 0.028) -> Field:
    """Return a baldric over the shoulder ``from_side`` across the chest to the other hip."""
    s = body.size
    lean = body.chest @ np.array([0.0, SIGN[from_side] * 0.80, 0.6])
    normal = np.cross(body.chest[:, 0], lean)
    trunk = cut(torso(body), half_space(body.neck, -body.chest[:, 2]))
    return band(trunk, body.on_chest((0, 0, 0.0)), normal, wide * s, grow * s)


def cuirass(body: Body, *, more: float = 0.026) -> Field:
    """Return a breast- and backplate with a keel in front and a waist below."""
    s = body.size
    keel = ellipsoid(body.on_chest((0.075, 0, 0.0)), np.array([0.06, 0.035, 0.12]) * s, body.chest)
    plate = union(torso(body, more * s), keel, k=0.07 * s)
    low = half_space(body.waist + body.chest[:, 2] * 0.015 * s, -body.chest[:, 2])
    high = half_space(body.neck - body.chest[:, 2] * 0.02 * s, body.chest[:, 2])
    holes = [ball(body.shoulder[side] + body.chest[:, 1] * SIGN[side] * 0.03 * s, 0.085 * s) for side in SIGN]
    return cut(common(plate, low, high), *holes, k=0.01 * s)


def pauldron(body: Body, side: Side, *, size: float = 1.0, rows: int = 3) -> Field:
    """Return a shoulder piece of ``rows`` overlapping plates."""
    s = body.size
    a, e = body.shoulder[side], body.elbow[side]
    along = (e - a) / np.linalg.norm(e - a)
    out = body.chest[:, 1] * SIGN[side]
    axes = frame(along, body.chest[:, 2] + out * 0.5)
    plates = []
    for i in range(rows):
        at = a - along * 0.005 * s + along * 0.042 * i * s * size + axes[:, 2] * 0.012 * s
        r = (0.094 - 0.007 * i) * s * size * body.build.limbs**0.5
        dome = ellipsoid(at, (0.052 * s * size + 0.25 * r, r, r), axes)
        plates.append(
            cut(
                dome,
                half_space(at - axes[:, 2] * 0.035 * s, axes[:, 2]),
                half_space(at + along * 0.03 * s * size, -along),
            )
        )
    return union(*plates)


def bracer(body: Body, side: Side, *, start: float = 0.3, end: float = 0.92, more: float = 0.014) -> Field:
    """Return a forearm guard with rims at both ends."""
    s = body.size
    e, w = body.elbow[side], body.wrist[side]
    p, q = e + (w - e) * start, e + (w - e) * end
    sleeve = arm(body, side, more * s)
    tube = common(sleeve, half_space(q, w - e), half_space(p, e - w))
    rims = [band(arm(body, side, more * s), at, w - e, 0.009 * s, 0.008 * s) for at in (p, q)]
    near = ball((p + q) / 2, float(np.linalg.norm(q - p)) * 0.75 + 0.02 * s)
    return common(union(tube, *rims), near)


def collar(body: Body, *, radius: float = 0.085, thick: float = 0.032) -> Field:
    """Return a rolled collar or scarf around the neck."""
    s = body.size
    axis = body.chest[:, 2] + body.chest[:, 0] * 0.15
    return ring(body.neck + body.chest[:, 2] * 0.012 * s, axis, radius * s, thick * s, thick * 0.9 * s)


def pouch(body: Body, angle: float, *, size: float = 1.0) -> Field:
    """Return a pouch on the belt, ``angle`` degrees left of the front."""
    s, a = body.size, np.radians(angle)
    out = body.hips @ np.array([np.cos(a), np.sin(a), 0.0])
    reach = 0.135 * max(1.0, body.build.belly)
    at = (
        body.pelvis
        + body.hips[:, 2] * 0.06 * s
        + body.hips @ np.array([np.cos(a) * (reach - 0.012), np.sin(a) * (reach + 0.012), 0]) * s
    )
    axes = frame(out, body.hips[:, 2])
    sack = box(at, np.array([0.03, 0.042, 0.046]) * s * size, 0.022 * s * size, axes)
    flap = box(
        at + axes[:, 2] * 0.022 * s * size + out * 0.006 * s,
        np.array([0.032, 0.045, 0.026]) * s * size,
        0.012 * s * size,
        axes,
    )
    return union(sack, flap)


def lames(field: Field, point: ArrayLike, normal: ArrayLike, step: float, deep: float) -> Field:
    """Return ``field`` ridged into overlapping rows ``step`` high along ``normal``."""
    p, n = np.asarray(point, dtype=float), np.asarray(normal, dtype=float)
    n = n / np.linalg.norm(n)
    return displaced(field, lambda q: deep * (1 - np.mod((q - p) @ n / step, 1.0)), deep)


def draped(grid: NDArray[np.float64], over: Field, gap: float, *, rounds: int = 6) -> NDArray[np.float64]:
    """Return cloth (u, v, 3) pushed out of ``over`` so that it keeps ``gap`` from it, and smoothed a little."""
    g = grid.copy()
    flat = g.reshape(-1, 3)
    for _ in range(rounds):
        d = over.at(flat)
        near = d < gap
        if not near.any():
            break
        p, e = flat[near], 2e-3
        slope = np.stack([over.at(p + e * np.eye(3)[k]) - over.at(p - e * np.eye(3)[k]) for k in range(3)], axis=1)
        slope /= np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9)
        flat[near] += slope * (gap - d[near])[:, None] * 0.8
        g[1:-1, 1:-1] = 0.7 * g[1:-1, 1:-1] + 0.075 * (g[:-2, 1:-1] + g[2:, 1:-1] + g[1:-1, :-2] + g[1:-1, 2:])
    return g


def cloak(
    body: Body,
    over: Field,
    *,
    length: float,
    spread: float = 100.0,
    flare: float = 0.2,
    blow: Sequence[float] = (-0.15, 0.0, 0.05),
    folds: float = 4.0,
    deep: float = 0.035,
    thick: float = 0.024,
    ragged: float = 0.0,
    turn: float = 0.0,
    neck: tuple[float, float] = (0.085, 0.125),
    cells: tuple[int, int] = (49, 29),
) -> Shape:
    """Return a cloak hung from the shoulders and draped over ``over``.

    It reaches ``spread`` degrees to both sides of the back (turned by ``turn``), falls by ``length``, its hem ``flare``
    further out, carried off by ``blow`` (in, the more the lower), in ``folds`` waves to a side ``deep`` at the hem.
    """
    s = body.size
    u, v = np.meshgrid(np.linspace(-1, 1, cells[0]), np.linspace(0, 1, cells[1]), indexing="ij")
    angle = np.radians(180 + turn + u * spread)
    wave = np.cos(folds * np.pi * u + 0.6 * np.sin(3 * u + 2 * v)) + 0.35 * np.cos(2.3 * folds * np.pi * u + 1 + v)
    ends = 1 + ragged * (np.abs(np.mod(u * 5.1, 1.0) - 0.5) + 0.8 * np.abs(np.mod(u * 9.7 + 0.4, 1.0) - 0.5) - 0.5)
    fall = v * np.where(v > 0.75, 1 + (ends - 1) * (v - 0.75) * 4, 1.0)
    shoulder = np.sin(np.clip(v / 0.22, 0, 1) * np.pi / 2)
    rx = neck[0] + 0.06 * shoulder + flare * fall**1.2 + deep * wave * fall
    ry = neck[1] + 0.095 * shoulder + flare * fall**1.2 + deep * wave * fall
    drop = 0.05 * shoulder + np.clip(fall - 0.12, 0, None) * length
    local = np.stack([np.cos(angle) * rx, np.sin(angle) * ry, 0 * u], axis=-1) * s
    share = np.exp(-2.5 * v)[..., None]
    tilted = local @ body.chest.T
    down = -(share * body.chest[:, 2] + (1 - share) * np.array([0, 0, 1.0]))
    start = body.neck - body.chest[:, 2] * 0.012 * s - body.chest[:, 0] * 0.01 * s
    gust = np.asarray(blow, dtype=float) * s * (fall**1.7)[..., None]
    grid = start + tilted * share + local * (1 - share) + down * (drop * s)[..., None] + gust
    hung = draped(grid, over, (thick * 0.5 + 0.008) * s)
    hung[..., 2] = np.maximum(hung[..., 2], 0.012)
    return sheet(hung, thick * s)


def hanging(
    path: Callable[[NDArray[np.float64]], Points],
    across: ArrayLike,
    width: float | Callable[[NDArray[np.float64]], NDArray[np.float64]],
    *,
    over: Field | None = None,
    folds: float = 1.5,
    deep: float = 0.012,
    thick: float = 0.02,
    ragged: float = 0.0,
    cells: tuple[int, int] = (15, 21),
) -> Shape:
    """Return a strip of cloth (tabard, loincloth, banner): its middle line ``path(t)``, ``width`` along ``across``."""
    side = np.asarray(across, dtype=float)
    side = side / np.linalg.norm(side)
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, cells[0]), np.linspace(0, 1, cells[1]), indexing="ij")
    tear = 1 - ragged * (np.abs(np.mod(u * 3.7 + 0.1, 1.0) - 0.5) + 0.6 * np.abs(np.mod(u * 8.3, 1.0) - 0.5))
    t = v * tear
    middle = path(t.ravel()).reshape(*t.shape, 3)
    wide = width(t) if callable(width) else np.full_like(t, width)
    along = np.gradient(middle, axis=1)
    normal = np.cross(along, side)
    normal /= np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-9)
    ripple = deep * t * np.sin(2 * np.pi * folds * u + 2.2 * t + 0.5)
    grid = middle + (u * wide)[..., None] * side + normal * ripple[..., None]
    if over is not None:
        grid = draped(grid, over, thick * 0.5 + 0.006)
    return sheet(grid, thick)
