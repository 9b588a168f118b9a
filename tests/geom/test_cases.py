"""Deciding shafts by cases: matrix games, conditions at edges, refutations, and what follows for every line."""

import numpy as np
import pytest
from scipy.optimize import linprog

from warcry3d.geom import cases, casts, shaft, shapes, tree
from warcry3d.geom.notes import MAX_CONDITIONS, scratch_for
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.sight.proof_surface import segment_gaps

NEAR = np.array([(0.0, y, z) for y in (-0.2, 0.2) for z in (0.5, 0.9)])
FAR = NEAR * (1, 2, 1) + np.array((10.0, 0.1, 0.3))
ANY = tree.mesh_of([shapes.box((4, -1, 0), (5, 1, 2))], leaf=1)
SCRATCH = scratch_for(ANY, 64)


# matrix games


def solved(matrix: FloatArray) -> tuple[float, FloatArray, FloatArray]:
    """Return value and both mixtures as the kernel finds them."""
    rows, cols = matrix.shape
    s = SCRATCH
    padded = np.full((MAX_CONDITIONS, 64), np.nan)
    padded[:rows, :cols] = matrix
    value = cases.solve_game(padded, rows, cols, s.weights, s.mix, s.tableau, s.basic, s.loose)
    return float(value), s.weights[:rows].copy(), s.mix[:cols].copy()


