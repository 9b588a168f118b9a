"""The appearance of a solid's triangles; it never affects a verdict."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

__all__ = ["Material", "Skin"]


class Material(IntEnum):
    """The material of a triangle, for pictures only. Stored per vertex in a GLB as ``_MATERIAL``."""

    STONE = 0
    WOOD = 1
    FOLIAGE = 2
    METAL = 3
    CLOTH = 4
    GROUND = 5
    SKIN = 6
    BONE = 7


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """Colours (m, 3) uint8 sRGB and materials (m,) uint8, one for each triangle of a solid."""

    colours: NDArray[np.uint8]
    materials: NDArray[np.uint8]
