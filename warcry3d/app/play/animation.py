"""Shows what was done: the way that was gone, the line of an attack, and then the next step. Pure, but for the clock.

A step is shown for as long as there is something to see in it, at a pace that can be set; Space goes to the next.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from warcry3d.app.play.moment import Moment
from warcry3d.app.scene.colours import AMBER, GOLD, PAPER, side_colour
from warcry3d.app.scene.dice_physics import SIDES, DiceThrow, throw_dice
from warcry3d.app.scene.overlays import Beam, FallingDice, FlatLine, Ghost, Overlay, Sign, SignKind, lifted
from warcry3d.app.shell.settings import Settings
from warcry3d.game.actions import Rolled
from warcry3d.game.reasons import Point
from warcry3d.game.ruleset import Event, Pending, Roll
from warcry3d.game.session import Step

__all__ = ["Animation", "animation_of"]

SPEED = 4.0
"""Inches of way that are gone in a second."""
LOOK = 0.9
"""Seconds for which what two models have to do with each other is shown; half of it where there is less to see."""


@dataclass(frozen=True, slots=True, eq=False)
class Animation:
    """What is seen of a step, beginning at ``started`` (s). ``before``: the battle before it; ``throw``: its dice."""

    step: int
    events: tuple[Event, ...]
    before: Moment
    started: float
    pace: float
    throw: DiceThrow | None = None

    @property
    def seconds(self) -> float:
        """Return how long it takes."""
        if self.throw is not None:
            return (self.throw.seconds + LOOK) / self.pace
        way = max((_length(event.way) for event in self.events), default=0.0)
        looked = LOOK if any(event.models or event.faces for event in self.events) else LOOK / 3
        return (way / SPEED + looked) / self.pace if self.events else 0.0

    def is_over(self, now: float) -> bool:
        """Return whether it has been shown."""
        return now >= self.started + self.seconds

    def overlays(self, now: float) -> tuple[Overlay, ...]:
        """Return what is laid over the table now."""
        gone = max(0.0, (now - self.started) * self.pace * SPEED)
        made: list[Overlay] = []
        if self.throw is not None:
            made.append(FallingDice(self.throw.at((now - self.started) * self.pace)))
        for event in self.events:
            made += self._way(event, gone)
            made += self._line(event)
        return tuple(made)

    def _way(self, event: Event, gone: float) -> Iterator[Overlay]:
        """Yield the way of a model so far, and its ghost at the end of it."""
        if len(event.way) < 2 or not event.models:
            return
        id = event.models[0]
        side = self.before.side_of(id)
        at = event.way[0]
        for start, end in pairwise(event.way):
            length = float(np.linalg.norm(np.subtract(end, start)))
            if length <= 1e-6:
                continue
            share = min(gone / length, 1.0)
            x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
            at = (x, y, z)
            yield FlatLine(lifted(start), lifted(at), side_colour(side), width=7.0)
            gone -= length
            if gone <= 0:
                break
        turn = next((m.placement.turn for m in self.before.table.models if m.id == id), 0.0)
        yield Ghost(id, at, turn, PAPER)

    def _line(self, event: Event) -> Iterator[Overlay]:
        """Yield the line between the two models that have to do with each other, and corners around both."""
        there = {model.id: model.placement.at for model in self.before.table.models}
        concerned = [id for id in event.models if id in there]
        for id in concerned:
            yield Sign(lifted(there[id]), SignKind.CORNERS, GOLD, 52.0)
        if len(concerned) > 1 and not event.way:
            start, end = there[concerned[0]], there[concerned[1]]
            yield Beam(_high(start), _high(end), GOLD, AMBER, width=10.0)


def animation_of(
    step: Step[Any, Any], number: int, before: Moment, due: Pending, started: float, settings: Settings
) -> Animation:
    """Return what there is to see of a step, before which ``due`` was due."""
    is_throw = isinstance(step.action, Rolled) and not settings.has_instant_dice and not settings.has_less_motion
    has_six = isinstance(due, Roll) and due.sides == SIDES
    throw = throw_dice(step.action.faces, number) if is_throw and has_six else None
    return Animation(number, step.events, before, started, settings.pace, throw)


def _length(way: tuple[Point, ...]) -> float:
    return sum(float(np.linalg.norm(np.subtract(end, start))) for start, end in pairwise(way))


def _high(at: Point) -> Point:
    return at[0], at[1], at[2] + 0.9
