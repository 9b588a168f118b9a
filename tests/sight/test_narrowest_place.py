"""Where a line of sight has the least room: what matters to it is asked, and nothing else."""

import numpy as np
import pytest

from tests import zoo
from warcry3d.sight.narrowest_place import _nearest_share, narrowest_place

LINE = ((5.0, 5.0, 1.0), (12.0, 5.0, 1.0))
WALL = zoo.feature("wall", zoo.box_part("stones", (8, 5.2, 0), (8.5, 9, 3)))
FLOOR = zoo.feature("low", zoo.box_part("low", (6, 4, 0), (11, 6, 0.9)))


def test_wall_beside_the_line_is_named_with_its_gap() -> None:
    table = zoo.table(WALL, zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5)))
    place = narrowest_place(table, "a", "b", LINE)
    assert place is not None and place.name == "wall/stones"
    assert place.gap == pytest.approx(0.2) and 8 <= place.at[0] <= 8.5 and place.at[1:] == (5.0, 1.0)


def test_face_below_counts_like_an_edge_beside() -> None:
    table = zoo.table(WALL, FLOOR, zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5)))
    place = narrowest_place(table, "a", "b", LINE)
    assert place is not None and place.name == "low/low" and place.gap == pytest.approx(0.1)


def test_pair_itself_is_not_near_its_line() -> None:
    table = zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (12, 5)), zoo.fighter("c", (8, 5.5)))
    found = narrowest_place(table, "a", "b", LINE)
    assert found is not None and found.name == "c"
    assert narrowest_place(table, "a", "c", (LINE[0], (8.0, 5.5, 1.0))) is None


def test_nearest_point_of_a_segment_is_that_of_many_tried() -> None:
    rng = np.random.default_rng(5)
    inside = np.stack(np.meshgrid(np.linspace(0, 1, 60), np.linspace(0, 1, 60)), axis=-1).reshape(-1, 2)
    inside = inside[inside.sum(axis=1) <= 1]
    for _ in range(12):
        start, end = rng.uniform(0, 1, 3), rng.uniform(0, 1, 3) + np.array([0, 0, 1.5])
        triangle = rng.uniform(0, 1, (3, 3)) - np.array([2, 0, 0])
        points = triangle[0] + inside @ (triangle[1:] - triangle[0])
        shares = np.array([_nearest_share(start, end, triangle), *np.linspace(0, 1, 30)])
        tried = start + shares[:, None] * (end - start)
        least = np.linalg.norm(points[None] - tried[:, None], axis=2).min(axis=1)
        assert least[0] <= least.min() + 0.02
