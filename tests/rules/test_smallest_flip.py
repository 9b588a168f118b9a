"""The smallest move that flips a verdict, against all moves that are shorter on a fine grid."""

import math
from functools import cache

import numpy as np
import pytest

from tests import zoo
from tests.soak import mostly_soak
from warcry3d.geom.solid import Placement
from warcry3d.rules import smallest_flip
from warcry3d.rules.smallest_flip import PRECISION, Flip, flips
from warcry3d.sight.moved_sight import MovedSightlines
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.sight.visible import Look, sight
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table
from warcry3d.units import MM, SIGHT_TOLERANCE_MM

__all__ = ["FARTHEST", "board", "moved", "shorter"]

ERROR = 0.01
"""A move is at most so much (in) longer than the shortest one."""
FARTHEST = 0.4


@cache
def board(seed: int) -> Table:
    """Return two fighters with three to five walls between them, as chance has it."""
    rng = np.random.default_rng(seed)
    walls = []
    for i in range(int(rng.integers(3, 6))):
        long, high, thick = rng.uniform(0.8, 3.0), rng.uniform(0.7, 2.2), rng.uniform(0.1, 0.4)
        box = zoo.box_part("stones", (-long / 2, -thick / 2, 0), (long / 2, thick / 2, high))
        at = (rng.uniform(6.5, 10.5), rng.uniform(3.4, 6.6), 0)
        walls.append(zoo.feature(f"wall-{i}", box, at=at, turn=rng.uniform(0, 360)))
    return zoo.table(
        *walls,
        zoo.fighter("a", (5, 5), facing=rng.uniform(0, 360)),
        zoo.fighter("b", (12, 5), side="blue", facing=rng.uniform(0, 360), tall=1.3),
    )


def moved(table: Table, id: str, move: tuple[float, float]) -> Table:
    (x, y, z), turn = table.model(id).placement.at, table.model(id).placement.turn
    return table.placing(id, Placement((x + move[0], y + move[1], z), turn))


def shorter(table: Table, flip: Flip, still: str, *, to_seen: bool) -> list[tuple[float, float]]:
    """Return the moves on a grid, shorter than the smallest by more than the error, that flip the verdict too."""
    lines = MovedSightlines(table, flip.model, still)
    found = []
    for length in np.arange(ERROR, min(flip.length, FARTHEST) - ERROR, ERROR).tolist():
        for around in np.arange(0.0, 2.0 * math.pi, ERROR / length).tolist():
            move = length * math.cos(around), length * math.sin(around)
            if lines.sees(move) if to_seen else lines.look(move) is Look.HIDDEN:
                found.append(move)
    return found


@pytest.mark.parametrize("seed", mostly_soak(range(6), quick=2))
def test_no_shorter_move_flips_the_verdict(seed: int) -> None:
    table = board(seed)
    is_seen = isinstance(sight(table, "a", "b"), Seen)
    for flip, still in zip(flips(table, "a", "b", farthest=FARTHEST), ("b", "a"), strict=True):
        assert shorter(table, flip, still, to_seen=not is_seen) == []
        assert flip.at_least <= flip.length
        if flip.move is not None:
            assert isinstance(sight(moved(table, flip.model, flip.move), "a", "b"), Hidden if is_seen else Seen)


def test_step_past_the_end_of_a_wall_is_as_long_as_it_must_be() -> None:
    """Boxes on one line, a high wall that ends beside it: the line from corner to corner turns about its end."""
    end = 5.4
    wall = zoo.feature("w", zoo.box_part("stones", (8, -9, 0), (8.2, end, 4)))
    table = zoo.table(wall, zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5), side="blue"))
    (back, _, _), (front, top, _) = table.model("a").solids[0].bounds - (5, 0, 0)
    lacking = end - top + SIGHT_TOLERANCE_MM / 2 * MM
    for flip, along in zip(flips(table, "a", "b"), (12 + front - 8.2, 8 - 5 - back), strict=True):
        assert isinstance(flip.verdict, Seen)
        assert flip.length - PRECISION <= flip.at_least <= flip.length
        assert flip.length == pytest.approx(lacking * 7 / along, abs=ERROR)
        aside = math.degrees(math.acos(1.0 - PRECISION / flip.length))  # so far aside it is longer by no more
        assert flip.direction == pytest.approx(90, abs=aside)


def test_move_into_the_open_is_proved_the_smallest_after_few_looks() -> None:
    """Narrow lines, along which nobody is seen, begin at shorter moves: a thousand were tried one by one."""
    looks = 0

    def count() -> None:
        nonlocal looks
        looks += 1

    table = load_table(shipped_root() / "terrain" / "dispute-3-parapet.table.json")
    found = smallest_flip.flip(table, "lookout", "axeman", on_look=count)
    assert found.length == pytest.approx(1.22, abs=ERROR)
    assert found.length - PRECISION <= found.at_least
    assert looks < 400
