"""What carries and fires for the Pale Tide: drift bell and coral engine."""

import numpy as np

from assets.source.figures import coats, dress, hats
from assets.source.figures.forge import Sculpt
from assets.source.figures.shapes import lathe, sheet, smooth_path, sweep
from assets.source.figures.tide import BELLY, CORAL, GLOW, HIDE, JELLY, PEARL, SHELL, ridged
from assets.source.sdf import (
    ball,
    bone,
    chain,
    common,
    cut,
    displaced,
    ellipsoid,
    frame,
    grown,
    half_space,
    union,
    vec,
)

__all__ = ["coral_engine", "drift_bell"]


def drift_bell() -> Sculpt:
    """Return a great jellyfish that floats over the ground on its arms, a railed deck under it, cloth around it."""
    sculpt = Sculpt("drift-bell", {"round": 80}, budget=2800, h=0.04)
    z = 2.05
    outer = ellipsoid((0, 0, z), (1.3, 1.3, 0.92))
    bell = cut(
        common(outer, half_space((0, 0, z - 0.05), (0, 0, -1))), ellipsoid((0, 0, z - 0.12), (1.12, 1.12, 0.62)), k=0.08
    )
    frill = displaced(
        bell,
        lambda p: 0.05 * np.cos(16 * np.arctan2(p[:, 1], p[:, 0])) * np.clip((z + 0.7 - p[:, 2]) * 1.6, 0, 1),
        0.05,
    )
    sculpt.soft(frill, JELLY)
    sculpt.soft(
        common(
            displaced(grown(outer, 0.03), lambda p: 0.1 * np.cos(8 * np.arctan2(p[:, 1], p[:, 0])) - 0.08, 0.03),
            half_space((0, 0, z + 0.42), (0, 0, -1)),
        ),
        GLOW,
    )
    core = chain([(0, 0, z + 0.6), (0, 0, 1.3), (0, 0, 1.02)], [0.42, 0.3, 0.42], k=0.1)
    sculpt.soft(core, JELLY)
    _deck(sculpt)
    _arms(sculpt)
    for i in range(6):
        a = 2 * np.pi * i / 6
        out = np.array([np.cos(a), np.sin(a), 0])

        def path(t: np.ndarray, out: np.ndarray = out, i: int = i) -> np.ndarray:
            return (
                out * 1.2
                + vec(0, 0, z + 0.06)
                + np.stack([0.08 * t * out[0], 0.08 * t * out[1], -(0.72 + 0.12 * (i % 2)) * t], axis=1)
            )

        sculpt.hard(
            dress.hanging(
                path, (-out[1], out[0], 0), 0.62, folds=1.6, deep=0.06, thick=0.05, ragged=0.25, cells=(11, 9)
            ),
            coats.TEAM,
        )
    for i in range(4):
        a = 2 * np.pi * (i + 0.25) / 4
        out = np.array([np.cos(a), np.sin(a), 0])
        root = out * 0.84 + vec(0, 0, 0.94)
        sting = [
            root - out * 0.2,
            root + out * 0.25 + vec(0, 0, -0.1),
            root + out * 0.5 + vec(0, 0, 0.06),
            root + out * 0.62 + vec(0, 0, 0.34),
        ]
        sculpt.hard(hats.horn(sting, 0.075, sides=6), PEARL, tag="weapon")
    return sculpt


def _arms(sculpt: Sculpt) -> None:
    """Add the arms that it floats on."""
    for i in range(8):
        a = 2 * np.pi * (i + 0.5) / 8
        out = np.array([np.cos(a), np.sin(a), 0])
        side = np.array([-np.sin(a), np.cos(a), 0])
        bend = 0.2 * (-1) ** i
        path = smooth_path(
            [
                out * 0.4 + vec(0, 0, 0.95),
                out * 0.62 + side * bend + vec(0, 0, 0.6),
                out * 0.72 - side * bend * 0.5 + vec(0, 0, 0.28),
                out * 1.02 + side * bend * 0.4 + vec(0, 0, 0.07),
                out * 1.3 + side * bend + vec(0, 0, 0.05),
            ],
            13,
        )
        sculpt.soft(
            common(chain(path, list(np.linspace(0.14, 0.05, 13))), half_space((0, 0, 0), (0, 0, -1))), HIDE, h=0.04
        )


