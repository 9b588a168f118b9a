"""Says for a few seconds that a round has begun, and how it stands: the end of the one before passed unseen."""

from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import Due
from warcry3d.message import Message

__all__ = ["RoundNotice"]

LASTS, FADES = 6.0, 1.5
"""It stands for so long (s), and fades at the end of it."""


class RoundNotice:
    """The notice that stands now: ``shown`` has what has begun, and how clearly it stands, from 0 to 1."""

    def __init__(self, model: PlayModel) -> None:
        self._seen = model.moment.step, model.moment.standings.title
        self._began = 0.0
        self.shown: tuple[Message, float] | None = None

    def poll(self, model: PlayModel, clock: float, *, has_less_motion: bool = False) -> bool:
        """Begin or end a notice at a time (s); return whether it is drawn otherwise than before.

        It begins where the battle goes on into another round: not where it is taken back, or looked at as it was.
        """
        before, (step, title) = self.shown, self._seen
        moment = model.moment
        now = moment.standings.title
        if moment.step != step or now != title:
            self._seen = moment.step, now
            if now != title:
                is_new = moment.step > step and now is not None and not model.is_looking_back
                is_new = is_new and model.due is not Due.OVER
                self.shown, self._began = (now, 1.0) if is_new and now is not None else None, clock
        if self.shown is not None:
            left = self._began + LASTS - clock
            clearness = 1.0 if has_less_motion else min(1.0, left / FADES)
            self.shown = None if left <= 0 else (self.shown[0], clearness)
        return self.shown != before
