"""What players do in a battle: plain data, as the record writes it. Dice are `warcry3d.game.actions.Rolled`."""

from typing import Final

import msgspec

from warcry3d.game.actions import Action, Decline, Done, Pick, PlaceAt, React, Rolled
from warcry3d.motion.path import Path, Point

__all__ = [
    "ACTIONS",
    "Activate",
    "Attack",
    "Deploy",
    "Disengage",
    "DropTreasure",
    "Laid",
    "Move",
    "SetUpTerrain",
    "SplitGroups",
    "UseAbility",
    "UseWild",
    "Wait",
]


class SplitGroups(Action, frozen=True, tag="split-groups"):
    """Split a warband into battle groups: the ids of each one's fighters (WC-BAND-6)."""

    dagger: tuple[str, ...] = ()
    shield: tuple[str, ...] = ()
    hammer: tuple[str, ...] = ()


class Laid(msgspec.Struct, frozen=True):
    """Where a terrain feature is set up: its piece's origin (in), turned by ``turn`` (radians)."""

    feature: str
    at: Point
    turn: float = 0.0


class SetUpTerrain(Action, frozen=True, tag="set-up-terrain"):
    """Set the battlefield's terrain up; features that are left out stay in their box (WC-PLAN-3)."""

    laid: tuple[Laid, ...]


class Deploy(Action, frozen=True, tag="deploy"):
    """Set a fighter up: the centre of its base (in), its facing (radians)."""

    fighter: str
    at: Point
    turn: float = 0.0


class UseWild(Action, frozen=True, tag="use-wild"):
    """Say how the wild dice are used (WC-INIT-3): so many as singles, one for each of the sets (or singles) in
    ``raised``, given as number and count; the rest is kept.
    """

    singles: int = 0
    raised: tuple[tuple[int, int], ...] = ()


class Activate(Action, frozen=True, tag="activate"):
    """Activate a fighter."""

    fighter: str


class Move(Action, frozen=True, tag="move"):
    """A move action along a path; ``treasure``: what it picks up on the way (WC-OBJ-2), or empty."""

    path: Path
    treasure: str = ""


class Attack(Action, frozen=True, tag="attack"):
    """An attack action with the weapon of that number in the profile (from 0)."""

    weapon: int
    target: str


class Disengage(Action, frozen=True, tag="disengage"):
    """A disengage action along a path."""

    path: Path


class Wait(Action, frozen=True, tag="wait"):
    """A wait action."""


class DropTreasure(Action, frozen=True, tag="drop-treasure"):
    """Put the treasure that the fighter carries down: an action of its own (WC-OBJ-2)."""


class UseAbility(Action, frozen=True, tag="use-ability"):
    """Use an ability, paid for with the set of that number and count."""

    ability: str
    value: int
    count: int


ACTIONS: Final[tuple[type[Action], ...]] = (
    Activate,
    Attack,
    Decline,
    Deploy,
    Disengage,
    Done,
    DropTreasure,
    Move,
    Pick,
    PlaceAt,
    React,
    Rolled,
    SetUpTerrain,
    SplitGroups,
    UseAbility,
    UseWild,
    Wait,
)
"""All that is done in a battle."""
