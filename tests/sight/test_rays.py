"""Segments cast by the million: the engine and the judge's tree say the same."""

import sys

import numpy as np
import pytest

from warcry3d.geom import shapes
from warcry3d.sight.rays import Occluded, occluded_by, occluded_by_engine, occluded_by_tree

WALL = shapes.box((4, 0, 0), (4.5, 10, 3))
POST = shapes.cylinder((8, 5), 0.5, (0, 2))


@pytest.fixture(params=["engine", "tree"])
def occluded(request: pytest.FixtureRequest) -> Occluded:
    if request.param == "engine":
        pytest.importorskip("embreex")
        return occluded_by_engine([WALL, POST])
    return occluded_by_tree([WALL, POST])


def test_a_wall_between_stops_a_line_and_a_line_over_it_passes(occluded: Occluded) -> None:
    starts = np.array([[1, 5, 1], [1, 5, 3.5], [1, 12, 1], [5, 5, 1], [1, 5, 1]], float)
    ends = np.array([[7, 5, 1], [7, 5, 3.5], [7, 12, 1], [10, 5, 1], [3.9, 5, 1]], float)
    assert occluded(starts, ends).tolist() == [True, False, False, True, False]


def test_what_lies_beyond_the_end_stops_nothing(occluded: Occluded) -> None:
    assert occluded(np.array([[0.0, 5, 1]]), np.array([[3.999, 5, 1]])).tolist() == [False]


def test_long_lists_are_answered_as_short_ones(occluded: Occluded) -> None:
    rng = np.random.default_rng(5)
    starts, ends = rng.uniform((0, 0, 0.1), (12, 10, 4), (2, 300_000, 3))
    whole = occluded(starts, ends)
    assert len(whole) == 300_000
    assert np.array_equal(whole[150_000:150_500], occluded(starts[150_000:150_500], ends[150_000:150_500]))


def test_ends_that_are_no_numbers_are_refused(occluded: Occluded) -> None:
    with pytest.raises(ValueError, match="finite"):
        occluded(np.array([[0.0, 0, np.nan]]), np.array([[1.0, 1, 1]]))


def test_engine_and_tree_agree_on_random_lines() -> None:
    pytest.importorskip("embreex")
    rng = np.random.default_rng(3)
    starts, ends = rng.uniform((0, 0, 0.1), (12, 10, 4), (2, 20_000, 3))
    engine, tree = occluded_by_engine([WALL, POST])(starts, ends), occluded_by_tree([WALL, POST])(starts, ends)
    assert np.count_nonzero(engine != tree) <= 1  # float32 against float64
    assert 0.2 < tree.mean() < 0.8


def test_without_the_engine_the_tree_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "embreex", None)
    occluded = occluded_by([WALL])
    assert occluded(np.array([[1.0, 5, 1]]), np.array([[7.0, 5, 1]])).tolist() == [True]


def test_nothing_stops_nothing() -> None:
    assert occluded_by([])(np.zeros((3, 3)), np.ones((3, 3))).tolist() == [False] * 3
