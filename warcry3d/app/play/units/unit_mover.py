"""Moves a unit in hand: turns gestures into intents of a `UnitInHand`, and has the background judge what it holds."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from warcry3d.app.moves.held_place import place_under
from warcry3d.app.moves.keys import CORNER, DROP, TURNS
from warcry3d.app.play.keys import ARROWS, FORMATION, NEXT, PLACE_LEFT, PLACE_RIGHT, PREVIOUS, SUGGESTED, UNDO
from warcry3d.app.play.placing import snapped_to_areas
from warcry3d.app.play.units.unit_in_hand import (
    Adjusted,
    AnswerUnit,
    BackOne,
    Formed,
    HoldUnit,
    LayUnit,
    LeadBy,
    NextFormation,
    TakeSingle,
    TakeSuggested,
    TurnUnit,
    UnitAnswer,
    UnitInHand,
    UnitIntent,
    UnitQuestion,
    group,
    models_of,
)
from warcry3d.app.scene.pointing import model_under
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Dropped, Gesture, Key, Pointed
from warcry3d.app.shell.room import Host
from warcry3d.errors import WarcryError
from warcry3d.game.prompts import Go, Place
from warcry3d.game.reasons import Point
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.free_space import room_of
from warcry3d.motion.standing_models import others_of
from warcry3d.motion.volume import volume_of
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["UnitMover"]

Ray: TypeAlias = tuple[FloatArray, FloatArray]

KEPT = 32
"""So many of the judge's last answers are kept."""
LET_GO = 5
"""A judgement that is no longer wanted is stopped; while the unit is dragged on, only of so many questions in a row."""
SOON = 0.02
"""The first frame in which nothing is done waits at most so long (s) for the judge, and shows the unit as judged."""
STEADY = 6.0
"""A click within so many pixels of the last one, where the unit was laid down, confirms it."""
STEP, HIGH = 0.5, 100.0
"""The arrow keys move what is in hand by so much (in); places are found by a ray from so high."""
KEYS: Mapping[str, UnitIntent] = MappingProxyType(
    {
        FORMATION.keys[0]: NextFormation(),
        SUGGESTED.keys[0]: TakeSuggested(),
        **{name: TurnUnit(steps) for name, steps in TURNS.items()},
        PLACE_LEFT.keys[0]: TurnUnit(1),
        PLACE_RIGHT.keys[0]: TurnUnit(-1),
    }
)


@dataclass(frozen=True)
class UnitJudge:
    """Answers questions about a unit; called in one background thread."""

    prompt: Go | Place
    check: Callable[[], None] = lambda: None
    """Raises where the answer is wanted no longer."""

    def __call__(self, question: UnitQuestion) -> UnitAnswer:
        """Return what the prompt's group makes of a question."""
        asked = group(self.prompt)
        match question:
            case Formed(order=order):
                answer = asked.follow(replace(order, check=self.check))
            case Adjusted(answer=laid, model=model, to=to):
                answer = asked.adjusted(laid, model, to)
            case _:
                answer = question.answer
        self.check()
        return UnitAnswer(question, tuple(answer), asked.judge(tuple(answer)))


