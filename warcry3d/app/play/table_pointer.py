"""What pointing at the table and clicking there mean in a battle: at figures, labels, places, what is being placed."""

import time
from collections.abc import Callable, Mapping

from warcry3d.app.play.draft import PointItem, PutItem
from warcry3d.app.play.intents import ClickModel, HoverModel, PickOption, PlayIntent, PointAt, PointOption
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.mover_in_hand import MoverInHand
from warcry3d.app.play.panels.layout import Rectangle
from warcry3d.app.play.placing import PlaceGhosts, surface_under
from warcry3d.app.play.table_options import option_under
from warcry3d.app.shell.room import Host
from warcry3d.game.prompts import Place
from warcry3d.geom.solid import FloatArray

__all__ = ["LabelPointing", "TablePointer"]

NOWHERE: Rectangle = (0.0, 0.0, -1.0, -1.0)
SUDDEN = 0.6
"""So long (s) after a reaction was asked for, clicks on the table are for what was asked before."""


class LabelPointing:
    """Says who is under the pointer: also whose label is. ``labels``: where these were drawn last (pixels)."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.labels: Mapping[str, Rectangle] = {}
        self._entered: tuple[str, Rectangle] = ("", NOWHERE)
        """Whose label is pointed at, and where that was: it is moved and grows once it is."""

    def fighter_under(self, at: tuple[float, float] | None) -> str | None:
        """Return the fighter whose figure, ring or label is under a pixel, in this order."""
        found = self._host.fighter_under(at)
        if found is not None or at is None:
            return found
        if self._entered[0] in self.labels and _is_in(at, self._entered[1]):
            return self._entered[0]
        self._entered = next(((id, box) for id, box in self.labels.items() if _is_in(at, box)), ("", NOWHERE))
        return self._entered[0] or None

    def ray(self, at: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
        """Return the line of sight through a pixel."""
        return self._host.ray(at)

    def wait_for_kernels(self, what: str) -> None:
        """Wait until kernels are compiled."""
        self._host.wait_for_kernels(what)


class TablePointer:
    """Turns what is pointed at and clicked on the table into intents.

    ``pointing``: says who is under a pixel; ``ghosts``: knows what is not on the table yet; ``hand``: has what moves.
    ``model``: gives the model as it is; ``do`` takes an intent.
    """

    def __init__(
        self,
        pointing: LabelPointing,
        ghosts: PlaceGhosts,
        hand: MoverInHand,
        model: Callable[[], PlayModel],
        do: Callable[[PlayIntent], None],
    ) -> None:
        self._pointing, self._ghosts, self._hand, self._model, self._do = pointing, ghosts, hand, model, do
        self._reacting: tuple[int, float] = (-1, 0.0)
        """After how many steps a reaction was asked for last, and since when that is seen (s)."""

    @property
    def is_placing(self) -> bool:
        """Whether a thing is in hand that is put down by a click."""
        model = self._model()
        return isinstance(model.prompt, Place) and bool(model.draft.held) and self._hand.unit is None

    def show(self, now: float) -> None:
        """Note that what is asked now is on the screen, at a time (s)."""
        model = self._model()
        if model.is_reacting and self._reacting[0] != model.steps:
            self._reacting = model.steps, now

    def is_sudden(self, now: float) -> bool:
        """Whether a reaction is asked for since so short a time that a click meant what was there before."""
        model = self._model()
        return model.is_reacting and (self._reacting[0] != model.steps or now - self._reacting[1] < SUDDEN)

    def point(self, at: tuple[float, float] | None) -> None:
        """Point at a fighter, or hold what is to be placed over the table."""
        if self.is_placing:
            self._do(PointItem(self._ghosts.place_under(self._model(), at)))
            return
        id = self._pointing.fighter_under(at) or ""
        self._do(HoverModel(id))
        model = self._model()
        found = model.option_on(id) if id or at is None else option_under(model, self._pointing.ray(at))
        if found is not None:
            self._do(PointOption(*found))

    def point_through(self, at: tuple[float, float] | None) -> None:
        """Point at a fighter, or a place where the lens says something of it."""
        self._do(HoverModel(self._pointing.fighter_under(at) or ""))
        model = self._model()
        if model.lens is Lens.EXPOSURE:
            self._do(PointAt(None if at is None else surface_under(model.moment.table, self._pointing.ray(at))))

    def click(self, at: tuple[float, float]) -> None:
        """Click a fighter, what stands for an option, or begin what a click on the bare table begins; nothing where a
        reaction is asked for just now.
        """
        if self.is_sudden(time.monotonic()):
            return
        if self.is_placing:
            self._do(PointItem(self._ghosts.place_under(self._model(), at)))
            self._do(PutItem())
            return
        id, before = self._pointing.fighter_under(at), self._model()
        found = option_under(before, self._pointing.ray(at)) if id is None else None
        intent = ClickModel(id) if id is not None else PickOption(*found) if found else before.begun_on_table
        if intent is not None:
            self._do(intent)
        if self._model().has_begun_move(before, id):
            self._hand.begin_at(at)


def _is_in(at: tuple[float, float], box: Rectangle) -> bool:
    left, top, width, height = box
    return left <= at[0] <= left + width and top <= at[1] <= top + height
