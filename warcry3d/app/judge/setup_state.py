"""What is being set up in the Judge room: a model or a piece of terrain, and where it stands. Pure.

What was typed is kept as it was typed; `SetUpState.placed` makes of it what would be on the table, or says why it
cannot. The place comes from two distances, from coordinates, or from a point of the table that was clicked.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from warcry3d.app.judge.intents import PartIntent
from warcry3d.app.judge.setup_intents import (
    Act,
    AddAction,
    ChangeBody,
    ChangePiece,
    ChangeTape,
    EditThing,
    GivePoint,
    HoldPiece,
    ImportedPiece,
    PlaceBy,
    ThingKind,
    TypeField,
)
from warcry3d.app.judge.trial import TrialState
from warcry3d.errors import WarcryError
from warcry3d.table.models import Base, Figure, Model
from warcry3d.table.table import Table
from warcry3d.table.table_edits import (
    StandIn,
    base_sold,
    exact_placement,
    figure_named,
    free_id,
    shipped_piece_named,
    stand_in,
    with_feature,
    with_model,
)
from warcry3d.table.tape_measures import (
    BoardEdge,
    FromBase,
    FromEdge,
    Measured,
    MeasuredDistance,
    OwnPoint,
    TapedShape,
    TapeEnd,
    TapeOrigin,
    TapePlaces,
    places_by_tape,
    shape_of_base,
    shape_of_piece,
)
from warcry3d.table.terrain import Feature, Piece
from warcry3d.table.typed_lengths import LengthError, is_begun_degrees, is_begun_length, read_degrees, read_length
from warcry3d.units import from_degrees, to_degrees, to_mm

if TYPE_CHECKING:
    from warcry3d.app.judge.model import JudgeModel

__all__ = [
    "PlacedThing",
    "SetUpState",
    "TapeField",
    "piece_stem",
]

TAPE_DOUBT = 0.125
"""How sure a tape is (in): distances that miss each other by no more give the place between them."""


@dataclass(frozen=True, slots=True)
class TapeField:
    """A tape as it is typed."""

    origin: TapeOrigin
    text: str = ""
    to: TapeEnd = Measured.EDGE
    is_across: bool = True

    @property
    def distance(self) -> MeasuredDistance:
        """Return the distance; raise `LengthError` where it is none."""
        return MeasuredDistance(self.origin, read_length(self.text), self.to, self.is_across)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedThing:
    """What would be on the table: the table with it, its id, and all places (x, y) where it may be.

    ``misses``: by how much each distance is off there (in).
    """

    table: Table
    id: str
    points: tuple[tuple[float, float], ...]
    misses: float = 0.0


@dataclass(frozen=True, eq=False)
class SetUpState:
    """What is typed and chosen. ``sure``: by how much tapes may be off (in). ``editing``: the id of what is on the
    table already; "" for something new. ``held``: what of it is at ``xy``. ``grabbing``: the tape whose origin
    the next click gives.
    """

    part: ClassVar[str] = "add"
    kind: ThingKind = ThingKind.MODEL
    base: tuple[float, float] = (32.0, 32.0)
    figure: str = ""
    tall: str = "1.5"
    side: str = "red"
    name: str = ""
    piece: str = "terrain/ruin.glb"
    imported: Piece | None = field(default=None, repr=False)
    turn: str = "0"
    level: str = "0"
    by: PlaceBy = PlaceBy.TAPES
    tapes: tuple[TapeField, TapeField] = (
        TapeField(FromEdge(BoardEdge.LEFT)),
        TapeField(FromEdge(BoardEdge.NEAR)),
    )
    xy: tuple[str, str] = ("", "")
    held: TapeEnd = Measured.CENTRE
    chosen: int = 0
    grabbing: int | None = None
    editing: str = ""
    typing: str = ""
    table: Table | None = field(default=None, repr=False)

    # What is made of it

    @cached_property
    def _outcome(self) -> "PlacedThing | WarcryError | None":
        if self.table is None or not self.is_place_typed:
            return None
        try:
            return self._placed(self.table)
        except WarcryError as error:
            return error

    @property
    def placed(self) -> PlacedThing | None:
        """Return what would be on the table; None while nothing is typed, or where it cannot be."""
        return self._outcome if isinstance(self._outcome, PlacedThing) else None

    @property
    def failure(self) -> WarcryError | None:
        """Return why it cannot be; None while what is being typed is only begun, such as ``3 1/``."""
        return self._outcome if isinstance(self._outcome, WarcryError) and not self._is_begun else None

    @property
    def _is_begun(self) -> bool:
        """Whether what is being typed is no number yet and can still become one."""
        texts = {"x": self.xy[0], "y": self.xy[1], "turn": self.turn, "level": self.level, "tall": self.tall}
        texts |= {f"tape-{number}": tape.text for number, tape in enumerate(self.tapes)}
        text = texts.get(self.typing)
        if text is None:
            return False
        read, is_begun = (read_degrees, is_begun_degrees) if self.typing == "turn" else (read_length, is_begun_length)
        try:
            read(text)
        except LengthError:
            return is_begun(text)
        return False

    @property
    def is_place_typed(self) -> bool:
        """Whether a place is given, right or wrong."""
        texts = tuple(tape.text for tape in self.tapes) if self.by is PlaceBy.TAPES else self.xy
        return all(text.strip() for text in texts)

    @property
    def id(self) -> str:
        """Return the id that it has or gets."""
        if self.editing:
            return self.editing
        taken = () if self.table is None else (*_ids(self.table.models), *_ids(self.table.terrain.features))
        usual = (self.figure or "model") if self.kind is ThingKind.MODEL else piece_stem(self.piece)
        return free_id(self.name.strip() or usual, taken)

    def _placed(self, table: Table) -> PlacedThing:
        degrees = read_degrees(self.turn)
        places = self._places(table, degrees)
        x, y = places.points[self.chosen % len(places.points)]
        placement = exact_placement(x, y, read_length(self.level), degrees=degrees)
        if self.kind is ThingKind.PIECE:
            known = next((one for one in table.terrain.features if one.id == self.id), None)
            new = Feature(self.id, self.piece_chosen, placement)
            feature = new if known is None else replace(known, piece=self.piece_chosen, placement=placement)
            return PlacedThing(with_feature(table, feature), self.id, places.points, places.misses)
        model = Model(self.id, self.side.strip() or "red", self._base, self._figure(table), placement)
        if self.editing:
            model = replace(model, profile=table.model(self.editing).profile)
        return PlacedThing(with_model(table, model), self.id, places.points, places.misses)

    def _places(self, table: Table, degrees: float) -> TapePlaces:
        if self.by is not PlaceBy.TAPES:
            u, v = self._shape(from_degrees(degrees)).offset(self.held)
            return TapePlaces(((read_length(self.xy[0]) - u, read_length(self.xy[1]) - v),))
        first, second = (tape.distance for tape in self.tapes)
        shape = self._shape(from_degrees(degrees))
        return places_by_tape(table, shape, (first, second), height=read_length(self.level), within=TAPE_DOUBT)

    @property
    def shape(self) -> TapedShape:
        """Return what is placed as it is turned; raise `WarcryError` where it cannot be."""
        return self._shape(from_degrees(read_degrees(self.turn)))

    @property
    def height(self) -> float:
        """Return how high it stands (in); raise `LengthError` where no length is typed."""
        return read_length(self.level)

    def _shape(self, turn: float) -> TapedShape:
        return (
            shape_of_piece(self.piece_chosen, turn) if self.kind is ThingKind.PIECE else shape_of_base(self._base, turn)
        )

    @property
    def _base(self) -> Base:
        """Return the base; what is edited keeps its own until another size is chosen."""
        if self.editing and self.table is not None and not self.tall and not self.figure:
            return self.table.model(self.editing).base
        return base_sold(*self.base)

    @property
    def piece_chosen(self) -> Piece:
        """Return the piece of terrain that is chosen."""
        return self.imported or shipped_piece_named(self.piece)

    def _figure(self, table: Table) -> Figure:
        if self.editing and not self.figure and not self.tall:
            return table.model(self.editing).figure
        return figure_named(self.figure) if self.figure else stand_in(StandIn(read_length(self.tall)), self._base)

    # Intents

    def after(self, intent: PartIntent, judge: "JudgeModel") -> Self:
        """Return it after an intent of its own."""
        match intent:
            case Act(action=action):
                return self._acting(action)
            case TypeField(field="x" | "y" as axis, text=text):
                return replace(self, xy=(text, self.xy[1]) if axis == "x" else (self.xy[0], text), typing=axis)
            case TypeField(field=name, text=text):
                return replace(self, typing=name, **{name: text})  # type: ignore[arg-type]
            case ChangeBody(base=base, figure=figure):
                kept = self.figure if figure is None else figure
                return replace(self, base=base or self.base, figure=kept, tall=self.tall or "1.5")
            case ChangePiece(kind=kind, piece=piece, by=by):
                imported = self.imported if piece is None else None
                editing = self.editing if kind in (None, self.kind) else ""
                known = self if kind is None and piece is None else self._let_go
                made = replace(known, kind=kind or self.kind, piece=piece or self.piece, by=by or self.by)
                return replace(made, imported=imported, editing=editing, chosen=0, grabbing=None)
            case ImportedPiece(name=name, piece=piece):
                return replace(self._let_go, kind=ThingKind.PIECE, piece=name, imported=piece, editing="")
            case HoldPiece(held=held):
                return self._holding(held)
            case ChangeTape():
                return self._taping(intent)
            case GivePoint():
                return self._pointed(intent)
            case EditThing(id=id):
                return self._editing(judge.state(TrialState).table_of(judge), id)
        return self

    def _acting(self, action: AddAction) -> Self:
        match action:
            case AddAction.OTHER_PLACE:
                return replace(self, chosen=self.chosen + 1)
            case AddAction.GRAB_1 | AddAction.GRAB_2:
                wanted = 0 if action is AddAction.GRAB_1 else 1
                return replace(self, grabbing=None if self.grabbing == wanted else wanted)
            case AddAction.DONE:
                return replace(self, typing="")
            case AddAction.NEW:
                other = "blue" if self.side == "red" else "red"
                empty = tuple(replace(tape, text="") for tape in self.tapes)
                side = other if self.kind is ThingKind.MODEL and not self.editing else self.side
                made = replace(self, name="", editing="", chosen=0, grabbing=None, xy=("", ""), side=side)
                return replace(made, tapes=(empty[0], empty[1]), tall=self.tall or "1.5")

    def _taping(self, intent: ChangeTape) -> Self:
        tape = self.tapes[intent.tape]
        tape = TapeField(
            intent.origin or tape.origin,
            tape.text if intent.text is None else intent.text,
            intent.to or tape.to,
            tape.is_across if intent.is_across is None else intent.is_across,
        )
        other = self.tapes[1 - intent.tape]
        if isinstance(intent.to, OwnPoint) and not other.text.strip():
            other = replace(other, to=intent.to)  # both are measured to the same corner as a rule
        tapes = (tape, other) if intent.tape == 0 else (other, tape)
        chosen = self.chosen if intent.origin is None else 0
        typing = self.typing if intent.text is None else f"tape-{intent.tape}"
        return replace(self, tapes=tapes, grabbing=None, chosen=chosen, typing=typing)

    @property
    def _let_go(self) -> Self:
        """Return it measured to edges and centres again: another piece has other corners."""
        tapes = tuple(replace(one, to=Measured.EDGE) if isinstance(one.to, OwnPoint) else one for one in self.tapes)
        return replace(self, tapes=(tapes[0], tapes[1]), held=Measured.CENTRE)

    def _holding(self, held: TapeEnd) -> Self:
        """Return it with x and y of another point of the piece, which stays where it is."""
        try:
            before, after = self.shape.offset(self.held), self.shape.offset(held)
            x, y = (read_length(text) + b - a for text, a, b in zip(self.xy, before, after, strict=True))
        except WarcryError:
            return replace(self, held=held)
        return replace(self, held=held, xy=(f"{x:.3f}", f"{y:.3f}"))

    def _pointed(self, intent: GivePoint) -> Self:
        if self.grabbing is not None:
            return self._taping(ChangeTape(self.grabbing, origin=intent.origin))
        x, y, z = intent.at
        return replace(self, xy=(f"{max(x, 0.0):.3f}", f"{max(y, 0.0):.3f}"), level=f"{max(z, 0.0):.3f}")

    def _editing(self, table: Table, id: str) -> Self:
        """Return it with what is known of a thing on the table; its body stays as it is."""
        things: tuple[Model | Feature, ...] = (*table.models, *table.terrain.features)
        thing = next((one for one in things if one.id == id), None)
        if thing is None:
            return self
        x, y, z = thing.placement.at
        made = replace(
            self._let_go, editing=id, name=id, by=PlaceBy.NUMBERS, xy=(f"{x:g}", f"{y:g}"), level=f"{z:g}", chosen=0
        )
        made = replace(made, turn=f"{round(to_degrees(thing.placement.turn), 3):g}", grabbing=None)
        if isinstance(thing, Feature):
            return replace(made, kind=ThingKind.PIECE, piece=thing.piece.name, imported=thing.piece)
        size = (round(to_mm(thing.base.length), 3), round(to_mm(thing.base.width), 3))
        return replace(made, kind=ThingKind.MODEL, side=thing.side, base=size, figure="", tall="")

    def following(self, before: "JudgeModel", judge: "JudgeModel") -> Self:
        """Return it about the table that is open now; what was taken off it is not edited any longer."""
        table = judge.state(TrialState).table_of(judge)
        if table is self.table:
            return self
        known = {*_ids(table.models), *_ids(table.terrain.features)}
        lost = [tape for tape in self.tapes if isinstance(tape.origin, FromBase) and tape.origin.id not in known]
        tapes = (TapeField(FromEdge(BoardEdge.LEFT)), TapeField(FromEdge(BoardEdge.NEAR))) if lost else self.tapes
        editing = self.editing if self.editing in known else ""
        return replace(self, table=table, tapes=tapes, editing=editing)


def _ids(things: tuple[Model, ...] | tuple[Feature, ...]) -> tuple[str, ...]:
    return tuple(one.id for one in things)


def piece_stem(piece: str) -> str:
    """Return the name of a piece without folder and ending."""
    return piece.rpartition("/")[2].rpartition(".")[0] or piece
