"""Goes on from a step of a battle that cannot be gone on with itself: in a record of its own."""

from itertools import count
from pathlib import Path
from typing import Any

from warcry3d.app.shell.files.battle_start import BattleStart
from warcry3d.app.shell.files.open_table import MAKING
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.game.record import Journal
from warcry3d.game.session import Game

__all__ = ["begin_branch", "branch_path", "write_branch"]

SUFFIX = ".battle.jsonl"


def branch_path(path: Path, step: int) -> Path:
    """Return a name beside a record's that is free, for the battle from a step on."""
    stem = path.name.removesuffix(SUFFIX)
    names = (f"{stem}-from-{step}{'' if n == 1 else f'-{n}'}{SUFFIX}" for n in count(1))
    return next(found for name in names if not (found := path.with_name(name)).exists())


def write_branch(start: BattleStart, game: Game[Any, Any], step: int) -> Path:
    """Write the record of a battle up to a step; return it. Raises `FileError` where it cannot be written."""
    path = branch_path(start.path, step)
    Journal.create(path, game.undo(len(game.done) - step), seed=start.seed, by=start.seats).close()
    return path


def begin_branch(host: Host, start: BattleStart, game: Game[Any, Any], step: int) -> None:
    """Write the record of a battle up to a step in the background, then open it; say why where that fails."""
    host.jobs.start(
        MAKING,
        lambda words: words.say("writing the battle"),
        lambda progress: write_branch(start, game, step),
        host.open_file,
        lambda error: host.notify(refusing(error), is_alarming=True),
    )
