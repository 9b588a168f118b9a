"""What a search does that may derive only so much: it leaves ways out, and spoils nothing for the next one."""

import math

import numpy as np

from tests import zoo
from tests.motion.moves import mover
from warcry3d.motion.reach import Reach, reach
from warcry3d.motion.reaching.effort import limited, may_derive
from warcry3d.motion.trace import trace
from warcry3d.table.table import Table


def three_decks() -> Table:
    """Return a board with decks 2 in high: the first 1 in away from the mover, the second 4 in, the third 7 in."""
    decks = [
        zoo.feature(name, zoo.box_part("d", (west, 3, 0), (west + 2, 7, 2), "platform"))
        for name, west in (("near", 8.0), ("middle", 11.0), ("far", 14.0))
    ]
    return zoo.table(mover((6.4, 5.0)), *decks)


def stood_on(found: Reach) -> set[str]:
    return {name for level in found.levels for name, _ in level.level.parts}


def test_who_may_derive_nothing_stays_on_the_floor() -> None:
    with limited(0):
        found = reach(three_decks(), "a", 12.0)
    assert stood_on(found) == set()
    assert found.levels[0].count > 1000
    assert not found.is_whole


def test_what_is_near_is_derived_first() -> None:
    with limited(1) as effort:
        found = reach(three_decks(), "a", 12.0)
    assert effort.is_spent
    assert {name.partition("/")[0] for name in stood_on(found)} == {"near"}


def test_all_that_it_offers_is_judged_alike() -> None:
    table = three_decks()
    with limited(2):
        found = reach(table, "a", 12.0)
    assert len(found.levels) > 1
    for level in found.levels:
        rows, columns = np.nonzero(np.isfinite(level.cost))
        for row, column in list(zip(rows.tolist(), columns.tolist(), strict=True))[::97]:
            route = found.route(level.level, (float(level.x[column]), float(level.y[row])))
            assert route is not None
            assert trace(table, "a", route.path).faults == ()


def test_the_next_search_finds_the_rest_as_if_nothing_had_been_left_out() -> None:
    table, anew = three_decks(), three_decks()
    for _ in range(3):
        with limited(1):
            reach(table, "a", 12.0)
    after, whole = reach(table, "a", 12.0), reach(anew, "a", 12.0)
    assert after.is_whole
    assert len(after.levels) == len(whole.levels) == 4
    for one, other in zip(after.levels, whole.levels, strict=True):
        assert np.array_equal(one.cost, other.cost, equal_nan=True)


def test_a_search_goes_on_from_what_those_before_it_derived() -> None:
    table = three_decks()
    counts = []
    for _ in range(4):
        with limited(1):
            counts.append(len(reach(table, "a", 12.0).levels))
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]


def test_nothing_is_derived_after_the_time_and_everything_outside() -> None:
    with limited(5, seconds=-1.0):
        assert not may_derive()
    with limited(5, seconds=math.inf) as effort:
        assert may_derive()
    assert effort.left == 4
    assert may_derive()
