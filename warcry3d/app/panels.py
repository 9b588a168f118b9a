"""The panels over the table: menu, verdict, hints, names. They draw what is `Shown` and return what was asked for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Any, TypeAlias

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.browse import Entry, title_of
from warcry3d.app.camera import PRESETS
from warcry3d.app.dispute import Dispute
from warcry3d.app.scene.colours import AMBER, BLUE, GOLD, GREEN, INK, PAPER, RED, Colour, side_colour
from warcry3d.app.scene.label import wrapped
from warcry3d.rules.results import Judgement
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.models import Tag
from warcry3d.words import LANGUAGES, Words, template
from warcry3d.words.verdicts import cover_sentences, display_name, headlines, sight_sentence

__all__ = ["Browse", "Counting", "Do", "Intent", "Label", "Look", "Opening", "Panels", "Shown", "Speaking"]


class Do(Enum):
    """What may be asked for that needs no more to be said."""

    SWAP = auto()
    TOGGLE_EYE = auto()
    CLEAR = auto()
    SAVE_PICTURE = auto()
    STOP_BROWSING = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class Look:
    """Look from a preset."""

    preset: str


@dataclass(frozen=True, slots=True)
class Opening:
    """Open a table."""

    path: Path


@dataclass(frozen=True, slots=True)
class Browse:
    """List a folder; None: that of the open table."""

    folder: Path | None


@dataclass(frozen=True, slots=True)
class Counting:
    """Let parts with a tag count, or not."""

    tag: Tag
    counts: bool


@dataclass(frozen=True, slots=True)
class Speaking:
    """Speak a language."""

    language: str


Intent: TypeAlias = Do | Look | Opening | Browse | Counting | Speaking


@dataclass(frozen=True, slots=True)
class Label:
    """A name over a fighter, its foot at a pixel."""

    text: str
    at: tuple[float, float]
    side: str
    is_strong: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the panels show."""

    title: str
    dispute: Dispute
    judgement: Judgement | None = None
    failure: str = ""
    is_judging: bool = False
    notice: str = ""
    is_alarming: bool = False
    warnings: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    tables: tuple[Path, ...] = ()
    folder: Path | None = None
    entries: tuple[Entry, ...] = field(default=())


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
    template("1 to 6: views; E: model's eye"),
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
        dress(scale)

    def aside(self, size: tuple[int, int]) -> int:
        """Return how wide the panel at the right is (pixels) in a window of ``size``: the table has the rest."""
        return round(min(_WIDTH * self._scale, size[0] * 0.31))

    def draw(self, shown: Shown, words: Words, size: tuple[int, int]) -> list[Intent]:
        """Draw one frame in a window of ``size`` pixels; return what was asked for, in order."""
        wanted: list[Intent] = []
        self._labels(shown)
        top = self._menu(shown, words, wanted)
        self._aside(shown, words, size, top, wanted)
        self._notices(shown, size)
        if shown.folder is not None:
            self._browser(shown, words, size, wanted)
        return wanted

    def _menu(self, shown: Shown, words: Words, wanted: list[Intent]) -> float:
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
                            wanted.append(Look(preset))
            with imgui_ctx.begin_menu("English / 中文") as menu:
                if menu:
                    for language, name in LANGUAGES.items():
                        if imgui.menu_item_simple(name, "", language == words.language):
                            wanted.append(Speaking(language))
            self._right_aligned(shown.title)
            return float(imgui.get_window_height())

    def _table_menu(self, shown: Shown, words: Words, wanted: list[Intent]) -> None:
        for path in shown.tables:
            if imgui.menu_item_simple(f"{title_of(path)}##{path}"):
                wanted.append(Opening(path))
        if shown.tables:
            imgui.separator()
        if imgui.menu_item_simple(words.say("Open a file..."), "O"):
            wanted.append(Browse(None))
        if imgui.menu_item_simple(words.say("Save the picture"), "P"):
            wanted.append(Do.SAVE_PICTURE)
        imgui.separator()
        if imgui.menu_item_simple(words.say("Quit"), "Q"):
            wanted.append(Do.QUIT)

    def _aside(self, shown: Shown, words: Words, size: tuple[int, int], top: float, wanted: list[Intent]) -> None:
        """Draw the panel at the right: who looks at whom, the answers, why, what may be changed."""
        width = self.aside(size)
        imgui.set_next_window_pos((size[0] - width, top))
        imgui.set_next_window_size((width, size[1] - top))
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding.value, 0.0),
            imgui_ctx.begin("verdict", None, _FIXED),
        ):
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
                _coloured(words.say("judging..."), AMBER)
            self._choices(dispute, words, wanted)
            self._help(words)

    def _who(self, dispute: Dispute, words: Words) -> None:
        viewer = dispute.table.model(dispute.viewer or "")
        with imgui_ctx.push_font(self._bold, imgui.get_style().font_size_base * 1.15):
            _coloured(display_name(viewer.id), _readable(side_colour(viewer.side)))
            if dispute.target is not None:
                target = dispute.table.model(dispute.target)
                imgui.same_line()
                imgui.text_unformatted("→")
                imgui.same_line()
                _coloured(display_name(target.id), _readable(side_colour(target.side)))
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
        with _bar(colour, self._scale):
            with imgui_ctx.push_font(self._bold, imgui.get_style().font_size_base * 1.4):
                _coloured(headline, colour)
            for sentence in sentences:
                _paragraph(sentence)

    def _distances(self, judgement: Judgement, words: Words) -> None:
        apart = judgement.distance
        rows = (
            (words.say("base to base"), apart.direct),
            (words.say("across"), apart.horizontal),
            (words.say("up or down"), apart.vertical),
        )
        self._space(0.35)
        stretched = imgui.TableFlags_.sizing_stretch_same.value
        with _bar(GOLD, self._scale), imgui_ctx.begin_table("distances", 3, stretched) as table:
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
        if dispute.viewer is None:
            return
        self._space(0.3)
        imgui.separator()
        self._space(0.1)
        if dispute.target is not None:
            if imgui.button(words.say("Back to the table") if dispute.through_eye else words.say("Model's eye")):
                wanted.append(Do.TOGGLE_EYE)
            imgui.same_line()
            if imgui.button(words.say("Swap")):
                wanted.append(Do.SWAP)
            imgui.same_line()
        if imgui.button(words.say("Clear")):
            wanted.append(Do.CLEAR)
        for tag, name in ((Tag.WEAPON, words.say("weapons count")), (Tag.BANNER, words.say("banners count"))):
            if tag is Tag.BANNER:
                imgui.same_line(0, 18 * self._scale)
            changed, counts = imgui.checkbox(name, tag in dispute.tags)
            if changed:
                wanted.append(Counting(tag, counts))

    def _help(self, words: Words) -> None:
        """Say at the panel's foot what mouse and keys do."""
        lines = [words.say(line) for line in HELP]
        step = imgui.get_text_line_height() + imgui.get_style().item_spacing.y
        top = imgui.get_window_height() - step * len(lines) - 12 * self._scale
        if imgui.get_cursor_pos_y() > top:
            return
        imgui.set_cursor_pos_y(top)
        for line in lines:
            imgui.text_disabled(line)

    def _notices(self, shown: Shown, size: tuple[int, int]) -> None:
        """Say at the lower left what is odd about the table and what is going on."""
        if not (shown.warnings or shown.notice):
            return
        margin = _MARGIN * self._scale
        room = size[0] - self.aside(size) - 2 * margin
        imgui.set_next_window_pos((margin, size[1] - margin), imgui.Cond_.always.value, (0.0, 1.0))
        imgui.set_next_window_bg_alpha(0.7)
        flags = _FIXED | imgui.WindowFlags_.no_inputs.value | imgui.WindowFlags_.always_auto_resize.value
        with imgui_ctx.begin("notices", None, flags), imgui_ctx.push_text_wrap_pos(room):
            said = [(warning, AMBER) for warning in shown.warnings[:MOST_WARNINGS]]
            said += [(shown.notice, RED if shown.is_alarming else GOLD)] if shown.notice else []
            for sentence, colour in said:
                with imgui_ctx.push_style_color(imgui.Col_.text.value, (*colour, 1.0)):
                    imgui.text_wrapped(sentence)

    def _browser(self, shown: Shown, words: Words, size: tuple[int, int], wanted: list[Intent]) -> None:
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
                        wanted.append(Browse(entry.path) if entry.is_folder else Opening(entry.path))
                if not any(not entry.is_folder for entry in shown.entries):
                    imgui.text_disabled(words.say("no table in this folder (*.table.json)"))
            if imgui.button(words.say("Cancel")):
                wanted.append(Do.STOP_BROWSING)

    def _labels(self, shown: Shown) -> None:
        """Draw names over fighters, behind all panels."""
        paper = imgui.get_background_draw_list()
        for label in shown.labels:
            font_size = imgui.get_style().font_size_base * (1.0 if label.is_strong else 0.9)
            with imgui_ctx.push_font(self._bold, font_size):
                extent = imgui.calc_text_size(label.text)
            pad = 6 * self._scale
            x, y = label.at[0] - extent.x / 2, label.at[1] - extent.y - pad
            low, high = (x - pad * 1.4, y - pad * 0.3), (x + extent.x + pad * 1.4, y + extent.y + pad * 0.3)
            paper.add_rect_filled(low, high, _packed(INK, 0.78), 5 * self._scale)
            bar = (low[0] + 3 * self._scale, high[1])
            paper.add_rect_filled(low, bar, _packed(_readable(side_colour(label.side)), 1.0), 2 * self._scale)
            paper.add_text(self._bold, font_size, (x, y), _packed(PAPER, 1.0), label.text)

    def _right_aligned(self, text: str) -> None:
        width = imgui.calc_text_size(text).x
        imgui.set_cursor_pos_x(max(imgui.get_cursor_pos_x(), imgui.get_window_width() - width - 16 * self._scale))
        imgui.text_disabled(text)

    def _space(self, lines: float) -> None:
        imgui.dummy((0, lines * imgui.get_text_line_height()))


