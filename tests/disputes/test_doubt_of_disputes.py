"""What the docs say of each dispute: how sure, what would change it, what the certificate proves."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.disputes.test_disputes import table_of
from tests.soak import mostly_soak
from warcry3d.rules.judgement import judge
from warcry3d.rules.placement_doubt import verdict_doubt
from warcry3d.rules.smallest_flip import FARTHEST, flip
from warcry3d.sight.proof import Verified, verify
from warcry3d.sight.proof_file import proof_of
from warcry3d.sight.verdict import Seen, VerdictWord
from warcry3d.table.models import Tag
from warcry3d.table.shipped import shipped_root
from warcry3d.units import SIGHT_TOLERANCE_MM

PAGE = Path(__file__).parents[2] / "docs" / "disputes.md"
NAMES: dict[VerdictWord, str] = {"seen": "seen", "hidden": "hidden", "too-close": "too close"}


@dataclass(frozen=True)
class Row:
    """A row of the page's table."""

    table: str
    viewer: str
    target: str
    answers: str
    moves: tuple[str, str]
    proof: str

    def __str__(self) -> str:
        return f"{self.table}-{self.viewer}-{self.target}"


def rows() -> tuple[Row, ...]:
    """Return the rows, those that take least time first."""
    cells = r" \| ".join([r"(\d) (\w+), (\w+)", *["([^|]+)"] * 4])
    lines = re.findall(rf"^\| {cells} \|$", PAGE.read_text(encoding="utf-8"), re.M)
    tables = sorted(path.name.removesuffix(".table.json") for path in (shipped_root() / "terrain").glob("dispute-*"))
    made = (Row(tables[int(n) - 1], a, b, said, (one, other), proof) for n, a, b, said, one, other, proof in lines)
    return tuple(sorted(made, key=lambda row: -int(row.table.split("-")[1])))


def test_every_dispute_has_its_row() -> None:
    assert {int(row.table.split("-")[1]) for row in rows()} == set(range(1, 10)) and len(rows()) == 11


@pytest.mark.parametrize("row", mostly_soak(rows(), quick=1), ids=str)
def test_certificate_proves_what_is_said(row: Row) -> None:
    table = table_of(row.table)
    verdict = judge(table, row.viewer, row.target).sight
    proof = proof_of(table, row.viewer, row.target, verdict, frozenset(Tag), (), SIGHT_TOLERANCE_MM)
    verified = verify(proof, table)
    assert isinstance(verified, Verified)
    if isinstance(verdict, Seen):
        assert row.proof == f"a line, clear by {verdict.clearance_mm:.2f} mm"
    else:
        assert row.proof == f"{verified.counts.pairs} pairs of patches"


@pytest.mark.parametrize("row", mostly_soak(rows(), quick=1), ids=str)
def test_smallest_moves_are_as_long_as_said(row: Row) -> None:
    table = table_of(row.table)
    for moving, still, said in ((row.viewer, row.target, row.moves[0]), (row.target, row.viewer, row.moves[1])):
        found = flip(table, moving, still)
        assert said == (f"more than {FARTHEST:g} in" if found.move is None else f"{found.length:.2f} in")


@pytest.mark.soak
@pytest.mark.parametrize("row", rows(), ids=str)
def test_placements_are_judged_as_said(row: Row) -> None:
    doubt = verdict_doubt(table_of(row.table), row.viewer, row.target)
    shares = ((name, doubt.share(word)) for word, name in NAMES.items())
    said = ", ".join(f"{name} {100 * share.share:.1f} %" for name, share in shares if share.count)
    assert row.answers == said + (", proved for all" if doubt.proved else "")
