"""Full views: from one point of the viewer all of the target that faces it is seen, or from none."""

from dataclasses import replace
from itertools import pairwise

import pytest

from benchmarks.full_views import disagreement, random_tables
from tests import zoo
from warcry3d.sight.full_view import FullViews, FullySeen, PartHidden, UnsureView, full_view, view_word
from warcry3d.sight.full_view_proof import CheckedView, ViewFault, verify_full_view
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature


def _cells(view: object) -> int:
    """Return how many cells a view closes: each is closed by a patch here."""
    return len(view.certificate.closed) if isinstance(view, PartHidden) and view.certificate else 0


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
    table = pair(*things)
    view = full_view(table, "a", "b")
    assert view_word(view) == word
    assert verify_full_view(table, "a", "b", view) == CheckedView(word == "fully-seen", _cells(view))


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


def test_the_checker_refuses_what_does_not_follow() -> None:
    open_table, post = pair(), pair(wall((9, 9.9, 0), (9.1, 10.1, 3)))
    seen, hidden = full_view(open_table, "a", "b"), full_view(post, "a", "b")
    assert isinstance(seen, FullySeen) and isinstance(hidden, PartHidden) and hidden.certificate
    proof = hidden.certificate
    cases = [
        (post, seen),
        (open_table, replace(seen, eye=(9.0, 10.0, 1.0))),
        (open_table, hidden),
        (post, replace(hidden, certificate=None)),
        (post, replace(hidden, certificate=replace(proof, patches=proof.patches + 0.5))),
        (post, replace(hidden, certificate=replace(proof, closed=proof.closed[:-1]))),
        (post, replace(hidden, certificate=replace(proof, closed=proof.closed[::-1] * (1, 0)))),
        (post, UnsureView(0.1, seen.eye, ())),
    ]
    assert [type(verify_full_view(table, "a", "b", view)) for table, view in cases] == [ViewFault] * len(cases)


def test_views_on_a_crowded_table_hold_for_the_checker_and_for_dense_sampling() -> None:
    _compare(1, 1)


@pytest.mark.soak(seconds=900)
def test_views_on_two_hundred_tables_hold_for_the_checker_and_for_dense_sampling() -> None:
    _compare(200, 1)


def _compare(tables: int, pairs: int) -> None:
    for table in random_tables(tables, seed=2):
        views, ids = FullViews(table), [model.id for model in table.models]
        for viewer, target in list(pairwise(ids))[:pairs]:
            view = views.between(viewer, target)
            assert disagreement(table, viewer, target, view) == ""
            if not isinstance(view, UnsureView):
                assert isinstance(verify_full_view(table, viewer, target, view), CheckedView)