class UnitMover:
    """Holds a unit and its background. ``close()`` it when done.

    ``table``: the battle's, on which models stand where they are, those that are being set up too.
    """

    def __init__(self, host: Host, table: Table, prompt: Go | Place, leader: str = "") -> None:
        self._host, self.table = host, table
        self.held = UnitInHand.taking(prompt, leader)
        self._answers: Answers[UnitQuestion, UnitAnswer] = Answers(UnitJudge(prompt, self._check), keep=KEPT)
        self._unanswered = 0
        self._newest: UnitAnswer | None = None
        self._is_carried = False
        self._clicked: tuple[float, float] | None = None
        self._is_confirmed = False
        self._frames_at_rest = 0
        self.hovered = ""
        self._ask()

    @property
    def is_working(self) -> bool:
        """Whether what is held is being judged."""
        return self._answers.is_working

    @property
    def failure(self) -> WarcryError | None:
        """Return why what is held could not be judged."""
        question = self.held.question
        return None if question is None else self._answers.failure(question)

    def do(self, intent: UnitIntent) -> None:
        """Take an intent: the unit changes, and what it asks is asked."""
        self.held = self.held.after(intent)
        self._frames_at_rest = 0
        self._ask()
        self._unanswered += 1
        if self._unanswered < LET_GO:
            self._answers.stop_stale()

    def restore(self, held: UnitInHand) -> None:
        """Take a unit in hand as it was held before."""
        self.held = replace(held, is_due=False)
        self._ask()

    def _check(self) -> None:
        self._answers.check()

    def _ask(self) -> None:
        question = self.held.question
        if question is None or self.held.is_current:
            return
        self._answers.ask(question)
        if question in self._answers.known:
            self.held = self.held.after(AnswerUnit(self._answers.known[question]))

    def poll(self) -> bool:
        """Take in what the background found; return whether there was anything."""
        if self._frames_at_rest:
            self._answers.stop_stale()
        is_new = self._answers.settle(SOON if self._frames_at_rest == 1 else 0.0)
        self._frames_at_rest += 1
        if is_new:
            newest = next(reversed(list(self._answers.known.values())), None)
            if newest is not self._newest:
                self._newest, self._unanswered = newest, 0
            if newest is not None and not self.held.is_current:
                self.held = self.held.after(AnswerUnit(newest))
            self._ask()
        return is_new

    def close(self) -> None:
        """Stop; work under way is not waited for."""
        self._answers.close()

    def take_answer(self) -> tuple[Any, ...]:
        """Return the answer that was confirmed, once it is judged to be allowed; empty: none was."""
        if not self._is_confirmed or self.held.is_due:
            return ()
        if not self.held.is_current:
            return ()
        self._is_confirmed = False
        return self.held.ready

    def back(self) -> bool:
        """Take back the last thing done; return whether there was anything."""
        before = self.held
        self._is_confirmed = False
        self.do(BackOne())
        return self.held is not before

    # Gestures

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means for the unit; return whether it means anything."""
        match gesture:
            case Pointed(at=at):
                return self._point(at)
            case Clicked(button=button, at=at) if button == LEFT:
                self._click(at)
            case Dragged(button=button) if button == LEFT:
                return self._drag(gesture)
            case Dropped(at=at) if self._is_carried:
                self._is_carried = False
                self._hold(at)
                self.do(LayUnit())
            case Key(name=name):
                return self._take_key(name)
            case _:
                return False
        return True

    def _take_key(self, name: str) -> bool:
        if name in DROP.keys:
            self.confirm()
        elif name in (*CORNER.keys, UNDO):
            return self.back()
        elif name in (*NEXT.keys, *PREVIOUS.keys) and self.held.laid:
            self._take_next(1 if name in NEXT.keys else -1)
        elif name in ARROWS:
            self._nudge(*ARROWS[name])
        elif name in KEYS and (name not in SUGGESTED.keys or self.held.prompt.suggested):
            self.do(KEYS[name])
        else:
            return False
        return True

    def confirm(self) -> None:
        """Answer with the unit as it is held, as soon as it is judged to be allowed."""
        if self.held.question is not None:
            if not self.held.laid or self.held.single:
                self.do(LayUnit())
            self._is_confirmed = True

    def _take_next(self, by: int) -> None:
        """Take the next single model in hand, where it was laid down."""
        models = models_of(self.held.prompt)
        here = models.index(self.held.single) + by if self.held.single in models else (0 if by > 0 else -1)
        self.do(TakeSingle(models[here % len(models)]))
        self.hovered = self.held.single

    def _nudge(self, dx: int, dy: int) -> None:
        """Move what is in hand by half an inch."""
        held = self.held
        moved = held.single or ("" if held.laid else held.leader)
        if not moved:
            return
        place = held.place_of(moved)
        at = held.at or (place.end if place is not None else self.standing(moved).placement.at)
        above = np.array([at[0] + STEP * dx, at[1] + STEP * dy, at[2] + HIGH])
        self.do(HoldUnit(self._place((above, np.array([0.0, 0.0, -1.0])), moved)))

    def _point(self, at: tuple[float, float] | None) -> bool:
        if self.held.is_due or self._is_confirmed:
            return False
        if self.held.laid and not self.held.single:
            self.hovered = self._ghost_under(at)
            return False
        self._hold(at)
        return False

    def _hold(self, at: tuple[float, float] | None) -> None:
        moved = self.held.single or self.held.leader
        if at is not None:
            self.do(HoldUnit(self._place(self._host.ray(at), moved)))

    def _click(self, at: tuple[float, float]) -> None:
        held, last, self._clicked = self.held, self._clicked, at
        if held.laid and not held.single:
            ghost, own = self._ghost_under(at), self._own_under(at)
            if ghost:
                self.do(TakeSingle(ghost))
            elif own:
                self.do(LeadBy(own))
            elif last is not None and math.dist(at, last) < STEADY:
                self.confirm()
            else:
                self.do(LeadBy(held.leader))
                self._hold(at)
                self.do(LayUnit())
            return
        own = "" if held.single else self._own_under(at)
        if own and own != held.leader:
            self.do(LeadBy(own))
            return
        self._hold(at)
        self.do(LayUnit())

    def _drag(self, drag: Dragged) -> bool:
        """Carry the unit or the single model that the drag began on; else leave the drag to the camera."""
        if not self._is_carried:
            ghost, own = self._ghost_under(drag.start), self._own_under(drag.start)
            if self.held.laid and ghost:
                self.do(TakeSingle(ghost))
            elif own:
                self.do(LeadBy(own))
            elif not ghost:
                return False
            self._is_carried = True
        self._hold(drag.at)
        return True

    # What is under the pointer

    def standing(self, model: str) -> Model:
        """Return a model as it stands, or would be set up."""
        return self.table.model(model)

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(models_of(self.held.prompt))

    def _own_under(self, at: tuple[float, float] | None) -> str:
        """Return the model of the unit that stands under a pixel; those being set up stand nowhere yet."""
        id = self._host.fighter_under(at) if isinstance(self.held.prompt, Go) else None
        return id if id is not None and id in self._own else ""

    def _ghost_under(self, at: tuple[float, float] | None) -> str:
        """Return the model whose ghost is under a pixel, the nearest to the eye; "" for none."""
        judged = self.held.judged
        if at is None or judged is None:
            return ""
        start, direction = self._host.ray(at)
        met = [
            (float(np.linalg.norm(np.array(one.end) - start)), one.model)
            for one in judged.members
            if _may_meet(one.end, start, direction)
            and model_under(self.standing(one.model).moved(Placement(one.end, one.turn)), (start, direction))
        ]
        return min(met)[1] if met else ""

    def _place(self, ray: Ray, model: str) -> Point | None:
        """Return where a ray holds a model of the unit, no farther than its inches go."""
        table = self._beside(model)
        volume = volume_of(table.model(model))
        room = room_of(table, volume)
        found = place_under(room, others_of(table, model, volume), *ray)
        if found is None:
            return None
        if isinstance(self.held.prompt, Place):
            return snapped_to_areas(found.at, self.held.prompt.areas, math.inf)
        here, prompt = self.standing(model).placement.at, self.held.prompt
        far = math.dist(here[:2], found.at[:2])
        if far <= prompt.budget:
            return found.at
        x, y = (here[k] + (found.at[k] - here[k]) * prompt.budget / far for k in (0, 1))
        again = place_under(room, others_of(table, model, volume), np.array([x, y, HIGH]), np.array([0.0, 0.0, -1.0]))
        return None if again is None else again.at

    def _beside(self, model: str) -> Table:
        """Return the table without the rest of the unit; while a single model is adjusted, with the rest laid down."""
        judged = self.held.judged if self.held.single else None
        kept = [one for one in self.table.models if one.id not in self._own or one.id == model]
        for one in judged.members if judged is not None else ():
            if one.model != model:
                kept.append(self.standing(one.model).moved(Placement(one.end, one.turn)))
        return replace(self.table, models=tuple(kept))


NEAR = 3.0
"""A ghost farther than this (in) from a line of sight is not met by it: models are less wide and less high."""


def _may_meet(at: Point, start: FloatArray, direction: FloatArray) -> bool:
    away = np.array(at) - start
    return float(np.linalg.norm(away - (away @ direction) * direction)) < NEAR
