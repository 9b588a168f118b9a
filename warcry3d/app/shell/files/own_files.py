"""A room's own file: whether another program has changed it, names that no file has yet, an STL beside it; pieces of
one's own.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from warcry3d.app.shell.files.document import folder_for
from warcry3d.app.shell.files.table_files import SUFFIX
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.folders import data_folder
from warcry3d.table.shipped import shipped_root
from warcry3d.table.terrain import Piece

__all__ = ["PIECE_SUFFIX", "FileStamp", "export_stl", "free_beside", "own_piece_files", "own_table_files", "stamp_of"]

PIECE_SUFFIX = ".glb"
MOST = 500
"""So many of a folder's pieces or tables are offered."""


@dataclass(frozen=True, slots=True)
class FileStamp:
    """A file as it stood at a time: when it was written (ns), and its size. None of both: there was none."""

    written_ns: int | None = None
    size: int | None = None


def stamp_of(path: Path) -> FileStamp:
    """Return how a file stands now."""
    try:
        now = path.stat()
    except OSError:
        return FileStamp()
    return FileStamp(now.st_mtime_ns, now.st_size)


def free_beside(path: Path, stem: str, ending: str) -> Path:
    """Return a file beside an open one that is not there yet: a number comes between ``stem`` and ``ending``."""
    folder, number = folder_for(path), 2
    free = folder / f"{stem}{ending}"
    while free.exists():
        free = folder / f"{stem}-{number}{ending}"
        number += 1
    return free


def export_stl(host: Host, slot: str, path: Path, solid: Callable[[], Piece]) -> None:
    """Write what ``solid`` returns as an STL, as a job of this ``slot``; a notice tells what came of it."""
    host.jobs.start(
        slot,
        lambda words: words.say("writing {name}...", name=path.name),
        lambda progress: _written(solid(), path),
        lambda triangles: host.notify(
            lambda words: words.say("saved {path}: {n} triangles, watertight", path=path, n=triangles)
        ),
        lambda error: host.notify(refusing(error), is_alarming=True),
    )


def _written(piece: Piece, path: Path) -> int:
    from warcry3d.terrain.export import stl_of, written

    done = stl_of(piece)
    written(done.data, path)
    return done.triangles


def own_piece_files(files: Iterable[Path], folders: Iterable[Path] = ()) -> tuple[Path, ...]:
    """Return the files of a person's own pieces, each once: those among ``files`` first, such as those opened last,
    those in ``folders``, those in the data folder, where pieces from numbers begin.
    """
    own, shipped = data_folder(), shipped_root().resolve()
    found = [path for path in files if _is_piece(path)]
    for folder in (*folders, *((own / "pieces", own) if own is not None else ())):
        try:
            found += sorted(path for path in folder.iterdir() if _is_piece(path))[:MOST]
        except OSError:
            continue
    return tuple(path for path in dict.fromkeys(path.resolve() for path in found) if not path.is_relative_to(shipped))


def own_table_files(files: Iterable[Path]) -> tuple[Path, ...]:
    """Return the table files that a person made, each once: those among ``files`` first, then those in the data folder,
    the newest first.
    """
    own, shipped = data_folder(), shipped_root().resolve()
    found = [path for path in files if path.name.endswith(SUFFIX) and path.is_file()]
    if own is not None:
        dated = [(path, stamp_of(path).written_ns or 0) for path in own.glob(f"*{SUFFIX}")]
        found += [path for path, _ in sorted(dated, key=lambda one: (-one[1], one[0]))[:MOST]]
    each: dict[Path, Path] = {}
    for path in found:
        each.setdefault(path.resolve(), path)
    return tuple(path for real, path in each.items() if not real.is_relative_to(shipped))


def _is_piece(path: Path) -> bool:
    return path.name.lower().endswith(PIECE_SUFFIX) and path.is_file()
