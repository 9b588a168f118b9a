"""Going back to what a person chose, and on again: dice and the program's choices on the way go with it. Pure."""

from collections.abc import Callable
from typing import Any

from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game, NothingToUndoError

__all__ = ["before_choice", "can_redo", "can_undo", "redone"]

IsPerson = Callable[[str], bool]


def before_choice(game: Game[Any, Any], is_person: IsPerson) -> Game[Any, Any]:
    """Return the battle before the last thing a person chose; raise `NothingToUndoError` where nobody chose anything.

    Where no person plays, it is the last thing anybody chose.
    """
    counts = is_person if _has_person(game, is_person) else lambda player: True
    for count in range(1, len(game.done) + 1):
        earlier = game.undo(count)
        if isinstance(earlier.pending, Choice) and counts(earlier.pending.player):
            return earlier
    raise NothingToUndoError("no player has chosen anything yet")


def redone(game: Game[Any, Any], is_person: IsPerson) -> Game[Any, Any]:
    """Return the battle with a choice made again that was taken back, up to the next one of a person."""
    counts = is_person if _has_person(game, is_person) else lambda player: True
    later = game.redo()
    while later.undone and not (isinstance(later.pending, Choice) and counts(later.pending.player)):
        later = later.redo()
    return later


def can_undo(game: Game[Any, Any]) -> bool:
    """Return whether there may be something to take back."""
    return bool(game.done)


def can_redo(game: Game[Any, Any]) -> bool:
    """Return whether something was taken back."""
    return bool(game.undone)


def _has_person(game: Game[Any, Any], is_person: IsPerson) -> bool:
    return any(is_person(player) for player in game.setup.players)
