"""The machines of the Kiln Pact: walker, hauler and sootwing."""

import numpy as np

from assets.source.figures import coats, dress, machines
from assets.source.figures.forge import Sculpt
from assets.source.figures.furnace import COAL, COAT, EMBER, PLATE, RUBBER, RUST, SMOKE, SOOT
from assets.source.figures.shapes import hull, lathe, placed, prism, sheet, smooth_path, sweep
from assets.source.sdf import ball, ellipsoid, frame, union, vec

__all__ = ["hauler", "sootwing", "walker"]


def walker() -> Sculpt:
    """Return a two-legged machine: boiler cabin, twin cannon on the right, a fist with embers on the left."""
    sculpt = Sculpt("walker", {"round": 80}, budget=2700, h=0.03)
    for y in (-1, 1):
        _walker_leg(sculpt, y)
    sculpt.hard(machines.block((0, 0, 1.42), (0.24, 0.5, 0.14), 0.05), SOOT)
    cabin = machines.tapered(
        [(x, y, 1.5) for x in (-0.55, 0.5) for y in (-0.42, 0.42)]
        + [(x, y, 1.95) for x in (-0.66, 0.72) for y in (-0.56, 0.56)],
        [(x, y, 2.36) for x in (-0.5, 0.36) for y in (-0.4, 0.4)],
    )
    sculpt.hard(cabin, PLATE)
    sculpt.hard(machines.block((0.62, 0, 2.02), (0.12, 0.34, 0.1), 0.03), SOOT)
    for y in (-0.2, 0.0, 0.2):
        sculpt.hard(machines.block((0.72, y, 2.02), (0.035, 0.06, 0.045), 0.01), EMBER)
    sculpt.hard(
        machines.plate(
            [(-0.36, -0.2), (0.36, -0.2), (0.28, 0.16), (-0.28, 0.16)], 0.06, (0.66, 0, 1.72), (1, 0, -0.25)
        ),
        RUST,
    )
    for y in (-0.46, 0.46):
        for shape in machines.rivets((-0.5, y * 1.16, 1.93), (0.55, y * 1.16, 1.93), 7, (0, np.sign(y), 0.1), 0.03):
            sculpt.hard(shape, coats.BRONZE)
    for y in (-0.22, 0.22):
        sculpt.hard(machines.chimney((-0.42, y, 2.1), (-0.55, y, 2.95), 0.1), SOOT)
    sculpt.hard(lathe([(0, 0.3), (0.1, 0.36), (0.9, 0.36), (1, 0.3)], (-0.78, 0, 1.62), (-0.3, 0, 1.7), 14), RUST)
    sculpt.hard(lathe([(0, 0.16), (0.7, 0.2), (0.8, 0.16), (1, 0.13)], (0.0, 0, 2.3), (0.0, 0, 2.5), 12), SOOT)
    for y in (-1, 1):
        sculpt.hard(machines.drum((0.02, y * 0.64, 1.98), (0, 1, 0), 0.25, 0.22, sides=14), SOOT)
    _twin_cannon(sculpt)
    _furnace_fist(sculpt)
    for at, wide, long in (((0.34, 0, 1.6), 0.6, 0.8), ((-0.4, 0, 1.56), 0.66, 0.85)):
        out = np.sign(at[0])

        def path(
            t: np.ndarray, at: tuple[float, float, float] = at, out: float = out, long: float = long
        ) -> np.ndarray:
            return np.array(at) + np.stack([out * (0.06 + 0.1 * t), 0.02 * np.sin(4 * t), -long * t], axis=1)

        sculpt.hard(
            dress.hanging(path, (0, 1, 0), wide, folds=2.5, deep=0.1, thick=0.05, ragged=0.2, cells=(21, 13)),
            coats.TEAM,
        )
    sculpt.hard(machines.block((-0.72, 0.0, 2.12), (0.14, 0.36, 0.2), 0.03), coats.WOOD)
    for y in (-0.2, 0.0, 0.2):
        sculpt.soft(ellipsoid((-0.72, y, 2.34), (0.12, 0.13, 0.1)), COAL, h=0.035)
    sculpt.hard(machines.tube((-0.3, 0.36, 2.2), (-0.42, 0.5, 3.3), 0.02, 0.012, sides=6), coats.IRON)
    grid = machines.canvas(
        [(-0.415, 0.49, 3.24), (-0.39, 0.46, 2.94), (-0.98, 0.62, 2.94), (-1.0, 0.7, 3.2)],
        sag=0.08,
        ribs=2,
        cells=(9, 13),
    )
    sculpt.hard(sheet(grid, 0.03), coats.TEAM)
    return sculpt


