"""The shell's own panels: the menu bar, notices and progress at the foot, dialogs in the middle."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.colours import AMBER, GOLD, PAPER, RED, Colour
from warcry3d.app.scene.orbit import PRESETS
from warcry3d.app.shell.bindings import key_label, key_of
from warcry3d.app.shell.files.table_files import OPEN_SUFFIXES, FolderEntry, title_of
from warcry3d.app.shell.keys import PRESET_NAMES, SHELL_BINDINGS, all_bindings
from warcry3d.app.shell.model import (
    BrowseFolder,
    GoToPath,
    GoToRoom,
    LookFrom,
    OpenFile,
    OpenOutside,
    Panel,
    SaveTable,
    ShellAction,
    ShellIntent,
    ShellModel,
    ShowPanel,
    SpeakLanguage,
    TakeFile,
    TypeName,
    TypePath,
)
from warcry3d.app.shell.panels.keys_view import draw_keys
from warcry3d.app.shell.panels.rail import draw_rail, rail_width
from warcry3d.app.shell.panels.settings_view import draw_settings
from warcry3d.app.shell.rooms import ROOMS
from warcry3d.app.shell.settings import Settings
from warcry3d.app.widgets.choices import headline, option
from warcry3d.app.widgets.progress import ProgressLine, draw_progress
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import beside, paragraph
from warcry3d.messages import LANGUAGES, Words, template

__all__ = ["UNSAVED", "ShellShown", "ShellView"]

UNSAVED = template("The moves on this table are not saved.")
"""Says that a table has unsaved changes."""

MOST_WARNINGS = 5
MOST_NOTICE = 640.0
"""Notices are no wider (points): beside them stands the log of a battle."""
_MARGIN = 14.0


@dataclass(frozen=True, slots=True)
class ShellShown:
    """What the shell's panels show of a frame. ``lines``: over ``notices_at`` or at the lower left, each in its
    colour.

    ``tables``: those that ship; ``entries``: of the folder that is listed; ``saves_to``: where a name would be saved.
    ``opens``: the file that the notice is about.
    """

    title: str
    room: str
    model: ShellModel
    tables: tuple[Path, ...] = ()
    entries: tuple[FolderEntry, ...] = ()
    saves_to: Path | None = None
    lines: tuple[tuple[str, Colour], ...] = ()
    progress: tuple[ProgressLine, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    settings: Settings = field(default_factory=Settings)
    has_rail: bool = True
    notices_at: tuple[float, float] | None = None
    unkept: str = ""
    unsaved: str = UNSAVED
    opens: Path | None = None


class ShellView:
    """Draws the shell's panels in a window of ``size`` pixels; the table's picture is ``room`` pixels wide.

    ``bold``: the font of headlines; None: that of all text.
    """

    def __init__(
        self, shown: ShellShown, words: Words, size: tuple[int, int], room: int, scale: float, bold: Any = None
    ) -> None:
        self._shown = shown
        self._words = words
        self._size = size
        self._room = room
        self._scale = scale
        self._bold = bold

    def menu(self, wanted: list[ShellIntent]) -> float:
        """Draw the bar at the top; return its height."""
        words = self._words
        with imgui_ctx.begin_main_menu_bar() as bar:
            if not bar:
                return 0.0
            with imgui_ctx.begin_menu(words.say("Table")) as menu:
                if menu:
                    self._table_menu(wanted)
            with imgui_ctx.begin_menu(words.say("View")) as menu:
                if menu:
                    for key, preset in enumerate(PRESETS, 1):
                        if imgui.menu_item_simple(words.say(PRESET_NAMES[preset]), str(key)):
                            wanted.append(LookFrom(preset))
            with imgui_ctx.begin_menu(words.say("Room")) as menu:
                if menu:
                    for name, room in ROOMS.items():
                        if imgui.menu_item_simple(words.say(room.template), room.key.upper(), name == self._shown.room):
                            wanted.append(GoToRoom(name))
            with imgui_ctx.begin_menu("English / 中文") as menu:
                if menu:
                    for language, name in LANGUAGES.items():
                        if imgui.menu_item_simple(name, "", language == words.language):
                            wanted.append(SpeakLanguage(language))
            self._right_aligned(self._shown.title)
            return float(imgui.get_window_height())

    def _table_menu(self, wanted: list[ShellIntent]) -> None:
        words = self._words
        for path in self._shown.tables:
            if imgui.menu_item_simple(f"{title_of(path, words)}##{path}"):
                wanted.append(OpenFile(path))
        if self._shown.tables:
            imgui.separator()
        rows: tuple[tuple[str, str, ShellIntent, bool], ...] = (
            (words.say("Open a file..."), "shell.open", BrowseFolder(None), True),
            (words.say("Open what was copied"), "shell.paste", ShellAction.PASTE_FILE, True),
            (words.say("Save as..."), "shell.save", ShellAction.NAME_TABLE, True),
            (words.say("Save the picture"), "shell.picture", ShellAction.SAVE_PICTURE, True),
            (words.say("Undo"), "shell.undo", ShellAction.UNDO, self._shown.can_undo),
            (words.say("Redo"), "shell.redo", ShellAction.REDO, self._shown.can_redo),
            (words.say("Settings"), "shell.settings", ShowPanel(Panel.SETTINGS), True),
            (words.say("Keys"), "shell.keys", ShowPanel(Panel.KEYS), True),
            (words.say("Quit"), "", ShellAction.QUIT, True),
        )
        keys = {one.name: key_label(key_of(one, self._shown.settings.keys)) for one in SHELL_BINDINGS}
        for name, binding, intent, is_on in rows:
            if binding in ("shell.undo", "shell.settings", ""):
                imgui.separator()
            if imgui.menu_item_simple(name, keys.get(binding, ""), False, is_on):
                wanted.append(intent)

    def rail(self, top: float, wanted: list[ShellIntent]) -> None:
        """Draw the rail that switches rooms, below a menu bar ``top`` pixels high."""
        shown = self._shown
        if shown.has_rail:
            draw_rail(shown.room, shown.model.panel, self._words, (top, self._size[1]), self._scale, wanted)

    def overlays(self, wanted: list[ShellIntent]) -> None:
        """Draw what is over the table: notices, progress, dialogs."""
        self._notices(wanted)
        model = self._shown.model
        if model.panel is not None:
            self._panel(model.panel, wanted)
        if model.folder is not None:
            self._browser(model.folder, wanted)
        if model.naming is not None:
            self._name(model.naming, wanted)
        elif model.is_asking:
            self._question(wanted)

    def _notices(self, wanted: list[ShellIntent]) -> None:
        """Say at the lower left what is odd about the table, what is going on, and from where one looks."""
        if not (self._shown.lines or self._shown.progress):
            return
        margin = _MARGIN * self._scale
        left = margin + (rail_width(self._scale) if self._shown.has_rail else 0.0)
        left, bottom = self._shown.notices_at or (left, self._size[1] - margin)
        imgui.set_next_window_pos((left, bottom), imgui.Cond_.always.value, (0.0, 1.0))
        imgui.set_next_window_bg_alpha(0.92)
        opens = self._shown.opens
        flags = FIXED | imgui.WindowFlags_.always_auto_resize.value
        flags |= imgui.WindowFlags_.no_inputs.value if opens is None else 0
        wrap = min(self._room - left - margin, MOST_NOTICE * self._scale)
        if not self._shown.progress:
            imgui.set_next_window_size(self._notice_size(wrap))
        with imgui_ctx.begin("notices", None, flags), imgui_ctx.push_text_wrap_pos(wrap):
            for sentence, colour in self._shown.lines:
                with imgui_ctx.push_style_color(imgui.Col_.text.value, (*colour, 1.0)):
                    imgui.text_wrapped(sentence)
            if opens is not None and imgui.button(self._words.say("Open it")):
                wanted.append(OpenOutside(opens))
            for line in self._shown.progress:
                draw_progress(line, self._scale)

    def _notice_size(self, wrap: float) -> tuple[float, float]:
        """Return how large the notices are: a window that fits itself does so a frame late, and then there may be none.

        ``wrap``: where lines end, from the window's left (pixels).
        """
        style = imgui.get_style()
        pad, gap = style.window_padding, style.item_spacing.y
        sizes = [imgui.calc_text_size(said, False, wrap - pad.x) for said, _ in self._shown.lines]
        height = sum(size.y for size in sizes) + gap * (len(sizes) - 1)
        height += imgui.get_frame_height() + gap if self._shown.opens is not None else 0.0
        return max(size.x for size in sizes) + 2 * pad.x + 1, height + 2 * pad.y

    @contextmanager
    def _dialog(self, name: str, width: float, height: float = 0.0) -> Iterator[None]:
        """Open a dialog in the middle of the window."""
        imgui.set_next_window_pos((self._size[0] / 2, self._size[1] / 2), imgui.Cond_.always.value, (0.5, 0.5))
        imgui.set_next_window_size((min(width * self._scale, self._size[0] - 20), height))
        imgui.set_next_window_bg_alpha(0.99)
        with imgui_ctx.begin(name, None, FIXED & ~imgui.WindowFlags_.no_nav.value):
            yield

    def _panel(self, panel: Panel, wanted: list[ShellIntent]) -> None:
        """Draw the settings, or the page of keys, as high as there is room."""
        shown, words = self._shown, self._words
        height = min(640 * self._scale, self._size[1] - 60 * self._scale)
        with self._dialog("panel", 640, height), imgui_ctx.begin_child("inside", (0, 0)):
            if panel is Panel.SETTINGS:
                draw_settings(shown.settings, words, self._bold, self._scale, wanted)
            else:
                awaited, bindings = shown.model.awaits_key, all_bindings(shown.room)
                draw_keys(bindings, shown.settings, awaited, words, self._bold, self._scale, wanted)

    @property
    def _endings(self) -> tuple[str, ...]:
        picking = self._shown.model.picking
        return picking.suffixes if picking is not None else OPEN_SUFFIXES

    def _browser(self, folder: Path, wanted: list[ShellIntent]) -> None:
        words = self._words
        with self._dialog("browser", 560, min(460 * self._scale, self._size[1] - 40)):
            picking = self._shown.model.picking
            headline((picking.title if picking is not None else "") or words.say("Open a file"), self._bold)
            imgui.text_disabled(str(folder))
            entered = self._path(wanted)
            below = -1.6 * imgui.get_frame_height()
            with imgui_ctx.begin_child("entries", (0, below), imgui.ChildFlags_.borders.value):
                for entry in self._shown.entries:
                    name = f"{entry.name}/" if entry.is_folder else entry.name
                    if option(name):
                        wanted.append(BrowseFolder(entry.path) if entry.is_folder else TakeFile(entry.path))
                if not any(not entry.is_folder for entry in self._shown.entries):
                    imgui.text_disabled(
                        words.say(
                            "no file in this folder ({endings})", endings=", ".join(f"*{one}" for one in self._endings)
                        )
                    )
            self._buttons([(words.say("Open"), entered), (words.say("Cancel"), ShellAction.STEP_BACK)], wanted)

    def _path(self, wanted: list[ShellIntent]) -> ShellIntent:
        """Draw the field for a path, which the keyboard is in at once; return what taking it asks for."""
        words, model = self._words, self._shown.model
        if imgui.is_window_appearing():
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1)
        hint, flags = words.say("type or paste a path"), imgui.InputTextFlags_.enter_returns_true.value
        is_entered, typed = imgui.input_text_with_hint("##path", hint, model.typed, flags)
        if typed != model.typed:
            wanted.append(TypePath(typed))
        if is_entered:
            wanted.append(GoToPath(typed))
        if imgui.is_key_pressed(imgui.Key.escape):
            wanted.append(ShellAction.STEP_BACK)
        if model.missing is not None:
            paragraph(words.say("there is no file or folder {path}", path=model.missing), RED)
        return GoToPath(typed)

    def _question(self, wanted: list[ShellIntent]) -> None:
        """Ask what becomes of unsaved changes."""
        words = self._words
        with self._dialog("unsaved", 520):
            unkept = self._shown.unkept
            imgui.text_wrapped(unkept or words.say(self._shown.unsaved))
            again = (words.say("Try again"), ShellAction.KEEP)
            self._buttons(
                [
                    again if unkept else (words.say("Save..."), ShellAction.NAME_TABLE),
                    (words.say("Discard"), ShellAction.DISCARD),
                    (words.say("Cancel"), ShellAction.STEP_BACK),
                ],
                wanted,
            )

    def _name(self, name: str, wanted: list[ShellIntent]) -> None:
        """Draw the field in which the table's new name is typed."""
        words = self._words
        with self._dialog("name", 520):
            imgui.text_unformatted(words.say("Save under a new name"))
            imgui.text_disabled(str(self._shown.saves_to))
            if imgui.is_window_appearing():
                imgui.set_keyboard_focus_here()
            imgui.set_next_item_width(-1)
            entered, typed = imgui.input_text("##name", name, imgui.InputTextFlags_.enter_returns_true.value)
            if typed != name:
                wanted.append(TypeName(typed))
            if entered:
                wanted.append(SaveTable(typed))
            if imgui.is_key_pressed(imgui.Key.escape):
                wanted.append(ShellAction.STEP_BACK)
            save: ShellIntent = SaveTable(typed)
            self._buttons([(words.say("Save"), save), (words.say("Cancel"), ShellAction.STEP_BACK)], wanted)

    def _buttons(self, buttons: Sequence[tuple[str, ShellIntent]], wanted: list[ShellIntent]) -> None:
        for number, (name, intent) in enumerate(buttons):
            if number:
                beside(imgui.calc_text_size(name).x + 2 * imgui.get_style().frame_padding.x)
            if imgui.button(name):
                wanted.append(intent)

    def _right_aligned(self, text: str) -> None:
        width = imgui.calc_text_size(text).x
        imgui.set_cursor_pos_x(max(imgui.get_cursor_pos_x(), imgui.get_window_width() - width - 16 * self._scale))
        imgui.text_disabled(text)


def notice_lines(warnings: Sequence[str], notice: str, is_alarming: bool, look: str) -> tuple[tuple[str, Colour], ...]:
    """Return what is said at the lower left, each line in its colour."""
    said: list[tuple[str, Colour]] = [(warning, AMBER) for warning in warnings[:MOST_WARNINGS]]
    said += [(notice, RED if is_alarming else GOLD)] if notice else []
    said += [(look, PAPER)] if look else []
    return tuple(said)
