"""The import of the open mesh as a job of the window: begun when it is opened, anew when it is to be read otherwise."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from warcry3d.app.build.bench_table import bench_table, shown_piece
from warcry3d.app.build.content import piece_beside
from warcry3d.app.build.files import PieceFiles
from warcry3d.app.build.importer import ImportAnswer, ImportRequest, run_import
from warcry3d.app.build.intents import BuildIntent, ReadMesh, TakeGuesses
from warcry3d.app.build.loading import prepared_for
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.scene import BenchScene
from warcry3d.app.scene.unlit import PreparedScene
from warcry3d.app.shell.background.jobs import BackgroundJob, JobProgress
from warcry3d.app.shell.files.own_files import FileStamp, stamp_of
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.errors import WarcryError
from warcry3d.messages import Words, template
from warcry3d.table.terrain import Piece

__all__ = ["ImportWork", "said_lost"]

IMPORT = "build-import"
"""The slot of the job."""


class ImportBench(Protocol):
    """What it asks of the room."""

    @property
    def host(self) -> Host: ...
    @property
    def model(self) -> BuildModel: ...

    scene: BenchScene
    files: PieceFiles

    def do(self, intent: BuildIntent) -> None: ...
    def take_piece(self, piece: Piece, shown: tuple[Piece, PreparedScene] | None = None) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    answer: ImportAnswer
    shown: Piece
    prepared: PreparedScene


class ImportWork:
    """Runs imports for the room."""

    def __init__(self, bench: ImportBench) -> None:
        self._bench = bench
        self._job: BackgroundJob[_Made] | None = None
        self._share: float | None = None
        self._kept: tuple[Path, FileStamp] | None = None

    @property
    def is_working(self) -> bool:
        """Whether an import runs."""
        return self._job is not None

    @property
    def progress(self) -> float | None:
        """Return how far the import is (0 to 1); None where none runs."""
        return None if self._job is None else self._job.progress.share or 0.0

    def begin(self) -> None:
        """Find the parts of the mesh that was opened; what was done to it in a piece saved beside it is done again."""
        content = self._bench.model.content
        if content is not None and content.mesh is not None:
            kept = piece_beside(content.mesh)
            self._kept = (kept, stamp_of(kept)) if kept is not None else None
            self._start(ImportRequest(content.mesh, kept=kept), is_first=True)

    def read_again(self, asked: ReadMesh) -> None:
        """Read the mesh in another unit, with another axis up, or larger; what people said of its parts is kept."""
        piece, content, host = self._bench.model.piece, self._bench.model.content, self._bench.host
        if piece is None or content is None or piece.source is None:
            return
        source = piece.source
        if content.mesh is None or not content.mesh.is_file():
            name = source.name
            said = lambda words: words.say("the mesh {name} is not there any longer: it cannot be read anew", name=name)
            host.notify(said, is_alarming=True)
            return
        unit, up = asked.unit or source.unit, asked.up or source.up
        scale = asked.scale or source.scale
        if (unit, up, scale) != (source.unit, source.up, source.scale):
            self._start(ImportRequest(content.mesh, unit, up, scale, piece), is_first=False)

    def give_up(self) -> None:
        """Cancel the import; go back to what was open before, where the parts of a mesh were being found."""
        is_first = self._bench.model.piece is None
        self.cancel()
        if is_first:
            self._bench.host.go_back()

    def cancel(self) -> None:
        """Stop the import, if one runs."""
        if self._job is not None:
            self._bench.host.jobs.cancel(IMPORT)
            self._job = None

    def poll(self) -> bool:
        """Return whether the import got any further."""
        share, self._share = self._share, self.progress
        return share != self._share

    def _start(self, request: ImportRequest, *, is_first: bool) -> None:
        name = request.mesh.name
        self._job = self._bench.host.jobs.start(
            IMPORT,
            lambda words: words.say("finding the parts of {name}...", name=name),
            lambda progress: _imported(request, progress),
            lambda made: self._take(made, is_first=is_first),
            lambda error: self._refuse(error, is_first=is_first),
            is_quiet=True,
        )

    def _take(self, made: _Made, *, is_first: bool) -> None:
        self._job = None
        answer, bench = made.answer, self._bench
        if is_first:
            bench.scene.offer(answer.piece, made.shown, made.prepared)
            bench.host.replace_table(bench_table(answer.piece), lambda: None)
            if answer.has_kept and self._kept is not None:
                self._take_kept(answer.piece, *self._kept)
        else:
            bench.take_piece(answer.piece, (made.shown, made.prepared))
        bench.do(TakeGuesses(answer.unit, answer.up))

    def _take_kept(self, piece: Piece, path: Path, stamp: FileStamp) -> None:
        """Go on with the file in which the mesh was a piece before: it is saved there."""
        bench, lost = self._bench, len(piece.unmet)
        bench.files.adopt(path, stamp)
        if lost:
            bench.host.notify(lambda words: said_lost(words, lost), is_alarming=True)
        else:
            said = template("What you did in {name} is done again on this mesh; saving goes over that file.")
            bench.host.notify(lambda words: words.say(said, name=path.name))

    def _refuse(self, error: WarcryError, *, is_first: bool) -> None:
        self._job = None
        if is_first:
            self._bench.host.go_back()
        self._bench.host.notify(refusing(error), is_alarming=True)


def _imported(request: ImportRequest, progress: JobProgress) -> _Made:
    answer = run_import(request, progress)
    shown = shown_piece(answer.piece)
    return _Made(answer, shown, prepared_for(shown, bench_table(answer.piece).board))


def said_lost(words: Words, count: int) -> str:
    """Return that so many edits have no place on the shape that a mesh has now."""
    return words.count(
        "{n} thing that you did has no place on the new shape; it is kept for when it fits",
        "{n} things that you did have no place on the new shape; they are kept for when they fit",
        count,
    )
