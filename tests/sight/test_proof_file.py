"""Proofs in files: written, read again, and refused with the place of what is wrong."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import zoo
from tests.sight.proofs import ALL_TAGS, proof_between
from warcry3d.errors import FileError
from warcry3d.sight.proof import Proof, Refuted, Verified, proof_of, read_proof, verify, write_proof
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.table.format import schema
from warcry3d.table.models import Tag
from warcry3d.table.table import Table


@pytest.fixture
def hidden() -> Table:
    wall = zoo.feature("wall", zoo.box_part("stones", (9.8, 0, 0), (10.2, 10, 1.4)))
    return zoo.table(wall, zoo.fighter("talon", (5, 5)), zoo.fighter("brute", (15, 5.3), facing=20))


def written(path: Path, proof: Proof) -> Path:
    write_proof(path, proof)
    return path


def test_hidden_is_read_as_it_was_written(hidden: Table, tmp_path: Path) -> None:
    proof = proof_between(hidden, "talon", "brute")
    again = read_proof(written(tmp_path / "p.json", proof))
    assert isinstance(proof.verdict, Hidden)
    assert isinstance(again.verdict, Hidden)
    one, two = proof.verdict.certificate, again.verdict.certificate
    assert (one.viewer, one.target, one.digest) == (two.viewer, two.target, two.digest)
    assert proof.verdict.blockers == again.verdict.blockers == ("wall/stones",)
    assert all(np.array_equal(a, b) for a, b in zip(one.orders, two.orders, strict=True))
    assert np.array_equal(one.whole, two.whole)
    assert one.real.tobytes() == two.real.tobytes()
    assert (again.viewer, again.target, again.tags, again.transparent) == ("talon", "brute", ALL_TAGS, ())
    assert isinstance(verify(again, hidden), Verified)


def test_seen_and_too_close_are_read_as_they_were_written(hidden: Table, tmp_path: Path) -> None:
    line = ((5.15, 5.0, 1 / 3), (14.85, 5.0, 0.1 + 0.2))
    for verdict in (Seen(line, 2.123456789), TooClose(0.2, line, ("wall/stones", "brute"))):
        proof = proof_of(hidden, "talon", "brute", verdict, frozenset({Tag.BODY}), ("brute", "talon"), 0.25)
        again = read_proof(written(tmp_path / "p.json", proof))
        assert again.verdict == verdict
        assert (again.tags, again.transparent) == (frozenset({Tag.BODY}), ("brute", "talon"))


def test_file_is_one_line_of_compact_json_in_its_format(hidden: Table, tmp_path: Path) -> None:
    text = written(tmp_path / "p.json", proof_between(hidden, "talon", "brute")).read_text()
    assert text.count("\n") == 1
    assert ", " not in text
    value = json.loads(text)
    assert value["format"] == "warcry3d.proof/1"
    assert set(value) <= set(schema("proof")["$defs"]["ProofWire"]["properties"])


def test_a_proof_that_cannot_be_written_leaves_no_scrap(hidden: Table, tmp_path: Path) -> None:
    (tmp_path / "p.json").mkdir()
    with pytest.raises(FileError, match="cannot be written"):
        written(tmp_path / "p.json", proof_between(hidden, "talon", "brute"))
    assert [path.name for path in tmp_path.iterdir()] == ["p.json"]


def _sight(value: dict[str, Any]) -> dict[str, Any]:
    return value["sight"]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda v: v.pop("digest"), "p.json: the field 'digest' is missing"),
        (lambda v: v.update(format="warcry3d.proof/2"), "p.json: format: expected"),
        (lambda v: v.update(digest="none"), "p.json: digest: expected"),
        (lambda v: v.update(tags=["hat"]), "p.json: tags[0]: expected one of body, weapon, banner, got hat"),
        (lambda v: v.update(tolerance_mm=0), "p.json: tolerance_mm: expected"),
        (lambda v: v.update(colour="red"), "p.json: unknown field 'colour'"),
        (lambda v: _sight(v).pop("certificate"), "p.json: sight: the field 'certificate' is missing"),
        (lambda v: _sight(v).update(verdict="seen"), "p.json: sight: the field 'witness' is missing"),
        (lambda v: _sight(v).update(verdict="too-close"), "p.json: sight: the field 'gap_mm' is missing"),
        (lambda v: _sight(v)["certificate"]["whole"].__setitem__(1, 2**31), "sight.certificate.whole[1]: expected"),
        (lambda v: _sight(v)["certificate"]["whole"].__setitem__(1, 0.5), "sight.certificate.whole[1]: expected"),
        (
            lambda v: _sight(v)["certificate"]["real"].__setitem__(0, "x"),
            "sight.certificate.real[0]: expected a number",
        ),
        (lambda v: _sight(v)["certificate"]["orders"].pop(), "sight.certificate.orders: expected"),
    ],
)
def test_a_spoiled_file_is_refused_with_its_place(spoil: Any, said: str, hidden: Table, tmp_path: Path) -> None:
    path = written(tmp_path / "p.json", proof_between(hidden, "talon", "brute"))
    value = json.loads(path.read_text())
    spoil(value)
    path.write_text(json.dumps(value))
    with pytest.raises(FileError) as refused:
        read_proof(path)
    assert said in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1, 2]", b'{"format": 1e999}', b"[" * 5000])
def test_a_file_that_is_no_proof_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(content)
    with pytest.raises(FileError):
        read_proof(path)


def test_numbers_that_are_not_finite_are_refused_in_the_file(hidden: Table, tmp_path: Path) -> None:
    path = written(tmp_path / "p.json", proof_between(hidden, "talon", "brute"))
    text = path.read_text()
    path.write_text(text.replace('"real":[', '"real":[NaN,'))
    with pytest.raises(FileError, match="finite"):
        read_proof(path)


def test_a_number_changed_in_the_last_place_is_still_a_proof_and_one_changed_much_is_not(
    hidden: Table, tmp_path: Path
) -> None:
    path = written(tmp_path / "p.json", proof_between(hidden, "talon", "brute"))
    value = json.loads(path.read_text())
    real = value["sight"]["certificate"]["real"]
    real[0] = float(np.nextafter(real[0], 0))
    path.write_text(json.dumps(value))
    assert isinstance(verify(read_proof(path), hidden), Verified)
    real[0] += 1.0
    path.write_text(json.dumps(value))
    assert isinstance(verify(read_proof(path), hidden), Refuted)
