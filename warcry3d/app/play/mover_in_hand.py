"""The fighter in hand of a battle: taken when a prompt asks for its path, let go when it no longer does."""

from collections.abc import Callable
from typing import Any

from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.moves.model import Ray
from warcry3d.app.moves.move_controller import Pointing
from warcry3d.app.play.battle_mover import BattleMover
from warcry3d.app.play.draft import AnswerWhole, HoldPath, TakeAlong, ToggleExtra
from warcry3d.app.play.intents import ClickModel, PlayCommand, PlayIntent
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.placing import PlaceGhosts
from warcry3d.app.play.state import Due
from warcry3d.app.play.units.unit_in_hand import UnitInHand, UnitIntent, group_of, models_of
from warcry3d.app.play.units.unit_mover import UnitMover
from warcry3d.app.play.units.unit_scene import overlays_of_unit
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.shell.gestures import Clicked, Gesture, Pointed
from warcry3d.app.shell.room import Host
from warcry3d.game.prompts import Go, Place, Prompt

__all__ = ["MoverInHand"]


class MoverInHand:
    """Has a mover while a `Go` prompt is answered, of one model or of a unit; of a unit also while it is set up.
    ``close()`` it when done.

    ``model``: gives the model as it is; ``do`` takes an intent; ``ghosts`` knows what is not on the table yet;
    ``pointing``: says who is meant by a pixel while a single model moves.
    """

    def __init__(
        self,
        host: Host,
        model: Callable[[], PlayModel],
        do: Callable[[PlayIntent], None],
        ghosts: PlaceGhosts,
        pointing: Pointing,
    ) -> None:
        self._host, self._pointing = host, pointing
        self._ghosts = ghosts
        self._model = model
        self._do = do
        self._prompt: Prompt | None = None
        self._dropped: tuple[Prompt, str, Ray | None] | None = None
        """The prompt that was answered last, and the model that was dropped then, with the ray that held it."""
        self._confirmed: tuple[Prompt, UnitInHand] | None = None
        """The prompt that was answered last for a unit, and how that was held."""
        self._drawn: tuple[UnitInHand | None, tuple[Overlay, ...]] = (None, ())
        self.mover: BattleMover | None = None
        self.unit: UnitMover | None = None

    @property
    def held(self) -> HeldFighter | None:
        """Return the fighter in hand as the mover has it."""
        return self.mover.controller.held if self.mover is not None else None

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """Return what is drawn on the table for it."""
        if self.unit is None:
            return self.mover.controller.overlays if self.mover is not None else ()
        if self._drawn[0] is not self.unit.held:
            self._drawn = (self.unit.held, overlays_of_unit(self.unit.held))
        return self._drawn[1]

    @property
    def is_working(self) -> bool:
        """Whether its way is being judged, or where it can get to searched."""
        is_judged = self.unit is not None and self.unit.is_working
        return is_judged or (
            self.mover is not None and (self.mover.controller.is_judging or self.mover.controller.is_searching)
        )

    @property
    def is_marked(self) -> bool:
        """Whether the ghost stands where was clicked last: another click there moves the fighter."""
        return self.mover is not None and self.mover.controller.is_marked

    @property
    def is_preparing(self) -> bool:
        """Whether the table is being prepared for its base."""
        return self.mover is not None and self.mover.controller.model.is_preparing

    @property
    def is_waiting(self) -> bool:
        """Whether the way is not judged yet: what was known of the one before may stand meanwhile."""
        held = self.held if self.unit is None else self.unit.held
        return held is not None and not (held.answer is not None and held.is_current)

    @property
    def action(self) -> Any:
        """Return the action that the way in hand has come to, once it is judged to be allowed; None: there is none."""
        prompt = self._model().prompt
        if isinstance(prompt, Go) and self.mover is not None and (path := self.mover.path()) is not None:
            return prompt.action((path,))
        if prompt is not None and self.unit is not None and (ready := self.unit.held.ready):
            return prompt.action(ready)
        return None

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means for the way; return whether it means anything."""
        if self.unit is not None:
            is_meant = self.unit.take(gesture)
            self._land_unit()
            return is_meant
        if self.mover is None:
            return False
        before = self.held
        is_taken = self.mover.take(gesture)
        if self._model().faults and self.held is not before:
            self._do(PlayCommand.MOVE_ON)
        if is_taken and isinstance(gesture, Clicked):
            self._take_along(gesture.at)
        if is_taken:
            self._land()
        return is_taken

    def _take_along(self, at: tuple[float, float]) -> None:
        """Take along what was clicked on the table."""
        if self.mover is not None and (thing := self.mover.thing_under(at)) is not None:
            self._do(TakeAlong(thing))

    def _come_to(self, intent: ClickModel | ToggleExtra) -> bool:
        """Let the mover come to what was named, also to a thing that the way in hand does not pass; return whether it
        may be meant.
        """
        model, held = self._model(), self.held
        is_off = held is None or not held.is_moved or intent.id in model.barred
        if isinstance(intent, ToggleExtra) and not is_off:
            return False
        if self.mover is None or not self.mover.come_to(intent.id):
            return False
        if model.faults:
            self._do(PlayCommand.MOVE_ON)
        if isinstance(intent, ToggleExtra):
            self._do(TakeAlong(intent.id))
        self._land()
        return True

    def begin_at(self, at: tuple[float, float]) -> None:
        """Hold what was taken in hand by a click on the table over that pixel at once, not when the pointer moves."""
        if self.mover is not None:
            self.mover.controller.begin_at(at)
            self._take_along(at)
        else:
            self.take(Pointed(at))

    def do(self, intent: PlayIntent) -> bool:
        """Take an intent that is about a unit in hand, or a click on the name of what to move next to; return whether
        it is.
        """
        if isinstance(intent, ClickModel | ToggleExtra) and self.mover is not None:
            return self._come_to(intent)
        if self.unit is None:
            return isinstance(intent, UnitIntent)
        if intent is PlayCommand.CONFIRM_UNIT:
            self.unit.confirm()
            self._land_unit()
            return True
        if not isinstance(intent, UnitIntent):
            return False
        self.unit.do(intent)
        return True

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in hand."""
        return self.mover is None and self.unit is None

    def restart(self) -> bool:
        """Take back what was laid; return whether there was anything."""
        if self.unit is not None:
            return self.unit.back()
        return self.mover is not None and self.mover.restart()

    def poll(self) -> bool:
        """Take in what the background found; return whether there was anything."""
        if self.unit is not None:
            is_new = self.unit.poll()
            self._land_unit()
            return is_new
        if self.mover is None:
            return False
        is_new = self.mover.poll()
        self._land()
        return is_new

    def follow(self) -> None:
        """Take a fighter or a unit in hand when a prompt asks for its path, or for a unit's places; let go when it no
        longer does.
        """
        model, prompt = self._model(), self._model().prompt
        is_asked = model.due is Due.ANSWER and not model.is_looking_back
        is_moving = is_asked and (isinstance(prompt, Go) or group_of(prompt) is not None)
        if not is_moving or self._prompt is not prompt:
            self.close()
        if not is_moving or self.mover is not None or self.unit is not None:
            return
        if isinstance(prompt, Go | Place) and group_of(prompt) is not None:
            self._take_unit(prompt)
        elif isinstance(prompt, Go):
            self._take_model(prompt)

    def _take_model(self, prompt: Go) -> None:
        self._prompt = prompt
        self.mover = BattleMover(self._pointing, self._model().game, prompt, lambda: self._model().taken_along)
        if self._dropped is not None and self._dropped[0] is prompt and self._model().faults:
            self.mover.hold_at(*self._dropped[1:])  # the rules refused the way: it can be mended
        else:
            self.mover.hold(prompt.models[0])

    def _take_unit(self, prompt: Go | Place) -> None:
        """Take a unit in hand, once it is known what those look like that are not on the table yet."""
        model = self._model()
        table, _ = self._ghosts.with_ghosts(model)
        if not set(models_of(prompt)) <= {one.id for one in table.models}:
            return
        self._prompt = prompt
        self.unit = UnitMover(self._host, table, prompt, model.selected)
        if self._confirmed is not None and self._confirmed[0] is prompt and model.faults:
            self.unit.restore(self._confirmed[1])

    def close(self) -> None:
        """Let go."""
        if self.mover is not None:
            self.mover.close()
        if self.unit is not None:
            self.unit.close()
        self.mover, self.unit, self._prompt = None, None, None

    def _land_unit(self) -> None:
        """Answer with the unit as it was confirmed."""
        prompt, unit = self._model().prompt, self.unit
        answer = unit.take_answer() if unit is not None else ()
        if not answer or unit is None or prompt is None:
            return
        self._confirmed = prompt, unit.held
        self._do(AnswerWhole(answer))
        self._do(PlayCommand.SUBMIT)

    def _land(self) -> None:
        """Take the path of a fighter that was dropped; the last one answers the prompt."""
        ray = self.mover.controller.model.ray if self.mover is not None else None
        path = self.mover.take_landing() if self.mover is not None else None
        prompt = self._model().prompt
        if path is None or self.mover is None or not isinstance(prompt, Go):
            return
        self._dropped = prompt, path.model, ray
        self._do(HoldPath(path.model, path))
        there = {one.model for one in self._model().draft.paths}
        rest = [id for id in prompt.models if id not in there]
        if rest:
            self.mover.hold(rest[0])
        else:
            self._do(PlayCommand.SUBMIT)
            if self.mover is not None and self._model().wish is None:
                self.mover.hold(path.model)
