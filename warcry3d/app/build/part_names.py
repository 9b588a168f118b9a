"""What is said of parts, with the names that their list has: files and commands take ids."""

from warcry3d.message import Message
from warcry3d.messages import Words
from warcry3d.messages.names import part_title
from warcry3d.table.terrain import Piece

__all__ = ["with_part_names"]

_FIELDS = ("part", "parts")
"""Fields of messages that are ids of parts, those that were cut up or united too: one, or several with commas."""


def with_part_names(message: Message, words: Words, piece: Piece | None = None) -> Message:
    """Return a message that calls parts as their list does: those that its fields name, and those of a piece."""
    ids = frozenset(part.id for part in piece.parts) if piece is not None else frozenset()

    def named(field: str, value: object) -> object:
        if isinstance(value, Message):
            return with_part_names(value, words, piece)
        if isinstance(value, tuple | list):
            return tuple(named(field, one) for one in value)
        if not isinstance(value, str):
            return value
        if field in _FIELDS:
            return words.say(", ").join(part_title(id, words) for id in value.split(", ") if id)
        return part_title(value, words) if value in ids else value

    return Message(
        message.template, {field: named(field, one) for field, one in message.values.items()}, message.plural
    )