def value_of(matrix: FloatArray) -> float:
    """Return the game's value by linear programming: the least v with weights' matrix <= v."""
    rows, cols = matrix.shape
    found = linprog(
        c=[*np.zeros(rows), 1.0],
        A_ub=np.column_stack([matrix.T, -np.ones(cols)]),
        b_ub=np.zeros(cols),
        A_eq=[[*np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(found.fun)


def test_a_game_worked_by_hand() -> None:
    value, weights, mix = solved(np.array([[3.0, -1.0], [-2.0, 1.0]]))
    assert value == pytest.approx(1 / 7)
    assert weights == pytest.approx([3 / 7, 4 / 7])
    assert mix == pytest.approx([2 / 7, 5 / 7])


def test_games_have_the_value_that_linear_programming_finds() -> None:
    rng = np.random.default_rng(1)
    for _ in range(250):
        rows, cols = int(rng.integers(1, MAX_CONDITIONS + 1)), int(rng.integers(1, 65))
        matrix = rng.standard_normal((rows, cols)) * 10.0 ** rng.uniform(-6, 2)
        if rng.random() < 0.3:
            matrix = np.round(matrix / np.abs(matrix).max() * 3)  # ties and zeros
        value, weights, mix = solved(matrix)
        scale = max(np.abs(matrix).max(), 1e-12)
        assert weights.min() >= 0 and weights.sum() == pytest.approx(1)
        assert mix.min() >= 0 and mix.sum() == pytest.approx(1)
        assert value == pytest.approx(value_of(matrix / scale) * scale, abs=1e-7 * scale)
        assert (weights @ matrix).max() == pytest.approx(value, abs=1e-7 * scale)
        assert (matrix @ mix).min() == pytest.approx(value, abs=1e-7 * scale)


@pytest.mark.parametrize("matrix", [np.zeros((3, 4)), np.full((2, 5), -7.0), np.full((12, 64), 2.0), np.ones((1, 1))])
def test_games_without_a_choice_are_solved_too(matrix: FloatArray) -> None:
    value, weights, mix = solved(matrix)
    assert value == pytest.approx(matrix[0, 0])
    assert (weights.sum(), mix.sum()) == (pytest.approx(1), pytest.approx(1))


# conditions at edges


def condition(
    face: int, corner: int, one: FloatArray, two: FloatArray, *, sign: float = 1.0, wide: float = 0.0
) -> FloatArray:
    row = np.zeros(64)
    cases.edge_condition(ANY, face, corner, sign, wide, one, len(one), two, len(two), row)
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


def test_no_line_keeps_conditions_that_refute_each_other() -> None:
    rng = np.random.default_rng(4)
    refuted = 0
    mesh = tree.mesh_of([shapes.box((x, -0.6, -0.3), (x + 0.6, 0.6, 1.4)) for x in (2.0, 4.0, 6.0)], leaf=1)
    for _ in range(400):
        k = int(rng.integers(1, 5))
        edges = [(int(rng.integers(36)), int(rng.integers(3)), float(rng.choice([-1, 1]))) for _ in range(k)]
        S, T = (P + rng.uniform(-0.4, 0.4, 3) for P in (NEAR, FAR))
        for r, (face, corner, sign) in enumerate(edges):
            cases.edge_condition(mesh, face, corner, sign, cases.GRAZE, S, 4, T, 4, SCRATCH.matrix[r])
        if not cases._refute(SCRATCH.matrix, k, 16, SCRATCH.weights, SCRATCH.mix, SCRATCH):
            continue
        refuted += 1
        weights = SCRATCH.weights[:k].copy()
        assert weights.min() >= 0 and (weights @ SCRATCH.matrix[:k, :16]).max() < 0
        a, b = rng.dirichlet(np.full(4, 0.3), 200), rng.dirichlet(np.full(4, 0.3), 200)
        values = np.einsum("ni,nj,kij->nk", a, b, SCRATCH.matrix[:k, :16].reshape(k, 4, 4))
        assert (values.min(axis=1) < 0).all()
    assert 50 < refuted < 350


# whole shafts


def decided(solids: list[Solid], near: FloatArray, far: FloatArray, wide: float = 0.0) -> tuple[int, FloatArray]:
    """Return how the shaft ends, and the line found if it is free."""
    mesh = tree.mesh_of(solids, leaf=2)
    scratch = scratch_for(mesh, 4096)
    planes, found = np.empty((10, 4)), np.zeros((2, 3))
    assert shaft.shaft_planes(near, len(near), far, len(far), planes)
    line = np.stack([near.mean(axis=0), far.mean(axis=0)])
    hits = casts.first_hits(mesh, mesh.roots, *line, scratch.faces, scratch.signs, scratch.wheres, scratch.stack)
    state = np.array([7], np.uint64)
    if not hits and wide == 0.0:
        return cases.FREE, line
    end, count = cases.decide(
        mesh, mesh.roots, near, len(near), far, len(far), planes, line, hits, wide, scratch, state, found
    )
    assert count >= 1
    return int(end), found


def lines_between(rng: np.random.Generator, near: FloatArray, far: FloatArray, count: int = 60) -> FloatArray:
    """Return random lines of the shaft, (count, 2, 3)."""
    starts, ends = (rng.dirichlet(np.full(len(P), 0.4), count) @ P for P in (near, far))
    return np.stack([starts, ends], axis=1)


def boards(rng: np.random.Generator) -> list[Solid]:
    """Return a few boards across the shaft, some askew."""
    solids = []
    for x in rng.uniform(2, 8, rng.integers(1, 4)):
        width, height, y = rng.uniform(0.2, 2), rng.uniform(0.2, 2), rng.uniform(-0.6, 0.6)
        board = shapes.box((-0.1, -width / 2, rng.uniform(-0.5, 0.6)), (0.1, width / 2, 0.6 + height))
        solids.append(board.placed(Placement((float(x), y, 0.0), rng.uniform(-0.5, 0.5))))
    return solids


@pytest.mark.parametrize("seed", range(6))
def test_a_closed_shaft_has_no_free_line_and_a_free_one_has_the_line_it_shows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ends = dict.fromkeys((cases.CLOSED, cases.FREE, cases.GAVE_UP), 0)
    for _ in range(50):
        solids = boards(rng)
        near, far = (rng.uniform(0.2, 1.5) * (P - P.mean(axis=0)) + P.mean(axis=0) for P in (NEAR, FAR))
        end, found = decided(solids, near, far)
        ends[end] += 1
        corners = np.concatenate([solid.triangles for solid in solids])
        if end == cases.CLOSED:
            assert all(segment_gaps(*line, corners).min() < cases.GRAZE for line in lines_between(rng, near, far))
        elif end == cases.FREE:
            assert segment_gaps(*found, corners).min() > 0
    assert min(ends[cases.CLOSED], ends[cases.FREE]) > 3


def slit(gap: float) -> list[Solid]:
    return [shapes.box((5, -2, -1), (5.2, -gap / 2, 3)), shapes.box((5, gap / 2, -1), (5.2, 2, 3))]


def test_two_walls_that_overlap_close_a_shaft_by_cases() -> None:
    walls = [shapes.box((4, -2, -1), (4.2, 0.05, 3)), shapes.box((5, -0.05, -1), (5.2, 2, 3))]
    narrow = NEAR * (1, 0.02, 1), FAR * (1, 0.02, 1)
    assert decided(walls, *narrow)[0] == cases.CLOSED


def test_a_slit_too_narrow_is_closed_for_lines_that_wide() -> None:
    far = NEAR + np.array((10.0, 0, 0))
    assert decided(slit(0.008), NEAR, far)[0] == cases.FREE
    assert decided(slit(0.008), NEAR, far, wide=0.005)[0] == cases.CLOSED
    assert decided(slit(0.02), NEAR, far, wide=0.005)[0] != cases.CLOSED
