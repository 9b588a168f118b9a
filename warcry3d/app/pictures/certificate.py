"""The certificate as one picture for a chat: the verdict's picture, its sentences, and the page's fingerprint."""

from pathlib import Path

from warcry3d.app.pictures.table import SIZE, check_picture, save_png
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.verdict import shown
from warcry3d.certificate.contents import certificate_of
from warcry3d.messages import Words
from warcry3d.messages.verdicts import headline, sentences
from warcry3d.rules.results import Judgement
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = ["save_certificate_picture"]


def save_certificate_picture(
    path: Path | str,
    table: Table,
    judgement: Judgement,
    words: Words,
    *,
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    budget: int | None = None,
    size: tuple[int, int] = SIZE,
    graphics: Graphics | None = None,
) -> str:
    """Write the certificate of a judgement as PNG, and return its fingerprint: the same as that of its page.

    ``tolerance_mm`` and ``budget``: those it was judged with. Raises as `check_picture` and `write_certificate`.
    """
    fingerprint = certificate_of(table, judgement, tolerance_mm=tolerance_mm, budget=budget).fingerprint
    said = (
        headline(judgement, words),
        *sentences(judgement, words),
        words.say("Certificate {fingerprint}", fingerprint=fingerprint),
    )
    save_png(check_picture(table, shown(judgement), sentences=said, words=words, size=size, graphics=graphics), path)
    return fingerprint
