"""Bases side by side: found ways hold, proofs hold, and nothing is both."""

import math
from itertools import combinations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tests.soak import examples
from warcry3d.terrain.layouts.packing import Fits, NotFound, TooFull, most, room_for

ONE = np.ones((1, 1))
APART = np.eye(2)


def disc(radius: float) -> shapely.Polygon:
    return shapely.Point(0, 0).buffer(radius, quad_segs=64)


KNOWN = ((1, 1.0), (2, 2.0), (3, 1 + 2 / math.sqrt(3)), (4, 1 + math.sqrt(2)), (7, 3.0), (19, 4.863703305))
"""The least radius of a disc that holds so many discs of radius 1."""


@pytest.mark.parametrize(("count", "radius"), KNOWN)
def test_what_is_known_to_fit_into_a_disc_is_found(count: int, radius: float) -> None:
    room = room_for(count, [disc(radius * 1.06 - 1)], radius=1, crowded=ONE)
    assert isinstance(room, Fits | NotFound)
    if count <= 7:
        assert isinstance(room, Fits)


@pytest.mark.parametrize(("count", "radius"), KNOWN)
def test_no_proof_denies_what_is_known_to_fit(count: int, radius: float) -> None:
    assert most([disc(radius * 1.0001 - 1)], radius=1) >= count


@pytest.mark.parametrize(("count", "side"), [(2, 0.4), (5, 2.0), (10, 4.0)])
def test_what_is_far_too_much_is_proven_not_to_fit(count: int, side: float) -> None:
    room = room_for(count, [shapely.box(0, 0, side, side)], radius=1, crowded=ONE)
    assert isinstance(room, TooFull)
    assert room.most < count


def test_an_empty_area_holds_nothing() -> None:
    assert most([shapely.Polygon()], radius=1) == 0
    assert room_for(1, [shapely.Polygon()], radius=1, crowded=ONE) == TooFull(0)


def test_a_lattice_as_tight_as_can_be_is_found() -> None:
    room = room_for(16, [shapely.box(0, 0, 6.01, 6.01)], radius=1, crowded=ONE)
    assert isinstance(room, Fits)


def test_levels_far_apart_in_height_may_hold_bases_over_each_other() -> None:
    spot = shapely.box(0, 0, 0.1, 0.1)
    assert isinstance(room_for(2, [spot, spot], radius=1, crowded=APART), Fits)
    assert not isinstance(room_for(2, [spot, spot], radius=1, crowded=np.ones((2, 2))), Fits)


@examples(40)
@given(
    boxes=st.lists(
        st.tuples(st.floats(0, 8), st.floats(0, 8), st.floats(0.2, 4), st.floats(0.2, 4)), min_size=1, max_size=3
    ),
    count=st.integers(1, 12),
    radius=st.floats(0.3, 1.2),
)
def test_found_places_hold_and_never_contradict_a_proof(
    boxes: list[tuple[float, float, float, float]], count: int, radius: float
) -> None:
    area = shapely.union_all([shapely.box(x, y, x + w, y + h) for x, y, w, h in boxes])
    room = room_for(count, [area], radius=radius, crowded=ONE)
    match room:
        case Fits(at=at):
            assert len(at) == count <= most([area], radius=radius)
            for _, x, y in at:
                assert area.distance(shapely.Point(x, y)) < 1e-9
            for (_, x, y), (_, a, b) in combinations(at, 2):
                assert math.hypot(x - a, y - b) >= 2 * radius - 1e-9
        case TooFull(most=bound):
            assert bound < count
        case NotFound(placed=placed):
            assert placed < count <= most([area], radius=radius)
