"""XML from outside: what is read, and what is refused before it is built."""

import pytest

from warcry3d.errors import FileError
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.xmlfile import xml_root

SPOT = JsonPath("x.xml")


def test_names_of_elements_come_without_namespaces() -> None:
    root = xml_root(b'<a xmlns="http://example.org/n"><b c="1">d</b></a>', SPOT)
    assert (root.tag, root[0].tag, root[0].get("c"), root[0].text) == ("a", "b", "1", "d")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_in_usual_encodings_is_read(encoding: str) -> None:
    assert xml_root('<?xml version="1.0"?><a>Ó</a>'.encode(encoding), SPOT).text == "Ó"


def test_text_in_latin_1_that_says_so_is_read() -> None:
    assert xml_root('<?xml version="1.0" encoding="iso-8859-1"?><a>Ó</a>'.encode("latin-1"), SPOT).text == "Ó"


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        ("utf-8", "utf-16"),
        ("utf-16", "utf-16"),
        ("utf-16", "utf-16-le"),
        ("utf-8", "utf-16-be"),
        ("utf-8", "utf-32"),
        ("utf-16", "utf-8"),
        ("utf-16", "utf-8-sig"),
        ("windows-1252", "cp1252"),
        ("GB2312", "gb2312"),
        ("Shift_JIS", "shift_jis"),
        ("KOI8-R", "koi8-r"),
    ],
)
def test_text_is_read_in_what_it_is_written_in_whatever_it_declares(declared: str, encoding: str) -> None:
    word = {"cp1252": "Tau’s", "gb2312": "战", "shift_jis": "戦", "koi8-r": "Щ"}.get(encoding, "Ó战")
    text = f'\n<?xml version="1.0" encoding="{declared}" standalone="yes"?><a>{word}</a>'
    assert xml_root(text.encode(encoding), SPOT).text == word


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be", "utf-32"])
def test_entities_are_refused_in_every_encoding(encoding: str) -> None:
    bomb = '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a [<!ENTITY b "bbb">]><a>&b;</a>'
    with pytest.raises(FileError, match="the XML declares a document type, which is not allowed"):
        xml_root(bomb.encode(encoding), SPOT)


@pytest.mark.parametrize("declared", ["utf-7", "unicode_escape", "idna", "rot13", "zlib"])
def test_encodings_that_hide_text_are_refused(declared: str) -> None:
    with pytest.raises(FileError, match="not valid XML: its encoding is not known"):
        xml_root(f'<?xml version="1.0" encoding="{declared}"?><a/>'.encode(), SPOT)


def test_text_that_is_not_in_the_encoding_of_its_mark_is_refused() -> None:
    with pytest.raises(FileError, match="not valid XML: its encoding is not known"):
        xml_root(b"\xff\xfe<\0a\0/\0>", SPOT)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'<!DOCTYPE a [<!ENTITY b "bbb">]><a>&b;</a>', "the XML declares a document type, which is not allowed"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "the XML declares a document type, which is not allowed"),
        (b"<a>&b;</a>", "not valid XML at line 1, column 3"),
        (b"<a><b></a>", "not valid XML at line 1, column 8"),
        (b"", "not valid XML at line 1, column 0"),
        (b'<?xml version="1.0" encoding="nonsense"?><a/>', "not valid XML"),
        (b"<a>" * 201 + b"</a>" * 201, "the XML is nested too deeply"),
    ],
)
def test_what_is_refused_is_said(data: bytes, said: str) -> None:
    with pytest.raises(FileError, match=rf"^x\.xml: {said}"):
        xml_root(data, SPOT)


def test_too_large_or_too_many_are_refused() -> None:
    with pytest.raises(FileError, match="the XML is larger than 1 MB"):
        xml_root(b"<a>" + b" " * 1024 * 1024 + b"</a>", SPOT, limit=1024 * 1024)
    with pytest.raises(FileError, match="the XML has more than 3 elements"):
        xml_root(b"<a><b/><b/><b/></a>", SPOT, elements=3)
