"""Squares lit where a model can go."""

from typing import Any

import numpy as np
import pytest

from warcry3d.app.moves.square_fields import flat_triangles, square_fields
from warcry3d.game.prompts import GoEnd
from warcry3d.motion.path import Path


def end(x: float, cost: float, **values: Any) -> GoEnd:
    return GoEnd((x, 0.5, 0.0), Path(()), cost, **values)


def area(triangles: Any) -> float:
    a, b, c = (triangles[:, k, :2].astype(float) for k in range(3))
    u, v = b - a, c - a
    return float(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).sum() / 2)


def test_squares_are_darker_the_dearer_and_of_another_colour_where_less_can_be_done() -> None:
    fields = square_fields([end(0.5, 0), end(1.5, 4), end(2.5, 4, tier=1)], 4.0)
    cheap, dear, less = (field.image[0, 0, :3].astype(int) for field in fields)
    assert cheap.sum() > dear.sum()
    assert dear.argmax() == 1 and less.argmax() == 2  # green, blue
    assert [len(field.triangles) for field in fields] == [2, 2, 2]


def test_squares_of_one_colour_are_one_field() -> None:
    (field,) = square_fields([end(x + 0.5, 2) for x in range(5)], 4.0)
    assert area(field.triangles) == pytest.approx(5 * 0.88**2, abs=1e-3)


def test_squares_that_provoke_have_a_rim() -> None:
    plain, rim = square_fields([end(0.5, 1), end(1.5, 1, provokes=("foe",))], 4.0)
    assert area(plain.triangles) == pytest.approx(2 * 0.88**2, abs=1e-3)
    assert area(rim.triangles) == pytest.approx(0.88**2 - 0.7**2, abs=1e-3)
    assert rim.triangles[..., 0].min() >= 1.0


def test_nothing_is_lit_where_nothing_is_reached() -> None:
    import shapely

    assert square_fields([], 4.0) == ()
    assert flat_triangles(shapely.Polygon(), 0.0).shape == (0, 3, 3)
