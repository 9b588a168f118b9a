"""Ways around what is in the way on one surface, found at once."""

import math
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest
import shapely

from warcry3d.motion.path import Point
from warcry3d.motion.way_around import CLEARANCE, COARSE, FEW, ROUGH, WaysFrom, way_around

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


def test_ways_are_the_same_however_many_goals_are_asked_for() -> None:
    """The first ones are looked for one by one, the others all at once."""
    posts = [shapely.Point(x, y).buffer(0.8) for x in (2, 5, 8) for y in (2, 5, 8)]
    free = shapely.box(0, 0, 10, 10).difference(shapely.union_all(posts))
    goals = [(float(x), float(y), 0.0) for x, y in np.random.default_rng(2).uniform(0, 10, (4 * FEW, 2))]
    together = WaysFrom(free, (0.5, 0.5, 0.0), 8.0)
    found = [together.to(goal) for goal in goals]
    assert found == [WaysFrom(free, (0.5, 0.5, 0.0), 8.0).to(goal) for goal in goals]
    assert sum(one is None for one in found) > 3 and sum(one is not None for one in found) > 3


def test_who_stands_outside_of_the_free_area_goes_nowhere() -> None:
    assert WaysFrom(FREE, (5.0, 3.0, 0.0), 20.0).to((5.0, 9.0, 0.0)) is None


def test_no_way_is_longer_than_its_inches() -> None:
    """Around both corners it takes 2 * sqrt(37) + 2 in, and a little for passing them with some room."""
    assert WaysFrom(FREE, START, 14.0).to((7.0, 1.0, 0.5)) is None
    found = WaysFrom(FREE, START, 14.4).to((7.0, 1.0, 0.5))
    assert found is not None and 14.16 < length(found) <= 14.4


def test_ways_are_the_shortest_past_all_corners() -> None:
    """Against a search that looks at every pair of corners (shapely)."""
    numbers = np.random.default_rng(11)
    for _ in range(6):
        posts = [
            shapely.Point(x, y).buffer(r, quad_segs=3)
            for x, y, r in numbers.uniform((1, 1, 0.4), (11, 11, 1.4), (8, 3))
        ]
        free = shapely.box(0, 0, 12, 12).difference(shapely.union_all(posts))
        spots = [(float(x), float(y), 0.0) for x, y in numbers.uniform(0.2, 11.8, (14, 2)) if free.covers(_at(x, y))]
        ways = WaysFrom(free, spots[0], 12.0)
        for goal in spots[1:]:
            found, best = ways.to(goal), _cheapest_of_all_pairs(free, spots[0], goal)
            if found is None:
                assert best > 12.0 - 1e-9
            else:
                assert sum(math.dist(a, b) for a, b in pairwise((spots[0], *found))) == pytest.approx(best)


def _at(x: float, y: float) -> shapely.Point:
    return shapely.Point(x, y)


def _cheapest_of_all_pairs(free: Any, start: Point, goal: Point) -> float:
    """Return the length of the shortest way over the corners that lie a little inside of an area."""
    inner = shapely.simplify(shapely.buffer(free, -CLEARANCE, join_style="mitre", quad_segs=2), COARSE)
    roomy = shapely.buffer(free, ROUGH, quad_segs=1)
    places = np.array([start[:2], goal[:2], *shapely.get_coordinates(inner).tolist()])
    pairs = np.array(list(permutations(range(len(places)), 2)))
    lines = shapely.linestrings(places[pairs])
    shapely.prepare(roomy)
    lengths = np.full((len(places), len(places)), np.inf)
    seen = pairs[shapely.covers(roomy, lines)]
    lengths[seen[:, 0], seen[:, 1]] = np.hypot(*(places[seen[:, 0]] - places[seen[:, 1]]).T)
    costs = np.full(len(places), np.inf)
    costs[0] = 0.0
    while True:
        better = np.minimum(costs, (costs[:, None] + lengths).min(axis=0))
        if np.array_equal(better, costs):
            return float(costs[1])
        costs = better


def test_places_may_be_whole_numbers() -> None:
    free = shapely.box(0, 0, 4, 4)
    assert way_around(free, (1, 2, 0), (3, 1, 0), 5.0) == ((3.0, 1.0, 0.0),)


def test_nobody_walks_out_of_where_nobody_may_be() -> None:
    """The start and the goal lie in the same wall, and no edge is between them."""
    assert WaysFrom(FREE, (5.0, 1.0, 0.5), 9.0).to((5.0, 2.0, 0.5)) is None
    assert way_around(FREE, (5.0, 1.0, 0.5), (5.0, 2.0, 0.5), 9.0) is None


def test_where_nothing_is_in_the_way_it_is_straight() -> None:
    assert WaysFrom(FREE, START, 5.0).to((1.0, 5.0, 0.5)) == ((1.0, 5.0, 0.5),)
    assert WaysFrom(FREE, START, 5.0).to((5.0, 1.0, 0.5)) is None, "in the wall"
