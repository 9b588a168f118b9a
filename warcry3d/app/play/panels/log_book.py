"""The battle report as rows of a panel: what was broken into rows once is kept, so a frame costs the same however long
the report is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from warcry3d.app.scene.label import wrapped
from warcry3d.game.actions import Rolled
from warcry3d.game.session import Game, Step
from warcry3d.messages.battles import Teller

__all__ = ["LogBook", "LogRow"]


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row: the step it is of, its text, its rank as a heading (0: none), how far it is set in, the rules at work."""

    step: int
    text: str
    rank: int
    depth: int
    rules: tuple[str, ...] = ()
    models: tuple[str, ...] = ()


class LogBook:
    """The rows of a battle. ``width``: of a text on the screen; what they are made for is given with each question."""

    def __init__(self) -> None:
        self._made_for: tuple[object, ...] = ()
        self._steps: list[Step[Any, Any]] = []
        self._counts: list[int] = []
        self._rows: list[LogRow] = []

    def rows(
        self,
        game: Game[Any, Any],
        steps: int,
        teller: Teller,
        headings: Mapping[str, int],
        room: float,
        width: Callable[[str], float],
    ) -> list[LogRow]:
        """Return the rows of the first ``steps`` steps in a panel with ``room`` pixels."""
        made_for = (teller.words.language, tuple(teller.names.items()), room)
        if made_for != self._made_for:
            self._made_for, self._steps, self._counts, self._rows = made_for, [], [], []
        kept = min(len(self._steps), steps)
        while kept and self._steps[kept - 1] is not game.done[kept - 1]:
            kept -= 1
        del self._steps[kept:], self._counts[kept:]
        del self._rows[self._counts[-1] if self._counts else 0 :]
        for number in range(kept + 1, steps + 1):
            step = game.done[number - 1]
            self._rows += _rows_of(number, step, teller, headings, room, width)
            self._steps.append(step)
            self._counts.append(len(self._rows))
        return self._rows


def _rows_of(
    number: int,
    step: Step[Any, Any],
    teller: Teller,
    headings: Mapping[str, int],
    room: float,
    width: Callable[[str], float],
) -> list[LogRow]:
    rolled = isinstance(step.action, Rolled)
    rows: list[LogRow] = []
    for event in step.events:
        rank = headings.get(event.kind, 0)
        text = teller.said(event.message)
        text = text[:1].upper() + text[1:]
        depth = 0 if rank else 1 + event.depth + rolled
        indent = width("  ") * depth
        for part in wrapped(text, max(room - indent, width("mmmm")), width):
            rows.append(LogRow(number, part, rank, depth, event.rules, event.models))
    return rows
