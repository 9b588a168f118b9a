"""Plain solids: volumes by hand, outlines refused with their fault."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.errors import MeshError
from warcry3d.geom import shapes


def test_box_has_the_volume_of_its_sides_and_faces_outward() -> None:
    solid = shapes.box((1, 2, 3), (2, 4, 6))
    assert solid.volume == pytest.approx(6)
    middle = np.array([1.5, 3, 4.5])
    outward = np.einsum("ij,ij->i", solid.normals, solid.triangles.mean(axis=1) - middle)
    assert (outward > 0).all()


def test_prism_over_an_l_has_its_area_times_its_height_either_way_round() -> None:
    corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
    assert shapes.prism(corner, (0, 2)).volume == pytest.approx(12)
    assert shapes.prism(corner[::-1], (0, 2)).volume == pytest.approx(12)


def test_prism_accepts_a_first_corner_repeated_at_the_end() -> None:
    assert shapes.prism([(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)], (0, 1)).volume == pytest.approx(4)


def test_prism_keeps_corners_on_straight_sides() -> None:
    solid = shapes.prism([(0, 0), (1, 0), (2, 0), (2, 2), (0, 2)], (0, 1))
    assert solid.volume == pytest.approx(4)
    assert len(solid.vertices) == 10


def test_cylinder_stays_within_a_twentieth_of_a_millimetre_of_the_circle() -> None:
    solid = shapes.cylinder((1, -1), 2, (0, 1))
    middles = (solid.vertices + np.roll(solid.vertices, 1, axis=0))[1 : len(solid.vertices) // 2] / 2
    inward = 2 - np.hypot(middles[:, 0] - 1, middles[:, 1] + 1)
    assert 0 < inward.max() <= shapes.ROUNDNESS + 1e-9
    assert solid.volume == pytest.approx(math.pi * 4, rel=2e-3)


@pytest.mark.parametrize(
    ("outline", "fault"),
    [
        ([(0, 0), (2, 2), (2, 0), (0, 2)], "crosses itself: its sides 0 and 2 meet"),
        ([(0, 0), (3, 0), (1, 0), (1, 2)], "crosses itself"),
        ([(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], "crosses itself"),
        ([(0, 0), (1, 0)], "has 2 corners"),
        ([(0, 0), (1, 0), (0, 0)], "corners 0 and 2 are the same point"),
        ([(0, 0), (1, 0), (2, 0)], "crosses itself"),
        ([(0, 0), (1, 0), (1, 0), (0, 1)], "corners 1 and 2 are the same point"),
    ],
)
def test_outline_that_is_no_simple_polygon_is_refused(outline: list[tuple[float, float]], fault: str) -> None:
    with pytest.raises(MeshError, match=fault):
        shapes.prism(outline, (0, 1))


@pytest.mark.parametrize(("low", "high"), [((0, 0, 0), (0, 1, 1)), ((0, 0, 0), (1, -1, 1)), ((0, 0, 2), (1, 1, 2))])
def test_box_without_extent_or_inverted_is_refused(low: tuple[float, ...], high: tuple[float, ...]) -> None:
    with pytest.raises(MeshError, match="expected the second to be the greater"):
        shapes.box(low, high)


@given(
    radii=st.lists(st.floats(0.3, 3), min_size=3, max_size=40),
    turn=st.floats(0, 6),
)
def test_any_star_shaped_outline_becomes_a_prism_of_its_area(radii: list[float], turn: float) -> None:
    angles = turn + np.arange(len(radii)) * (2 * math.pi / len(radii))
    outline = np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)
    x, y = outline.T
    area = (x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
    assert shapes.prism(outline.tolist(), (0, 2)).volume == pytest.approx(2 * area)


def test_outline_of_a_thousand_corners_needs_few_tests_of_ears(monkeypatch: pytest.MonkeyPatch) -> None:
    """A saw: half its corners are ears of others' teeth; each corner tested at each cut would be half a million."""
    tests: list[int] = []
    is_ear = shapes._Ring._is_ear

    def counted(ring: shapes._Ring, k: int, reflex: shapes.Indices) -> bool:
        tests.append(k)
        return is_ear(ring, k, reflex)

    monkeypatch.setattr(shapes._Ring, "_is_ear", counted)
    teeth = [(i * 6 / 1000, 3.0 if i % 2 else 0.1) for i in range(998)]
    outline = np.array([*teeth, (6.0, 0.0), (0.0, 0.0)])[::-1]
    triangles = shapes.triangulate(outline)
    (ax, ay), (bx, by), (cx, cy) = outline[triangles].transpose(1, 2, 0)
    areas = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
    x, y = outline.T
    assert areas.min() >= 0
    assert areas.sum() == pytest.approx((x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)
    assert len(tests) < 20_000
