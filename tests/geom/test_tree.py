"""Trees of triangles: what they hold, how faces hang together, groups joined and groups alone."""

import numpy as np
import pytest

from tests.geom.brute import ball
from warcry3d.geom import casts, shapes, tree
from warcry3d.geom.solid import FloatArray, Placement

STACK = np.zeros(128, np.int32)
BOX = shapes.box((0, 0, 0), (4, 4, 4))


def corners_of(mesh: tree.Mesh) -> FloatArray:
    return mesh.vertices[mesh.faces]


def is_blocked(mesh: tree.Mesh, start: FloatArray, end: FloatArray) -> bool:
    return bool(casts.is_blocked(mesh, mesh.roots, start, end, STACK))


SOLIDS = [ball(14), ball(9, 1.0, (3, 0, 0)), BOX, shapes.cylinder((6, 1), 0.7, (0, 3))]


@pytest.fixture(scope="module", params=[1, 4])
def mesh(request: pytest.FixtureRequest) -> tree.Mesh:
    return tree.mesh_of(SOLIDS, leaf=request.param)


def test_faces_are_those_of_the_solids_in_another_order(mesh: tree.Mesh) -> None:
    given = np.concatenate([solid.triangles for solid in SOLIDS])
    assert sorted(mesh.source.tolist()) == list(range(len(given)))
    assert np.array_equal(corners_of(mesh), given[mesh.source])
    assert np.array_equal(mesh.normals, np.concatenate([s.normals for s in SOLIDS])[mesh.source])


def test_neighbours_share_the_edge_the_other_way_round(mesh: tree.Mesh) -> None:
    for f, beside in enumerate(mesh.neighbours.tolist()):
        for k, g in enumerate(beside):
            i, j = mesh.faces[f, k], mesh.faces[f, (k + 1) % 3]
            assert (j, i) in [(mesh.faces[g, e], mesh.faces[g, (e + 1) % 3]) for e in range(3)]


def test_every_node_holds_what_is_below_it(mesh: tree.Mesh) -> None:
    covered = []
    todo = [(0, np.full(3, -np.inf), np.full(3, np.inf))]
    while todo:
        node, low, high = todo.pop()
        box = mesh.boxes[node]
        assert (box[:3] >= low).all() and (box[3:] <= high).all()
        first, second = mesh.children[node].tolist()
        if first >= 0:
            todo += [(first, box[:3], box[3:]), (second, box[:3], box[3:])]
            continue
        faces = np.arange(-first - 1, -first - 1 + second)
        corners = corners_of(mesh)[faces]
        assert (corners >= box[:3]).all() and (corners <= box[3:]).all()
        cone = mesh.cones[node]
        assert cone[3] == -1 or (mesh.normals[faces] @ cone[:3] >= cone[3] - 1e-12).all()
        covered += faces.tolist()
    assert sorted(covered) == list(range(len(mesh.faces)))


def test_clusters_part_the_faces_and_their_rims_are_the_edges_between_them(mesh: tree.Mesh) -> None:
    assert sorted(mesh.members.tolist()) == list(range(len(mesh.faces)))
    for c, (first, last, rim, end) in enumerate(mesh.spans.tolist()):
        members = mesh.members[first:last]
        assert (mesh.cluster[members] == c).all()
        box, axis = mesh.bounds[c, :6], mesh.bounds[c, 6:9]
        corners = corners_of(mesh)[members]
        assert (corners >= box[:3]).all() and (corners <= box[3:]).all()
        assert (mesh.normals[members] @ axis >= mesh.bounds[c, 9] - 1e-12).all()
        assert (corners @ axis <= mesh.bounds[c, 10] + 1e-12).all()
        rims = {(f, k) for f in members.tolist() for k in range(3) if mesh.cluster[mesh.neighbours[f, k]] != c}
        assert {tuple(row) for row in mesh.rims[rim:end].tolist()} == rims
        reached, todo = set(), [int(members[0])]
        while todo:
            f = todo.pop()
            if f not in reached and mesh.cluster[f] == c:
                reached.add(f)
                todo += mesh.neighbours[f].tolist()
        assert reached == set(members.tolist())


