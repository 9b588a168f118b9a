"""A colour for each kind of part, distinguishable also for the red-green colour-blind."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from warcry3d.table.kinds import PartKind
from warcry3d.table.skin import Material, Skin
from warcry3d.table.terrain import Part

__all__ = ["KIND_COLOURS", "kind_skin", "leading_kind"]

_K = PartKind

KIND_COLOURS: Mapping[PartKind, tuple[int, int, int]] = MappingProxyType(
    {
        _K.DOOR: (226, 128, 36),
        _K.ARCH: (242, 200, 60),
        _K.LADDER: (214, 96, 168),
        _K.STAIRS: (150, 104, 214),
        _K.DEADLY: (206, 52, 44),
        _K.UNCLIMBABLE: (84, 88, 100),
        _K.PLATFORM: (52, 138, 214),
        _K.SCENERY: (96, 158, 74),
        _K.LOW: (60, 176, 162),
        _K.OBSTACLE: (176, 170, 158),
    }
)
"""sRGB by kind; a part of several kinds shows the first of them here."""


def leading_kind(part: Part) -> PartKind:
    """Return the kind whose colour a part has: the most significant of its kinds."""
    return next(kind for kind in KIND_COLOURS if kind in part.kinds)


def kind_skin(part: Part) -> Skin:
    """Return the skin of a part in the colour of its kind."""
    count = len(part.solid.faces)
    colours = np.tile(np.array(KIND_COLOURS[leading_kind(part)], np.uint8), (count, 1))
    return Skin(colours, np.full(count, Material.BONE, np.uint8))
