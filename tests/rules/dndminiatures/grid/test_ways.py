"""Where a creature can move, what it costs, and who may strike at it."""

from itertools import pairwise

from hypothesis import given

from tests.rules.dndminiatures.grid.maps import placed_pairs
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, are_adjacent, cell_distance
from warcry3d.rules.dndminiatures.grid.charge_line import charge_cells, charge_edges, destinations
from warcry3d.rules.dndminiatures.grid.grid_map import GridMap
from warcry3d.rules.dndminiatures.grid.steps import can_step, walls_distance
from warcry3d.rules.dndminiatures.grid.ways import CreatureGround, entry_cost, ways

EMPTY = GridMap(12, 12)


def cheapest(ground: CreatureGround, start: Space, budget: int) -> dict[Cell, int]:
    return {cell: found[0].cost for cell, found in ways(ground, start, budget).items()}


def test_an_empty_map_is_reached_by_the_count_of_squares() -> None:
    """rule: DDM-MOVE-1."""
    costs = cheapest(CreatureGround(EMPTY), Space((5, 5)), 6)
    for x in range(12):
        for y in range(12):
            squares = cell_distance(x - 5, y - 5)
            assert costs.get((x, y)) == (squares if squares <= 6 else None)


def test_friends_are_passed_but_not_stood_on_and_enemies_are_not_passed() -> None:
    """rule: DDM-MOVE-2, DDM-MOVE-3."""
    lane = GridMap(5, 1)
    assert cheapest(CreatureGround(lane, friends=frozenset({(2, 0)})), Space((0, 0)), 6) == {
        (0, 0): 0,
        (1, 0): 1,
        (3, 0): 3,
        (4, 0): 4,
    }
    assert set(cheapest(CreatureGround(lane, enemies=frozenset({(2, 0)})), Space((0, 0)), 6)) == {(0, 0), (1, 0)}


def test_difficult_ground_and_statues_cost_double() -> None:
    """rule: DDM-MOVE-4: 2 squares, 3 diagonally; nobody ends on a statue."""
    lane = GridMap(5, 1, difficult=frozenset({(1, 0)}), statues=frozenset({(3, 0)}))
    assert cheapest(CreatureGround(lane), Space((0, 0)), 9) == {(0, 0): 0, (1, 0): 2, (2, 0): 3, (4, 0): 6}
    board = GridMap(3, 3, difficult=frozenset({(1, 1)}))
    assert entry_cost(board, Space((0, 0)), (1, 1), 0) == entry_cost(board, Space((0, 0)), (1, 1), 1) == 3


def test_one_square_is_always_allowed() -> None:
    """rule: DDM-MOVE-6: also into difficult ground, diagonally, without movement left."""
    board = GridMap(3, 3, difficult=frozenset({(1, 1)}))
    assert set(cheapest(CreatureGround(board), Space((0, 0)), 1)) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert set(cheapest(CreatureGround(EMPTY), Space((0, 0)), 0)) == {(0, 0), (1, 0), (0, 1), (1, 1)}


def test_nobody_steps_diagonally_past_the_end_of_a_wall() -> None:
    """rule: DDM-MOVE-5, DDM-MOVE-9."""
    board = GridMap(4, 4, frozenset({(1, 0)}))
    assert not can_step(board, Space((0, 0)), (1, 1))
    assert not can_step(board, Space((0, 0)), (1, 0))
    assert not can_step(GridMap(4, 4, edges=frozenset({((1, 0), (1, 1))})), Space((0, 0)), (1, 1))
    assert can_step(board, Space((0, 1)), (1, 0))


