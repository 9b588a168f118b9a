"""The certificate of what the Judge room answers: a page beside the table's file, written in the background."""

from itertools import count
from pathlib import Path

from warcry3d.app.judge.intents import SightCase
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.files.document import folder_for
from warcry3d.app.shell.files.table_files import stem_of
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.certificate.files import write_certificate
from warcry3d.rules.results import Judgement

__all__ = ["free_page", "save_certificate"]


def save_certificate(host: Host, case: SightCase, judgement: Judgement) -> None:
    """Write the certificate of an answer to the room's question, and say where it is."""
    path, called = free_page(host.document.path), dict(host.document.names)

    def write(_: JobProgress) -> str:
        tolerance_mm = case.question.tolerance_mm
        return write_certificate(path, case.ruled_table, judgement, tolerance_mm=tolerance_mm, called=called)

    def tell(fingerprint: str) -> None:
        host.notify(
            lambda words: words.say("{path}: certificate {fingerprint}", path=path, fingerprint=fingerprint), opens=path
        )

    host.jobs.start(
        "certificate",
        lambda words: words.say("writing the certificate"),
        write,
        tell,
        lambda error: host.notify(refusing(error), is_alarming=True),
    )


def free_page(table: Path) -> Path:
    """Return a page's file beside the table's that is not there yet: ``my-battle-certificate.html``, then ``-2``."""
    folder, stem = folder_for(table), f"{stem_of(table)}-certificate"
    names = (f"{stem}.html" if number == 1 else f"{stem}-{number}.html" for number in count(1))
    return next(path for name in names if not (path := folder / name).exists())
