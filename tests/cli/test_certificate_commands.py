"""``check --certificate`` and ``verify`` of what it wrote."""

import json
from pathlib import Path

import pytest

from warcry3d.certificate.files import write_certificate
from warcry3d.cli import main
from warcry3d.rules.judgement import judge, playable_table
from warcry3d.table.shipped import shipped_root

PAIR = ("check", "terrain/dispute-1-window.table.json", "archer", "axeman")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WARCRY3D_LANG", "en")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_page_is_written_and_verified_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PAIR, "--certificate", "out.html"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Archer sees Axeman")
    fingerprint = err.removeprefix("out.html: certificate ").strip()
    assert main(["verify", "out.html"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "The proof holds: Archer sees Axeman, by a line that is clear by 1.02 mm.",
        f"Certificate {fingerprint}",
    ]
    assert main(["verify", "out.html", PAIR[1], "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["holds"], answer["claim"], answer["fingerprint"]) == (True, "seen", fingerprint)


def test_models_are_called_as_the_page_calls_them(capsys: pytest.CaptureFixture[str]) -> None:
    table = playable_table(shipped_root() / PAIR[1])
    called = {"archer": "Ann\x1b[31m the Quick", "axeman": "Bob"}
    write_certificate(Path("out.html"), table, judge(table, "archer", "axeman"), called=called)
    assert main(["verify", "out.html"]) == 0
    out = capsys.readouterr().out
    assert "Ann" in out and "the Quick sees Bob, by a line" in out and "\x1b" not in out


def test_tampered_page_does_not_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([*PAIR, "--certificate", "out.html"])
    page = (folder / "out.html").read_bytes()
    (folder / "out.html").write_bytes(page.replace(b"Archer sees Axeman", b"Archer saw Axeman", 1))
    capsys.readouterr()
    assert main(["verify", "out.html"]) == 1
    assert capsys.readouterr().out.startswith("The proof does not hold: what the page holds was changed")


@pytest.mark.usefixtures("quick_pictures")
def test_picture_carries_the_fingerprint_of_the_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PAIR, "--certificate", "out.png"]) == 0
    fingerprint = capsys.readouterr().err.removeprefix("out.png: certificate ")
    assert (folder / "out.png").read_bytes().startswith(b"\x89PNG")
    assert main([*PAIR, "--certificate", "out.html"]) == 0
    assert capsys.readouterr().err == f"out.html: certificate {fingerprint}"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*PAIR, "--certificate", "out.txt"), "--certificate writes OUT.html or OUT.png, not 'out.txt'"),
        ((*PAIR[:2], "--all", "--certificate", "out.html"), "--certificate is for one pair"),
        ((*PAIR, "--certificate", "no/such/folder/out.html"), "out.html: cannot be written"),
        (("verify", "missing.html"), "there is no file missing.html"),
        (("verify", "proof.json"), "name the table that the proof speaks of"),
        (("verify", "recipes.html"), "recipes.html: statement: expected one block of data called 'statement', found 0"),
    ],
)
def test_bad_input_is_one_clear_error(
    arguments: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "recipes.html").write_text("<!doctype html><title>Recipes</title>")
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
