"""The fighter in hand of a battle: taken when a prompt asks for its path, let go when it no longer does."""

from collections.abc import Callable

from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.moves.model import Ray
from warcry3d.app.play.battle_mover import BattleMover
from warcry3d.app.play.draft import HoldPath
from warcry3d.app.play.intents import PlayCommand, PlayIntent
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import Due
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.shell.gestures import Gesture
from warcry3d.app.shell.room import Host
from warcry3d.game.prompts import Go, Prompt

__all__ = ["MoverInHand"]


class MoverInHand:
    """Has a mover while a `Go` prompt is answered. ``close()`` it when done.

    ``model``: gives the model as it is; ``do`` takes an intent.
    """

    def __init__(self, host: Host, model: Callable[[], PlayModel], do: Callable[[PlayIntent], None]) -> None:
        self._host = host
        self._model = model
        self._do = do
        self._prompt: Prompt | None = None
        self._dropped: tuple[Prompt, str, Ray | None] | None = None
        """The prompt that was answered last, and the model that was dropped then, with the ray that held it."""
        self.mover: BattleMover | None = None

    @property
    def held(self) -> HeldFighter | None:
        """Return the fighter in hand as the mover has it."""
        return self.mover.controller.held if self.mover is not None else None

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """Return what is drawn on the table for it."""
        return self.mover.controller.overlays if self.mover is not None else ()

    @property
    def is_working(self) -> bool:
        """Whether its way is being judged, or where it can get to searched."""
        return self.mover is not None and (self.mover.controller.is_judging or self.mover.controller.is_searching)

    @property
    def is_preparing(self) -> bool:
        """Whether the table is being prepared for its base."""
        return self.mover is not None and self.mover.controller.model.is_preparing

    @property
    def is_waiting(self) -> bool:
        """Whether the way is not judged yet: what was known of the one before may stand meanwhile."""
        held = self.held
        return held is not None and not (held.answer is not None and held.is_current)

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means for the way; return whether it means anything."""
        if self.mover is None or not self.mover.take(gesture):
            return False
        self._land()
        return True

    def restart(self) -> bool:
        """Take back what was laid; return whether there was anything."""
        return self.mover is not None and self.mover.restart()

    def poll(self) -> bool:
        """Take in what the background found; return whether there was anything."""
        if self.mover is None:
            return False
        is_new = self.mover.controller.poll()
        self._land()
        return is_new

    def follow(self) -> None:
        """Take a fighter in hand when a prompt asks for its path; let go when it no longer does."""
        model, prompt = self._model(), self._model().prompt
        is_moving = isinstance(prompt, Go) and model.due is Due.ANSWER and not model.is_looking_back
        if not is_moving or self._prompt is not prompt:
            self.close()
        if is_moving and isinstance(prompt, Go) and self.mover is None:
            self._prompt = prompt
            self.mover = BattleMover(self._host, model.game, prompt, lambda: self._model().draft.extras)
            if self._dropped is not None and self._dropped[0] is prompt and model.faults:
                self.mover.hold_at(*self._dropped[1:])  # the rules refused the way: it can be mended
            else:
                self.mover.hold(prompt.models[0])

    def close(self) -> None:
        """Let go."""
        if self.mover is not None:
            self.mover.close()
        self.mover, self._prompt = None, None

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
