"""The panel that compares both sides of a board: a table with bars over what random boards have, ways to objectives."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.boards.tools import AnswerFairness, FairnessShown
from warcry3d.app.boards.wishes import BoardsCommand, BoardsWanted
from warcry3d.app.scene.colours import AMBER, GOLD, PAPER, Colour, side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.cards import QUIET
from warcry3d.app.widgets.panel_card import card_title
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import coloured, packed, paragraph, readable
from warcry3d.messages.fairness import FairnessRow, fairness_rows
from warcry3d.rules.board_fairness import BoardFairness, ObjectiveWay
from warcry3d.rules.random_boards import random_boards

__all__ = ["FairnessPanel"]

WIDTH, MARGIN = 860.0, 12.0
"""Width of the panel and how far it stays from the picture's edges (points)."""
OPAQUE = 0.97
BAND: Colour = (0.42, 0.42, 0.40)
BOARD: Colour = (0.78, 0.74, 0.52)
"""Of a bar that is about the board, not about a side."""


@dataclass(frozen=True)
class FairnessPanel:
    """Draws the panel over the table's picture, above ``foot`` (pixels), and adds what was asked for to ``wanted``."""

    frame: Frame
    foot: float
    wanted: list[BoardsWanted]

    def draw(self, shown: FairnessShown, *, is_old: bool) -> None:
        """Draw the figures; ``is_old``: of the board as it was before it changed."""
        frame, scale = self.frame, self.frame.scale
        left, top = frame.rail + frame.left_panel[2], frame.left_panel[1] + MARGIN * scale
        room = (frame.picture[0] - left - 2 * MARGIN * scale, self.foot - MARGIN * scale - top)
        width = min(WIDTH * scale, room[0])
        imgui.set_next_window_pos((left + MARGIN * scale, top))
        imgui.set_next_window_size_constraints((width, 0), (width, room[1]))
        imgui.set_next_window_size((width, 0))
        imgui.set_next_window_bg_alpha(OPAQUE)
        with imgui_ctx.begin("board-fairness", None, FIXED | imgui.WindowFlags_.no_focus_on_appearing.value):
            self._head(shown, is_old=is_old)
            self._figures(shown.made)
            self._ways(shown.made)

    def _head(self, shown: FairnessShown, *, is_old: bool) -> None:
        words, scale = self.frame.words, self.frame.scale
        label = words.say("Close")
        wide = imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x
        card_title(words.say("Both sides compared"), PAPER, self.frame.bold, 1.15)
        imgui.same_line(imgui.get_window_width() - wide - imgui.get_style().window_padding.x)
        if imgui.button(f"{label}##fairness"):
            self.wanted.append(AnswerFairness(None))
        usual = random_boards()
        said = words.say(
            "white line and grey band: mean and spread of {n} random boards of 30 x 22 in with 12 pieces", n=usual.count
        )
        paragraph(said, QUIET)
        if is_old:
            coloured(words.say("The board or its map has changed since."), AMBER)
            imgui.same_line()
            if imgui.small_button(f"{words.say('Compare again')}##fairness"):
                self.wanted.append(BoardsCommand.COMPARE)
        imgui.dummy((0, 2 * scale))

    # The figures

    def _figures(self, made: BoardFairness) -> None:
        words, sides = self.frame.words, [side.side for side in made.sides]
        columns = (
            (words.say("figure"), PAPER, 4.0),
            *((words.side(side), readable(side_colour(side)), 0.75) for side in sides),
            (words.say("random boards"), PAPER, 2.4),
            ("", PAPER, 2.2),
        )
        with _table("fairness-figures", columns) as is_open:
            if not is_open:
                return
            for row in fairness_rows(made, words):
                imgui.table_next_row()
                imgui.table_next_column()
                paragraph(row.what, PAPER)
                self._values(row, sides)
                imgui.table_next_column()
                imgui.text_disabled(f"{row.shown(row.mean)} ± {row.shown(row.spread)}")
                imgui.table_next_column()
                self._bars(row, sides)

    def _values(self, row: FairnessRow, sides: Sequence[str]) -> None:
        for number, side in enumerate(sides):
            imgui.table_next_column()
            if len(row.values) > 1:
                coloured(row.shown(row.values[number]), readable(side_colour(side)))
            elif number == 0:
                coloured(row.shown(row.values[0]), BOARD)

    def _bars(self, row: FairnessRow, sides: Sequence[str]) -> None:
        """Draw the bars of a row over the band of what random boards have."""
        scale, at = self.frame.scale, imgui.get_cursor_screen_pos()
        wide, tall = imgui.get_content_region_avail().x, imgui.get_text_line_height()
        paper, unit = imgui.get_window_draw_list(), wide / row.most
        low, high = max(0.0, row.mean - row.spread) * unit, min(row.most, row.mean + row.spread) * unit
        paper.add_rect_filled((at.x + low, at.y), (at.x + high, at.y + tall), packed(BAND, 0.55), 2 * scale)
        colours = [readable(side_colour(side)) for side in sides] if len(row.values) > 1 else [BOARD]
        step = tall / len(row.values)
        for number, (value, colour) in enumerate(zip(row.values, colours, strict=True)):
            if math.isnan(value):
                continue
            top, half = at.y + (number + 0.5) * step, min(0.36 * step, 4.5 * scale)
            end = at.x + max(min(value, row.most) * unit, 2 * scale)
            paper.add_rect_filled((at.x, top - half), (end, top + half), packed(colour, 0.95), 1.5 * scale)
        x = at.x + row.mean * unit
        paper.add_line((x, at.y - scale), (x, at.y + tall + scale), packed(PAPER, 0.9), 1.5 * scale)
        imgui.dummy((wide, tall))

    # The ways to each objective

    def _ways(self, made: BoardFairness) -> None:
        words, sides = self.frame.words, [side.side for side in made.sides]
        imgui.dummy((0, 3 * self.frame.scale))
        card_title(words.say("Ways to each objective"), GOLD, self.frame.bold, 1.0)
        said = words.say("how many moves of 4 and of 6 in they take; in brackets, how many of the ends are hidden")
        paragraph(said, QUIET)
        columns = (
            (words.say("objective"), PAPER, 1.0),
            *((words.side(side), readable(side_colour(side)), 2.6) for side in sides),
        )
        with _table("fairness-ways", columns) as is_open:
            if not is_open:
                return
            first, second = made.sides
            for number, (one, other) in enumerate(zip(first.ways, second.ways, strict=True), 1):
                imgui.table_next_row()
                imgui.table_next_column()
                x, y = one.objective
                coloured(words.say("{n}: ({x:.1f}, {y:.1f})", n=number, x=x, y=y), GOLD)
                for way in (one, other):
                    imgui.table_next_column()
                    paragraph(self._way(way), PAPER)

    def _way(self, way: ObjectiveWay) -> str:
        words = self.frame.words
        if way.inches is None:
            return words.say("no way on foot")
        return words.say(
            "{inches:.1f} in, {hidden:.0%} hidden; {four} ({four_hidden:.0%}), {six} ({six_hidden:.0%})",
            inches=way.inches,
            hidden=way.hidden,
            four=way.actions[0],
            four_hidden=way.hidden_ends[0],
            six=way.actions[1],
            six_hidden=way.hidden_ends[1],
        )


@contextmanager
def _table(name: str, columns: Sequence[tuple[str, Colour, float]]) -> Iterator[bool]:
    """Open a table with a head; ``columns``: title, its colour, and how wide it is against the others."""
    flags = imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.row_bg | imgui.TableFlags_.pad_outer_x
    with imgui_ctx.begin_table(name, len(columns), flags.value) as table:
        if table:
            for number, (_, _, share) in enumerate(columns):
                imgui.table_setup_column(f"##{name}-{number}", imgui.TableColumnFlags_.width_stretch.value, share)
            imgui.table_next_row()
            for title, colour, _ in columns:
                imgui.table_next_column()
                coloured(title, colour)
        yield bool(table)
