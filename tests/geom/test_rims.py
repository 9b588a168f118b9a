"""Sides of edges, and what is known of lines that pass a rim."""

import numpy as np
import pytest

from warcry3d.geom import casts, rims, shapes, tree
from warcry3d.geom.proof_log import scratch_for
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.sight.proof_surface import segment_gaps

NEAR = np.array([(0.0, y, z) for y in (-0.2, 0.2) for z in (0.5, 0.9)])
FAR = NEAR * (1, 2, 1) + np.array((10.0, 0.1, 0.3))
ANY = tree.mesh_of([shapes.box((4, -1, 0), (5, 1, 2))], leaf=1)


def condition(
    face: int, corner: int, one: FloatArray, two: FloatArray, *, sign: float = 1.0, wide: float = 0.0
) -> FloatArray:
    row = np.zeros(64)
    rims.edge_condition(ANY, face, corner, sign, wide, 0.0, one, len(one), two, len(two), row)
    return row[: len(one) * len(two)].reshape(len(one), len(two))


@pytest.mark.parametrize(("face", "corner"), [(f, k) for f in range(12) for k in range(3)])
def test_a_condition_is_the_volume_that_edge_and_line_span(face: int, corner: int) -> None:
    p, q = ANY.vertices[ANY.faces[face, [corner, (corner + 1) % 3]]]
    length = np.linalg.norm(FAR.mean(axis=0) - NEAR.mean(axis=0)) * np.linalg.norm(q - p)
    expected = [[np.linalg.det(np.stack([p - s, q - s, t - s])) / length for t in FAR] for s in NEAR]
    assert condition(face, corner, NEAR, FAR) == pytest.approx(np.array(expected), abs=1e-12)
    assert condition(face, corner, NEAR, FAR, sign=-1.0) == pytest.approx(-np.array(expected), abs=1e-12)


@pytest.mark.parametrize("wide", [0.0, 0.01])
def test_a_condition_is_affine_in_either_end_of_the_line(wide: float) -> None:
    rng = np.random.default_rng(2)
    for face, corner in [(f, k) for f in range(12) for k in range(3)]:
        at_corners = condition(face, corner, NEAR, FAR, wide=wide)
        a, b = rng.dirichlet(np.ones(4)), rng.dirichlet(np.ones(4))
        # the same patch, cut at the two points: its means, and so its scale, stay the same
        one, two = (np.stack([w @ P, 2 * P.mean(axis=0) - w @ P]) for w, P in ((a, NEAR), (b, FAR)))
        assert condition(face, corner, one, two, wide=wide)[0, 0] == pytest.approx(a @ at_corners @ b, abs=1e-12)


def test_a_condition_says_on_which_side_of_its_face_a_line_passes() -> None:
    front = int((ANY.normals @ (-1.0, 0, 0)).argmax())
    start, end = np.array([(0.0, 0, 1)] * 3), np.array([(10.0, 0.1, 1.2)] * 3)
    through = [condition(front, k, start, end)[0, 0] for k in range(3)]
    passes = casts.cross_triangle(ANY, front, *start[0], *end[0])[0] != 0
    assert passes == (max(through) < 0)
    beside = start + np.array((0, 5.0, 0)), end + np.array((0, 5.0, 0))
    assert max(condition(front, k, *beside)[0, 0] for k in range(3)) > 0


@pytest.mark.parametrize("wide", [1e-3, 0.01, 0.05])
def test_where_wide_a_line_keeps_that_far_outside_of_the_edge(wide: float) -> None:
    rng = np.random.default_rng(3)
    nearest = np.inf
    for _ in range(300):
        face, corner = int(rng.integers(12)), int(rng.integers(3))
        p, q = ANY.vertices[ANY.faces[face, [corner, (corner + 1) % 3]]]
        spot = p + rng.random() * (q - p) + rng.uniform(-2, 2, 3) * wide
        start = np.array((0.0, 0, 1)) + rng.uniform(-1, 1, 3)
        end = start + 2.5 * (spot - start)
        if np.linalg.norm(np.cross(q - p, end - start)) < 1e-3:
            continue
        value = condition(face, corner, np.stack([start] * 3), np.stack([end] * 3), wide=wide)[0, 0]
        apart = float(segment_gaps(start, end, np.stack([p, q, q])[None])[0])
        if value > 1e-9:
            assert apart > wide * (1 - 1e-6)
            nearest = min(nearest, apart)
    assert nearest < 1.5 * wide


# what is known of lines that pass a rim


def held(solid: Solid, *edges: tuple[int, int], near: FloatArray, far: FloatArray, line: FloatArray) -> int:
    """Return how a rim of a flood from the near patch is known to hold; margins are in the scratch."""
    mesh = tree.mesh_of([solid], leaf=1)
    scratch = scratch_for(mesh, 64)
    listed = np.array([at(mesh, *edge) for edge in edges], np.int32)
    how = rims.rim_holds(
        mesh, listed, len(listed), -1.0, rims.LEFT, near, len(near), far, len(far), np.array(line), scratch
    )
    assert how == 0 or scratch.margins[: len(edges)].min() > 0
    return int(how)


