"""Where a creature stops on its quickest ways: all of them, each as far as its squares last."""

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.rules.dndminiatures.grid.maps import SIDE, grid_maps
from warcry3d.rules.dndminiatures.grid.cells import STEPS, Cell, Space
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.path_checks import path_cost
from warcry3d.rules.dndminiatures.grid.quickest_stops import quickest_stops
from warcry3d.rules.dndminiatures.grid.steps import can_step
from warcry3d.rules.dndminiatures.grid.ways import CreatureGround

CELLS = st.frozensets(st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1)), max_size=6)
MOST = 5
"""Ways that cost more are not looked at one by one: there are too many."""


def ends(ground: CreatureGround, start: Cell, goals: frozenset[Cell], budget: int) -> set[Cell]:
    return {way.steps[-1] for way in quickest_stops(ground, Space(start), goals, budget)}


def test_friend_in_the_way_is_gone_around_by_a_way_that_is_as_quick() -> None:
    """rule: DDM-ROUT-3: nothing else was offered than to stop behind the friend, though both ways take 4 squares."""
    board, start, goal = GridMap(5, 5), (0, 0), frozenset({(4, 1)})
    assert ends(CreatureGround(board), start, goal, 2) == {(2, 0), (2, 1)}
    assert ends(CreatureGround(board, friends=frozenset({(2, 0)})), start, goal, 2) == {(1, 0), (2, 1)}
    first, *_ = quickest_stops(CreatureGround(board, friends=frozenset({(2, 0)})), Space(start), goal, 2)
    assert first.steps[-1] == (2, 1) and first.cost == 2


def test_ways_past_other_enemies_are_told_apart() -> None:
    board, goal = GridMap(5, 5), frozenset({(4, 1)})

    def strikers(space: Space) -> int:
        return int(space.cell == (1, 0)) | 2 * (space.cell == (1, 1))

    found = quickest_stops(CreatureGround(board), Space((0, 0)), goal, 2, strikers)
    assert {(way.steps[-1], way.strikers) for way in found} == {((2, 0), 1), ((2, 1), 1), ((2, 1), 2)}


def test_no_way_to_a_goal_is_no_stop() -> None:
    board = GridMap(3, 1, frozenset({(1, 0)}))
    assert not quickest_stops(CreatureGround(board), Space((0, 0)), frozenset({(2, 0)}), 5)


@given(grid_maps(), CELLS, CELLS, CELLS, st.integers(1, 6))
def test_stops_are_those_of_all_quickest_ways_one_by_one(
    board: GridMap, friends: frozenset[Cell], enemies: frozenset[Cell], goals: frozenset[Cell], budget: int
) -> None:
    """rule: DDM-ROUT-3."""
    start = next((cell for cell in ((0, 0), (3, 2), (5, 5)) if board.can_hold(Space(cell))), None)
    if start is None:
        return
    ground = CreatureGround(board, friends - {start}, enemies - {start} - friends)
    open_goals = frozenset(cell for cell in goals if cell != start and board.can_hold(Space(cell)))
    whole = [way for way in _ways(ground, start, open_goals) if way[-1] in open_goals]
    assume(whole)
    least = min(path_cost(board, Space(start), way[1:]) for way in whole)
    expected = set()
    for way in whole:
        if path_cost(board, Space(start), way[1:]) > least:
            continue
        last = max(
            n
            for n in range(len(way))
            if n == 0 or (path_cost(board, Space(start), way[1 : n + 1]) <= budget and ground.can_end(Space(way[n])))
        )
        expected.add(way[last])
    found = quickest_stops(ground, Space(start), open_goals, budget)
    assert {way.steps[-1] for way in found} == expected
    for one in found:
        assert path_cost(board, Space(start), one.steps[1:]) == one.cost <= budget
        assert all(can_step(board, Space(a), (b[0] - a[0], b[1] - a[1])) for a, b in pairwise(one.steps))


def _ways(ground: CreatureGround, start: Cell, goals: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Yield ways, among them all quickest ones to goals: none comes to a cell for more than the least cost and one."""
    best: dict[Cell, int] = {start: 0}
    layer = {(start,): 0}
    everything = dict(layer)
    while layer:
        onward: dict[tuple[Cell, ...], int] = {}
        for way in layer:
            for step in STEPS:
                to = (way[-1][0] + step[0], way[-1][1] + step[1])
                if to in way or to in ground.enemies or way[-1] in goals:
                    continue
                if can_step(ground.board, Space(way[-1]), step):
                    cost = path_cost(ground.board, Space(start), (*way[1:], to))
                    if cost <= best.get(to, cost) + 1 and cost <= MOST:
                        best[to] = min(cost, best.get(to, cost))
                        onward[(*way, to)] = cost
        everything |= onward
        layer = onward
    yield from everything
