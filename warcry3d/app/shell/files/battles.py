"""The user's battles on disk: where they lie, which there are, and how a new one is begun."""

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from warcry3d.app.shell.files.table_files import RECORD_SUFFIX, stem_of
from warcry3d.errors import FileError
from warcry3d.file_writes import atomic_write
from warcry3d.folders import data_folder
from warcry3d.game.record import Journal
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.systems import system
from warcry3d.system_errors import reason_of
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

__all__ = [
    "SEEDS",
    "BattleOrder",
    "battles_folder",
    "begin_battle",
    "delete_record",
    "free_record",
    "recorded_battles",
    "rename_record",
    "sample_battle",
    "seed_by_chance",
]

SEEDS = 2**31
"""Seeds by chance are below this: short enough to be typed."""
MOST_SHOWN = 500
"""So many records are listed at most."""
SAMPLE = "sample-battle"


@dataclass(frozen=True, slots=True, eq=False)
class BattleOrder:
    """A battle as a person asked for it.

    ``seats``: who plays each side, by the side's name; ``bands``: a name or file for each, in the same order;
    ``seed``: of the dice, None: real dice; ``name``: what its record is called, without ending.
    """

    table: Table
    seats: Mapping[str, str]
    bands: tuple[str, ...]
    seed: int | None
    name: str
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def seed_by_chance() -> int:
    """Return a seed that nobody chose."""
    return secrets.randbelow(SEEDS)


def battles_folder() -> Path:
    """Return where the user's battles are recorded (it may not be there yet); raise `FileError` where there is none."""
    folder = data_folder()
    if folder is None:
        raise FileError(Path("WARCRY3D_DATA"), "", "there is no folder for battles: name one in this variable")
    return folder / "battles"


def recorded_battles(more: Iterable[Path] = ()) -> tuple[tuple[Path, ...], FileError | None]:
    """Return the records in the user's folder and those among ``more`` that are there, the newest first; and why the
    folder cannot be read, where it cannot. One that nobody made yet is no fault.
    """
    own, refused = list[Path](), None
    try:
        folder = battles_folder()
        own = [path for path in folder.iterdir() if path.name.endswith(RECORD_SUFFIX)]
    except FileNotFoundError:
        pass
    except OSError as error:
        refused = FileError(folder, "", "cannot be read: {reason}", reason=reason_of(error))
    except FileError as error:
        refused = error
    files = dict.fromkeys([*own, *(path for path in more if path.name.endswith(RECORD_SUFFIX))])
    dated = sorted(((_changed(path), path) for path in files), reverse=True)
    return tuple(path for when, path in dated if when > 0)[:MOST_SHOWN], refused


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def sample_battle() -> Path:
    """Return a copy of the sample battle in the user's folder, ready to be played from its first activation.

    One that nothing was done in yet is taken again; where there is no such folder, the one that ships is shown.
    """
    ships = shipped_root() / "terrain" / f"{SAMPLE}{RECORD_SUFFIX}"
    folder = data_folder()
    if folder is None:
        return ships
    folder, content = folder / "battles", ships.read_bytes()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        known = sorted(folder.glob(f"{SAMPLE}*{RECORD_SUFFIX}"))
        same = next((path for path in known if path.read_bytes() == content), None)
    except OSError as error:
        raise FileError(folder, "", "cannot be made: {reason}", reason=reason_of(error)) from None
    if same is None:
        same = free_record(folder, SAMPLE)
        atomic_write(same, content)
    return same


def _file_stem(name: str) -> str:
    """Return a name as files have it, without ending."""
    return re.sub(r"[^\w-]+", "-", stem_of(Path(name))).strip("-") or "battle"


def free_record(folder: Path, name: str) -> Path:
    """Return a file for a record that is not there yet, called like ``name``."""
    stem = _file_stem(name)
    number, path = 1, folder / f"{stem}{RECORD_SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{RECORD_SUFFIX}"
    return path


def begin_battle(order: BattleOrder) -> Path:
    """Write the record of a new battle into the user's folder and return it; raise a `WarcryError` where the rules
    refuse what is asked for, or it cannot be written.
    """
    offer = system(order.table.ruleset).battle()
    setup = offer.setup(BattleRequest(order.table, tuple(order.seats), order.bands, order.options))
    game = Game.begin(offer.ruleset, setup)
    folder = battles_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(folder, "", "cannot be made: {reason}", reason=reason_of(error)) from None
    path = free_record(folder, order.name)
    Journal.create(path, game, seed=order.seed, by=order.seats).close()
    return path


def rename_record(path: Path, name: str) -> Path:
    """Give a record a name that no other in its folder has, and return its file; raise `FileError`."""
    stem = _file_stem(name)
    if stem == stem_of(path):
        return path
    new = free_record(path.parent, name)
    try:
        path.rename(new)
    except OSError as error:
        raise FileError(path, "", "cannot be renamed: {reason}", reason=reason_of(error)) from None
    return new


def delete_record(path: Path) -> None:
    """Delete a record; raise `FileError` where that cannot be."""
    try:
        path.unlink()
    except OSError as error:
        raise FileError(path, "", "cannot be deleted: {reason}", reason=reason_of(error)) from None
