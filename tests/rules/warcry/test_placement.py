"""Being placed: the way there is none, and where it ends is judged as any end is. In inches worked out by hand; the
base is round, 32 mm: its radius R is 0.630 in.
"""

import math

import pytest

from tests import zoo
from tests.motion.moves import R, judged, leg, mover, rules
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature
from warcry3d.units import MM


def block(height: float = 3.0) -> Feature:
    """Return a block over x 10 to 14, y 4 to 8; its top is a platform."""
    return zoo.feature("block", zoo.box_part("stone", (10, 4, 0), (14, 8, height)))


def board(*things: object, **how: object) -> Table:
    return zoo.table(mover(**how), *things)  # type: ignore[arg-type]


def test_it_costs_nothing_however_far_and_whatever_lies_between() -> None:
    """rule: WC-MOVE-1, WC-FALL-2.  20 in away, over a block, off a platform: no inch, no roll."""
    moved = judged(board(block(), move=4), leg("place", (25, 5)))
    assert moved.is_legal
    assert (moved.cost, moved.ends.at, moved.ends.impact_rolls) == (0, (25, 5, 0), 0)
    down = judged(board(block(), at=(12, 6, 3)), leg("place", (12, 2)))
    assert (down.is_legal, down.ends.impact_rolls) == (True, 0)


def test_an_enemy_nearby_keeps_nobody_from_being_placed() -> None:
    """rule: WC-MOVE-5, WC-FALL-2.  It is no move action."""
    assert judged(board(zoo.fighter("b", (5 + 2 * R + 0.5, 5), side="blue")), leg("place", (12, 5))).is_legal


def test_not_onto_others_nor_into_terrain() -> None:
    """rule: WC-FALL-7.  Base to base and base to wall is near enough."""
    table = board(block(), zoo.fighter("b", (5, 9)))
    assert judged(table, leg("place", (5, 9 - 2 * R))).is_legal
    assert rules(judged(table, leg("place", (5, 9 - 2 * R + 0.01)))) == ["WC-MOVE-2"]
    assert judged(table, leg("place", (10 - R, 6))).is_legal
    assert rules(judged(table, leg("place", (10 - R + 0.01, 6)))) == ["WC-MOVE-3"]


def test_no_part_past_the_edge_of_the_battlefield() -> None:
    """rule: WC-MOVE-4."""
    assert judged(board(), leg("place", (R, R))).is_legal
    assert rules(judged(board(), leg("place", (R - 0.01, R)))) == ["WC-MOVE-4"]


@pytest.mark.parametrize(("x", "legal"), [(10.05, True), (9.95, False)])
def test_its_centre_goes_on_floor_or_platform_and_its_base_may_overhang(x: float, legal: bool) -> None:
    """rule: WC-FALL-6, WC-WALK-3."""
    moved = judged(board(block()), leg("place", (x, 6, 3)))
    assert moved.is_legal is legal
    if legal:
        assert (moved.ends.on, moved.ends.falls) == ("block/stone", False)


def test_not_in_the_air_and_not_on_what_is_no_platform() -> None:
    """rule: WC-FALL-2, WC-LOW-1, WC-TERR-3."""
    assert not judged(board(), leg("place", (8, 5, 1))).is_legal
    wall = zoo.feature("wall", zoo.box_part("stone", (10, 0, 0), (10.4, 10, 2)))
    assert not judged(board(wall), leg("place", (10.2, 5, 2))).is_legal
    statue = zoo.feature("statue", zoo.box_part("saint", (10, 4, 0), (12, 6, 2), "unclimbable"))
    assert not judged(board(statue), leg("place", (11, 5, 2))).is_legal


def test_on_low_terrain_it_stands_on_top() -> None:
    """rule: WC-LOW-3."""
    slab = zoo.feature("slab", zoo.box_part("stone", (8, 3, 0), (12, 7, 0.5)))
    moved = judged(board(slab), leg("place", (10, 5)))
    assert (moved.is_legal, moved.ends.at) == (True, (10, 5, 0.5))


def test_under_a_deck_it_needs_headroom() -> None:
    """rule: WC-MOVE-3.  A body of 1.4 in under a deck 1.4 in up; not one of 1.5."""
    deck = zoo.feature("deck", zoo.box_part("planks", (8, 0, 1.4), (12, 10, 1.6), "platform"))
    assert judged(board(deck, tall=1.4), leg("place", (10, 5))).is_legal
    assert rules(judged(board(deck, tall=1.5), leg("place", (10, 5)))) == ["WC-MOVE-3"]


@pytest.mark.parametrize(
    ("base", "turn", "reach"),
    [
        (zoo.oval_base(60, 35), 0.0, 30 * MM),
        (zoo.oval_base(60, 35), math.pi / 2, 17.5 * MM),
        (zoo.square_base(1), 0.0, 0.5),
        (zoo.square_base(1), math.pi / 4, math.sqrt(0.5)),
    ],
)
def test_ovals_and_squares_are_put_as_they_are_turned(base: object, turn: float, reach: float) -> None:
    """rule: WC-FALL-7, WC-MOVE-3.  Against the block with what points at it."""
    table = board(block(), base=base)
    assert judged(table, leg("place", (10 - reach, 6), facing=turn)).is_legal
    assert rules(judged(table, leg("place", (10 - reach + 0.01, 6), facing=turn))) == ["WC-MOVE-3"]


def test_it_moves_on_from_where_it_was_placed() -> None:
    """rule: WC-MOVE-1.  Placed, then 2 in of 4."""
    moved = judged(board(block(), move=4), leg("place", (12, 6, 3)), leg("walk", (12, 8, 3)))
    assert moved.is_legal
    assert moved.cost == pytest.approx(2)
