"""The piece's own file: saved over itself unless another program has changed it, and written as STL for a printer."""

from pathlib import Path
from typing import Protocol

from warcry3d.app.build.content import PieceContent
from warcry3d.app.build.intents import AskOverwrite, BuildIntent
from warcry3d.app.build.model import BuildModel
from warcry3d.app.shell.files.document import Document, folder_for
from warcry3d.app.shell.files.own_files import FileStamp, export_stl, free_beside, stamp_of
from warcry3d.app.shell.files.table_files import stem_of
from warcry3d.app.shell.room import Host

__all__ = ["PieceFiles"]

EXPORT = "build-export"
"""The slot of the job that writes an STL."""


class FilesBench(Protocol):
    """What it asks of the room."""

    @property
    def host(self) -> Host: ...
    @property
    def model(self) -> BuildModel: ...
    def do(self, intent: BuildIntent) -> None: ...


class PieceFiles:
    """Saves and exports the open piece. ``own``: its own file, None where it has none yet."""

    def __init__(self, bench: FilesBench) -> None:
        self._bench = bench
        self.own: Path | None = None
        self._path: Path | None = None
        self._stamp = FileStamp()

    def follow(self, document: Document, content: PieceContent | None) -> None:
        """Begin with another document."""
        self._path = document.path
        is_own = (
            content is not None
            and content.glance.is_ours
            and folder_for(document.path) == document.path.resolve().parent
        )
        self.own = document.path if is_own else None
        self._stamp = content.stamp if content is not None else FileStamp()

    def adopt(self, own: Path, stamp: FileStamp) -> None:
        """Save into a file from now on that stood so when it was read."""
        self.own, self._stamp = own, stamp

    def watch(self) -> None:
        """Notice that the piece was saved under another name: that is its own file from now on."""
        document = self._bench.host.document
        if document.path != self._path and document.content is self._bench.model.content:
            self._path = self.own = document.path
            self._stamp = stamp_of(document.path)

    def save(self) -> None:
        """Save the piece into its own file; ask where another program has changed that, or where there is none."""
        if self._bench.model.piece is None:
            return
        if self.own is None:
            self._bench.host.name_document()
        elif stamp_of(self.own) != self._stamp:
            self._bench.do(AskOverwrite(self.own))
        else:
            self._keep(self.own)

    def overwrite(self) -> None:
        """Save the piece though its file is another now."""
        asked = self._bench.model.overwrites
        self._bench.do(AskOverwrite(None))
        if asked is not None:
            self._keep(asked)

    def _keep(self, path: Path) -> None:
        if self._bench.host.keep_document(path):
            self._path, self._stamp = path, stamp_of(path)

    def export(self) -> None:
        """Write an STL for the printer beside the piece's file, over nothing that is there."""
        piece, host = self._bench.model.piece, self._bench.host
        if piece is not None:
            at = host.document.path
            export_stl(host, EXPORT, free_beside(at, f"{stem_of(at)}-print", ".stl"), lambda: piece)
