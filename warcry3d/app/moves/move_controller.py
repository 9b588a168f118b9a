"""Moves fighters: turns gestures into intents of a `MoveModel`, and asks the background what the model asks."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol

import numpy as np

from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.moves.keys import MOVE_COMMANDS, TURNS
from warcry3d.app.moves.model import (
    AnswerField,
    AnswerMove,
    DroppedFighter,
    HoldAt,
    LayAt,
    MoveCommand,
    MoveIntent,
    MoveModel,
    Ray,
    ReleaseAt,
    TakeInHand,
    TurnFighter,
)
from warcry3d.app.moves.move_judge import MoveAnswer, MoveJudge, MoveQuestion
from warcry3d.app.moves.reach_field import AnyField, FieldQuestion, ReachField, proposed, reachable
from warcry3d.app.moves.scene import overlays_of_held
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.scene.pointing import model_under
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Dropped, Gesture, Key, Pointed
from warcry3d.game.prompts import GoEnds
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.table.table import Table

__all__ = ["MoveController", "Pointing"]

STEADY = 6.0
"""A click within so many pixels of the corner clicked last drops the fighter there, however late it comes."""
KEPT_FIELDS = 4
KEPT = 64
"""So many of the judge's last answers are kept."""


class Pointing(Protocol):
    """What says what is under the pointer, and when the search is compiled. ``ray``: None where nobody can be held."""

    def fighter_under(self, at: tuple[float, float] | None) -> str | None: ...
    def ray(self, at: tuple[float, float]) -> tuple[FloatArray, FloatArray] | None: ...
    def wait_for_kernels(self, what: str) -> None: ...


