"""Labels on the table: clear of what lies over it."""

from typing import Any, cast

import pytest

from warcry3d.app.measures.labels import before_tip, clear_of_panels
from warcry3d.app.scene.camera import Shot
from warcry3d.app.shell.room import Frame
from warcry3d.messages import Words

FRAME = Frame(Words("en"), (900, 30, 300, 670), (900, 700), cast(Shot, None), cast(Any, None), 1.0, rail=70)


@pytest.mark.parametrize(
    ("box", "foot", "at"),
    [
        ((200, 100, 60, 20), 600, (200, 100)),
        ((200, 650, 60, 20), 600, (200, 580)),  # behind the tool bar
        ((200, 650, 60, 20), None, (200, 650)),
        ((200, 690, 60, 20), None, (200, 680)),
        ((10, 10, 60, 20), 600, (70, 30)),  # behind the rail and the menu
        ((880, 100, 60, 20), 600, (840, 100)),  # behind the panel
    ],
)
def test_a_label_stands_clear_of_what_lies_over_the_table(
    box: tuple[float, float, float, float], foot: float | None, at: tuple[float, float]
) -> None:
    assert clear_of_panels(FRAME, box, foot) == at


NORTH = ((400.0, 300.0), (400.0, 260.0))
SIZE = (60.0, 20.0)


def test_length_of_an_arrow_stands_before_its_tip() -> None:
    assert before_tip(NORTH, SIZE, 8.0, ()) == pytest.approx((370.0, 232.0))
    assert before_tip(((400.0, 300.0), (440.0, 300.0)), SIZE, 8.0, ()) == pytest.approx((448.0, 290.0))


def test_length_of_an_arrow_is_further_on_where_a_name_stands_before_its_tip() -> None:
    name = (380.0, 225.0, 60.0, 20.0)
    left, top = before_tip(NORTH, SIZE, 8.0, (name,))
    assert left == pytest.approx(370.0) and top + SIZE[1] <= name[1]
