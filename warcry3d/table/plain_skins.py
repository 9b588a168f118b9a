"""How parts look that bring no colours of their own, and which colours stand for a side's."""

import numpy as np
from numpy.typing import NDArray

from warcry3d.table.models import FigurePart, Tag
from warcry3d.table.skin import Material, Skin
from warcry3d.table.terrain import Part, PartKind

__all__ = ["is_keyed", "plain_figure_skin", "plain_skin"]

_KIND_LOOKS: tuple[tuple[PartKind, tuple[int, int, int], Material], ...] = (
    (PartKind.DOOR, (104, 66, 36), Material.WOOD),
    (PartKind.LADDER, (128, 90, 52), Material.WOOD),
    (PartKind.DEADLY, (112, 52, 40), Material.METAL),
    (PartKind.SCENERY, (70, 98, 44), Material.FOLIAGE),
    (PartKind.PLATFORM, (130, 92, 56), Material.WOOD),
    (PartKind.STAIRS, (138, 132, 122), Material.STONE),
    (PartKind.UNCLIMBABLE, (108, 104, 104), Material.STONE),
)
_STONE_LOOK = ((140, 135, 124), Material.STONE)

_TAG_LOOKS = {
    Tag.BODY: ((210, 0, 210), Material.CLOTH),
    Tag.WEAPON: ((150, 152, 158), Material.METAL),
    Tag.BANNER: ((210, 0, 210), Material.CLOTH),
}


def plain_skin(part: Part) -> Skin:
    """Return the skin of a part that brings none: by its kind, stone where nothing else fits."""
    colour, material = next(((c, m) for kind, c, m in _KIND_LOOKS if kind in part.kinds), _STONE_LOOK)
    return _uniform(colour, material, len(part.solid.faces))


def plain_figure_skin(part: FigurePart) -> Skin:
    """Return the skin of a figure's part that brings none: the side's colour, weapons steel."""
    colour, material = _TAG_LOOKS[part.tag]
    return _uniform(colour, material, len(part.solid.faces))


def _uniform(colour: tuple[int, int, int], material: Material, count: int) -> Skin:
    return Skin(np.tile(np.array(colour, np.uint8), (count, 1)), np.full(count, material, np.uint8))


def is_keyed(colours: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which colours (m, 3) are the magenta key: red and blue alike, green far below."""
    r, g, b = colours.astype(np.int16).T
    is_key: NDArray[np.bool_] = (np.abs(r - b) <= 16) & (g * 3 <= np.maximum(r, b)) & (np.maximum(r, b) >= 24)
    return is_key