class MoveController:
    """Holds the model and its background. ``close()`` it when done."""

    def __init__(
        self,
        pointing: Pointing,
        judge: Callable[[Table], MoveJudge] = MoveJudge,
        ends: GoEnds | None = None,
        *,
        is_brief: bool = False,
    ) -> None:
        """Make it; ``judge``: makes the judge of the moves on a table; ``ends``: proposes ways in the place of a
        search for them. ``is_brief``: as for `overlays_of_held`; and a corner that is refused is taken back when the
        pointer moves on.
        """
        self.model = MoveModel(takes_back=is_brief)
        self._pointing = pointing
        self._judge = judge
        self._ends = ends
        self._is_brief = is_brief
        self._answers: Answers[MoveQuestion, MoveAnswer] | None = None
        self._fields: Answers[FieldQuestion, AnyField] | None = None
        self._clicked: tuple[tuple[float, float] | None, FloatArray] | None = None
        """Where the corner that was laid last was clicked, or the move begun, and where the eye was; no pixel where the
        place was given elsewhere than on the table.
        """
        self._pointer: tuple[float, float] | None = None
        """Where the pointer was last over the table; None: over no part of it."""
        self._drawn: tuple[HeldFighter | None, tuple[Overlay, ...]] = (None, ())

    @property
    def held(self) -> HeldFighter | None:
        """Return the fighter in hand."""
        return self.model.held

    @property
    def is_marked(self) -> bool:
        """Whether the ghost stands where was clicked last, so that another click there drops it: the pointer is there
        still, or nowhere on the table.
        """
        if self._clicked is None or self.held is None:
            return False
        return self._pointer is None or self.held.spot is None or _is_steady(self._pointer, self._clicked[0])

    @property
    def is_judging(self) -> bool:
        """Whether the judge of moves is at work."""
        return self._answers is not None and self._answers.is_working

    @property
    def is_searching(self) -> bool:
        """Whether the field of the fighter in hand is being searched for."""
        return self._fields is not None and self._fields.is_working

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """Return what is drawn on the table for the fighter in hand."""
        held = self.model.held
        if held is not self._drawn[0]:
            self._drawn = (held, overlays_of_held(held, is_brief=self._is_brief) if held is not None else ())
        return self._drawn[1]

    def take_landing(self) -> DroppedFighter | None:
        """Return what came of a drop, once."""
        landing = self.model.landing
        if landing is not None:
            self.do(MoveCommand.LET_GO)
        return landing

    def do(self, intent: MoveIntent) -> None:
        """Take an intent: the model changes, and what it asks is asked."""
        if isinstance(intent, TakeInHand):
            self._begin(intent.table)
        if not isinstance(intent, HoldAt | LayAt | AnswerMove | AnswerField):
            self._clicked = None
        self.model = self.model.after(intent)
        if self.model.held is None:
            self.close()
        else:
            self._ask()

    def poll(self) -> bool:
        """Hand the model what the background found; return whether there was anything."""
        if self._answers is None or self._fields is None:
            return False
        is_judged, is_found = self._answers.poll(), self._fields.poll()
        if is_judged or is_found:
            self._ask(is_judged=is_judged)
        return is_judged or is_found

    def close(self) -> None:
        """Stop the background; work under way is not waited for."""
        for answers in (self._answers, self._fields):
            if answers is not None:
                answers.close()
        self._answers = self._fields = None

    def _begin(self, table: Table) -> None:
        self.close()
        self._answers = Answers(self._judge(table), keep=KEPT)
        search = partial(_search, self._pointing, table) if self._ends is None else partial(proposed, self._ends)
        self._fields = Answers(search, keep=KEPT_FIELDS)

    def _ask(self, *, is_judged: bool = False) -> None:
        """Ask what the model wants to know, and hand it what is known already, until it knows all there is."""
        for _ in range(KEPT):
            if self._answers is None or self._fields is None or self.model.held is None:
                return
            intent = self._known_field(self._fields) or self._known_move(self._answers, is_judged)
            if intent is None:
                return
            is_judged = False
            self.model = self.model.after(intent)

    def _known_field(self, fields: Answers[FieldQuestion, AnyField]) -> AnswerField | None:
        asked = self.model.field_question
        if asked is None:
            return None
        best = [question for question in (_turning(asked), asked) if question in fields.known]
        if not best:
            fields.ask(asked)
            return None
        return AnswerField(fields.known[best[0]])

    def _known_move(self, answers: Answers[MoveQuestion, MoveAnswer], is_judged: bool) -> AnswerMove | None:
        """Return the answer to what is asked; while there is none, the newest there is, if it is new."""
        held = self.model.held
        question = self.model.question
        if held is None or question is None or held.is_current:
            return None
        answers.ask(question)
        failure = answers.failure(question)
        if question in answers.known:
            return AnswerMove(question, answers.known[question])
        if failure is not None:
            return AnswerMove(question, failure=failure) if held.failure is not failure else None
        newest = next(reversed(list(answers.known.values())), None)
        return AnswerMove(newest.question, newest) if is_judged and newest is not None else None

    # Gestures

    def take(self, gesture: Gesture, table: Table) -> bool:
        """Do what a gesture means for moving a fighter of ``table``; return whether it means anything."""
        match gesture:
            case Key(name=name) if self.held is not None and name in MOVE_COMMANDS:
                self.do(MOVE_COMMANDS[name])
            case Key(name=name) if self.held is not None and name in TURNS:
                self.do(TurnFighter(TURNS[name]))
            case Pointed(at=at) if self.held is not None:
                self._pointer = at
                if at is None and self._clicked is not None and not self.held.laid:
                    at = self._clicked[0]  # what was clicked to begin holds while a panel is pointed at
                    if at is None:
                        return False
                ray = self._pointing.ray(at) if at is not None else None
                if at is not None and ray is not None and self._clicked and _is_steady(at, self._clicked[0]):
                    self._clicked = self._clicked[0], ray[0]
                    if self.model.is_refused:
                        return False  # why is still being read
                self.do(HoldAt(ray))
                return False
            case Clicked(button=button, at=at) if button == LEFT:
                self._click(at, table)
            case Clicked() if self.held is not None:
                self.do(MoveCommand.LET_GO)
            case Dragged(button=button) if button == LEFT:
                return self._drag(gesture, table)
            case Dropped() if self.model.is_carried:
                self.do(ReleaseAt(self._pointing.ray(gesture.at)))
            case _:
                return False
        return True

    def begin_at(self, at: tuple[float, float]) -> None:
        """Hold the fighter in hand over the pixel that was clicked to begin: a second click there drops it."""
        ray = self._pointing.ray(at)
        self.do(HoldAt(ray))
        self._clicked, self._pointer = None if ray is None else (at, ray[0]), at

    def mark(self, ray: Ray) -> None:
        """Hold the fighter in hand where a ray has it, and lay its way there, as a click on the table does."""
        self.do(LayAt(ray))
        self._clicked, self._pointer = (None, ray[0]), None

    def _click(self, at: tuple[float, float], table: Table) -> None:
        """Take a fighter in hand, lay a corner of its way, or at a second click there drop it."""
        if self.held is None:
            id = self._pointing.fighter_under(at)
            if id is not None:
                self.do(TakeInHand(table, id))
            return
        ray = self._pointing.ray(at)
        if ray is None:
            return
        before = self._clicked
        if before is not None and _is_steady(at, before[0]) and np.allclose(ray[0], before[1]):
            if not self.model.is_preparing:  # where it goes is not known yet: it can be clicked again
                self.do(MoveCommand.DROP)
            return
        self.do(LayAt(ray))
        self._clicked, self._pointer = (at, ray[0]), at

    def _drag(self, drag: Dragged, table: Table) -> bool:
        """Carry the fighter that the drag began on, or its ghost; else leave the drag to the camera."""
        if not self.model.is_carried:
            id = self._pointing.fighter_under(drag.start)
            on_ghost = self.held is not None and self._is_on_ghost(drag.start, self.held)
            if not on_ghost and id is not None and (self.held is None or id != self.held.model):
                self.do(TakeInHand(table, id))
            elif not on_ghost and id is None:
                return False
            self.do(MoveCommand.CARRY)
        self.do(HoldAt(self._pointing.ray(drag.at)))
        return True

    def _is_on_ghost(self, at: tuple[float, float], held: HeldFighter) -> bool:
        ghost = held.table.model(held.model).moved(Placement(held.at, held.turn))
        ray = self._pointing.ray(at)
        return ray is not None and model_under(ghost, ray)


def _is_steady(at: tuple[float, float], clicked: tuple[float, float] | None) -> bool:
    return clicked is not None and math.dist(at, clicked) < STEADY


def _search(pointing: Pointing, table: Table, question: FieldQuestion) -> ReachField:
    """Return a field, once the kernels of the search are compiled; called in the background."""
    if table.grid is None:
        pointing.wait_for_kernels("reach")
    return reachable(table, question)


def _turning(asked: FieldQuestion) -> FieldQuestion:
    """Return the question for the whole field, of which a base that keeps its facing may have the first part."""
    return replace(asked, keeps_facing=False)