def _walker_leg(sculpt: Sculpt, y: int) -> None:
    """Add a bird-kneed leg with a three-toed foot."""
    step = 0.28 * y
    hip, knee = np.array([0.0, y * 0.52, 1.42]), np.array([-0.28 + step, y * 0.62, 0.98])
    ankle = np.array([0.12 + step, y * 0.64, 0.36])
    sculpt.hard(machines.drum(hip, (0, 1, 0), 0.22, 0.24, sides=14), PLATE)
    sculpt.hard(_girder(hip, knee, 0.15, 0.11), SOOT)
    sculpt.hard(machines.drum(knee, (0, 1, 0), 0.16, 0.26, sides=12), coats.BRONZE)
    sculpt.hard(_girder(knee, ankle, 0.12, 0.13), PLATE)
    sculpt.hard(
        machines.tube(hip + vec(0.1, 0, -0.1), (knee + ankle) / 2 + vec(0.08, 0, 0.05), 0.045, sides=8), coats.STEEL
    )
    sculpt.hard(machines.drum(ankle, (0, 1, 0), 0.14, 0.24, sides=12), coats.BRONZE)
    for a in (-32, 0, 32, 180):
        way = np.array([np.cos(np.radians(a)), np.sin(np.radians(a)), 0])
        long = 0.46 if a != 180 else 0.3
        side = np.array([-way[1], way[0], 0])
        toe = hull(
            *[ankle + side * s * 0.1 + vec(0, 0, z) for s in (-1, 1) for z in (-0.08, 0.04)],
            *[(ankle + way * long) * (1, 1, 0) + side * s * 0.07 + vec(0, 0, z) for s in (-1, 1) for z in (0.0, 0.09)],
            (ankle + way * long * 0.6) * (1, 1, 0) + vec(0, 0, 0.0),
        )
        sculpt.hard(toe, SOOT)


def _girder(a: np.ndarray, b: np.ndarray, wide: float, end: float) -> tuple[np.ndarray, np.ndarray]:
    axes = frame(b - a, (1, 0, 0))
    rings = [
        at + axes[:, 1] * s * w * 0.75 + axes[:, 2] * u * w
        for at, w in ((a, wide), ((a + b) / 2, max(wide, end) * 1.12), (b, end))
        for s in (-1, 1)
        for u in (-1, 1)
    ]
    return hull(*rings)


def _twin_cannon(sculpt: Sculpt) -> None:
    """Add the right arm: two barrels, one above the other, in a mount with an ammunition drum."""
    sculpt.hard(machines.block((0.16, -0.86, 1.9), (0.36, 0.16, 0.25), 0.05), SOOT, tag="weapon")
    sculpt.hard(machines.block((0.02, -0.72, 1.98), (0.12, 0.14, 0.1), 0.02), coats.IRON, tag="weapon")
    for z in (1.78, 2.02):
        sculpt.hard(machines.barrel((0.44, -0.86, z), (1.42, -0.86, z), 0.068, sides=12), coats.IRON, tag="weapon")
    sculpt.hard(machines.drum((-0.02, -1.06, 1.84), (0, 1, 0), 0.26, 0.16, sides=14), RUST, tag="weapon")
    sculpt.hard(machines.block((0.2, -0.86, 2.17), (0.16, 0.06, 0.05), 0.015), coats.BRONZE, tag="weapon")


