"""Test walk: a figure of any base is moved over the piece, as in Play: where it gets to, and what falls cost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from imgui_bundle import imgui

from warcry3d.app.build.bench_table import FIGURE, FIGURE_BASE_MM, size_figure
from warcry3d.app.build.intents import PICK, StationIntent, TakeTool
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.station import BuildBench, Station, Wanted
from warcry3d.app.moves.model import MoveCommand
from warcry3d.app.moves.move_controller import MoveController
from warcry3d.app.moves.view import HistoryAction, MovePanel, draw_way
from warcry3d.app.shell.gestures import Gesture, Pointed
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.app.widgets.choices import headline, segments
from warcry3d.app.widgets.theme import paragraph
from warcry3d.geom.solid import Placement
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.table_edits import base_sold

__all__ = ["WALK", "ChooseBase", "StandAt", "StepBack", "WalkState", "WalkStation"]

WALK = "walk"
BASES_MM = (25.0, 28.5, 32.0, 40.0, 50.0, 60.0)
"""Diameters of round bases that are offered (mm)."""


@dataclass(frozen=True, slots=True)
class ChooseBase(StationIntent):
    """Give the figure a round base of so many millimetres."""

    station: ClassVar[str] = WALK
    mm: float


@dataclass(frozen=True, slots=True)
class StandAt(StationIntent):
    """Stand the figure somewhere (in, on the table); None: where it stood at first."""

    station: ClassVar[str] = WALK
    placement: Placement | None


@dataclass(frozen=True, slots=True)
class StepBack(StationIntent):
    """Stand the figure where it stood before (-1), or after that (1)."""

    station: ClassVar[str] = WALK
    by: int


@dataclass(frozen=True, slots=True)
class WalkState:
    """The figure's base (mm) and where it stands; None: beside the piece. ``past``, ``future``: where it stood before
    and after.
    """

    station: ClassVar[str] = WALK
    base_mm: float = FIGURE_BASE_MM
    placement: Placement | None = None
    past: tuple[Placement | None, ...] = ()
    future: tuple[Placement | None, ...] = ()

    def after(self, intent: StationIntent, build: BuildModel) -> Self:
        """Return it after an intent."""
        match intent:
            case ChooseBase(mm=mm):
                return replace(self, base_mm=mm)
            case StandAt(placement=placement):
                return replace(self, placement=placement, past=(*self.past, self.placement), future=())
            case StepBack(by=by) if by < 0 and self.past:
                past, future = self.past[:-1], (self.placement, *self.future)
                return replace(self, placement=self.past[-1], past=past, future=future)
            case StepBack(by=by) if by > 0 and self.future:
                past, future = (*self.past, self.placement), self.future[1:]
                return replace(self, placement=self.future[0], past=past, future=future)
            case _:
                return self

    def following(self, before: BuildModel, build: BuildModel) -> Self:
        """Return it with the figure beside the piece again where the board is another."""
        is_there = before.table.board == build.table.board
        return self if is_there else replace(self, placement=None, past=(), future=())

    def figure(self, table: Table) -> Model:
        """Return the figure as it stands; it is called after its base."""
        model = size_figure(table.board)
        base = base_sold(self.base_mm, self.base_mm)
        id = FIGURE if self.base_mm == FIGURE_BASE_MM else f"figure-of-{self.base_mm:g}-mm"
        return replace(model, id=id, base=base, placement=self.placement or model.placement)


class WalkStation(Station):
    """Moves the figure over the piece while its tool is in hand."""

    first_state = WalkState()

    def __init__(self, bench: BuildBench) -> None:
        super().__init__(bench)
        self.moves = MoveController(bench.host)
        self._table: tuple[Table, WalkState, Table] | None = None

    @property
    def is_working(self) -> bool:
        """Whether the judge of moves or the search is at work."""
        return self.moves.is_judging or self.moves.is_searching

    @property
    def can_undo(self) -> bool:
        """Whether the figure has been elsewhere."""
        return bool(self.bench.model.state(WalkState).past)

    @property
    def can_redo(self) -> bool:
        """Whether it was taken back from somewhere."""
        return bool(self.bench.model.state(WalkState).future)

    def step(self, by: int) -> None:
        """Stand the figure where it stood before, or after that."""
        self.moves.do(MoveCommand.LET_GO)
        self.bench.do(StepBack(by))

    @property
    def stamp(self) -> object:
        """Return what is drawn for the figure in hand, which is none of the model's."""
        return self.moves.overlays

    @property
    def table(self) -> Table:
        """Return the table that is walked on: the piece as it plays, and the figure alone."""
        model, state = self.bench.model, self.bench.model.state(WalkState)
        if self._table is None or self._table[0] is not model.table or self._table[1] is not state:
            self._table = (model.table, state, replace(model.table, models=(state.figure(model.table),)))
        return self._table[2]

    def take(self, gesture: Gesture) -> bool:
        """Move the figure; parts are not pointed at meanwhile."""
        is_taken = self.moves.take(gesture, self.table)
        self._land()
        return is_taken or isinstance(gesture, Pointed)

    def follow(self, before: BuildModel) -> None:
        """Let the figure go where the tool is put down, or the piece is another."""
        model = self.bench.model
        if self.moves.held is not None and (model.tool != WALK or model.table is not before.table):
            self.moves.do(MoveCommand.LET_GO)

    def poll(self) -> bool:
        """Take in what the judge of moves said."""
        is_new = self.moves.poll()
        self._land()
        return is_new

    def _land(self) -> None:
        landing = self.moves.take_landing()
        if landing is None:
            return
        moved = landing.moved
        self.bench.do(StandAt(landing.table.model(landing.model).placement))
        rolls = moved.ends.impact_rolls
        self.bench.host.notify(
            lambda words: " ".join(
                (
                    words.say("The figure has moved {cost:.1f} in.", cost=moved.cost),
                    words.count("{n} roll for impact damage is due.", "{n} rolls for impact damage are due.", rolls)
                    if rolls
                    else "",
                )
            ).strip()
        )

    def show(self, model: BuildModel, view: TableView) -> TableView:
        """Show the figure where it stands, and where it gets to."""
        state = model.state(WalkState)
        if model.content is None or state == WalkState():
            return replace(view, overlays=(*view.overlays, *self.moves.overlays))
        table = replace(view.table, models=(state.figure(model.table),))
        return replace(view, table=table, overlays=(*view.overlays, *self.moves.overlays))

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Write the inches along the way of the figure in hand."""
        held = self.moves.held
        if held is not None:
            draw_way(held, frame)
        return ()

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw the figure's base, and how it moves."""
        wanted: list[Wanted] = []
        model, words = self.bench.model, frame.words
        if model.tool != WALK:
            return wanted
        headline(words.say("Test walk"), frame.bold)
        state = model.state(WalkState)
        current = next((k for k, mm in enumerate(BASES_MM) if mm == state.base_mm), -1)
        picked = segments("base", [f"{mm:g} mm" for mm in BASES_MM], current)
        if picked is not None:
            self.moves.do(MoveCommand.LET_GO)
            wanted.append(ChooseBase(BASES_MM[picked]))
        if self.moves.held is None:
            paragraph(words.say("Drag the figure, or click it and point: the field shows where it gets to."))
            if state.placement is not None and imgui.button(words.say("Back beside the piece")):
                wanted.append(StandAt(None))
            return wanted
        for one in MovePanel(frame, self.moves.is_searching).draw(self.moves.model):
            if one is HistoryAction.DONE:
                wanted.append(TakeTool(PICK))
            elif not isinstance(one, HistoryAction):
                self.moves.do(one)
        self._land()
        return wanted

    def close(self) -> None:
        """Stop the background."""
        self.moves.close()
