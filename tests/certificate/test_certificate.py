"""Certificates as files: what they hold, that they verify from nothing else, that nobody gets another past."""

import json
import math
import re
import zlib
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from tests.certificate import pages
from warcry3d.certificate import page, statement
from warcry3d.certificate.blocks import pack, surface_of, unpack
from warcry3d.certificate.contents import CertificateContents, certificate_of
from warcry3d.certificate.files import read_page, write_certificate
from warcry3d.certificate.page import page_of
from warcry3d.certificate.statement import statement_bytes
from warcry3d.certificate.verification import verify_certificate
from warcry3d.errors import FileError
from warcry3d.geom.solid import Placement
from warcry3d.rules.judgement import judge
from warcry3d.sight.proof import Refuted, Verified, verify
from warcry3d.sight.proof_file import proof_from_bytes
from warcry3d.table.files import load_table, table_from_json
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Tag
from warcry3d.table.saving import save_table
from warcry3d.table.shipped import shipped_root


def outcome_of(data: bytes, folder: Path) -> Verified | Refuted:
    """Return what verifying a page says."""
    path = folder / "some.html"
    path.write_bytes(data)
    return verify_certificate(path).outcome


@pytest.mark.parametrize(("name", "claim"), [("seen", "seen"), ("hidden", "hidden"), ("too-close", "too-close")])
def test_certificate_verifies_from_its_file_alone(name: str, claim: str, tmp_path: Path) -> None:
    verified = verify_certificate(pages.certificate(tmp_path, name))
    assert isinstance(verified.outcome, Verified), verified.outcome
    assert verified.outcome.claim == claim
    assert verified.notes == ()
    assert verified.fingerprint == pages.contents(name).fingerprint


def test_certificate_needs_no_file_that_its_table_named(tmp_path: Path) -> None:
    (tmp_path / "wall.glb").write_bytes((shipped_root() / "terrain" / "high-wall.glb").read_bytes())
    text = (shipped_root() / "terrain" / "dispute-1-window.table.json").read_text(encoding="utf-8")
    (tmp_path / "own.table.json").write_text(text.replace("terrain/high-wall.glb", "wall.glb"), encoding="utf-8")
    table = load_table(tmp_path / "own.table.json")
    write_certificate(tmp_path / "own.html", table, judge(table, "archer", "axeman"))
    (tmp_path / "wall.glb").unlink()
    (tmp_path / "own.table.json").unlink()
    assert isinstance(verify_certificate(tmp_path / "own.html").outcome, Verified)


def test_table_and_proof_in_a_certificate_are_files_like_any_other(tmp_path: Path) -> None:
    blocks = pages.hidden().blocks
    table = table_from_json(blocks.table, folder=tmp_path / "nowhere")
    proof = proof_from_bytes(blocks.proof, JsonPath("proof"))
    assert isinstance(verify(proof, table), Verified)


def test_models_are_called_as_their_battle_calls_them(tmp_path: Path) -> None:
    table, path = pages.dispute("1-window"), tmp_path / "named.html"
    called = {"archer": "Ann </script>", "nobody": "Not on the table"}
    write_certificate(path, table, judge(table, "archer", "axeman"), called=called)
    contents, _, _ = read_page(path)
    statement = json.loads(contents.blocks.statement)
    assert statement["called"] == {"archer": "Ann </script>"}
    assert statement["text"]["en"]["sight"].startswith("Ann </script> sees Axeman")
    assert statement["text"]["en"]["names"]["archer"] == "Ann </script>"
    verified = verify_certificate(path)
    assert isinstance(verified.outcome, Verified)
    assert verified.called == {"archer": "Ann </script>"}
    path.write_bytes(path.read_bytes().replace(b'"called":{"archer":"Ann', b'"called":{"archer":"Bob'))
    assert isinstance(verify_certificate(path).outcome, Refuted)


def test_same_judgement_gives_the_same_page(tmp_path: Path) -> None:
    table = pages.dispute("1-window")
    fingerprint = write_certificate(tmp_path / "one.html", table, judge(table, "archer", "axeman"))
    assert (tmp_path / "one.html").read_bytes() == page_of(pages.seen())
    assert re.fullmatch(r"([0-9a-f]{4} ){7}[0-9a-f]{4}", fingerprint)
    assert fingerprint != pages.hidden().fingerprint


