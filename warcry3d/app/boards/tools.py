"""What the Boards room offers beside moving pieces: a new board, a random layout, overlays, findings. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from types import MappingProxyType
from typing import Self

from warcry3d.rules.board_fairness import BoardFairness
from warcry3d.rules.square_kinds import SquareBrush
from warcry3d.table.side_colours import Colour
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding, Severity

__all__ = [
    "SEVERITY_COLOURS",
    "AnswerCheck",
    "AnswerFairness",
    "AskOverwriteBoard",
    "BoardLens",
    "BoardTools",
    "ChooseBrush",
    "ChooseLens",
    "ChooseMap",
    "ChooseMover",
    "ChooseStorey",
    "FairnessShown",
    "FillNew",
    "FillRandom",
    "ShowToolCard",
    "ToolCard",
    "ToolIntent",
]

SEVERITY_COLOURS: Mapping[Severity, Colour] = MappingProxyType(
    {Severity.ERROR: (0.96, 0.20, 0.13), Severity.WARNING: (1.0, 0.50, 0.07), Severity.NOTE: (0.42, 0.74, 1.0)}
)
"""Red, amber and blue of `warcry3d.app.scene.colours`, which safe colours exchange."""
MOST_SEED = 999_999
MOST_COUNT = 60
LONGEST = 60
"""Characters of a name that are kept."""


class ToolCard(Enum):
    """A card that is open in the panel."""

    NEW = auto()
    RANDOM = auto()


class BoardLens(Enum):
    """What lies over the whole board: how exposed each place is, where a model gets to from a place."""

    EXPOSURE = auto()
    MOVEMENT = auto()


class ToolIntent:
    """The base of the intents of the tools: frozen dataclasses."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ShowToolCard(ToolIntent):
    """Open a card; the one that is open, or None: close it."""

    card: ToolCard | None


@dataclass(frozen=True, slots=True)
class FillNew(ToolIntent):
    """What was typed and chosen for a new board; None: as it was. ``size``: the place of one in the table of sizes."""

    name: str | None = None
    width: float | None = None
    depth: float | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class FillRandom(ToolIntent):
    """What was typed for a random layout; None: as it was."""

    seed: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class ChooseBrush(ToolIntent):
    """Draw on the squares of the board with this; the one that is in hand, or None: no longer."""

    brush: SquareBrush | None


@dataclass(frozen=True, slots=True)
class ChooseLens(ToolIntent):
    """Look through a lens; the one that is looked through, or None: through none."""

    lens: BoardLens | None


@dataclass(frozen=True, slots=True)
class ChooseStorey(ToolIntent):
    """Show one storey by its number from the floor up; None: all."""

    storey: int | None


@dataclass(frozen=True, slots=True)
class ChooseMover(ToolIntent):
    """What the model has whose movement is shown, and from where it begins, a place or the ``zone`` of that side; None:
    as it was (in).
    """

    inches: float | None = None
    start: tuple[float, float, float] | None = None
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class ChooseMap(ToolIntent):
    """Show a deployment map over the board by its file's name; "": none."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class AnswerCheck(ToolIntent):
    """What the check found about a table."""

    table: Table
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FairnessShown:
    """The figures of both sides of a table under the deployment map of that name; "": the table's own points."""

    table: Table
    map: str
    made: BoardFairness


@dataclass(frozen=True, slots=True, eq=False)
class AnswerFairness(ToolIntent):
    """Show how fair the board is; None: no longer."""

    shown: FairnessShown | None


@dataclass(frozen=True, slots=True)
class AskOverwriteBoard(ToolIntent):
    """Ask whether a file that another program has changed shall be written over; None: no longer."""

    path: Path | None


@dataclass(frozen=True, slots=True, eq=False)
class BoardTools:
    """What is open, typed and chosen. ``findings``: about ``checked``, the table that was looked at last."""

    card: ToolCard | None = None
    brush: SquareBrush | None = None
    name: str = ""
    width: float = 30.0
    depth: float = 22.0
    size: int | None = 0
    seed: int = 1
    count: int = 12
    lens: BoardLens | None = None
    storey: int | None = None
    inches: float = 6.0
    start: tuple[float, float, float] | None = None
    zone: str = ""
    map: str = ""
    findings: tuple[Finding, ...] = ()
    checked: Table | None = None
    overwrites: Path | None = None
    fairness: FairnessShown | None = None

    def after(self, intent: ToolIntent) -> Self:
        """Return it after an intent."""
        match intent:
            case ShowToolCard(card=card):
                return replace(self, card=None if card is self.card else card)
            case FillNew():
                return self._filled(intent)
            case FillRandom(seed=seed, count=count):
                seed = self.seed if seed is None else min(max(seed, 0), MOST_SEED)
                return replace(self, seed=seed, count=self.count if count is None else min(max(count, 1), MOST_COUNT))
            case ChooseBrush(brush=brush):
                return replace(self, brush=None if brush == self.brush else brush)
            case ChooseLens(lens=lens):
                return replace(self, lens=None if lens is self.lens else lens, storey=None)
            case ChooseStorey(storey=storey):
                return replace(self, storey=storey)
            case ChooseMover(inches=inches, start=None, zone=str(zone)):
                return replace(self, inches=inches or self.inches, start=None, zone=zone)
            case ChooseMover(inches=inches, start=start):
                kept = self.zone if start is None else ""
                return replace(self, inches=inches or self.inches, start=start or self.start, zone=kept)
            case ChooseMap(name=name):
                return replace(self, map=name)
            case AnswerCheck(table=table, findings=findings):
                return replace(self, checked=table, findings=findings)
            case AskOverwriteBoard(path=path):
                return replace(self, overwrites=path)
            case AnswerFairness(shown=shown):
                return replace(self, fairness=shown)
        return self

    def _filled(self, asked: FillNew) -> Self:
        name = self.name if asked.name is None else asked.name[:LONGEST]
        width = self.width if asked.width is None else asked.width
        depth = self.depth if asked.depth is None else asked.depth
        is_typed = asked.width is not None or asked.depth is not None
        size = asked.size if asked.size is not None else None if is_typed else self.size
        return replace(self, name=name, width=width, depth=depth, size=size)

    def on(self, *, is_new: bool) -> Self:
        """Return it after the table changed; ``is_new``: another one was opened."""
        if not is_new:
            return self
        return replace(
            self,
            card=None,
            brush=None,
            findings=(),
            checked=None,
            overwrites=None,
            start=None,
            storey=None,
            fairness=None,
        )
