"""The Boards room: pieces are dragged from a palette onto a board, moved, turned, stacked; the board is saved."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.boards.board_files import BoardFiles
from warcry3d.app.boards.checks import BoardChecks
from warcry3d.app.boards.comparison import BoardComparison, map_of
from warcry3d.app.boards.fairness_panel import FairnessPanel
from warcry3d.app.boards.finding_labels import draw_finding_marks
from warcry3d.app.boards.hands import BoardHands
from warcry3d.app.boards.intents import (
    BoardsAction,
    BoardsIntent,
    CarryTo,
    HoldPieces,
    HoverPiece,
    PickPieces,
    ShowBoardTable,
    SpanBand,
)
from warcry3d.app.boards.keys import TAPE
from warcry3d.app.boards.lens_fields import LensAnswer, LensFields, map_points
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.palette import (
    PIECE_SUFFIX,
    PaletteEntry,
    feature_of,
    load_piece,
    own_pieces,
    shipped_entries,
)
from warcry3d.app.boards.palette_view import PaletteView
from warcry3d.app.boards.scene import table_view
from warcry3d.app.boards.tool_bar import draw_boards_bar
from warcry3d.app.boards.tool_cards import BoardWork
from warcry3d.app.boards.tools import (
    ChooseMap,
    ShowToolCard,
    ToolCard,
    ToolIntent,
)
from warcry3d.app.boards.view import BoardsView, LensShown
from warcry3d.app.boards.wishes import AddPieceFile, BoardsCommand, BoardsWanted, FlyTo, TakePiece
from warcry3d.app.measures.labels import LengthLabel, draw_length_labels
from warcry3d.app.measures.measuring import Measuring
from warcry3d.app.scene.colours import GOLD, side_colour
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.files.table_files import title_of
from warcry3d.app.shell.files.thumbnails import Thumbnails
from warcry3d.app.shell.gestures import Gesture
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.app.widgets.theme import packed
from warcry3d.errors import WarcryError
from warcry3d.message import Message
from warcry3d.messages import Words, template
from warcry3d.table.grid_edits import empty_grid
from warcry3d.table.shipped import shipped_root

__all__ = ["BoardsRoom"]

TAKING = "boards-piece"
"""The slot of the job that reads a piece."""

Pixel = tuple[float, float]


class BoardsRoom:
    """Joins the room's model, panels and scene; what takes time runs as jobs."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.model = BoardsModel(host.document.table)
        self.thumbnails = Thumbnails()
        self._shipped = shipped_entries()
        self._added: list[Path] = []
        self._own: tuple[PaletteEntry, ...] = ()
        self.taken = ""
        self._bar_top = (0.0, 0.0)
        self._checks = BoardChecks(self.do)
        self._lenses = LensFields(host)
        self.files = BoardFiles(self)
        self.hands = BoardHands(self)
        self.measuring = Measuring(host, TAPE)
        self.comparison = BoardComparison(self)
        self._piece_file: Path | None = None
        self._puts_piece = False
        self._shown: tuple[BoardsModel, LensAnswer | None, TableView] = (self.model, None, table_view(self.model))
        self._list_own()

    # What the shell asks

    @property
    def view(self) -> TableView:
        """Return what the room shows on the table."""
        lens = self._lenses.best
        if self._shown[0] is not self.model or self._shown[1] is not lens:
            self._shown = (self.model, lens, table_view(self.model, lens))
        return self.measuring.show(self._shown[2])

    @property
    def is_working(self) -> bool:
        """Whether an answer is due soon for which the picture should stay lively."""
        return self.is_reading or self._checks.is_working or self._lenses.is_working

    @property
    def has_piece(self) -> bool:
        """Whether what is open is a piece that is being built: it is put on a board of its own, which is begun here."""
        return self.host.document.keeper is not None

    def enter(self) -> None:
        """Look anew which pieces there are, and what is wrong with the board."""
        self._list_own()
        self._follow()
        self._offer_board()

    def _offer_board(self) -> None:
        """Offer a new board where a piece is open."""
        if self.has_piece and self.model.tools.card is not ToolCard.NEW:
            self.do(ShowToolCard(ToolCard.NEW))

    def leave(self) -> None:
        """Let go what is in hand."""
        self.measuring.put_away()
        self.let_go()
        self.do(HoverPiece(None))

    def leave_eye(self) -> None:
        """Nothing to do: this room looks through no eye."""

    def open(self, document: Document) -> None:
        """Begin with another table."""
        self.measuring.put_away()
        self.let_go()
        self.comparison.stop()
        self.model = self.model.after(ShowBoardTable(document.table, is_new=True))
        self.model = self.model.after(ChooseMap(map_of(document.table)))
        self.files.follow()
        self._list_own()
        self._follow()
        self._offer_board()
        self._put_piece()

    def _put_piece(self) -> None:
        """Take the piece in hand for which this board was begun."""
        if not self._puts_piece or self.has_piece:
            return
        self._puts_piece = False
        if self._piece_file is not None and self._piece_file.name.lower().endswith(PIECE_SUFFIX):
            self._add_file(self._piece_file)
            file = self._piece_file.resolve()
            for entry in self._own:
                if entry.file == file:
                    self._take_piece(TakePiece(entry, at_middle=True))

    def follow(self, document: Document) -> None:
        """Take the table after a change, an undo or a redo."""
        self.model = self.model.after(ShowBoardTable(document.table))
        self._follow()

    def _follow(self) -> None:
        """Let the background look at the table as it is now; the little board of a piece has no layout."""
        if self.has_piece:
            self._piece_file = self.host.document.path
        else:
            self._checks.follow(self.model.opened)
        self._lenses.follow(self.model.opened, self.model.tools)

    def poll(self) -> bool:
        """Take in thumbnails that were made, findings and fields that were found."""
        self.files.watch()
        if self.has_piece:
            self._piece_file = self.host.document.path
        return any([self.thumbnails.poll(), self._checks.poll(), self._lenses.poll()])

    def close(self) -> None:
        """Stop the background."""
        self.thumbnails.close()
        self._checks.close()
        self._lenses.close()

    @property
    def notices_at(self) -> tuple[float, float]:
        """Return where notices stand clear of the tool bar."""
        return self._bar_top

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return nothing: a picture saved from here shows the board alone."""
        return ()

    def names(self, words: Words) -> Mapping[str, str]:
        """Return nothing: no fighter's name is shown."""
        return {}

    # Intents

    @property
    def is_reading(self) -> bool:
        """Whether a piece of the palette is on its way into hand."""
        return self.host.jobs.is_running(TAKING)

    @property
    def entries(self) -> tuple[PaletteEntry, ...]:
        """Return the pieces that can be put on the board, the person's own first."""
        return (*self._own, *self._shipped)

    def do(self, intent: BoardsIntent | ToolIntent) -> None:
        """Take an intent; a change of the table goes to the window, which can undo it."""
        before, self.model = self.model, self.model.after(intent)
        if self.has_piece and self.model.opened is not before.opened and not isinstance(intent, ShowBoardTable):
            self.model = before.after(BoardsAction.LET_GO)
            said = template("A piece is open, not a board. Begin a board to put it on.")
            self.host.notify(lambda words: words.say(said), is_alarming=True)
            return
        if self.model.held is None and not self.is_reading:
            self.taken = ""
        if self.model.opened is not before.opened:
            self.host.change_table(self.model.opened)
        elif self.model.tools is not before.tools:
            self._lenses.follow(self.model.opened, self.model.tools)

    def let_go(self) -> None:
        self.hands.let_go()
        self.host.jobs.cancel(TAKING)
        self.do(SpanBand(None))
        self.do(BoardsAction.LET_GO)

    def take(self, gesture: Gesture) -> bool:
        """Pick, carry, turn; drags of empty space and turns of the wheel are left to the camera."""
        return (self.model.held is None and self.measuring.take(gesture)) or self.hands.take(gesture)

    def save(self) -> None:
        """Save the board into its file."""
        self.files.save()

    def play(self) -> None:
        """Arrange a battle on the board."""
        self.let_go()
        if self.has_piece:
            said = template("A piece is open, not a board. Begin a board to put it on.")
            self.host.notify(lambda words: words.say(said), is_alarming=True)
        else:
            self.files.play()

    # The palette

    def _list_own(self) -> None:
        folder = self.host.document.path.resolve().parent
        folders = [] if folder.is_relative_to(shipped_root().resolve()) else [folder]
        self._own = own_pieces(self.host.document.table, folders, (*self._added, *self.host.settings.recent))

    def _take_piece(self, wish: TakePiece) -> None:
        """Read a piece in the background and take it in hand."""
        entry, host = wish.entry, self.host
        self.let_go()
        self.taken = entry.name
        self.hands.is_dragged_out = bool(imgui.is_mouse_down(imgui.MouseButton_.left.value)) and not wish.at_middle

        def taken(feature: object) -> None:
            self.do(HoldPieces((feature,)))  # type: ignore[arg-type]
            self.taken = entry.name
            self.hands.came()
            if wish.at_middle:
                board = self.model.opened.board
                self.do(CarryTo((board.width / 2, board.depth / 2, 0.0)))

        def failed(error: WarcryError) -> None:
            self.let_go()
            host.notify(refusing(error), is_alarming=True)

        host.jobs.start(
            TAKING,
            lambda words: words.say("reading {name}...", name=entry.title(words)),
            lambda progress: feature_of(entry, load_piece(entry)),
            taken,
            failed,
            is_quiet=not entry.is_own,
        )

    def _add_file(self, path: Path) -> None:
        self._added = [path, *(one for one in self._added if one != path)]
        self._list_own()

    # Panels

    def draw(self, frame: Frame) -> None:
        """Draw the palette, the tool bar and the panel, and do what was asked for."""
        self.hands.see(frame)
        wanted: list[BoardsWanted] = []
        self._bar_top = draw_boards_bar(frame, self.model, self.host.key_label, wanted)
        palette = PaletteView(frame, self.thumbnails.known, self.host.picture_of, self.hands.wants_search)
        self.hands.wants_search = False
        seen = palette.draw(self.entries, self.model, self.taken, wanted)
        self.thumbnails.want([entry.file for entry in seen])
        title = title_of(self.host.document.path, frame.words)
        lens = LensShown(self._lenses.best, self._lenses.failure, self._lenses.is_working)
        working = BoardWork(
            self._checks.is_working, self.files.is_laying_out, self.comparison.is_working, self.has_piece
        )
        wanted += BoardsView(frame, title, self.host.key_label, lens, working).draw(self.model)
        self._draw_fairness(frame, wanted)
        self._draw_band(frame)
        self._draw_labels(frame)
        self.measuring.draw(frame, self.notices_at)
        for one in wanted:
            self._answer(one)
        self.hands.drag_out(frame, self._bar_top[1])

    def _draw_band(self, frame: Frame) -> None:
        if self.model.band is None:
            return
        low, high = (
            tuple(axis.tolist()) for axis in (np.min(self.model.band, axis=0), np.max(self.model.band, axis=0))
        )
        paper = imgui.get_background_draw_list()
        paper.add_rect_filled(low, high, packed(GOLD, 0.12))
        paper.add_rect(low, high, packed(GOLD, 0.9), 0.0, 1.5 * frame.scale)

    def _draw_fairness(self, frame: Frame, wanted: list[BoardsWanted]) -> None:
        shown = self.model.tools.fairness
        if shown is not None and self.model.held is None:
            is_old = shown.table is not self.model.opened or shown.map != self.model.tools.map
            FairnessPanel(frame, self._bar_top[1], wanted).draw(shown, is_old=is_old)

    def _draw_labels(self, frame: Frame) -> None:
        """Write the numbers of findings at their places, and the groups of a deployment map."""
        labels = []
        if self.model.held is None:
            draw_finding_marks(frame, self.model.opened, self.model.tools.findings)
        map = map_points(self.model.tools.map, self.model.opened.board) if self.model.tools.map else None
        for point in map.points if map is not None else ():
            said = _group_said(point.side, point.group, frame.words)
            labels.append(LengthLabel(said, (*point.at, 0.2), side_colour(point.side)))
        draw_length_labels(frame, labels)

    def _keep_map(self) -> None:
        """Keep the deployment points of the map that is shown in the table."""
        map = map_points(self.model.tools.map, self.model.opened.board)
        if map is not None:
            self.host.change_table(replace(self.model.opened, deployment=map.points))

    def _answer(self, wanted: BoardsWanted) -> None:
        match wanted:
            case FlyTo(places=places, part=part):
                self.host.look_at(places)
                self.do(PickPieces((part.split("/")[0],)))
            case BoardsCommand.BEGIN:
                self._puts_piece = self.has_piece
                self.files.begin()
            case BoardsCommand.LAY_OUT:
                self.files.lay_out()
            case BoardsCommand.EXPORT:
                self.files.export()
            case BoardsCommand.SHEET_PDF:
                self.files.print_sheet(".pdf")
            case BoardsCommand.SHEET_TRUE_SIZE:
                self.files.print_sheet(".pdf", is_true_size=True)
            case BoardsCommand.SHEET_PNG:
                self.files.print_sheet(".png")
            case BoardsCommand.OVERWRITE:
                self.files.overwrite()
            case BoardsCommand.SAVE_AS:
                self.files.name()
            case BoardsCommand.PLAY:
                self.play()
            case BoardsCommand.COMPARE:
                self.comparison.begin()
            case BoardsCommand.STOP_COMPARING:
                self.comparison.stop()
            case BoardsCommand.STOP_LAYING_OUT:
                self.files.stop_laying_out()
            case BoardsCommand.KEEP_MAP:
                self._keep_map()
            case BoardsCommand.LAY_SQUARES:
                table = self.model.opened
                self.host.change_table(replace(table, grid=empty_grid(table.board)))
            case TakePiece():
                self._take_piece(wanted)
            case AddPieceFile():
                self.host.pick_file((PIECE_SUFFIX,), self._add_file, self.host.words.say("Pick the file of a piece"))
            case BoardsCommand.UNDO:
                self.host.undo()
            case BoardsCommand.REDO:
                self.host.redo()
            case BoardsCommand.SAVE:
                self.files.save()
            case _:
                self.do(wanted)


def _group_said(side: str, group: str, words: Words) -> str:
    """Return what a group of a deployment map is called."""
    return words.text(Message("{side} {group}", {"side": words.side(side), "group": words.name(group)}))
