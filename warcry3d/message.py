"""Messages before translation: templates with their values."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from types import MappingProxyType

__all__ = ["LONGEST_NAME", "Message", "counted", "escaped", "message", "percentage", "shown", "template", "visible"]

LONGEST_NAME = 400
"""Characters of a name or another text from outside that a sentence shows; of longer ones the rest is counted."""

ROUNDING = 1e-12
"""Chances nearer than this to none or to all are none and all: sums of exact odds in floating point miss them so."""
_KEPT = LONGEST_NAME - 20

_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What a terminal obeys or does not show: controls, line separators, marks of direction, lone surrogates, tags."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: an English format string, which is the catalogues' key, and the values that fill its fields.

    ``plural``: the form for ``values["n"]`` other than 1; empty: the sentence has one form. A value may be a message
    itself, or a tuple whose members are listed with commas. ``str(message)`` is English. Messages can be members of
    sets and keys of mappings, whatever their values are.

    >>> str(Message("{name} has {what}", {"name": "ann", "what": counted("{n} die", "{n} dice", 2)}))
    'ann has 2 dice'
    """

    template: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    plural: str = ""

    @property
    def number(self) -> int:
        """Return how many things the sentence is about: ``values["n"]``; 1 where it does not count."""
        n = self.values.get("n", 1)
        return n if isinstance(n, int) else 1

    def __str__(self) -> str:
        form = self.plural if self.plural and self.number != 1 else self.template
        return form.format(**{name: shown(value) for name, value in self.values.items()})


def message(template: str, /, **values: object) -> Message:
    """Return a message with these values.

    >>> str(message("{width:g} x {depth:g} in", width=30.0, depth=22.0))
    '30 x 22 in'
    """
    return Message(template, MappingProxyType(values))


def counted(template: str, plural: str, n: int, /, **values: object) -> Message:
    """Return a message about ``n`` things: ``template`` for one of them, ``plural`` for any other number."""
    return Message(template, MappingProxyType({"n": n, **values}), plural)


def template(template: str, plural: str = "", /) -> str:
    """Return ``template`` itself: marks a sentence that is kept in a table or constant for the catalogues."""
    del plural
    return template


def percentage(share: float, decimals: int = 0) -> Message:
    """Return a share or a chance in per cent: 0 only for what cannot be, 100 only for what is sure.

    ``decimals``: digits after the point.

    >>> [str(percentage(share)) for share in (0.0, 0.001, 0.38, 0.999, 1.0)]
    ['0 %', 'under 1 %', '38 %', 'over 99 %', '100 %']
    >>> [str(percentage(share, 1)) for share in (0.0, 0.0004, 0.38, 1.0)]
    ['0 %', 'under 0.1 %', '38.0 %', '100 %']
    """
    least = 10.0 ** -(decimals + 2)
    for sure in (0.0, 1.0):
        if abs(share - sure) < ROUNDING:
            return message("{percent} %", percent=f"{100 * sure:.0f}")
    if share < least:
        return message("under {percent} %", percent=f"{100 * least:.{decimals}f}")
    if share > 1.0 - least:
        return message("over {percent} %", percent=f"{100 * (1.0 - least):.{decimals}f}")
    return message("{percent} %", percent=f"{100 * share:.{decimals}f}")


def shown(value: object) -> object:
    """Return a value as sentences show it: texts made `visible` and cut, tuples and lists with commas between.

    >>> shown(("a\\n", "b"))
    'a\\\\n, b'
    >>> str(shown("x" * 1000))[-13:]
    'xxx... (+620)'
    """
    match value:
        case tuple() | list():
            return ", ".join(str(shown(member)) for member in value)
        case str() if len(value) > LONGEST_NAME:
            return f"{visible(value[:_KEPT])}... (+{len(value) - _KEPT})"
        case str():
            return visible(value)
        case PurePath():
            return shown(str(value))
        case _:
            return value


def visible(text: str) -> str:
    """Return a text with escapes for what a terminal would obey or not show; what is plain stays as it is.

    >>> print(visible("a\\x1b[31mb\\u202ec"))
    a\\x1b[31mb\\u202ec
    """
    return escaped(text, lambda character: character.encode("unicode_escape").decode("ascii"))


def escaped(text: str, escape: Callable[[str], str]) -> str:
    """Return a text with ``escape`` of each character that a terminal would obey or not show."""
    return _INVISIBLE.sub(lambda match: escape(match[0]), text)
