"""What players of a skirmish do: plain data, as the record writes it."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from warcry3d.game.actions import Action, Decline, Done, Pick, Rolled

__all__ = [
    "ACTIONS",
    "ActivateCreature",
    "ChargeAt",
    "DndAction",
    "LayTile",
    "MoveBySquares",
    "Rush",
    "SetUpAt",
    "Standing",
    "Strike",
    "UsePower",
]

MAX_STEPS = 400

Square: TypeAlias = tuple[Annotated[int, Meta(ge=-1000, le=1000)], Annotated[int, Meta(ge=-1000, le=1000)]]
Cells: TypeAlias = Annotated[tuple[Square, ...], Meta(max_length=MAX_STEPS)]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a creature is set up: the least cell of its space."""

    creature: str
    cell: Square


class SetUpAt(Action, frozen=True, tag="set-up"):
    """Set a warband up: all of it (DDM-SETUP-1)."""

    creatures: tuple[Standing, ...]


class LayTile(Action, frozen=True, tag="lay-tile"):
    """Lay one of the player's tiles: the square of its least corner, its quarter turns (DDM-TILE-2, -6)."""

    tile: str
    cell: Square
    turn: Annotated[int, Meta(ge=0, le=3)] = 0


class ActivateCreature(Action, frozen=True, tag="activate-creature"):
    """Begin a creature's turn."""

    creature: str


class MoveBySquares(Action, frozen=True, tag="move-by-squares"):
    """Move along cells: those that the least cell of its space comes to, one after another."""

    cells: Cells


class Rush(Action, frozen=True, tag="rush"):
    """Out of command: move to the nearest enemy that it sees, and attack it (DDM-RUSH); ``target``: which of several as
    near (empty: the one that it ends next to).
    """

    cells: Cells
    target: str = ""


class ChargeAt(Action, frozen=True, tag="charge"):
    """Charge the nearest enemy: ``cell`` the least cell of the space where it ends (DDM-CHARGE-4)."""

    target: str
    cell: Square


class Strike(Action, frozen=True, tag="strike"):
    """Attack with one of the card's attack values, from 0.

    ``on_hit``: what boxes on the card are spent on a hit. ``attacker``: who strikes, in an attack of opportunity.
    """

    target: str
    mode: Literal["melee", "ranged"] = "melee"
    value: Annotated[int, Meta(ge=0, le=20)] = 0
    on_hit: str = ""
    attacker: str = ""


class UsePower(Action, frozen=True, tag="use-power"):
    """Cast a spell or use a special ability in the place of attacks (DDM-TURN-8); ``target``: empty where it is aimed
    at nobody alone.
    """

    power: str
    target: str = ""


DndAction: TypeAlias = (
    LayTile
    | SetUpAt
    | ActivateCreature
    | MoveBySquares
    | Rush
    | ChargeAt
    | Strike
    | UsePower
    | Pick
    | Decline
    | Done
    | Rolled
)
ACTIONS: tuple[type[Action], ...] = (
    LayTile,
    SetUpAt,
    ActivateCreature,
    MoveBySquares,
    Rush,
    ChargeAt,
    Strike,
    UsePower,
    Pick,
    Decline,
    Done,
    Rolled,
)
