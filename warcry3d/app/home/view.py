"""The Home room's panels: what to do, battles to go on with, boards."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from imgui_bundle import imgui, imgui_ctx

from warcry3d import __version__
from warcry3d.app.home.composition_view import CompositionView
from warcry3d.app.home.model import FEW_BATTLES, ChangeRecord, GoToPage, HomeAction, HomeIntent, HomeModel, Open, Page
from warcry3d.app.home.new_battle_view import NewBattleView
from warcry3d.app.scene.colours import AMBER, GOLD, PAPER
from warcry3d.app.shell.files.table_files import stem_of, tip_of, title_of
from warcry3d.app.shell.files.thumbnails import Thumbnail
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.cards import Card, MenuPick, big_button, button_height, cards
from warcry3d.app.widgets.choices import headline
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import bar, coloured, paragraph
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller

__all__ = ["HomeView", "when_changed"]

Doing = tuple[str, str, str, HomeIntent]
"""What can be done: its icon, its title, a line about it, and the intent."""
FLAGS = (FIXED & ~imgui.WindowFlags_.no_nav.value) | imgui.WindowFlags_.no_bring_to_front_on_focus.value
"""Of the room's window, which fills it: notices stand over it after a click too."""
LEFT = 330.0
"""Width of the column with what to do (points)."""


