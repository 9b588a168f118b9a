"""A battle to begin or to continue: what a record says, handed to the room that plays it.

Every battle that the window plays has a record on disk: a new one is written before its first action, so opening,
resuming and replaying are the same thing. Who plays each side and where dice come from stand in the record's head.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from warcry3d.app.shell.room import LoadedFile
from warcry3d.errors import FileError
from warcry3d.game.record import Journal, Record, salvage_record
from warcry3d.game.replay import Divergence, replay
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup
from warcry3d.rules.battle_api import BattleOffer
from warcry3d.rules.systems import system

__all__ = ["PERSON", "BattleStart", "load_battle", "loaded_battle", "read_battle", "replayed_battle"]

PERSON = "person"
"""Who plays a side where no player of the program does, as records write it."""


@dataclass(frozen=True, slots=True, eq=False)
class BattleStart:
    """A battle as its record has it, replayed to its end.

    ``path``: the record. ``seats``: who plays each side: `PERSON`, or a name of ``rules.players``. ``seed``: of the
    dice; None: real dice, whose faces people enter. ``divergence``: where the rules no longer lead as recorded (None:
    nowhere); then ``game`` stands before that action, and the record cannot be continued. ``damage``: what is wrong
    with the first damaged line (None: no line is); then ``game`` stands as it did before, and the record cannot be
    continued either.
    """

    path: Path
    setup: Setup
    seats: Mapping[str, str]
    seed: int | None
    rules: BattleOffer = field(repr=False)
    game: Game[Any, Any] = field(repr=False)
    record: Record = field(repr=False)
    divergence: Divergence | None = None
    damage: FileError | None = None

    def journal(self) -> Journal[Any, Any]:
        """Return the record, open to be continued from ``game``; raise `FileError` where it cannot be written, or
        another program writes it.
        """
        return Journal.resume(self.record, self.game)


def load_battle(path: Path) -> LoadedFile:
    """Return the record of a battle with its `BattleStart` as content, and the table as it stands at its end.

    Raise `FileError` where the file is no record, or where the rules cannot begin its battle.
    """
    start = read_battle(path)
    return loaded_battle(start)


def loaded_battle(start: BattleStart) -> LoadedFile:
    """Return a battle as a file that was read: its table as it stands, and what its fighters are called."""
    return LoadedFile(start.path, start.game.table, start, names=start.rules.names(start.game.state))


def read_battle(path: Path) -> BattleStart:
    """Return the battle of a record, of a damaged one up to the damage; raise `FileError` as `load_battle` does."""
    return replayed_battle(path, *salvage_record(path))


def replayed_battle(path: Path, record: Record, damage: FileError | None) -> BattleStart:
    """Return the battle of a record that was read, as `read_battle` does.

    Where the record does not say who plays a side, or names nobody that the rules still know, a person does.
    """
    setup = record.head.setup
    rules = system(setup.ruleset).battle()
    played = replay(record, rules.ruleset)
    if played.game is None:
        raise FileError(path, "", "the rules cannot begin the recorded battle: see warcry3d replay")
    by = record.by
    seats = {side: by[side] if by.get(side) in rules.players else PERSON for side in setup.players}
    return BattleStart(
        path, setup, MappingProxyType(seats), record.head.seed, rules, played.game, record, played.divergence, damage
    )
