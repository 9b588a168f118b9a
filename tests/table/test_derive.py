"""What shapes add to kinds, and what a fighter stands on: hand-worked cases in inches."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, affinity, box

from tests import zoo
from warcry3d.geom import shapes
from warcry3d.geom.unite import unite
from warcry3d.table.derive import SurfaceKind, describe, holds_square, level_tops, standing_on
from warcry3d.table.terrain import PartKind


def kinds_of(*parts: object, at: tuple[float, ...] = (5, 5, 0)) -> list[set[str]]:
    """Return the kinds in play of a feature's parts."""
    table = zoo.table(zoo.feature("f", *parts, at=at, turn=20))
    return [{kind.value for kind in part.kinds} for part in describe(table)]


def test_obstacle_with_a_level_top_is_a_platform_too_and_says_why() -> None:
    (block,) = describe(zoo.table(zoo.feature("f", zoo.box_part("block", (0, 0, 0), (2, 2, 1.5)), at=(5, 5))))
    assert block.given == {PartKind.OBSTACLE}
    assert block.kinds == {PartKind.OBSTACLE, PartKind.PLATFORM}
    assert [str(reason) for reason in block.reasons] == ["its level top at 1.50 in holds a square of 1 in: a platform"]


def test_narrow_wall_is_no_platform() -> None:
    assert kinds_of(zoo.box_part("wall", (0, 0, 0), (6, 0.9, 2))) == [{"obstacle"}]


def test_obstacle_that_rises_less_than_an_inch_is_low() -> None:
    (wall,) = describe(zoo.table(zoo.feature("f", zoo.box_part("wall", (0, 0, 0), (6, 0.4, 0.8)))))
    assert wall.kinds == {PartKind.LOW}
    assert [str(reason) for reason in wall.reasons] == ["it rises 0.80 in, less than 1: low terrain"]


def test_parapet_is_measured_from_the_platform_it_stands_on_and_a_beam_from_the_floor() -> None:
    deck = zoo.box_part("deck", (0, 0, 2.9), (4, 4, 3), "platform")
    parapet = zoo.box_part("parapet", (0, 0, 3), (4, 0.2, 3.5))
    beam = zoo.box_part("beam", (6, 0, 2), (9, 0.2, 2.4))
    assert kinds_of(deck, parapet, beam) == [{"platform"}, {"low"}, {"obstacle"}]


def test_wall_put_on_another_piece_is_measured_from_there() -> None:
    assert kinds_of(zoo.box_part("wall", (0, 0, 0), (4, 0.2, 0.9)), at=(5, 5, 3)) == [{"low"}]


@pytest.mark.parametrize("kind", ["ladder", "stairs", "unclimbable", "scenery", "door"])
def test_kinds_that_nobody_stands_on_get_no_platform(kind: str) -> None:
    assert kinds_of(zoo.box_part("x", (0, 0, 0), (3, 3, 2), kind)) == [{kind}]


def test_planks_with_narrow_joints_are_one_platform_and_with_wide_gaps_none() -> None:
    for gap, count in [(0.04, 1), (0.2, 0)]:
        planks = [shapes.box((0, i * (0.4 + gap), 2), (4, i * (0.4 + gap) + 0.4, 2.1)) for i in range(6)]
        assert len(level_tops(zoo.part("deck", unite(planks).solid))) == count


@pytest.mark.parametrize(
    ("low", "high", "kinds"),
    [
        (0.0, 1.0, {"platform", "obstacle"}),
        (0.0, 0.99, {"platform"}),
        (0.9, 3.0, {"platform", "obstacle"}),
        (1.0, 3.0, {"platform"}),
    ],
)
def test_platform_whose_sides_stop_movement_is_an_obstacle_too(low: float, high: float, kinds: set[str]) -> None:
    """rule: WC-TERR-1.  It begins less than an inch above the ground and rises an inch: nobody passes under."""
    assert kinds_of(zoo.box_part("block", (0, 0, low), (3, 3, high), "platform")) == [kinds]


def test_tier_on_a_platform_is_measured_from_there() -> None:
    """rule: WC-TERR-1.  On a hill 2 in high: a tier of 0.9 in is none, one of 1.2 in is an obstacle."""
    hill = zoo.box_part("hill", (0, 0, 0), (6, 6, 2), "platform")
    for height, more in ((0.9, set()), (1.2, {"obstacle"})):
        tier = zoo.box_part("tier", (2, 2, 2), (4, 4, 2 + height), "platform")
        assert kinds_of(hill, tier)[1] == {"platform"} | more


