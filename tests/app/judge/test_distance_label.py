"""The inches between two bases, written below the verdict's tape."""

from dataclasses import replace
from types import MappingProxyType

from tests import zoo
from warcry3d.app.judge.intents import AnswerSight, ClickFighter
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.scene import distance_label, table_view
from warcry3d.app.judge.verdict_cards import between_said
from warcry3d.messages import Words
from warcry3d.rules.judgement import judge

WORDS = Words("en")
TABLE = zoo.table(zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (10, 5), side="blue"))
ASKED = JudgeModel(TABLE, states=MappingProxyType({})).after(ClickFighter("ann")).after(ClickFighter("bob"))


def answered(squares: int | None = None) -> JudgeModel:
    assert ASKED.question is not None
    return ASKED.after(AnswerSight(ASKED.question, replace(judge(TABLE, "ann", "bob"), squares=squares)))


def test_the_tape_says_how_far_the_bases_are_apart() -> None:
    model = answered()
    (label,) = distance_label(model, table_view(model), WORDS)
    assert model.judgement is not None
    assert label.text == f"{model.judgement.distance.direct:.2f} in"
    assert label.at[:2] == (7.5, 5.0) and label.drop > 0


def test_nothing_is_written_without_a_tape_or_where_squares_count() -> None:
    model = answered()
    assert distance_label(model, replace(table_view(model), overlays=()), WORDS) == ()
    assert distance_label(ASKED, table_view(ASKED), WORDS) == ()
    assert distance_label(answered(squares=5), table_view(model), WORDS) == ()


def test_the_card_says_between_what_it_was_measured() -> None:
    """Seen in a battle of Age of Sigmar, which measures from bodies: the card said "base to base"."""
    said = [
        between_said(judge(replace(TABLE, ruleset=id), "ann", "bob").distance, WORDS)
        for id in ("warcry", "ageofsigmar")
    ]
    assert said == ["base to base", "body to body"]
