"""The palette of the drowned forest: bleached stone, wet timber, weed, rust; and the tide line all pieces share."""

import numpy as np

from assets.source.terrain.clay import Paint
from warcry3d.table.skin import Material

__all__ = [
    "BONE", "BRONZE", "IRON", "MORTAR", "MOSS", "PLASTER", "REED", "ROPE", "SOIL", "WATER", "WEED",
    "bark", "foliage", "masonry", "timber", "wax",
]  # fmt: skip

Rng = np.random.Generator

MORTAR = Paint((0.34, 0.33, 0.28), Material.STONE)
PLASTER = Paint((0.60, 0.55, 0.45), Material.STONE)
MOSS = Paint((0.29, 0.37, 0.15), Material.FOLIAGE)
WEED = Paint((0.22, 0.31, 0.15), Material.FOLIAGE)
REED = Paint((0.44, 0.47, 0.22), Material.FOLIAGE)
SOIL = Paint((0.27, 0.23, 0.16), Material.GROUND)
IRON = Paint((0.25, 0.23, 0.22), Material.METAL)
BRONZE = Paint((0.60, 0.47, 0.24), Material.METAL)
WATER = Paint((0.17, 0.23, 0.20), Material.METAL)
ROPE = Paint((0.43, 0.38, 0.29), Material.CLOTH)
BONE = Paint((0.78, 0.73, 0.60), Material.BONE)

TIDE = 0.55
"""Height (in) to which the forest's water once stood: below it stone and wood are darker and greener."""

_STONES = ((0.53, 0.50, 0.44), (0.50, 0.48, 0.44), (0.46, 0.46, 0.42), (0.55, 0.51, 0.43), (0.44, 0.44, 0.42))
_TIMBERS = ((0.45, 0.33, 0.21), (0.41, 0.30, 0.19), (0.46, 0.37, 0.26), (0.38, 0.29, 0.20), (0.49, 0.37, 0.24))
_SILT = (0.30, 0.32, 0.21)


def masonry(rng: Rng, height: float) -> Paint:
    """Return the paint of one stone whose middle is ``height`` (in) above the floor."""
    return _weathered(Paint(_STONES[rng.integers(len(_STONES))], Material.STONE), rng, height)


def timber(rng: Rng, height: float) -> Paint:
    """Return the paint of one plank or beam whose middle is ``height`` (in) above the floor."""
    return _weathered(Paint(_TIMBERS[rng.integers(len(_TIMBERS))], Material.WOOD), rng, height)


def bark(rng: Rng) -> Paint:
    """Return the paint of dead, silvered wood."""
    return Paint((0.42, 0.37, 0.30), Material.WOOD).shade(rng.uniform(0.9, 1.08))


def foliage(rng: Rng) -> Paint:
    """Return the paint of one tuft of moss or weed."""
    return MOSS.mixed(WEED, rng.uniform(0, 1)).shade(rng.uniform(0.82, 1.2))


def wax(rng: Rng) -> Paint:
    """Return the paint of one candle."""
    return Paint((0.83, 0.78, 0.62), Material.BONE).shade(rng.uniform(0.9, 1.05))


def _weathered(paint: Paint, rng: Rng, height: float) -> Paint:
    paint = paint.shade(rng.uniform(0.84, 1.1))
    depth = min(1.0, max(0.0, (TIDE + rng.uniform(-0.15, 0.2) - height) / 0.35))
    paint = paint.mixed(Paint(_SILT, paint.material), 0.45 * depth).shade(1 - 0.2 * depth)
    if rng.random() < 0.12:
        paint = paint.mixed(Paint((0.38, 0.40, 0.29), paint.material), 0.4)
    return paint
