"""The log: what happened, the newest at the end. Click a line to see the table as it was then."""

from bisect import bisect_right
from functools import partial

from imgui_bundle import imgui

from warcry3d.app.play.intents import HoverModel, LookAtStep, ShowRules
from warcry3d.app.play.moment import places_after
from warcry3d.app.play.panels.frame import DIM, PlayFrame
from warcry3d.app.play.panels.log_book import LogBook, LogRow
from warcry3d.app.scene.colours import GOLD, PAPER, Colour
from warcry3d.app.widgets.theme import packed

__all__ = ["LogPanel"]

TEXT = 0.80
"""Size of its text against that of other panels."""


class LogPanel:
    """Draws the log; keeps its rows from frame to frame."""

    def __init__(self) -> None:
        self._book = LogBook()
        self._last = 0
        self._seen: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all of it is laid out, not only the end."""
        return self._book.is_whole

    def draw(self, panel: PlayFrame) -> None:
        """Draw it: only the rows that are seen."""
        left, top, width, height = panel.layout.log
        with panel.window("play-log", (left, top), (width, height)), panel.text(TEXT):
            room = width - 36 * panel.scale
            self._book.follow(
                panel.model.game,
                panel.model.shown,
                panel.teller,
                panel.model.rules.headings,
                room,
                lambda text: float(imgui.calc_text_size(text).x),
                has_ids=panel.settings.has_rule_ids,
                places=partial(places_after, panel.model.game, panel.model.rules),
            )
            rows, line = self._book.rows, imgui.get_text_line_height() + 3 * panel.scale
            if not rows:
                panel.small(panel.say("What happens is written here."))
            clipper = imgui.ListClipper()
            clipper.begin(len(rows), line)
            while clipper.step():
                for number in range(clipper.display_start, clipper.display_end):
                    _row(panel, rows[number], line, number)
            is_new = len(rows) != self._last + self._book.older
            if is_new and not panel.model.is_looking_back:
                imgui.set_scroll_y(len(rows) * line)
            elif self._book.older:
                imgui.set_scroll_y(imgui.get_scroll_y() + self._book.older * line)
            self._last = len(rows)
            self._show_step(panel.model.moment.step if panel.model.is_looking_back else None, line)

    def _show_step(self, step: int | None, line: float) -> None:
        """Scroll to the row of a step once it is looked at, if it is out of sight; to the end once none is."""
        rows = self._book.rows
        number = len(rows) if step is None else bisect_right(rows, step, key=lambda row: row.step) - 1
        if step == self._seen or (number < 0 and not self._book.is_whole):
            return
        top, room = imgui.get_scroll_y(), imgui.get_window_height()
        if step is None or not top <= number * line <= top + room - line:
            imgui.set_scroll_y(max(number * line - room / 2, 0.0) if step is not None else number * line)
        self._seen = step


def _row(panel: PlayFrame, row: LogRow, height: float, number: int) -> None:
    at, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    spacing = imgui.get_style().item_spacing.y
    if imgui.invisible_button(f"##row-{number}", (max(width, 1), height - spacing)):
        is_on_ids = bool(row.ids) and imgui.get_mouse_pos().x >= _ids_from(panel, row, at.x)
        panel.wanted.append(ShowRules(row.rules) if is_on_ids else LookAtStep(row.step))
    if imgui.is_item_clicked(imgui.MouseButton_.right.value) and row.rules:
        panel.wanted.append(ShowRules(row.rules))
    paper, model = imgui.get_window_draw_list(), panel.model
    is_seen = model.is_looking_back and model.moment.step == row.step
    if imgui.is_item_hovered() or is_seen:
        paper.add_rect_filled((at.x, at.y), (at.x + width, at.y + height), packed(GOLD, 0.22 if is_seen else 0.12), 3.0)
    if imgui.is_item_hovered():
        rules = panel.say("Right click: what the rules say.") if row.rules else ""
        panel.tooltip(row.exact, ", ".join(row.rules), panel.say("Click: the table as it was then."), rules)
        if row.models:
            panel.wanted.append(HoverModel(row.models[0]))
    x = at.x + row.depth * 7 * panel.scale
    colour = GOLD if row.rank == 1 else _colour(panel, row)
    paper.add_text((x, at.y), packed(colour, 1.0), row.text)
    if row.ids:
        paper.add_text((_ids_from(panel, row, at.x), at.y), packed(DIM, 1.0), row.ids)


def _ids_from(panel: PlayFrame, row: LogRow, left: float) -> float:
    """Return where the ids behind a row begin (pixels)."""
    return left + row.depth * 7 * panel.scale + float(imgui.calc_text_size(row.text).x)


def _colour(panel: PlayFrame, row: LogRow) -> Colour:
    """Return the colour of a row: of the side that acts where one begins to."""
    if row.rank and row.models:
        return panel.colour(panel.model.moment.side_of(row.models[0]))
    return PAPER if row.depth <= 1 else (0.76, 0.75, 0.72)