def test_all_cells_of_a_big_creature_move_alike() -> None:
    """rule: DDM-MOVE-8: a gap of one cell stops it, the dearest cell newly entered sets the cost."""
    wall = GridMap(6, 3, frozenset({(3, 0), (3, 2)}))
    assert max(x for x, _ in cheapest(CreatureGround(wall), Space((0, 0), 2), 9)) == 1
    mud = GridMap(6, 2, difficult=frozenset({(2, 1)}))
    assert cheapest(CreatureGround(mud), Space((0, 0), 2), 9)[(1, 0)] == 2
    assert cheapest(CreatureGround(mud), Space((0, 0), 2), 9)[(2, 0)] == 3


def test_a_longer_way_that_provokes_nobody_is_offered_beside_the_cheapest() -> None:
    """rule: DDM-AOO-1: who leaves a cell next to an enemy may be struck."""
    enemy = Space((4, 4))

    def strikers(space: Space) -> int:
        return int(are_adjacent(space, enemy))

    found = ways(CreatureGround(EMPTY, enemies=frozenset({enemy.cell})), Space((1, 4)), 12, strikers)[(7, 4)]
    assert [(way.cost, way.strikers) for way in found] == [(7, 1), (8, 0)]
    assert all(way.steps[0] == (1, 4) and way.steps[-1] == (7, 4) for way in found)
    assert not any(are_adjacent(Space(cell), enemy) for cell in found[1].steps[:-1])


@given(placed_pairs())
def test_ways_are_steps_that_cost_what_they_say(case: tuple[GridMap, Space, Space]) -> None:
    board, start, enemy = case
    for cell, found in ways(CreatureGround(board, enemies=frozenset(enemy.cells())), start, 6).items():
        for way in found:
            assert way.steps[-1] == cell
            cost = diagonals = 0
            for a, b in pairwise(way.steps):
                step, space = (b[0] - a[0], b[1] - a[1]), Space(a, start.size)
                assert can_step(board, space, step)
                assert not space.shifted(step).overlaps(enemy)
                cost += entry_cost(board, space, step, diagonals)
                diagonals += bool(step[0] and step[1])
            assert cost == way.cost


@given(placed_pairs())
def test_distance_around_walls_is_never_shorter_than_straight(case: tuple[GridMap, Space, Space]) -> None:
    """rule: DDM-DIST-3."""
    board, one, other = case
    around = walls_distance(board, one, other, 6)
    assert around == walls_distance(board, other, one, 6)
    straight = min(cell_distance(a[0] - b[0], a[1] - b[1]) for a in one.cells() for b in other.cells())
    assert around is None or around >= straight


def test_a_charge_ends_at_the_nearest_cells_beside_its_target() -> None:
    """rule: DDM-CHARGE-4."""
    assert destinations(EMPTY, Space((0, 0)), Space((6, 2))) == (Space((5, 1)),)
    assert destinations(EMPTY, Space((0, 0)), Space((5, 1))) == (Space((4, 0)), Space((4, 1)))
    assert destinations(EMPTY, Space((0, 0)), Space((2, 2))) == (Space((1, 1)),)


def test_a_charge_crosses_the_cells_of_its_line() -> None:
    """rule: DDM-CHARGE-6: touching a corner is not crossing."""
    assert charge_cells((0, 0), (3, 1)) == ((0, 0), (1, 0), (2, 1), (3, 1))
    assert charge_cells((0, 0), (2, 1)) == ((0, 0), (1, 0), (1, 1), (2, 1))
    assert charge_cells((2, 2), (0, 0)) == ((2, 2), (1, 1), (0, 0))
    assert charge_cells((0, 3), (0, 0)) == ((0, 3), (0, 2), (0, 1), (0, 0))


def test_a_charge_crosses_walls_along_sides() -> None:
    """rule: DDM-CHARGE-6."""
    board = GridMap(6, 6, edges=frozenset({((2, 0), (2, 1)), ((1, 2), (2, 2))}))
    assert charge_edges((0, 0), (3, 0), board) == (((2, 0), (2, 1)),)
    assert charge_edges((1, 0), (1, 3), board) == (((1, 2), (2, 2)),)
    assert charge_edges((0, 0), (3, 3), board) == ()
