"""The examples in docstrings show what the code does."""

import doctest
import importlib
from pathlib import Path

import pytest

import warcry3d

PACKAGE = Path(warcry3d.__file__).parent


def with_examples() -> list[str]:
    """Return the names of all modules with examples in their docstrings."""
    paths = sorted(path for path in PACKAGE.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))
    return [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in paths]


@pytest.mark.parametrize("name", with_examples())
def test_the_examples_of_a_module_hold(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0
    assert found.attempted > 0
