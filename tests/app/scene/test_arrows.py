"""Which pixels an arrow over the table takes."""

import math

import pytest

from warcry3d.app.scene.arrows import arrow_box, arrow_ends
from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.overlays import Arrow

SIZE = (800, 600)
LOW = Shot((0.0, -10.0, 1.0), (0.0, 0.0, 0.5), math.radians(40))
AWAY = Arrow((0.0, 0.0, 0.1), (0.0, 0.2, 0.1), (1.0, 0.2, 0.2), least=50.0)


def test_short_arrow_is_drawn_with_its_least_length_in_its_direction() -> None:
    ends = arrow_ends(AWAY, LOW, SIZE, 2.0)
    assert ends is not None
    (x, y), tip = ends
    assert tip == pytest.approx((x, y - 100.0))


def test_long_arrow_ends_where_the_move_ends() -> None:
    ends = arrow_ends(Arrow((0.0, 0.0, 0.1), (2.0, 0.0, 0.1), AWAY.colour, least=50.0), LOW, SIZE, 1.0)
    assert ends is not None
    (x, y), (tip_x, tip_y) = ends
    assert tip_x - x > 100.0 and tip_y == pytest.approx(y)


def test_arrow_along_the_look_points_up_and_one_behind_the_eye_is_not_drawn() -> None:
    from_above = Shot((0.0, -0.001, 10.0), (0.0, 0.0, 0.0), math.radians(40))
    ends = arrow_ends(Arrow((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), AWAY.colour), from_above, SIZE, 1.0)
    assert ends is not None and ends[1][1] == pytest.approx(ends[0][1] - 46.0)
    behind = Arrow((0.0, -12.0, 0.1), (0.0, -11.0, 0.1), AWAY.colour)
    assert arrow_ends(behind, LOW, SIZE, 1.0) is None and arrow_box(behind, LOW, SIZE, 1.0) is None


def test_box_of_an_arrow_is_around_both_its_ends() -> None:
    ends, box = arrow_ends(AWAY, LOW, SIZE, 1.0), arrow_box(AWAY, LOW, SIZE, 1.0)
    assert ends is not None and box is not None
    left, top, width, height = box
    for x, y in ends:
        assert left < x < left + width and top < y < top + height
