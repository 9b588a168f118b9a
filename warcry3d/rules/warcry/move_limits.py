"""What limits a move in Warcry before any way is looked at: inches, runemarks, enemies nearby.

`movement` judges ways by it, `reach` searches for them by it. Readings: docs/motion.md.
"""

from warcry3d.errors import QuestionError
from warcry3d.motion.climbing import LADDERS
from warcry3d.motion.passages import Passage
from warcry3d.motion.trace import Terms
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.warcry.carried_treasure import move_of_carrier
from warcry3d.rules.warcry.fighter import BEAST, FLY, GARGANTUAN, MOUNT, FighterTraits, fighter_of
from warcry3d.sight.distance import are_within
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = [
    "CLIMB_REACH",
    "DISENGAGING",
    "EDGE_REACH",
    "ENGAGED",
    "JUMP_HURTS",
    "barring_runemark",
    "can_fly",
    "enemies_of",
    "engaged_with",
    "falls_when_overhanging",
    "inches_for",
    "terms_for",
]

ENGAGED = 1.0
"""A fighter with an enemy within this (in) disengages instead of moving (WC-MOVE-5)."""

DISENGAGING = 3.0
"""How far a fighter may walk to disengage (in), whatever its Move (WC-DISENGAGE-7)."""

CLIMB_REACH = 0.5
"""A climber stays within this of the obstacle (in; WC-CLIMB-4)."""

EDGE_REACH = 0.5
"""An open edge matters within this of the base (in; WC-EDGE-1)."""

JUMP_HURTS = 2.0
"""A jump down by more than this hurts; dropping out of the air by this or more does (WC-JUMP-3, WC-JUMP-4)."""

NOT_THROUGH_ARCHES: tuple[str, ...] = (GARGANTUAN, MOUNT)
NOT_THROUGH_CLOSED_DOORS: tuple[str, ...] = (BEAST, GARGANTUAN, MOUNT)


def inches_for(model: Model, action: MoveAction, *, given: float | None, is_carrying: bool, option: str) -> float:
    """Return how far a fighter may go: what is ``given``, or what the action and its profile say.

    Raises `QuestionError` for a profile without a Move; ``option`` is the command's option that gives the inches.
    """
    if given is not None:
        return given
    if action is MoveAction.DISENGAGE:
        return DISENGAGING
    move = fighter_of(model).move
    if move is None:
        raise QuestionError(
            "'{model}' has no Move in its profile: say how many inches it may move ({option})",
            model=model.id,
            option=option,
        )
    return move_of_carrier(move) if is_carrying else move


def terms_for(fighter: FighterTraits) -> Terms:
    """Return what a fighter may climb, and how near it stays: mounts climb only ladders and stairs (WC-CLIMB-7)."""
    return Terms(CLIMB_REACH, LADDERS if MOUNT in fighter.runemarks else None)


def can_fly(fighter: FighterTraits) -> bool:
    """Return whether a fighter has the runemark of flyers (WC-FLY-1)."""
    return FLY in fighter.runemarks


def barring_runemark(fighter: FighterTraits, passage: Passage) -> str | None:
    """Return the runemark that keeps a fighter out of an arch or a closed door (WC-DOOR-5, WC-DOOR-6), None for none.

    An open door bars nobody (WC-DOOR-7).
    """
    if not passage.is_door:
        barred = NOT_THROUGH_ARCHES
    elif passage.is_closed:
        barred = NOT_THROUGH_CLOSED_DOORS
    else:
        return None
    return next((mark for mark in barred if mark in fighter.runemarks), None)


def enemies_of(table: Table, model: Model) -> tuple[Model, ...]:
    """Return the models of the other sides."""
    return tuple(other for other in table.models if other.side != model.side)


def engaged_with(table: Table, model: Model) -> tuple[str, ...]:
    """Return the enemies within 1 in of a model, by id."""
    return tuple(enemy.id for enemy in enemies_of(table, model) if are_within(model, enemy, ENGAGED))


def falls_when_overhanging(fighter: FighterTraits, action: MoveAction) -> bool:
    """Return whether a fighter falls that ends such an action with its base beyond floor and platforms: a monster
    after a move action (WC-MON-2); disengaging is none (WC-DISENGAGE-4).
    """
    return GARGANTUAN in fighter.runemarks and action is MoveAction.MOVE
