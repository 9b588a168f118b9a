"""The view from the point that settles a full view (40K-SIGHT-2)."""

import math
from dataclasses import replace

import pytest

from tests import zoo
from warcry3d.app.scene.colours import AMBER, GREEN, RED
from warcry3d.app.scene.overlays import Sign, SignKind, Tint
from warcry3d.app.scene.point_view import point_view
from warcry3d.app.scene.verdict import overlays_of, shown
from warcry3d.messages import Words
from warcry3d.rules.judgement import judge
from warcry3d.rules.results import Judgement
from warcry3d.sight.full_view_verdict import FullySeen, PartHidden, UnsureView
from warcry3d.table.table import Table

WALL = zoo.feature("wall", zoo.box_part("stones", (7, 3, 0), (7.5, 5, 3)))
OPEN = zoo.table(zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (10, 5)))
BEHIND = zoo.table(WALL, zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (8, 5)))


def judged(table: Table, ruleset: str = "warhammer40k") -> Judgement:
    return judge(replace(table, ruleset=ruleset), "ann", "bob")


def test_a_full_view_is_looked_at_from_its_point_which_is_marked_on_the_table() -> None:
    judgement = judged(OPEN)
    assert judgement.cover is not None and isinstance(judgement.cover.full_view, FullySeen)
    eye, view = judgement.cover.full_view.eye, point_view(OPEN, judgement)
    assert view is not None and view.shot.eye == pytest.approx(eye) and view.overlays == (Tint("bob", GREEN),)
    rings = [one for one in overlays_of(OPEN, shown(judgement)) if isinstance(one, Sign) and one.at == eye]
    assert [one.kind for one in rings] == [SignKind.RING]
    assert math.dist(eye[:2], (5, 5)) < 1.5
    assert view.title(Words("en")) == "from the point that sees all of it"


def test_what_is_hidden_from_everywhere_is_crossed_from_one_point_of_the_viewer() -> None:
    judgement = judged(BEHIND)
    assert judgement.cover is not None and isinstance(judgement.cover.full_view, PartHidden)
    start, part = judgement.cover.full_view.line
    view = point_view(BEHIND, judgement)
    assert view is not None and view.shot.eye == pytest.approx(start)
    assert Tint("wall/stones", RED) in view.overlays
    assert [one.at for one in view.overlays if isinstance(one, Sign) and one.kind is SignKind.CROSS] == [part]
    assert "Ann" in view.title(Words("en"))
    assert not [one for one in overlays_of(BEHIND, shown(judgement)) if isinstance(one, Sign) and one.at == start]


def test_a_doubt_is_looked_at_from_where_it_is() -> None:
    judgement = judged(BEHIND)
    unsure = UnsureView(0.1, (5.0, 5.0, 1.0), ("wall/stones",))
    assert judgement.cover is not None
    view = point_view(BEHIND, replace(judgement, cover=replace(judgement.cover, full_view=unsure)))
    assert view is not None and view.shot.eye == unsure.eye and Tint("wall/stones", AMBER) in view.overlays


def test_rules_that_ask_for_no_full_view_have_no_such_look() -> None:
    assert point_view(OPEN, judged(OPEN, "warcry")) is None
