"""What the paint tool keeps: how faces are chosen, which are painted, and the strokes that can be taken back. Pure."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import ClassVar, Self

from warcry3d.app.build.intents import PAINTING, StationIntent
from warcry3d.app.build.model import BuildModel
from warcry3d.geom.solid import Solid
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.selection import FaceMesh, Selection

__all__ = [
    "MOST_DEPTH",
    "PAINT",
    "RADII",
    "ChoosePaintKind",
    "PaintFaces",
    "PaintState",
    "PaintWay",
    "Painting",
    "SetBrush",
    "StepStroke",
    "TakeSurface",
    "surface_of",
]

PAINT = PAINTING
RADII = (0.05, 2.0)
"""The least and the largest radius of the brush (in)."""
MOST_DEPTH = 3.0
"""So deep a painted part reaches at most (in)."""
STROKES = 200
"""So many strokes can be taken back."""
SURFACES = 3
"""So many surfaces stay painted while another is shown: what is undone gets its paint back."""


class PaintWay(Enum):
    """How faces are chosen."""

    BRUSH = auto()
    FLOOD = auto()
    BOX = auto()
    LASSO = auto()

    @property
    def is_drawn(self) -> bool:
        """Whether an outline is drawn over the picture."""
        return self in (PaintWay.BOX, PaintWay.LASSO)


@dataclass(frozen=True, slots=True)
class SetBrush(StationIntent):
    """Choose faces otherwise; None: as it was. ``radius`` and ``depth`` in inches, ``angle`` in degrees."""

    station: ClassVar[str] = PAINT
    way: PaintWay | None = None
    radius: float | None = None
    angle: float | None = None
    depth: float | None = None
    is_erasing: bool | None = None
    goes_through: bool | None = None


@dataclass(frozen=True, slots=True)
class ChoosePaintKind(StationIntent):
    """What the part is to be that is made of the painted faces."""

    station: ClassVar[str] = PAINT
    kind: PartKind


@dataclass(frozen=True, slots=True, eq=False)
class TakeSurface(StationIntent):
    """The faces of the piece's surface, ready to be chosen from."""

    station: ClassVar[str] = PAINT
    mesh: FaceMesh


@dataclass(frozen=True, slots=True, eq=False)
class PaintFaces(StationIntent):
    """These faces are painted now and no others: a stroke, which can be taken back."""

    station: ClassVar[str] = PAINT
    faces: Selection


@dataclass(frozen=True, slots=True)
class StepStroke(StationIntent):
    """Take strokes back (-1), or make them again (1)."""

    station: ClassVar[str] = PAINT
    by: int


@dataclass(frozen=True, slots=True, eq=False)
class Painting:
    """A surface and what is painted on it; ``past`` and ``future``: what was painted before and after."""

    mesh: FaceMesh
    faces: Selection
    past: tuple[Selection, ...] = ()
    future: tuple[Selection, ...] = ()

    def with_stroke(self, faces: Selection) -> "Painting":
        """Return it after a stroke; the same where that changes nothing."""
        if bool((faces == self.faces).all()):
            return self
        return Painting(self.mesh, faces, (*self.past, self.faces)[-STROKES:])

    def stepped(self, by: int) -> "Painting":
        """Return it one stroke back or on, as far as there is one."""
        if by < 0 and self.past:
            return Painting(self.mesh, self.past[-1], self.past[:-1], (self.faces, *self.future))
        if by > 0 and self.future:
            return Painting(self.mesh, self.future[0], (*self.past, self.faces), self.future[1:])
        return self


@dataclass(frozen=True, slots=True, eq=False)
class PaintState:
    """The tool as it is set, and what is painted. ``painting``: None until the surface is ready; ``kept``: others."""

    station: ClassVar[str] = PAINT
    way: PaintWay = PaintWay.BRUSH
    radius: float = 0.3
    angle: float = 20.0
    depth: float = 0.25
    is_erasing: bool = False
    goes_through: bool = False
    kind: PartKind = PartKind.PLATFORM
    painting: Painting | None = None
    kept: tuple[Painting, ...] = ()

    def after(self, intent: StationIntent, build: BuildModel) -> Self:
        """Return it after an intent."""
        painting = self.painting
        match intent:
            case SetBrush():
                return self._set(intent)
            case ChoosePaintKind(kind=kind):
                return replace(self, kind=kind)
            case TakeSurface(mesh=mesh) if mesh.solids == surface_of(build.piece) and painting is None:
                return replace(self, painting=Painting(mesh, mesh.none()))
            case PaintFaces(faces=faces) if painting is not None:
                return self._with(painting.with_stroke(faces))
            case StepStroke(by=by) if painting is not None:
                return self._with(painting.stepped(by))
            case _:
                return self

    def following(self, before: BuildModel, build: BuildModel) -> Self:
        """Return it with what is painted on the piece as it is now; a piece that comes back has its paint again."""
        solids = surface_of(build.piece)
        if self.painting is not None and self.painting.mesh.solids == solids:
            return self
        known = next((one for one in self.kept if one.mesh.solids == solids), None)
        if self.painting is None and known is None:
            return self
        others = tuple(one for one in (self.painting, *self.kept) if one is not None and one is not known)
        return replace(self, painting=known, kept=others[:SURFACES])

    def _with(self, painting: Painting) -> Self:
        return self if painting is self.painting else replace(self, painting=painting)

    def _set(self, asked: SetBrush) -> Self:
        radius = self.radius if asked.radius is None else min(max(asked.radius, RADII[0]), RADII[1])
        depth = self.depth if asked.depth is None else min(max(asked.depth, 0.02), MOST_DEPTH)
        return replace(
            self,
            way=asked.way or self.way,
            radius=radius,
            angle=self.angle if asked.angle is None else min(max(asked.angle, 1.0), 90.0),
            depth=depth,
            is_erasing=self.is_erasing if asked.is_erasing is None else asked.is_erasing,
            goes_through=self.goes_through if asked.goes_through is None else asked.goes_through,
        )


def surface_of(piece: Piece | None) -> tuple[Solid, ...]:
    """Return the solids of a piece that can be painted on: all but those of openings."""
    return tuple(part.solid for part in piece.parts if not part.is_opening) if piece is not None else ()
