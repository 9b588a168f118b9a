"""Writing and reading certificates."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from warcry3d.certificate.contents import CertificateContents, certificate_of
from warcry3d.certificate.page import MAX_PAGE_BYTES, contents_of, page_of
from warcry3d.file_writes import atomic_write
from warcry3d.rules.results import Judgement
from warcry3d.table.jsonfile import JsonPath, read_bytes
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = ["is_certificate", "read_page", "write_certificate"]


def write_certificate(
    path: Path | str,
    table: Table,
    judgement: Judgement,
    *,
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    budget: int | None = None,
    called: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Write the certificate of a judgement that was made on ``table``, and return its fingerprint.

    ``tolerance_mm`` and ``budget``: those it was judged with; ``called``: models' names, by their ids, where a battle
    gives them. An existing file stays whole until the new one is
    complete. Raises `FileError` where the file cannot be written, and `TableTooLargeError`.
    """
    contents = certificate_of(table, judgement, tolerance_mm=tolerance_mm, budget=budget, called=called)
    atomic_write(Path(path), page_of(contents))
    return contents.fingerprint


def is_certificate(path: Path | str) -> bool:
    """Return whether a file's name says that it is a certificate."""
    return Path(path).suffix.lower() in (".html", ".htm")


def read_page(path: Path | str) -> tuple[CertificateContents, bytes, str]:
    """Return a certificate's contents, its page with the blocks left empty, and the fingerprint it claims.

    Raises `FileError` for anything that is not a whole certificate. Nothing is verified.
    """
    spot = JsonPath(str(path))
    return contents_of(read_bytes(Path(path), spot, limit=MAX_PAGE_BYTES), spot)
