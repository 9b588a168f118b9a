"""The beasts of the Pale Tide: leviathan calf and skimray."""

import numpy as np

from assets.source.figures import beasts, coats, dress, flesh, hats
from assets.source.figures.coats import Coat, Material
from assets.source.figures.forge import Sculpt
from assets.source.figures.shapes import hull, lathe, sheet, smooth_path, sweep
from assets.source.figures.tide import BELLY, CORAL, GLOW, HIDE, PEARL, SHELL, ridged
from assets.source.sdf import (
    Field,
    ball,
    chain,
    common,
    cut,
    displaced,
    ellipsoid,
    grown,
    half_space,
    union,
    vec,
)

__all__ = ["leviathan", "skimray"]


def leviathan() -> Sculpt:
    """Return a young sea giant hauling itself ashore: whale's trunk, crocodile's jaws, foreflippers, a harness."""
    sculpt = Sculpt("leviathan", {"round": 100}, budget=3200, h=0.045)
    spine = [(-1.62, 0.35, 0.42), (-1.1, 0.14, 0.62), (-0.4, 0, 0.92), (0.35, 0, 1.3), (0.9, 0, 1.72)]
    trunk = beasts.trunk(spine, [0.24, 0.46, 0.64, 0.62, 0.44], deep=0.96, k=0.25, count=15)
    neck = chain([(0.7, 0, 1.55), (1.12, 0, 1.98)], [0.5, 0.4])
    tail = smooth_path([(-1.5, 0.3, 0.46), (-1.78, 0.72, 0.3), (-1.5, 1.16, 0.24), (-1.0, 1.42, 0.34)], 11)
    limb = []
    for y in (-1, 1):
        arm = beasts.leg(
            [(0.45, y * 0.45, 1.1), (0.58, y * 0.9, 0.86), (0.68 - 0.16 * y, y * 1.04, 0.28)],
            [0.34, 0.24, 0.17],
            k=0.1,
        )
        limb.append(arm)
        wrist = np.array([0.68 - 0.16 * y, y * 1.04, 0.2])
        for a in (-38, -12, 14, 42):
            way = np.array([np.cos(np.radians(a)), np.sin(np.radians(a)), 0])
            limb.append(
                chain(
                    [wrist, wrist + way * 0.3 + vec(0, 0, -0.06), wrist + way * 0.5 + vec(0, 0, -0.14)],
                    [0.13, 0.1, 0.055],
                    k=0.05,
                )
            )
        limb.append(
            beasts.leg([(-0.9, y * 0.3, 0.6), (-0.86, y * 0.78, 0.36), (-1.1, y * 0.9, 0.1)], [0.3, 0.2, 0.13], k=0.08)
        )
    body = union(trunk, neck, chain(tail, list(np.linspace(0.3, 0.12, 11)), k=0.1), *limb, k=0.16)
    body = common(body, half_space((0, 0, 0), (0, 0, -1)))
    sculpt.soft(body, HIDE, worth=1.1)
    belly = common(grown(trunk, 0.02), half_space((0, 0, 0.72), (-0.5, 0, 1)), half_space((0, 0, 0), (0, 0, -1)))
    sculpt.soft(ridged(belly, vec(0.9, 0, 0.4), vec(0, 0, 0), 0.16, 0.035), BELLY)
    fluke = tail[-1]
    for way in ((0.2, 0.5, 0.1), (0.62, -0.05, 0.12)):
        side = fluke + np.array(way)
        sculpt.hard(
            hull(
                fluke - vec(0.1, 0.05, 0.09),
                fluke + vec(0.0, 0.0, 0.1),
                side + vec(0, 0, 0.03),
                side - vec(0, 0, 0.03),
                (fluke + side) / 2 + vec(-0.1, 0.16, 0.04),
            ),
            HIDE,
        )
    _leviathan_head(sculpt)
    back = smooth_path([(0.95, 0, 2.12), (0.4, 0, 1.86), (-0.3, 0, 1.5), (-0.9, 0.08, 1.08), (-1.4, 0.26, 0.78)], 9)
    for i, p in enumerate(back):
        tall = 0.36 - 0.028 * i
        for y in (-0.12, 0.12):
            root = p + vec(0, y, -0.12)
            sculpt.hard(
                hats.horn(
                    [root, root + vec(-0.08, y * 0.6, tall * 0.6), root + vec(-0.3, y * 1.1, tall)], 0.085, sides=5
                ),
                SHELL if i % 2 else CORAL,
            )
    _harness(sculpt, union(trunk, neck, k=0.2))
    return sculpt


