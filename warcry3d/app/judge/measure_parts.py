"""The tape and the rings of the Judge room."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from imgui_bundle import imgui

from warcry3d.app.judge.intents import ASKING, PartIntent, PickTool
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Bench, JudgePart, Wanted
from warcry3d.app.measures.grip_mark import draw_grip_mark
from warcry3d.app.measures.labels import LengthLabel, draw_length_labels, tape_text
from warcry3d.app.measures.ring_set import RingSet
from warcry3d.app.measures.tape import HeldTape, TapeGrip
from warcry3d.app.measures.tape_pull import TapePull
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Dropped, Gesture, KeyReleased, Pointed
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.app.widgets.side_panel import space
from warcry3d.app.widgets.theme import paragraph
from warcry3d.messages.names import fighter_name

__all__ = ["RingPart", "RingState", "TapePart", "TapeState"]


@dataclass(frozen=True, slots=True)
class PullTape(PartIntent):
    """Hold the tape between two things; None: put it away."""

    part: ClassVar[str] = "tape"
    start: TapeGrip | None
    end: TapeGrip | None = None


@dataclass(frozen=True, slots=True)
class TapeState:
    """The tape as it lies."""

    part: ClassVar[str] = "tape"
    tape: HeldTape = field(default_factory=HeldTape)

    def after(self, intent: PartIntent, judge: JudgeModel) -> Self:
        """Return it after the tape was pulled."""
        assert isinstance(intent, PullTape)
        return replace(self, tape=HeldTape(intent.start, intent.end))

    def following(self, before: JudgeModel, judge: JudgeModel) -> Self:
        """Return the same: what no longer stands is not measured."""
        return self


class TapePart(JudgePart):
    """Pulls a tape by dragging: T held, or its tool in hand."""

    first_state = TapeState()

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._pull = TapePull(bench.host)
        self._tool = ASKING

    def follow(self, before: JudgeModel) -> None:
        """Remember which tool was in hand before the tape."""
        if self.bench.model.tool == TapeState.part != before.tool:
            self._tool = before.tool

    def take(self, gesture: Gesture) -> bool:
        """Pull the tape, put it away with a click on nothing; T released after it was pulled takes up the tool that was
        in hand before.
        """
        table = self.bench.model.table
        match gesture:
            case Pointed(at=at):
                self._pull.point_at(at, table)
                return False
            case Dragged(button="mouse1"):
                tape = self._pull.tape(gesture, table)
                if tape is not None:
                    self.bench.do(PullTape(tape.start, tape.end))
                return True
            case Dropped(button="mouse1"):
                return True
            case Clicked(button="mouse1") if self.bench.model.state(TapeState).tape.start is not None:
                self.bench.do(PullTape(None))
                return True
            case KeyReleased(name="t") if self._pull.is_pulled:
                self._pull.let_go()
                self.bench.do(PickTool(self._tool))
                return True
            case _:
                return False

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Lay the tape on the table."""
        laid = model.state(TapeState).tape.overlays(model.table)
        return view if not laid or model.through_eye else replace(view, overlays=(*view.overlays, *laid))

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Write what the tape reads in its middle."""
        model = self.bench.model
        if model.tool == TapeState.part:
            draw_grip_mark(frame, self._pull.mark)
        read = model.state(TapeState).tape.reading(model.table)
        if read is not None and not model.through_eye:
            x, y, z = ((a + b) / 2 for a, b in zip(read.start, read.end, strict=True))
            draw_length_labels(frame, [LengthLabel(tape_text(read, frame.words), (x, y, z + 0.2))], foot)
        return ()

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Say how the tape is pulled, while it is in hand."""
        if self.bench.model.tool == "tape":
            space(0.3)
            paragraph(
                frame.words.say("Drag from one base, corner, point or edge to another. Click to put the tape away.")
            )
        return ()


@dataclass(frozen=True, slots=True)
class RingBase(PartIntent):
    """Put rings around a base, or take them away; None: away from all."""

    part: ClassVar[str] = "ring"
    id: str | None


@dataclass(frozen=True, slots=True)
class TypeRings(PartIntent):
    """Change the inches of the rings, as typed."""

    part: ClassVar[str] = "ring"
    text: str


@dataclass(frozen=True, slots=True)
class RingState(RingSet):
    """Whose bases have rings, and of how many inches."""

    part: ClassVar[str] = "ring"

    def after(self, intent: PartIntent, judge: JudgeModel) -> Self:
        """Return it after an intent of its own."""
        match intent:
            case RingBase(id=None):
                return replace(self, ids=())
            case RingBase(id=str() as id):
                return self.toggled(id)
            case TypeRings(text=text):
                return replace(self, text=text)
        return self

    def following(self, before: JudgeModel, judge: JudgeModel) -> Self:
        """Return it without bases that are not on the table any longer."""
        return self.on(judge.table)


class RingPart(JudgePart):
    """Puts rings around bases that are clicked."""

    first_state = RingState()

    def take(self, gesture: Gesture) -> bool:
        """Put rings around the base that is clicked."""
        if not isinstance(gesture, Clicked) or gesture.button != LEFT:
            return False
        id = self.bench.host.fighter_under(gesture.at)
        if id is not None:
            self.bench.do(RingBase(id))
        return True

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Lay the rings on the table."""
        state = model.state(RingState)
        if not state.ids or model.through_eye:
            return view
        return replace(view, overlays=(*view.overlays, *state.overlays(model.table)))

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Write each ring's inches on it."""
        model = self.bench.model
        state = model.state(RingState)
        if not model.through_eye:
            labels = state.labels(model.table, frame.words)
            draw_length_labels(frame, [LengthLabel(text, at) for text, at in labels], foot)
        return ()

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw the field for the inches, while the tool is in hand."""
        model, words = self.bench.model, frame.words
        if model.tool != "ring":
            return ()
        state = model.state(RingState)
        wanted: list[Wanted] = []
        space(0.3)
        paragraph(words.say("Click a base for its rings, and again to take them away."))
        imgui.set_next_item_width(-1)
        is_changed, typed = imgui.input_text_with_hint("##rings", words.say("inches, such as 3, 6"), state.text)
        if is_changed:
            wanted.append(TypeRings(typed))
        if state.ids:
            paragraph(", ".join(fighter_name(id, words) for id in state.ids))
            if imgui.button(words.say("Take all rings away")):
                wanted.append(RingBase(None))
        return wanted
