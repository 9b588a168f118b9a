"""The matrix of all pairs, drawn over the table: rows look at columns; or a list that each column sorts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeVar

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.pair_list import draw_pair_list
from warcry3d.app.judge.pair_signs import (
    colour_of,
    cover_sign,
    is_pointed_at,
    kind_of,
    legend_entry,
    one_sided_sign,
    pair_words,
    sight_sign,
)
from warcry3d.app.judge.pairs import (
    CellContent,
    FillCells,
    ListPairs,
    OrderPairs,
    PairOrder,
    PairsState,
    PointAtPair,
    StopPairs,
    is_one_sided,
    ordered,
)
from warcry3d.app.judge.part import Wanted
from warcry3d.app.scene.colours import GOLD, INK, PAPER, side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import option
from warcry3d.app.widgets.short_text import shortened
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import beside, coloured, packed, readable
from warcry3d.messages import template
from warcry3d.messages.names import fighter_name
from warcry3d.rules.pair_matrix import Pair, PairAnswer
from warcry3d.sight.verdict import Hidden, Seen, TooClose

Choice = TypeVar("Choice", PairOrder, CellContent)

__all__ = ["MatrixView"]

NAME = 150.0
"""Names are at most so wide (points); the tip of a cell has them whole."""
CELL = (27.0, 20.0)
"""Width and height of a cell (points)."""
MARGIN, PAD = 12.0, 9.0
LIST_WIDTH, LEAST_WIDTH = 600.0, 660.0
GLASS = 0.5
"""How opaque it is while a line behind it is pointed at, or a pair is picked and the pointer is elsewhere."""
HEAD, FOOT = 150.0, 62.0
"""Room for the heads of the columns, with the buttons over them, and for the legend (points)."""
NUMBER = 0.62
"""Size of numbers in cells against the text's."""

ORDERS: Mapping[PairOrder, str] = {
    PairOrder.SIDE: template("by side"),
    PairOrder.NAME: template("by name"),
    PairOrder.SEEN: template("by who sees most"),
}
CONTENTS: Mapping[CellContent, str] = {
    CellContent.VERDICT: template("verdict"),
    CellContent.SHARE: template("visible, %"),
    CellContent.DISTANCE: template("distance, in"),
}
SQUARES = template("distance, squares")
LEGEND = (
    template("seen"),
    template("hidden"),
    template("too close to call"),
    template("in cover"),
    template("other way round differs"),
)