def _leviathan_head(sculpt: Sculpt) -> None:
    """Add the head with open jaws; its tusks are its weapon."""
    c = np.array([1.28, 0, 2.1])
    upper = union(
        ellipsoid(c, (0.42, 0.4, 0.32)),
        chain([c + vec(0.2, 0, 0.02), c + vec(0.72, 0, -0.02), c + vec(0.98, 0, -0.02)], [0.3, 0.22, 0.15], k=0.1),
        *(ellipsoid(c + vec(0.16, y * 0.28, 0.22), (0.2, 0.11, 0.09)) for y in (-1, 1)),
        k=0.12,
    )
    lower = chain([c + vec(0.0, 0, -0.24), c + vec(0.5, 0, -0.5), c + vec(0.86, 0, -0.56)], [0.27, 0.19, 0.12], k=0.08)
    wedge = chain([c + vec(1.2, 0, -0.27), c + vec(0.3, 0, -0.24)], [0.17, 0.06])
    sculpt.soft(cut(union(upper, lower, k=0.12), wedge, k=0.03), HIDE, h=0.034, worth=1.6)
    sculpt.soft(
        chain([c + vec(0.2, 0, -0.28), c + vec(0.72, 0, -0.42)], [0.12, 0.07]),
        Coat((150, 70, 78), Material.SKIN),
        h=0.03,
    )
    for y in (-1, 1):
        sculpt.soft(ball(c + vec(0.28, y * 0.3, 0.14), 0.07), GLOW, h=0.024)
        for x in (0.5, 0.66, 0.82, 0.94):
            root = c + vec(x, y * (0.2 - 0.08 * x), -0.15)
            sculpt.hard(
                lathe([(0, 0.04), (1, 0.006)], root + vec(0, 0, 0.05), root + vec(0.02, 0, -0.14), 5), coats.BONE
            )
        for x in (0.48, 0.64, 0.78):
            root = c + vec(x, y * (0.18 - 0.07 * x), -0.42)
            sculpt.hard(
                lathe([(0, 0.035), (1, 0.006)], root + vec(0, 0, -0.06), root + vec(0.02, 0, 0.11), 5), coats.BONE
            )
        tusk = [
            c + vec(0.34, y * 0.28, -0.28),
            c + vec(0.62, y * 0.52, -0.42),
            c + vec(1.0, y * 0.52, -0.3),
            c + vec(1.2, y * 0.4, 0.0),
        ]
        sculpt.hard(hats.horn(tusk, 0.1, sides=7), PEARL, tag="weapon")
        sculpt.hard(
            hats.horn(
                [c + vec(-0.2, y * 0.26, 0.2), c + vec(-0.5, y * 0.44, 0.4), c + vec(-0.86, y * 0.4, 0.44)],
                0.1,
                sides=6,
            ),
            SHELL,
        )


def _harness(sculpt: Sculpt, over: Field) -> None:
    """Add a saddle cloth, straps and hanging ends."""
    cloth = common(
        grown(over, 0.05),
        half_space((0.5, 0, 0), (1, 0, 0.35)),
        half_space((-0.42, 0, 0), (-1, 0, -0.1)),
        half_space((0, 0, 1.0), (0, 0, -1)),
    )
    sculpt.soft(
        displaced(cloth, lambda p: 0.03 * np.clip((1.7 - p[:, 2]) * 1.6, 0, 1) * np.sin(p[:, 0] * 16), 0.03), coats.TEAM
    )
    for x, lean in ((0.42, 0.35), (-0.36, -0.1)):
        sculpt.soft(flesh.band(over, (x, 0, 1.0), (1, 0, lean), 0.07, 0.09), coats.STRAP)
    for y in (-1, 1):
        root = np.array([0.05, y * 0.62, 1.2])

        def path(t: np.ndarray, root: np.ndarray = root, y: int = y) -> np.ndarray:
            return root + np.stack([-0.1 * t + 0.04 * np.sin(5 * t), y * 0.16 * t, -0.85 * t], axis=1)

        sculpt.hard(
            dress.hanging(path, (1, 0, 0), 0.5, folds=2, deep=0.05, thick=0.05, ragged=0.2, cells=(13, 11)), coats.TEAM
        )


