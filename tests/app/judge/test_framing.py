"""Where the camera goes to see a pair: both whole, clear of the inset above them and of the tool bar below."""

import numpy as np
import pytest

from tests import zoo
from warcry3d.app.judge.framing import APART, places_to_see
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.orbit import near_orbit, overlooking

PICTURE = (978, 760)
"""The table's picture in a window of 1440 x 792 (pixels)."""
INSET, BAR = 260, 670
"""Where the inset ends, and the tool bar begins, from the top (pixels)."""
TALL = 1.9
"""A figure with its helmet (in)."""


@pytest.mark.parametrize(("apart", "uphill"), [(1.4, 0.0), (2.3, 0.0), (4.0, 0.0), (9.0, 0.0), (4.8, 3.0), (9.0, 5.0)])
def test_heads_are_below_the_inset_and_feet_above_the_tool_bar(apart: float, uphill: float) -> None:
    table = zoo.table(zoo.fighter("ann", (10, 10)), zoo.fighter("bob", (10 + apart, 10, uphill)))
    aspect = PICTURE[0] / PICTURE[1]
    orbit = near_orbit(overlooking(table, "corner", aspect), places_to_see(table.models), aspect)
    feet = np.array([model.placement.at for model in table.models])
    heads = feet + np.array((0.0, 0.0, TALL))
    assert project(orbit.shot(), heads, PICTURE)[0 if uphill else slice(None), 1].min() > INSET
    assert project(orbit.shot(), feet - (0.0, 0.63, 0.0), PICTURE)[:, 1].max() < BAR


def test_places_of_a_pair_far_apart_are_theirs_but_for_the_height() -> None:
    table = zoo.table(zoo.fighter("ann", (2, 3)), zoo.fighter("bob", (12, 9)))
    assert np.array(places_to_see(table.models))[:, :2] == pytest.approx(np.array([(2, 3), (12, 9)]))


def test_pair_close_together_is_looked_at_from_further_off_about_the_same_middle() -> None:
    table = zoo.table(zoo.fighter("ann", (10, 10)), zoo.fighter("bob", (11.5, 10)))
    one, other = np.array(places_to_see(table.models))
    assert np.linalg.norm(other - one) == pytest.approx(APART)
    assert (one + other)[:2] / 2 == pytest.approx((10.75, 10))
