"""A battle begun or resumed on the command line: its rules, players, dice and record."""

import argparse
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from warcry3d.cli.battle_table import Seat, typed_dice
from warcry3d.cli.output import notice, table_path
from warcry3d.cli.parser import UsageError
from warcry3d.game.dice import Dice, SeededDice
from warcry3d.game.record import Journal, Record, load_record
from warcry3d.game.replay import replay
from warcry3d.game.session import Game
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import BattleOffer, BattleRequest
from warcry3d.rules.systems import DEFAULT, system
from warcry3d.table.files import load_table

__all__ = ["Sitting", "begun", "resumed"]

PERSON = "person"
SEEDS = 2**31
"""Seeds by chance are below this: short enough to be typed."""


@dataclass(frozen=True)
class Sitting:
    """A battle that people and players sit down to.

    ``seats``: who decides for each side. ``seed``: of the dice, None: they are typed in. ``record``: the file that it
    is written to, or the record that is continued. ``by``: the names of those who play.
    """

    game: Game[Any, Any]
    offer: BattleOffer
    seats: Mapping[str, Seat]
    seed: int | None
    record: Path | Record | None
    by: Mapping[str, str]

    @property
    def path(self) -> Path | None:
        """Return the file that the battle is written to; None: none."""
        return Path(self.record.file) if isinstance(self.record, Record) else self.record

    def dice(self, teller: Teller) -> Dice:
        """Return where dice come from."""
        return typed_dice(teller) if self.seed is None else SeededDice(self.seed)

    def journal(self) -> Journal[Any, Any] | None:
        """Return the record, open; None where none is written."""
        match self.record:
            case Record():
                return Journal.resume(self.record, self.game)
            case Path():
                return Journal.create(self.record, self.game, seed=self.seed, by=self.by)
        return None


def begun(options: argparse.Namespace) -> Sitting:
    """Return a new battle; nothing is written yet."""
    table = load_table(table_path(options.table or system(DEFAULT).battle().table))
    offer = system(table.ruleset).battle()
    wishes = dict(options.wishes)
    offer.chosen(wishes)
    seats = _seats(options.players, options.sides, offer)
    bands = options.bands or _bands(offer, len(options.sides))
    game = Game.begin(offer.ruleset, offer.setup(BattleRequest(table, options.sides, bands, wishes)))
    by = dict(zip(options.sides, options.players, strict=True))
    return Sitting(game, offer, seats, _seed(options), options.record, by)


def _bands(offer: BattleOffer, count: int) -> tuple[str, ...]:
    """Return a warband for each of so many players, the system's own in turn."""
    return tuple(islice(cycle(offer.bands), count))


def _seed(options: argparse.Namespace) -> int | None:
    if options.dice == "typed":
        return None
    return secrets.randbelow(SEEDS) if options.seed is None else int(options.seed)


def resumed(options: argparse.Namespace, words: Words) -> Sitting:
    """Return a recorded battle at its end; raise `UsageError` where the rules no longer lead there."""
    record = load_record(options.resume)
    head = record.head
    if head.seed is not None and (options.seed is not None or options.dice == "typed"):
        raise UsageError(
            "{file} uses dice from seed {seed}: --seed and --dice typed cannot be used",
            file=str(options.resume),
            seed=head.seed,
        )
    for torn in record.notices:
        notice(words.say("warning: {text}", text=words.text(torn)))
    offer = system(head.setup.ruleset).battle()
    sides = head.setup.players
    by = dict(zip(sides, options.players or [record.by.get(side, PERSON) for side in sides], strict=False))
    seats = _seats(options.players or tuple(by.values()), sides, offer)
    played = replay(record, offer.ruleset)
    if played.divergence is not None or played.game is None:
        lines = () if played.divergence is None else Teller(words).divergence_lines(played.divergence)
        reason = "; ".join(line.strip() for line in lines)
        raise UsageError("{file} cannot be resumed: {reason}", file=str(options.resume), reason=reason)
    return Sitting(played.game, offer, seats, head.seed, record, by)


def _seats(players: tuple[str, ...], sides: tuple[str, ...], offer: BattleOffer) -> dict[str, Seat]:
    """Return who decides for each side; None: a person."""
    if len(players) != len(sides):
        given, there = ", ".join(players), ", ".join(sides)
        raise UsageError("expected one player per side ({sides}), got {players}", sides=there, players=given)
    return {side: None if name == PERSON else offer.player(name) for side, name in zip(sides, players, strict=True)}