def _deck(sculpt: Sculpt) -> None:
    """Add a deck of driftwood with a rail around it."""
    sculpt.hard(
        lathe([(0, 0.2), (0.1, 0.74), (0.5, 0.84), (0.6, 0.86), (1, 0.84)], (0, 0, 0.84), (0, 0, 1.06), 20),
        coats.DRIFTWOOD,
    )
    for i in range(10):
        a = 2 * np.pi * i / 10
        foot = np.array([0.78 * np.cos(a), 0.78 * np.sin(a), 1.0])
        sculpt.hard(lathe([(0, 0.035), (1, 0.03)], foot, foot + vec(0, 0, 0.34), 5), coats.DRIFTWOOD)
    ring = [(0.78 * np.cos(a), 0.78 * np.sin(a), 1.3) for a in np.linspace(0, 2 * np.pi, 31)]
    sculpt.hard(sweep(np.array(ring[:-1] + ring[:1]), 0.03, sides=5), coats.BRONZE)


def coral_engine() -> Sculpt:
    """Return a war engine grown from a crab: six legs, a domed shell, a cannon of coral on its back, banners."""
    sculpt = Sculpt("coral-engine", {"round": 100}, budget=3000, h=0.045)
    z = 1.05
    shell = common(ellipsoid((-0.05, 0, z), (1.18, 0.98, 0.72)), half_space((0, 0, z - 0.16), (0, 0, -1)))
    sculpt.soft(ridged(shell, vec(1, 0, 0), vec(0, 0, 0), 0.3, 0.05), SHELL, worth=1.2)
    sculpt.soft(
        common(ellipsoid((-0.02, 0, z - 0.1), (1.05, 0.86, 0.42)), half_space((0, 0, z - 0.1), (0, 0, 1))), BELLY
    )
    _legs(sculpt, z)
    _drapes(sculpt, z)
    _claws(sculpt, z)
    _reef_cannon(sculpt, z)
    _eyes_and_banners(sculpt, z)
    for i, a in enumerate(np.radians((60, 100, 150, 205, 250, 300))):
        root = np.array([0.7 * np.cos(a) - 0.1, 0.62 * np.sin(a), z + 0.42])
        out = np.array([np.cos(a), np.sin(a), 1.2]) * 0.2
        sculpt.soft(
            union(
                chain([root - out * 0.4, root + out * 0.8], [0.1, 0.06]),
                chain([root, root + out * 0.7 + vec(0.08, 0.06 * (-1) ** i, 0.06)], [0.07, 0.045]),
                k=0.05,
            ),
            CORAL,
            h=0.035,
        )
    return sculpt


def _drapes(sculpt: Sculpt, z: float) -> None:
    """Add torn cloths that hang from the rim of the shell between the legs."""
    for a in np.radians((-125, -62, -20, 20, 62, 125, 180)):
        out = np.array([np.cos(a), np.sin(a), 0])
        root = np.array([1.06 * np.cos(a), 0.88 * np.sin(a), z - 0.02])

        def path(t: np.ndarray, root: np.ndarray = root, out: np.ndarray = out) -> np.ndarray:
            return root + np.stack([0.1 * t * out[0], 0.1 * t * out[1], -0.6 * t], axis=1)

        cloth = dress.hanging(
            path, (-out[1], out[0], 0), 0.4, folds=2, deep=0.08, thick=0.05, ragged=0.25, cells=(15, 9)
        )
        sculpt.hard(cloth, coats.TEAM, worth=1.3)


def _legs(sculpt: Sculpt, z: float) -> None:
    """Add six legs with spiked knees."""
    for y in (-1, 1):
        for i, (x, a) in enumerate(((0.55, 34), (0.0, 86), (-0.55, 138))):
            out = np.array([np.cos(np.radians(a)), y * np.sin(np.radians(a)), 0])
            root, knee = (
                np.array([x, y * 0.62, z - 0.14]),
                np.array([x, y * 0.7, 0]) + out * 0.62 + vec(0, 0, 1.3 - 0.06 * i),
            )
            foot = np.array([x, y * 0.7, 0]) + out * 0.98 + vec(0, 0, 0.05)
            sculpt.soft(chain([root, knee], [0.2, 0.15]), SHELL, h=0.045)
            sculpt.soft(
                common(
                    chain([knee, (knee + foot) / 2 + out * 0.06, foot], [0.17, 0.13, 0.05]),
                    half_space((0, 0, 0), (0, 0, -1)),
                ),
                SHELL,
                h=0.04,
            )
            sculpt.hard(
                hats.horn(
                    [knee + vec(0, 0, 0.06), knee + out * 0.12 + vec(0, 0, 0.22), knee + out * 0.2 + vec(0, 0, 0.36)],
                    0.085,
                    sides=5,
                ),
                PEARL,
            )


