"""Where the pointer puts a base down."""

import numpy as np
import pytest

from tests import zoo
from warcry3d.app.scene.surface_pick import heights_at, surface_under_ray

DECK = zoo.feature("deck", zoo.box_part("top", (10, 4, 2.5), (14, 8, 3.0), "platform"))
WALL = zoo.feature("wall", zoo.box_part("stones", (20, 0, 0), (21, 10, 4)))
TABLE = zoo.table(DECK, WALL)
DOWN = np.array([0.0, 0.0, -1.0])


def level(start: tuple[float, float, float], to: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    way = np.subtract(to, start)
    return np.array(start, dtype=float), way / np.linalg.norm(way)


def test_floor_and_platform_are_where_the_ray_meets_them() -> None:
    assert surface_under_ray(TABLE, np.array([5.0, 5.0, 9.0]), DOWN) == pytest.approx((5, 5, 0))
    assert surface_under_ray(TABLE, np.array([12.0, 6.0, 9.0]), DOWN) == pytest.approx((12, 6, 3))


def test_beside_a_wall_the_base_stands_before_it() -> None:
    x, y, z = surface_under_ray(TABLE, *level((15, 5, 6), (20, 5, 2)), reach=0.6) or (0, 0, 9)
    assert (x, y, z) == pytest.approx((19.38, 5, 0))


def test_beside_the_board_there_is_no_surface() -> None:
    assert surface_under_ray(TABLE, np.array([-9.0, 5.0, 9.0]), DOWN) is None
    assert surface_under_ray(TABLE, np.array([5.0, 5.0, 9.0]), -DOWN) is None


def test_under_a_deck_there_are_two_heights_and_in_a_wall_only_its_top() -> None:
    assert heights_at(TABLE, 12, 6) == (0.0, 3.0)
    assert heights_at(TABLE, 20.5, 5) == (4.0,)
    assert heights_at(TABLE, 5, 5) == (0.0,)
