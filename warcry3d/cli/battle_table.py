"""A battle at the terminal: the running report, and the prompts for dice and decisions of people."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from warcry3d.cli.output import notice, print_lines
from warcry3d.errors import FileError, WarcryError
from warcry3d.game.actions import Rolled
from warcry3d.game.dice import Dice, DiceError, TypedDice
from warcry3d.game.due import read_action
from warcry3d.game.plain import canonical
from warcry3d.game.players import MAX_ACTIONS, EndlessBattleError, Player, play_on
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice, Outcome, Roll
from warcry3d.game.session import Game, IllegalActionError, NothingToUndoError
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import BattleOffer
from warcry3d.table.jsonfile import JsonPath, parse

__all__ = ["Seat", "Telling", "play", "typed_dice"]

Seat: TypeAlias = "Player[Any, Any] | None"
"""Who decides for a side; None: a person, who types."""

MAX_TYPED = 100_000
"""Characters of a typed line that are read."""


class NoMoreInputError(WarcryError, EOFError):
    """Something has to be typed in, and nothing more comes."""


class Left(Exception):  # noqa: N818 - no error: the person leaves the table
    """The person who plays has had enough."""


class Telling:
    """The report of a battle while it goes on; ``silent``: nothing is told (JSON comes at the end)."""

    def __init__(self, game: Game[Any, Any], offer: BattleOffer, words: Words, *, rules: bool, silent: bool = False):
        self.rosters = offer.rosters(game.first)
        names = {id: name for members in self.rosters.values() for id, name in members.items()}
        sides = {id: side for side, members in self.rosters.items() for id in members}
        self.teller = Teller(words, names, offer.headings, rules, sides)
        self.words = words
        self.silent = silent
        self.told = 0

    def _print(self, lines: Iterable[str]) -> None:
        if not self.silent:
            print_lines(list(lines))
            sys.stdout.flush()

    def begin(self, game: Game[Any, Any], seed: int | None) -> None:
        """Tell who plays and by which dice; what was done before is passed over."""
        self.told = len(game.done)
        names = self.words.say(", ").join(map(self.teller.player, game.setup.players))
        if seed is None:
            line = self.words.say("A battle of {players}, with typed dice.", players=names)
        else:
            line = self.words.say("A battle of {players}, with dice from seed {seed}.", players=names, seed=seed)
        self._print([line, *self.teller.roster_lines(self.rosters)])

    def follow(self, game: Game[Any, Any]) -> None:
        """Tell what was done since, or taken back."""
        if len(game.done) < self.told:
            undone = self.told - len(game.done)
            self._print([self.words.count("  ({n} action undone)", "  ({n} actions undone)", undone)])
        for step in game.done[self.told :]:
            self._print(self.teller.event_lines(step.events, rolled=isinstance(step.action, Rolled)))
        self.told = len(game.done)

    def end(self, game: Game[Any, Any]) -> None:
        """Tell how it ended, if it has."""
        if isinstance(game.pending, Outcome):
            self._print(self.teller.outcome_lines(game.pending))


def play(
    game: Game[Any, Any],
    seats: Mapping[str, Seat],
    dice: Dice,
    *,
    chance: int,
    journal: Journal[Any, Any] | None,
    telling: Telling,
) -> Game[Any, Any]:
    """Return the battle played to its end, or to where a person left it; each action is written and told at once."""
    players = {side: player for side, player in seats.items() if player is not None}
    while not game.is_over:
        if len(game.done) >= MAX_ACTIONS:
            raise EndlessBattleError("the battle is not over after {limit} actions", limit=MAX_ACTIONS)
        pending = game.pending
        try:
            if isinstance(pending, Choice) and seats.get(pending.player) is None:
                game = _asked(game, pending, telling.teller)
            else:
                game = play_on(game, players, dice, seed=chance)
        except Left:
            return game
        if journal is not None:
            journal.follow(game)
        telling.follow(game)
    return game


def typed_dice(teller: Teller) -> TypedDice:
    """Return dice that are asked for on stderr and read from stdin; a terminal is asked again after a slip."""

    def ask(roll: Roll) -> str:
        notice(teller.roll_line(roll))
        return _line()

    def refused(error: DiceError) -> None:
        notice("  " + teller.words.error(error))

    return TypedDice(ask, refused if sys.stdin.isatty() else None)


def _line() -> str:
    """Return the next line of stdin that is not empty."""
    while line := sys.stdin.readline(MAX_TYPED):
        if line.strip():
            return line.strip()
    raise NoMoreInputError("the input ends before the battle does")


def _asked(game: Game[Any, Any], choice: Choice, teller: Teller) -> Game[Any, Any]:
    """Return the game after what a person typed: an action as JSON, ``undo`` or ``help``; raise `Left` for ``quit``."""
    notice(teller.choice_line(choice))
    notice(f"  {choice.kind}: {canonical(choice.about)}")
    while True:
        typed = _line()
        try:
            match typed.lower():
                case "quit":
                    raise Left
                case "undo":
                    return game.undo_choice()
                case "help":
                    _help(game, teller.words)
                case _:
                    spot = JsonPath("stdin")
                    return game.play(read_action(game.ruleset, parse(typed, spot), spot))
        except IllegalActionError as error:
            for line in teller.fault_lines(error.faults):
                notice("  " + line)
            _end_if_piped(error)
        except (FileError, NothingToUndoError) as error:
            notice("  " + teller.words.error(error))
            _end_if_piped(error)


def _end_if_piped(error: WarcryError) -> None:
    """Raise the error again where nobody is there to answer it."""
    if not sys.stdin.isatty():
        raise error


def _help(game: Game[Any, Any], words: Words) -> None:
    """Tell what may be typed: each action with its fields."""
    notice("  " + words.say("type an action as JSON, 'undo' or 'quit'; actions and their fields:"))
    for kind in game.ruleset.actions:
        if kind is not Rolled:
            fields = ", ".join(kind.__struct_fields__)
            notice(f'  {{"do": "{kind.__struct_config__.tag}"' + (f", ... {fields}" if fields else "") + "}")
