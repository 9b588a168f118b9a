"""Models: a base, and the figure that stands on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from warcry3d.geom.solid import Placement, Solid
from warcry3d.table.kinds import Tag
from warcry3d.table.skin import Skin
from warcry3d.units import BASE_HEIGHT

if TYPE_CHECKING:
    from warcry3d.table.format import FigureWire

__all__ = ["Base", "BaseShape", "Figure", "FigurePart", "Model", "Tag"]


class BaseShape(StrEnum):
    """The outlines that bases are sold in."""

    ROUND = "round"
    OVAL = "oval"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Base:
    """A base: an upright cylinder over its outline, in inches.

    ``length`` along the facing, ``width`` across it (equal for round and square); an oval is an ellipse.
    """

    shape: BaseShape
    length: float
    width: float
    height: float = BASE_HEIGHT


@dataclass(frozen=True, eq=False)
class FigurePart:
    """One tagged solid of a figure; its origin is the base's centre at the bottom of the base, +x its facing."""

    id: str
    tag: Tag
    solid: Solid
    skin: Skin | None = None


@dataclass(frozen=True, eq=False)
class Figure:
    """The figure on a base: tagged parts, without the base itself.

    ``written``: how a table file refers to it (a figure's name, or the figure written out), for saving; None: made in
    code.
    """

    name: str
    parts: tuple[FigurePart, ...]
    written: "str | FigureWire | None" = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class Model:
    """A fighter on the table. ``placement.at`` is the centre of the bottom of its base, ``turn`` its facing."""

    id: str
    side: str
    base: Base
    figure: Figure
    placement: Placement
    profile: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @cached_property
    def solids(self) -> tuple[Solid, ...]:
        """Return the solids of the figure's parts in the table's frame, in the order of ``figure.parts``."""
        return tuple(part.solid.placed(self.placement) for part in self.figure.parts)

    def moved(self, placement: Placement) -> Self:
        """Return the model at another placement."""
        return replace(self, placement=placement)
