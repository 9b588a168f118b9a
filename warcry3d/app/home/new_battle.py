"""The model of a new battle: system, board, warbands, who plays, and every setting of the system. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import cycle, islice
from pathlib import Path
from types import MappingProxyType
from typing import Self, TypeAlias

from warcry3d.errors import WarcryError
from warcry3d.message import Message
from warcry3d.rules.armies import Army
from warcry3d.rules.battle_api import Setting

__all__ = [
    "BOARD",
    "FEWEST",
    "START",
    "SYSTEM",
    "AddBand",
    "AddBoard",
    "ArrangeIntent",
    "Board",
    "ChooseBand",
    "ChooseBoard",
    "ChoosePlayers",
    "ChooseSeat",
    "ChooseSetting",
    "ChooseSystem",
    "DiceSource",
    "NewBattle",
    "OfferBoards",
    "RandomBoard",
    "Refuse",
    "Seat",
    "ShowBoard",
    "SystemChoices",
    "TellBand",
    "TypeSeed",
    "UseDice",
    "band_field",
    "setting_field",
]

SIDES = ("red", "blue", "green", "yellow")
"""What the sides of a battle are called, in the order of turns."""
FEWEST = 2
BOARD, START, SYSTEM = "board", "start", "system"
"""Fields of the page that a refusal can be about; START: none of them, but the battle as a whole."""
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
    suggested for settings which take every text, by the setting's name. ``boards``: files of boards for it;
    ``has_bands``: its sides have warbands; ``has_random_boards``; ``most_players``: so many sides at most.
    ``band_names``: what the warbands are called, as far as their files can be read. ``pools``: files of fighters from
    which warbands are picked. ``player_labels``: what people read for a player. ``lacking``: a piece of a board whose
    file is gone, by the board's file.
    """

    name: str
    title: str
    players: tuple[str, ...]
    bands: tuple[str, ...]
    settings: tuple[Setting, ...]
    default_bands: tuple[str, ...]
    default_board: Path
    known: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    boards: tuple[Path, ...] = ()
    has_bands: bool = True
    has_random_boards: bool = True
    most_players: int = FEWEST
    pools: tuple[str, ...] = ()
    player_labels: Mapping[str, Message] = field(default_factory=lambda: MappingProxyType({}))
    band_names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    lacking: Mapping[Path, str] = field(default_factory=lambda: MappingProxyType({}))


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
class AddBoard:
    """Offer a file as a board, and play on it."""

    file: Path


