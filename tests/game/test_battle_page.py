"""The page on battles: its Python runs as it stands, and it names all of the contract."""

import doctest
from pathlib import Path

from warcry3d.game.ruleset import Ruleset

PAGE = Path(__file__).resolve().parents[2] / "docs" / "battle.md"


def test_examples_on_the_page_run() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted >= 4 and found.failed == 0


def test_page_tells_every_question_a_rule_system_answers() -> None:
    text = PAGE.read_text(encoding="utf-8")
    asked = [name for name in vars(Ruleset) if not name.startswith("_") and name not in ("name", "actions")]
    assert len(asked) == 9
    assert [
        name for name in asked if f"`{name}(" not in text and f"`{name}`" not in text and f"{name}(" not in text
    ] == []
