"""Files written safely: all of the new content or the old file, through symbolic links, and locked while in use."""

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

from warcry3d.errors import FileError
from warcry3d.system_errors import reason_of

__all__ = ["FileLock", "atomic_write", "real_path", "temporary_files", "write_error"]

_NUMBERS = count()
"""Threads of one process may write into one folder at the same time."""


def real_path(path: Path) -> Path:
    """Return the file that is meant: symbolic links followed, whether it exists or not.

    Raises `FileError` for links that lead in a circle.
    """
    try:
        found = Path(os.path.realpath(path))
        if found.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    except (OSError, ValueError) as error:
        raise write_error(path, error) from None
    return found


def write_error(path: Path, error: Exception) -> FileError:
    """Return the error to raise where a file cannot be written."""
    return FileError(path, "", "cannot be written: {reason}", reason=reason_of(error))


def atomic_write(path: Path, data: bytes) -> None:
    """Write a file so that it holds all of ``data``, or stays as it was and `FileError` is raised.

    The data goes to a temporary file in the same folder, which then takes the place of the file; permissions are kept,
    and a symbolic link stays one: the file it leads to is written. Devices and pipes are written to directly.
    """
    target = real_path(path)
    try:
        mode = _mode_of(target)
        if mode is not None and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            target.write_bytes(data)
        else:
            _replace(target, data, mode)
    except (OSError, ValueError) as error:
        raise write_error(path, error) from None


def _mode_of(target: Path) -> int | None:
    """Return a file's type and permissions; None where there is none. Raises `OSError` for one that is read-only."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(target, os.W_OK):  # a rename would replace it all the same
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    # Its own name may be as long as names can be: the temporary one is short.
    aside = target.with_name(f".warcry3d-{os.getpid()}-{next(_NUMBERS)}.part")
    try:
        with aside.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            aside.chmod(stat.S_IMODE(mode))
        aside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        raise


def temporary_files(folder: Path, process: int) -> list[Path]:
    """Return what `atomic_write` of a process that was ended left unfinished in a folder."""
    return sorted(folder.glob(f".warcry3d-{process}-*.part"))


class FileLock:
    """The right to write one file, for one program at a time. It ends with its process, however that ends.

    A hidden file beside it is locked, not the file itself, which may be replaced while it is in use; the hidden file
    is removed on `release`. Programs that do not ask for the lock are not stopped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        target = real_path(path)
        self._beside = target.with_name(f".{target.name[:60]}.lock")
        self._number: int | None = None

    def acquire(self) -> Self:
        """Take the lock; raise `FileError` where another program (or this one) holds it, without waiting."""
        while self._number is None:
            try:
                number = os.open(self._beside, os.O_RDWR | os.O_CREAT, 0o666)
            except (OSError, ValueError) as error:
                raise write_error(self.path, error) from None
            try:
                _lock(number)
            except OSError as error:
                os.close(number)
                if error.errno in _HELD:
                    raise FileError(self.path, "", "another program is writing this file") from None
                raise write_error(self.path, error) from None
            if self._is_there(number):
                self._number = number
            else:  # its last holder removed it meanwhile
                os.close(number)
        return self

    def _is_there(self, number: int) -> bool:
        try:
            return os.path.samestat(os.fstat(number), self._beside.stat())
        except OSError:
            return False

    def release(self) -> None:
        """Give the lock back; nothing happens where it is not held."""
        if self._number is None:
            return
        if sys.platform == "win32":  # an open file cannot be removed there, and one that somebody opened stays
            os.close(self._number)
        with contextlib.suppress(OSError):
            self._beside.unlink()
        if sys.platform != "win32":
            os.close(self._number)
        self._number = None

    def __enter__(self) -> Self:
        return self.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""How systems say that another holds a lock."""

_lock: Callable[[int], None]
if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
