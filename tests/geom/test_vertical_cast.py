"""Plumb lines: heights by hand, inside and outside."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.geom import shapes
from warcry3d.geom.vertical_cast import inside, vertical_cast

BOX = shapes.box((0, 0, 1), (4, 2, 3))


def test_plumb_line_through_a_box_meets_underside_and_top() -> None:
    met = vertical_cast(BOX, np.array([[1.0, 1.0], [9.0, 9.0]]))
    assert met.line.tolist() == [0, 0]
    assert sorted(zip(met.z.tolist(), met.up.tolist(), strict=True)) == [(1.0, False), (3.0, True)]


def test_plumb_line_through_an_edge_between_two_triangles_meets_each_side_once() -> None:
    met = vertical_cast(BOX, np.array([[2.0, 1.0]]))
    assert len(met.z) == 2


@given(st.tuples(st.floats(-1, 5), st.floats(-1, 3), st.floats(0, 4)))
def test_inside_a_box_agrees_with_its_bounds(point: tuple[float, float, float]) -> None:
    p = np.array(point)
    margin = np.minimum(p - BOX.bounds[0], BOX.bounds[1] - p).min()
    if abs(margin) > 1e-6:
        assert bool(inside(BOX, p[None])[0]) == (margin > 0)
