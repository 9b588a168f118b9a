"""Lengths as people type them: 3.25, 3 1/4, 3¼, 3,25, 3/8, 80 mm, 8 cm, 3 1/4 in, 3.25\"."""

import re
import unicodedata

from warcry3d.errors import WarcryError
from warcry3d.units import MM

__all__ = ["LengthError", "is_begun_degrees", "is_begun_length", "read_degrees", "read_length", "shown_length"]

_UNITS = {
    "": 1.0,
    "in": 1.0,
    "inch": 1.0,
    "inches": 1.0,
    '"': 1.0,
    "″": 1.0,
    "”": 1.0,
    "''": 1.0,
    "寸": 1.0,
    "英寸": 1.0,
}
_UNITS |= {"mm": MM, "毫米": MM, "cm": 10 * MM, "厘米": 10 * MM}
_LENGTH = re.compile(
    r"(?P<whole>\d+(?:[.,]\d*)?|[.,]\d+)?(?:(?P<gap>[\s+-]*)(?P<over>\d+)\s*/\s*(?P<under>\d+))?\s*(?P<unit>[^\d\s]*)"
)
_BEGUN = re.compile(r"(?:\d+(?:[.,]\d*)?|[.,]\d*)?(?:[\s+-]*\d*(?:\s*/\s*\d*)?)?\s*(?P<unit>[^\d\s/+-]*)")
_BEGUN_DEGREES = re.compile(r"[+-]?\d*[.,]?\d*")
LONGEST = 1000.0


class LengthError(WarcryError, ValueError):
    """A text is no length: says what was typed, and how one is written."""


def read_length(text: str) -> float:
    """Return the inches that a text says; raise `LengthError`.

    >>> read_length("3 1/4"), read_length("3¼"), read_length("2,5"), round(read_length("32 mm"), 4)
    (3.25, 3.25, 2.5, 1.2598)
    """
    plain = "".join(f" {_fraction(one)}" if _fraction(one) else one for one in text).strip().lower()
    match = _LENGTH.fullmatch(plain)
    if match is None or match["unit"] not in _UNITS or not (match["whole"] or match["over"]):
        raise _refused(text)
    over, under = int(match["over"] or 0), int(match["under"] or 1)
    if under == 0 or (match["whole"] and match["over"] and not match["gap"]):
        raise _refused(text)
    inches = (float((match["whole"] or "0").replace(",", ".")) + over / under) * _UNITS[match["unit"]]
    if inches > LONGEST:
        raise _refused(text)
    return inches


def is_begun_length(text: str) -> bool:
    """Return whether a text is a length or can still become one as more is typed behind it.

    >>> [is_begun_length(text) for text in ("3 1/", "3.", "8 c", "2000", "3x", "3 1/4/")]
    [True, True, True, True, False, False]
    """
    plain = text.lower().lstrip()
    match = _BEGUN.fullmatch(plain)
    is_begun = match is not None and any(unit.startswith(match["unit"]) for unit in _UNITS)
    return is_begun or _is_length(text)


def _is_length(text: str) -> bool:
    try:
        read_length(text)
    except LengthError:
        return False
    return True


def read_degrees(text: str) -> float:
    """Return degrees as typed, with a sign or without; nothing typed is 0. Raise `LengthError`."""
    try:
        degrees = float(text.strip().replace(",", ".").removesuffix("°") or "0")
    except ValueError:
        degrees = float("nan")
    if not -360_000 <= degrees <= 360_000:
        raise LengthError("'{text}' is no angle: type degrees such as 90 or -22.5", text=text[:40])
    return degrees


def is_begun_degrees(text: str) -> bool:
    """Return whether a text is an angle or can still become one: a sign or a point alone."""
    return _BEGUN_DEGREES.fullmatch(text.strip()) is not None


def _fraction(character: str) -> str:
    """Return a vulgar fraction such as ¼ as 1/4; empty for any other character."""
    parts = unicodedata.normalize("NFKC", character).split("\u2044")
    return "/".join(parts) if len(parts) == 2 and all(part.isdigit() for part in parts) else ""


def _refused(text: str) -> LengthError:
    return LengthError("'{text}' is no length: type inches such as 3.25 or 3 1/4, or 80 mm, 8 cm", text=text[:40])


def shown_length(inches: float) -> str:
    """Return inches as a tape shows them: in eighths where it is one, else with three decimals.

    >>> shown_length(3.25), shown_length(0.375), shown_length(4.0), shown_length(3.1)
    ('3 1/4', '3/8', '4', '3.1')
    """
    eighths = round(inches * 8)
    if abs(inches * 8 - eighths) > 1e-6 or inches < 0:
        return f"{inches:.3f}".rstrip("0").rstrip(".")
    whole, over = divmod(eighths, 8)
    under = 8
    while over and over % 2 == 0:
        over, under = over // 2, under // 2
    parts = ([str(whole)] if whole or not over else []) + ([f"{over}/{under}"] if over else [])
    return " ".join(parts)
