"""States and actions as plain JSON values, their canonical text and its digest.

The text is the same on every run, machine and version of Python: keys in order, numbers as Python's ``repr`` has them,
which reads back to the same bits. A whole number is written as one, whether it was kept as 6 or 6.0.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from numbers import Integral
from typing import Any, TypeVar

import msgspec

from warcry3d.game.ruleset import Ruleset

__all__ = ["canonical", "digest", "digest_of_text", "plain", "state_hash", "text_of_plain"]

S = TypeVar("S")
A = TypeVar("A")

_WHOLE = 2**53
"""Whole numbers below this are written without a point; above, floats skip some."""


def plain(value: object) -> Any:
    """Return a value as JSON has it: objects with keys in order, lists, texts, numbers, true, false and null.

    Takes what `Ruleset.plain` may return. Raises `TypeError` for anything else, `ValueError` for a number that is not
    finite: both are mistakes of a rule system.
    """
    return _normal(msgspec.to_builtins(value, str_keys=True, order="sorted", enc_hook=_foreign))


def _foreign(value: object) -> object:
    """Return what msgspec does not know: frozen mappings, the numbers of numpy, which are Python's by nature, and areas
    that tell their outlines the way geometries do (``__geo_interface__``).
    """
    match value:
        case Mapping():
            return dict(value)
        case float():
            return float(value)
        case Integral():
            return int(value)
    outlines: object = getattr(value, "__geo_interface__", None)
    if isinstance(outlines, Mapping):
        return dict(outlines)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON: {value!r:.100}")


def _normal(value: Any) -> Any:
    kind = type(value)  # of a state's ten thousand values most are texts and small numbers: `match` took twice as long
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is dict:
        return {key: _normal(value[key]) for key in sorted(value)}
    if kind is list or kind is tuple:
        return [_normal(part) for part in value]
    return _number(value) if isinstance(value, float) else value


def _number(value: float) -> float | int:
    if not math.isfinite(value):
        raise ValueError(f"a state or action holds {value}, which JSON cannot say")
    is_minus_zero = value == 0 and math.copysign(1, value) < 0
    return int(value) if value.is_integer() and abs(value) < _WHOLE and not is_minus_zero else value


def canonical(value: object) -> str:
    """Return the one JSON text of a value, in ASCII, without spaces; raises as `plain` does.

    >>> canonical({"b": (1.0, 0.1), "a": None})
    '{"a":null,"b":[1,0.1]}'
    """
    return text_of_plain(plain(value))


def text_of_plain(value: Any) -> str:
    """Return the one JSON text of what `plain` returned, or of what was read back from such a text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(value: object) -> str:
    """Return the SHA-256 of a value's one text, in hexadecimal."""
    return digest_of_text(canonical(value))


def digest_of_text(text: str) -> str:
    """Return the SHA-256 of a text of `canonical`, in hexadecimal."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def state_hash(ruleset: Ruleset[S, A], state: S) -> str:
    """Return the digest of all of a state that actions can change."""
    return digest(ruleset.plain(state))
