"""The model of the Build room: the piece on the bench, which of its parts are chosen, the tool in hand. Pure.

Every `BuildIntent` gives a new model: ``model.after(intent)``. What changes the piece changes the open document, from
which the model gets it back (`ShowBench`); so undo is the window's. The room's stations keep their own states in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Protocol, Self, TypeVar, cast

from warcry3d.app.build.bench_table import origin_of, piece_on
from warcry3d.app.build.content import PieceContent
from warcry3d.app.build.intents import (
    PAINTING,
    PICK,
    SHAPING,
    STARTING,
    AskOverwrite,
    BuildAction,
    BuildIntent,
    ChoosePart,
    HoverPart,
    ShowBench,
    StationIntent,
    TakeGuesses,
    TakeTool,
    TryPiece,
)
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Table
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.making.simple_pieces import made_from

__all__ = ["BuildModel", "StationState"]


class StationState(Protocol):
    """What a station of the room keeps in its model: a frozen dataclass. Pure: no graphics, no background.

    ``station``: its name, the same as that of its intents. `warcry3d.app.build.station` is its other half.
    """

    station: ClassVar[str]

    def after(self, intent: StationIntent, build: "BuildModel") -> Self:
        """Return it after an intent of its own; ``build``: the room's model before it."""
        ...

    def following(self, before: "BuildModel", build: "BuildModel") -> Self:
        """Return it after the room's model changed from ``before`` to ``build``: what no longer holds is dropped."""
        ...


State = TypeVar("State", bound=StationState)


