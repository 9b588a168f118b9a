"""The panel that sets a quarrel up: what is added, and where it stands, by two distances or otherwise."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import itemgetter

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.intents import PickTool
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.origin_names import CORNERS, EDGES, origin_name
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.setup_intents import (
    Act,
    AddAction,
    ChangeBody,
    ChangePiece,
    ChangeTape,
    EditThing,
    PlaceBy,
    ThingKind,
    TypeField,
)
from warcry3d.app.judge.setup_state import SetUpState, piece_stem
from warcry3d.app.scene.colours import AMBER, GOLD, GREEN, RED, side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import dropdown, headline, option, segment_width, segments
from warcry3d.app.widgets.side_panel import close_rows, side_panel, space
from warcry3d.app.widgets.theme import bar, beside, coloured, greyed, paragraph, readable
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages.names import fighter_name, piece_title
from warcry3d.messages.verdicts import headlines
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.shipped import figure_names
from warcry3d.table.table import Table
from warcry3d.table.table_edits import BASES_SOLD, shipped_pieces
from warcry3d.table.tape_measures import FromBase, FromCorner, FromEdge, FromPoint, Measured, TapeOrigin

__all__ = ["SetUpView", "Wish"]

SIDES = ("red", "blue", "green", "gold")
ROWS = 17
"""So many rows down to the button that adds."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the room itself must do.

    ``add``, ``enter`` (as the key), ``remove`` (``text``: an id), ``board`` (``size``), ``empty``, ``mesh``.
    """

    name: str
    text: str = ""
    size: tuple[float, float] = (0.0, 0.0)


@dataclass
class SetUpView:
    """Draws the form into a frame.

    ``table``: the one that is changed; ``due``: the tape that keys type into; ``wishes``: what was asked of the room;
    ``surfaces``: at which heights something can stand at a place.
    """

    frame: Frame
    judge: JudgeModel
    table: Table
    due: int = 0
    surfaces: Callable[[float, float], tuple[float, ...]] = lambda x, y: (0.0,)
    wishes: list[Wish] = field(default_factory=list)

    def draw(self, state: SetUpState) -> list[Wanted]:
        """Draw it and return what was asked for, in order."""
        wanted: list[Wanted] = []
        # With no field in hand Tab and Enter are the room's: else Enter would press what Tab went to as well.
        is_typing = bool(imgui.get_io().want_text_input)
        with side_panel("judge-add", self.frame.panel, has_fields=is_typing), _tab_stops(False), close_rows(ROWS):
            self._kind(state, wanted)
            if state.kind is ThingKind.MODEL:
                self._body(state, wanted)
            else:
                self._piece(state, wanted)
            self._place(state, wanted)
            self._outcome(state, wanted)
            self._verdict()
            self._known(state, wanted)
        return wanted

    def _verdict(self) -> None:
        """Say in a line what the judge says of the two that are picked."""
        judgement, words = self.judge.judgement, self.frame.words
        if judgement is None:
            return
        pair = f"{fighter_name(judgement.viewer, words)} → {fighter_name(judgement.target, words)}"
        said = " · ".join(part for part in headlines(judgement, words) if part)
        space(0.2)
        match judgement.sight:
            case Seen():
                colour = GREEN
            case Hidden():
                colour = RED
            case _:
                colour = AMBER
        with bar(colour, self.frame.scale):
            imgui.text_unformatted(pair)
            coloured(said, colour)

    def draw_offer(self) -> list[Wanted]:
        """Draw what begins a quarrel where nobody is picked."""
        wanted: list[Wanted] = []
        words = self.frame.words
        headline(words.say("Set it up from tape measures"), self.frame.bold)
        if imgui.button(words.say("On an empty board")):
            self.wishes.append(Wish("empty"))
        beside(imgui.calc_text_size(words.say("On this table")).x + 2 * imgui.get_style().frame_padding.x)
        if imgui.button(words.say("On this table")):
            wanted.append(PickTool("add"))
        space(0.2)
        return wanted

    # What is added

    def _kind(self, state: SetUpState, wanted: list[Wanted]) -> None:
        words = self.frame.words
        name = (fighter_name if state.kind is ThingKind.MODEL else piece_title)(state.editing, words)
        title = words.say("Change {name}", name=name) if state.editing else words.say("Add")
        with imgui_ctx.push_font(self.frame.bold, imgui.get_style().font_size_base * 1.25):
            imgui.text_unformatted(title)
        kinds, names = (ThingKind.MODEL, ThingKind.PIECE), (words.say("a model"), words.say("terrain"))
        beside(sum(segment_width(name) for name in names) + imgui.get_style().item_spacing.x)
        clicked = segments("kind", names, kinds.index(state.kind))
        if clicked is not None and kinds[clicked] is not state.kind:
            wanted.append(ChangePiece(kind=kinds[clicked]))
        if state.editing:
            beside(imgui.calc_text_size(words.say("Add another")).x + 2 * imgui.get_style().frame_padding.x)
            if imgui.button(words.say("Add another")):
                wanted.append(Act(AddAction.NEW))

    def _body(self, state: SetUpState, wanted: list[Wanted]) -> None:
        words = self.frame.words
        with self._row(words.say("base")):
            known = _size(state.base)
            with dropdown("base", known) as is_open:
                for size in BASES_SOLD if is_open else ():
                    if option(_size(size), size == state.base):
                        wanted.append(ChangeBody(base=size))
        with self._row(words.say("body")):
            kept = words.say("as it is") if state.editing and not state.tall and not state.figure else ""
            shown = kept or (fighter_name(state.figure, words) if state.figure else words.say("cylinder"))
            with dropdown("body", shown) as is_open:
                if is_open and option(words.say("cylinder"), not state.figure):
                    wanted.append(ChangeBody(figure=""))
                names = {name: fighter_name(name, words) for name in figure_names()} if is_open else {}
                for name, title in sorted(names.items(), key=itemgetter(1)):
                    if option(title, name == state.figure):
                        wanted.append(ChangeBody(figure=name))
        if not state.figure and not kept:
            self._field(words.say("height"), "tall", state.tall, words.say("from the ground to its top"), wanted)
        with self._row(words.say("side")):
            self._sides(state, wanted)
        self._field(words.say("name"), "name", state.name, state.id, wanted, is_off=bool(state.editing))

    def _sides(self, state: SetUpState, wanted: list[Wanted]) -> None:
        names = tuple(dict.fromkeys((*SIDES, *(model.side for model in self.table.models))))[:6]
        for number, side in enumerate(names):
            if number:
                imgui.same_line()
            height, at = imgui.get_frame_height(), imgui.get_cursor_screen_pos()
            if imgui.invisible_button(f"##side-{side}", (height, height)):
                wanted.append(TypeField("side", side))
            tool_tip(side)
            paper = imgui.get_window_draw_list()
            middle = (at.x + height / 2, at.y + height / 2)
            colour = imgui.color_convert_float4_to_u32((*readable(side_colour(side)), 1.0))
            paper.add_circle_filled(middle, height * 0.34, colour)
            if side == state.side:
                brass = imgui.color_convert_float4_to_u32((*GOLD, 1.0))
                paper.add_circle(middle, height * 0.46, brass, 0, 2.0 * self.frame.scale)

    def _piece(self, state: SetUpState, wanted: list[Wanted]) -> None:
        words = self.frame.words
        with self._row(words.say("piece")), dropdown("piece", piece_title(piece_stem(state.piece), words)) as is_open:
            names = {piece: piece_title(piece_stem(piece), words) for piece in shipped_pieces()} if is_open else {}
            for piece, title in sorted(names.items(), key=itemgetter(1)):
                if option(title, piece == state.piece):
                    wanted.append(ChangePiece(piece=piece))
        if imgui.button(words.say("From a mesh file (STL, OBJ, ...)")):
            self.wishes.append(Wish("mesh"))
        self._field(words.say("name"), "name", state.name, state.id, wanted, is_off=bool(state.editing))

    # Where it stands

    def _place(self, state: SetUpState, wanted: list[Wanted]) -> None:
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
            self._field("x", "x", state.xy[0], words.say("from the left to its centre"), wanted)
            self._field("y", "y", state.xy[1], words.say("from the near edge to its centre"), wanted)
        else:
            paragraph(words.say("Click where it stands: it is put on the surface there."))
        self._turn_and_level(state, wanted)

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
            with _tab_stops(True):
                is_changed, typed = imgui.input_text(f"##{name}", text)
            tool_tip(tip)
            self._took(is_changed, TypeField(name, typed), wanted)

    def _tape(self, state: SetUpState, number: int, wanted: list[Wanted]) -> None:
        words, tape = self.frame.words, state.tapes[number]
        imgui.push_id(f"tape-{number}")
        room = imgui.get_content_region_avail().x
        imgui.set_next_item_width(room * 0.26)
        width = 2 * self.frame.scale if self.due == number else 0.0
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.frame_border_size.value, width),
            imgui_ctx.push_style_color(imgui.Col_.border.value, (*GOLD, 1.0)),
            _tab_stops(True),
        ):
            is_changed, typed = imgui.input_text_with_hint("##inches", words.say("3 1/4"), tape.text)
        if imgui.is_item_active():
            self.due = number
        self._took(is_changed, ChangeTape(number, text=typed), wanted)
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
        if imgui.small_button(to_centre if tape.to is Measured.CENTRE else to_edge):
            other = Measured.EDGE if tape.to is Measured.CENTRE else Measured.CENTRE
            wanted.append(ChangeTape(number, to=other))
        if isinstance(tape.origin, FromBase | FromPoint):
            name = words.say("seen from above") if tape.is_across else words.say("through the air")
            beside(segment_width(name))
            if imgui.small_button(name):
                wanted.append(ChangeTape(number, is_across=not tape.is_across))

    # What comes of it

    def _outcome(self, state: SetUpState, wanted: list[Wanted]) -> None:
        words, placed = self.frame.words, state.placed
        space(0.2)
        if state.failure is not None:
            with bar(RED, self.frame.scale):
                paragraph(words.error(state.failure), RED)
        if placed is not None:
            if len(placed.points) > 1:
                imgui.align_text_to_frame_padding()
                imgui.text_unformatted(words.say("Which place? (Tab)"))
                imgui.same_line()
                names = tuple(str(number + 1) for number in range(len(placed.points)))
                chosen = state.chosen % len(placed.points)
                clicked = segments("place", names, chosen)
                if clicked is not None and clicked != chosen:
                    wanted += [Act(AddAction.OTHER_PLACE)] * ((clicked - chosen) % len(placed.points))
            x, y = placed.points[state.chosen % len(placed.points)]
            imgui.text_disabled(words.say("its centre: {x:.2f}, {y:.2f}", x=x, y=y))
            self._surfaces(state, (x, y), wanted)
            if placed.misses:
                coloured(
                    words.say("the tapes miss each other: each is off by {inches:.2f} in", inches=placed.misses), AMBER
                )
            self._doubts(placed.table, placed.id)
        with greyed(placed is None):
            name = words.say("Put it there (Enter)") if state.editing else words.say("Add it (Enter)")
            if imgui.button(name, (-1, 0)):
                self.wishes.append(Wish("add"))
        # With no field in hand the key is the room's.
        is_entered = imgui.is_key_pressed(imgui.Key.enter) or imgui.is_key_pressed(imgui.Key.keypad_enter)
        if is_entered and imgui.get_io().want_text_input:
            self.wishes.append(Wish("enter"))

    def _surfaces(self, state: SetUpState, at: tuple[float, float], wanted: list[Wanted]) -> None:
        """Offer the heights at which it can stand there, where there are several: who has a deck on a real table need
        not measure how high it is.
        """
        heights = self.surfaces(*at)
        if len(heights) < 2:
            return
        words = self.frame.words
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(words.say("It stands on"))
        typed = [f"{height:.3f}".rstrip("0").rstrip(".") for height in heights]
        names = [
            words.say("the floor") if not height else words.say("{inches:.2f} in", inches=height) for height in heights
        ]
        beside(imgui.calc_text_size(names[0]).x + 2 * imgui.get_style().frame_padding.x)
        clicked = segments("surface", names, next((n for n, one in enumerate(typed) if one == state.level.strip()), -1))
        if clicked is not None:
            wanted.append(TypeField("level", typed[clicked]))

    def _doubts(self, table: Table, id: str) -> None:
        """Say what is odd about it: off the board, overlapping, inside a wall."""
        known = {str(warning) for warning in self.table.warnings}
        for warning in table.warnings:
            if str(warning) not in known:
                paragraph(self.frame.words.text(warning.message), AMBER)

    def _known(self, state: SetUpState, wanted: list[Wanted]) -> None:
        """List what is on the table: click to change it, - to take it away; and the size of the board."""
        words = self.frame.words
        headline(words.say("On the table"), self.frame.bold)
        self._board(wanted)
        things = [(model.id, fighter_name(model.id, words)) for model in self.table.models]
        things += [(feature.id, piece_title(feature.id, words)) for feature in self.table.terrain.features]
        with imgui_ctx.begin_child("things", (0, 0)):
            for id, name in things:
                if imgui.small_button(f"-##{id}"):
                    self.wishes.append(Wish("remove", id))
                tool_tip(words.say("take it off the table"))
                imgui.same_line()
                if option(f"{name}##edit-{id}", state.editing == id):
                    wanted.append(EditThing(id))

    def _board(self, wanted: list[Wanted]) -> None:
        words, board = self.frame.words, self.table.board
        imgui.align_text_to_frame_padding()
        imgui.text_disabled(words.say("board (in)"))
        imgui.same_line()
        imgui.set_next_item_width(imgui.get_content_region_avail().x)
        flags = imgui.InputTextFlags_.enter_returns_true.value | imgui.InputTextFlags_.chars_decimal.value
        is_done, size = imgui.input_float2("##board", [board.width, board.depth], "%g", flags)
        if is_done and all(1 <= side <= 200 for side in size) and tuple(size) != (board.width, board.depth):
            self.wishes.append(Wish("board", size=(round(size[0], 3), round(size[1], 3))))

    # Rows

    def _row(self, title: str) -> "imgui_ctx.begin_group":
        imgui.align_text_to_frame_padding()
        imgui.text_disabled(title)
        imgui.same_line(self._title_width())
        return imgui_ctx.begin_group()

    def _title_width(self) -> float:
        return 112 * self.frame.scale

    def _field(
        self, title: str, name: str, text: str, hint: str, wanted: list[Wanted], *, is_off: bool = False
    ) -> None:
        with self._row(title), greyed(is_off):
            imgui.set_next_item_width(-1)
            with _tab_stops(True):
                is_changed, typed = imgui.input_text_with_hint(f"##{name}", hint, text)
            self._took(is_changed, TypeField(name, typed), wanted)

    def _took(self, is_changed: bool, typed: Wanted, wanted: list[Wanted]) -> None:
        """Ask for what was typed into the field that was drawn last; once it is left, it is meant as it stands."""
        if is_changed:
            wanted.append(typed)
        if imgui.is_item_deactivated_after_edit():
            wanted.append(Act(AddAction.DONE))


@contextmanager
def _tab_stops(does: bool) -> Iterator[None]:
    """Let Tab go to what is drawn within, or past it."""
    imgui.push_item_flag(imgui.ItemFlags_.no_tab_stop.value, not does)
    try:
        yield
    finally:
        imgui.pop_item_flag()


def _size(size: Sequence[float]) -> str:
    return f"{size[0]:g} mm" if size[0] == size[1] else f"{size[0]:g} x {size[1]:g} mm"
