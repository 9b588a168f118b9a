"""The battle report as rows of a panel: what was broken into rows once is kept, and no frame breaks more than a slice,
so a frame costs the same however long the report is.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from warcry3d.app.scene.label import wrapped
from warcry3d.game.actions import Rolled
from warcry3d.game.places import PlaceName
from warcry3d.game.session import Game, Step
from warcry3d.message import Message
from warcry3d.messages.battles import Teller
from warcry3d.rules.place_words import PlaceWords

__all__ = ["LogBook", "LogRow"]

Places: TypeAlias = Callable[[Any], PlaceWords]
"""Gives the words for places on the table of a state."""

SLICE = 32
"""So many steps are broken into rows in a frame, besides those that just came."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row: the step it is of, its text, its rank as a heading (0: none), how far it is set in, the rules at work.

    ``ids``: those that are written behind it. ``exact``: the sentence by coordinates, where words for places stand in
    its text.
    """

    step: int
    text: str
    rank: int
    depth: int
    rules: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    ids: str = ""
    exact: str = ""


class LogBook:
    """The rows of a battle, broken slice by slice, the newest first: a long report is whole after some frames.

    ``width``: of a text on the screen; what rows are made for is given with each question.
    """

    def __init__(self) -> None:
        self._made_for: tuple[object, ...] = ()
        self._steps: list[Step[Any, Any]] = []
        self._counts: list[int] = []
        self._first = 0
        self.rows: list[LogRow] = []
        self.older = 0

    @property
    def is_whole(self) -> bool:
        """Whether the rows of all steps are there."""
        return self._first == 0

    def follow(
        self,
        game: Game[Any, Any],
        steps: int,
        teller: Teller,
        headings: Mapping[str, int],
        room: float,
        width: Callable[[str], float],
        *,
        has_ids: bool = False,
        places: Places | None = None,
    ) -> None:
        """Bring ``rows`` in step with the first ``steps`` steps in ``room`` pixels, as far as a slice goes.

        ``has_ids``: the ids of the rules at work are written behind each line. ``places``: gives the words for places
        after a step; None: their coordinates. ``older``: so many rows of earlier steps
        came in before those that were there.
        """
        said = partial(_said_of, teller=teller, places=places)
        broken = partial(_rows_of, said=said, headings=headings, room=room, width=width, has_ids=has_ids)
        made_for = (teller.words.language, tuple(teller.names.items()), room, width("mmmm"), has_ids)
        self._keep(made_for, game, steps)
        last = self._first + len(self._steps)
        if steps - last > SLICE:
            self._clear(steps)
        for number in range(self._first + len(self._steps), steps):
            made = broken(number + 1, game.done[number])
            self._steps.append(game.done[number])
            self._counts.append(len(made))
            self.rows += made
        self._look_back(game, broken)

    def _keep(self, made_for: tuple[object, ...], game: Game[Any, Any], steps: int) -> None:
        """Keep the rows of the steps that are still the same, of the same words in the same room."""
        if made_for != self._made_for:
            self._made_for = made_for
            self._clear(steps)
            return
        while self._steps:
            last = self._first + len(self._steps)
            if last <= steps and self._steps[-1] is game.done[last - 1]:
                return
            self._steps.pop()
            count = self._counts.pop()
            del self.rows[len(self.rows) - count :]
        self._clear(steps)

    def _clear(self, steps: int) -> None:
        self._first, self._steps, self._counts, self.rows = steps, [], [], []

    def _look_back(self, game: Game[Any, Any], broken: Callable[[int, Step[Any, Any]], list[LogRow]]) -> None:
        """Put a slice of earlier steps before the rows that are there."""
        begin = max(0, self._first - SLICE)
        made = [broken(number + 1, game.done[number]) for number in range(begin, self._first)]
        older = [row for rows in made for row in rows]
        self._steps[:0], self._counts[:0] = game.done[begin : self._first], [len(rows) for rows in made]
        self.rows[:0] = older
        self._first, self.older = begin, len(older)


def _said_of(step: Step[Any, Any], teller: Teller, places: Places | None) -> Iterator[tuple[str, str]]:
    """Yield the sentence of each event of a step, and the same by coordinates where it has words for places."""
    plain = replace(teller, where=None)
    if places is None or not any(map(_has_place, (event.message for event in step.events))):
        yield from ((_sentence(plain, event.message), "") for event in step.events)
        return
    told = replace(teller, where=places(step.state).said)
    for event in step.events:
        text, exact = _sentence(told, event.message), _sentence(plain, event.message)
        yield text, exact if exact != text else ""


def _sentence(teller: Teller, message: Message) -> str:
    said = teller.said(message)
    return said[:1].upper() + said[1:]


def _has_place(value: object) -> bool:
    """Return whether a value of a message is a place, or has one in it."""
    match value:
        case PlaceName():
            return True
        case Message():
            return any(map(_has_place, value.values.values()))
        case tuple() | list():
            return any(map(_has_place, value))
    return False


def _rows_of(
    number: int,
    step: Step[Any, Any],
    said: Callable[[Step[Any, Any]], Iterator[tuple[str, str]]],
    headings: Mapping[str, int],
    room: float,
    width: Callable[[str], float],
    has_ids: bool,
) -> list[LogRow]:
    rolled = isinstance(step.action, Rolled)
    rows: list[LogRow] = []
    for event, (text, exact) in zip(step.events, said(step), strict=True):
        rank = headings.get(event.kind, 0)
        rolled = rolled and not rank
        depth = 0 if rank else 1 + event.depth + rolled
        indent = width("  ") * depth
        ids = ",".join(event.rules) if has_ids else ""
        for part in wrapped(f"{text} {ids}".strip(), max(room - indent, width("mmmm")), width):
            is_end = bool(ids) and part.endswith(ids)
            shown = part.removesuffix(ids) if is_end else part
            rows.append(LogRow(number, shown, rank, depth, event.rules, event.models, ids if is_end else "", exact))
    return rows