def _no_states() -> Mapping[str, StationState]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class BuildModel:
    """What is on the bench. ``table``: the open document's; ``content``: None where that is no piece.

    ``chosen``: the parts that are, the last one last; ``guesses``: how the mesh was read; ``overwrites``: the file that
    would be written though another program has changed it; ``has_colours``: parts are tinted by kind; ``trial``: the
    piece as it would be while one of its parameters is being changed.
    """

    table: Table
    content: PieceContent | None = None
    chosen: tuple[str, ...] = ()
    hovered: str | None = None
    tool: str = PICK
    guesses: TakeGuesses = field(default_factory=lambda: TakeGuesses(None, None))
    overwrites: Path | None = None
    has_colours: bool = True
    trial: Piece | None = None
    states: Mapping[str, StationState] = field(default_factory=_no_states)

    @property
    def piece(self) -> Piece | None:
        """Return the piece; None: no piece is open, or its parts are still being found."""
        return piece_on(self.table) if self.content is not None else None

    @property
    def raw(self) -> Piece | None:
        """Return what the mesh looks like while its parts are being found."""
        return self.content.glance.piece if self.content is not None and self.piece is None else None

    @property
    def on_show(self) -> Piece | None:
        """Return what is seen: the piece as it would be, as it is, or the mesh."""
        return self.trial or self.piece or self.raw

    @property
    def origin(self) -> tuple[float, float, float]:
        """Return where the origin of what is seen is on the table: a piece that is tried grows where the piece is."""
        stands = self.piece or self.raw
        return origin_of(stands, self.table) if stands is not None else (0.0, 0.0, 0.0)

    def can_take(self, tool: str) -> bool:
        """Return whether there is anything for a tool to be used on."""
        if tool in (PICK, STARTING):
            return self.piece is not None or tool == STARTING
        return self.piece is not None and (tool != SHAPING or made_from(self.piece) is not None)

    @property
    def has_rulers(self) -> bool:
        """Whether tapes lie along the piece: not while something is tried out on it."""
        return self.tool in (PICK, STARTING)

    @property
    def has_names(self) -> bool:
        """Whether names are written over the parts: not while their faces are painted or handles are there."""
        return self.tool not in (PAINTING, SHAPING)

    def part(self, id: str | None) -> Part | None:
        """Return a part by its id."""
        parts = self.piece.parts if self.piece is not None else ()
        return next((part for part in parts if part.id == id), None)

    @property
    def chosen_parts(self) -> tuple[Part, ...]:
        """Return the parts that are chosen."""
        return tuple(part for id in self.chosen if (part := self.part(id)) is not None)

    @property
    def chosen_kinds(self) -> frozenset[PartKind]:
        """Return the kinds that all chosen parts have."""
        kinds = [part.kinds for part in self.chosen_parts]
        return frozenset.intersection(*kinds) if kinds else frozenset()

    def state(self, kind: type[State]) -> State:
        """Return what a station keeps, by the kind of its state."""
        return cast(State, self.states[kind.station])

    def after(self, intent: BuildIntent | StationIntent) -> "BuildModel":
        """Return the model after an intent; the same where nothing changes."""
        made = self._after(intent)
        if made is self:
            return self
        states = {name: state.following(self, made) for name, state in made.states.items()}
        return replace(made, states=MappingProxyType(states))

    def _after(self, intent: BuildIntent | StationIntent) -> "BuildModel":
        match intent:
            case StationIntent():
                kept = self.states[intent.station]
                state = kept.after(intent, self)
                if state is kept:
                    return self
                return replace(self, states=MappingProxyType({**self.states, intent.station: state}))
            case ShowBench(table=table, content=content, is_new=is_new):
                made = replace(self, table=table, content=content, trial=None)
                return made._begun() if is_new else made._kept()
            case ChoosePart(id=id, is_added=is_added):
                return self._choosing(id, is_added=is_added)
            case HoverPart(id=id):
                return self if id == self.hovered else replace(self, hovered=id)
            case TakeTool(name=name):
                return replace(self, tool=PICK if name == self.tool else name, trial=None)
            case TryPiece(piece=piece):
                return self if piece is self.trial else replace(self, trial=piece)
            case TakeGuesses():
                return replace(self, guesses=intent)
            case AskOverwrite(path=path):
                return replace(self, overwrites=path)
            case BuildAction.TOGGLE_COLOURS:
                return replace(self, has_colours=not self.has_colours)
            case BuildAction.NEXT_PART:
                return self._stepped(1)
            case BuildAction.PREVIOUS_PART:
                return self._stepped(-1)
            case BuildAction.STEP_BACK:
                return self._back()
            case _:
                return self

    def _begun(self) -> "BuildModel":
        """Return it at the beginning of another piece."""
        guesses = TakeGuesses(None, None)
        if self.content is not None:
            guesses = TakeGuesses(self.content.glance.unit, self.content.glance.up)
        return replace(self, chosen=(), hovered=None, tool=PICK, guesses=guesses, overwrites=None)

    def _kept(self) -> "BuildModel":
        """Return it without what is chosen of parts that are not there."""
        ids = {part.id for part in self.piece.parts} if self.piece is not None else set()
        hovered = self.hovered if self.hovered in ids else None
        return replace(self, chosen=tuple(id for id in self.chosen if id in ids), hovered=hovered)

    def _choosing(self, id: str | None, *, is_added: bool) -> "BuildModel":
        if id is None or self.part(id) is None:
            return replace(self, chosen=()) if self.chosen and not is_added else self
        if not is_added:
            return replace(self, chosen=(id,))
        others = tuple(one for one in self.chosen if one != id)
        return replace(self, chosen=others if id in self.chosen else (*others, id))

    def _stepped(self, by: int) -> "BuildModel":
        """Return it with the next part of the list chosen, or the one before."""
        ids = [part.id for part in self.piece.parts] if self.piece is not None else []
        if not ids:
            return self
        last = self.chosen[-1] if self.chosen else None
        at = (ids.index(last) + by) % len(ids) if last in ids else (0 if by > 0 else -1)
        return replace(self, chosen=(ids[at],))

    def _back(self) -> "BuildModel":
        """Return it one step back: the question, the tool in hand, then what is chosen."""
        if self.overwrites is not None:
            return replace(self, overwrites=None)
        if self.tool != PICK:
            return replace(self, tool=PICK, trial=None)
        return replace(self, chosen=()) if self.chosen else self
