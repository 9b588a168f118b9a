"""The judge: which pairs are judged, which way round, by which rule system."""

import json
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from tests import zoo
from warcry3d.errors import FileError, QuestionError, UnknownNameError
from warcry3d.rules.judgement import judge, judge_all, playable_table
from warcry3d.rules.results import CoverVerdict, Reason, Sights, SightTerms
from warcry3d.rules.systems import ARMIES_ONLY, SYSTEMS, System, system
from warcry3d.sight.distance import Between, Measure, measure
from warcry3d.sight.verdict import Hidden, Point, Seen, TooClose, Verdict, turned_round
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table

TABLE = zoo.table(
    zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (9, 5), side="blue"), zoo.fighter("cat", (5, 9)), ruleset="fancy"
)


class Fancy:
    """A rule system of the tests' own: it counts what it is asked."""

    name = "fancy"
    sight_rule = "FANCY-1"
    is_certified = True
    is_on_squares = False
    measured = Between.BASES

    def __init__(self, is_sight_mutual: bool) -> None:
        self.is_sight_mutual = is_sight_mutual
        self.asked: list[tuple[str, str]] = []
        self.terms: SightTerms | None = None

    def sight(self, table: Table, viewer: str, target: str, terms: SightTerms) -> Verdict:
        self.terms = terms
        return self.between(viewer, target)

    def sights(self, table: Table, terms: SightTerms) -> Sights:
        self.terms = terms
        return self

    def between(self, viewer: str, target: str) -> Verdict:
        self.asked.append((viewer, target))
        return Seen((at(viewer), at(target)), 1.0)

    def cover(self, table: Table, attacker: str, target: str) -> CoverVerdict:
        return CoverVerdict((Reason("FANCY-2", f"{attacker}/{target}", (at(attacker), at(target)), at(target)),))

    def transparent(self, table: Table, viewer: str) -> tuple[str, ...]:
        return ()

    def measure(self, one: Model, other: Model) -> Measure:
        return measure(one, other)

    def squares(self, table: Table, one: str, other: str) -> int | None:
        return None


def at(id: str) -> Point:
    return TABLE.model(id).placement.at


@pytest.fixture(params=[True, False], ids=["mutual", "one-sided"])
def fancy(request: pytest.FixtureRequest) -> Iterator[Fancy]:
    rules = Fancy(request.param)
    fancy = System("fancy", "Fancy", sight=lambda: rules)
    with patch.dict(SYSTEMS, {"fancy": lambda: fancy}, clear=True):  # which puts back their order too
        yield rules


def test_unknown_rule_system_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match="no rule system 'chess'; there are: warcry"):
        system("chess")
    with pytest.raises(UnknownNameError, match="no rule system 'fancy'"):
        judge(TABLE, "ann", "bob")


def test_file_that_asks_for_an_unknown_rule_system_is_refused_at_that_place(tmp_path: Path, fancy: Fancy) -> None:
    path = tmp_path / "t.table.json"
    path.write_text(json.dumps(zoo.table_json(ruleset="fancy")))
    assert playable_table(path).ruleset == "fancy"
    path.write_text(json.dumps(zoo.table_json(ruleset="chess")))
    with pytest.raises(FileError) as caught:
        playable_table(path)
    assert (
        str(caught.value) == f"{path}: ruleset: no rule system 'chess'; there are: {', '.join(['fancy', *ARMIES_ONLY])}"
    )


def test_judgement_holds_all_answers_and_who_asked(fancy: Fancy) -> None:
    answer = judge(TABLE, "ann", "bob")
    assert (answer.ruleset, answer.viewer, answer.target, answer.sight_rule) == ("fancy", "ann", "bob", "FANCY-1")
    assert answer.distance.direct == pytest.approx(4 - 32 / 25.4)
    assert answer.sight == Seen((at("ann"), at("bob")), 1.0)
    assert answer.cover is not None
    assert answer.cover.verdict
    assert answer.cover.reasons[0].part == "ann/bob"


def test_what_the_players_agreed_on_reaches_the_rule_system(fancy: Fancy) -> None:
    body = frozenset({Tag.BODY})
    judge(TABLE, "ann", "bob", tags=body, tolerance_mm=0.5, budget=7)
    assert fancy.terms == SightTerms(body, 0.5, 7)
    judge_all(TABLE, tags=body, tolerance_mm=0.1, budget=9)
    assert fancy.terms == SightTerms(body, 0.1, 9)


def test_fighter_that_is_not_there_is_refused_with_those_that_are(fancy: Fancy) -> None:
    with pytest.raises(UnknownNameError, match="no model 'dan' on this table; there are: ann, bob, cat"):
        judge(TABLE, "ann", "dan")


def test_fighter_and_itself_is_no_question() -> None:
    """rule: WC-SIGHT-2, WC-SIGHT-3."""
    with pytest.raises(QuestionError, match="'ann' cannot see itself"):
        judge(zoo.table(zoo.fighter("ann", (5, 5))), "ann", "ann")


def test_all_are_the_ordered_pairs_of_enemies(fancy: Fancy) -> None:
    pairs = [(one.viewer, one.target) for one in judge_all(TABLE)]
    assert pairs == [("ann", "bob"), ("bob", "ann"), ("bob", "cat"), ("cat", "bob")]


def test_friends_are_judged_when_asked_for(fancy: Fancy) -> None:
    pairs = {(one.viewer, one.target) for one in judge_all(TABLE, friends=True)}
    assert len(pairs) == 6
    assert ("ann", "cat") in pairs


def test_sight_alone_is_judged_once_for_every_two_where_it_is_mutual(fancy: Fancy) -> None:
    answers = judge_all(TABLE, sight_only=True)
    once = [("ann", "bob"), ("ann", "cat"), ("bob", "cat")]
    both_ways = [pair for a, b in once for pair in ((a, b), (b, a))]
    assert [(one.viewer, one.target) for one in answers] == (once if fancy.is_sight_mutual else both_ways)
    assert all(one.cover is None for one in answers)


def test_mutual_sight_is_worked_out_once_and_its_line_turned_round(fancy: Fancy) -> None:
    answers = judge_all(TABLE)
    assert len(fancy.asked) == (2 if fancy.is_sight_mutual else 4)
    assert answers[1].sight == Seen((at("bob"), at("ann")), 1.0)


def test_every_kind_of_answer_can_be_turned_round() -> None:
    a, b = (0.0, 0.0, 1.0), (2.0, 0.0, 1.0)
    assert turned_round(Seen((a, b), 2.0)) == Seen((b, a), 2.0)
    assert turned_round(TooClose(0.1, (a, b), ("x",))) == TooClose(0.1, (b, a), ("x",))
    hidden = Hidden(("wall",), object())  # type: ignore[arg-type]
    assert turned_round(hidden) is hidden
