"""Conversion of bases between files (millimetres) and the program."""

import re

from warcry3d.message import Message, message
from warcry3d.table.format import BaseWire
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Base, BaseShape
from warcry3d.units import BASE_HEIGHT, MM, to_mm

__all__ = ["LARGEST_MM", "base_from_wire", "base_message", "base_of_mm", "base_of_text", "base_to_wire", "in_mm"]

LARGEST_MM = 500.0
"""The largest base that people write sizes of."""

_SIZE = re.compile(r"(\d{1,3}(?:\.\d{1,3})?)(?:\s*[xX×]\s*(\d{1,3}(?:\.\d{1,3})?))?(?:\s*mm)?")


def base_from_wire(wire: BaseWire, spot: JsonPath) -> Base:
    """Return the base; raise `FileError` at ``spot`` unless exactly one shape is given."""
    given = [name for name in ("round", "oval", "square", "rectangle") if getattr(wire, name) is not None]
    if len(given) != 1:
        raise spot.error(
            "expected one of round, oval, square, rectangle; got {given}",
            given=", ".join(given) or "none of them",
        )
    height = BASE_HEIGHT if wire.height is None else wire.height * MM
    if wire.round is not None:
        return Base(BaseShape.ROUND, wire.round * MM, wire.round * MM, height)
    if wire.oval is not None:
        return Base(BaseShape.OVAL, wire.oval[0] * MM, wire.oval[1] * MM, height)
    if wire.rectangle is not None:
        return Base(BaseShape.SQUARE, *wire.rectangle, height)
    side = wire.square or 0.0
    return Base(BaseShape.SQUARE, side, side, height)


def base_to_wire(base: Base) -> BaseWire:
    """Return a base in the form of the file format."""
    height = None if base.height == BASE_HEIGHT else in_mm(base.height)
    match base.shape:
        case BaseShape.ROUND:
            return BaseWire(round=in_mm(base.length), height=height)
        case BaseShape.OVAL:
            return BaseWire(oval=(in_mm(base.length), in_mm(base.width)), height=height)
        case BaseShape.SQUARE if base.length != base.width:
            return BaseWire(rectangle=(base.length, base.width), height=height)
        case BaseShape.SQUARE:
            return BaseWire(square=base.length, height=height)


def in_mm(inches: float) -> float:
    """Return a length in millimetres as it was written, without errors of conversion."""
    return round(inches / MM, 9)


def base_message(base: Base) -> Message:
    """Return a base's shape and size in words."""
    length, width = to_mm(base.length), to_mm(base.width)
    match base.shape:
        case BaseShape.ROUND:
            return message("round base of {mm:g} mm", mm=length)
        case BaseShape.SQUARE if base.length != base.width:
            return message("rectangular base of {length:g} x {width:g} in", length=base.length, width=base.width)
        case BaseShape.SQUARE:
            return message("square base of {inches:g} in", inches=base.length)
        case BaseShape.OVAL:
            return message("oval base of {length:g} x {width:g} mm", length=length, width=width)


def base_of_text(text: str) -> Base | None:
    """Return the base of a size as people write it, ``32`` or ``60x35`` (mm); None where it is none."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        return None
    sizes = [float(match[1]), float(match[2] or match[1])]
    return base_of_mm(*sizes) if all(0 < size <= LARGEST_MM for size in sizes) else None


def base_of_mm(one: float, other: float) -> Base:
    """Return the round or oval base of two sizes (mm); the longer one lies along the facing."""
    length, width = max(one, other) * MM, min(one, other) * MM
    return Base(BaseShape.ROUND if one == other else BaseShape.OVAL, length, width)
