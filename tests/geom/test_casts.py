"""Casts, clearances, inside and outside: as plain work over all triangles finds them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.geom.brute import ball, gap_by_samples, pierces, touches, winding_number
from tests.soak import examples
from warcry3d.geom import casts, shapes, tree
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.sight.proof_surface import segment_gaps

STACK = np.zeros(128, np.int32)
QUICK = examples(60)


def points(reach: int = 6) -> st.SearchStrategy[FloatArray]:
    """Return points with whole coordinates: segments between them often touch, graze and lie in faces."""
    return st.tuples(*[st.integers(-reach, reach)] * 3).map(lambda p: np.array(p, np.float64))


@st.composite
def crystals(draw: st.DrawFn) -> Solid:
    """Return tetrahedra with whole coordinates."""
    a, b, c, d = corners = np.array(draw(st.lists(points(4), min_size=4, max_size=4)))
    volume = np.linalg.det(np.stack([b - a, c - a, d - a]))
    if abs(volume) < 0.5:
        return draw(blocks())
    faces = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)], np.int32)
    return Solid(corners, faces if volume > 0 else faces[:, ::-1])


@st.composite
def blocks(draw: st.DrawFn) -> Solid:
    """Return boxes with whole coordinates."""
    low = draw(points(4))
    size = np.array(draw(st.tuples(*[st.integers(1, 4)] * 3)))
    return shapes.box(low, low + size)


def corners_of(mesh: tree.Mesh) -> FloatArray:
    return mesh.vertices[mesh.faces]


def is_blocked(mesh: tree.Mesh, start: FloatArray, end: FloatArray) -> bool:
    return bool(casts.is_blocked(mesh, mesh.roots, start, end, STACK))


def hits(mesh: tree.Mesh, start: FloatArray, end: FloatArray, room: int = 16) -> list[tuple[int, int, float]]:
    faces, signs, wheres = np.zeros(room, np.int32), np.zeros(room, np.int32), np.zeros(room)
    count = casts.first_hits(mesh, mesh.roots, start, end, faces, signs, wheres, STACK)
    return list(zip(faces[:count].tolist(), signs[:count].tolist(), wheres[:count].tolist(), strict=True))


# casts


@given(st.lists(st.one_of(crystals(), blocks()), min_size=1, max_size=4), points(), points(), st.integers(1, 5))
@examples(400)
def test_a_segment_is_blocked_where_it_passes_through_and_free_where_it_touches_nothing(
    solids: list[Solid], start: FloatArray, end: FloatArray, leaf: int
) -> None:
    mesh = tree.mesh_of(solids, leaf=leaf)
    corners = corners_of(mesh)
    if pierces(corners, start, end):
        assert is_blocked(mesh, start, end)
    if not touches(corners, start, end):
        assert not is_blocked(mesh, start, end)


@given(st.lists(blocks(), min_size=1, max_size=4), points(), points())
@examples(400)
def test_a_segment_that_only_touches_a_box_in_a_face_an_edge_or_a_corner_is_blocked(
    solids: list[Solid], start: FloatArray, end: FloatArray
) -> None:
    mesh = tree.mesh_of(solids, leaf=2)
    assert is_blocked(mesh, start, end) == touches(corners_of(mesh), start, end)


BOX = shapes.box((0, 0, 0), (4, 4, 4))


@pytest.mark.parametrize(
    ("start", "end", "blocked"),
    [
        ((-2, 1, 4), (6, 1, 4), True),  # along the top
        ((-2, -2, 4), (6, 6, 4), True),  # along a triangle's own diagonal
        ((-2, 0, 4), (6, 0, 4), True),  # along an edge
        ((5, 0, 4), (9, 0, 4), False),  # on the line of an edge, beyond it
        ((-1, 1, 4), (1, -1, 4), True),  # through a corner, in the plane of the top
        ((-1, 0.9, 4), (0.9, -1, 4), False),
        ((-1, 1, 3), (1, -1, 5), True),  # through a corner
        ((-1, -1, 8), (1, 1, 0), True),
        ((-3, 2, 2), (0, 2, 2), True),  # ends on a face
        ((-3, 2, 2), (-0.001, 2, 2), False),
        ((1, 1, 1), (3, 3, 3), False),  # wholly inside: nothing is touched
        ((1, 1, 5), (1, 1, 9), False),
        ((2, 2, 4), (2, 2, 9), True),  # starts on a face
    ],
)
def test_surfaces_are_closed_sets(start: tuple[float, ...], end: tuple[float, ...], blocked: bool) -> None:
    mesh = tree.mesh_of([BOX], leaf=1)
    one, two = np.array(start, np.float64), np.array(end, np.float64)
    assert (is_blocked(mesh, one, two), is_blocked(mesh, two, one)) == (blocked, blocked)


@pytest.mark.parametrize("shift", [(0.0, 0.0, 0.0), (13.7, 20.1, 1.3), (600.1, -599.7, 3.3)])
def test_nothing_leaks_between_two_triangles(shift: tuple[float, float, float]) -> None:
    mesh = tree.mesh_of([ball(20).placed(Placement(shift, 0.7))], leaf=4)
    rng = np.random.default_rng(1)
    middle = np.array(shift)
    corners = corners_of(mesh)
    for _ in range(4000):
        f, k, share = rng.integers(len(corners)), rng.integers(3), rng.random()
        spot = corners[f, k] + share * (corners[f, (k + 1) % 3] - corners[f, k])
        start = middle + 0.3 * rng.standard_normal(3)
        assert is_blocked(mesh, start, start + 3 * (spot - start))


@pytest.mark.parametrize("shift", [(0.0, 0.0, 0.0), (600.1, -599.7, 3.3)])
def test_what_is_aimed_at_a_corner_is_stopped_or_known_to_come_next_to_it(shift: tuple[float, float, float]) -> None:
    mesh = tree.mesh_of([ball(20).placed(Placement(shift, 0.7))], leaf=4)
    rng = np.random.default_rng(2)
    for _ in range(4000):
        spot = mesh.vertices[rng.integers(len(mesh.vertices))]
        start = np.array(shift) + 0.3 * rng.standard_normal(3)
        end = start + 3 * (spot - start)
        assert is_blocked(mesh, start, end) or casts.clearance(mesh, mesh.roots, start, end, 1.0, STACK)[0] < 1e-10


@given(st.lists(strategies.tetrahedra(), min_size=1, max_size=5), st.integers(0, 2**32 - 1))
@QUICK
def test_hits_come_in_order_enter_and_leave_by_the_outward_normals(solids: list[Solid], seed: int) -> None:
    rng = np.random.default_rng(seed)
    start, end = rng.uniform(-8, 8, (2, 3))
    mesh = tree.mesh_of(solids, leaf=2)
    found = hits(mesh, start, end, room=64)
    wheres = [where for _, _, where in found]
    assert wheres == sorted(wheres)
    for face, sign, where in found:
        plane = mesh.normals[face] @ (start + where * (end - start)) - mesh.offsets[face]
        assert plane == pytest.approx(0, abs=1e-9)
        assert np.sign(mesh.normals[face] @ (start - end)) == sign
    turns = [sum(round(winding_number(s, p)) for s in solids) for p in (start, end)]
    assert sum(sign for _, sign, _ in found) == turns[1] - turns[0]
    assert bool(found) == is_blocked(mesh, start, end)


def test_where_hits_do_not_fit_the_nearest_are_kept() -> None:
    boxes = [shapes.box((x, 0, 0), (x + 0.5, 1, 1)) for x in (8, 2, 6, 0, 4)]
    mesh = tree.mesh_of(boxes, leaf=1)
    start, end = np.array((-1, 0.31, 0.43)), np.array((11, 0.37, 0.47))
    every = hits(mesh, start, end)
    assert [sign for _, sign, _ in every] == [1, -1] * 5
    assert hits(mesh, start, end, room=3) == every[:3]


@given(st.lists(blocks(), min_size=1, max_size=3), points(), points())
@QUICK
def test_a_cast_there_and_back_says_the_same(solids: list[Solid], start: FloatArray, end: FloatArray) -> None:
    mesh = tree.mesh_of(solids, leaf=1)
    assert is_blocked(mesh, start, end) == is_blocked(mesh, end, start)


def test_groups_left_out_do_not_block() -> None:
    mesh = tree.joined([tree.mesh_of([shapes.box((x, 0, 0), (x + 1, 1, 1))], leaf=1) for x in (2, 4, 6)])
    start, end = np.array((0, 0.3, 0.4)), np.array((5.5, 0.3, 0.4))
    for roots, blocked in (
        (mesh.roots, True),
        (mesh.roots[[1]], True),
        (mesh.roots[2:], False),
        (mesh.roots[:0], False),
    ):
        assert casts.is_blocked(mesh, roots, start, end, STACK) == blocked


def test_a_group_of_nothing_answers_nothing() -> None:
    mesh = tree.joined([tree.mesh_of([], leaf=4), tree.mesh_of([BOX], leaf=1), tree.mesh_of([], leaf=1)])
    assert mesh.roots.tolist() == [-1, 0, -1]
    start, end = np.array((-1.0, 1, 1)), np.array((9.0, 1, 1))
    assert is_blocked(mesh, start, end)
    empty = mesh.roots[[0, 2]]
    assert not casts.is_blocked(mesh, empty, start, end, STACK)
    assert not casts.is_inside(mesh, empty, np.array((1.0, 1, 1)), STACK)
    assert casts.clearance(mesh, empty, start, end, 1.0, STACK) == (1.0, -1)


def test_a_triangle_without_area_stops_no_line_that_keeps_away_from_it() -> None:
    vertices = np.array([*BOX.vertices, (2.0, 0.0, 0.0)])
    faces = []
    for (
        face
    ) in BOX.faces.tolist():  # the edge from (0, 0, 0) to (4, 0, 0) gets a middle: below it is cut, above bridged
        if {0, 1} <= set(face) and len(faces) < 12 and face[2] != 1 and not any(8 in f for f in faces):
            k = next(k for k in range(3) if {face[k], face[(k + 1) % 3]} == {0, 1})
            a, b, c = face[k], face[(k + 1) % 3], face[(k + 2) % 3]
            faces += [(a, 8, c), (8, b, c), (a, b, 8)]
        else:
            faces.append(tuple(face))
    solid = Solid(vertices, np.array(faces, np.int32))
    mesh = tree.mesh_of([solid], leaf=1)
    assert (np.linalg.norm(mesh.normals, axis=1) == 0).sum() == 1
    for y in (-0.01, -1.0, -3.0):
        for x in np.linspace(-1, 5, 40):
            assert not is_blocked(mesh, np.array((x, y, -2)), np.array((x + 0.1, y, 6)))
    assert is_blocked(mesh, np.array((1.9, -1.0, -1)), np.array((1.9, 1.0, 1)))


# clearance


def test_clearances_known_by_hand() -> None:
    mesh = tree.mesh_of([BOX], leaf=1)
    known = {
        ((-2, 2, 5), (6, 2, 5)): 1.0,  # over the top
        ((-2, -1, 5), (6, -1, 5)): math.sqrt(2),  # along an edge
        ((5, 5, 5), (9, 9, 9)): math.sqrt(3),  # from a corner
        ((7, 2, 2), (9, 2, 2)): 3.0,  # end against a face
        ((6, -2, 2), (6, 6, 2.5)): 2.0,
        ((1, 1, 1), (3, 3, 1.5)): 1.0,  # inside
    }
    for (start, end), gap in known.items():
        found, face = casts.clearance(mesh, mesh.roots, np.array(start, float), np.array(end, float), 10.0, STACK)
        assert found == pytest.approx(gap)
        assert segment_gaps(np.array(start, float), np.array(end, float), corners_of(mesh)[[face]])[0] == found


def test_clearance_ends_at_its_limit() -> None:
    mesh = tree.mesh_of([BOX], leaf=1)
    start, end = np.array((-2.0, 2, 5.5)), np.array((6.0, 2, 5.5))
    assert casts.clearance(mesh, mesh.roots, start, end, 1.25, STACK) == (1.25, -1)
    assert casts.clearance(mesh, mesh.roots, start, end, 1.75, STACK)[0] == 1.5


@given(st.lists(strategies.tetrahedra(), min_size=1, max_size=5), st.integers(0, 2**32 - 1))
@QUICK
def test_clearance_is_the_least_distance_to_any_triangle(solids: list[Solid], seed: int) -> None:
    rng = np.random.default_rng(seed)
    mesh = tree.mesh_of(solids, leaf=2)
    start, end = rng.uniform(-8, 8, (2, 3))
    if is_blocked(mesh, start, end):
        return
    gap, face = casts.clearance(mesh, mesh.roots, start, end, 100.0, STACK)
    gaps = segment_gaps(start, end, corners_of(mesh))
    assert gap == pytest.approx(gaps.min(), abs=1e-9)
    assert gaps[face] == pytest.approx(gap, abs=1e-9)
    low, high = gap_by_samples(corners_of(mesh)[face], start, end)
    assert low <= gap <= high + 1e-12


# inside and outside


@given(st.lists(strategies.tetrahedra(), min_size=1, max_size=4), st.integers(0, 2**32 - 1))
@QUICK
def test_inside_is_where_surfaces_wind_around(solids: list[Solid], seed: int) -> None:
    rng = np.random.default_rng(seed)
    mesh = tree.mesh_of(solids, leaf=2)
    for point in rng.uniform(-4, 4, (20, 3)):
        expected = any(round(winding_number(solid, point)) != 0 for solid in solids)
        assert casts.is_inside(mesh, mesh.roots, point, STACK) == expected


def test_inside_is_inside_far_from_the_origin_and_under_a_lid() -> None:
    cup = [shapes.box((0, 0, 0), (4, 4, 1)), shapes.box((0, 0, 6), (4, 4, 7))]
    mesh = tree.mesh_of([s.placed(Placement((600.0, 600.0, 0.0), 0.3)) for s in cup], leaf=1)
    spots = np.array([(2.0, 2.0, 0.5), (2.0, 2.0, 3.0), (2.0, 2.0, 6.5), (2.0, 2.0, 8.0), (5.0, 2.0, 0.5)])
    placed = Placement((600.0, 600.0, 0.0), 0.3).apply(spots)
    assert [casts.is_inside(mesh, mesh.roots, p, STACK) for p in placed] == [True, False, True, False, False]
