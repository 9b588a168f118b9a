"""The panels over the table: menu, verdict, names, notices; they draw what is `Displayed`, tell what is asked for."""

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.model import Dispute
from warcry3d.app.moves.view import MOVING_HELP, MovePanel, draw_inches
from warcry3d.app.scene.colours import AMBER, BLUE, GOLD, GREEN, INK, PAPER, RED, Colour, side_colour
from warcry3d.app.scene.label import wrapped
from warcry3d.app.shell.camera import PRESETS
from warcry3d.app.shell.displayed import (
    Browse,
    Counting,
    Displayed,
    Do,
    Intent,
    LookFrom,
    Naming,
    OpenTable,
    Saving,
    Speaking,
)
from warcry3d.app.shell.table_files import title_of
from warcry3d.app.widgets.theme import apply_theme, bar, beside, coloured, packed, paragraph, readable
from warcry3d.messages import LANGUAGES, Words, template
from warcry3d.messages.verdicts import cover_sentences, display_name, headlines, sight_sentence
from warcry3d.rules.results import Judgement
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.models import Tag

__all__ = ["Panels"]


PRESET_NAMES = {
    "corner": template("From the corner"),
    "above": template("From above"),
    "front": template("From the front"),
    "right": template("From the right"),
    "back": template("From the back"),
    "left": template("From the left"),
}
HELP = (
    template("click: pick who looks, then who is looked at"),
    template("right click: another viewer"),
    template("drag: turn; right drag: move; wheel: nearer"),
    template("1 to 6: views; E: model's eye; M: move"),
    template("space: swap; Esc: back"),
)
_FIXED = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
).value
_MARGIN = 14.0
MOST_WARNINGS = 5
_WIDTH = 390.0


