"""Changes of the battle: what the model wishes for is done in the background, and announced to the other player."""

from warcry3d.app.play.intents import GameChanged, GameRefused
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import BackTo, GameWish, PlayAction, Wish
from warcry3d.app.play.work import BattleWork, GameChange
from warcry3d.app.shell.notices import Saying, Unkept
from warcry3d.app.shell.room import Host
from warcry3d.errors import WarcryError
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller

__all__ = ["GameChanges"]


class GameChanges:
    """Asks `BattleWork` for the change that a model wishes for, and hands the model its outcome."""

    def __init__(self, host: Host, work: BattleWork) -> None:
        self._host = host
        self._work = work
        self._asked: GameChange | None = None
        self._announced: tuple[Saying | None, ...] = ()
        self._unwritten: WarcryError | None = None

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
            self._hold(changed.unwritten)
            self._asked = None
            after = model.after(GameChanged(changed.game, not self._is_watched(model)))
            chooser = after.player if model.wish is GameWish.UNDO else model.player
            people = sum(model.is_person(side) for side in model.seats)
            self._announced = _announcement(chooser, model.wish) if people > 1 else (None,)
            return after
        if failure is not None:
            self._asked = None
            return model.after(GameRefused(failure))
        return model

    def _hold(self, unwritten: WarcryError | None) -> None:
        """Have the person asked before the battle is left as long as its record does not hold all of it."""
        self._unwritten = unwritten
        self._host.hold(None if unwritten is None else Unkept(_losing(unwritten), self._keep))

    def _keep(self) -> bool:
        """Write what is missing; return whether that could be done."""
        if not self._work.write():
            return False
        self._unwritten = None
        self._host.notify(None)
        return True

    def _is_watched(self, model: PlayModel) -> bool:
        """Return whether a change is shown as it comes about: what the program's player does, and dice that fly."""
        settings = self._host.settings
        match model.wish:
            case PlayAction(decision=decision):
                return decision is not None
            case GameWish.THROW:
                return not (model.has_fallen or settings.has_instant_dice or settings.has_less_motion)
        return False

    def announce(self) -> None:
        """Say what was done, once the table shows it; a record that cannot be written is said until it is."""
        for saying in self._announced:
            self._host.notify(saying)
        self._announced = ()
        if self._unwritten is not None:
            self._host.notify(_unwritten(self._unwritten), is_alarming=True)


def _announcement(player: str, wish: Wish) -> tuple[Saying | None, ...]:
    """Return what tells the other player whose choice was taken back, or made again; it stands until a person acts
    again.
    """
    match wish:
        case GameWish.UNDO:
            return (lambda words: words.say("{player} takes a choice back.", player=_side(player, words)),)
        case GameWish.REDO:
            return (lambda words: words.say("{player} makes it again.", player=_side(player, words)),)
        case BackTo(step=step):
            return (lambda words: _gone_back(step, words),)
        case PlayAction(decision=None):
            return (None,)
    return ()


def _unwritten(error: WarcryError) -> Saying:
    """Return what says that the record could not be written, and what becomes of the battle."""

    def say(words: Words) -> str:
        return words.say(
            "{error}. The battle goes on; each choice tries to write what is missing.", error=words.error(error)
        )

    return say


def _losing(error: WarcryError) -> Saying:
    """Return what says what would be lost if the battle were left now."""
    return lambda words: words.say("{error}. What was done since would be lost.", error=words.error(error))


def _side(player: str, words: Words) -> str:
    return Teller(words).player(player)


def _gone_back(step: int, words: Words) -> str:
    return words.say("The battle goes on from step {step}; redo brings later steps back.", step=step)