@contextmanager
def _bar(colour: Colour, scale: float) -> Iterator[None]:
    """Indent what is drawn inside, with a bar of ``colour`` at its left."""
    indent = 14 * scale
    top = imgui.get_cursor_screen_pos()
    imgui.indent(indent)
    yield
    imgui.unindent(indent)
    bottom = imgui.get_cursor_screen_pos().y - imgui.get_style().item_spacing.y
    imgui.get_window_draw_list().add_rect_filled(
        (top.x, top.y), (top.x + 4 * scale, bottom), _packed(colour, 0.9), 2 * scale
    )


def _coloured(text: str, colour: Colour) -> None:
    with imgui_ctx.push_style_color(imgui.Col_.text.value, (*colour, 1.0)):
        imgui.text_unformatted(text)


def _paragraph(text: str) -> None:
    """Draw a text over the width there is, broken where its language allows: Chinese between any two characters."""
    room = imgui.get_content_region_avail().x
    with imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing.value, (0.0, 0.0)), imgui_ctx.begin_group():
        for line in wrapped(text, room, lambda part: float(imgui.calc_text_size(part).x)):
            imgui.text_unformatted(line)


def _packed(colour: Colour, alpha: float) -> int:
    return int(imgui.color_convert_float4_to_u32((*colour, alpha)))


