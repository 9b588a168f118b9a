"""Bridges from deck to deck, and what stands on decks: by hand on boxes, and on boards made at random."""

import math
from functools import cache

import numpy as np
import pytest

from tests import zoo
from tests.soak import mostly_soak
from warcry3d.geom.solid import Placement
from warcry3d.rules.warcry.plan import plan_findings
from warcry3d.table.table import Board, Table
from warcry3d.table.terrain import Feature, Piece
from warcry3d.terrain.layouts.check import check_layout
from warcry3d.terrain.layouts.ground import footprint
from warcry3d.terrain.layouts.joining import bridged, openings, spans, stacked
from warcry3d.terrain.layouts.random_layout import Made, random_layout

BLOCK = zoo.piece(
    "block", zoo.box_part("stone", (-2, -2, 0), (2, 2, 3)), zoo.box_part("rungs", (2, -0.5, 0), (2.3, 0.5, 3), "ladder")
)
BRIDGE = zoo.piece(
    "bridge",
    zoo.box_part("deck", (-3, -1, 2.8), (3, 1, 3)),
    zoo.box_part("post", (-2.5, -0.5, 0), (-2.2, 0.5, 2.8)),
    zoo.box_part("pier", (2.2, -0.5, 0), (2.5, 0.5, 2.8)),
)
GUARDED = zoo.piece(
    "guarded", zoo.box_part("stone", (-2, -2, 0), (2, 2, 3)), zoo.box_part("parapet", (-2, 1.7, 3), (2, 2, 4.2))
)
CRATE = zoo.piece("crate", zoo.box_part("wood", (0, 0, 0), (1.2, 1.2, 1.2)))
LOW = zoo.piece("low", zoo.box_part("p", (-2.5, 0, 0), (2.5, 0.4, 0.9), "low"))
WALL = zoo.piece("wall", zoo.box_part("p", (-3, -0.25, 0), (3, 0.25, 2.5)))
PIECES = (BLOCK, BRIDGE, GUARDED, CRATE, LOW, WALL)


def sides(piece: Piece) -> dict[tuple[float, float], tuple[float, float]]:
    return {opening.side: opening.at for opening in openings(piece)}


def test_a_deck_is_open_on_the_sides_where_a_base_walks_off() -> None:
    """By hand: a block of 4 x 4 in; the ladder on its +x side goes on beyond the rim, and is no wall."""
    found = sides(BLOCK)
    assert {side: found[side] for side in ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))} == {
        (0.0, 1.0): (0.0, 2.0),
        (-1.0, 0.0): (-2.0, 0.0),
        (0.0, -1.0): (0.0, -2.0),
    }
    assert all(opening.height == pytest.approx(3) for opening in openings(BLOCK))


def test_a_parapet_closes_its_side() -> None:
    assert set(sides(GUARDED)) == {(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0)}


def test_a_bridge_is_a_span_and_a_block_is_none() -> None:
    ((one, other),) = spans(BRIDGE, openings(BRIDGE))
    assert (one.at, other.at) == ((3.0, 0.0), (-3.0, 0.0))
    assert list(spans(BLOCK, openings(BLOCK))) == []


def test_a_low_or_raised_foot_does_not_matter() -> None:
    sunk = zoo.piece("sunk", zoo.box_part("stone", (-2, -2, -0.5), (2, 2, 2.5)))
    assert {opening.height for opening in openings(sunk)} == {3.0}


def test_decks_are_set_to_both_ends_of_a_bridge() -> None:
    """By hand: the guarded block's -y side meets the bridge's end at x = 3, so it is turned until -y points to -x."""
    (ends,) = spans(BRIDGE, openings(BRIDGE))
    block = next(opening for opening in openings(BLOCK) if opening.side == (-1.0, 0.0))
    guarded = next(opening for opening in openings(GUARDED) if opening.side == (0.0, -1.0))
    members = bridged(BRIDGE, ends, [(GUARDED, guarded), (BLOCK, block)])
    assert members is not None
    span, right, left = members
    assert span.placement.at == (0, 0, 0)
    assert right.placement.at == pytest.approx((5, 0, 0))
    assert left.placement.at == pytest.approx((-5, 0, 0))
    assert right.placement.turn == pytest.approx(math.radians(270))
    assert left.placement.turn == pytest.approx(math.pi)


