"""What the coverage pages of all rule systems have in common: rows, and the rules that a file's tests cite."""

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
DOCS = TESTS.parent / "docs"
LINK = re.compile(r"`(tests/[\w/]+\.py)`")

Row = tuple[str, list[str]]
"""An id, and the test files that its row names."""


def rows_of(pages: Iterable[str], ids: re.Pattern[str]) -> list[Row]:
    """Return the rows of pages in the docs, page by page, whose first cell is an id."""
    row = re.compile(rf"^\| ({ids.pattern}) \| (.+?) \| (.+) \|$", re.MULTILINE)
    texts = [(DOCS / page).read_text(encoding="utf-8") for page in pages]
    return [(found[1], LINK.findall(found[3])) for text in texts for found in row.finditer(text)]


def cited(file: Path, ids: re.Pattern[str]) -> frozenset[str]:
    """Return the ids that tests of a file cite: what follows ``rule:`` at the head of their docstrings."""
    return frozenset(id for head in heads(file) for id in ids.findall(head))


@cache
def heads(file: Path) -> tuple[str, ...]:
    """Return the first paragraphs of the docstrings of a file's tests, of those that cite a rule."""
    text = file.read_text(encoding="utf-8")
    if "rule:" not in text:
        return ()
    tree = ast.parse(text)
    tests = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))
    found = ((ast.get_docstring(test) or "").split("\n\n")[0] for test in tests)
    return tuple(head for head in found if head.startswith("rule:"))
