"""Lines of sight of a model that is shifted, against a table on which it stands there."""

import math

import numpy as np
import pytest

from tests.rules.test_smallest_flip import board, moved
from warcry3d.sight.moved_sight import MovedSightlines
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.sight.visible import Look, Sightlines


@pytest.mark.parametrize("seed", range(4))
def test_answers_are_those_of_a_table_with_the_model_in_that_place(seed: int) -> None:
    table, rng = board(seed), np.random.default_rng(seed)
    lines = MovedSightlines(table, "a", "b")
    for x, y in rng.uniform(-0.8, 0.8, (12, 2)).tolist():
        there = Sightlines(moved(table, "a", (x, y)))
        verdict = there.between("a", "b")
        assert lines.sees((x, y)) == isinstance(verdict, Seen)
        found = lines.look((x, y))
        assert (found is Look.HIDDEN) == isinstance(verdict, Hidden)
        if isinstance(found, np.ndarray):
            assert there.look("a", "b") == pytest.approx(found, abs=1e-9)


def test_line_that_stays_free_is_free_after_each_of_the_moves() -> None:
    stayed = left = 0
    for seed in range(60):
        table, rng = board(seed), np.random.default_rng(seed)
        lines = MovedSightlines(table, "a", "b")
        found = lines.look((0.0, 0.0))
        if not isinstance(found, np.ndarray):
            continue
        for radius in (0.02, 0.1, 0.4):
            if not lines.stays_free(found, (0.0, 0.0), radius):
                left += 1
                continue
            stayed += 1
            for way in rng.uniform(0, 2 * math.pi, 20).tolist():
                move = radius * math.cos(way), radius * math.sin(way)
                assert lines.stays_free(found, move, 0.0)
                assert lines.look(move) is not Look.HIDDEN
    assert stayed > 3
    assert left > 1


def test_line_that_is_free_after_a_move_is_widened_by_small_shifts() -> None:
    free = blocked = 0
    for seed in range(12):
        table, rng = board(seed), np.random.default_rng(seed)
        lines = MovedSightlines(table, "a", "b")
        found = lines.look((0.0, 0.0))
        if not isinstance(found, np.ndarray):
            continue
        for x, y in rng.uniform(-0.4, 0.4, (6, 2)).tolist():
            if not lines.stays_free(found, (x, y)):
                blocked += 1
                continue
            free += 1
            wider = lines.widened(found, (x, y), 0.1) - np.array([(x, y, 0.0), (0.0, 0.0, 0.0)])
            assert lines.stays_free(wider, (x, y))
            assert not any(
                lines.stays_free(found, (x, y), radius) and not lines.stays_free(wider, (x, y), radius)
                for radius in (0.005, 0.01)
            )
            assert lines.look((x, y)) is not Look.HIDDEN
    assert free > 3
    assert blocked > 1


def test_first_free_line_is_the_first_that_stays_free_on_its_own() -> None:
    numbers = set()
    for seed in range(20):
        table, rng = board(seed), np.random.default_rng(seed)
        lines = MovedSightlines(table, "a", "b")
        moves = rng.uniform(-0.6, 0.6, (8, 2)).tolist()
        found = [lines.look((x, y)) for x, y in moves]
        known = [
            line - np.array([(x, y, 0.0), (0.0, 0.0, 0.0)])
            for line, (x, y) in zip(found, moves, strict=True)
            if isinstance(line, np.ndarray)
        ]
        if len(known) < 2:
            continue
        for x, y in moves:
            own = [i for i, line in enumerate(known) if lines.stays_free(line, (x, y), 0.01)]
            number = lines.first_free(np.array(known), (x, y), 0.01)
            assert number == (own[0] if own else None)
            numbers.add(number)
    assert {None, 0, 1} <= numbers
