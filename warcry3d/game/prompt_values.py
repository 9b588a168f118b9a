"""What prompts offer and answers are made of: options, places of items, ways of models."""

from dataclasses import dataclass
from typing import TypeAlias

from warcry3d.game.reasons import ActionFault, Point, RuleReason
from warcry3d.message import Message
from warcry3d.motion.path import Path

__all__ = ["ModelPath", "Option", "PlaceArea", "Placing"]

Ring: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class PlaceArea:
    """A patch of a surface at ``height`` (in) where the centre may be put; the first ring is its outline."""

    height: float
    rings: tuple[Ring, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """Something to pick, place or divide.

    ``id``: what an answer names it by; ``label``: what it is called. ``model``, ``piece`` and ``at``: what it stands
    for on the table: a model's id, a terrain feature's, a place (in). ``areas``: the ground that it stands for, such as
    where what is picked may then be set up. ``dice``: the faces that it costs or shows.
    ``facts``: what a player wants to know before choosing, such as odds, cost and cover. ``faults``: why it is
    refused; it is shown all the same.
    """

    id: str
    label: Message
    model: str = ""
    piece: str = ""
    at: Point | None = None
    areas: tuple[PlaceArea, ...] = ()
    dice: tuple[int, ...] = ()
    facts: tuple[RuleReason, ...] = ()
    faults: tuple[ActionFault, ...] = ()


@dataclass(frozen=True, slots=True)
class Placing:
    """Where something is put: the centre of its base's underside or its origin (in), and its facing (radians)."""

    item: str
    at: Point
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class ModelPath:
    """A way for one model; ``extras``: the ids of the options that it takes along, such as what it picks up."""

    model: str
    path: Path
    extras: tuple[str, ...] = ()
