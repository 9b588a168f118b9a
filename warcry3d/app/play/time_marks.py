"""Where rounds and activations begin in a battle, for its time line. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from warcry3d.game.session import Game

__all__ = ["TimeMark", "TimeMarks", "marks_of"]


@dataclass(frozen=True, slots=True)
class TimeMark:
    """A step with which something begins; ``rank``: 1 for the largest, such as a round. ``model``: who acts, or ""."""

    step: int
    rank: int
    model: str = ""


def marks_of(game: Game[Any, Any], headings: Mapping[str, int]) -> tuple[TimeMark, ...]:
    """Return what begins with which step, one mark a step, the largest of it."""
    made: list[TimeMark] = []
    for number, step in enumerate(game.done, 1):
        ranks = [(headings[event.kind], event) for event in step.events if event.kind in headings]
        if ranks:
            rank, event = min(ranks, key=lambda one: one[0])
            made.append(TimeMark(number, rank, event.models[0] if event.models else ""))
    return tuple(made)


class TimeMarks:
    """The marks of a battle, kept until it goes on."""

    def __init__(self) -> None:
        self._game: Game[Any, Any] | None = None
        self._marks: tuple[TimeMark, ...] = ()

    def of(self, game: Game[Any, Any], headings: Mapping[str, int]) -> tuple[TimeMark, ...]:
        """Return the marks of a battle."""
        if game is not self._game:
            self._game, self._marks = game, marks_of(game, headings)
        return self._marks
