"""Deciding shafts by cases: refutations, and what follows for every line."""

import numpy as np
import pytest

from tests.soak import mostly_soak
from warcry3d.geom import cases, casts, rims, shaft, shapes, tree
from warcry3d.geom.proof_log import scratch_for
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.sight.proof_surface import segment_gaps

NEAR = np.array([(0.0, y, z) for y in (-0.2, 0.2) for z in (0.5, 0.9)])
FAR = NEAR * (1, 2, 1) + np.array((10.0, 0.1, 0.3))
ANY = tree.mesh_of([shapes.box((4, -1, 0), (5, 1, 2))], leaf=1)
SCRATCH = scratch_for(ANY, 64)


def test_no_line_keeps_conditions_that_refute_each_other() -> None:
    rng = np.random.default_rng(4)
    refuted = 0
    mesh = tree.mesh_of([shapes.box((x, -0.6, -0.3), (x + 0.6, 0.6, 1.4)) for x in (2.0, 4.0, 6.0)], leaf=1)
    for _ in range(400):
        k = int(rng.integers(1, 5))
        edges = [(int(rng.integers(36)), int(rng.integers(3)), float(rng.choice([-1, 1]))) for _ in range(k)]
        S, T = (P + rng.uniform(-0.4, 0.4, 3) for P in (NEAR, FAR))
        for r, (face, corner, sign) in enumerate(edges):
            rims.edge_condition(mesh, face, corner, sign, 0.0, 1e-6, S, 4, T, 4, SCRATCH.matrix[r])
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
    end = cases.decide(
        mesh, mesh.roots, near, len(near), far, len(far), planes, line, hits, wide, scratch, state, found
    )
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


@pytest.mark.parametrize("seed", mostly_soak(range(6), quick=2))
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
            assert all(segment_gaps(*line, corners).min() < rims.ROOM for line in lines_between(rng, near, far))
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
