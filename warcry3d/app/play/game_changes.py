"""Changes of the battle: what the model wishes for is done in the background, and announced to the other player."""

from warcry3d.app.play.intents import GameChanged, GameRefused
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import GameWish, PlayAction, Wish
from warcry3d.app.play.work import BattleWork, GameChange
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller

__all__ = ["GameChanges"]


class GameChanges:
    """Asks `BattleWork` for the change that a model wishes for, and hands the model its outcome."""

    def __init__(self, host: Host, work: BattleWork) -> None:
        self._host = host
        self._work = work
        self._asked: GameChange | None = None

    def after(self, model: PlayModel) -> PlayModel:
        """Return the model once the change is done or refused; as it is while it is under way."""
        if model.wish is None:
            self._asked = None
            return model
        if self._asked is None or self._asked.wish is not model.wish:
            self._asked = GameChange(model.game, model.wish)
            self._work.change(self._asked)
        changed = self._work.changes.known.get(self._asked)
        failure = self._work.changes.failure(self._asked)
        if changed is not None:
            if changed.unwritten is not None:
                self._host.notify(refusing(changed.unwritten), is_alarming=True)
            self._announce(model.player, model.wish)
            is_shown = not isinstance(model.wish, PlayAction) or model.wish.decision is None
            self._asked = None
            return model.after(GameChanged(changed.game, is_shown))
        if failure is not None:
            self._asked = None
            return model.after(GameRefused(failure))
        return model

    def _announce(self, player: str, wish: Wish) -> None:
        """Tell the other player that something was taken back, or done again."""
        match wish:
            case GameWish.UNDO:
                self._host.notify(lambda words: words.say("{player} takes a choice back.", player=_side(player, words)))
            case GameWish.REDO:
                self._host.notify(lambda words: words.say("{player} makes it again.", player=_side(player, words)))
            case _:
                self._host.notify(None)


def _side(player: str, words: Words) -> str:
    return Teller(words).player(player)