def _readable(colour: Colour) -> Colour:
    """Return a side's paint light enough to read on the dark panels."""
    brightest = max(colour)
    r, g, b = (0.30 + 0.70 * part / max(brightest, 0.01) for part in colour)
    return r, g, b


def dress(scale: float) -> None:
    """Dress the panels: dark, rounded, brass where something is active."""
    style = imgui.get_style()
    style.window_rounding = style.popup_rounding = style.child_rounding = 9 * scale
    style.frame_rounding = style.grab_rounding = 5 * scale
    style.window_padding = imgui.ImVec2(16 * scale, 14 * scale)
    style.frame_padding = imgui.ImVec2(10 * scale, 4 * scale)
    style.item_spacing = imgui.ImVec2(9 * scale, 5 * scale)
    style.window_border_size = style.popup_border_size = 1.0
    colours = {
        imgui.Col_.text: (*PAPER, 1.0),
        imgui.Col_.text_disabled: (0.64, 0.63, 0.60, 1.0),
        imgui.Col_.window_bg: (*INK, 0.90),
        imgui.Col_.popup_bg: (*INK, 0.97),
        imgui.Col_.menu_bar_bg: (*INK, 0.94),
        imgui.Col_.border: (1.0, 1.0, 1.0, 0.10),
        imgui.Col_.button: (0.24, 0.22, 0.18, 1.0),
        imgui.Col_.button_hovered: (0.44, 0.36, 0.20, 1.0),
        imgui.Col_.button_active: (0.60, 0.48, 0.22, 1.0),
        imgui.Col_.frame_bg: (0.16, 0.16, 0.17, 1.0),
        imgui.Col_.frame_bg_hovered: (0.26, 0.24, 0.20, 1.0),
        imgui.Col_.header: (0.30, 0.26, 0.18, 1.0),
        imgui.Col_.header_hovered: (0.42, 0.35, 0.20, 1.0),
        imgui.Col_.header_active: (0.52, 0.42, 0.22, 1.0),
        imgui.Col_.check_mark: (*GOLD, 1.0),
        imgui.Col_.checkbox_selected_bg: (0.24, 0.22, 0.18, 1.0),
    }
    for place, colour in colours.items():
        style.set_color_(place.value, imgui.ImVec4(*colour))
