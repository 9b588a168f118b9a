"""What a file called a mesh holds: its kind by its content, its text in one encoding, or what it is instead."""

import re
from typing import Final

from warcry3d.table.jsonfile import JsonPath

__all__ = ["BOM", "as_utf8", "kind_of_contents"]

BOM: Final = b"\xef\xbb\xbf"
"""What some editors write before text in UTF-8."""

_TEXTS: Final = (".stl", ".obj", ".ply", ".dae", ".gltf")
_STL_HEAD, _STL_FACET = 84, 50
_CORNER = re.compile(rb"^[ \t]*v[ \t]+-?[\d.]", re.MULTILINE)
_FACE = re.compile(rb"^[ \t]*f[ \t]+-?\d", re.MULTILINE)


def as_utf8(data: bytes, suffix: str) -> bytes:
    """Return text that is in UTF-16, as some editors of Windows save it, in UTF-8; anything else as it is."""
    if suffix in _TEXTS and data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16").encode("utf-8")
        except UnicodeDecodeError:
            return data
    return data


def kind_of_contents(data: bytes, suffix: str, spot: JsonPath) -> str:
    """Return the kind of a mesh as the ending of its name: what it holds counts where that can be told for sure.

    Raise `FileError` for what is no mesh at all, whatever its name says: downloads are packed, web pages, or pointers
    to files that were not downloaded.
    """
    if data.startswith(b"PK\x03\x04") and b"3dmodel" in data[:65536]:
        return ".3mf"
    if suffix != ".3mf" and data.startswith((b"PK\x03\x04", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf")):
        raise spot.error("the file is packed (ZIP, gzip, RAR or 7z); unpack it and take the mesh in it")
    head = data[:1024].removeprefix(BOM).lstrip()
    if head[:14].lower().startswith((b"<!doctype html", b"<html")):
        raise spot.error("the file is a web page, not a mesh; download the mesh again")
    if head.startswith(b"version https://git-lfs"):
        raise spot.error("the file only points to the mesh, which Git LFS keeps elsewhere; download the mesh itself")
    if head.startswith(b"glTF"):
        return ".glb"
    if head[:4] in (b"ply\n", b"ply\r"):
        return ".ply"
    if b"<COLLADA" in head:
        return ".dae"
    return _stl_or_obj(data, head, suffix)


def _stl_or_obj(data: bytes, head: bytes, suffix: str) -> str:
    """Return the kind of a file without a mark of its own: an STL by its size or first words, an OBJ by its lines."""
    is_text = b"\0" not in head
    if suffix == ".stl" and is_text and head[:5].lower() != b"solid":
        return ".obj" if _CORNER.search(data) and _FACE.search(data) else suffix
    if suffix == ".stl" or (suffix == ".obj" and _CORNER.search(data[:65536])):
        return suffix
    count = int.from_bytes(data[80:84], "little")
    is_stl = len(data) > _STL_HEAD and len(data) == _STL_HEAD + _STL_FACET * count
    return ".stl" if is_stl or (is_text and head[:5].lower() == b"solid" and b"facet" in head.lower()) else suffix
