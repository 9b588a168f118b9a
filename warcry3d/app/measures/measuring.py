"""Tape and rings in a room that has no tools of its own for them: in hand while a key is held, or switched on."""

from dataclasses import dataclass, field, replace
from typing import Self

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.measures.grip_mark import draw_grip_mark
from warcry3d.app.measures.labels import LengthLabel, draw_length_labels, tape_text
from warcry3d.app.measures.ring_set import RingSet
from warcry3d.app.measures.tape import HeldTape
from warcry3d.app.measures.tape_pull import TapePull
from warcry3d.app.scene.colours import GOLD
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.shell.bindings import Binding
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Dropped, Gesture, Key, KeyReleased, Pointed
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import coloured
from warcry3d.table.table import Table

__all__ = ["Measures", "Measuring"]

MARGIN = 12.0
FIELD = 110.0
"""Beside the caption, and the width of its field for the inches (points)."""
TEXT = 0.82
"""Size of the caption's text, against the window's."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What lies on the table: the tape and the rings. ``is_in_hand``: drags pull the tape, clicks put rings."""

    tape: HeldTape = field(default_factory=HeldTape)
    rings: RingSet = field(default_factory=RingSet)
    is_in_hand: bool = False

    @property
    def is_there(self) -> bool:
        """Whether there is anything to put away."""
        return self.tape.start is not None or bool(self.rings.ids)

    def put_away(self) -> Self:
        """Return it with nothing on the table, out of hand."""
        return replace(self, tape=HeldTape(), rings=replace(self.rings, ids=()), is_in_hand=False)

    def overlays(self, table: Table) -> tuple[Overlay, ...]:
        """Return what shows tape and rings on a table."""
        return (*self.tape.overlays(table), *self.rings.overlays(table))

    def labels(self, frame: Frame, table: Table) -> tuple[LengthLabel, ...]:
        """Return what is written beside tape and rings."""
        made = [LengthLabel(text, at) for text, at in self.rings.labels(table, frame.words)]
        read = self.tape.reading(table)
        if read is not None:
            x, y, z = ((a + b) / 2 for a, b in zip(read.start, read.end, strict=True))
            made.append(LengthLabel(tape_text(read, frame.words), (x, y, z + 0.2)))
        return tuple(made)


class Measuring:
    """Joins the measures with the gestures and the panels of a room; ``key`` holds them in hand."""

    def __init__(self, host: Host, key: Binding) -> None:
        self._host, self._key = host, key
        self._pull = TapePull(host)
        self.measures = Measures()
        self._shown: tuple[TableView, Measures, Table, TableView] | None = None

    def toggle(self) -> None:
        """Take tape and rings in hand until it is asked again, or out of hand."""
        self.measures = replace(self.measures, is_in_hand=not self.measures.is_in_hand)

    def put_away(self) -> None:
        """Take tape and rings off the table."""
        self.measures = self.measures.put_away()
        self._pull.let_go()

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means; return whether it means anything, as `AppRoom.take`."""
        table, measures = self._host.document.table, self.measures
        match gesture:
            case Key(name=name) if name in self._key.keys:
                self.measures = replace(measures, is_in_hand=True)
                return True
            case KeyReleased(name=name) if name in self._key.keys:
                self.measures = replace(measures, is_in_hand=False)
                self._pull.let_go()
                return False
            case Key(name="escape") if measures.is_there or measures.is_in_hand:
                self.put_away()
                return True
        if not measures.is_in_hand:
            return False
        match gesture:
            case Dragged(button="mouse1"):
                tape = self._pull.tape(gesture, table)
                self.measures = measures if tape is None else replace(measures, tape=tape)
                return True
            case Clicked(button=button, at=at):
                id = self._host.fighter_under(at) if button == LEFT else None
                self.measures = (
                    measures.put_away() if id is None else replace(measures, rings=measures.rings.toggled(id))
                )
                return True
        if isinstance(gesture, Pointed):
            self._pull.point_at(gesture.at, table)
            return True
        return isinstance(gesture, Dropped) and gesture.button == LEFT

    def show(self, view: TableView) -> TableView:
        """Return what is shown on the table with tape and rings; the same for the same."""
        measures, table = self.measures, self._host.document.table
        if not measures.is_there:
            return view
        before = self._shown
        if before is None or before[0] is not view or before[1] is not measures or before[2] is not table:
            shown = replace(view, overlays=(*view.overlays, *measures.overlays(table)))
            before = self._shown = (view, measures, table, shown)
        return before[3]

    def draw(self, frame: Frame, at: tuple[float, float] | None) -> None:
        """Write the inches over the table, and while they are in hand how tape and rings are used: in a panel with its
        lower left corner at a pixel; None: at the table's.
        """
        draw_length_labels(frame, self.measures.labels(frame, self._host.document.table))
        if self.measures.is_in_hand:
            draw_grip_mark(frame, self._pull.mark)
            margin = MARGIN * frame.scale
            self._caption(frame, at or (margin, frame.panel[1] + frame.panel[3] - margin))

    def _caption(self, frame: Frame, at: tuple[float, float]) -> None:
        words, scale = frame.words, frame.scale
        imgui.set_next_window_pos(at, imgui.Cond_.always.value, (0.0, 1.0))
        flags = FIXED | imgui.WindowFlags_.no_focus_on_appearing.value | imgui.WindowFlags_.always_auto_resize.value
        font = imgui.get_style().font_size_base * TEXT
        with imgui_ctx.begin("measures", None, flags), imgui_ctx.push_font(None, font):
            coloured(words.say("Tape and rings"), GOLD)
            if not self._host.document.table.models:
                imgui.text_unformatted(words.say("Drag from one corner, point or edge to another."))
                imgui.text_disabled(words.say("Esc, or a click, puts the tape away."))
                return
            imgui.text_unformatted(words.say("Drag from one base, corner, point or edge to another."))
            imgui.align_text_to_frame_padding()
            imgui.text_unformatted(words.say("Click a base for rings of so many inches:"))
            imgui.same_line()
            imgui.set_next_item_width(FIELD * scale)
            typed = self.measures.rings.text
            is_changed, typed = imgui.input_text_with_hint("##rings", words.say("inches, such as 3, 6"), typed)
            if is_changed:
                self.measures = replace(self.measures, rings=replace(self.measures.rings, text=typed))
            imgui.text_disabled(words.say("Esc, or a click beside the fighters, puts all away."))
