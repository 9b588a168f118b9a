"""Values of profiles that are written in odd ways: the first number of them is read, and that is said."""

import re
from collections.abc import Callable
from typing import Final, TypeVar

from warcry3d.errors import QuestionError
from warcry3d.message import Message, message

__all__ = ["ValueReader", "first_value"]

T = TypeVar("T")

_FIRST: Final = re.compile(r"\s*(?P<value>[-−–]?(?:\d{0,2}D\d(?:\+\d{1,2})?|\d{1,3}\+?))(?=$|[^\w+])", re.IGNORECASE)


def first_value(text: str) -> str | None:
    """Return the first number or dice of a text that begins with them; None where it does not.

    >>> first_value('6"/12"'), first_value("D6+3 (see below)"), first_value("3+/5++"), first_value("*")
    ('6', 'D6+3', '3+', None)
    """
    found = _FIRST.match(text)
    return found["value"] if found else None


class ValueReader:
    """Reads the values of one profile, by its ``name``; ``misread``: which were not as they should be."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.misread: list[Message] = []

    def read(self, how: Callable[[str, str], T], text: str, what: str) -> T:
        """Return a value, of an odd one what its beginning says; raise `QuestionError` where that is none either."""
        try:
            return how(text, what)
        except QuestionError:
            first = first_value(text)
            if first is None:
                raise
            found = how(first, what)
        said = {"name": self.name, "what": what, "text": text[:40], "value": first}
        self.misread.append(message("{name}: {what} '{text}' is read as {value}", **said))
        return found