def at(mesh: tree.Mesh, axis: int, value: float) -> tuple[int, int]:
    """Return an edge in the plane of one coordinate, of a face that looks along -x."""
    for face in np.flatnonzero(mesh.normals[:, 0] < -0.9).tolist():
        for corner in range(3):
            if (mesh.vertices[mesh.faces[face, [corner, (corner + 1) % 3]], axis] == value).all():
                return face, corner
    raise AssertionError("no such edge")


FENCE = shapes.box((4, -3, -3), (4.3, 0.05, 3))
STRAIGHT = np.array([(0.0, -0.05, 0.7), (10.0, 0.0, 1.0)])


def test_a_free_line_passes_an_edge_that_one_end_is_inside_of_from_everywhere() -> None:
    assert held(FENCE, (1, 0.05), near=NEAR * (1, 0.2, 1), far=FAR, line=STRAIGHT) == 1
    assert held(FENCE, (1, 0.05), near=NEAR, far=FAR * (1, 0.1, 1), line=STRAIGHT) == 2
    outside = STRAIGHT + np.array((0, 0.3, 0))
    assert held(FENCE, (1, 0.05), near=NEAR * (1, 0.2, 1), far=FAR, line=outside) == 0


def test_a_free_line_passes_one_edge_if_a_pair_of_ends_is_inside_of_it_by_enough() -> None:
    near = np.array([(-2.0, y, z) for y in (-0.8, 0.8) for z in (0.5, 0.9)])
    far = np.array([(10.0, y, z) for y in (-0.7, 0.95) for z in (0.5, 0.9)])
    line = np.array([(-2.0, -0.4, 0.7), (10.0, -0.3, 0.7)])
    assert held(FENCE, (1, 0.05), near=near, far=far, line=line) == 3


def test_two_edges_hold_only_if_one_end_is_inside_of_both_from_everywhere() -> None:
    plank = shapes.box((4, -0.3, -3), (4.3, 0.05, 3))
    both = (1, 0.05), (1, -0.3)
    narrow = NEAR * (1, 0.2, 1)
    assert held(plank, *both, near=narrow, far=FAR, line=STRAIGHT) == 1
    assert held(plank, *both, near=NEAR * (1, 4, 1), far=FAR * (1, 4, 1), line=STRAIGHT) == 0


def test_lines_inside_one_edge_that_fall_into_two_parts_are_not_taken_for_stopped() -> None:
    near = np.array([(-1, 0, 0), (1, 0, 0), (0, 0, -0.01)])
    far = np.array([(0, -1, 1), (0, 1, 1), (0, 0, 1.01)])
    corners = np.array([(0.1, -1.05, 0.3), (0.95 / 3, -0.075, 0.95), (5.0, -0.6, 0.6), (3.0, -1.8, 0.9)])
    faces = np.array([(0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)])
    if np.linalg.det(corners[1:] - corners[0]) > 0:
        faces = faces[:, ::-1]
    mesh = tree.mesh_of([Solid(corners, faces)], leaf=1)
    scratch = scratch_for(mesh, 64)
    line = np.array([(0.95, 0, 0), (0, -0.95, 1.0)])
    assert casts.first_hits(mesh, mesh.roots, *line, scratch.faces, scratch.signs, scratch.wheres, scratch.stack)
    ends = [tuple(c) for c in corners[:2].tolist()]
    edge = next(
        (f, k)
        for f in range(4)
        for k in range(3)
        if {tuple(v) for v in mesh.vertices[mesh.faces[f, [k, (k + 1) % 3]]].tolist()} == set(ends)
    )
    for turn in (-1.0, 1.0):
        listed = np.array([edge], np.int32)
        assert rims.rim_holds(mesh, listed, 1, turn, rims.LEFT, near, 3, far, 3, line, scratch) == 0


def test_what_holds_for_patches_that_are_grown_holds_for_all_lines_near() -> None:
    rng = np.random.default_rng(5)
    mesh = tree.mesh_of([FENCE], leaf=1)
    face, corner = at(mesh, 1, 0.05)
    room = np.zeros(81)
    held = 0
    for _ in range(200):
        near, far = (P * (1, rng.uniform(0.1, 3), 1) + (0, rng.uniform(-0.6, 0.9), 0) for P in (NEAR, FAR))
        grow = 10.0 ** rng.uniform(-3, -1)
        if not rims.holds_grown(mesh, face, corner, -1.0, grow, near, 4, far, 4, room):
            continue
        held += 1
        # what is shown for grown patches is true of every pair of patches within them
        for _ in range(5):
            moved = [P + rng.uniform(-1, 1, 3) * grow / 2 for P in (near, far)]
            assert rims.holds_grown(mesh, face, corner, -1.0, grow / 3, moved[0], 4, moved[1], 4, room)
    assert 20 < held < 180
