"""A room's own file: whether another program has changed it, names that no file has yet, and an STL beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from warcry3d.app.shell.document import folder_for
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.table.terrain import Piece

__all__ = ["FileStamp", "export_stl", "free_beside", "stamp_of"]


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
