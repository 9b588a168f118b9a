"""The state of a battle of units of models: which of them are on the table, whose they are, who is against whom."""

from collections.abc import Iterator
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from warcry3d.errors import UnknownNameError
from warcry3d.game.state_data import StateData

__all__ = ["ThrownFaces", "UnitBattleState"]


class BattleSide(Protocol):
    """A player."""

    @property
    def id(self) -> str:
        """Return its id."""
        ...


class BattleUnit(Protocol):
    """A unit."""

    @property
    def id(self) -> str:
        """Return its id."""
        ...

    @property
    def player(self) -> str:
        """Return whose it is."""
        ...


class Troop(Protocol):
    """A model of a unit."""

    @property
    def id(self) -> str:
        """Return its id."""
        ...

    @property
    def unit(self) -> str:
        """Return the id of its unit."""
        ...

    @property
    def is_here(self) -> bool:
        """Return whether it is on the table."""
        ...


D = TypeVar("D", bound=BattleSide)
U = TypeVar("U", bound=BattleUnit)
M = TypeVar("M", bound=Troop)


class ThrownFaces(StateData, frozen=True, kw_only=True):
    """Dice that were rolled just now; ``again``: numbers of those rolled again, which may not be a second time."""

    faces: tuple[int, ...] = ()
    again: tuple[int, ...] = ()


class UnitBattleState(StateData, Generic[D, U, M], frozen=True, kw_only=True, dict=True):
    """A battle of two players' units between two actions; each rule system adds what it keeps besides."""

    sides: tuple[D, ...]
    units: tuple[U, ...]
    models: tuple[M, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Return the two players."""
        return tuple(side.id for side in self.sides)

    @cached_property
    def model_ids(self) -> frozenset[str]:
        """Return the ids of all models."""
        return frozenset(model.id for model in self.models)

    @cached_property
    def _units(self) -> dict[str, U]:
        return {unit.id: unit for unit in self.units}

    @cached_property
    def _models(self) -> dict[str, M]:
        return {model.id: model for model in self.models}

    @cached_property
    def _by_unit(self) -> dict[str, tuple[M, ...]]:
        found: dict[str, list[M]] = {unit.id: [] for unit in self.units}
        for model in self.models:
            found[model.unit].append(model)
        return {id: tuple(models) for id, models in found.items()}

    def unit(self, id: str) -> U:
        """Return a unit; raise `UnknownNameError` for one that is not in the battle."""
        if id not in self._units:
            known = ", ".join(self._units)
            raise UnknownNameError("no unit '{id}' in this battle; there are: {known}", id=id, known=known)
        return self._units[id]

    def troop(self, id: str) -> M:
        """Return a model; raise `UnknownNameError` for one that is not in the battle."""
        if id not in self._models:
            raise UnknownNameError("no model '{id}' in this battle", id=id)
        return self._models[id]

    def side(self, player: str) -> D:
        """Return a player's side."""
        return next(side for side in self.sides if side.id == player)

    def other(self, player: str) -> str:
        """Return the opponent of a player."""
        return next(one for one in self.players if one != player)

    def all_troops(self, unit: str) -> tuple[M, ...]:
        """Return all models that count to a unit, wherever they are."""
        return self._by_unit[unit]

    def troops(self, unit: str) -> tuple[M, ...]:
        """Return the models of a unit on the table."""
        return tuple(model for model in self._by_unit[unit] if model.is_here)

    def is_here(self, unit: str) -> bool:
        """Return whether a unit has models on the table."""
        return any(model.is_here for model in self._by_unit[unit])

    def here(self, player: str = "") -> Iterator[U]:
        """Yield the units with models on the table, of one player or of both, in the order of their armies."""
        return (unit for unit in self.units if player in ("", unit.player) and self.is_here(unit.id))

    def enemies(self, unit: str) -> Iterator[U]:
        """Yield the enemy units on the table."""
        return self.here(self.other(self.unit(unit).player))

    @cached_property
    def known(self) -> dict[object, object]:
        """Return what was worked out of this state so far, by questions' own keys: nothing moves within a state."""
        return {}
