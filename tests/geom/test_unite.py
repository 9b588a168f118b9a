"""Solids united: nothing lost, every face knows where it came from."""

import numpy as np
import pytest

from warcry3d.geom import shapes
from warcry3d.geom.unite import unite


def test_solids_apart_come_back_triangle_by_triangle() -> None:
    a, b = shapes.box((0, 0, 0), (1, 1, 1)), shapes.box((2, 0, 0), (3, 1, 1))
    united = unite([a, b])
    assert united.which.tolist() == [0] * 12 + [1] * 12
    assert united.source.tolist() == [*range(12), *range(12)]
    assert np.array_equal(united.solid.triangles, np.concatenate([a.triangles, b.triangles]))


def test_solids_pushed_together_have_no_wall_between_them() -> None:
    united = unite([shapes.box((0, 0, 0), (1, 1, 1)), shapes.box((1, 0, 0), (2, 1, 1))])
    assert united.solid.volume == pytest.approx(2)
    between = (np.abs(united.solid.triangles[:, :, 0] - 1) < 1e-9).all(axis=1)
    assert not between.any()


def test_faces_of_a_union_tell_solid_and_triangle() -> None:
    solids = [shapes.box((0, 0, 0), (2, 2, 2)), shapes.cylinder((2, 2), 1, (1, 3))]
    united = unite(solids)
    for which, source, triangle in zip(united.which, united.source, united.solid.triangles, strict=True):
        raw, normal = solids[which].triangles[source], solids[which].normals[source]
        assert np.abs((triangle - raw[0]) @ normal).max() < 1e-9


def test_single_solid_is_its_own_union() -> None:
    solid = shapes.box((0, 0, 0), (1, 2, 3))
    assert np.array_equal(unite([solid]).solid.triangles, solid.triangles)


def test_union_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="no solids"):
        unite([])
