"""Where rounds and activations begin in a battle, for its time line: as many marks as there is room for, however long
the battle is. Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from warcry3d.game.session import Game, Step

__all__ = ["PlacedMark", "TimeMark", "TimeMarks", "marks_of", "step_at_mark"]

APART = 3.0
"""Of marks nearer to each other than this (pixels) the largest is drawn."""


@dataclass(frozen=True, slots=True)
class TimeMark:
    """A step with which something begins; ``rank``: 1 for the largest, such as a round. ``model``: who acts, or ""."""

    step: int
    rank: int
    model: str = ""


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A mark that is drawn; ``share``: of the line before it; ``number``: of marks of the first rank up to it; 0 where
    the battle ends with it, which begins no round.
    """

    mark: TimeMark
    share: float
    number: int


def marks_of(game: Game[Any, Any], headings: Mapping[str, int]) -> tuple[TimeMark, ...]:
    """Return what begins with which step, one mark a step, the largest of it."""
    return tuple(_marks(game.done, headings, 0))


def _marks(done: Sequence[Step[Any, Any]], headings: Mapping[str, int], begin: int) -> Iterator[TimeMark]:
    """Yield the marks of the steps after the first ``begin``."""
    for number in range(begin + 1, len(done) + 1):
        ranks = [(headings[event.kind], event) for event in done[number - 1].events if event.kind in headings]
        if ranks:
            rank, event = min(ranks, key=lambda one: one[0])
            yield TimeMark(number, rank, event.models[0] if event.models else "")


def step_at_mark(game: Game[Any, Any], headings: Mapping[str, int], at: int, last: int, by: int) -> int:
    """Return the step at which the next activation or round begins, or the one before where ``by`` is below 0: of a
    battle that is shown up to its step ``last`` and looked at as it was after ``at``.
    """
    marks = [mark.step for mark in marks_of(game, headings) if mark.step <= last]
    if by > 0:
        return next((step for step in marks if step > at), last)
    return next((step for step in reversed(marks) if step < at), 0)


class TimeMarks:
    """The marks of a battle, kept while it goes on, and those of them that are drawn, kept until it did."""

    def __init__(self) -> None:
        self._done: tuple[Step[Any, Any], ...] = ()
        self._marks: tuple[TimeMark, ...] = ()
        self._placed: tuple[tuple[object, ...], tuple[PlacedMark, ...]] = ((), ())

    def of(self, game: Game[Any, Any], headings: Mapping[str, int]) -> tuple[TimeMark, ...]:
        """Return the marks of a battle; where it only went on, those of the new steps are looked for alone."""
        done, kept = game.done, len(self._done)
        if done is not self._done:
            goes_on = 0 < kept <= len(done) and done[kept - 1] is self._done[-1]
            before = self._marks if goes_on else ()
            self._done, self._marks = done, (*before, *_marks(done, headings, kept if goes_on else 0))
        return self._marks

    def placed(
        self, game: Game[Any, Any], headings: Mapping[str, int], steps: int, room: float, *, is_over: bool = False
    ) -> tuple[PlacedMark, ...]:
        """Return the marks of the first ``steps`` steps that are drawn on a line of ``room`` pixels. ``is_over``: the
        battle ends with the last of its steps.
        """
        marks = self.of(game, headings)
        end = len(game.done) if is_over else 0
        made_for = (marks, steps, room, end)
        if not (self._placed[0] and self._placed[0][0] is marks and self._placed[0][1:] == made_for[1:]):
            self._placed = made_for, _spread(marks, steps, room, end)
        return self._placed[1]


def _spread(marks: Sequence[TimeMark], steps: int, room: float, end: int) -> tuple[PlacedMark, ...]:
    """Return of marks that would stand nearer than `APART` to each other the largest, the first of several."""
    found: dict[int, PlacedMark] = {}
    number = 0
    for mark in marks:
        if mark.step > steps:
            break
        number += mark.rank == 1
        share = mark.step / steps
        slot = int(share * room / APART)
        if slot not in found or mark.rank < found[slot].mark.rank:
            found[slot] = PlacedMark(mark, share, 0 if mark.step == end else number)
    return tuple(found.values())
