"""What can be asked of the Boards room. Pure: no graphics, no background."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.feature_edits import Alignment, Mirroring
from warcry3d.terrain.layouts.snaps import SnapRules

__all__ = [
    "AlignPicked",
    "BoardsAction",
    "BoardsIntent",
    "CarryTo",
    "ChooseSnaps",
    "DrawSquares",
    "HoldPieces",
    "HoverPiece",
    "LayOut",
    "ListBoard",
    "MirrorPicked",
    "NudgePicked",
    "PickPieces",
    "SetNumbers",
    "ShowBoardTable",
    "SpanBand",
    "SpreadPicked",
    "SuspendSnaps",
    "TakeBoardTool",
    "TurnPieces",
    "TypeSearch",
]

Point = tuple[float, float, float]
Pixel = tuple[float, float]


class BoardsAction(Enum):
    """Intents without values. ``STEP_BACK``: let go what is in hand, put the tool away, pick nothing.

    ``TWIN``: a copy turned by half a turn about the board's middle; ``TWIN_MIRRORED``: one mirrored left and right.
    """

    PUT_DOWN = auto()
    LET_GO = auto()
    STEP_BACK = auto()
    PICK_ALL = auto()
    PICK_NEXT = auto()
    RAISE = auto()
    LOWER = auto()
    COPY = auto()
    TWIN = auto()
    TWIN_MIRRORED = auto()
    GROUP = auto()
    REMOVE = auto()


@dataclass(frozen=True, slots=True, eq=False)
class ShowBoardTable:
    """The table changed; ``is_new``: another one was opened."""

    table: Table
    is_new: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LayOut:
    """Another layout of the same board, in place of what is on it."""

    table: Table


@dataclass(frozen=True, slots=True)
class PickPieces:
    """Pick features by their ids, with the groups that they are in; ``adds``: to those that are picked, or away."""

    ids: tuple[str, ...]
    adds: bool = False


@dataclass(frozen=True, slots=True)
class HoverPiece:
    """The pointer is over a feature; None: over none."""

    id: str | None


@dataclass(frozen=True, slots=True)
class HoldPieces:
    """Take in hand what is picked, or ``new`` features that are not on the board yet."""

    new: tuple[Feature, ...] = ()


@dataclass(frozen=True, slots=True)
class CarryTo:
    """Carry what is in hand to a place: its middle comes there. ``at``: on the floor or on a top (in)."""

    at: Point


@dataclass(frozen=True, slots=True)
class TurnPieces:
    """Turn what is in hand or else picked, anticlockwise about its middle."""

    degrees: float


@dataclass(frozen=True, slots=True)
class NudgePicked:
    """Move what is in hand or else picked (in)."""

    dx: float
    dy: float


@dataclass(frozen=True, slots=True)
class SetNumbers:
    """Give the numbers of what is picked: its middle, its turn (degrees; by how much for several), its foot's height;
    None: as it is.
    """

    x: float | None = None
    y: float | None = None
    degrees: float | None = None
    height: float | None = None


@dataclass(frozen=True, slots=True)
class MirrorPicked:
    """Mirror what is picked about its middle."""

    way: Mirroring


@dataclass(frozen=True, slots=True)
class AlignPicked:
    """Bring an edge or the middle of all that is picked to one line."""

    how: Alignment


@dataclass(frozen=True, slots=True)
class SpreadPicked:
    """Make the gaps between all that is picked the same."""

    along_x: bool


@dataclass(frozen=True, slots=True)
class ChooseSnaps:
    """Snap to these from now on; ``stacks``: onto level tops too."""

    rules: SnapRules
    stacks: bool


@dataclass(frozen=True, slots=True)
class SuspendSnaps:
    """Snap to nothing while a key is held."""

    is_free: bool


@dataclass(frozen=True, slots=True)
class TakeBoardTool:
    """Take the rectangle in hand that picks all inside it, or put it away."""

    is_boxing: bool


@dataclass(frozen=True, slots=True)
class DrawSquares:
    """Span a stroke of the brush between two places (in); ``is_done``: draw it. None: put it away."""

    stroke: tuple[tuple[float, float], tuple[float, float]] | None
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class SpanBand:
    """Span a rectangle between two pixels; None: put it away."""

    band: tuple[Pixel, Pixel] | None


@dataclass(frozen=True, slots=True)
class TypeSearch:
    """Show the pieces whose names hold this."""

    text: str


@dataclass(frozen=True, slots=True)
class ListBoard:
    """List at the left what stands on the board, or (False) the pieces that there are to put there."""

    is_listed: bool


BoardsIntent: TypeAlias = (
    BoardsAction
    | ShowBoardTable
    | LayOut
    | PickPieces
    | HoverPiece
    | HoldPieces
    | CarryTo
    | TurnPieces
    | NudgePicked
    | SetNumbers
    | MirrorPicked
    | AlignPicked
    | SpreadPicked
    | ChooseSnaps
    | DrawSquares
    | SuspendSnaps
    | TakeBoardTool
    | SpanBand
    | TypeSearch
    | ListBoard
)
