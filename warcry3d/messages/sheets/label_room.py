"""Where there is room for labels on a page: none is written over another while another place will do."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

__all__ = ["Box", "LabelRoom"]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom (page inches)."""

Place: TypeAlias = tuple[float, float]


class LabelRoom:
    """Knows which boxes of a page are written on."""

    def __init__(self) -> None:
        self._taken: list[Box] = []

    def settle(self, places: Iterable[Place], boxes: Callable[[Place], Sequence[Box]]) -> Place:
        """Return the first of some places whose ``boxes`` are free, else the very first; they are taken from now on."""
        first: Place | None = None
        for place in places:
            first = place if first is None else first
            if not any(_meet(box, other) for box in boxes(place) for other in self._taken):
                first = place
                break
        if first is None:
            raise ValueError("a label needs a place")
        self._taken += boxes(first)
        return first


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
