"""What players of a battle do: plain data, as the record writes it. Dice are `warcry3d.game.actions.Rolled`."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from warcry3d.game.actions import Action, Decline, Done, Pick, Rolled
from warcry3d.rules.units.unit_actions import MoveUnit, SetUpUnitAt, UnitOrder

__all__ = [
    "ACTIONS",
    "AimAttacks",
    "AimedAttacks",
    "CutField",
    "Dispute",
]

MOST_ATTACKS = 1000


class CutField(Action, frozen=True, tag="cut-field"):
    """Divide the battlefield by a straight line through its middle, at so many degrees from its width (AOS-OPEN-10)."""

    degrees: Annotated[int, Meta(ge=0, le=179)]


class AimedAttacks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many attacks of a model with a weapon, at a unit."""

    model: str
    weapon: str
    target: str
    attacks: Annotated[int, Meta(ge=1, le=MOST_ATTACKS)] = 1


class AimAttacks(Action, frozen=True, tag="aim-attacks"):
    """Say the targets of all attacks of a unit, before any die is rolled (AOS-TARGET-1)."""

    aims: Annotated[tuple[AimedAttacks, ...], Meta(max_length=MOST_ATTACKS)]


class Dispute(Action, frozen=True, tag="dispute"):
    """Disagree with a ruling of the program: ``claim`` says with what (AOS-DISPUTE-1, AOS-DISPUTE-2)."""

    claim: Literal["sees", "hidden", "covered", "open", "other"]


ACTIONS: Final[tuple[type[Action], ...]] = (
    AimAttacks,
    CutField,
    Decline,
    Dispute,
    Done,
    MoveUnit,
    Pick,
    Rolled,
    SetUpUnitAt,
    UnitOrder,
)
"""All that is done in a battle."""
