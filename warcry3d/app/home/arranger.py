"""What a new battle needs from disk and the rules, fetched as jobs while it is arranged, and its beginning."""

import time
from collections.abc import Callable
from pathlib import Path

from warcry3d.app.home.arranging import (
    begin_arranged,
    boards_of,
    choices_of,
    random_board_file,
    system_titles,
    tell_band,
)
from warcry3d.app.home.model import HomeIntent, ListSystems
from warcry3d.app.home.new_battle import (
    BOARD,
    SYSTEM,
    AddBoard,
    ChooseSetting,
    ChooseSystem,
    DiceSource,
    NewBattle,
    OfferBoards,
    RandomBoard,
    Refuse,
    ShowBoard,
    SystemChoices,
    UseDice,
)
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.files.battle_start import PERSON
from warcry3d.app.shell.files.open_table import MAKING
from warcry3d.app.shell.files.own_files import own_table_files
from warcry3d.app.shell.files.table_files import SUFFIX
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.errors import WarcryError
from warcry3d.rules.systems import DEFAULT, SYSTEMS

__all__ = ["Arranger"]

CHOICES, RANDOM, BOARDS = "choices", "random board", "boards"
"""The slots of its jobs."""
TYPING = 0.6
"""Seconds for which a seed must stay before its board is laid out: it takes long, and digits are typed one by one."""


class Arranger:
    """Asks the background for what the model of a new battle lacks; answers come back as intents through ``do``.

    ``folder``: where random boards are kept.
    """

    def __init__(self, host: Host, do: Callable[[HomeIntent], None], folder: Path) -> None:
        self._host = host
        self._do = do
        self._folder = folder
        self._asked_bands: set[str] = set()
        self._asked_board: RandomBoard | None = None
        self._opened: Path | None = None

    def read_systems(self) -> None:
        """List the rule systems, and read what that of the open board has to choose from, else the default one."""
        self._do(ListSystems(system_titles()))
        document = self._host.document
        own = document.table.ruleset if own_table_files([document.path])[:1] == (document.path,) else DEFAULT
        self.read_choices(own if own in SYSTEMS else next(iter(SYSTEMS)))

    def arrange(self, new: NewBattle, board: Path, ruleset: str) -> None:
        """Go on with a battle by a rule system on the board in a file: warbands chosen for that system stay."""
        self._do(ListSystems(system_titles()))
        if new.system is not None and new.system.name == ruleset:
            self.list_boards(ruleset, board)
        else:
            self.read_choices(ruleset, board)

    def list_boards(self, name: str, chosen: Path | None = None) -> None:
        """List the boards for a rule system anew, with ``chosen`` to be played on, else one that was opened since."""
        opened, recent, before = self._host.document.path, self._host.settings.recent, self._opened
        self._opened = opened

        def take(found: OfferBoards) -> None:
            is_known = chosen is None and opened == before
            self._do(OfferBoards(found.boards, lacking=found.lacking) if is_known else found)

        self._host.jobs.start(
            BOARDS,
            lambda words: words.say("reading the rules..."),
            lambda progress: boards_of(name, opened, recent, chosen),
            take,
            self._refuse,
            is_quiet=True,
        )

    def read_choices(self, name: str, chosen: Path | None = None) -> None:
        """Read what a rule system has to choose from; a battle on the board ``chosen``."""
        opened, recent = self._host.document.path, self._host.settings.recent
        self._opened = opened
        self._host.jobs.start(
            CHOICES,
            lambda words: words.say("reading the rules..."),
            lambda progress: choices_of(name, opened, recent, chosen),
            self._take_choices,
            lambda error: self._do(Refuse(SYSTEM, error)),
        )

    def _take_choices(self, found: SystemChoices) -> None:
        opponent = found.players[-1] if found.players else PERSON
        self._asked_bands.clear()
        self._do(ChooseSystem(found, PERSON, opponent))
        if self._host.settings.has_real_dice:
            self._do(UseDice(DiceSource.REAL))

    def follow(self, new: NewBattle) -> None:
        """Ask for what is not known yet of the battle that is arranged: its warbands, its random board."""
        if new.system is None:
            return
        for band in dict.fromkeys(seat.band for seat in new.seats) if new.system.has_bands else ():
            if band and band not in new.told and band not in self._asked_bands:
                self._tell(new.system.name, band)
        if isinstance(new.board, RandomBoard) and new.drawn is None:
            self._lay_out(new.system.name, new.board)

    def _tell(self, ruleset: str, band: str) -> None:
        self._asked_bands.add(band)

        def take(told: HomeIntent) -> None:
            self._asked_bands.discard(band)
            self._do(told)

        self._host.jobs.start(
            f"band {band}",
            lambda words: words.say("reading a warband..."),
            lambda progress: tell_band(ruleset, band),
            take,
            self._refuse,
            is_quiet=True,
        )

    def _lay_out(self, ruleset: str, board: RandomBoard) -> None:
        """Have a random board made; a board for a seed that was typed before is given up."""
        if board == self._asked_board:
            return
        self._asked_board = board

        def work(progress: JobProgress) -> Path:
            time.sleep(TYPING)
            progress.check()
            return random_board_file(ruleset, board.seed, self._folder)

        def take(file: Path) -> None:
            self._asked_board = None
            self._do(ShowBoard(board, file))

        def refuse(error: WarcryError) -> None:
            self._asked_board = None
            self._do(Refuse(BOARD, error))

        self._host.jobs.start(
            RANDOM, lambda words: words.say("laying out board {seed}...", seed=board.seed), work, take, refuse
        )

    def begin(self, new: NewBattle, begun: Callable[[Path], None]) -> None:
        """Begin the battle that was arranged and call ``begun`` with its record; a refusal goes to its field."""
        self._host.notify(None)

        def take(made: Path | Refuse) -> None:
            if isinstance(made, Refuse):
                self._do(made)
            else:
                begun(made)

        self._host.jobs.start(
            MAKING,
            lambda words: words.say("setting up the battle..."),
            lambda progress: begin_arranged(new, self._folder),
            take,
            self._refuse,
        )

    def pick_board(self) -> None:
        """Let the person choose a board's file."""
        title = self._host.words.say("Pick the file of a board")
        self._host.pick_file((SUFFIX,), lambda file: self._do(AddBoard(file)), title)

    def pick_setting(self, name: str, what: str) -> None:
        """Let the person choose the file that a setting names, which is called so."""
        title = self._host.words.say("Pick a file: {what}", what=what)
        self._host.pick_file((".json",), lambda file: self._do(ChooseSetting(name, str(file))), title)

    def _refuse(self, error: WarcryError) -> None:
        self._host.notify(refusing(error), is_alarming=True)
