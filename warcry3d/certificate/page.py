"""The page of a certificate: one HTML file that asks the network for nothing and shows names as text only."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path

from warcry3d.certificate.blocks import pack, unpack
from warcry3d.certificate.contents import CertificateBlocks, CertificateContents
from warcry3d.sight.proof_file import MAX_PROOF_BYTES
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath

__all__ = ["MAX_PAGE_BYTES", "contents_of", "frame_of", "page_of"]

MAX_PAGE_BYTES = 96 * 1024 * 1024
"""Ten times what a table of a hundred thousand triangles takes."""

_FOLDER = Path(__file__).resolve().parent / "page"
_SCRIPTS = ("unpack.js", "surface.js", "hulls.js", "closing.js", "proof.js", "scene.js", "views.js", "page.js")
_SLOT = re.compile(r"\{\{([a-z-]+)\}\}")
_LIMITS: Mapping[str, int] = {
    "table": MAX_JSON_BYTES,
    "proof": MAX_PROOF_BYTES,
    "surface": 256 * 1024 * 1024,
    "paint": 64 * 1024 * 1024,
}
_STATEMENT_LIMIT = 16 * 1024 * 1024


def page_of(contents: CertificateContents) -> bytes:
    """Return the page."""
    blocks = asdict(contents.blocks)
    packed = {name: pack(blocks[name]) for name in _LIMITS}
    return _filled(contents, {"statement": contents.blocks.statement.decode("ascii"), **packed})


def frame_of(contents: CertificateContents) -> bytes:
    """Return the page with its blocks left empty: what this version of the program puts around them."""
    return _filled(contents, dict.fromkeys(("statement", *_LIMITS), ""))


def contents_of(data: bytes, spot: JsonPath) -> tuple[CertificateContents, bytes, str]:
    """Return a page's contents, the page with its blocks left empty, and the fingerprint it claims.

    Raises `FileError` at the block (``spot`` and its name) that is missing, there twice, damaged or too large.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise spot.error("not text in UTF-8: bad byte at {offset}", offset=error.start) from None
    found: dict[str, bytes] = {}
    for name in ("statement", *_LIMITS):
        text, block = _taken_out(text, name, spot)
        if name == "statement":
            found[name] = block.encode("utf-8")
            if len(block) > _STATEMENT_LIMIT:
                raise spot.at(name).error("the data is larger than {limit} MB", limit=_STATEMENT_LIMIT // 1024 // 1024)
        else:
            found[name] = unpack(block, spot.at(name), limit=_LIMITS[name])
    claimed = re.search(r'<meta name="warcry3d-fingerprint" content="([0-9a-f ]{1,100})">', text)
    if claimed is None:
        raise spot.at("fingerprint").error("expected a fingerprint at the head of the page")
    return CertificateContents(CertificateBlocks(**found)), text.encode("utf-8"), claimed[1]


def _taken_out(text: str, name: str, spot: JsonPath) -> tuple[str, str]:
    """Return the page without the content of a block, and that content."""
    opening = _opening(name)
    if text.count(opening) != 1:
        raise spot.at(name).error(
            "expected one block of data called '{name}', found {count}: not a whole certificate of warcry3d",
            name=name,
            count=text.count(opening),
        )
    start = text.index(opening) + len(opening)
    end = text.find("</script>", start)
    if end < 0:
        raise spot.at(name).error("the file ends in the middle of this block")
    return text[:start] + text[end:], text[start:end]


def _opening(name: str) -> str:
    """Return the tag that a block begins with: of a type that no browser runs."""
    kind = "application/json" if name == "statement" else "application/octet-stream"
    return f'<script type="{kind}" id="{name}">'


def _filled(contents: CertificateContents, blocks: Mapping[str, str]) -> bytes:
    """Return the page with these texts in its blocks. Slots are filled in one pass: no value is looked at for slots."""
    statement = json.loads(contents.blocks.statement)
    pair = " → ".join(str(statement["verdict"][who]) for who in ("viewer", "target"))
    values = {
        "title": html.escape(f"{pair} · warcry3d"),
        "fingerprint": contents.fingerprint,
        "security-policy": _security_policy(),
        "style": _resource("page.css"),
        "library": _resource("three.min.js"),
        "script": _script(),
        **{name: _opening(name) + text for name, text in blocks.items()},
    }
    return _SLOT.sub(lambda slot: values[slot[1]], _resource("page.html")).encode("utf-8")


@cache
def _security_policy() -> str:
    """Return the policy that lets run what the program put there, by its hash, and nothing else, nor any request."""
    scripts = " ".join(_source_hash(text) for text in (_resource("three.min.js"), _script()))
    return (
        f"default-src 'none'; script-src {scripts}; style-src {_source_hash(_resource('page.css'))}; "
        "base-uri 'none'; form-action 'none'"
    )


def _source_hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


@cache
def _script() -> str:
    """Return our own scripts as one."""
    return '"use strict";\n' + "\n".join(_resource(name) for name in _SCRIPTS)


@cache
def _resource(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
