"""The state of a battle: frozen, plain data; what never changes is in its `SigmarContext` (AOS-STATE)."""

from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from warcry3d.game.agenda import AgendaStep
from warcry3d.game.roll_offs import RollOff
from warcry3d.game.state_data import StateData
from warcry3d.motion.path import Point
from warcry3d.rules.ageofsigmar.battle.effects import UnitEffect
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TerrainRule
from warcry3d.rules.units.unit_battle_state import ThrownFaces, UnitBattleState

if TYPE_CHECKING:
    from warcry3d.rules.ageofsigmar.battle.context import SigmarContext
    from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Warscroll
    from warcry3d.table.models import Model
    from warcry3d.table.table import Table

__all__ = [
    "AttackUnderWay",
    "Deed",
    "InflictedWounds",
    "SigmarModel",
    "SigmarPhase",
    "SigmarSide",
    "SigmarState",
    "SigmarUnit",
    "SuddenDeath",
    "SuddenObjective",
    "ThrownDice",
    "TroopStatus",
    "WizardTurn",
]


class TroopStatus(StrEnum):
    """Where a model is: not set up, on the battlefield, slain, fled."""

    ASIDE = "aside"
    FIELD = "field"
    SLAIN = "slain"
    FLED = "fled"


class SigmarPhase(StrEnum):
    """The phases of a turn, in their order (AOS-ROUND-4)."""

    HERO = "hero"
    MOVEMENT = "movement"
    SHOOTING = "shooting"
    CHARGE = "charge"
    COMBAT = "combat"
    BATTLESHOCK = "battleshock"


class Deed(StrEnum):
    """What a unit did in the turn under way (AOS-STATE-1)."""

    WAS_NEAR = "was-near"
    PICKED = "picked"
    MOVED = "moved"
    RAN = "ran"
    RETREATED = "retreated"
    SHOT = "shot"
    TRIED_CHARGE = "tried-charge"
    CHARGED = "charged"
    FOUGHT = "fought"
    ARRIVED = "arrived"
    SLEW = "slew"


class SuddenDeath(StrEnum):
    """The objectives of sudden death (AOS-SUDDEN-4 to 7)."""

    ASSASSINATE = "assassinate"
    BLUNT = "blunt"
    ENDURE = "endure"
    SEIZE = "seize-ground"


class SigmarModel(StateData, frozen=True, kw_only=True):
    """What changes of a model (AOS-STATE-4). ``wounds``: suffered and not healed; ``is_added``: it came in later."""

    id: str
    unit: str
    at: Point = (0.0, 0.0, 0.0)
    turn: float = 0.0
    status: TroopStatus = TroopStatus.ASIDE
    wounds: int = 0
    is_added: bool = False

    @property
    def is_here(self) -> bool:
        """Return whether it is on the battlefield."""
        return self.status is TroopStatus.FIELD


class SigmarUnit(StateData, frozen=True, kw_only=True):
    """What changes of a unit: ``did`` in this turn, models ``slain`` in it; ``used``: abilities, as the turn, the phase
    or the battle remembers them.
    """

    id: str
    player: str
    did: tuple[Deed, ...] = ()
    slain: int = 0
    used: tuple[str, ...] = ()


class SuddenObjective(StateData, frozen=True, kw_only=True):
    """A sudden death objective and its ``target``: a unit or a feature."""

    kind: SuddenDeath
    target: str = ""


class SigmarSide(StateData, frozen=True, kw_only=True):
    """A player. ``territory``: 0 or 1; ``set_up``: models set up at the start (AOS-DEPLOY-8), ``finished``: in which
    order it finished set-up, from 1. ``triumph``: the face rolled, 0: none; ``is_spent``: it was used.
    ``has_commanded``: in this hero phase.
    """

    id: str
    territory: int = 0
    set_up: int = 0
    finished: int = 0
    general: str = ""
    objective: SuddenObjective | None = None
    triumph: int = 0
    is_spent: bool = False
    has_commanded: bool = False


class WizardTurn(StateData, frozen=True, kw_only=True):
    """What a wizard did in this turn: spells ``tried``, each once at most, and spells it tried to unbind."""

    model: str
    tried: tuple[str, ...] = ()
    unbound: int = 0


class ThrownDice(ThrownFaces, frozen=True, kw_only=True):
    """Dice that were rolled just now; ``is_changed``: one was changed by a triumph (AOS-TRIUMPH-2)."""

    is_changed: bool = False


