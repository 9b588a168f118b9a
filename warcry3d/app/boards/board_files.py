"""The board's files: saved over itself unless another program has changed it, begun anew, written as STL, played on."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from warcry3d.app.boards.intents import BoardsIntent, LayOut
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.palette import PaletteEntry, load_piece
from warcry3d.app.boards.tools import AskOverwriteBoard, BoardTools, ShowToolCard, ToolIntent
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.files.document import folder_for
from warcry3d.app.shell.files.own_files import FileStamp, export_stl, free_beside, stamp_of
from warcry3d.app.shell.files.table_files import SUFFIX, stem_of, title_of
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.errors import FileError, WarcryError
from warcry3d.messages import Words
from warcry3d.rules.board_sizes import BOARD_SIZES
from warcry3d.rules.systems import system
from warcry3d.table.grid_edits import empty_grid
from warcry3d.table.saving import save_table
from warcry3d.table.table import Table
from warcry3d.table.table_edits import empty_table
from warcry3d.table.terrain import Piece

__all__ = ["BoardFiles", "begin_board", "random_table"]

EXPORT, RANDOM, SHEET = "boards-export", "boards-random", "boards-sheet"
"""The slots of the jobs that write an STL, find a random layout, write a set-up sheet."""
FEWEST = 4
"""A quarter of a board holds its share only where there are so many features for each."""
READING = 0.2
"""The share of a random layout's work that reading the pieces is."""


class BoardBench(Protocol):
    """What it asks of the room."""

    @property
    def host(self) -> Host: ...
    @property
    def model(self) -> BoardsModel: ...
    @property
    def entries(self) -> Sequence[PaletteEntry]: ...
    def do(self, intent: BoardsIntent | ToolIntent) -> None: ...


class BoardFiles:
    """Saves the open board, begins another, writes it for a printer."""

    def __init__(self, bench: BoardBench) -> None:
        self._bench = bench
        self._path = bench.host.document.path
        self._stamp = stamp_of(self._path)
        self._then: Callable[[], None] | None = None

    def follow(self) -> None:
        """Begin with the document that is open now."""
        self._path = self._bench.host.document.path
        self._stamp = stamp_of(self._path)

    def watch(self) -> None:
        """Notice that the board was saved under another name: that is its file from now on."""
        if self._bench.host.document.path != self._path:
            self.follow()

    def save(self, then: Callable[[], None] | None = None) -> None:
        """Save the board into its own file, then call ``then``; ask where another program has changed that, or where it
        has none.
        """
        host = self._bench.host
        path = host.document.path
        is_own = path.name.endswith(SUFFIX) and folder_for(path) == path.resolve().parent
        if not is_own or host.document.content is not None or stamp_of(path) == FileStamp():
            host.name_document(then)
        elif stamp_of(path) != self._stamp:
            self._then = then
            self._bench.do(AskOverwriteBoard(path))
        else:
            self._keep(path, then)

    def play(self) -> None:
        """Arrange a battle on the board as it is: changes are saved first."""
        document = self._bench.host.document
        if document.is_changed or document.content is not None or stamp_of(document.path) == FileStamp():
            self.save(self._arrange)
        else:
            self._arrange()

    def _arrange(self) -> None:
        host = self._bench.host
        host.arrange_battle(host.document.path, host.document.table.ruleset)

    def overwrite(self) -> None:
        """Save the board though its file is another now, and go on with what waited for that."""
        path, then = self._bench.model.tools.overwrites, self._then
        self._bench.do(AskOverwriteBoard(None))
        if path is not None:
            self._keep(path, then)

    def name(self) -> None:
        """Save the board under a new name instead of over a file that is another now."""
        then = self._then
        self._bench.do(AskOverwriteBoard(None))
        self._bench.host.name_document(then)

    def _keep(self, path: Path, then: Callable[[], None] | None) -> None:
        if self._bench.host.keep_document(path):
            self._path, self._stamp = path, stamp_of(path)
            if then is not None:
                then()

    def begin(self) -> None:
        """Write an empty board under the name that was typed and open it; say why where that cannot be."""
        host, tools = self._bench.host, self._bench.model.tools
        try:
            path = begin_board(tools, folder_for(host.document.path))
        except WarcryError as error:
            host.notify(refusing(error), is_alarming=True)
        else:
            self._bench.do(ShowToolCard(None))
            host.open_file(path)

    def lay_out(self) -> None:
        """Lay the board out at random in the background; the layout takes the place of what is on it."""
        host, tools, table = self._bench.host, self._bench.model.tools, self._bench.model.opened
        entries = tuple(one for one in self._bench.entries if not one.is_own)
        host.jobs.start(
            RANDOM,
            lambda words: words.say("laying out {n} pieces at random...", n=tools.count),
            lambda progress: random_table(table, entries, tools.seed, tools.count, progress),
            lambda found: self._bench.do(LayOut(found)),
            lambda error: host.notify(refusing(error), is_alarming=True),
        )

    @property
    def is_laying_out(self) -> bool:
        """Whether a random layout is under way."""
        return self._bench.host.jobs.is_running(RANDOM)

    def stop_laying_out(self) -> None:
        """Stop looking for a random layout."""
        self._bench.host.jobs.cancel(RANDOM)

    def export(self) -> None:
        """Write all that stands on the board as one STL beside its file, over nothing that is there."""
        host, table = self._bench.host, self._bench.model.opened
        at = host.document.path
        export_stl(host, EXPORT, free_beside(at, stem_of(at), ".stl"), lambda: _piece_of(table))

    def print_sheet(self, suffix: str, *, is_true_size: bool = False) -> None:
        """Write a set-up sheet beside the board's file, over nothing that is there, in the language that is spoken."""
        host, table, words = self._bench.host, self._bench.model.opened, self._bench.host.words
        at = host.document.path
        path = free_beside(at, stem_of(at), f"-sheet{suffix}")
        title = title_of(at, words)
        host.jobs.start(
            SHEET,
            lambda words: words.say("writing {name}...", name=path.name),
            lambda progress: _written_sheet(table, path, words, title, is_true_size),
            lambda files: host.notify(lambda words: words.say("saved {path}", path=", ".join(map(str, files)))),
            lambda error: host.notify(refusing(error), is_alarming=True),
        )


