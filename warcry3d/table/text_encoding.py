"""The encoding of text from outside, by the mark in front, by its zero bytes, or by what XML declares of itself."""

import codecs
import re
from typing import Final

__all__ = ["UnknownEncodingError", "as_utf8", "begins_with"]

MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Marks in front, the longer ones first."""

ZEROS: Final = (
    (re.compile(rb"[^\0]\0\0\0"), "utf-32-le"),
    (re.compile(rb"\0\0\0[^\0]"), "utf-32-be"),
    (re.compile(rb"[^\0]\0[^\0]\0"), "utf-16-le"),
    (re.compile(rb"\0[^\0]\0[^\0]"), "utf-16-be"),
)
"""How text without a mark begins that has wide characters, its first ones being ASCII."""

KNOWN: Final = re.compile(
    r"utf-?8|us-ascii|ascii|iso-?8859-\d{1,2}|latin-?1|(?:windows-|cp)\d{3,4}|koi8-[ru]|mac-?(?:roman|cyrillic)|"
    r"gbk|gb2312|gb18030|big5|euc-(?:jp|kr|cn)|shift[-_]jis"
)
"""Encodings that a declaration may name; others (UTF-7, escapes) are no way to write files, but one to hide things."""

WIDE: Final = re.compile(r"utf-?(?:16|32)(?:[-_]?[lb]e)?|ucs-?[24]|unicode")
"""Encodings that text whose declaration could be read as ASCII cannot have: programs name them by mistake."""

_DECLARED = re.compile(
    rb"(?P<head><\?xml\b[^>]{0,200}?)(?P<encoding>\s+encoding\s*=\s*[\"'](?P<name>[^\"'<>]{1,40})[\"'])"
)


class UnknownEncodingError(ValueError):
    """Text declares an encoding that is not known, or is not in the one that it declares."""


def as_utf8(data: bytes) -> bytes:
    """Return text as UTF-8, without a mark in front and without the encoding that an XML declaration names.

    Places in the text stay where they are: blanks stand for what is left out of a declaration. Text that names no
    encoding comes back as it is. Raise `UnknownEncodingError`.

    >>> as_utf8('<?xml version="1.0" encoding="UTF-16"?><a>Ó</a>'.encode("utf-16")).decode()
    '<?xml version="1.0"                  ?><a>Ó</a>'
    """
    mark, name = next(((mark, name) for mark, name in MARKS if data.startswith(mark)), (b"", ""))
    data = data.removeprefix(mark)
    name = name or next((wide for zeros, wide in ZEROS if zeros.match(data)), "")
    if name not in ("", "utf-8"):
        data = _decoded(data, name)
    start = data.lstrip()
    found = _DECLARED.match(start)
    if found is None:
        return start if start.startswith(b"<?xml") else data
    declared = found["name"].decode("ascii", "replace").strip().casefold()
    blank = b" " * len(found["encoding"])
    rest = start[found.end() :]
    if not name and not WIDE.fullmatch(declared):
        if not KNOWN.fullmatch(declared):
            raise UnknownEncodingError(declared)
        rest = rest if declared in ("utf-8", "utf8") else _decoded(rest, declared)
    return found["head"] + blank + rest


def _decoded(data: bytes, name: str) -> bytes:
    try:
        return data.decode(name).encode()
    except (UnicodeError, LookupError):
        raise UnknownEncodingError(name) from None


def begins_with(data: bytes, *words: bytes) -> bool:
    """Return whether text begins with one of the words in any case, after marks, blanks, and in any wide encoding."""
    head = data[:400].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").lower()
    return head.startswith(words)
