"""Raw triangles become solids, or are refused with their defects counted and placed."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.errors import MeshError
from warcry3d.geom import shapes
from warcry3d.geom.mend import mend
from warcry3d.geom.solid import Solid
from warcry3d.geom.vertical_cast import inside

BOX = shapes.box((0, 0, 0), (2, 2, 2))


def together(*solids: Solid, inverted: tuple[int, ...] = ()) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices and faces of several solids in one heap, some turned inside out."""
    offsets = np.cumsum([0, *(len(s.vertices) for s in solids)])
    faces = [
        (s.faces[:, ::-1] if i in inverted else s.faces) + offset
        for i, (s, offset) in enumerate(zip(solids, offsets, strict=False))
    ]
    return np.concatenate([s.vertices for s in solids]), np.concatenate(faces)


def as_soup(vertices: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a mesh as an STL has it: every triangle with corners of its own."""
    return vertices[faces].reshape(-1, 3), np.arange(3 * len(faces)).reshape(-1, 3)


def side(solid: Solid, axis: int, value: float) -> np.ndarray:
    """Return which faces lie in the plane where a coordinate has a value."""
    return (np.abs(solid.triangles[:, :, axis] - value) < 1e-9).all(axis=1)


def test_clean_solid_comes_back_as_it_was() -> None:
    mended = mend(BOX.vertices, BOX.faces)
    assert np.array_equal(mended.solid.vertices, BOX.vertices)
    assert np.array_equal(mended.solid.faces, BOX.faces)
    assert mended.source.tolist() == list(range(12))


def test_triangle_soup_is_welded() -> None:
    mended = mend(*as_soup(BOX.vertices, BOX.faces))
    assert len(mended.solid.vertices) == 8
    assert mended.solid.volume == pytest.approx(8)


def test_vertices_a_hair_apart_are_welded() -> None:
    vertices, faces = as_soup(BOX.vertices, BOX.faces)
    vertices = vertices + np.random.default_rng(1).uniform(-2e-6, 2e-6, vertices.shape)
    assert len(mend(vertices, faces).solid.vertices) == 8


def test_rims_of_rounded_numbers_are_sewn_together() -> None:
    vertices, faces = as_soup(BOX.vertices + 1 / 3, BOX.faces)
    vertices = np.where(np.arange(len(vertices))[:, None] % 2 == 0, np.round(vertices, 3), vertices)
    mended = mend(vertices, faces)
    assert mended.solid.volume == pytest.approx(8, abs=0.02)
    assert (mended.source >= 0).all()


def test_inside_out_mesh_is_turned() -> None:
    assert mend(BOX.vertices, BOX.faces[:, ::-1]).solid.volume == pytest.approx(8)


def test_faces_wound_at_random_are_made_to_agree() -> None:
    turned = np.random.default_rng(2).random(12) < 0.4
    faces = np.where(turned[:, None], BOX.faces[:, ::-1], BOX.faces)
    assert mend(BOX.vertices, faces).solid.volume == pytest.approx(8)


def test_faces_given_twice_and_faces_without_extent_are_dropped() -> None:
    faces = np.concatenate([BOX.faces, BOX.faces[3:5], [[0, 0, 1], [2, 2, 2]]])
    mended = mend(BOX.vertices, faces)
    assert len(mended.solid.faces) == 12
    assert mended.solid.volume == pytest.approx(8)


def test_bodies_that_are_there_several_times_are_kept_once() -> None:
    one, other = shapes.box((0, 0, 0), (1, 1, 1)), shapes.box((3, 0, 0), (4, 2, 1))
    vertices = np.concatenate([one.vertices, other.vertices])
    faces = np.concatenate([*[one.faces] * 5, other.faces + len(one.vertices)])
    done = mend(vertices, faces)
    assert done.solid.volume == pytest.approx(3)
    assert len(done.solid.faces) == len(one.faces) + len(other.faces)
    assert sorted(done.source.tolist()) == [*range(12), *range(60, 72)]


def test_bodies_that_share_some_faces_are_no_copies() -> None:
    left, right = shapes.box((0, 0, 0), (1, 1, 1)), shapes.box((1, 0, 0), (2, 1, 1))
    faces = np.concatenate([left.faces, right.faces + len(left.vertices)])
    done = mend(np.concatenate([left.vertices, right.vertices]), faces)
    assert done.solid.volume == pytest.approx(2)


def test_small_hole_is_filled_and_the_filling_has_no_source() -> None:
    ball = shapes.cylinder((0, 0), 1, (0, 2))
    slit = int(np.argmin(ball.normals[:, 2] ** 2 * 100 + np.abs(ball.triangles[:, :, 1].mean(axis=1))))
    mended = mend(ball.vertices, np.delete(ball.faces, slit, axis=0))
    assert mended.solid.volume == pytest.approx(ball.volume)
    assert (mended.source == -1).sum() == 1


def test_open_underside_is_closed_however_wide() -> None:
    mended = mend(BOX.vertices, BOX.faces[~side(BOX, 2, 0)])
    assert mended.solid.volume == pytest.approx(8)
    assert (mended.source == -1).sum() == 2


def test_wide_hole_is_refused_with_its_place_and_width() -> None:
    with pytest.raises(MeshError) as caught:
        mend(BOX.vertices, BOX.faces[~side(BOX, 2, 2)])
    assert str(caught.value) == (
        "the mesh is open: 4 open edges around 1 holes; the largest, around (1.00, 1.00, 2.00), is 2.00 in wide"
    )


def test_point_on_a_neighbours_edge_leaves_no_crack() -> None:
    faces = [tuple(face) for face in BOX.faces.tolist()]
    split = next(i for i, face in enumerate(faces) if {0, 1} <= set(face))
    a, b, c = faces[split]
    while {a, b} != {0, 1}:
        a, b, c = b, c, a
    faces[split : split + 1] = [(a, 8, c), (8, b, c)]
    vertices = np.concatenate([BOX.vertices, [[1.0, 0.0, 0.0]]])
    assert mend(vertices, faces).solid.volume == pytest.approx(8)


def test_crossing_boxes_are_united() -> None:
    mended = mend(*together(BOX, shapes.box((1, 1, 1), (3, 3, 3))))
    assert mended.solid.volume == pytest.approx(15)
    middle = mended.solid.triangles.mean(axis=1)
    assert not inside(BOX, middle - mended.solid.normals * -1e-4).all()
    assert set(mended.source.tolist()) <= set(range(24))


def test_each_face_of_a_union_lies_in_the_plane_of_its_source() -> None:
    vertices, faces = together(BOX, shapes.cylinder((2, 1), 0.7, (-1, 3)))
    mended = mend(vertices, faces)
    raw = vertices[faces[mended.source]]
    normals = np.cross(raw[:, 1] - raw[:, 0], raw[:, 2] - raw[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    off = np.einsum("ijk,ik->ij", mended.solid.triangles - raw[:, :1], normals)
    assert np.abs(off).max() < 1e-9


def test_solid_within_a_solid_vanishes() -> None:
    mended = mend(*together(BOX, shapes.box((0.5, 0.5, 0.5), (1.5, 1.5, 1.5))))
    assert mended.solid.volume == pytest.approx(8)
    assert len(mended.solid.faces) == 12


@pytest.mark.parametrize("inverted", [(1,), (0,)])
def test_shell_that_faces_the_other_way_than_the_one_around_it_is_a_cavity(inverted: tuple[int, ...]) -> None:
    mended = mend(*together(BOX, shapes.box((0.5, 0.5, 0.5), (1.5, 1.5, 1.5)), inverted=inverted))
    assert mended.solid.volume == pytest.approx(7)
    assert not inside(mended.solid, np.array([[1.0, 1.0, 1.0]]))[0]


def test_everything_inverted_is_turned_and_united() -> None:
    mended = mend(*together(BOX, shapes.box((0.5, 0.5, 0.5), (1.5, 1.5, 1.5)), inverted=(0, 1)))
    assert mended.solid.volume == pytest.approx(8)


@pytest.mark.parametrize("other", [((2, 2, 0), (4, 4, 2)), ((2, 2, 2), (4, 4, 4)), ((2, 0, 0), (4, 2, 2))])
def test_boxes_that_touch_in_an_edge_a_corner_or_a_side_stay_whole(other: tuple[tuple[int, ...], ...]) -> None:
    vertices, faces = as_soup(*together(BOX, shapes.box(*other)))
    mended = mend(vertices, faces)
    assert mended.solid.volume == pytest.approx(16)


def test_box_inverted_beside_another_is_turned() -> None:
    mended = mend(*together(BOX, shapes.box((5, 0, 0), (6, 1, 1)), inverted=(1,)))
    assert mended.solid.volume == pytest.approx(9)


def test_sheet_without_thickness_is_refused() -> None:
    vertices = np.array([[0, 0, 1], [3, 0, 1], [3, 3, 1], [0, 3, 1], [1, 1, 1.000001]], dtype=float)
    faces = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 3, 2), (0, 2, 1)]
    with pytest.raises(MeshError, match="no thickness"):
        mend(vertices, faces)


def test_two_faces_back_to_back_are_nothing() -> None:
    with pytest.raises(MeshError, match="1 sheets of the mesh have no thickness"):
        mend([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2], [2, 1, 0]])


def test_triangle_of_one_point_is_no_mesh() -> None:
    with pytest.raises(MeshError, match="no triangle with an area"):
        mend([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 1], [2, 2, 2]])


def test_one_sided_surface_is_refused() -> None:
    count = 24
    turns = np.arange(count) * (2 * math.pi / count)
    rows = [
        ((2 + w * math.cos(t / 2)) * math.cos(t), (2 + w * math.cos(t / 2)) * math.sin(t), w * math.sin(t / 2))
        for t in turns
        for w in (-0.5, 0.5)
    ]
    faces = []
    for i in range(count):
        a, b = 2 * i, 2 * i + 1
        c, d = (2 * i + 2, 2 * i + 3) if i < count - 1 else (1, 0)
        faces += [(a, c, d), (a, d, b)]
    with pytest.raises(MeshError, match="only one side"):
        mend(rows, faces)


def test_coordinates_that_are_not_finite_are_counted_and_placed() -> None:
    vertices = BOX.vertices.copy()
    vertices[[3, 5], 1] = [math.nan, math.inf]
    with pytest.raises(MeshError, match=r"2 points .* the first is number 3"):
        mend(vertices, BOX.faces)


def test_triangles_of_points_that_are_not_there_are_counted() -> None:
    faces = BOX.faces.copy()
    faces[4, 1] = 99
    with pytest.raises(MeshError, match="1 triangles name points that are not there; the first is number 4"):
        mend(BOX.vertices, faces)


def test_empty_mesh_is_refused() -> None:
    with pytest.raises(MeshError, match="no triangles"):
        mend(np.empty((0, 3)), np.empty((0, 3), dtype=int))


def test_largest_hole_is_the_one_that_is_told() -> None:
    vertices, faces = together(BOX, shapes.box((10, 0, 0), (15, 5, 5)))
    keep = np.ones(len(faces), dtype=bool)
    keep[:12] &= ~side(BOX, 2, 2)
    keep[12:] &= ~side(shapes.box((10, 0, 0), (15, 5, 5)), 2, 5)
    with pytest.raises(MeshError) as caught:
        mend(vertices, faces[keep])
    assert re.search(
        r"around 2 holes; the largest, around \(12\.50, 2\.50, 5\.00\), is 5\.00 in wide", str(caught.value)
    )


Boxes = list[tuple[int, int, int, int, int, int]]
heaps = st.lists(st.tuples(*[st.integers(0, 6)] * 3, *[st.integers(1, 4)] * 3), min_size=1, max_size=6)
CELLS = np.stack(np.meshgrid(*[np.arange(10)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)


def heap_of(boxes: Boxes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return boxes on a grid as triangle soup, and which cells (10, 10, 10) they fill."""
    solids = [shapes.box(b[:3], (b[0] + b[3], b[1] + b[4], b[2] + b[5])) for b in boxes]
    filled = np.zeros((10, 10, 10), dtype=bool)
    for x, y, z, w, d, h in boxes:
        filled[x : x + w, y : y + d, z : z + h] = True
    return *as_soup(*together(*solids)), filled


@given(boxes=heaps, seed=st.none() | st.integers(0, 1000))
def test_heap_of_boxes_fills_the_same_space_whatever_the_order_of_its_faces(boxes: Boxes, seed: int | None) -> None:
    vertices, faces, filled = heap_of(boxes)
    if seed is not None:
        faces = faces[np.random.default_rng(seed).permutation(len(faces))]
    found = inside(mend(vertices, faces).solid, CELLS + np.array([0.48, 0.53, 0.51]))
    assert np.array_equal(found, filled[tuple(CELLS.T)])


def test_boxes_piled_flush_are_united_without_walls_between_them() -> None:
    vertices, faces, filled = heap_of([(0, 0, 0, 1, 1, 1), (0, 0, 0, 1, 2, 3), (0, 1, 1, 1, 1, 3), (1, 0, 0, 2, 2, 1)])
    assert mend(vertices, faces).solid.volume == pytest.approx(filled.sum())


def test_a_cloud_of_points_in_one_place_is_welded_without_all_its_pairs() -> None:
    """Two hundred thousand points within a hair have 20,000,000,000 pairs."""
    rng = np.random.default_rng(0)
    cube = shapes.box((0, 0, 0), (2, 2, 2))
    dust = 2.0 + rng.uniform(-2e-6, 2e-6, (200_000, 3))
    faces = np.arange(200_000 - 2)[:, None] + np.arange(3) + len(cube.vertices)
    mended = mend(np.concatenate([cube.vertices, dust]), np.concatenate([cube.faces, faces]))
    assert mended.solid.volume == pytest.approx(8)
    assert len(mended.solid.faces) == 12


def test_points_nearer_than_a_hair_are_welded_whatever_else_lies_in_a_cloud() -> None:
    """By hand: the cube's corners come twice, 4e-6 in apart; the cloud is elsewhere."""
    cube = shapes.box((0, 0, 0), (2, 2, 2))
    soup = cube.triangles.reshape(-1, 3) + np.where(np.arange(36)[:, None] % 2, 4e-6, 0.0)
    cloud = np.array([1.0, 1.0, 5.0]) + np.random.default_rng(1).uniform(-1e-6, 1e-6, (300, 3))
    flat = np.arange(300).reshape(-1, 3) + 36
    mended = mend(np.concatenate([soup, cloud]), np.concatenate([np.arange(36).reshape(-1, 3), flat]))
    assert mended.solid.volume == pytest.approx(8, rel=1e-4)


def test_too_many_holes_are_counted_and_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warcry3d.geom.mend._MOST_HOLES", 200)
    columns = 40
    x, y = np.meshgrid(np.arange(columns + 1.0), np.arange(columns + 1.0), indexing="ij")
    a = (np.arange(columns)[:, None] * (columns + 1) + np.arange(columns)).ravel()
    w = columns + 1
    quads = np.concatenate([np.stack([a, a + w, a + w + 1], 1), np.stack([a, a + w + 1, a + 1], 1)])
    index = np.arange(columns * columns)
    lonely = (index % columns % 2 == 0) & (index // columns % 2 == 0)
    quads = quads[~np.concatenate([lonely, np.zeros_like(lonely)])]
    points = np.stack([x.ravel(), y.ravel(), np.zeros(w * w)], 1)
    with pytest.raises(MeshError, match="holes, more than the 200 that are filled"):
        mend(points, quads)


def test_too_many_shells_in_each_other_are_all_solid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warcry3d.geom.cavities._MOST_INSIDE", 100)
    cubes = [shapes.box((-k, -k, -k), (k, k, k)) for k in range(1, 30)]
    vertices = np.concatenate([cube.vertices for cube in cubes])
    faces = [(cube.faces[:, ::-1] if k % 2 else cube.faces).astype(np.int64) + 8 * k for k, cube in enumerate(cubes)]
    assert mend(vertices, np.concatenate(faces)).solid.volume == pytest.approx(58.0**3)
