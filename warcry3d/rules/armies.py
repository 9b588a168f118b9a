"""Armies of any rule system: the questions of commands and windows, and their answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message, counted, message

__all__ = ["Armies", "Army", "ArmyAnswer", "ArmyFighter", "ArmyFilter", "ArmyPick", "SharedFile"]


@dataclass(frozen=True, slots=True)
class ArmyAnswer:
    """An answer of a rule system: ``lines`` for people, ``json`` for programs; ``is_yes``: whether it is a good one."""

    lines: tuple[Message, ...]
    json: Mapping[str, Any]
    is_yes: bool = True


@dataclass(frozen=True, slots=True)
class ArmyFighter:
    """A fighter of an army, or one to pick: its id there, its name, what it costs, and its card as lines for people.

    ``group``: under what it is listed among fighters to pick, such as its faction; one that fits several is listed
    under each. ``has_base``: its base size is
    known, without which it cannot stand on a table.
    """

    id: str
    name: str
    points: int
    card: tuple[Message, ...]
    group: str = ""
    has_base: bool = True


@dataclass(frozen=True, slots=True)
class Army:
    """An army as it was read, legal or not: ``faults`` are its breaches of the rules.

    ``models``: how many there are where its fighters are units of models; 0: each is one.
    """

    name: str
    points: int
    fighters: tuple[ArmyFighter, ...]
    faults: tuple[ActionFault, ...]
    models: int = 0

    @property
    def size(self) -> Message:
        """Return how large it is: fighters, or units and models; and points, where it has any."""
        number, points = len(self.fighters), self.points
        if not self.models:
            fighters = counted("{n} fighter", "{n} fighters", number)
            return message("{fighters}, {points} points", fighters=fighters, points=points)
        units, models = counted("{n} unit", "{n} units", number), counted("{n} model", "{n} models", self.models)
        if not points:
            return message("{units}, {models}", units=units, models=models)
        return message("{units}, {models}, {points} points", units=units, models=models, points=points)


@dataclass(frozen=True, slots=True)
class ArmyFilter:
    """Which fighters to list: all that fit every field that is given. ``keywords``: those that have all of these;
    ``points``: those that cost at most so much.
    """

    faction: str | None = None
    alliance: str | None = None
    keywords: tuple[str, ...] = ()
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ArmyPick:
    """Fighters picked for an army. ``file``: that they are in, or its name where it ships; ``fighters``: their ids, in
    the order of picking, again for each more of a kind; ``sizes``: base sizes that the file lacks, by id (``60x35``).
    """

    file: str
    name: str = ""
    fighters: tuple[str, ...] = ()
    sizes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class SharedFile:
    """A file of fighters that other tools share, to be written as one of ours.

    ``bases``: files of base sizes; ``sizes``: a base size by the fighter's name or id, as people write it (``60x35``).
    """

    file: Path
    out: Path
    bases: tuple[Path, ...] = ()
    sizes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


class Armies(Protocol):
    """What a rule system knows of armies. ``name``: a file, or the name of an army that ships."""

    def shipped(self) -> tuple[str, ...]:
        """Return the names of the armies that ship."""
        ...

    def read(self, name: str) -> Army:
        """Return an army; raise `FileError` for what is no army at all."""
        ...

    def check(self, name: str) -> ArmyAnswer:
        """Return whether an army is legal, and every breach."""
        ...

    def list(self, name: str | None, only: ArmyFilter) -> ArmyAnswer:
        """Return the fighters of a file that fit; without a name, the armies that ship."""
        ...

    def show(self, name: str, fighter: str | None) -> ArmyAnswer:
        """Return the cards of an army or of one of its fighters."""
        ...

    def factions(self) -> ArmyAnswer:
        """Return the factions that armies can be of."""
        ...

    def import_shared(self, shared: SharedFile) -> ArmyAnswer:
        """Write the fighters of a shared file as a file of ours; return what is missing in it."""
        ...

    def export_shared(self, name: str, out: Path, *, bases: bool) -> ArmyAnswer:
        """Write the fighters of a file as other tools share them; return what is lost."""
        ...

    def pools(self) -> tuple[str, ...]:
        """Return the names of the files of fighters to pick from that ship."""
        ...

    def pool(self, pick: ArmyPick) -> tuple[ArmyFighter, ...]:
        """Return all fighters of a file of fighters; raise `FileError` for a file that is none."""
        ...

    def compose(self, pick: ArmyPick) -> Army:
        """Return the army of the fighters that were picked, with its breaches of the rules."""
        ...

    def suggest(self, pick: ArmyPick, group: str) -> tuple[str, ...]:
        """Return the ids of fighters of a group that are a legal army; raise `QuestionError` where there is none."""
        ...

    def save(self, pick: ArmyPick, out: Path) -> None:
        """Write the army of the fighters that were picked, all of the file or (with `FileError`) nothing."""
        ...
