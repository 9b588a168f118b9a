"""A fighter in hand: the legs laid so far, where the pointer holds it, what the judge says of it. No graphics here."""

import math
from dataclasses import dataclass, field, replace
from typing import Self

from warcry3d.app.moves.likely_legs import HeldPlace, Legs
from warcry3d.app.moves.move_judge import USUAL, MoveAnswer, MoveQuestion, own_inches
from warcry3d.app.moves.reach_field import AnyField, FieldQuestion
from warcry3d.errors import WarcryError
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Point
from warcry3d.rules.move_result import MoveAction, MoveResult
from warcry3d.table.table import Table

__all__ = ["HeldFighter", "dropped"]

TURN = math.radians(15)
"""A fighter in hand is turned by so much at a time."""
DISENGAGING = 3.0
"""The inches of a disengage."""


@dataclass(frozen=True, slots=True)
class HeldFighter:
    """A fighter in hand. ``laid``: the legs laid by each click; ``spot``: where the pointer holds it, None: nowhere.

    ``own``: the inches its profile gives, None: it does not say; ``allowed``: those it has here. ``answer``: what the
    judge said last; `is_current` whether that is about where it is held now.
    """

    table: Table
    model: str
    own: float | None
    allowed: float
    laid: tuple[Legs, ...] = ()
    spot: HeldPlace | None = None
    facing: float | None = None
    action: MoveAction = MoveAction.MOVE
    avoids_damage: bool = False
    reachable: AnyField | None = None
    answer: MoveAnswer | None = field(default=None, compare=False)
    failure: WarcryError | None = field(default=None, compare=False)

    @classmethod
    def taking(
        cls, table: Table, model: str, *, allowed: float | None = None, action: MoveAction = MoveAction.MOVE
    ) -> Self:
        """Return a fighter taken in hand for an action, with the inches of its profile unless others are given."""
        own = own_inches(table, model) if allowed is None else allowed
        return cls(table, model, own, USUAL if own is None else own, action=action)

    @property
    def question(self) -> MoveQuestion:
        """Return what the judge is asked."""
        known = self.reachable if self.has_field else None
        return MoveQuestion(
            self.model, self._legs, self.spot, self.allowed, self.action, self.avoids_damage, self.facing, known
        )

    @property
    def _legs(self) -> Legs:
        return tuple(leg for laid in self.laid for leg in laid)

    @property
    def field_question(self) -> FieldQuestion:
        """Return from where its field is asked."""
        return FieldQuestion(self.model, self._legs, self.allowed, self.action, self.avoids_damage)

    @property
    def has_field(self) -> bool:
        """Whether its field is that of what was laid so far."""
        return (
            self.reachable is not None and replace(self.reachable.question, keeps_facing=False) == self.field_question
        )

    @property
    def moved(self) -> MoveResult | None:
        """Return the judge's last answer."""
        return self.answer.moved if self.answer else None

    @property
    def is_current(self) -> bool:
        """Whether the last answer is about where the fighter is held now."""
        return self.answer is not None and self.answer.question == self.question

    @property
    def is_moved(self) -> bool:
        """Whether anything was laid or is held, so that there is something to drop."""
        return bool(self.laid) or self.spot is not None

    @property
    def at(self) -> Point:
        """Return where its ghost stands: under the pointer or where its inches end, else where the legs laid lead."""
        if self.answer is not None and self.answer.is_shortened and self.is_current:
            return self.answer.moved.ends.at
        if self.spot is not None:
            return self.spot.at
        return self.laid[-1][-1].to[-1] if self.laid else self.table.model(self.model).placement.at

    @property
    def turn(self) -> float:
        """Return where its ghost faces (radians): as its way ends, if nobody turned it; else as it was turned last."""
        if self.facing is None and self.spot is not None and self.answer is not None:
            asked = self.answer.question
            if asked.facing is None and asked.laid == self._legs and asked.spot is not None:
                return self.answer.moved.trace.end.turn
        turns = [leg.facing for laid in self.laid for leg in laid if leg.facing is not None]
        turns += [self.facing] if self.facing is not None else []
        return turns[-1] if turns else self.table.model(self.model).placement.turn

    def laying(self) -> Self:
        """Return it with the legs to the pointer laid down; unchanged where the judge has not answered yet."""
        if self.spot is None or self.answer is None or not self.is_current:
            return self
        return replace(self, laid=(*self.laid, self.answer.added), spot=None, facing=None)

    def back(self) -> Self:
        """Return it without the legs laid last."""
        return replace(self, laid=self.laid[:-1], facing=None)

    def for_action(self, action: MoveAction) -> Self:
        """Return it moving for another action, with the inches that has."""
        inches = DISENGAGING if action is MoveAction.DISENGAGE else self.own if self.own is not None else USUAL
        return replace(self, action=action, allowed=inches)

    def turned(self, steps: int) -> Self:
        """Return it turned to the left by so many steps."""
        return replace(self, facing=math.remainder(self.turn + steps * TURN, math.tau))


def dropped(held: HeldFighter) -> Table | None:
    """Return the table with the fighter where the judged path leaves it; None where there is no answer yet.

    One that falls is put at the nearest place there is for it.
    """
    if held.answer is None or not held.is_current or not held.is_moved:
        return None
    ends = held.answer.moved.ends
    at = ends.at
    if ends.falls and ends.landings is not None and ends.landings.places:
        at = ends.landings.places[0].nearest
    return held.table.placing(held.model, Placement(at, held.answer.moved.trace.end.turn))
