"""The page lists every code that lint has, and no other."""

import re
from pathlib import Path

from tests import zoo
from warcry3d.table.terrain import Piece
from warcry3d.terrain.lint.report import lint

ROOT = Path(__file__).resolve().parents[3]


def test_page_lists_every_code_with_its_severities() -> None:
    sources = "".join(path.read_text() for path in sorted((ROOT / "warcry3d" / "terrain" / "lint").glob("*.py")))
    made = re.findall(r'Finding\(\s*"(T-[A-Z]+)",\s*((?:[^"]|\n)*?),\s*(?:"|template|[Mm]essage)', sources)
    told = dict(
        re.findall(r"^\| `(T-[A-Z]+)` \| ([a-z, ]+) \|", (ROOT / "docs" / "terrain.md").read_text(), re.MULTILINE)
    )
    severities: dict[str, set[str]] = {}
    for code, expression in made:
        severities.setdefault(code, set()).update(word.lower() for word in re.findall(r"Severity\.(\w+)", expression))
    assert len(severities) > 20
    assert {code: set(text.split(", ")) for code, text in told.items()} == severities


def test_lint_tells_which_share_of_its_checks_is_done() -> None:
    shares: list[float] = []
    lint(Piece("post", (zoo.box_part("post", (0, 0, 0), (1, 1, 2)),)), on_share=shares.append)
    assert shares[0] == 0.0 and shares == sorted(set(shares)) and shares[-1] < 1.0 and len(shares) > 10
