"""The Home room: start a battle, go on with one, settle a dispute, open a board."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from warcry3d.app.home.arranger import Arranger
from warcry3d.app.home.composer import FIGHTERS_SUFFIX, Composer
from warcry3d.app.home.model import (
    ChangeRecord,
    ComposeBand,
    GoToPage,
    HomeAction,
    HomeIntent,
    HomeModel,
    ListFiles,
    ListSystems,
    Open,
    Page,
    PickBand,
    PickSetting,
    PickSystem,
)
from warcry3d.app.home.new_battle import AddBand, ChooseSystem, OfferBoards, ShowBoard
from warcry3d.app.home.scene import table_view
from warcry3d.app.home.view import HomeView
from warcry3d.app.shell.background.jobs import BackgroundJob
from warcry3d.app.shell.files.battles import delete_record, recorded_battles, rename_record, sample_battle
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.files.open_table import LOADING, MAKING
from warcry3d.app.shell.files.table_files import RECORD_SUFFIX, shipped_tables, title_of
from warcry3d.app.shell.files.thumbnails import Thumbnails
from warcry3d.app.shell.gestures import Clicked, Dragged, Gesture, Key, Turned
from warcry3d.app.shell.model import Panel
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.errors import WarcryError
from warcry3d.messages import Words

__all__ = ["HomeRoom"]

KEYS: Mapping[str, HomeIntent] = {
    "n": GoToPage(Page.NEW_BATTLE),
    "c": HomeAction.CONTINUE,
    "t": HomeAction.SAMPLE,
    "enter": HomeAction.START_BATTLE,
}
DISPUTES = "judge"
"""The room in which disputes are settled."""
BOARDS = "boards"
"""The room in which boards are laid out."""
TERRAIN = "build"
"""The room in which pieces of terrain are made."""


class HomeRoom:
    """Joins the room's model and view; what takes time runs as jobs."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.model = HomeModel()
        self.thumbnails = Thumbnails()
        self._arranger = Arranger(host, self.do, self.thumbnails.folder / "boards")
        self._composer = Composer(host, self.do)
        self._view = table_view(host.document.table)
        self._is_opening = False

    @property
    def awaited(self) -> BackgroundJob[Any] | None:
        """Return the job that opens a battle or a board, which the person waits for; None: there is none."""
        slots = (MAKING, LOADING) if self._is_opening else (MAKING,)
        return next((job for job in self._host.jobs.running if job.slot in slots), None)

    @property
    def view(self) -> TableView:
        """Return the open table, behind the panels, which tell what is being opened."""
        return replace(self._view, told=self.awaited)

    @property
    def is_working(self) -> bool:
        """Nothing is awaited for which the picture would have to be lively."""
        return False

    def enter(self) -> None:
        """Look anew which files there are."""
        self.refresh()

    def refresh(self) -> None:
        """List battles and boards, and ask for their pictures: any of them may have changed."""
        recent = self._host.settings.recent
        battles, refused = recorded_battles(recent)
        shown = [path for path in recent if not path.name.endswith(RECORD_SUFFIX) and path.is_file()]
        self.do(ListFiles(battles, shipped_tables(), tuple(shown), refused))
        for path in dict.fromkeys([*self.model.listed, *self.model.boards, *self.model.recent, *self.thumbnails.known]):
            self.thumbnails.renew(path)

    def arrange(self, board: Path, ruleset: str) -> None:
        """Arrange a battle by a rule system on the board in a file."""
        self.model = self.model.after(GoToPage(Page.NEW_BATTLE))
        self._arranger.arrange(self.model.arranged, board, ruleset)

    def _show_boards(self) -> None:
        """Ask for the pictures of the boards that are offered: any of them may have changed."""
        system = self.model.arranged.system
        for path in system.boards if system is not None else ():
            self.thumbnails.renew(path)

    def leave(self) -> None:
        """Leave the battle that is arranged as it is, to be continued later."""

    def leave_eye(self) -> None:
        """Nothing to do: this room looks through no eye."""

    def open(self, document: Document) -> None:
        """Show another table behind the panels."""
        self._is_opening = False
        self._view = table_view(document.table)
        self.refresh()

    def follow(self, document: Document) -> None:
        """Show the table after a change."""
        self._view = table_view(document.table)

    def take(self, gesture: Gesture) -> bool:
        """Do what keys mean here; the table behind the panels is not turned."""
        match gesture:
            case Key(name=name) if self.awaited is not None and (name in KEYS or name == "escape"):
                if name == "escape":
                    self.do(HomeAction.CANCEL)
                return True
            case Key(name="escape") if self.model.changing is not None:
                self.do(HomeAction.LEAVE_RECORD)
                return True
            case Key(name="escape") if self.model.page is not Page.START:
                self.do(GoToPage(Page.NEW_BATTLE if self.model.page is Page.COMPOSE else Page.START))
                return True
            case Key(name="enter") if self.model.page is not Page.NEW_BATTLE:
                return False
            case Key() if self.model.page is Page.COMPOSE:
                return False
            case Key(name=name) if name in KEYS:
                self.do(KEYS[name])
                return True
            case Clicked() | Dragged() | Turned():
                return True
        return False

    def poll(self) -> bool:
        """Take in thumbnails that were made."""
        return self.thumbnails.poll()

    def draw(self, frame: Frame) -> None:
        """Draw the room's panels."""
        job = self.awaited
        view = HomeView(
            frame, self.thumbnails.known, self._host.picture_of, "" if job is None else job.name(frame.words)
        )
        for wanted in view.draw(self.model):
            self.do(wanted)

    def do(self, intent: HomeIntent) -> None:
        """Take an intent: the model changes, and what is asked of the shell or the background is asked."""
        self.model = self.model.after(intent)
        match intent:
            case GoToPage(page=Page.NEW_BATTLE):
                if self.model.arranged.system is None:
                    self._arranger.read_systems()
                else:
                    self._arranger.list_boards(self._ruleset)
            case GoToPage() | ListFiles() | ListSystems():
                pass
            case Open(file=file):
                self._open_file(file)
            case ChangeRecord(is_sure=True):
                self._change(intent)
            case ChangeRecord():
                pass
            case PickSystem(name=name):
                self._arranger.read_choices(name)
            case PickBand():
                title = self._host.words.say("Pick the file of a warband or an army")
                self._host.pick_file((".json",), partial(self._take_file, intent), title)
            case ComposeBand(side=side, file=file):
                self._composer.begin(self._ruleset, side, file)
            case PickSetting(name=name, title=title):
                self._arranger.pick_setting(name, title)
            case HomeAction():
                self._act(intent)
            case ShowBoard(file=file):
                self.thumbnails.renew(file)
            case ChooseSystem() | OfferBoards():
                self._show_boards()
                self._arranger.follow(self.model.arranged)
            case _:
                self._arranger.follow(self.model.arranged)
                self._composer.follow(self._ruleset, self.model.composed)

    def _act(self, action: HomeAction) -> None:
        match action:
            case HomeAction.CONTINUE:
                if self.model.battles:
                    self._open_file(self.model.battles[0])
            case HomeAction.CANCEL:
                if (job := self.awaited) is not None:
                    self._host.jobs.cancel(job.slot)
            case HomeAction.SAMPLE:
                self._play_sample()
            case HomeAction.DISPUTE:
                self._host.open_room(DISPUTES)
            case HomeAction.BUILD:
                self._host.open_room(TERRAIN)
            case HomeAction.LAY_OUT:
                self._host.open_room(BOARDS)
            case HomeAction.BROWSE:
                self._host.browse()
            case HomeAction.SETTINGS:
                self._host.show_panel(Panel.SETTINGS)
            case HomeAction.KEYS:
                self._host.show_panel(Panel.KEYS)
            case HomeAction.SHOW_ALL:
                self.thumbnails.want(self.model.listed)
            case HomeAction.SUGGEST:
                self._composer.suggest(self._ruleset, self.model.composed)
            case HomeAction.SAVE_BAND:
                if self.model.composed.can_be_saved:
                    self._composer.save(self._ruleset, self.model.composed)
            case HomeAction.PICK_BOARD:
                self._arranger.pick_board()
            case HomeAction.START_BATTLE:
                if self.model.arranged.is_ready:
                    self._arranger.begin(self.model.arranged, self._open_begun)

    def _play_sample(self) -> None:
        """Open a copy of the sample battle in which nothing was done yet."""
        self._host.jobs.start(
            MAKING,
            lambda words: words.say("setting up the battle..."),
            lambda progress: sample_battle(),
            self._open_begun,
            lambda error: self._host.notify(refusing(error), is_alarming=True),
        )

    def _change(self, asked: ChangeRecord) -> None:
        """Rename or delete a record, but not that of the battle that is open."""
        if asked.file.resolve() == self._host.document.path.resolve():
            name = title_of(asked.file, self._host.words)
            said = lambda words: words.say("{name} is open: open another battle or table first", name=name)
            self._host.notify(said, is_alarming=True)
            return
        try:
            if asked.name is None:
                delete_record(asked.file)
            else:
                rename_record(asked.file, asked.name)
        except WarcryError as error:
            self._host.notify(refusing(error), is_alarming=True)
        self.refresh()

    @property
    def _ruleset(self) -> str:
        """Return the rule system of the battle that is arranged; empty: none is read yet."""
        system = self.model.arranged.system
        return system.name if system is not None else ""

    def _take_file(self, asked: PickBand, file: Path) -> None:
        """Take the file that was picked for a side: a warband, or fighters to compose one of."""
        if asked.is_import:
            self._composer.import_shared(self._ruleset, asked.side, file)
        elif file.name.endswith(FIGHTERS_SUFFIX):
            self._composer.begin(self._ruleset, asked.side, str(file))
        else:
            self.do(AddBand(asked.side, str(file)))

    def _open_begun(self, record: Path) -> None:
        self.do(GoToPage(Page.START))
        self._open_file(record)

    def _open_file(self, file: Path) -> None:
        """Open a file; nothing else can be asked for here until it is there, or is no longer wanted."""
        self._is_opening = True
        self._host.open_file(file)

    @property
    def notices_at(self) -> None:
        """Return None: notices stand at the window's lower left."""

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return nothing: a picture saved from here shows the table alone."""
        return ()

    def names(self, words: Words) -> Mapping[str, str]:
        """Return nothing: no names are shown."""
        return {}

    def close(self) -> None:
        """Stop the background."""
        self.thumbnails.close()
