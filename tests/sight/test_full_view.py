"""Full views: from one point of the viewer all of the target that faces it is seen, or from none."""

import pytest

from tests import zoo
from warcry3d.sight.full_view import FullViews, FullySeen, PartHidden, full_view, view_word
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature


def wall(low: tuple[float, float, float], high: tuple[float, float, float], id: str = "w") -> Feature:
    return zoo.feature(id, zoo.box_part("stones", low, high))


def pair(*things: Feature | Model) -> Table:
    """Return two fighters 1.4 in tall and 0.4 in wide, 8 in apart, with something between them."""
    return zoo.table(*things, zoo.fighter("a", (5, 10)), zoo.fighter("b", (13, 10), side="blue"), width=40, depth=40)


@pytest.mark.parametrize(
    ("things", "word"),
    [
        pytest.param((), "fully-seen", id="nothing between them"),
        pytest.param((wall((9, 0, 0), (9.2, 20, 0.6)),), "fully-seen", id="from the head over a wall to the feet"),
        pytest.param((wall((9, 0, 0), (9.2, 20, 0.8)),), "not-fully-seen", id="a wall hides the feet from the head"),
        pytest.param((wall((5.4, 0, 0), (5.5, 20, 1.0)),), "fully-seen", id="a parapet to look over"),
        pytest.param((wall((9, 14, 0), (9.2, 20, 3)),), "fully-seen", id="a wall beside them"),
        pytest.param((wall((9, 10, 0), (9.2, 20, 3)),), "not-fully-seen", id="a wall hides half from all"),
        pytest.param((wall((9, 10.2, 0), (9.2, 20, 3)),), "fully-seen", id="a wall ends where their sides are"),
        pytest.param((wall((9, 9.9, 0), (9.1, 10.1, 3)),), "not-fully-seen", id="a post hides another part from each"),
        pytest.param((wall((5.8, 9.95, 0), (5.9, 10.05, 3)),), "fully-seen", id="a post close by to look past"),
        pytest.param((wall((9, 0, 0), (9.2, 20, 5)),), "not-fully-seen", id="a wall that hides all"),
        pytest.param((zoo.fighter("c", (9, 10)),), "not-fully-seen", id="another model in the way"),
        pytest.param((wall((13.2, 0, 0), (13.4, 20, 3)),), "fully-seen", id="a wall behind"),
    ],
)
def test_hand_worked_views(things: tuple[Feature | Model, ...], word: str) -> None:
    """The viewer's and the target's heads are at 1.4 in, their feet at 0.14 in, both half-way from what is between."""
    assert view_word(full_view(pair(*things), "a", "b")) == word


def test_the_eye_is_a_point_of_the_viewer() -> None:
    seen = full_view(pair(), "a", "b")
    assert isinstance(seen, FullySeen)
    low, high = pair().model("a").solids[0].bounds
    assert all(a - 1e-6 <= x <= b + 1e-6 for x, a, b in zip(seen.eye, low, high, strict=True))


def test_models_that_are_transparent_hide_nothing() -> None:
    table = pair(zoo.fighter("c", (9, 10)))
    hidden = full_view(table, "a", "b")
    assert isinstance(hidden, PartHidden)
    assert hidden.blockers == ("c",)
    views = FullViews(table)
    assert [view_word(views.through(own).between("a", "b")) for own in (("c",), ())] == ["fully-seen", "not-fully-seen"]


def test_a_full_view_has_a_direction() -> None:
    """Over a parapet the one close to it sees the other whole, and is not seen whole."""
    table = pair(wall((5.4, 0, 0), (5.5, 20, 1.0)))
    assert view_word(full_view(table, "b", "a")) == "not-fully-seen"


def test_a_target_that_stands_on_terrain_touches_it_and_is_seen_whole() -> None:
    deck = wall((12, 8, 0), (14, 12, 1.0))
    high = zoo.fighter("b", (13, 10, 1.0), side="blue")
    table = zoo.table(deck, zoo.fighter("a", (5, 10, 0), tall=3.0), high, width=40, depth=40)
    assert view_word(full_view(table, "a", "b")) == "fully-seen"
