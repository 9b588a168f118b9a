"""Five short hints for a first battle, each at its moment; one that was given never comes again."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType

from warcry3d.app.play.history import can_undo
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import Due
from warcry3d.app.shell.room import Host
from warcry3d.game.prompts import Go

__all__ = ["FADES", "LASTS", "Hint", "Hints", "hint_due"]

LASTS, FADES, PAUSE = 11.0, 2.0, 3.0
"""A hint stands for so long (s), fades at the end of it, and none follows sooner than so long after."""


class Hint(StrEnum):
    """What hints are about: answering, moving, odds, what can be held to see, taking back."""

    ANSWER = "answer"
    MOVE = "move"
    ODDS = "odds"
    LENSES = "lenses"
    UNDO = "undo"


_MOMENTS: Mapping[Hint, Callable[[PlayModel], bool]] = MappingProxyType(
    {
        Hint.MOVE: lambda model: isinstance(model.prompt, Go),
        Hint.ODDS: lambda model: model.preview is not None and bool(model.preview[1].odds),
        Hint.ANSWER: lambda model: model.prompts is not None,
        Hint.UNDO: lambda model: model.has_chosen and can_undo(model.game),
        Hint.LENSES: lambda model: model.has_chosen and bool(model.moment.table.models),
    }
)
"""When each hint is of use, the first to be given first."""


def hint_due(model: PlayModel, given: tuple[str, ...]) -> Hint | None:
    """Return the hint that is of use now and was not given yet; only a person who is to answer is given any."""
    if model.due is not Due.ANSWER or model.is_looking_back or model.lens is not None:
        return None
    return next((hint for hint, is_due in _MOMENTS.items() if hint not in given and is_due(model)), None)


class Hints:
    """The hint that stands now. What was given is remembered in the settings as soon as it is shown."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._hint: Hint | None = None
        self._began = -math.inf
        self.shown: tuple[Hint, float] | None = None

    @property
    def is_fading(self) -> bool:
        """Whether the hint that stands grows fainter."""
        return self.shown is not None and self.shown[1] < 1.0

    def poll(self, model: PlayModel, clock: float) -> None:
        """Begin or end a hint at a time (s): ``shown`` has the one that stands, and how clearly, from 0 to 1."""
        stood = clock - self._began
        if self._hint is None and stood > LASTS + PAUSE:
            self._begin(model, clock)
            stood = 0.0
        if stood > LASTS:
            self._hint = None
        is_still = self._host.settings.has_less_motion
        clearness = 1.0 if is_still else min(1.0, (LASTS - stood) / FADES)
        self.shown = None if self._hint is None else (self._hint, clearness)

    def _begin(self, model: PlayModel, clock: float) -> None:
        settings = self._host.settings
        hint = hint_due(model, settings.hints)
        if hint is not None:
            self._hint, self._began = hint, clock
            self._host.change_settings(replace(settings, hints=(*settings.hints, hint.value)))

    def dismiss(self) -> None:
        """Take the hint away that stands now."""
        self._hint = self.shown = None
