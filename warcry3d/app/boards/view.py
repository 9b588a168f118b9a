"""The Boards room's panel: the board, the numbers of what is picked, how things snap."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.boards.intents import AlignPicked, ChooseSnaps, SetNumbers, SpreadPicked
from warcry3d.app.boards.keys import PLAY
from warcry3d.app.boards.lens_fields import LensAnswer
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.squares_card import draw_squares_card
from warcry3d.app.boards.tool_cards import BoardWork, ToolCards, said_of_findings
from warcry3d.app.boards.tools import SEVERITY_COLOURS
from warcry3d.app.boards.wishes import BoardsCommand, BoardsWanted
from warcry3d.app.scene.colours import GOLD
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import option
from warcry3d.app.widgets.panel_card import card_title, chip, panel_card, section
from warcry3d.app.widgets.side_panel import help_at_foot, side_panel, space
from warcry3d.app.widgets.theme import beside, greyed
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.errors import WarcryError
from warcry3d.message import template
from warcry3d.messages.names import piece_title
from warcry3d.terrain.layouts.feature_edits import Alignment, middle_of_all
from warcry3d.terrain.layouts.piece_plans import plan_bounds
from warcry3d.terrain.layouts.stacking import height_of
from warcry3d.units import to_degrees

__all__ = ["BoardsView", "LensShown"]

HELP = (
    template("click: pick; shift-click: more; drag: move"),
    template("wheel or , and .: turn what is in hand; hold Alt: free"),
    template("drag empty space: orbit; right drag: pan; wheel: zoom"),
    template("arrows: nudge; PgUp, PgDn: levels; F1: all keys"),
)
FOOT = 38.0
"""Height of a row of buttons at the panel's foot (points)."""
QUIET = (0.66, 0.65, 0.62)
SAVE = (0.16, 0.36, 0.20, 1.0)
GRIDS: tuple[tuple[float, str], ...] = ((0.0, "–"), (0.5, "1/2"), (1.0, "1"))
"""Steps of the grid (in), and what they are called."""
ALIGNMENTS: tuple[tuple[Alignment, str], ...] = (
    (Alignment.WEST, template("left edges")),
    (Alignment.MIDDLE_X, template("middles, left to right")),
    (Alignment.EAST, template("right edges")),
    (Alignment.SOUTH, template("front edges")),
    (Alignment.MIDDLE_Y, template("middles, front to back")),
    (Alignment.NORTH, template("back edges")),
)


@dataclass(frozen=True, slots=True)
class LensShown:
    """What there is by now of what lies over the board; why there is nothing; whether more is to come."""

    answer: LensAnswer | None = None
    failure: WarcryError | None = None
    is_working: bool = False


