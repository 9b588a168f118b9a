"""Patches of a figure's surface: what stands for them, their backs, and what is drawn apart."""

import numpy as np
import pytest

from tests.geom.test_search import TARGET, VIEWER, ball
from warcry3d.geom import patches, shapes, tree
from warcry3d.geom.proof_log import scratch_for
from warcry3d.geom.rims import PULL


def test_a_face_that_the_other_stands_wholly_behind_faces_away_and_no_other() -> None:
    mesh = tree.mesh_of([VIEWER], leaf=1)
    S, pool = np.empty((8, 3)), np.empty((1, 3, 3))
    ahead, level = TARGET.vertices[:8], TARGET.vertices + np.array((-7.7, 0, 0))
    for node in np.flatnonzero(mesh.children[:, 0] < 0).tolist():
        count = patches.patch(mesh, node, pool, -1, S)
        normal = mesh.normals[-mesh.children[node, 0] - 1]
        # the two are as wide and as high: along sides, soles and tops no line leaves the viewer
        assert patches.faces_away(mesh, node, S, count, ahead, 8) == (normal[0] < 0.5)
        # the target now begins in the plane of the viewer's front
        assert patches.faces_away(mesh, node, S, count, level, 8) == (normal[0] < 0.5)
        wider = TARGET.vertices * (1, 2, 2) - (0, 0, 0.5)
        assert patches.faces_away(mesh, node, S, count, wider, 8) == (normal[0] < -0.5)
        larger = VIEWER.vertices * 1.1 - (0.01, 0.0, 0.05)
        assert not patches.faces_away(mesh, node, S, count, larger, 8)


def test_a_patch_of_several_faces_faces_away_only_if_each_of_them_does() -> None:
    rng = np.random.default_rng(1)
    mesh = tree.mesh_of([ball((0, 0, 0), 1.0, 24)], leaf=1)
    S, pool = np.empty((8, 3)), np.empty((1, 3, 3))
    away = 0
    for _ in range(100):
        way = rng.standard_normal(3)
        T = way / np.linalg.norm(way) * rng.uniform(1, 8) + rng.uniform(-0.5, 0.5, (8, 3))
        for node in range(len(mesh.boxes)):
            count = patches.patch(mesh, node, pool, -1, S)
            if patches.faces_away(mesh, node, S, count, T, 8):
                first, last = patches.span(mesh, node)
                away += last - first > 1
                heights = T @ mesh.normals[first:last].T - mesh.offsets[first:last]
                assert heights.max() < 0
    assert away > 100


def test_patches_hold_all_their_faces() -> None:
    mesh = tree.mesh_of([ball((0, 0, 0), 1.0, 24)], leaf=1)
    S, pool = np.empty((8, 3)), np.empty((1, 3, 3))
    for node in range(len(mesh.boxes)):
        count = patches.patch(mesh, node, pool, -1, S)
        first, last = patches.span(mesh, node)
        corners = mesh.vertices[mesh.faces[first:last]].reshape(-1, 3)
        if count == 8 and last - first > 2:
            assert (corners >= S[:8].min(axis=0)).all() and (corners <= S[:8].max(axis=0)).all()
        else:
            assert {tuple(c) for c in corners.tolist()} == {tuple(c) for c in S[:count].tolist()}


def test_a_box_lies_outside_a_figure_it_neither_touches_nor_is_within() -> None:
    mesh = tree.mesh_of([ball((0, 0, 0), 2.0, 24)], leaf=1)
    scratch = scratch_for(mesh, 64)

    def outside(x: float, size: float) -> bool:
        box = shapes.box((x, -size, -size), (x + size, size, size)).vertices.copy()
        return bool(patches.lies_outside(mesh, mesh.roots[0], box, 8, scratch))

    assert outside(3.0, 0.1)
    assert outside(1.9, 0.001) is False  # touches
    assert outside(0.1, 0.1) is False  # within
    assert patches.lies_outside(mesh, mesh.roots[0], np.array([(1.7, 1.7, 1.7)] * 3), 3, scratch)  # in the root's box


def test_patches_are_drawn_apart_along_the_way_between_them() -> None:
    near, far = VIEWER.vertices.copy(), TARGET.vertices.copy()
    line = np.stack([near[0], far[0]])
    patches.draw_apart(near, 8, far, 8, line)
    step = np.array((PULL, 0, 0))
    assert near == pytest.approx(VIEWER.vertices - step, abs=1e-15)
    assert far == pytest.approx(TARGET.vertices + step, abs=1e-15)
    assert line == pytest.approx(np.stack([near[0], far[0]]), abs=1e-15)
    same = near.copy()
    patches.draw_apart(near, 8, same, 8, line)  # no way between
    assert np.array_equal(near, same)
