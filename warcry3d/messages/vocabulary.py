"""The program's own words that messages get as values: kinds of parts, ways to move, the floor, directions, steps of an
import. Words of a rule system's own are in its vocabulary, which the registry of systems knows.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from warcry3d.message import template
from warcry3d.rules.systems import systems

__all__ = ["KINDS", "spoken_parts", "spoken_words"]

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "obstacle": template("obstacle"),
        "low": template("low terrain"),
        "platform": template("platform"),
        "ladder": template("ladder"),
        "stairs": template("stairs"),
        "door": template("door"),
        "arch": template("arch"),
        "deadly": template("deadly"),
        "unclimbable": template("not climbable"),
        "scenery": template("scenery"),
    }
)
"""What kinds of parts are called."""

_WAYS = MappingProxyType(
    {
        "climb": template("climb"),
        "jump": template("jump"),
        "drop": template("drop"),
        "fly": template("fly"),
        "walk": template("walk"),
    }
)
_GROUND = MappingProxyType({"floor": template("floor")})

_DIRECTIONS = MappingProxyType(
    {
        "north": template("north"),
        "east": template("east"),
        "south": template("south"),
        "west": template("west"),
    }
)

_STAGES = MappingProxyType(
    {
        "reading": template("reading"),
        "mending": template("mending"),
        "uniting": template("uniting"),
        "reducing": template("reducing"),
        "classifying": template("classifying"),
        "writing": template("writing"),
        "drawing": template("drawing"),
    }
)

_OF_FIELDS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "kinds": KINDS,
        "before": KINDS,
        "manner": _WAYS,
        "on": _GROUND,
        "subject": _GROUND,
        "ways": _WAYS,
        "way": _DIRECTIONS,
        "stage": _STAGES,
    }
)
"""The fields whose values may be such words; names that people gave never come in them without more around them."""

_NUMBERED = frozenset({"sets"})
"""The fields whose words have a number after them."""


def spoken_words(field: str, value: str, system: str = "") -> tuple[str, ...]:
    """Return the templates of the program's own words that a field's value lists; none where it is anything else.

    >>> spoken_words("before", "low, platform")
    ('low terrain', 'platform')
    >>> spoken_words("subject", "tower/floor")
    ()
    """
    return tuple(word for word, _ in spoken_parts(field, value, system))


def spoken_parts(field: str, value: str, system: str = "") -> tuple[tuple[str, str], ...]:
    """Return the templates as `spoken_words` does, each with the number that comes after it, empty where there is none.

    Where several rule systems have a word, the one of ``system`` is meant.

    >>> spoken_parts("sets", "double 3, quad 5")
    (('double', ' 3'), ('quad', ' 5'))
    """
    known = _words_of(field, system)
    if value in known:
        return ((known[value], ""),)
    parts = [_with_number(word) if field in _NUMBERED else (word, "") for word in value.split(", ")]
    return tuple((known[word], number) for word, number in parts) if all(word in known for word, _ in parts) else ()


@cache
def _words_of(field: str, system: str) -> Mapping[str, str]:
    """Return the words that a field's value may be: the program's and those of all rule systems, those of one last."""
    words: dict[str, str] = {}
    for one in sorted(systems(), key=lambda one: one.name == system):
        words |= one.vocabulary().get(field, {})
    return MappingProxyType({**words, **_OF_FIELDS.get(field, {})})


def _with_number(word: str) -> tuple[str, str]:
    """Return a word and the number after it, with the space between."""
    before, space, last = word.rpartition(" ")
    return (before, space + last) if last.isdecimal() else (word, "")
