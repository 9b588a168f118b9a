"""What can be asked of the Build room. Pure: no graphics, no background."""

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import ClassVar, TypeAlias

from warcry3d.app.build.content import PieceContent
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Table
from warcry3d.table.terrain import Piece
from warcry3d.table.wire_types import Axis, LengthUnit
from warcry3d.terrain.guess import Guess

__all__ = [
    "PAINTING",
    "PICK",
    "SHAPING",
    "STARTING",
    "AskOverwrite",
    "BuildAction",
    "BuildIntent",
    "ChoosePart",
    "HoverPart",
    "NewPiece",
    "ReadMesh",
    "SetKind",
    "ShowBench",
    "StationIntent",
    "TakeGuesses",
    "TakeTool",
    "TryPiece",
]

PICK = "pick"
"""The tool that is in hand at first: clicks choose parts."""


PAINTING = "paint"
"""The tool with which faces are painted: names would hide them."""


SHAPING = "shape"
"""The tool that shows the handles and the numbers of a piece that was made from parameters."""


STARTING = "start"
"""The tool that shows what can be opened or begun in place of the list of parts."""


class StationIntent:
    """The base of the intents of the room's stations: frozen dataclasses; ``station`` names the one that takes them."""

    __slots__ = ()
    station: ClassVar[str]


class BuildAction(Enum):
    """Intents without values. ``STEP_BACK``: the tool in hand, then what is chosen; ``SAVE``: into the piece's own
    file, under a new name where it has none; ``OVERWRITE``: though the file is another now.
    """

    STEP_BACK = auto()
    NEXT_PART = auto()
    PREVIOUS_PART = auto()
    CLOSE_UP = auto()
    TOGGLE_COLOURS = auto()
    UNDO = auto()
    REDO = auto()
    OPEN = auto()
    SAVE = auto()
    SAVE_AS = auto()
    OVERWRITE = auto()
    EXPORT = auto()
    CLASSIFY_AGAIN = auto()
    CANCEL_IMPORT = auto()


@dataclass(frozen=True, slots=True, eq=False)
class ShowBench:
    """Show a document's table; ``content``: None where it is no piece. ``is_new``: another was open before."""

    table: Table
    content: PieceContent | None
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class ChoosePart:
    """Choose a part; None: none. ``is_added``: the others stay chosen, and one that is chosen is let go."""

    id: str | None
    is_added: bool = False


@dataclass(frozen=True, slots=True)
class HoverPart:
    """The pointer is over a part; None: over none."""

    id: str | None


@dataclass(frozen=True, slots=True)
class SetKind:
    """Say what the chosen parts are; ``is_added``: this too, or no longer where they are it already."""

    kind: PartKind
    is_added: bool = False


@dataclass(frozen=True, slots=True)
class TakeTool:
    """Take a tool of the bar in hand."""

    name: str


@dataclass(frozen=True, slots=True)
class ReadMesh:
    """Read the mesh anew: in this unit, with this axis up, at this scale; None: as it is."""

    unit: LengthUnit | None = None
    up: Axis | None = None
    scale: float | None = None


@dataclass(frozen=True, slots=True)
class TakeGuesses:
    """How the mesh was read, and why."""

    unit: Guess[LengthUnit] | None
    up: Guess[Axis] | None


@dataclass(frozen=True, slots=True)
class AskOverwrite:
    """Ask before a file is written that another program has changed; None: no longer."""

    path: Path | None


@dataclass(frozen=True, slots=True, eq=False)
class TryPiece:
    """Show the piece as it would be, while one of its parameters is being changed; None: as it is."""

    piece: Piece | None


@dataclass(frozen=True, slots=True)
class NewPiece:
    """Begin a simple piece of a kind, in a file of its own."""

    kind: str


BuildIntent: TypeAlias = (
    BuildAction
    | ShowBench
    | ChoosePart
    | HoverPart
    | SetKind
    | TakeTool
    | ReadMesh
    | TakeGuesses
    | AskOverwrite
    | TryPiece
    | NewPiece
)