def skimray() -> Sculpt:
    """Return a ray that glides over a stem of coral, wings raised, a barbed tail, a rider's cloth over its back."""
    sculpt = Sculpt("skimray", {"round": 60}, budget=2600, h=0.03)
    z = 1.55
    stem = [(0.0, 0, 0.0), (0.1, 0.06, 0.45), (-0.06, -0.04, 0.95), (0.0, 0, z)]
    sculpt.soft(
        common(
            union(
                chain(smooth_path(stem, 9), [0.26, 0.2, 0.16, 0.14, 0.13, 0.13, 0.13, 0.14, 0.16], k=0.05),
                *(chain([p, q], [0.1, 0.05]) for p, q in _BRANCHES),
                ellipsoid((0, 0, 0.03), (0.62, 0.5, 0.13)),
                k=0.08,
            ),
            half_space((0, 0, 0), (0, 0, -1)),
        ),
        CORAL,
    )
    _wings(sculpt, z)
    for y in (-1, 1):
        sculpt.hard(
            hats.horn(
                [(0.8, y * 0.24, z + 0.05), (1.12, y * 0.3, z - 0.02), (1.26, y * 0.18, z - 0.14)], 0.085, sides=6
            ),
            HIDE,
        )
        sculpt.soft(ball((0.78, y * 0.3, z + 0.17), 0.07), GLOW, h=0.02)
        tip = np.array([-0.28, y * 1.5, z + 0.66])
        sculpt.hard(
            hats.horn(
                [tip - vec(0.0, y * 0.1, 0.06), tip + vec(-0.1, y * 0.16, 0.1), tip + vec(-0.34, y * 0.2, 0.12)],
                0.06,
                sides=5,
            ),
            PEARL,
        )
    tail = smooth_path(
        [(-0.6, 0, z + 0.08), (-1.15, 0.1, z + 0.02), (-1.7, -0.06, z + 0.22), (-2.05, 0.06, z + 0.62)], 13
    )
    sculpt.hard(sweep(tail, np.linspace(0.13, 0.035, 13), sides=7), HIDE)
    for i, root in enumerate((tail[-1],)):
        sculpt.hard(
            hats.horn(
                [root + vec(0.02, 0, -0.04), root + vec(-0.12, 0.05 * (-1) ** i, 0.12), root + vec(-0.34, 0.02, 0.2)],
                0.055,
                sides=5,
            ),
            PEARL,
            tag="weapon",
        )
    sculpt.hard(
        lathe([(0, 0.03), (0.3, 0.1), (0.8, 0.09), (1, 0.06)], (0.5, 0, z - 0.28), (1.06, 0, z - 0.22), 8),
        SHELL,
        tag="weapon",
    )
    sculpt.soft(ellipsoid((0.55, 0, z - 0.16), (0.2, 0.14, 0.14)), SHELL, tag="weapon")
    _saddle(sculpt, z)
    return sculpt


def _wings(sculpt: Sculpt, z: float) -> None:
    """Add the flat body with raised wings, thick in the middle, pale below."""
    u, v = np.meshgrid(np.linspace(-1, 1, 41), np.linspace(0, 1, 21), indexing="ij")
    span = np.abs(u)
    front = 0.95 - 1.15 * span**1.3
    back = -0.72 + 0.34 * span**0.7 - 0.1 * np.cos(3 * np.pi * span)
    x = front * (1 - v) + back * v
    y = 1.55 * u
    lift = 0.58 * span**1.7 + 0.1 * np.sin(np.pi * v) * (1 - span)
    top = np.stack([x, y, z + 0.06 + lift], axis=-1)
    thick = 0.05 + 0.34 * (1 - span) ** 1.4 * np.sin(np.pi * np.clip(v * 0.96 + 0.02, 0, 1)) ** 0.7
    sculpt.hard(sheet(top, thick), HIDE, worth=0.8)
    sculpt.soft(ellipsoid((0.1, 0, z + 0.06), (0.86, 0.42, 0.26)), HIDE)
    sculpt.soft(
        common(ellipsoid((0.1, 0, z + 0.03), (0.88, 0.5, 0.27)), half_space((0, 0, z - 0.03), (0, 0, 1))), BELLY
    )


_BRANCHES = [
    ((0.06, 0.03, 0.5), (0.42, 0.3, 0.86)),
    ((0.06, 0.03, 0.4), (-0.36, 0.3, 0.66)),
    ((0.0, 0.0, 0.75), (-0.1, -0.4, 1.06)),
    ((0.05, 0, 0.28), (0.36, -0.3, 0.52)),
]


def _saddle(sculpt: Sculpt, z: float) -> None:
    """Add the cloth over the back, with tassels behind, and its girth."""
    u, v = np.meshgrid(np.linspace(-1, 1, 21), np.linspace(0, 1, 13), indexing="ij")
    x = 0.42 - 1.02 * v - 0.1 * np.abs(np.sin(2.5 * np.pi * u)) * v
    y = 0.52 * u * (1 - 0.2 * v)
    over = 0.3 * np.sqrt(np.clip(1 - (y / 0.75) ** 2, 0, 1))
    wave = 0.03 * np.sin(9 * u) * v
    sculpt.hard(sheet(np.stack([x, y, z + 0.09 + over + wave], axis=-1), 0.07), coats.TEAM)
    for y in (-1, 1):
        root = np.array([-0.42, y * 0.34, z + 0.3])

        def path(t: np.ndarray, root: np.ndarray = root, y: int = y) -> np.ndarray:
            return root + np.stack(
                [-0.75 * t, y * 0.14 * t + 0.05 * np.sin(6 * t), 0.14 * t - 0.1 * t * t + 0.05 * np.sin(7 * t)], axis=1
            )

        sculpt.hard(
            dress.hanging(path, (0.1, 1, 0.3), 0.24, folds=0.8, deep=0.03, thick=0.04, ragged=0.25, cells=(9, 15)),
            coats.TEAM,
        )
    sculpt.soft(ellipsoid((0.32, 0, z + 0.34), (0.16, 0.3, 0.1)), SHELL)
