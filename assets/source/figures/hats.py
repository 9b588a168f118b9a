"""What is on a head: helmets, hoods, hair, beards, horns; in the head's own axes."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from assets.source.figures.rig import Body
from assets.source.figures.shapes import Shape, lathe, smooth_path, sweep
from assets.source.sdf import Field, Points, bone, box, chain, common, cut, displaced, ellipsoid, half_space, union

__all__ = ["antlers", "beard", "hair", "half_helm", "hood", "horn", "kettle_hat", "locks", "nasal_helm", "plume"]


def _egg(body: Body, c: Sequence[float], r: Sequence[float]) -> Field:
    return ellipsoid(body.on_head(c), np.array(r) * body.size * body.build.head, body.gaze)


def _plane(body: Body, point: Sequence[float], normal: Sequence[float]) -> Field:
    return half_space(body.on_head(point), body.gaze @ np.array(normal, dtype=float))


def half_helm(body: Body, *, more: float = 0.016, low: float = 0.028, back: float = -0.07) -> Field:
    """Return a close round cap of metal, lower behind than in front."""
    r = np.array([0.106, 0.092, 0.102]) + more
    dome = _egg(body, (-0.012, 0, 0.03), r)
    slope = (low - back) / 0.2
    return common(dome, _plane(body, (0.09, 0, low), (slope, 0, -1)))


def nasal_helm(body: Body, *, crest: bool = True) -> tuple[Field, Field]:
    """Return a pointed helm, and its trim: brow band, nose guard and rivet line."""
    s = body.size * body.build.head
    dome = half_helm(body)
    peak = bone(body.on_head((-0.01, 0, 0.1)), body.on_head((-0.016, 0, 0.185)), 0.066 * s, 0.01 * s)
    helm = union(dome, peak, k=0.06 * s)
    brow = common(
        _egg(body, (-0.012, 0, 0.03), (0.13, 0.116, 0.126)),
        _plane(body, (0.09, 0, 0.024), (0.42, 0, -1)),
        _plane(body, (0.09, 0, 0.058), (-0.42, 0, 1)),
    )
    nose = box(body.on_head((0.118, 0, 0.0)), np.array([0.011, 0.015, 0.055]) * s, 0.008 * s, body.gaze)
    trim = [brow, nose]
    if crest:
        rib = common(
            _egg(body, (-0.012, 0, 0.03), (0.134, 0.12, 0.145)),
            box(body.on_head((-0.01, 0, 0.1)), np.array([0.14, 0.011, 0.1]) * s, 0.0, body.gaze),
            _plane(body, (0.09, 0, 0.03), (0.42, 0, -1)),
        )
        trim.append(rib)
    return helm, union(*trim, k=0.006 * s)


def kettle_hat(body: Body, *, brim: float = 0.185) -> Shape:
    """Return a wide-brimmed iron hat."""
    s = body.size * body.build.head
    profile = [
        (0.04, brim - 0.03),
        (0.0, brim),
        (0.03, brim + 0.004),
        (0.17, brim - 0.045),
        (0.3, 0.116),
        (0.33, 0.122),
    ]
    profile += [(0.38, 0.112), (0.62, 0.1), (0.82, 0.068), (0.95, 0.026), (1.0, 0.004)]
    scaled = [(h, r * s) for h, r in profile]
    return lathe([(0.12, 0.06 * s), *scaled], body.on_head((-0.005, 0, 0.022)), body.on_head((-0.02, 0, 0.205)), 22)


def hood(body: Body, *, deep: float = 0.02, point: float = 0.06, mantle: float = 0.0) -> Field:
    """Return a hood with a peak behind and, with ``mantle`` > 0, a short cape over the shoulders."""
    s = body.size * body.build.head
    outer = union(
        _egg(body, (-0.006, 0, 0.025), (0.135, 0.117, 0.132)),
        _egg(body, (-0.03, 0, -0.07), (0.11, 0.115, 0.09)),
        bone(body.on_head((-0.07, 0, 0.07)), body.on_head((-0.13 - point, 0, 0.075 - point * 0.6)), 0.07 * s, 0.02 * s),
        bone(body.on_head((0.06, 0, 0.115)), body.on_head((0.115 + deep, 0, 0.1)), 0.038 * s, 0.024 * s),
        k=0.05 * s,
    )
    if mantle > 0:
        cape = [
            bone(body.neck, body.shoulder[side] * 0.9 + body.neck * 0.1, 0.085 * s, 0.095 * s)
            for side in ("left", "right")
        ]
        chest = ellipsoid(body.on_chest((0.0, 0, 0.075)), np.array([0.13, 0.175, 0.1]) * body.size, body.chest)
        low = half_space(body.on_chest((0, 0, 0.1 - mantle)), -body.chest[:, 2])
        outer = union(outer, common(union(*cape, chest, k=0.06 * s), low), k=0.05 * s)
    opening = union(
        _egg(body, (0.12, 0, -0.005), (0.1, 0.078, 0.1)), _egg(body, (0.02, 0, -0.0), (0.09, 0.078, 0.105)), k=0.03 * s
    )
    return cut(outer, opening, k=0.012 * s)


def hair(body: Body, *, long: float = 0.12, full: float = 0.018, back: bool = True) -> Field:
    """Return a head of hair combed back, ``long`` down the neck, with strands."""
    s = body.size * body.build.head
    cap = common(
        _egg(body, (-0.02, 0, 0.035), np.array([0.106, 0.092, 0.1]) + full),
        _plane(body, (0.075, 0, 0.055), (0.8, 0, -1)),
    )
    parts = [cap]
    if back:
        parts.append(bone(body.on_head((-0.06, 0, 0.0)), body.on_head((-0.075, 0, -0.02 - long)), 0.075 * s, 0.045 * s))
    mass = union(*parts, k=0.05 * s)

    def strands(p: Points) -> NDArray[np.float64]:
        q = (p - body.head) @ body.gaze / s
        return 0.006 * s * np.sin(95 * q[:, 1] + 18 * q[:, 2] + 9 * q[:, 0])

    return displaced(mass, strands, 0.006 * s)


def beard(body: Body, *, long: float = 0.12, wide: float = 0.05, forks: int = 1) -> Field:
    """Return a beard with a moustache, in ``forks`` points."""
    s = body.size * body.build.head
    at = body.on_head
    parts = [
        chain(
            [at((0.02, y * 0.068, -0.03)), at((0.065, y * 0.045, -0.08)), at((0.085, 0, -0.1))],
            [0.022 * s, 0.03 * s, 0.032 * s],
        )
        for y in (-1, 1)
    ]
    parts += [
        chain(
            [at((0.108, 0, -0.038)), at((0.1, y * 0.034, -0.052)), at((0.085, y * 0.05, -0.085))],
            [0.012 * s, 0.015 * s, 0.008 * s],
        )
        for y in (-1, 1)
    ]
    for i in range(forks):
        y = 0 if forks == 1 else (i / (forks - 1) - 0.5) * wide
        parts.append(
            chain(
                [at((0.088, y * 0.6, -0.1)), at((0.1, y, -0.1 - long * 0.5)), at((0.09, y * 1.5, -0.1 - long))],
                [0.038 * s, 0.03 * s, 0.008 * s],
            )
        )
    mass = union(*parts, k=0.02 * s)

    def strands(p: Points) -> NDArray[np.float64]:
        q = (p - body.head) @ body.gaze / s
        return 0.005 * s * np.sin(120 * q[:, 1] + 20 * q[:, 2])

    return displaced(mass, strands, 0.005 * s)


def locks(paths: Sequence[ArrayLike], thick: float, *, taper: float = 0.15) -> Field:
    """Return tapering locks, braids or tails along ``paths``, each (k, 3)."""
    out = []
    for path in paths:
        p = smooth_path(path, 9)
        out.append(chain(p, list(thick * (1 - (1 - taper) * np.linspace(0, 1, 9) ** 1.5))))
    return union(*out, k=thick * 0.4)


def horn(points: ArrayLike, thick: float, *, sides: int = 8, rings: int = 0) -> Shape:
    """Return a horn or tusk that tapers along a curve through ``points``, ringed ``rings`` times."""
    t = np.linspace(0, 1, 25 if rings else 13)
    r = thick * (1 - 0.93 * t**1.25) * (1 + (0.1 * np.sin(2 * np.pi * rings * t) if rings else 0))
    return sweep(smooth_path(points, len(t)), r, sides=sides)


def antlers(root: ArrayLike, axes: NDArray[np.float64], size: float, thick: float) -> list[Shape]:
    """Return a pair of branching antlers from ``root`` in ``axes`` (forward, left, up)."""
    base = np.asarray(root, dtype=float)
    beam = np.array([(0, 0.12, 0), (-0.1, 0.3, 0.25), (-0.12, 0.5, 0.55), (0.02, 0.58, 0.85), (0.16, 0.52, 1.05)])
    tines = [
        ([(-0.04, 0.2, 0.12), (0.14, 0.24, 0.24), (0.26, 0.2, 0.42)], 0.62),
        ([(-0.12, 0.42, 0.42), (0.04, 0.44, 0.56), (0.14, 0.36, 0.74)], 0.55),
        ([(-0.1, 0.52, 0.62), (-0.2, 0.68, 0.76), (-0.2, 0.74, 0.95)], 0.5),
        ([(0.02, 0.58, 0.85), (-0.06, 0.7, 1.02), (-0.04, 0.72, 1.18)], 0.45),
    ]
    out = []
    for sign in (1, -1):
        flip = np.array([1.0, sign, 1.0])
        for points, share in [(beam, 1.0), *((np.array(t), w) for t, w in tines)]:
            path = base + (np.asarray(points) * flip * size) @ axes.T
            out.append(horn(path, thick * share, sides=7))
    return out


def plume(body: Body, *, long: float = 0.3, high: float = 0.1, wave: float = 0.03) -> Field:
    """Return a horsehair plume that stands up from the crown and falls behind."""
    s = body.size * body.build.head
    at = body.on_head
    path = smooth_path(
        [
            at((0.02, 0, 0.13)),
            at((-0.04, 0, 0.14 + high)),
            at((-0.15, 0.01, 0.11 + high * 0.7)),
            at((-0.2, wave, 0.1 - long * 0.4)),
            at((-0.17, -wave, 0.08 - long)),
        ],
        14,
    )
    t = np.linspace(0, 1, 14)
    r = (0.02 + 0.042 * np.sin(np.pi * np.clip(t * 1.05, 0, 1)) ** 0.7) * (1 - 0.5 * t) * s
    mass = chain(path, list(r))

    def strands(p: Points) -> NDArray[np.float64]:
        q = (p - body.head) @ body.gaze / s
        return 0.007 * s * np.sin(90 * q[:, 1] + 25 * q[:, 2] + 12 * q[:, 0])

    return displaced(mass, strands, 0.007 * s)
