"""The cards of the Boards room's tools: a new board, a random layout, what lies over the board, the findings."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.boards.finding_labels import finding_text
from warcry3d.app.boards.lens_fields import LensAnswer, board_maps, laid_under, map_points
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.tools import (
    SEVERITY_COLOURS,
    AskOverwriteBoard,
    BoardLens,
    ChooseLens,
    ChooseMap,
    ChooseMover,
    ChooseStorey,
    FillNew,
    FillRandom,
    ShowToolCard,
    ToolCard,
)
from warcry3d.app.boards.wishes import BoardsCommand, BoardsWanted, FlyTo
from warcry3d.app.scene.colours import AMBER, GOLD, GREEN, PAPER, RED, Colour
from warcry3d.app.scene.label import wrapped
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import dropdown, option
from warcry3d.app.widgets.finding_counts import counted_findings
from warcry3d.app.widgets.panel_card import card_title, chip, panel_card, section
from warcry3d.app.widgets.theme import beside, coloured, greyed, packed, paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.errors import WarcryError
from warcry3d.messages import Words, template
from warcry3d.rules.board_sizes import BOARD_SIZES
from warcry3d.rules.systems import system
from warcry3d.terrain.findings import Finding, Severity

__all__ = ["BoardWork", "ToolCards", "said_of_findings"]

SEVERITY_NAMES = {
    Severity.ERROR: template("error"),
    Severity.WARNING: template("warning"),
    Severity.NOTE: template("note"),
}
MOVERS = (4.0, 6.0, 10.0)
CARD_EDGE = 14.0
"""How far the text of a card stays from the panel's edge (points)."""
MOST = 40
"""So many findings are listed."""
QUIET = (0.66, 0.65, 0.62, 1.0)


@dataclass(frozen=True, slots=True)
class BoardWork:
    """What the background does for the board."""

    is_checking: bool = False
    is_laying_out: bool = False
    is_comparing: bool = False
    has_piece: bool = False
    """Whether what is open is a piece that is being built, not a board."""


