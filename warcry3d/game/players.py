"""Players: anything that answers choices; and a battle played out between them."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from warcry3d.errors import UnknownNameError, WarcryError
from warcry3d.game.dice import Dice
from warcry3d.game.random_stream import Stream
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice, Outcome, Roll, Ruleset
from warcry3d.game.session import Game, IllegalActionError, reasons

__all__ = ["MAX_ACTIONS", "EndlessBattleError", "NoAnswerError", "Player", "PlayerError", "play_on", "play_out"]

S = TypeVar("S")
A = TypeVar("A")

MAX_ACTIONS = 20_000
"""More actions, dice among them, than any battle takes."""


class EndlessBattleError(WarcryError, RuntimeError):
    """A battle has not come to its end after more actions than it may take."""


class NoAnswerError(WarcryError, LookupError):
    """A player finds nothing that is allowed to answer a choice."""


class PlayerError(WarcryError, ValueError):
    """A player wants to do what is not allowed; ``faults`` are all that speaks against it."""

    faults: tuple[ActionFault, ...] = ()


def _not_allowed(choice: Choice, action: object, step: int, faults: tuple[ActionFault, ...]) -> PlayerError:
    error = PlayerError(
        "step {step}: asked for {kind}, {player} wants {action}, which is not allowed: {reasons}",
        step=step,
        kind=choice.kind,
        player=choice.player,
        action=f"{action!r:.300}",
        reasons=reasons(faults),
    )
    error.faults = faults
    return error


class Player(Protocol[S, A]):
    """One who answers choices, by the rules of one system."""

    def choose(self, ruleset: Ruleset[S, A], state: S, choice: Choice, random: Stream) -> A:
        """Return an action without faults that answers ``choice``; all chance in it is taken from ``random``."""
        ...


def play_on(game: Game[S, A], players: Mapping[str, Player[S, A]], dice: Dice, *, seed: int) -> Game[S, A]:
    """Return the game after the one action that is due: a player's, or dice; as it is where it is over.

    ``seed``: of the players' own chance; each choice has a stream of its own, told by the player and the number of
    actions before it, so a battle taken up again goes on as it would have. Raises `PlayerError` for an action that is
    not allowed, `UnknownNameError` where nobody plays for who has to choose, and what ``dice`` raises.
    """
    match game.pending:
        case Roll():
            return game.roll(dice)
        case Choice() as choice:
            if choice.player not in players:
                known = ", ".join(players)
                raise UnknownNameError(
                    "no player is named for {player}; players: {known}", player=choice.player, known=known
                )
            random = Stream(seed, "player", choice.player, len(game.done))
            action = players[choice.player].choose(game.ruleset, game.state, choice, random)
            try:
                return game.play(action)
            except IllegalActionError as error:
                raise _not_allowed(choice, action, len(game.done) + 1, error.faults) from None
        case Outcome():
            return game


def play_out(
    game: Game[S, A],
    players: Mapping[str, Player[S, A]],
    dice: Dice,
    *,
    seed: int = 0,
    limit: int = MAX_ACTIONS,
    follow: Callable[[Game[S, A]], None] | None = None,
) -> Game[S, A]:
    """Return the game played to its outcome; ``follow`` is shown it after each action (a journal's, for one).

    Raises `EndlessBattleError` where it has more than ``limit`` actions and is not over, and as `play_on` does.
    """
    while not game.is_over:
        if len(game.done) >= limit:
            raise EndlessBattleError("the battle is not over after {limit} actions", limit=limit)
        game = play_on(game, players, dice, seed=seed)
        if follow is not None:
            follow(game)
    return game
