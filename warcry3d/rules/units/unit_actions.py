"""What players do with units of several models: set them up, give them orders, move them. Plain data for the record."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from warcry3d.game.actions import Action
from warcry3d.motion.path import Path, Point

__all__ = ["MOST_MODELS", "MoveUnit", "SetUpModel", "SetUpUnitAt", "UnitOrder", "UnitWay"]

MOST_MODELS: Final = 200


class SetUpModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a model is set up: the centre of its base (in), its facing (radians)."""

    model: str
    at: Point
    turn: float = 0.0


class SetUpUnitAt(Action, frozen=True, tag="set-up-unit"):
    """Set a unit up, all of it."""

    models: Annotated[tuple[SetUpModel, ...], Meta(max_length=MOST_MODELS)]


class UnitOrder(Action, frozen=True, tag="order"):
    """Let a unit do something in a phase: ``order`` says what (move, run, shoot, charge, fight)."""

    order: str
    unit: str


class UnitWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The way of one model."""

    model: str
    path: Path


class MoveUnit(Action, frozen=True, tag="move-unit"):
    """Move models of a unit, in the order in which they move; those left out stay where they are."""

    ways: Annotated[tuple[UnitWay, ...], Meta(max_length=MOST_MODELS)]
