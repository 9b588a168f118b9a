"""Stacking: on which heights a feature can stand, and how it gets there."""

import pytest

from tests import zoo
from warcry3d.geom.solid import Placement
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.stacking import height_of, landed, next_height, raised_to, standing_heights, standing_on

BLOCK = zoo.piece("block", zoo.box_part("b", (0, 0, 0), (4, 4, 2)))
TOWER = zoo.piece("tower", zoo.box_part("a", (0, 0, 0), (4, 4, 2)), zoo.box_part("b", (0, 0, 2), (2, 4, 5)))
BARREL = zoo.piece("barrel", zoo.box_part("b", (0, 0, 0.25), (1, 1, 1.25)))


def at(piece: object, x: float, y: float, z: float = 0.0, id: str = "thing") -> Feature:
    return Feature(id, piece, Placement((x, y, z)))  # type: ignore[arg-type]


def test_tops_below_a_feature_are_heights_to_stand_on() -> None:
    tower = at(TOWER, 10, 10)
    assert standing_heights(at(BARREL, 20, 10), [tower]) == (0,)
    assert standing_heights(at(BARREL, 12.5, 12), [tower]) == pytest.approx((0, 2))
    assert standing_heights(at(BARREL, 11.5, 12), [tower]) == pytest.approx((0, 2, 5))


def test_feature_goes_up_from_top_to_top_and_down_again() -> None:
    tower, barrel = at(TOWER, 10, 10), raised_to(at(BARREL, 11.5, 12, id="barrel"), 0.0)
    assert height_of(barrel) == 0 and barrel.placement.at[2] == -0.25
    heights = []
    for is_up in (True, True, True, False, False, False):
        barrel = next_height(barrel, [tower], is_up=is_up)
        heights.append(height_of(barrel))
    assert heights == pytest.approx([2, 5, 5, 2, 0, 0])


def test_boards_of_a_floor_that_lie_unevenly_are_one_floor() -> None:
    """Seen on a deck: lowered by a key, a crate went from 3.00 to 2.88, into its planks."""
    boards = [zoo.box_part(f"b{k}", (k, 0, 2.5), (k + 1, 4, 2.88 if k % 2 else 3.0)) for k in range(4)]
    deck = at(zoo.piece("deck", *boards), 10, 10)
    crate = raised_to(at(BARREL, 11.5, 12, id="crate"), 0.0)
    up = next_height(crate, [deck], is_up=True)
    assert height_of(up) == pytest.approx(3.0)
    assert height_of(next_height(up, [deck], is_up=True)) == pytest.approx(3.0)
    assert height_of(next_height(up, [deck], is_up=False)) == 0


@pytest.mark.parametrize("height", [2.2, 1.9])
def test_landed_feature_touches_what_is_below_it(height: float) -> None:
    block, barrel = at(BLOCK, 10, 10, id="block"), raised_to(at(BARREL, 11, 11, id="barrel"), height)
    assert height_of(landed(zoo.table(block, barrel), barrel)) == pytest.approx(2, abs=1e-5)


def test_what_stands_on_a_feature_alone_is_carried_with_it_and_what_stands_on_that() -> None:
    block = at(BLOCK, 10, 10, id="block")
    crate = raised_to(at(BARREL, 11, 11, id="crate"), 2.0)
    top = raised_to(at(BARREL, 11, 11, id="top"), 3.0)
    beside = raised_to(at(BARREL, 20, 11, id="beside"), 0.0)
    assert standing_on([block], [beside, top, crate]) == (crate, top)
    assert standing_on([crate], [block, beside, top]) == (top,)
    assert standing_on([beside], [block, crate, top]) == ()


def test_bridge_between_two_features_is_carried_with_both_only() -> None:
    one, other = at(BLOCK, 0, 0, id="one"), at(BLOCK, 8, 0, id="other")
    bridge = at(zoo.piece("bridge", zoo.box_part("b", (0, 0, 0), (8, 2, 0.2))), 2, 1, 2.0, id="bridge")
    assert standing_on([one], [other, bridge]) == ()
    assert standing_on([one, other], [bridge]) == (bridge,)
