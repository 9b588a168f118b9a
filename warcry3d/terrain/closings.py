"""How an open mesh was closed, in sentences: for the import's report, and for lint."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from warcry3d.geom.closing import BASE, THICKNESS, Closings
from warcry3d.message import Message
from warcry3d.units import MM

__all__ = ["closing_counts", "closing_message", "closing_messages"]

_WAYS: Mapping[str, Message] = {
    "based": Message(
        "surfaces open below: {count}; walls lead down to a flat base {mm:.0f} mm below the lowest point, and the "
        "surface itself is exact",
        {"mm": BASE / MM},
    ),
    "capped": Message("open sides: {count}; they got flat caps", {}),
    "patched": Message("holes: {count}; they were spanned with patches, and what was there is not known", {}),
    "thickened": Message(
        "sheets without a back: {count}; they were made {mm:.0f} mm thick, and their front is exact",
        {"mm": THICKNESS / MM},
    ),
}
"""What is said of each way; the ``count`` comes to the values."""


def closing_message(way: str, count: int) -> Message:
    """Return what was done in one of the ways of `Closings`, so many times."""
    return replace(_WAYS[way], values=MappingProxyType({**_WAYS[way].values, "count": count}))


def closing_messages(closings: Closings | Mapping[str, int]) -> tuple[Message, ...]:
    """Return what was done to close a mesh; ``closings`` as a mapping: counts by the names of the fields."""
    counts = closings if isinstance(closings, Mapping) else closing_counts(closings)
    return tuple(closing_message(way, count) for way, count in counts.items() if way in _WAYS and count > 0)


def closing_counts(closings: Closings) -> dict[str, int]:
    """Return the counts that are not 0, by the names of the fields."""
    return {way: count for way in _WAYS if (count := getattr(closings, way))}
