"""Zip archives from outside: members are read into memory, never written, and never more than the caps allow."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from typing import Final

from warcry3d.errors import FileError
from warcry3d.table.jsonfile import JsonPath

__all__ = ["BROKEN_ZIP", "is_zip", "only_member", "unzipped"]

MAX_RATIO: Final = 200
"""How many times larger than the archive its content may be: XML shrinks to a tenth, a bomb to a thousandth."""

MAX_MEMBERS: Final = 10_000

BROKEN_ZIP: Final = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    NotImplementedError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What Python's reader raises for a broken archive, or one with a password."""


def is_zip(data: bytes) -> bool:
    """Return whether a file begins like a zip archive."""
    return data.startswith(b"PK")


def unzipped(data: bytes, spot: JsonPath, *, wanted: Callable[[str], bool], limit: int) -> dict[str, bytes]:
    """Return the content of the members whose names are ``wanted``, by name.

    Raise `FileError` where they are more than ``limit`` bytes in all, or more than `MAX_RATIO` times the archive's
    size, whatever its directory promises, and for a broken archive.
    """
    limit = min(limit, MAX_RATIO * max(len(data), 1024))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if wanted(info.filename)]
            promised = sum(info.file_size for info in infos)
            if promised > limit or len(archive.infolist()) > MAX_MEMBERS:
                raise spot.error(
                    "unpacks to {promised} bytes from {size}; expected at most {limit}",
                    promised=promised,
                    size=len(data),
                    limit=limit,
                )
            return _members(archive, infos, limit, spot)
    except FileError:
        raise
    except BROKEN_ZIP:
        raise spot.error("the zip archive is broken") from None


def _members(archive: zipfile.ZipFile, infos: list[zipfile.ZipInfo], limit: int, spot: JsonPath) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for info in infos:
        with archive.open(info) as stream:
            found[info.filename] = stream.read(limit + 1)
        limit -= len(found[info.filename])
        if limit < 0:
            raise spot.error("unpacks to more than its directory promises")
    return found


def only_member(data: bytes, spot: JsonPath, *, limit: int, endings: tuple[str, ...] = ()) -> tuple[str, bytes]:
    """Return the name and the content of the one file in an archive; its name is never used as a path.

    What systems put into archives beside files (``__MACOSX``, ``.DS_Store``, ``Thumbs.db``) counts for nothing. Of
    several files the only one whose name has one of the ``endings`` is meant. Raise `FileError` where there is none or
    more than one, and as `unzipped` does.
    """
    found = unzipped(data, spot, wanted=_is_wanted, limit=limit)
    named = [name for name in found if name.lower().endswith(endings)]
    if len(found) > 1 and len(named) == 1:
        return named[0], found[named[0]]
    if len(found) != 1:
        raise spot.error("expected a zip archive with one file in it, got {count}", count=len(found))
    return next(iter(found.items()))


def _is_wanted(name: str) -> bool:
    """Return whether a member is a file that somebody put there."""
    *_, last = name.split("/")
    return last not in ("", ".DS_Store", "Thumbs.db", "desktop.ini") and not name.startswith("__MACOSX/")
