"""Units on tables of the tests."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from tests import zoo
from warcry3d.table.models import Figure, Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

__all__ = ["board", "model", "wall"]


def model(
    id: str,
    at: Sequence[float],
    *,
    unit: str = "",
    side: str = "red",
    move: float = 5,
    flies: bool = False,
    shape: Figure | None = None,
    facing: float = 0.0,
) -> Model:
    """Return a model of a unit on a base of 25 mm; its body is a box of 0.3 x 0.4 in."""
    plain = zoo.fighter(id, at, side=side, base=zoo.round_base(25), shape=shape, facing=facing)
    values = {"unit": unit or id, "move": move, "flies": flies}
    return replace(plain, profile=MappingProxyType(values))


def wall(id: str, low: Sequence[float], high: Sequence[float], *kinds: str) -> Feature:
    """Return a wall as a feature of one part."""
    return zoo.feature(id, zoo.box_part("stones", low, high, *(kinds or ("obstacle",))))


def board(*things: Feature | Model) -> Table:
    """Return a table of 48 x 36 in of this system."""
    return zoo.table(*things, width=48, depth=36, ruleset="ageofsigmar")
