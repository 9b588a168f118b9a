"""XML from outside, read and checked: no document types (so no entities), no endless depth, no file too large."""

from typing import Final
from xml.etree import ElementTree
from xml.parsers import expat

from warcry3d.errors import FileError
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.text_encoding import UnknownEncodingError, as_utf8

__all__ = ["MAX_XML_BYTES", "xml_error", "xml_root"]

MAX_XML_BYTES: Final = 16 * 1024 * 1024
"""Three times the largest catalogue of units that people share."""

MAX_ELEMENTS: Final = 1_000_000
MAX_DEPTH: Final = 200


def xml_root(
    data: bytes, spot: JsonPath, *, limit: int = MAX_XML_BYTES, elements: int = MAX_ELEMENTS
) -> ElementTree.Element:
    """Return the outermost element of XML text, with all names of elements without their namespaces.

    The text may be in any usual encoding that it declares or begins with the mark of. Raise `FileError` for bad
    syntax, for text larger than ``limit`` bytes, for more than ``elements`` elements, for elements nested too deeply,
    and for a document type, which could declare entities without end.
    """
    if len(data) > limit:
        raise spot.error("the XML is larger than {limit} MB", limit=limit // 1024 // 1024)
    try:
        data = as_utf8(data)
    except UnknownEncodingError as error:
        raise xml_error(error, spot) from None
    _survey(data, spot, elements)
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise xml_error(error, spot) from None
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def _survey(data: bytes, spot: JsonPath, most: int) -> None:
    """Raise `FileError` for what must not be built in memory: it is seen before anything is kept."""
    depth = count = 0

    def refuse(*_: object) -> None:
        raise spot.error("the XML declares a document type, which is not allowed")

    def enter(*_: object) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if depth > MAX_DEPTH:
            raise spot.error("the XML is nested too deeply")
        if count > most:
            raise spot.error("the XML has more than {most} elements", most=most)

    def leave(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = enter
    parser.EndElementHandler = leave
    try:
        parser.Parse(data, True)
    except FileError:
        raise
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise xml_error(error, spot) from None


def xml_error(error: Exception, spot: JsonPath) -> FileError:
    """Return the error for what an XML parser raised; it shows nothing of the file, which may be private."""
    line, column = getattr(error, "position", (getattr(error, "lineno", 0), getattr(error, "offset", 0)))
    if not line:
        return spot.error("not valid XML: its encoding is not known")
    return spot.error("not valid XML at line {line}, column {column}", line=line, column=column)
