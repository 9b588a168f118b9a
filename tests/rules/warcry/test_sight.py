"""Who sees whom in Warcry: what counts, what stops a line, and that it is the same both ways."""

import math

import pytest

from tests import zoo
from warcry3d.geom import shapes
from warcry3d.rules.judgement import judge, judge_all
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.models import Base, BaseShape, Model, Tag
from warcry3d.table.terrain import Feature

SCREEN = ((4.0, -6.0, 0.0), (4.4, 6.0, 3.0))
"""A screen twice as high as a fighter, across the whole table between the two."""


def screen(*kinds: str, high: float = 3.0, state: dict[str, str] | None = None) -> Feature:
    low, (x, y, _) = SCREEN
    return zoo.feature("screen", zoo.box_part("wall", low, (x, y, high), *kinds), state=state)


def fighter(id: str, x: float, y: float = 0.0, **options: object) -> Model:
    return zoo.fighter(id, (x, y), side=id, **options)  # type: ignore[arg-type]


def sees(*things: Feature | Model, tags: frozenset[Tag] = frozenset(Tag)) -> bool:
    table = zoo.table(fighter("red", 0), fighter("blue", 8), *things)
    there, back = judge(table, "red", "blue", tags=tags).sight, judge(table, "blue", "red", tags=tags).sight
    assert isinstance(there, Seen | Hidden)
    assert type(there) is type(back)
    return isinstance(there, Seen)


def test_fighters_on_open_ground_see_each_other() -> None:
    """rule: WC-SIGHT-1."""
    assert sees()


def test_fighters_behind_a_high_wall_do_not() -> None:
    """rule: WC-SIGHT-1."""
    assert not sees(screen())


def test_heads_over_a_low_wall_are_enough() -> None:
    """rule: WC-SIGHT-1, WC-SIGHT-4."""
    assert sees(screen(high=1.2))


@pytest.mark.parametrize("kind", ["low", "platform", "ladder", "deadly", "unclimbable", "arch", "door"])
def test_terrain_of_every_kind_stops_a_line(kind: str) -> None:
    """rule: WC-SIGHT-1, WC-SIGHT-4."""
    assert not sees(screen(kind))


def test_scenery_and_open_doors_stop_nothing() -> None:
    """rule: WC-SIGHT-1."""
    assert sees(screen("scenery"))
    assert sees(screen("door", state={"wall": "open"}))
    assert not sees(screen("door", state={"wall": "closed"}))


def test_another_fighter_in_the_way_stops_a_line() -> None:
    """rule: WC-SIGHT-1, WC-SIGHT-4."""
    cloak = zoo.figure(shapes.box((-0.2, -1.5, 0), (0.2, 1.5, 4)))
    assert not sees(fighter("giant", 4, shape=cloak))
    assert sees(fighter("giant", 4, 3, shape=cloak))


def test_banner_over_a_wall_is_seen_unless_banners_were_left_out() -> None:
    """rule: WC-SIGHT-1, WC-SIGHT-4.

    Any part of the fighter, so weapons and banners count unless the players agree otherwise.
    """
    body = shapes.box((-0.15, -0.2, 0.14), (0.15, 0.2, 1.4))
    cloth = shapes.box((-0.05, -0.5, 2.5), (0.05, 0.5, 3.8))
    bearer = zoo.figure(body, cloth, tags=["body", "banner"])
    table = zoo.table(fighter("red", 0), fighter("blue", 6.5, shape=bearer), screen(high=2.0))
    assert isinstance(judge(table, "red", "blue").sight, Seen)
    assert isinstance(judge(table, "red", "blue", tags=frozenset({Tag.BODY, Tag.WEAPON})).sight, Hidden)


def test_bases_neither_see_nor_are_seen() -> None:
    """rule: WC-SIGHT-2. The wall hides all but the target's broad base."""
    broad = Base(BaseShape.ROUND, 5.0, 5.0)
    wall = zoo.feature("screen", zoo.box_part("wall", (4, -1, 0), (4.4, 1, 6)))
    table = zoo.table(fighter("red", 0), fighter("blue", 8, base=broad), wall)
    assert isinstance(judge(table, "red", "blue").sight, Hidden)


def test_base_in_between_stops_nothing() -> None:
    """rule: WC-SIGHT-2. Flat figures see each other through the base of a third, whose post stands beside the line."""
    flat = zoo.figure(shapes.box((-0.1, -0.1, 0.02), (0.1, 0.1, 0.1)))
    post = zoo.figure(shapes.box((-0.1, 1.5, 0.0), (0.1, 1.7, 2.0)))
    broad = Base(BaseShape.ROUND, 5.0, 5.0)
    table = zoo.table(
        fighter("red", 0, shape=flat), fighter("blue", 8, shape=flat), fighter("third", 4, base=broad, shape=post)
    )
    assert isinstance(judge(table, "red", "blue").sight, Seen)


def test_own_base_stops_nothing() -> None:
    """rule: WC-SIGHT-2."""
    flat = zoo.figure(shapes.box((-0.1, -0.1, 0.02), (0.1, 0.1, 0.1)))
    table = zoo.table(fighter("red", 0, shape=flat), fighter("blue", 8, shape=flat))
    assert isinstance(judge(table, "red", "blue").sight, Seen)


def test_matrix_says_what_each_pair_says() -> None:
    """rule: WC-SIGHT-1."""
    table = zoo.table(fighter("red", 0), fighter("blue", 8), fighter("green", 0, 4), screen())
    for one in judge_all(table):
        alone = judge(table, one.viewer, one.target)
        assert type(one.sight) is type(alone.sight)
        assert (one.distance, one.cover, one.sight_rule) == (alone.distance, alone.cover, "WC-SIGHT-1")


def test_fighter_never_sees_itself_in_a_matrix() -> None:
    """rule: WC-SIGHT-2, WC-SIGHT-3."""
    table = zoo.table(fighter("red", 0), fighter("blue", 8))
    assert [(one.viewer, one.target) for one in judge_all(table, friends=True)] == [("red", "blue"), ("blue", "red")]


def test_verdict_gives_a_line_to_look_along_from_behind_the_viewer() -> None:
    """rule: WC-SIGHT-5.  Over a low wall: it starts inside the viewer's figure, ends inside the target's."""
    table = zoo.table(fighter("red", 0), fighter("blue", 8), screen(high=1.2))
    for viewer, target in (("red", "blue"), ("blue", "red")):
        seen = judge(table, viewer, target).sight
        assert isinstance(seen, Seen)
        for place, id in zip(seen.witness, (viewer, target), strict=True):
            x, y, z = (a - b for a, b in zip(place, table.model(id).placement.at, strict=True))
            assert math.hypot(x, y) <= math.hypot(0.2, 0.15) + 1e-6
            assert 0 < z <= 1.4 + 1e-6
