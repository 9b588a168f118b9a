"""What players of a battle do: plain data, as the record writes it. Dice are `warcry3d.game.actions.Rolled`."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from warcry3d.game.actions import Action, Decline, Done, Pick, PlaceAt, Rolled
from warcry3d.rules.units.unit_actions import MoveUnit, SetUpUnitAt, UnitOrder

__all__ = ["ACTIONS", "Aim40k", "AimWeapons", "DeclareFormations", "DeclaredUnit", "weapon_id"]

MOST_ATTACKS = 1000
MOST_UNITS = 200


class DeclaredUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a unit begins the battle: ``field``, ``strategic``, ``deep-strike``, or the id of a transport."""

    unit: str
    where: str


class DeclareFormations(Action, frozen=True, tag="declare-formations"):
    """Say where each unit of a player begins the battle (40K-FORM-1)."""

    units: Annotated[tuple[DeclaredUnit, ...], Meta(max_length=MOST_UNITS)]


def weapon_id(model: str, slot: str) -> str:
    """Return what a model's weapon is called among those of its unit."""
    return f"{model}|{slot}"


class Aim40k(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of a model used on a unit, in one of its modes; ``attacks``: so many of them; 0: all it has."""

    model: str
    slot: str
    target: str
    mode: Annotated[int, Meta(ge=0, le=50)] = 0
    attacks: Annotated[int, Meta(ge=0, le=MOST_ATTACKS)] = 0

    @property
    def weapon(self) -> str:
        """Return what the weapon is called among those of its unit."""
        return weapon_id(self.model, self.slot)


class AimWeapons(Action, frozen=True, tag="aim-weapons"):
    """Say the targets of all weapons that a unit uses, before any die is rolled (40K-SHOOT-4, 40K-MELEE-6)."""

    aims: Annotated[tuple[Aim40k, ...], Meta(max_length=MOST_ATTACKS)]


ACTIONS: Final[tuple[type[Action], ...]] = (
    AimWeapons,
    DeclareFormations,
    Decline,
    Done,
    MoveUnit,
    Pick,
    PlaceAt,
    Rolled,
    SetUpUnitAt,
    UnitOrder,
)
"""All that is done in a battle."""
