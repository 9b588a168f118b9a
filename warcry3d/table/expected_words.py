"""What a field of a file should have been, as messages: read out of msgspec's sentences."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from warcry3d.message import Message, message

__all__ = ["expected_words", "one_of"]

_KINDS: Mapping[str, Message] = MappingProxyType(
    {
        "float": message("a number"),
        "int": message("a whole number"),
        "str": message("text"),
        "bool": message("true or false"),
        "array": message("a list"),
        "object": message("an object"),
        "null": message("null"),
    }
)
_SENTENCE = re.compile(r"Expected `(?P<kinds>[^`]+)`(?P<limit>.*?)(?:, got .*)?", re.DOTALL)


def expected_words(what: str) -> Message:
    """Return msgspec's "Expected ..." in words.

    >>> str(expected_words("Expected `array | null` of length >= 2, got 1"))
    'a list or null of length >= 2'
    """
    found = _SENTENCE.fullmatch(what)
    if found is None:
        return message("{what}", what=what)
    *others, last = [_KINDS.get(kind) or message("{what}", what=kind) for kind in found["kinds"].split(" | ")]
    kind = message("{first} or {last}", first=tuple(others), last=last) if others else last
    return _limited(kind, found["limit"].strip())


def _limited(kind: Message, limit: str) -> Message:
    """Return what is expected with what limits it: a number, a length, a pattern."""
    if not limit:
        return kind
    if length := re.fullmatch(r"of length (.*)", limit):
        return message("{kind} of length {length}", kind=kind, length=length[1])
    if pattern := re.fullmatch(r"matching regex (.*)", limit, re.DOTALL):
        if digits := re.search(r"\[0-9a-f\]\{(\d+)\}", pattern[1]):
            return message("{kind} of {n} hexadecimal digits", kind=kind, n=int(digits[1]))
        return message("{kind} without slashes or control characters", kind=kind)
    return message("{kind} {limit}", kind=kind, limit=limit)


def one_of(values: Sequence[object], *, or_a_number: bool) -> Message:
    """Return that a value should be one of these, or a whole number."""
    choices = message("one of {values}", values=", ".join(map(str, values)))
    return message("{first} or {last}", first=_KINDS["int"], last=choices) if or_a_number else choices
