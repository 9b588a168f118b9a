"""Flesh on the joints: torso, limbs, hands that hold, heads with faces; as fields in the figure's frame."""

import numpy as np
from numpy.typing import ArrayLike

from assets.source.figures.rig import SIGN, Body, Side
from assets.source.sdf import Field, ball, bone, box, chain, common, cut, ellipsoid, frame, half_space, ring, union

__all__ = [
    "arm",
    "arms",
    "band",
    "boot",
    "eyes",
    "foot",
    "grip",
    "head",
    "leg",
    "legs",
    "muscles",
    "open_hand",
    "torso",
]


def torso(body: Body, more: float = 0.0) -> Field:
    """Return the trunk from seat to neck, ``more`` thicker all round (clothes)."""
    s, c, b = body.size, body.build.chest, body.build.belly
    m = more / s

    def egg(at: np.ndarray, radii: tuple[float, float, float], axes: np.ndarray) -> Field:
        return ellipsoid(at, (np.array(radii) + m) * s, axes)

    parts = [
        egg(body.on_chest((0, 0, 0.02)), (0.108 * c, 0.148 * c, 0.15), body.chest),
        egg(body.on_chest((-0.008, 0, 0.085)), (0.085 * c, 0.152 * c, 0.065), body.chest),
        egg(body.waist + body.hips[:, 2] * 0.01 * s, (0.096 * b, 0.122 * b, 0.12), body.hips),
        egg(body.on_hips((0, 0, 0.03)), (0.105 * max(1, 0.9 * b), 0.136 * max(1, 0.9 * b), 0.105), body.hips),
        egg(body.on_hips((-0.045, 0.055, -0.01)), (0.07, 0.075, 0.08), body.hips),
        egg(body.on_hips((-0.045, -0.055, -0.01)), (0.07, 0.075, 0.08), body.hips),
        bone(body.neck, body.shoulder["left"], (0.052 + m) * s * c, (0.05 + m) * s),
        bone(body.neck, body.shoulder["right"], (0.052 + m) * s * c, (0.05 + m) * s),
        bone(body.neck - body.chest[:, 2] * 0.02 * s, body.on_head((-0.025, 0, -0.06)), 0.056 * s, 0.05 * s),
    ]
    return union(*parts, k=0.06 * s)


def muscles(body: Body) -> Field:
    """Return a bare trunk: chest, belly and back muscles upon `torso`."""
    s, c = body.size, body.build.chest
    parts = [torso(body)]
    for y in (-1, 1):
        parts.append(
            ellipsoid(
                body.on_chest((0.075 * c, y * 0.066 * c, 0.05)), np.array([0.04, 0.072, 0.055]) * s * c, body.chest
            )
        )
        parts.append(
            ellipsoid(body.on_chest((-0.08 * c, y * 0.07 * c, 0.05)), np.array([0.04, 0.06, 0.09]) * s * c, body.chest)
        )
        for z in (-0.075, -0.125):
            parts.append(ball(body.on_chest((0.082 * c, y * 0.03, z)), 0.03 * s))
    return union(*parts, k=0.025 * s)


def arm(body: Body, side: Side, more: float = 0.0) -> Field:
    """Return an arm from shoulder to wrist, ``more`` thicker (a sleeve)."""
    s, g = body.size, body.build.limbs
    a, e, w = body.shoulder[side], body.elbow[side], body.wrist[side]
    r = np.array([0.064, 0.05, 0.05, 0.036]) * g * s + more
    bulge = ellipsoid(a * 0.45 + e * 0.55, np.array([0.085, 0.058, 0.058]) * g * s + more, frame(e - a))
    fore = ellipsoid(e * 0.66 + w * 0.34, np.array([0.085, 0.054, 0.05]) * g * s + more, frame(w - e))
    cap = ball(a + (e - a) * 0.05, 0.073 * g * s + more)
    return union(bone(a, e, r[0], r[1]), bone(e, w, r[2], r[3]), bulge, fore, cap, k=0.03 * s)


def arms(body: Body, more: float = 0.0) -> Field:
    """Return both arms."""
    return union(arm(body, "left", more), arm(body, "right", more))


