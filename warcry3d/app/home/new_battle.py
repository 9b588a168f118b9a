"""The model of a new battle: system, board, warbands, who plays, and every setting of the system. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from pathlib import Path
from types import MappingProxyType
from typing import Self, TypeAlias

from warcry3d.rules.battle_api import Setting

__all__ = [
    "AddBand",
    "ArrangeIntent",
    "Board",
    "ChooseBand",
    "ChooseBoard",
    "ChooseSeat",
    "ChooseSetting",
    "ChooseSystem",
    "DiceSource",
    "NewBattle",
    "RandomBoard",
    "Seat",
    "SystemChoices",
    "TypeSeed",
    "UseDice",
]

SIDES = ("red", "blue")
LONGEST = 400
"""Characters of a typed value that are kept."""


class DiceSource(Enum):
    """Where dice come from: a seed that nobody chose, a seed that is typed, or real dice."""

    CHANCE = auto()
    SEED = auto()
    REAL = auto()


@dataclass(frozen=True, slots=True)
class RandomBoard:
    """A board made by a seed."""

    seed: int


Board: TypeAlias = Path | RandomBoard


@dataclass(frozen=True, slots=True)
class SystemChoices:
    """What a rule system has to choose from: ``players`` of the program, ``bands`` that ship, ``settings``.

    ``default_bands`` and ``default_board``: what a battle has unless others are chosen. ``known``: the values that are
    suggested for settings which take every text, by the setting's name.
    """

    name: str
    title: str
    players: tuple[str, ...]
    bands: tuple[str, ...]
    settings: tuple[Setting, ...]
    default_bands: tuple[str, ...]
    default_board: Path
    known: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Seat:
    """A side: its name, its warband (a name or a file), and who plays it."""

    side: str
    band: str
    player: str


@dataclass(frozen=True, slots=True)
class ChooseSystem:
    """Play by a rule system; all that was chosen for another is gone."""

    system: SystemChoices
    person: str
    opponent: str


@dataclass(frozen=True, slots=True)
class ChooseBoard:
    """Play on a board."""

    board: Board


@dataclass(frozen=True, slots=True)
class ChooseBand:
    """Give a side a warband."""

    side: str
    band: str


@dataclass(frozen=True, slots=True)
class AddBand:
    """Offer a file as a warband, and give it to a side."""

    side: str
    file: str


@dataclass(frozen=True, slots=True)
class ChooseSeat:
    """Let somebody play a side: a person, or a player of the program."""

    side: str
    player: str


@dataclass(frozen=True, slots=True)
class ChooseSetting:
    """Give a setting a value; an empty one: as if it were not given."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class UseDice:
    """Take dice from somewhere."""

    source: DiceSource


@dataclass(frozen=True, slots=True)
class TypeSeed:
    """Type the dice's seed."""

    seed: int


ArrangeIntent: TypeAlias = (
    ChooseSystem | ChooseBoard | ChooseBand | AddBand | ChooseSeat | ChooseSetting | UseDice | TypeSeed
)


@dataclass(frozen=True, slots=True)
class NewBattle:
    """A battle while it is arranged; ``system`` None: its choices are still being read.

    ``options``: the settings that were given a value. ``files``: warbands offered beside those that ship.
    """

    system: SystemChoices | None = None
    board: Board | None = None
    seats: tuple[Seat, ...] = ()
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    dice: DiceSource = DiceSource.CHANCE
    seed: int = 1
    files: tuple[str, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether it can be begun."""
        return self.system is not None and self.board is not None and all(seat.band for seat in self.seats)

    @property
    def bands(self) -> tuple[str, ...]:
        """Return all warbands there are to choose from."""
        return (*(self.system.bands if self.system is not None else ()), *self.files)

    def value(self, setting: Setting) -> str:
        """Return the value of a setting: the one given, else the one that holds without, else nothing."""
        return self.options.get(setting.name, setting.choices[0] if setting.choices else "")

    def after(self, intent: ArrangeIntent) -> Self:
        """Return it after an intent."""
        match intent:
            case ChooseSystem():
                return self._of_system(intent)
            case ChooseBoard(board=board):
                return replace(self, board=board)
            case ChooseBand(side=side, band=band):
                return self._seating(side, band=band)
            case AddBand(side=side, file=file):
                files = self.files if file in self.bands else (*self.files, file)
                return replace(self, files=files)._seating(side, band=file)
            case ChooseSeat(side=side, player=player):
                return self._seating(side, player=player)
            case ChooseSetting(name=name, value=value):
                others = {key: one for key, one in self.options.items() if key != name}
                chosen = {name: value[:LONGEST]} if value else {}
                return replace(self, options=MappingProxyType({**others, **chosen}))
            case UseDice(source=source):
                return replace(self, dice=source)
            case TypeSeed(seed=seed):
                return replace(self, seed=max(0, min(seed, 2**31 - 1)), dice=DiceSource.SEED)

    def _of_system(self, intent: ChooseSystem) -> Self:
        system = intent.system
        bands = system.default_bands or system.bands or ("",)
        players = (intent.person, intent.opponent)
        seats = tuple(
            Seat(side, bands[number % len(bands)], player)
            for number, (side, player) in enumerate(zip(SIDES, players, strict=True))
        )
        return type(self)(system, system.default_board, seats, dice=self.dice, seed=self.seed, files=self.files)

    def _seating(self, side: str, *, band: str | None = None, player: str | None = None) -> Self:
        seats = tuple(
            replace(seat, band=band or seat.band, player=player or seat.player) if seat.side == side else seat
            for seat in self.seats
        )
        return replace(self, seats=seats)