@dataclass(frozen=True)
class HomeView:
    """Draws the room into a frame. ``thumbnails``: those there are; ``picture_of``: a picture's number.

    ``awaited``: what is being opened, until when nothing else can be pressed; "": nothing.
    """

    frame: Frame
    thumbnails: Mapping[Path, Thumbnail]
    picture_of: Callable[[Path], int | None]
    awaited: str = ""

    def draw(self, model: HomeModel) -> list[HomeIntent]:
        """Draw it and return what was asked for, in order."""
        wanted: list[HomeIntent] = []
        arranged = model.arranged.system
        frame = self.frame if arranged is None else replace(self.frame, words=self.frame.words.of(arranged.name))
        left, top, width, height = self.frame.panel
        imgui.set_next_window_pos((left, top))
        imgui.set_next_window_size((width, height))
        imgui.set_next_window_bg_alpha(0.88)
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding.value, 0.0),
            imgui_ctx.begin("home", None, FLAGS),
        ):
            imgui.begin_disabled(bool(self.awaited))
            if model.page is Page.NEW_BATTLE:
                NewBattleView(frame, self.thumbnails, self.picture_of, wanted).draw(model)
            elif model.page is Page.COMPOSE:
                CompositionView(frame, wanted).draw(model.composed)
            else:
                self._start(model, wanted)
            imgui.end_disabled()
        if self.awaited:
            self._await(wanted)
        return wanted

    def _await(self, wanted: list[HomeIntent]) -> None:
        """Say over the page what is being opened, and let the person give it up."""
        left, top, width, height = self.frame.panel
        imgui.set_next_window_pos((left + width / 2, top + height / 2), imgui.Cond_.always.value, (0.5, 0.5))
        flags = FIXED | imgui.WindowFlags_.always_auto_resize.value
        with imgui_ctx.begin("home-awaited", None, flags):
            coloured(self.awaited, GOLD)
            imgui.dummy((240 * self.frame.scale, 4 * self.frame.scale))
            if imgui.button(self.frame.words.say("Cancel ({key})", key="Esc")):
                wanted.append(HomeAction.CANCEL)

    def _start(self, model: HomeModel, wanted: list[HomeIntent]) -> None:
        scale = self.frame.scale
        room = imgui.get_content_region_avail()
        column = min(LEFT * scale, 0.42 * room.x)
        with imgui_ctx.begin_child("doing", (column, 0)):
            self._title()
            self._doings(model, wanted)
        imgui.same_line(0, 22 * scale)
        with imgui_ctx.begin_child("files", (0, 0)):
            if model.changing is not None:
                self._change(model.changing, wanted)
            self._battles(model, wanted)
            self._boards(model, wanted)

    def _title(self) -> None:
        size = imgui.get_style().font_size_base
        with imgui_ctx.push_font(self.frame.bold, size * 1.9):
            coloured("warcry3d", GOLD)
        paragraph(self.frame.words.say("A table for miniature battles whose verdicts can be proved."))
        imgui.dummy((0, 10 * self.frame.scale))

    def _doings(self, model: HomeModel, wanted: list[HomeIntent]) -> None:
        """Draw what can be done, largest first; without the lines below the titles where there is no room for them."""
        bold, scale = self.frame.bold, self.frame.scale
        doings = self._playing(model) + self._more()
        room, gap = imgui.get_content_region_avail().y, imgui.get_style().item_spacing.y
        has_lines = len(doings) * (button_height(scale, has_line=True) + gap) - gap <= room
        for icon, title, line, intent in doings:
            shown = line if has_lines else ""
            if big_button(icon, title, shown, bold, scale, is_primary=intent is doings[0][3]):
                wanted.append(intent)

    def _playing(self, model: HomeModel) -> list[Doing]:
        """Return what begins a battle or goes on with one; who has played none is offered the sample first."""
        words = self.frame.words
        new = ("new", words.say("New battle"), words.say("choose board, warbands, players"), GoToPage(Page.NEW_BATTLE))
        line = words.say("you against the program, ready to play")
        sample = ("boards", words.say("Try the sample battle"), line, HomeAction.SAMPLE)
        if not model.battles:
            return [sample, new]
        return [new, ("play", words.say("Continue"), title_of(model.battles[0], words), HomeAction.CONTINUE), sample]

    def _more(self) -> list[Doing]:
        """Return what else can be done."""
        words = self.frame.words
        return [
            ("judge", words.say("Settle a dispute"), words.say("who sees whom, and why"), HomeAction.DISPUTE),
            ("build", words.say("Build terrain"), words.say("from a mesh to a piece that plays"), HomeAction.BUILD),
            ("boards", words.say("Lay out a board"), words.say("terrain on a table of any size"), HomeAction.LAY_OUT),
            ("open", words.say("Open a file..."), words.say("a table, a battle, a mesh"), HomeAction.BROWSE),
            ("settings", words.say("Settings"), words.say("language, size, colours, dice"), HomeAction.SETTINGS),
            ("help", words.say("Keys"), words.say("what mouse and keys do"), HomeAction.KEYS),
        ]

    def _battles(self, model: HomeModel, wanted: list[HomeIntent]) -> None:
        words = self.frame.words
        headline(words.say("Continue"), self.frame.bold)
        if model.refused is not None:
            with bar(AMBER, self.frame.scale):
                paragraph(words.say("Your battles cannot be listed: {reason}", reason=model.refused))
        elif not model.battles:
            coloured(words.say("No battle was played yet: try the sample battle, or begin one with New battle."), PAPER)
        if not model.battles:
            return
        shown = [self._battle_card(path) for path in model.listed]
        match cards(shown, self.frame.bold, self.frame.scale, lines=3):
            case str(clicked):
                wanted.append(Open(Path(clicked)))
            case MenuPick(id=id, place=place):
                wanted.append(ChangeRecord(Path(id), stem_of(Path(id)) if place == 0 else None))
        if len(model.battles) > FEW_BATTLES:
            fewer, every = words.say("the last ones alone"), words.say("all {n} battles", n=len(model.battles))
            if imgui.button(fewer if model.shows_all else every):
                wanted.append(HomeAction.SHOW_ALL)

    def _change(self, asked: ChangeRecord, wanted: list[HomeIntent]) -> None:
        """Ask for a record's new name, or whether it shall really be deleted."""
        words, title = self.frame.words, title_of(asked.file, self.frame.words)
        with bar(GOLD, self.frame.scale):
            if asked.name is None:
                paragraph(words.say("Delete {name}? It cannot be brought back.", name=title))
                sure, label = replace(asked, is_sure=True), words.say("Delete it")
            else:
                paragraph(words.say("The new name of {name}", name=title))
                imgui.set_next_item_width(-1)
                flags = imgui.InputTextFlags_.enter_returns_true.value
                entered, typed = imgui.input_text("##record", asked.name, flags)
                if typed != asked.name:
                    wanted.append(replace(asked, name=typed))
                sure, label = replace(asked, name=typed, is_sure=True), words.say("Rename it")
                if entered:
                    wanted.append(sure)
            if imgui.button(label):
                wanted.append(sure)
            imgui.same_line()
            if imgui.button(words.say("Cancel")):
                wanted.append(HomeAction.LEAVE_RECORD)

    def _battle_card(self, path: Path) -> Card:
        words = self.frame.words
        thumbnail = self.thumbnails.get(path)
        date, tip = when_changed(path, words, time.time()), tip_of(path, words)
        lines = [date]
        if thumbnail is not None:
            said = [Teller(words).said(line).strip() for line in thumbnail.summary.lines]
            state = words.say("over") if thumbnail.summary.is_over else said[0] if said else words.say("set-up")
            lines = [words.say("{state} · {date}", date=date, state=state), *_in_two(said[1:])]
            fault, version = thumbnail.summary.fault, thumbnail.summary.version
            if fault is not None:
                place = thumbnail.summary.place
                lines = [date]
                lines += [words.say("damaged, {place}", place=words.place(place)) if place else words.say("damaged")]
                lines.append(words.text(fault))
                tip += f"\n{words.text(fault)}"
            elif version not in ("", __version__):
                tip += f"\n{words.say('recorded by version {version}', version=version)}"
        menu = (words.say("Rename..."), words.say("Delete..."))
        return Card(str(path), title_of(path, words), lines, self._picture(path), tip=tip, menu=menu)

    def _boards(self, model: HomeModel, wanted: list[HomeIntent]) -> None:
        words, frame = self.frame.words, self.frame
        recent = [path for path in model.recent if path not in model.boards]
        for title, files in ((words.say("Opened last"), recent), (words.say("Boards"), list(model.boards))):
            if not files:
                continue
            headline(title, frame.bold)
            shown = [
                Card(str(path), title_of(path, words), (), self._picture(path), tip=tip_of(path, words))
                for path in files
            ]
            clicked = cards(shown, frame.bold, frame.scale, width=188.0)
            if isinstance(clicked, str):
                wanted.append(Open(Path(clicked)))

    def _picture(self, path: Path) -> int | None:
        thumbnail = self.thumbnails.get(path)
        return self.picture_of(thumbnail.picture) if thumbnail is not None and thumbnail.picture is not None else None


def _in_two(said: list[str]) -> list[str]:
    """Return sentences in two lines at most."""
    middle = -(-len(said) // 2)
    return ["  ".join(part) for part in (said[:middle], said[middle:])]


def when_changed(path: Path, words: Words, now: float) -> str:
    """Return when a file was changed last, as short as it can be told on a card: of today the hour alone, of this year
    without the year; empty where it is gone.
    """
    try:
        then, today = time.localtime(path.stat().st_mtime), time.localtime(now)
    except OSError:
        return ""
    hour = time.strftime("%H:%M", then)
    if then[:3] == today[:3]:
        return words.say("today {time}", time=hour)
    return time.strftime("%m-%d " if then[0] == today[0] else "%Y-%m-%d ", then) + hour
