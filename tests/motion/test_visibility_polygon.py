"""The hidden area against straight lines from the eye, and where what hides reaches further than one asks."""

import math

import pytest
import shapely

from warcry3d.game.random_stream import Stream
from warcry3d.motion.visibility_polygon import hidden_area

EYE = (3.0, 2.0)
NEAR = 1e-3
"""Places nearer (in) than this to a border may count either way."""


def blocks(seed: int, spread: float) -> shapely.Geometry:
    """Return a few turned boxes around the eye, none over it."""
    random, boxes = Stream(seed), []
    while len(boxes) < 4:
        at = random.between(-spread, spread), random.between(-spread, spread)
        box = shapely.box(0, 0, random.between(0.2, spread), random.between(0.1, 1.0))
        box = shapely.affinity.translate(shapely.affinity.rotate(box, random.between(0, 360)), *at)
        if not box.buffer(NEAR).intersects(shapely.Point(EYE)):
            boxes.append(box)
    return shapely.union_all(boxes)


@pytest.mark.parametrize("spread", [3.0, 30.0])
@pytest.mark.parametrize("seed", range(12))
def test_a_place_is_hidden_where_the_straight_line_from_the_eye_is_blocked(seed: int, spread: float) -> None:
    blocked, far, random = blocks(seed, spread), 4.0, Stream(seed, "places")
    hidden = hidden_area(EYE, blocked, far)
    assert hidden.is_valid
    for _ in range(200):
        heading, length = random.between(0, math.tau), random.between(0, far)
        place = shapely.Point(EYE[0] + length * math.cos(heading), EYE[1] + length * math.sin(heading))
        if hidden.boundary.distance(place) > NEAR:
            assert hidden.intersects(place) == shapely.LineString([EYE, place]).intersects(blocked)


def test_a_wall_that_reaches_further_than_asked_for_hides_what_is_behind_it() -> None:
    """Its ends are 40 in away, where the area is asked for within 2 in."""
    wall = shapely.union_all([shapely.box(-40, 1, 40, 1.5), shapely.box(-40, -1.5, 40, -1)])
    hidden = hidden_area((0.0, 0.0), wall, 2.0)
    assert hidden.is_valid
    assert hidden.intersects(shapely.Point(0.5, 1.9)) and not hidden.intersects(shapely.Point(1.9, 0.5))


def test_an_edge_of_next_to_no_length_leaves_the_area_valid() -> None:
    """Such edges are left where areas are cut, here of 1e-7 in: ten inches away both its ends are seen in one direction
    but for a hundred-millionth of a turn.
    """
    eye = (4.134138843483532, 10.156360322026044)
    corners = [
        (8.179346151649952, 19.15304958820343),
        (8.179346241113693, 19.153049542619375),
        (8.187708040078329, 19.14909470624622),
        (8.186417264193688, 19.145978497599536),
        (8.179346196381822, 19.1430495654114),
        (8.172275128569956, 19.145978497599536),
        (8.169346196381822, 19.1530495654114),
        (8.170984352633441, 19.157004424451348),
    ]
    blocked = shapely.Polygon(corners)
    assert blocked.is_valid
    hidden = hidden_area(eye, blocked, 6.0)
    assert hidden.is_valid
    assert hidden.contains(shapely.Point(8.634, 20.165)) and not hidden.contains(shapely.Point(7.72, 18.2))