def _eyes_and_banners(sculpt: Sculpt, z: float) -> None:
    """Add eyes on stalks, and a banner on a mast behind each."""
    for y in (-1, 1):
        sculpt.hard(
            sweep(
                smooth_path([(0.78, y * 0.2, z + 0.1), (1.04, y * 0.26, z + 0.3), (1.12, y * 0.28, z + 0.42)], 6),
                0.05,
                sides=6,
            ),
            SHELL,
        )
        sculpt.soft(ball((1.13, y * 0.28, z + 0.46), 0.1), GLOW, h=0.03)
        mast = np.array([-0.62, y * 0.46, z + 0.42])
        sculpt.hard(lathe([(0, 0.05), (1, 0.02)], mast, mast + vec(-0.16, y * 0.1, 1.3), 6), coats.DRIFTWOOD)
        top = mast + np.array([-0.15, y * 0.095, 1.22])
        u, v = np.meshgrid(np.linspace(0, 1, 17), np.linspace(0, 1, 9), indexing="ij")
        wave = 0.2 * np.sin(8 * u + y) * u
        flag = top + np.stack(
            [-0.85 * u * (1 - 0.25 * np.abs(2 * v - 1) * u), y * 0.12 * u + wave, -0.62 * v - 0.12 * u], axis=-1
        )
        sculpt.hard(sheet(flag, 0.045), coats.TEAM)


def _claws(sculpt: Sculpt, z: float) -> None:
    """Add two great claws in front, one open."""
    for y, gape in ((-1, 0.1), (1, 0.22)):
        elbow, wrist = np.array([1.02, y * 0.86, z - 0.22]), np.array([1.42, y * 0.62, z - 0.34])
        sculpt.soft(
            chain([(0.62, y * 0.52, z - 0.12), elbow, wrist], [0.2, 0.17, 0.18], k=0.05), SHELL, tag="weapon", h=0.04
        )
        sculpt.soft(ellipsoid(wrist + vec(0.12, 0, 0), (0.3, 0.2, 0.22)), SHELL, tag="weapon", h=0.04)
        for s in (-1, 1):
            tip = wrist + np.array([0.72, -y * 0.12, s * gape * 0.6])
            bend = wrist + np.array([0.45, 0, s * (0.14 + gape)])
            sculpt.hard(hats.horn([wrist + vec(0.12, 0, s * 0.1), bend, tip], 0.13, sides=6), PEARL, tag="weapon")


def _reef_cannon(sculpt: Sculpt, z: float) -> None:
    """Add the cannon: a trunk of coral with a ringed mouth that glows."""
    a, b = np.array([-0.75, 0, z + 0.72]), np.array([1.25, 0, z + 1.0])
    n = (b - a) / np.linalg.norm(b - a)
    sculpt.soft(
        union(
            bone((-0.1, 0, z + 0.4), (-0.1, 0, z + 0.8), 0.4, 0.3),
            bone((0.25, 0, z + 0.4), (0.2, 0, z + 0.85), 0.25, 0.2),
            k=0.1,
        ),
        CORAL,
        h=0.045,
    )
    profile = [
        (0, 0.16),
        (0.08, 0.3),
        (0.35, 0.3),
        (0.4, 0.22),
        (0.62, 0.19),
        (0.64, 0.25),
        (0.7, 0.25),
        (0.72, 0.18),
        (0.92, 0.2),
    ]
    sculpt.hard(lathe([*profile, (1, 0.29), (0.995, 0.21), (0.85, 0.13)], a, b, 12), CORAL, tag="weapon")
    sculpt.soft(ball(a + n * 1.78, 0.16), GLOW, tag="weapon", h=0.04)
    for i in range(5):
        t = 2 * np.pi * i / 5 + 0.3
        axes = frame(n)
        out = axes[:, 1] * np.cos(t) + axes[:, 2] * np.sin(t)
        root = a + n * (0.3 + 0.1 * i) + out * 0.22
        sculpt.hard(
            hats.horn([root, root + out * 0.14 - n * 0.05, root + out * 0.24 - n * 0.16], 0.07, sides=5),
            PEARL,
            tag="weapon",
        )
