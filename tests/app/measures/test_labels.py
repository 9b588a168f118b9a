"""Labels on the table: clear of what lies over it."""

from typing import Any, cast

import pytest

from warcry3d.app.measures.labels import beside, clear_of_panels
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


def test_a_label_beside_a_figure_is_to_the_side_or_in_front_of_it_and_never_over_it() -> None:
    foot, size = (400.0, 300.0), (60.0, 20.0)
    assert beside((460.0, 310.0), foot, size) == (460.0, 300.0)
    assert beside((340.0, 290.0), foot, size) == (280.0, 280.0)
    assert beside((402.0, 240.0), foot, size)[0] > 425.0
    assert beside((410.0, 360.0), foot, size) == (380.0, 360.0)