def _furnace_fist(sculpt: Sculpt) -> None:
    """Add the left arm: a forearm with a glowing grate and three claws."""
    shoulder, elbow, wrist = np.array([0.02, 0.74, 1.98]), np.array([-0.12, 0.92, 1.5]), np.array([0.42, 0.9, 1.28])
    sculpt.hard(_girder(shoulder, elbow, 0.14, 0.12), SOOT, tag="weapon")
    sculpt.hard(machines.drum(elbow, (0, 1, 0), 0.15, 0.24, sides=12), coats.BRONZE, tag="weapon")
    sculpt.hard(_girder(elbow, wrist, 0.15, 0.2), PLATE, tag="weapon")
    n = (wrist - elbow) / np.linalg.norm(wrist - elbow)
    axes = frame(n)
    sculpt.hard(machines.tube(wrist - n * 0.05, wrist + n * 0.12, 0.2, 0.17, sides=12), EMBER, tag="weapon")
    for a in (90, 210, 330):
        out = axes[:, 1] * np.cos(np.radians(a)) + axes[:, 2] * np.sin(np.radians(a))
        path = [
            wrist + out * 0.17,
            wrist + n * 0.2 + out * 0.3,
            wrist + n * 0.42 + out * 0.24,
            wrist + n * 0.58 + out * 0.06,
        ]
        sculpt.hard(
            sweep(smooth_path(path, 8), np.array([0.085, 0.09, 0.085, 0.078, 0.066, 0.05, 0.032, 0.008]), sides=6),
            coats.IRON,
            tag="weapon",
        )


def hauler() -> Sculpt:
    """Return a tracked troop carrier with a boiler, a small turret, sandbags and a tarpaulin over the rear."""
    sculpt = Sculpt("hauler", {"oval": [120, 92]}, budget=2700, h=0.03)
    for y in (-1, 1):
        _track(sculpt, y)
    hullside = machines.tapered(
        [(x, y, 0.36) for x in (-1.55, 1.35) for y in (-0.78, 0.78)]
        + [(x, y, 1.02) for x in (-1.72, 1.86) for y in (-0.82, 0.82)],
        [(x, y, 1.36) for x in (-1.6, 0.95) for y in (-0.8, 0.8)],
    )
    sculpt.hard(hullside, PLATE)
    sculpt.hard(
        machines.plate([(-0.7, -0.3), (0.7, -0.3), (0.6, 0.28), (-0.6, 0.28)], 0.08, (1.58, 0, 1.02), (1, 0, 0.75)),
        RUST,
    )
    for y in (-0.34, 0.34):
        sculpt.hard(machines.block((1.52, y, 1.22), (0.07, 0.15, 0.05), 0.012, frame((1, 0, 0.75))), EMBER)
        sculpt.hard(machines.drum((1.86, y * 1.7, 0.9), (1, 0, 0), 0.12, 0.1, sides=10), coats.BRONZE)
    for y in (-1, 1):
        for shape in machines.rivets((-1.5, y * 0.805, 1.2), (0.8, y * 0.805, 1.2), 6, (0, y, 0.1), 0.05):
            sculpt.hard(shape, coats.BRONZE)
        sculpt.hard(machines.chimney((-1.5, y * 0.62, 1.2), (-1.72, y * 0.66, 2.15), 0.11), SOOT)
        sculpt.hard(machines.block((-0.2, y * 0.86, 1.05), (0.3, 0.1, 0.16), 0.03), SOOT)
    sculpt.hard(lathe([(0, 0.42), (0.75, 0.46), (0.85, 0.36), (1, 0.32)], (0.5, 0, 1.32), (0.5, 0, 1.66), 16), SOOT)
    sculpt.hard(machines.block((0.72, 0, 1.54), (0.22, 0.14, 0.12), 0.03), PLATE)
    for y in (-0.07, 0.07):
        sculpt.hard(machines.barrel((0.86, y, 1.55), (1.62, y, 1.58), 0.034, sides=8), coats.IRON, tag="weapon")
    sculpt.hard(machines.block((0.74, 0, 1.56), (0.16, 0.18, 0.09), 0.02), coats.IRON, tag="weapon")
    _tarpaulin(sculpt)
    for i, (x, y, z) in enumerate(
        [
            (1.15, -0.62, 1.3),
            (1.15, -0.3, 1.31),
            (1.15, 0.3, 1.31),
            (1.15, 0.62, 1.3),
            (0.95, -0.68, 1.44),
            (0.95, 0.68, 1.44),
        ]
    ):
        sculpt.soft(ellipsoid((x, y, z), (0.13, 0.19, 0.095)), coats.LINEN if i % 2 else COAT, h=0.035)
    return sculpt


