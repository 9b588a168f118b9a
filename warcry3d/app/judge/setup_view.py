"""The panel that sets a quarrel up: what is added, and where it stands, by two distances or otherwise."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.intents import PickTool
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.setup_intents import (
    Act,
    AddAction,
    ChangeBody,
    ChangePiece,
    EditThing,
    ThingKind,
    TypeField,
)
from warcry3d.app.judge.setup_place_view import PlaceForm
from warcry3d.app.judge.setup_rows import form_field, form_row, tab_stops
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
        with side_panel("judge-add", self.frame.panel, has_fields=is_typing), tab_stops(False), close_rows(ROWS):
            self._kind(state, wanted)
            if state.kind is ThingKind.MODEL:
                self._body(state, wanted)
            else:
                self._piece(state, wanted)
            form = PlaceForm(self.frame, self.table, self.due)
            form.draw(state, wanted)
            self.due = form.due
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
        imgui.push_text_wrap_pos(0.0)
        headline(words.say("Set it up from tape measures"), self.frame.bold)
        imgui.pop_text_wrap_pos()
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
        with form_row(self.frame, words.say("base")):
            known = _size(state.base)
            with dropdown("base", known) as is_open:
                for size in BASES_SOLD if is_open else ():
                    if option(_size(size), size == state.base):
                        wanted.append(ChangeBody(base=size))
        with form_row(self.frame, words.say("body")):
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
            form_field(
                self.frame, words.say("height"), "tall", state.tall, words.say("from the ground to its top"), wanted
            )
        with form_row(self.frame, words.say("side")):
            self._sides(state, wanted)
        form_field(self.frame, words.say("name"), "name", state.name, state.id, wanted, is_off=bool(state.editing))

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
        with (
            form_row(self.frame, words.say("piece")),
            dropdown("piece", piece_title(piece_stem(state.piece), words)) as is_open,
        ):
            names = {piece: piece_title(piece_stem(piece), words) for piece in shipped_pieces()} if is_open else {}
            for piece, title in sorted(names.items(), key=itemgetter(1)):
                if option(title, piece == state.piece):
                    wanted.append(ChangePiece(piece=piece))
        if imgui.button(words.say("From a mesh file (STL, OBJ, ...)")):
            self.wishes.append(Wish("mesh"))
        form_field(self.frame, words.say("name"), "name", state.name, state.id, wanted, is_off=bool(state.editing))

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
        # With large text in a small window the panel itself is scrolled to it.
        lines = min(len(things), 3) * imgui.get_frame_height_with_spacing()
        with imgui_ctx.begin_child("things", (0, max(imgui.get_content_region_avail().y, lines))):
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


def _size(size: Sequence[float]) -> str:
    return f"{size[0]:g} mm" if size[0] == size[1] else f"{size[0]:g} x {size[1]:g} mm"
