"""The Build room: a mesh is opened, its parts are named and mended by hand, and it is saved as a piece that plays.

The piece is the open document, on a board of its own (`warcry3d.app.build.bench_table`), so every change of it can be
undone by the window and every other room shows it. What else the room can do comes in stations
(`warcry3d.app.build.station`).
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np

from warcry3d.app.build.bench_table import bench_table, bounds_of, origin_of
from warcry3d.app.build.content import PieceContent
from warcry3d.app.build.files import PieceFiles
from warcry3d.app.build.import_work import ImportWork, said_lost
from warcry3d.app.build.intents import (
    PICK,
    SHAPING,
    BuildAction,
    BuildIntent,
    ChoosePart,
    HoverPart,
    NewPiece,
    ReadMesh,
    SetKind,
    ShowBench,
    StationIntent,
    TakeTool,
)
from warcry3d.app.build.keys import TAPE
from warcry3d.app.build.kind_changes import said_kind
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.picking import part_under
from warcry3d.app.build.scene import BenchScene
from warcry3d.app.build.shape_station import new_piece_file
from warcry3d.app.build.station import Station, Wanted
from warcry3d.app.build.toolbox import STATIONS, TOOLS, tool_keys
from warcry3d.app.build.view import KIND_ORDER, BuildView
from warcry3d.app.measures.measuring import Measuring
from warcry3d.app.scene.unlit import PreparedScene
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.files.own_files import own_piece_files
from warcry3d.app.shell.gestures import LEFT, Gesture, Key
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.app.shell.room_part import intent_of
from warcry3d.errors import WarcryError
from warcry3d.messages import Words
from warcry3d.table.terrain import Piece
from warcry3d.terrain.reclassify import reclassified

__all__ = ["BuildRoom"]

KEYS: Mapping[str, BuildIntent] = MappingProxyType(
    {
        "tab": BuildAction.NEXT_PART,
        "shift-tab": BuildAction.PREVIOUS_PART,
        "escape": BuildAction.STEP_BACK,
        "f": BuildAction.CLOSE_UP,
        "e": BuildAction.EXPORT,
        "r": BuildAction.CLASSIFY_AGAIN,
        "control-s": BuildAction.SAVE,
        **tool_keys(),
    }
)
STEPS = MappingProxyType({"control-z": -1, "control-y": 1})
KIND_KEYS: Mapping[str, BuildIntent] = MappingProxyType(
    {str((number + 1) % 10): SetKind(kind) for number, kind in enumerate(KIND_ORDER)}
)
"""What keys say of the parts that are chosen."""
COMMANDS = frozenset(BuildAction) - {
    BuildAction.STEP_BACK,
    BuildAction.NEXT_PART,
    BuildAction.PREVIOUS_PART,
    BuildAction.TOGGLE_COLOURS,
}
"""What changes nothing in the model by itself."""
AT_ONCE = 10_000
"""Pieces of so many triangles are edited at once (a cut takes 50 ms); of 100,000 it takes 0.4 s."""


class BuildRoom:
    """Joins the room's model, view, scene and stations."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._stations: tuple[Station, ...] = tuple(make(self) for make in STATIONS)
        states = {
            station.first_state.station: station.first_state
            for station in self._stations
            if station.first_state is not None
        }
        self.model = BuildModel(host.document.table, states=MappingProxyType(states))
        self._by_tool = {station.tool: station for station in self._stations if station.tool is not None}
        self.scene = BenchScene()
        self.measuring = Measuring(host, TAPE)
        self.files = PieceFiles(self)
        self.importing = ImportWork(self)
        self._shown: tuple[tuple[object, ...], TableView] | None = None
        self._bar_top = (0.0, 0.0)
        self._begun: Path | None = None
        self._own = own_piece_files(host.settings.recent)

    @property
    def view(self) -> TableView:
        """Return what the room shows on the table."""
        stamps = (self.model, *(station.stamp for station in self._stations))
        if self._shown is None or any(one is not other for one, other in zip(self._shown[0], stamps, strict=True)):
            view = self.scene.view(self.model)
            for station in self._stations:
                view = station.show(self.model, view)
            self._shown = (stamps, view)
        return self.measuring.show(self._shown[1])

    @property
    def is_working(self) -> bool:
        """Whether an answer is being worked out."""
        return self.importing.is_working or any(station.is_working for station in self._stations)

    def enter(self) -> None:
        """Come to the front: what was chosen is still chosen; pieces of one's own are listed anew."""
        self._own = own_piece_files(self.host.settings.recent)

    def leave(self) -> None:
        """Let what the pointer is over go, and put the tape away."""
        self.measuring.put_away()
        self.do(HoverPart(None))

    def leave_eye(self) -> None:
        """Nothing to do: this room looks through no eye."""

    def open(self, document: Document) -> None:
        """Begin with another piece; of a mesh, find the parts."""
        self.importing.cancel()
        self.measuring.put_away()
        self._own = own_piece_files(self.host.settings.recent)
        content = document.content if isinstance(document.content, PieceContent) else None
        self.files.follow(document, content)
        self.do(ShowBench(document.table, content, is_new=True))
        if document.path is not None and document.path == self._begun:
            self._begun = None
            self.do(TakeTool(SHAPING))
        if self.model.raw is not None:
            self.importing.begin()

    def follow(self, document: Document) -> None:
        """Take the piece after a change, an undo or a redo; it is seen where it was, on a board of another size too."""
        before, was_there = self.model.origin, self.model.piece is not None
        self.do(ShowBench(document.table, self.model.content))
        by = np.subtract(self.model.origin, before)
        if was_there and self.model.piece is not None and by.any():
            self.host.carry_view((float(by[0]), float(by[1]), float(by[2])))

    def take(self, gesture: Gesture) -> bool:
        """Do what the tool in hand makes of a gesture, else choose parts."""
        if self.model.content is None:
            return False
        if isinstance(gesture, Key) and gesture.name in STEPS and self._step(STEPS[gesture.name]):
            return True
        tool = self._by_tool.get(self.model.tool)
        if self.measuring.take(gesture) or (tool is not None and tool.take(gesture)):
            return True
        keys = {**KEYS, **KIND_KEYS} if self.model.chosen else KEYS
        intent, is_read = intent_of(gesture, lambda at: HoverPart(self._part_at(at)), self._clicked, keys)
        if intent is not None:
            self.do(intent)
        return is_read

    def _part_at(self, at: tuple[float, float] | None) -> str | None:
        under = self.place_under(at) if at is not None else None
        return under[0] if under is not None else None

    def _clicked(self, button: str, at: tuple[float, float]) -> BuildIntent:
        return ChoosePart(self._part_at(at), is_added=button != LEFT)

    def do(self, intent: BuildIntent | StationIntent) -> None:
        """Take an intent: the model changes, and every station hears of it."""
        match intent:
            case BuildAction() if intent in COMMANDS:
                self._carry_out(intent)
                return
            case SetKind():
                self.change(lambda piece: said_kind(piece, self.model.chosen, intent))
                return
            case NewPiece(kind=kind):
                self._begin(kind)
                return
            case ReadMesh():
                self.importing.read_again(intent)
                return
            case TakeTool(name=name) if name != PICK and not self.model.can_take(name):
                return
            case _:
                pass
        if isinstance(intent, TakeTool) or intent is BuildAction.STEP_BACK:
            self.host.notify(None)  # it was about what was tried before
        before, self.model = self.model, self.model.after(intent)
        if self.model is not before:
            for station in self._stations:
                station.follow(before)

    def _carry_out(self, action: BuildAction) -> None:
        match action:
            case BuildAction.UNDO:
                if not self._step(-1):
                    self.host.undo()
            case BuildAction.REDO:
                if not self._step(1):
                    self.host.redo()
            case BuildAction.OPEN:
                self.host.browse()
            case BuildAction.CLOSE_UP:
                self._close_up()
            case BuildAction.SAVE:
                self.files.save()
            case BuildAction.SAVE_AS:
                self.host.name_document()
            case BuildAction.OVERWRITE:
                self.files.overwrite()
            case BuildAction.EXPORT:
                self.files.export()
            case BuildAction.CLASSIFY_AGAIN:
                self.change_in_background(lambda piece: reclassified(piece, again=True))
            case BuildAction.CANCEL_IMPORT:
                self.importing.give_up()
            case _:
                pass

    def _step(self, by: int) -> bool:
        """Let the tool in hand take back what was done with it, or make it again; return whether there was anything."""
        tool = self._by_tool.get(self.model.tool)
        if tool is None or not (tool.can_undo if by < 0 else tool.can_redo):
            return False
        tool.step(by)
        return True

    def _begin(self, kind: str) -> None:
        """Begin a simple piece, in a file of its own."""
        try:
            path = new_piece_file(kind)
        except WarcryError as error:
            self.host.notify(refusing(error), is_alarming=True)
            return
        self._begun = path
        self.host.open_file(path)

    # What stations ask for

    def change(self, work: Callable[[Piece], Piece]) -> bool:
        """Change the piece, so that it can be undone; what cannot be done is said, and False returned."""
        piece = self.model.piece
        if piece is None:
            return False
        try:
            made = work(piece)
        except WarcryError as error:
            self.host.notify(refusing(error), is_alarming=True)
            return False
        self.take_piece(made)
        return True

    def edit(self, work: Callable[[Piece], Piece], then: Callable[[Piece], None] | None = None) -> None:
        """Change the piece: at once where it is small, else in the background, so that no frame waits."""
        piece = self.model.piece
        if piece is not None and sum(len(part.solid.faces) for part in piece.parts) > AT_ONCE:
            self.change_in_background(work, then)
        elif self.change(work) and then is not None and self.model.piece is not None:
            then(self.model.piece)

    def change_in_background(self, work: Callable[[Piece], Piece], then: Callable[[Piece], None] | None = None) -> None:
        """Change the piece by work that may take long; another change meanwhile makes its result stale."""
        piece = self.model.piece
        if piece is None:
            return

        def taken(made: Piece) -> None:
            if self.model.piece is piece:
                self.take_piece(made)
                if then is not None:
                    then(made)

        self.host.jobs.start(
            "build-change",
            lambda words: words.say("changing the piece..."),
            lambda progress: work(piece),
            taken,
            lambda error: self.host.notify(refusing(error), is_alarming=True),
        )

    def take_piece(self, piece: Piece, shown: tuple[Piece, PreparedScene] | None = None) -> None:
        """Let another piece be the open one, so that it can be undone. ``shown``: how it is drawn, made before."""
        before = self.model.piece
        if piece is before:
            return
        if shown is not None:
            self.scene.offer(piece, *shown)
        self.host.change_table(bench_table(piece))
        lost = len(piece.unmet) - (len(before.unmet) if before is not None else 0)
        if lost > 0:
            self.host.notify(lambda words: said_lost(words, lost), is_alarming=True)

    def place_under(self, at: tuple[float, float]) -> tuple[str, int, tuple[float, float, float]] | None:
        """Return the part under a pixel, which of its triangles, and where (in, in the piece's frame)."""
        piece = self.model.piece
        if piece is None:
            return None
        start, direction = self.host.ray(at)
        return part_under(piece, start - np.array(origin_of(piece, self.model.table)), direction)

    def _close_up(self) -> None:
        piece = self.model.piece or self.model.raw
        if piece is None:
            return
        chosen = self.model.chosen_parts
        bounds = bounds_of(Piece("chosen", chosen) if chosen else piece)
        low, high = (bounds + np.array(origin_of(piece, self.model.table))).tolist()
        middle = (low[2] + high[2]) / 2
        self.host.look_at(((low[0], low[1], middle), (high[0], high[1], middle)))

    def poll(self) -> bool:
        """Take in what the background found."""
        self.files.watch()
        return any([self.importing.poll(), *(station.poll() for station in self._stations)])

    def draw(self, frame: Frame) -> None:
        """Draw names over the parts, the tool bar, the panels at both sides, and what the stations draw."""
        wanted: list[Wanted] = []
        view = BuildView(frame, self.host.key_label, self._own)
        if self.model.content is not None:
            view.names(self.model)
            tool = self._by_tool.get(self.model.tool)
            own = (tool.can_undo, tool.can_redo) if tool is not None else (False, False)
            self._bar_top = view.tools(TOOLS, self.model, own, wanted)
            for station in self._stations:
                wanted += station.draw_over(frame, self._bar_top[1])
        else:
            self._bar_top = (frame.rail + frame.left_panel[2] + 12 * frame.scale, frame.picture[1] - 12 * frame.scale)
        self.measuring.draw(frame, self._bar_top)
        opened = view.left(self.model, self.importing.progress, wanted)
        view.right(self.model, self._stations, wanted)
        for one in wanted:
            self.do(one)
        if opened is not None:
            self.host.open_file(opened)

    @property
    def notices_at(self) -> tuple[float, float]:
        """Return where notices stand clear of the tool bar."""
        return self._bar_top

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return the piece's name and what it is made of."""
        return BuildView.caption(self.model, words)

    def names(self, words: Words) -> Mapping[str, str]:
        """Return nothing: no fighter stands here."""
        return {}

    def close(self) -> None:
        """Stop what runs in the background."""
        self.importing.cancel()
        for station in self._stations:
            station.close()
