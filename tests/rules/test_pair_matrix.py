"""All pairs of a table: each answer is that of the pair alone, and comes bit by bit."""

from itertools import islice

import pytest

from tests import zoo
from warcry3d.rules.judgement import judge, visible_part
from warcry3d.rules.pair_matrix import PARTS, PairAnswer, pair_answers
from warcry3d.rules.results import SightTerms
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.models import Tag
from warcry3d.table.table import Table


@pytest.fixture(scope="module")
def table() -> Table:
    wall = zoo.feature("wall", zoo.box_part("p", (7, 3, 0), (7.5, 9, 2)))
    low = zoo.feature("low", zoo.box_part("p", (5, 11, 0), (9, 11.5, 0.6)))
    fighters = [zoo.fighter(id, at) for id, at in {"a": (5, 5), "b": (10, 5), "c": (7, 13), "d": (12, 14)}.items()]
    return zoo.table(wall, low, *fighters)


@pytest.fixture(scope="module")
def answers(table: Table) -> list[PairAnswer]:
    return list(pair_answers(table))


def test_the_last_answer_on_each_pair_is_that_of_the_judge(table: Table, answers: list[PairAnswer]) -> None:
    last = {answer.pair: answer for answer in answers}
    assert len(last) == 12
    for (viewer, target), answer in last.items():
        alone = judge(table, viewer, target)
        assert type(answer.sight) is type(alone.sight)
        assert (answer.distance, answer.cover) == (alone.distance, alone.cover)
        if isinstance(alone.sight, Seen):
            assert answer.sight == alone.sight
        assert answer.share == visible_part(table, alone)
    assert {type(answer.sight) for answer in last.values()} == {Seen, Hidden}
    assert {answer.cover.verdict for answer in last.values() if answer.cover is not None} == {True, False}


def test_answers_on_a_pair_only_grow_until_they_are_whole(answers: list[PairAnswer]) -> None:
    known: dict[tuple[str, str], int] = {}
    for answer in answers:
        assert answer.known == known.get(answer.pair, -1) + 1
        known[answer.pair] = answer.known
    assert set(known.values()) == {PARTS}


def test_all_distances_come_before_anything_slow_and_all_sight_before_shares(table: Table) -> None:
    first = list(islice(pair_answers(table), 24))
    assert [answer.known for answer in first] == [0] * 12 + [1] * 12
    assert all(answer.sight is not None for answer in first[12:])


def test_what_does_not_count_does_not_count_for_any_pair() -> None:
    banner = zoo.figure(zoo.box_part("p", (-0.1, -0.1, 2), (0.1, 0.1, 4)).solid, tags=("banner",))
    wall = zoo.feature("wall", zoo.box_part("p", (7, -20, 0), (7.5, 40, 2)))
    table = zoo.table(zoo.fighter("a", (5, 5), shape=banner), zoo.fighter("b", (10, 5), shape=banner), wall)
    counted = list(pair_answers(table))[-1]
    left_out = list(pair_answers(table, SightTerms(frozenset({Tag.BODY}))))[-1]
    assert isinstance(counted.sight, Seen) and isinstance(left_out.sight, Hidden)


def test_one_model_alone_has_no_pairs() -> None:
    assert list(pair_answers(zoo.table(zoo.fighter("a", (5, 5))))) == []