def begin_board(tools: BoardTools, folder: Path) -> Path:
    """Write an empty board as it was asked for and return its file; raise `WarcryError`, writing nothing.

    A board without a name is called ``my-board``, with the first number that is free.
    """
    name = tools.name.strip().removesuffix(SUFFIX) or _free_name(folder)
    path = folder / f"{name}{SUFFIX}"
    if name.startswith(".") or path.name != f"{name}{SUFFIX}" or "\\" in name:
        raise FileError(path, "", "expected a name without folders, such as my-battle")
    if path.exists():
        raise FileError(path, "", "this file exists already: choose another name")
    if tools.size is None:
        table = empty_table(tools.width, tools.depth)
    else:
        size = BOARD_SIZES[tools.size]
        table = empty_table(size.width, size.depth, ruleset=size.ruleset)
        if system(size.ruleset).board().squares:
            table = replace(table, grid=empty_grid(table.board))
    save_table(table, path)
    return path


def _free_name(folder: Path) -> str:
    name, number = "my-board", 2
    while (folder / f"{name}{SUFFIX}").exists():
        name, number = f"my-board-{number}", number + 1
    return name


def random_table(
    table: Table, entries: Sequence[PaletteEntry], seed: int, count: int, progress: JobProgress | None = None
) -> Table:
    """Return a table with as many pieces at random in place of what stood on it; the same seed gives the same.

    Raises `QuestionError` where no room is found.
    """
    import numpy as np

    from warcry3d.terrain.layouts.random_layout import random_layout

    def told(share: float) -> None:
        if progress is not None:
            progress.check()
            progress.report(share)

    pieces: list[Piece] = []
    for number, entry in enumerate(entries):
        told(READING * number / len(entries))
        pieces.append(load_piece(entry))
    rules = system(table.ruleset).board()
    is_usual = sorted((table.board.width, table.board.depth)) == sorted(rules.size)
    made = random_layout(
        pieces,
        np.random.default_rng(seed),
        ruleset=table.ruleset,
        board=table.board,
        count=count,
        in_quarter=rules.in_quarter if is_usual and count >= FEWEST * rules.in_quarter else 0,
        rules=rules.findings if is_usual else lambda table: (),
        progress=lambda share: told(READING + (1 - READING) * share),
    )
    return replace(table, terrain=made.table.terrain, warnings=made.table.warnings)


def _piece_of(table: Table) -> Piece:
    from warcry3d.terrain.export import piece_of_table

    return piece_of_table(table)


def _written_sheet(table: Table, path: Path, words: Words, title: str, is_true_size: bool) -> Sequence[Path]:
    from warcry3d.messages.sheets.files import save_pages
    from warcry3d.messages.sheets.setup_sheet import setup_pages
    from warcry3d.terrain.layouts.setup_sheet import setup_sheet

    pages = setup_pages(setup_sheet(table), words, title=title, is_true_size=is_true_size)
    return tuple(save_pages(pages, path, title=title))
