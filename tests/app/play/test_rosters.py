"""Rosters of many fighters stay in the room there is for them."""

import pytest

from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.roster import LEAST_ROW, ROW, row_height


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_two_warbands_on_one_side_share_the_room_there_is(scale: float) -> None:
    box = layout_of(1280 * scale, 800 * scale, 36 * scale, scale).rosters[0]
    assert row_height(box, 4, scale) == ROW * scale
    assert 16 * row_height(box, 16, scale) <= box[3] + 1e-6
    assert row_height(box, 60, scale) == LEAST_ROW * scale, "more of them scroll"
