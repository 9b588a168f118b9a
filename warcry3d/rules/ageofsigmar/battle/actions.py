"""What players of a battle do: plain data, as the record writes it. Dice are `warcry3d.game.actions.Rolled`."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from warcry3d.game.actions import Action, Decline, Done, Pick, Rolled
from warcry3d.motion.path import Path, Point

__all__ = [
    "ACTIONS",
    "AimAttacks",
    "AimedAttacks",
    "CutField",
    "MoveUnit",
    "SetUpModel",
    "SetUpUnitAt",
    "UnitOrder",
    "UnitWay",
]

MOST_MODELS = 200
MOST_ATTACKS = 1000


class CutField(Action, frozen=True, tag="cut-field"):
    """Divide the battlefield by a straight line through its middle, at so many degrees from its width (AOS-OPEN-10)."""

    degrees: Annotated[int, Meta(ge=0, le=179)]


class SetUpModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a model is set up: the centre of its base (in), its facing (radians)."""

    model: str
    at: Point
    turn: float = 0.0


class SetUpUnitAt(Action, frozen=True, tag="set-up-unit"):
    """Set a unit up, all of it (AOS-UNIT-3)."""

    models: Annotated[tuple[SetUpModel, ...], Meta(max_length=MOST_MODELS)]


class UnitOrder(Action, frozen=True, tag="order"):
    """Let a unit do something in a phase: ``order`` says what (move, run, retreat, shoot, charge, fight)."""

    order: str
    unit: str


class UnitWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The way of one model."""

    model: str
    path: Path


class MoveUnit(Action, frozen=True, tag="move-unit"):
    """Move models of a unit, in the order in which they move; those left out stay where they are (AOS-MOVE-5)."""

    ways: Annotated[tuple[UnitWay, ...], Meta(max_length=MOST_MODELS)]


class AimedAttacks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many attacks of a model with a weapon, at a unit."""

    model: str
    weapon: str
    target: str
    attacks: Annotated[int, Meta(ge=1, le=MOST_ATTACKS)] = 1


class AimAttacks(Action, frozen=True, tag="aim-attacks"):
    """Say the targets of all attacks of a unit, before any die is rolled (AOS-TARGET-1)."""

    aims: Annotated[tuple[AimedAttacks, ...], Meta(max_length=MOST_ATTACKS)]


ACTIONS: Final[tuple[type[Action], ...]] = (
    AimAttacks,
    CutField,
    Decline,
    Done,
    MoveUnit,
    Pick,
    Rolled,
    SetUpUnitAt,
    UnitOrder,
)
"""All that is done in a battle."""
