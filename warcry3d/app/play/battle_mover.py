"""Moves fighters in a battle: today's mover, fed by a prompt's inches and judged by the battle's rules."""

from collections.abc import Callable
from typing import Any

import numpy as np

from warcry3d.app.moves.model import HoldAt, MoveCommand, Ray, TakeInHand
from warcry3d.app.moves.move_controller import MoveController, Pointing
from warcry3d.app.moves.move_judge import MoveJudge
from warcry3d.app.play.approaches import Approaches
from warcry3d.app.play.keys import ARROWS, BACK
from warcry3d.app.shell.gestures import LEFT, Clicked, Gesture, Key, Pointed
from warcry3d.game.prompts import Go, ModelPath
from warcry3d.game.reasons import ActionFault, Point, RuleReason
from warcry3d.game.session import Game
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.move_result import MoveAction
from warcry3d.table.table import Table

__all__ = ["BattleMover"]

STEP = 0.5
"""The arrow keys move the ghost by so much (in)."""
SQUARE = 1.0
"""On squares they move it by one."""
HIGH = 100.0


class BattleMover:
    """Finds a path for a model of a prompt. ``close()`` it when done."""

    def __init__(
        self, pointing: Pointing, game: Game[Any, Any], prompt: Go, extras: Callable[[], tuple[str, ...]]
    ) -> None:
        self._game = game
        self._prompt = prompt
        self._extras = extras
        self._approaches: Approaches | None = None
        self._named: tuple[str, tuple[float, float] | None] = ("", None)
        """Whom it is to come to, once a place for that is known, and where that one was clicked on the table."""
        self._came_to = ""
        """Whom it was held beside last by name."""
        if prompt.approach is not None:
            self._approaches = Approaches(pointing, prompt.approach, prompt.models[0], prompt.extras)
        self.controller = MoveController(self._approaches or pointing, self._judge, prompt.ends, is_brief=True)

    def _judge(self, table: Table) -> MoveJudge:
        held = self.model

        def check(path: Path) -> tuple[ActionFault, ...]:
            answer = (ModelPath(held, path),)  # of what is taken along, the preview tells
            faults: tuple[ActionFault, ...] = self._game.ruleset.faults(self._game.state, self._prompt.action(answer))
            return faults

        return MoveJudge(table, check, self._prompt.ways)

    @property
    def model(self) -> str:
        """Return the model in hand, else the one that would be."""
        held = self.controller.held
        return held.model if held is not None else self._next

    def bar(self, id: str) -> RuleReason | None:
        """Return why the model in hand cannot act on another one after this move, once that is known."""
        return None if self._approaches is None or not id else self._approaches.reason(id)

    def thing_under(self, at: tuple[float, float]) -> str | None:
        """Return what can be taken along whose sign is at a pixel."""
        return None if self._approaches is None else self._approaches.thing_under(at)

    def come_to(self, id: str) -> bool:
        """Mark the place from which the model in hand can act on another one, named where it cannot be pointed at, as a
        click on that one does; a second time, once it is marked, go there. Return whether it can be meant at all.
        """
        held = self.controller.held
        if held is None or self._approaches is None or id not in {one.model or one.id for one in self._prompt.aims}:
            return False
        if id == self._came_to and self.controller.is_marked:
            if not self.controller.model.is_preparing:
                self.controller.do(MoveCommand.DROP)
            return True
        self._named = id, None
        self._follow_name()
        return True

    def _follow_name(self) -> bool:
        """Hold the model where it can act on the one that was named, once that is known; return whether it is."""
        held, (id, at) = self.controller.held, self._named
        if held is None or self._approaches is None or not id or not self._approaches.is_known(id):
            return False
        self._named, ray = ("", None), self._approaches.ray_to(id)
        if at is not None:
            self.controller.take(Clicked(LEFT, at), held.table)
        elif (ray := ray or self._ray_on(id)) is not None:
            if held.laid:
                self.hold(held.model)
            self.controller.mark(ray)
            self._came_to = id
        return True

    def _ray_on(self, id: str) -> Ray | None:
        """Return a line that falls on a thing that is out of reach: what is in the way there, the way itself says."""
        place = next((one.at for one in self._prompt.aims if one.id == id and not one.model), None)
        return None if place is None else _from_above(place)

    def hold(self, model: str) -> None:
        """Take a model in hand."""
        self._next = model
        action = MoveAction.DISENGAGE if self._prompt.id == MoveAction.DISENGAGE.value else MoveAction.MOVE
        self.controller.do(TakeInHand(self._game.table, model, self._prompt.budget, action))

    def hold_at(self, model: str, ray: Ray | None) -> None:
        """Take a model in hand where a ray holds it."""
        self.hold(model)
        self.controller.do(HoldAt(ray))

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means for the way; return whether it means anything."""
        match gesture:
            case Clicked(button="mouse3" | "mouse2"):
                return False
            case Key(name=name) if name in BACK.keys:
                return False
            case Key(name=name) if name in ARROWS and self.controller.held is not None:
                self._nudge(*ARROWS[name])
                return True
            case Clicked(at=at):
                id = None if self._approaches is None else self._approaches.awaited_under(at)
                self._named = id or "", at
                if id is not None:
                    return True
        return self.controller.held is not None and self.controller.take(gesture, self._game.table)

    def poll(self) -> bool:
        """Take in what the background found; return whether there was anything."""
        at = None if self._approaches is None else self._approaches.poll()
        if at is not None:
            self.take(Pointed(at))
        is_followed = self._follow_name()
        return self.controller.poll() or is_followed or at is not None

    def aim(self, at: tuple[float, float, float]) -> None:
        """Hold the model over a place."""
        self.controller.do(HoldAt(_from_above(at)))

    def _nudge(self, dx: int, dy: int) -> None:
        held = self.controller.held
        if held is not None:
            x, y, z = held.at
            step = STEP if held.table.grid is None else SQUARE
            self.aim((x + dx * step, y + dy * step, z))

    def path(self) -> ModelPath | None:
        """Return the way as it is held, once the judge has said that it is allowed; None: there is none."""
        held = self.controller.held
        if held is None or held.answer is None or not held.is_current or not held.answer.path.legs:
            return None
        if held.moved is not None and held.moved.faults:
            return None
        return ModelPath(held.model, held.answer.path, self._extras())

    @property
    def staying(self) -> ModelPath:
        """Return the way that leads from where the model stands to the same place."""
        at = self._game.table.model(self.model).placement.at
        return ModelPath(self.model, Path((Leg(LegKind.WALK, (at,)),)), self._extras())

    def restart(self) -> bool:
        """Take back what was laid; return whether there was anything."""
        held = self.controller.held
        if held is None or not held.laid:
            return False
        self.hold(held.model)
        return True

    def take_landing(self) -> ModelPath | None:
        """Return the path that the model was dropped at the end of, once."""
        landing = self.controller.take_landing()
        return None if landing is None else ModelPath(landing.model, landing.path, self._extras())

    def close(self) -> None:
        """Stop the background."""
        self.controller.do(MoveCommand.LET_GO)
        self.controller.close()
        if self._approaches is not None:
            self._approaches.close()

    _next = ""


def _from_above(at: Point) -> Ray:
    """Return the line that falls on a place."""
    x, y, z = at
    return np.array([x, y, z + HIGH]), np.array([0.0, 0.0, -1.0])
