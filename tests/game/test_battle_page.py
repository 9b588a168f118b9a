"""The page on battles: its Python runs as it stands, and it names all of the contract."""

import doctest
from pathlib import Path

import pytest

from tests.transcripts import differences, played, transcripts
from warcry3d.cli.output import table_path
from warcry3d.game.dice import SeededDice
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.systems import system
from warcry3d.rules.warcry.players.fallback import sure
from warcry3d.table.files import load_table

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


def recorded_evening(path: Path) -> None:
    """Record a battle of two people up to the first activation; whoever has a choice takes the first that is sure."""
    offer = system("warcry").battle()
    table = load_table(table_path("terrain/board-2-bridges.table.json"))
    request = BattleRequest(table, ("red", "blue"), ("stilt-watch", "low-tide"))
    game, dice = Game.begin(offer.ruleset, offer.setup(request)), SeededDice(7)
    while not (isinstance(game.pending, Choice) and game.pending.kind == "activate"):
        due = game.pending
        game = game.play(sure(game.ruleset, game.state, due)) if isinstance(due, Choice) else game.roll(dice)
    Journal.create(path, game, seed=7, by={"red": "person", "blue": "person"}).close()


def test_transcript_on_the_page_is_what_the_screen_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    recorded_evening(tmp_path / "evening.battle.jsonl")
    (transcript,) = transcripts(PAGE)
    assert differences(transcript, played(transcript, monkeypatch)) == []
