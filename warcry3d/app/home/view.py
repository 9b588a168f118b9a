"""The Home room's panels: what to do, battles to go on with, boards."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.home.composition_view import CompositionView
from warcry3d.app.home.model import GoToPage, HomeAction, HomeIntent, HomeModel, Open, Page
from warcry3d.app.home.new_battle_view import NewBattleView
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.shell.room import Frame
from warcry3d.app.shell.table_files import title_of
from warcry3d.app.shell.thumbnails import Thumbnail
from warcry3d.app.widgets.cards import Card, big_button, cards
from warcry3d.app.widgets.choices import headline
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import coloured, paragraph
from warcry3d.messages.battles import Teller

__all__ = ["HomeView"]

LEFT = 330.0
"""Width of the column with what to do (points)."""
MOST_BATTLES = 8


@dataclass(frozen=True)
class HomeView:
    """Draws the room into a frame. ``thumbnails``: those there are; ``picture_of``: a picture's number."""

    frame: Frame
    thumbnails: Mapping[Path, Thumbnail]
    picture_of: Callable[[Path], int | None]

    def draw(self, model: HomeModel) -> list[HomeIntent]:
        """Draw it and return what was asked for, in order."""
        wanted: list[HomeIntent] = []
        left, top, width, height = self.frame.panel
        imgui.set_next_window_pos((left, top))
        imgui.set_next_window_size((width, height))
        imgui.set_next_window_bg_alpha(0.88)
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding.value, 0.0),
            imgui_ctx.begin("home", None, FIXED & ~imgui.WindowFlags_.no_nav.value),
        ):
            if model.page is Page.NEW_BATTLE:
                NewBattleView(self.frame, self.thumbnails, self.picture_of, wanted).draw(model)
            elif model.page is Page.COMPOSE:
                CompositionView(self.frame, wanted).draw(model.composed)
            else:
                self._start(model, wanted)
        return wanted

    def _start(self, model: HomeModel, wanted: list[HomeIntent]) -> None:
        scale = self.frame.scale
        room = imgui.get_content_region_avail()
        column = min(LEFT * scale, 0.42 * room.x)
        with imgui_ctx.begin_child("doing", (column, 0)):
            self._title()
            self._doings(model, wanted)
        imgui.same_line(0, 22 * scale)
        with imgui_ctx.begin_child("files", (0, 0)):
            self._battles(model, wanted)
            self._boards(model, wanted)

    def _title(self) -> None:
        size = imgui.get_style().font_size_base
        with imgui_ctx.push_font(self.frame.bold, size * 1.9):
            coloured("warcry3d", GOLD)
        paragraph(self.frame.words.say("A table for miniature battles whose verdicts can be proved."))
        imgui.dummy((0, 10 * self.frame.scale))

    def _doings(self, model: HomeModel, wanted: list[HomeIntent]) -> None:
        words, bold, scale = self.frame.words, self.frame.bold, self.frame.scale
        last = title_of(model.battles[0], words) if model.battles else ""
        doings: list[tuple[str, str, str, HomeIntent, bool]] = [
            (
                "new",
                words.say("New battle"),
                words.say("choose board, warbands, players"),
                GoToPage(Page.NEW_BATTLE),
                True,
            )
        ]
        if last:
            doings.append(("play", words.say("Continue"), last, HomeAction.CONTINUE, False))
        doings += [
            ("judge", words.say("Settle a dispute"), words.say("who sees whom, and why"), HomeAction.DISPUTE, False),
            ("open", words.say("Open a file..."), words.say("a table or a recorded battle"), HomeAction.BROWSE, False),
            ("settings", words.say("Settings"), words.say("language, size, colours, dice"), HomeAction.SETTINGS, False),
            ("help", words.say("Keys"), words.say("what mouse and keys do"), HomeAction.KEYS, False),
        ]
        for icon, title, line, intent, is_primary in doings:
            if big_button(icon, title, line, bold, scale, is_primary=is_primary):
                wanted.append(intent)

    def _battles(self, model: HomeModel, wanted: list[HomeIntent]) -> None:
        words = self.frame.words
        headline(words.say("Continue"), self.frame.bold)
        if not model.battles:
            coloured(words.say("No battle was played yet: begin one with New battle."), PAPER)
            return
        shown = [self._battle_card(path) for path in model.battles[:MOST_BATTLES]]
        clicked = cards(shown, self.frame.bold, self.frame.scale, lines=3)
        if clicked is not None:
            wanted.append(Open(Path(clicked)))

    def _battle_card(self, path: Path) -> Card:
        words = self.frame.words
        thumbnail = self.thumbnails.get(path)
        lines = [_date_of(path)]
        if thumbnail is not None:
            said = [Teller(words).said(line).strip() for line in thumbnail.summary.lines]
            state = words.say("over") if thumbnail.summary.is_over else said[0] if said else words.say("set-up")
            lines += [state, "  ".join(said[1:])]
        return Card(str(path), title_of(path, words), lines, self._picture(path), tip=str(path))

    def _boards(self, model: HomeModel, wanted: list[HomeIntent]) -> None:
        words, frame = self.frame.words, self.frame
        recent = [path for path in model.recent if path not in model.boards]
        for title, files in ((words.say("Opened last"), recent), (words.say("Boards"), list(model.boards))):
            if not files:
                continue
            headline(title, frame.bold)
            shown = [Card(str(path), title_of(path, words), (), self._picture(path), tip=str(path)) for path in files]
            clicked = cards(shown, frame.bold, frame.scale, width=188.0)
            if clicked is not None:
                wanted.append(Open(Path(clicked)))

    def _picture(self, path: Path) -> int | None:
        thumbnail = self.thumbnails.get(path)
        return self.picture_of(thumbnail.picture) if thumbnail is not None and thumbnail.picture is not None else None


def _date_of(path: Path) -> str:
    try:
        return time.strftime("%Y-%m-%d  %H:%M", time.localtime(path.stat().st_mtime))
    except OSError:
        return ""
