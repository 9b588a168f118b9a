"""Shafts and floods: half-spaces that hold every line, edges never missed, and how a flood ends."""

from collections.abc import Sequence

import numpy as np
import pytest

from warcry3d.geom import casts, shaft, shapes, tree
from warcry3d.geom.proof_log import MAX_RIMS, Scratch, scratch_for
from warcry3d.geom.shaft import BOTH, FLOODED, FROM_S, FROM_T, RIMMED, SPOILED
from warcry3d.geom.solid import FloatArray, Solid

NEAR = np.array([(0.0, y, z) for y in (-0.2, 0.2) for z in (0.5, 0.9)])
FAR = NEAR + np.array((10.0, 0, 0))
"""Two upright squares that look at each other, 10 in apart."""


def patches(rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Return two random patches of 3 to 8 points: apart, side by side, flat, tiny or one beside the other."""
    size = 10.0 ** rng.uniform(-3, 1, 2)
    spots = rng.uniform(-10, 10, (2, 3)) * rng.choice([0.1, 1.0, 3.0])
    one, two = (rng.uniform(-1, 1, (rng.integers(3, 9), 3)) * s + spot for s, spot in zip(size, spots, strict=True))
    if rng.random() < 0.3:
        one[:, rng.integers(3)] = spots[0, 0]
    return one, two


def planes_of(one: FloatArray, two: FloatArray) -> FloatArray | None:
    planes = np.empty((10, 4))
    return planes if shaft.shaft_planes(one, len(one), two, len(two), planes) else None


def mixed(rng: np.random.Generator, points: FloatArray) -> FloatArray:
    """Return a random point of the hull, often on its rim."""
    weights = rng.random(len(points)) ** rng.choice([1, 6])
    return weights / weights.sum() @ points


# half-spaces


def test_the_half_spaces_hold_both_patches_and_all_lines_between_them() -> None:
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(400):
        one, two = patches(rng)
        planes = planes_of(one, two)
        if planes is None:
            continue
        found += 1
        inside = [mixed(rng, one) + rng.random() * (mixed(rng, two) - mixed(rng, one)) for _ in range(5)]
        points = np.concatenate([one, two])
        inside = [mixed(rng, points) for _ in range(20)]
        assert (np.concatenate([points, inside]) @ planes[:, :3].T <= planes[:, 3] + 1e-12).all()
        assert np.linalg.norm(planes[:, :3], axis=1) == pytest.approx(1)
    assert found > 350


def test_patches_about_each_other_have_no_axis() -> None:
    assert planes_of(NEAR, NEAR[::-1] * [1, 1, 1]) is None
    assert planes_of(NEAR, FAR) is not None


def test_the_half_spaces_are_tight_around_two_squares() -> None:
    planes = planes_of(NEAR, FAR)
    assert planes is not None
    beside = np.array([(5.0, 0.21, 0.7), (5.0, -0.21, 0.7), (5.0, 0.0, 0.91), (5.0, 0.0, 0.49), (-0.01, 0, 0.7)])
    assert ((beside @ planes[:, :3].T > planes[:, 3]).any(axis=1)).all()


def test_an_edge_that_meets_the_hull_is_never_missed() -> None:
    rng = np.random.default_rng(2)
    for _ in range(400):
        one, two = patches(rng)
        planes = planes_of(one, two)
        if planes is None:
            continue
        points = np.concatenate([one, two])
        for _ in range(10):
            spot, way = mixed(rng, points), rng.standard_normal(3)
            lengths = rng.random(2) * 10.0 ** rng.uniform(-6, 2, 2)
            ends = np.stack([spot - lengths[0] * way, spot + lengths[1] * way])
            assert shaft.edge_meets(planes, ends, 0, 1)
            assert shaft.edge_meets(planes, ends, 1, 0)


@pytest.mark.parametrize(
    ("start", "end", "meets"),
    [
        ((5, -3, 0.7), (5, 3, 0.7), True),
        ((5, 0, 0.6), (5, 0.1, 0.8), True),  # wholly inside
        ((5, 0.3, 0.7), (5, 3, 0.7), False),
        ((5, -3, 1.0), (5, 3, 1.0), False),
        ((4, 0.1, 1.1), (6, 0.4, 0.7), False),  # round a corner of it
        ((4, 0.0, 1.1), (6, 0.3, 0.7), True),
        ((-1, 0, 0.7), (-0.1, 0, 0.7), False),  # behind
        ((-1, 0, 0.7), (0.0, 0, 0.7), True),
    ],
)
def test_edges_in_and_beside_a_shaft(start: Sequence[float], end: Sequence[float], meets: bool) -> None:
    planes = planes_of(NEAR, FAR)
    assert shaft.edge_meets(planes, np.array([start, end], np.float64), 0, 1) == meets


def test_breadth_is_what_spreads_across_the_way() -> None:
    square = NEAR - NEAR.mean(axis=0)
    away = np.array([(30.0, 0.0, 0.0)] * 3)
    assert shaft.breadth(square, 4, away, 3) == pytest.approx(0.4 * np.sqrt(2))
    flat = square[:, [1, 0, 2]]  # seen edge on
    assert shaft.breadth(flat, 4, away, 3) == pytest.approx(0.4)
    line = np.array([(-1.0, 0, 0), (1.0, 0, 0)])
    assert shaft.breadth(line, 2, away, 3) == pytest.approx(0, abs=1e-6)


# triangles and patches


def test_a_triangle_that_meets_a_patch_is_never_called_apart() -> None:
    rng = np.random.default_rng(3)
    for _ in range(300):
        corners = rng.uniform(-2, 2, (4, 3))
        faces = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)], np.int32)
        turned = np.linalg.det(corners[1:] - corners[0]) < 0
        mesh = tree.mesh_of([Solid(corners, faces[:, ::-1] if turned else faces)], leaf=1)
        patch = rng.uniform(-1, 1, (rng.integers(3, 9), 3)) * 10.0 ** rng.uniform(-3, 0)
        face = int(rng.integers(4))
        spot = mixed(rng, mesh.vertices[mesh.faces[face]])
        patch += spot - mixed(rng, patch)
        assert shaft.meets_patch(mesh, face, patch, len(patch), 0.0)


def test_in_front_is_strictly_in_front() -> None:
    mesh = tree.mesh_of([shapes.box((4, -1, 0), (5, 1, 2))], leaf=1)
    face = face_towards(mesh, (-1, 0, 0))
    assert shaft.is_in_front(mesh, face, NEAR, 4, 0.0)
    assert not shaft.is_in_front(mesh, face, FAR, 4, 0.0)
    assert not shaft.is_in_front(mesh, face, NEAR + np.array((4.0, 0, 0)), 4, 0.0)  # in the plane of the face
    assert not shaft.is_in_front(mesh, face, NEAR + np.array((4.0 - 5e-10, 0, 0)), 4, 0.0)  # too near to be sure
    assert shaft.is_in_front(mesh, face, NEAR + np.array((4.0 - 5e-9, 0, 0)), 4, 0.0)
    assert not shaft.is_in_front(mesh, face, NEAR + np.array((3.9, 0, 0)), 4, 0.2)
    half = NEAR + np.array([(3.9, 0, 0), (3.9, 0, 0), (4.1, 0, 0), (4.1, 0, 0)])
    assert not shaft.is_in_front(mesh, face, half, 4, 0.0)


# floods


def face_towards(mesh: tree.Mesh, way: Sequence[float]) -> int:
    return int((mesh.normals @ np.array(way)).argmax())


class Flooding:
    """A mesh, its working memory, and a line through the middle of the shaft."""

    def __init__(self, *solids: Solid, far: FloatArray = FAR, reach: float = 1.0) -> None:
        self.mesh = tree.mesh_of(solids, leaf=1)
        self.scratch: Scratch = scratch_for(self.mesh, 64)
        self.near, self.far = NEAR, far
        self.scratch.reach[0] = reach
        self.line = np.stack([NEAR.mean(axis=0), far.mean(axis=0)]) + np.array([(0, 0.013, 0.017), (0, 0.011, 0.019)])

    def hits(self) -> list[int]:
        """Return the faces that the line crosses."""
        s = self.scratch
        count = casts.first_hits(
            self.mesh, self.mesh.roots, self.line[0], self.line[1], s.faces, s.signs, s.wheres, s.stack
        )
        return s.faces[:count].tolist()

    def flood(self, mode: int, *, room: int = MAX_RIMS, limit: int = 500) -> tuple[int, int]:
        """Return how a flood from what the line crosses first (last, from the far patch) ends, and its rims."""
        planes = planes_of(self.near, self.far)
        hits = self.hits()
        start = hits[-1 if mode == FROM_T else 0]
        self.scratch.shaft[0] += 1
        end, rims = shaft.flood(
            self.mesh,
            start,
            mode,
            self.near,
            len(self.near),
            self.far,
            len(self.far),
            planes,
            self.line,
            limit,
            self.scratch.rim,
            room,
            self.scratch,
        )
        return int(end), int(rims)

    def rims(self, count: int) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
        """Return the ends of the rim's edges."""
        edges = []
        for f, k in self.scratch.rim[:count].tolist():
            i, j = self.mesh.faces[f, k], self.mesh.faces[f, (k + 1) % 3]
            edges.append((tuple(self.mesh.vertices[i].tolist()), tuple(self.mesh.vertices[j].tolist())))
        return edges


WIDE = shapes.box((4, -3, -1), (5, 3, 3))


def test_a_wall_across_the_whole_shaft_closes_it_from_both_ends() -> None:
    flooding = Flooding(WIDE)
    assert [flooding.flood(mode)[0] for mode in (FROM_S, FROM_T, BOTH)] == [FLOODED] * 3


def test_a_wall_that_ends_in_the_shaft_leaves_the_edge_where_it_ends() -> None:
    flooding = Flooding(shapes.box((4, -3, -1), (5, 0.05, 3)))
    end, rims = flooding.flood(FROM_S)
    assert (end, rims) == (RIMMED, 1)
    (start, stop), *_ = flooding.rims(rims)
    assert {start[:2], stop[:2]} == {(4.0, 0.05)}
    end, rims = flooding.flood(FROM_T)
    assert (end, rims) == (RIMMED, 1)
    (start, stop), *_ = flooding.rims(rims)
    assert {start[:2], stop[:2]} == {(5.0, 0.05)}


def test_a_corner_in_the_shaft_leaves_two_edges() -> None:
    flooding = Flooding(shapes.box((4, -3, -1), (5, 0.05, 0.75)))
    assert flooding.flood(FROM_S) == (RIMMED, 2)
    assert flooding.flood(FROM_S, room=1)[0] == SPOILED


def test_a_post_within_the_shaft_has_its_outline_for_a_rim() -> None:
    flooding = Flooding(shapes.prism([(4, -0.1), (5, -0.1), (5, 0.1), (4, 0.1)], (-1, 0.8)))
    assert flooding.flood(FROM_S) == (RIMMED, 3)
    assert flooding.flood(FROM_S, room=2)[0] == SPOILED
    assert Flooding(shapes.box((4, -0.1, 0.6), (5, 0.1, 0.8))).flood(FROM_S)[0] == SPOILED  # four edges
    # with its back counted too it turns lines back as often as it stops them
    assert flooding.flood(BOTH)[0] == SPOILED


def test_edges_on_one_straight_line_are_one_rim() -> None:
    tall = [(4, -3), (5, -3), (5, 0.05), (4, 0.05)]
    flooding = Flooding(shapes.prism(tall, (-1, 0.75)))
    one = flooding.flood(FROM_S)
    sliced = [*tall, (4, -0.1), (4, -0.5), (4, -1)]  # the front in strips: its top edge in pieces
    assert Flooding(shapes.prism(sliced, (-1, 0.75))).flood(FROM_S) == one == (RIMMED, 2)


def test_a_relief_closes_when_all_its_faces_are_counted() -> None:
    ledge = [(4, -3), (4.5, -3), (4.5, -0.05), (4.2, -0.05), (4.2, 0.1), (4.5, 0.1), (4.5, 3), (4, 3)]
    flooding = Flooding(shapes.prism(ledge, (-1, 3)))
    assert flooding.flood(BOTH)[0] == FLOODED


def test_a_wall_that_touches_a_patch_closes_nothing_from_there() -> None:
    flooding = Flooding(shapes.box((-0.5, -3, -1), (0.0, 3, 3)))
    assert [flooding.flood(mode)[0] for mode in (FROM_T, BOTH)] == [SPOILED, SPOILED]
    touching = Flooding(shapes.box((9, -3, -1), (10, 3, 3)))
    assert touching.flood(FROM_S)[0] == FLOODED  # the front keeps off the far patch


def test_a_front_that_the_other_patch_reaches_through_closes_nothing() -> None:
    through = FAR - np.array([(6.5, 0, 0), (6.5, 0, 0), (0, 0, 0), (0, 0, 0)])
    flooding = Flooding(WIDE, far=through)
    assert flooding.flood(FROM_S)[0] == SPOILED


def test_a_flood_gives_up_at_its_limit() -> None:
    strips = [(4, y / 50) for y in range(100, -101, -1)]
    flooding = Flooding(shapes.prism([*strips, (5, -2), (5, 2)], (-1, 3)))
    assert flooding.flood(FROM_S)[0] == FLOODED
    assert flooding.flood(FROM_S, limit=3)[0] == SPOILED


@pytest.mark.parametrize("reach", [0.0, 0.4, 5.0])
def test_a_flood_closes_the_same_by_clusters_and_one_by_one(reach: float) -> None:
    flooding = Flooding(
        shapes.cylinder((6, 0), 1.5, (-1, 3)), reach=reach
    )  # its front turns by little from face to face
    assert [flooding.flood(mode)[0] for mode in (FROM_S, FROM_T, BOTH)] == [FLOODED] * 3
    low = Flooding(shapes.cylinder((6, 0), 1.5, (-1, 0.75)), reach=reach)
    assert low.flood(FROM_S)[0] != FLOODED


@pytest.mark.parametrize("seed", range(8))
def test_no_line_passes_a_shaft_that_a_flood_closed_and_all_that_pass_go_by_its_rim(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ends = {FLOODED: 0, RIMMED: 0}
    for _ in range(60):
        solids = []
        for x in rng.uniform(2, 8, rng.integers(1, 4)):
            y, z = rng.uniform(-0.6, 0.2, 2)
            solids.append(shapes.box((x, y, z), (x + 0.4, y + rng.uniform(0.1, 1.5), z + rng.uniform(0.3, 2))))
        flooding = Flooding(*solids)
        if not flooding.hits():
            continue
        mode = int(rng.choice([FROM_S, FROM_T]))
        end, rims = flooding.flood(mode)
        if end == SPOILED:
            continue
        ends[end] += 1
        stamp = flooding.scratch.stamp[0]
        flooded = np.flatnonzero(flooding.scratch.mark == stamp)
        for _ in range(20):
            start, stop = mixed(rng, NEAR), mixed(rng, FAR)
            meets = any(casts.cross_triangle(flooding.mesh, f, *start, *stop)[0] for f in flooded.tolist())
            assert meets or (end == RIMMED and passes_a_rim(flooding, rims, start, stop))
    assert min(ends.values()) > 0


def passes_a_rim(flooding: Flooding, rims: int, start: FloatArray, stop: FloatArray) -> bool:
    """Return whether the line passes one of the rim's edges on the side away from its face."""
    mesh = flooding.mesh
    for f, k in flooding.scratch.rim[:rims].tolist():
        corners = mesh.vertices[mesh.faces[f, [k, (k + 1) % 3, (k + 2) % 3]]]
        side, own = (
            np.linalg.det(np.stack([corners[0] - p, corners[1] - p, stop - start])) for p in (start, corners[2])
        )
        if side * own < 0:
            return True
    return False
