"""Reasons and faults: the id of a rule, and a sentence for people."""

from dataclasses import dataclass
from typing import TypeAlias

from warcry3d.message import Message

__all__ = ["ActionFault", "Point", "RuleReason"]

Point: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class RuleReason:
    """A reason: the id of the rule behind it ("" where there is none), and the sentence for people."""

    rule: str
    message: Message

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class ActionFault:
    """Why an action is not allowed: the rule's id, and the sentence for people.

    ``at``: where on the table (in), if it is at a place. ``place``: which part of the action is wrong, as a path of its
    fields: ``path.legs[2]``; empty: all of it.
    """

    rule: str
    message: Message
    at: Point | None = None
    place: str = ""

    def __str__(self) -> str:
        return str(self.message)
