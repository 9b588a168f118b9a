"""Actions: what all of them derive from, and those that any rule system can take as they are: plain data, as the record
writes it.
"""

import msgspec

from warcry3d.game.reasons import Point

__all__ = ["Action", "Decline", "Done", "Pick", "PlaceAt", "React", "Rolled"]


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """The root of all actions: frozen, written as JSON with its ``tag`` under ``do``.

    A rule system derives its own, each with a tag: ``class Wait(Action, frozen=True, tag="wait")``. Fields are of
    types that msgspec reads back without loss: texts, numbers, enumerations, tuples, further frozen structs.
    """


class Rolled(Action, frozen=True, tag="rolled"):
    """The dice that were asked for have fallen: their faces, in the order in which they count."""

    faces: tuple[int, ...]


class Pick(Action, frozen=True, tag="pick"):
    """Choose among what is offered: ids or words as the choice lists them, in the order that counts."""

    picked: tuple[str, ...]


class Decline(Action, frozen=True, tag="decline"):
    """Do nothing of what is offered: no reaction, no bonus action, no re-roll."""


class Done(Action, frozen=True, tag="done"):
    """End what may still go on: nothing more with this model."""


class React(Action, frozen=True, tag="react"):
    """Let a model react, in the way that the choice names."""

    fighter: str
    reaction: str


class PlaceAt(Action, frozen=True, tag="place-at"):
    """Put what the choice is about there: a model that falls, a marker; ``turn`` its facing (radians)."""

    at: Point
    turn: float = 0.0
