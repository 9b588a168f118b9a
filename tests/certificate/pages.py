"""Tables, certificates of them, and certificates that somebody tampered with."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests import zoo
from warcry3d.certificate.contents import CertificateContents, certificate_of
from warcry3d.certificate.page import page_of
from warcry3d.rules.judgement import judge
from warcry3d.table.files import load_table, table_from_json
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

__all__ = [
    "HOSTILE",
    "buried",
    "certificate",
    "contents",
    "dispute",
    "hidden",
    "hostile",
    "one_pair",
    "seen",
    "tampered",
    "too_close",
]

HOSTILE = "<img src=x onerror=alert(1)>"


@cache
def dispute(name: str) -> Table:
    """Return a shipped table."""
    return load_table(shipped_root() / "terrain" / f"dispute-{name}.table.json")


@cache
def seen() -> CertificateContents:
    """Return a certificate that the archer sees the axeman."""
    table = dispute("1-window")
    return certificate_of(table, judge(table, "archer", "axeman"))


@cache
def hidden() -> CertificateContents:
    """Return a certificate that the swordsman does not see the stalker."""
    table = dispute("2-gap")
    return certificate_of(table, judge(table, "swordsman", "stalker"))


@cache
def one_pair() -> CertificateContents:
    """Return a certificate that one shape does not see another behind a broad wall, proved by one pair of patches."""
    wall = zoo.feature("w", zoo.box_part("stones", (11, 0, 0), (13, 20, 8)))
    table = zoo.table(wall, zoo.fighter("red", (4, 10)), zoo.fighter("blue", (20, 10), side="blue"))
    return certificate_of(table, judge(table, "red", "blue"))


@cache
def too_close() -> CertificateContents:
    """Return a certificate of a question that is too close to call, with a tolerance wider than the gap."""
    table = dispute("1-window")
    return certificate_of(table, judge(table, "archer", "axeman", tolerance_mm=6.0), tolerance_mm=6.0)


@cache
def hostile() -> CertificateContents:
    """Return a certificate of a table whose names are markup."""
    shape = {"box": {"min": [-0.2, -0.2, 0.14], "max": [0.2, 0.2, 1.2]}}
    model = {"base": {"round": 32}, "figure": shape, "profile": {"note": "</script><script>alert(1)</script>"}}
    table = table_from_json(
        {
            "format": "warcry3d.table/1",
            "board": {"width": 12, "depth": 12},
            "models": [
                {"id": HOSTILE, "side": "red", "at": [3, 3], **model},
                {"id": "]]><!--{{script}}", "side": "<b>", "at": [8, 8], **model},
            ],
        },
        folder=Path(),
    )
    return certificate_of(table, judge(table, HOSTILE, "]]><!--{{script}}"))


@cache
def buried() -> CertificateContents:
    """Return a certificate of two fighters who stand half within walls: its proof has closings of every kind."""
    walls = []
    for i, (long, high, thick, x, y, turn) in enumerate(
        ((2.5, 1.4, 1.4, 5.7, 5.7, 5), (2.4, 1.3, 0.8, 4.8, 5.9, 72), (2.9, 1.8, 1.3, 7.8, 5.6, 44))
    ):
        part = zoo.box_part("stones", (-long / 2, -thick / 2, 0), (long / 2, thick / 2, high))
        walls.append(zoo.feature(f"wall-{i}", part, at=(x, y, 0), turn=turn))
    table = zoo.table(*walls, zoo.fighter("a", (4.5, 5)), zoo.fighter("b", (7.5, 5), side="blue"))
    return certificate_of(table, judge(table, "a", "b"))


def contents(name: str) -> CertificateContents:
    """Return one of the certificates above."""
    makers = {"seen": seen, "hidden": hidden, "too-close": too_close, "hostile": hostile, "buried": buried}
    return {**makers, "one-pair": one_pair}[name]()


def certificate(folder: Path, name: str) -> Path:
    """Return the page of one of the certificates above, written into a folder."""
    path = folder / f"{name}.html"
    path.write_bytes(page_of(contents(name)))
    return path


def tampered(whole: CertificateContents, block: str, change: Callable[[bytes], bytes]) -> bytes:
    """Return the page of a certificate one block of which was changed, with the fingerprint that fits the change."""
    before = getattr(whole.blocks, block)
    after = change(before)
    assert after != before
    return page_of(CertificateContents(replace(whole.blocks, **{block: after})))
