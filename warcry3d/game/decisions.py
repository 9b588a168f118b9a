"""What a player decided, and why: the action, the reason, and what it was compared with."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from warcry3d.game.places import PlaceName
from warcry3d.game.players import Player
from warcry3d.game.random_stream import Stream
from warcry3d.game.reasons import Point
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.message import Message

__all__ = [
    "Candidate",
    "CandidateWire",
    "Decision",
    "ExplainingPlayer",
    "MessageWire",
    "PreparingPlayer",
    "TimelyPlayer",
    "candidate_to_wire",
    "decide",
    "message_from_wire",
    "message_to_wire",
    "share_of_best",
]

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something a player looked at: what it would do, and what that is worth to it, by its own measure."""

    label: Message
    worth: float


def share_of_best(best: float, worth: float) -> float:
    """Return how much of the best something is worth, 0 to 1, whatever both are measured in.

    >>> [round(share_of_best(best, worth), 2) for best, worth in ((10.0, 4.0), (-5.0, -20.0), (3.0, -1.0), (0.0, 0.0))]
    [0.4, 0.25, 0.0, 1.0]
    """
    most = max(abs(best), abs(worth))
    return 1.0 - min((best - worth) / most, 1.0) if most else 1.0


@dataclass(frozen=True, slots=True)
class Decision(Generic[A]):
    """An action, the ``reason`` for it in one sentence (None: the player tells none), and the best ``candidates`` it
    looked at, the best first.
    """

    action: A
    reason: Message | None = None
    candidates: tuple[Candidate, ...] = ()


@runtime_checkable
class ExplainingPlayer(Protocol[S, A]):
    """A player that tells why it does what it does."""

    def decide(self, ruleset: Ruleset[S, A], state: S, choice: Choice, random: Stream) -> Decision[A]:
        """Return the action that its `Player.choose` gives, with the reason."""
        ...


@runtime_checkable
class PreparingPlayer(Protocol[S, A]):
    """A player that can get ready while somebody else is thinking."""

    def prepare(self, ruleset: Ruleset[S, A], state: S) -> Iterator[None]:
        """Yield after each short piece of work that makes later decisions on this table quicker."""
        ...


@runtime_checkable
class TimelyPlayer(Protocol):
    """A player that can be told to do no more than it has the time for."""

    seconds: float | None
    """After so many seconds it begins nothing that takes long; None: it counts its work, not the time."""


def decide(player: Player[S, A], ruleset: Ruleset[S, A], state: S, choice: Choice, random: Stream) -> Decision[A]:
    """Return what a player decides; without a reason if it gives none."""
    if isinstance(player, ExplainingPlayer):
        return player.decide(ruleset, state, choice, random)
    return Decision(player.choose(ruleset, state, choice, random))


class MessageWire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message as JSON has it; a value that is a message is an object like this one, several values are a list.

    ``at``: where a place is (in) that the message is the name of.
    """

    template: str
    values: dict[str, Any] = {}
    plural: str = ""
    at: Point | None = None


class CandidateWire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A candidate as JSON has it."""

    label: MessageWire
    worth: float


def message_to_wire(message: Message) -> MessageWire:
    """Return a message as JSON has it; values of other kinds than texts and numbers become texts."""
    values = {name: _value_to_wire(value) for name, value in message.values.items()}
    return MessageWire(message.template, values, message.plural, message.at if isinstance(message, PlaceName) else None)


def _value_to_wire(value: object) -> Any:
    match value:
        case Message():
            return msgspec.to_builtins(message_to_wire(value))
        case tuple() | list():
            return [_value_to_wire(one) for one in value]
        case bool() | int() | float():
            return value
    return str(value)


def message_from_wire(wire: MessageWire) -> Message:
    """Return the message; raise `msgspec.ValidationError` where it is none, `RecursionError` where it has no end."""
    values = {name: _value_from_wire(value) for name, value in wire.values.items()}
    if wire.at is not None:
        return PlaceName(wire.template, values, wire.plural, at=wire.at)
    return Message(wire.template, values, wire.plural)


def _value_from_wire(value: Any) -> object:
    match value:
        case Mapping():
            return message_from_wire(msgspec.convert(value, MessageWire))
        case list():
            return tuple(_value_from_wire(one) for one in value)
    return value


def candidate_to_wire(candidate: Candidate) -> CandidateWire:
    """Return a candidate as JSON has it."""
    return CandidateWire(message_to_wire(candidate.label), float(candidate.worth))
