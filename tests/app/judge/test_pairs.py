"""What the Judge room knows of all pairs: what holds and what is dropped, orders, one-sided answers."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from tests import zoo
from warcry3d.app.judge.intents import ClickFighter, CountTag, PickTool, ShowTable
from warcry3d.app.judge.matrix_part import asking, find_pairs, lines_of
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.pair_list import sort_key
from warcry3d.app.judge.pair_signs import distance_words, facts
from warcry3d.app.judge.pairs import (
    MATRIX,
    CellContent,
    FillCells,
    ListPairs,
    MorePairs,
    OrderPairs,
    PairOrder,
    PairsState,
    PointAtPair,
    StopPairs,
    is_one_sided,
    ordered,
    terms_of,
)
from warcry3d.app.scene.overlays import Beam, FlatLine
from warcry3d.app.shell.background.jobs import JobProgress, JobStoppedError
from warcry3d.messages import Words
from warcry3d.rules.pair_matrix import Pair, PairAnswer
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.models import Tag

WALL = zoo.feature("wall", zoo.box_part("p", (7, 3, 0), (7.5, 9, 2)))
LOW = zoo.feature("low", zoo.box_part("p", (5, 11, 0), (9, 11.5, 0.6)))
TABLE = zoo.table(
    WALL,
    LOW,
    zoo.fighter("ann", (5, 5)),
    zoo.fighter("bob", (10, 5), side="blue"),
    zoo.fighter("cid", (7, 11.9)),
    zoo.fighter("dan", (9, 7), side="blue"),
)
NAMES = {"ann": "Zoe", "bob": "bob", "cid": "Cid", "dan": "Dan"}
MODEL = JudgeModel(TABLE, states=MappingProxyType({MATRIX: PairsState()}))


@pytest.fixture(scope="module")
def answers() -> dict[Pair, PairAnswer]:
    found: list[PairAnswer] = []
    find_pairs(terms_of(MODEL), None, found.append, JobProgress())
    return {answer.pair: answer for answer in found}


@pytest.fixture(scope="module")
def known(answers: dict[Pair, PairAnswer]) -> JudgeModel:
    return MODEL.after(MorePairs(tuple(answers.values()), is_over=True))


def test_newer_answers_take_the_place_of_older_ones(answers: dict[Pair, PairAnswer]) -> None:
    whole = answers["ann", "dan"]
    first = PairAnswer(whole.pair, whole.distance)
    model = MODEL.after(MorePairs((first,)))
    assert model.state(PairsState).share_known(4) == 0
    assert model.after(MorePairs((whole,))).state(PairsState).share_known(4) == pytest.approx(1 / 12)


def test_answers_are_dropped_with_what_they_are_about(known: JudgeModel) -> None:
    assert len(known.state(PairsState).answers) == 12
    assert known.after(ClickFighter("ann")).state(PairsState).is_over
    for changed in (known.after(CountTag(Tag.WEAPON, False)), known.after(ShowTable(zoo.table(*TABLE.models)))):
        state = changed.state(PairsState)
        assert (dict(state.answers), state.is_over) == ({}, False)


def test_how_it_is_shown_outlives_the_table_but_not_what_is_pointed_at(known: JudgeModel) -> None:
    model = known.after(OrderPairs(PairOrder.NAME)).after(FillCells(CellContent.SHARE)).after(ListPairs(True))
    model = model.after(PointAtPair(("ann", "bob"))).after(StopPairs(True))
    state = model.after(ShowTable(zoo.table(*TABLE.models), is_new=True)).state(PairsState)
    assert (state.order, state.content, state.is_list) == (PairOrder.NAME, CellContent.SHARE, True)
    assert (state.pointed, state.is_stopped) == (None, False)
    assert model.after(PickTool(MATRIX)).state(PairsState).pointed is None


def test_rows_and_columns_come_in_the_order_asked_for(answers: dict[Pair, PairAnswer]) -> None:
    assert ordered(TABLE, answers, PairOrder.SIDE, NAMES)[0] == ["ann", "cid", "bob", "dan"]
    assert ordered(TABLE, answers, PairOrder.NAME, NAMES)[1] == ["bob", "cid", "dan", "ann"]
    rows, columns = ordered(TABLE, answers, PairOrder.SEEN, NAMES)
    seen = {id: sum(isinstance(answers[pair].sight, Seen) for pair in answers if pair[0] == id) for id in NAMES}
    assert [seen[id] for id in rows] == sorted(seen.values(), reverse=True)
    assert len(set(seen.values())) > 1 and set(columns) == set(rows)


def test_one_who_is_in_cover_from_another_but_not_the_other_way_round_is_marked(
    answers: dict[Pair, PairAnswer],
) -> None:
    # A low wall right before cid: near enough not to count when cid attacks.
    marked = {pair for pair in answers if is_one_sided(answers, pair)}
    covers = {pair: answer.cover is not None and answer.cover.verdict for pair, answer in answers.items()}
    assert marked == {pair for pair in answers if covers[pair] != covers[pair[1], pair[0]]}
    assert marked and len(marked) < len(answers)
    assert not is_one_sided({}, ("ann", "bob"))


@pytest.mark.parametrize("column", range(6))
def test_the_list_is_sorted_by_each_column(answers: dict[Pair, PairAnswer], column: int) -> None:
    rows = sorted(answers.values(), key=sort_key(column, NAMES))
    shown = [
        [NAMES[row.pair[0]].casefold() for row in rows],
        [NAMES[row.pair[1]].casefold() for row in rows],
        [isinstance(row.sight, Hidden) for row in rows],
        [not (row.cover and row.cover.verdict) for row in rows],
        [row.distance.direct for row in rows],
        [-row.share.share for row in rows if row.share],
    ][column]
    assert shown == sorted(shown) and len(set(shown)) > 1


def test_a_pair_is_asked_about_whatever_was_asked_before(known: JudgeModel) -> None:
    model = known.after(ClickFighter("bob")).after(ClickFighter("ann"))
    for intent in asking(model, ("ann", "bob")):
        assert not isinstance(intent, str)
        model = model.after(intent)
    assert (model.viewer, model.target) == ("ann", "bob")
    assert asking(model, ("ann", "bob")) == []


def test_seen_and_hidden_differ_in_the_kind_of_their_lines(answers: dict[Pair, PairAnswer]) -> None:
    hidden = next(answer for answer in answers.values() if isinstance(answer.sight, Hidden))
    seen = next(answer for answer in answers.values() if isinstance(answer.sight, Seen))
    assert any(isinstance(one, FlatLine) and one.dash for one in lines_of(TABLE, [hidden]))
    assert any(isinstance(one, Beam) and not one.dash for one in lines_of(TABLE, [seen]))
    assert lines_of(TABLE, [PairAnswer(seen.pair, seen.distance)]) == ()


def test_a_cancelled_search_hands_over_nothing_more() -> None:
    progress, found = JobProgress(), list[PairAnswer]()

    def take(answer: PairAnswer) -> None:
        found.append(answer)
        progress.is_cancelled = len(found) == 3

    with pytest.raises(JobStoppedError):
        find_pairs(terms_of(MODEL), None, take, progress)
    assert len(found) == 3


def test_the_viewer_picked_comes_first() -> None:
    found: list[PairAnswer] = []
    progress = JobProgress()
    find_pairs(terms_of(MODEL), "cid", found.append, progress)
    assert [answer.pair[0] for answer in found[:3]] == ["cid"] * 3
    assert progress.share == pytest.approx(1)


def test_distance_is_in_squares_where_the_rules_count_them(answers: dict[Pair, PairAnswer]) -> None:
    words = Words("en")
    assert distance_words(answers["ann", "bob"], words).endswith(" in")
    squares = replace(answers["ann", "bob"], squares=5)
    assert distance_words(squares, words) == "5 squares"
    assert "5 squares" in list(facts(squares, words))
