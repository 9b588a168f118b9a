"""Ways around what is in the way on one surface, found at once."""

import math
from itertools import pairwise

import pytest
import shapely

from warcry3d.motion.path import Point
from warcry3d.motion.way_around import WaysFrom, way_around

FREE = shapely.box(0, 0, 10, 10).difference(shapely.box(4, 0, 6, 7))
START = (3.0, 1.0, 0.5)


def length(way: tuple[Point, ...]) -> float:
    return sum(math.dist(a[:2], b[:2]) for a, b in pairwise((START, *way)))


@pytest.mark.parametrize("goal", [(2.0, 8.0, 0.5), (7.0, 1.0, 0.5), (7.0, 9.0, 0.5)])
def test_one_search_finds_the_ways_to_all_goals_that_single_searches_find(goal: Point) -> None:
    one, all_ = way_around(FREE, START, goal, 16.0), WaysFrom(FREE, START, 16.0).to(goal)
    assert one is not None and all_ is not None
    assert all_[-1] == goal
    assert length(all_) == pytest.approx(length(one))


def test_no_way_is_longer_than_its_inches() -> None:
    """Around both corners it takes 2 * sqrt(37) + 2 in, and a little for passing them with some room."""
    assert WaysFrom(FREE, START, 14.0).to((7.0, 1.0, 0.5)) is None
    found = WaysFrom(FREE, START, 14.4).to((7.0, 1.0, 0.5))
    assert found is not None and 14.16 < length(found) <= 14.4


def test_where_nothing_is_in_the_way_it_is_straight() -> None:
    assert WaysFrom(FREE, START, 5.0).to((1.0, 5.0, 0.5)) == ((1.0, 5.0, 0.5),)
    assert WaysFrom(FREE, START, 5.0).to((5.0, 1.0, 0.5)) is None, "in the wall"
