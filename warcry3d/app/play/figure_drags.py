"""Drags that begin on a figure before it is in hand: they begin its move, or pick it; they never turn the camera."""

from collections.abc import Callable

from warcry3d.app.play.intents import ClickModel, PickOption, PlayIntent
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.mover_in_hand import MoverInHand
from warcry3d.app.play.state import Due
from warcry3d.app.play.unit_options import options_on
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Dropped, Gesture, Key
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
        self._awaited: tuple[Dragged, Dropped | None] | None = None
        """The drag as far as it has come, and its end, while what it began on is not in hand yet; None: none waits."""

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means; return whether it means anything."""
        self._await(gesture)
        if not isinstance(gesture, Dragged):
            self._is_on = None
        if self._hand.take(gesture):
            self._awaited = None
            return True
        if not isinstance(gesture, Dragged) or gesture.button != LEFT:
            return False
        if self._is_on is None:
            self._is_on = self._begin(gesture)
        return self._is_on

    def _await(self, gesture: Gesture) -> None:
        """Keep how far a drag has come whose figure is not in hand yet; what is done beside it forgets it."""
        if self._awaited is None:
            return
        match gesture:
            case Dragged():
                self._awaited = gesture, None
            case Dropped() if self._awaited[1] is None:
                self._awaited = self._awaited[0], gesture
            case Clicked() | Key():
                self._awaited = None

    def follow(self) -> bool:
        """Carry on with a drag, to its end if it has come to one, once what it began on is in hand; return whether."""
        if self._awaited is None or self._hand.is_empty:
            return False
        (drag, end), self._awaited = self._awaited, None
        self._hand.take(drag)
        if end is not None:
            self._hand.take(end)
        return True

    def _begin(self, drag: Dragged) -> bool:
        """Begin what a drag means; return whether it began on a figure that could be meant."""
        model = self._model()
        is_asked = model.due is Due.ANSWER and not model.is_looking_back and not isinstance(model.prompt, Place)
        id = self._host.fighter_under(drag.start) if is_asked else None
        if id is None or id not in model.moment.sides.get(model.player, ()):
            return False
        intent = intent_of_drag(model, id) if self._hand.is_empty and model.prompts is not None else None
        if intent is not None:
            self._do(intent)
            if isinstance(intent, PickOption):
                self._awaited = drag, None
        return True