class Panels:
    """Draws the panels. ``bold`` is the font of headlines, ``scale`` the size of everything against 1."""

    def __init__(self, bold: Any, scale: float = 1.0) -> None:
        self._bold = bold
        self._scale = scale
        apply_theme(scale)

    def aside(self, size: tuple[int, int]) -> int:
        """Return how wide the panel at the right is (pixels) in a window of ``size``: the table has the rest."""
        return round(min(_WIDTH * self._scale, size[0] * 0.31))

    def draw(self, shown: Displayed, words: Words, size: tuple[int, int]) -> list[Intent]:
        """Draw one frame in a window of ``size`` pixels; return what was asked for, in order."""
        wanted: list[Intent] = []
        self._labels(shown)
        if shown.move is not None:
            draw_inches(shown.move.inches, shown.move.marks, self._bold, self._scale)
        top = self._menu(shown, words, wanted)
        self._aside(shown, words, size, top, wanted)
        self._notices(shown, size)
        if shown.folder is not None:
            self._browser(shown, words, size, wanted)
        if shown.naming is not None:
            self._name(shown, shown.naming, words, size, wanted)
        return wanted

    def _menu(self, shown: Displayed, words: Words, wanted: list[Intent]) -> float:
        """Draw the bar at the top; return its height."""
        with imgui_ctx.begin_main_menu_bar() as bar:
            if not bar:
                return 0.0
            with imgui_ctx.begin_menu(words.say("Table")) as menu:
                if menu:
                    self._table_menu(shown, words, wanted)
            with imgui_ctx.begin_menu(words.say("View")) as menu:
                if menu:
                    for key, preset in enumerate(PRESETS, 1):
                        if imgui.menu_item_simple(words.say(PRESET_NAMES[preset]), str(key)):
                            wanted.append(LookFrom(preset))
            with imgui_ctx.begin_menu("English / 中文") as menu:
                if menu:
                    for language, name in LANGUAGES.items():
                        if imgui.menu_item_simple(name, "", language == words.language):
                            wanted.append(Speaking(language))
            self._right_aligned(shown.title)
            return float(imgui.get_window_height())

    def _table_menu(self, shown: Displayed, words: Words, wanted: list[Intent]) -> None:
        for path in shown.tables:
            if imgui.menu_item_simple(f"{title_of(path)}##{path}"):
                wanted.append(OpenTable(path))
        if shown.tables:
            imgui.separator()
        if imgui.menu_item_simple(words.say("Open a file..."), "O"):
            wanted.append(Browse(None))
        if imgui.menu_item_simple(words.say("Save the table as..."), "S"):
            wanted.append(Do.NAME_TABLE)
        if imgui.menu_item_simple(words.say("Save the picture"), "P"):
            wanted.append(Do.SAVE_PICTURE)
        imgui.separator()
        if imgui.menu_item_simple(words.say("Move"), "M", shown.move is not None):
            wanted.append(Do.MOVE)
        if imgui.menu_item_simple(words.say("Undo"), "Ctrl+Z", False, shown.can_undo):
            wanted.append(Do.UNDO)
        if imgui.menu_item_simple(words.say("Redo"), "Ctrl+Y", False, shown.can_redo):
            wanted.append(Do.REDO)
        imgui.separator()
        if imgui.menu_item_simple(words.say("Quit")):
            wanted.append(Do.QUIT)

    def _aside(self, shown: Displayed, words: Words, size: tuple[int, int], top: float, wanted: list[Intent]) -> None:
        """Draw the panel at the right: who looks at whom, the answers, why, what may be changed."""
        width = self.aside(size)
        imgui.set_next_window_pos((size[0] - width, top))
        imgui.set_next_window_size((width, size[1] - top))
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding.value, 0.0),
            imgui_ctx.begin("verdict", None, _FIXED),
        ):
            if shown.move is not None:
                MovePanel(self._bold, self._scale).draw(shown, shown.move, words, wanted)
                self._help([words.say(line) for line in MOVING_HELP])
            else:
                self._sight(shown, words, wanted)
                self._help([words.say(line) for line in HELP])

    def _sight(self, shown: Displayed, words: Words, wanted: list[Intent]) -> None:
        """Draw who looks at whom, and the judge's answers."""
        dispute = shown.dispute
        if dispute.viewer is None:
            with imgui_ctx.push_font(self._bold, imgui.get_style().font_size_base * 1.4):
                imgui.text_unformatted(words.say("Who sees whom?"))
            imgui.text_unformatted(words.say("Click the fighter that looks."))
        else:
            self._who(dispute, words)
        if shown.judgement is not None:
            self._answers(shown.judgement, words)
        elif shown.failure:
            self._answer(words.say("No answer"), RED, [shown.failure])
        elif shown.is_judging:
            coloured(words.say("judging..."), AMBER)
        self._choices(dispute, words, wanted)

    def _who(self, dispute: Dispute, words: Words) -> None:
        viewer = dispute.table.model(dispute.viewer or "")
        with imgui_ctx.push_font(self._bold, imgui.get_style().font_size_base * 1.15):
            coloured(display_name(viewer.id), readable(side_colour(viewer.side)))
            if dispute.target is not None:
                target = dispute.table.model(dispute.target)
                imgui.same_line()
                imgui.text_unformatted("→")
                imgui.same_line()
                coloured(display_name(target.id), readable(side_colour(target.side)))
        if dispute.target is None:
            imgui.text_unformatted(words.say("Click the fighter it looks at."))

    def _answers(self, judgement: Judgement, words: Words) -> None:
        seen, covered = headlines(judgement, words)
        match judgement.sight:
            case Seen():
                colour = GREEN
            case Hidden():
                colour = RED
            case _:
                colour = AMBER
        self._answer(seen, colour, [sight_sentence(judgement, words)])
        if judgement.cover is not None:
            colour = BLUE if judgement.cover.verdict else PAPER
            self._answer(covered, colour, cover_sentences(judgement, words))
        self._distances(judgement, words)

    def _answer(self, headline: str, colour: Colour, sentences: Sequence[str]) -> None:
        """Draw an answer: its headline large, a bar of its colour beside all of it."""
        self._space(0.35)
        with bar(colour, self._scale):
            with imgui_ctx.push_font(self._bold, imgui.get_style().font_size_base * 1.4):
                coloured(headline, colour)
            for sentence in sentences:
                paragraph(sentence)

    def _distances(self, judgement: Judgement, words: Words) -> None:
        apart = judgement.distance
        rows = (
            (words.say("base to base"), apart.direct),
            (words.say("across"), apart.horizontal),
            (words.say("up or down"), apart.vertical),
        )
        self._space(0.35)
        stretched = imgui.TableFlags_.sizing_stretch_same.value
        with bar(GOLD, self._scale), imgui_ctx.begin_table("distances", 3, stretched) as table:
            if not table:
                return
            for head, _ in rows:
                imgui.table_next_column()
                imgui.text_disabled(head)
            for _, inches in rows:
                imgui.table_next_column()
                with imgui_ctx.push_font(self._bold, imgui.get_style().font_size_base * 1.1):
                    imgui.text_unformatted(words.say("{inches:.2f} in", inches=inches))

    def _choices(self, dispute: Dispute, words: Words, wanted: list[Intent]) -> None:
        """Draw the buttons and the agreements."""
        self._space(0.3)
        imgui.separator()
        self._space(0.1)
        if dispute.viewer is None:
            if imgui.button(words.say("Move")):
                wanted.append(Do.MOVE)
            return
        buttons = [(words.say("Clear"), Do.CLEAR), (words.say("Move"), Do.MOVE)]
        if dispute.target is not None:
            eye = words.say("Back to the table") if dispute.through_eye else words.say("Model's eye")
            buttons = [(eye, Do.TOGGLE_EYE), (words.say("Swap"), Do.SWAP), *buttons]
        for name, intent in buttons:
            if intent is not buttons[0][1]:
                beside(imgui.calc_text_size(name).x + 2 * imgui.get_style().frame_padding.x)
            if imgui.button(name):
                wanted.append(intent)
        for tag, name in ((Tag.WEAPON, words.say("weapons count")), (Tag.BANNER, words.say("banners count"))):
            if tag is Tag.BANNER:
                beside(imgui.calc_text_size(name).x + 1.5 * imgui.get_frame_height(), 18 * self._scale)
            changed, counts = imgui.checkbox(name, tag in dispute.tags)
            if changed:
                wanted.append(Counting(tag, counts))

    def _help(self, said: Sequence[str]) -> None:
        """Say at the panel's foot what mouse and keys do."""
        room = imgui.get_content_region_avail().x
        wide = lambda part: float(imgui.calc_text_size(part).x)
        lines = [part for line in said for part in wrapped(line, room, wide)]
        step = imgui.get_text_line_height() + imgui.get_style().item_spacing.y
        top = imgui.get_window_height() - step * len(lines) - 12 * self._scale
        if imgui.get_cursor_pos_y() > top:
            return
        imgui.set_cursor_pos_y(top)
        for line in lines:
            imgui.text_disabled(line)

    def _notices(self, shown: Displayed, size: tuple[int, int]) -> None:
        """Say at the lower left what is odd about the table, what is going on, and from where one looks."""
        if not (shown.warnings or shown.notice or shown.look):
            return
        margin = _MARGIN * self._scale
        room = size[0] - self.aside(size) - 2 * margin
        imgui.set_next_window_pos((margin, size[1] - margin), imgui.Cond_.always.value, (0.0, 1.0))
        imgui.set_next_window_bg_alpha(0.7)
        flags = _FIXED | imgui.WindowFlags_.no_inputs.value | imgui.WindowFlags_.always_auto_resize.value
        with imgui_ctx.begin("notices", None, flags), imgui_ctx.push_text_wrap_pos(room):
            said = [(warning, AMBER) for warning in shown.warnings[:MOST_WARNINGS]]
            said += [(shown.notice, RED if shown.is_alarming else GOLD)] if shown.notice else []
            said += [(shown.look, PAPER)] if shown.look else []
            for sentence, colour in said:
                with imgui_ctx.push_style_color(imgui.Col_.text.value, (*colour, 1.0)):
                    imgui.text_wrapped(sentence)

    def _browser(self, shown: Displayed, words: Words, size: tuple[int, int], wanted: list[Intent]) -> None:
        """Draw the list of a folder's tables in the middle."""
        imgui.set_next_window_pos((size[0] / 2, size[1] / 2), imgui.Cond_.always.value, (0.5, 0.5))
        imgui.set_next_window_size((560 * self._scale, min(460 * self._scale, size[1] - 40)))
        imgui.set_next_window_bg_alpha(0.99)
        flags = _FIXED & ~imgui.WindowFlags_.no_nav.value
        with imgui_ctx.begin("browser", None, flags):
            imgui.text_disabled(str(shown.folder))
            below = -1.6 * imgui.get_frame_height()
            with imgui_ctx.begin_child("entries", (0, below), imgui.ChildFlags_.borders.value):
                for entry in shown.entries:
                    name = f"{entry.name}/" if entry.is_folder else entry.name
                    if imgui.selectable(name, False)[0]:
                        wanted.append(Browse(entry.path) if entry.is_folder else OpenTable(entry.path))
                if not any(not entry.is_folder for entry in shown.entries):
                    imgui.text_disabled(words.say("no table in this folder (*.table.json)"))
            if imgui.button(words.say("Cancel")):
                wanted.append(Do.STOP_BROWSING)

    def _name(self, shown: Displayed, name: str, words: Words, size: tuple[int, int], wanted: list[Intent]) -> None:
        """Draw the field in which the table's new name is typed, in the middle."""
        imgui.set_next_window_pos((size[0] / 2, size[1] / 2), imgui.Cond_.always.value, (0.5, 0.5))
        imgui.set_next_window_size((520 * self._scale, 0))
        imgui.set_next_window_bg_alpha(0.99)
        with imgui_ctx.begin("name", None, _FIXED & ~imgui.WindowFlags_.no_nav.value):
            imgui.text_unformatted(words.say("Save the table under a new name"))
            imgui.text_disabled(str(shown.saves_to))
            if imgui.is_window_appearing():
                imgui.set_keyboard_focus_here()
            imgui.set_next_item_width(-1)
            entered, typed = imgui.input_text("##name", name, imgui.InputTextFlags_.enter_returns_true.value)
            if typed != name:
                wanted.append(Naming(typed))
            if imgui.button(words.say("Save")) or entered:
                wanted.append(Saving(typed))
            beside(imgui.calc_text_size(words.say("Cancel")).x + 2 * imgui.get_style().frame_padding.x)
            if imgui.button(words.say("Cancel")) or imgui.is_key_pressed(imgui.Key.escape):
                wanted.append(Naming(None))

    def _labels(self, shown: Displayed) -> None:
        """Draw names over fighters, behind all panels."""
        paper = imgui.get_background_draw_list()
        for label in shown.labels:
            font_size = imgui.get_style().font_size_base * (1.0 if label.is_strong else 0.9)
            with imgui_ctx.push_font(self._bold, font_size):
                extent = imgui.calc_text_size(label.text)
            pad = 6 * self._scale
            x, y = label.at[0] - extent.x / 2, label.at[1] - extent.y - pad
            low, high = (x - pad * 1.4, y - pad * 0.3), (x + extent.x + pad * 1.4, y + extent.y + pad * 0.3)
            paper.add_rect_filled(low, high, packed(INK, 0.78), 5 * self._scale)
            bar = (low[0] + 3 * self._scale, high[1])
            paper.add_rect_filled(low, bar, packed(readable(side_colour(label.side)), 1.0), 2 * self._scale)
            paper.add_text(self._bold, font_size, (x, y), packed(PAPER, 1.0), label.text)

    def _right_aligned(self, text: str) -> None:
        width = imgui.calc_text_size(text).x
        imgui.set_cursor_pos_x(max(imgui.get_cursor_pos_x(), imgui.get_window_width() - width - 16 * self._scale))
        imgui.text_disabled(text)

    def _space(self, lines: float) -> None:
        imgui.dummy((0, lines * imgui.get_text_line_height()))
