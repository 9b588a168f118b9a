"""What the Pale Tide is made of: coats of chitin, pearl, coral and jelly, ridged shells, spikes."""

import numpy as np

from assets.source.figures import hats
from assets.source.figures.coats import Coat, Material
from assets.source.figures.forge import Sculpt
from assets.source.sdf import (
    Field,
    displaced,
    vec,
)

__all__ = ["BELLY", "CORAL", "GLOW", "HIDE", "JELLY", "PALE_SKIN", "PEARL", "SHELL", "ridged", "spikes"]

PALE_SKIN = Coat((150, 164, 158), Material.SKIN, wash=0.6, light=0.25)
SHELL = Coat((92, 116, 128), Material.BONE, wash=0.7, light=0.3, edge=0.45)
PEARL = Coat((206, 208, 198), Material.BONE, wash=0.6, light=0.2, edge=0.35)
CORAL = Coat((196, 110, 92), Material.STONE, wash=0.7, light=0.3, mottle=0.07)
GLOW = Coat((120, 226, 210), Material.BONE, wash=0.15, light=0.1, edge=0.1, mottle=0.04)
HIDE = Coat((74, 92, 104), Material.SKIN, wash=0.65, light=0.3, mottle=0.05)
BELLY = Coat((170, 172, 156), Material.SKIN, wash=0.6, light=0.2)
JELLY = Coat((150, 172, 190), Material.SKIN, wash=0.5, light=0.35, edge=0.3)


def ridged(field: Field, axis: np.ndarray, at: np.ndarray, step: float, deep: float) -> Field:
    """Return a shell whose surface lies in overlapping rows along ``axis``."""
    return displaced(field, lambda p: deep * np.abs(np.mod((p - at) @ axis / step, 1.0) - 0.5) * 2, deep)


def spikes(sculpt: Sculpt, spots: list[tuple[np.ndarray, np.ndarray]], thick: float, coat: Coat = PEARL) -> None:
    """Add horns of chitin, each from its root to its tip."""
    for root, tip in spots:
        middle = (root + tip) / 2 + vec(0, 0, 0.03)
        sculpt.hard(hats.horn([root, middle, tip], thick, sides=5), coat)