class InflictedWounds(StateData, frozen=True, kw_only=True):
    """Wounds that wait to be allocated to models of a unit; ``mortal`` ones among them."""

    unit: str
    wounds: int = 0
    mortal: int = 0


class AttackUnderWay(StateData, frozen=True, kw_only=True):
    """A unit's attacks: ``inflicted`` so far, by target. ``inspired``: failed hit rolls may be rolled again, all of
    them (AOS-TRIUMPH-3).
    """

    unit: str
    inflicted: tuple[InflictedWounds, ...] = ()
    inspired: bool = False


class RulingKind(StrEnum):
    """What players may set a ruling aside about."""

    SIGHT = "sight"
    COVER = "cover"


class PlayerRuling(StateData, frozen=True, kw_only=True):
    """What the players ruled in place of the program: whether models of a unit see those of a ``target``, or whether
    a unit is in cover.
    """

    kind: RulingKind
    unit: str
    holds: bool
    target: str = ""

    @property
    def subject(self) -> tuple[str, str, str]:
        """Return what it is about."""
        return self.kind, self.unit, self.target


class SigmarState(UnitBattleState[SigmarSide, SigmarUnit, SigmarModel], frozen=True, kw_only=True, dict=True):
    """A battle between two actions. ``agenda``: the steps to come, the next one last.

    ``terrain``: the rule of each feature, in their order. ``cut``: degrees of the line that parts the territories.
    ``active``: whose turn it is; ``moving``: inches that the unit picked has in this move.
    """

    context: "SigmarContext"
    sides: tuple[SigmarSide, ...]
    units: tuple[SigmarUnit, ...]
    models: tuple[SigmarModel, ...]
    realm: str = ""
    terrain: tuple[TerrainRule, ...] = ()
    cut: int = -1
    round: int = 0
    first: str = ""
    active: str = ""
    phase: SigmarPhase | None = None
    roll_off: RollOff = RollOff()
    thrown: ThrownDice = ThrownDice()
    attack: AttackUnderWay | None = None
    effects: tuple[UnitEffect, ...] = ()
    wizards: tuple[WizardTurn, ...] = ()
    picked: tuple[str, ...] = ()
    rulings: tuple[PlayerRuling, ...] = ()
    agenda: tuple[AgendaStep, ...] = ()
    is_fighting: bool = False
    is_over: bool = False
    winner: str = ""
    won_by: str = ""

    def unit_of(self, model: str) -> SigmarUnit:
        """Return the unit of a model."""
        return self.unit(self.troop(model).unit)

    def scroll(self, unit: str) -> "Warscroll":
        """Return a unit's warscroll."""
        return self.context.scroll(unit)

    def figures(self, unit: str) -> "tuple[Model, ...]":
        """Return the models of a unit as they stand on the table."""
        return tuple(self.table.model(model.id) for model in self.troops(unit))

    def wounds_of(self, model: str) -> int:
        """Return the Wounds of a model; of a general that was empowered one more (AOS-TRIUMPH-4)."""
        troop = self.troop(model)
        wounds = self.context.wounds_of(model)
        side = self.side(self.unit(troop.unit).player)
        return wounds + int(side.general == model and side.triumph >= EMPOWERED)

    def wounds_left(self, model: str) -> int:
        """Return the wounds after which a model is slain (AOS-DAMAGE-5)."""
        return self.wounds_of(model) - self.troop(model).wounds

    def lost(self, player: str) -> int:
        """Return how many models a player has lost, slain or fled, those added later too (AOS-WIN-6)."""
        gone = (TroopStatus.SLAIN, TroopStatus.FLED)
        return sum(model.status in gone and self.unit(model.unit).player == player for model in self.models)

    def share(self, player: str) -> float:
        """Return the share of models that a player has lost, of those set up at the start (AOS-WIN-2)."""
        return self.lost(player) / max(self.side(player).set_up, 1)

    @property
    def is_players_ruling(self) -> bool:
        """Return whether the players may set aside what the program rules."""
        return self.context.agreed.rulings == "players"

    def ruled(self, kind: RulingKind, unit: str, target: str = "") -> bool | None:
        """Return what the players ruled in place of the program; None: nothing (AOS-DISPUTE-2)."""
        return next((one.holds for one in self.rulings if one.subject == (kind, unit, target)), None)

    @cached_property
    def table(self) -> "Table":
        """Return the table as it stands: the models on the battlefield."""
        return self.context.table(self.models)


EMPOWERED = 5
"""Faces from this on give the triumph that strengthens the general (AOS-TRIUMPH-4)."""