def test_decks_of_unlike_height_are_not_joined() -> None:
    (ends,) = spans(BRIDGE, openings(BRIDGE))
    high = zoo.piece("high", zoo.box_part("stone", (-2, -2, 0), (2, 2, 3.2)))
    (first, *_) = openings(high)
    assert bridged(BRIDGE, ends, [(high, first), (high, first)]) is None


def test_what_is_stacked_rests_on_the_deck_and_leaves_room() -> None:
    hall = Feature(
        "hall", zoo.piece("hall", zoo.box_part("stone", (-3, -3, 0), (3, 3, 3))), Placement((15.0, 11.0, 0.0))
    )
    table = zoo.table(hall)
    feature = stacked(table, CRATE, hall, np.random.default_rng(1))
    assert feature is not None
    assert feature.placement.at[2] == pytest.approx(3)
    assert footprint(hall).contains(footprint(feature))


def test_nothing_is_stacked_on_a_deck_without_room() -> None:
    small = Feature(
        "small", zoo.piece("small", zoo.box_part("stone", (0, 0, 0), (3, 3, 3))), Placement((15.0, 11.0, 0.0))
    )
    assert stacked(zoo.table(small), CRATE, small, np.random.default_rng(1)) is None


def test_nothing_is_stacked_where_one_deck_meets_another() -> None:
    """By hand: a deck of 4 x 4 in whose neighbour begins at x = 17; a base needs 1.26 in between."""
    block = Feature("block", BLOCK, Placement((15.0, 11.0, 0.0)))
    bridge = Feature("bridge", BRIDGE, Placement((20.0, 11.0, 0.0)))
    for seed in range(12):
        crate = stacked(zoo.table(block, bridge), CRATE, block, np.random.default_rng(seed))
        if crate is not None:
            assert footprint(crate).distance(footprint(bridge)) >= 1.25


@cache
def made(seed: int, *, plain: bool = False) -> Made:
    return random_layout(
        PIECES,
        np.random.default_rng(seed),
        ruleset="warcry",
        board=Board(30, 22),
        count=12,
        in_quarter=2,
        rules=plan_findings,
        best_of=1,
        plain=plain,
    )


def joined(table: Table) -> int:
    """Return how many bridges have a deck of three inches at each end, within two tenths of an inch."""
    import shapely

    decks = [footprint(f) for f in table.terrain.features if f.piece in (BLOCK, GUARDED)]
    count = 0
    for feature in table.terrain.features:
        if feature.piece is BRIDGE:
            ends = feature.placement.apply(np.array([[-3.0, 0, 3], [3.0, 0, 3]]))[:, :2]
            met = [any(deck.distance(shapely.Point(end)) < 0.21 for deck in decks) for end in ends]
            count += all(met)
    return count


@pytest.mark.parametrize("first", mostly_soak(range(0, 30, 2), quick=1))
def test_every_board_with_bridges_passes_its_own_check(first: int) -> None:
    for seed in range(first, first + 2):
        layout = made(seed)
        report = check_layout(layout.table, with_views=False)
        assert (*report.findings, *plan_findings(layout.table)) == (), f"seed {seed}"
        assert len(layout.table.terrain.features) == 12
        assert joined(layout.table) >= 2, f"seed {seed}"


def test_something_stands_on_a_deck_of_some_boards_and_rests() -> None:
    hall = zoo.piece("hall", zoo.box_part("stone", (-3, -2, 0), (3, 2, 3)))
    higher = 0
    for seed in range(4):
        table = random_layout(
            (hall, BRIDGE, CRATE, LOW, WALL),
            np.random.default_rng(seed),
            ruleset="warcry",
            board=Board(30, 22),
            count=12,
            best_of=1,
        ).table
        higher += sum(f.placement.at[2] > 2 for f in table.terrain.features)
        assert not any(
            finding.code in ("floating", "overlap") for finding in check_layout(table, with_views=False).findings
        )
    assert higher >= 2


def test_a_plain_board_has_no_bridges_and_the_same_seed_makes_the_same_board() -> None:
    def placed(layout: Made) -> list[tuple[str, object]]:
        return [(feature.id, feature.placement) for feature in layout.table.terrain.features]

    assert joined(made(1, plain=True).table) == 0
    assert placed(made(1)) == placed(made.__wrapped__(1))
