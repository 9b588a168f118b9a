"""Drags that begin on a figure before it is in hand: they begin its move, or pick it; they never turn the camera."""

from collections.abc import Callable

from warcry3d.app.play.intents import ClickModel, PickOption, PlayIntent
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.mover_in_hand import MoverInHand
from warcry3d.app.play.state import Due
from warcry3d.app.play.unit_options import options_on
from warcry3d.app.shell.gestures import LEFT, Dragged, Gesture
from warcry3d.app.shell.room import Host
from warcry3d.game.prompts import PickOne, Place

__all__ = ["FigureDrags", "intent_of_drag"]


def intent_of_drag(model: PlayModel, id: str) -> PlayIntent | None:
    """Return what a drag that began on a figure means: the first order by which it moves, else what a click does; None
    where a click would do at once something else than moving it.
    """
    open_prompts = (model.prompt,) if model.prompt is not None else model.prompts or ()
    allowed = [
        (prompt, option)
        for prompt in open_prompts
        if prompt is not None and not prompt.faults
        for option in options_on(prompt, id, model.moment)
        if not option.faults
    ]
    for prompt, option in allowed:
        if isinstance(prompt, PickOne) and prompt.begins_move:
            return PickOption(prompt.id, option.id)
    return None if len(allowed) == 1 else ClickModel(id)


class FigureDrags:
    """Gives gestures to what is in hand, and takes drags that begin on another figure of whose turn it is.

    ``model``: gives the model as it is; ``do`` takes an intent.
    """

    def __init__(
        self, host: Host, hand: MoverInHand, model: Callable[[], PlayModel], do: Callable[[PlayIntent], None]
    ) -> None:
        self._host, self._hand, self._model, self._do = host, hand, model, do
        self._is_on: bool | None = None
        """Whether the drag that is on began on such a figure; None: none is on, or it is not known yet."""

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means; return whether it means anything."""
        if not isinstance(gesture, Dragged):
            self._is_on = None
        if self._hand.take(gesture):
            return True
        if not isinstance(gesture, Dragged) or gesture.button != LEFT:
            return False
        if self._is_on is None:
            self._is_on = self._begin(gesture.start)
        return self._is_on

    def _begin(self, at: tuple[float, float]) -> bool:
        """Begin what a drag from a pixel means; return whether a figure stands there that could be meant."""
        model = self._model()
        is_asked = model.due is Due.ANSWER and not model.is_looking_back and not isinstance(model.prompt, Place)
        id = self._host.fighter_under(at) if is_asked else None
        if id is None or id not in model.moment.sides.get(model.player, ()):
            return False
        intent = intent_of_drag(model, id) if self._hand.is_empty and model.prompts is not None else None
        if intent is not None:
            self._do(intent)
        return True
