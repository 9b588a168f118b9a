"""What rules say is shown in the window, in the person's language: of what is due, of a line of the report."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.panel_bench import PanelBench
from tests.app.play.battles import done, race_model
from tests.app.play.test_play_keys import Heard
from warcry3d.app.play.intents import PickOption, PlayCommand, ShowRules
from warcry3d.app.play.panels.log_book import LogBook
from warcry3d.app.play.panels.rules import is_spoken
from warcry3d.app.play.view import InHand, PlayView
from warcry3d.app.shell.settings import Settings, load_settings, save_settings
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.rule_passages import RulePassage
from warcry3d.rules.systems import System, system

pytestmark = pytest.mark.usefixtures("registered_race")


def document(monkeypatch: pytest.MonkeyPatch, passage: RulePassage) -> None:
    """Let the docs say this of every rule."""

    def documented(name: str) -> System:
        return replace(system(name), rule_passages=lambda rule: (passage,))

    monkeypatch.setattr("warcry3d.app.play.panels.rules.system", documented)


def test_rules_of_what_is_due_are_shown_and_closed_by_the_same_key() -> None:
    model = race_model().after(PlayCommand.RULES)
    assert model.explained == ("RACE-1",)
    assert model.after(PlayCommand.RULES).explained == ()
    assert model.after(PlayCommand.BACK).explained == ()
    assert model.after(ShowRules(("RACE-2",))).explained == ("RACE-2",)


def test_rules_due_are_those_of_the_question_and_of_the_last_step() -> None:
    thrown = done(race_model().after(PickOption("push", "2")))
    assert set(thrown.rules_due) >= {thrown.game.pending.why.rule}
    assert thrown.rules_due == tuple(dict.fromkeys(thrown.rules_due))


def test_panel_says_what_the_rules_say(bench: PanelBench) -> None:
    said = Heard("en")
    model, view, frame = race_model().after(ShowRules(("RACE-1",))), PlayView(), bench.frame_of(said)
    bench.draw(lambda: view.draw(frame, model, InHand(), Settings()), 2)
    assert "What the rules say" in said.sentences
    found = bench.sweep(lambda: view.draw(frame, model, InHand(), Settings()), (232, 122), (640, 460))
    assert PlayCommand.RULE_IDS in found and ShowRules(()) in found


@pytest.mark.parametrize(("language", "is_shown"), [("en", True), ("zh_CN", False)])
def test_english_passages_are_folded_up_where_another_language_is_spoken(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch, language: str, is_shown: bool
) -> None:
    passage = RulePassage("cover.md", "Cover", ("A base behind a wall is in cover.",))
    document(monkeypatch, passage)
    said = Heard(language)
    drawn: list[str] = []
    monkeypatch.setattr("warcry3d.app.play.panels.rules.paragraph", lambda text, colour=None: drawn.append(text))
    model, view, frame = race_model().after(ShowRules(("RACE-1",))), PlayView(), bench.frame_of(said)
    bench.draw(lambda: view.draw(frame, model, InHand(), Settings()), 2)
    assert (passage.paragraphs[0] in drawn) is is_shown
    assert said.rule_text(system("race").rule_texts()["RACE-1"]).lower() in drawn[0].lower()
    assert (said.say("more in the documentation (in English)") in said.sentences[:-1]) is not is_shown


def test_button_that_closes_the_panel_stays_in_sight_below_long_passages(
    bench: PanelBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    passage = RulePassage("cover.md", "Cover", ("A base behind a wall is in cover. " * 40,) * 4)
    document(monkeypatch, passage)
    model, view, frame = race_model().after(ShowRules(("RACE-1",))), PlayView(), bench.frame_of(Heard("en"))
    bench.draw(lambda: view.draw(frame, model, InHand(), Settings()), 2)
    found = bench.sweep(lambda: view.draw(frame, model, InHand(), Settings()), (232, 122), (640, 200))
    assert ShowRules(()) in found


def test_every_rule_is_explained_in_chinese_too() -> None:
    chinese = Words("zh_CN")
    texts = system("warcry").rule_texts()
    assert len(texts) > 300
    assert [rule for rule, text in texts.items() if chinese.rule_text(text) == text] == []


def test_report_shows_the_ids_of_rules_when_asked_to() -> None:
    game = done(done(race_model().after(PickOption("push", "2"))).after(PlayCommand.THROW)).game
    plain, marked = LogBook(), LogBook()
    for book, has_ids in ((plain, False), (marked, True)):
        book.follow(game, 2, Teller(Words("en")), {}, 1e6, lambda text: 7.0 * len(text), has_ids=has_ids)
    assert [row.ids for row in plain.rows] == [""] * len(plain.rows)
    assert [row.ids for row in marked.rows] == [",".join(row.rules) for row in marked.rows]
    assert any(row.ids for row in marked.rows)
    assert [row.text.rstrip() for row in marked.rows] == [row.text for row in plain.rows]


def test_switch_is_remembered(tmp_path: Path) -> None:
    assert save_settings(Settings(has_rule_ids=True, hints=("move",)), tmp_path)
    assert load_settings(tmp_path).has_rule_ids and load_settings(tmp_path).hints == ("move",)


@pytest.mark.parametrize("name", ["warcry", "dndminiatures", "ageofsigmar", "warhammer40k"])
def test_what_newcomers_read_of_rules_is_there_in_chinese_about_the_same_rules(name: str) -> None:
    """Chinese players read the row of a rule alone; all else was in English, and folded up."""
    words, texts = Words("zh_CN"), system(name).spoken_passages()
    named = re.compile(r"[A-Z0-9]+-[A-Z]+-[0-9]+")
    assert len(texts) > 100
    for text in texts:
        said = words.rule_text(text)
        assert said != text
        assert sorted(named.findall(said)) == sorted(named.findall(text))


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("warcry", "WC-REACT-2"),
        ("dndminiatures", "DDM-MOVE-4"),
        ("ageofsigmar", "AOS-OPEN-10"),
        ("warhammer40k", "40K-WRECK-6"),
    ],
)
def test_how_rules_are_read_stays_in_english(name: str, rule: str) -> None:
    words = Words("zh_CN")
    first, *others = system(name).rule_passages(rule)
    assert is_spoken(words, first) and is_spoken(Words("en"), first)
    assert others and not any(is_spoken(words, one) for one in others)
