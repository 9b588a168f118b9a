"""The models of a battle's units, each made once, and the table with those that stand on it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Point
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["ModelPlace", "ModelStock"]

MODELS_KEPT = 6000


class ModelPlace(Protocol):
    """A model with its place, as far as the table depends on it."""

    @property
    def id(self) -> str:
        """Return what the battle calls it."""
        ...

    @property
    def at(self) -> Point:
        """Return the centre of the bottom of its base (in)."""
        ...

    @property
    def turn(self) -> float:
        """Return its facing (radians)."""
        ...

    @property
    def is_here(self) -> bool:
        """Return whether it is on the table."""
        ...


class ModelStock:
    """Models by what a battle calls them. ``ground``: the table without models; ``make``: makes a model at the origin.

    What is made is kept, as shapes of figures take long and questions about a model that stands still are many.
    """

    def __init__(self, ground: Table, make: Callable[[str], Model]) -> None:
        self.ground = ground
        self._make = make
        self._bare: dict[str, Model] = {}
        self._models: dict[tuple[str, Point, float], Model] = {}

    def bare(self, model: str) -> Model:
        """Return a model's base and figure, standing at the origin."""
        if model not in self._bare:
            self._bare[model] = self._make(model)
        return self._bare[model]

    def replace_bare(self, model: str, made: Model) -> None:
        """Let a model look otherwise from now on, as tests need it."""
        self._bare[model] = made
        self._models.clear()

    def model_at(self, model: str, at: Point, turn: float) -> Model:
        """Return a model at a place; one that stands still is the same object."""
        key = (model, at, turn)
        if key not in self._models:
            if len(self._models) > MODELS_KEPT:
                self._models.clear()
            self._models[key] = self.bare(model).moved(Placement(at, turn))
        return self._models[key]

    def table(self, places: Iterable[ModelPlace]) -> Table:
        """Return the table with the models that are on it."""
        models = tuple(self.model_at(one.id, one.at, one.turn) for one in places if one.is_here)
        return replace(self.ground, models=models)
