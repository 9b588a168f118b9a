"""What a document of the Build room holds beside its table, and how its piece is kept in a file. No graphics."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from warcry3d.app.build.bench_table import piece_on
from warcry3d.app.shell.files.document import folder_for
from warcry3d.app.shell.files.own_files import FileStamp
from warcry3d.app.shell.files.table_files import stem_of
from warcry3d.errors import FileError
from warcry3d.file_writes import atomic_write
from warcry3d.messages import template
from warcry3d.system_errors import reason_of
from warcry3d.table.meshfile import MAX_MESH_BYTES
from warcry3d.table.pieces import save_piece
from warcry3d.table.table import Table
from warcry3d.table.terrain import Piece
from warcry3d.terrain.importing import originals_beside
from warcry3d.terrain.raw_reading import MeshGlance

__all__ = ["PieceContent", "PieceKeeper", "original_of", "piece_beside"]


@dataclass(frozen=True, slots=True, eq=False)
class PieceContent:
    """A file of terrain that was opened: what it looks like at a glance, and how that is ``shown``.

    ``mesh``: from which the piece is made; None: it is not kept. ``stamp``: how the file stood when it was read.
    """

    mesh: Path | None
    glance: MeshGlance
    shown: Piece
    stamp: FileStamp

    @property
    def piece(self) -> Piece | None:
        """Return the piece that the file is; None: it is a mesh, whose parts are still to be found."""
        return self.glance.piece if self.glance.is_ours else None


@dataclass(frozen=True, slots=True)
class PieceKeeper:
    """Writes the piece on a bench's table as GLB, with the mesh that it was made from beside it."""

    suffix: str = ".glb"
    unsaved: str = template("The changes to this piece are not saved.")
    mesh: Path | None = None

    def keep(self, table: Table, path: Path) -> None:
        """Write the piece; raise `FileError`, with what was there as it was."""
        piece = piece_on(table)
        if piece is None:
            raise FileError(path, "", "there is nothing to save yet: the parts of the mesh are still being found")
        self._keep_mesh(piece, path)
        save_piece(piece, path)

    def _keep_mesh(self, piece: Piece, path: Path) -> None:
        """Keep the mesh beside the piece under its hash, as an import by command does, unless it has changed."""
        if piece.source is None or self.mesh is None:
            return
        kept = originals_beside(path) / f"{piece.source.sha256}{self.mesh.suffix.lower()}"
        if kept.is_file() and kept.stat().st_size == piece.source.size:
            return
        try:
            if not self.mesh.is_file() or self.mesh.stat().st_size > MAX_MESH_BYTES:
                return
            content = self.mesh.read_bytes()
            if hashlib.sha256(content).hexdigest() != piece.source.sha256:
                return
            kept.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(kept, "", "cannot be written: {reason}", reason=reason_of(error)) from None
        atomic_write(kept, content)


def original_of(piece: Piece, path: Path) -> Path | None:
    """Return the mesh that a piece in the file ``path`` was made from, as it is kept beside it; None: it is not."""
    if piece.source is None:
        return None
    found = sorted(originals_beside(path).glob(f"{piece.source.sha256}*"))
    return found[0] if found else None


def piece_beside(mesh: Path) -> Path | None:
    """Return the file in which the piece of a mesh is saved unless it gets another name; None: there is none."""
    path = folder_for(mesh) / f"{stem_of(mesh)}{PieceKeeper().suffix}"
    return path if path.is_file() and not path.samefile(mesh) else None
