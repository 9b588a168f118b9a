"""What the Boards room's panels ask of the room beside intents of its model: files, jobs, other panels."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from warcry3d.app.boards.intents import BoardsIntent
from warcry3d.app.boards.palette import PaletteEntry
from warcry3d.app.boards.tools import ToolIntent

__all__ = ["AddPieceFile", "BoardsCommand", "BoardsWanted", "FlyTo", "TakePiece"]


class BoardsCommand(Enum):
    """What the room does that changes nothing in its model."""

    UNDO = auto()
    REDO = auto()
    SAVE = auto()
    SAVE_AS = auto()
    OVERWRITE = auto()
    BEGIN = auto()
    LAY_OUT = auto()
    EXPORT = auto()
    SHEET_PDF = auto()
    SHEET_TRUE_SIZE = auto()
    SHEET_PNG = auto()
    KEEP_MAP = auto()
    COMPARE = auto()
    STOP_COMPARING = auto()
    STOP_LAYING_OUT = auto()
    PLAY = auto()
    LAY_SQUARES = auto()


@dataclass(frozen=True, slots=True)
class TakePiece:
    """Take a piece of the palette in hand; ``at_middle``: over the middle of the board, for who uses keys."""

    entry: PaletteEntry
    at_middle: bool = False


@dataclass(frozen=True, slots=True)
class AddPieceFile:
    """Let the person pick the file of a piece, to be offered in the palette."""


@dataclass(frozen=True, slots=True)
class FlyTo:
    """Look at places from near (in), and pick the feature that they are about."""

    places: tuple[tuple[float, float, float], ...]
    part: str = ""


BoardsWanted: TypeAlias = BoardsIntent | ToolIntent | BoardsCommand | TakePiece | AddPieceFile | FlyTo
