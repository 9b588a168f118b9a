"""The state of a battle: frozen, plain data; what never changes is in its `Context40k` (40K-STATE)."""

from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from warcry3d.game.agenda import AgendaStep
from warcry3d.game.roll_offs import RollOff
from warcry3d.game.state_data import StateData
from warcry3d.motion.path import Point
from warcry3d.rules.units.unit_battle_state import ThrownFaces, UnitBattleState

if TYPE_CHECKING:
    from warcry3d.rules.warhammer40k.battle.context import Context40k
    from warcry3d.table.models import Model
    from warcry3d.table.table import Table

__all__ = [
    "Deed40k",
    "Model40k",
    "ModelPlace40k",
    "Objective40k",
    "Phase40k",
    "ReserveKind",
    "Side40k",
    "State40k",
    "Unit40k",
    "UnitEffect40k",
]


class ModelPlace40k(StrEnum):
    """Where a model is: not set up yet, on the table, in reserves, inside a transport, destroyed."""

    ASIDE = "aside"
    FIELD = "field"
    RESERVE = "reserve"
    INSIDE = "inside"
    DESTROYED = "destroyed"


class ReserveKind(StrEnum):
    """How a unit in reserves arrives: from an edge, or by deep strike; with both it may choose (40K-STRATRES-7);
    ``away``: a rule has taken it off the table (40K-REDEPLOY).
    """

    STRATEGIC = "strategic"
    DEEP_STRIKE = "deep-strike"
    AWAY = "away"


class Phase40k(StrEnum):
    """The phases of a turn, in their order (40K-ROUND-1)."""

    COMMAND = "command"
    MOVEMENT = "movement"
    SHOOTING = "shooting"
    CHARGE = "charge"
    FIGHT = "fight"


class Deed40k(StrEnum):
    """What a unit did in the turn under way (40K-STATE-3, 40K-STATE-4)."""

    PICKED = "picked"
    STAYED = "stayed"
    MOVED = "moved"
    ADVANCED = "advanced"
    FELL_BACK = "fell-back"
    ARRIVED = "arrived"
    DISEMBARKED = "disembarked"
    EMBARKED = "embarked"
    WRECKED = "wrecked"
    SHOT = "shot"
    TRIED_CHARGE = "tried-charge"
    CHARGED = "charged"
    INTERVENED = "intervened"
    FOUGHT = "fought"


class UnitEffect40k(StrEnum):
    """What a stratagem or a rule gives a unit until the phase ends."""

    GONE_TO_GROUND = "gone-to-ground"
    SMOKE = "smoke"
    EPIC_CHALLENGE = "epic-challenge"
    TANK_SHOCK = "tank-shock"
    EVADED = "evaded"


class Model40k(StateData, frozen=True, kw_only=True):
    """What changes of a model (40K-STATE-5). ``unit``: which it counts to now; ``part``: the entry of its army.

    ``lost``: W lost; ``is_allocated``: it was allocated an attack in this phase; ``used``: weapons used once a battle;
    ``has_fought_last``: after it was destroyed (40K-LASTFIGHT-1).
    """

    id: str
    unit: str
    part: str
    at: Point = (0.0, 0.0, 0.0)
    turn: float = 0.0
    place: ModelPlace40k = ModelPlace40k.ASIDE
    lost: int = 0
    is_allocated: bool = False
    used: tuple[str, ...] = ()
    has_fought_last: bool = False

    @property
    def is_here(self) -> bool:
        """Return whether it is on the table."""
        return self.place is ModelPlace40k.FIELD

    @property
    def is_alive(self) -> bool:
        """Return whether it was not destroyed."""
        return self.place is not ModelPlace40k.DESTROYED


class Unit40k(StateData, frozen=True, kw_only=True):
    """What changes of a unit (40K-STATE-2).

    ``did`` in this turn; ``is_shocked``: battle-shocked (40K-SHOCK-3). ``inside``: the transport that it is in;
    ``reserve``: how it waits in reserves; ``must_arrive``: in its owner's next turn (40K-AIRCRAFT-8). ``has_hover``:
    it hovers (40K-HOVER-2). ``effects``: until the phase ends, as is
    ``challenger``: the character of Epic Challenge (40K-STRAT-EPIC-2). ``across``: enemy units that it charged over a
    barricade in this turn (40K-BARRICADE-3). ``owes_test``: a battle-shock test when it is set up again;
    ``has_redeployed``: it was taken off the table by a rule once.
    """

    id: str
    player: str
    did: tuple[Deed40k, ...] = ()
    is_shocked: bool = False
    inside: str = ""
    reserve: ReserveKind | None = None
    must_arrive: bool = False
    has_hover: bool = False
    effects: tuple[UnitEffect40k, ...] = ()
    challenger: str = ""
    across: tuple[str, ...] = ()
    owes_test: bool = False
    has_redeployed: bool = False


class Side40k(StateData, frozen=True, kw_only=True):
    """A player: command and victory points; ``used``: stratagems of this phase, ``used_once``: of the battle."""

    id: str
    command: int = 0
    victory: int = 0
    scored: int = 0
    used: tuple[str, ...] = ()
    used_once: tuple[str, ...] = ()


class Objective40k(StateData, frozen=True, kw_only=True):
    """An objective marker: the centre of its 40 mm, who controls it (40K-OBJ-5, 40K-OBJ-1); ``kept``:
    whose it stays without models there (40K-STICKY-1).
    """

    at: Point
    holder: str = ""
    kept: str = ""


class State40k(UnitBattleState[Side40k, Unit40k, Model40k], frozen=True, kw_only=True, dict=True):
    """A battle between two actions. ``agenda``: the steps to come, the next one last.

    ``attacker``: who won that roll-off; its zone is zone 0. ``active``: whose turn it is. ``is_ending``: the
    rules of the end of the phase have begun (40K-ORDER-5).
    """

    context: "Context40k"
    sides: tuple[Side40k, ...]
    units: tuple[Unit40k, ...]
    models: tuple[Model40k, ...]
    objectives: tuple[Objective40k, ...] = ()
    attacker: str = ""
    first: str = ""
    active: str = ""
    round: int = 0
    phase: Phase40k | None = None
    roll_off: RollOff = RollOff()
    thrown: ThrownFaces = ThrownFaces()
    agenda: tuple[AgendaStep, ...] = ()
    is_fighting: bool = False
    is_ending: bool = False
    is_over: bool = False
    winner: str = ""
    won_by: str = ""

    def living(self, unit: str) -> tuple[Model40k, ...]:
        """Return the models of a unit that were not destroyed, wherever they are."""
        return tuple(model for model in self._by_unit[unit] if model.is_alive)

    def passengers(self, transport: str) -> tuple[Unit40k, ...]:
        """Return the units inside a transport."""
        return tuple(one for one in self.units if one.inside == transport and self.living(one.id))

    def figures(self, unit: str) -> "tuple[Model, ...]":
        """Return the models of a unit as they stand on the table."""
        return tuple(self.table.model(model.id) for model in self.troops(unit))

    def wounds_left(self, model: str) -> int:
        """Return the W that a model has left."""
        return self.context.profile(model).wounds - self.troop(model).lost

    @cached_property
    def table(self) -> "Table":
        """Return the table as it stands: the models on it; those that hover are no aircraft there (40K-HOVER-2)."""
        table = self.context.stock.table(self.models)
        hovering = {unit.id for unit in self.units if unit.has_hover}
        if not hovering:
            return table
        models = (self.context.hovering(one) if self.troop(one.id).unit in hovering else one for one in table.models)
        return replace(table, models=tuple(models))