@dataclass(frozen=True, slots=True)
class OfferBoards:
    """Offer these boards of the rule system from now on, and play on ``board``; None: on the one that was chosen.

    ``lacking``: a piece of a board whose file is gone, by the board's file.
    """

    boards: tuple[Path, ...]
    board: Path | None = None
    lacking: Mapping[Path, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class ChoosePlayers:
    """Let so many sides play."""

    count: int


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


@dataclass(frozen=True, slots=True)
class TellBand:
    """Say what a warband is, by its name or file; ``army`` None: it cannot be read, for the reason ``error``."""

    band: str
    army: Army | None
    error: WarcryError | None = None


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """A random board was made: this is its file."""

    board: RandomBoard
    file: Path


@dataclass(frozen=True, slots=True)
class Refuse:
    """Say why the battle cannot be begun, at the field that the reason is about."""

    field: str
    error: WarcryError


ArrangeIntent: TypeAlias = (
    ChooseSystem
    | ChooseBoard
    | AddBoard
    | OfferBoards
    | ChoosePlayers
    | ChooseBand
    | AddBand
    | ChooseSeat
    | ChooseSetting
    | UseDice
    | TypeSeed
    | TellBand
    | ShowBoard
    | Refuse
)


def band_field(side: str) -> str:
    """Return the field of a side's warband."""
    return f"band {side}"


def setting_field(name: str) -> str:
    """Return the field of a setting."""
    return f"setting {name}"


@dataclass(frozen=True, slots=True)
class NewBattle:
    """A battle while it is arranged; ``system`` None: its choices are still being read.

    ``options``: the settings that were given a value. ``files``: warbands offered beside those that ship, ``boards``:
    boards likewise. ``told``: what is known of warbands, by their names and files. ``refusals``: why the battle cannot
    be begun, by the field that the reason is about; changing the field takes the reason back. ``drawn``: the file of
    the random board, once it was made.
    """

    system: SystemChoices | None = None
    board: Board | None = None
    seats: tuple[Seat, ...] = ()
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    dice: DiceSource = DiceSource.CHANCE
    seed: int = 1
    files: tuple[str, ...] = ()
    boards: tuple[Path, ...] = ()
    told: Mapping[str, TellBand] = field(default_factory=lambda: MappingProxyType({}))
    refusals: Mapping[str, WarcryError] = field(default_factory=lambda: MappingProxyType({}))
    drawn: Path | None = None

    @property
    def is_ready(self) -> bool:
        """Whether it can be begun."""
        if self.system is None or self.board is None:
            return False
        return not self.system.has_bands or all(seat.band for seat in self.seats)

    @property
    def bands(self) -> tuple[str, ...]:
        """Return all warbands there are to choose from."""
        return (*(self.system.bands if self.system is not None else ()), *self.files)

    @property
    def has_own_board(self) -> bool:
        """Whether a setting was chosen with which the battle brings a board of its own."""
        settings = self.system.settings if self.system is not None else ()
        return any(self.value(setting) in setting.own_board for setting in settings)

    @property
    def refusals_at_start(self) -> tuple[str, ...]:
        """Return the fields whose refusals are said beside the start too: they may be scrolled away."""
        return tuple(about for about in self.refusals if about not in (BOARD, SYSTEM))

    def value(self, setting: Setting) -> str:
        """Return the value of a setting: the one given, else the one that holds without, else nothing."""
        return self.options.get(setting.name, setting.choices[0] if setting.choices else "")

    def after(self, intent: ArrangeIntent) -> Self:
        """Return it after an intent."""
        match intent:
            case ChooseSystem():
                return self._of_system(intent)
            case ChooseBoard(board=board):
                return replace(self, board=board, drawn=None)._accepting(BOARD, START)
            case ShowBoard(board=board, file=file):
                return replace(self, drawn=file) if board == self.board else self
            case AddBoard(file=file):
                known = self.boards if self.system is None else (*self.system.boards, *self.boards)
                boards = self.boards if file in known else (*self.boards, file)
                return replace(self, board=file, boards=boards)._accepting(BOARD, START)
            case OfferBoards():
                return self._offering(intent)
            case ChoosePlayers(count=count):
                return self._of_players(count)
            case ChooseBand(side=side, band=band):
                return self._seating(side, band=band)
            case AddBand(side=side, file=file):
                files = self.files if file in self.bands else (*self.files, file)
                told = {band: one for band, one in self.told.items() if band != file}  # it may have changed
                return replace(self, files=files, told=MappingProxyType(told))._seating(side, band=file)
            case ChooseSeat(side=side, player=player):
                return self._seating(side, player=player)
            case ChooseSetting(name=name, value=value):
                others = {key: one for key, one in self.options.items() if key != name}
                chosen = {name: value[:LONGEST]} if value else {}
                made = replace(self, options=MappingProxyType({**others, **chosen}))
                return made._accepting(*self.refusals)  # another setting can mend what any field was refused for
            case UseDice(source=source):
                return replace(self, dice=source)
            case TypeSeed(seed=seed):
                return replace(self, seed=max(0, min(seed, 2**31 - 1)), dice=DiceSource.SEED)
            case TellBand(band=band):
                return replace(self, told=MappingProxyType({**self.told, band: intent}))
            case Refuse(field=about, error=error):
                return replace(self, refusals=MappingProxyType({**self.refusals, about: error}))

    def _of_system(self, intent: ChooseSystem) -> Self:
        system = intent.system
        bands = (system.default_bands or system.bands or ("",)) if system.has_bands else ("",)
        players = (intent.person, intent.opponent)
        seats = tuple(
            Seat(side, bands[number % len(bands)], player)
            for number, (side, player) in enumerate(zip(SIDES, players, strict=False))
        )
        made = type(self)(system, system.default_board, seats, dice=self.dice, seed=self.seed)
        return replace(made, files=self.files if system.has_bands else ())

    def _offering(self, intent: OfferBoards) -> Self:
        if self.system is None:
            return self
        boards = tuple(file for file in self.boards if file not in intent.boards)
        made = replace(self, system=replace(self.system, boards=intent.boards, lacking=intent.lacking), boards=boards)
        return made.after(ChooseBoard(intent.board)) if intent.board is not None else made

    def _of_players(self, count: int) -> Self:
        """Return it with so many sides, the new ones played as the last side is: with the warbands that the rule system
        has for them, else with those of the first sides in turn.
        """
        most = self.system.most_players if self.system is not None else FEWEST
        count = max(FEWEST, min(count, most, len(SIDES)))
        first = [seat.band for seat in self.seats[:FEWEST]]
        own = self.system.default_bands if self.system is not None and self.system.has_bands else ()
        bands = [*first, *own[FEWEST:count], *islice(cycle(first), count)]
        added = [Seat(SIDES[n], bands[n], self.seats[-1].player) for n in range(len(self.seats), count)]
        made = replace(self, seats=(*self.seats[:count], *added))
        return made._accepting(*self.refusals)  # any field may have been refused for the number of sides

    def _seating(self, side: str, *, band: str | None = None, player: str | None = None) -> Self:
        seats = tuple(
            replace(seat, band=band or seat.band, player=player or seat.player) if seat.side == side else seat
            for seat in self.seats
        )
        return replace(self, seats=seats)._accepting(band_field(side), START)

    def _accepting(self, *fields: str) -> Self:
        """Return it without what was refused about fields that have changed."""
        kept = {name: error for name, error in self.refusals.items() if name not in fields}
        return replace(self, refusals=MappingProxyType(kept))
