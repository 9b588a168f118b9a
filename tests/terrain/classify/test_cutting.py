"""Solids cut in two and taken apart."""

import manifold3d as m3
import numpy as np
import pytest

from warcry3d.geom.shapes import box
from warcry3d.terrain.classify.cutting import CutSolid, sources

FLOOR = box((0, 0, 0), (20, 20, 1))
POSTS = [box((x, y, 2), (x + 0.5, y + 0.5, 2.1 + 0.1 * x + 0.01 * y)) for x in range(0, 20, 2) for y in range(0, 20, 2)]


def test_a_shape_of_many_shells_is_taken_apart_as_one_of_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick way for heavy shapes against the library's own: the same bodies, and where each triangle comes from."""
    hollow = m3.Manifold.cube((19, 19, 0.8)).translate((0.5, 0.5, 0.1)) - m3.Manifold.cube((1, 1, 0.5)).translate(
        (3, 3, 0.3)
    )
    cut = CutSolid.of([FLOOR, *POSTS], [None] * 101)
    cut = cut.with_shape(cut.shape - hollow)
    plain = cut.bodies()
    monkeypatch.setattr("warcry3d.terrain.classify.cutting._HEAVY", 1)
    quick = cut.bodies()
    assert len(quick) == len(plain) == 101 + 1
    for one, other in zip(quick, plain, strict=True):
        assert one.volume == pytest.approx(other.volume, abs=1e-12)
        assert (one.bounds == other.bounds).all()
        assert sorted(sources(one)) == sorted(sources(other))
    assert sum(one.volume for one in quick) == pytest.approx(cut.volume)


def test_a_solid_is_near_another_where_a_triangle_of_it_is_and_not_only_its_box() -> None:
    whole = CutSolid.of([FLOOR, *POSTS], [None] * 101)
    near, far = (CutSolid.of([box((x, 1, 1.5), (x + 0.1, 1.1, 1.6))], [None]) for x in (0.41, 1.0))
    assert whole.is_near(near, 0.5)
    assert not whole.is_near(far, 0.3)
    assert np.all(whole.bounds[0] < far.bounds[0]) and np.all(whole.bounds[1] > far.bounds[1])