def test_model_turned_by_hand_is_judged_as_it_is_written(tmp_path: Path) -> None:
    table = pages.dispute("1-window")
    axeman = table.model("axeman").placement
    turned = table.placing("axeman", Placement(axeman.at, axeman.turn + math.pi / 7 + 1e-13))
    write_certificate(tmp_path / "turned.html", turned, judge(turned, "archer", "axeman"))
    assert isinstance(verify_certificate(tmp_path / "turned.html").outcome, Verified)


def test_certificate_says_everything_in_both_languages() -> None:
    said = json.loads(pages.hidden().blocks.statement)["text"]
    assert said["en"]["headlines"] == ["Hidden", "In cover"]
    assert said["en"]["sight"].startswith("Swordsman does not see Stalker")
    assert said["en"]["labels"].keys() == said["zh_CN"]["labels"].keys()
    english = [label for key, label in said["zh_CN"]["labels"].items() if not re.search("[\u4e00-\u9fff]", label)]
    assert english == []
    fields = {key: sorted(re.findall(r"\{\w+\}", label)) for key, label in said["en"]["labels"].items()}
    assert {key: sorted(re.findall(r"\{\w+\}", label)) for key, label in said["zh_CN"]["labels"].items()} == fields


def test_what_too_close_counts_as_is_on_the_page_and_verified(tmp_path: Path) -> None:
    table = pages.dispute("1-window")
    judged = judge(table, "archer", "axeman", tolerance_mm=6.0)
    agreed = certificate_of(table, replace(judged, close_counts_as="hidden"), tolerance_mm=6.0)
    said = json.loads(agreed.blocks.statement)
    assert said["verdict"]["sight"]["counts_as"] == "hidden"
    assert said["text"]["en"]["agreed"] == ["As agreed, this counts as hidden."]
    (tmp_path / "agreed.html").write_bytes(page_of(agreed))
    assert isinstance(verify_certificate(tmp_path / "agreed.html").outcome, Verified)
    said["verdict"]["sight"]["counts_as"] = "seen"
    forged = CertificateContents(replace(agreed.blocks, statement=statement_bytes(said)))
    (tmp_path / "forged.html").write_bytes(page_of(forged))
    assert isinstance(verify_certificate(tmp_path / "forged.html").outcome, Refuted)


def test_every_label_is_used_and_every_label_used_is_there() -> None:
    script = page._script()
    known = json.loads(pages.seen().blocks.statement)["text"]["en"]["labels"].keys()
    tags = {tag.value for tag in Tag}
    assert [key for key in known if key not in tags and not re.search(rf"[\"'.]{key}\b", script)] == []
    used = set(re.findall(r'(?:say\(|NotProved\(|\["(?:yes|no|note)", )"(\w+)"', script))
    assert len(used) > 30
    assert used <= known


def test_names_never_become_markup() -> None:
    text = page_of(pages.hostile()).decode("utf-8")
    assert "onerror=alert" not in text.replace("&lt;img src=x onerror=alert(1)&gt;", "").replace(
        "\\u003cimg src=x onerror=alert(1)\\u003e", ""
    )
    assert text.count("<script") == text.count("</script>") == 7
    assert "<b>" not in text.partition("<script>")[0]
    assert "]]><!--" not in text.partition("<script>")[0]


