"""Matrix games: values against linear programming."""

import numpy as np
import pytest
from scipy.optimize import linprog

from warcry3d.geom import shapes, tree
from warcry3d.geom.matrix_game import solve_game
from warcry3d.geom.proof_log import MAX_CONDITIONS, scratch_for
from warcry3d.geom.solid import FloatArray

SCRATCH = scratch_for(tree.mesh_of([shapes.box((4, -1, 0), (5, 1, 2))], leaf=1), 64)


def solved(matrix: FloatArray) -> tuple[float, FloatArray, FloatArray]:
    """Return value and both mixtures as the kernel finds them."""
    rows, cols = matrix.shape
    s = SCRATCH
    padded = np.full((MAX_CONDITIONS, 64), np.nan)
    padded[:rows, :cols] = matrix
    value = solve_game(padded, rows, cols, s.weights, s.mix, s.tableau, s.basic, s.loose)
    return float(value), s.weights[:rows].copy(), s.mix[:cols].copy()


def value_of(matrix: FloatArray) -> float:
    """Return the game's value by linear programming: the least v with weights' matrix <= v."""
    rows, cols = matrix.shape
    found = linprog(
        c=[*np.zeros(rows), 1.0],
        A_ub=np.column_stack([matrix.T, -np.ones(cols)]),
        b_ub=np.zeros(cols),
        A_eq=[[*np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(found.fun)


def test_a_game_worked_by_hand() -> None:
    value, weights, mix = solved(np.array([[3.0, -1.0], [-2.0, 1.0]]))
    assert value == pytest.approx(1 / 7)
    assert weights == pytest.approx([3 / 7, 4 / 7])
    assert mix == pytest.approx([2 / 7, 5 / 7])


def test_games_have_the_value_that_linear_programming_finds() -> None:
    rng = np.random.default_rng(1)
    for _ in range(250):
        rows, cols = int(rng.integers(1, MAX_CONDITIONS + 1)), int(rng.integers(1, 65))
        matrix = rng.standard_normal((rows, cols)) * 10.0 ** rng.uniform(-6, 2)
        if rng.random() < 0.3:
            matrix = np.round(matrix / np.abs(matrix).max() * 3)  # ties and zeros
        value, weights, mix = solved(matrix)
        scale = max(np.abs(matrix).max(), 1e-12)
        assert weights.min() >= 0 and weights.sum() == pytest.approx(1)
        assert mix.min() >= 0 and mix.sum() == pytest.approx(1)
        assert value == pytest.approx(value_of(matrix / scale) * scale, abs=1e-7 * scale)
        assert (weights @ matrix).max() == pytest.approx(value, abs=1e-7 * scale)
        assert (matrix @ mix).min() == pytest.approx(value, abs=1e-7 * scale)


@pytest.mark.parametrize("matrix", [np.zeros((3, 4)), np.full((2, 5), -7.0), np.full((12, 64), 2.0), np.ones((1, 1))])
def test_games_without_a_choice_are_solved_too(matrix: FloatArray) -> None:
    value, weights, mix = solved(matrix)
    assert value == pytest.approx(matrix[0, 0])
    assert (weights.sum(), mix.sum()) == (pytest.approx(1), pytest.approx(1))