@dataclass(frozen=True)
class ToolCards:
    """Draws the cards into the panel that is open, and adds what was asked for to ``wanted``."""

    frame: Frame
    model: BoardsModel
    wanted: list[BoardsWanted]
    work: BoardWork = BoardWork()

    # A new board, a random layout

    def buttons(self) -> None:
        """Draw what begins a board."""
        words = self.frame.words
        if self.work.has_piece:
            paragraph(words.say("A piece is open, not a board. Begin a board to put it on."), AMBER)
        entries = ((ToolCard.NEW, words.say("New board...")), (ToolCard.RANDOM, words.say("Random...")))
        for number, (card, label) in enumerate(entries):
            if number:
                beside(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x)
            is_off = card is ToolCard.RANDOM and not system(self.model.opened.ruleset).board().is_of_pieces
            with greyed(is_off):
                if imgui.button(label):
                    self.wanted.append(ShowToolCard(card))
            if is_off:
                tool_tip(words.say("boards of this rule system are drawn in squares, not laid out of pieces"))
        match self.model.tools.card:
            case ToolCard.NEW:
                self._new()
            case ToolCard.RANDOM:
                self._random()
            case None:
                pass

    def _wrapped(self, text: str, colour: Colour) -> None:
        """Write a text within a card, whose right edge is nearer than the panel's."""
        room = imgui.get_content_region_avail().x - CARD_EDGE * self.frame.scale
        for line in wrapped(text, room, lambda part: float(imgui.calc_text_size(part).x)):
            coloured(line, colour)

    def _new(self) -> None:
        words, tools = self.frame.words, self.model.tools
        with panel_card(GREEN, self.frame.scale):
            card_title(words.say("New board"), GREEN, self.frame.bold, 1.05)
            imgui.set_next_item_width(-1)
            is_changed, name = imgui.input_text_with_hint("##new-name", words.say("its name"), tools.name)
            if is_changed:
                self.wanted.append(FillNew(name=name))
            with dropdown("new-size", self._size_name(tools.size)) as is_open:
                if is_open:
                    for number in range(len(BOARD_SIZES)):
                        if option(self._size_name(number), number == tools.size):
                            size = BOARD_SIZES[number]
                            self.wanted.append(FillNew(width=size.width, depth=size.depth, size=number))
            imgui.set_next_item_width(-1)
            is_changed, typed = imgui.input_float2("##new-inches", [tools.width, tools.depth], "%g in")
            if is_changed:
                self.wanted.append(FillNew(width=float(typed[0]), depth=float(typed[1])))
            tool_tip(words.say("left to right and front to back, from 1 to 200 in"))
            if imgui.button(words.say("Begin it"), (-1, 0)):
                self.wanted.append(BoardsCommand.BEGIN)

    def _size_name(self, number: int | None) -> str:
        words = self.frame.words
        if number is None:
            return words.say("a size of your own")
        size = BOARD_SIZES[number]
        inches = words.say("{width:g} x {depth:g} in", width=size.width, depth=size.depth)
        return words.say("{title} ({inches})", title=words.say(size.title), inches=inches)

    def _random(self) -> None:
        words, tools = self.frame.words, self.model.tools
        with panel_card(GREEN, self.frame.scale):
            card_title(words.say("A random layout as a start"), GREEN, self.frame.bold, 1.05)
            for id, label, value in (
                ("seed", words.say("seed"), tools.seed),
                ("count", words.say("pieces"), tools.count),
            ):
                imgui.align_text_to_frame_padding()
                imgui.text_disabled(label)
                imgui.same_line(110 * self.frame.scale)
                imgui.set_next_item_width(imgui.get_content_region_avail().x - 8 * self.frame.scale)
                is_changed, typed = imgui.input_int(f"##random-{id}", value, 1, 1)
                if is_changed:
                    self.wanted.append(FillRandom(seed=typed) if id == "seed" else FillRandom(count=typed))
            if self.work.is_laying_out:
                if imgui.button(words.say("Stop"), (-1, 0)):
                    self.wanted.append(BoardsCommand.STOP_LAYING_OUT)
                return
            if imgui.button(words.say("Lay it out"), (-1, 0)):
                self.wanted.append(BoardsCommand.LAY_OUT)
            tool_tip(words.say("takes the place of what is on the board; undo brings that back"))

    def overwrite(self) -> None:
        """Ask what becomes of a file that another program has changed."""
        words, path = self.frame.words, self.model.tools.overwrites
        if path is None:
            return
        with panel_card(AMBER, self.frame.scale):
            said = words.say("{name} was changed by another program since you opened it.", name=path.name)
            self._wrapped(said, AMBER)
            answers: tuple[tuple[str, BoardsWanted], ...] = (
                (words.say("Save over it"), BoardsCommand.OVERWRITE),
                (words.say("Save as..."), BoardsCommand.SAVE_AS),
                (words.say("Cancel"), AskOverwriteBoard(None)),
            )
            for number, (label, intent) in enumerate(answers):
                if number:
                    beside(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x)
                if imgui.button(f"{label}##overwrite"):
                    self.wanted.append(intent)

    # What lies over the board

    def overlays(self, answer: LensAnswer | None, failure: WarcryError | None, is_working: bool) -> None:
        """Draw the switches of what lies over the board, and what its colours mean."""
        words, scale, tools = self.frame.words, self.frame.scale, self.model.tools
        section(words.say("Over the board"), self.frame.bold, scale)
        tip = words.say("from how much of the board a fighter would be seen, place by place")
        if chip(words.say("exposure"), tip, scale, is_on=tools.lens is BoardLens.EXPOSURE):
            self.wanted.append(ChooseLens(BoardLens.EXPOSURE))
        imgui.same_line()
        tip = words.say("where a fighter on a 32 mm base gets to from the place you click")
        if chip(words.say("movement"), tip, scale, is_on=tools.lens is BoardLens.MOVEMENT):
            self.wanted.append(ChooseLens(BoardLens.MOVEMENT))
        self._maps()
        if tools.lens is BoardLens.MOVEMENT:
            for number, inches in enumerate(MOVERS):
                if number:
                    imgui.same_line()
                label = words.say("{inches:g} in", inches=inches)
                if chip(f"{label}##mover-{inches}", "", scale, is_on=tools.inches == inches):
                    self.wanted.append(ChooseMover(inches=inches))
            self._mover_starts()
        if failure is not None:
            paragraph(words.error(failure), RED)
        elif is_working:
            imgui.text_disabled(words.say("looking finer...") if answer is not None else words.say("looking..."))
        if tools.lens is BoardLens.EXPOSURE and answer is not None:
            self._storeys(answer)
            self._ramp(answer)

    def _mover_starts(self) -> None:
        """Draw the zones that movement can be shown from; a click on the board is another start."""
        words, scale, tools = self.frame.words, self.frame.scale, self.model.tools
        laid = laid_under(self.model.opened, tools.map)
        for side in dict.fromkeys(point.side for point in laid.deployment):
            label = words.say("from the zone of {side}", side=words.side(side))
            beside(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x)
            if chip(f"{label}##zone-{side}", "", scale, is_on=tools.zone == side):
                self.wanted.append(ChooseMover(zone="" if tools.zone == side else side))
        if tools.start is None and not tools.zone:
            paragraph(words.say("Click where it begins."), GOLD)

    def _storeys(self, answer: LensAnswer) -> None:
        words, scale, tools = self.frame.words, self.frame.scale, self.model.tools
        labels: list[tuple[int | None, str]] = [(None, words.say("all levels"))]
        labels += [
            (number, words.say("floor") if high == 0 else words.say("{low:.1f} in up", low=low))
            for number, (low, high) in enumerate(answer.storeys)
            if number in answer.storey_of_fields
        ]
        for place, (number, label) in enumerate(labels):
            if place:
                beside(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x)
            if chip(f"{label}##storey-{number}", "", scale, is_on=tools.storey == number):
                self.wanted.append(ChooseStorey(number))

    def _ramp(self, answer: LensAnswer) -> None:
        """Draw the ramp of colours with the shares at its ends."""
        import numpy as np

        from warcry3d.app.pictures.exposure import ramp

        words, scale = self.frame.words, self.frame.scale
        low, high = (words.say("{share:.0%}", share=share) for share in (answer.low, answer.high))
        imgui.text_disabled(low)
        imgui.same_line()
        at, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x - 60 * scale
        colours, count = ramp(np.linspace(0, 1, 24)), 24
        paper = imgui.get_window_draw_list()
        for number, (red, green, blue) in enumerate(colours.tolist()):
            left = at.x + wide * number / count
            end = (left + wide / count + 1, at.y + 16 * scale)
            paper.add_rect_filled((left, at.y + 4 * scale), end, packed((red, green, blue), 1.0))
        imgui.dummy((wide, 16 * scale))
        imgui.same_line()
        imgui.text_disabled(high)
        with imgui_ctx.push_style_color(imgui.Col_.text.value, QUIET):
            paragraph(words.say("dark: sheltered; bright: seen from much of the board"))

    def _maps(self) -> None:
        words, tools, board = self.frame.words, self.model.tools, self.model.opened.board
        maps = [(name, map) for name, map in board_maps() if map_points(name, board) is not None]
        shown = next((words.name(map.name) for name, map in maps if name == tools.map), words.say("no deployment map"))
        with dropdown("map", shown) as is_open:
            if is_open:
                if option(words.say("no deployment map"), not tools.map):
                    self.wanted.append(ChooseMap(""))
                for name, map in maps:
                    if option(f"{words.name(map.name)}##{name}", name == tools.map):
                        self.wanted.append(ChooseMap(name))
                if not maps:
                    imgui.text_disabled(words.say("none fits a board of this size"))
        if any(name == tools.map for name, _ in maps) and imgui.button(
            words.say("Keep this map in the table"), (-1, 0)
        ):
            self.wanted.append(BoardsCommand.KEEP_MAP)

    # How fair it is

    def fairness(self) -> None:
        """Draw the button that compares both sides."""
        words, board = self.frame.words, self.model.opened
        section(words.say("Fairness"), self.frame.bold, self.frame.scale)
        if self.work.is_comparing:
            if imgui.button(words.say("Stop comparing"), (-1, 0)):
                self.wanted.append(BoardsCommand.STOP_COMPARING)
            return
        map = map_points(self.model.tools.map, board.board)
        has_zones = bool(board.deployment) or map is not None
        with greyed(not has_zones):
            if imgui.button(words.say("Compare both sides"), (-1, 0)):
                self.wanted.append(BoardsCommand.COMPARE)
        if has_zones:
            tip = words.say("what each side sees of the other's zone, ways to objectives, cover; beside random boards")
        else:
            tip = words.say("choose a deployment map first: it says where both sides are set up")
        tool_tip(tip)

    # What is wrong with it

    def findings(self, *, is_gone_to: bool = False) -> None:
        """Draw the findings, the worst first; a click flies there. ``is_gone_to``: the panel is scrolled to them."""
        words, scale, tools = self.frame.words, self.frame.scale, self.model.tools
        is_working = self.work.is_checking
        section(words.say("Findings"), self.frame.bold, scale)
        if is_gone_to:
            imgui.set_scroll_here_y(0.0)
        imgui.text_disabled(said_of_findings(tools.findings, words, is_checking=is_working))
        if not tools.findings and tools.checked is not None and not is_working:
            paragraph(words.say("no problems found in this layout"), GREEN)
        for number, finding in enumerate(tools.findings[:MOST], 1):
            self._finding(number, finding)

    def _finding(self, number: int, finding: Finding) -> None:
        """Draw one as a card that can be clicked; its number stands at its place on the board too."""
        words, scale, colour = self.frame.words, self.frame.scale, SEVERITY_COLOURS[finding.severity]
        top = imgui.get_cursor_screen_pos()
        with panel_card(colour, scale):
            with imgui_ctx.push_style_color(imgui.Col_.text.value, (*colour, 1.0)):
                imgui.text_unformatted(f"{number}  {words.say(SEVERITY_NAMES[finding.severity])}")
            self._wrapped(finding_text(finding, self.model.opened, words), PAPER)
        end = imgui.get_item_rect_max()
        after = imgui.get_cursor_pos()
        imgui.set_cursor_screen_pos((top.x, top.y))
        size = (max(end.x - top.x, 1.0), max(end.y - top.y, 1.0))
        if imgui.invisible_button(f"finding-{number}", size):
            self.wanted.append(FlyTo(finding.places[:1], finding.part))
        if imgui.is_item_hovered():
            paper = imgui.get_window_draw_list()
            paper.add_rect(
                (top.x, top.y), (top.x + size[0], top.y + size[1]), packed(GOLD, 0.5), 6 * scale, 1.5 * scale
            )
            tool_tip(words.say("click: go there"))
        imgui.set_cursor_pos(after)
        imgui.dummy((0, 0))


def said_of_findings(findings: Sequence[Finding], words: Words, *, is_checking: bool) -> str:
    """Return how many findings there are of each severity; nothing is known while the board ``is_checking``."""
    return words.say("checking...") if is_checking else counted_findings([one.severity for one in findings], words)
