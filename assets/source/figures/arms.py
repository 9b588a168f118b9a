"""Weapons and shields, crisp: named shapes in the weapon's own line, from hand or butt to point."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from assets.source.figures.shapes import Shape, finer, hull, lathe, loft, placed, prism, smooth_path, sweep
from assets.source.sdf import frame

__all__ = [
    "arrow",
    "axe_head",
    "blade",
    "bow",
    "guard",
    "kite_shield",
    "round_shield",
    "shaft",
    "spear_head",
    "wrapping",
]


def _point(at: ArrayLike) -> NDArray[np.float64]:
    return np.asarray(at, dtype=float)


def shaft(a: ArrayLike, b: ArrayLike, radius: float, *, sides: int = 8, ends: float = 0.8) -> Shape:
    """Return a pole from ``a`` to ``b``, a little thinner at the ends."""
    return lathe([(0, radius * ends), (0.06, radius), (0.94, radius), (1, radius * ends)], a, b, sides)


def wrapping(a: ArrayLike, b: ArrayLike, radius: float, *, turns: int = 5, sides: int = 8) -> Shape:
    """Return cord or leather wound about a pole between ``a`` and ``b``."""
    profile = [(0.0, radius * 0.85)]
    for i in range(turns):
        profile += [((i + 0.12) / turns, radius), ((i + 0.78) / turns, radius), ((i + 0.98) / turns, radius * 0.86)]
    return lathe(profile, a, b, sides)


def blade(
    a: ArrayLike, b: ArrayLike, flat: ArrayLike, width: float, thick: float, *, tip: float = 0.2, waist: float = 0.0
) -> Shape:
    """Return a double-edged blade with a midrib from ``a`` to its point ``b``; its flat looks towards ``flat``."""
    p, q = _point(a), _point(b)
    axes = frame(q - p, flat)
    rings = []
    for t, w in ((0.0, 1.0), (0.35, 1.0 - waist), (1 - tip, 1.0 - waist * 0.3), (1 - tip * 0.45, 0.62), (1.0, 0.06)):
        w2, t2 = width / 2 * w, thick / 2 * max(w, 0.35)
        ring = [(w2, 0), (w2 * 0.25, t2), (-w2 * 0.25, t2), (-w2, 0), (-w2 * 0.25, -t2), (w2 * 0.25, -t2)]
        rings.append([p + (q - p) * t + axes[:, 1] * y + axes[:, 2] * z for y, z in ring])
    return loft(rings)


def spear_head(a: ArrayLike, b: ArrayLike, flat: ArrayLike, width: float, thick: float) -> list[Shape]:
    """Return a leaf-shaped spear head on its socket, from ``a`` to the point ``b``."""
    p, q = _point(a), _point(b)
    axes = frame(q - p, flat)
    rings = []
    for t, w in ((0.16, 0.2), (0.3, 0.75), (0.45, 1.0), (0.62, 0.86), (0.85, 0.4), (1.0, 0.05)):
        w2, t2 = width / 2 * w, thick / 2 * max(0.4, w**0.5)
        rings.append(
            [p + (q - p) * t + axes[:, 1] * y + axes[:, 2] * z for y, z in ((w2, 0), (0, t2), (-w2, 0), (0, -t2))]
        )
    socket = lathe([(0, thick * 0.62), (0.1, thick * 0.62), (0.14, thick * 0.5), (0.5, thick * 0.16)], p, q, 8)
    return [loft(rings), socket]


def guard(at: ArrayLike, along: ArrayLike, flat: ArrayLike, long: float, thick: float, *, droop: float = 0.0) -> Shape:
    """Return a cross guard at ``at`` of a blade ``along``, its ends bent forward by ``droop``."""
    axes = frame(along, flat)
    p = _point(at)
    path = [p + axes[:, 1] * y * long / 2 + axes[:, 0] * droop * y * y for y in np.linspace(-1, 1, 7)]
    return sweep(path, thick * np.array([1.15, 0.9, 0.8, 1.0, 0.8, 0.9, 1.15]), sides=6, up=axes[:, 2])


def axe_head(
    at: ArrayLike, along: ArrayLike, edge: ArrayLike, size: float, thick: float, *, twin: bool = False
) -> list[Shape]:
    """Return a bearded axe head on a shaft ``along`` at ``at``, its edge towards ``edge``."""
    outline = np.array(
        [
            (0.0, 0.16),
            (0.3, 0.2),
            (0.62, 0.42),
            (0.8, 0.5),
            (0.9, 0.3),
            (0.95, 0.02),
            (0.9, -0.28),
            (0.74, -0.58),
            (0.56, -0.5),
            (0.44, -0.26),
            (0.25, -0.16),
            (0.0, -0.16),
        ]
    )
    axes = frame(edge, along)
    turn = np.column_stack([axes[:, 0], axes[:, 2], np.cross(axes[:, 0], axes[:, 2])])
    shapes = [placed(prism(outline * size, thick, size * 0.075), turn, at)]
    if twin:
        back = np.column_stack([-axes[:, 0], axes[:, 2], np.cross(-axes[:, 0], axes[:, 2])])
        shapes.append(placed(prism(outline * size, thick, size * 0.075), back, at))
    else:
        spike = [(-0.05, 0.12), (-0.32, 0.03), (-0.36, 0.0), (-0.32, -0.03), (-0.05, -0.12)]
        shapes.append(placed(prism(np.array(spike) * size, thick, size * 0.02), turn, at))
    p, n = _point(at), _point(along) / np.linalg.norm(along)
    shapes.append(
        lathe(
            [(0, thick * 0.7), (0.12, thick * 0.95), (0.88, thick * 0.95), (1, thick * 0.7)],
            p - n * size * 0.22,
            p + n * size * 0.22,
            8,
        )
    )
    return shapes


def round_shield(at: ArrayLike, out: ArrayLike, radius: float) -> dict[str, list[Shape]]:
    """Return a domed round shield looking towards ``out``: its ``face``, ``rim``, ``boss``."""
    p, n = _point(at), _point(out) / np.linalg.norm(out)
    r = radius
    back, front = p - n * 0.0, p + n * 0.09
    face = lathe([(0.0, r * 0.95), (0.18, r * 0.95), (0.3, r * 0.7), (0.38, r * 0.35), (0.4, r * 0.1)], back, front, 28)
    rim = lathe(
        [(-0.08, r * 0.9), (-0.1, r * 1.02), (0.12, r * 1.04), (0.32, r * 1.0), (0.34, r * 0.9), (0.12, r * 0.86)],
        back,
        front,
        28,
    )
    boss = lathe(
        [(0.2, r * 0.33), (0.46, r * 0.33), (0.5, r * 0.25), (0.8, r * 0.2), (0.98, r * 0.1), (1.02, r * 0.02)],
        back,
        front,
        16,
    )
    studs = []
    axes = frame(n)
    for i in range(8):
        a = (i + 0.5) * np.pi / 4
        q = p + (axes[:, 1] * np.cos(a) + axes[:, 2] * np.sin(a)) * r * 0.62 + n * 0.026
        studs.append(lathe([(0, 0.016), (0.7, 0.014), (1, 0.005)], q, q + n * 0.02, 6))
    return {"face": [face], "rim": [rim], "boss": [boss, *studs]}


def kite_shield(at: ArrayLike, out: ArrayLike, up: ArrayLike, high: float) -> dict[str, list[Shape]]:
    """Return a long shield, curved about its length: its ``face``, ``rim``, ``boss``."""
    axes = frame(out, up)
    turn = np.column_stack([axes[:, 1], axes[:, 2], axes[:, 0]])
    t = np.linspace(0, 1, 9)
    half = 0.3 * high * np.array([0.62, 0.86, 1.0, 1.0, 0.92, 0.78, 0.58, 0.34, 0.06])
    y = high * (0.5 - t) * 1.0
    y[0] = high * 0.46
    right = np.stack([half, y], axis=1)
    outline = np.concatenate([right, [[0, -high * 0.5]], np.stack([-half, y], axis=1)[::-1], [[0, high * 0.5]]])

    def bent(shape: Shape) -> Shape:
        v, f = finer(shape)
        v[:, 2] -= 1.1 / high * v[:, 0] ** 2
        return v, f

    parts = {
        "rim": [prism(outline, 0.034, 0.012)],
        "face": [prism(outline * np.array([0.86, 0.9]), 0.056, 0.014)],
    }
    boss = lathe(
        [(0, 0.05), (0.3, 0.05), (0.4, 0.036), (0.8, 0.025), (1.0, 0.004)],
        (0, high * 0.1, 0.02),
        (0, high * 0.1, 0.08),
        12,
    )
    whole = {k: [placed(bent(x), turn, at) for x in v] for k, v in parts.items()}
    return {**whole, "boss": [placed(boss, turn, at)]}


def bow(
    grip: ArrayLike, string: ArrayLike, up: ArrayLike, high: float, *, thick: float = 0.02
) -> dict[str, list[Shape]]:
    """Return a drawn recurve bow held at ``grip``, its ``string`` pulled to that point: ``limbs`` and ``string``."""
    g, n = _point(grip), _point(string)
    axes = frame(n - g, up)
    f, u = -axes[:, 0], axes[:, 2]
    half = high / 2
    ends, path = [], []
    for sign in (-1, 1):
        limb = [(0.0, 0.0), (0.012, 0.22), (-0.03, 0.55), (-0.13, 0.84), (-0.17, 0.95), (-0.14, 1.05)]
        points = [g + f * x * high * 0.8 + u * sign * z * half for x, z in limb]
        path.append(points)
        ends.append(points[-2])
    whole = smooth_path(np.array(path[0][::-1] + path[1][1:]), 31)
    t = np.abs(np.linspace(-1, 1, 31))
    limbs = sweep(whole, thick * (1.12 - 0.55 * t), sides=6, flat=1.25, up=f)
    cord = [lathe([(0, 0.0065), (1, 0.0065)], n, end, 5) for end in ends]
    return {"limbs": [limbs], "string": cord}


def arrow(nock: ArrayLike, tip: ArrayLike, *, thick: float = 0.0085) -> dict[str, list[Shape]]:
    """Return an arrow: ``shaft``, ``head``, ``fletch``."""
    a, b = _point(nock), _point(tip)
    long = float(np.linalg.norm(b - a))
    n = (b - a) / long
    axes = frame(n)
    head = lathe([(0, 0.01), (0.25, 0.026), (1, 0.002)], b - n * 0.05, b + n * 0.04, 4)
    fletch = []
    for i in range(3):
        w = axes[:, 1] * np.cos(i * 2.0944 + 1.57) + axes[:, 2] * np.sin(i * 2.0944 + 1.57)
        side = np.cross(n, w) * 0.006
        corners = [a + n * 0.015, a + n * 0.03 + w * 0.038, a + n * 0.1 + w * 0.034, a + n * 0.13]
        fletch.append(hull([c + side for c in corners], [c - side for c in corners]))
    return {"shaft": [lathe([(0, thick), (1, thick)], a, b, 6)], "head": [head], "fletch": fletch}