def leg(body: Body, side: Side, more: float = 0.0) -> Field:
    """Return a leg from hip to ankle, ``more`` thicker (hose)."""
    s, g = body.size, body.build.limbs
    h, k, a = body.hip[side], body.knee[side], body.ankle[side]
    r = np.array([0.094, 0.062, 0.06, 0.042]) * g * s + more
    back = np.cross(frame(a - k)[:, 0], body.foot[side][:, 1])
    back *= -np.sign(back @ body.foot[side][:, 0]) or 1.0
    calf = ellipsoid(k * 0.66 + a * 0.34 + back * 0.014 * s, np.array([0.1, 0.056, 0.06]) * g * s + more, frame(a - k))
    thigh = ellipsoid(h * 0.6 + k * 0.4, np.array([0.14, 0.088, 0.088]) * g * s + more, frame(k - h))
    return union(bone(h, k, r[0], r[1]), bone(k, a, r[2], r[3]), calf, thigh, k=0.03 * s)


def legs(body: Body, more: float = 0.0) -> Field:
    """Return both legs."""
    return union(leg(body, "left", more), leg(body, "right", more), k=0.01)


def foot(body: Body, side: Side, more: float = 0.0, long: float = 1.0) -> Field:
    """Return a shod foot with a flat sole."""
    s = body.size
    p = [(-0.045, 0, -0.03), (0.03, 0, -0.028), (0.1 * long, 0, -0.042), (0.135 * long, SIGN[side] * 0.006, -0.046)]
    r = np.array([0.046, 0.05, 0.046, 0.034]) * s + more
    last = chain([body.on_foot(side, q) for q in p], list(r), k=0.02)
    sole = half_space(body.on_foot(side, (0, 0, -0.075)), -body.foot[side][:, 2])
    return common(last, sole)


def boot(body: Body, side: Side, *, top: float = 0.62, more: float = 0.012, cuff: float = 0.016) -> Field:
    """Return a boot up to the share ``top`` of the shin, with a cuff."""
    s = body.size
    k, a = body.knee[side], body.ankle[side]
    end = a + (k - a) * top
    shaft = common(
        leg(body, side, more * s), half_space(end, k - a), half_space(body.hip[side] * 0 + a - (k - a) * 0.4, a - k)
    )
    rim = band(leg(body, side, more * s), end, k - a, 0.02 * s, cuff * s)
    return union(union(shaft, foot(body, side, 0.006 * s), k=0.04 * s), rim, k=0.006)


def band(field: Field, point: ArrayLike, normal: ArrayLike, half: float, grow: float) -> Field:
    """Return a belt around ``field``: its skin raised by ``grow`` within ``half`` of the plane through ``point``."""
    p, n = np.asarray(point, dtype=float), np.asarray(normal, dtype=float)
    n = n / np.linalg.norm(n)
    raised = Field(lambda q: field.at(q) - grow, field.lo - grow, field.hi + grow)
    slab = Field(lambda q: np.abs((q - p) @ n) - half, raised.lo, raised.hi)
    return common(raised, slab, k=min(half, grow) * 0.8)


def grip(body: Body, side: Side, along: ArrayLike, *, thick: float = 0.02) -> Field:
    """Return a fist closed around a shaft through it in direction ``along``: a palm, four fingers and a thumb."""
    s = body.size * body.build.hands
    axis = np.asarray(along, dtype=float) / np.linalg.norm(along)
    hand, way = body.fist[side], body.fist[side] - body.wrist[side]
    way = way - (way @ axis) * axis * 0.6
    out = frame(axis, way)[:, 2]
    r = thick + 0.017 * s
    parts = [box(hand - out * 0.03 * s, (0.047 * s, 0.03 * s, 0.026 * s), 0.02 * s, frame(axis, out))]
    parts.append(bone(body.wrist[side], hand - out * 0.03 * s, 0.036 * s, 0.036 * s))
    for i in range(4):
        parts.append(ring(hand + axis * (i - 1.5) * 0.0255 * s, axis, r, 0.0165 * s, 0.0155 * s))
    fist = union(*parts, k=0.006 * s)
    thumb = bone(hand - out * 0.02 * s + axis * 0.05 * s, hand + out * r * 0.9 + axis * 0.052 * s, 0.019 * s, 0.015 * s)
    return union(fist, thumb, k=0.008 * s)