def test_page_lets_nothing_run_but_its_own_scripts_and_asks_for_nothing() -> None:
    text = page_of(pages.seen()).decode("utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert all(source.startswith("'sha256-") for source in rules["script-src"].split())
    assert rules.keys() == {"default-src", "script-src", "style-src", "base-uri", "form-action"}
    before_library = text[: text.index("<script>")]
    assert re.findall(r'(?:src|href)="?(?!x )', before_library) == []


def test_certificate_of_the_sample_battle_is_below_eight_megabytes(tmp_path: Path) -> None:
    table = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    write_certificate(tmp_path / "sample.html", table, judge(table, "red-axe", "blue-axe"))
    assert 1_000_000 < (tmp_path / "sample.html").stat().st_size < 8_000_000


def changed_json(change: Callable[[dict], object]) -> Callable[[bytes], bytes]:  # type: ignore[type-arg]
    def changed(data: bytes) -> bytes:
        value = json.loads(data)
        change(value)
        return statement.statement_bytes(value)

    return changed


def moved_vertex(by: float) -> Callable[[bytes], bytes]:
    def moved(data: bytes) -> bytes:
        start = data.index(b"\n") + 1
        numbers = np.frombuffer(data[start : start + 24], "<f8") + by
        return data[:start] + numbers.tobytes() + data[start + 24 :]

    return moved


def without_last_pair(proof: dict) -> None:  # type: ignore[type-arg]
    del proof["sight"]["certificate"]["whole"][-3:]


TAMPERED: tuple[tuple[str, str, Callable[[bytes], bytes], str], ...] = (
    (
        "seen",
        "proof",
        changed_json(lambda p: p["sight"]["witness"][1].__setitem__(2, 3.3)),
        "does not end on the figure",
    ),
    ("seen", "proof", changed_json(lambda p: p["sight"].update(clearance_mm=9.0)), "not by 9.0000"),
    ("seen", "proof", changed_json(lambda p: p.update(target="archer")), "looks at itself"),
    ("hidden", "proof", changed_json(without_last_pair), "ends in the middle"),
    ("hidden", "proof", changed_json(lambda p: p["sight"].update(blockers=["west/stones"])), "names blockers"),
    ("hidden", "surface", moved_vertex(1e-3), "triangles on the page"),
    ("seen", "table", changed_json(lambda t: t["models"][0].update(at=[15.6, 8.9])), "triangles on the page"),
    (
        "seen",
        "statement",
        changed_json(lambda s: s["text"]["en"].update(sight="Archer does not see.")),
        "text.en.sight",
    ),
    ("seen", "statement", changed_json(lambda s: s["text"]["zh_CN"]["headlines"].pop()), "text.zh_CN.headlines[1]"),
    ("hidden", "statement", changed_json(lambda s: s["verdict"]["cover"].update(verdict=False)), "verdict.cover"),
    ("hidden", "statement", changed_json(lambda s: s["tape"][0].__setitem__(0, 1.0)), "tape[0][0]"),
    ("seen", "statement", changed_json(lambda s: s.update(more=1)), "more"),
)


@pytest.mark.parametrize(("name", "block", "change", "reason"), TAMPERED)
def test_tampered_certificate_does_not_hold(
    name: str, block: str, change: Callable[[bytes], bytes], reason: str, tmp_path: Path
) -> None:
    outcome = outcome_of(pages.tampered(pages.contents(name), block, change), tmp_path)
    assert isinstance(outcome, Refuted)
    assert reason in outcome.reason


def test_change_without_another_fingerprint_does_not_hold(tmp_path: Path) -> None:
    data = page_of(pages.seen())
    other = data.replace(pages.seen().fingerprint.encode(), pages.hidden().fingerprint.encode())
    outcome = outcome_of(other, tmp_path)
    assert isinstance(outcome, Refuted)
    assert "fingerprint" in outcome.reason


@pytest.mark.parametrize(("old", "new"), [(b'"use strict"', b'"use strict";alert(1)'), (b"<body>", b"<body>Seen.")])
def test_page_with_other_script_or_markup_does_not_hold(old: bytes, new: bytes, tmp_path: Path) -> None:
    outcome = outcome_of(page_of(pages.seen()).replace(old, new, 1), tmp_path)
    assert isinstance(outcome, Refuted)
    assert "page around the proof" in outcome.reason


def test_page_of_another_version_holds_with_a_note(tmp_path: Path) -> None:
    changed = changed_json(lambda s: (s.update(version="9.9"), s["text"]["en"].update(sight="Other words.")))
    path = tmp_path / "other.html"
    path.write_bytes(pages.tampered(pages.seen(), "statement", changed))
    verified = verify_certificate(path)
    assert isinstance(verified.outcome, Verified)
    assert [str(note) for note in verified.notes if "version 9.9" in str(note)]
    lying = changed_json(lambda s: (s.update(version="9.9"), s["verdict"]["sight"].update(verdict="hidden")))
    assert isinstance(outcome_of(pages.tampered(pages.seen(), "statement", lying), tmp_path), Refuted)


def test_vertices_that_another_machine_rounded_hold(tmp_path: Path) -> None:
    whole = pages.seen()
    moved = moved_vertex(1e-13)(whole.blocks.surface)
    surface = surface_of(moved, JsonPath("surface"))
    mesh = np.ascontiguousarray(surface.vertices).tobytes() + np.ascontiguousarray(surface.faces).tobytes()
    digest = blake2b(mesh, digest_size=16).hexdigest()
    proof = changed_json(lambda p: p.update(digest=digest))(whole.blocks.proof)
    page = page_of(CertificateContents(replace(whole.blocks, surface=moved, proof=proof)))
    assert isinstance(outcome_of(page, tmp_path), Verified)


def test_certificate_must_hold_on_a_table_beside_it_too(tmp_path: Path) -> None:
    path = pages.certificate(tmp_path, "seen")
    table = pages.dispute("1-window")
    assert isinstance(verify_certificate(path, table).outcome, Verified)
    other = table.placing("axeman", Placement((11.0, 13.6, 0.0)))
    assert isinstance(verify_certificate(path, other).outcome, Refuted)


def without_block(name: str) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(f'id="{name}"'.encode(), b'id="gone"')


def with_block(name: str, packed: str) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        start = data.index(f'id="{name}">'.encode()) + len(name) + 6
        return data[:start] + packed.encode() + data[data.index(b"</script>", start) :]

    return changed


DAMAGED: tuple[tuple[Callable[[bytes], bytes], str, str], ...] = (
    (lambda data: data[: data.index(b'id="proof"') + 40], "proof", "the file ends in the middle"),
    (lambda data: data[:5000], "statement", "expected one block of data|the file ends in the middle"),
    (lambda data: b"<!doctype html><title>Recipes</title>", "statement", "found 0: not a whole certificate"),
    (lambda data: data + data, "statement", "found 2"),
    (lambda data: b"\xff\xfe" + data, "", "not text in UTF-8"),
    (without_block("surface"), "surface", "found 0"),
    (with_block("table", "*"), "table", "expected data in base64"),
    (with_block("table", "aGVsbG8="), "table", "was damaged"),
    (with_block("table", b64encode(zlib.compress(b"{}")[:-1]).decode()), "table", "was damaged"),
    (with_block("table", pack(b"{}")), "table", "the field 'format' is missing"),
    (with_block("proof", pack(b"[1, 2")), "proof", "not valid JSON at line 1"),
    (with_block("surface", pack(b'{"vertices":9}\n')), "surface", "is missing"),
    (with_block("surface", pack(b"x" * 100)), "surface", "not valid JSON"),
    (with_block("statement", '{"format": "other"}'), "statement.format", "expected 'warcry3d.certificate/1'"),
    (with_block("statement", "[]"), "statement.format", "expected 'warcry3d.certificate/1'"),
    (lambda data: data.replace(b"warcry3d-fingerprint", b"x"), "fingerprint", "expected a fingerprint"),
)


@pytest.mark.parametrize(("damage", "place", "reason"), DAMAGED)
def test_what_is_no_whole_certificate_is_one_clear_error(
    damage: Callable[[bytes], bytes], place: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad.html"
    path.write_bytes(damage(page_of(pages.seen())))
    with pytest.raises(FileError, match=reason) as raised:
        verify_certificate(path)
    assert str(path) in str(raised.value.where)
    assert place in str(raised.value.where)


def test_packed_bomb_and_giant_file_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = pack(bytes(40 * 1024 * 1024))
    assert len(bomb) < 100_000
    with pytest.raises(FileError, match="larger than 32 MB"):
        unpack(bomb, JsonPath("x"), limit=32 * 1024 * 1024)
    monkeypatch.setattr("warcry3d.certificate.files.MAX_PAGE_BYTES", 1024 * 1024)
    with pytest.raises(FileError, match="larger than 1 MB"):
        read_page(pages.certificate(tmp_path, "hidden"))


def test_table_in_a_certificate_opens_no_file(tmp_path: Path) -> None:
    def foreign(table: dict) -> None:  # type: ignore[type-arg]
        table["models"][0]["figure"] = {"mesh": {"file": "secret.stl", "unit": "mm"}}

    path = tmp_path / "foreign.html"
    path.write_bytes(pages.tampered(pages.seen(), "table", changed_json(foreign)))
    with pytest.raises(FileError, match=r"names the file 'secret\.stl'") as raised:
        verify_certificate(path)
    assert "models[0].figure" in str(raised.value.where)

    def shipped(table: dict) -> None:  # type: ignore[type-arg]
        table["models"][0]["figure"] = "spearman"

    path.write_bytes(pages.tampered(pages.seen(), "table", changed_json(shipped)))
    with pytest.raises(FileError, match="not one of the files listed"):
        verify_certificate(path)


def test_failed_write_leaves_the_old_page(tmp_path: Path) -> None:
    table = pages.dispute("1-window")
    with pytest.raises(FileError, match="cannot be written"):
        write_certificate(tmp_path / "nowhere" / "x.html", table, judge(table, "archer", "axeman"))
    assert list(tmp_path.iterdir()) == []


def test_table_saved_and_loaded_has_the_same_certificate(tmp_path: Path) -> None:
    table = pages.dispute("1-window")
    save_table(table, tmp_path / "again.table.json")
    again = load_table(tmp_path / "again.table.json")
    assert certificate_of(again, judge(again, "archer", "axeman")).fingerprint == pages.seen().fingerprint
