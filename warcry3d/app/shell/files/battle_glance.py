"""The table of a record as its file says that it stands, shown while the battle is replayed.

A replay of some hundred actions takes seconds; the state after each action is in the record, with its digest.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from warcry3d.app.shell.files.battle_start import load_battle, loaded_battle, replayed_battle
from warcry3d.app.shell.room import LoadedFile
from warcry3d.game.plain import state_hash
from warcry3d.game.record import Record, is_current, salvage_record
from warcry3d.game.session import Game
from warcry3d.rules.systems import system

__all__ = ["BattleGlance", "glance_at_battle"]


@dataclass(frozen=True, slots=True, eq=False)
class BattleGlance:
    """A battle that is being replayed; ``game`` holds the last state of its record, without the way there."""

    game: Game[Any, Any] = field(repr=False)


def glance_at_battle(path: Path) -> LoadedFile:
    """Return the table of a record's last whole state, with the replay as its ``rest``.

    Where the rules begin the battle in another way now, or read that state otherwise, it is replayed at once: what is
    shown has to hold. A record that the battle that was open until then has written on since is read again. Raise
    `FileError` as `load_battle` does.
    """
    record, damage = salvage_record(path)
    try:
        game = _last_of(record)
        table = None if game is None else game.table
    except Exception:  # whatever an edited state does to the rules: the replay says what is wrong
        game = table = None
    if game is None or table is None:
        return load_battle(path)

    def rest() -> LoadedFile:
        if not is_current(record):
            return load_battle(path)
        return loaded_battle(replayed_battle(path, record, damage))

    return LoadedFile(path, table, BattleGlance(game), rest=rest)


def _last_of(record: Record) -> Game[Any, Any] | None:
    """Return a battle that stands at the last state of a record; None where the rules know no such state."""
    setup = record.head.setup
    ruleset = system(setup.ruleset).battle().ruleset
    begun = Game.begin(ruleset, setup)
    if begun.hash != record.head.hash:
        return None
    if not record.steps:
        return begun
    last = record.steps[-1]
    state = ruleset.deserialize(setup, last.state)
    return Game(ruleset, setup, state) if state_hash(ruleset, state) == last.hash else None
