"""Units on tables of the tests."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from tests import zoo
from warcry3d.table.models import Base, Figure, Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, TerrainCategory

__all__ = ["block", "board", "model", "ruin"]


def model(
    id: str,
    at: Sequence[float],
    *keywords: str,
    unit: str = "",
    side: str = "red",
    move: float = 6,
    shape: Figure | None = None,
    base: Base | None = None,
    tall: float = 1.4,
    is_hull: bool = False,
) -> Model:
    """Return a model of a unit on a base of 32 mm; its body is a box of 0.3 x 0.4 in."""
    plain = zoo.fighter(id, at, side=side, base=base, shape=shape, tall=tall)
    values = {"unit": unit or id, "move": move, "keywords": list(keywords), "hull": is_hull}
    return replace(plain, profile=MappingProxyType(values))


def block(
    id: str,
    low: Sequence[float],
    high: Sequence[float],
    category: TerrainCategory | str | None = None,
    *kinds: str,
) -> Feature:
    """Return a feature that is one box of a category."""
    feature = zoo.feature(id, zoo.box_part("stones", low, high, *(kinds or ("obstacle",))))
    return replace(feature, category=None if category is None else TerrainCategory(category))


def ruin(id: str = "ruin") -> Feature:
    """Return a ruin from (10, 10) to (16, 16): a wall along its west side, and a floor 3 in up over its east half."""
    wall = zoo.box_part("wall", (10, 10, 0), (10.3, 16, 6))
    floor = zoo.box_part("floor", (13, 10, 2.8), (16, 16, 3), "platform")
    return replace(zoo.feature(id, wall, floor), category=TerrainCategory.RUINS)


def board(*things: Feature | Model) -> Table:
    """Return a table of 44 x 30 in of this system."""
    return zoo.table(*things, width=44, depth=30, ruleset="warhammer40k")