def test_slope_is_no_platform() -> None:
    wedge = shapes.prism([(0, 0), (4, 0), (4, 1)], (0, 3))
    upright = type(wedge)(wedge.vertices[:, [0, 2, 1]], wedge.faces[:, ::-1])
    assert level_tops(zoo.part("ramp", upright)) == ()


@pytest.mark.parametrize(
    ("area", "expected"),
    [
        (box(0, 0, 1, 1), False),
        (box(0, 0, 1, 1.001), True),
        (box(0, 0, 0.97, 5), False),
        (affinity.rotate(box(0, 0, 1, 1.2), 37), True),
        (Polygon([(0, 0), (3, 0), (3, 0.6), (0.6, 0.6), (0.6, 3), (0, 3)]), False),
        (Polygon([(0, 0), (3, 0), (3, 1.1), (0.6, 1.1), (0.6, 3), (0, 3)]), True),
        (box(0, 0, 3, 3).difference(box(0.9, 0.9, 2.1, 2.1)), False),
        (box(0, 0, 3, 3).difference(box(1.1, 1.1, 1.9, 1.9)), True),
    ],
)
def test_room_for_a_square_inch_and_more(area: Polygon, expected: bool) -> None:
    """rule: WC-PLATFORM-1.  Exactly an inch square is no platform; a plank an inch wide, and longer, is one."""
    assert holds_square(area, 1.0) is expected


@given(turn=st.floats(0, 360), x=st.floats(2, 28), y=st.floats(2, 20))
def test_fighter_on_a_turned_deck_stands_on_the_platform(turn: float, x: float, y: float) -> None:
    deck = zoo.feature("walk", zoo.box_part("deck", (-1, -1, 2.8), (1, 1, 3)), at=(x, y), turn=turn)
    surface = standing_on(zoo.table(deck, zoo.fighter("a", (x, y, 3))), zoo.fighter("a", (x, y, 3)))
    assert (surface.kind, surface.name) == (SurfaceKind.PLATFORM, "walk/deck")
    assert surface.height == pytest.approx(3)


def test_fighter_under_a_deck_stands_on_the_floor() -> None:
    deck = zoo.feature("walk", zoo.box_part("deck", (0, 0, 2.8), (4, 4, 3)), at=(5, 5))
    model = zoo.fighter("a", (7, 7))
    assert standing_on(zoo.table(deck, model), model).kind is SurfaceKind.FLOOR


def test_fighter_on_a_wall_stands_on_a_part_that_is_no_platform() -> None:
    wall = zoo.feature("wall", zoo.box_part("stones", (0, 0, 0), (6, 0.4, 1.5)), at=(5, 5))
    model = zoo.fighter("a", (7, 5.2, 1.5))
    surface = standing_on(zoo.table(wall, model), model)
    assert (surface.kind, surface.name) == (SurfaceKind.PART, "wall/stones")
    assert surface.height == pytest.approx(1.5)


def test_fighter_whose_centre_is_past_the_edge_stands_on_nothing() -> None:
    deck = zoo.feature("walk", zoo.box_part("deck", (0, 0, 2.8), (4, 4, 3)), at=(5, 5))
    model = zoo.fighter("a", (9.1, 7, 3))
    assert standing_on(zoo.table(deck, model), model).kind is SurfaceKind.AIR


def test_play_of_real_pieces_is_allowed_and_more_is_not() -> None:
    deck = zoo.feature("walk", zoo.box_part("deck", (0, 0, 2.8), (4, 4, 3)), at=(5, 5))
    heights = {0.015: SurfaceKind.PLATFORM, -0.015: SurfaceKind.PLATFORM, 0.05: SurfaceKind.AIR}
    for play, kind in heights.items():
        model = zoo.fighter("a", (7, 7, 3 + play))
        assert standing_on(zoo.table(deck, model), model).kind is kind


def test_platform_by_its_file_needs_no_level_top() -> None:
    bumps = [shapes.box((i * 0.5, 0, 0), (i * 0.5 + 0.5, 4, 1 + 0.1 * (i % 2))) for i in range(8)]
    rough = zoo.feature("rock", zoo.part("top", unite(bumps).solid, "platform"), at=(5, 5))
    model = zoo.fighter("a", (5.25, 7, 1))
    assert standing_on(zoo.table(rough, model), model).kind is SurfaceKind.PLATFORM


def test_level_tops_come_from_the_highest_down() -> None:
    steps = unite([shapes.box((0, 0, 0), (2, 2, 1)), shapes.box((2, 0, 0), (4, 2, 2))]).solid
    tops = level_tops(zoo.part("steps", steps))
    assert np.allclose([top.height for top in tops], [2, 1])