@dataclass(frozen=True)
class BoardsView:
    """Draws the panel into a frame. ``key_label``: the key of an action as people know it, by its binding's name."""

    frame: Frame
    title: str
    key_label: Callable[[str], str] = str
    lens: LensShown = LensShown()
    work: BoardWork = field(default_factory=BoardWork)

    def draw(self, model: BoardsModel) -> list[BoardsWanted]:
        """Draw it and return what was asked for, in order."""
        wanted: list[BoardsWanted] = []
        with side_panel("boards", self.frame.panel, has_fields=True):
            cards = ToolCards(self.frame, model, wanted, self.work)
            goes_to_findings = self._head(model)
            foot = 2 * (FOOT * self.frame.scale + imgui.get_style().item_spacing.y)
            with imgui_ctx.begin_child("board-cards", (0, -foot)):
                cards.overwrite()
                cards.buttons()
                if model.picked:
                    self._picked(model, wanted)
                draw_squares_card(self.frame, model, wanted)
                self._snaps(model, wanted)
                cards.overlays(self.lens.answer, self.lens.failure, self.lens.is_working)
                cards.fairness()
                cards.findings(is_gone_to=goes_to_findings)
                help_at_foot([self.frame.words.say(line) for line in HELP], self.frame.scale)
            self._foot(wanted, has_pieces=bool(model.opened.terrain.features))
        return wanted

    def _head(self, model: BoardsModel) -> bool:
        """Draw what the board is, and how many findings there are; return whether those were clicked."""
        words, board = self.frame.words, model.opened.board
        card_title(self.title, (0.95, 0.93, 0.88), self.frame.bold, 1.2)
        count = words.count("{n} piece", "{n} pieces", len(model.opened.terrain.features))
        size = words.say("{width:g} x {depth:g} in", width=round(board.width, 2), depth=round(board.depth, 2))
        imgui.text_disabled(f"{size} · {count}")
        findings = model.tools.findings
        colour = SEVERITY_COLOURS[findings[0].severity] if findings and not self.work.is_checking else QUIET
        with imgui_ctx.push_style_color(imgui.Col_.text.value, (*colour, 1.0)):
            said = said_of_findings(findings, words, is_checking=self.work.is_checking)
            is_clicked = bool(imgui.small_button(f"{said}##to-findings"))
        tool_tip(words.say("click: go there"))
        return is_clicked

    # What is picked

    def _picked(self, model: BoardsModel, wanted: list[BoardsWanted]) -> None:
        words, some = self.frame.words, model.chosen
        if not some:
            return
        with panel_card(GOLD, self.frame.scale):
            name = (
                piece_title(some[0].id, words) if len(some) == 1 else words.count("{n} piece", "{n} pieces", len(some))
            )
            is_group = len(some) > 1 and len({one.group for one in some}) == 1 and some[0].group
            card_title(name, GOLD, self.frame.bold, 1.05, words.say("a group") if is_group else "")
            x, y = middle_of_all(some)
            degrees = to_degrees(some[0].placement.turn) if len(some) == 1 else 0.0
            low = min(height_of(one) for one in some)
            self._number(words.say("left to right"), "x", x, wanted, lambda value: SetNumbers(x=value))
            self._number(words.say("front to back"), "y", y, wanted, lambda value: SetNumbers(y=value))
            turn = words.say("turn (degrees)") if len(some) == 1 else words.say("turn by (degrees)")
            self._number(turn, "turn", degrees, wanted, lambda value: SetNumbers(degrees=value), "%.1f")
            self._number(words.say("height"), "z", low, wanted, lambda value: SetNumbers(height=value))
            west, south, east, north = plan_bounds(some)
            board = model.opened.board
            gaps = [round(gap, 2) + 0.0 for gap in (west, board.width - east, south, board.depth - north)]
            with imgui_ctx.push_style_color(imgui.Col_.text.value, (0.66, 0.65, 0.62, 1.0)):
                imgui.text_wrapped(
                    words.say(
                        "from the edges: left {left:.2f}, right {right:.2f}, front {front:.2f}, back {back:.2f} in",
                        left=gaps[0],
                        right=gaps[1],
                        front=gaps[2],
                        back=gaps[3],
                    )
                )
            if len(some) > 1:
                self._align(len(some), wanted)

    def _number(
        self,
        title: str,
        id: str,
        value: float,
        wanted: list[BoardsWanted],
        asks: Callable[[float], BoardsWanted],
        form: str = "%.2f",
    ) -> None:
        imgui.align_text_to_frame_padding()
        imgui.text_disabled(title)
        imgui.same_line(148 * self.frame.scale)
        imgui.set_next_item_width(imgui.get_content_region_avail().x - 8 * self.frame.scale)
        flags = imgui.InputTextFlags_.enter_returns_true.value | imgui.InputTextFlags_.auto_select_all.value
        is_entered, typed = imgui.input_float(f"##{id}", value, 0.0, 0.0, form, flags)
        if is_entered and abs(typed) <= 1000:
            wanted.append(asks(float(typed)))

    def _align(self, count: int, wanted: list[BoardsWanted]) -> None:
        words, scale = self.frame.words, self.frame.scale
        imgui.text_disabled(words.say("Align"))
        size = (34 * scale, 30 * scale)
        for number, (how, tip) in enumerate(ALIGNMENTS):
            if number:
                imgui.same_line(0, 4 * scale)
            if _align_button(how, size, scale):
                wanted.append(AlignPicked(how))
            tool_tip(words.say(tip))
        if count > 2:
            labels = (words.say("Even gaps, left to right"), words.say("Even gaps, front to back"))
            for along_x, label in zip((True, False), labels, strict=True):
                if not along_x:
                    beside(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x)
                if imgui.button(f"{label}##gaps-{along_x}"):
                    wanted.append(SpreadPicked(along_x))

    # How things snap

    def _snaps(self, model: BoardsModel, wanted: list[BoardsWanted]) -> None:
        words, scale, rules = self.frame.words, self.frame.scale, model.snaps
        section(words.say("Snap to"), self.frame.bold, scale)
        choices = (
            (
                words.say("walls"),
                words.say("straight edges of other pieces"),
                rules.walls,
                replace(rules, walls=not rules.walls),
            ),
            (words.say("edges"), words.say("the board's edges"), rules.edges, replace(rules, edges=not rules.edges)),
        )
        for number, (label, tip, is_on, after) in enumerate(choices):
            if number:
                imgui.same_line()
            if chip(label, tip, scale, is_on=is_on):
                wanted.append(ChooseSnaps(after, model.stacks))
        imgui.same_line()
        tip = words.say("what is dragged over a level top stands on it")
        if chip(words.say("tops"), tip, scale, is_on=model.stacks):
            wanted.append(ChooseSnaps(rules, not model.stacks))
        imgui.align_text_to_frame_padding()
        imgui.text_disabled(words.say("inch lines"))
        for step, label in GRIDS:
            imgui.same_line()
            tip = words.say("lines every inch: squares") if step == 1 else ""
            if chip(f"{label}##grid-{step}", tip, scale, is_on=rules.grid == step):
                wanted.append(ChooseSnaps(replace(rules, grid=step), model.stacks))
        space(0.2)

    def _foot(self, wanted: list[BoardsWanted], *, has_pieces: bool) -> None:
        words, scale = self.frame.words, self.frame.scale
        gap = imgui.get_style().item_spacing.x
        size = ((imgui.get_content_region_avail().x - 2 * gap) / 3, FOOT * scale)
        with greyed(self.work.has_piece):
            if imgui.button(words.say("Play on this board"), (-1, FOOT * scale)):
                wanted.append(BoardsCommand.PLAY)
        tool_tip(f"{words.say('choose warbands and players, and begin a battle here')} ({self.key_label(PLAY.name)})")
        with imgui_ctx.push_style_color(imgui.Col_.button.value, SAVE):
            if imgui.button(f"{words.say('Save')}##board", size):
                wanted.append(BoardsCommand.SAVE)
        tool_tip(f"{words.say('Save the board')} ({self.key_label('shell.save')})")
        imgui.same_line()
        with greyed(not has_pieces):
            if imgui.button(words.say("Sheet..."), size):
                imgui.open_popup("sheet")
            tool_tip(words.say("a plan to lay the board out on a real table"))
            imgui.same_line()
            if imgui.button(words.say("STL..."), size):
                wanted.append(BoardsCommand.EXPORT)
            tool_tip(words.say("all that stands on the board as one STL beside its file"))
        if imgui.begin_popup("sheet"):
            for label, command in (
                (words.say("Set-up sheet as PDF"), BoardsCommand.SHEET_PDF),
                (words.say("Set-up sheet in true size as PDF"), BoardsCommand.SHEET_TRUE_SIZE),
                (words.say("Set-up sheet as PNG"), BoardsCommand.SHEET_PNG),
            ):
                if option(label):
                    wanted.append(command)
            imgui.end_popup()