def open_hand(body: Body, side: Side, palm: ArrayLike, *, spread: float = 0.22) -> Field:
    """Return an open hand whose palm looks towards ``palm``."""
    s = body.size * body.build.hands
    way = body.fist[side] - body.wrist[side]
    axes = frame(way, palm)
    base = body.wrist[side]
    parts = [ellipsoid(base + axes[:, 0] * 0.05 * s, np.array([0.055, 0.045, 0.024]) * s, axes)]
    for i in range(4):
        a = (i - 1.5) * spread
        root = base + axes @ np.array([0.08, (i - 1.5) * 0.024, 0.0]) * s
        mid = root + axes @ np.array([np.cos(a) * 0.045, np.sin(a) * 0.045, 0.006]) * s
        tip = mid + axes @ np.array([np.cos(a) * 0.035, np.sin(a) * 0.035, 0.022]) * s
        parts.append(chain([root, mid, tip], [0.017 * s, 0.0155 * s, 0.012 * s]))
    sign = SIGN[side] * (1 if axes[2, 2] > 0 else -1)
    thumb = [
        base + axes @ np.array(q) * s
        for q in ((0.03, sign * 0.03, 0), (0.065, sign * 0.065, 0.02), (0.095, sign * 0.07, 0.03))
    ]
    parts.append(chain(thumb, [0.02 * s, 0.018 * s, 0.013 * s]))
    return union(*parts, k=0.012 * s)


def head(body: Body, *, brute: float = 0.0) -> Field:
    """Return a head with a face; ``brute`` 0 to 1 gives it a heavier jaw and brow."""
    s, at, axes = body.size * body.build.head, body.on_head, body.gaze
    j = brute

    def egg(c: tuple[float, float, float], r: tuple[float, float, float]) -> Field:
        return ellipsoid(at(c), np.array(r) * s, axes)

    skull = union(
        egg((-0.012, 0, 0.03), (0.1, 0.084, 0.095 - 0.02 * j)),
        egg((0.022 + 0.02 * j, 0, -0.045), (0.072, 0.06 + 0.02 * j, 0.075)),
        k=0.03 * s,
    )
    nose = chain(
        [at((0.085, 0, 0.03)), at((0.108, 0, -0.012)), at((0.103, 0, -0.026))], [0.011 * s, 0.017 * s, 0.02 * s]
    )
    soft = [nose, egg((0.076, 0, 0.037), (0.024 + 0.014 * j, 0.062, 0.013 + 0.006 * j))]
    for y in (-1, 1):
        soft.append(egg((0.058, y * 0.045, -0.02), (0.026, 0.024, 0.022)))
        soft.append(egg((-0.008, y * 0.086, 0.0), (0.024, 0.013, 0.034)))
    soft.append(egg((0.07 + 0.025 * j, 0, -0.1), (0.026, 0.03 + 0.02 * j, 0.022)))
    soft.append(egg((0.088 + 0.02 * j, 0, -0.07), (0.014, 0.032, 0.01)))
    face = union(skull, *soft, k=0.016 * s)
    sockets = [egg((0.092, y * 0.034, 0.012), (0.024, 0.021, 0.0125)) for y in (-1, 1)]
    mouth = bone(at((0.1 + 0.02 * j, 0.026, -0.056)), at((0.1 + 0.02 * j, -0.026, -0.056)), 0.0065 * s, 0.0065 * s)
    neck = bone(at((-0.025, 0, -0.05)), body.neck - body.chest[:, 2] * 0.04 * body.size, 0.05 * s, 0.054 * s)
    return union(cut(face, *sockets, mouth, k=0.008 * s), neck, k=0.03 * s)


def eyes(body: Body) -> Field:
    """Return the eyes, dark balls in their sockets."""
    s = body.size * body.build.head
    return union(*(ball(body.on_head((0.07, y * 0.034, 0.011)), 0.0145 * s) for y in (-1, 1)))