def _track(sculpt: Sculpt, y: int) -> None:
    """Add a track: its loop of links, skirt plates and wheels."""
    a = np.linspace(0, 2 * np.pi, 29)[:-1]
    x = np.where(np.cos(a) > 0, 1.25, -1.3) + 0.44 * np.cos(a)
    z = 0.44 + 0.43 * np.sin(a)
    x[z > 0.6] *= 1.08
    loop = np.column_stack([x, z])
    turn = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]], dtype=float)
    sculpt.hard(placed(prism(loop, 0.42, 0.03), turn, (0, y * 1.06, 0.02)), RUBBER)
    path = np.concatenate([loop, loop[:1]])
    steps = np.linalg.norm(np.diff(path, axis=0), axis=1)
    for d in np.arange(0, steps.sum() - 0.05, 0.3):
        i = int(np.searchsorted(np.cumsum(steps), d))
        before = np.cumsum(steps)[i - 1] if i else 0.0
        p = path[i] + (path[i + 1] - path[i]) * (d - before) / steps[i]
        way = (path[i + 1] - path[i]) / steps[i]
        axes = np.column_stack([(way[0], 0, way[1]), (0, 1, 0), (-way[1], 0, way[0])])
        sculpt.hard(machines.block((p[0], y * 1.06, max(p[1] + 0.02, 0.03)), (0.085, 0.24, 0.04), 0.015, axes), SOOT)
    for wheel in (-1.25, -0.62, 0.0, 0.62, 1.22):
        sculpt.hard(machines.drum((wheel, y * 1.26, 0.42), (0, 1, 0), 0.27, 0.12, sides=12), coats.IRON)
    sculpt.hard(machines.block((0.0, y * 1.2, 0.86), (1.45, 0.12, 0.12), 0.03), PLATE)


def _tarpaulin(sculpt: Sculpt) -> None:
    """Add hoops and the cloth over them, and a cloth over the bow."""
    u, v = np.meshgrid(np.linspace(0, 1, 17), np.linspace(0, np.pi, 17), indexing="ij")
    sag = 0.06 * np.abs(np.sin(3 * np.pi * u)) * np.sin(v)
    radius = 0.8 - sag
    grid = np.stack([-1.5 + 1.45 * u, np.cos(v) * radius, 1.28 + np.sin(v) * (radius - 0.2)], axis=-1)
    sculpt.hard(sheet(grid, 0.06), coats.TEAM)
    for x in (-1.5, -1.02, -0.53, -0.05):
        hoop = [(x, np.cos(t) * 0.82, 1.28 + np.sin(t) * 0.63) for t in np.linspace(0, np.pi, 13)]
        sculpt.hard(sweep(np.array(hoop), 0.035, sides=5), coats.WOOD)
    sculpt.hard(machines.block((-0.78, 0, 1.42), (0.72, 0.72, 0.14), 0.05), coats.DARK)