@dataclass(frozen=True)
class MatrixView:
    """Draws it into a frame, above ``foot`` (pixels), the top of the tool bar."""

    frame: Frame
    foot: float
    model: JudgeModel

    @cached_property
    def state(self) -> PairsState:
        """Return what is shown."""
        return self.model.state(PairsState)

    @cached_property
    def _fill(self) -> float:
        """Return how opaque cells are: hardly while a line behind them is pointed at."""
        return 0.20 if self.state.pointed is None else 0.07

    def draw(self) -> tuple[list[Wanted], Pair | None]:
        """Draw it; return what was asked for, and the pair that was clicked."""
        wanted: list[Wanted] = []
        scale, margin = self.frame.scale, MARGIN * self.frame.scale
        full = {model.id: fighter_name(model.id, self.frame.words) for model in self.model.table.models}
        names = {id: shortened(name, NAME * scale) for id, name in full.items()}
        left, top = self.frame.rail + margin, self.frame.panel[1] + margin
        room = self.frame.picture[0] - left - margin, self.foot - top - margin / 2
        width, height = (min(a, b) for a, b in zip(self._wished(names), room, strict=True))
        imgui.set_next_window_pos((left, self.foot - margin / 2 - height))
        imgui.set_next_window_size((width, height))
        if self._is_glass((left, self.foot - margin / 2 - height, width, height)):
            imgui.set_next_window_bg_alpha(GLASS)
        with (
            imgui_ctx.push_style_color(imgui.Col_.table_header_bg.value, (*INK, 0.5)),
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding.value, (PAD * scale, PAD * scale)),
            imgui_ctx.begin("judge-matrix", None, FIXED),
        ):
            self._controls(wanted)
            below = 0.0 if self.state.is_list else self._legend_height
            with imgui_ctx.begin_child("pairs", (0, -max(below, 1.0))):
                pointed, clicked = self._list(names) if self.state.is_list else self._grid(names)
            if not self.state.is_list:
                self._legend()
        if pointed != self.state.pointed:
            wanted.append(PointAtPair(pointed))
        return wanted, clicked

    @property
    def _legend_height(self) -> float:
        """Return how much room the legend takes (pixels): a sentence, and signs in one row, in two if text is large."""
        line, wide = imgui.get_text_line_height_with_spacing(), LEAST_WIDTH * self.frame.scale
        across = sum(imgui.calc_text_size(self.frame.words.say(text)).x + line for text in LEGEND)
        return max(FOOT * self.frame.scale, (2.4 if across < wide else 3.4) * line)

    def _is_glass(self, box: tuple[float, float, float, float]) -> bool:
        """Return whether what lies behind the matrix is to be seen through it: a line that is pointed at, or the pair
        that was picked, once the pointer has left ``box`` (left, top, width, height in pixels).
        """
        pointer, (left, top, width, height) = imgui.get_mouse_pos(), box
        is_over = left <= pointer.x < left + width and top <= pointer.y < top + height
        return self.state.pointed is not None or (self.model.target is not None and not is_over)

    def _wished(self, names: Mapping[str, str]) -> tuple[float, float]:
        """Return how wide and high it would be with room for all."""
        scale, count = self.frame.scale, len(names)
        heading = max((imgui.calc_text_size(name).x for name in names.values()), default=0.0)
        bar = imgui.get_style().scrollbar_size
        if self.state.is_list:
            return LIST_WIDTH * scale, (HEAD + 24 * count) * scale
        wide = 1.75 * heading + count * (CELL[0] + 1) * scale + 2 * PAD * scale + bar
        high = 0.95 * heading + count * (self._cell_height + 2 * scale) + self._legend_height + 70 * scale + bar
        return max(wide, LEAST_WIDTH * scale), high

    def _controls(self, wanted: list[Wanted]) -> None:
        """Draw how it is ordered and filled, and how far it is."""
        words, state = self.frame.words, self.state
        for number, (is_list, name) in enumerate(((False, words.say("Matrix")), (True, words.say("List")))):
            if number:
                imgui.same_line()
            if imgui.radio_button(name, state.is_list == is_list):
                wanted.append(ListPairs(is_list))
        if not state.is_list:
            self._choice("order", ORDERS, state.order, lambda one: wanted.append(OrderPairs(one)))
            self._choice("content", self._contents, state.content, lambda one: wanted.append(FillCells(one)))
        self._progress(wanted)

    @property
    def _contents(self) -> Mapping[CellContent, str]:
        """Return what the cells can say: where the rules count squares, distances are in these."""
        counts = any(one.squares is not None for one in self.state.answers.values())
        return {**CONTENTS, CellContent.DISTANCE: SQUARES} if counts else CONTENTS

    def _choice(self, id: str, said: Mapping[Choice, str], chosen: Choice, choose: Callable[[Choice], None]) -> None:
        texts = {one: self.frame.words.say(text) for one, text in said.items()}
        width = max(imgui.calc_text_size(text).x for text in texts.values()) + 44 * self.frame.scale
        beside(width)
        imgui.set_next_item_width(width)
        if imgui.begin_combo(f"##{id}", texts[chosen]):
            for one, text in texts.items():
                if option(text, one is chosen):
                    choose(one)
            imgui.end_combo()

    def _progress(self, wanted: list[Wanted]) -> None:
        """Draw how much is known, and what stops it or goes on."""
        words, state = self.frame.words, self.state
        if state.is_over:
            return
        share = state.share_known(len(self.model.table.models))
        if state.is_stopped:
            name, stops = words.say("Go on"), False
        else:
            name, stops = words.say("Stop"), True
        beside(imgui.calc_text_size(name).x + 110 * self.frame.scale)
        if imgui.button(name):
            wanted.append(StopPairs(stops))
        imgui.same_line()
        imgui.text_disabled(words.say("{percent} %", percent=f"{100 * share:.0f}"))

    def _list(self, names: Mapping[str, str]) -> tuple[Pair | None, Pair | None]:
        return draw_pair_list(self.model, self.state.answers.values(), names, self.frame)

    def _grid(self, names: Mapping[str, str]) -> tuple[Pair | None, Pair | None]:
        """Draw the matrix; return the pair under the pointer, and the one that was clicked."""
        rows, columns = ordered(self.model.table, self.state.answers, self.state.order, names)
        scale = self.frame.scale
        flags = (
            imgui.TableFlags_.scroll_x
            | imgui.TableFlags_.scroll_y
            | imgui.TableFlags_.sizing_fixed_fit
            | imgui.TableFlags_.borders_inner
            | imgui.TableFlags_.highlight_hovered_column
        ).value
        pointed: Pair | None = None
        clicked: Pair | None = None
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.cell_padding.value, (0.0, 0.0)),
            imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing.value, (0.0, 0.0)),
            imgui_ctx.push_font(None, self._text_size(names)),
            imgui_ctx.begin_table("grid", len(columns) + 1, flags, (-1, -1)) as table,
        ):
            if not table:
                return None, None
            imgui.table_setup_scroll_freeze(1, 1)
            imgui.table_setup_column("##viewer", imgui.TableColumnFlags_.no_reorder.value)
            angled = (imgui.TableColumnFlags_.angled_header | imgui.TableColumnFlags_.width_fixed).value
            for id in columns:
                imgui.table_setup_column(f"{names[id]}##{id}", angled, CELL[0] * scale)
            imgui.table_angled_headers_row()
            clipper = imgui.ListClipper()
            clipper.begin(len(rows), self._cell_height + scale)
            while clipper.step():
                for row in rows[clipper.display_start : clipper.display_end]:
                    found, is_clicked = self._row(row, columns, names[row])
                    pointed, clicked = found or pointed, (found if is_clicked else clicked)
            clipper.end()
        if pointed is not None:
            self._tooltip(pointed)
        return pointed, clicked

    def _text_size(self, names: Mapping[str, str]) -> float:
        """Return the size of names beside the cells: the usual one, or as small as a cell for as many rows as fit."""
        usual, room = imgui.get_style().font_size_base, imgui.get_content_region_avail().y
        heading = 0.95 * max((imgui.calc_text_size(name).x for name in names.values()), default=0.0)
        fitting = (room - heading) / max(len(names), 1) - self.frame.scale
        return min(usual, max(fitting, CELL[1] * self.frame.scale))

    @property
    def _cell_height(self) -> float:
        """Return how high cells are (pixels): no lower than the names beside them."""
        return max(CELL[1] * self.frame.scale, imgui.get_text_line_height())

    def _row(self, viewer: str, columns: Sequence[str], name: str) -> tuple[Pair | None, bool]:
        """Draw a row; return the pair under the pointer, and whether it was clicked."""
        imgui.table_next_row(imgui.TableRowFlags_.none.value, self._cell_height + self.frame.scale)
        imgui.table_next_column()
        coloured(f"{name} ", readable(side_colour(self.model.table.model(viewer).side)))
        pointed, is_clicked = None, False
        for target in columns:
            if not imgui.table_next_column() or target == viewer:
                continue
            found, pressed = self._cell((viewer, target))
            if found:
                pointed, is_clicked = (viewer, target), pressed
        return pointed, is_clicked

    def _cell(self, pair: Pair) -> tuple[bool, bool]:
        """Draw a cell; return whether the pointer is over it, and whether it was clicked."""
        scale, answer = self.frame.scale, self.state.answers.get(pair)
        width, height = CELL[0] * scale, self._cell_height
        at = imgui.get_cursor_screen_pos()
        pressed = bool(imgui.invisible_button(f"{pair[0]}>{pair[1]}", (width, height)))
        is_over = is_pointed_at()
        paper = imgui.get_window_draw_list()
        end = at.x + width, at.y + height
        paper.add_rect_filled((at.x, at.y), end, packed(colour_of(kind_of(answer)), 0.5 if is_over else self._fill))
        is_covered = answer is not None and answer.cover is not None and answer.cover.verdict
        if pair == (self.model.viewer, self.model.target):
            paper.add_rect((at.x, at.y), end, packed(GOLD, 1.0), 0.0, 2 * scale)
        if self.state.content is CellContent.VERDICT or answer is None or not self._number(answer):
            across = 0.32 if is_covered else 0.5
            sight_sign(paper, (at.x + across * width, at.y + height / 2), 5 * scale, kind_of(answer))
            if is_covered:
                cover_sign(paper, (at.x + 0.70 * width, at.y + 0.48 * height), 4.2 * scale)
        else:
            sight_sign(paper, (at.x + 5 * scale, at.y + height - 5 * scale), 2.6 * scale, kind_of(answer))
            self._write(self._number(answer), at.x + width - 2 * scale, at.y + height / 2)
        if is_one_sided(self.state.answers, pair):
            one_sided_sign(paper, (end[0], at.y), 6 * scale)
        return is_over, pressed

    def _number(self, answer: PairAnswer) -> str:
        if self.state.content is CellContent.DISTANCE:
            return f"{answer.distance.direct:.1f}" if answer.squares is None else str(answer.squares)
        if answer.share is None:
            return ""
        if not answer.share.spots.of:
            return "0"
        return "<1" if answer.share.share < 0.01 else f"{100 * min(answer.share.share, 0.99):.0f}"

    def _write(self, text: str, right: float, middle: float) -> None:
        """Write a number that ends at ``right``."""
        size = imgui.get_style().font_size_base * NUMBER
        extent = imgui.calc_text_size(text)
        at = right - extent.x * NUMBER, middle - extent.y * NUMBER / 2
        imgui.get_window_draw_list().add_text(imgui.get_font(), size, at, packed(PAPER, 1.0), text)

    def _tooltip(self, pair: Pair) -> None:
        answer, agreed = self.state.answers.get(pair), self.model.too_close
        viewer, target = (fighter_name(id, self.frame.words) for id in pair)
        with imgui_ctx.begin_tooltip() as shown:
            if not shown:
                return
            imgui.text_unformatted(f"{viewer} → {target}")
            if answer is None:
                return
            coloured(pair_words(answer, self.frame.words, agreed), colour_of(kind_of(answer)))
            if is_one_sided(self.state.answers, pair):
                back = self.state.answers[pair[1], pair[0]]
                said = pair_words(back, self.frame.words, agreed)
                imgui.text_unformatted(self.frame.words.say("the other way round: {answer}", answer=said))

    def _legend(self) -> None:
        """Draw what the signs mean."""
        words, scale = self.frame.words, self.frame.scale
        signs: list[Callable[[Any, tuple[float, float], float], None]] = [
            partial(sight_sign, kind=Seen),
            partial(sight_sign, kind=Hidden),
            partial(sight_sign, kind=TooClose),
            lambda paper, at, r: cover_sign(paper, at, 0.85 * r),
            lambda p, at, r: one_sided_sign(p, (at[0] + r, at[1] - r), r),
        ]
        imgui.text_disabled(words.say("rows look at columns; click a cell to ask about it"))
        for number, (said, draw) in enumerate(zip(LEGEND, signs, strict=True)):
            text = words.say(said)
            if number:
                beside(imgui.calc_text_size(text).x + 16 * scale, 12 * scale)
            legend_entry(text, draw, scale)
