"""The table: board, terrain and models; frozen. Placing a model shares everything else."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Self

from warcry3d.errors import UnknownNameError
from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.table.grid import SquareGrid
from warcry3d.table.models import Model
from warcry3d.table.terrain import Feature

__all__ = ["Board", "DeploymentPoint", "Table", "TableWarning", "Terrain"]


@dataclass(frozen=True, slots=True)
class Board:
    """The playing surface: a corner at the origin, ``width`` along x, ``depth`` along y (in)."""

    width: float
    depth: float


@dataclass(frozen=True, slots=True)
class DeploymentPoint:
    """Where a side's group is set up.

    Wholly within ``radius`` (in) horizontally of ``at``, or of ``line`` if there is one (a stretch of a battlefield
    edge); before the battle (``round`` 1) or in a later round's reserve phase.
    """

    side: str
    group: str
    at: tuple[float, float]
    radius: float = 3.0
    round: int = 1
    line: tuple[tuple[float, float], tuple[float, float]] | None = None


@dataclass(frozen=True, eq=False)
class Terrain:
    """All features of a table.

    One object shared by every table that only moves its models: what is costly to derive from terrain (trees, unions)
    is kept with it.
    """

    features: tuple[Feature, ...]

    @cached_property
    def derived(self) -> dict[str, object]:
        """Return the dictionary in which other packages keep what they derive from this terrain, by their own keys."""
        return {}


@dataclass(frozen=True, slots=True)
class TableWarning:
    """Something odd on a table that can still be judged."""

    message: Message

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, eq=False)
class Table:
    """A table as the judge sees it. Ids of features are unique, and so are ids of models. ``grid``: its squares, for
    rule systems that count them; None: it has none.
    """

    ruleset: str
    board: Board
    terrain: Terrain
    models: tuple[Model, ...]
    warnings: tuple[TableWarning, ...] = ()
    deployment: tuple[DeploymentPoint, ...] = ()
    grid: SquareGrid | None = None

    @cached_property
    def _by_id(self) -> Mapping[str, Model]:
        return MappingProxyType({model.id: model for model in self.models})

    def model(self, id: str) -> Model:
        """Return the model called ``id``; raise `UnknownNameError` that lists all models."""
        try:
            return self._by_id[id]
        except KeyError:
            raise UnknownNameError(
                "no model '{id}' on this table; there are: {known}", id=id, known=", ".join(self._by_id)
            ) from None

    def placing(self, id: str, placement: Placement) -> Self:
        """Return the table with one model at another placement; terrain and all other models are shared."""
        self.model(id)
        return replace(self, models=tuple(m.moved(placement) if m.id == id else m for m in self.models))
