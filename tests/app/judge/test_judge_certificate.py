"""The Judge room's certificate: written in the background beside the table, and said."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from warcry3d.app.judge.certificate import free_page, save_certificate
from warcry3d.app.judge.intents import SightCase, SightQuestion
from warcry3d.app.shell.background.jobs import Jobs
from warcry3d.app.shell.files.document import Document
from warcry3d.certificate.files import read_page
from warcry3d.certificate.verification import verify_certificate
from warcry3d.messages import Words
from warcry3d.rules.judgement import judge
from warcry3d.sight.proof import Verified
from warcry3d.table.files import load_table
from warcry3d.table.saving import save_table
from warcry3d.table.shipped import shipped_root

TABLE = load_table(shipped_root() / "terrain" / "dispute-1-window.table.json")


@dataclass
class Desk:
    """What the room asks of the shell."""

    document: Document
    jobs: Jobs = field(default_factory=lambda: Jobs(1))
    said: list[tuple[str, bool]] = field(default_factory=list)
    opens: list[Path] = field(default_factory=list)

    def notify(self, saying, *, is_alarming: bool = False, opens: Path | None = None) -> None:  # type: ignore[no-untyped-def]
        self.said.append((saying(Words()), is_alarming))
        self.opens += [opens] if opens is not None else []

    def work(self) -> None:
        """Let the background finish, and hand over what it made."""
        for job in self.jobs.running:
            job.future.exception()
        self.jobs.poll()
        self.jobs.close()


def test_certificate_is_written_beside_the_table_with_what_was_agreed(tmp_path: Path) -> None:
    save_table(TABLE, tmp_path / "mine.table.json")
    desk = Desk(Document(tmp_path / "mine.table.json", TABLE, TABLE))
    case = SightCase(TABLE, SightQuestion("archer", "axeman", tolerance_mm=1.0))
    save_certificate(desk, case, judge(TABLE, "archer", "axeman", tolerance_mm=1.0))
    desk.work()
    verified = verify_certificate(tmp_path / "mine-certificate.html")
    assert isinstance(verified.outcome, Verified)
    assert verified.proof.tolerance_mm == 1.0
    assert desk.opens == [tmp_path / "mine-certificate.html"]
    assert desk.said == [(f"{tmp_path / 'mine-certificate.html'}: certificate {verified.fingerprint}", False)]


def test_certificate_calls_models_as_the_battle_does(tmp_path: Path) -> None:
    desk = Desk(Document(tmp_path / "fight.table.json", TABLE, TABLE, names={"archer": "Old Ann"}))
    save_certificate(desk, SightCase(TABLE, SightQuestion("archer", "axeman")), judge(TABLE, "archer", "axeman"))
    desk.work()
    contents, _, _ = read_page(tmp_path / "fight-certificate.html")
    assert b'"Old Ann sees Axeman: ' in contents.blocks.statement


def test_certificate_that_cannot_be_written_is_a_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", "")  # there is no folder to write it in instead
    desk = Desk(Document(tmp_path / "gone" / "mine.table.json", TABLE, TABLE))
    case = SightCase(TABLE, SightQuestion("archer", "axeman"))
    save_certificate(desk, case, judge(TABLE, "archer", "axeman"))
    desk.work()
    [(said, is_alarming)] = desk.said
    assert is_alarming and "cannot be written" in said


def test_certificates_take_free_names_and_never_go_among_what_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert free_page(tmp_path / "a.table.json") == tmp_path / "a-certificate.html"
    (tmp_path / "a-certificate.html").touch()
    assert free_page(tmp_path / "a.table.json") == tmp_path / "a-certificate-2.html"
    assert free_page(shipped_root() / "terrain" / "b.table.json") == tmp_path / "b-certificate.html"


def test_case_is_judged_by_the_rules_that_are_asked() -> None:
    question = SightQuestion("archer", "axeman")
    assert SightCase(TABLE, question).ruled_table is TABLE
    assert SightCase(TABLE, replace(question, rules="other")).ruled_table.ruleset == "other"
