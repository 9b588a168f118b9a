"""A battle at the terminal: the running report, and the prompts for dice and decisions of people."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from warcry3d.cli.battle_answers import normal
from warcry3d.cli.battle_input import Left, Undone, read_line
from warcry3d.cli.battle_person import Person, taken_back
from warcry3d.cli.output import notice, print_lines
from warcry3d.game.actions import Rolled
from warcry3d.game.dice import Dice, DiceError, TypedDice
from warcry3d.game.players import MAX_ACTIONS, EndlessBattleError, Player, play_on
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice, Outcome, Roll
from warcry3d.game.session import Game, NothingToUndoError
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import BattleOffer

__all__ = ["BattleReporter", "Seat", "play", "typed_dice"]

Seat: TypeAlias = "Player[Any, Any] | None"
"""Who decides for a side; None: a person, who types."""


class BattleReporter:
    """The report of a battle while it goes on; ``silent``: nothing is printed (JSON comes at the end)."""

    def __init__(self, game: Game[Any, Any], offer: BattleOffer, words: Words, *, rules: bool, silent: bool = False):
        self.rosters = offer.rosters(game.first)
        self.units = offer.standings(game.first).units
        names = offer.names(game.first)
        sides = {id: side for side, members in self.rosters.items() for id in members}
        self.teller = Teller(words, names, offer.headings, rules, sides)
        self.words = words
        self.silent = silent
        self.reported = 0

    def _print(self, lines: Iterable[str]) -> None:
        if not self.silent:
            print_lines(list(lines))
            sys.stdout.flush()

    def begin(self, game: Game[Any, Any], seed: int | None) -> None:
        """Print who plays and with which dice; actions made before are not reported."""
        self.reported = len(game.done)
        names = self.words.say(", ").join(map(self.teller.player, game.setup.players))
        if seed is None:
            line = self.words.say("Battle: {players}. Dice are typed in.", players=names)
        else:
            line = self.words.say("Battle: {players}. Dice from seed {seed}.", players=names, seed=seed)
        self._print([line, *self.teller.roster_lines(self.rosters, self.units)])

    def follow(self, game: Game[Any, Any]) -> None:
        """Report what was done since, or taken back."""
        if len(game.done) < self.reported:
            undone = self.reported - len(game.done)
            self._print([self.words.count("  ({n} action undone)", "  ({n} actions undone)", undone)])
        for step in game.done[self.reported :]:
            self._print(self.teller.event_lines(step.events, rolled=isinstance(step.action, Rolled)))
        self.reported = len(game.done)

    def end(self, game: Game[Any, Any]) -> None:
        """Report how it ended, if it has."""
        if isinstance(game.pending, Outcome):
            self._print(self.teller.outcome_lines(game.pending))


def play(
    game: Game[Any, Any],
    seats: Mapping[str, Seat],
    dice: Dice,
    *,
    chance: int,
    journal: Journal[Any, Any] | None,
    reporter: BattleReporter,
    person: Person,
) -> Game[Any, Any]:
    """Return the battle played to its end, or to where a person left it; each action is recorded and reported."""
    players = {side: player for side, player in seats.items() if player is not None}
    while not game.is_over:
        if len(game.done) >= MAX_ACTIONS:
            raise EndlessBattleError("the battle is not over after {limit} actions", limit=MAX_ACTIONS)
        pending = game.pending
        try:
            if isinstance(pending, Choice) and seats.get(pending.player) is None:
                game = person.ask(game, pending)
            else:
                game = play_on(game, players, dice, seed=chance)
        except Left:
            return game
        except Undone:
            game = _undone(game, person)
        if journal is not None:
            journal.follow(game)
        reporter.follow(game)
    return game


def _undone(game: Game[Any, Any], person: Person) -> Game[Any, Any]:
    """Return the game before a person's last choice, as it is where there was none."""
    try:
        return taken_back(game, person.sides)
    except NothingToUndoError as error:
        notice("  " + person.teller.words.error(error))
        return game


def typed_dice(teller: Teller) -> TypedDice:
    """Return dice that are asked for on stderr and read from stdin; after a slip they are asked for again."""

    def ask(roll: Roll) -> str:
        notice(teller.roll_line(roll))
        line = read_line()
        match line.lower():
            case "quit":
                raise Left
            case "undo":
                raise Undone
        return normal(line)

    def refused(error: DiceError) -> None:
        notice("  " + teller.words.error(error))

    return TypedDice(ask, refused)