def test_joined_groups_answer_as_they_do_alone() -> None:
    alone = [tree.mesh_of([solid], leaf=1 + i) for i, solid in enumerate(SOLIDS)]
    whole = tree.joined([*alone[:2], tree.mesh_of([], leaf=1), *alone[2:]])
    roots = whole.roots[[0, 1, 3, 4]]
    first = np.cumsum([0, *(len(m.faces) for m in alone)])
    rng = np.random.default_rng(3)
    for start, end in rng.uniform(-3, 8, (200, 2, 3)):
        for i, mesh in enumerate(alone):
            root = roots[i : i + 1]
            assert casts.is_blocked(whole, root, start, end, STACK) == is_blocked(mesh, start, end)
            assert casts.is_inside(whole, root, start, STACK) == casts.is_inside(mesh, mesh.roots, start, STACK)
            gap, face = casts.clearance(mesh, mesh.roots, start, end, 1.0, STACK)
            assert casts.clearance(whole, root, start, end, 1.0, STACK) == (gap, face + first[i] if face >= 0 else -1)


@pytest.mark.parametrize("turn", [0.0, 0.7, -2.6])
def test_placed_tree_answers_like_one_built_in_that_place(turn: float) -> None:
    place = Placement((3.0, -1.5, 0.25), turn)
    built = tree.mesh_of([solid.placed(place) for solid in SOLIDS], leaf=2)
    mesh = tree.placed(tree.mesh_of(SOLIDS, leaf=2), place)
    for node, (first, count) in enumerate(mesh.children.tolist()):
        low, high = mesh.boxes[node, :3], mesh.boxes[node, 3:]
        if first >= 0:
            inner = mesh.boxes[[first, count]]
            assert (inner[:, :3].min(axis=0) == low).all() and (inner[:, 3:].max(axis=0) == high).all()
        else:
            corners = corners_of(mesh)[-first - 1 : -first - 1 + count].reshape(-1, 3)
            assert (corners.min(axis=0) == low).all() and (corners.max(axis=0) == high).all()
    assert mesh.normals == pytest.approx(np.concatenate([s.placed(place).normals for s in SOLIDS])[mesh.source])
    for c, (first, last, _, _) in enumerate(mesh.spans.tolist()):
        faces = mesh.members[first:last]
        axis = mesh.bounds[c, 6:9]
        assert (mesh.normals[faces] @ axis >= mesh.bounds[c, 9] - 1e-12).all()
        assert (corners_of(mesh)[faces] @ axis <= mesh.bounds[c, 10] + 1e-12).all()
    rng = np.random.default_rng(5)
    for start, end in rng.uniform(-3, 8, (200, 2, 3)):
        assert is_blocked(mesh, start, end) == is_blocked(built, start, end)
        assert casts.is_inside(mesh, mesh.roots, start, STACK) == casts.is_inside(built, built.roots, start, STACK)
        gaps = [casts.clearance(m, m.roots, start, end, 1.0, STACK)[0] for m in (mesh, built)]
        assert gaps[0] == pytest.approx(gaps[1])


def test_joining_keeps_neighbours_clusters_and_rims_within_each_group() -> None:
    alone = [tree.mesh_of([solid], leaf=2) for solid in SOLIDS]
    whole = tree.joined(alone)
    face = cluster = 0
    for mesh in alone:
        mine = slice(face, face + len(mesh.faces))
        assert np.array_equal(whole.vertices[whole.faces[mine]], corners_of(mesh))
        assert np.array_equal(whole.neighbours[mine], mesh.neighbours + face)
        assert np.array_equal(whole.cluster[mine], mesh.cluster + cluster)
        for c, (first, last, rim, end) in enumerate(mesh.spans.tolist()):
            a, b, r, e = whole.spans[cluster + c].tolist()
            assert np.array_equal(whole.members[a:b], mesh.members[first:last] + face)
            assert np.array_equal(whole.rims[r:e], mesh.rims[rim:end] + np.array([face, 0]))
        face, cluster = face + len(mesh.faces), cluster + len(mesh.spans)


@pytest.mark.parametrize("ratio", [0.5, 0.8, 0.95])
def test_trees_over_ever_smaller_triangles_stay_shallow(ratio: float) -> None:
    steps = 1000 * ratio ** np.arange(400)
    heights = np.cumsum(steps[steps > 1e-4]).tolist()
    outline = [(0.0, 0.0), *((1000.0 + i % 2, h) for i, h in enumerate(heights)), (0.0, heights[-1])]
    mesh = tree.mesh_of([shapes.prism(outline, (0, 1))], leaf=1)
    depth = {0: 1}
    for node, (first, second) in enumerate(mesh.children.tolist()):
        if first >= 0:
            depth[first] = depth[second] = depth[node] + 1
    assert max(depth.values()) < len(STACK) - 2
