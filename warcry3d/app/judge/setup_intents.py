"""What a person can ask of the form that sets a quarrel up."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, TypeAlias

from warcry3d.app.judge.intents import PartIntent
from warcry3d.table.tape_measures import TapeEnd, TapeOrigin
from warcry3d.table.terrain import Piece

__all__ = [
    "Act",
    "AddAction",
    "AddIntent",
    "ChangeBody",
    "ChangePiece",
    "ChangeTape",
    "EditThing",
    "GivePoint",
    "HoldPiece",
    "ImportedPiece",
    "PlaceBy",
    "ThingKind",
    "TypeField",
]


class ThingKind(Enum):
    """What is added."""

    MODEL = auto()
    PIECE = auto()


class PlaceBy(Enum):
    """How a place is given."""

    TAPES = auto()
    NUMBERS = auto()
    POINTER = auto()


class AddAction(Enum):
    """Intents without values. ``OTHER_PLACE``: the other of two places; ``GRAB_1``, ``GRAB_2``: the next click on the
    table says from where that tape is held. ``DONE``: what was typed last is meant as it stands.
    """

    OTHER_PLACE = auto()
    GRAB_1 = auto()
    GRAB_2 = auto()
    NEW = auto()
    DONE = auto()


@dataclass(frozen=True, slots=True)
class Act(PartIntent):
    """Do one of the actions without values."""

    part: ClassVar[str] = "add"
    action: AddAction


@dataclass(frozen=True, slots=True)
class TypeField(PartIntent):
    """Change what is typed in a field of the state, by its name: ``name``, ``side``, ``height``, ``turn``..."""

    part: ClassVar[str] = "add"
    field: str
    text: str


@dataclass(frozen=True, slots=True)
class ChangeBody(PartIntent):
    """Another base (mm), or another body: a shipped figure's name, or "" for a cylinder."""

    part: ClassVar[str] = "add"
    base: tuple[float, float] | None = None
    figure: str | None = None


@dataclass(frozen=True, slots=True)
class ChangePiece(PartIntent):
    """Another kind of thing, another shipped piece, or another way to give the place."""

    part: ClassVar[str] = "add"
    kind: ThingKind | None = None
    piece: str | None = None
    by: PlaceBy | None = None


@dataclass(frozen=True, slots=True)
class ImportedPiece(PartIntent):
    """A piece that was made of a mesh file, with the name of the file."""

    part: ClassVar[str] = "add"
    name: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class ChangeTape(PartIntent):
    """Another origin of a tape (0 or 1), other inches as typed, to other ends, or through the air."""

    part: ClassVar[str] = "add"
    tape: int
    origin: TapeOrigin | None = None
    text: str | None = None
    to: TapeEnd | None = None
    is_across: bool | None = None


@dataclass(frozen=True, slots=True)
class HoldPiece(PartIntent):
    """Give x and y, or the point that is clicked, of the centre or of a point of the piece, such as a corner."""

    part: ClassVar[str] = "add"
    held: TapeEnd


@dataclass(frozen=True, slots=True)
class GivePoint(PartIntent):
    """The pointer is at a point of the table, on the surface there; ``origin``: what a tape would be held at there."""

    part: ClassVar[str] = "add"
    at: tuple[float, float, float]
    origin: TapeOrigin | None = None


@dataclass(frozen=True, slots=True)
class EditThing(PartIntent):
    """Set up anew what stands on the table already, by its id."""

    part: ClassVar[str] = "add"
    id: str


AddIntent: TypeAlias = (
    Act | TypeField | ChangeBody | ChangePiece | ImportedPiece | ChangeTape | HoldPiece | GivePoint | EditThing
)
