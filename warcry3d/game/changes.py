"""The differences between two plain values, place by place, and applying them.

Places are JSON pointers (RFC 6901): ``/fighters/3/wounds``; ``~`` and ``/`` in a name are ``~0`` and ``~1``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["GONE", "Difference", "applied", "differences"]


_ENTRY = re.compile(r"0|[1-9][0-9]{0,8}")


class _Gone:
    """Stands for what is not there."""

    def __repr__(self) -> str:
        return "nothing"


GONE = _Gone()
"""The value at a place that one of two values does not have."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where two values differ, and what each has there (`GONE`: nothing)."""

    place: str
    before: Any
    after: Any


def differences(before: Any, after: Any, place: str = "") -> Iterator[Difference]:
    """Yield the innermost places where two plain values differ, in order.

    Objects are compared key by key, lists of one length entry by entry; lists of different lengths differ as a whole.
    Nothing is yielded where the values are the same.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            step = f"{place}/{key.replace('~', '~0').replace('/', '~1')}"
            if key not in before or key not in after:
                yield Difference(step, before.get(key, GONE), after.get(key, GONE))
            else:
                yield from differences(before[key], after[key], step)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, f"{place}/{index}")
    elif not _same(before, after):
        yield Difference(place, before, after)


def _same(before: Any, after: Any) -> bool:
    """Return whether two values are the same; true is not 1, and zero is not minus zero."""
    return type(before) is type(after) and bool(before == after) and repr(before) == repr(after)


def applied(value: Any, changes: Mapping[str, Any], gone: Sequence[str] = ()) -> Any:
    """Return ``value`` with the places of ``changes`` replaced or added, after the places ``gone`` were taken out.

    What does not change is shared. Raises `KeyError` for a place that is not there.
    """
    for place in gone:
        value = _with(value, _steps(place), GONE, place)
    for place, new in changes.items():
        value = _with(value, _steps(place), new, place)
    return value


def _steps(place: str) -> list[str]:
    if not place:
        return []
    if not place.startswith("/"):
        raise KeyError(place)
    return [step.replace("~1", "/").replace("~0", "~") for step in place[1:].split("/")]


def _with(value: Any, steps: list[str], new: Any, place: str) -> Any:
    if not steps:
        return new
    step, last = steps[0], len(steps) == 1
    if isinstance(value, dict):
        if step not in value and (not last or new is GONE):
            raise KeyError(place)
        if last and new is GONE:
            return {key: kept for key, kept in value.items() if key != step}
        return {**value, step: _with(value.get(step), steps[1:], new, place)}
    if isinstance(value, list) and not (last and new is GONE) and _ENTRY.fullmatch(step) and int(step) < len(value):
        entries = list(value)
        entries[int(step)] = _with(entries[int(step)], steps[1:], new, place)
        return entries
    raise KeyError(place)
