"""Openings: two clicks on the rims of a gap in a wall, then what it is: a door, an arch or a window."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from imgui_bundle import imgui

from warcry3d.app.build.bench_table import origin_of
from warcry3d.app.build.edited_parts import made_of
from warcry3d.app.build.intents import ChoosePart, StationIntent
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.station import Station, Wanted
from warcry3d.app.scene.colours import GOLD
from warcry3d.app.scene.overlays import FlatLine, Overlay, Sign, SignKind
from warcry3d.app.shell.gestures import LEFT, Clicked, Gesture
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.app.widgets.choices import headline
from warcry3d.app.widgets.theme import paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.errors import EditError
from warcry3d.message import Message
from warcry3d.messages import template
from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.edits import AddOpening, OpeningKind, edited
from warcry3d.terrain.editing.opening_gauge import PieceLines, measured_opening
from warcry3d.units import MM

__all__ = ["OPENING", "MarkRim", "OpeningState", "OpeningStation"]

OPENING = "opening"
KINDS = (
    (OpeningKind.DOOR, template("Door"), template("shut by a leaf; opened in play")),
    (OpeningKind.ARCH, template("Arch"), template("an open way through")),
    (OpeningKind.WINDOW, template("Window"), template("for lines of sight only")),
)

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class MarkRim(StationIntent):
    """Mark a point on a rim of the opening (in, in the piece's frame); after two marks the first of the next."""

    station: ClassVar[str] = OPENING
    at: Point


@dataclass(frozen=True, slots=True)
class OpeningState:
    """The points marked on the rims, two at most."""

    station: ClassVar[str] = OPENING
    marks: tuple[Point, ...] = ()

    def after(self, intent: StationIntent, build: BuildModel) -> Self:
        """Return it after an intent."""
        if not isinstance(intent, MarkRim):
            return self
        return replace(self, marks=(*self.marks, intent.at) if len(self.marks) < 2 else (intent.at,))

    def following(self, before: BuildModel, build: BuildModel) -> Self:
        """Return it without marks where the piece is another, or the tool is put down."""
        is_kept = before.piece is build.piece and build.tool == OPENING
        return self if is_kept or not self.marks else type(self)()


class OpeningStation(Station):
    """Takes two clicks, and says how wide and high the opening between them is."""

    first_state = OpeningState()
    _measured: tuple[Piece, tuple[Point, ...], tuple[float, float] | Message] | None = None

    @property
    def marks(self) -> tuple[Point, ...]:
        """Return the points marked on the rims."""
        return self.bench.model.state(OpeningState).marks

    def take(self, gesture: Gesture) -> bool:
        """Mark a rim by a click."""
        match gesture:
            case Clicked(button=button, at=at) if button == LEFT:
                under = self.bench.place_under(at)
                if under is not None:
                    self.bench.do(MarkRim(under[2]))
                return True
            case _:
                return False

    def measured(self) -> tuple[float, float] | Message:
        """Return the width and height (in) of the opening between both marks, or why there is none; measured once."""
        piece, marks = self.bench.model.piece, self.marks
        if self._measured is None or self._measured[0] is not piece or self._measured[1] != marks:
            assert piece is not None and len(marks) == 2
            try:
                found = measured_opening(PieceLines(piece), *marks)
                size: tuple[float, float] | Message = (float(found.width), float(found.height))
            except EditError as error:
                size = error.message
            self._measured = (piece, marks, size)
        return self._measured[2]

    def add(self, kind: OpeningKind) -> bool:
        """Make the opening between the marks and choose it: its size is said of it. What cannot be done is said, and
        False returned.
        """
        start, end = self.marks
        before, edit = self.bench.model.piece, AddOpening(kind, start, end)
        is_made = self.bench.change(lambda piece: edited(piece, edit))
        after = self.bench.model.piece
        if is_made and after is not None:
            for id in made_of(edit, before, after):
                self.bench.do(ChoosePart(id))
        return is_made

    def show(self, model: BuildModel, view: TableView) -> TableView:
        """Show the marks, and a line between them."""
        marks = model.state(OpeningState).marks
        if model.piece is None or not marks:
            return view
        at = origin_of(model.piece, model.table)
        placed = [(x + at[0], y + at[1], z + at[2]) for x, y, z in marks]
        made: list[Overlay] = [Sign(one, SignKind.RING, GOLD) for one in placed]
        if len(placed) == 2:
            made.append(FlatLine(placed[0], placed[1], GOLD))
        return replace(view, overlays=(*view.overlays, *made))

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Say what to click, and offer what the opening may be."""
        if self.bench.model.tool != OPENING:
            return ()
        words, marks = frame.words, self.marks
        headline(words.say("Opening"), frame.bold)
        if len(marks) < 2:
            first = words.say("Click one rim of the opening in the wall.")
            paragraph(words.say("Now click the rim on the other side.") if marks else first)
            return ()
        size = self.measured()
        paragraph(
            words.text(size)
            if isinstance(size, Message)
            else words.say(
                "{width:.2f} in wide and {height:.2f} in high ({mm_wide:.0f} x {mm_high:.0f} mm). What is it?",
                width=size[0],
                height=size[1],
                mm_wide=size[0] / MM,
                mm_high=size[1] / MM,
            )
        )
        for number, (kind, title, tip) in enumerate(KINDS):
            if number:
                imgui.same_line()
            is_pressed = imgui.button(words.say(title))
            tool_tip(words.say(tip))
            if is_pressed:
                self.add(kind)
                return ()
        return ()