def sootwing() -> Sculpt:
    """Return a gunship in flight over a column of smoke: boiler body, two canvas wings on ribs, guns under them."""
    sculpt = Sculpt("sootwing", {"round": 60}, budget=2700, h=0.03)
    z = 2.5
    for x, r in ((0.0, 0.36), (0.18, 0.22), (-0.16, 0.2)):
        sculpt.soft(ellipsoid((x, 0.1 - r / 3, 0.06), (r, r, 0.16)), SMOKE, h=0.05)
    column = smooth_path(
        [(0.05, 0, 0.0), (-0.08, 0.1, 0.6), (0.08, -0.06, 1.2), (-0.06, 0.04, 1.8), (0.0, 0, z - 0.1)], 15
    )
    puffs = [
        ball(p + vec(0.07 * np.sin(3 * i), 0.07 * np.cos(2.3 * i), 0), 0.2 - 0.006 * i + 0.05 * np.sin(2.1 * i))
        for i, p in enumerate(column)
    ]
    sculpt.soft(union(*puffs, k=0.1), SMOKE, h=0.05, worth=0.7)
    sculpt.hard(
        lathe(
            [(0, 0.06), (0.04, 0.2), (0.16, 0.32), (0.42, 0.38), (0.66, 0.32), (0.9, 0.16), (1, 0.1)],
            (1.35, 0, z),
            (-1.5, 0, z + 0.14),
            14,
        ),
        PLATE,
    )
    sculpt.hard(machines.tube((1.3, 0, z), (1.5, 0, z - 0.01), 0.12, 0.03), coats.BRONZE)
    sculpt.soft(ellipsoid((0.62, 0, z + 0.26), (0.34, 0.2, 0.2)), EMBER, h=0.03)
    for x in (0.42, 0.62, 0.82):
        hoop = [(x, np.cos(t) * 0.22, z + 0.24 + np.sin(t) * 0.23) for t in np.linspace(0, np.pi, 9)]
        sculpt.hard(sweep(np.array(hoop), 0.03, sides=5), coats.IRON)
    for y in (-1, 1):
        _canvas_wing(sculpt, y, z)
    for y in (-0.24, 0.24):
        sculpt.hard(machines.chimney((-0.5, y, z + 0.2), (-0.95, y * 1.3, z + 0.62), 0.09), SOOT)
    for y in (-1, 1):
        fin = machines.canvas(
            [
                (-1.1, y * 0.05, z + 0.12),
                (-1.5, y * 0.05, z + 0.14),
                (-1.75, y * 0.72, z + 0.4),
                (-1.42, y * 0.7, z + 0.36),
            ],
            sag=0.03,
            ribs=1,
            cells=(7, 9),
        )
        sculpt.hard(sheet(fin, 0.04), coats.TEAM)
    tail = [(-1.0, 0, z + 0.2), (-1.5, 0, z + 0.24), (-1.74, 0, z + 0.86), (-1.4, 0, z + 0.8)]
    sculpt.hard(hull(*[np.add(p, (0, dy, 0)) for p in tail for dy in (-0.025, 0.025)]), RUST)
    return sculpt


def _canvas_wing(sculpt: Sculpt, y: int, z: float) -> None:
    """Add a wing: spars, ribs, canvas, an engine pod, a gun and a missile."""
    root, tip = np.array([0.46, y * 0.2, z + 0.08]), np.array([-0.1, y * 1.78, z + 0.34])
    back, end = np.array([-0.62, y * 0.2, z + 0.06]), np.array([-0.7, y * 1.66, z + 0.3])
    grid = machines.canvas([root, tip, end, back], sag=0.09, ribs=4, cells=(21, 9))
    sculpt.hard(sheet(grid, 0.045), coats.TEAM)
    sculpt.hard(machines.tube(root - vec(0, y * 0.12, 0), tip, 0.055, 0.025, sides=6), coats.WOOD)
    sculpt.hard(machines.tube(back - vec(0, y * 0.12, 0), end, 0.04, 0.02, sides=6), coats.WOOD)
    for t in (0.25, 0.5, 0.75, 1.0):
        a, b = root + (tip - root) * t, back + (end - back) * t
        sculpt.hard(machines.tube(a, b, 0.028, 0.02, sides=5), coats.WOOD)
    pod = np.array([0.12, y * 0.86, z + 0.02])
    sculpt.hard(
        lathe(
            [(0, 0.1), (0.06, 0.17), (0.6, 0.16), (0.9, 0.1), (0.95, 0.13), (1, 0.12)],
            pod + vec(0.4, 0, 0),
            pod - vec(0.55, 0, 0),
            12,
        ),
        SOOT,
    )
    sculpt.hard(machines.block(pod + vec(0, 0, 0.12), (0.2, 0.05, 0.12), 0.02), coats.IRON)
    sculpt.hard(
        machines.barrel(pod + vec(0.3, y * 0.02, -0.1), pod + vec(1.0, y * 0.02, -0.11), 0.04, sides=8),
        coats.IRON,
        tag="weapon",
    )
    sculpt.hard(machines.block(pod + vec(0.24, y * 0.02, -0.1), (0.2, 0.07, 0.07), 0.02), coats.IRON, tag="weapon")
    rack = np.array([-0.08, y * 1.3, z + 0.1])
    sculpt.hard(
        lathe(
            [(0, 0.005), (0.16, 0.065), (0.8, 0.065), (0.82, 0.05), (1, 0.05)],
            rack + vec(0.5, 0, 0),
            rack - vec(0.3, 0, 0),
            8,
        ),
        RUST,
        tag="weapon",
    )
    sculpt.hard(machines.block(rack + vec(0.0, 0, 0.08), (0.12, 0.025, 0.07), 0.01), coats.IRON, tag="weapon")