def _align_button(how: Alignment, size: tuple[float, float], scale: float) -> bool:
    """Draw a button with two bars at a line; return whether it was pressed."""
    at = imgui.get_cursor_screen_pos()
    is_pressed = bool(imgui.button(f"##align-{how.name}", size))
    paper, colour = imgui.get_window_draw_list(), 0xFFE0EDF2
    is_upright = how in (Alignment.WEST, Alignment.MIDDLE_X, Alignment.EAST)
    place = {Alignment.WEST: 0, Alignment.SOUTH: 0, Alignment.MIDDLE_X: 1, Alignment.MIDDLE_Y: 1}.get(how, 2)
    long, short, thick = 18 * scale, 11 * scale, 5 * scale
    x0, y0 = at.x + (size[0] - long) / 2, at.y + (size[1] - long) / 2
    for row, length in enumerate((long, short)):
        gap = (long - length) * place / 2
        across = 2.5 * scale + row * 8 * scale
        if is_upright:
            paper.add_rect_filled((x0 + gap, y0 + across), (x0 + gap + length, y0 + across + thick), colour)
        else:
            low = y0 + long - gap
            paper.add_rect_filled((x0 + across, low - length), (x0 + across + thick, low), colour)
    line = long * place / 2
    if is_upright:
        paper.add_line((x0 + line, y0 - 2 * scale), (x0 + line, y0 + long + 2 * scale), colour, 1.2 * scale)
    else:
        paper.add_line(
            (x0 - 2 * scale, y0 + long - line), (x0 + long + 2 * scale, y0 + long - line), colour, 1.2 * scale
        )
    return is_pressed
