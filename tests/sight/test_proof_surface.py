"""The checker's plain geometry against what is known or sampled."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from warcry3d.geom import shapes
from warcry3d.geom.solid import Solid
from warcry3d.sight.proof_solids import is_outside, winding
from warcry3d.sight.proof_surface import ProofSurface, hull_planes, meets_planes, nearest_in, segment_gaps

NUMBER = st.integers(-3000, 3000).map(lambda n: n / 1000)
POINT = st.tuples(NUMBER, NUMBER, NUMBER)
CUBE = shapes.box((0, 0, 0), (1, 1, 1))


def points(low: int, high: int) -> st.SearchStrategy[np.ndarray]:
    return st.lists(POINT, min_size=low, max_size=high, unique=True).map(np.array)


def surface_of(*solids: Solid) -> tuple[ProofSurface, list[np.ndarray]]:
    """Return the solids as one surface, and the faces of each."""
    vertex = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    face = np.cumsum([0, *(len(solid.faces) for solid in solids)])
    faces = np.concatenate([solid.faces + at for solid, at in zip(solids, vertex, strict=False)])
    ranges = [np.arange(face[i], face[i + 1]) for i in range(len(solids))]
    return ProofSurface.of(np.concatenate([solid.vertices for solid in solids]), faces.astype(np.int32)), ranges


def test_normals_point_outward_and_neighbours_are_mutual() -> None:
    surface, (faces,) = surface_of(CUBE)
    assert np.allclose(np.einsum("ki,ki->k", surface.normals, surface.corners.mean(axis=1) - 0.5), 0.5)
    for face in faces:
        for corner in range(3):
            across = surface.neighbours[face, corner]
            assert face in surface.neighbours[across]


def test_an_open_edge_has_no_neighbour() -> None:
    surface = ProofSurface.of(CUBE.vertices, CUBE.faces[1:])
    assert (surface.neighbours < 0).sum() == 3


def test_needles_have_no_sides() -> None:
    corners = np.array([(0, 0, 0), (1, 0, 0), (0.5, 1e-12, 0)])
    surface = ProofSurface.of(corners, np.array([(0, 1, 2)], np.int32))
    above = np.array([(0.0, 0.0, 5.0)])
    face = np.array([0])
    assert not surface.are_in_front(face, above).any()
    assert not surface.face_away(face, -above)


@given(points(4, 8), points(1, 8), POINT)
def test_hull_holds_every_mixture_of_its_points(one: np.ndarray, two: np.ndarray, spot: tuple[float, ...]) -> None:
    hull = np.concatenate([one, two])
    planes = hull_planes(hull)
    rng = np.random.default_rng(1)
    inside = rng.dirichlet([0.3] * len(hull), 200) @ hull
    assert (inside @ planes[:, :3].T <= planes[:, 3]).all()
    support = hull @ planes[:, :3].T
    assert np.allclose(support.max(axis=0), planes[:, 3], atol=1e-9)
    assert np.isfinite(nearest_in(one, np.array(spot))).all()


def test_hull_of_two_boxes_and_flat_hulls_are_tight() -> None:
    cube = np.indices((2, 2, 2)).reshape(3, 8).T.astype(float)
    planes = hull_planes(np.concatenate([cube, cube + np.array([4, 0, 0])]))
    inside = (np.array([(2.5, 0.5, 0.5), (2.5, 0.5, 1.001), (5.001, 0.5, 0.5)]) @ planes[:, :3].T <= planes[:, 3]).all(
        axis=1
    )
    assert inside.tolist() == [True, False, False]
    tilt = np.array([(1, 0, 0), (0, 0.6, 0.8)])
    flat = np.array([(0, 0), (1, 0), (0, 1), (4, 4), (5, 4), (4, 5.0)]) @ tilt
    planes = hull_planes(flat)
    spots = np.array([(2, 2), (2, 3.5), (4.6, 4.6)]) @ tilt
    assert (spots @ planes[:, :3].T <= planes[:, 3]).all(axis=1).tolist() == [True, False, False]
    lifted = spots[:1] + np.cross(tilt[0], tilt[1]) * 1e-6
    assert not (lifted @ planes[:, :3].T <= planes[:, 3]).all()


@given(points(4, 8), POINT, POINT)
def test_segments_that_meet_a_hull_are_found(
    hull: np.ndarray, start: tuple[float, ...], end: tuple[float, ...]
) -> None:
    a, b = np.array([start]), np.array([end])
    planes = hull_planes(hull)
    spots = a + np.linspace(0, 1, 300)[:, None] * (b - a)
    sampled = (spots @ planes[:, :3].T <= planes[:, 3]).all(axis=1).any()
    found = bool(meets_planes(planes, a, b)[0])
    assert found or not sampled
    assert meets_planes(planes, a, np.mean(hull, axis=0)[None])[0]


@given(points(3, 3), POINT, POINT)
def test_segment_gap_is_the_least_distance_of_points(
    triangle: np.ndarray, start: tuple[float, ...], end: tuple[float, ...]
) -> None:
    a, b = np.array(start), np.array(end)
    gap = float(segment_gaps(a, b, triangle[None])[0])
    shares = np.array([(i, j, 20 - i - j) for i in range(21) for j in range(21 - i)]) / 20
    on_line = a + np.linspace(0, 1, 41)[:, None] * (b - a)
    sampled = np.linalg.norm((shares @ triangle)[:, None] - on_line[None], axis=2).min()
    step = (np.linalg.norm(b - a) + 2 * max(np.linalg.norm(triangle - np.roll(triangle, 1, axis=0), axis=1))) / 40
    assert sampled - step - 1e-9 <= gap <= sampled + 1e-9


@given(points(3, 8), POINT)
def test_nearest_place_in_a_hull_is_in_it_and_nothing_sampled_is_nearer(
    hull: np.ndarray, spot: tuple[float, ...]
) -> None:
    nearest = nearest_in(hull, np.array(spot))
    planes = hull_planes(hull)
    assert (nearest @ planes[:, :3].T <= planes[:, 3] + 1e-9).all()
    sampled = np.random.default_rng(2).dirichlet([0.3] * len(hull), 300) @ hull
    assert np.linalg.norm(nearest - spot) <= np.linalg.norm(sampled - spot, axis=1).min() + 1e-9


@pytest.mark.parametrize(
    ("start", "end", "signs"),
    [
        ((0.3, 0.6, 2), (0.3, 0.6, -2), [-1, 1]),
        ((0.3, 0.6, 2), (0.3, 0.6, 0.5), [1]),
        ((0.3, 0.6, 0.5), (0.3, 0.6, 2), [-1]),
        ((0.3, 0.6, 2), (3, 0.6, 2), []),
    ],
)
def test_crossings_of_a_cube_are_signed(start: tuple[float, ...], end: tuple[float, ...], signs: list[int]) -> None:
    surface, (faces,) = surface_of(CUBE)
    found = surface.crossings(faces, np.array(start), np.array(end))
    assert found is not None
    assert sorted(found[found != 0].tolist()) == signs


def test_crossing_through_an_edge_is_not_told() -> None:
    surface, (faces,) = surface_of(CUBE)
    assert surface.crossings(faces, np.array([0.5, 0.5, 2]), np.array([0.5, 0.5, -2])) is None
    assert surface.crossings(faces, np.array([1.0, 0.5, 2]), np.array([1.0, 0.6, -2])) is None


@given(strategies.tetrahedra(), POINT)
def test_winding_tells_inside_from_outside(solid: Solid, spot: tuple[float, ...]) -> None:
    surface, (faces,) = surface_of(solid)
    heights, _ = surface.heights(faces, np.array([spot]))
    if (np.abs(heights) > 1e-6).all():
        assert winding(surface, faces, np.array(spot)) == int((heights < 0).all())


def test_winding_counts_solids_that_overlap() -> None:
    surface, (one, two) = surface_of(CUBE, shapes.box((0.5, 0.5, 0.5), (2, 2, 2)))
    assert winding(surface, np.concatenate([one, two]), np.array([0.7, 0.8, 0.9])) == 2
    assert winding(surface, np.zeros(0, np.int64), np.array([0.7, 0.8, 0.9])) == 0


@pytest.mark.parametrize(
    ("low", "high", "outside"),
    [
        ((2, 2, 2), (3, 3, 3), True),
        ((0.2, 0.2, 0.2), (0.8, 0.8, 0.8), False),
        ((-1, -1, -1), (2, 2, 2), False),
        ((0.5, 0.5, 0.5), (3, 3, 3), False),
        ((1, 0, 0), (2, 1, 1), False),
        ((0.4, 0.4, -1), (0.6, 0.6, 2), False),
        ((1.001, 0, 0), (2, 1, 1), True),
    ],
)
def test_a_box_is_outside_a_cube_if_they_share_no_point(
    low: tuple[float, ...], high: tuple[float, ...], outside: bool
) -> None:
    surface, (faces,) = surface_of(CUBE)
    assert is_outside(surface, faces, shapes.box(low, high).vertices) is outside


def test_what_is_in_the_box_around_a_figure_may_be_outside_of_it() -> None:
    wedge = Solid(
        np.array([(0.9, 1.6, 0), (1.6, 0.9, 0), (1.6, 1.6, 0), (1.6, 1.6, 1.0)]),
        np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)], np.int32),
    )
    surface, (faces,) = surface_of(wedge)
    raised = CUBE.vertices + np.array((0, 0, 0.1))
    assert is_outside(surface, faces, raised)
    assert not is_outside(surface, faces, raised * 1.5)


@given(strategies.tetrahedra(1.5), strategies.tetrahedra(1.5))
def test_a_tetrahedron_that_shares_a_point_with_a_figure_is_not_outside_of_it(one: Solid, two: Solid) -> None:
    surface, faces = surface_of(one, two)
    rng = np.random.default_rng(4)
    spots = np.concatenate([rng.dirichlet([0.5] * 4, 200) @ solid.vertices for solid in (one, two)])
    inside = [(surface.heights(f, spots)[0] < 0).all(axis=0) for f in faces]
    if (inside[0] & inside[1]).any():
        assert not is_outside(surface, faces[0], two.vertices)
    assert math.isfinite(one.volume)
