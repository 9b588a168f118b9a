"""The pieces that can be put on a board: those that ship, and the person's own. Pure but for looking into folders."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from warcry3d.app.shell.files.own_files import PIECE_SUFFIX, own_piece_files
from warcry3d.geom.solid import Placement
from warcry3d.messages import Words
from warcry3d.messages.names import piece_title
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.pieces import piece_at
from warcry3d.table.shipped import shipped_piece
from warcry3d.table.table import Table
from warcry3d.table.table_edits import shipped_piece_named, shipped_pieces
from warcry3d.table.terrain import Feature, Piece
from warcry3d.terrain.layouts.piece_plans import plan_of
from warcry3d.terrain.layouts.stacking import raised_to

__all__ = ["PIECE_SUFFIX", "PaletteEntry", "feature_of", "load_piece", "matching", "own_pieces", "shipped_entries"]


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """A piece: ``name`` as tables write it, its ``file``; whether it is the person's own."""

    name: str
    file: Path
    is_own: bool = False

    @property
    def stem(self) -> str:
        """Return the name of its file without the ending."""
        return self.file.name[: -len(PIECE_SUFFIX)]

    def title(self, words: Words) -> str:
        """Return what it is called."""
        return piece_title(self.stem, words)


def shipped_entries() -> tuple[PaletteEntry, ...]:
    """Return the pieces that ship."""
    return tuple(PaletteEntry(name, shipped_piece(name)) for name in shipped_pieces())


def own_pieces(table: Table, folders: Iterable[Path], files: Sequence[Path]) -> tuple[PaletteEntry, ...]:
    """Return the person's own pieces: those in ``files`` first, those on a table, those in ``folders``, and those
    in the data folder.
    """
    used = [Path(one.piece.written) for one in table.terrain.features if isinstance(one.piece.written, str)]
    found = own_piece_files([*files, *(path for path in used if path.is_absolute())], folders)
    return tuple(PaletteEntry(str(path), path, is_own=True) for path in found)


def matching(entries: Sequence[PaletteEntry], search: str, words: Words) -> tuple[PaletteEntry, ...]:
    """Return the pieces whose title or file's name holds every word that is searched; one that is called just so, or
    begins so, before the others.
    """
    wanted = search.casefold().split()
    found = [
        one
        for one in entries
        if all(word in f"{one.title(words)} {one.stem.replace('-', ' ')}".casefold() for word in wanted)
    ]

    def rank(entry: PaletteEntry) -> int:
        whole, names = " ".join(wanted), (entry.title(words).casefold(), entry.stem.replace("-", " ").casefold())
        return 0 if whole in names else 1 if any(name.startswith(whole) for name in names) else 2

    return tuple(sorted(found, key=rank)) if wanted else tuple(found)


def load_piece(entry: PaletteEntry) -> Piece:
    """Return a piece, with its plan derived; raise `FileError`. Called in the background."""
    if entry.is_own:
        piece = piece_at(entry.file, str(entry.file), JsonPath(str(entry.file)))
    else:
        piece = shipped_piece_named(entry.name)
    plan_of(piece)
    return piece


def feature_of(entry: PaletteEntry, piece: Piece) -> Feature:
    """Return a piece standing on the floor at the origin, named after its file."""
    return raised_to(Feature(entry.stem[:60] or "piece", piece, Placement()), 0.0)
