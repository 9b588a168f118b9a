"""The part of the form that says where something stands: two tapes, x and y, or a click; and how it is turned."""

from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.corner_plan import end_chooser
from warcry3d.app.judge.origin_names import CORNERS, EDGES, origin_name
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.setup_intents import (
    Act,
    AddAction,
    ChangePiece,
    ChangeTape,
    HoldPiece,
    PlaceBy,
    ThingKind,
    TypeField,
)
from warcry3d.app.judge.setup_rows import form_field, tab_stops, took
from warcry3d.app.judge.setup_state import SetUpState
from warcry3d.app.scene.colours import GOLD
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import dropdown, headline, option, segment_width, segments
from warcry3d.app.widgets.theme import beside, paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.table.table import Table
from warcry3d.table.tape_measures import FromBase, FromCorner, FromEdge, FromPoint, OwnPoint, TapeOrigin

__all__ = ["PlaceForm"]


@dataclass
class PlaceForm:
    """Draws where something stands. ``due``: the tape that keys type into."""

    frame: Frame
    table: Table
    due: int

    def draw(self, state: SetUpState, wanted: list[Wanted]) -> None:
        """Draw it; what was asked for goes to ``wanted``."""
        words = self.frame.words
        headline(words.say("Where it stands"), self.frame.bold)
        ways = (PlaceBy.TAPES, PlaceBy.NUMBERS, PlaceBy.POINTER)
        names = (words.say("two tapes"), words.say("x and y"), words.say("click"))
        clicked = segments("by", names, ways.index(state.by))
        if clicked is not None and ways[clicked] is not state.by:
            wanted.append(ChangePiece(by=ways[clicked]))
        if state.by is PlaceBy.TAPES:
            for number in range(2):
                self._tape(state, number, wanted)
        elif state.by is PlaceBy.NUMBERS:
            self._held(state, wanted)
            is_corner = isinstance(state.held, OwnPoint)
            left = words.say("from the left to its corner") if is_corner else words.say("from the left to its centre")
            near = (
                words.say("from the near edge to its corner")
                if is_corner
                else words.say("from the near edge to its centre")
            )
            form_field(self.frame, "x", "x", state.xy[0], left, wanted)
            form_field(self.frame, "y", "y", state.xy[1], near, wanted)
        else:
            paragraph(words.say("Click where it stands: it is put on the surface there."))
            self._held(state, wanted)
        self._turn_and_level(state, wanted)

    def _held(self, state: SetUpState, wanted: list[Wanted]) -> None:
        """Draw what of a piece the place is of: its centre or a corner. Models are held at their centre."""
        if state.kind is ThingKind.MODEL:
            return
        held = end_chooser(self.frame, state, state.held, ("", self.frame.words.say("to its centre")))
        if held is not None:
            wanted.append(HoldPiece(held))

    def _turn_and_level(self, state: SetUpState, wanted: list[Wanted]) -> None:
        """Draw both side by side: how far it is turned, how high it stands."""
        words = self.frame.words
        rows = (
            ("turn", state.turn, words.say("turned by °"), words.say("degrees, anticlockwise seen from above")),
            (
                "level",
                state.level,
                words.say("stands at"),
                words.say("inches above the floor: on a platform its height"),
            ),
        )
        gap = imgui.get_style().item_spacing.x
        taken = sum(imgui.calc_text_size(title).x + gap for _, _, title, _ in rows) + gap
        wide = max((imgui.get_content_region_avail().x - taken) / 2, imgui.calc_text_size("000").x)
        for number, (name, text, title, tip) in enumerate(rows):
            if number:
                beside(imgui.calc_text_size(title).x + gap + wide)
            imgui.align_text_to_frame_padding()
            imgui.text_disabled(title)
            imgui.same_line()
            imgui.set_next_item_width(wide)
            with tab_stops(True):
                is_changed, typed = imgui.input_text(f"##{name}", text)
            tool_tip(tip)
            took(is_changed, TypeField(name, typed), wanted)

    def _tape(self, state: SetUpState, number: int, wanted: list[Wanted]) -> None:
        words, tape = self.frame.words, state.tapes[number]
        imgui.push_id(f"tape-{number}")
        room = imgui.get_content_region_avail().x
        imgui.set_next_item_width(room * 0.26)
        width = 2 * self.frame.scale if self.due == number else 0.0
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.frame_border_size.value, width),
            imgui_ctx.push_style_color(imgui.Col_.border.value, (*GOLD, 1.0)),
            tab_stops(True),
        ):
            is_changed, typed = imgui.input_text_with_hint("##inches", words.say("3 1/4"), tape.text)
        if imgui.is_item_active():
            self.due = number
        took(is_changed, ChangeTape(number, text=typed), wanted)
        imgui.same_line()
        imgui.text_unformatted(words.say("in from"))
        imgui.same_line()
        shown = words.say("click it...") if state.grabbing == number else origin_name(tape.origin, words, self.table)
        with dropdown("origin", shown) as is_open:
            if is_open:
                self._origins(number, tape.origin, wanted)
        self._ends(state, number, wanted)
        imgui.pop_id()

    def _origins(self, number: int, origin: TapeOrigin, wanted: list[Wanted]) -> None:
        words = self.frame.words
        if option(words.say("what I click on the table")):
            wanted.append(Act(AddAction.GRAB_1 if number == 0 else AddAction.GRAB_2))
        known: list[TapeOrigin] = [FromEdge(edge) for edge in EDGES]
        known += [FromBase(model.id) for model in self.table.models]
        known += [FromCorner(side, end) for side, end in CORNERS]
        for one in known:
            if option(origin_name(one, words, self.table), one == origin):
                wanted.append(ChangeTape(number, origin=one))

    def _ends(self, state: SetUpState, number: int, wanted: list[Wanted]) -> None:
        """Draw to which ends a tape is held, and whether it lies level: small, for they seldom change."""
        words, tape = self.frame.words, state.tapes[number]
        is_base = isinstance(tape.origin, FromBase)
        to_edge = words.say("edge to edge") if is_base else words.say("to its nearest edge")
        to_centre = words.say("centre to centre") if is_base else words.say("to its centre")
        end = end_chooser(self.frame, state, tape.to, (to_edge, to_centre))
        if end is not None:
            wanted.append(ChangeTape(number, to=end))
        if isinstance(tape.origin, FromBase | FromPoint):
            name = words.say("seen from above") if tape.is_across else words.say("through the air")
            beside(segment_width(name))
            if imgui.small_button(name):
                wanted.append(ChangeTape(number, is_across=not tape.is_across))
