"""Shows what was done step by step, by the clock: the way that was gone, the dice, and then the next step."""

import time

from warcry3d.app.play.animation import Animation, animation_of
from warcry3d.app.play.intents import ReplayTo, ShowSteps
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import Due
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.shell.settings import Settings

__all__ = ["ShownSteps"]


class ShownSteps:
    """Keeps the step that is being shown."""

    def __init__(self) -> None:
        self._animation: Animation | None = None

    @property
    def is_showing(self) -> bool:
        """Whether a step is being shown."""
        return self._animation is not None

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """Return what is laid over the table now."""
        return self._animation.overlays(time.monotonic()) if self._animation is not None else ()

    def after(self, model: PlayModel, settings: Settings) -> PlayModel:
        """Return the model, one step further on once the one that is shown has been seen."""
        number = _next_step(model)
        if number is None:
            self._animation = None
            return model
        now = time.monotonic()
        if self._animation is None or self._animation.step != number:
            step, due = model.game.done[number - 1], model.game.ruleset.pending(model.moment.state)
            self._animation = animation_of(step, number, model.moment, due, now, settings)
        return self.finished(model) if self._animation.is_over(now) else model

    def finished(self, model: PlayModel) -> PlayModel:
        """Return the model with the step that is being shown done with at once."""
        number, self._animation = _next_step(model), None
        if number is None:
            return model
        return model.after(ReplayTo(number) if model.is_playing else ShowSteps(number))


def _next_step(model: PlayModel) -> int | None:
    """Return the step that is to be shown: the next one of a replay, or of what was just done; None: none."""
    if model.is_playing and model.seen is not None:
        return model.seen + 1
    return model.shown + 1 if model.due is Due.SHOW and model.seen is None else None
